"""The order of a rule sheet: which moments belong to the deal, to a turn, to what cards lead to, to the end."""

from __future__ import annotations

from refcli.language.checked import Checked
from refcli.report.flow import openings, ways


def phases_of(checked: Checked) -> dict[str, str]:
    """For each moment in reading order its phase: deal, turn, cards (reached only by what cards do), end, rest.

    The round of turns is the largest set of moments that lead to one another without a new deal. What leads there is
    the deal, what it leads to is the end, and what nothing leads to is left for last.
    """
    names = [m.name for m in checked.moments]
    if not names:
        return {}
    start = "setup" if "setup" in names else names[0]
    arrows = _arrows(checked)
    every = [(source, target) for source, target, _ in arrows]
    lead = {name: _reach(name, every, {start}) for name in names}
    turn = max(([n for n in names if n in lead[name] and name in lead[n]] for name in names), key=len)
    dealt = _reach(start, every, set())
    entered = [to for source, to, card in arrows if source in dealt and source not in turn and to in turn and not card]
    first = min(entered, key=names.index, default=turn[0])
    plain = _reach(first, [(source, target) for source, target, card in arrows if not card], {start})
    phases: dict[str, str] = {}
    for name in [*(n for n in dealt if n not in turn), *turn, *(n for n in names if n not in dealt)]:
        if name in turn:
            phases[name] = "turn" if name in plain else "cards"
        elif name not in dealt:
            phases[name] = "rest"
        else:
            phases[name] = "deal" if any(n in lead[name] for n in turn) else "end"
    return phases


def _arrows(checked: Checked) -> list[tuple[str, str, bool]]:
    """Arrows from moment to moment, those of windows from the moments where they stand open; whether a card leads."""
    places = {m.name: [m.name] for m in checked.moments}
    for window in checked.windows:
        places[window.name] = window.beside or openers(checked, window.name)
    return [(at, way.target, bool(way.card)) for way in ways(checked) for at in places[way.source]]


def openers(checked: Checked, window: str) -> list[str]:
    """The moments that open a window themselves."""
    return [m.name for m in checked.moments if any(window in openings(line.steps) for line in m.lines)]


def _reach(start: str, arrows: list[tuple[str, str]], barred: set[str]) -> list[str]:
    """Everything that arrows lead to from a moment, itself first, nearest first; not through the barred ones."""
    found = [start]
    for name in found:
        for source, target in arrows:
            if source == name and target not in found and target not in barred:
                found.append(target)
    return found
