"""Layers: a rulebook, what it extends and the house rules that are on become one set of named lines, in no order.

A layer adds, replaces and removes single named lines, cards, windows and words. Two active layers that touch the same
thing are a conflict unless one extends the other or says `over` the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from refcli.diagnostics import Diagnostic, Faulty
from refcli.syntax import tree
from refcli.text import Span


@dataclass(frozen=True, slots=True)
class Layer:
    """Where a change comes from: a rulebook, a house rule or a `with` block."""

    kind: str  # book, house, with
    name: str
    rank: int  # rulebooks by their place in the chain; house rules and with blocks behind them

    @property
    def label(self) -> str:
        return {"book": "", "house": self.name, "with": self.name}[self.kind]


@dataclass(slots=True)
class LineDef:
    line: tree.Line
    layer: Layer
    instead: str = ""


@dataclass(slots=True)
class Place:
    """A moment, a window or a card's block, with its lines in order."""

    node: tree.Moment | tree.Window | tree.CardDecl | None
    layer: Layer
    lines: list[LineDef] = field(default_factory=list)
    beside: list[tree.Word] = field(default_factory=list)
    sentence: tree.Text | None = None
    cite: tree.Cite | None = None
    worth: tree.Phrase | None = None
    shorts: tuple[tree.Text, ...] = ()
    span: Span | None = None
    played_by: Layer | None = None


@dataclass(slots=True)
class Merged:
    """All declarations in force, by kind and name; and what is known of house rules that are off."""

    books: list[tree.Book]
    moments: dict[str, Place] = field(default_factory=dict)
    windows: dict[str, Place] = field(default_factory=dict)
    cards: dict[str, Place] = field(default_factory=dict)
    words: dict[str, tuple[tree.WordDecl, Layer]] = field(default_factory=dict)
    groups: dict[str, tree.Group] = field(default_factory=dict)
    tables: dict[str, tree.Table] = field(default_factory=dict)
    choices: dict[str, tree.ChoiceDecl] = field(default_factory=dict)
    options: dict[str, tree.OptionDecl] = field(default_factory=dict)
    readings: dict[str, tree.ReadingDecl] = field(default_factory=dict)
    counters: dict[str, tree.CounterDecl] = field(default_factory=dict)
    marks: dict[str, tree.MarkDecl] = field(default_factory=dict)
    calls: dict[str, tree.CallDecl] = field(default_factory=dict)
    sources: dict[str, tree.Source] = field(default_factory=dict)
    houses: dict[str, tuple[tree.House, str]] = field(default_factory=dict)
    active: list[str] = field(default_factory=list)
    option_values: dict[str, int] = field(default_factory=dict)
    reading_values: dict[str, str] = field(default_factory=dict)
    deck: tree.Deck | None = None
    seats: tree.Seats | None = None
    faults: list[Diagnostic] = field(default_factory=list)
    anchored: list[tuple[str, str, str, LineDef]] = field(default_factory=list)  # place, owner, anchor, line


def _walk(items: tuple[tree.Item, ...]) -> list[tree.Item]:
    """All items, those inside house rules and with blocks too."""
    found: list[tree.Item] = []
    for item in items:
        found.append(item)
        if isinstance(item, tree.House | tree.With):
            found.extend(_walk(item.items))
    return found


def declared(
    books: list[tree.Book],
) -> tuple[dict[str, tree.House], dict[str, tree.OptionDecl], dict[str, tree.ReadingDecl]]:
    """The house rules, options and readings of a chain of rulebooks, whether on or off."""
    houses: dict[str, tree.House] = {}
    options: dict[str, tree.OptionDecl] = {}
    readings: dict[str, tree.ReadingDecl] = {}
    for book in books:
        for item in _walk(book.items):
            if isinstance(item, tree.House):
                houses[item.name.text] = item
            elif isinstance(item, tree.OptionDecl):
                options[item.name.text] = item
            elif isinstance(item, tree.ReadingDecl):
                readings[item.name.text] = item
    return houses, options, readings


def merge(
    books: list[tree.Book], switched_on: list[str], switched_off: list[str], at: Span | None = None,
    faults: list[Diagnostic] | None = None,
) -> Merged:  # fmt: skip
    """One rulebook in force, from its chain (bases first) and the items of `with` and `without`.

    Raises Faulty with S2xx for settings that can't be, L3xx for conflicts. With a list of `faults` conflicts are put there
    instead, and what could be merged is given back, so that a check can go on and report all that is wrong.
    """
    merged = Merged(books)
    _settle(merged, switched_on, switched_off, at)
    if merged.faults:
        raise Faulty(merged.faults)
    ancestors = _ancestors(books)
    touched: dict[tuple[str, str, str], tuple[Layer, Span]] = {}
    edits = _Edits(merged, touched, ancestors)
    for rank, book in enumerate(books):
        layer = Layer("book", book.name.text, rank)
        edits.apply(book.items, layer)
    # House rules come behind all rulebooks, sorted, so that no order of loading or naming matters; `over` goes last.
    names = sorted(merged.active, key=lambda name: (_over_depth(merged, name), name))
    for name in names:
        house = merged.houses[name][0]
        edits.apply(house.items, Layer("house", name, len(books)))
    edits.finish()
    if faults is not None:
        faults.extend(merged.faults)
    elif merged.faults:
        raise Faulty(merged.faults)
    return merged


def _ancestors(books: list[tree.Book]) -> dict[str, set[str]]:
    above: dict[str, set[str]] = {}
    for book in books:
        mine: set[str] = set()
        for item in book.items:
            if isinstance(item, tree.Extends):
                for word in item.names:
                    name = word.text.rsplit("/", 1)[-1].removesuffix(".rules")
                    mine |= {name} | above.get(name, set())
        above[book.name.text] = mine
    return above


def _over_depth(merged: Merged, name: str, trail: tuple[str, ...] = ()) -> int:
    house = merged.houses[name][0]
    below = [w.text for kind, words in house.needs if kind == "over" for w in words]
    return 1 + max(
        (_over_depth(merged, b, (*trail, name)) for b in below if b in merged.active and b not in trail), default=-1
    )


def _settle(merged: Merged, switched_on: list[str], switched_off: list[str], at: Span | None) -> None:
    """Which house rules are on, and what options and readings are worth."""
    for book in merged.books:
        for item in _walk(book.items):
            if isinstance(item, tree.House):
                merged.houses[item.name.text] = (item, book.name.text)
    houses, options, readings = declared(merged.books)
    merged.options, merged.readings = options, readings
    merged.option_values = {name: int(option.default.text) for name, option in options.items()}
    merged.reading_values = {name: reading.default.text for name, reading in readings.items()}
    on = {name for name, house in houses.items() if house.on}
    everything = [*houses, *options, *readings]
    for text in switched_on:
        words = text.split()
        if not words:
            continue
        name, rest = words[0].lower(), words[1:]
        if len(words) > 1 and name not in everything and "-".join(words).lower() in houses:
            name, rest = "-".join(words).lower(), []
        if name in houses and not rest:
            on.add(name)
        elif name in options:
            _set_option(merged, options[name], rest, at)
        elif name in readings:
            _set_reading(merged, readings[name], rest, at)
        elif name in houses:
            merged.faults.append(
                Diagnostic(
                    "S201",
                    f'the house rule {name} takes no value, but "{" ".join(rest)}" stands behind it',
                    at,
                    f"write just {name}",
                )
            )
        else:
            _unknown(merged, name, everything, at)
    for text in switched_off:
        name = "-".join(text.lower().split())
        if name in houses:
            on.discard(name)
        elif name in options:
            merged.option_values[name] = int(options[name].default.text)
        elif name in readings:
            merged.reading_values[name] = readings[name].default.text
        elif name:
            _unknown(merged, name, everything, at)
    for name in sorted(on):
        for kind, words_ in houses[name].needs:
            for word in words_:
                if word.text not in houses:
                    close = get_close_matches(word.text, list(houses), n=1)
                    merged.faults.append(
                        Diagnostic(
                            "S204",
                            f"no house rule is called {word.text}",
                            word.span,
                            f"did you mean {close[0]}?" if close else "",
                        )
                    )
                elif kind == "requires" and word.text not in on:
                    merged.faults.append(
                        Diagnostic(
                            "L301",
                            f"the house rule {name} requires {word.text}, which is off",
                            at or word.span,
                            f"switch {word.text} on as well",
                        )
                    )
                elif kind == "excludes" and word.text in on:
                    merged.faults.append(
                        Diagnostic(
                            "L302",
                            f"the house rules {name} and {word.text} exclude each other",
                            at or word.span,
                            "switch one of them off",
                            others=(("it is said here", word.span),),
                        )
                    )
    merged.active = sorted(on)


def _unknown(merged: Merged, name: str, everything: list[str], at: Span | None) -> None:
    shown = name if len(name) < 60 else name[:57] + "…"
    title = merged.books[-1].name.text
    close = get_close_matches(name, everything, n=1)
    hint = (
        f"did you mean {close[0]}?" if close else ("it has: " + ", ".join(everything) if everything else "it has none")
    )
    merged.faults.append(Diagnostic("S202", f'{title} has no house rule, option or reading "{shown}"', at, hint))


def _set_option(merged: Merged, option: tree.OptionDecl, rest: list[str], at: Span | None) -> None:
    name, low, high = option.name.text, int(option.low.text), int(option.high.text)
    if len(rest) == 1 and rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 10 and low <= int(rest[0]) <= high:
        merged.option_values[name] = int(rest[0])
        return
    given = f'"{" ".join(rest)}"' if rest else "nothing"
    merged.faults.append(
        Diagnostic(
            "S203",
            f"the option {name} takes a number from {low} to {high}, not {given}",
            at,
            f"write {name} {option.default.text}, for example",
        )
    )


def _set_reading(merged: Merged, reading: tree.ReadingDecl, rest: list[str], at: Span | None) -> None:
    name = reading.name.text
    ways = [candidate.name.text for candidate in reading.candidates]
    if len(rest) == 1 and rest[0].lower() in ways:
        merged.reading_values[name] = rest[0].lower()
        return
    given = f'"{" ".join(rest)}"' if rest else "nothing"
    merged.faults.append(
        Diagnostic(
            "S203",
            f"the reading {name} is one of {', '.join(ways)}, not {given}",
            at,
            f"write {name} {ways[0]}, for example",
        )
    )


class _Edits:
    """Applies the items of one layer after the other and notices where two touch the same thing."""

    def __init__(
        self, merged: Merged, touched: dict[tuple[str, str, str], tuple[Layer, Span]], ancestors: dict[str, set[str]]
    ) -> None:
        self.merged = merged
        self.touched = touched
        self.ancestors = ancestors
        self.removed: dict[tuple[str, str], Layer] = {}

    def fault(self, code: str, sentence: str, span: Span, hint: str = "", *others: tuple[str, Span]) -> None:
        self.merged.faults.append(Diagnostic(code, sentence, span, hint, others=others))

    def claim(self, kind: str, owner: str, name: str, layer: Layer, span: Span) -> None:
        """A layer replaces or removes something, or adds it: nobody else may have done so."""
        key = (kind, owner, name)
        before = self.touched.get(key)
        self.touched[key] = (layer, span)
        if before is None or before[0].name == layer.name:
            return
        other = before[0]
        if layer.kind == "book" and other.kind == "book" and other.name in self.ancestors.get(layer.name, set()):
            return
        if other.kind == "book" and layer.kind != "book":
            return
        if self._over(layer.name, other.name) or layer.kind == "with":
            return
        what = f"{owner}/{name}" if owner else name
        self.fault(
            "L303", f"{other.name} and {layer.name} both change {what}", span,
            f'let one of them say "over {other.name}", or let them exclude each other', ("the other change", before[1]),
        )  # fmt: skip

    def _over(self, name: str, other: str) -> bool:
        house = self.merged.houses.get(name)
        return house is not None and any(
            kind == "over" and any(w.text == other for w in words) for kind, words in house[0].needs
        )

    def apply(self, items: tuple[tree.Item, ...], layer: Layer) -> None:
        for item in items:
            self.item(item, layer)

    def item(self, item: tree.Item, layer: Layer) -> None:
        m = self.merged
        match item:
            case tree.Moment() | tree.Window():
                places = m.moments if isinstance(item, tree.Moment) else m.windows
                name = item.name.text
                if name in m.moments or name in m.windows:
                    self.fault(
                        "L304", f"{name} is declared a second time", item.name.span, f"change it with: in {name}"
                    )
                    return
                place = Place(item, layer, sentence=item.sentence, cite=item.cite, span=item.span)
                if isinstance(item, tree.Window):
                    place.beside = list(item.beside)
                places[name] = place
                for line in item.lines:
                    self.line("window" if isinstance(item, tree.Window) else "moment", name, place, line, layer)
            case tree.Change():
                name = item.name.text
                found = m.moments.get(name) or m.windows.get(name)
                if found is None:
                    everything = [*m.moments, *m.windows]
                    close = get_close_matches(name, everything, n=1)
                    if (name, "window") in self.removed or (name, "moment") in self.removed:
                        return
                    self.fault(
                        "S205",
                        f"no moment or window is called {name}",
                        item.name.span,
                        f"did you mean {close[0]}?" if close else "they are: " + ", ".join(everything),
                    )
                    return
                where = "moment" if name in m.moments else "window"
                for line in item.lines:
                    self.line(where, name, found, line, layer)
                found.beside.extend(item.beside)
            case tree.CardDecl():
                self.card(item, layer)
            case tree.WordDecl():
                name = item.names[0].text
                known = m.words.get(name)
                if known is not None and known[0].condition is not None:
                    self.claim("word", "", name, layer, item.span)
                m.words[name] = (item, layer)
            case tree.Removal():
                self.remove(item, layer)
            case tree.House():
                pass
            case tree.With():
                if self.holds(item):
                    label = item.name.text + (f" {item.value.text}" if item.value else "")
                    inner = f"{layer.name} with {label}" if layer.kind != "book" else label
                    self.apply(item.items, Layer("with", inner if layer.kind == "book" else layer.name, layer.rank + 1))
            case tree.Deck():
                if m.deck is not None and layer.kind != "book":
                    self.fault(
                        "L304",
                        "a house rule can't bring a deck of its own",
                        item.span,
                        "write a rulebook that extends this one",
                    )
                m.deck = item
            case tree.Seats():
                m.seats = item
            case tree.Group():
                m.groups[item.name.text] = item
            case tree.Table():
                m.tables[item.name.text] = item
            case tree.ChoiceDecl():
                m.choices[item.name.text] = item
            case tree.CounterDecl():
                self.claim("counter", "", item.name.text, layer, item.span)
                m.counters[item.name.text] = item
            case tree.MarkDecl():
                self.claim("mark", "", item.name.text, layer, item.span)
                m.marks[item.name.text] = item
            case tree.CallDecl():
                m.calls[item.name.text] = item
            case tree.Source():
                m.sources[item.key.text] = item
            case _:
                pass

    def holds(self, block: tree.With) -> bool:
        m = self.merged
        name = block.name.text
        if block.value is not None:
            if name not in m.readings:
                close = get_close_matches(name, list(m.readings), n=1)
                self.fault(
                    "S205",
                    f"no reading is called {name}",
                    block.name.span,
                    f"did you mean {close[0]}?" if close else "",
                )
                return False
            return m.reading_values[name] == block.value.text
        if name not in m.houses:
            close = get_close_matches(name, list(m.houses), n=1)
            self.fault(
                "S204", f"no house rule is called {name}", block.name.span, f"did you mean {close[0]}?" if close else ""
            )
            return False
        return name in m.active

    def card(self, item: tree.CardDecl, layer: Layer) -> None:
        m = self.merged
        faces: list[str] = []
        for word in item.names.items:
            faces.extend(w.text for w in m.groups[word.text].members.items) if word.text in m.groups else faces.append(
                word.text
            )
        for face in faces:
            place = m.cards.get(face)
            if place is None:
                place = m.cards[face] = Place(item, layer)
            place.span = item.span if place.span is None or layer.kind == "book" else place.span
            if item.sentence is not None and (layer.kind == "book" or place.sentence is None):
                place.sentence = item.sentence
            place.cite = item.cite if item.cite is not None and layer.kind == "book" else place.cite
            if item.worth is not None:
                if place.worth is not None:
                    self.claim("worth", face, "worth", layer, item.span)
                place.worth = item.worth
            place.shorts = item.shorts or place.shorts
            for line in item.lines:
                self.line("card", face, place, line, layer, item)

    def line(
        self, where: str, owner: str, place: Place, line: tree.Line, layer: Layer, card: tree.CardDecl | None = None
    ) -> None:
        name = line.name.text
        names = [d.line.name.text for d in place.lines]
        if line.edit == "cite":
            if name not in names:
                close = get_close_matches(name, names, n=1)
                self.fault(
                    "S206",
                    f"{owner} has no line {name} to cite a source for",
                    line.name.span,
                    f"did you mean {close[0]}?" if close else "its lines: " + (", ".join(names) or "none"),
                )
                return
            old = place.lines[names.index(name)]
            quoted = tree.Line(
                old.line.name,
                old.line.edit,
                line.sentence or old.line.sentence,
                old.line.place,
                line.cite,
                old.line.body,
                old.line.span,
            )
            place.lines[names.index(name)] = LineDef(quoted, old.layer, old.instead)
            return
        if line.edit in ("replace", "remove"):
            if name not in names:
                key = (where, owner, name)
                if key in self.touched:
                    self.claim(where, owner, name, layer, line.span)
                    return
                close = get_close_matches(name, names, n=1)
                self.fault(
                    "S206",
                    f"{owner} has no line {name} to {line.edit}",
                    line.name.span,
                    f"did you mean {close[0]}?" if close else "its lines: " + (", ".join(names) or "none"),
                )
                return
            self.claim(where, owner, name, layer, line.span)
            index = names.index(name)
            old = place.lines[index]
            if line.edit == "remove":
                del place.lines[index]
                return
            label = "" if layer.kind == "book" else layer.name
            place.lines[index] = LineDef(
                self._voiced(line, card, layer), layer, f"replaces the line of {old.layer.name}" if label else ""
            )
            return
        if name in names:
            old = place.lines[names.index(name)]
            self.fault(
                "L304",
                f"{owner} has a line {name} already",
                line.name.span,
                f"write: replace {name}, or choose another name",
                ("the other line", old.line.span),
            )
            return
        if (where, owner, name) in self.touched:
            self.claim(where, owner, name, layer, line.span)
        self.touched.setdefault((where, owner, name), (layer, line.span))
        definition = LineDef(self._voiced(line, card, layer), layer)
        if line.place is None:
            place.lines.append(definition)
            self.merged.anchored.append((where, owner, "", definition))
            return
        side, anchor = line.place
        if anchor.text not in names:
            close = get_close_matches(anchor.text, names, n=1)
            self.fault(
                "S206",
                f"{owner} has no line {anchor.text} to stand {side}",
                anchor.span,
                f"did you mean {close[0]}?" if close else "its lines: " + (", ".join(names) or "none"),
            )
            return
        index = names.index(anchor.text)
        if side == "after":
            index += 1
            while (
                index < len(place.lines)
                and (p := place.lines[index].line.place)
                and p[0] == "after"
                and p[1].text == anchor.text
            ):
                index += 1
        place.lines.insert(index, definition)
        self.merged.anchored.append((where, owner, f"{side} {anchor.text}", definition))

    @staticmethod
    def _voiced(line: tree.Line, card: tree.CardDecl | None, layer: Layer) -> tree.Line:
        """A card's played block speaks with the sentence and the source of the heading that a house rule gives the card;
        in a rulebook with those that the card has in the end."""
        if card is None or line.sentence is not None or line.name.text != "played" or layer.kind == "book":
            return line
        return tree.Line(line.name, line.edit, card.sentence, line.place, line.cite or card.cite, line.body, line.span)

    def remove(self, item: tree.Removal, layer: Layer) -> None:
        m = self.merged
        name = item.name.text
        tables: dict[str, Any] = {
            "window": m.windows, "moment": m.moments, "card": m.cards, "word": m.words, "house rule": m.houses,
            "group": m.groups, "table": m.tables,
        }  # fmt: skip
        table = tables[item.kind]
        if name not in table:
            close = get_close_matches(name, list(table), n=1)
            self.fault(
                "S205", f"no {item.kind} is called {name}", item.name.span, f"did you mean {close[0]}?" if close else ""
            )
            return
        del table[name]
        if item.kind == "house rule" and name in m.active:
            m.active.remove(name)
        self.removed[name, item.kind] = layer
        self.claim(item.kind, "", name, layer, item.span)

    def finish(self) -> None:
        for name, (decl, _) in self.merged.words.items():
            if decl.condition is None and not self._is_part():
                self.fault(
                    "S207",
                    f"nobody says what {name} means: {decl.names[0].text} is left to each rulebook",
                    decl.span,
                    f"add: word {name} with a condition",
                )

    def _is_part(self) -> bool:
        return self.merged.books[-1].part
