"""The deck as a table: how many of what, how it is written, what it is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from refcli.language.checked import Checked
from refcli.language.deck import shown


@dataclass(slots=True)
class DeckTable:
    """`columns` are the headings; each row has as many cells. `notes` are sentences that stand below."""

    total: int
    packs: int
    assumed: bool
    source: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str]


def ranges(names: Iterable[str]) -> list[str]:
    """Names with runs of three and more numbers drawn together: 1–9."""
    found: list[str] = []
    run: list[str] = []

    def close() -> None:
        found.extend([f"{run[0]}–{run[-1]}"] if len(run) > 2 else run)
        run.clear()

    for name in names:
        if run and not (name.isdigit() and run[-1].isdigit() and int(name) == int(run[-1]) + 1):
            close()
        run.append(name)
    close()
    return found


def deck_table(c: Checked) -> DeckTable | None:
    """The deck of a rulebook, or None where it has none."""
    if not c.kinds:
        return None
    faces = c.attributes[-1].values
    plain = [i for i, a in enumerate(c.attributes) if a.kind == ""]
    counts: dict[str, dict[int | None, int]] = {face: {} for face in faces}  # by attribute, None for cards without any
    totals = dict.fromkeys(faces, 0)
    worths: dict[str, int | None] = {}
    for number, kind in enumerate(c.kinds):
        if kind.base != number:
            continue
        having = next((i for i in plain if kind.values[i] > 0), None)
        counts[kind.face][having] = kind.copies
        totals[kind.face] += kind.copies
        worths[kind.face] = kind.worth
    used: list[int | None] = [i for i in plain if any(i in row for row in counts.values())]
    if any(None in row for row in counts.values()):
        used.append(None)
    some = " or ".join(c.attributes[i].name for i in plain)
    headings = [
        f"of each {c.attributes[i].name}" if i is not None else f"without {some}" if some else "copies" for i in used
    ]
    columns = ["card", *headings, "in all", "short", "worth"]
    rows: list[list[str]] = []
    for group in _groups(c, faces, counts, worths):
        face = group[0]
        card = c.cards.get(face)
        cells = [str(counts[face][i]) + (" each" if len(group) > 1 else "") if i in counts[face] else "" for i in used]
        own = worths[face]
        worth = "its number" if card and card.worth == "face" and len(group) > 1 else "" if own is None else str(own)
        shorts = ", ".join(card.shorts) if card else ""
        rows.append([", ".join(map(shown, ranges(group))), *cells, str(sum(totals[f] for f in group)), shorts, worth])
    for name in ("worth", "short"):
        column = columns.index(name)
        if not any(row[column] for row in rows):
            del columns[column]
            for row in rows:
                del row[column]
    return DeckTable(sum(totals.values()), c.packs, c.assumed, c.deck_source, columns, rows, _notes(c))


def _groups(
    c: Checked, faces: list[str], counts: dict[str, dict[int | None, int]], worths: dict[str, int | None]
) -> list[list[str]]:
    """Neighbours of which the deck says the same."""
    groups: list[list[str]] = []
    last: object = None
    for face in faces:
        card = c.cards.get(face)
        worth = "face" if card and card.worth == "face" else worths.get(face)
        key = (sorted(counts[face].items(), key=str), worth)
        # A single word reads best on a row of its own; numbers and long series of alike cards stand together.
        series = face.isdigit() or "-" in face
        alike = bool(groups) and key == last and face.isdigit() == groups[-1][-1].isdigit()
        if alike and series and not (card and card.shorts):
            groups[-1].append(face)
        else:
            groups.append([face])
        last = None if card and card.shorts else key
    return groups


def _notes(c: Checked) -> list[str]:
    notes = []
    if c.packs > 1:
        notes.append(f"{c.packs} packs are mixed.")
    if c.assumed:
        notes.append("The source doesn't give all counts: they are assumed.")
    for attribute in c.attributes[:-1]:
        name = ("an " if attribute.name[0] in "aeiou" else "a ") + attribute.name
        values = ", ".join(map(shown, attribute.values))
        if attribute.kind == "":
            notes.append(f"{attribute.name.capitalize()}: {values}.")
        elif attribute.kind == "some":
            notes.append(f"Some cards have {name} as well: {values}. A card has none where none is written.")
        else:
            either = " or ".join(map(shown, attribute.values))
            notes.append(f"Every card has {name}, {either}; which one is unknown where it isn't written.")
    examples = _examples(c)
    if examples:
        notes.append(f"Cards are written {examples}.")
    return notes


def _examples(c: Checked) -> str:
    """Some cards as a record writes them, with the short form where there is one."""
    chosen: dict[tuple[object, ...], int] = {}
    for number, kind in enumerate(c.kinds):
        if kind.base != number:
            continue
        card = c.cards.get(kind.face)
        shape = (*(v > 0 for v in kind.values[:-1]), bool(card and card.shorts))
        chosen.setdefault(shape, number)
    words = []
    for number in list(chosen.values())[:4]:
        kind = c.kinds[number]
        short = _short(c, number)
        words.append(f'"{kind.name}"' + (f' or "{short}"' if short else ""))
    return ", ".join(words)


def _short(c: Checked, number: int) -> str:
    """The shortest form of a card: initials of its values, the short form of its face."""
    kind = c.kinds[number]
    parts = []
    for name, _ in c.written:
        index = next((i for i, a in enumerate(c.attributes) if a.name == name), None)
        if index is None or kind.values[index] <= 0:
            continue
        attribute = c.attributes[index]
        value = attribute.values[kind.values[index] - 1]
        if attribute.kind == "face":
            card = c.cards.get(value)
            if not (card and card.shorts) and not value.isdigit():
                return ""
            parts.append(card.shorts[0] if card and card.shorts else value)
        else:
            initials = [v[0] for v in attribute.values]
            parts.append(value[0] if initials.count(value[0]) == 1 else value)
    short = "".join(parts)
    return "" if short == kind.name else short
