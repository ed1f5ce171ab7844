"""What each format of report is: something that takes games one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from refcli.diagnostics import Diagnostic
from refcli.report.totals import Totals

if TYPE_CHECKING:
    from refcli.report.sitting import Sitting


class Writer(Protocol):
    """Writes a report while the games come, so that a stream of any length needs no memory."""

    def begin(self) -> None:
        """Writes what comes before all games."""

    def game(self, sitting: Sitting) -> None:
        """Writes one game."""

    def unreadable(self, path: str, diagnostics: list[Diagnostic]) -> None:
        """Takes note of a record that can't be opened or read on."""

    def end(self, totals: Totals) -> None:
        """Writes what comes behind all games."""
