"""A made-up deck of colours, faces and a few cards without colour, as the reader knows one."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from refcli.record.model import Event, Game, Hand, Header
from refcli.record.reader import read_game
from refcli.record.stream import RawGame

COLORS = ("red", "yellow", "green", "blue")
FACES = (*map(str, range(10)), "skip", "reverse", "draw two")
NAMES = (*(f"{color} {face}" for color in COLORS for face in FACES), "wild", "wild draw four")
CALLS = {
    "uno": "last-card",
    "catch": "catch",
    "challenge": "challenge",
    "false alarm": "false-alarm",
    "on on on": "odd",
}


def plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").split())


class Deck:
    """A vocabulary as rulebooks give one."""

    def __init__(self) -> None:
        self.kinds = {name: kind for kind, name in enumerate(NAMES)}
        self.short = {"w": "wild", "w4": "wild draw four"}
        for color in COLORS:
            for face in FACES:
                face_short = {"skip": "s", "reverse": "r", "draw two": "d2"}.get(face, face)
                self.short[color[0] + face_short] = f"{color} {face}"
        self.asked = 0

    def card(self, text: str) -> int | None:
        self.asked += 1
        name = plain(text)
        return self.kinds.get(self.short.get(name, name))

    def card_name(self, kind: int) -> str:
        return NAMES[kind]

    def near_cards(self, text: str) -> list[str]:
        return difflib.get_close_matches(plain(text), NAMES, n=3, cutoff=0.7)

    def call(self, text: str) -> str | None:
        return CALLS.get(plain(text))

    def call_words(self) -> list[str]:
        return list(CALLS)

    def attribute(self, text: str) -> str | None:
        return "color" if plain(text) in ("color", "colour") else None

    def value(self, attribute: str, text: str) -> int | None:
        return COLORS.index(plain(text)) if plain(text) in COLORS else None

    def counter(self, text: str) -> str | None:
        return "debt" if plain(text) == "owes" else None


@pytest.fixture(scope="session")
def deck() -> Deck:
    return Deck()


class AnyDeck(Deck):
    """A vocabulary in which any words are a card and a call: for records of decks that aren't made up here."""

    def card(self, text: str) -> int | None:
        name = plain(text)
        if name.isdigit() or name.endswith("unknown") or name in ("?", ""):
            return None
        return self.kinds.setdefault(name, len(self.kinds))

    def card_name(self, kind: int) -> str:
        return list(self.kinds)[kind]

    def call(self, text: str) -> str | None:
        return plain(text) if " on " not in text else None


@pytest.fixture(scope="session")
def any_deck() -> AnyDeck:
    return AnyDeck()


@pytest.fixture(scope="session")
def read(deck: Deck) -> Callable[[str], Game]:
    """Reads one game from a text."""

    def read_text(text: str) -> Game:
        return read_game(RawGame("kitchen.game", 1, text.split("\n")), deck)

    return read_text


@pytest.fixture(scope="session")
def table(read: Callable[[str], Game]) -> Callable[[str], Game]:
    """Reads lines behind a header of two lines that names four players; the first of them is line 3."""
    return lambda text: read(f"players: Ann, Bo, Cy, Ann B\n\n{text}")


def unplaced(value: Any) -> Any:
    """A game as plain data without the places and the text that it was read from, for comparing."""
    if is_dataclass(value):
        dropped = ("span", "spans", "choice_spans", "text", "lines", "path", "first_line", "written")
        kept = dropped if isinstance(value, Game | Header | Event | Hand) else ("span",)
        return {f.name: unplaced(getattr(value, f.name)) for f in fields(value) if f.name not in kept}
    if isinstance(value, dict):
        return {key: unplaced(item) for key, item in value.items()}
    return [unplaced(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="session")
def same() -> Callable[[Game], Any]:
    return unplaced
