"""The table: everything that a position consists of, and the effects that change it. Generated rules work on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from refcli.record.model import Header
from refcli.referee.hands import BLUR, EXPOSED, REFINED, STEP, Comparison, Drawn, Hand, Question, Size
from refcli.referee.journal import HIDDEN, SEEN, SHOWN, SIZED, SPARE, WHOLE, Round, Step
from refcli.referee.kinds import meanings
from refcli.referee.kleene import (
    AND,
    NONE,
    OR,
    UNKNOWN_NUMBER,
    UNSEEN,
    UNTOLD,
    Compound,
    Open,
    Truth,
    Unsized,
    decide,
    look,
)

Passage = Callable[["Table"], None]


class Fork(Exception):
    """Play goes one way or the other on a question that the record doesn't answer here."""

    def __init__(self, truth: Open) -> None:
        super().__init__()
        self.truth = truth


class RunsInCircles(Exception):
    """The rulebook's passages lead into each other without anybody acting."""


class Duty:
    """Something that a player has to do before anything else.

    `what` is draw, discard, under or take; `number` how many cards (None: as many as there are), `when` whether it
    holds at all, `line` the rule that it comes from, `mask` the cards meant by a discard, `of` whom cards are taken
    from.
    """

    __slots__ = ("done", "late", "line", "mask", "number", "of", "what", "when")

    def __init__(self, what: str, number: int | None, when: Truth, line: int, mask: int = 0, of: int = -1) -> None:
        self.what = what
        self.number = number
        self.when = when
        self.line = line
        self.mask = mask
        self.of = of
        self.done = 0
        self.late = False  # an act that came before it has been reported; it stands in the way of no other

    def same(self, other: Duty) -> bool:
        """Whether it is another table's copy of a duty."""
        if (self.what, self.line, self.mask, self.of, self.number) != (
            other.what, other.line, other.mask, other.of, other.number,
        ):  # fmt: skip
            return False
        return self.when is other.when

    def copy(self) -> Duty:
        other = Duty(self.what, self.number, self.when, self.line, self.mask, self.of)
        other.done = self.done
        other.late = self.late
        return other


class Pending:
    """A choice that play waits for: what is to be chosen, by whom, and how play goes on."""

    __slots__ = ("chooser", "line", "number", "optional", "resume", "what", "which")

    def __init__(
        self, what: str, which: int, chooser: int, number: int, optional: bool, line: int, resume: Passage
    ) -> None:
        self.what = what  # attribute, choice, player, players, direction, card
        self.which = which  # of an attribute or a choice: its number
        self.chooser = chooser
        self.number = number
        self.optional = optional
        self.line = line
        self.resume = resume


class Table:
    """A position under one set of rules. `rules` is the generated module.

    Seats count from 0 in clockwise order. `m` is the moment and `o` whose it is, `d` the direction, `force` the values
    in force by attribute, `c` the table's counters and `tally` the players', `marks` a bit a player, `windows` the seat
    that each is about (-1 closed), `duties` a list a player. `hands` are all hands of the round and `seat` says which
    lies before whom. `free` counts, by card, the copies that are not pinned to a known place; `pile` is the number of
    cards in the draw pile (None unknown), `onpile` known cards on top of it, `discards` those under the top card.

    `journal` are the round's moves of cards between places (see `journal.py`). `stock`, `heap`
    and `crown` are the places of the draw pile, of the discards and of the card on top of them, `spots` those of the
    cards in `onpile`. While the round is `clean`, the closed form in `hands.py` is exact. `aside` is a seat and an unseen
    card that a question supposes to be held there and takes away, `drawn_mark` tells where the card drawn last came in.
    `prover` proves what simple
    counts leave open, where the table is only looked at. While `refuting`, what the event says of cards can't be.
    A copy shares its hands with the table it was made from; whoever changes one asks for it by `own`, and `owned` are, as
    bits, the hands that no other table has. It shares what seldom changes as well: `assumed`, `script`, `named`, `opened`,
    `early`, `seat`, `onpile`, `spots`, `laid`, `start`, `header_faults` and rows of `duties` without any are never changed
    in place but replaced.
    """

    def __init__(self, rules: Any, header: Header) -> None:
        self.rules = rules
        self.header = header
        self.n = n = len(header.players)
        self.m = -1
        self.o = 0
        self.d = 1
        self.dealer = n - 1 if header.dealer is None else header.dealer
        self.scores = [header.scores.get(p, 0) for p in range(n)]
        self.winner = -1
        self.assumed: dict[int, tuple[Open, bool]] = {}
        self.script: list[bool] = []
        self.depth = 0
        self.reader: Any = None
        self.header_faults: list[tuple[str, int | None, str]] = []
        self.archive: tuple[Round, ...] = ()  # what was known of earlier rounds
        self.prover: Any = None
        self.refuting = False
        self.new_round()

    def known_in(self, number: int) -> tuple[list[Hand], list[int]]:
        """All hands and the free cards of a round, the first being 0; of an earlier one, as they were at its end."""
        if number < len(self.archive):
            return self.archive[number].hands, self.archive[number].free
        return self.hands, self.free

    def round(self, number: int) -> Round:
        """The record of a round's cards, the first being 0."""
        if number < len(self.archive):
            return self.archive[number]
        return Round(self.hands, self.free, self.journal, self.clean, self.rules, self.n)

    def new_round(self) -> None:
        """Everything that a deal sets back. What was known of the round before stays, for questions that it left open."""
        n = self.n
        rules = self.rules
        self.alive = (1 << n) - 1
        self.top = self.under = NONE
        self.toppl = self.accused = self.actor = self.subject = -1
        self.force = [0] * len(rules.ATTRIBUTES)
        self.named = [0] * len(rules.ATTRIBUTES)
        self.c = [0] * rules.COUNTERS
        self.tally = [[0] * n for _ in range(rules.TALLIES)]
        self.marks = [0] * rules.MARKS
        self.windows = [-1] * len(rules.WINDOWS)
        self.opened: list[Truth] = [True] * len(rules.WINDOWS)
        self.duties: list[list[Duty]] = [[] for _ in range(n)]
        self.pending: Pending | None = None
        self.ret: Passage | None = None
        self.missing: tuple[int, int] | None = None
        self.early: list[str] = []
        self.chosen_player = self.chosen_value = self.chosen_word = self.chosen_card = -1
        self.chosen_players = (-1, -1)
        self.chosen_direction = 1
        self.played: tuple[int, ...] = ()
        self.bluff: Truth = False
        self.drawn = NONE
        self.discarded: int | None = 0
        self.round_winner = -1
        self.journal: list[Step] = []
        self.clean = not rules.SCARCE  # where copies differ, counts of cards are not enough
        self.stock, self.heap, self.crown, self.places = n, n + 1, n + 2, n + 3
        self.spots: list[int] = []
        self.drawn_mark = (-1, 0, 0, 0)
        self.aside = (-1, NONE)
        self.hands: list[Hand] = [Hand(0, p) for p in range(n)]
        self.owned = (1 << n) - 1
        self.seat = list(range(n))
        self.loose: tuple[int, int | None] | None = None
        self.free = list(rules.COPIES)
        self.pile: int | None = sum(rules.COPIES)
        self.onpile: list[int] = []
        self.discards: list[int] | None = []
        self.laid: list[int] = []  # cards laid since, where nobody tells what lay there before
        self.implied_reshuffle = False
        self.start: list[int | None] = []

    def copy(self) -> Table:
        """The same position again, to go on with apart; rules and questions are shared."""
        other = Table.__new__(Table)
        self.owned = 0  # from here on the other has them, too
        other.__dict__.update(self.__dict__)
        other.scores = self.scores.copy()
        other.force = self.force.copy()
        other.c = self.c.copy()
        other.marks = self.marks.copy()
        other.windows = self.windows.copy()
        other.free = self.free.copy()
        other.journal = self.journal.copy()
        if self.tally:
            other.tally = [row.copy() for row in self.tally]
        if any(self.duties):
            other.duties = [[duty.copy() for duty in row] if row else row for row in self.duties]
        else:
            other.duties = self.duties.copy()
        if self.discards is not None:
            other.discards = self.discards.copy()
        other.prover = None
        return other

    # ------------------------------------------------------------ who

    def next(self, p: int) -> int:
        return self._step(p, self.d)

    def before(self, p: int) -> int:
        return self._step(p, -self.d)

    def _step(self, p: int, d: int) -> int:
        q = p
        for _ in range(self.n):
            q = (q + d) % self.n
            if self.alive >> q & 1:
                return q
        return p

    def around(self, p: int) -> Iterator[int]:
        """Every player in the round, from `p` on in the direction of play."""
        q = p
        for _ in range(self.n):
            if self.alive >> q & 1:
                yield q
            q = (q + self.d) % self.n

    def left(self) -> int:
        return self.alive.bit_count()

    def marked(self, mark: int) -> int:
        bits = self.marks[mark]
        return (bits & -bits).bit_length() - 1

    # ------------------------------------------------------------ questions of the rules

    def hand(self, p: int) -> Hand:
        return self.hands[self.seat[p]]

    def own(self, p: int) -> Hand:
        """A player's hand, to be changed."""
        at = self.seat[p]
        if not self.owned >> at & 1:
            if not self.owned:
                self.hands = self.hands.copy()
            self.owned |= 1 << at
            self.hands[at] = self.hands[at].copy()
        return self.hands[at]

    def _new_hand(self, p: int, hand: Hand) -> None:
        """A player has another hand."""
        if not self.owned:
            self.hands = self.hands.copy()
        self.owned |= 1 << len(self.hands)
        self.seat = self.seat.copy()
        self.seat[p] = len(self.hands)
        self.hands.append(hand)

    def place(self) -> int:
        """A new place for cards."""
        self.places += 1
        return self.places - 1

    def hides(self) -> bool:
        """Whether some hand has cards that nobody has seen."""
        return any(hand.hidden > 0 or hand.size is None for hand in self.hands)

    def count(self, p: int) -> int:
        size = self.hand(p).size
        return Unsized.of(partial(Size, self, p)) if size is None else size

    def sure(self, truth: Truth) -> bool:
        """The answer that play goes by: the record's, an assumption of this branch, or a fork."""
        answer = decide(truth, self)
        if answer is not None:
            return answer
        assert isinstance(truth, Open)
        return answerable(truth) and self.either(truth)

    def either(self, truth: Truth) -> bool:
        """The answer that play goes by, followed both ways even where no record could tell it."""
        answer = decide(truth, self)
        if answer is not None:
            return answer
        assert isinstance(truth, Open)
        if not self.script:
            raise Fork(truth)
        answer, *self.script = self.script
        self.assumed = {**self.assumed, id(truth): (truth, answer)}
        return answer

    def open(self, window: int, p: int, when: Truth) -> None:
        """A window opens about a player; where that turns on what isn't known, its permissions turn on it too."""
        if look(when, self) is False:
            return
        self.windows[window] = p
        self.opened = self.opened.copy()
        self.opened[window] = when

    def has(self, p: int, masks: tuple[int, int], before: tuple[int, ...] = ()) -> Truth:
        """Whether a player holds a card of some kinds; `before` are cards just taken from the hand that count as held."""
        mask, maybe = masks
        hand = self.hand(p)
        spare, hidden = -1, hand.hidden
        if self.aside[0] == p:
            if (mask | maybe) >> self.aside[1] & 1:
                spare = self.aside[1]
            else:
                hidden += hand.size is not None
        open_kinds = False
        told = meanings(self.rules).told if self.rules.UNSAID else None
        for kind in (*hand.known, *before):
            if kind >= 0:
                if mask >> kind & 1 or (told is not None and not told[kind] & ~mask):
                    return True
                open_kinds = open_kinds or bool(maybe >> kind & 1 or (told is not None and told[kind] & mask))
        if hand.hidden <= 0 and hand.size is not None:
            return UNTOLD if open_kinds else False
        question = Question(self, self.seat[p], mask, maybe, hidden, spare)
        return OR(question, UNTOLD) if open_kinds else question

    def drew(self, p: int, mask: int) -> Truth:
        """Whether the card that a player drew last, unseen, is one of some kinds."""
        where, mark, step, hidden = self.drawn_mark
        if where != self.seat[p]:
            return UNTOLD
        return Drawn(self, where, mark, step, hidden, mask)

    def more(self, p: int, left: tuple[int, int], right: tuple[int, int]) -> Truth:
        question = Comparison(self, self.seat[p], left[0], left[1], right[1])
        answer = question.ask(self)
        return question if answer is None else answer

    def can_play(self, p: int) -> Truth:
        return self.reader.can_play(self, p)  # type: ignore[no-any-return]

    def barred(self, p: int) -> Truth:
        return self.reader.barred(self, p)  # type: ignore[no-any-return]

    def must_draw(self, p: int) -> bool:
        return any(
            duty.what in ("draw", "exchange") and decide(duty.when, self) is not False for duty in self.duties[p]
        )

    def word_chosen(self, word: int) -> Truth:
        return UNTOLD if self.chosen_word < 0 else self.chosen_word == word

    def pile_empty(self) -> Truth:
        return UNTOLD if self.pile is None else self.pile == 0

    def nothing_left(self) -> Truth:
        """Both piles are empty, the top card left aside. Piles of which a position doesn't tell the number last as long as
        the deck leaves a card for them beside those that the hands must hold."""
        if self.pile or self.discards or self.laid:
            return False
        if self.pile is not None and self.discards is not None:
            return True
        return self.beside(None) <= 0

    def beside(self, hand: Hand | None) -> int:
        """How many cards the deck leaves at the most for one hand, or for what nobody told of the piles."""
        total: int = sum(self.rules.COPIES)
        held = sum(self.at_least(other) for other in (self.hand(p) for p in range(self.n)) if other is not hand)
        laid = len(self.laid if self.discards is None else self.discards)
        return total - (self.top != NONE) - held - (self.pile or 0) - laid

    def at_least(self, hand: Hand) -> int:
        """How many cards a hand must have for all that it gave away and took up; nobody is out while play goes on."""
        if hand.size is not None:
            return hand.size
        now, low = 0, -1  # how many more (or fewer) it has than at the start, and at the least had
        for what, source, to, number in self.journal:
            if what == WHOLE and source == hand.place:
                now, low = 0, 0
            elif what in (SEEN, HIDDEN):
                moved = 1 if what == SEEN else max(0, number)
                now += moved * ((to == hand.place) - (source == hand.place))
                low = min(low, now - 1)
        return now - low

    # ------------------------------------------------------------ the flow

    def go(self, moment: int, owner: int) -> None:
        self.depth += 1
        if self.depth > 200:
            raise RunsInCircles
        self.m = moment
        self.o = owner
        for counter in self.rules.RESETS[moment]:
            self.c[counter] = 0
        passage = self.rules.PASSAGES[moment]
        if passage is not None:
            passage(self)

    def wait(
        self, what: str, which: int, chooser: int, number: int, optional: bool, line: int, resume: Passage
    ) -> None:
        self.pending = Pending(what, which, chooser, number, optional, line, resume)

    def act(self, card: int, back: Passage) -> None:
        """The card's own passage runs, then play comes back."""
        self.ret = back
        passage = self.rules.ACTING[card] if card >= 0 else None
        if passage is None:
            back(self)
        else:
            passage(self)

    def back(self) -> None:
        passage, self.ret = self.ret, None
        if passage is not None:
            passage(self)

    def owe(self, p: int, what: str, number: int | None, when: Truth, line: int, mask: int = 0, of: int = -1) -> None:
        """A duty arises; one that is empty or certainly not due doesn't."""
        if when is False or p < 0:
            return
        hand = self.hand(p)
        if what == "under":
            number = hand.size
            self.discarded = number
        elif what == "discard":
            held = sum(n for kind, n in hand.known.items() if mask >> kind & 1)
            number = held if hand.hidden <= 0 and hand.size is not None else None
            self.discarded = number
            if number is None:  # whether anything is to be discarded turns on the hidden cards
                when = AND(when, self.has(p, (mask, 0)))
        elif what == "refill":
            what, number = "draw", self.discarded
        elif what == "take" and of >= 0:
            size = self.hand(of).size
            if size is not None and number is not None:
                number = min(number, size)
        if number != 0:
            self.duties[p] = [*self.duties[p], Duty(what, number, when, line, mask, of)]

    def moved(self, p: int) -> None:
        """Somebody has moved: windows and marks that last until another player moves are over for all others."""
        for window in self.rules.UNTIL_MOVE_WINDOWS:
            if self.windows[window] not in (-1, p):
                self.windows[window] = -1
        for mark in self.rules.UNTIL_MOVE_MARKS:
            self.marks[mark] &= 1 << p

    # ------------------------------------------------------------ the discard pile

    def lay(self, card: int, p: int, spot: int) -> None:
        """A card comes on top of the discard pile from where it was put down, and its attributes into force."""
        if self.top != NONE:
            self.journal.append((WHOLE, self.crown, self.heap, 0))
            if self.discards is None:
                self.laid = [*self.laid, self.top]
            else:
                self.discards.append(self.top)
        self.crown = spot
        self.under = self.top
        self.top = card
        self.toppl = p
        self.missing = None
        for index, column in enumerate(self.rules.ATTRIBUTES):
            self.force[index] = column[card] if card >= 0 else -1

    def enforce(self, attribute: int) -> None:
        self.force[attribute] = self.chosen_value
        if self.chosen_value != -1:
            self.name(attribute, self.chosen_value)

    def name(self, attribute: int, value: int) -> None:
        """A value is the one named last."""
        self.named = self.named.copy()
        self.named[attribute] = value

    # ------------------------------------------------------------ effects on hands

    def swap(self, p: int, q: int) -> None:
        if p >= 0 and q >= 0:
            self.seat = self.seat.copy()
            self.seat[p], self.seat[q] = self.seat[q], self.seat[p]

    def rotate(self, direction: int) -> None:
        seats = [p for p in range(self.n) if self.alive >> p & 1]
        old, self.seat = self.seat, self.seat.copy()
        for index, p in enumerate(seats):
            self.seat[seats[(index + direction) % len(seats)]] = old[p]

    def blur(self, p: int) -> None:
        """Nobody can tell any more which cards of a hand are where: the known ones go back to those that may be anywhere."""
        hand = self.own(p)
        for kind, number in hand.known.items():
            self.free[self.rules.BASE[kind]] += number
        if hand.size is not None:
            hand.hidden = hand.size
        hand.known = {}
        hand.blur()

    def gather(self) -> None:
        total: int | None = 0
        heap = self.place()
        self.clean = False
        for p in self.around(self.o):
            self.journal.append((WHOLE, self.hand(p).place, heap, 0))
            self.blur(p)
            size = self.hand(p).size
            total = None if size is None or total is None else total + size
        self.loose = (heap, total)

    def share(self, first: int) -> None:
        """The cards that were put together are dealt out one by one."""
        heap, total = self.loose or (self.place(), None)
        self.loose = None
        order = list(self.around(first))
        for index, p in enumerate(order):
            size = None if total is None else (total - index + len(order) - 1) // len(order)
            hand = Hand(size, self.place())
            hand.log = [(BLUR, 0)]
            self.journal.append((HIDDEN, heap, hand.place, -1 if size is None else size))
            self._new_hand(p, hand)

    def exchange(self, p: int, card: int, line: int) -> None:
        """A card of the hand is exchanged for the top of the draw pile: the draw is a duty, then the card lies there."""
        hand = self.hand(p)
        if hand.size == 0:
            return
        if card < 0 and hand.known:
            self.blur(p)
        spot = self.place()
        kind, _ = self.release(p, card, spot)
        self.duties[p] = [*self.duties[p], Duty("exchange", 1, True, line, spot, kind)]

    def leave(self, p: int) -> None:
        hand = self.hand(p)
        self.journal.append((WHOLE, hand.place, self.heap, 0))
        if hand.hidden > 0 or hand.size is None:
            self.clean = False
        if self.discards is not None:
            for kind, number in hand.known.items():
                self.discards.extend([kind] * number)
            self.discards.extend([UNSEEN] * max(0, hand.hidden))
        owner_next = self.next(p)
        self._new_hand(p, Hand(0, self.place()))
        self.duties[p] = []
        self.alive &= ~(1 << p)
        if self.o == p:
            self.o = owner_next

    # ------------------------------------------------------------ cards leave and enter hands

    def spare(self, kind: int) -> bool:
        """Whether a copy of this card can be somewhere that the record hasn't shown."""
        rules = self.rules
        if self.free[rules.BASE[kind]] <= 0:
            return False
        most = rules.SCARCE.get(kind)
        if most is None:
            return True
        shown = sum(self.hand(p).known.get(kind, 0) for p in range(self.n)) + (self.top == kind)
        return shown + self.onpile.count(kind) + (self.discards or []).count(kind) < int(most)

    def release(self, p: int, kind: int, to: int = -1) -> tuple[int, bool]:
        """A card leaves a hand for a place (-1: it is only supposed to leave).

        The kind that left (with what was known of it), and whether it can have been there.
        """
        hand = self.own(p)
        rules = self.rules
        if kind < 0:
            self.clean = False
            if to >= 0 and hand.size != 0:
                self.journal.append((HIDDEN, hand.place, to, 1))
            if hand.size is not None:
                if hand.hidden <= 0:
                    return UNSEEN, self._force_out(hand, -1)
                hand.size -= 1
                hand.hidden -= 1
            return UNSEEN, True
        base = rules.BASE[kind]
        found = kind if kind in hand.known else -1
        twins: list[int] = []
        if rules.UNSAID:
            found, twins = self.among(hand, kind)
        if found >= 0 and not (found != kind and self.refuted()):
            if to >= 0:
                self.journal.append((SEEN, hand.place, to, kind))
            if twins:  # nobody can tell which of them it was, nor which are left
                self.clean = False
                hand.blur()
                left = sum(hand.known.pop(other) for other in twins) - 1
                if left:
                    hand.known[base] = left
                found = base
            else:
                hand.drop(found)
            if hand.size:  # after cards that can't be, more may be known than are left
                hand.size -= 1
            return (found if found != base else kind), True
        if (hand.size is not None and hand.hidden <= 0) or not self.spare(kind) or self.refuted():
            return kind, self._force_out(hand, to)
        if to >= 0:
            self.journal.append((SEEN, hand.place, to, kind))
        self.free[base] -= 1
        if hand.size is not None:
            hand.hidden -= 1
            hand.size -= 1
        hand.log.append((EXPOSED, kind))
        return kind, True

    def among(self, hand: Hand, kind: int) -> tuple[int, list[int]]:
        """The known card of a hand that a written one is, -1 for none; and, where it may as well be another card of the
        hand that shows something else, all the known ones that it may be."""
        rules = self.rules
        meant = meanings(rules)
        base = rules.BASE[kind]
        if kind in hand.known and (kind != base or not meant.open(base)):
            return kind, []
        fits = [k for k in hand.known if rules.BASE[k] == base and rules.MATCHES(kind, k)]
        if not fits:
            return -1, []
        hidden = (hand.hidden > 0 or hand.size is None) and self.free[base] > 0
        if len(fits) > 1 or (hidden and fits[0] != kind):
            return fits[0], fits
        return fits[0], []

    def refuted(self) -> bool:
        """Whether the event at hand was found to contradict the record in a way that the counts here don't show."""
        return self.refuting

    def _force_out(self, hand: Hand, to: int) -> bool:
        """An impossible card leaves a hand all the same: the count falls, and nothing is learnt of the cards."""
        self.clean = False
        if to >= 0:
            self.journal.append((HIDDEN, hand.place, to, 1) if hand.size != 0 else (SPARE, to, to, 1))
        if hand.size:
            hand.size -= 1
            if hand.hidden > hand.size:
                hand.hidden = hand.size
        return False

    def reveal(self, p: int, kinds: tuple[int, ...], whole: bool) -> bool:
        """Cards of a hand are shown; False where the record contradicts it."""
        hand = self.own(p)
        rules = self.rules
        fine = not self.refuted()
        unseen = hand.known.copy()
        held: list[int] = []
        if rules.UNSAID:  # what is told most of is looked for first, so that it isn't taken for something else
            kinds = tuple(sorted(kinds, key=lambda k: k >= 0 and rules.BASE[k] == k))
        for kind in kinds if fine else ():
            if kind < 0:
                continue
            base = rules.BASE[kind]
            held.append(kind)
            if unseen.get(kind):
                unseen[kind] -= 1
                continue
            match = next((k for k, n in unseen.items() if n and rules.BASE[k] == base and rules.MATCHES(kind, k)), -1)
            if match >= 0:
                unseen[match] -= 1
                if match == base and kind != base:
                    if (hand.hidden > 0 or hand.size is None) and self.free[base] > 0:
                        self.clean = False  # it may as well be another card
                        hand.blur()
                    hand.drop(base)
                    hand.known[kind] = hand.known.get(kind, 0) + 1
                    hand.log += [(STEP, len(self.journal)), (REFINED, kind)]
                continue
            if (hand.size is not None and hand.hidden <= 0) or not self.spare(kind):
                fine = False
                held.pop()
                continue
            self.free[base] -= 1
            if hand.size is not None:
                hand.hidden -= 1
            hand.log.append((EXPOSED, kind))
            hand.known[kind] = hand.known.get(kind, 0) + 1
        if held:
            self.journal.append((SHOWN, hand.place, -1, tuple(held)))
        if whole:
            if sum(unseen.values()) > sum(kind < 0 for kind in kinds):
                fine = False
            shown = len(kinds)
            if hand.size is None:
                hand.size = shown
                hand.hidden = shown - sum(hand.known.values())
                hand.log += [(STEP, len(self.journal)), (REFINED, -1)]
                self.journal.append((SIZED, hand.place, -1, shown))
            elif hand.size != shown:
                fine = False
        return fine

    def draw(self, p: int, kind: int) -> tuple[int, bool]:
        """One card from the draw pile to a hand: the kind as far as known, and whether that is possible."""
        if not self.pile and self.nothing_left():
            self._take_in(p, -1)
            return kind, False
        if self.pile == 0:
            self.implied_reshuffle = True
            self.reshuffle()
        if self.pile is None and kind >= 0 and not self.spare(kind) and self.in_discards(kind):
            self.implied_reshuffle = True  # only from there can the card have come
            self.reshuffle()
        if self.pile is not None:
            self.pile -= 1
        elif (self.discards or self.laid) and not self.onpile:
            self._mingle()
        hand = self.own(p)
        spot = self.stock
        if self.onpile:
            top, *self.onpile = self.onpile
            spot, *self.spots = self.spots
            if top >= 0:
                fine = kind < 0 or bool(self.rules.MATCHES(kind, top))
                if fine and kind >= 0 and top == self.rules.BASE[top]:
                    top = kind  # the record tells more of it now
                hand.put(top)
                self.journal.append((SEEN, spot, hand.place, top))
                return top, fine
        if kind >= 0:
            base = self.rules.BASE[kind]
            if not self.spare(kind) or self.refuted():
                self._take_in(p, spot)
                return kind, False
            self.free[base] -= 1
            hand.put(kind)
            self.journal.append((SEEN, spot, hand.place, kind))
            return kind, True
        hand.put_hidden(1)
        self.drawn_mark = (self.seat[p], len(hand.log), len(self.journal), hand.hidden)
        self.journal.append((HIDDEN, spot, hand.place, 1))
        return UNSEEN, True

    def _mingle(self) -> None:
        """Where nobody tells how many cards the pile holds, it may have been used up and made anew from what was laid."""
        self.clean = False
        self.journal.append((HIDDEN, self.heap, self.stock, -1))
        for kind in (*self.laid, *(self.discards or ())):
            if kind >= 0:
                self.free[self.rules.BASE[kind]] += 1
        self.laid, self.discards = [], None

    def in_discards(self, kind: int) -> bool:
        """Whether a card like this is known to lie under the top card."""
        base = self.rules.BASE[kind]
        return any(card >= 0 and self.rules.BASE[card] == base for card in (*(self.discards or ()), *self.laid))

    def hand_within(self, p: int, mask: int) -> Truth:
        """Whether an unseen card of the hand is surely (or surely not) one of some kinds."""
        hand = self.hand(p)
        if hand.hidden > 0 or hand.size is None:
            return UNTOLD
        inside = [bool(mask >> kind & 1) for kind in hand.known]
        return True if all(inside) else False if not any(inside) else UNTOLD

    def _take_in(self, p: int, spot: int) -> None:
        """An impossible card comes in all the same, and nothing is learnt of it."""
        self.clean = False
        hand = self.own(p)
        self.journal.append((HIDDEN, spot, hand.place, 1) if spot >= 0 else (SPARE, hand.place, hand.place, 1))
        hand.put_hidden(1)

    # ------------------------------------------------------------ piles and the deal

    def reshuffle(self, order: tuple[int, ...] = ()) -> int:
        """The discards come under the draw pile, in the order told; a card of it that can't lie there, -1 for none."""
        strange = -1
        new = self.place()
        if self.hides() or self.discards is None or UNSEEN in self.discards or self.onpile:
            self.clean = False
        if self.pile != 0 and self.pile != len(self.onpile):
            left = 0 if self.pile is None else self.pile - sum(spot != self.stock for spot in self.spots)
            self.journal.append((HIDDEN, self.stock, new, left))
        for spot in self.spots:
            if spot != self.stock:
                self.journal.append((WHOLE, spot, new, 0))
        self.journal.append((WHOLE, self.heap, new, 0))
        self.stock, self.heap = new, self.place()
        if self.discards is None:
            self.pile = None
            for kind in self.laid:
                if kind >= 0:
                    self.free[self.rules.BASE[kind]] += 1
            self.laid = []
        else:
            for kind in self.discards:
                if kind >= 0:
                    self.free[self.rules.BASE[kind]] += 1
            self.pile = (self.pile or 0) + len(self.discards)
            self.discards = []
        self.onpile = []
        self.spots = []
        for kind in order:
            if kind >= 0 and self.free[self.rules.BASE[kind]] > 0:
                self.free[self.rules.BASE[kind]] -= 1
                self.onpile.append(kind)
                self.spots.append(self.place())
                self.journal.append((SEEN, new, self.spots[-1], kind))
            else:
                strange = max(strange, kind)
                self.onpile.append(UNSEEN)
                self.spots.append(new)
        return strange

    def deal(self, number: int) -> None:
        header = self.header
        for p in range(self.n):
            given = header.hands.get(p)
            hand = self.own(p)
            if given is None:
                hand.size = hand.hidden = number
                self.journal.append((HIDDEN, self.stock, hand.place, number))
            else:
                if len(given.cards) != number:
                    self.fault("illegal", p, f"{number} cards are dealt, not {len(given.cards)}")
                self.receive(p, given.cards)
            if self.pile is not None and hand.size is not None:
                self.pile -= hand.size

    def fault(self, outcome: str, p: int | None, words: str) -> None:
        """Something that a header says and that can't be, or isn't in the rules."""
        self.header_faults = [*self.header_faults, (outcome, p, words)]

    def receive(self, p: int, cards: tuple[int | None, ...]) -> None:
        """A hand as the header gives it."""
        hand = self.own(p)
        hand.size = hand.hidden = 0
        for kind in cards:
            base = None if kind is None else self.rules.BASE[kind]
            if kind is None or base is None:
                hand.hidden += 1
                hand.size += 1
            elif not self.spare(kind):
                copies = self.rules.COPIES[base]
                name = self.rules.CARD_NAMES[base]
                self.fault("impossible", p, f"the deck has {copies} {name}, and all of them lie elsewhere")
                hand.hidden += 1
                hand.size += 1
            else:
                self.free[base] -= 1
                hand.put(kind)
                self.journal.append((SEEN, self.stock, hand.place, kind))
        if hand.hidden:
            self.journal.append((HIDDEN, self.stock, hand.place, hand.hidden))

    def turn_up(self) -> None:
        kind = self.start[0] if self.start else None
        self.start = self.start[1:]
        if self.pile is not None:
            self.pile -= 1
        card = UNSEEN
        spot = self.place()
        self.journal.append((HIDDEN, self.stock, spot, 1) if kind is None else (SEEN, self.stock, spot, kind))
        if kind is not None:
            base = self.rules.BASE[kind]
            if self.spare(kind):
                self.free[base] -= 1
            else:
                self.journal[-1] = (HIDDEN, self.stock, spot, 1)
                self.fault("impossible", None, "all copies of the card turned up lie elsewhere")
            card = kind
        self.lay(card, -1, spot)

    def put_back(self) -> None:
        if self.top >= 0:
            self.free[self.rules.BASE[self.top]] += 1
        if self.hides():
            self.clean = False
        new = self.place()
        self.journal.append((HIDDEN, self.stock, new, -1 if self.pile is None else self.pile))
        self.journal.append((WHOLE, self.crown, new, 0))
        self.stock = new
        if self.pile is not None:
            self.pile += 1
        self.top = self.under
        self.under = NONE
        if self.top == NONE:
            self.force = [0] * len(self.force)

    def move_deal(self) -> None:
        given = self.header.dealer
        self.dealer = (self.dealer + 1) % self.n if given is None else given

    # ------------------------------------------------------------ the end

    def win(self, p: int) -> None:
        self.winner = p
        self.round_winner = p

    def worth(self, p: int) -> int | None:
        """Points of the cards in a hand, None where a card is untold."""
        hand = self.hand(p)
        if hand.size is None or hand.hidden > 0:
            return None
        total = 0
        for kind, number in hand.known.items():
            points = self.rules.WORTH[kind]
            if points is None:
                return None
            total += points * number
        return total

    def score_others(self, p: int) -> None:
        self.round_winner = p
        for q in range(self.n):
            if q != p:
                worth = self.worth(q)
                self.scores[p] = UNKNOWN_NUMBER if worth is None or self.scores[p] < 0 else self.scores[p] + worth

    def score_own(self) -> None:
        for q in range(self.n):
            worth = self.worth(q)
            self.scores[q] = UNKNOWN_NUMBER if worth is None or self.scores[q] < 0 else self.scores[q] + worth


def answerable(truth: Truth) -> bool:
    """Whether some record could answer a question: it turns on cards, not on what was never told."""
    if isinstance(truth, Compound):
        return any(answerable(part) for part in truth.parts)
    return isinstance(truth, Question | Comparison | Drawn | Size)
