"""The cards of a real deck: every copy with values for what a record may leave out, and how it may be written."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any


class Deck:
    """Every card of one deck as the kind that it truly is.

    An attribute that only some cards have is there or not, one that the deck doesn't settle has a value on each copy.
    """

    def __init__(self, rules: Any, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        kinds = rules.ATTRIBUTE_KINDS
        self.unsaid = [i for i, kind in enumerate(kinds) if kind == "unsaid"]
        self._some = [i for i, kind in enumerate(kinds) if kind == "some"]
        self._untold: dict[int, int] = {}
        self.cards: list[int] = []
        for base, copies in enumerate(rules.COPIES):
            if rules.BASE[base] == base:
                self.cards.extend(self._copies(base, copies))

    def _copies(self, base: int, copies: int) -> list[int]:
        if not self.unsaid and not self._some:
            return [base] * copies
        columns = self.rules.ATTRIBUTES
        kinds = [k for k in range(len(columns[0])) if self.rules.BASE[k] == base]
        told = [k for k in kinds if all(columns[i][k] >= 0 for i in self.unsaid)]
        # What only some cards have most cards don't have.
        weights = [1 + 2 * len(told) * all(columns[i][k] == 0 for i in self._some) for k in told]
        return self.rng.choices(told, weights if self._some else None, k=copies)

    def shuffled(self) -> list[int]:
        """All cards in a new order; the last is on top."""
        cards = self.cards.copy()
        self.rng.shuffle(cards)
        return cards

    def without(self, *places: list[int]) -> list[int]:
        """The cards that lie in none of some places, in a new order."""
        left = Counter(self.cards)
        for cards in places:
            left.subtract(cards)
        found = list((+left).elements())
        self.rng.shuffle(found)
        return found

    def untold(self, kind: int) -> int:
        """The same card as a record writes it that leaves out what the deck doesn't settle."""
        if not self.unsaid:
            return kind
        found = self._untold.get(kind)
        if found is None:
            columns = self.rules.ATTRIBUTES
            bare = [-1 if i in self.unsaid else column[kind] for i, column in enumerate(columns)]
            found = next((k for k in range(len(columns[0])) if [column[k] for column in columns] == bare), kind)
            self._untold[kind] = found
        return found
