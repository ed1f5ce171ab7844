"""Every deal that fits a record, and what the ordinary referee says of each event when all its cards lie open.

A world is built along the record: wherever a card is unseen (dealt, drawn, taken, discarded, shown, exchanged, shuffled
together), every kind that can be there is tried, and the referee goes on with a record in which it is written. A world
that makes a line impossible doesn't fit. Worlds that have come to the same position are followed once, so that the work
grows with the positions, not with the deals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from refcli.record.model import Event, Game, Hand, Header, Question
from refcli.referee.judge import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNDETERMINED
from refcli.referee.kleene import Open, decide
from refcli.referee.play import Player, Ruling, begin
from refcli.referee.referee import Branch, Referee, clerk_of, words_of
from refcli.referee.table import Fork, Table
from refcli.text import Span

NOWHERE = Span("", 0, 0, 0, 0)

# In a position a player whose hand the record doesn't give holds at least so many cards: nobody is out in the middle.
LEAST_HAND = 1

# A question that supposes that the player holds the card.
SUPPOSES = re.compile(r"may (\S+) play (.+)$")

# Slots of a table that say how play can go on; hands and discards are looked at by themselves. What is left out follows
# from the others where every card is known, or keeps the past for proofs about unseen ones.
_APART = {
    "rules", "header", "reader", "header_faults", "assumed", "script", "depth", "implied_reshuffle", "free", "hands",
    "seat", "discards", "archive", "journal", "clean", "crown", "heap", "stock", "spots", "places", "prover", "drawn_mark", "laid",
    "owned",
}  # fmt: skip


class TooMany(Exception):
    """More positions than the budget allows: the record is no record for this reference."""


class Unclear(Exception):
    """The referee can't follow a game of which it knows every card: a fault of the referee."""


def united(outcomes: Iterable[str]) -> str:
    """One outcome from those of all worlds that fit."""
    kinds = set(outcomes)
    if len(kinds) == 1:
        return kinds.pop()
    if kinds == {ILLEGAL, BLUFF}:
        return ILLEGAL
    return UNDETERMINED


class Pool:
    """Cards that lie in no known place, where a draw can find them.

    `back` are cards that have been seen before and are shuffled in again, by kind; `fresh` are cards never seen, by
    card, and of an attribute that the deck doesn't settle they may turn out to have any value.
    """

    __slots__ = ("back", "deck", "fresh")

    def __init__(self, deck: Deck, back: Counter[int], fresh: Counter[int]) -> None:
        self.deck = deck
        self.back = back
        self.fresh = fresh

    def kinds(self) -> list[int]:
        """Every kind of which the pool may hold a card."""
        found = {kind for kind, n in self.back.items() if n > 0}
        for base, n in self.fresh.items():
            if n > 0:
                found.update(self.deck.told[base])
        return sorted(found)

    def take(self, kind: int) -> Pool | None:
        """The pool without a card of this kind, or None where it can hold none. A card seen before goes first: what can
        follow then is all that can follow otherwise."""
        if self.back[kind] > 0:
            back = self.back.copy()
            back[kind] -= 1
            return Pool(self.deck, back, self.fresh)
        base = self.deck.base[kind]
        if self.fresh[base] > 0:
            fresh = self.fresh.copy()
            fresh[base] -= 1
            return Pool(self.deck, self.back, fresh)
        return None

    def join(self, kinds: Iterable[int]) -> Pool:
        return Pool(self.deck, self.back + Counter(kinds), self.fresh)

    def multisets(self, fixed: list[list[int]], number: int) -> Iterator[tuple[tuple[int, ...], Pool]]:
        """Every hand of some recorded cards (each with the kinds that it may be) and a number of unseen ones."""
        seen = set()
        for chosen, pool in self._choices(fixed):
            hand = tuple(sorted(chosen))
            if hand in seen:
                continue
            seen.add(hand)
            for more, left in pool._combinations(number, 0):
                yield hand + more, left

    def _choices(self, fixed: list[list[int]]) -> Iterator[tuple[tuple[int, ...], Pool]]:
        if not fixed:
            yield (), self
            return
        for kind in fixed[0]:
            pool = self.take(kind)
            if pool is not None:
                for rest, left in pool._choices(fixed[1:]):
                    yield (kind, *rest), left

    def _combinations(self, number: int, least: int) -> Iterator[tuple[tuple[int, ...], Pool]]:
        if number == 0:
            yield (), self
            return
        for kind in self.kinds():
            if kind >= least:
                pool = self.take(kind)
                if pool is not None:
                    for rest, left in pool._combinations(number - 1, kind):
                        yield (kind, *rest), left


class Deck:
    """What a rulebook's deck leaves open: for each card the kinds that a copy of it may truly be.

    Where its copies differ in what they show, each of them is a card of its own.
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        unsaid = [i for i, kind in enumerate(rules.ATTRIBUTE_KINDS) if kind == "unsaid"]
        columns = rules.ATTRIBUTES
        base = list(rules.BASE)
        self.told: dict[int, list[int]] = {}
        self.copies: Counter[int] = Counter()
        self.by_card: dict[int, list[int]] = {}
        for kind, card in enumerate(rules.BASE):
            if rules.COPIES[card] and all(columns[i][kind] >= 0 for i in unsaid):
                number = rules.SCARCE.get(kind)
                if number is not None:
                    base[kind] = kind
                if number is None or number:
                    self.told.setdefault(base[kind], []).append(kind)
                    self.copies[base[kind]] = rules.COPIES[card] if number is None else number
                    self.by_card.setdefault(card, []).append(kind)
        self.base = tuple(base)
        self.loose = any(len(kinds) > 1 for kinds in self.told.values())

    def meant(self, kind: int | None, among: Iterable[int]) -> list[int]:
        """The kinds among some that a card of the record may be; an unseen card may be any."""
        if kind is None:
            return sorted(set(among))
        return sorted({k for k in among if self.rules.MATCHES(kind, k)})

    def all_meant(self, kind: int) -> list[int]:
        return self.meant(kind, self.by_card.get(self.rules.BASE[kind], ()))


@dataclass(slots=True)
class World:
    """One way in which everything may lie so far: the table with all its cards known.

    `assigned` counts the copies of which the kind has come out, `rulings` are those of the plays, by number of the event.
    """

    player: Player
    assigned: Counter[int]
    rulings: dict[int, Ruling] = field(default_factory=dict)
    places: Counter[int] | None = None

    @property
    def table(self) -> Table:
        return self.player.s

    @property
    def located(self) -> Counter[int]:
        """The cards that lie in known places; counted once for a world."""
        if self.places is None:
            self.places = located(self.player.s)
        return self.places


@dataclass(slots=True)
class Node:
    """A world at a place of the record. `events` are the filled-in lines by which it was reached from `parent`."""

    world: World
    parent: Node | None = None
    events: tuple[Event, ...] = ()
    header: Header | None = None
    edges: list[tuple[str, Node, tuple[Event, ...]]] = field(default_factory=list)
    fits: bool = False


@dataclass(slots=True)
class Finding:
    """What the reference says of an event or a question: its outcome or answer, and all that it is in some world."""

    event: Event | Question
    outcome: str
    seen: set[str]


@dataclass(slots=True)
class Judged:
    """What the reference says of a record. Events after the first impossible one are not judged."""

    findings: list[Finding]
    impossible: int | None  # number of the first event that no world fits
    nodes: int
    layers: list[list[Node]]
    answers: list[Finding] = field(default_factory=list)  # of the questions, by what was known when they were asked

    def witness(self, index: int, outcome: str) -> tuple[Header, list[Event]] | None:
        """A filled-in record in which the event at `index` has an outcome; it fits all of the record that was judged."""
        for node in self.layers[index]:
            if not node.fits:
                continue
            for found, target, lines in node.edges:
                if found == outcome and target.fits:
                    return self._path(node, target, lines)
        return None

    @staticmethod
    def _path(node: Node, target: Node, lines: tuple[Event, ...]) -> tuple[Header, list[Event]]:
        events = list(lines)
        while target.edges:  # behind the event: any way that fits
            _, target, lines = next(edge for edge in target.edges if edge[1].fits)
            events.extend(lines)
        step: Node | None = node  # before it: back to the deal, the way by which the node was found first
        while step is not None:
            events = [*step.events, *events]
            header = step.header
            step = step.parent
        assert header is not None
        return header, events


class Worlds:
    """Follows all worlds of one record."""

    def __init__(self, rules: Any, game: Game, budget: int = 20000) -> None:
        self.rules = rules
        self.game = game
        self.words = words_of(rules)
        self.deck = Deck(rules)
        self.budget = budget
        self.spent = 0
        self.events = [s for s in game.statements if isinstance(s, Event)]
        self.winners = {event.target for event in self.events if event.verb == "wins"}
        self.back = [i for i, event in enumerate(self.events) if event.verb == "takes back"]

    # ------------------------------------------------------------ all of the record

    def judge(self) -> Judged:
        """The outcome of every event up to the first that is impossible."""
        layers: list[list[Node]] = [list(self._deals())]
        impossible = None
        for index, event in enumerate(self.events):
            later_back = any(i > index for i in self.back)
            merged: dict[Any, Node] = {}
            for node in layers[-1]:
                for events, outcome, world in self.advance(node.world, event):
                    if self._out(world.table, self.winners):
                        continue
                    key = self.key(world, later_back)
                    target = merged.get(key)
                    if target is None:
                        target = merged[key] = Node(world, node, tuple(events))
                    if not any(o == outcome and t is target for o, t, _ in node.edges):
                        node.edges.append((outcome, target, tuple(events)))
            if not merged:
                impossible = event.number
                break
            layers.append(list(merged.values()))
        for node in layers[-1]:
            node.fits = True
        for layer in reversed(layers[:-1]):
            for node in layer:
                node.fits = any(target.fits for _, target, _ in node.edges)
        # A node is found by one parent, so a path back from it always begins at a deal; every node of a layer is reached.
        findings = []
        for index, event in enumerate(self.events[: len(layers) - 1]):
            fitting = [node for node in layers[index] if node.fits]
            seen = {o for node in self._plenty(fitting) for o, target, _ in node.edges if target.fits}
            # A record that reshuffles says that nothing was left in the pile, unless cards are known to be left in it.
            outcome = LEGAL if event.verb == "reshuffle" and LEGAL in seen else united(seen)
            findings.append(Finding(event, outcome, seen))
        if impossible is not None and layers[0]:
            findings.append(Finding(self.events[len(layers) - 1], IMPOSSIBLE, {IMPOSSIBLE}))
        return Judged(findings, impossible, self.spent, layers, list(self._answers(layers)))

    def _out(self, s: Table, winners: set[int | None]) -> bool:
        """Whether a hand of no told number has run out, and the record says nothing of a win: such hands are taken to last."""
        header = self.game.header
        if not header.position or s.archive:
            return False
        return any(
            p not in header.hands and p not in winners and s.alive >> p & 1 and s.hand(p).size == 0 for p in range(s.n)
        )

    def _plenty(self, nodes: list[Node]) -> list[Node]:
        """Those of some worlds in which a card is left to draw, where nobody tells the number of them and any has one:
        a position is one in the middle of a game, in its piles as in its hands."""
        header = self.game.header
        told = header.draw_pile is not None and header.discard_pile is not None
        if not header.position or told or len(header.hands) == len(header.players):
            return nodes
        return [node for node in nodes if not node.world.table.nothing_left()] or nodes

    def _answers(self, layers: list[list[Node]]) -> Iterator[Finding]:
        """What the questions of the record are answered in the worlds that fit it up to them."""
        done = 0
        for statement in self.game.statements:
            if isinstance(statement, Event):
                done += 1
            elif done < len(layers) and layers[done]:
                seen = set()
                won = {event.target for event in self.events[:done] if event.verb == "wins"}
                for node in self._plenty([n for n in layers[done] if not self._out(n.world.table, won)]):
                    said = self.answer(node.world, statement)
                    if said is not None:
                        seen.add(said)
                yield Finding(statement, united(seen) if seen else "no", seen)

    def answer(self, world: World, question: Question) -> str | None:
        """The answer in one world; None where the question supposes what isn't so in it."""
        from refcli.questions import answer

        asked = SUPPOSES.match(question.text)
        if asked:
            p = next(p for p, name in enumerate(self.game.header.players) if name == asked[1])
            kind = self.words.card(asked[2])
            if kind is not None and not self.deck.meant(kind, world.table.hand(p).known):
                return None
        referee = Referee(self.rules, Game(world.table.header, [], [], "", [], 1), self.words, answer)
        referee.branches = [Branch(world.player.copy())]
        referee.step(question)
        return referee.replies[-1].answer

    def _spend(self) -> None:
        self.spent += 1
        if self.spent > self.budget:
            raise TooMany

    # ------------------------------------------------------------ the deals

    def _table(self, header: Header) -> Table:
        table = Table(self.rules, header)
        table.reader = clerk_of(self.rules, self.words)
        return table

    def whole(self) -> Pool:
        return Pool(self.deck, Counter(), self.deck.copies.copy())

    def _deals(self) -> Iterator[Node]:
        number = 0
        for header in self.filled_headers(self.game.header, self.whole(), self._begun):
            table = self._begun(header)
            self._spend()
            number += 1
            if number > self.budget // 5:
                raise TooMany
            if table is None:
                continue
            world = World(Player(table, header.taken_back), Counter())
            if any(table.hand(p).hidden > 0 for p in range(table.n)):
                for shown, each in self._shown(world, dealt(header), 0):
                    yield Node(each, None, tuple(shown), header)
                continue
            self.remember(world)
            yield Node(world, None, (), header)

    def _begun(self, header: Header) -> Table | None:
        """The table at the start, None where that can't be."""
        table = self._table(header)
        begin(table)
        return None if any(fault[0] == IMPOSSIBLE for fault in table.header_faults) else table

    def filled_headers(self, header: Header, pool: Pool, opened: Any) -> Iterator[Header]:
        """A header with every unseen card filled in, in every way. `opened` gives the table that a header leads to."""
        if header.position:
            yield from self._filled_positions(header, pool)
            return
        for start, left, table in self._starts(header, pool, opened, list(header.start or ())):
            wanted = []
            for p in range(table.n):
                given = header.hands.get(p)
                wanted.append(given.cards if given else (None,) * (table.hand(p).size or 0))
            for hands, _ in self._hands(left, wanted):
                yield replace(
                    header, start=tuple(start) or header.start, hands={p: Hand(h, self._span(header, p)) for p, h in enumerate(hands)}
                )  # fmt: skip

    @staticmethod
    def _span(header: Header, p: int) -> Span:
        return header.hands[p].span if p in header.hands else NOWHERE

    def _starts(
        self, header: Header, pool: Pool, opened: Any, start: list[int | None], done: int = 0
    ) -> Iterator[tuple[list[int | None], Pool, Table]]:
        """Every sequence of cards turned up: those recorded, and more where the rules turn up more."""
        if done < len(start):
            kind = start[done]
            for told in pool.kinds() if kind is None else self.deck.all_meant(kind):
                left = pool.take(told)
                if left is not None:
                    yield from self._starts(header, left, opened, [*start[:done], told, *start[done + 1 :]], done + 1)
            return
        bare = replace(header, start=tuple(start), hands={})
        try:
            table = opened(bare)
        except Fork:
            table = None
            short = True
        else:
            if table is None:
                return
            short = table.top == -1 or -1 in (table.discards or ())
        if not short:
            assert table is not None
            # A card that was put back lies in the pile again.
            back = list(start)
            for kind in (table.top, *(table.discards or ())):
                if kind in back:
                    back.remove(kind)
            yield start, pool.join(k for k in back if k is not None), table
            return
        if len(start) > 6:
            raise TooMany
        for told in pool.kinds():
            left = pool.take(told)
            if left is not None:
                yield from self._starts(header, left, opened, [*start, told], done + 1)

    def _hands(self, pool: Pool, wanted: list[tuple[int | None, ...]]) -> Iterator[tuple[list[tuple[int, ...]], Pool]]:
        if not wanted:
            yield [], pool
            return
        fixed = [self.deck.all_meant(kind) for kind in wanted[0] if kind is not None]
        for hand, left in pool.multisets(fixed, len(wanted[0]) - len(fixed)):
            for rest, last in self._hands(left, wanted[1:]):
                yield [hand, *rest], last

    def _filled_positions(self, header: Header, pool: Pool) -> Iterator[Header]:
        total = sum(self.rules.COPIES)
        n = len(header.players)
        tops = pool.kinds() if header.top is None else self.deck.all_meant(header.top)
        for sizes in self._sizes(header, n, total):
            hands_sizes, draw, under = sizes
            wanted = []
            for p in range(n):
                given = header.hands.get(p)
                wanted.append(given.cards if given else (None,) * hands_sizes[p])
            for top in tops:
                left = pool.take(top)
                if left is None:
                    continue
                for hands, _ in self._hands(left, wanted):
                    yield replace(
                        header, top=top, draw_pile=draw, discard_pile=under,
                        hands={p: Hand(h, self._span(header, p)) for p, h in enumerate(hands)},
                    )  # fmt: skip

    def _sizes(self, header: Header, n: int, total: int) -> Iterator[tuple[list[int], int, int]]:
        """Every way in which the cards of the deck can be spread over hands and piles of which the number isn't told."""
        free = [p for p in range(n) if p not in header.hands]
        told = sum(len(hand.cards) for hand in header.hands.values()) + 1
        for extra in product(*[range(LEAST_HAND - (p in self.winners), total) for p in free]):
            rest = total - told - sum(extra)
            if rest < 0:
                continue
            sizes = [0] * n
            for p, size in zip(free, extra, strict=True):
                sizes[p] = size
            draws = range(rest + 1) if header.draw_pile is None else (header.draw_pile,)
            for draw in draws:
                under = rest - draw
                if under >= 0 and header.discard_pile in (None, under):
                    yield sizes, draw, under

    # ------------------------------------------------------------ where the cards are

    def pool(self, world: World) -> Pool:
        """Everything that lies in no known place."""
        located = world.located
        back: Counter[int] = Counter()
        fresh = self.deck.copies.copy()
        if self.deck.loose:
            for kind in {*world.assigned, *located}:
                known = max(world.assigned[kind], located[kind])
                back[kind] = known - located[kind]
                fresh[self.deck.base[kind]] -= known
        else:
            for kind, n in located.items():
                fresh[self.deck.base[kind]] -= n
        if any(n < 0 for n in fresh.values()):
            raise Unclear("the table holds more copies of a card than the deck has")
        return Pool(self.deck, back, fresh)

    def remember(self, world: World) -> None:
        if self.deck.loose:
            for kind, n in world.located.items():
                if n > world.assigned[kind]:
                    world.assigned[kind] = n

    # ------------------------------------------------------------ one event

    def advance(self, world: World, event: Event) -> Iterator[tuple[list[Event], str, World]]:
        """Every way in which an event can have gone: the lines as filled in, its outcome, and the world after it."""
        s = world.table
        pending = s.pending
        moves = event.verb in ("plays", "draws", "passes", "takes")
        if pending is not None and pending.what == "card" and not pending.optional and moves:
            for kind in sorted(s.hand(pending.chooser).known):
                said = Event(
                    event.number, "chooses", pending.chooser, "", NOWHERE, choices=(self.words.card_name(kind),)
                )
                for events, _, after in self._do(world, said):
                    for more, outcome, last in self.advance(after, event):
                        yield [*events, *more], outcome, last
            return
        for filled in self.filled(world, event):
            yield from self._do(world, filled)

    def _do(self, world: World, event: Event) -> Iterator[tuple[list[Event], str, World]]:
        self._spend()
        after = World(world.player.copy(), world.assigned.copy(), dict(world.rulings))
        player = after.player
        if event.verb == "takes back" and player.before_play is not None:
            player.last_judged = after.rulings.get(player.before_play[2], Ruling())
        try:
            ruling = player.do(event)
        except Fork as fork:
            raise Unclear("a fully known game turns on a card that nobody has seen") from fork
        if ruling.fault is not None and ruling.fault[0] == IMPOSSIBLE:
            return
        hidden = [p for p in range(player.s.n) if player.s.hand(p).hidden > 0]
        if not hidden:
            self.remember(after)
            outcome = ruling.outcome(player.s)
            if event.verb == "plays":
                after.rulings[event.number] = ruling
            if outcome != IMPOSSIBLE:
                yield [event], outcome, after
            return
        before = world.located if event.header is None else dealt(event.header)
        for shown, each in self._shown(after, before, event.number):
            if event.verb == "plays":
                each.rulings[event.number] = ruling
            outcome = ruling.outcome(each.table)
            if outcome != IMPOSSIBLE:
                yield [event, *shown], outcome, each

    def _shown(self, world: World, before: Counter[int], number: int) -> Iterator[tuple[list[Event], World]]:
        """Hands that were shuffled together and dealt out, in every way; each is shown, so that its cards are known."""
        s = world.table
        hidden = [(p, s.hand(p).hidden) for p in range(s.n) if s.hand(p).hidden > 0]
        for hands in self._dealt(before - located(s), hidden):
            each = World(world.player.copy(), world.assigned.copy(), dict(world.rulings))
            events = []
            for p, hand in hands:
                cards = (*Counter(each.table.hand(p).known).elements(), *hand)
                shown = Event(number, "shows hand", p, "", NOWHERE, cards, len(cards))
                if each.player.do(shown).outcome(each.table) != LEGAL:
                    raise Unclear("hands shuffled together can't be shown")
                events.append(shown)
            self.remember(each)
            yield events, each

    def _dealt(self, cards: Counter[int], sizes: list[tuple[int, int]]) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
        """Every way to deal out some cards into hands of given sizes."""
        if not sizes:
            yield []
            return
        (p, size), rest = sizes[0], sizes[1:]
        if size > cards.total():
            raise Unclear("more cards were dealt out than were put together")
        for hand in combinations_of(cards, size):
            for more in self._dealt(cards - Counter(hand), rest):
                yield [(p, hand), *more]

    def filled(self, world: World, event: Event) -> Iterator[Event]:
        """The event with all its cards written, in every way that the places of the cards allow."""
        s = world.table
        p = event.actor
        number = len(event.cards) or event.count
        wanted: tuple[int | None, ...] = event.cards or (None,) * number
        match event.verb:
            case "plays":
                assert p is not None
                for cards in self._ordered(event.cards, s.hand(p).known):
                    yield replace(event, cards=cards)
            case "draws":
                assert p is not None
                first = s.duties[p][0] if s.duties[p] else None
                exchange = first.of if first is not None and first.what == "exchange" else None
                under = list(s.discards or ())
                for cards in self._drawn(self.pool(world), s.pile or 0, tuple(s.onpile), under, wanted, exchange):
                    yield replace(event, cards=cards, count=len(cards))
            case "shows" | "shows hand":
                assert p is not None
                for cards in self._unordered(event.cards, s.hand(p).known):
                    yield replace(event, cards=cards, count=len(cards))
            case "takes" if event.target is not None:
                for cards in self._ordered(wanted, s.hand(event.target).known):
                    yield replace(event, cards=cards, count=len(cards))
            case "discards":
                assert p is not None
                for cards in self._unordered(wanted, s.hand(p).known):
                    yield replace(event, cards=cards, count=len(cards))
            case "takes back":
                if self._told_more(event, s.played):
                    return
                kinds = tuple(
                    next(iter(self.deck.meant(kind, s.played)), kind) if kind is not None else None
                    for kind in event.cards
                )
                yield replace(event, cards=kinds)
            case "reshuffle" if event.cards:
                pool = self.pool(world).join(kind for kind in s.discards or () if kind >= 0)
                for order in self._order(pool, event.cards):
                    yield replace(event, cards=order)
            case "next round":
                yield from self._rounds(world, event)
            case _:
                yield event

    def _told_more(self, event: Event, played: tuple[int, ...]) -> bool:
        """Whether a card that is taken back is told to be another than the one played, of which the record left that open."""
        plays = [e for e in self.events if e.verb == "plays" and e.number < event.number]
        if not plays or not event.cards or not played or plays[-1].actor != event.actor:
            return False
        kind, written = event.cards[-1], plays[-1].cards[-1]
        if kind is None or written is None or not self.rules.MATCHES(written, kind):
            return False
        return not self.deck.meant(kind, played[-1:])

    def _ordered(self, wanted: tuple[int | None, ...], hand: dict[int, int]) -> Iterator[tuple[int, ...]]:
        """Cards of a hand in the order in which they leave it."""
        if not wanted:
            yield ()
            return
        for kind in self.deck.meant(wanted[0], hand):
            left = dict(hand)
            left[kind] -= 1
            if not left[kind]:
                del left[kind]
            for rest in self._ordered(wanted[1:], left):
                yield (kind, *rest)

    def _unordered(self, wanted: tuple[int | None, ...], hand: dict[int, int]) -> Iterator[tuple[int, ...]]:
        """Cards of a hand whose order is all the same."""
        seen = set()
        fixed = tuple(kind for kind in wanted if kind is not None)
        for cards in self._ordered(fixed, hand):
            key = tuple(sorted(cards))
            if key in seen:
                continue
            seen.add(key)
            left = Counter(hand) - Counter(cards)
            for more in combinations_of(left, len(wanted) - len(fixed)):
                yield cards + more

    def _drawn(
        self, pool: Pool, pile: int, onpile: tuple[int, ...], discards: list[int], wanted: tuple[int | None, ...],
        exchange: int | None,
    ) -> Iterator[tuple[int, ...]]:  # fmt: skip
        """Cards from the pile, one after the other; when it is used up, from the discards shuffled."""
        if not wanted:
            yield ()
            return
        if pile == 0:
            if not discards:
                return
            pool, pile, onpile, discards = pool.join(k for k in discards if k >= 0), len(discards), (), []
        top = onpile[0] if onpile else -1
        below = onpile[1:]
        kinds = [top] if top >= 0 else pool.kinds()
        for kind in self.deck.meant(wanted[0], kinds):
            left = pool if top >= 0 else pool.take(kind)
            if left is None:
                continue
            size = pile - 1
            if exchange is not None:
                rest_of = self._drawn(left, size + 1, (exchange, *below), discards, wanted[1:], None)
            else:
                rest_of = self._drawn(left, size, below, discards, wanted[1:], None)
            for rest in rest_of:
                yield (kind, *rest)

    def _order(self, pool: Pool, wanted: tuple[int | None, ...]) -> Iterator[tuple[int | None, ...]]:
        """The order of a pile as far as it is told; unseen cards in it stay unseen."""
        if not wanted:
            yield ()
            return
        if wanted[0] is None:
            for rest in self._order(pool, wanted[1:]):
                yield (None, *rest)
            return
        for kind in self.deck.meant(wanted[0], pool.kinds()):
            left = pool.take(kind)
            if left is not None:
                for rest in self._order(left, wanted[1:]):
                    yield (kind, *rest)

    def _rounds(self, world: World, event: Event) -> Iterator[Event]:
        """A new deal: all cards lie in the pile again, and those whose kind has come out keep it."""
        assert event.header is not None
        pool = self.whole()
        if self.deck.loose:
            for kind, n in world.assigned.items():
                pool.back[kind] += n
                pool.fresh[self.deck.base[kind]] -= n

        def opened(header: Header) -> Table:
            player = world.player.copy()
            player.do(replace(event, header=replace(header)))
            return player.s

        for header in self.filled_headers(event.header, pool, opened):
            yield replace(event, header=header)

    # ------------------------------------------------------------ the same position

    def key(self, world: World, later_back: bool) -> Any:
        """Equal for worlds that differ in nothing that matters for the rest of the record."""
        player = world.player
        parts: list[Any] = [self._table_key(player.s)]
        if player.stray is not None:
            parts.append(self._table_key(player.stray))
        if self.deck.loose:
            parts.append(frozenset((k, n) for k, n in world.assigned.items() if n))
        if later_back:
            last = player.before_play
            parts.append(player.touched)
            if last is not None:
                ruling = world.rulings.get(last[2], Ruling())
                parts.extend((self._table_key(last[0]), last[1], last[2], ruling.outcome(player.s)))
        return tuple(parts)

    def _table_key(self, s: Table) -> Any:
        parts: list[Any] = [tuple([self._canonical(s.hand(p), s) for p in range(s.n)])]
        for name in sorted(vars(s).keys() - _APART):
            value = getattr(s, name)
            kind = type(value)
            if kind is int or value is None:
                parts.append(value)
            elif kind is list and (not value or type(value[0]) is int):
                parts.append(tuple(value))
            else:
                parts.append(self._canonical(value, s))
        under = s.discards
        if under:  # only which card lies on top of them can matter
            parts.append((tuple(sorted(under)), under[-1]))
        return tuple(parts)

    def _canonical(self, value: Any, s: Table) -> Any:
        if value is None or isinstance(value, int | str):
            return value
        if isinstance(value, tuple | list):
            return tuple([self._canonical(item, s) for item in value])
        if isinstance(value, Open):
            answer = decide(value, s)
            return ("open", id(value)) if answer is None else answer
        if isinstance(value, dict):
            return tuple(sorted((key, self._canonical(item, s)) for key, item in value.items()))
        if hasattr(value, "known") and hasattr(value, "hidden"):
            return (tuple(sorted(item for item in value.known.items() if item[1])), value.hidden, value.size)
        if hasattr(type(value), "__slots__"):
            return tuple([self._canonical(getattr(value, name), s) for name in type(value).__slots__])
        return id(value)


def dealt(header: Header) -> Counter[int]:
    """All cards that a header names."""
    found = Counter(kind for hand in header.hands.values() for kind in hand.cards if kind is not None)
    found.update(kind for kind in header.start or () if kind is not None)
    return found


def located(s: Table) -> Counter[int]:
    """The cards that lie in known places: hands, discards, the top, known cards of the pile, a card on its way."""
    places = [*(kind for kind in (s.discards or ()) if kind >= 0), *(kind for kind in s.onpile if kind >= 0)]
    if s.top >= 0:
        places.append(s.top)
    for p in range(s.n):
        for kind, n in s.hand(p).known.items():
            places.extend([kind] * n)
        if s.duties[p]:
            places.extend(duty.of for duty in s.duties[p] if duty.what == "exchange" and duty.of >= 0)
    return Counter(places)


def combinations_of(cards: Counter[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of so many cards among some."""
    kinds = sorted(kind for kind, n in cards.items() if n > 0)

    def go(index: int, left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
            return
        if index == len(kinds):
            return
        for n in range(min(cards[kinds[index]], left), -1, -1):
            for rest in go(index + 1, left - n):
                yield (kinds[index],) * n + rest

    return go(0, number)
