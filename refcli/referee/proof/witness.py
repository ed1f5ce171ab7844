"""A way to split the cards that showed themselves among the pools, kept to answer questions without another search.

Once it is settled from which pool each came, the pools have nothing to do with each other, and in each the closed form of
`hands.py` holds. So one split that fits the record shows for most questions that the answer may be yes, or no.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import TYPE_CHECKING

from refcli.referee.hands import EXPOSED, JOIN, Drawn, Question
from refcli.referee.journal import HIDDEN, SEEN, Round
from refcli.referee.kinds import meanings
from refcli.referee.proof.network import ENDLESS, Network, Problem, Way

if TYPE_CHECKING:
    from refcli.referee.kleene import Open

PLENTY = 10**6
Wanted = tuple["Open", bool]
Line = list[tuple[int, int, int]]  # step, how many joined, kinds of a card that was shown


class Split:
    """For each hand what came from each pool and what showed itself, and what the pools have left."""

    def _empty(self, r: Round) -> None:
        self.meant = meanings(r.rules)
        self.complex: set[int] = set()
        self.lines: dict[int, dict[int, Line]] = {}  # by place and pool
        self.left: dict[int, list[tuple[int, int]]] = {}  # pool: (kinds, number)
        self.roots: dict[int, int] = {}  # of a pile made of one pool and known cards: the pool
        self.valid = True
        self.logs = False  # steps are those of a hand's log, not of the journal

    @classmethod
    def of_one_pool(cls, r: Round) -> Split:
        """In a clean round all unseen cards are from one pool, and there is nothing to be split."""
        found = cls.__new__(cls)
        found._empty(r)
        found.logs = True
        for hand in r.hands:
            line: Line = []
            for at, (what, value) in enumerate(hand.log):
                if what == JOIN:
                    line.append((at, value, 0))
                elif what == EXPOSED:
                    line.append((at, 0, found.meant.told[value]))
                else:
                    found.complex.add(hand.place)
            start = hand.hidden - sum(joined - (kinds > 0) for _, joined, kinds in line)
            found.lines[hand.place] = {0: [(-1, PLENTY if hand.size is None else start, 0), *line]}
        found.left[0] = [(found.meant.fresh[base], number) for base, number in enumerate(r.free) if number > 0]
        return found

    def __init__(self, r: Round, problem: Problem, chosen: list[int], plain: Split | None = None) -> None:
        """The split of a solution; where it is one with cards that a question needs, `plain` is one without."""
        network = problem.network
        self._empty(r)
        kept: dict[int, int] = {}  # and how many cards of the pool are left in it
        hands = {hand.place for hand in r.hands}
        for at, (what, source, to, number) in enumerate(r.journal):
            if what == HIDDEN:
                if to not in hands and source not in hands and to not in kept and self._made_of(network, to, source):
                    self.roots[to], kept[to] = source, number
                elif source in kept:
                    kept[source] -= number if to in hands and number >= 0 else PLENTY
                    self.lines.setdefault(to, {}).setdefault(source, []).append((at, number, 0))
                elif source in hands or not network.pool(source):
                    self.complex.add(to)
                    self.complex.add(source)
                elif to in hands:
                    self.lines.setdefault(to, {}).setdefault(source, []).append(
                        (at, PLENTY if number < 0 else number, 0)
                    )
            elif source in kept:
                kept[source] -= 1 if what == SEEN else PLENTY
        # What a pile gives away has to be there without the known cards, or it matters which of them went.
        for pile in [pile for pile, number in kept.items() if number < 0]:
            self.complex |= {place for place, pools in self.lines.items() if pile in pools}
        used: dict[int, int] = {}
        self.pools: dict[tuple[int, int, int], int] = {}  # by step, place and kinds of what showed itself
        ways_taken = [
            (ways[pick], at, place)
            for ways, pick, (at, place) in zip(network.demands, chosen, network.moments, strict=True)
        ]
        if plain is not None:
            ways_taken = self._without_needs(ways_taken, plain)
        self.shown = Counter((at, place, way.bucket.mask) for way, at, place in ways_taken)
        for way, at, place in ways_taken:
            used[id(way.bucket)] = used.get(id(way.bucket), 0) + 1
            self.pools[at, place, way.bucket.mask] = way.place
            source = way.links[0][0].source if way.links else -1
            if way.holds or (len(way.links) != 1 and not (len(way.links) == 2 and self.roots.get(source) == way.place)):
                self.complex.add(place)
            else:
                self.lines.setdefault(place, {}).setdefault(source, []).append((at, 0, way.mask))
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

    def _without_needs(self, taken: list[tuple[Way, int, int]], plain: Split) -> list[tuple[Way, int, int]]:
        """A card that a question needs is one that shows itself later, or one that never does."""
        missing = plain.shown.copy()
        found: list[tuple[Way, int, int]] = []
        extra: list[tuple[Way, int, int]] = []
        for way, at, place in taken:
            key = (at, place, way.bucket.mask)
            (found if missing[key] > 0 else extra).append((way, at, place))
            if missing[key] > 0:
                missing[key] -= 1
        rest = sorted(missing.elements())
        for way, at, place in extra:
            later = next((one for one in rest if one[0] >= at and one[1:] == (place, way.bucket.mask)), None)
            if later is not None:
                rest.remove(later)
                found.append((way, later[0], place))
        self.valid = not rest
        return found

    def fits(self) -> bool:
        """Whether it is a split indeed: no pool gives what it hasn't got."""
        return self.valid and all(
            place in self.complex or all(self._holds(line) for line in pools.values())
            for place, pools in self.lines.items()
        )

    @staticmethod
    def _made_of(network: Network, pile: int, pool: int) -> bool:
        """Whether all unseen cards of a pile came from one pool, at once."""
        place = network.place(pile)
        links = [link for segment in place.segments for link in segment.links.values()]
        return len(place.segments) == 1 and len(links) == 1 and links[0].source == pool and network.pool(pool)

    def shows(self, r: Round, wanted: list[Wanted]) -> bool:
        """Whether this split leaves room for all the answers at once; False says nothing."""
        until: dict[int, int] = {}  # of each hand that was looked at: up to which step what is chosen there has a say
        needs: dict[int, int] = {}
        barred: dict[int, int] = {}
        ones: list[tuple[int, int]] = []
        for leaf, answer in sorted(wanted, key=lambda one: isinstance(one[0], Question)):
            if not isinstance(leaf, Question | Drawn) or leaf.maybe or (isinstance(leaf, Question) and leaf.spare >= 0):
                return False
            place = r.hands[leaf.hand].place
            start = leaf.mark if self.logs else leaf.step
            if place in self.complex or until.get(place, -1) >= start:
                return False
            until[place] = PLENTY
            pools = self.lines.get(place, {})
            if isinstance(leaf, Drawn):
                if not self.logs:
                    pools = {pool: line for pool, line in pools.items() if any(at == start for at, _, _ in line)}
                    start += 1
                mask = leaf.mask if answer else self.meant.all & ~leaf.mask
                found = self._one(pools, start, mask)
                if found is None:
                    return False
                if found[0] >= 0:
                    ones.append((found[0], mask))
                else:
                    until[place] = found[1]  # the card has shown itself, what the hand held later is another matter
                continue
            if answer:
                found = self._one(pools, start, leaf.mask)
                if found is None:
                    return False
                if found[0] >= 0:
                    ones.append((found[0], leaf.mask))
                continue
            for pool, line in pools.items():
                need = self._none(line, start, leaf.mask)
                if need is None:
                    return False
                if need:
                    root = self.roots.get(pool, pool)
                    needs[root] = needs.get(root, 0) + need
                    barred[root] = barred.get(root, 0) | leaf.mask
        for pool, need in needs.items():
            extra = sum(one == pool for one, _ in ones)
            if self.supply(pool, ~barred[pool]) < need + extra:
                return False
        return all(
            self.supply(pool, mask) >= needs.get(pool, 0) + sum(one == pool for one, _ in ones) for pool, mask in ones
        )

    def supply(self, pool: int, mask: int) -> int:
        return sum(number for kinds, number in self.left.get(pool, ()) if kinds & mask)

    def moves(self, r: Round, wanted: list[Wanted]) -> Iterator[Split]:
        """Splits in which one card that a hand in question showed came from another pool."""
        for place in dict.fromkeys(
            r.hands[leaf.hand].place for leaf, _ in wanted if isinstance(leaf, Question | Drawn)
        ):
            pools = self.lines.get(place, {}) if place not in self.complex else {}
            for pool, line in pools.items():
                for at, _, kind in line if pool not in self.roots else ():  # one of a pile may be a known one
                    for other, others in pools.items():
                        root = self.roots.get(other, other)
                        if kind and other != pool and self._has(root, kind):
                            longer = sorted([*others, (at, 0, kind)])
                            if self._holds(longer):
                                yield self._moved(place, pool, other, (at, 0, kind), longer)

    def _has(self, pool: int, kind: int) -> bool:
        return any(mask == kind and number > 0 for mask, number in self.left.get(pool, ()))

    @staticmethod
    def _holds(line: Line) -> bool:
        now = 0
        for _, joined, kinds in line:
            now += joined - (kinds > 0)
            if now < 0:
                return False
        return True

    def _moved(self, place: int, pool: int, other: int, what: tuple[int, int, int], longer: Line) -> Split:
        found = copy(self)
        root, goal = self.roots.get(pool, pool), self.roots.get(other, other)
        found.lines = {**self.lines, place: {**self.lines[place], other: longer}}
        found.lines[place][pool] = [one for one in self.lines[place][pool] if one != what]
        at, _, kind = what
        found.pools = {**self.pools, (at, place, kind): goal}
        if root != goal:
            found.left = self.left.copy()
            taken = next(i for i, (mask, number) in enumerate(self.left[goal]) if mask == kind and number > 0)
            rest = self.left[goal].copy()
            rest[taken] = (kind, rest[taken][1] - 1)
            found.left[goal] = rest
            found.left[root] = [*self.left.get(root, ()), (kind, 1)]
        return found

    def _one(self, pools: dict[int, Line], start: int, mask: int) -> tuple[int, int] | None:
        """Where a card of some kinds may have been: -1 among those that showed themselves and the step, else a pool and -1;
        None nowhere."""
        best = None
        for pool, line in pools.items():
            now = sum(joined - (kinds > 0) for at, joined, kinds in line if at < start)
            low = now
            for at, joined, kinds in line:
                if at < start:
                    continue
                if kinds:
                    if kinds & mask and low >= 1:
                        return -1, at
                    now -= 1
                    low = min(low, now)
                now += joined
            root = self.roots.get(pool, pool)
            if low >= 1 and self.supply(root, mask):
                best = root, -1
        return best

    @staticmethod
    def _none(line: Line, start: int, mask: int) -> int | None:
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
