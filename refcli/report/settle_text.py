"""The settlement of an argument as text, and as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from refcli.questions.position import PositionView, SeatView
from refcli.questions.settling import Settlement
from refcli.report.frames import plain, shown_path
from refcli.report.justification import about, capital, node_object
from refcli.report.remarks import broken
from refcli.report.view import LOOKS, View


def settlement_rows(view: View, found: Settlement) -> Iterator[str]:
    """The page as lines."""
    with_ = f" with {', '.join(found.settings)}" if found.settings else ""
    name = f"{found.name} · " if found.name else ""
    yield view.paint(plain(f"{name}{found.title}{with_}"), "bold")
    yield view.paint(plain(f"event {found.event}, {shown_path(found.at.path)}:{found.at.line}"), "dim")
    yield ""
    yield from position_rows(view, found.position)
    yield ""
    mark, style = LOOKS[found.outcome]
    yield f"{view.paint(plain(found.text), 'bold')}"
    yield f"{view.paint(f'{mark} {found.outcome.upper()}', style, 'bold')}"
    yield ""
    for node in found.tree.parts:
        if not node.decisive or node.kind in ("instead", "position"):
            continue
        facts = node.facts() if node.rule else [node.sentence()]
        for fact in facts:
            yield from broken(view, "  ", 2, 0, plain(capital(fact)))
        if node.rule:
            yield from broken(view, "  ", 2, 0, plain(node.sentence()))
            yield from broken(view, "  ", 2, 0, view.paint(plain(about(node)), "dim"))
    for title, rows in sections(found):
        yield ""
        yield view.paint(title, "bold")
        for row in rows:
            yield from broken(view, "  ", 2, 0, plain(row))


def sections(found: Settlement) -> Iterator[tuple[str, list[str]]]:
    """The headed parts behind the verdict."""
    for deal in found.deals:
        yield f"A deal in which it is {'right' if deal.value else 'wrong'}", [part.words for part in deal.parts]
    if found.could:
        yield f"What {found.actor} could have done", found.could
    if found.follows:
        yield "What follows", found.follows
    rows = [f"{settings} ({meaning.rstrip('.')}): {outcome}" for settings, meaning, outcome in found.otherwise]
    if found.fewest and not any(outcome == "legal" for _, _, outcome in found.otherwise):
        rows.append(found.fewest)
    if rows:
        yield "Under other rules", rows
    else:
        yield "Under other rules", ["No house rule, reading or option alone would change this."]


def position_rows(view: View, position: PositionView) -> Iterator[str]:
    """The table: seats in order of play with their hands, piles, what is in force, what is owed."""
    top = position.top.name if position.top else "unknown"
    force = "".join(f" · {name} in force: {value}" for name, value in position.force)
    yield from broken(view, "  ", 2, 0, plain(f"top card: {top}{force}"))
    way = "clockwise" if position.clockwise else "counterclockwise"
    piles = f"draw pile: {position.pile} · under the top card: {position.discards}"
    yield from broken(view, "  ", 2, 0, f"play goes {way} · {piles}")
    for words in (position.debt, position.waits, position.moment):
        if words:
            yield from broken(view, "  ", 2, 0, plain(words[:1].upper() + words[1:] + "."))
    width = max(len(seat.name) for seat in position.seats)
    for seat in position.seats:
        pointer = view.paint("▸", "green", "bold") if seat.moves else " "
        yield from broken(view, f"  {pointer} {plain(seat.name):<{width}}  ", width + 6, 0, plain(seat_words(seat)))


def seat_words(seat: SeatView) -> str:
    """A seat's hand and what else there is to say of it."""
    shown = [card.name for card in seat.cards]
    if seat.hidden:
        shown.append(f"{seat.hidden} unseen")
    parts = [f"{seat.count}: {', '.join(shown)}" if shown else "no cards" if seat.size == 0 else "cards unknown"]
    if seat.size is None and shown:
        parts = [f"known of the hand: {', '.join(shown)}"]
    parts += [f"owes {seat.owes}"] if seat.owes else []
    parts += [f"{seat.score} points"] if seat.score else []
    parts += ["out of the round"] if seat.out else []
    return " · ".join([*parts, *seat.marks])


def settlement_object(found: Settlement) -> dict[str, Any]:
    """The settlement as plain values."""
    from refcli import __version__

    return {
        "refcli": __version__, "rulebook": found.title, "settings": found.settings, "game": found.name, "event": found.event,
        "text": found.text, "player": found.actor, "path": found.at.path, "line": found.at.line,
        "position": asdict(found.position), "outcome": found.outcome, "says": found.says,
        "rules": [node.rule for node in found.rules], "could": found.could, "follows": found.follows,
        "otherwise": [{"settings": s, "meaning": m, "outcome": o} for s, m, o in found.otherwise],
        "fewest": found.fewest, "justification": node_object(found.tree),
    }  # fmt: skip
