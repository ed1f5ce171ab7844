"""Opening records and cutting streams into games."""

from __future__ import annotations

import io
import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from refcli.diagnostics import Diagnostic, Faulty
from refcli.record.stream import Source, open_source, split_games


def source(folder: Path, content: bytes) -> Source:
    path = folder / "a.game"
    path.write_bytes(content)
    return open_source(str(path))


def refusal(folder: Path, content: bytes) -> Diagnostic:
    with pytest.raises(Faulty) as caught:
        list(source(folder, content).lines)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    assert diagnostic.help
    return diagnostic


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_any_line_end_ends_a_line(tmp_path: Path, end: bytes) -> None:
    content = end.join([b"players: Ann, Bo", b"", b"Ann passes"]) + end
    assert list(source(tmp_path, content).lines) == ["players: Ann, Bo", "", "Ann passes"]


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    assert list(source(tmp_path, b"\xef\xbb\xbfplayers: \xc3\x84nne, Bo").lines) == ["players: Änne, Bo"]


def test_odd_separators_end_no_line(tmp_path: Path) -> None:
    text = "players: A\x0bnn, B\x0co\u2028x, C\x85y"
    assert list(source(tmp_path, text.encode()).lines) == [text]


@pytest.mark.parametrize(
    ("content", "jsonl"),
    [(b'\n \n  {"players": []}', True), (b"\n\nplayers: Ann", False), (b"# {", False), (b"\xef\xbb\xbf{}", True)],
)
def test_json_lines_are_known_by_their_first_sign(tmp_path: Path, content: bytes, jsonl: bool) -> None:
    opened = source(tmp_path, content)
    assert opened.jsonl is jsonl
    assert [line or " " for line in opened.lines] == [line or " " for line in content.decode("utf-8-sig").split("\n")]


@pytest.mark.parametrize(
    ("content", "code", "line", "column"),
    [
        (b"", "T004", 1, 1),
        (b"\n \r\n\t", "T004", 1, 1),
        (b"players: Ann\nAnn pl\0ays", "T005", 2, 7),
        (b"\x7fELF\0\0\0", "T005", 1, 5),
        (b"players: Ann\n\nAnn pla\xffys", "T006", 3, 8),
        ("players: Änne".encode("latin-1"), "T006", 1, 10),
        ("players: Änne".encode("utf-16"), "T006", 1, 1),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(
    tmp_path: Path, content: bytes, code: str, line: int, column: int
) -> None:
    found = refusal(tmp_path, content)
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == (code, line, column)


@pytest.mark.parametrize(("name", "code"), [("gone.game", "T001"), ("", "T002"), ("a\0b", "T003")])
def test_what_cannot_be_opened_is_refused(tmp_path: Path, name: str, code: str) -> None:
    with pytest.raises(Faulty) as caught:
        open_source(str(tmp_path / name) if name else str(tmp_path))
    assert [d.code for d in caught.value.diagnostics] == [code]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\ufeffplayers: Änne\r\nx".encode())))
    assert list(open_source("-").lines) == ["players: Änne", "x"]
    monkeypatch.setattr("sys.stdin", io.StringIO("players: Ann\n"))
    assert list(open_source("-").lines) == ["players: Ann"]


def test_a_line_of_ten_megabytes_is_read(tmp_path: Path) -> None:
    started = time.perf_counter()
    (line,) = source(tmp_path, b"x" * 10_000_000).lines
    assert len(line) == 10_000_000
    assert time.perf_counter() - started < 5


def test_a_line_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refcli.record.stream.LONGEST_LINE", 1000)
    found = refusal(tmp_path, b"players: Ann\n" + b"x" * 5000)
    assert (found.code, found.span and found.span.line) == ("T007", 2)
    assert len(found.sentence) < 100


def games(*lines: str) -> list[tuple[int, list[str]]]:
    return [(raw.first_line, raw.lines) for raw in split_games(lines, "a.game")]


def test_game_lines_begin_games() -> None:
    assert games("game: 1", "players: Ann", "Game : 2", "[9:00] GAME: 3") == [
        (1, ["game: 1", "players: Ann"]),
        (3, ["Game : 2"]),
        (4, ["[9:00] GAME: 3"]),
    ]


def test_the_first_game_needs_no_name() -> None:
    assert games("\ufeffplayers: Ann", "Ann passes", "game: 2") == [
        (1, ["players: Ann", "Ann passes"]),
        (3, ["game: 2"]),
    ]


def test_comments_in_front_of_a_game_belong_to_it() -> None:
    assert games("# one", "game: 1", "Ann passes", "", "# two", "", "game: 2", "x", "# end", "") == [
        (1, ["# one", "game: 1", "Ann passes"]),
        (4, ["", "# two", "", "game: 2", "x", "# end", ""]),
    ]


def test_header_lines_in_front_of_the_first_name_belong_to_that_game() -> None:
    assert games("date: today", "rules: here", "game: 1", "players: Ann", "game: 2") == [
        (1, ["date: today", "rules: here", "game: 1", "players: Ann"]),
        (5, ["game: 2"]),
    ]


def test_players_named_like_the_key_begin_no_game() -> None:
    lines = ["players: Game, Gameboy", "Game passes", "gamebook: x", "Gameboy says game: over"]
    assert games(*lines) == [(1, lines)]


def test_nothing_but_comments_is_one_game() -> None:
    assert games("# nothing", "") == [(1, ["# nothing", ""])]
    assert games() == []


def test_a_stream_is_read_as_it_comes() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for number in itertools.count(1):
            for line in (f"game: {number}", "players: Ann, Bo", *["Ann passes"] * 8):
                taken += 1
                yield line

    stream = split_games(lines(), "-")
    for number in range(1, 100_001):
        raw = next(stream)
        assert len(raw.lines) == 10
        assert raw.first_line == 10 * number - 9
        assert taken == 10 * number + 1
