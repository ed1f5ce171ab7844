"""The record itself, byte for byte, with the referee's remarks as `#!` lines below the lines that they concern.

A reader of records passes over them as comments; annotating again drops them first, so that it changes nothing. That is
why no remark names a line number: those move when lines are put in.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from refcli.diagnostics import Diagnostic, Faulty
from refcli.referee.judge import LEGAL
from refcli.referee.reasons import Explanation, Hanging, Reason
from refcli.referee.referee import Reply, Verdict
from refcli.report.evidence import evidence_rows
from refcli.report.frames import plain
from refcli.report.remarks import actor_of, instead_of, outcome_name, quoted, settle_of, undone
from refcli.report.sitting import Difference, Sitting, known, notes_of, settled_by
from refcli.report.totals import Totals
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.referee.evidence.found import Evidence

MARK = "#!"


def is_remark(line: str) -> bool:
    """Whether a line is one of an earlier annotation. A `#!/…` at the start of a script isn't."""
    return line.rstrip("\r\n") == MARK or line.startswith(MARK + " ")


class AnnotatedWriter:
    """Writes records back with remarks. A record is read a second time, as bytes, while its games come."""

    def __init__(self, out: TextIO, standard_input: bytes = b"") -> None:
        self.out = out
        self.standard_input = standard_input
        self.path = ""
        self.lines: Iterator[tuple[int, str]] = iter(())
        self.held = ""  # the last line end, kept back: the record may end without one
        self.ended = True  # whether the record's last line had an end
        self.end_of_line = "\n"

    def begin(self) -> None:
        """Nothing stands before the first record."""
        if hasattr(self.out, "reconfigure"):
            self.out.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")

    def game(self, sitting: Sitting) -> None:
        """Writes the lines of a game with its remarks between them."""
        if sitting.jsonl:
            raise Faulty([_no_comments(sitting)])
        if sitting.path != self.path:
            self._finish()
            self.path = sitting.path
            self.lines = enumerate(self._text_lines(sitting.path), 1)
        found = remarks_by_line(sitting)
        last = sitting.first_line + len(sitting.lines) - 1
        waiting: list[str] = found.pop(0, [])
        for number, line in self.lines:
            if not is_remark(line):
                self._line(line)
            self.ended = line.endswith(("\n", "\r"))
            for remark in [*found.get(number, []), *(waiting if number == sitting.first_line else [])]:
                self._line(f"{MARK} {remark}{self.end_of_line}")
            if number >= last:
                break

    def _line(self, line: str) -> None:
        """Writes a line; its end waits until it's known that another line follows."""
        text = line.rstrip("\r\n")
        end = line[len(text) :]
        if end:
            self.end_of_line = end
        self.out.write(self.held + text)
        self.held = end or self.end_of_line

    def _finish(self) -> None:
        """The rest of a record, and its last line end if it has one."""
        for _, line in self.lines:
            if not is_remark(line):
                self._line(line)
            self.ended = line.endswith(("\n", "\r"))
        if self.ended:
            self.out.write(self.held)
        self.held, self.ended, self.end_of_line = "", True, "\n"

    def unreadable(self, path: str, diagnostics: list[Diagnostic]) -> None:
        """What was read of a broken record has been written; the rest of it isn't text."""
        self.lines = iter(())
        self._finish()
        self.path = ""

    def end(self, totals: Totals) -> None:
        """Writes what is left of the last record."""
        self._finish()

    def _text_lines(self, path: str) -> Iterator[str]:
        """The lines of a record with their ends as they are; bytes that are no text come through unchanged."""
        stream = io.BytesIO(self.standard_input) if path == "-" else io.FileIO(path)
        with io.TextIOWrapper(io.BufferedReader(stream), "utf-8", "surrogateescape", newline="") as text:
            yield from text


def _no_comments(sitting: Sitting) -> Diagnostic:
    span = Span(sitting.path, sitting.first_line, 1, sitting.first_line, len(sitting.line(sitting.first_line)) + 1)
    return Diagnostic("T205", "JSON Lines have no comments that remarks could stand in.", span, "Say --format json.")


def remarks_by_line(sitting: Sitting) -> dict[int, list[str]]:
    """The remarks on each line that isn't plain legal; under 0 those that concern no line of the game."""
    found: dict[int, list[str]] = {}
    if sitting.report is not None and (limits := known(sitting.report)):
        found[0] = [f"JUDGED {', '.join(limits)}"]
    differences = {id(d.verdict or d.reply): d for d in sitting.differences()}
    hangs = sitting.hangings()
    for line, remark in sitting.remarks():
        rows = found.setdefault(line, [])
        if isinstance(remark, Diagnostic):
            rows += _of_fault(remark)
        elif isinstance(remark, Reply):
            rows += [f"answer: {answer}" for answer in remark.answer.splitlines() or [""]]
        else:
            rows += _of_verdict(sitting, remark, hangs.get(remark.number, []), id(remark) in differences)
        if difference := differences.get(id(remark)):
            rows += _of_difference(difference)
    return found


def _of_fault(fault: Diagnostic) -> Iterator[str]:
    kind = "UNREADABLE" if fault.severity == "error" else "NOTE"
    column = f", column {fault.span.column}" if fault.span else ""
    yield plain(f"{kind}: {fault.sentence} ({fault.code}{column})")
    if fault.help:
        yield plain(f"  help: {fault.help}")


def _of_difference(difference: Difference) -> Iterator[str]:
    yield plain(f"EXPECTED: {difference.expected}, not {difference.got}")


def _of_verdict(sitting: Sitting, verdict: Verdict, hangs: list[Hanging], differs: bool) -> Iterator[str]:
    if verdict.outcome != LEGAL or differs:
        evidence = sitting.evidence(verdict)
        yield from map(plain, _of_explanation(sitting.explained(verdict), actor_of(sitting, verdict), evidence))
    for hanging in hangs:
        others = "; ".join(f"with {way}: {outcome}" for way, _, outcome in hanging.others)
        yield plain(f'  hangs on the reading {hanging.name}, "{hanging.words}": here {hanging.value}; {others}')
    if settled := settled_by(verdict):
        yield plain(f"  settled by {settled}")
    yield from (plain(f"  note: {note}") for note in notes_of(verdict))


def _of_explanation(found: Explanation, actor: str, evidence: Evidence | None) -> Iterator[str]:
    """The outcome with its first rule, the facts, the other rules, and what was allowed instead."""
    name = outcome_name(found.outcome, found.gave_up)
    reasons = list(found.reasons)
    if found.left_undone:
        yield f"{name}: {undone(found)}"
    elif found.words:
        yield f"{name}: {found.words}"
    elif reasons:
        first = reasons.pop(0)
        yield f"{name}: {_cited(first)}"
        yield from (f"  {fact}" for fact in first.facts)
    else:
        yield name
    for reason in reasons:
        yield f"  {_cited(reason)}"
        yield from (f"    {fact}" for fact in reason.facts)
    label = ""
    for more, words in evidence_rows(evidence) if evidence is not None else ():
        label = more or label
        yield f"  {label}: {words}"
    if instead := instead_of(found, actor):
        yield f"  instead {instead}"
    if settle := settle_of(found, evidence):
        yield f"  open: {settle}"


def _cited(reason: Reason) -> str:
    about = [reason.ident, f"house rule {reason.house}" if reason.house else "", reason.source]
    return f"{quoted(reason)} ({'; '.join(text for text in about if text)})"
