"""Findings as people and programs read them."""

from __future__ import annotations

import json
from pathlib import Path

from refcli.diagnostics import Diagnostic
from refcli.report.colors import Paint
from refcli.report.findings import BookFindings, findings_json, findings_text, in_order, summary
from refcli.text import Span


def finding(path: Path, line: int, severity: str = "error") -> Diagnostic:
    place = Span(str(path), line, 3, line, 8)
    other = Span(str(path), 1, 1, 1, 9)
    return Diagnostic("S999", f"line {line} is odd", place, "mend it", severity, (("it began here", other),))


def test_a_finding_shows_its_place_its_remedy_and_the_other_place(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_text("rulebook a\n  odd things here\n", encoding="utf-8")
    book = BookFindings("a", str(path), [finding(path, 2, "warning")], 1, 2, 3)
    assert (
        findings_text([book], Paint(False))
        == f"""\
{path}:2:3: warning S999: line 2 is odd
  2 |   odd things here
    |   ^^^^^
  it began here: {path}:1:1
    1 | rulebook a
      | ^^^^^^^^
  help: mend it

a: 1 rule, 5 house rules and options, 0 errors, 1 warning
"""
    )


def test_what_cant_be_read_has_no_number_of_rules() -> None:
    book = BookFindings("a", "a.rules", [Diagnostic("P001", "odd", None)])
    assert summary(book, Paint(False)) == "a: 1 error, 0 warnings"


def test_findings_come_in_the_order_of_the_file_without_doubles() -> None:
    mine, base = Path("a.rules"), Path("base.rules")
    found = in_order([finding(base, 1), finding(mine, 9), finding(mine, 2), finding(mine, 9)], [str(mine), str(base)])
    assert [(f.span.path, f.span.line) for f in found if f.span] == [("a.rules", 2), ("a.rules", 9), ("base.rules", 1)]


def test_as_json() -> None:
    book = BookFindings("a", "a.rules", [finding(Path("a.rules"), 2), Diagnostic("S101", "gone", None)], 1, 2, 3)
    (data,) = json.loads(json.dumps(findings_json([book])))
    assert (data["rulebook"], data["rules"], data["house_rules"], data["options"], data["errors"]) == ("a", 1, 2, 3, 2)
    first, second = data["findings"]
    assert first["place"] == {"path": "a.rules", "line": 2, "column": 3, "end_line": 2, "end_column": 8}
    assert first["others"][0]["words"] == "it began here"
    assert second["place"] is None
