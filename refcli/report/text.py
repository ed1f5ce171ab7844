"""The report for people: the game as it was written, with the referee's remarks at the lines that they concern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from refcli.diagnostics import Diagnostic
from refcli.record.model import Header
from refcli.referee.judge import LEGAL
from refcli.referee.reasons import Hanging
from refcli.referee.referee import Reply, Report, Verdict
from refcli.report.frames import plain, shown_path
from refcli.report.remarks import INDENT, actor_of, explanation_rows, fault_rows, row
from refcli.report.sitting import (
    Difference,
    Sitting,
    explained,
    known,
    not_understood,
    notes_of,
    settled_by,
    standing,
)
from refcli.report.summary import tally
from refcli.report.totals import Totals, counted
from refcli.report.view import View


def game_text(sitting: Sitting, view: View) -> Iterator[str]:
    """A game with everything said of it, line by line; never two blank lines in a row."""
    blank = True
    for line in _game_rows(sitting, view):
        if line or not blank:
            yield line
        blank = not line


def _game_rows(sitting: Sitting, view: View) -> Iterator[str]:
    yield from heading(sitting, view)
    yield ""
    differences = {(d.span.line, id(d.verdict or d.reply)): d for d in sitting.differences()}
    hangs = sitting.hangings(view.verbose)
    last_line = -1
    for line, remark in sitting.remarks():
        if isinstance(remark, Diagnostic):
            yield from fault_rows(view, sitting, remark, line == last_line and line > 0)
            yield ""
        elif isinstance(remark, Reply):
            difference = differences.get((line, id(remark)))
            if not view.only_faults or difference or not_understood(remark):
                yield from reply_rows(view, sitting, remark, difference)
        else:
            difference = differences.get((line, id(remark)))
            yield from verdict_rows(view, sitting, remark, difference, hangs.get(remark.number, []), line == last_line)
        last_line = line
    yield ""
    yield from closing(sitting, view)


def heading(sitting: Sitting, view: View) -> Iterator[str]:
    """Which game this is, by which rules, who plays, and how it began."""
    report = sitting.report
    place = shown_path(sitting.path) + (f":{sitting.first_line}" if sitting.first_line > 1 else "")
    if report is None:
        yield view.paint(place, "bold")
        return
    header = report.game.header
    parts = [place, f"game {header.name}" if header.name else "", report.rules.TITLE]
    parts += known(report)
    parts += [", ".join(header.switched_on), ", ".join(f"no {item}" for item in header.switched_off)]
    parts.append(", ".join(header.players))
    yield view.paint(plain(" · ".join(part for part in parts if part)), "bold")
    facts = list(header_facts(header, report))
    if facts:
        yield view.paint(plain(" · ".join(facts)), "dim")


def header_facts(header: Header, report: Report) -> Iterator[str]:
    """How the game or round begins, and what else its header tells."""

    def named(kind: int | None) -> str:
        return "unknown" if kind is None else report.words.card_name(kind)

    names = report.game.header.players
    if header.dealer is not None:
        yield f"dealer {names[header.dealer]}"
    if header.start is not None:
        yield f"start {', '.join(map(named, header.start)) or 'none'}"
    if header.position:
        yield f"top {named(header.top)}"
        if header.turn is not None:
            yield f"turn {names[header.turn]}"
        if header.direction < 0:
            yield "counterclockwise"
    yield from (f"{key} {value}" for key, value in header.written.values())
    yield from (f"{key}: {value}" for key, value in header.extra.items())


def verdict_rows(
    view: View, sitting: Sitting, verdict: Verdict, difference: Difference | None, hangs: list[Hanging], below: bool
) -> Iterator[str]:
    """The line of an event or header, and what is remarked on it. `below`: the line stands above already."""
    notes = notes_of(verdict)
    quiet = verdict.outcome == LEGAL and difference is None
    if quiet and view.only_faults:
        return
    event = verdict.event if verdict.event is not None and verdict.event.span.line == verdict.span.line else None
    if not below and (event is not None or not quiet):
        number = f"{event.number:>4}" if event is not None else "   -"
        stamp = f"[{event.stamp}] " if event is not None and event.stamp else ""
        text = plain(stamp + sitting.words_of(verdict))
        place = "" if quiet else view.paint(f"   {shown_path(verdict.span.path)}:{verdict.span.line}", "dim")
        yield f"{view.paint(number, 'dim')}  {view.paint(text, 'bold') if not quiet else text}{place}"
    if difference is not None:
        yield from row(view, "expected", f"{difference.expected}, not {difference.got}", "red")
    if not quiet or (view.verbose and verdict.rulings):
        evidence = sitting.evidence(verdict)
        yield from explanation_rows(view, sitting.explained(verdict), hangs, actor_of(sitting, verdict), evidence)
    if settled := settled_by(verdict):
        yield from row(view, "settled", plain(f"by {settled}"), "cyan")
    for note in notes:
        yield from row(view, "note", plain(note), "cyan")
    if not quiet:
        yield ""
    if event is not None and event.header is not None and sitting.report is not None:
        facts = " · ".join(header_facts(event.header, sitting.report))
        if facts:
            yield " " * INDENT + view.paint(plain(facts), "dim")


def reply_rows(view: View, sitting: Sitting, reply: Reply, difference: Difference | None) -> Iterator[str]:
    """A question with its answer, and where another one was expected."""
    answers = reply.answer.splitlines() or [""]
    question = plain(f"? {reply.question.text}")
    if not_understood(reply):
        yield f"      {question}"
        yield from row(view, "✗", plain(f"{reply.answer}"), "red")
    elif len(answers) == 1:
        met = view.paint(" ✓", "green") if reply.expected and difference is None else ""
        answer = view.paint(plain(answers[0]), "bold")
        yield f"      {view.paint(question, 'cyan')}  {view.paint('→', 'dim')} {answer}{met}"
    else:
        yield f"      {view.paint(question, 'cyan')}"
        yield from (f"        {plain(line)}" for line in answers)
    if difference is not None:
        yield from row(view, "expected", f"{difference.expected}, not {difference.got}", "red")
        place = f"{shown_path(sitting.path)}:{difference.span.line}"
        yield from row(view, "", view.paint(place, "dim"))
    if difference is not None or view.verbose:
        found = explained(reply)
        if found is not None:
            yield from explanation_rows(view, found, [], "")
            yield ""


def closing(sitting: Sitting, view: View) -> Iterator[str]:
    """What the game comes to: counts by outcome, the winner, the scores."""
    report = sitting.report
    faults = sum(fault.severity == "error" for fault in sitting.all_faults())
    if report is None:
        yield view.paint("This game couldn't be refereed.", "red")
        return
    totals = Totals()
    totals.add(sitting)
    yield " · ".join([tally(totals, view, report.verdicts), *map(plain, standing(report))])
    if faults:
        what = counted(faults, "line couldn't be read and was left out", "lines couldn't be read and were left out")
        yield view.paint(what, "red")
    if totals.differences:
        yield view.paint(counted(totals.differences, "expectation isn't met", "expectations aren't met"), "red")


class TextWriter:
    """Writes each game for people, and behind several of them what they come to together."""

    def __init__(self, out: TextIO, view: View) -> None:
        self.out, self.view = out, view
        self.games = 0

    def begin(self) -> None:
        """Nothing stands before the first game."""

    def game(self, sitting: Sitting) -> None:
        """Writes a game, a blank line before all but the first."""
        text = "\n".join(game_text(sitting, self.view))
        self.out.write(("\n\n" if self.games else "") + text + "\n")
        self.games += 1

    def unreadable(self, path: str, diagnostics: list[Diagnostic]) -> None:
        """Records that can't be read are told on standard error."""

    def end(self, totals: Totals) -> None:
        """The totals of several games."""
        if totals.games > 1:
            faulty = self.view.paint(f"{totals.faulty} faulty", "red" if totals.faulty else "green")
            self.out.write(f"\n\n{totals.games} games, {faulty} · {tally(totals, self.view)}\n")
