"""What generated rules call besides the table: acts, sets of kinds, the card drawn."""

from __future__ import annotations

from refcli.referee.kinds import meanings
from refcli.referee.kleene import NONE, UNSEEN, UNTOLD, Open, Truth

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import Any

    from refcli.referee.table import Table


class Act:
    """An act that is judged. `cards` are the kinds of a play (already taken from the hand), `k` the one that lands on top.

    `word` is the number of a call, `target` a seat or -1. `drawn` says, for a play after an unseen draw, whether the card
    is the one drawn. The table acts as seat -1.
    """

    __slots__ = ("cards", "drawn", "k", "p", "target", "verb", "word")

    def __init__(self, verb: str, p: int, cards: tuple[int, ...] = (), word: int = -1, target: int = -1) -> None:
        self.verb = verb
        self.p = p
        self.cards = cards
        self.k = cards[-1] if cards else NONE
        self.word = word
        self.target = target
        self.drawn: Truth = UNTOLD


def mask_of(truths: list[Truth]) -> tuple[int, int]:
    """Sets of kinds from a truth for each: those that are surely meant, and those that may be."""
    sure = maybe = 0
    for kind, truth in enumerate(truths):
        if isinstance(truth, Open):
            maybe |= 1 << kind
        elif truth:
            sure |= 1 << kind
    return sure, maybe


def drawn_truth(s: Table, a: Act) -> Truth:
    """Whether the card of a play is the card that its player drew last."""
    if s.drawn == NONE:
        return False
    if s.drawn == UNSEEN:
        return a.drawn
    rules: Any = s.rules
    card = a.cards[0]
    if card < 0:
        return UNTOLD
    if not rules.MATCHES(card, s.drawn):
        return False
    # Of two cards that differ only in what nobody told, either may be the one that was drawn.
    hand = s.hand(a.p)
    hidden = (hand.hidden > 0 or hand.size is None) and s.free[rules.BASE[card]] > 0
    loose = card != s.drawn or (card == rules.BASE[card] and meanings(rules).open(card))
    twin = loose and (hidden or any(rules.MATCHES(card, kind) for kind in hand.known))
    return UNTOLD if twin else True


def drawn_hint(s: Table, p: int, kind: int) -> Truth:
    """For a play of `kind`, before it leaves the hand: whether the unseen card drawn is such a card."""
    if s.drawn != UNSEEN or kind < 0:
        return UNTOLD
    return s.drew(p, meanings(s.rules).told[kind])
