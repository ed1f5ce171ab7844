"""Options in the search for the fewest changes: every value counts, though only one of those that come to the same is refereed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcli.questions.asking import answered
from refcli.questions.court import stepped
from refcli.questions.ranges import Ranged, both
from refcli.questions.settings import Change, under
from refcli.record.stream import RawGame
from refcli.referee.judge import LEGAL
from refcli.referee.referee import Referee
from tests.questions.brute_force import once, refereed

PASSES = """rules: crazy-eights
players: Ann, Bo, Cy
top: 9 of hearts
Ann plays 9 of clubs
Bo draws
Bo draws
Bo passes
"""
DRAWS = """rules: crazy-eights
with: draws-at-most 2
players: Ann, Bo, Cy
top: 9 of hearts
Ann plays 9 of clubs
Bo draws
Bo draws
Bo draws
"""
PENALTY = """rules: uno
players: Ann, Bo, Cy
hand Ann: red 3, red 4
hand Bo: red draw two, green 1, green 2
hand Cy: red 3, red 4, red 5
top: red 9
turn: Ann
Ann plays red 3
Bo catches Ann
Ann draws 3
"""
# Bo wins the round with 40 points for Ann's two Draw Twos: to win the game with that takes a house rule and a low target.
SCORES = """rules: uno
players: Ann, Bo
with: scored
hand Ann: red draw two, blue draw two
hand Bo: red 3, red 4
top: red 9
turn: Bo
Bo plays red 3
Bo calls uno
Ann draws red 7
Ann passes
Bo plays red 4
end: Bo wins
"""


def game(tmp_path: Path, text: str) -> Referee:
    return refereed(RawGame(str(tmp_path / "x.game"), 1, text.rstrip("\n").split("\n")))


def outcomes(referee: Referee, line: int, option: str, also: tuple[Change, ...] = ()) -> set[int]:
    """The values of an option with which the event of a line is legal, each tried."""
    _, _, low, high, _ = referee.rules.OPTIONS[option]
    found = set()
    for value in range(low, high + 1):
        other = under(referee, (*also, Change("option", option, True, str(value))), made=once)
        assert other is not None
        verdict = next(v for v in stepped(other).report().verdicts if v.span.line == line)
        if verdict.outcome == LEGAL:
            found.add(value)
    return found


@pytest.mark.parametrize(
    ("text", "line", "option", "nearest"),
    [(PASSES, 7, "draws-at-most", "2"), (DRAWS, 8, "draws-at-most", "3"), (PENALTY, 10, "uno-penalty", "3")],
    ids=["as low as the draws made", "as high as the draws made", "as high as the penalty drawn"],
)
def test_the_values_that_do_are_those_that_trying_all_finds(
    tmp_path: Path, text: str, line: int, option: str, nearest: str
) -> None:
    referee = game(tmp_path, text)
    number = next(event.number for event in referee.events if event.span.line == line)
    answer = answered(referee, f"which rules make {number} legal")
    (found,) = [f for f in answer.details["found"] if f.changes[0].name == option]
    assert found.words == f"with {option} {nearest}"
    values = {value for low, high in found.spans for value in range(low, high + 1)}
    assert values == outcomes(referee, line, option)
    result = answer.details["results"][0]
    assert result.complete
    assert result.proven


def test_an_option_is_tried_at_every_value_beside_other_changes(tmp_path: Path) -> None:
    """What takes a house rule and a value of an option between its ends."""
    text = SCORES.replace("with: scored\n", "")
    rulebook = tmp_path / "strict.rules"
    rulebook.write_text(
        'rulebook strict "Strict"\nextends uno\n'
        'option most 30 from 1 to 60 "Cards that a hand may grow to."\n'
        'option fewest 30 from 1 to 60 "Cards that a hand must hold."\n'
        'house rule hoard "Who holds enough, but not too many, may pass." off\n'
        "  in turn\n"
        '    enough "Enough is enough."\n'
        "      player may pass, if player has at least fewest cards -> turn of the next player\n"
        '    too-many "Too many are too many."\n'
        "      player may not pass, if player has at least most cards\n"
    )
    text = text.replace("rules: uno", "rules: strict").split("Bo plays")[0] + "Bo passes\n"
    referee = game(tmp_path, text)
    answer = answered(referee, "which rules make 1 legal")
    assert {found.words for found in answer.details["found"]} == {"with fewest 2, hoard"}
    assert answer.details["found"][0].spans == ((1, 2),)
    assert answer.details["results"][0].proven
    strict = game(tmp_path, text.replace("rules: strict\n", "rules: strict\nwith: most 2\n"))
    answer = answered(strict, "which rules make 1 legal")
    assert {found.words for found in answer.details["found"]} == {"with fewest 2, hoard, most 3"}
    assert answer.details["results"][0].proven


@given(st.integers(1, 50), st.lists(st.tuples(st.sampled_from(["<", "<=", ">", ">=", "=="]), st.integers(-3, 60))))
def test_a_ranged_number_keeps_the_values_that_compare_alike(value: int, asked: list[tuple[str, int]]) -> None:
    def compare(number: object) -> list[bool]:
        rows = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__", "==": "__eq__"}
        return [bool(getattr(number, rows[how])(other)) for how, other in asked]

    number = Ranged("n", value, 1, 50)
    told = compare(number)
    assert told == compare(value)
    assert 1 <= number.low <= value <= number.high <= 50
    for other in range(number.low, number.high + 1):
        assert compare(other) == told


@given(st.integers(1, 50), st.integers(-20, 20))
def test_a_ranged_number_that_is_reckoned_with_stands_for_itself_only(value: int, other: int) -> None:
    for reckoned, plain in (
        (lambda n: n + other, value + other),
        (lambda n: other - n, other - value),
        (lambda n: n * other, value * other),
        (lambda n: f"{n:03d}", f"{value:03d}"),
        (lambda n: list(range(n)), list(range(value))),
        (hash, hash(value)),
    ):
        number = Ranged("n", value, 1, 50)
        assert reckoned(number) == plain
        assert (number.low, number.high) == (value, value)


def test_what_comes_to_the_same_in_two_respects() -> None:
    assert both((("a", 1, 5), ("b", 2, 9)), (("b", 4, 20), ("c", 1, 1))) == (("a", 1, 5), ("b", 4, 9), ("c", 1, 1))
