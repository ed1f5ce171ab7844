"""Colours on a terminal, as ANSI codes written by hand: whether they are wanted, and how a text is painted."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import TextIO

CODES = {
    "bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36",
}  # fmt: skip
WHEN = ("auto", "always", "never")

# What `--color` said; one choice a process, for standard output and standard error alike.
_chosen = "auto"


def choose(when: str) -> None:
    """Sets what `--color` said: auto, always or never."""
    global _chosen
    _chosen = when


class Paint:
    """Paints text, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        """The text in the styles named, which are keys of CODES."""
        if not self.on or not text:
            return text
        return f"\x1b[{';'.join(CODES[style] for style in styles)}m{text}\x1b[0m"


def paint_for(stream: TextIO) -> Paint:
    """Colour where a person looks: on a terminal, unless NO_COLOR, FORCE_COLOR or `--color` say otherwise."""
    if _chosen != "auto":
        return Paint(_chosen == "always")
    if os.environ.get("NO_COLOR"):
        return Paint(False)
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return Paint(True)
    return Paint(stream.isatty() and os.environ.get("TERM") != "dumb")
