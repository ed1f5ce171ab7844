"""Games as JSON Lines."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from refcli.record.jsonl import peek_rules_jsonl, read_game_jsonl, split_games_jsonl, write_game_jsonl
from refcli.record.model import Game, Vocabulary
from refcli.record.stream import RawGame

Read = Callable[[str], Game]
HEADER = '{"players": ["Ann", "Bo"]}'

WRITTEN = """\
game: the long one
rules: house
with: stacking, penalty 4
without: jump-in
date: 2024-05-01
event: club night
players: Ann, Bo, Ann B => legal
illegal plays: taken back
hand Ann: red 5, 2 unknown, wild => impossible
hand Bo: nothing
top: wild => illegal (no-such-top)
colour: blue
owes: 4
direction: counterclockwise
turn: Ann B
draw pile: 20
discard pile: 0
score Ann: -310
[20:14:03] Ann plays wild, red 5 choosing Bo, red => legal
Bo draws
Bo draws 2
Bo draws red 5, 2 unknown
Ann B chooses nobody
Ann calls uno
Ann catches Bo => illegal (too-late)
Bo challenges
Bo calls false alarm on Ann B
Ann shows red 5
Ann shows hand: nothing
Ann takes back red 5
Ann takes 2 from Bo
Ann takes red 5 from Bo
Ann discards 3
Ann passes
reshuffle: red 5, unknown
reshuffle
Ann has 3 => impossible
? what may Ann play => red 5 (retro), wild
? why
Ann wins
score Ann: 127
next round => legal
dealer: Bo
hand Ann: 7 unknown => illegal
start: none => legal
Bo passes
"""


def read_json(lines: list[str], vocabulary: Vocabulary) -> Game:
    return read_game_jsonl(RawGame("a.jsonl", 1, lines), vocabulary)


def test_the_same_game_in_both_forms(read: Read, deck: Vocabulary, same: Callable[[Game], Any]) -> None:
    game = read(WRITTEN)
    assert not game.faults
    lines = write_game_jsonl(game, deck)
    again = read_json(lines, deck)
    assert [f.sentence for f in again.faults] == []
    assert same(again) == same(game)
    assert write_game_jsonl(again, deck) == lines


def test_the_schema(read: Read, deck: Vocabulary) -> None:
    lines = [json.loads(line) for line in write_game_jsonl(read(WRITTEN), deck)]
    assert lines[0] == {
        "date": "2024-05-01",
        "event": "club night",
        "game": "the long one",
        "rules": "house",
        "with": ["stacking", "penalty 4"],
        "without": ["jump-in"],
        "players": ["Ann", "Bo", "Ann B"],
        "illegal plays": "taken back",
        "hands": {"Ann": ["red 5", "2 unknown", "wild"], "Bo": []},
        "top": "wild",
        "colour": "blue",
        "owes": 4,
        "direction": "counterclockwise",
        "turn": "Ann B",
        "draw pile": 20,
        "discard pile": 0,
        "scores": {"Ann": -310},
        "expect": {"players": "legal", "hand Ann": "impossible", "top": "illegal (no-such-top)"},
    }
    assert lines[1] == {
        "event": 1,
        "player": "Ann",
        "verb": "plays",
        "cards": ["wild", "red 5"],
        "choosing": ["Bo", "red"],
        "stamp": "20:14:03",
        "expect": "legal",
    }
    assert {
        "event": 7,
        "player": "Ann",
        "verb": "calls",
        "call": "catch",
        "on": "Bo",
        "expect": "illegal (too-late)",
    } in lines
    assert {"event": 13, "player": "Ann", "verb": "takes", "count": 2, "from": "Bo"} in lines
    assert {"question": "why"} in lines
    assert lines[-2] == {
        "event": 22,
        "verb": "next round",
        "header": {
            "dealer": "Bo",
            "hands": {"Ann": ["7 unknown"]},
            "start": [],
            "expect": {"start": "legal", "hand Ann": "illegal"},
        },
        "expect": "legal",
    }


@pytest.mark.parametrize(
    ("line", "code", "column", "words"),
    [
        ('{"verb": ', "T201", 8, "no JSON object"),
        ("nonsense", "T201", 1, "no JSON object"),
        ('{"verb": 1' + "0" * 5000 + "}", "T201", 1, "no JSON object"),
        ("[" * 100_000, "T201", 1, "no JSON object"),
        ('"text"', "T202", 1, "An object is expected here, not a text."),
        ("[1]", "T202", 1, "not a list"),
        ('{"verb": "plays"}', "T203", 1, "`player` is missing"),
        ('{"verb": "plays", "player": 3}', "T203", 20, "In `player` a text is expected, not a number."),
        ('{"verb": "plays", "player": "Ann", "cards": "red 5"}', "T203", 37, "a list is expected, not a text"),
        ('{"verb": "plays", "player": "Ann", "cards": [5]}', "T203", 37, "a list of texts"),
        ('{"verb": "plays", "player": "Ann", "cards": ["red x"]}', "T104", 47, "“red x” is none"),
        ('{"verb": "plays", "player": "Ann"}', "T114", 1, "What is played is missing"),
        ('{"verb": "plays", "player": "Anna", "cards": ["red 5"]}', "T102", 30, "Did you mean `Ann`"),
        ('{"verb": "plaiys", "player": "Ann"}', "T103", 11, "Did you mean `plays`"),
        ('{"verb": "plays", "player": "Ann", "card": "red 5"}', "T204", 37, "Did you mean `cards`"),
        ('{"verb": "draws", "player": "Ann", "count": true}', "T203", 37, "a whole number"),
        ('{"verb": "draws", "player": "Ann", "count": 1.5}', "T203", 37, "a whole number"),
        ('{"verb": "draws", "player": "Ann", "count": 1' + "0" * 300 + "}", "T105", 1, "More than 10,000"),
        ('{"verb": "passes", "player": "Ann", "expect": "fine"}', "T115", 48, "one of these is expected"),
        ('{"verb": "calls", "player": "Ann", "call": "unno"}', "T112", 45, "Did you mean `uno`"),
        ('{"verb": "next round", "header": []}', "T203", 25, "an object is expected"),
        ('{"question": "a\\nb"}', "T203", None, "line end"),
        ('{"question": "\\ud800"}', "T203", 1, "line end"),
        ('{"question": ""}', "T118", None, "a question is missing"),
        ('{"question": "why", "player": "Ann"}', "T204", 22, "has no meaning here"),
    ],
)
def test_a_line_that_cannot_be_read(deck: Vocabulary, line: str, code: str, column: int | None, words: str) -> None:
    game = read_json([HEADER, line, "", '{"verb": "passes", "player": "Bo"}'], deck)
    (fault,) = game.faults
    assert fault.span is not None
    assert (fault.code, fault.span.line) == (code, 2)
    assert column in (None, fault.span.column)
    assert words in f"{fault.sentence} {fault.help}"
    assert len(fault.sentence) < 300
    assert [s.span.line for s in game.statements if s.text.startswith("Bo")] == [4]


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ('{"rules": "x"}', "T108"),
        ('{"players": ["Ann"]}', "T110"),
        ('{"players": ["Ann", "Bo", "Ann"]}', "T109"),
        ('{"players": ["Ann", "Bo"], "hands": {"Cy": []}}', "T102"),
        ('{"players": ["Ann", "Bo"], "hands": {"Ann": [3]}}', "T203"),
        ('{"players": ["Ann", "Bo"], "dealer": null}', "T203"),
        ('{"players": ["Ann", "Bo"], "turn": "Ann"}', "T117"),
        ('{"players": ["Ann", "Bo"], "start": ["nonsense"]}', "T104"),
        ('{"players": ["Ann", "Bo"], "": "x"}', "T203"),
    ],
)
def test_a_header_that_cannot_be_read(deck: Vocabulary, header: str, code: str) -> None:
    (fault,) = read_json([header], deck).faults
    assert (fault.code, fault.span and fault.span.line) == (code, 1)


def test_a_hand_may_be_a_number(deck: Vocabulary) -> None:
    game = read_json(['{"players": "Ann, Bo", "hands": {"Ann": 7}, "start": "red 5"}'], deck)
    assert not game.faults
    assert game.header.hands[0].cards == (None,) * 7


def test_header_objects_begin_games() -> None:
    lines = [
        "\ufeff" + HEADER,
        '{"verb": "passes", "player": "players"}',
        '{"question": "\\"players\\""}',
        "",
        HEADER,
        "{bad",
    ]
    found = [(raw.first_line, len(raw.lines)) for raw in split_games_jsonl(lines, "-")]
    assert found == [(1, 4), (5, 2)]
    assert list(split_games_jsonl([], "-")) == []


def test_a_stream_is_read_as_it_comes() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for line in itertools.cycle([HEADER, *['{"verb": "passes", "player": "Ann"}'] * 9]):
            taken += 1
            yield line

    stream = split_games_jsonl(lines(), "-")
    for number in range(1, 10_001):
        assert len(next(stream).lines) == 10
        assert taken == 10 * number + 1


def test_the_rulebook_is_known_before_reading() -> None:
    header = '{"players": ["Ann"], "rules": "R", "with": ["a ", 3], "without": ["b"]}'
    assert peek_rules_jsonl(RawGame("a", 1, ["", header])) == ("R", ["a"], ["b"])
    for line in ("{bad", "[]", '{"verb": "x"}', '{"rules": 3}'):
        assert peek_rules_jsonl(RawGame("a", 1, [line])) == ("", [], [])
