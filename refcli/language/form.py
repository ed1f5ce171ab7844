"""One form of a rulebook under check: merged and resolved under some settings, with its graph and its facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from refcli.language.checked import Branch, Checked, Choose, Cond, Do, Goto, Line, Owe, Statement
from refcli.language.descriptions import Descriptions
from refcli.language.graph import Graph
from refcli.language.merge import Merged
from refcli.language.phrases import Name, Node
from refcli.syntax import tree
from refcli.text import Span


@dataclass(eq=False)
class Form:
    """`used` are the names that resolving met; `settings` the `with` items that make this form."""

    checked: Checked
    merged: Merged
    used: frozenset[tuple[str, str]] = frozenset()
    settings: tuple[str, ...] = ()

    @cached_property
    def graph(self) -> Graph:
        return Graph(self.checked)

    @cached_property
    def facts(self) -> Descriptions:
        return Descriptions(self.checked)

    @property
    def path(self) -> str:
        """The file of the rulebook that is checked; what stands elsewhere belongs to what it extends."""
        return self.merged.books[-1].path

    def own(self, span: Span | None) -> bool:
        return span is not None and span.path == self.path

    def heading(self, kind: str, name: str) -> Span:
        """Where the name of a moment, a window or a card stands in its heading."""
        m = self.merged
        if kind == "card":
            place = m.cards.get(name)
            if place is not None and place.span is not None:
                return place.span
        else:
            place = (m.moments if kind == "moment" else m.windows)[name]
            if place.node is not None and not hasattr(place.node, "names"):
                return place.node.name.span
        return m.books[-1].name.span

    def above(self, upper: Line, lower: Line) -> bool:
        """Whether one line's layer may overrule the other's: an extension its base, a house rule the rulebook."""
        if upper.house and lower.house:
            if upper.house == lower.house or upper.house not in self.merged.houses:
                return False
            needs = self.merged.houses[upper.house][0].needs
            return any(kind == "over" and any(w.text == lower.house for w in words) for kind, words in needs)
        if upper.house or lower.house:
            return bool(upper.house)
        order = [path for _, path in self.checked.books]
        if upper.span.path not in order or lower.span.path not in order:
            return False
        return order.index(upper.span.path) > order.index(lower.span.path)


# ---------------------------------------------------------------- walking through a checked form


def nodes_of_condition(cond: Cond | None) -> Iterator[Node]:
    if cond is None:
        return
    if cond.node is not None:
        yield cond.node
    for part in cond.parts:
        yield from nodes_of_condition(part)


def nodes_of_statements(statements: tuple[Statement, ...]) -> Iterator[Node]:
    """Every phrase of the statements: conditions, steps, players."""
    for statement in statements:
        if isinstance(statement, Branch):
            for cond, block in statement.branches:
                yield from nodes_of_condition(cond)
                yield from nodes_of_statements(block)
            yield from nodes_of_statements(statement.otherwise)
            continue
        yield from nodes_of_condition(statement.when)
        match statement:
            case Do(node=node) | Choose(node=node):
                yield node
            case Owe(who=who, act=act):
                yield who
                yield act
            case Goto(of=of):
                if of is not None:
                    yield of


def nodes_of_line(line: Line) -> Iterator[Node]:
    for node in (line.who, line.act):
        if node is not None:
            yield node
    yield from nodes_of_condition(line.when)
    yield from nodes_of_statements(line.steps)


def nodes_of(checked: Checked) -> Iterator[Node]:
    """Every phrase of the rulebook, words of its own included."""
    for line in checked.lines:
        yield from nodes_of_line(line)
    for word in checked.words:
        yield from nodes_of_condition(word.condition)


def items_of(items: tuple[tree.Item, ...]) -> Iterator[tree.Item]:
    """All items of a rulebook, those inside house rules and `with` blocks too."""
    for item in items:
        yield item
        if isinstance(item, tree.House | tree.With):
            yield from items_of(item.items)


def inner(node: Node) -> Iterator[Node]:
    """A phrase and every phrase in it."""
    yield node
    for hole in node.holes:
        if isinstance(hole, Node):
            yield from inner(hole)


def named(node: Node, kind: str) -> list[str]:
    """The names of one kind that fill a phrase's own holes."""
    return [hole.text for hole in node.holes if isinstance(hole, Name) and hole.kind == kind]
