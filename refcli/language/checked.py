"""The checked form of a rulebook under one choice of house rules, options and readings: names resolved, lines numbered."""

from __future__ import annotations

from dataclasses import dataclass, field

from refcli.language.phrases import Node
from refcli.text import Span

# ---------------------------------------------------------------- conditions and statements


@dataclass(frozen=True, slots=True)
class Cond:
    """`op` is any, all, not or fact; a fact has a node, the others have parts."""

    op: str
    parts: tuple[Cond, ...] = ()
    node: Node | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """A step."""

    node: Node
    when: Cond | None
    span: Span


@dataclass(frozen=True, slots=True)
class Owe:
    """A duty: somebody has to draw, discard or take."""

    who: Node
    act: Node
    when: Cond | None
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """A step at which play waits for a choice."""

    node: Node
    optional: bool
    when: Cond | None
    span: Span


@dataclass(frozen=True, slots=True)
class Goto:
    """An arrow; `of` None stays with the player."""

    moment: str
    of: Node | None
    when: Cond | None
    span: Span


@dataclass(frozen=True, slots=True)
class Branch:
    """if / otherwise if / otherwise."""

    branches: tuple[tuple[Cond, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...]
    span: Span


Statement = Do | Owe | Choose | Goto | Branch


@dataclass(slots=True)
class Line:
    """A line in force. `form` is rule, unruled or passage; a rule has modal, who, act and when, and `steps` follow it.

    `place` is moment, window or card, `owner` its name; `number` counts all lines of the rulebook from 0. `house` is
    the house rule (or other layer) that it comes from, `instead` the layer's words where it replaced a line.
    """

    number: int
    ident: str
    place: str
    owner: str
    name: str
    sentence: str
    source: str
    span: Span
    form: str
    house: str = ""
    instead: str = ""
    modal: str = ""
    who: Node | None = None
    act: Node | None = None
    when: Cond | None = None
    steps: tuple[Statement, ...] = ()
    said: bool = True  # the sentence stands in the rulebook; otherwise it is printed from the body


@dataclass(slots=True)
class Moment:
    name: str
    role: str
    sentence: str
    source: str
    span: Span
    lines: list[Line]


@dataclass(slots=True)
class Window:
    name: str
    subject: str
    sentence: str
    source: str
    span: Span
    opens: str
    beside: list[str]
    lines: list[Line]


@dataclass(slots=True)
class Card:
    """What the rulebook says of one face."""

    face: str
    sentence: str = ""
    source: str = ""
    span: Span | None = None
    worth: str = ""  # "", a number, or "face"
    shorts: tuple[str, ...] = ()
    lines: list[Line] = field(default_factory=list)
    declared: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of card: values by attribute (0 absent, -1 untold), the kind that it is when untold values are left out,
    how many copies the deck has (of the base), what it is worth, how it is written."""

    values: tuple[int, ...]
    base: int
    copies: int
    worth: int | None
    name: str
    face: str


@dataclass(slots=True)
class Attribute:
    name: str
    values: list[str]  # value ids are positions + 1
    kind: str  # "", "some", "unsaid", "face"


@dataclass(slots=True)
class Word:
    name: str
    sentence: str
    source: str
    condition: Cond
    span: Span
    number: int


@dataclass(slots=True)
class Option:
    name: str
    value: int
    default: int
    low: int
    high: int
    sentence: str
    span: Span


@dataclass(slots=True)
class Reading:
    """Words that can be read in several ways; `candidates` are (name, number or None, meaning)."""

    name: str
    words: str
    source: str
    candidates: list[tuple[str, int | None, str]]
    value: str
    default: str
    span: Span


@dataclass(slots=True)
class House:
    name: str
    sentence: str
    source: str
    default: bool
    active: bool
    span: Span
    book: str


@dataclass(slots=True)
class Checked:
    """A rulebook, merged and resolved: what the compiler works from and `refcli rules` prints."""

    name: str
    title: str
    part: bool
    sources: dict[str, str]
    books: list[tuple[str, str]]  # (name, path), bases first
    low: int
    high: int
    total: int
    packs: int
    assumed: bool
    deck_source: str
    deck_span: Span | None
    written: list[tuple[str, bool]]
    attributes: list[Attribute]
    kinds: list[Kind]
    limits: list[int]  # by kind, how many copies of just this kind there are
    tables: dict[str, dict[str, int]]
    table_sentences: dict[str, str]
    groups: dict[str, list[str]]
    group_sentences: dict[str, str]
    cards: dict[str, Card]
    moments: list[Moment]
    windows: list[Window]
    words: list[Word]
    counters: list[tuple[str, str, str, str]]  # name, header key, reset moment, sentence
    tallies: list[tuple[str, str]]
    marks: list[tuple[str, bool, bool, str]]  # name, of a player, until another player moves, sentence
    calls: list[tuple[str, list[str]]]
    choices: dict[str, list[str]]
    options: dict[str, Option]
    readings: dict[str, Reading]
    houses: list[House]
    lines: list[Line]
    settings: tuple[str, ...] = ()

    def moment(self, name: str) -> int:
        return next(i for i, m in enumerate(self.moments) if m.name == name)
