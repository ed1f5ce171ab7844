"""A word on a terminal while a game is refereed under many other rules, which takes a while on long ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Questions that try other rules one after another.
_SEARCHES = re.compile(r"\b(?:which|what)\b.*\b(?:rules?|lets?|makes?|allows?|permits?)\b", re.IGNORECASE)


def searches(question: str) -> bool:
    """Whether a question may take a search."""
    return _SEARCHES.search(question) is not None


@contextmanager
def waiting(wanted: bool = True) -> Iterator[None]:
    """Shows on a terminal that something goes on, and nothing of it afterwards; elsewhere nothing at all."""
    if not wanted or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status("refereeing the game under other rules …"):
        yield
