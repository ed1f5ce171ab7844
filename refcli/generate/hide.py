"""A record made poorer: some of the cards that it shows become unknown ones, as most records have them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from refcli.record.model import Event, Game, Hand, Header, Question

# Verbs whose cards a record may as well not show. A play shows its card to everybody.
HIDEABLE = ("draws", "shows", "shows hand", "takes", "reshuffle")


def hide(game: Game, rng: Random, share: float) -> Game:
    """The same game with a share (0 to 1) of the cards of hands, draws and shown hands unknown; plays stay as they are.

    What was done stays the same, so an outcome under the whole record is one that the hidden cards allow.
    """
    hiding = Hiding(rng, share)
    return replace(
        game,
        header=hiding.header(game.header),
        statements=[hiding.statement(statement) for statement in game.statements],
        lines=[],
    )


class Hiding:
    """Turns cards over, each by chance, a third of the time a whole hand or draw at once."""

    def __init__(self, rng: Random, share: float) -> None:
        self.rng = rng
        self.share = share

    def cards(self, cards: tuple[int | None, ...]) -> tuple[int | None, ...]:
        """Cards, some of them unknown."""
        if self.rng.random() < 1 / 3:
            return (None,) * len(cards) if self.rng.random() < self.share else cards
        return tuple(None if self.rng.random() < self.share else kind for kind in cards)

    def header(self, header: Header) -> Header:
        """A header with hands of which some cards are unknown."""
        hands = {p: Hand(self.cards(hand.cards), hand.span, hand.expect) for p, hand in header.hands.items()}
        return replace(header, hands=hands)

    def statement(self, statement: Event | Question) -> Event | Question:
        """An event of which some cards are unknown, where it isn't a play."""
        if isinstance(statement, Question):
            return replace(statement)
        changed = replace(statement)
        if statement.verb in HIDEABLE:
            changed.cards = self._unnamed(statement, self.cards(statement.cards))
        if statement.header is not None:
            changed.header = self.header(statement.header)
        return changed

    @staticmethod
    def _unnamed(event: Event, cards: tuple[int | None, ...]) -> tuple[int | None, ...]:
        """Cards of which none is known are a bare number, where the record writes one."""
        if event.verb in ("draws", "takes", "reshuffle") and all(kind is None for kind in cards):
            return ()
        return cards
