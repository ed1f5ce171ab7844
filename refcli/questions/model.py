"""A question as it was read, and the answer to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from refcli.record.model import Event
from refcli.referee.play import Ruling
from refcli.referee.table import Table

if TYPE_CHECKING:
    from refcli.questions.tree import Node
    from refcli.questions.whatif import Difference

YES, NO, NOTHING, UNKNOWN, NOBODY, NONE = "yes", "no", "nothing", "unknown", "nobody", "none"
ASKER = -1  # the seat of `I` and `me`, before it's known who that is


class NotUnderstood(Exception):
    """A question that is none of the known forms, or names what doesn't exist; the message says what would work."""


@dataclass(slots=True)
class Wish:
    """An act that a question supposes, in words. `target` is a seat; `number` counts cards to draw."""

    verb: str  # play, draw, pass, call, challenge, catch, choose
    cards: tuple[str, ...] = ()
    choices: tuple[str | int, ...] = ()  # words, or the seat of a player
    word: str = ""  # of a call, or what stands behind `draw`
    target: int | None = None

    @property
    def any_card(self) -> bool:
        """Whether it is to play whatever card: `may Bo play`, `can I play anything`."""
        return self.verb == "play" and all(text.lower() in ANY_CARD for text in self.cards)


ANY_CARD = (
    "something",
    "anything",
    "card",
    "cards",
    "any card",
    "any cards",
    "any",
    "some card",
    "one card",
    "one",
    "it",
)


@dataclass(slots=True)
class Asked:
    """A question as read: a key of the table of forms, what it is about, where in the record, under which other rules.

    `at` is ("event", 12), ("line", 40) or None for the end of what is known; `whole` is whether anything in it changes
    the rules.
    """

    form: str
    player: int | None = None
    wish: Wish | None = None
    name: str = ""  # of an attribute or a rule
    number: int | None = None  # of an event
    negative: bool = False
    at: tuple[str, int] | None = None
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    under: str = ""
    everywhere: bool = False
    past: bool = False  # asked about something that was done, if there is any such act in the record

    @property
    def otherwise(self) -> bool:
        """Whether it is asked under other rules than those of the record."""
        return bool(self.on or self.off or self.under)


@dataclass(slots=True)
class Answer:
    """An answer. `text` is in the words that expectations use, `also` other ways to expect the same.

    For a question about an act, `event` is the act and `rulings` how it was judged on each branch of the game. `grow`
    makes the tree of rules and conditions that the answer rests on; that takes a moment, so it's done when it's wanted.
    `kind` says what sort of answer it is: "yesno", "list", "value", "why" or "rules".
    """

    text: str
    event: Event | None = None
    rulings: list[tuple[Ruling, Table]] = field(default_factory=list)
    bluff: bool = False
    form: str = ""
    kind: str = "value"
    also: tuple[str, ...] = ()
    says: str = ""  # the answer as a sentence
    notes: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)  # for `with`, `without`, `under`
    grow: Callable[[], Node] | None = None
    where: Any = None  # the court that was asked, for reports
    hangs: Callable[[bool], list[Node]] | None = None  # finds the settings on which it hangs; `True` tries every one
    details: dict[str, Any] = field(default_factory=dict)

    def accepts(self, expected: str) -> bool:
        """Whether an expectation names this answer in one of the other ways."""
        wanted = " ".join(expected.lower().split())
        return wanted in (" ".join(text.lower().split()) for text in self.also)
