"""The rule sheet as data: what is in force at a table, in the order in which one reads it aloud.

Cards and moments come from several files; here they are put together as in a printed sheet: the deck, the deal, a
turn, the cards, what cards lead to, what may happen beside it, the end. The order follows the arrows of the rulebook.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from refcli.language.checked import Card, Checked, Line, Moment, Window
from refcli.language.deck import shown
from refcli.report.decktable import DeckTable, deck_table, ranges
from refcli.report.origins import Definition, definitions, house_of, layer_label, replaced
from refcli.report.phases import openers, phases_of
from refcli.syntax import tree
from refcli.syntax.printer import show_statement
from refcli.text import Span

KINDS = {
    "may": "permits", "may not": "forbids", "should not": "forbids, if challenged", "must": "duty",
    "unruled": "not settled", "": "happens",
}  # fmt: skip

OptionRow = tuple[str, int, int, int, int, str]  # name, value, default, low, high, sentence
ReadingRow = tuple[str, str, str, list[tuple[str, str]], str, str]  # name, words, source, ways, value, default


@dataclass(slots=True)
class Rule:
    """One rule: its names (several where cards share it), sentence, source; `layer` brought it, if not the rulebook."""

    names: tuple[str, ...]
    sentence: str
    source: str
    kind: str
    layer: str
    instead: str  # the sentence of the line that a house rule or reading replaced
    span: Span

    @property
    def name(self) -> str:
        """Its name as a sheet shows it; of a rule that many cards share, the part that they share."""
        return ", ".join(self.names) if len(self.names) < 3 else "each card/" + self.names[0].partition("/")[2]


@dataclass(slots=True)
class Entry:
    """A moment, a window, a word or cards: a heading with rules. `own` is a card's effect, said by the heading."""

    kind: str  # moment, window, card, word
    names: tuple[str, ...]
    sentence: str
    source: str = ""
    note: str = ""
    layer: str = ""
    own: Rule | None = None
    rules: list[Rule] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Of cards their names, of anything else the sentence."""
        return ", ".join(shown(name) for name in self.names)


@dataclass(slots=True)
class Section:
    title: str
    entries: list[Entry]


@dataclass(slots=True)
class HouseRow:
    """A house rule; `changes` are the names of the lines that it adds or replaces at this table."""

    name: str
    sentence: str
    source: str
    on: bool
    changes: tuple[str, ...]


@dataclass(slots=True)
class Sheet:
    """A rulebook as it is played at one table."""

    name: str
    title: str
    part: bool
    settings: tuple[str, ...]
    low: int
    high: int
    sources: dict[str, str]
    extends: tuple[str, ...]
    deck: DeckTable | None
    sections: list[Section]
    terms: list[tuple[str, str]]
    houses: list[HouseRow]
    options: list[OptionRow]
    readings: list[ReadingRow]

    def rules(self) -> list[Rule]:
        """Every rule on the sheet, in order."""
        entries = [entry for section in self.sections for entry in section.entries]
        return [rule for e in entries for rule in ([e.own] if e.own else []) + e.rules]


def sheet(checked: Checked, books: list[tree.Book]) -> Sheet:
    """The sheet of a checked rulebook; `books` are its files' trees, for what was replaced."""
    return _Maker(checked, books).make()


class _Maker:
    def __init__(self, checked: Checked, books: list[tree.Book]) -> None:
        self.c = checked
        self.books = books
        self.definitions: list[Definition] = definitions(books)

    def make(self) -> Sheet:
        c = self.c
        return Sheet(
            c.name, c.title, c.part, c.settings, c.low, c.high, c.sources, tuple(name for name, _ in c.books[:-1]),
            deck_table(c), self._sections(), self._terms(),
            [HouseRow(h.name, h.sentence, h.source, h.active, self._changes(h.name)) for h in c.houses],
            [(o.name, o.value, o.default, o.low, o.high, o.sentence) for o in c.options.values()],
            [
                (r.name, r.words, r.source, [(n, s) for n, _, s in r.candidates], r.value, r.default)
                for r in c.readings.values()
            ],
        )  # fmt: skip

    # ------------------------------------------------------------ rules and entries

    def _rule(self, lines: list[Line]) -> Rule:
        line = lines[0]
        before = replaced(self.c, self.definitions, line.ident, line.span) if line.house else None
        sentence = line.sentence if line.said else self._body(line)
        return Rule(
            tuple(li.ident for li in lines), sentence, line.source, KINDS[line.modal],
            layer_label(self.c, line.house), before.sentence if before else "", line.span,
        )  # fmt: skip

    def _body(self, line: Line) -> str:
        """The whole body in words, for a line without a sentence."""
        found = next((d for d in self.definitions if d.ident == line.ident and d.line.span == line.span), None)
        return "; ".join(map(show_statement, found.line.body)) if found else line.sentence

    def _moment(self, moment: Moment) -> Entry:
        return Entry(
            "moment", (moment.name,), moment.sentence, moment.source, "", self._house(moment.span),
            rules=[self._rule([line]) for line in moment.lines],
        )  # fmt: skip

    def _window(self, window: Window) -> Entry:
        if window.opens == "always":
            note = ""
        elif window.opens == "beside":
            note = "open during " + joined(window.beside)
        else:
            note = "open until " + self._until(window.name)
        return Entry(
            "window", (window.name,), window.sentence, window.source, note, self._house(window.span),
            rules=[self._rule([line]) for line in window.lines],
        )  # fmt: skip

    def _until(self, name: str) -> str:
        for definition in self.books:
            for item in definition.items:
                if isinstance(item, tree.Window) and item.name.text == name and item.until:
                    return item.until.text
        return "it is closed"

    def _house(self, span: Span) -> str:
        house = house_of(self.c, span)
        return f"house rule {house.name}" if house else ""

    def _words(self) -> list[Entry]:
        return [
            Entry("word", (w.name,), w.sentence, w.source, "", self._house(w.span)) for w in self.c.words if w.sentence
        ]

    def _cards(self) -> list[Entry]:
        """Cards in the order of the deck; faces of which the rulebook says the same stand together."""
        deck = self.c.attributes[-1].values if self.c.attributes else []
        order = [face for face in deck if face in self.c.cards] + [face for face in self.c.cards if face not in deck]
        alike: dict[tuple[object, ...], list[Card]] = {}
        for face in order:
            card = self.c.cards[face]
            key = (card.sentence, card.source, tuple((line.span, line.house) for line in card.lines))
            alike.setdefault(key, []).append(card)
        return [self._card(cards) for cards in alike.values() if cards[0].sentence or cards[0].lines]

    def _card(self, cards: list[Card]) -> Entry:
        card = cards[0]
        entry = Entry("card", tuple(ranges([c.face for c in cards])), card.sentence, card.source)
        for index, line in enumerate(card.lines):
            rule = self._rule([c.lines[index] for c in cards])
            if line.name == "played" and (line.sentence == card.sentence or line.house or not card.sentence):
                if rule.sentence != card.sentence:
                    rule.instead = rule.instead or card.sentence
                house = next((h for h in self.c.houses if h.name == line.house), None)
                if house is not None and rule.source == card.source:  # the source is that of what the card was before
                    rule.source = house.source
                entry.own, entry.sentence, entry.source, entry.layer = rule, rule.sentence, rule.source, rule.layer
            else:
                entry.rules.append(rule)
        return entry

    def _changes(self, house: str) -> tuple[str, ...]:
        return tuple(line.ident for line in self.c.lines if line.house == house)

    def _terms(self) -> list[tuple[str, str]]:
        """What is said and written down: calls, counters, marks, choices, groups."""
        c = self.c
        calls = [f'"{shown(words[0])}"' + ("" if name in words else f" ({shown(name)})") for name, words in c.calls]
        rows = [("calls", ", ".join(calls))] if calls else []
        rows += [
            (f"choice of a {shown(name)}", " or ".join(map(shown, members))) for name, members in c.choices.items()
        ]
        rows += [(shown(name), text) for name, _, _, text in c.counters if text]
        rows += [(shown(name), text) for name, text in c.tallies if text]
        rows += [(shown(name), text) for name, _, _, text in c.marks if text]
        for name, members in c.groups.items():
            about = c.group_sentences.get(name, "")
            rows.append((shown(name), (f"{about} " if about else "") + ", ".join(map(shown, ranges(members))) + "."))
        rows += [(shown(name), c.table_sentences[name]) for name in c.tables if c.table_sentences.get(name)]
        return rows

    # ------------------------------------------------------------ the order

    def _sections(self) -> list[Section]:
        c = self.c
        phases = phases_of(c)
        moments = {m.name: m for m in c.moments}
        placed: dict[str, list[Entry]] = {name: [] for name in ("deal", "turn", "cards", "end", "rest")}
        beside: list[Entry] = []
        windows: dict[str, list[Entry]] = {}
        for window in c.windows:
            phase = next((phases[name] for name in window.beside if name in phases), "")
            if window.opens == "until":
                phase = next((phases[name] for name in openers(c, window.name)), "cards")
            if phase:
                windows.setdefault(phase, []).append(self._window(window))
            else:
                beside.append(self._window(window))
        for phase, entries in placed.items():
            entries.extend(self._moment(moments[name]) for name, its in phases.items() if its == phase)
            entries.extend(windows.get(phase, []))
        placed["turn"] = [*placed["turn"], *self._words()]
        found = [
            Section("The deal", placed["deal"]), Section("A turn", placed["turn"]),
            Section("The cards", self._cards()), Section("What the cards lead to", placed["cards"]),
            Section("At any time", beside), Section("The end", placed["end"]),
            Section("For the referee", placed["rest"]),
        ]  # fmt: skip
        return [section for section in found if section.entries]


def joined(names: list[str]) -> str:
    """Names in a sentence: a, b and c."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as plain data."""
    data = asdict(sheet)
    data["options"] = [
        {"name": n, "value": value, "default": default, "low": low, "high": high, "sentence": sentence}
        for n, value, default, low, high, sentence in sheet.options
    ]
    data["readings"] = [
        {"name": n, "words": words, "source": source, "ways": dict(ways_), "value": value, "default": default}
        for n, words, source, ways_, value, default in sheet.readings
    ]
    data["terms"] = [{"name": name, "sentence": text} for name, text in sheet.terms]
    return data
