"""What is wrong with a text, as a value: code, place, sentence and remedy."""

from __future__ import annotations

from dataclasses import dataclass, field

from refcli.faulty import Faulty
from refcli.text import Span

__all__ = ["Diagnostic", "Faulty"]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a rulebook or a transcript.

    `code` is a letter for the kind of wrong and a number: P a rulebook that can't be read, S names and types, L layers,
    C checks of meaning, T a transcript that can't be read. `severity` is "error" or "warning". `others` are further
    places that belong to it, each with a few words.
    """

    code: str
    sentence: str
    span: Span | None
    help: str = ""
    severity: str = "error"
    others: tuple[tuple[str, Span], ...] = field(default=())
