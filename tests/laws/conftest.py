"""Random games for the laws: every rulebook, each house rule alone, all on, none. REFCLI_GAMES sets how many of each."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refcli.compile.rulebook import load
from refcli.generate.random_game import Made, Tendencies, make
from refcli.record.model import Event, Game, Hand, Header
from refcli.record.reader import read_game
from refcli.record.stream import RawGame
from refcli.record.writer import write_game
from refcli.referee.referee import Referee, Report, words_of

ROOT = Path(__file__).resolve().parents[2]
GAMES = int(os.environ.get("REFCLI_GAMES", "3"))
MOST_EVENTS = 250
SEATS = (2, 4, 10, 3, 7, 5)
FEW_SEATS = (2, 4, 3, 5)  # where cards are hidden, to keep what has to be thought of small

# A part is played only in rulebooks that extend it.
BOOKS = [
    path.stem
    for path in sorted((ROOT / "rulebooks").glob("*.rules"))
    if "\npart\n" not in path.read_text(encoding="utf-8")
]


@dataclass(frozen=True)
class Combination:
    """A rulebook with some house rules on, and how its random games are played."""

    book: str
    on: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.book}+{'+'.join(self.on)}" if self.on else self.book

    @property
    def rules(self) -> Any:
        return load(self.book, list(self.on))

    def made(
        self, number: int, tendencies: Tendencies, most_events: int = MOST_EVENTS, spread: tuple[int, ...] = SEATS
    ) -> Made:
        """Game NUMBER: with two rounds now and then, and seats from few to many."""
        rng = Random(f"{self} {number}")
        seats = spread[number % len(spread)]
        return make(self.rules, seats, rng, 2 if number % 3 == 1 else 1, most_events, tendencies)

    @cache  # noqa: B019 - the few combinations live as long as the tests
    def game(self, number: int) -> Game:
        """A legal game in which every card is shown, the second of three without what the deck leaves open."""
        return self.made(number, Tendencies(untold=0.2 if number % 3 == 1 else 0.0)).game

    @cache  # noqa: B019
    def rough(self, number: int) -> Game:
        """A short game with bluffs, and every second one with acts against the rules."""
        return self.made(number, Tendencies(bluffs=0.3, slips=0.08 if number % 2 else 0.0), 100, FEW_SEATS).game

    def referee(self, game: Game) -> Report:
        return Referee(self.rules, game, words_of(self.rules)).run()

    def written(self, game: Game) -> str:
        return write_game(game, words_of(self.rules))

    def read(self, text: str) -> Game:
        return read_game(RawGame("random.game", 1, text.split("\n")), words_of(self.rules))


def combinations() -> list[Combination]:
    found = []
    for book in BOOKS:
        houses = tuple(load(book).HOUSES)
        found.append(Combination(book))
        found.extend(Combination(book, (house,)) for house in houses)
        if len(houses) > 1:
            found.append(Combination(book, houses))
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "combination" in metafunc.fixturenames:
        metafunc.parametrize("combination", combinations(), ids=str)
    if "number" in metafunc.fixturenames:
        metafunc.parametrize("number", range(GAMES))


@pytest.fixture(scope="session")
def make_combination() -> Callable[..., Combination]:
    return Combination


def unplaced(value: Any) -> Any:
    """A game as plain data without the places and the text that it was read from, for comparing."""
    if is_dataclass(value):
        dropped = {"span"}
        if isinstance(value, Game | Header | Event | Hand):
            dropped |= {"spans", "choice_spans", "text", "lines", "path", "first_line", "written"}
        return {f.name: unplaced(getattr(value, f.name)) for f in fields(value) if f.name not in dropped}
    if isinstance(value, dict):
        return {key: unplaced(item) for key, item in value.items()}
    return [unplaced(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="session")
def plain() -> Callable[[Any], Any]:
    return unplaced
