"""A record that says less: its journals with some facts left out, and what is still proved from them.

A fact is what a line says of cards (which card it was), that a hand took in no other cards than the record tells, or how
many cards a hand held. Leaving a fact out never rules out a deal: a card that was seen becomes one that went unseen, a
number becomes any number. So what is refuted without it is refuted with it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

from refcli.referee.hands import BLUR, Comparison, Drawn, Hand, Question
from refcli.referee.journal import HIDDEN, SEEN, SHOWN, SIZED, Round, Step
from refcli.referee.kleene import Compound, Open, Truth
from refcli.referee.proof.decide import Prover
from refcli.referee.proof.network import ENDLESS
from refcli.referee.table import Table

CARD, CLOSED, COUNT, SIZE = "card", "closed", "count", "size"
MOST_PROOF = 40_000  # steps that one explanation may take
MOST_CHECKS = 250  # records with facts left out that one explanation may look at


class Fact(NamedTuple):
    """`event` is the index of the event that says it, -1 the header; `place` a hand or pile of the round."""

    sort: str
    round: int
    event: int
    place: int
    kind: int = -1


class Unsupported(Exception):
    """A condition of which no proof is written out."""


def leaves(truth: Truth) -> Iterator[Open]:
    """The questions in a condition."""
    if isinstance(truth, Compound):
        for part in truth.parts:
            yield from leaves(part)
    elif isinstance(truth, Open):
        yield truth


@dataclass(slots=True)
class Course:
    """A round as the journal tells it: which event said which step, and which pile was drawn from."""

    number: int
    journal: list[Step]
    owner: list[int]
    hands: list[Hand]
    rules: Any
    first: int
    stocks: dict[int, int]  # the draw pile from a step on: a pile that is made anew is another place
    since: int  # the first moment that is asked about, as a step
    stated: Callable[[int, int], bool]  # whether an event says a kind of card
    claim: tuple[Step, ...] = ()  # what is said in the end, and isn't left out

    def facts(self) -> list[Fact]:
        """All facts of the round, those about the moment that is asked about and behind it first."""
        found: dict[Fact, int] = {}
        places = {hand.place for hand in self.hands}
        for at, (what, source, to, value) in enumerate(self.journal):
            event = self.owner[at]
            if what == SEEN and self.stated(event, value):
                hand = source if source in places else to
                found.setdefault(Fact(CARD, self.number, event, hand, value), at)
            elif what == SHOWN:
                for kind in value:
                    found.setdefault(Fact(CARD, self.number, event, source, kind), at)
            elif what == SIZED:
                found.setdefault(Fact(SIZE, self.number, event, source), at)
        for place in sorted(places):
            found[Fact(CLOSED, self.number, -1, place)] = self.since
            if any(what == HIDDEN and to == place and n >= 0 for what, _, to, n in self.journal):
                found[Fact(COUNT, self.number, -1, place)] = self.since
        return sorted(found, key=lambda fact: (found[fact] < self.since, abs(found[fact] - self.since)))

    def told(self, kept: frozenset[Fact]) -> tuple[list[Step], list[int]]:
        """The journal with only some of the facts, and at which steps of the whole one something was put in."""
        steps: list[Step] = []
        put_in: list[int] = []
        open_ = [h.place for h in self.hands if Fact(CLOSED, self.number, -1, h.place) not in kept]
        places = {hand.place for hand in self.hands}
        stock = self.first
        for at in range(len(self.journal) + 1):
            new = self.stocks.get(at, stock)
            if at == self.since or (at > self.since and new != stock):
                for place in open_:
                    steps.append((HIDDEN, new, place, ENDLESS))
                    put_in.append(at)
            stock = new
            if at < len(self.journal):
                steps.append(self._less(at, kept, places))
        return [*steps, *self.claim], put_in

    def _less(self, at: int, kept: frozenset[Fact], places: set[int]) -> Step:
        """A step, with what is left of it."""
        what, source, to, value = step = self.journal[at]
        event = self.owner[at]
        if what == SEEN:
            hand = source if source in places else to
            return step if Fact(CARD, self.number, event, hand, value) in kept else (HIDDEN, source, to, 1)
        if what == SHOWN:
            left = tuple(kind for kind in value if Fact(CARD, self.number, event, source, kind) in kept)
            return what, source, to, left
        if what == SIZED:
            return step if Fact(SIZE, self.number, event, source) in kept else (SHOWN, source, -1, ())
        if what == HIDDEN and value >= 0 and to in places and event == self.owner[0] and at < self.since:
            dealt = Fact(COUNT, self.number, -1, to)
            return step if dealt in kept else (HIDDEN, source, to, ENDLESS)
        return step


class _Blurred:
    """The log of a hand of which simple counts tell nothing."""

    def __getitem__(self, index: Any) -> tuple[tuple[int, int], ...]:
        return ((BLUR, 0),)


class View:
    """What a prover sees of a table: only what the facts that are kept say."""

    def __init__(self, s: Table, courses: dict[int, Course], kept: frozenset[Fact], reader: Any) -> None:
        self.rules = s.rules
        self.reader = reader
        self.assumed: dict[int, tuple[Open, bool]] = {}
        self.prover: Any = None
        self.archive: tuple[Any, ...] = (None,) * len(s.archive)
        self.rounds: dict[int, Round] = {}
        self.put_in: dict[int, list[int]] = {}
        for number in range(len(s.archive) + 1):
            r = s.round(number)
            journal, self.put_in[number] = courses[number].told(kept) if number in courses else ([], [])
            hands = [_blank(hand) for hand in r.hands]
            self.rounds[number] = Round(hands, list(r.rules.COPIES), journal, False, r.rules, r.first)

    def round(self, number: int) -> Round:
        return self.rounds[number]

    def known_in(self, number: int) -> tuple[list[Hand], list[int]]:
        return self.rounds[number].hands, self.rounds[number].free

    def moved(self, truth: Truth) -> Truth:
        """A condition with its moments where they are in the journals here."""
        if isinstance(truth, Compound):
            return Compound(truth.op, tuple(self.moved(part) for part in truth.parts))
        if isinstance(truth, Question | Drawn):
            other: Any = type(truth).__new__(type(truth))
            for name in type(truth).__slots__:
                setattr(other, name, getattr(truth, name))
            put_in = self.put_in[truth.round]
            side = bisect_right if isinstance(truth, Drawn) else bisect_left
            other.step = truth.step + side(put_in, truth.step)
            return other  # type: ignore[no-any-return]
        if isinstance(truth, Comparison):
            raise Unsupported
        return truth


def _blank(hand: Hand) -> Hand:
    other = Hand(hand.size, hand.place)
    other.log = _Blurred()  # type: ignore[assignment]
    return other


class Checker:
    """Says whether conditions are refuted by some facts. What takes too much work isn't; `cut` tells that it happened."""

    def __init__(self, cases: list[tuple[Table, Truth]], courses: list[dict[int, Course]]) -> None:
        self.cases = cases  # of each branch: the table that knows all, and what has to be impossible
        self.courses = courses
        self.reader = SimpleNamespace(work=MOST_PROOF, most_work=MOST_PROOF)
        self.checks = 0
        self.cut = False
        for s, truth in cases:
            for leaf in (*leaves(truth), *(q for t, _ in s.assumed.values() for q in leaves(t))):
                if isinstance(leaf, Comparison):
                    raise Unsupported

    def refuted(self, kept: frozenset[Fact]) -> bool:
        """Whether no deal that fits the facts makes a condition true."""
        self.checks += 1
        if self.checks > MOST_CHECKS or self.reader.work <= 0:
            self.cut = True
            return False
        return all(self.answer(index, kept) is False for index in range(len(self.cases)))

    def answer(self, index: int, kept: frozenset[Fact]) -> bool | None:
        """Whether the condition of one branch is possible."""
        s, truth = self.cases[index]
        view = View(s, self.courses[index], kept, self.reader)
        for key, (assumed, wanted) in s.assumed.items():
            moved = view.moved(assumed)
            assert isinstance(moved, Open)
            view.assumed[key] = (moved, wanted)
        found = Prover(view).possible(view.moved(truth))  # type: ignore[arg-type]
        self.cut = self.cut or found is None
        return found


def minimal(facts: list[Fact], refuted: Callable[[frozenset[Fact]], bool]) -> list[Fact]:
    """Facts that refute, none of which can be left out; the earlier ones rather than the later (QuickXplain)."""

    def needed(base: frozenset[Fact], changed: bool, rest: list[Fact]) -> list[Fact]:
        if changed and refuted(base):
            return []
        if len(rest) == 1:
            return rest
        half = len(rest) // 2
        first, second = rest[:half], rest[half:]
        of_second = needed(base | frozenset(first), bool(first), second)
        of_first = needed(base | frozenset(of_second), bool(of_second), first)
        return [*of_first, *of_second]

    return needed(frozenset(), False, facts) if facts else []
