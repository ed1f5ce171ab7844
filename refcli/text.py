"""Places in text: the source of a line, a span in it, and the frame that shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text file. Lines and columns count from 1; `end_column` is the column after the last character."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


def frame(lines: list[str], span: Span, context: int = 0) -> str:
    """The lines of `span` with line numbers and a row of carets under the stretch; `lines` is the whole file."""
    first = max(1, span.line - context)
    last = min(len(lines), span.line + context)
    width = len(str(last))
    rows = []
    for number in range(first, last + 1):
        text = lines[number - 1].rstrip("\r\n").replace("\t", " ")
        rows.append(f"{number:>{width}} | {text}")
        if number == span.line:
            end = span.end_column if span.end_line == span.line else len(text) + 1
            rows.append(f"{' ' * width} | {' ' * (span.column - 1)}{'^' * max(1, end - span.column)}")
    return "\n".join(rows)
