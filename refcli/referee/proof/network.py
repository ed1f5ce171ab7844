"""From a journal to a packing problem: on which ways may each card that showed itself have come where it was seen?

A place is a list of segments, cut where something asks which cards were there before. A segment has cards that are known
(buckets) and ways from other places by which cards came unseen (links). A card that is seen is a demand; it is traced back
through links to a bucket of its kind. Cards that nobody demands fill what is left; that this is always possible (sizes
agree) needs no proof, unless a condition forbids kinds to them: then they are counted against what the pools still hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refcli.referee.hands import EXPOSED, JOIN
from refcli.referee.journal import HIDDEN, SEEN, SHOWN, SIZED, SPARE, WHOLE, Round, Step
from refcli.referee.kinds import meanings
from refcli.referee.proof.packing import Budget, GaveUp, Option, every, pack

ENDLESS = -1
ANY = -2  # instead of a card: whichever


class Contradiction(Exception):
    """No world fits; `at` is the step that shows it."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at


class Bucket:
    """Known cards of one kind in a place. `mask` are the kinds that they may turn out to be."""

    __slots__ = ("count", "mask", "resource")

    def __init__(self, mask: int, count: int) -> None:
        self.mask = mask
        self.count = count
        self.resource = -1


class Link:
    """Cards that came unseen from one place. `caps` are how many had come before each stretch of demands."""

    __slots__ = ("caps", "resources", "source", "start", "used")

    def __init__(self, source: int, start: int) -> None:
        self.source = source
        self.start = start  # the last segment of the source from which they came
        self.caps: list[int] = [0]
        self.resources: list[int] = [-1]
        self.used = False

    def join(self, number: int) -> None:
        if self.caps[-1] == ENDLESS:
            return
        more = ENDLESS if number == ENDLESS else self.caps[-1] + number
        if self.used:
            self.caps.append(more)
            self.resources.append(-1)
            self.used = False
        else:
            self.caps[-1] = more


class Segment:
    """What came to a place between two cuts; `hold` counts the cards that stayed below the cut under the next one."""

    __slots__ = ("buckets", "forbids", "hold", "holds", "links")

    def __init__(self) -> None:
        self.buckets: dict[int, list[Bucket]] = {}  # by the card that they are, whatever is left open of it
        self.links: dict[tuple[int, int], Link] = {}
        self.hold = ENDLESS  # how many cards lay in the segments below when this one was cut off; ENDLESS: no matter
        self.holds = -1  # the resource that stands for it
        self.forbids: list[
            tuple[int, int, int]
        ] = []  # (lowest segment, kinds, number of the condition) at the cut below

    def all(self) -> Iterator[Bucket]:
        for buckets in self.buckets.values():
            yield from buckets


class Place:
    __slots__ = ("leaving", "segments", "size")

    def __init__(self) -> None:
        self.segments = [Segment()]
        self.size = 0  # ENDLESS where nobody knows
        self.leaving = False  # cards have left unseen since the last cut

    def cut(self) -> Segment:
        segment = Segment()
        if self.leaving and self.size != ENDLESS:
            segment.hold = self.size
        elif self.leaving:
            segment.hold = 10**6
        self.leaving = False
        self.segments.append(segment)
        return segment

    def arrive(self) -> Segment:
        return self.cut() if self.leaving else self.segments[-1]


class Way:
    """An option before resources are numbered: the links passed (with the stretch), holds, the bucket at its end."""

    __slots__ = ("bucket", "conditions", "holds", "links", "mask", "place")

    def __init__(
        self,
        links: tuple[tuple[Link, int], ...],
        holds: tuple[Segment, ...],
        bucket: Bucket,
        place: int,
        mask: int,
        conditions: tuple[int, ...],
    ) -> None:
        self.links = links
        self.holds = holds
        self.bucket = bucket
        self.place = place
        self.mask = mask
        self.conditions = conditions  # whose cuts it crosses


class Forbid:
    """None of some kinds among the cards that came to a place since a step, at a later step."""

    __slots__ = (
        "at", "certain", "counted", "cut", "extra", "fills", "home", "low", "mask", "most", "place", "plain", "since",
        "unseen",
    )  # fmt: skip

    def __init__(
        self, place: int, since: int, at: int, mask: int, extra: int = 0, counted: int = 0, most: int = -1
    ) -> None:
        self.place = place
        self.since = since
        self.at = at
        self.mask = mask
        self.extra = extra  # the kinds that a supposed card may be, which is left aside
        self.counted = (
            counted  # instead of none of some kinds: of these so many at the most, -1 where nothing is counted
        )
        self.most = most
        # What the network finds: the segments meant, from `low` to below `cut`; how many cards of them nobody has seen;
        # which known ones are surely there; and where counting pools is not enough, the ways of cards that may fill it.
        self.home: Place | None = None
        self.low = self.cut = -1
        self.unseen = 0
        self.plain = True
        self.certain: set[Bucket] = set()
        self.fills: list[Way] = []


class Need:
    """Cards of certain kinds, all at once, among those that came to a place since a step, at a later step."""

    __slots__ = ("at", "masks", "place", "since")

    def __init__(self, place: int, since: int, at: int, masks: tuple[int, ...]) -> None:
        self.place = place
        self.since = since
        self.at = at
        self.masks = masks


@dataclass(slots=True)
class Story:
    """The part of a round's journal that a question needs: `copies` are the cards that lie in the first place at its start,
    `marks` where a moment of a hand (the hand, and a place in its log) falls in the journal."""

    journal: list[Step]
    rules: Any
    first: int
    copies: Sequence[int]
    marks: dict[tuple[int, int], int]

    @classmethod
    def whole(cls, r: Round) -> Story:
        return cls(r.journal, r.rules, r.first, r.rules.COPIES, {})

    @classmethod
    def of(cls, r: Round, hands: list[int]) -> Story:
        """In a clean round all unseen cards are from one pool, and hands that nobody asks about only leave less in it."""
        base = r.rules.BASE
        copies = r.free.copy()
        journal: list[Step] = []
        marks = {}
        stock, away = -1, -2
        for index in hands:
            hand = r.hands[index]
            number = ENDLESS
            if hand.size is not None:
                number = hand.hidden
                for what, value in hand.log:
                    number += -value if what == JOIN else 1 if what == EXPOSED else 0
            journal.append((HIDDEN, stock, hand.place, number))
            for at, (what, value) in enumerate(hand.log):
                marks[index, at] = len(journal)
                if what == JOIN:
                    journal.append((HIDDEN, stock, hand.place, value))
                elif what == EXPOSED:
                    copies[base[value]] += 1
                    journal.append((SEEN, hand.place, away, value))
            marks[index, len(hand.log)] = len(journal)
        return cls(journal, r.rules, stock, copies, marks)


class Network:
    """Demands and their ways for one journal and some conditions."""

    def __init__(self, story: Story, conditions: list[Forbid | Need]) -> None:
        journal, rules = story.journal, story.rules
        self.meant = meanings(rules)
        self.places: dict[int, Place] = {}
        self.demands: list[list[Way]] = []
        self.moments: list[tuple[int, int]] = []  # of each demand: the step and the place
        self.forbids = [c for c in conditions if isinstance(c, Forbid)]
        self.lows: dict[int, int] = {}  # by the identity of a condition: the lowest segment that it is about
        self.at = 0
        stock = self.place(story.first)
        for base, copies in enumerate(story.copies):
            if copies > 0:
                stock.segments[0].buckets[base] = [Bucket(*alike) for alike in self.meant.copies(base, copies)]
        stock.size = ENDLESS
        marks: dict[int, list[tuple[bool, Forbid | Need]]] = {}
        for condition in conditions:
            if condition.since >= 0:
                marks.setdefault(condition.since, []).append((False, condition))
            marks.setdefault(condition.at, []).append((True, condition))
        sizes = initial_sizes(journal)
        for at in range(len(journal) + 1):
            self.at = at
            if at in marks:
                self.mark(marks[at])
            if at < len(journal):
                what, source, to, value = journal[at]
                if what == HIDDEN and value == ENDLESS and at in sizes:
                    value = sizes[at]
                    if value < 0:
                        raise Contradiction(at)
                self.step(what, source, to, value)

    def place(self, number: int) -> Place:
        place = self.places.get(number)
        if place is None:
            place = self.places[number] = Place()
        return place

    # ------------------------------------------------------------ the journal

    def step(self, what: int, source: int, to: int, value: Any) -> None:
        if what == SEEN:
            mask = self.demand(source, self.meant.told[value])
            self._resize(source, -1)
            self.bring(to, mask)
        elif what == HIDDEN:
            self.slip(source, to, value)
        elif what == SHOWN:
            self.show(source, [self.meant.told[kind] for kind in value])
        elif what == WHOLE:
            self.empty(source, to)
        elif what == SPARE:
            self.bring(source, 0)

    def _resize(self, number: int, by: int) -> None:
        place = self.place(number)
        if place.size != ENDLESS:
            place.size = max(0, place.size + by)

    def bring(self, number: int, mask: int, count: int = 1) -> None:
        """Known cards come to a place."""
        place = self.place(number)
        segment = place.arrive()
        alike = segment.buckets.setdefault(self.meant.base(mask), [])
        for bucket in alike:
            if bucket.mask == mask and bucket.resource == -1:
                bucket.count += count
                break
        else:
            alike.append(Bucket(mask, count))
        if place.size != ENDLESS:
            place.size += count

    def slip(self, source: int, to: int, number: int) -> None:
        """Cards go unseen."""
        if number == 0:
            return
        giver, taker = self.place(source), self.place(to)
        segment = taker.arrive()
        key = (source, len(giver.segments) - 1)
        link = segment.links.get(key)
        if link is None:
            link = segment.links[key] = Link(*key)
        link.join(number)
        if giver.size != ENDLESS:
            giver.size = ENDLESS if number == ENDLESS else max(0, giver.size - number)
        giver.leaving = True
        if number == ENDLESS or taker.size == ENDLESS:
            taker.size = ENDLESS
        else:
            taker.size += number

    def show(self, number: int, masks: list[int], lowest: int = 0) -> None:
        """Cards are in a place at once, and stay there."""
        found = [self.demand(number, mask, lowest) for mask in masks if self.meant.one(mask)]
        for mask in masks:
            if not self.meant.one(mask):  # some card of several, of which nothing is seen again
                self.demand(number, mask, lowest)
        self._resize(number, -len(found))
        for mask in found:
            self.bring(number, mask)

    def empty(self, source: int, to: int) -> None:
        """Everything goes from one place to another."""
        giver = self.place(source)
        if giver.size != 0:
            taker = self.place(to)
            segment = taker.arrive()
            if len(giver.segments) == 1 and not giver.leaving:
                only = giver.segments[0]
                for base, buckets in only.buckets.items():
                    for bucket in buckets:
                        if bucket.count > 0:
                            segment.buckets.setdefault(base, []).append(bucket)
                for key, link in only.links.items():
                    segment.links[(*key, len(segment.links)) if key in segment.links else key] = link  # type: ignore[index]
                if giver.size == ENDLESS or taker.size == ENDLESS:
                    taker.size = ENDLESS
                else:
                    taker.size += giver.size
                self.places[source] = Place()
                return
            number = giver.size
            self.slip(source, to, number)
            self.places[-source - 2] = giver
            for link in segment.links.values():
                if link.source == source:
                    link.source = -source - 2
            self._renamed(source)
        self.places[source] = Place()

    def _renamed(self, source: int) -> None:
        """Links from a place that was emptied go on meaning what it was."""
        for place in self.places.values():
            for segment in place.segments:
                for link in segment.links.values():
                    if link.source == source:
                        link.source = -source - 2

    # ------------------------------------------------------------ conditions

    def mark(self, marks: list[tuple[bool, Forbid | Need]]) -> None:
        """Cuts, and what conditions ask at this moment."""
        for last, condition in marks:
            if not last:
                self.place(condition.place).cut()
                self.lows[id(condition)] = len(self.place(condition.place).segments) - 1
        # What some of the cards are not has to be known before cards are taken from among them.
        ending = [condition for last, condition in marks if last]
        for condition in sorted(ending, key=lambda c: (c.since < 0, isinstance(c, Forbid) is (c.since < 0))):
            if isinstance(condition, Forbid) and condition.most >= 0:
                self.limit(condition)
            elif isinstance(condition, Need):
                self.show(condition.place, list(condition.masks), self.lows.get(id(condition), 0))
            else:
                self.forbid(condition)

    def limit(self, condition: Forbid) -> None:
        """Of some kinds so many at the most: counted are the cards that show later that they were of them. Those of which
        nothing is seen may be others; where the deck has none left, that is more than there is."""
        place = self.place(condition.place)
        for segment in self._certain(place, 0):
            for bucket in segment.all():
                if bucket.count > 0 and bucket.resource == -1:
                    if bucket.mask and not bucket.mask & ~condition.counted:
                        condition.most -= bucket.count
                        condition.certain.add(bucket)
                    elif not bucket.mask & condition.counted:
                        condition.certain.add(bucket)
        if condition.most < 0:
            raise Contradiction(self.at)
        place.cut().forbids.append((0, 0, self.forbids.index(condition)))

    def forbid(self, condition: Forbid) -> None:
        place = self.place(condition.place)
        aside = 0
        if condition.extra:
            aside = self.demand(condition.place, condition.extra)
            self._resize(condition.place, -1)
        low = condition.low = self.lows.get(id(condition), 0)
        certain = set()
        for segment in self._certain(place, low):
            for bucket in segment.all():
                if bucket.count > 0 and bucket.resource == -1:  # of others one may have been what showed itself
                    if bucket.mask and not bucket.mask & ~condition.mask:
                        raise Contradiction(self.at)
                    certain.add(bucket)
        present = sum(bucket.count for bucket in certain)
        top = len(place.segments) - 1
        plain = not place.leaving and all(self.plain(place.segments[i]) for i in range(low, top + 1))
        if low:
            condition.unseen = sum(max(0, link.caps[-1]) for s in place.segments[low:] for link in s.links.values())
        else:
            condition.unseen = 0 if place.size == ENDLESS else place.size - present
        if not plain and condition.unseen > 0:
            self.trace(condition.place, top, self.meant.all & ~condition.mask, low, (), (), (), condition.fills)
            condition.fills = [way for way in condition.fills if way.bucket not in certain]
            for way in condition.fills:
                for link, _ in way.links:
                    link.used = True
        condition.plain = plain
        condition.certain = certain
        condition.home = place
        segment = place.cut()
        condition.cut = len(place.segments) - 1
        segment.forbids.append((low, condition.mask, self.forbids.index(condition)))
        if aside:
            self.bring(condition.place, aside)

    def plain(self, segment: Segment) -> bool:
        """Whether unseen cards of a segment all come from pools of known cards, and none left unseen."""
        return segment.hold == ENDLESS and all(self.pool(link.source) for link in segment.links.values())

    def pool(self, number: int) -> bool:
        place = self.place(number)
        return len(place.segments) == 1 and not place.segments[0].links

    @staticmethod
    def _certain(place: Place, low: int) -> list[Segment]:
        """The segments of which nothing known can have left unseen."""
        found: list[Segment] = []
        if place.leaving:
            return found
        for segment in reversed(place.segments[low:]):
            found.append(segment)
            if segment.hold != ENDLESS:
                break
        return found

    # ------------------------------------------------------------ demands

    def demand(self, number: int, mask: int, lowest: int = 0) -> int:
        """A card shows itself in a place: a known one, or by some way an unseen one. The kinds that it may be."""
        place = self.place(number)
        top = len(place.segments) - 1
        base = self.meant.base(mask) if self.meant.one(mask) else ANY
        if not place.leaving and base != ANY:
            allowed = mask
            for index in range(top, lowest - 1, -1):
                segment = place.segments[index]
                for bucket in segment.buckets.get(base, ()):
                    # Cards of one kind are all the same; of what nobody told, others may fit as well.
                    if bucket.count > 0 and bucket.mask & allowed == bucket.mask == mask and bucket.resource == -1:
                        if mask & (mask - 1):
                            break
                        bucket.count -= 1
                        return mask
                if segment.hold != ENDLESS:
                    break
                for low, kinds, _ in segment.forbids:
                    if low <= index - 1:
                        allowed &= ~kinds
        ways: list[Way] = []
        self.trace(number, top, mask, lowest, (), (), (), ways, base)
        if not ways:
            raise Contradiction(self.at)
        only = base != ANY and len(ways) == 1 and not ways[0].links and not ways[0].holds
        counted = any(self.forbids[which].most >= 0 for which in ways[0].conditions)
        if only and not counted and ways[0].bucket.resource == -1:
            ways[0].bucket.count -= 1
            return ways[0].mask
        found = 0
        for way in ways:
            found |= way.mask
            way.bucket.resource = -2
            for link, _ in way.links:
                link.used = True
        self.demands.append(ways)
        self.moments.append((self.at, number))
        return found

    def trace(
        self,
        number: int,
        start: int,
        mask: int,
        lowest: int,
        links: tuple[tuple[Link, int], ...],
        holds: tuple[Segment, ...],
        conditions: tuple[int, ...],
        ways: list[Way],
        base: int = ANY,
    ) -> None:
        """All ways on which a card may have come to a place by the end of a segment."""
        place = self.place(number)
        forbids: list[tuple[int, int, int]] = []
        for index in range(start, lowest - 1, -1):
            segment = place.segments[index]
            allowed, crossed = mask, conditions
            for low, kinds, which in forbids:
                if low <= index:
                    allowed &= ~kinds
                    crossed = (*crossed, which)
            if allowed:
                for bucket in segment.all() if base == ANY else segment.buckets.get(base, ()):
                    if bucket.count > 0 and bucket.mask & allowed:
                        ways.append(Way(links, holds, bucket, number, bucket.mask & allowed, crossed))
                for link in segment.links.values():
                    if link.caps[-1] != 0:
                        passed = (*links, (link, len(link.caps) - 1))
                        self.trace(link.source, link.start, allowed, 0, passed, holds, crossed, ways, base)
            if segment.hold != ENDLESS:
                holds = (*holds, segment)
            forbids.extend(segment.forbids)


class Problem:
    """The resources of a network, numbered: what `packing` solves."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.caps: list[int] = []
        self.chosen: list[int] | None = None
        self.demands: list[list[Option]] = [[self.option(way) for way in ways] for ways in network.demands]
        for which, condition in enumerate(network.forbids):
            if condition.most >= 0:
                self.limit(which, condition)
        self.count()

    def resource(self, cap: int) -> int:
        self.caps.append(cap)
        return len(self.caps) - 1

    def option(self, way: Way) -> Option:
        used = []
        for link, stretch in way.links:
            for index in range(stretch, len(link.caps)):
                if link.caps[index] != ENDLESS:
                    if link.resources[index] < 0:
                        link.resources[index] = self.resource(link.caps[index])
                    used.append(link.resources[index])
        for segment in way.holds:
            if segment.holds < 0:
                segment.holds = self.resource(segment.hold)
            used.append(segment.holds)
        if way.bucket.resource < 0:
            way.bucket.resource = self.resource(way.bucket.count)
        used.append(way.bucket.resource)
        return tuple(used)

    def limit(self, which: int, condition: Forbid) -> None:
        """Cards that were where a condition counts some kinds, and show that they were of them."""
        resource = self.resource(condition.most)
        for ways, options in zip(self.network.demands, self.demands, strict=True):
            for i, way in enumerate(ways):
                counts = which in way.conditions and way.bucket not in condition.certain
                if counts and not way.mask & ~condition.counted:
                    options[i] = (*options[i], resource)

    def count(self) -> None:
        """What a condition forbids to the cards that nobody demands: the pools must have enough others (Hall)."""
        kinds: dict[int, dict[int, int]] = {}  # by place and segment
        homes: dict[int, Place] = {}
        for condition in self.network.forbids:
            if condition.plain and condition.home is not None and condition.unseen > 0:
                row = kinds.setdefault(id(condition.home), {})
                homes[id(condition.home)] = condition.home
                for index in range(condition.low, condition.cut):
                    row[index] = row.get(index, 0) | condition.mask
        pools: dict[int, list[tuple[Link, int]]] = {}
        for key, row in kinds.items():
            for index, mask in row.items():
                for link in homes[key].segments[index].links.values():
                    if link.caps[-1] != ENDLESS:
                        pools.setdefault(link.source, []).append((link, mask))
        for number, fills in pools.items():
            masks = list(dict.fromkeys(mask for _, mask in fills))
            for chosen in range(1, 1 << min(len(masks), 6)):
                meant = [mask for i, mask in enumerate(masks) if chosen >> i & 1]
                self.enough(number, [link for link, mask in fills if mask in meant], meant)

    def enough(self, number: int, links: list[Link], masks: list[int]) -> None:
        """Of the pool's cards that some of the links may carry, enough are left for all of them."""
        common = masks[0]
        for mask in masks:
            common &= mask
        supply = [b for b in self.network.place(number).segments[0].all() if b.mask & ~common or not b.mask]
        cap = sum(b.count for b in supply) - sum(link.caps[-1] for link in links)
        buckets, ids = set(supply), {id(link) for link in links}
        weights = []
        for ways in self.network.demands:
            row = [(way.bucket in buckets) - any(id(link) in ids for link, _ in way.links) for way in ways]
            low = min(row)
            if low < 0:
                cap -= low
                row = [weight - low for weight in row]
            weights.append(row)
        resource = self.resource(cap)
        for options, row in zip(self.demands, weights, strict=True):
            for i, weight in enumerate(row):
                if weight:
                    options[i] = (*options[i], *(resource,) * weight)

    # ------------------------------------------------------------ answers

    def hints(self, known: dict[tuple[int, int, int], int]) -> dict[int, int]:
        """For each demand the way on which an earlier solution went, by step, place and kinds."""
        found: dict[int, int] = {}
        if known:
            for d, (ways, (at, place)) in enumerate(zip(self.network.demands, self.network.moments, strict=True)):
                pool = known.get((at, place, ways[0].bucket.mask))
                if pool is not None:
                    for i, way in enumerate(ways):
                        if way.place == pool:
                            found[d] = i
                            break
        return found

    def solve(self, budget: Budget, known: dict[tuple[int, int, int], int]) -> bool:
        """Whether some world fits; `chosen` is then the way of each demand. `known` are pools of an earlier solution."""
        open_ends = [c for c in self.network.forbids if not c.plain and c.unseen > 0]
        if not open_ends:
            self.chosen = pack(self.demands, self.caps, budget, self.hints(known))
            return self.chosen is not None
        for condition in open_ends:
            for way in condition.fills:
                self.option(way)
        first = pack(self.demands, self.caps, budget)
        if first is None:
            return False
        if self.filled(first, open_ends, budget):
            return True
        if any(self.filled(chosen, open_ends, budget) for chosen in every(self.demands, self.caps, budget)):
            return True
        if len(open_ends) > 1:
            raise GaveUp  # cards that fill two conditions at once are not counted so
        return False

    def filled(self, chosen: list[int], open_ends: list[Forbid], budget: Budget) -> bool:
        """Whether the cards that a choice leaves unseen can avoid what conditions forbid."""
        left = self.caps.copy()
        crossing = [0] * len(self.network.forbids)
        for ways, options, pick in zip(self.network.demands, self.demands, chosen, strict=True):
            for resource in options[pick]:
                left[resource] -= 1
            for which in ways[pick].conditions:
                if ways[pick].bucket not in self.network.forbids[which].certain:
                    crossing[which] += 1
        # Buckets of one place that the conditions treat alike are one supply.
        buckets = {way.bucket for c in open_ends for way in c.fills}
        kinds = {bucket: tuple(bucket.mask & ~c.mask != 0 for c in open_ends) for bucket in buckets}
        supplies: dict[tuple[int, tuple[bool, ...]], int] = {}
        counted: set[Bucket] = set()
        extra: list[list[Option]] = []
        for condition in open_ends:
            able: set[Option] = set()
            for way in condition.fills:
                key = (way.place, kinds[way.bucket])
                if key not in supplies:
                    supplies[key] = len(left)
                    left.append(0)
                if way.bucket not in counted:
                    counted.add(way.bucket)
                    left[supplies[key]] += left[way.bucket.resource]
                able.add((*self.option(way)[:-1], supplies[key]))
            extra.extend([sorted(able)] * (condition.unseen - crossing[self.network.forbids.index(condition)]))
        return pack(extra, left, budget) is not None


def initial_sizes(journal: list[Step]) -> dict[int, int]:
    """Where cards of an unknown number came to a place and the number was told later: how many they were."""
    if not any(step[0] == SIZED for step in journal):
        return {}
    found: dict[int, int] = {}
    change: dict[int, int] = {}
    unknown: dict[int, int] = {}
    for at, (what, source, to, value) in enumerate(journal):
        if what == SIZED:
            if source in unknown:
                found[unknown.pop(source)] = value - change.get(source, 0)
            continue
        if what in (SEEN, HIDDEN):
            number = 1 if what == SEEN else value
            if number == ENDLESS:
                unknown[to] = at
                continue
            change[source] = change.get(source, 0) - number
            change[to] = change.get(to, 0) + number
    return found
