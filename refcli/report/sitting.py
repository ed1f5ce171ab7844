"""A game with all that the referee says of it, in the shape that every format of report starts from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refcli.diagnostics import Diagnostic
from refcli.questions.model import Answer, NotUnderstood
from refcli.record.model import Event, Expectation, Header
from refcli.referee.judge import BLUFF, IMPOSSIBLE, LEGAL, UNDETERMINED
from refcli.referee.reasons import Explanation, Hanging, cited, explain, hangings
from refcli.referee.referee import Referee, Reply, Report, Verdict, same_answer
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.referee.evidence.found import Evidence


# So many events of one game get their evidence written out; that of any other is to be had by asking.
MOST_EVIDENCE = 24
UNSEEN = (UNDETERMINED, BLUFF, IMPOSSIBLE)


@dataclass(slots=True)
class Difference:
    """An expectation that isn't met."""

    span: Span
    text: str
    expected: str
    got: str
    verdict: Verdict | None = None
    reply: Reply | None = None


@dataclass(slots=True)
class Sitting:
    """One game of a record: its lines, and the referee's report or the faults that kept it from being refereed.

    `settings` names the house rules and options that were set, from the header and from the command line.
    """

    path: str
    first_line: int
    lines: list[str]
    jsonl: bool = False
    report: Report | None = None
    faults: list[Diagnostic] = field(default_factory=list)
    crash: Exception | None = None
    _told: Report | None = None  # the report again, with every table as it was
    _evidence: dict[int, Evidence | None] = field(default_factory=dict)

    def all_faults(self) -> list[Diagnostic]:
        """What couldn't be read or used, by line."""
        read = self.report.game.faults if self.report else []
        found = [*self.faults, *(fault for fault in read if fault not in self.faults)]
        return sorted(found, key=lambda f: f.span.line if f.span and f.span.path == self.path else 0)

    @property
    def unusable(self) -> bool:
        """Whether something in it couldn't be read, so that not all of it was judged."""
        return any(fault.severity == "error" for fault in self.all_faults())

    @property
    def lines_read(self) -> dict[str, tuple[int, list[str]]]:
        """The lines for code frames."""
        return {self.path: (self.first_line, self.lines)}

    def line(self, number: int) -> str:
        """A line of the file as written, by its number."""
        at = number - self.first_line
        return self.lines[at] if 0 <= at < len(self.lines) else ""

    def remarks(self) -> list[tuple[int, Verdict | Reply | Diagnostic]]:
        """Everything that is said of the game, each with its line, in the order of the lines."""
        found: list[tuple[int, Verdict | Reply | Diagnostic]] = []
        if self.report:
            found += [(v.span.line, v) for v in self.report.headers]
            found += [(v.span.line, v) for v in self.report.verdicts]
            found += [(r.question.span.line, r) for r in self.report.replies]
        found += [(f.span.line if f.span and f.span.path == self.path else 0, f) for f in self.all_faults()]
        return sorted(found, key=lambda row: row[0])

    def verdicts(self) -> list[Verdict]:
        """The verdicts of header lines and events."""
        return [*self.report.headers, *self.report.verdicts] if self.report else []

    def expectations(self) -> int:
        """How many lines say what they expect."""
        replies = self.report.replies if self.report else []
        return sum(1 for v in self.verdicts() if v.expected) + sum(1 for r in replies if r.expected)

    def differences(self) -> list[Difference]:
        """The expectations that aren't met."""
        found: list[Difference] = []
        for verdict in self.verdicts():
            if not verdict.as_expected:
                expected, got = verdict.expected, verdict.outcome
                if verdict.expected_rule:
                    expected += f" ({verdict.expected_rule})"
                    got += f" ({', '.join(verdict.rules()) or 'no rule'})"
                found.append(Difference(verdict.span, self.words_of(verdict), expected, got, verdict))
        for reply in self.report.replies if self.report else []:
            span, text = reply.question.span, f"? {reply.question.text}"
            wanted = reply.question.expect.rule if reply.question.expect else ""
            if not reply.as_expected:
                found.append(Difference(span, text, reply.expected, reply.answer, reply=reply))
            elif wanted and wanted not in (rules := rules_of(reply)):
                got = f"{reply.answer} ({', '.join(rules) or 'no rule'})"
                found.append(Difference(span, text, f"{reply.expected} ({wanted})", got, reply=reply))
        return sorted(found, key=lambda d: d.span.line)

    def words_of(self, verdict: Verdict) -> str:
        """The statement that a verdict is about, as written, without its comment."""
        if verdict.event is not None and verdict.event.span.line == verdict.span.line:
            return verdict.event.text
        return self.line(verdict.span.line)[verdict.span.column - 1 : verdict.span.end_column - 1]

    def explained(self, verdict: Verdict) -> Explanation:
        """Why an outcome is what it is. For what is legal the game is refereed once more, keeping what was judged."""
        if verdict.outcome != LEGAL or verdict.event is None or self.report is None or not verdict.rulings:
            return explain(verdict)
        if self._told is None:
            report = self.report
            referee = Referee(report.rules, report.game, report.words)
            referee.branches[0].player.keeps = True
            for event in referee.statements(report.as_of):
                referee.step(event)
            self._told = referee.report(report.hindsight)
        return explain(next((v for v in self._told.verdicts if v.number == verdict.number), verdict))

    def evidence(self, verdict: Verdict) -> Evidence | None:
        """What proves the outcome of an event that isn't legal, or leaves it open, where unseen cards have a say in it."""
        if verdict.outcome == LEGAL or self.report is None:
            return None
        if verdict.witness is None:
            from refcli.referee.evidence.found import evidence_of_header

            return evidence_of_header(self.report, verdict)
        if verdict.number not in self._evidence:
            from refcli.referee.evidence.found import Evidence, evidence_of

            if sum(found is not None for found in self._evidence.values()) < MOST_EVIDENCE:
                self._evidence[verdict.number] = evidence_of(verdict)
            elif verdict.outcome not in UNSEEN:
                return None
            else:
                words = f"enough proofs are written out above; `refcli settle` shows that of event {verdict.number}"
                return Evidence(cut=words)
        return self._evidence[verdict.number]

    def hangings(self, every: bool = False) -> dict[int, list[Hanging]]:
        """By event number, the readings that an outcome hangs on: of events that aren't plain legal, or of all."""
        if self.report is None:
            return {}
        return hangings(self.report, [v for v in self.report.verdicts if every or v.outcome != LEGAL])


def completed(report: Report) -> Report:
    """The report with a verdict for each header line that says what it expects."""
    headers: list[tuple[Header, Event | None]] = [(report.game.header, None)]
    headers += [(v.event.header, v.event) for v in report.verdicts if v.event and v.event.header]
    for header, event in headers:
        for key, expect in header.expects.items():
            span = header.spans.get(key)
            if span is None:
                continue
            here = next((v for v in report.headers if v.span.line == span.line), None)
            if here is None:
                report.headers.append(Verdict(LEGAL, span, event, [], "", expect.text, expect.rule))
            elif not here.expected:
                here.expected, here.expected_rule = expect.text, expect.rule
    return report


def as_verdict(reply: Reply) -> Verdict | None:
    """The judgement behind the answer to a `may` question, as a verdict that can be explained."""
    detail = reply.detail
    if not isinstance(detail, Answer) or detail.event is None or not detail.rulings:
        return None
    outcomes = {ruling.outcome(table) for ruling, table in detail.rulings}
    outcome = outcomes.pop() if len(outcomes) == 1 else UNDETERMINED
    expect: Expectation | None = reply.question.expect
    return Verdict(outcome, reply.question.span, detail.event, detail.rulings, "", "", expect.rule if expect else "")


def rules_of(reply: Reply) -> list[str]:
    """Ids of the rules that an answer rests on."""
    verdict = as_verdict(reply)
    return [ident for ident, _ in cited(verdict)] if verdict else []


def explained(reply: Reply) -> Explanation | None:
    """Why a `may` question is answered so."""
    verdict = as_verdict(reply)
    return explain(verdict, instead=False) if verdict else None


def not_understood(reply: Reply) -> bool:
    """Whether the question is none of those that can be asked."""
    return isinstance(reply.detail, NotUnderstood)


def notes_of(verdict: Verdict) -> list[str]:
    """Remarks that change no outcome; only those on which all branches of the game agree."""
    if not verdict.rulings:
        return []
    first = verdict.rulings[0][0].notes
    return [note for note in first if all(note in ruling.notes for ruling, _ in verdict.rulings)] if first else []


def settled_by(verdict: Verdict) -> str:
    """The later event that settled an outcome, in words; empty where none did. It is looked for when it is asked for."""
    event = verdict.settled_by
    return f"event {event.number}, {event.text}" if event is not None else ""


def known(report: Report) -> list[str]:
    """What of the record the outcomes are given with, where it isn't all of it."""
    found = [f"as of event {report.as_of}"] if report.as_of is not None else []
    return found if report.hindsight else [*found, "without hindsight"]


def standing(report: Report) -> Iterator[str]:
    """How the game stands at the end of the record: who has won or is due, and the scores."""
    table, names = report.final, report.game.header.players
    if table.winner >= 0:
        yield f"{names[table.winner]} won"
    if any(table.scores):
        told = (f"{name} {'unknown' if n < 0 else n}" for name, n in zip(names, table.scores, strict=False))
        yield f"score: {', '.join(told)}"


__all__ = [
    "Difference", "Sitting", "as_verdict", "completed",
    "explained", "known", "not_understood", "notes_of", "rules_of", "same_answer", "settled_by", "standing",
]  # fmt: skip
