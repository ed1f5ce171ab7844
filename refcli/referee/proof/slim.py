"""A packing problem made smaller before it is relaxed: what can't decide anything is left out.

A resource that all together can't use up is no matter, nor is an option that uses all that another one does; and demands
with an option that needs nothing scarce are settled.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain

Option = tuple[int, ...]
Number = int | Fraction


def at_most(options: list[Option]) -> dict[int, int]:
    """What a demand with these options may use at the most."""
    most = dict.fromkeys(chain.from_iterable(options), 1)
    for option in options:
        if len(set(option)) < len(option):
            for r in option:
                most[r] = max(most[r], option.count(r))
    return most


class Slim:
    """What is left of some demands: `open` are their numbers, `options` what is left of the options of each, `caps` what there
    is of the resources that matter. `picks` are the options of the demands that are settled, by number."""

    def __init__(self, demands: list[list[Option]], left: list[int]) -> None:
        self.picks: dict[int, int] = {}
        self.origin: dict[int, dict[Option, int]] = {}  # for each demand: which of its options a smaller one stands for
        open_ = dict(enumerate(demands))
        left_over: dict[int, list[Option]] = {}
        wanted: Counter[int] = Counter()
        for options in demands:
            wanted.update(at_most(options))
        scarce = {r for r, number in wanted.items() if number > left[r]}
        settled = True
        while settled:
            settled = False
            for d, options in list(open_.items()):
                origin: dict[Option, int] = {}
                for i, option in enumerate(options):
                    origin.setdefault(tuple(sorted([r for r in option if r in scarce])), i)
                if () in origin:
                    self.picks[d] = origin[()]
                    del open_[d]
                    wanted.subtract(at_most(options))
                    settled = True
                    continue
                self.origin[d] = origin
                left_over[d] = self._least(list(origin))
            if settled:
                taken = Counter(r for d, i in self.picks.items() for r in demands[d][i])
                scarce = {r for r in scarce if wanted[r] > left[r] - taken[r]}
        self.demands = demands
        self.open = list(open_)
        self.options = [left_over[d] for d in self.open]
        # What is settled has taken nothing of what is scarce at the end: it only ever uses what isn't scarce.
        self.caps = {r: left[r] for r in scarce}

    @staticmethod
    def _least(options: list[Option]) -> list[Option]:
        """Options without those that use all that another one uses."""
        kept: list[Option] = []
        for option in sorted(options, key=len):
            if not any(len(other) < len(option) and not Counter(other) - Counter(option) for other in kept):
                kept.append(option)
        return kept

    def start(self, chosen: list[int]) -> list[int]:
        """For each open demand the option left that uses nothing beside what a chosen one does, -1 where none is chosen."""
        found = []
        for d, options in zip(self.open, self.options, strict=True):
            taken = Counter(self.demands[d][chosen[d]]) if chosen[d] >= 0 else None
            found.append(
                -1 if taken is None else next(o for o, option in enumerate(options) if Counter(option) <= taken)
            )
        return found

    def whole(self, shares: list[dict[int, Number]]) -> dict[int, int] | None:
        """The option of every demand, where each has the whole of one; None where some have shares."""
        if any(len(share) != 1 for share in shares):
            return None
        found = self.picks.copy()
        for d, options, share in zip(self.open, self.options, shares, strict=True):
            found[d] = self.origin[d][options[next(iter(share))]]
        return found


__all__ = ["Slim", "at_most"]
