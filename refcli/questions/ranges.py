"""Options as numbers that note for which other values of theirs a game would have gone the same.

A rulebook compares most of its options with something, so that most of an option's values come to the same. A `Ranged` number
stands for one value; whatever is compared with it narrows down the values for which the comparison, and so all that
followed, would have come out so. Whatever else is done with it (adding, counting, keeping it) takes the value itself, and
leaves that one only.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

Bounds = tuple[tuple[str, int, int], ...]  # name of an option, the least and the greatest value that come to the same


class Ranged:
    """The value of an option from `least` to `most`; all from `low` to `high` have come to the same so far."""

    __slots__ = ("high", "least", "low", "most", "name", "value")

    def __init__(self, name: str, value: int, least: int, most: int) -> None:
        self.name, self.value, self.least, self.most = name, value, least, most
        self.low, self.high = least, most

    def taken(self) -> int:
        """The value itself: no other comes to the same."""
        self.low = self.high = self.value
        return self.value

    def _below(self, other: Any) -> bool:
        """Whether it is less than a number."""
        if isinstance(other, Ranged):
            other = other.taken()
        if not isinstance(other, int):
            other = other.__index__()
        if self.value < other:
            self.high = min(self.high, other - 1)
            return True
        self.low = max(self.low, other)
        return False

    def __lt__(self, other: Any) -> bool:
        return self._below(other)

    def __ge__(self, other: Any) -> bool:
        return not self._below(other)

    def __le__(self, other: Any) -> bool:
        return self._below(_after(other))

    def __gt__(self, other: Any) -> bool:
        return not self._below(_after(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ranged):
            other = other.taken()
        if not isinstance(other, int):
            return False
        if other == self.value:
            self.taken()
            return True
        if other > self.value:
            self.high = min(self.high, other - 1)
        else:
            self.low = max(self.low, other + 1)
        return False

    def __hash__(self) -> int:
        return hash(self.taken())

    def __index__(self) -> int:
        return self.taken()

    __int__ = __index__

    def __bool__(self) -> bool:
        return self != 0

    def __str__(self) -> str:
        return str(self.taken())

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(self.taken(), spec)

    def __add__(self, other: Any) -> Any:
        return self.taken() + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self.taken() - other

    def __rsub__(self, other: Any) -> Any:
        return other - self.taken()

    def __mul__(self, other: Any) -> Any:
        return self.taken() * other

    __rmul__ = __mul__

    def __neg__(self) -> int:
        return -self.taken()


def _after(other: Any) -> int:
    """The number that follows, so that `at most` can be asked as `less than`."""
    return (other.taken() if isinstance(other, Ranged) else int(other)) + 1


class Ranges:
    """The options of one run of a rulebook. `values` are those that aren't as the rulebook has them."""

    def __init__(self, values: dict[str, int]) -> None:
        self.values = values
        self.options: dict[str, Ranged] = {}

    def option(self, name: str, value: int, least: int, most: int) -> Ranged:
        """An option, as the compiled rulebook asks for it."""
        made = self.options[name] = Ranged(name, self.values.get(name, value), least, most)
        return made

    def say(self, rules: SimpleNamespace) -> SimpleNamespace:
        """The rules with the values in their table of options, too."""
        rules.OPTIONS = {name: (self.values.get(name, row[0]), *row[1:]) for name, row in rules.OPTIONS.items()}
        return rules

    def narrowed(self) -> Bounds:
        """What has been found out since this was asked last, of the options whose values don't all come to the same."""
        found = []
        for option in self.options.values():
            if (option.low, option.high) != (option.least, option.most):
                found.append((option.name, option.low, option.high))
                option.low, option.high = option.least, option.most
        return tuple(found)


def both(one: Bounds, two: Bounds) -> Bounds:
    """The values that come to the same in two respects."""
    if not one or not two:
        return one or two
    found = {name: (low, high) for name, low, high in one}
    for name, low, high in two:
        least, most = found.get(name, (low, high))
        found[name] = (max(least, low), min(most, high))
    return tuple((name, *ends) for name, ends in found.items())
