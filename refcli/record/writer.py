"""A game in the written form, one way for everything: reading it gives the same game again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from refcli.record.model import COUNTERCLOCKWISE, Event, Expectation, Game, Header, Question, Vocabulary
from refcli.record.words import fold


def write_game(game: Game, vocabulary: Vocabulary) -> str:
    """The game in the written form: its header, a blank line, its events and questions, a line each."""
    writing = Writing(game.header.players, vocabulary)
    lines = [*writing.header(game.header), ""]
    for statement in game.statements:
        lines += writing.statement(statement)
    return "\n".join(lines).rstrip("\n") + "\n"


def _spaced(text: str) -> str:
    """The text with a blank in front, but where that would begin a comment."""
    return text if text[:1] in ("", "#") else f" {text}"


def _listed(texts: Iterable[str]) -> str:
    return ",".join(_spaced(text) for text in texts).lstrip()


def _arrow(expect: Expectation | None) -> str:
    return f" =>{_spaced(expected(expect))}" if expect else ""


def expected(expect: Expectation) -> str:
    """What stands behind `=>`."""
    return f"{expect.text} ({expect.rule})" if expect.rule else expect.text


class Writing:
    """Writes what belongs to one game; its players and the words of its calls are the same on every line."""

    def __init__(self, players: list[str], vocabulary: Vocabulary) -> None:
        self.players, self.vocabulary = players, vocabulary
        self._said = {vocabulary.call(word): word for word in reversed(vocabulary.call_words())}

    def header(self, header: Header) -> Iterator[str]:
        """The header's lines, of a game or of a later round."""
        for key, value in self.keys(header):
            if key.startswith("hand "):
                expect = header.hands[self.players.index(key[5:])].expect
            else:
                expect = header.expects.get(fold(key))
            # An empty stamp keeps a bracket at the start of a key from being one.
            yield f"{'[] ' if key[0] == '[' else ''}{key}:{_spaced(value)}{_arrow(expect)}"

    def keys(self, header: Header) -> Iterator[tuple[str, str]]:
        """Every key of the header that says something, with its value."""
        if header.name:
            yield "game", header.name
        if header.rules:
            yield "rules", header.rules
        if header.switched_on:
            yield "with", _listed(header.switched_on)
        if header.switched_off:
            yield "without", _listed(header.switched_off)
        yield from header.extra.items()
        if header.players:
            yield "players", ", ".join(header.players)
        if header.taken_back:
            yield "illegal plays", "taken back"
        if header.dealer is not None:
            yield "dealer", self.players[header.dealer]
        for seat, hand in header.hands.items():
            yield f"hand {self.players[seat]}", self.cards(hand.cards) or "nothing"
        if header.start is not None:
            yield "start", self.cards(header.start) or "none"
        if header.position:
            yield from self._position(header)
        for seat, score in header.scores.items():
            yield f"score {self.players[seat]}", str(score)

    def _position(self, header: Header) -> Iterator[tuple[str, str]]:
        yield "top", self.cards((header.top,))
        for attribute, value in header.attributes.items():
            yield header.written.get(attribute, (attribute, str(value)))
        for counter, amount in header.counters.items():
            yield header.written.get(counter, (counter, ""))[0], str(amount)
        if header.direction == COUNTERCLOCKWISE:
            yield "direction", "counterclockwise"
        if header.turn is not None:
            yield "turn", self.players[header.turn]
        if header.draw_pile is not None:
            yield "draw pile", str(header.draw_pile)
        if header.discard_pile is not None:
            yield "discard pile", str(header.discard_pile)

    def statement(self, statement: Event | Question) -> Iterator[str]:
        """The lines of an event or a question; more than one only where a round begins."""
        expect = _arrow(statement.expect)
        if isinstance(statement, Question):
            yield f"?{_spaced(statement.text)}{expect}"
            return
        stamp = f"[{statement.stamp}] " if statement.stamp else ""
        yield f"{stamp}{self.event(statement)}{expect}"
        if statement.header is not None:
            yield from self.header(statement.header)

    def event(self, event: Event) -> str:
        """An event without time stamp and expectation."""
        if event.verb == "score" and event.actor is not None:
            return f"score {self.players[event.actor]}: {event.count}"
        if event.actor is None:
            return f"{event.verb}: {self.cards(event.cards)}" if event.cards else event.verb
        return f"{self.players[event.actor]} {_BEHIND[event.verb](self, event)}".rstrip()

    def cards(self, cards: tuple[int | None, ...]) -> str:
        """Cards with commas; unknown ones side by side are counted."""
        return ", ".join(self.card_list(cards))

    def card_list(self, cards: tuple[int | None, ...]) -> list[str]:
        """Each card as it is written, unknown ones side by side as one."""
        written = []
        for kind, group in groupby(cards):
            count = len(list(group))
            if kind is not None:
                written += [self.vocabulary.card_name(kind)] * count
            else:
                written.append("unknown" if count == 1 else f"{count} unknown")
        return written

    def said(self, call: str) -> str:
        """The word with which a call is said."""
        return self._said.get(call, call)

    def call(self, event: Event) -> str:
        """A call with its target; catching and challenging have verbs of their own."""
        target = "" if event.target is None else self.players[event.target]
        if event.word == (self.vocabulary.call("challenge") or "challenge"):
            return f"challenges {target}"
        if target and event.word == (self.vocabulary.call("catch") or "catch"):
            return f"catches {target}"
        said = self.said(event.word)
        return f"calls {said} on {target}" if target else f"calls {said}"


def _cards_or_count(writing: Writing, event: Event) -> str:
    return writing.cards(event.cards) if event.cards else str(event.count)


def _draws(writing: Writing, event: Event) -> str:
    return "draws" if not event.cards and event.count == 1 else f"draws {_cards_or_count(writing, event)}"


def _plays(writing: Writing, event: Event) -> str:
    choices = f" choosing {_listed(event.choices)}" if event.choices else ""
    return f"plays {writing.cards(event.cards)}{choices}"


def _takes(writing: Writing, event: Event) -> str:
    giver = "" if event.target is None else writing.players[event.target]
    return f"takes {_cards_or_count(writing, event)} from {giver}"


# What stands behind the player's name, for each verb that has a player.
_BEHIND: dict[str, Callable[[Writing, Event], str]] = {
    "plays": _plays,
    "chooses": lambda writing, event: f"chooses {_listed(event.choices)}",
    "draws": _draws,
    "passes": lambda writing, event: "passes",
    "calls": lambda writing, event: writing.call(event),
    "shows": lambda writing, event: f"shows {writing.cards(event.cards)}",
    "shows hand": lambda writing, event: f"shows hand: {writing.cards(event.cards) or 'nothing'}",
    "takes back": lambda writing, event: f"takes back {writing.cards(event.cards)}",
    "takes": _takes,
    "discards": lambda writing, event: f"discards {_cards_or_count(writing, event)}",
    "has": lambda writing, event: f"has {event.count}",
    "wins": lambda writing, event: "wins",
}
