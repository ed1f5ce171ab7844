"""The rule sheet as a page of its own: nothing to load, fit for a phone, for A4 paper, for light and dark."""

from __future__ import annotations

from html import escape

from refcli.report.sheet import Entry, Rule, Sheet
from refcli.report.sheet_text import below_heading, deck_words, extras, head_words, reading_rows

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #66666e; --line: #d9d9e0; --paper: #fffefb; --band: #f3f1ea;
  --house: #8a4b00; --house-paper: #fff1d6; --name: #3b5a86; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e2; --soft: #a3a1a8; --line: #3c3c44; --paper: #1a1a1d;
  --band: #242429; --house: #ffc572; --house-paper: #3a2a10; --name: #9dbbe6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 46rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 Georgia, "Iowan Old Style", "Times New Roman", serif; overflow-wrap: break-word; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 1.2rem 0 .25rem; }
p { margin: .3rem 0; }
ul { margin: .2rem 0 .6rem; padding-left: 1.15rem; }
li { margin: .22rem 0; }
dl { margin: .3rem 0; }
dt { font-weight: bold; margin-top: .55rem; }
dd { margin: 0 0 0 1.15rem; }
.small { color: var(--soft); font-size: .84rem; line-height: 1.4; }
.lead { color: var(--soft); }
.layer { color: var(--house); font-weight: bold; }
.house { background: var(--house-paper); border-radius: .3rem; padding: .1rem .45rem; margin-left: -.45rem; }
code { color: var(--name); font: .76rem/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  white-space: nowrap; }
.chosen { font-weight: bold; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .22rem .6rem .22rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: normal; font-size: .84rem; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; }
.number + :not(.number) { padding-left: .6rem; }
dd.house { margin-left: .7rem; }
@media (min-width: 40rem) { dl { display: grid; grid-template-columns: minmax(5rem, 9rem) 1fr; gap: .45rem 1rem; }
  dt, dd { margin: 0; } dd.house { margin-left: -.45rem; } }
@media (max-width: 30rem) { body { padding: 1rem .8rem 2rem; } h1 { font-size: 1.6rem; } table { font-size: .84rem; } }
@media print { @page { size: A4; margin: 16mm 15mm; }
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb;
  --paper: #fff; --house: #6b3a00; --house-paper: #f6ecd9; --name: #333; }
  html { font-size: 9.5pt; } body { max-width: none; padding: 0; } h2, h3, dt { break-after: avoid; }
  li, tr, dd { break-inside: avoid; }
  .scroll { overflow: visible; } }
""".strip()


def sheet_html(sheet: Sheet) -> str:
    """The whole sheet as an HTML document."""
    parts = [f"<h1>{escape(sheet.title)}</h1>", f'<p class="lead">{escape(head_words(sheet))}</p>']
    if sheet.settings:
        parts.append(f'<p><span class="layer">At this table:</span> {escape(", ".join(sheet.settings))}.</p>')
    parts.append(_deck(sheet))
    for section in sheet.sections:
        parts.append(f"<h2>{escape(section.title)}</h2>")
        boxed = section.entries[0].kind == "card"
        parts.append("<dl>" if boxed else "")
        parts.extend(_entry(entry) for entry in section.entries)
        parts.append("</dl>" if boxed else "")
    if sheet.terms:
        rows = "".join(f"<li><b>{escape(name)}</b>: {escape(text)}</li>" for name, text in sheet.terms)
        parts.append(f"<h2>Words</h2><ul>{rows}</ul>")
    parts += [_houses(sheet), _options(sheet), _readings(sheet)]
    body = "\n".join(part for part in parts if part)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(sheet.title)}</title>\n<style>\n{STYLE}\n</style>"
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n'


def _deck(sheet: Sheet) -> str:
    deck = sheet.deck
    if deck is None:
        return ""
    classes = ["" if name in ("card", "short") else ' class="number"' for name in deck.columns]
    head = "".join(f"<th{c}>{escape(name)}</th>" for c, name in zip(classes, deck.columns, strict=True))
    rows = "\n".join(
        "<tr>" + "".join(f"<td{c}>{escape(cell)}</td>" for c, cell in zip(classes, row, strict=True)) + "</tr>"
        for row in deck.rows
    )
    source = f' <span class="small">{escape(deck.source)}</span>' if deck.source else ""
    notes = "".join(f"<li>{escape(note)}</li>" for note in deck.notes)
    return (
        f"<h2>The deck</h2>\n<p>{escape(deck_words(sheet))}.{source}</p>\n"
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>\n'
        f'<ul class="small">{notes}</ul>'
    )


def _small(text: str, layer: str) -> str:
    if not text:
        return ""
    shown = escape(text)
    if layer:
        shown = shown.replace(escape(layer), f'<span class="layer">{escape(layer)}</span>', 1)
    return f'<div class="small">{shown}</div>'


def _rule(rule: Rule, source: str) -> str:
    house = ' class="house"' if rule.layer else ""
    below = _small(extras(rule, source), rule.layer)
    return f"<li{house}>{escape(rule.sentence)} <code>{escape(rule.name)}</code>{below}</li>"


def _entry(entry: Entry) -> str:
    rules = "\n".join(_rule(rule, entry.source) for rule in entry.rules)
    below = f"<ul>\n{rules}\n</ul>" if rules else ""
    small = _small(below_heading(entry), entry.layer)
    house = ' class="house"' if entry.layer else ""
    if entry.kind == "card":
        own = f" <code>{escape(entry.own.name)}</code>" if entry.own else ""
        return f"<dt>{escape(entry.title)}</dt>\n<dd{house}>{escape(entry.sentence)}{own}{small}{below}</dd>"
    if entry.kind == "word":
        return f"<p><b>{escape(entry.title)}</b>: {escape(entry.sentence)}</p>{small}"
    return f"<h3{house}>{escape(entry.sentence)} <code>{escape(entry.names[0])}</code></h3>{small}\n{below}"


def _houses(sheet: Sheet) -> str:
    parts = []
    for title, on in (("House rules in force", True), ("House rules not in force", False)):
        chosen = [house for house in sheet.houses if house.on is on]
        if not chosen:
            continue
        parts.append(f"<h2>{title}</h2>\n<ul>")
        for house in chosen:
            changes = "changes " + ", ".join(house.changes) if house.changes else ""
            small = _small(" · ".join(part for part in (changes, house.source) if part), "")
            shown = ' class="house"' if on else ""
            parts.append(f"<li{shown}><b>{escape(house.name)}</b>: {escape(house.sentence)}{small}</li>")
        parts.append("</ul>")
    return "\n".join(parts)


def _options(sheet: Sheet) -> str:
    if not sheet.options:
        return ""
    rows = []
    for name, value, default, low, high, sentence in sheet.options:
        usual = "" if value == default else f", otherwise {default}"
        small = f'<span class="small">{low} to {high}{usual}</span>'
        rows.append(f"<li><b>{escape(name)} {value}</b>: {escape(sentence)} {small}</li>")
    return "<h2>Options</h2>\n<ul>" + "\n".join(rows) + "</ul>"


def _readings(sheet: Sheet) -> str:
    parts = ["<h2>Where the text can be read in more than one way</h2>"] if sheet.readings else []
    for reading in sheet.readings:
        name, words, source = reading[:3]
        parts.append(f"<p><b>{escape(name)}</b>: “{escape(words)}”</p>{_small(source, '')}\n<ul>")
        for way, meaning, here, usual in reading_rows(reading):
            text = f"{escape(way)}: {escape(meaning)}{usual}"
            parts.append(f'<li class="chosen">{text} ←</li>' if here else f"<li>{text}</li>")
        parts.append("</ul>")
    return "\n".join(parts)
