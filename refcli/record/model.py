"""A recorded game as values: header, events, questions, claims. Nothing here knows a rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from refcli.diagnostics import Diagnostic
from refcli.text import Span

CLOCKWISE, COUNTERCLOCKWISE = 1, -1

# The verbs of events. A claim is `has`, `wins` or `score`.
VERBS = (
    "plays", "chooses", "draws", "passes", "calls", "shows", "shows hand", "takes back", "takes", "discards",
    "reshuffle", "has", "wins", "score", "next round",
)  # fmt: skip


class Vocabulary(Protocol):
    """What a reader has to know of a rulebook: how cards, calls, attributes and counters are written.

    All look-ups take text as a person writes it; implementations fold case, blanks and hyphens.
    """

    def card(self, text: str) -> int | None:
        """The kind of card that is written so, or None where no card is."""

    def card_name(self, kind: int) -> str:
        """How a kind of card is written."""

    def near_cards(self, text: str) -> list[str]:
        """Cards written nearly so, nearest first; for "did you mean"."""

    def call(self, text: str) -> str | None:
        """The rulebook's name of the call that is said so ("last" → "last-card"), or None."""

    def call_words(self) -> list[str]:
        """Every word that can be called, as it is said."""

    def attribute(self, text: str) -> str | None:
        """The rulebook's name of an attribute that can be in force (a header key such as `color:`), or None."""

    def value(self, attribute: str, text: str) -> int | None:
        """The value of an attribute that is written so, or None."""

    def counter(self, text: str) -> str | None:
        """The rulebook's name of the counter whose header key is written so (`owes:`), or None."""


@dataclass(slots=True)
class Expectation:
    """What a line expects: `=> illegal (rule-id)` or, for a question, `=> answer`."""

    text: str
    span: Span
    rule: str = ""  # the rule id in parentheses, where one stands


@dataclass(slots=True)
class Hand:
    """A `hand` line. `cards` has a kind for each card, None for an unknown one."""

    cards: tuple[int | None, ...]
    span: Span
    expect: Expectation | None = None


@dataclass(slots=True)
class Header:
    """The header of a game, or of a later round (where only dealer, hands and start may stand).

    `hands` are by seat. `start` holds kinds in the order turned up; an empty tuple is `start: none`, None is left out.
    `top` is None where no position is given, else a kind (or None in `top_unknown`). `attributes` are names to values,
    `counters` names to numbers, `scores` seats to numbers, `extra` keys to text as written.
    """

    name: str = ""
    rules: str = ""
    switched_on: list[str] = field(default_factory=list)  # items of `with:`, "house-rule", "option 4"
    switched_off: list[str] = field(default_factory=list)  # items of `without:`
    players: list[str] = field(default_factory=list)
    dealer: int | None = None
    hands: dict[int, Hand] = field(default_factory=dict)
    start: tuple[int | None, ...] | None = None
    position: bool = False
    top: int | None = None
    attributes: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    direction: int = CLOCKWISE
    turn: int | None = None
    draw_pile: int | None = None
    discard_pile: int | None = None
    scores: dict[int, int] = field(default_factory=dict)
    taken_back: bool = False
    extra: dict[str, str] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)  # header key, as written and folded, to its line
    written: dict[str, tuple[str, str]] = field(
        default_factory=dict
    )  # attribute or counter to key and value as written
    expects: dict[str, Expectation] = field(default_factory=dict)  # of lines other than hands, by keys as in `spans`


@dataclass(slots=True)
class Event:
    """One act or claim of the record. `number` counts events of the game from 1.

    `cards` has a kind for each card named, None for each unknown one; `count` is the number of cards (a bare number in
    `draws 2`, else the length of `cards`; for `score` the points, for `has` the cards claimed). `choices` are as
    written, in order. `word` is the rulebook's name of a call. `target` is the seat of whom a call, take or claim is
    about. `actor` is None for what the table does (reshuffle, next round).
    """

    number: int
    verb: str
    actor: int | None
    text: str
    span: Span
    cards: tuple[int | None, ...] = ()
    count: int = 0
    choices: tuple[str, ...] = ()
    word: str = ""
    target: int | None = None
    stamp: str = ""
    expect: Expectation | None = None
    header: Header | None = None  # of the round that `next round` begins
    choice_spans: tuple[Span, ...] = ()


@dataclass(slots=True)
class Question:
    """A `?` line: what is asked, as written, at that point of the game."""

    text: str
    span: Span
    expect: Expectation | None = None


@dataclass(slots=True)
class Game:
    """One game of a stream, read whole. `faults` are lines that could not be read; the rest is there all the same."""

    header: Header
    statements: list[Event | Question]
    faults: list[Diagnostic]
    path: str
    lines: list[str]  # the game's own lines as written
    first_line: int  # number of the first of them in its file, from 1
