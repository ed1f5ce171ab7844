"""What a line that can't be read is answered with: code, place, sentence, remedy; and that the rest is read."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from refcli.diagnostics import Diagnostic
from refcli.record.model import Game

Read = Callable[[str], Game]


def only(game: Game) -> Diagnostic:
    assert len(game.faults) == 1, [f"{f.code} {f.span}: {f.sentence}" for f in game.faults]
    fault = game.faults[0]
    assert fault.span is not None
    assert fault.sentence.endswith(".")
    assert fault.help, fault.sentence
    assert len(fault.sentence) < 250
    return fault


@pytest.mark.parametrize(
    ("line", "code", "stretch", "words"),
    [
        (
            "Ann plays red rverse",
            "T104",
            "red rverse",
            "A card is expected here, and “red rverse” is none. Did you mean `red",
        ),
        ("Ann plays red 5, , red 1", "T104", "", "A card is missing here."),
        ("Ann plays red 5 and red 5", "T104", "red 5 and red 5", "commas"),
        ("Ann plays red 5,  blu 7", "T104", "blu 7", "Did you mean `blue 7`"),
        ("Ann plays", "T114", "", "What is played is missing here."),
        ("Ann plays choosing red", "T114", "choosing red", "What is played is missing here."),
        ("Ann plays wild choosing", "T114", "", "A choice is missing here."),
        ("Ann plays wild choosing red,", "T114", "", "A choice is missing here."),
        ("Ann plays 0 unknown", "T105", "0 unknown", "At least one card"),
        ("Ann plaiys red 5", "T103", "plaiys", "What Ann does is expected here"),
        ("Ann plaiys red 5", "T103", "plaiys", "Did you mean `plays`"),
        ("Ann B scores 12", "T103", "scores", "`score Ann B: 127`"),
        ("Ann", "T103", "Ann", "What Ann does is missing here."),
        ("Anne plays red 5", "T102", "Anne", "Nobody called “Anne” is in this game. Did you mean `Ann`"),
        ("The cat plays red 5", "T102", "The cat", "Who plays: Ann, Bo, Cy, Ann B."),
        ("Ann: plays red 5", "T101", ":", "Write the verb right behind the name."),
        ("Bo draws two", "T104", "two", "A card is expected here"),
        ("Bo draws 0", "T105", "0", "At least 1 is expected here."),
        ("Bo draws 10001", "T105", "10001", "More than 10,000 cards are on no table."),
        ("Bo draws " + "9" * 5000, "T105", "9" * 5000, "More than 10,000 cards"),
        ("Bo draws ٣", "T104", "٣", "A card is expected here"),
        ("Bo draws 9000 unknown, 9000 unknown", "T105", "9000 unknown", "More than 10,000 cards"),
        ("Bo passes quickly", "T114", "quickly", "Nothing is expected behind `passes`."),
        ("Ann wins it", "T114", "it", "Nothing is expected behind `wins`."),
        ("Ann calls", "T114", "", "What can be called: uno"),
        ("Ann calls unno", "T112", "unno", "Did you mean `uno`"),
        ("Ann calls unno on Bo", "T112", "unno", "These rules know no call “unno”."),
        ("Ann calls uno on Bob", "T102", "Bob", "Did you mean `Bo`"),
        ("Ann catches", "T102", "", "A player's name is missing here."),
        ("Ann catches Cyr", "T102", "Cyr", "Did you mean `Cy`"),
        ("Ann challenges nobody", "T102", "nobody", "Nobody called “nobody”"),
        ("Ann shows", "T114", "", "The cards that are shown are missing here."),
        ("Ann shows hand", "T114", "hand", "`shows hand: …`"),
        ("Ann shows hand:", "T104", "", "A card is missing here."),
        ("Ann takes red 5", "T114", "red 5", "From whom the card is taken is missing here."),
        ("Ann takes red 5 from Bob", "T102", "Bob", "Did you mean `Bo`"),
        ("Ann takes red x from Bo", "T104", "red x", "A card is expected here"),
        ("Ann takes back", "T114", "back", "Which card is taken back is missing here."),
        ("Ann discards", "T114", "", "`discards 3`"),
        ("Ann has", "T105", "", "A number of cards is missing here."),
        ("Ann has many", "T105", "many", "A number of cards is expected here, not “many”."),
        ("Ann has 3 aces", "T105", "3 aces", "`has 3`"),
        ("Ann has -1", "T105", "-1", "A number of cards is expected here"),
        ("reshuffle: red 5, x", "T104", "x", "A card is expected here"),
        ("what is this", "T101", "what is this", "“what is this” is nothing that a record says."),
        ("----", "T101", "----", "or put `#` in front"),
        ("[20:14 Ann passes", "T116", "[", "This square bracket is never closed."),
        ("?", "T118", "?", "Behind `?` a question is missing."),
        ("? => yes", "T118", "?", "Behind `?` a question is missing."),
        ("=> legal", "T115", "=>", "Nothing stands in front of `=>` here."),
        ("20:15 Ann passes", "T101", "20", "`[20:14] Ann passes`"),
        ("score Ann: many", "T105", "many", "A number of points is expected here"),
        ("score Ann: 1000001", "T105", "1000001", "A score of more than 1,000,000"),
        ("score Bob: 3", "T102", "Bob", "Did you mean `Bo`"),
        ("dealer: Bo", "T106", "dealer: Bo", "`dealer:` belongs in the header"),
        ("hand Ann: red 5", "T106", "hand Ann: red 5", "belongs in the header"),
        ("date: today", "T101", "date: today", "is nothing that a record says"),
    ],
)
def test_a_line_behind_the_header(table: Read, line: str, code: str, stretch: str, words: str) -> None:
    game = table(f"Bo passes\n  {line}   # a comment\nCy passes")
    fault = only(game)
    assert fault.span is not None
    assert (fault.code, fault.span.line) == (code, 4)
    column = line.rindex(stretch) if stretch in ("9000 unknown", "") else line.index(stretch)
    if stretch:
        assert (fault.span.column, fault.span.end_column) == (column + 3, column + 3 + len(stretch))
    assert words in f"{fault.sentence} {fault.help}"
    assert [s.span.line for s in game.statements] == [3, 5]


@pytest.mark.parametrize(
    ("lines", "code", "place", "words"),
    [
        ("hand Ann: red 5\nhand ann: red 1", "T111", "4:1", "`hand ann:` stands twice"),
        ("dealer: Bo\nDealer: Bo", "T107", "4:1", "the first one counts"),
        ("players: Di, Ed", "T107", "3:1", "`players:` stands twice"),
        ("dealer: Bob", "T102", "3:9", "Did you mean `Bo`"),
        ("dealer:", "T114", "3:1", "Nothing stands behind `dealer:`."),
        ("hand Bob: red 5", "T102", "3:6", "Nobody called “Bob” is in this game."),
        ("hand Bo: red 5, rad 1", "T104", "3:17", "“rad 1” is none"),
        ("hand: red 5", "T102", "3:1", "Whose hand this is isn't said."),
        ("hand Bo: 20000 unknown", "T105", "3:10", "More than 10,000 cards"),
        ("start: red 5\ntop: red 1", "T117", "4:1", "only one of them can stand here"),
        ("top: red 5, red 1", "T104", "3:6", "Only one card is on top."),
        ("turn: Bo", "T117", "3:1", "this header has no `top:` line"),
        ("start: red 5\ncolor: blue", "T117", "4:1", "describes a position"),
        ("top: wild\ncolor: blu", "T113", "4:8", "These rules know no color “blu”."),
        ("top: wild\ncolor: red\ncolour: red", "T107", "5:1", "says again what `color:` says"),
        ("top: wild\nowes: some", "T105", "4:7", "A number of cards is expected here"),
        ("top: wild\ndirection: up", "T113", "4:12", "A direction is expected here"),
        ("top: wild\ndraw pile: ²", "T105", "4:12", "A number of cards is expected here"),
        ("illegal plays: taken bak", "T113", "3:16", "Did you mean `taken back`"),
        ("dealer: Bo => fine", "T115", "3:15", "legal, illegal, bluff, undetermined, unruled, impossible"),
        ("rules of the house", "T101", "3:1", "is nothing that a record says"),
        ("12: x", "T101", "3:1", "A line can't begin with a number."),
    ],
)
def test_a_line_of_the_header(table: Read, lines: str, code: str, place: str, words: str) -> None:
    game = table(f"{lines}\nscore Cy: 3\nAnn passes")
    fault = only(game)
    assert (fault.code, str(fault.span)) == (code, f"kitchen.game:{place}")
    assert words in f"{fault.sentence} {fault.help}"
    assert game.header.scores == {2: 3}
    assert len(game.statements) == 1


@pytest.mark.parametrize(
    ("players", "code", "column", "names"),
    [
        ("Ann, Bo, ann", "T109", 19, ["Ann", "Bo"]),
        ("Ann,, Bo", "T109", 14, ["Ann", "Bo"]),
        ("Ann, Bo,", "T109", 18, ["Ann", "Bo"]),
        ("Ann, [x], Bo", "T109", 15, ["Ann", "Bo"]),
        ("Ann, ?, Bo", "T109", 15, ["Ann", "Bo"]),
        ("Ann, Bo, " + "x" * 61, "T109", 19, ["Ann", "Bo"]),
        ("Ann", "T110", 1, ["Ann"]),
        (", ".join(f"P{i}" for i in range(101)), "T110", None, [f"P{i}" for i in range(100)]),
    ],
)
def test_players_that_cannot_be(read: Read, players: str, code: str, column: int | None, names: list[str]) -> None:
    game = read(f"players: {players}\n{names[0]} passes")
    fault = only(game)
    assert fault.code == code
    assert fault.span is not None
    assert column is None or fault.span.column == column
    assert game.header.players == names
    assert len(game.statements) == 1


def test_nobody_plays(read: Read) -> None:
    game = read("rules: here\nhand Ann: red 5\n\nAnn passes\n? whose turn\nscore Ann: 3")
    fault = only(game)
    assert (fault.code, str(fault.span)) == ("T108", "kitchen.game:4:1")
    assert game.header.rules == "here"


def test_acts_in_front_of_the_players_are_not_read(read: Read) -> None:
    game = read("Ann passes\nplayers: Ann, Bo\nBo passes")
    assert (only(game).code, len(game.statements)) == ("T106", 1)


def test_a_key_nearly_known_is_kept_with_a_warning(table: Read) -> None:
    game = table("dealr: Bo")
    fault = only(game)
    assert (fault.code, fault.severity, fault.help) == ("T120", "warning", "Did you mean `dealer`?")
    assert game.header.extra == {"dealr": "Bo"}


def test_any_other_key_is_no_error(table: Read) -> None:
    keys = ("date", "event", "table", "place", "round", "note", "site", "referee", "time", "deck", "points", "name")
    assert not table("\n".join(f"{key}: x" for key in keys)).faults


def test_a_later_round_has_few_keys(table: Read) -> None:
    game = table("Ann wins\nnext round\nrules: other\ntop: red 5\ndealer: Bo\nAnn passes\nstart: red 5")
    assert [(f.code, f.span and f.span.line) for f in game.faults] == [("T106", 5), ("T106", 6), ("T106", 9)]


def test_an_expectation_that_cannot_be_leaves_the_event(table: Read) -> None:
    game = table("Ann passes => leegal")
    fault = only(game)
    assert (fault.code, fault.span and fault.span.column, fault.help) == (
        "T115",
        15,
        "Did you mean `legal` or `illegal`?",
    )
    assert len(game.statements) == 1


def test_an_expectation_goes_with_its_line(table: Read) -> None:
    assert [s.expect for s in table("Ann plays nonsense => legal\nAnn passes").statements] == [None]


def test_the_second_of_two_lines_points_to_the_first(table: Read) -> None:
    ((words, span),) = only(table("hand Ann: red 5\n\nhand Ann: red 1")).others
    assert (words, span.line) == ("the first one", 3)


def test_many_faults_are_counted(table: Read) -> None:
    game = table("Ann passes\n" + "Ann plays nonsense\n" * 10_000)
    assert len(game.faults) == 51
    assert game.faults[-1].sentence == "9,950 more places in this game can't be read."


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "Ann {}",
        "Ann plays {}",
        "Ann plays wild choosing {}",
        "Ann calls {}",
        "Ann calls uno on {}",
        "Ann takes 1 from {}",
        "Ann has {}",
        "? {}",
        "[{}",
        "[{}] Ann passes",
        "Ann passes => {}",
        "{}: x",
        "date: {}",
        "hand Ann: {}",
        "hand {}: red 5",
        "players: {}",
        "with: {}",
        "dealer: {}",
        "score Ann: {}",
        "color: {}",
        "direction: {}",
        "{} plays red 5",
    ],
)
@pytest.mark.parametrize("piece", ["x", "9", "red 5,", "a ", " on ", " from ", ":", "#", "{", ", "])
def test_a_very_long_line_is_quick(table: Read, line: str, piece: str) -> None:
    long = line.replace("{}", piece * (1_000_000 // len(piece)))
    started = time.perf_counter()
    game = table(f"top: red 5\n{long}\nAnn passes")
    assert time.perf_counter() - started < 3
    assert game.statements
    assert all(len(f.sentence) + len(f.help) < 1000 for f in game.faults)


@pytest.mark.parametrize("line", ["hand Ann: {}", "Ann plays {}", "{}"])
def test_ten_megabytes_on_a_line_are_quick(table: Read, line: str) -> None:
    started = time.perf_counter()
    game = table(line.replace("{}", "red 5, " * 1_500_000) + "\nAnn passes")
    assert time.perf_counter() - started < 10
    assert len(game.faults[0].sentence) < 200
