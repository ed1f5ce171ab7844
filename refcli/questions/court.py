"""Whom a question is put to: a game refereed up to some point, and who asks."""

from __future__ import annotations

import re
from typing import Any

from refcli.questions.lexing import odd_cards
from refcli.questions.model import ASKER, Asked, NotUnderstood, Wish
from refcli.questions.reading import read_question
from refcli.record.model import Event, Game, Question
from refcli.referee.choices import settled
from refcli.referee.judge import UNDETERMINED
from refcli.referee.questions import NOWHERE
from refcli.referee.referee import Referee
from refcli.referee.table import Table

COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "nine": 9, "ten": 10}
MOST_DRAWN = 99_999


_cards: dict[int, tuple[Any, tuple[str, ...]]] = {}


def cards_of(rules: Any) -> tuple[str, ...]:
    """The cards of a rulebook whose names hold words of questions, looked for once."""
    found = _cards.get(id(rules))
    if found is None or found[0] is not rules:
        if len(_cards) > 50:
            _cards.clear()
        found = _cards[id(rules)] = (rules, odd_cards(rules.CARD_NAMES))
    return found[1]


class Court:
    """A referee and the words of its rulebook. `asker` is the seat of who says `I`; left out, the player to move."""

    def __init__(self, referee: Referee, asker: int | None = None) -> None:
        self.referee = referee
        self.asker = asker
        self.rules: Any = referee.rules
        self.words = referee.words
        self.players = referee.game.header.players

    def read(self, text: str) -> Asked | None:
        """What a text asks at this table, None where it is no question."""
        return read_question(text, self.players, cards_of(self.rules))

    # ------------------------------------------------------------ who

    def seat(self, player: int | None) -> int:
        """The seat that a question means."""
        if player is None or player == ASKER:
            return self.to_move() if self.asker is None else self.asker
        return player

    def to_move(self) -> int:
        """The player to move or to choose, on the first branch of the game."""
        s = settled(self.tables()[0])
        return s.pending.chooser if s.pending is not None else s.o

    def name(self, seat: int) -> str:
        return self.players[seat]

    def tables(self) -> list[Table]:
        """The table on every branch that the record allows."""
        return [branch.player.s for branch in self.referee.branches]

    @staticmethod
    def united(answers: list[str]) -> str:
        """One answer from those of the branches."""
        return answers[0] if len(set(answers)) == 1 else UNDETERMINED

    # ------------------------------------------------------------ the act that is asked about

    def event(self, player: int | None, wish: Wish) -> Event:
        """The act that a question supposes, as an event. Raises NotUnderstood where it names what doesn't exist."""
        made = Event(0, "", self.seat(player), "", NOWHERE)
        match wish.verb:
            case "play":
                made.verb = "plays"
                if wish.any_card:
                    raise NotUnderstood(
                        f"which card? Name it: `play {self.words.card_name(0)}`, say; or ask `what may {self.name(self.seat(player))} play`"
                    )
                made.cards = tuple(self.card(text, made.actor) for text in wish.cards)
                made.count = len(made.cards)
                made.choices = self.choices(wish)
            case "draw":
                made.verb, made.count = "draws", self.count(wish.word)
            case "pass":
                made.verb = "passes"
            case "choose":
                made.verb, made.choices = "chooses", self.choices(wish)
            case _:
                made.verb = "calls"
                said = wish.word if wish.verb == "call" else wish.verb
                made.word = self.words.call(said) or ""
                if not made.word:
                    known = ", ".join(self.words.call_words())
                    raise NotUnderstood(
                        f'nobody can call "{said[:40]}" by these rules'
                        + (f"; what can be called is {known}" if known else "; they know no calls")
                    )
                made.target = None if wish.target is None else self.seat(wish.target)
        made.text = self.line(made)
        return made

    def choices(self, wish: Wish) -> tuple[str, ...]:
        """The choices of an act, in words."""
        return tuple(self.name(self.seat(choice)) if isinstance(choice, int) else choice for choice in wish.choices)

    def card(self, text: str, seat: int | None = None) -> int:
        """The kind of a card that is written so, in full or in short; or the one card of a hand with that face."""
        kind = self.words.card(text)
        if kind is None:
            kind = self.words.card(re.sub(r"s$", "", text))
        if kind is None:
            face = "-".join(text.lower().split())
            faces = [k for k, name in enumerate(self.rules.FACES) if name == face and self.rules.BASE[k] == k]
            held = [] if seat is None else [k for k in self.tables()[0].hand(seat).known if self.rules.FACES[k] == face]
            if len(held) == 1:
                return held[0]
            near = [self.words.card_name(k) for k in (held or faces)] or self.words.near_cards(text)
            hint = (
                f"did you mean {' or '.join(near[:4])}?"
                if near
                else f"a card is written like {self.words.card_name(0)}"
            )
            raise NotUnderstood(f'no card is written "{text[:40]}"; {hint}')
        return kind

    @staticmethod
    def count(text: str) -> int:
        """How many cards `draw …` means."""
        words = re.sub(r"\b(?:cards?|another|more|once|time|something|anything)\b", "", text).strip()
        number = COUNTS.get(words) or (int(words) if words.isdigit() and len(words) <= 5 else 0)
        if not words:
            return 1
        if not 0 < number <= MOST_DRAWN:
            raise NotUnderstood(
                f'"{text[:40]}" is no number of cards; ask `may NAME draw`, or name the number in digits'
            )
        return number

    def line(self, event: Event, infinitive: bool = False) -> str:
        """An act as a line of a record; or, as an infinitive, without the player."""
        words = {
            "plays": "play", "draws": "draw", "passes": "pass", "chooses": "choose", "calls": "call",
        }  # fmt: skip
        verb = words[event.verb] if infinitive else event.verb
        rest = ""
        if event.verb == "plays":
            rest = " " + ", ".join(self.words.card_name(kind) for kind in event.cards if kind is not None)
            rest += f" choosing {', '.join(event.choices)}" if event.choices else ""
        elif event.verb == "draws":
            rest = f" {event.count}" if event.count > 1 else ""
        elif event.verb == "chooses":
            rest = " " + ", ".join(event.choices)
        elif event.verb == "calls":
            target = f" {self.name(event.target)}" if event.target is not None else ""
            if event.word in ("catch", "challenge"):
                verb = event.word if infinitive else {"catch": "catches", "challenge": "challenges"}[event.word]
                rest = target
            else:
                said = next((said[0] for name, said in self.rules.CALLS if name == event.word), event.word)
                rest = " " + said.replace("-", " ") + (f" on{target}" if target else "")
        front = "" if infinitive or event.actor is None else f"{self.name(event.actor)} "
        return f"{front}{verb}{rest}"

    # ------------------------------------------------------------ where in the record

    def at(self, place: tuple[str, int]) -> Court:
        """The court at an earlier point: before the event of that number, or as if the question stood in that line."""
        what, number = place
        referee = self.referee
        done = referee.events
        if what == "event":
            last = max((event.number for event in done), default=0)
            if not 1 <= number <= last + 1:
                raise NotUnderstood(f"there is no event {number} yet: the record has {last} so far")
            wanted = [event for event in done if event.number < number]
        else:
            first, lines = referee.game.first_line, len(referee.game.lines)
            if not first <= number <= first + lines:
                raise NotUnderstood(
                    f"there is no line {number} in this game: it has lines {first} to {first + lines - 1}"
                )
            wanted = [event for event in done if event.span.line < number]
        if len(wanted) == len(done):
            return self
        return Court(replayed(referee, wanted), self.asker)


def replayed(referee: Referee, events: list[Event]) -> Referee:
    """The same game refereed anew, up to some of its events."""
    other = Referee(referee.rules, referee.game, referee.words)
    for event in events:
        other.step(event)
    return other


def reached(game: Game, asked: Asked) -> int | None:
    """The number of the last event that a question needs to be told; None for all of them."""
    if asked.at is None:
        return None
    what, number = asked.at
    if what == "event":
        return number - 1
    events = [statement for statement in game.statements if isinstance(statement, Event)]
    return max((event.number for event in events if event.span.line < number), default=0)


def stepped(referee: Referee, most: int | None = None) -> Referee:
    """A fresh referee taken through the events of its record, all or so many; questions in it are left out."""
    for statement in referee.game.statements:
        if isinstance(statement, Question):
            continue
        if most is not None and statement.number > most:
            break
        referee.step(statement)
    return referee


def told_as_far(other: Referee, referee: Referee) -> Referee:
    """A fresh referee of the same record under other rules, told as far as one under its own.

    By lines: what can't be read under the other rules is no event there, so numbers may differ.
    """
    last = max((event.span.line for event in referee.events), default=0)
    for statement in other.game.statements:
        if isinstance(statement, Event) and statement.span.line <= last:
            other.step(statement)
    return other
