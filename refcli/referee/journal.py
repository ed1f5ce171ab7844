"""What a round's record says of cards: every move of a card between places, seen or unseen, in order.

A place is a hand, a pile, or where a single card lies. Knowledge that follows cards and not seats is all in here: a
world is one way to say which cards moved. The journal is only written while a game is refereed; the proofs read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refcli.referee.hands import Hand

# SEEN: a card of a known kind goes from place to place. HIDDEN: so many cards go unseen (-1: nobody knows how many).
# SHOWN: these kinds are in a place, at once. WHOLE: everything goes. SIZED: a place of which nobody told the number holds
# so many. SPARE: a card is there that came from nowhere, as an impossible line says.
SEEN, HIDDEN, SHOWN, WHOLE, SIZED, SPARE = range(6)

Step = tuple[int, int, int, Any]  # what, from (or where), to, kind or number


@dataclass(frozen=True, slots=True)
class Round:
    """What is kept of a round that is over, for questions that turned on its cards."""

    hands: list[Hand]
    free: list[int]
    journal: list[Step]
    clean: bool
    rules: Any
    first: int  # the place where all cards are at the start
