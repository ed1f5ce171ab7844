"""Findings about rulebooks: as code frames with their remedies, or as JSON; and what a rulebook comes to in a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from refcli.diagnostics import Diagnostic
from refcli.report.colors import Paint
from refcli.report.frames import framed
from refcli.text import Span


@dataclass(slots=True)
class BookFindings:
    """What checking one rulebook gave. `rules` is their number, None where it can't be read that far."""

    name: str
    path: str
    findings: list[Diagnostic]
    rules: int | None = None
    houses: int = 0
    options: int = 0

    @property
    def errors(self) -> int:
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        return len(self.findings) - self.errors


def in_order(findings: Iterable[Diagnostic], files: Sequence[str] = ()) -> list[Diagnostic]:
    """Findings without doubles in the order of the files and of their lines; those without a place first."""

    def key(finding: Diagnostic) -> tuple[int, str, int, int]:
        span = finding.span
        if span is None:
            return (-1, "", 0, 0)
        return (files.index(span.path) if span.path in files else len(files), span.path, span.line, span.column)

    return sorted(dict.fromkeys(findings), key=key)


def counted(number: int, what: str) -> str:
    """A number with its word: 1 error, 2 errors."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def summary(book: BookFindings, paint: Paint) -> str:
    """What a rulebook comes to: `name: 62 rules, 8 house rules and options, 0 errors, 2 warnings`."""
    parts = []
    if book.rules is not None:
        parts = [counted(book.rules, "rule"), f"{book.houses + book.options} house rules and options"]
    errors, warnings = counted(book.errors, "error"), counted(book.warnings, "warning")
    parts.append(paint(errors, "red", "bold") if book.errors else errors)
    parts.append(paint(warnings, "yellow", "bold") if book.warnings else warnings)
    return f"{paint(book.name, 'bold')}: {', '.join(parts)}"


def findings_text(books: list[BookFindings], paint: Paint) -> str:
    """Every finding of each rulebook, then the summaries."""
    rows: list[str] = []
    for book in books:
        for finding in book.findings:
            rows += [*framed(finding, paint), ""]
    rows += [summary(book, paint) for book in books]
    return "\n".join(rows) + "\n"


def findings_json(books: list[BookFindings]) -> list[dict[str, Any]]:
    """The same as plain data, an object for each rulebook."""
    return [
        {
            "rulebook": book.name, "path": book.path, "rules": book.rules, "house_rules": book.houses,
            "options": book.options, "errors": book.errors, "warnings": book.warnings,
            "findings": [finding_json(finding) for finding in book.findings],
        }
        for book in books
    ]  # fmt: skip


def finding_json(finding: Diagnostic) -> dict[str, Any]:
    """One finding as plain data."""
    return {
        "code": finding.code, "severity": finding.severity, "sentence": finding.sentence, "help": finding.help,
        "place": span_json(finding.span),
        "others": [{"words": words, "place": span_json(span)} for words, span in finding.others],
    }  # fmt: skip


def span_json(span: Span | None) -> dict[str, Any] | None:
    """A place as plain data."""
    if span is None:
        return None
    return {
        "path": span.path, "line": span.line, "column": span.column, "end_line": span.end_line,
        "end_column": span.end_column,
    }  # fmt: skip
