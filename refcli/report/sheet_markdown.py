"""The rule sheet as Markdown, with tables as GitHub draws them."""

from __future__ import annotations

import re

from refcli.report.sheet import Entry, Sheet
from refcli.report.sheet_text import below_heading, deck_words, extras, head_words, reading_rows

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


def escaped(text: str) -> str:
    """Words that mean themselves."""
    shown = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    return re.sub(r"^([-+#]|\d+[.)])(?=\s)", r"\\\1", shown)


def sheet_markdown(sheet: Sheet) -> str:
    """The whole sheet as a Markdown document."""
    rows = [f"# {escaped(sheet.title)}", "", escaped(head_words(sheet)), ""]
    if sheet.settings:
        rows += [f"**At this table:** {escaped(', '.join(sheet.settings))}.", ""]
    if sheet.deck:
        deck = sheet.deck
        rows += ["## The deck", "", escaped(f"{deck_words(sheet)}." + (f" ({deck.source})" if deck.source else "")), ""]
        rows.append("| " + " | ".join(map(escaped, deck.columns)) + " |")
        rows.append("|" + "|".join(" --- " if name in ("card", "short") else " ---: " for name in deck.columns) + "|")
        rows += ["| " + " | ".join(map(escaped, row)) + " |" for row in deck.rows]
        rows += ["", *(f"- {escaped(note)}" for note in deck.notes), ""]
    for section in sheet.sections:
        rows += [f"## {escaped(section.title)}", ""]
        for before, entry in zip([None, *section.entries], section.entries, strict=False):
            if before is not None and rows[-1] and before.kind != entry.kind:
                rows.append("")
            rows += _entry(entry)
        if rows[-1]:
            rows.append("")
    if sheet.terms:
        rows += ["## Words", "", *(f"- **{escaped(name)}**: {escaped(text)}" for name, text in sheet.terms), ""]
    for title, on in (("House rules in force", True), ("House rules not in force", False)):
        chosen = [house for house in sheet.houses if house.on is on]
        if chosen:
            rows += [f"## {title}", ""]
        for house in chosen:
            changes = f"changes {', '.join(f'`{name}`' for name in house.changes)}" if house.changes else ""
            small = " · ".join(part for part in (changes, escaped(house.source)) if part)
            rows.append(
                f"- **{escaped(house.name)}**: {escaped(house.sentence)}" + (f"  \n  *{small}*" if small else "")
            )
        if chosen:
            rows.append("")
    if sheet.options:
        rows += ["## Options", "", "| option | here | range | otherwise | |", "| --- | ---: | --- | ---: | --- |"]
        for name, value, default, low, high, sentence in sheet.options:
            rows.append(f"| {escaped(name)} | {value} | {low} to {high} | {default} | {escaped(sentence)} |")
        rows.append("")
    if sheet.readings:
        rows += ["## Where the text can be read in more than one way", ""]
    for reading in sheet.readings:
        name, words, source = reading[:3]
        rows += [f"**{escaped(name)}**: “{escaped(words)}”" + (f" — *{escaped(source)}*" if source else ""), ""]
        for way, meaning, chosen_here, usual in reading_rows(reading):
            text = f"{escaped(way)}: {escaped(meaning)}{usual}"
            rows.append(f"- **{text}** ←" if chosen_here else f"- {text}")
        rows.append("")
    return "\n".join(rows).rstrip() + "\n"


def _entry(entry: Entry) -> list[str]:
    small = below_heading(entry)
    if entry.kind in ("card", "word"):
        mark = f" `{entry.own.name}`" if entry.own else ""
        below = f"  \n  *{escaped(small)}*" if small else ""
        rows = [f"- **{escaped(entry.title)}**: {escaped(entry.sentence)}{mark}{below}"]
        indent = "  "
    else:
        rows = [f"### {escaped(entry.sentence)} `{entry.names[0]}`", ""]
        rows += [f"*{escaped(small)}*", ""] if small else []
        indent = ""
    for rule in entry.rules:
        below = extras(rule, entry.source)
        rows.append(
            f"{indent}- {escaped(rule.sentence)} `{rule.name}`" + (f"  \n{indent}  *{escaped(below)}*" if below else "")
        )
    return rows if entry.kind in ("card", "word") else [*rows, ""]
