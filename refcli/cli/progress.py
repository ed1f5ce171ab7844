"""A bar on standard error while long work is done, for a person at a terminal only."""

from __future__ import annotations

import os
import sys
from types import TracebackType

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import Any


MANY_FILES, MANY_BYTES = 50, 2_000_000


class Progress:
    """Counts games as they are done. Shown only where the work is long and nobody reads the report meanwhile.

    `silent` says that nothing of the report is written before the end, so that a terminal is free for it.
    """

    def __init__(self, paths: list[str], silent: bool = False) -> None:
        self._silent = silent
        self._bar: Any = None
        self._paths = paths
        self._games = 0

    def __enter__(self) -> Progress:
        if not sys.stderr.isatty() or (sys.stdout.isatty() and not self._silent) or not _long(self._paths):
            return self
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        # The report goes where it is sent, and not to the terminal on which the bar is.
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
        self._bar.start()
        self._files = self._bar.add_task("files", total=len(self._paths))
        self._last = ""
        return self

    def game(self, path: str) -> None:
        """Notes that a game of a file is done."""
        if self._bar is None:
            return
        self._games += 1
        if path != self._last:
            self._last = path
            self._bar.advance(self._files)
        elif self._games % 50:
            return
        self._bar.update(self._files, description=f"{self._games:,} games, files")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _long(paths: list[str]) -> bool:
    if len(paths) >= MANY_FILES or "-" in paths:
        return True
    total = 0
    for path in paths:
        try:
            total += os.path.getsize(path)
        except OSError:
            continue
    return total >= MANY_BYTES
