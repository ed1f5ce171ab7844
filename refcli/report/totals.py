"""Counts over many games, and the line that ends a summary. Light to import: a summary of clean games needs no more."""

from __future__ import annotations

from collections import Counter

from refcli.referee.outcomes import FAULTY, FINDINGS, LEGAL

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from refcli.report.sitting import Sitting


class Totals:
    """Counts over games. `faulty` games have an event or header line that is illegal, a bluff or impossible."""

    __slots__ = ("differences", "events", "faulty", "games", "gave_up", "headers", "outcomes", "questions", "unusable")

    def __init__(self) -> None:
        self.games = 0
        self.events = 0
        self.faulty = 0
        self.unusable = 0
        self.differences = 0
        self.questions = 0
        self.gave_up = 0  # events that are undetermined because the search for a proof was given up
        self.outcomes: Counter[str] = Counter()
        self.headers: Counter[str] = Counter()  # outcomes of header lines other than legal

    def add(self, sitting: Sitting) -> None:
        """Counts a game in."""
        self.games += 1
        self.unusable += sitting.unusable
        report = sitting.report
        if report is None:
            return
        outcomes = Counter(v.outcome for v in report.verdicts)
        self.events += len(report.verdicts)
        self.outcomes += outcomes
        headers = Counter(v.outcome for v in report.headers if v.outcome != LEGAL)
        self.headers += headers
        self.faulty += any(outcomes[o] or headers[o] for o in FAULTY)
        self.gave_up += sum(bool(v.gave_up) for v in report.verdicts)
        self.questions += len(report.replies)
        self.differences += len(sitting.differences())

    def clean(self, events: int) -> None:
        """Counts in a game of which only this is known, that all its events are legal."""
        self.games += 1
        self.events += events
        self.outcomes[LEGAL] += events

    def findings(self) -> bool:
        """Whether there is anything that a table has to talk about."""
        return bool(self.differences) or any(self.outcomes[o] or self.headers[o] for o in FINDINGS)

    def line(self) -> str:
        """The line that ends a summary, always of this form."""
        return f"{self.events} events, {self.games} games, {self.faulty} faulty"


def given_up(totals: Totals) -> str:
    """How many events are undetermined for want of work, in words; empty where none is."""
    return f"{totals.gave_up} of them given up" if totals.gave_up else ""


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
