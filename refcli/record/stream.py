"""From a file to raw games: opening what is text, refusing what isn't, cutting a stream into games as it comes."""

from __future__ import annotations

import io
import itertools
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from refcli.diagnostics import Diagnostic, Faulty
from refcli.text import Span

# A longer line is no line of a record; reading on would only fill the memory.
LONGEST_LINE = 32 * 1024 * 1024

_SAVE_AS_TEXT = "Save the record as plain text in UTF-8."


@dataclass(slots=True)
class RawGame:
    """The lines of one game as written, without line ends. `first_line` is their number in the file, from 1."""

    path: str
    first_line: int
    lines: list[str]


@dataclass(slots=True)
class Source:
    """An open record: its lines as they come, without line ends. `jsonl` tells JSON Lines from the written form."""

    path: str
    jsonl: bool
    lines: Iterator[str]


def open_source(path: str) -> Source:
    """Opens a file, or standard input for `-`; raises Faulty for what can't be opened or is empty.

    What isn't text is found as the lines come, so `lines` may raise Faulty too, with the place.
    """
    if path == "-":
        stream, close = getattr(sys.stdin, "buffer", None), False
        lines = _plain(sys.stdin) if stream is None else _decoded(stream, path, close)
    else:
        lines = _decoded(_open(path), path, True)
    for blank, first in enumerate(lines):
        if first.strip():
            # Blank lines are only counted, so that a file of nothing else needs no memory.
            whole = itertools.chain(itertools.repeat("", blank), (first,), lines)
            return Source(path, first.lstrip().startswith("{"), whole)
    raise _refusal(
        path, "T004", "There is nothing in this record.", "A game begins with a line such as `players: Ann, Bo`."
    )


def split_games(lines: Iterable[str], path: str) -> Iterator[RawGame]:
    """Cuts a stream at its `game:` lines; holds one game at a time.

    Blank lines and comments in front of a `game:` line belong to the game that it begins. Header lines at the very
    start, in front of the first `game:` line, belong to that first game unless they already name its players.
    """
    game: list[str] = []
    between: list[str] = []  # blank lines and comments that belong to whichever game goes on
    first = 1
    unnamed = True  # nothing but header lines so far, and neither a name nor players among them
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = line.removeprefix("\ufeff")
        line = line.rstrip("\r\n")
        text = line.lstrip()
        if not text or text[0] == "#":
            between.append(line)
            continue
        begins = text[0] in "gG[" and header_key(text) == "game"
        if begins and game and not unnamed:
            yield RawGame(path, first, game)
            first += len(game)
            game = []
        unnamed = not begins and (unnamed or not game) and header_key(text) not in ("", "game", "players")
        if between:
            game += between
            between = []
        game.append(line)
    if game or between:
        yield RawGame(path, first, game + between)


def header_key(text: str) -> str:
    """The key of a `key: value` line, in small letters and without a time stamp; empty where there is none."""
    if text[:1] == "[":
        text = text.partition("]")[2]
    key, colon, _ = text[:200].partition(":")
    return " ".join(key.lower().split()) if colon else ""


def _open(path: str) -> BinaryIO:
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise _refusal(path, "T001", "There is no such file.", "Look at the spelling of its name and folder.") from None
    except IsADirectoryError:
        raise _refusal(path, "T002", "This is a folder, not a record.", "Name a file in it.") from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise _refusal(path, "T003", f"This file can't be opened: {reason}.", "Name another file.") from None


def _plain(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line.rstrip("\r\n")


def _decoded(stream: BinaryIO, path: str, close: bool) -> Iterator[str]:
    """Lines of UTF-8 text with any line ends; bytes that are no text become Faulty with their line and column."""
    # Undecodable bytes come through as lone surrogates: so their column is known, and only odd lines are looked at.
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline=None)
    try:
        number = 0
        while line := text.readline(LONGEST_LINE):
            number += 1
            if "\0" in line:
                raise _not_text(path, number, line.index("\0"), line)
            if not line.isascii():
                try:
                    line.encode()
                except UnicodeEncodeError as error:
                    raise _not_text(path, number, error.start, line) from None
            if line[-1] != "\n" and len(line) >= LONGEST_LINE:
                sentence = f"This line has more than {LONGEST_LINE:,} characters."
                raise _refusal(path, "T007", sentence, "A record has one act a line.", number)
            yield line.rstrip("\n")
    except OSError as error:
        raise _refusal(
            path, "T003", f"This file can't be read: {error.strerror or error}.", "Name another file."
        ) from None
    finally:
        if close:
            text.close()
        else:
            text.detach()


def _not_text(path: str, line: int, column: int, text: str) -> Faulty:
    if line == 1 and text[:2] in ("\udcff\udcfe", "\udcfe\udcff"):
        return _refusal(path, "T006", "This file is text in UTF-16, which isn't read here.", _SAVE_AS_TEXT, 1, 1)
    if text[column] == "\0":
        return _refusal(path, "T005", "This is not a text: a zero byte stands here.", _SAVE_AS_TEXT, line, column + 1)
    byte = ord(text[column]) & 0xFF
    sentence = f"This is not text in UTF-8: the byte {byte:02X} stands for no letter here."
    return _refusal(path, "T006", sentence, _SAVE_AS_TEXT, line, column + 1)


def _refusal(path: str, code: str, sentence: str, remedy: str, line: int = 1, column: int = 1) -> Faulty:
    name = "standard input" if path == "-" else path
    return Faulty([Diagnostic(code, sentence, Span(name, line, column, line, column + 1), remedy)])
