"""Where a rule comes from: the layers that a line went through, the one in force and those that it replaced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from refcli.language.checked import Checked, House
from refcli.syntax import tree
from refcli.text import Span


@dataclass(frozen=True, slots=True)
class Definition:
    """A line as one layer writes it. `house` is the house rule around it, `when` the `with` block, or empty."""

    place: str  # moment, window, card
    owner: str
    line: tree.Line
    book: str
    house: str
    when: str
    card: tree.CardDecl | None = None

    @property
    def ident(self) -> str:
        return f"{self.owner}/{self.line.name.text}"

    @property
    def layer(self) -> str:
        if self.house:
            return f"the house rule {self.house}"
        return f"the rulebook {self.book}" + (f" with {self.when}" if self.when else "")

    @property
    def sentence(self) -> str:
        """Its sentence, the card's for a card's own effect, or else the body in words."""
        if self.line.sentence:
            return self.line.sentence.text
        if self.card is not None and self.card.sentence and self.line.name.text == "played":
            return self.card.sentence.text
        from refcli.syntax.printer import show_statement

        return show_statement(self.line.body[0]).strip() if self.line.body else ""

    @property
    def cite(self) -> tree.Cite | None:
        return self.line.cite or (self.card.cite if self.card is not None else None)


def definitions(books: list[tree.Book]) -> list[Definition]:
    """Every line that a chain of rulebooks writes, house rules that are off too: rulebooks first, in their order."""
    places: dict[str, str] = {}
    groups: dict[str, tuple[str, ...]] = {}
    for book in books:
        for item in items_of(book.items):
            if isinstance(item, tree.Group):
                groups[item.name.text] = tuple(word.text for word in item.members.items)
            elif isinstance(item, tree.Moment | tree.Window):
                places[item.name.text] = "window" if isinstance(item, tree.Window) else "moment"
    found = [d for book in books for d in _of(book.items, book.name.text, "", "", places, groups)]
    return sorted(found, key=lambda d: (bool(d.house), bool(d.when) and not d.house))


def items_of(items: tuple[tree.Item, ...]) -> Iterator[tree.Item]:
    """All items, those inside house rules and with blocks too."""
    for item in items:
        yield item
        if isinstance(item, tree.House | tree.With):
            yield from items_of(item.items)


def _of(
    items: tuple[tree.Item, ...],
    book: str,
    house: str,
    when: str,
    places: dict[str, str],
    groups: dict[str, tuple[str, ...]],
) -> Iterator[Definition]:
    for item in items:
        match item:
            case tree.House():
                yield from _of(item.items, book, item.name.text, when, places, groups)
            case tree.With():
                label = item.name.text + (f" {item.value.text}" if item.value else "")
                yield from _of(item.items, book, house, label, places, groups)
            case tree.Moment() | tree.Window() | tree.Change():
                name = item.name.text
                for line in item.lines:
                    yield Definition(places.get(name, "moment"), name, line, book, house, when)
            case tree.CardDecl():
                for word in item.names.items:
                    for face in groups.get(word.text, (word.text,)):
                        for line in item.lines:
                            yield Definition("card", face, line, book, house, when, item)


def in_force(checked: Checked, definition: Definition) -> bool:
    """Whether a layer's line is the one by which this table plays."""
    return any(line.ident == definition.ident and line.span == definition.line.span for line in checked.lines)


def layer_on(checked: Checked, definition: Definition) -> bool:
    """Whether the layer itself is on, whoever has the last word."""
    if definition.house and not any(h.name == definition.house and h.active for h in checked.houses):
        return False
    name, _, value = definition.when.partition(" ")
    if not name:
        return True
    if value:
        return name in checked.readings and checked.readings[name].value == value
    return any(h.name == name and h.active for h in checked.houses)


def replaced(checked: Checked, every: list[Definition], ident: str, span: Span) -> Definition | None:
    """The line that the one in force stands instead of: the last before it among the layers that are on."""
    before: Definition | None = None
    for definition in every:
        if definition.ident != ident or definition.line.edit in ("remove", "cite") or not layer_on(checked, definition):
            continue
        if definition.line.span == span:
            return before if definition.line.edit == "replace" else None
        before = definition
    return None


# ---------------------------------------------------------------- the checked form alone


def house_of(checked: Checked, span: Span | None) -> House | None:
    """The house rule in whose block something stands."""
    if span is None:
        return None
    for house in checked.houses:
        if house.span.path == span.path and house.span.line <= span.line <= house.span.end_line:
            return house
    return None


def layer_label(checked: Checked, layer: str) -> str:
    """A layer in words: `house rule stacking`, `reading last-card-draws yes`; nothing for the rulebook itself."""
    if not layer:
        return ""
    if any(house.name == layer for house in checked.houses):
        return f"house rule {layer}"
    if layer.split()[0] in checked.readings:
        return f"reading {layer}"
    return layer
