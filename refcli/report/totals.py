"""Counts over many games, and the line that ends a summary. Light to import: a summary of clean games needs no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refcli.referee.outcomes import FAULTY, FINDINGS, LEGAL

if TYPE_CHECKING:
    from refcli.report.sitting import Sitting


@dataclass(slots=True)
class Totals:
    """Counts over games. `faulty` games have an event or header line that is illegal, a bluff or impossible."""

    games: int = 0
    events: int = 0
    faulty: int = 0
    unusable: int = 0
    differences: int = 0
    questions: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    headers: Counter[str] = field(default_factory=Counter)  # outcomes of header lines other than legal

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


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
