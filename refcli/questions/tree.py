"""The tree of an answer: rules and conditions with their values, each with its place in the rulebook and in the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

# How a kind of node reads, by its value: true, false, unknown. {words} is what it is about.
SENTENCES: dict[str, tuple[str, str, str]] = {
    "answer": ("{words}", "{words}", "{words}"),
    "act": ("{words}", "{words}: not in the rules", "{words}: not known whether it is in the rules"),
    "event": ("{words}", "{words}", "{words}"),
    "permits": (
        "“{words}” permits it",
        "“{words}” would permit it, but not here",
        "“{words}” may permit it",
    ),
    "forbids": ("“{words}” forbids it", "“{words}” doesn't forbid it here", "“{words}” may forbid it"),
    "duty": ("“{words}” comes first", "“{words}” doesn't stand in the way here", "“{words}” may come first"),
    "bluff": (
        "“{words}” makes it a bluff, which stands unless somebody challenges",
        "“{words}” doesn't make it a bluff",
        "“{words}” may make it a bluff",
    ),
    "unruled": ("“{words}” So it is left open", "“{words}” doesn't apply here", "“{words}” may leave it open"),
    "owed": ("“{words}” is all that may be done now",) * 3,
    "asks": ("“{words}” asks for something else",) * 3,
    "sets": ("“{words}” is why",) * 3,
    "all": ("all of this holds:", "not all of this holds:", "it isn't known whether all of this holds:"),
    "any": ("one of these holds:", "none of these holds:", "it isn't known whether one of these holds:"),
    "not": (
        "this doesn't hold, as it has to be:",
        "this holds, and it must not:",
        "it isn't known whether this holds:",
    ),
    "fact": ("{words}",) * 3,
    "fault": ("{words}",) * 3,
    "undone": ("{words}",) * 3,
    "settle": ("{words}",) * 3,
    "proof": ("{words}",) * 3,
    "deal": ("{words}",) * 3,
    "dealt": ("{words}",) * 3,
    "position": ("{words}",) * 3,
    "instead": ("{words}",) * 3,
    "reading": ("it hangs on how “{words}” is read",) * 3,
    "option": ("it hangs on the option {words}",) * 3,
    "house": ("it hangs on the house rule {words}",) * 3,
    "other": ("{words}",) * 3,
    "changes": ("{words}",) * 3,
}
# Kinds of nodes that are rules, the decisive ones of an answer first.
RULES = ("permits", "forbids", "duty", "bluff", "unruled", "owed", "asks", "sets")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a rulebook or record; `event` is the number of an event of the record."""

    path: str
    line: int
    column: int = 1
    event: int = 0


@dataclass(slots=True)
class Node:
    """A rule, a condition or an answer with its value: true, false, or unknown (None).

    `rule` is the id of a rule, `source` what the rulebook cites for it, `house` the house rule that it comes from.
    `written` is the place in the rulebook, `record` the one in the record that it turned on. `decisive` nodes are those
    that a short report shows; `misses` counts the conditions that fail in a rule that would have permitted an act.
    """

    kind: str
    words: str
    value: bool | None = True
    parts: list[Node] = field(default_factory=list)
    rule: str = ""
    source: str = ""
    house: str = ""
    instead: str = ""
    written: Place | None = None
    record: Place | None = None
    decisive: bool = True
    misses: int = 0
    answer: str = ""  # of the root, and of another table's answer

    def sentence(self) -> str:
        """The node in words."""
        number = 0 if self.value is True else 1 if self.value is False else 2
        # A rule's own sentence keeps its full stop only where nothing follows in the same sentence.
        words = self.words.rstrip(".") if self.kind in RULES and self.kind != "unruled" else self.words
        return SENTENCES[self.kind][number].format(words=words)

    def walk(self) -> Iterator[Node]:
        """The node and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def rules(self) -> list[str]:
        """Ids of the decisive rules in it, in order, each once."""
        return list(dict.fromkeys(n.rule for n in self.walk() if n.rule and n.decisive))

    def facts(self) -> list[str]:
        """Sentences of the decisive facts under it."""
        found: list[str] = []
        for part in self.parts:
            if not part.decisive:
                continue
            if part.kind == "fact":
                found.append(part.sentence())
            elif part.kind in ("all", "any", "not"):
                found.extend(part.facts())
        return list(dict.fromkeys(text for text in found if text))
