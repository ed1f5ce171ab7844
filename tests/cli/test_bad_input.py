"""What can't be used is refused with its place and a remedy, never with a traceback; everything else is still judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

HEADER = "rules: uno\nplayers: Ann, Bo\ntop: red 1\n"
GOOD = HEADER + "Ann plays red 5\n"

# name, bytes of the record, options, exit code, words that have to stand in the report or on standard error
RECORDS: list[tuple[str, bytes, list[str], int, list[str]]] = [
    ("nothing in it", b"", [], 2, ["T004", "a.game"]),
    ("blank lines only", b"\n\n \n", [], 2, ["T004"]),
    ("no text", bytes(range(256)) * 4, [], 2, ["a.game:1:", "UTF-8"]),
    ("a zero byte", b"rules: uno\nplay\0ers: Ann, Bo\n", [], 2, ["a.game:2:5", "T005"]),
    ("UTF-16", GOOD.encode("utf-16"), [], 2, ["UTF-16"]),
    ("Latin-1", HEADER.encode() + "Žofie plays red 5\n".encode("iso-8859-2"), [], 2, ["a.game:4:1"]),
    ("no rules", b"players: Ann, Bo\ntop: red 1\nAnn plays red 5\n", [], 2, ["--rules", "`rules: NAME`", "a.game:1:1"]),
    ("no rules, but an option", b"players: Ann, Bo\ntop: red 1\nAnn plays red 5\n", ["--rules", "uno"], 0, ["all legal"]),
    ("unknown rulebook", b"rules: unno\nplayers: Ann, Bo\n", [], 2, ["a.game:1:8", "did you mean uno?", "^^^^"]),
    ("unknown rulebook as an option", GOOD.encode(), ["--rules", "unno"], 2, ["--rules", "did you mean uno?"]),
    ("no rulebook file", b"rules: ./mine.rules\nplayers: Ann, Bo\n", [], 2, ["mine.rules", "a.game:1:8"]),
    ("a house rule", b"with: stakking\n" + GOOD.encode(), [], 2, ["a.game:1:7", "did you mean stacking?", "^^^^^^^^"]),
    ("a house rule off", b"without: stakking\n" + GOOD.encode(), [], 2, ["a.game:1:10", "did you mean stacking?"]),
    ("a house rule as an option", GOOD.encode(), ["--with", "stakking"], 2, ["--with stakking", "did you mean stacking?"]),
    ("an option's value", b"with: uno-penalty 99\n" + GOOD.encode(), [], 2, ["a.game:1:7", "from 1 to 10"]),
    ("an option's word", b"with: uno-penalty many\n" + GOOD.encode(), [], 2, ["from 1 to 10"]),
    ("a reading's value", b"with: voluntary-draw perhaps\n" + GOOD.encode(), [], 2, ["yes, no"]),
    ("an unknown player", HEADER.encode() + b"Eve plays red 5\n", [], 2, ["a.game:4:1", "Ann, Bo", "^^^"]),
    ("an unknown card", HEADER.encode() + b"Ann plays rad 5\n", [], 2, ["a.game:4:11", "Did you mean `red 5`"]),
    ("an unknown verb", HEADER.encode() + b"Ann plaays red 5\n", [], 2, ["a.game:4:5", "Did you mean `plays`"]),
    ("an unknown call", HEADER.encode() + b"Ann calls bingo\n", [], 2, ["a.game:4:11", "uno"]),
    ("no cards drawn", HEADER.encode() + b"Ann draws 0\n", [], 2, ["a.game:4:11"]),
    ("too many cards", HEADER.encode() + b"Ann draws 99999999999999999999\n", [], 2, ["a.game:4:11"]),
    ("one player", b"rules: uno\nplayers: Ann\n", [], 2, ["at least 2"]),
    ("eleven players", b"rules: uno\nplayers: A, B, C, D, E, F, G, H, I, J, K\n", [], 2, ["at most 10"]),
    ("nobody", b"rules: uno\n", [], 2, ["T108"]),
    ("a hand too small", b"rules: uno\nplayers: Ann, Bo\nhand Ann: red 5\n", [], 1, ["7 cards are dealt, not 1"]),
    ("an unknown outcome", HEADER.encode() + b"Ann plays red 5 => fine\n", [], 2, ["a.game:4:"]),
    ("JSON that is none", b'{"players": ["Ann", "Bo"], "rules": "uno"}\n{"verb": }\n', [], 2, ["a.game:2:"]),
    ("Windows line ends", GOOD.replace("\n", "\r\n").encode(), [], 0, ["1 event, all legal"]),
    ("a byte order mark", b"\xef\xbb\xbf" + GOOD.encode(), [], 0, ["1 event, all legal"]),
    ("no end of the last line", GOOD.rstrip().encode(), [], 0, ["1 event, all legal"]),
    ("names of any script", GOOD.replace("Ann", "王小明").replace("Bo", "Žofie").encode(), [], 0, ["王小明 plays red 5"]),
    ("names in names", GOOD.replace("Bo", "Ann B").encode() + b"Ann B plays red 6\n", [], 0, ["2 events, all legal"]),
    ("an escape sequence", GOOD.encode() + b"\x1b[31mBo draws\n", [], 2, ["�[31mBo draws"]),
]  # fmt: skip


@pytest.mark.parametrize(("record", "options", "code", "words"), [r[1:] for r in RECORDS], ids=[r[0] for r in RECORDS])
@pytest.mark.parametrize("format", ["text", "json", "annotated"])
def test_a_record(
    refcli: Run, tmp_path: Path, record: bytes, options: list[str], code: int, words: list[str], format: str
) -> None:
    (tmp_path / "a.game").write_bytes(record)
    done = refcli("replay", "a.game", "--format", format, *options)
    told = done.out + done.err
    assert done.code == code, told
    assert "Traceback" not in told
    assert "fault of refcli" not in told
    if format == "text":
        assert not [word for word in words if word not in told], told


@pytest.mark.parametrize(("option", "word"), [("--format", "jsn"), ("--color", "auot")])
def test_an_option_with_another_value(refcli: Run, tmp_path: Path, option: str, word: str) -> None:
    (tmp_path / "a.game").write_text(GOOD)
    done = refcli("replay", "a.game", option, word)
    assert done.code == 2
    assert option in done.err
    assert "Did you mean" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "no arguments"),
        (["replay"], 2, "GAME"),
        (["replya", "a.game"], 2, "replya"),
        (["replay", "a.game", "--quick"], 2, "--quick"),
        (["replay", "nothing.game"], 2, "There is no such file"),
        (["replay", "empty"], 5, "no record (*.game) in empty"),
        (["replay", "a.game", "--summary", "--format", "annotated"], 2, "--summary"),
        (["test", "empty"], 2, "no record (*.game) in empty"),
        (["test", "a.game"], 2, "no expectation (=> …) in a.game"),
        (["test", "nothing.game"], 2, "There is no such file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_command(refcli: Run, tmp_path: Path, arguments: list[str], code: int, words: str) -> None:
    (tmp_path / "a.game").write_text(GOOD)
    (tmp_path / "empty").mkdir()
    done = refcli(*arguments)
    assert done.code == code
    if words != "no arguments":
        assert words in done.err


def test_a_line_of_ten_megabytes(refcli: Run, tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text(HEADER + "Ann plays " + "x" * 10_000_000 + "\nAnn plays red 5\n")
    done = refcli("replay", "a.game")
    assert done.code == 2
    assert len(done.out) < 5_000
    assert "a.game:4:11" in done.out
    assert "1 event, all legal" in done.out


def test_a_broken_record_keeps_no_other_from_being_judged(refcli: Run, tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text("rules: unno\nplayers: Ann, Bo\nAnn plays red 5\n")
    (tmp_path / "b.game").write_text(GOOD + "Bo plays blue 9\n")
    done = refcli("replay", "a.game", "missing.game", "b.game")
    assert done.code == 2
    assert "did you mean uno?" in done.out
    assert "missing.game" in done.err
    assert "1 legal, 1 illegal (event 2)" in done.out


def test_a_broken_game_keeps_no_other_of_its_record_from_being_judged(refcli: Run) -> None:
    games = f"game: 1\nrules: unno\nplayers: Ann, Bo\nAnn plays red 5\ngame: 2\n{GOOD}"
    done = refcli("replay", "-", "--summary", stdin=games.encode())
    assert done.code == 2
    assert "did you mean uno?" in done.err
    assert done.out.splitlines()[-1] == "1 events, 2 games, 0 faulty"


def test_a_line_that_cannot_be_read_keeps_no_other_from_being_judged(refcli: Run) -> None:
    done = refcli("replay", "-", stdin=f"{HEADER}Ann plaays red 5\nAnn plays blue 9\n".encode())
    assert done.code == 2
    assert "UNREADABLE" in done.out
    assert "1 illegal" in done.out
