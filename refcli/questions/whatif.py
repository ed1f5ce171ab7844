"""What if: the same record under other rules, and what comes out differently."""

from __future__ import annotations

from dataclasses import dataclass

from refcli.questions.court import Court, told_as_far
from refcli.questions.model import Asked
from refcli.referee.choices import settled
from refcli.referee.questions import under_settings


@dataclass(frozen=True, slots=True)
class Difference:
    """An event that comes out differently, or, with `number` 0, what is different at the end (`what` is turn)."""

    what: str  # outcome, turn
    number: int
    line: int
    text: str
    here: str
    there: str


def otherwise(court: Court, asked: Asked) -> Court:
    """The court at the same point of the record, under the rules that a question names. Raises Faulty."""
    referee = court.referee
    other = under_settings(referee.game, list(asked.on), list(asked.off), asked.under)
    return Court(told_as_far(other, referee), court.asker)


def differences(here: Court, there: Court) -> list[Difference]:
    """Which outcomes differ, and whose turn it is in the end."""
    found = []
    ours = here.referee.report().verdicts
    theirs = {verdict.span.line: verdict for verdict in there.referee.report().verdicts}
    for one in ours:
        # By line: what can't be read under other rules is no event there.
        two = theirs.get(one.span.line)
        if two is not None and one.outcome != two.outcome and one.event is not None:
            found.append(Difference("outcome", one.number, one.span.line, one.event.text, one.outcome, two.outcome))
    turns = [_turn(court) for court in (here, there)]
    if turns[0] != turns[1]:
        found.append(Difference("turn", 0, 0, "whose turn it is", *turns))
    return found


def _turn(court: Court) -> str:
    s = settled(court.tables()[0])
    if s.rules.CLOSED[s.m]:
        return "nobody"
    return court.name(s.pending.chooser if s.pending is not None else s.o)
