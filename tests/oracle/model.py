"""Deals of a full deck that fit a record, from a constraint solver, with the ordinary referee to judge each of them.

The cards that came unseen together (a hand's unknown cards, each unseen draw, each hand dealt out of hands that were
shuffled together) are vectors of numbers, one for each kind; the record is linear in them. What an event turns on is found
by asking the referee of a fully known game: the actor's other cards, or the card drawn, are all made the same kind, and the
kinds on which the verdict changes are the set C of a condition "there is one of C". For every way in which such conditions
can hold together the solver gives a deal or says that there is none; every deal is refereed with all cards written, so that
each verdict claimed possible is seen, and one that the conditions don't explain is noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any
from unittest import mock

from ortools.sat.python import cp_model

from refcli.record.model import Event, Game, Hand
from refcli.referee.play import Player, begin
from refcli.referee.referee import Referee, clerk_of, words_of
from refcli.referee.table import Table
from tests.oracle.worlds import NOWHERE, Deck, united

MOST_CONDITIONS = 5


class Unsupported(Exception):
    """A record with something that this model doesn't speak of."""


@dataclass(slots=True)
class Condition:
    """ "There is a card of `kinds`" in a hand after event `at` has taken its cards out, or among the cards of a batch."""

    at: int
    hand: int
    batch: int  # of a card drawn; -1 where the hand is meant
    kinds: frozenset[int]


@dataclass(slots=True)
class Batch:
    """Cards that came unseen together. `place` is the seat of a hand line, or (event, first, number) of a draw."""

    size: int
    place: tuple[int, ...]


@dataclass(slots=True)
class Said:
    """What the deals say of an event."""

    event: Event
    outcome: str
    seen: set[str]


@dataclass(slots=True)
class Flow:
    """The way of all cards along the record, with batches where they are unseen."""

    batches: list[Batch] = field(default_factory=list)
    # By hand, in order: (event, batch or -1, kind or -1, +1 or -1)
    moves: dict[int, list[tuple[int, int, int, int]]] = field(default_factory=dict)
    epochs: list[list[tuple[int, int, int]]] = field(default_factory=lambda: [[]])  # by pile: (batch, kind, number)
    added: list[Counter[int]] = field(default_factory=lambda: [Counter()])  # to each pile but the first: discards
    start: Counter[int] = field(default_factory=Counter)
    shuffles: list[tuple[int, list[int], list[tuple[int, int]]]] = field(default_factory=list)
    whole: list[tuple[int, int, Counter[int]]] = field(default_factory=list)  # hands shown whole: event, hand, cards
    shown: list[tuple[int, int, Counter[int]]] = field(default_factory=list)


class Deals:
    """The deals of one record. `true` is the same game with all its cards written."""

    def __init__(self, rules: Any, game: Game, true: Game, seed: int = 0, seconds: float = 5.0) -> None:
        self.rules = rules
        self.game = game
        self.true = true
        self.rng = Random(seed)
        self.seconds = seconds
        self.deck = Deck(rules)
        self.kinds = [kind for kinds in self.deck.told.values() for kind in kinds]
        self.words = words_of(rules)
        self.flow = Flow()
        self.conditions: list[Condition] = []
        self.events = [s for s in game.statements if isinstance(s, Event)]
        self.solved = 0
        self.base: tuple[cp_model.CpModel, list[dict[int, Any]]] | None = None
        self._follow()

    # ------------------------------------------------------------ the way of the cards

    def _follow(self) -> None:
        """Goes along the true game and notes where unseen cards come from and go to, and what events turn on."""
        flow = self.flow
        header = self.true.header
        if header.position:
            raise Unsupported("a position")
        table = Table(self.rules, header)
        table.reader = clerk_of(self.rules, self.words)
        begin(table)
        player = Player(table)
        flow.start = Counter(kind for kind in (table.top, *(table.discards or ())) if kind >= 0)
        for seat in range(table.n):
            given = self.game.header.hands.get(seat)
            size = table.hand(seat).size or 0
            cards = given.cards if given else (None,) * size
            moves = flow.moves.setdefault(table.seat[seat], [])
            for shown in cards:
                if shown is not None:
                    moves.append((-1, -1, shown, 1))
                    flow.epochs[0].append((-1, shown, 1))
            unseen = sum(shown is None for shown in cards)
            if unseen:
                flow.epochs[0].append((len(flow.batches), -1, 1))
                moves.append((-1, len(flow.batches), -1, 1))
                flow.batches.append(Batch(unseen, (seat,)))
        drawn: dict[int, int] = {}  # by hand: the batch of the card drawn last, where it was unseen
        truths = [s for s in self.true.statements if isinstance(s, Event)]
        for index, (event, real) in enumerate(zip(self.events, truths, strict=True)):
            s = player.s
            p = event.actor
            hand = s.seat[p] if p is not None else -1
            moves = flow.moves.setdefault(hand, [])
            written = told_of(real)
            if p is not None and event.verb in ("plays", "draws", "passes"):
                self._probe(player, index, real, hand, drawn.get(hand, -1))
            match event.verb:
                case "plays":
                    moves += [(index, -1, kind, -1) for kind in written]
                case "draws":
                    self._draw(index, event, real, s, hand, drawn)
                case "takes" | "discards":
                    if None in event.cards or not event.cards:
                        raise Unsupported("cards taken or discarded unseen")
                    giver = (
                        hand if event.verb == "discards" else s.seat[event.target if event.target is not None else 0]
                    )
                    flow.moves.setdefault(giver, []).extend((index, -1, kind, -1) for kind in written)
                    if event.verb == "takes":
                        moves += [(index, -1, kind, 1) for kind in written]
                case "shows" | "shows hand":
                    kept = flow.whole if event.verb == "shows hand" else flow.shown
                    kept.append((index, hand, Counter(written)))
                case "reshuffle":
                    if event.cards:
                        raise Unsupported("a recorded order of the pile")
                    self._new_pile(list(s.discards or ()))
                case "takes back" | "next round":
                    raise Unsupported(event.verb)
                case _:
                    pass
            before = {s.seat[q] for q in range(s.n)}
            with uncounted():
                player.do(real)
            s = player.s
            if any(duty.what == "exchange" for duties in s.duties for duty in duties):
                raise Unsupported("an exchange with the pile")
            after = [s.seat[q] for q in range(s.n)]
            new = [place for place in after if place not in before]
            if new:
                self._shuffled(index, sorted(before), new, s)

    def _draw(self, index: int, event: Event, real: Event, s: Table, hand: int, drawn: dict[int, int]) -> None:
        flow = self.flow
        moves = flow.moves[hand]
        written = event.cards or (None,) * event.count
        left = s.pile or 0
        discards = list(s.discards or ())
        onpile = [kind for kind in s.onpile if kind >= 0]
        if onpile:
            raise Unsupported("a recorded order of the pile")
        for at, (told, kind) in enumerate(zip(written, told_of(real), strict=True)):
            if left == 0:
                self._new_pile(discards)
                left, discards = len(discards), []
            left -= 1
            if told is not None:
                moves.append((index, -1, kind, 1))
                flow.epochs[-1].append((-1, kind, 1))
                drawn.pop(hand, None)
            else:
                moves.append((index, len(flow.batches), -1, 1))
                flow.epochs[-1].append((len(flow.batches), -1, 1))
                drawn[hand] = len(flow.batches)
                flow.batches.append(Batch(1, (index, at, 1)))

    def _new_pile(self, discards: list[int]) -> None:
        self.flow.epochs.append([])
        self.flow.added.append(Counter(discards))

    def _shuffled(self, index: int, before: list[int], new: list[int], s: Table) -> None:
        """Hands were shuffled together and dealt out: each new hand is a batch, and together they are the old ones."""
        batches = []
        for place in new:
            size = s.hands[place].size or 0
            self.flow.moves.setdefault(place, []).append((index, len(self.flow.batches), -1, 1))
            batches.append((place, len(self.flow.batches)))
            self.flow.batches.append(Batch(size, (index, -1, place)))
        self.flow.shuffles.append((index, before, batches))

    # ------------------------------------------------------------ what events turn on

    def _probe(self, player: Player, index: int, real: Event, hand: int, batch: int) -> None:
        """Finds the conditions of an event: the actor's other cards, and the card drawn, all made one kind in turn."""
        if not any(move[1] >= 0 for move in self.flow.moves.get(hand, ())):
            return
        s = player.s
        assert real.actor is not None
        out = Counter(told_of(real)) if real.verb == "plays" else Counter()
        held = Counter(s.hand(real.actor).known)
        fresh = s.drawn >= 0 and s.o == real.actor and self.rules.USES_DRAWN[s.m] and held[s.drawn] > 0
        drawn = s.drawn if fresh else -1
        own = Counter([drawn]) if drawn >= 0 and out[drawn] == 0 else Counter()
        rest = sum(held.values()) - sum(out.values()) - sum(own.values())
        neutral = -1
        if rest > 0:
            outcomes = self._outcomes(
                s, real, lambda k: self._outcome(player, real, out + own + Counter({k: rest}), drawn)
            )
            self._note(index, hand, -1, outcomes)
            neutral = next((k for k, outcome in outcomes.items() if outcome == "legal"), -1)
        if batch >= 0 and drawn >= 0:
            others = Counter({neutral: rest}) if neutral >= 0 and rest > 0 else held - out - own

            def with_drawn(k: int) -> str:
                cards = others + out + (Counter([k]) if out[k] == 0 else Counter())
                if sum(cards.values()) < sum(held.values()):
                    cards[k] += 1
                return self._outcome(player, real, cards, k)

            self._note(index, hand, batch, self._outcomes(s, real, with_drawn))

    def _outcomes(self, s: Table, event: Event, ask: Callable[[int], str]) -> dict[int, str]:
        """The outcome for each kind. One kind of each sort is asked first; only where they differ, all are."""
        columns = self.rules.ATTRIBUTES
        cards = [k for k in (s.top, *event.cards) if k is not None and k >= 0]

        def sort(kind: int) -> tuple[Any, ...]:
            found: list[Any] = [kind in cards, kind == s.drawn]
            for column, value in zip(columns, s.force, strict=True):
                found += [column[kind] == 0, column[kind] == value, *(column[kind] == column[k] for k in cards)]
            return tuple(found)

        first = {sort(kind): kind for kind in self.kinds}
        asked = {kind: ask(kind) for kind in first.values()}
        if len(set(asked.values())) == 1:
            return asked
        return {kind: asked[kind] if kind in asked else ask(kind) for kind in self.kinds}

    @staticmethod
    def _outcome(player: Player, event: Event, cards: Counter[int], drawn: int) -> str:
        other = player.copy()
        held = other.s.own(event.actor if event.actor is not None else 0)
        held.known = dict(cards)
        if drawn >= 0:
            other.s.drawn = drawn
        return other.do(event).outcome(other.s)

    def _note(self, index: int, hand: int, batch: int, outcomes: dict[int, str]) -> None:
        by: dict[str, set[int]] = {}
        for kind, outcome in outcomes.items():
            by.setdefault(outcome, set()).add(kind)
        if len(by) < 2:
            return
        # All but the largest set: each of the others is a condition of its own.
        for kinds in sorted(by.values(), key=len)[:-1]:
            self.conditions.append(Condition(index, hand, batch, frozenset(kinds)))

    # ------------------------------------------------------------ the model

    def _build(self) -> tuple[cp_model.CpModel, list[dict[int, Any]]]:
        model = cp_model.CpModel()
        flow = self.flow
        x = [
            {
                kind: model.new_int_var(0, min(batch.size, self.rules.COPIES[self.deck.base[kind]]), "")
                for kind in self.kinds
            }
            for batch in flow.batches
        ]
        for b, batch in enumerate(flow.batches):
            model.add(cp_model.LinearExpr.sum(list(x[b].values())) == batch.size)
        # The deck: of an attribute that it doesn't settle the copies may have any values.
        deck: dict[int, Any] = {}
        for base, kinds in self.deck.told.items():
            copies = self.rules.COPIES[base]
            if len(kinds) == 1:
                deck[kinds[0]] = copies
            else:
                for kind in kinds:
                    deck[kind] = model.new_int_var(0, copies, "")
                model.add(cp_model.LinearExpr.sum([deck[kind] for kind in kinds]) == copies)
        # At the end of each pile's time no kind has been drawn from it more often than it lay in it.
        plain: Counter[int] = Counter(flow.start)
        drawn: list[int] = []
        last = len(flow.epochs) - 1
        for number, (epoch, added) in enumerate(zip(flow.epochs, flow.added, strict=True)):
            plain.subtract(added)
            for unseen, told, n in epoch:
                if unseen >= 0:
                    drawn.append(unseen)
                else:
                    plain[told] += n
            for kind in self.kinds:
                terms = [x[batch][kind] for batch in drawn]
                total = cp_model.LinearExpr.sum(terms) + plain[kind] if terms else plain[kind]
                if number == last or flow.added[number + 1][kind] or terms:
                    self._at_least(model, deck[kind] - total, 0)
        for hand, moves in flow.moves.items():
            for index, kind in sorted({(m[0], m[2]) for m in moves if m[3] < 0}):
                self._at_least(model, self._held(x, hand, index, (kind,)), 0)
        for index, hand, cards in flow.shown:
            for kind, number in cards.items():
                self._at_least(model, self._held(x, hand, index, (kind,)), number)
        for index, hand, cards in flow.whole:
            for kind in self.kinds:
                total = self._held(x, hand, index, (kind,))
                self._at_least(model, total, cards[kind])
                self._at_least(model, -total, -cards[kind])
        for index, before, batches in flow.shuffles:
            for kind in self.kinds:
                old = sum(self._held(x, hand, index, (kind,), last=True) for hand in before)
                fresh = cp_model.LinearExpr.sum([x[batch][kind] for _, batch in batches])
                self._at_least(model, fresh - old, 0)
                self._at_least(model, old - fresh, 0)
        return model, x

    @staticmethod
    def _at_least(model: cp_model.CpModel, total: Any, number: int) -> None:
        if isinstance(total, int):
            if total < number:
                model.add_bool_or([])
        else:
            model.add(total >= number)

    def _held(self, x: list[dict[int, Any]], hand: int, index: int, kinds: Collection[int], last: bool = False) -> Any:
        """How many cards of some kinds a hand holds right after event `index` took its cards out, and before it brought
        any in (with `last` after that)."""
        terms: list[Any] = []
        number = 0
        for at, batch, told, sign in self.flow.moves.get(hand, ()):
            if at > index or (at == index and sign > 0 and not last):
                continue
            if batch >= 0:
                terms += [x[batch][kind] for kind in kinds]
            elif told in kinds:
                number += sign
        return cp_model.LinearExpr.sum(terms) + number if terms else number

    def worlds(self) -> Iterator[tuple[tuple[bool, ...], list[Counter[int]]]]:
        """A deal for each way in which the conditions can hold together, and a few more to check that they are all."""
        if len(self.conditions) > MOST_CONDITIONS:
            raise Unsupported("too many conditions")
        for values in product((False, True), repeat=len(self.conditions)):
            for _ in range(3):
                found = self.solve(values)
                if found is None:
                    break
                yield values, found

    def solve(self, values: tuple[bool, ...]) -> list[Counter[int]] | None:
        """A random deal in which the conditions hold as said, or None where there is none."""
        if self.base is None:
            self.base = self._build()
        bare, variables = self.base
        model = bare.clone()
        x = [{kind: model.get_int_var_from_proto_index(v.index) for kind, v in batch.items()} for batch in variables]
        for condition, value in zip(self.conditions, values, strict=True):
            if condition.batch >= 0:
                total: Any = cp_model.LinearExpr.sum([x[condition.batch][kind] for kind in sorted(condition.kinds)])
            else:
                total = self._held(x, condition.hand, condition.at, condition.kinds)
            if value:
                self._at_least(model, total, 1)
            else:
                self._at_least(model, -total, 0)
        for batch, one in zip(self.flow.batches, x, strict=True):  # somewhere else each time
            for kind in self.rng.sample(self.kinds, min(batch.size, len(self.kinds))):
                model.add_hint(one[kind], 1)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self.rng.randrange(10**6)
        solver.parameters.randomize_search = True
        solver.parameters.max_time_in_seconds = self.seconds
        status = solver.solve(model)
        self.solved += 1
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise Unsupported("the solver found no answer in time")
        return [Counter({kind: solver.value(v) for kind, v in batch.items() if solver.value(v)}) for batch in x]

    # ------------------------------------------------------------ refereeing a deal

    def filled(self, deal: list[Counter[int]]) -> Game:
        """The record with all its cards written, as one deal has them."""
        cards = [list(batch.elements()) for batch in deal]
        for batch in cards:
            self.rng.shuffle(batch)
        header = self.game.header
        hands = {}
        added: dict[int, list[Event]] = {}
        statements = list(self.events)
        by_place = {batch.place: b for b, batch in enumerate(self.flow.batches)}
        for p, hand in self.true.header.hands.items():
            given = header.hands.get(p)
            told = [kind for kind in (given.cards if given else ()) if kind is not None]
            unseen = cards[by_place[(p,)]] if (p,) in by_place else []
            hands[p] = Hand((*told, *unseen), hand.span)
        for index, event in enumerate(statements):
            if event.verb == "draws":
                written: list[int | None] = list(event.cards or (None,) * event.count)
                for at, kind in enumerate(written):
                    if kind is None:
                        written[at] = cards[by_place[(index, at, 1)]][0]
                statements[index] = replace(event, cards=tuple(written), count=len(written))
        for index, _, batches in self.flow.shuffles:
            added[index] = [
                Event(0, "shows hand", self._seat_of(index, place), "", NOWHERE, tuple(cards[batch]), len(cards[batch]))
                for place, batch in batches
            ]
        lines: list[Event] = []
        for index, event in enumerate(statements):
            lines.append(event)
            lines.extend(added.get(index, ()))
        lines = [replace(event, number=number) for number, event in enumerate(lines, 1)]
        return Game(replace(header, hands=hands, start=self.true.header.start), list(lines), [], "", [], 1)

    def _seat_of(self, index: int, place: int) -> int:
        """Who has a hand right after event `index`."""
        table = Table(self.rules, self.true.header)
        table.reader = clerk_of(self.rules, self.words)
        begin(table)
        player = Player(table)
        for event in self.true.statements[: index + 1]:
            assert isinstance(event, Event)
            player.do(event)
        return player.s.seat.index(place)

    def outcomes(self, deal: list[Counter[int]]) -> list[str]:
        """What the ordinary referee says of each event of the record in one deal."""
        game = self.filled(deal)
        report = Referee(self.rules, game, self.words).run()
        added = {index: len(batches) for index, _, batches in self.flow.shuffles}
        found = []
        at = 0
        for index in range(len(self.events)):
            found.append(report.verdicts[at].outcome)
            at += 1 + added.get(index, 0)
        return found

    def judge(self) -> list[Said]:
        """The outcome of every event over all deals. Raises Unsupported where the conditions don't explain them."""
        seen: list[set[str]] = [set() for _ in self.events]
        by_values: dict[tuple[bool, ...], list[str]] = {}
        for values, deal in self.worlds():
            outcomes = self.outcomes(deal)
            if "impossible" in outcomes:
                at = outcomes.index("impossible") + 1
                raise AssertionError(f"the referee says of a deal of the solver that it can't be: event {at}")
            if by_values.setdefault(values, outcomes) != outcomes:
                raise Unsupported("verdicts turn on more than the conditions found")
            for index, outcome in enumerate(outcomes):
                seen[index].add(outcome)
        if not by_values:
            raise AssertionError("the solver finds no deal, and the true one is one")
        return [Said(event, united(found), found) for event, found in zip(self.events, seen, strict=True)]


@contextmanager
def uncounted() -> Iterator[None]:
    """Refuses events of which the effect turns on how many cards of some kinds a hand holds: no condition says that."""

    def refused(*_: object) -> None:
        raise Unsupported("cards of a hand are counted")

    with mock.patch.object(Table, "more", refused):
        yield


def told_of(event: Event) -> tuple[int, ...]:
    """The cards of an event of a fully known game."""
    assert None not in event.cards
    return tuple(kind for kind in event.cards if kind is not None)
