"""The rulebooks that there are: what each is called, and what a table can agree on in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from refcli.diagnostics import Faulty
from refcli.language.load import chain, locate
from refcli.language.merge import declared
from refcli.report.colors import Paint
from refcli.report.sheet_text import Rows
from refcli.syntax import tree


@dataclass(slots=True)
class HouseChoice:
    name: str
    sentence: str
    on: bool


@dataclass(slots=True)
class OptionChoice:
    name: str
    sentence: str
    default: int
    low: int
    high: int


@dataclass(slots=True)
class ReadingChoice:
    """Words that can be read in several ways; `ways` are names with what they mean."""

    name: str
    words: str
    ways: dict[str, str]
    default: str


@dataclass(slots=True)
class Described:
    """A rulebook as the list shows it; `fault` says why it can't be read, if it can't."""

    name: str
    title: str
    part: bool
    path: str
    extends: list[str] = field(default_factory=list)
    house_rules: list[HouseChoice] = field(default_factory=list)
    options: list[OptionChoice] = field(default_factory=list)
    readings: list[ReadingChoice] = field(default_factory=list)
    fault: str = ""


def described(name: str) -> Described:
    """What the list says of one rulebook."""
    path = locate(name)
    try:
        books = chain(path)
    except Faulty as faulty:
        return Described(name, "", False, str(path), fault=faulty.diagnostics[0].sentence)
    houses, options, readings = declared(books)
    gone = {i.name.text for b in books for i in b.items if isinstance(i, tree.Removal) and i.kind == "house rule"}
    found = Described(
        books[-1].name.text,
        books[-1].title.text,
        books[-1].part,
        str(path),
        [book.name.text for book in books[:-1]],
        [HouseChoice(n, h.sentence.text, h.on) for n, h in houses.items() if n not in gone],
    )
    for n, o in options.items():
        sentence = o.sentence.text if o.sentence else ""
        found.options.append(OptionChoice(n, sentence, int(o.default.text), int(o.low.text), int(o.high.text)))
    for n, r in readings.items():
        ways = {c.name.text: c.sentence.text for c in r.candidates}
        found.readings.append(ReadingChoice(n, r.words.text, ways, r.default.text))
    return found


def catalogue_text(books: list[Described], width: int, paint: Paint) -> str:
    """The list as text."""
    rows = Rows(width, paint)
    for book in books:
        rows.blank()
        about = f" (a part of {_extended_by(book.name, books)})" if book.part else ""
        rows.add(f"{book.name} — {book.title}{about}", indent="  ", strong=book.name)
        if book.fault:
            rows.add(
                f"can't be read: {book.fault}; say: refcli check {book.name}", first="  ", indent="  ", styles=("red",)
            )
        _block(rows, "house rules", [(h.name, f"{h.sentence} ({'on' if h.on else 'off'})") for h in book.house_rules])
        _block(rows, "options", [(o.name, f"{o.sentence} ({o.default}; {o.low} to {o.high})") for o in book.options])
        for reading in book.readings:
            ways = [
                (f"  {w}", t + (" (unless agreed otherwise)" if w == reading.default else ""))
                for w, t in reading.ways.items()
            ]
            first = "readings" if reading is book.readings[0] else ""
            _block(rows, first, [(reading.name, f"“{reading.words}”"), *ways])
    return rows.text()


def _extended_by(name: str, books: list[Described]) -> str:
    users = [book.name for book in books if name in book.extends and not book.part]
    return ", ".join(users) if users else "other rulebooks"


def _block(rows: Rows, title: str, entries: list[tuple[str, str]]) -> None:
    """Names in a column and what they mean beside them; below them where there is no room."""
    if title and entries:
        rows.add(title, first="  ", styles=("dim",))
    column = 26 if rows.width >= 70 else 0
    for name, text in entries:
        if column and len(name) < column - 2:
            rows.add(text, first=f"    {name:<{column - 2}}", indent=" " * (column + 2), strong=name.strip())
        else:
            rows.add(name, first="    ", strong=name.strip())
            rows.add(text, first=" " * max(8, column + 2), indent=" " * max(8, column + 2))
