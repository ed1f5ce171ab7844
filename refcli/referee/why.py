"""Why an act is as it is judged: conditions with their values, as a tree and in sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from refcli.referee.hands import Comparison
from refcli.referee.kleene import NONE, UNKNOWN_NUMBER, UNSEEN, Truth, decide
from refcli.referee.table import Table

Say = Callable[[bool | None], str]


@dataclass(slots=True)
class Why:
    """A condition: a fact with a sentence for each answer, or all, any, not of others.

    `place` is where it stands in the rulebook (path, line, column), `topic` what it is about (top, hand, turn, …).
    """

    op: str
    truth: Truth = True
    say: Say | None = None
    parts: tuple[Why, ...] = ()
    place: tuple[str, int, int] | None = None
    topic: str = ""

    def answer(self, s: Table) -> bool | None:
        """True, False or unknown, as the table's knowledge stands."""
        if self.op == "fact":
            return decide(self.truth, s)
        answers = [part.answer(s) for part in self.parts]
        if self.op == "not":
            return None if answers[0] is None else not answers[0]
        stop = self.op == "any"
        if stop in answers:
            return stop
        return None if None in answers else not stop

    def sentence(self, s: Table) -> str:
        """A fact in words, with its values."""
        return self.say(self.answer(s)) if self.say is not None else ""

    def decisive(self, s: Table, wanted: bool | None = None) -> list[str]:
        """The facts that the answer turns on, in words: those that failed, held, or are unknown."""
        answer = self.answer(s) if wanted is None else wanted
        if self.op == "fact":
            text = self.sentence(s)
            return [text] if text else []
        if self.op == "not":
            return self.parts[0].decisive(s)
        found: list[str] = []
        for part in self.parts:
            mine = part.answer(s)
            if mine is answer:
                found.extend(part.decisive(s))
        return list(dict.fromkeys(found))


class Speaker:
    """Says values in words: what a generated explanation calls."""

    def __init__(self, s: Table) -> None:
        self.s = s

    # ------------------------------------------------------------ building

    @staticmethod
    def fact(truth: Truth, say: Say) -> Why:
        return Why("fact", truth, say)

    def placed(self, path: int, line: int, column: int, topic: str, why: Why) -> Why:
        """A condition with its place in the rulebook and what it is about."""
        if why.place is None:
            why.place = (self.s.rules.PATHS[path], line, column)
            why.topic = topic
        return why

    @staticmethod
    def all(*parts: Why) -> Why:
        return Why("all", parts=parts)

    @staticmethod
    def any(*parts: Why) -> Why:
        return Why("any", parts=parts)

    @staticmethod
    def no(part: Why) -> Why:
        return Why("not", parts=(part,))

    # ------------------------------------------------------------ words

    def card(self, kind: int) -> str:
        if kind == UNSEEN:
            return "a card that the record doesn't show"
        if kind == NONE:
            return "no card"
        return str(self.s.rules.CARD_NAMES[kind])

    def who(self, p: int) -> str:
        return "nobody" if p < 0 else self.s.header.players[p]

    def number(self, n: int | None) -> str:
        return "none" if n is None else "unknown" if n <= UNKNOWN_NUMBER else str(n)

    def holds(self, p: int, extra: int = 0) -> str:
        if p < 0:
            return "nobody is meant"
        size = self.s.hand(p).size
        name = self.who(p)
        if size is None:
            return f"the record doesn't tell how many cards {name} holds"
        size += extra
        return f"{name} holds {'no cards' if size == 0 else '1 card' if size == 1 else f'{size} cards'}"

    def value(self, attribute: int, value: int) -> str:
        if value < 0:
            return "unknown"
        names: tuple[str, ...] = self.s.rules.VALUE_NAMES[attribute]
        return names[value - 1].replace("-", " ") if value else "none"

    def has_value(self, attribute: int, card: int, value: int) -> str:
        """What a card's attribute is."""
        name = self.s.rules.ATTRIBUTE_NAMES[attribute]
        if value < 0:
            return f"the record doesn't tell the {name} of {self.card(card)}"
        if value == 0:
            return f"{self.card(card)} has no {name}"
        if name == "face":
            return ""
        return f"{self.card(card)} is {self.value(attribute, value)}"

    def in_force(self, attribute: int) -> str:
        name = self.s.rules.ATTRIBUTE_NAMES[attribute]
        value = self.s.force[attribute]
        if value == 0:
            return f"no {name} is in force"
        return f"the {name} in force is {self.value(attribute, value)}"

    def shared(self, card: int, attribute: int, truth: bool | None) -> str:
        """A card beside the top card or what is in force."""
        rules = self.s.rules
        name = rules.ATTRIBUTE_NAMES[attribute]
        word = {True: "shares", False: "doesn't share", None: "may share"}[truth]
        return f"{self.card(card)} {word} the {'symbol or number' if name == 'face' else name} of the top card, {self.card(self.s.top)}"

    def hand(self, p: int, masks: tuple[int, int], truth: bool | None, words: str, before: tuple[int, ...] = ()) -> str:
        name = self.who(p)
        words = self.filled(words)
        if truth is None:
            return f"the record doesn't show whether {name} holds {words}"
        if not truth:
            return f"{name} holds no {words.removeprefix('a ').removeprefix('an ').removeprefix('another ')}"
        hand = self.s.hand(p)
        cards = [self.card(k) for k in (*sorted(hand.known), *before) if k >= 0 and masks[0] >> k & 1]
        if cards:
            return f"{name} holds {', '.join(dict.fromkeys(cards))}"
        return f"{name} holds {words}, as later lines show"

    def filled(self, words: str) -> str:
        """A description with the values in force behind it."""
        rules = self.s.rules
        for index, name in enumerate(rules.ATTRIBUTE_NAMES):
            attribute = name.replace("-", " ")
            if f"{attribute} in force" in words:
                words = words.replace(
                    f"{attribute} in force", f"{attribute} in force ({self.value(index, self.s.force[index])})"
                )
        return words.replace("the top card", f"the top card ({self.card(self.s.top)})")

    def counts(self, p: int, left: tuple[int, int], right: tuple[int, int], truth: bool | None) -> str:
        attribute = left[0]
        names = self.value(attribute, left[1]), self.value(attribute, right[1])
        question = Comparison(self.s, self.s.seat[p], attribute, left[1], right[1])
        column = self.s.rules.ATTRIBUTES[attribute]
        one = sum(n for k, n in question.known.items() if column[k] == left[1])
        two = sum(n for k, n in question.known.items() if column[k] == right[1])
        total = self.s.hand(p).size
        rest = (
            ""
            if total is None or total == one + two
            else f" and {total - one - two} of which the record doesn't tell it"
        )
        del truth
        return f"{self.who(p)} is known to hold {one} {names[0]} and {two} {names[1]}{rest}"

    def playable(self, p: int, truth: bool | None) -> str:
        from refcli.referee.judge import playable

        name = self.who(p)
        if truth is None:
            return f"the record doesn't show whether {name} holds a card that can be played"
        if not truth:
            return f"{name} has no card that can be played"
        s = self.s
        cards = [self.card(k) for k in sorted(s.hand(p).known) if playable(s, p, k) is True]
        return f"{name} can play {', '.join(cards[:6])}" if cards else f"{name} can play a card, as later lines show"

    def bluff(self, truth: bool | None) -> str:
        if truth is None:
            return "the record doesn't show whether the play was a bluff"
        return "the play was a bluff" if truth else "the play was no bluff"

    def chosen_word(self) -> str:
        for word, number in self.s.rules.CHOICE_WORDS.items():
            if number == self.s.chosen_word:
                return str(word)
        return "nothing known"

    def pile(self) -> str:
        pile = self.s.pile
        if pile is None:
            return "the record doesn't tell how many cards the draw pile has"
        return "the draw pile is empty" if not pile else f"the draw pile has {pile} card{'s' if pile > 1 else ''}"

    def piles(self) -> str:
        s = self.s
        under = "cards" if s.discards is None else f"{len(s.discards)} card{'s' if len(s.discards) != 1 else ''}"
        return f"{self.pile()}, and {under} lie under the top card"

    def duty(self, p: int, line: int) -> str:
        """What somebody still has to do by a rule."""
        for duty in self.s.duties[p]:
            if duty.line == line:
                cards = "cards" if duty.number is None else "1 card" if duty.number == 1 else f"{duty.number} cards"
                verb = {"under": "discard", "exchange": "draw"}.get(duty.what, duty.what)
                return f"{self.who(p)} still has to {verb} {cards}"
        return ""

    def turn(self, p: int) -> str:
        s = self.s
        if s.rules.CLOSED[s.m]:
            return "the round is over"
        if s.winner >= 0:
            return f"{self.who(s.winner)} has won"
        word = s.rules.MOMENTS[s.m]
        owed = [s.c[i] for i in s.rules.WRITTEN_COUNTERS.values() if s.c[i] > 0]
        if owed:
            return f"{self.who(s.o)} owes {owed[0]} card{'s' if owed[0] > 1 else ''}"
        del word, p
        return f"it is {self.who(s.o)}'s turn"


def evaluated(why: Why, s: Table) -> dict[str, Any]:
    """A tree of conditions as plain values, for JSON."""
    answer = why.answer(s)
    node: dict[str, Any] = {"op": why.op, "holds": answer}
    if why.op == "fact":
        node["fact"] = why.sentence(s)
    else:
        node["parts"] = [evaluated(part, s) for part in why.parts]
    return node
