"""The quick path and the explaining path are two readings of one rulebook: what the one calls clean, so does the other."""

from __future__ import annotations

import os
from random import Random

import pytest

from refcli.compile.rulebook import load
from refcli.generate.random_game import Tendencies, make
from refcli.record.reader import read_game
from refcli.record.stream import RawGame
from refcli.record.writer import write_game
from refcli.referee.audit import Auditor
from refcli.referee.judge import LEGAL
from refcli.referee.referee import Referee
from refcli.referee.vocabulary import words_of

GAMES = int(os.environ.get("REFCLI_GAMES", "6"))
PLAIN = Tendencies(unwritten=0.0, untold=0.0, apart=0.0, claims=0.0, calls=0.2, splits=0.3)
SETTINGS = [
    ("uno", ""), ("uno", "stacking"), ("uno", "jump-in"), ("uno", "draw-until-playable"), ("uno", "hold-drawn-card"),
    ("uno", "voluntary-draw no"), ("uno", "last-card-draws yes"), ("french-uno", ""), ("french-uno", "no-wild-finish"),
    ("schitts-creek", ""), ("mashup", ""), ("crazy-eights", ""), ("crazy-eights", "two-draw"),
    ("crazy-eights", "queen-skip"),
]  # fmt: skip


def judged(text: str, name: str, on: list[str]) -> tuple[int, bool]:
    """How many events the explaining path finds, and whether all are legal and readable."""
    rules = load(name, on)
    game = read_game(RawGame("", 1, text.split("\n")), words_of(rules))
    report = Referee(rules, game).run()
    legal = all(v.outcome == LEGAL for v in (*report.verdicts, *report.headers))
    return len(report.verdicts), legal and not game.faults


def spoilt(text: str, rng: Random) -> str:
    """The game with one event line dropped, doubled, swapped with the next, or with another player or card."""
    lines = text.rstrip("\n").split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("start:")) + 1
    events = [i for i in range(first, len(lines)) if lines[i].strip()]
    at = rng.choice(events)
    players = next(line for line in lines if line.startswith("players:"))[9:].split(", ")
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2 and at + 1 < len(lines):
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif kind == 3 and " " in lines[at]:
        lines[at] = f"{rng.choice(players)} {lines[at].split(' ', 1)[1]}"
    elif " plays " in lines[at]:
        other = lines[rng.choice(events)]
        if " plays " in other:
            lines[at] = lines[at].split(" plays ")[0] + " plays " + other.split(" plays ")[1]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "with_"), SETTINGS, ids=lambda value: value or "plain")
def test_both_paths_agree(name: str, with_: str) -> None:
    on = [item for item in [with_] if item]
    rules = load(name, on)
    auditor = Auditor(lambda given, switched, off: load(given, switched, off))
    rng = Random(f"{name} {with_}")
    quick = 0
    for _ in range(GAMES):
        made = make(rules, rng.randint(2, 6), rng, 1, 2000, PLAIN)
        made.game.header.rules = name
        clean = write_game(made.game, words_of(rules))
        for text in (clean, spoilt(clean, rng), spoilt(clean, rng)):
            count = auditor.quick(text)
            if count < 0:
                continue  # handed over to the explaining path, which is always right
            events, legal = judged(text, name, on)
            assert legal, f"the quick path calls this clean:\n{text}"
            assert count == events, text
            quick += 1
    if rules.quick is not None and with_ == "" and name in ("uno", "crazy-eights"):
        assert quick, "the quick path took none of these games"
