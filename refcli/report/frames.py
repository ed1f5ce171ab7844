"""A diagnostic for people: its sentence, the line that it is about with carets under the stretch, the remedy."""

from __future__ import annotations

import os
import unicodedata
from functools import lru_cache
from pathlib import Path

from refcli.diagnostics import Diagnostic
from refcli.report.colors import Paint
from refcli.resources import rulebook_folder
from refcli.text import Span

# Of a longer line only the stretch around the finding is shown.
WIDEST = 110
_BEFORE = 40

Lines = dict[str, tuple[int, list[str]]]  # by path: number of the first line, the lines


def plain(text: str) -> str:
    """Text that can't steer a terminal: tabs as blanks, other unprintable characters replaced."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "�" for c in text)


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.category(c) in ("Mn", "Me", "Cf") for c in text)


@lru_cache(maxsize=1000)
def shown_path(path: str) -> str:
    """A path as people read it: relative to the working folder if under it, refcli's own as `rulebooks/…`."""
    if path in ("-", "", "standard input"):
        return "standard input"
    if not os.path.isabs(path):
        return plain(path)
    own = rulebook_folder()
    if Path(path).is_relative_to(own):
        return f"{own.name}/{Path(path).relative_to(own)}"
    try:
        return plain(str(Path(path).relative_to(Path.cwd())))
    except (ValueError, OSError):
        return plain(path)


@lru_cache(maxsize=100)
def file_lines(path: str) -> tuple[str, ...]:
    """The lines of a text file; none where it can't be read."""
    try:
        return tuple(Path(path).read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()


def source_line(span: Span, lines: Lines | None = None) -> str | None:
    """The line at which a span begins, or None where it can't be had."""
    first, found = (lines or {}).get(span.path) or (1, None)
    at = span.line - first
    every = found if found is not None else file_lines(span.path) if os.path.isfile(span.path) else ()
    return every[at] if 0 <= at < len(every) else None


def excerpt(text: str, column: int, length: int) -> tuple[str, str]:
    """A line and the carets under the stretch of `length` characters at `column` (from 1); of a long line a part."""
    start, end = column - 1, column - 1 + max(1, length)
    cut = max(0, start - _BEFORE) if len(text) > WIDEST else 0
    part = text[cut : cut + WIDEST]
    front = "…" if cut else ""
    back = "…" if cut + WIDEST < len(text) else ""
    shown = front + plain(part) + back
    until = min(end, cut + len(part) + (end > len(text)))
    under = " " * (len(front) + cells(plain(text[cut:start])))
    return shown, under + "^" * max(1, cells(plain(text[start:until])))


def code_frame(span: Span, paint: Paint, lines: Lines | None = None, style: str = "red", note: str = "") -> list[str]:
    """The line of a span with its number and carets; nothing where the line can't be had."""
    text = source_line(span, lines)
    if text is None:
        return []
    length = span.end_column - span.column if span.end_line == span.line else len(text) - span.column + 1
    shown, under = excerpt(text, span.column, length)
    gutter = str(span.line)
    return [
        f"{paint(f'{gutter} |', 'dim')} {shown}",
        f"{paint(' ' * len(gutter) + ' |', 'dim')} {paint(under, style)}" + (f" {note}" if note else ""),
    ]


def framed(diagnostic: Diagnostic, paint: Paint, lines: Lines | None = None) -> list[str]:
    """All that people are shown of a diagnostic, as lines."""
    style = "red" if diagnostic.severity == "error" else "yellow"
    span = diagnostic.span
    place = f"{shown_path(span.path)}:{span.line}:{span.column}: " if span else ""
    rows = [
        f"{paint(place, 'bold')}{paint(diagnostic.severity, style, 'bold')} {diagnostic.code}: {diagnostic.sentence}"
    ]
    if span is not None:
        rows += [f"  {row}" for row in code_frame(span, paint, lines, style)]
    for words, other in diagnostic.others:
        rows.append(f"  {words}: {shown_path(other.path)}:{other.line}:{other.column}")
        rows += [f"    {row}" for row in code_frame(other, paint, lines, "cyan")]
    if diagnostic.help:
        rows.append(f"  {paint('help:', 'cyan')} {diagnostic.help}")
    return rows
