"""Understanding a phrase: the one reading that the phrase book allows for a run of words, or why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from refcli.syntax.tree import Phrase
from refcli.text import Span


@dataclass(frozen=True, slots=True)
class Entry:
    """One phrase of the language.

    `kind` is its type (player, number, value, card, cards, act, step, fact, who, until), `pattern` the words with typed
    holes such as `{player}` or `{name.mark}`, `about` its page in the reference. `full` and `quick` are the Python that
    it becomes on the explaining and on the quick path, with `$0`, `$1` … for the holes' Python; `quick` None means that the
    quick path hands such a game over. `say` is the sentence with values that a justification shows. `reads` and
    `writes` name the state that it looks at and changes, for telling whether two steps commute.
    """

    kind: str
    pattern: str
    about: str
    full: str = ""
    quick: str | None = None
    say: str = ""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    spec: str = ""  # of cards: how many are meant ("one", "identical", "several", "all", "drawn", "this")

    @property
    def elements(self) -> tuple[str, ...]:
        return tuple(self.pattern.split())


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the rulebook that fills a hole: `kind` as in the hole (`mark`, `card`, …), `text` as declared."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """A phrase understood: its entry and what fills its holes, in order."""

    entry: Entry
    holes: tuple[Node | Name | int, ...]
    text: str
    span: Span

    @property
    def key(self) -> str:
        return f"{self.entry.kind} {self.entry.pattern}"

    def names(self) -> list[Name]:
        """Every name of the rulebook in it, however deep."""
        found: list[Name] = []
        for hole in self.holes:
            if isinstance(hole, Name):
                found.append(hole)
            elif isinstance(hole, Node):
                found.extend(hole.names())
        return found


Lookup = Callable[[str, str], str | None]  # (kind of name, word) -> the name as declared


class Reader:
    """Matches words against the phrase book. `lookup` tells whether a word is a name of some kind."""

    def __init__(self, book: tuple[Entry, ...], lookup: Lookup) -> None:
        self.by_kind: dict[str, list[Entry]] = {}
        for entry in book:
            self.by_kind.setdefault(entry.kind, []).append(entry)
        self.lookup = lookup

    def read(self, kind: str, phrase: Phrase) -> list[Node]:
        """All readings of a phrase as `kind`; exactly one is a good phrase."""
        words = [word.text for word in phrase.words]
        memo: dict[tuple[str, int, int], list[Node]] = {}
        return self._match(kind, 0, len(words), words, phrase, memo)

    def _match(
        self, kind: str, i: int, j: int, words: list[str], phrase: Phrase, memo: dict[tuple[str, int, int], list[Node]]
    ) -> list[Node]:
        key = (kind, i, j)
        if key in memo:
            return memo[key]
        memo[key] = []
        found: list[Node] = []
        for entry in self.by_kind.get(kind, ()):
            elements = entry.elements
            if elements[0].startswith("{") and elements[0][1:-1] == kind and len(elements) == 1:
                continue
            for holes in self._fill(elements, 0, i, j, words, phrase, memo):
                span = self._span(phrase, i, j)
                found.append(Node(entry, tuple(holes), " ".join(words[i:j]), span))
        memo[key] = found
        return found

    @staticmethod
    def _span(phrase: Phrase, i: int, j: int) -> Span:
        first, last = phrase.words[i].span, phrase.words[j - 1].span
        return Span(first.path, first.line, first.column, last.end_line, last.end_column)

    def _fill(
        self,
        elements: tuple[str, ...],
        e: int,
        i: int,
        j: int,
        words: list[str],
        phrase: Phrase,
        memo: dict[tuple[str, int, int], list[Node]],
    ) -> list[list[Node | Name | int]]:
        if e == len(elements):
            return [[]] if i == j else []
        if j - i < len(elements) - e:
            return []
        element = elements[e]
        if not element.startswith("{"):
            if words[i] in element.split("|"):
                return self._fill(elements, e + 1, i + 1, j, words, phrase, memo)
            return []
        hole = element[1:-1]
        if hole == "#":
            if words[i].isdigit():
                rest = self._fill(elements, e + 1, i + 1, j, words, phrase, memo)
                return [[int(words[i]), *more] for more in rest]
            return []
        if hole.startswith("name."):
            name = self.lookup(hole[5:], words[i])
            if name is None:
                return []
            rest = self._fill(elements, e + 1, i + 1, j, words, phrase, memo)
            return [[Name(hole[5:], name), *more] for more in rest]
        results: list[list[Node | Name | int]] = []
        for end in range(i + 1, j - (len(elements) - e - 1) + 1):
            rest = self._fill(elements, e + 1, end, j, words, phrase, memo)
            if not rest:
                continue
            for node in self._match(hole, i, end, words, phrase, memo):
                results.extend([node, *more] for more in rest)
        return results


def nearest(kinds: tuple[str, ...], phrase: Phrase, book: tuple[Entry, ...]) -> list[str]:
    """Patterns of these kinds that look most like the phrase, for "did you mean"."""
    patterns = {entry.pattern: entry.pattern.replace("name.", "") for entry in book if entry.kind in kinds}
    plain = {shown.replace("{", "").replace("}", ""): shown for shown in patterns.values()}
    close = get_close_matches(phrase.text, list(plain), n=2, cutoff=0.45)
    return [plain[text].replace("{", "<").replace("}", ">") for text in close]
