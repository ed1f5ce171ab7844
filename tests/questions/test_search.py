"""Which rules would make an act legal: the search agrees with trying every set of settings there is."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from refcli.questions.asking import answered
from refcli.questions.model import Answer
from refcli.questions.rulings import event_verdict
from refcli.questions.search import Search
from refcli.record.stream import RawGame
from tests.questions.brute_force import Case, cases, compare, every_set, refereed

# How many illegal events of each rulebook are compared here; `python -m tests.questions.brute_force` takes all of them.
SAMPLES = 3
MOST_SETS = 64  # a rulebook with more sets than this is left to the command


@lru_cache(maxsize=1)
def sample() -> list[Case]:
    """Some illegal events of each rulebook, always the same."""
    rng = Random("illegal events")
    found = []
    for _, some in sorted(cases().items()):
        if len(every_set(some[0].referee.rules, MOST_SETS)) <= MOST_SETS:
            found += rng.sample(some, min(SAMPLES, len(some)))
    return found


@pytest.mark.parametrize("case", sample(), ids=lambda case: case.name)
def test_the_fewest_changes_are_found(case: Case) -> None:
    assert compare([case], every_set(case.referee.rules, MOST_SETS)) == []


def test_there_are_illegal_events() -> None:
    assert len(sample()) > 5


# Ann answers a Draw Two that isn't hers with the identical card: that takes two house rules, and no one of them will do.
GAME = """rules: {rules}
players: Ann, Bo, Cy
hand Ann: red 3, red 4, red draw two
hand Bo: red draw two, green 1, green 2
hand Cy: red 3, red 4, red 5
top: red 9
turn: Bo
Bo plays red draw two
{act}
"""


def asked(tmp_path: Path, act: str, question: str, rules: str = "uno") -> Answer:
    raw = RawGame(str(tmp_path / "x.game"), 1, GAME.format(rules=rules, act=act).split("\n"))
    return answered(refereed(raw), question)


def found(answer: Answer) -> set[str]:
    return {one.words for one in answer.details["found"]}


def test_two_changes_are_found_where_one_will_not_do(tmp_path: Path) -> None:
    answer = asked(tmp_path, "Ann plays red draw two", "which rules make 2 legal")
    assert found(answer) == {"with jump-in, stacking"}
    assert "it takes 2 changes of the rules" in answer.says
    assert answer.details["results"][0].proven


def test_a_bound_is_said(tmp_path: Path) -> None:
    raw = RawGame(str(tmp_path / "x.game"), 1, GAME.format(rules="uno", act="Ann plays red 3").split("\n"))
    result = Search(refereed(raw), event_verdict(9), 2, 2, most=5).find()
    assert (result.complete, result.size, result.runs) == (False, 0, 5)
    assert not result.found
