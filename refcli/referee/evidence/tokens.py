"""A deal that fits the record, built along it: every unseen card is a token that is decided when something asks for it.

A token that came unseen from a place claims one of the tokens that lay there; the deck is the place where all begin. What
can't be built so is given up; whatever is built is refereed before anybody is told of it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from refcli.referee.hands import Drawn, Question
from refcli.referee.journal import HIDDEN, SEEN, SHOWN, SIZED, WHOLE
from refcli.referee.kinds import meanings

if TYPE_CHECKING:
    from refcli.referee.evidence.relaxed import Course
    from refcli.referee.kleene import Open

DEEP = 12  # places through which a card is followed back


class Stuck(Exception):
    """No card is left that would fit."""


class Token:
    """A card; `kinds` are those that it may still be, `banned` those that it isn't."""

    __slots__ = ("banned", "decided", "kinds", "origin")

    def __init__(self, kinds: int, origin: Place | None, decided: bool = False) -> None:
        self.kinds = kinds
        self.origin = origin
        self.banned = 0
        self.decided = decided


class Place:
    """Tokens that lie together. `unclaimed` are those that no later token has turned out to be, `size` how many of them are
    still there. Where nobody told the number, `more` is the place from which further ones are taken, and noted in `noted`."""

    __slots__ = ("deck", "more", "noted", "size", "tokens", "unclaimed")

    def __init__(self, deck: list[int] | None = None) -> None:
        self.tokens: list[Token] = []
        self.unclaimed: list[Token] | None = None  # where cards have left unseen
        self.deck = deck  # copies left by card, where it is the deck itself
        self.size = 0
        self.more: Place | None = None
        self.noted: list[Token] = []


class World:
    """One way in which the unseen cards of a round may lie; `came` are the tokens that each step moved."""

    def __init__(self, course: Course, literals: list[tuple[Open, bool]], rng: Random, lean: int = 0) -> None:
        self.course = course
        self.rng = rng
        self.lean = (
            lean  # 0 and 1: what a card leaves open is the first, or the last, of what it may be; else by chance
        )
        self.rules: Any = course.rules
        self.meant = meanings(course.rules)
        self.places: dict[int, Place] = {course.first: Place(list(course.rules.COPIES))}
        self.came: dict[int, list[Token]] = {}
        self.all: list[Token] = []
        self.needs: list[tuple[list[Token], int]] = []
        self.marks: dict[int, list[tuple[Question | Drawn, bool]]] = {}
        for leaf, wanted in literals:
            assert isinstance(leaf, Question | Drawn)
            self.marks.setdefault(leaf.step + isinstance(leaf, Drawn), []).append((leaf, wanted))
        self._run()

    def _run(self) -> None:
        for at in range(len(self.course.journal) + 1):
            for leaf, wanted in self.marks.get(at, ()):
                self._mark(leaf, wanted)
            if at < len(self.course.journal):
                what, source, to, value = self.course.journal[at]
                if what == SEEN:
                    token = self._seen(source, value)
                    self.came[at] = [token]
                    self.place(to).tokens.append(token)
                elif what == HIDDEN and value < 0:
                    self.came[at] = self._endless(source, to)
                elif what == HIDDEN:
                    self.came[at] = self._unseen(source, value)
                    self.place(to).tokens += self.came[at]
                elif what == SHOWN:
                    self._show(source, value)
                elif what == WHOLE:
                    self._whole(source, to)
                elif what != SIZED:
                    raise Stuck
        for tokens, mask in self.needs:
            if not any(not token.kinds & ~mask for token in tokens if token.decided):
                self._one(tokens, mask)
        for token in sorted(self.all, key=lambda t: -t.banned.bit_count()):
            if not token.decided:
                self._decide(token, self.meant.all)

    def place(self, number: int) -> Place:
        return self.places.setdefault(number, Place())

    def _told(self, kind: int) -> int:
        return self.meant.told[kind] or 1 << kind

    # ------------------------------------------------------------ moves

    def _unseen(self, number: int, count: int) -> list[Token]:
        """Cards leave a place unseen; which they are is decided later."""
        place = self.place(number)
        if place.more is not None and place.unclaimed is None:
            while len(place.tokens) < count:
                self._further(place)
        if place.deck is None and place.unclaimed is None:
            if count == len(place.tokens):
                tokens, place.tokens = place.tokens, []
                return tokens
            place.unclaimed = place.tokens
            place.size = len(place.tokens)
            place.tokens = []
        made = [Token(self.meant.all, place) for _ in range(count)]
        self.all += made
        if place.deck is None:
            place.size -= count
            if place.size < 0:
                raise Stuck
        return made

    def _endless(self, number: int, to: int) -> list[Token]:
        """Cards of which nobody tells the number come to a place: as many as are asked for, and one that never is."""
        source, place = self.place(number), self.place(to)
        place.more = source if source.deck is not None else source.more
        if place.more is None:
            raise Stuck
        self._further(place)
        return place.noted

    def _further(self, place: Place) -> Token:
        """One more token of a place of which nobody told the number."""
        token = Token(self.meant.all, place.more)
        self.all.append(token)
        place.tokens.append(token)
        place.noted.append(token)
        return token

    def _rest(self, number: int) -> list[Token]:
        """All tokens of a place, those still to be decided among them."""
        place = self.place(number)
        if place.unclaimed is not None:
            made = [Token(self.meant.all, place) for _ in range(place.size)]
            self.all += made
            rest = Place()
            rest.more, rest.noted = place.more, place.noted
            rest.tokens = [*made, *place.tokens]
            self.places[number] = rest
        return self.places[number].tokens

    def _whole(self, source: int, to: int) -> None:
        tokens, place = self._rest(source), self.places[source]
        self.places[source] = Place()
        self.place(to).tokens += tokens
        if place.more is not None:
            self.place(to).more, self.place(to).noted = place.more, []

    def _seen(self, number: int, kind: int) -> Token:
        """A card that shows itself leaves a place."""
        mask = self._told(kind)
        place = self.place(number)
        if place.deck is None and (place.unclaimed is None or any(t.decided and t.kinds & mask for t in place.tokens)):
            if place.more is not None and len(place.tokens) < 2:  # not the last one: nobody was out of cards here
                self._further(place)
            token = self._pick(place.tokens, mask)
            place.tokens.remove(token)
            return token
        token = Token(self.meant.all, place)
        try:
            self._decide(token, mask)
        except Stuck:
            token = self._pick(place.tokens, mask)
            place.tokens.remove(token)
            return token
        self.all.append(token)
        if place.deck is None:
            place.size -= 1
            if place.size < 0:
                raise Stuck
        return token

    def _pick(self, tokens: list[Token], mask: int) -> Token:
        for token in tokens:
            if token.decided and token.kinds & mask:
                token.kinds &= mask
                return token
        order = [t for t in tokens if not t.decided]
        self.rng.shuffle(order)
        unmet = [(row, kinds) for row, kinds in self.needs if not self._met(row, kinds)]

        def use(token: Token) -> int:
            """Less than 0 for a token that would meet a need, more for one that a need may have to wait for."""
            return sum((1 if not kinds & mask else -1) for row, kinds in unmet if token in row)

        order.sort(key=lambda t: (use(t), -t.banned.bit_count()))
        for token in order:
            try:
                self._decide(token, mask)
            except Stuck:
                continue
            return token
        raise Stuck

    def _show(self, number: int, kinds: tuple[int, ...]) -> None:
        tokens = self._rest(number)
        free = tokens.copy()
        place = self.places[number]
        while place.more is not None and len(free) < len(kinds):
            free.append(self._further(place))
        for kind in kinds:
            free.remove(self._pick(free, self._told(kind)))

    # ------------------------------------------------------------ conditions

    def _mark(self, leaf: Question | Drawn, wanted: bool) -> None:
        """What a hand held, or which card was drawn, is asked here."""
        number = self.course.hands[leaf.hand].place
        tokens = self.came.get(leaf.step, []) if isinstance(leaf, Drawn) else self._rest(number).copy()
        mask = leaf.mask & self.meant.all
        if wanted:
            self.needs.append((tokens, mask | leaf.maybe & self.meant.all))
            return
        if isinstance(leaf, Question) and leaf.spare >= 0 and tokens:
            tokens.remove(self._pick(tokens, self._told(leaf.spare)))
        for token in tokens:
            if token.decided and not token.kinds & ~mask:
                raise Stuck
            token.banned |= mask
            if token.decided:
                token.kinds &= ~mask

    @staticmethod
    def _met(tokens: list[Token], mask: int) -> bool:
        return any(token.decided and not token.kinds & ~mask for token in tokens)

    def _one(self, tokens: list[Token], mask: int) -> None:
        """Some token becomes a card of certain kinds."""
        self._pick(tokens, mask)

    # ------------------------------------------------------------ what a token is

    def _decide(self, token: Token, mask: int, depth: int = 0) -> None:
        """A token becomes a card of some kinds, which it takes from where it came from."""
        mask &= token.kinds & ~token.banned
        if not mask or depth > DEEP:
            raise Stuck
        place = token.origin
        if place is None:
            raise Stuck
        if place.deck is not None:
            left = [
                (copies, base) for base, copies in enumerate(place.deck) if copies > 0 and self.meant.fresh[base] & mask
            ]
            if not left:
                raise Stuck
            weights = [copies * copies for copies, _ in left]
            base = self.rng.choices([base for _, base in left], weights)[0]
            place.deck[base] -= 1
            token.kinds = mask & self.meant.fresh[base]
            token.decided = True
            return
        assert place.unclaimed is not None
        order = place.unclaimed.copy()
        self.rng.shuffle(order)
        for other in sorted(order, key=lambda t: not t.decided):
            try:
                if not other.decided:
                    self._decide(other, mask, depth + 1)
                elif not other.kinds & mask:
                    continue
            except Stuck:
                continue
            other.kinds &= mask
            token.kinds = other.kinds
            token.decided = True
            place.unclaimed.remove(other)
            return
        raise Stuck

    def kind(self, token: Token) -> int:
        """The kind of card that a token is in this world."""
        kinds = token.kinds
        if self.lean == 1:
            return kinds.bit_length() - 1
        while self.lean > 1 and kinds & (kinds - 1) and self.rng.random() < 0.5:
            kinds &= kinds - 1
        return (kinds & -kinds).bit_length() - 1
