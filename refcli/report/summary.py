"""Totals of many games, for people and, in the last line, for programs. Light to import."""

from __future__ import annotations

from collections.abc import Iterable

from refcli.referee.outcomes import LEGAL, OUTCOMES, UNDETERMINED
from refcli.report.totals import Totals, counted, given_up
from refcli.report.view import LOOKS, View

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import TextIO

    from refcli.diagnostics import Diagnostic
    from refcli.referee.referee import Verdict
    from refcli.report.sitting import Sitting


def tally(totals: Totals, view: View, verdicts: Iterable[Verdict] = ()) -> str:
    """`12 events: 10 legal, 2 illegal (events 4, 6)`: outcomes in colour, with the numbers of the verdicts given."""
    where: dict[str, list[int]] = {}
    for verdict in verdicts:
        if verdict.outcome != LEGAL:
            where.setdefault(verdict.outcome, []).append(verdict.number)
    told = []
    for outcome in OUTCOMES:
        if number := totals.outcomes[outcome]:
            words = view.paint(f"{number} {outcome}", LOOKS[outcome][1]) + _numbers(where.get(outcome, []))
            gave_up = given_up(totals) if outcome == UNDETERMINED else ""
            told.append(f"{words}, {gave_up}" if gave_up else words)
    events = counted(totals.events, "event")
    if totals.events and totals.outcomes[LEGAL] == totals.events:
        text = f"{events}, {view.paint('all legal', 'green')}"
    else:
        text = f"{events}: {', '.join(told)}" if told else events
    header = ", ".join(view.paint(f"{n} {o}", LOOKS[o][1]) for o in OUTCOMES if (n := totals.headers[o]))
    return text + (f" · header: {header}" if header else "")


def _numbers(numbers: list[int], most: int = 8) -> str:
    """The numbers of events, in brackets; of many the first ones."""
    if not numbers:
        return ""
    more = ", …" if len(numbers) > most else ""
    noun = "event" if len(numbers) == 1 else "events"
    return f" ({noun} {', '.join(map(str, numbers[:most]))}{more})"


class SummaryWriter:
    """Writes totals only; the last line has always the form `N events, N games, N faulty`."""

    def __init__(self, out: TextIO, view: View) -> None:
        self.out = out
        self.view = view

    def begin(self) -> None:
        """Nothing comes first."""

    def unreadable(self, path: str, diagnostics: list[Diagnostic]) -> None:
        """Told on standard error."""

    def game(self, sitting: Sitting) -> None:
        """A single game is only counted."""

    def end(self, totals: Totals) -> None:
        """What was found, then the line for programs."""
        self.out.write(tally(totals, self.view) + "\n")
        if totals.questions or totals.differences:
            differing = counted(totals.differences, "expectation isn't met", "expectations aren't met")
            self.out.write(f"{counted(totals.questions, 'question')} answered, {differing}\n")
        if totals.unusable:
            unread = counted(totals.unusable, "game has", "games have")
            self.out.write(self.view.paint(f"{unread} lines that can't be read\n", "red"))
        self.out.write(totals.line() + "\n")
