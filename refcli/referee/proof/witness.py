"""A way to split the cards that showed themselves among the pools, kept to answer questions without another search.

Once it is settled from which pool each came, the pools have nothing to do with each other, and in each the closed form of
`hands.py` holds. So one split that fits the record shows for most questions that the answer may be yes, or no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcli.referee.hands import Drawn, Question
from refcli.referee.journal import HIDDEN, Round
from refcli.referee.kinds import meanings
from refcli.referee.proof.network import ENDLESS, Problem

if TYPE_CHECKING:
    from refcli.referee.kleene import Open

PLENTY = 10**6
Wanted = tuple["Open", bool]


class Split:
    """For each hand what came from each pool and what showed itself, and what the pools have left."""

    def __init__(self, r: Round, problem: Problem, chosen: list[int]) -> None:
        network = problem.network
        self.meant = meanings(r.rules)
        self.complex: set[int] = set()
        self.lines: dict[int, dict[int, list[tuple[int, int, int]]]] = {}  # place, pool: (step, joined, kinds shown)
        self.left: dict[int, list[tuple[int, int]]] = {}  # pool: (kinds, number)
        hands = {hand.place for hand in r.hands}
        for at, (what, source, to, number) in enumerate(r.journal):
            if what == HIDDEN:
                if source in hands or not network.pool(source):
                    self.complex.add(to)
                    self.complex.add(source)
                elif to in hands:
                    self.lines.setdefault(to, {}).setdefault(source, []).append(
                        (at, PLENTY if number < 0 else number, 0)
                    )
        used: dict[int, int] = {}
        self.pools: dict[tuple[int, int, int], int] = {}  # by step, place and kinds of what showed itself
        for ways, pick, (at, place) in zip(network.demands, chosen, network.moments, strict=True):
            way = ways[pick]
            used[id(way.bucket)] = used.get(id(way.bucket), 0) + 1
            self.pools[at, place, way.bucket.mask] = way.place
            if len(way.links) != 1 or way.holds:
                self.complex.add(place)
            else:
                self.lines.setdefault(place, {}).setdefault(way.place, []).append((at, 0, way.mask))
        for number, home in network.places.items():
            if network.pool(number) and number not in hands:
                self.left[number] = [
                    (b.mask, b.count - used.get(id(b), 0))
                    for b in home.segments[0].all()
                    if b.count > used.get(id(b), 0)
                ]
        for pools in self.lines.values():
            for line in pools.values():
                line.sort()

    def shows(self, r: Round, wanted: list[Wanted]) -> bool:
        """Whether this split leaves room for all the answers at once; False says nothing."""
        hands = [leaf.hand for leaf, _ in wanted if isinstance(leaf, Question | Drawn)]
        if len(set(hands)) < len(wanted):
            return False
        needs: dict[int, int] = {}
        barred: dict[int, int] = {}
        ones: list[tuple[int, int]] = []
        for leaf, answer in wanted:
            if not isinstance(leaf, Question | Drawn) or leaf.maybe or (isinstance(leaf, Question) and leaf.spare >= 0):
                return False
            place = r.hands[leaf.hand].place
            if place in self.complex:
                return False
            start, pools = leaf.step, self.lines.get(place, {})
            if isinstance(leaf, Drawn):
                start = leaf.step + 1
                pools = {pool: line for pool, line in pools.items() if any(at == leaf.step for at, _, _ in line)}
                mask = leaf.mask if answer else self.meant.all & ~leaf.mask
                found = self._one(pools, start, mask)
                if found is None:
                    return False
                if found >= 0:
                    ones.append((found, mask))
                continue
            if answer:
                found = self._one(pools, start, leaf.mask)
                if found is None:
                    return False
                if found >= 0:
                    ones.append((found, leaf.mask))
                continue
            for pool, line in pools.items():
                need = self._none(line, start, leaf.mask)
                if need is None:
                    return False
                if need:
                    needs[pool] = needs.get(pool, 0) + need
                    barred[pool] = barred.get(pool, 0) | leaf.mask
        for pool, need in needs.items():
            extra = sum(one == pool for one, _ in ones)
            if self.supply(pool, ~barred[pool]) < need + extra:
                return False
        return all(
            self.supply(pool, mask) >= needs.get(pool, 0) + sum(one == pool for one, _ in ones) for pool, mask in ones
        )

    def supply(self, pool: int, mask: int) -> int:
        return sum(number for kinds, number in self.left.get(pool, ()) if kinds & mask)

    def _one(self, pools: dict[int, list[tuple[int, int, int]]], start: int, mask: int) -> int | None:
        """Where a card of some kinds may have been: -1 among those that showed themselves, else a pool; None nowhere."""
        best = None
        for pool, line in pools.items():
            now = sum(joined - (kinds > 0) for at, joined, kinds in line if at < start)
            low = now
            for at, joined, kinds in line:
                if at < start:
                    continue
                if kinds:
                    if kinds & mask and low >= 1:
                        return -1
                    now -= 1
                    low = min(low, now)
                now += joined
            if low >= 1 and self.supply(pool, mask):
                best = pool
        return best

    @staticmethod
    def _none(line: list[tuple[int, int, int]], start: int, mask: int) -> int | None:
        """How many cards of other kinds a pool has to give so that none of some kinds was held; None if one was."""
        held = sum(joined - (kinds > 0) for at, joined, kinds in line if at < start)
        joined_since = inside = outside = 0
        for at, joined, kinds in line:
            if at >= start:
                joined_since += joined
                if kinds:
                    if kinds & ~mask:
                        outside += 1
                    else:
                        inside += 1
                        if inside > joined_since:
                            return None
        return 0 if held >= PLENTY // 2 else max(0, held - outside)


__all__ = ["ENDLESS", "Split"]
