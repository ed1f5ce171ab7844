"""What a player may play, whether a card may be played, and the game with that card played: the three agree."""

from __future__ import annotations

from random import Random
from typing import Any

from refcli.questions import ask
from refcli.questions.model import NOTHING
from refcli.record.model import Event
from refcli.referee.judge import LEGAL, UNDETERMINED, UNRULED
from refcli.referee.questions import NOWHERE
from refcli.referee.referee import Referee, words_of

SAMPLES = 2


def outcome_of(combination: Any, events: list[Event], header: Any, added: Event) -> str:
    """The outcome of an event at the end of a record."""
    game = combination.game(0)
    copy = type(game)(header, [*events, added], [], "", [], 1)
    return str(combination.referee(copy).verdicts[-1].outcome)


def test_list_question_and_replay_agree(combination: Any, number: int) -> None:
    game = combination.game(number)
    rng = Random(f"questions {combination} {number}")
    words = words_of(combination.rules)
    points = sorted(rng.sample(range(len(game.statements)), min(SAMPLES, len(game.statements))))
    referee = Referee(combination.rules, game, words)
    for at, event in enumerate(game.statements):
        referee.step(event)
        s = referee.branches[0].player.s
        if at not in points or s.pending is not None or combination.rules.CLOSED[s.m]:
            continue
        for p in {s.o, rng.randrange(s.n)}:
            agree(combination, referee, p, rng)


def agree(combination: Any, referee: Referee, p: int, rng: Random) -> None:
    words = referee.words
    s = referee.branches[0].player.s
    name = s.header.players[p]
    listed = ask(referee, f"what may {name} play").text
    names = [] if listed == NOTHING else listed.split(", ")
    held = list(s.hand(p).known)
    matches = combination.rules.MATCHES
    others = [k for k in rng.sample(range(len(combination.rules.BASE)), 1) if not any(matches(k, h) for h in held)]
    if s.hand(p).hidden > 0:  # hands just shuffled together, not yet shown again: it may well be there
        others = []
    for tried, kind in enumerate([*rng.sample(held, min(3, len(held))), *others]):
        card = words.card_name(kind)
        at = f"{name} plays {card} after event {len(referee.events)} of\n{combination.written(referee.game)}"
        answer = ask(referee, f"may {name} play {card}").text
        if kind in held:
            assert (card in names) == (answer == "yes"), f"listed {names}, answered {answer}: {at}"
        else:
            assert answer == "no", f"not held, answered {answer}: {at}"
        if tried == 2:
            continue
        added = Event(len(referee.events) + 1, "plays", p, "", NOWHERE, (kind,), 1)
        outcome = outcome_of(combination, referee.events, referee.game.header, added)
        expected = {LEGAL: "yes", UNDETERMINED: "undetermined", UNRULED: "unruled"}.get(outcome, "no")
        # The play of somebody else may show that the turn has ended; a question supposes nothing of the kind.
        if p == s.o or answer == "yes":
            assert answer == expected, f"answered {answer}, replayed {outcome}: {at}"
