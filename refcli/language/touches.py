"""What a setting can change: for each house rule, option and reading the places of the rulebook that it has a say in.

A place is `at:turn` for a moment or window, `card:7` for what a card says, `*` for what may matter anywhere (a word, a
group, the deck). Whoever looks for the settings that would change an outcome need not try those whose places play never
came to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from refcli.syntax import tree

EVERYWHERE = "*"
# What only matters by the lines that use it.
_INERT = (
    tree.Source,
    tree.Extends,
    tree.OptionDecl,
    tree.ReadingDecl,
    tree.MarkDecl,
)


@dataclass(slots=True)
class Touches:
    """`places` by setting, and `together` the settings that have a say in the same line."""

    places: dict[str, set[str]] = field(default_factory=dict)
    together: set[frozenset[str]] = field(default_factory=set)


def touches(books: list[tree.Book]) -> Touches:
    """Of all settings that a chain of rulebooks declares, whether on or off."""
    return _Finder(books).found


class _Finder:
    def __init__(self, books: list[tree.Book]) -> None:
        self.found = Touches()
        self.settings: set[str] = set()
        self.windows: dict[str, set[str]] = {}  # by window the moments that it stands beside, `*` for always
        for book in books:
            self._declare(book.items)
        for name in self.settings:
            self.found.places.setdefault(name, set())
        for book in books:
            self._items(book.items, frozenset())

    def _declare(self, items: Iterable[tree.Item]) -> None:
        for item in items:
            if isinstance(item, tree.House | tree.OptionDecl | tree.ReadingDecl):
                self.settings.add(item.name.text)
            if isinstance(item, tree.House | tree.With):
                self._declare(item.items)
            if isinstance(item, tree.Window | tree.Change):
                beside = self.windows.setdefault(item.name.text, set())
                beside.update(f"at:{word.text}" for word in item.beside)
                if isinstance(item, tree.Window) and item.opens == "always":
                    beside.add(EVERYWHERE)

    def _items(self, items: Iterable[tree.Item], of: frozenset[str]) -> None:
        for item in items:
            if isinstance(item, tree.House | tree.With):
                self._items(item.items, of | {item.name.text})
            elif isinstance(item, tree.Moment | tree.Window | tree.Change):
                places = {f"at:{item.name.text}"} | self.windows.get(item.name.text, set())
                if not isinstance(item, tree.Change) or item.beside:
                    self._say(of, places)
                for line in item.lines:
                    self._say(of | self._named(line), places)
            elif isinstance(item, tree.CardDecl):
                places = {f"card:{face.text}" for face in item.names.items}
                for line in item.lines:
                    self._say(of | self._named(line), places)
                if item.worth is not None:
                    self._say(of, {EVERYWHERE})
            elif isinstance(item, tree.Removal) and item.kind in ("moment", "window"):
                self._say(of, {f"at:{item.name.text}"} | self.windows.get(item.name.text, set()))
            elif not isinstance(item, _INERT):
                self._say(of | self._named(item), {EVERYWHERE})

    def _say(self, settings: frozenset[str], places: set[str]) -> None:
        """Notes that these settings together have a say at these places."""
        known = frozenset(settings & self.settings)
        for name in known:
            self.found.places[name] |= places
        if len(known) > 1:
            self.found.together.add(known)

    def _named(self, node: Any) -> frozenset[str]:
        """The options and readings that a part of the tree mentions."""
        if isinstance(node, tree.Word):
            return frozenset({node.text} & self.settings)
        found: frozenset[str] = frozenset()
        if isinstance(node, tuple):
            for part in node:
                found |= self._named(part)
        elif is_dataclass(node):
            for part in fields(node):
                found |= self._named(getattr(node, part.name))
        return found
