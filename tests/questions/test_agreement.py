"""What a player may do, whether he may do it, and the game with the act added agree; so do `must`, `why` and the tree."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from refcli.compile.rulebook import load
from refcli.generate.random_game import Tendencies, make
from refcli.questions import ask
from refcli.questions.court import Court, stepped
from refcli.questions.trees import act_of, tree_of
from refcli.record.model import Event, Game
from refcli.referee.judge import LEGAL
from refcli.referee.referee import Referee, words_of

ROOT = Path(__file__).resolve().parents[2]
BOOKS = [
    p.stem for p in sorted((ROOT / "rulebooks").glob("*.rules")) if "\npart\n" not in p.read_text(encoding="utf-8")
]
POINTS = 6


def points(book: str, number: int) -> list[Referee]:
    """A random game refereed up to a few of its events."""
    rules: Any = load(book, list(load(book).HOUSES) if number else [])
    rng = Random(f"agreement {book} {number}")
    made = make(rules, 3 + number, rng, 1, 90, Tendencies())
    game: Game = made.game
    last = sum(isinstance(statement, Event) for statement in game.statements)
    wanted = sorted(rng.sample(range(1, last), min(POINTS, last - 1)))
    return [stepped(Referee(rules, game, words_of(rules)), at) for at in wanted]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("book", BOOKS)
def test_what_may_be_done_is_what_may_is_answered_with_yes(book: str, number: int) -> None:
    for referee in points(book, number):
        court = Court(referee)
        s = referee.branches[0].player.s
        if s.pending is not None:
            continue
        for name in court.players:
            listed = ask(referee, f"what may {name} do")
            acts = [] if listed.text == "nothing" else listed.text.split("\n")
            for line in acts:
                event = act_of(court, line)
                if event is None:
                    continue
                found = ask(referee, f"may {name} {court.line(event, infinitive=True)}")
                assert found.text == "yes", f"{line} is listed, but: {found.says} (after event {len(referee.events)})"
                replayed(referee, event, line)
            for question, front in (("draw", f"{name} draws"), ("pass", f"{name} passes")):
                answer = ask(referee, f"may {name} {question}").text
                assert (answer == "yes") == any(act.startswith(front) for act in acts), (
                    f"may {name} {question}: {answer}, {acts}"
                )


def replayed(referee: Referee, event: Event, line: str) -> None:
    """The record with the act added is judged so, too."""
    other = stepped(Referee(referee.rules, referee.game, referee.words), len(referee.events))
    event.number = len(referee.events) + 1
    other.step(event)
    outcome = other.report().verdicts[-1].outcome
    assert outcome == LEGAL, f"{line} is listed, but in the record it is {outcome}"


@pytest.mark.parametrize("book", BOOKS)
def test_why_says_what_the_report_says(book: str) -> None:
    for referee in points(book, 0)[:3]:
        for verdict in referee.report().verdicts[-8:]:
            answer = ask(referee, f"why {verdict.number}")
            assert answer.text == verdict.outcome
            root = tree_of(answer)
            if verdict.outcome != LEGAL:
                assert root.parts
            assert all(node.sentence() for node in root.walk())


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_must_draw_may_draw(book: str) -> None:
    for referee in points(book, 0):
        for name in referee.game.header.players:
            due = ask(referee, f"how many must {name} draw").text
            must = ask(referee, f"does {name} have to draw").text
            if due.isdigit():
                assert must == ("yes" if int(due) else "no")
                if int(due) and referee.branches[0].player.s.pending is None:
                    assert ask(referee, f"may {name} draw {due}").text == "yes"
