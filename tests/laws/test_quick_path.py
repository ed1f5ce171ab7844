"""The quick path and the explaining path are two readings of one rulebook: what the one calls clean, so does the other."""

from __future__ import annotations

import os
from pathlib import Path
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
TENDENCIES = Tendencies(untold=0.05, apart=0.5, claims=0.03, calls=0.1, splits=0.3)
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


def begun(text: str, rng: Random) -> str:
    """The game broken off early, before what this path has no words for."""
    head, start, events = text.partition("\nstart:")
    lines = events.split("\n")
    return head + start + "\n".join(lines[: rng.randint(4, 34)]) + "\n"


@pytest.mark.parametrize(("name", "with_"), SETTINGS, ids=lambda value: value or "plain")
def test_both_paths_agree(name: str, with_: str) -> None:
    on = [item for item in [with_] if item]
    rules = load(name, on)
    auditor = Auditor(lambda given, switched, off: load(given, switched, off))
    rng = Random(f"{name} {with_}")
    quick = 0
    for _ in range(GAMES):
        made = make(rules, rng.randint(2, 6), rng, 1, 2000, TENDENCIES)
        made.game.header.rules = name
        clean = write_game(made.game, words_of(rules))
        short = [begun(clean, rng) for _ in range(5)]
        for text in (clean, spoilt(clean, rng), *short, *(spoilt(text, rng) for text in short)):
            count = auditor.quick(text)
            if count < 0:
                continue  # handed over to the explaining path, which is always right
            events, legal = judged(text, name, on)
            assert legal, f"the quick path calls this clean:\n{text}"
            assert count == events, text
            quick += 1
    assert quick, "the quick path took none of these games"


OWED = """\
rules: uno
players: Ann, Bo
hand Ann: red 1, red 2, red 3, red 4, red 5, red 6, red draw two
hand Bo: blue 1, blue 2, blue 3, blue 4, blue 5, blue 6, blue 7
start: red 9
Ann plays red draw two
Bo draws green 1{more}
"""


@pytest.mark.parametrize(("more", "clean"), [("", True), (", green 2", True), (", green 2, green 3", False)])
def test_no_more_cards_are_drawn_on_one_line_than_are_owed(more: str, clean: bool) -> None:
    text = OWED.format(more=more)
    assert judged(text, "uno", []) == (2, clean)
    assert Auditor(load).quick(text) == (2 if clean else -1)


COPIES = Path(__file__).resolve().parents[1] / "rulebooks" / "copies.rules"


def test_copies_that_differ_are_not_taken_for_each_other(tmp_path: Path) -> None:
    # The deck has each card once with a heart and once with a coin: two with a heart can't be.
    book = tmp_path / "copies.rules"
    clause = " or its icon is the icon of the top card"
    assert clause in COPIES.read_text(encoding="utf-8")
    book.write_text(COPIES.read_text(encoding="utf-8").replace(clause, ""), encoding="utf-8")
    text = (
        f"rules: {book}\nplayers: Ann, Bo\nhand Ann: 4 of moon heart, 3 of moon heart\n"
        "hand Bo: 4 of moon heart, 2 of sun coin\nstart: 1 of moon heart\nAnn plays 3 of moon heart\n"
    )
    assert not judged(text, str(book), [])[1]
    assert Auditor(load).quick(text) == -1
