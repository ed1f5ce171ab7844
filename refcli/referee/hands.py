"""What the record shows of hands: cards known, cards hidden, and what a hand held at an earlier moment.

Knowledge belongs to a *hand*, not to a seat, so it travels with swaps and rotations. A hidden card that shows itself is an
*exposure*; cards that come unseen are a *join*. The two tests in `Question.ask` are the closed form for one pool of cards.
Where cards move in ways that it does not cover (unseen between hands, shuffled together), the hand is *blurred*: from
there on the answers are only ever too careful, never wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from refcli.referee.journal import HIDDEN, SEEN, WHOLE
from refcli.referee.kinds import meanings
from refcli.referee.kleene import Open

if TYPE_CHECKING:
    from refcli.referee.journal import Round
    from refcli.referee.table import Table

JOIN, EXPOSED, BLUR, REFINED, STEP = range(5)


class Hand:
    """Cards in one hand. `known` maps kinds to numbers, `hidden` counts unseen cards, `size` all (None: never told)."""

    __slots__ = ("hidden", "known", "log", "place", "size")

    def __init__(self, size: int | None = 0, place: int = -1) -> None:
        self.place = place
        self.known: dict[int, int] = {}
        self.hidden = 0 if size is None else size
        self.size = size
        self.log: list[
            tuple[int, int]
        ] = []  # (JOIN, n), (EXPOSED, kind), (BLUR, 0), (STEP, of the journal), (REFINED, kind)

    def copy(self) -> Hand:
        other = Hand.__new__(Hand)
        other.known = self.known.copy()
        other.hidden = self.hidden
        other.size = self.size
        other.log = self.log.copy()
        other.place = self.place
        return other

    def put(self, kind: int) -> None:
        """A card comes in, face up."""
        self.known[kind] = self.known.get(kind, 0) + 1
        if self.size is not None:
            self.size += 1

    def put_hidden(self, number: int) -> None:
        """Cards come in, unseen."""
        if number:
            if self.size is not None:
                self.hidden += number
                self.size += number
            self.log.append((JOIN, number))

    def drop(self, kind: int) -> None:
        left = self.known[kind] - 1
        if left:
            self.known[kind] = left
        else:
            del self.known[kind]

    def blur(self) -> None:
        self.log.append((BLUR, 0))


class Question(Open):
    """Whether a hand held, at the moment of asking, a card of some kinds. `mask` are kinds surely meant, `maybe` kinds
    that may be meant (where the card to compare with is untold). `spare` is an unseen card that is supposed to be in the
    hand and doesn't count, -1 where there is none."""

    __slots__ = ("hand", "hidden", "mark", "mask", "maybe", "round", "size_known", "spare", "step")

    def __init__(self, s: Table, hand: int, mask: int, maybe: int, hidden: int, spare: int = -1) -> None:
        held = s.hands[hand]
        self.round = len(s.archive)
        self.hand = hand
        self.mark = len(held.log)
        self.step = len(s.journal)
        self.hidden = hidden
        self.size_known = held.size is not None
        self.mask = mask
        self.maybe = maybe
        self.spare = spare

    def key(self) -> object:
        return (self.round, self.hand, self.mark, self.step, self.hidden, self.mask, self.maybe, self.spare)

    def moment(self) -> object:
        """What questions about one hand at one moment have in common."""
        return (self.round, self.hand, self.mark, self.step, self.hidden, self.spare)

    def joined(self, other: Question) -> Question:
        """Whether the hand held a card of the kinds of either question; both are of one moment."""
        found: Question = Question.__new__(Question)
        for name in Question.__slots__:
            setattr(found, name, getattr(self, name))
        found.mask |= other.mask
        found.maybe |= other.maybe
        return found

    def ask(self, s: Table) -> bool | None:
        hands, free = s.known_in(self.round)
        held = hands[self.hand]
        mask, maybe = self.mask, self.maybe
        joined = inside = outside = 0  # `inside` are surely of the kinds, `outside` may be others
        start = self.hidden
        low = start if self.size_known else 1
        none, one = True, False
        blurred = False
        spared = int(self.spare >= 0)
        told = meanings(s.rules).told if s.rules.UNSAID else None
        for what, value in held.log[self.mark :]:
            if what == JOIN:
                joined += value
            elif what == BLUR:
                one = one or low >= 1
                blurred = True
            elif what == EXPOSED and not blurred:
                if (mask | maybe) >> value & 1 or (told is not None and told[value] & mask):
                    sure = bool(mask >> value & 1) or (told is not None and not told[value] & ~mask)
                    inside += sure
                    outside += not sure
                    if low >= 1:
                        one = True
                    if inside > joined + spared:
                        none = False
                else:
                    outside += 1
                if self.size_known:
                    low = min(low, max(0, start + joined + spared - inside - outside))
        if not one and low >= 1:
            meant, kinds_of = mask | maybe, s.rules.KINDS_OF
            for base, number in enumerate(free):
                if number > 0 and meant & kinds_of[base]:
                    one = True
                    break
        if none and not blurred:
            need = max(0, start - outside) if self.size_known else 0
            if need:
                kinds_of = meanings(s.rules).fresh if s.rules.UNSAID else s.rules.KINDS_OF
                for base, number in enumerate(free):
                    if number > 0 and kinds_of[base] & ~mask:  # not surely one of those asked for
                        need -= number
                        if need <= 0:
                            break
                none = need <= 0
        if none and one:
            return None
        return bool(one)

    def may_be(self, r: Round, kind: int) -> bool:
        """Whether, as far as simple counts show, the hand may have held a card of one kind."""
        base = r.rules.BASE[kind]
        low = self.hidden if self.size_known else 1
        now = low + (self.spare >= 0)
        for what, value in r.hands[self.hand].log[self.mark :]:
            if low < 1:
                return False
            if what == JOIN:
                now += value
            elif what == BLUR:
                return True
            elif what == EXPOSED:
                if r.rules.BASE[value] == base and r.rules.MATCHES(kind, value):
                    return True
                now -= self.size_known
                low = min(low, now)
        return low >= 1 and r.free[base] > 0


class Drawn(Open):
    """Whether the card that came to a hand unseen by one draw is of some kinds. `step` is the draw in the journal, `mark`
    what comes behind it in the hand's log, `hidden` how many unseen cards the hand then had."""

    __slots__ = ("hand", "hidden", "mark", "mask", "maybe", "round", "size_known", "step")

    def __init__(self, s: Table, hand: int, mark: int, step: int, hidden: int, mask: int) -> None:
        self.round = len(s.archive)
        self.hand = hand
        self.mark = mark
        self.step = step
        self.hidden = hidden
        self.size_known = s.hands[hand].size is not None
        self.mask = mask
        self.maybe = 0

    def key(self) -> object:
        return (self.round, self.hand, self.step, -1, self.mask)

    def moment(self) -> object:
        return (self.round, self.hand, self.step, -1)

    def joined(self, other: Drawn) -> Drawn:
        found: Drawn = Drawn.__new__(Drawn)
        for name in Drawn.__slots__:
            setattr(found, name, getattr(self, name))
        found.mask |= other.mask
        return found

    def ask(self, s: Table) -> bool | None:
        hands, free = s.known_in(self.round)
        mask, meant = self.mask, meanings(s.rules)
        now = low = self.hidden if self.size_known else 1
        inside = outside = False
        for what, value in hands[self.hand].log[self.mark :]:
            if low < 1:
                break
            if what == JOIN:
                now += value
            elif what == BLUR:
                return None
            elif what == EXPOSED:
                inside = inside or bool(meant.told[value] & mask)
                outside = outside or bool(meant.told[value] & ~mask)
                if self.size_known:
                    now -= 1
                    low = min(low, now)
        if low >= 1:
            for base, number in enumerate(free):
                if number > 0:
                    inside = inside or bool(meant.fresh[base] & mask)
                    outside = outside or bool(meant.fresh[base] & ~mask)
                    if inside and outside:
                        break
        return None if inside is outside else inside

    def may_be(self, r: Round, kind: int) -> bool:
        """Whether, as far as simple counts show, the card drawn may have been of one kind."""
        base = r.rules.BASE[kind]
        now = low = self.hidden if self.size_known else 1
        for what, value in r.hands[self.hand].log[self.mark :]:
            if low < 1:
                return False
            if what == JOIN:
                now += value
            elif what == BLUR:
                return True
            elif what == EXPOSED:
                if r.rules.BASE[value] == base and r.rules.MATCHES(kind, value):
                    return True
                now -= self.size_known
                low = min(low, now)
        return low >= 1 and r.free[base] > 0


class Comparison(Open):
    """Whether a hand held, at the moment of asking, more cards with one value than with another."""

    __slots__ = ("attribute", "hand", "hidden", "known", "left", "mark", "number", "right", "round", "step")

    def __init__(self, s: Table, hand: int, attribute: int, left: int, right: int) -> None:
        held = s.hands[hand]
        self.round = len(s.archive)
        self.hand = hand
        self.attribute = attribute
        self.left = left
        self.right = right
        self.known = held.known.copy()
        self.hidden = held.hidden
        self.number = held.size
        self.mark = len(held.log)
        self.step = len(s.journal)

    def key(self) -> object:
        return (self.round, self.hand, self.mark, self.step, self.attribute, self.left, self.right)

    def ask(self, s: Table) -> bool | None:
        column = s.rules.ATTRIBUTES[self.attribute]
        base = s.rules.BASE
        cards = self.known.copy()
        hidden = self.hidden
        r = s.round(self.round)
        held = r.hands[self.hand]
        size_known = self.number is not None
        closed = False  # what shows itself from here on may have come later
        came = (at for at in range(self.step, len(r.journal)) if r.journal[at][2] == held.place)
        first = next((at for at in came if r.journal[at][0] in (SEEN, HIDDEN, WHOLE)), len(r.journal))
        for what, value in held.log[self.mark :]:
            if what in (JOIN, BLUR) or (what == STEP and value > first):
                closed = True
            elif what == EXPOSED and not closed:
                cards[value] = cards.get(value, 0) + 1
                hidden -= 1
            elif what == REFINED and value < 0:
                if not closed:  # the whole hand was shown: nothing else was in it
                    hidden, size_known = 0, True
            elif what == REFINED and cards.get(base[value]) and not closed:
                plain = base[value]
                cards[plain] -= 1
                cards[value] = cards.get(value, 0) + 1
        low_left = high_left = low_right = 0
        for kind, number in cards.items():
            worth = column[kind]
            if worth == self.left:
                low_left += number
                high_left += number
            elif worth == self.right:
                low_right += number
            elif worth < 0:
                high_left += number
        if size_known:
            high_left += max(0, hidden)
            # an untold card counts for the one or for the other, never for both
            unknown = high_left - low_left
            sure = low_left - (low_right + unknown) > 0
            never = (low_left + unknown) - low_right <= 0
            return True if sure else False if never else None
        return None

    def limits(self, rules: Any, wanted: bool) -> list[tuple[tuple[int, int], ...]]:
        """What a hand held at the most so that the answer is the wanted one: the ways, each some sets of kinds with a
        number of cards."""
        column = rules.ATTRIBUTES[self.attribute]
        every = meanings(rules).all
        size = self.number or 0
        value, other = (self.left, self.right) if wanted else (self.right, self.left)
        outside = every & ~sum(1 << k for k, v in enumerate(column) if v == value)
        against = every & sum(1 << k for k, v in enumerate(column) if v == other)
        found: list[tuple[tuple[int, int], ...]] = []
        for most in range((size - 1) // 2 if wanted else size // 2, -1, -1):
            if outside == against:
                return [((against, most),)]
            found.append(((against, most), (outside, size - most - wanted)))
        return found


class Size(Open):
    """Whether a hand of which nobody tells the number held so many cards (or at least so many), as what follows shows:
    what it gives away it had, it isn't empty unless its player wins, and a number told later tells the earlier ones."""

    __slots__ = ("hand", "least", "number", "player", "round", "step")

    def __init__(self, s: Table, player: int, number: int, least: bool) -> None:
        self.round = len(s.archive)
        self.player = player
        self.hand = s.seat[player]
        self.step = len(s.journal)
        self.number = number
        self.least = least

    def key(self) -> object:
        return (self.round, self.hand, self.step, self.number, self.least)

    def ask(self, s: Table) -> bool | None:
        r = s.round(self.round)
        hand = r.hands[self.hand]
        now = low = 0
        for what, source, to, value in r.journal[self.step :]:
            if hand.place not in (source, to):
                continue
            if what == WHOLE or (what == HIDDEN and value < 0):
                return None
            if what in (SEEN, HIDDEN):
                moved = 1 if what == SEEN else value
                now += moved * ((to == hand.place) - (source == hand.place))
                low = min(low, now)
        if hand.size is not None:
            held = hand.size - now
            return held >= self.number if self.least else held == self.number
        if self.round == len(s.archive) and s.beside(hand) - now < self.number:
            return False
        if s.winner < 0 and s.round_winner < 0 and self.round == len(s.archive) and 1 - low > self.number:
            return self.least
        if self.round == len(s.archive) and s.beside(hand) == s.at_least(hand):
            return s.at_least(hand) - now == self.number or (self.least and s.at_least(hand) - now > self.number)
        return True if self.least and -low >= self.number else None


class Put(Open):
    """Whether the card that was put down unseen at a place of its own is of some kinds. `step` is where it lies there."""

    __slots__ = ("mask", "place", "round", "step")

    maybe = 0

    def __init__(self, s: Table, place: int, mask: int) -> None:
        self.round = len(s.archive)
        self.place = place
        self.step = len(s.journal)
        self.mask = mask

    def key(self) -> object:
        return (self.round, self.place, self.step, self.mask)

    def ask(self, s: Table) -> bool | None:
        return None

    def may_be(self, r: Round, kind: int) -> bool:
        return True
