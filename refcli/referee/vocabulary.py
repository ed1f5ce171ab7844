"""How a rulebook's cards, calls and attributes are written, for readers of transcripts and questions."""

from __future__ import annotations

import re
from itertools import product

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import Any


def fold(text: str) -> str:
    """Text as it is compared: case, hyphens, blanks and parentheses make no difference."""
    return " ".join(re.sub(r"[-()]", " ", text.lower()).split())


class Words:
    """The words of one compiled rulebook. Built once for a rulebook; look-ups are dictionary accesses."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._cards: dict[str, int] = {}
        names = [fold(name) for name in rules.CARD_NAMES]
        for kind, name in enumerate(names):
            self._cards.setdefault(name, kind)
        clashes: set[str] = set()
        short: dict[str, int] = {}
        for kind in range(len(names)):
            if rules.BASE[kind] != kind:
                continue
            for form in self._short_forms(kind):
                if form in self._cards:
                    continue
                if short.setdefault(form, kind) != kind:
                    clashes.add(form)
        for form, kind in short.items():
            if form not in clashes:
                self._cards[form] = kind
        self._ambiguous = clashes
        self._calls = {fold(said): name for name, words in rules.CALLS for said in words}
        for name, _ in rules.CALLS:
            self._calls.setdefault(fold(name), name)
        self._attributes = {
            fold(name): name
            for name, kind in zip(rules.ATTRIBUTE_NAMES, rules.ATTRIBUTE_KINDS, strict=True)
            if kind == ""
        }
        self._counters = {fold(key): rules.COUNTER_NAMES[index] for key, index in rules.WRITTEN_COUNTERS.items()}

    def _short_forms(self, kind: int) -> list[str]:
        """Every way to write a card with initials and short forms of its face."""
        rules = self.rules
        choices: list[list[str]] = []
        for part, _ in rules.WRITTEN:
            if part not in rules.ATTRIBUTE_NAMES:
                continue
            index = rules.ATTRIBUTE_NAMES.index(part)
            value = rules.ATTRIBUTES[index][kind]
            if value <= 0:
                continue
            name = rules.VALUE_NAMES[index][value - 1]
            if part == "face":
                choices.append([fold(name), *(s.lower() for s in rules.SHORTS.get(name, ()))])
            else:
                initials = [v[0] for v in rules.VALUE_NAMES[index]]
                choices.append([fold(name), name[0]] if initials.count(name[0]) == 1 else [fold(name)])
        forms = []
        for combination in product(*choices):
            forms.append("".join(combination).replace(" ", ""))
            forms.append(" ".join(combination))
        return forms

    def card(self, text: str) -> int | None:
        kind = self._cards.get(text)
        return self._cards.get(fold(text)) if kind is None else kind

    def card_name(self, kind: int) -> str:
        name: str = self.rules.CARD_NAMES[kind]
        return name

    def near_cards(self, text: str) -> list[str]:
        """Cards written nearly so; for a short form that several cards share, all of them."""
        from difflib import get_close_matches

        wanted = fold(text)
        rules = self.rules
        for face, shorts in rules.SHORTS.items():
            if wanted in (s.lower() for s in shorts) or wanted == fold(face):
                return [name for name, f in zip(rules.CARD_NAMES, rules.FACES, strict=True) if f == face][:6]
        full = [fold(name) for name in rules.CARD_NAMES]
        close = get_close_matches(wanted, full, n=3, cutoff=0.6)
        return [rules.CARD_NAMES[full.index(name)] for name in close]

    def call(self, text: str) -> str | None:
        return self._calls.get(fold(text))

    def call_words(self) -> list[str]:
        return [said for _, words in self.rules.CALLS for said in words]

    def attribute(self, text: str) -> str | None:
        return self._attributes.get(fold(text))

    def value(self, attribute: str, text: str) -> int | None:
        index = self.rules.ATTRIBUTE_NAMES.index(attribute)
        words = "-".join(fold(text).split())
        values = self.rules.VALUE_NAMES[index]
        return values.index(words) + 1 if words in values else None

    def counter(self, text: str) -> str | None:
        return self._counters.get(fold(text))


_words: dict[int, tuple[Any, Words]] = {}


def words_of(rules: Any) -> Words:
    """The words of a compiled rulebook, built once."""
    found = _words.get(id(rules))
    if found is None:
        if len(_words) > 50:
            _words.clear()
        found = _words[id(rules)] = (rules, Words(rules))
    return found[1]
