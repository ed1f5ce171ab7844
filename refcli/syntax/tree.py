"""The syntax tree of a rulebook. Every node carries its span; phrases are left as words, to be understood later."""

from __future__ import annotations

from dataclasses import dataclass

from refcli.text import Span


@dataclass(frozen=True, slots=True)
class Word:
    """One word or number, as written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """Words in quotation marks, without them."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of words, such as `the next player` or `its color is the color in force`."""

    words: tuple[Word, ...]
    span: Span

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Cite:
    """`from R "Section"`: the key of a declared source and the place in it (which may be missing)."""

    key: Word
    place: Text | None
    span: Span


# ---------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Condition, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Condition, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition
    span: Span


@dataclass(frozen=True, slots=True)
class Fact:
    """One phrase that is true or false: `player has 1 card`, `the debt is at least 1`."""

    phrase: Phrase
    span: Span


Condition = AnyOf | AllOf | Not | Fact

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Arrow:
    """`-> debt of the next player`; without `of` the moment stays with the player."""

    moment: Word
    of: Phrase | None
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """`WHO may|may not|should not|must ACT [if C | unless C] [-> M]`. An `unless C` is stored as Not(C)."""

    who: Phrase
    modal: str  # "may", "may not", "should not", "must"
    act: Phrase
    when: Condition | None
    arrow: Arrow | None
    span: Span


@dataclass(frozen=True, slots=True)
class Unruled:
    """`unruled whether WHO may ACT [if C]`."""

    who: Phrase
    act: Phrase
    when: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class Step:
    """An effect, such as `add 2 to the debt`, done if the condition holds."""

    phrase: Phrase
    when: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class Go:
    """An arrow standing alone, `-> X [if C]`."""

    arrow: Arrow
    when: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if C` with a block or an arrow, `otherwise if D` …, `otherwise`."""

    branches: tuple[tuple[Condition, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...] | None
    span: Span


Statement = Rule | Unruled | Step | Go | If


@dataclass(frozen=True, slots=True)
class Line:
    """A named line of a moment, window or card: the unit that verdicts cite and layers edit.

    `edit` is "add", "replace" (`replace NAME …`), "remove" (no body) or "cite" (no body: `cite NAME from R "…"` gives a
    line that stands elsewhere this rulebook's own source, and its own words). `place` is ("before"|"after", name) or None.
    A card's `played` block is a Line named "played" without sentence.
    """

    name: Word
    edit: str
    sentence: Text | None
    place: tuple[str, Word] | None
    cite: Cite | None
    body: tuple[Statement, ...]
    span: Span


# ---------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Source:
    key: Word
    title: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Extends:
    names: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Seats:
    low: Word
    high: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Names:
    """A list of names and ranges, `lion, 2..10, tiger`, ranges already spelled out, each with the span of its item."""

    items: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class AttributeDecl:
    """A line of a deck, `coat: striped, spotted`.

    `kind` is "", "some" (most cards lack it) or "unsaid" (every card has it, the deck doesn't say which).
    """

    name: Word
    kind: str
    values: Names
    span: Span


@dataclass(frozen=True, slots=True)
class Count:
    """`2 x 1..9, lion`, optionally `with coat: striped, spotted` (one value a copy).

    `each` is the attribute that it is multiplied by.
    """

    number: Word
    names: Names
    each: Word | None
    copies: tuple[Word, Names] | None
    span: Span


@dataclass(frozen=True, slots=True)
class Written:
    """`written color face (theme)`: the order in which a card is written; words that are no attribute (`of`) are literal.

    Each part is (word, in_parentheses).
    """

    parts: tuple[tuple[Word, bool], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    total: Word
    packs: Word | None  # `2 decks of 52`
    assumed: bool
    cite: Cite | None
    attributes: tuple[AttributeDecl, ...]
    counts: tuple[Count, ...]
    written: Written | None
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    name: Word
    members: Names
    sentence: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """`table teeth "…"` with rows `2: lion, tiger`: a number attribute of cards."""

    name: Word
    sentence: Text | None
    rows: tuple[tuple[Word, Names], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ChoiceDecl:
    """`choice weather: sun, rain`: something that a player can be made to choose."""

    name: Word
    members: Names
    span: Span


@dataclass(frozen=True, slots=True)
class WordDecl:
    """`word fits, fit "…"` with `a card fits if C`, or `each rulebook says` (condition None). `names[0]` is the word's name."""

    names: tuple[Word, ...]
    sentence: Text | None
    cite: Cite | None
    subject: Phrase | None  # `a card fits`
    condition: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class CardDecl:
    """`card lion "…" from R "…"` / `cards 2..7, 9 …` with its block.

    `worth` is a phrase; `shorts` are short forms of the face.
    """

    names: Names
    sentence: Text | None
    cite: Cite | None
    worth: Phrase | None
    shorts: tuple[Text, ...]
    lines: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OptionDecl:
    name: Word
    default: Word
    low: Word
    high: Word
    sentence: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to read a text: its name, the number that it stands for where there is one, and what it means."""

    name: Word
    number: Word | None
    sentence: Text
    span: Span


@dataclass(frozen=True, slots=True)
class ReadingDecl:
    name: Word
    words: Text
    cite: Cite | None
    candidates: tuple[Candidate, ...]
    default: Word
    span: Span


@dataclass(frozen=True, slots=True)
class CounterDecl:
    """`counter debt [of a player] [written owes] [until turn] "…"`."""

    name: Word
    of_player: bool
    written: Word | None
    until: Word | None  # a moment
    sentence: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class MarkDecl:
    """`mark called of a player [until PHRASE] "…"`; `of the table` for a mark that nobody owns."""

    name: Word
    of_player: bool
    until: Phrase | None
    sentence: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class CallDecl:
    """`call last-card said last, one`; without `said` the name is what is said."""

    name: Word
    said: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Moment:
    """`moment challenged of the challenger "…" from R "…"` with its lines; `role` is the phrase behind `of`."""

    name: Word
    role: Phrase | None
    sentence: Text | None
    cite: Cite | None
    lines: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Window:
    """`window accusation on the suspect "…"` and when it is open: `beside` moments, `until` a phrase, or `always`."""

    name: Word
    subject: Phrase | None
    sentence: Text | None
    cite: Cite | None
    opens: str  # "beside", "until", "always"
    beside: tuple[Word, ...]
    until: Phrase | None
    lines: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Change:
    """`in NAME` with edits of a moment or window declared elsewhere; `beside` adds places to a window."""

    name: Word
    lines: tuple[Line, ...]
    beside: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Removal:
    """`without window early-call`: `kind` is window, moment, card, word, house rule, group or table."""

    kind: str
    name: Word
    span: Span


@dataclass(frozen=True, slots=True)
class House:
    """A house rule. `needs` are (requires|excludes|over, names)."""

    name: Word
    sentence: Text
    on: bool
    cite: Cite | None
    needs: tuple[tuple[str, tuple[Word, ...]], ...]
    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class With:
    """`with stacking` / `with last-card-draws is yes`: items that hold only so."""

    name: Word
    value: Word | None
    items: tuple[Item, ...]
    span: Span


Item = (
    Source | Extends | Seats | Deck | Group | Table | ChoiceDecl | WordDecl | CardDecl | OptionDecl | ReadingDecl
    | CounterDecl | MarkDecl | CallDecl | Moment | Window | Change | Removal | House | With
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook file."""

    name: Word
    title: Text
    part: bool
    items: tuple[Item, ...]
    path: str
    span: Span
