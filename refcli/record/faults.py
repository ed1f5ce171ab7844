"""What can't be read in a game, gathered as diagnostics with exact places; the reading goes on behind each."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from refcli.diagnostics import Diagnostic
from refcli.text import Span

# More than so many faults in one game say nothing new.
MOST_FAULTS = 50


class Unreadable(Exception):
    """Raised within a line that can't be read, caught where lines are read: code, sentence, stretch, column, remedy."""

    def __init__(self, code: str, sentence: str, text: str, at: int, remedy: str = "") -> None:
        super().__init__(sentence)
        self.code, self.sentence, self.text, self.at, self.remedy = code, sentence, text, at, remedy


class Faults:
    """The faults of one game. `line` is the line that is being read; columns are given from 0."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.line = 1
        self.found: list[Diagnostic] = []
        self.more = 0

    @property
    def full(self) -> bool:
        """Whether further faults are only counted; then no remedy need be sought."""
        return len(self.found) >= MOST_FAULTS

    def span(self, text: str, at: int) -> Span:
        """The place of the stretch `text` that begins at column `at` of the line."""
        return Span(self.path, self.line, at + 1, self.line, at + 1 + (len(text) or 1))

    def add(
        self,
        fault: Unreadable,
        severity: str = "error",
        others: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        """Keeps a fault of the line that is being read."""
        if self.full:
            self.more += 1
            return
        span = self.span(fault.text, fault.at)
        self.found.append(Diagnostic(fault.code, fault.sentence, span, fault.remedy, severity, others))

    def all(self) -> list[Diagnostic]:
        """The faults by line, and behind them how many more there are."""
        found = sorted(self.found, key=lambda f: (f.span.line, f.span.column) if f.span else (0, 0))
        if self.more:
            places = "place" if self.more == 1 else "places"
            sentence = f"{self.more:,} more {places} in this game can't be read."
            found.append(Diagnostic("T199", sentence, found[-1].span, "Mend the ones above first."))
        return found


def quoted(text: str) -> str:
    """What stands in the record, in quotation marks, cut to a readable length."""
    if len(text) > 60:
        text = text[:57] + "…"
    return "“" + "".join(c if c.isprintable() else "�" for c in text) + "”"


def did_you_mean(text: str, words: Iterable[str], otherwise: str = "", cutoff: float = 0.6) -> str:
    """A question that names the words written nearly like `text`, or `otherwise` where none is."""
    by_fold = {word.casefold(): word for word in words}
    near = difflib.get_close_matches(text[:60].casefold(), by_fold, n=2, cutoff=cutoff)
    return meant([by_fold[word] for word in near], otherwise)


def meant(words: list[str], otherwise: str = "") -> str:
    """A question that offers up to three words."""
    return f"Did you mean {' or '.join(f'`{word}`' for word in words[:3])}?" if words else otherwise
