"""The settlement of an argument as a page of its own: nothing to load, fit for a phone and for one sheet of A4 paper."""

from __future__ import annotations

import re
from html import escape
from pathlib import PurePath

from refcli.questions.position import CardView, PositionView, SeatView
from refcli.questions.settling import Settlement
from refcli.questions.tree import Node
from refcli.report.justification import capital, place
from refcli.report.settle_text import sections

MANY = 5  # with more seats, paper shows them in two columns
MOST_CARDS = 24  # of one hand that are drawn; the rest is counted
OUTCOME_WORDS = {
    "legal": "Legal", "illegal": "Illegal", "bluff": "A bluff: it stands unless challenged",
    "undetermined": "Undetermined: it turns on cards nobody has seen", "unruled": "The rules don't decide it",
    "impossible": "Impossible: the record contradicts itself",
}  # fmt: skip

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #62626a; --line: #d5d5dd; --paper: #fffefb; --felt: #e4efe6;
  --felt-line: #b8d0bd; --card: #fff; --back: #8b93a7; --yes: #1c7a3a; --no: #b3261e; --open: #8a5a00; --move: #1c7a3a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe7; --soft: #a8a7ae; --line: #3d3d45; --paper: #18181b;
  --felt: #1d2c22; --felt-line: #365040; --card: #2a2a30; --back: #5a6175; --yes: #6fd08c; --no: #ff8a80;
  --open: #ffc571; --move: #6fd08c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.1rem .9rem 2rem; max-width: 54rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
header { color: var(--soft); font-size: .86rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .35rem 0 .2rem; }
h2 { font-size: 1rem; margin: 1.1rem 0 .3rem; }
p { margin: .3rem 0; }
ul { margin: .2rem 0; padding-left: 1.2rem; }
li { margin: .12rem 0; }
.outcome { display: inline-block; font-weight: 700; font-size: 1.05rem; padding: .2rem .7rem; border-radius: 2rem; color: #fff; }
.legal { background: #1c7a3a; } .illegal, .impossible { background: #b3261e; }
.bluff, .undetermined, .unruled { background: #8a5a00; }
.table { background: var(--felt); border: 1px solid var(--felt-line); border-radius: 1rem; padding: .7rem .8rem; margin: .8rem 0; }
.middle { display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; align-items: center; padding-bottom: .6rem;
  border-bottom: 1px solid var(--felt-line); margin-bottom: .5rem; }
.middle dl { display: grid; grid-template-columns: auto 1fr; gap: .05rem .7rem; margin: 0; font-size: .88rem; }
.middle dt { color: var(--soft); } .middle dd { margin: 0; }
.seat { padding: .35rem 0; break-inside: avoid; }
.seat + .seat { border-top: 1px dotted var(--felt-line); }
.who { font-weight: 700; } .who small { font-weight: 400; color: var(--soft); font-size: .84rem; }
.moves .who::before { content: "\\25B8\\00A0"; color: var(--move); }
.tag { display: inline-block; font-size: .76rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .45rem;
  margin-left: .35rem; color: var(--open); }
.hand { display: flex; flex-wrap: wrap; gap: .25rem; margin-top: .22rem; }
.card { --c: initial; background: var(--card); border: 1px solid var(--line); border-left: .42rem solid var(--c, var(--line));
  border-radius: .35rem; padding: .12rem .42rem; font-size: .84rem; line-height: 1.3; white-space: nowrap; }
.card.big { display: inline-block; margin-top: .2rem; font-size: 1.15rem;
  font-weight: 700; padding: .55rem .8rem; border-left-width: .7rem; }
.card.argued { outline: 2px solid var(--no); outline-offset: 1px; }
.back { background: repeating-linear-gradient(45deg, var(--back) 0 3px, transparent 3px 6px) var(--card); color: var(--ink);
  border-left-width: 1px; }
.back b { background: var(--card); padding: 0 .25rem; border-radius: .2rem; font-weight: 600; }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 50%; border: 1px solid var(--line);
  background: var(--c, transparent); vertical-align: -.05em; margin-right: .3em; }
.rule { border-left: 3px solid var(--line); padding: .1rem 0 .1rem .7rem; margin: .5rem 0; break-inside: avoid; }
.rule q { font-style: italic; } .rule small, .small { color: var(--soft); font-size: .8rem; }
.fact { font-weight: 600; }
.cols { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
.cols section:last-child { grid-column: 1 / -1; }
footer { margin-top: 1rem; color: var(--soft); font-size: .76rem; }
@media (max-width: 34rem) { .cols { grid-template-columns: 1fr; } h1 { font-size: 1.3rem; } }
@media print { @page { size: A4; margin: 12mm 13mm; }
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --felt: #fff; --felt-line: #999; --card: #fff;
    --back: #999; --yes: #000; --no: #900; --open: #640; --move: #000; }
  html { font-size: 9.2pt; } body { max-width: none; padding: 0; } .cols { grid-template-columns: 1fr 1fr; }
  .many { columns: 2; column-gap: 1.2rem; }
  .card, .outcome, .swatch, .back { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
""".strip()


def settlement_html(found: Settlement) -> str:
    """The whole page as an HTML document."""
    with_ = f" with {', '.join(found.settings)}" if found.settings else ""
    head = " · ".join(
        part for part in (found.name, f"{found.title}{with_}", *(f"{k}: {v}" for k, v in found.header.items())) if part
    )
    body = [
        f"<header>{escape(head)}<br>event {found.event}, line {found.at.line} of {escape(PurePath(found.at.path).name)}</header>",
        f"<h1>{escape(found.text)}</h1>",
        f'<p><span class="outcome {found.outcome}">{escape(OUTCOME_WORDS[found.outcome])}</span></p>',
        _table(found.position, found),
        _why(found),
        '<div class="cols">',
        *(_section(title, rows) for title, rows in sections(found)),
        "</div>",
        "<footer>Settled by refcli: each rule with its source and its line in the rulebook.</footer>",
    ]
    title = f"Event {found.event}: {found.text}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _section(title: str, rows: list[str]) -> str:
    lead = "".join(f"<p>{escape(row)}</p>" for row in rows if row.endswith(":"))
    items = "".join(f"<li>{escape(row)}</li>" for row in rows if not row.endswith(":"))
    return f"<section><h2>{escape(title)}</h2>{lead}<ul>{items}</ul></section>"


# ---------------------------------------------------------------- the table


def _table(position: PositionView, found: Settlement) -> str:
    way = "↻ clockwise" if position.clockwise else "↺ counterclockwise"
    rows = [(f"{name} in force", _swatch(value) + escape(value)) for name, value in position.force]
    rows += [
        ("direction", way),
        ("draw pile", escape(position.pile)),
        ("under the top card", escape(position.discards)),
    ]
    for label, words in (("owed", position.debt), ("choice", position.waits), ("now", position.moment)):
        rows += [(label, escape(words))] if words else []
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{value}</dd>" for label, value in rows)
    top = _card(position.top, "big") if position.top else '<span class="card big back"><b>unknown</b></span>'
    many = " many" if len(position.seats) > MANY else ""
    seats = f'<div class="seats{many}">{"".join(_seat(seat, found) for seat in position.seats)}</div>'
    return (
        '<div class="table" role="group" aria-label="The table before this act">'
        f'<div class="middle"><div><div class="small">top card</div>{top}'
        f"</div><dl>{facts}</dl></div>{seats}</div>"
    )


def _seat(seat: SeatView, found: Settlement) -> str:
    argued = seat.name == found.actor
    cards = []
    marked = False
    for card in seat.cards[:MOST_CARDS]:
        here = argued and not marked and re.search(rf"\b{re.escape(card.name)}\b", found.text.lower()) is not None
        cards.append(_card(card, "argued" if here else ""))
        marked = marked or here
    if len(seat.cards) > MOST_CARDS:
        cards.append(f'<span class="card">and {len(seat.cards) - MOST_CARDS} more</span>')
    if seat.hidden:
        cards.append(f'<span class="card back"><b>{seat.hidden} unseen</b></span>')
    if not cards and seat.size is None:
        cards.append('<span class="card back"><b>never told</b></span>')
    tags = [f"owes {seat.owes}"] if seat.owes else []
    tags += [f"{seat.score} points"] if seat.score else []
    tags += ["out"] if seat.out else []
    tags += seat.marks
    shown = "".join(f'<span class="tag">{escape(tag)}</span>' for tag in tags)
    told = [seat.count] if seat.size is not None else []
    told += ["to move"] if seat.moves else []
    count = f" <small>{escape(', '.join(told))}</small>" if told else ""
    return (
        f'<div class="seat{" moves" if seat.moves else ""}"><span class="who">{escape(seat.name)}{count}</span>{shown}'
        f'<div class="hand">{"".join(cards)}</div></div>'
    )


def _card(card: CardView, kind: str) -> str:
    """A card with a band in the color that its first attribute names; a value that names no color leaves the band plain."""
    style = ""
    if card.values:
        value = re.sub(r"[^a-z]", "", card.values[0][1].lower())
        style = f' style="--c: {value}"'
    return f'<span class="card {kind}"{style}>{escape(card.name)}</span>'.replace('card "', 'card"')


def _swatch(value: str) -> str:
    word = re.sub(r"[^a-z]", "", value.lower())
    return f'<span class="swatch" style="--c: {word}"></span>'


# ---------------------------------------------------------------- why


def _why(found: Settlement) -> str:
    parts = []
    for node in found.tree.parts:
        if not node.decisive or node.kind in ("instead", "position"):
            continue
        parts.append(_node(node))
        parts += [_node(part) for part in node.parts if part.rule and part.decisive]
    return f"<h2>Why</h2>{''.join(parts)}" if parts else ""


def _node(node: Node) -> str:
    if not node.rule:
        return f'<p class="fact">{escape(capital(node.sentence()))}.</p>'
    facts = "".join(f'<div class="fact">{escape(capital(fact))}.</div>' for fact in node.facts())
    about = [node.rule, f"house rule {node.house}" if node.house else "", node.source, place(node.written)]
    small = " · ".join(escape(part) for part in about if part)
    return f'<div class="rule">{facts}<div>{escape(node.sentence())}.</div><small>{small}</small></div>'
