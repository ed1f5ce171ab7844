"""What ends an argument: an event with its position, verdict, rule, what could have been done, what follows, what if."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from refcli.questions.court import Court, replayed, stepped
from refcli.questions.hanging import Hangings
from refcli.questions.model import Asked
from refcli.questions.position import PositionView, follows, position_view
from refcli.questions.rulings import grown, rules_make, verdict_of, why
from refcli.questions.settings import changes, under, watched
from refcli.questions.tree import Node, Place
from refcli.referee.judge import BLUFF, ILLEGAL


@dataclass(slots=True)
class Settlement:
    """All of the page. `otherwise` are (settings, what they mean, outcome); `fewest` the smallest changes that make it legal."""

    title: str
    settings: list[str]
    name: str
    event: int
    text: str
    actor: str
    at: Place
    position: PositionView
    outcome: str
    says: str
    tree: Node
    could: list[str]
    follows: list[str]
    otherwise: list[tuple[str, str, str]] = field(default_factory=list)
    fewest: str = ""
    header: dict[str, str] = field(default_factory=dict)

    @property
    def deals(self) -> list[Node]:
        """Two deals of an open event, with their cards as parts."""
        return [node for node in self.tree.parts if node.kind == "deal"]

    @property
    def rules(self) -> list[Node]:
        """The decisive rules."""
        return [node for node in self.tree.walk() if node.rule and node.decisive]


def settle(court: Court, number: int) -> Settlement:
    """The settlement of an event. Raises NotUnderstood where there is no such event."""
    asked = Asked("why", number=number)
    verdict = verdict_of(court, asked)
    event = verdict.event
    assert event is not None
    answer = why(court, asked)
    tree = grown(court, verdict, answer)
    before = court.at(("event", number))
    after = Court(replayed(court.referee, [e for e in court.referee.events if e.number <= number]), court.asker)
    header = court.referee.game.header
    instead = next((node.words for node in tree.parts if node.kind == "instead" and ": " in node.words), "")
    found = Settlement(
        court.rules.TITLE, [*header.switched_on, *(f"without {item}" for item in header.switched_off)], header.name,
        number, event.text, court.name(event.actor) if event.actor is not None else "",
        Place(event.span.path, event.span.line, event.span.column, number), position_view(before), verdict.outcome,
        answer.says, tree, instead.partition(": ")[2].split(" · ") if instead else [],
        _stands(verdict.outcome, header.taken_back) + follows(after), header=dict(header.extra),
    )  # fmt: skip
    found.otherwise = others(court, number, verdict.outcome)
    if verdict.outcome == ILLEGAL:
        fewest = rules_make(court, Asked("rules_make", number=number))
        found.fewest = fewest.says
    return found


def _stands(outcome: str, taken_back: bool) -> list[str]:
    if outcome == ILLEGAL:
        if taken_back:
            return ["This table takes illegal acts back: the position is as before."]
        return ["What was done stands in the record until the table takes it back; from it follows:"]
    if outcome == BLUFF:
        return ["It stands unless somebody challenges; then follows:"]
    return []


def others(court: Court, number: int, outcome: str) -> list[tuple[str, str, str]]:
    """The single settings under which the event comes out differently, where they have a say in what led to it."""
    watching = under(court.referee, ())
    if watching is None:
        return []
    looked = watched(watching)
    stepped(watching, number)
    places = looked.places()
    rules: Any = court.rules
    last = max(event.number for event in court.referee.events)
    line = next(event.span.line for event in court.referee.events if event.number == number)
    found = []
    for change in changes(rules):
        if places.isdisjoint(rules.TOUCHES.get(change.name, ("*",))):
            continue
        other = under(court.referee, (change,))
        if other is None:
            continue
        verdicts = stepped(other, last).report().verdicts
        mine = next((v.outcome for v in verdicts if v.span.line == line), outcome)
        if mine not in (outcome, "impossible"):
            found.append((change.words, change.described(rules), mine))
    asked = Asked("why", number=number)
    for node in Hangings(court, asked, why(court, asked), why, every=True).options(places):
        option = node.words.partition(" ")[0]
        for part in node.parts:
            if part.answer != "impossible":
                found.append((part.words.rpartition(": ")[0], str(rules.OPTIONS[option][4]), part.answer))
    return found
