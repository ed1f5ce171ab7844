"""The rule sheet and the list of rulebooks for a terminal: folded, names of rules in a column of their own."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from refcli.report.colors import Paint
from refcli.report.frames import cells, plain
from refcli.report.sheet import Entry, ReadingRow, Rule, Sheet

NARROW = 76  # below, names of rules stand behind their sentences


@dataclass
class Rows:
    """Lines of a page of a given width. `tails` is the width of the column for the names of rules, 0 for none."""

    width: int
    paint: Paint
    tails: int = 0
    rows: list[str] = field(default_factory=list)
    fresh: bool = True  # nothing stands below the last heading yet

    def blank(self) -> None:
        """An empty row, unless there is one or a heading stands right above."""
        if self.rows and self.rows[-1] and not self.fresh:
            self.rows.append("")

    def heading(self, text: str) -> None:
        self.blank()
        self.rows += [self.paint(plain(text).upper(), "bold"), self.paint("─" * cells(text), "dim")]
        self.fresh = True

    def add(
        self,
        text: str,
        tail: str = "",
        first: str = "",
        indent: str = "",
        styles: tuple[str, ...] = (),
        strong: str = "",
    ) -> None:
        """A paragraph: `first` before its first row, `indent` before the others, `tail` to its right, `strong` bold."""
        self.fresh = False
        room = self.width
        beside = bool(tail) and self.tails > 0 and cells(tail) <= self.tails
        if beside:
            room -= self.tails + 2
        elif tail:
            text = f"{text} [{tail}]"
        for number, row in enumerate(fold(plain(text), room, first, indent)):
            shown = row
            if styles:
                head = first if number == 0 else indent
                shown = head + self.paint(row[len(head) :], *styles)
            if number == 0 and strong and strong in shown:
                shown = shown.replace(strong, self.paint(strong, "bold"), 1)
            if number == 0 and beside:
                gap = self.width - cells(row) - cells(tail)
                shown += " " * gap + self.paint(plain(tail), "cyan")
            elif tail and not beside:
                shown = shown.replace(f"[{tail}]", self.paint(f"[{tail}]", "cyan"))
            self.rows.append(shown)

    def table(self, columns: list[str], rows: list[list[str]], right: set[int]) -> None:
        """A table whose first column is folded where it is too wide."""
        widths = [max(cells(row[i]) for row in [columns, *rows]) for i in range(len(columns))]
        rest = sum(widths[1:]) + 2 * (len(widths) - 1)
        widths[0] = min(widths[0], max(self.width - rest, 8))
        for number, row in enumerate([columns, *rows]):
            parts = fold(plain(row[0]), widths[0]) or [""]
            for part_number, part in enumerate(parts):
                line = pad(part, widths[0])
                if part_number == 0:
                    line += "".join("  " + pad(plain(cell), widths[i], i in right) for i, cell in enumerate(row) if i)
                self.rows.append(self.paint(line.rstrip(), "dim") if number == 0 else line.rstrip())

    def text(self) -> str:
        return "\n".join(self.rows).rstrip() + "\n"


def fold(text: str, width: int, first: str = "", indent: str = "") -> list[str]:
    """A text in rows of at most `width`; names with hyphens aren't broken unless a row is too narrow for one."""
    return textwrap.wrap(
        text, max(width, len(indent) + 8), initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
    )


def pad(text: str, width: int, right: bool = False) -> str:
    space = " " * (width - cells(text))
    return space + text if right else text + space


# ---------------------------------------------------------------- the sheet


def sheet_text(sheet: Sheet, width: int, paint: Paint) -> str:
    """The whole sheet as text."""
    tails = 0
    if width >= NARROW:
        tails = min(max((cells(rule.name) for rule in sheet.rules()), default=0), width // 3)
    rows = Rows(width, paint, tails)
    rows.rows.append(paint(plain(sheet.title), "bold"))
    rows.add(head_words(sheet), styles=("dim",))
    if sheet.settings:
        rows.add("At this table: " + ", ".join(sheet.settings) + ".")
    _deck(rows, sheet)
    for section in sheet.sections:
        rows.heading(section.title)
        before = ""
        for entry in section.entries:
            if entry.kind in ("moment", "window") or entry.kind != before:
                rows.blank()
            before = entry.kind
            _entry(rows, entry)
    if sheet.terms:
        rows.heading("Words")
        for name, text in sheet.terms:
            rows.add(f"{name}: {text}", indent="  ", strong=f"{name}:")
    _houses(rows, sheet)
    _options(rows, sheet)
    return rows.text()


def head_words(sheet: Sheet) -> str:
    """A line below the title: how many play, and the sources."""
    sources = "; ".join(f"{key}: {title}" for key, title in sheet.sources.items())
    first = "A part of other rulebooks." if sheet.part else f"For {sheet.low} to {sheet.high} players."
    return first + (f" Sources: {sources}." if sources else "")


def deck_words(sheet: Sheet) -> str:
    """The heading of the deck's table: how many cards there are."""
    deck = sheet.deck
    if deck is None:
        return ""
    return f"{deck.total} cards" + (", counts assumed" if deck.assumed else "")


def extras(rule: Rule, but: str = "") -> str:
    """What stands small below a rule: the layer, what it replaced, the source unless it is that of the heading."""
    parts = [
        rule.layer,
        f"instead of: {rule.instead}" if rule.instead else "",
        rule.source if rule.source != but else "",
    ]
    return " · ".join(part for part in parts if part)


def below_heading(entry: Entry) -> str:
    """What stands small below a heading: when a window is open, the layer, what was replaced, the source."""
    if entry.own:
        return extras(entry.own)
    return " · ".join(part for part in (entry.note, entry.layer, entry.source) if part)


def _deck(rows: Rows, sheet: Sheet) -> None:
    deck = sheet.deck
    if deck is None:
        return
    rows.heading("The deck")
    rows.add(f"{deck_words(sheet)}." + (f" ({deck.source})" if deck.source else ""))
    rows.blank()
    right = {i for i, name in enumerate(deck.columns) if i and name != "short"}
    rows.table(deck.columns, deck.rows, right)
    rows.blank()
    for note in deck.notes:
        rows.add(note)


def _entry(rows: Rows, entry: Entry) -> None:
    if entry.kind in ("card", "word"):
        title = f"{entry.title}:"
        rows.add(f"{title} {entry.sentence}", entry.own.name if entry.own else "", indent="    ", strong=title)
    else:
        rows.add(entry.sentence, entry.names[0], indent="  ", styles=("bold",))
    small = below_heading(entry)
    if small:
        _small(rows, small, entry.layer, "    ")
    for rule in entry.rules:
        rows.add(rule.sentence, rule.name, first="  • ", indent="    ")
        below = extras(rule, entry.source)
        if below:
            _small(rows, below, rule.layer, "    ")


def _small(rows: Rows, text: str, layer: str, indent: str) -> None:
    """A row in small print, with the house rule in it made plain."""
    start = len(rows.rows)
    rows.add(text, first=indent, indent=indent, styles=("dim",))
    if layer and rows.paint.on and layer in rows.rows[start]:
        before, after = rows.rows[start].split(layer, 1)
        rows.rows[start] = before + "\x1b[0m" + rows.paint(layer, "yellow") + "\x1b[2m" + after


def _houses(rows: Rows, sheet: Sheet) -> None:
    for title, on in (("House rules in force", True), ("House rules not in force", False)):
        chosen = [house for house in sheet.houses if house.on is on]
        if not chosen:
            continue
        rows.heading(title)
        for house in chosen:
            rows.add(f"{house.name}: {house.sentence}", indent="    ", strong=f"{house.name}:")
            small = [f"changes {', '.join(house.changes)}" if house.changes else "", house.source]
            if any(small):
                _small(rows, " · ".join(part for part in small if part), "", "    ")


def _options(rows: Rows, sheet: Sheet) -> None:
    if sheet.options:
        rows.heading("Options")
        for name, value, default, low, high, sentence in sheet.options:
            usual = "" if value == default else f", otherwise {default}"
            rows.add(f"{name} {value}: {sentence} ({low} to {high}{usual})", indent="    ", strong=f"{name} {value}:")
    if sheet.readings:
        rows.heading("Where the text can be read in more than one way")
        for reading in sheet.readings:
            name, words, source = reading[:3]
            rows.add(f"{name}: “{words}”" + (f" — {source}" if source else ""), indent="    ", strong=f"{name}:")
            for way, meaning, here, usual in reading_rows(reading):
                first = "    → " if here else "      "
                rows.add(f"{way}: {meaning}{usual}", first=first, indent="        ", strong=f"{way}:" if here else "")


def reading_rows(reading: ReadingRow) -> list[tuple[str, str, bool, str]]:
    """The ways of a reading: name, meaning, whether this table reads it so, and a word where it is the usual one."""
    _, _, _, candidates, value, default = reading
    return [(n, text, n == value, " (unless agreed otherwise)" if n == default else "") for n, text in candidates]
