"""Which rules would make an act legal: the search agrees with trying every set of settings there is."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refcli.compile.rulebook import load
from refcli.questions.court import stepped
from refcli.questions.search import Search
from refcli.questions.settings import Change, changes, under
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import open_source, split_games
from refcli.referee.judge import LEGAL
from refcli.referee.referee import Referee, words_of
from tests.cases import HERE, SHARED

# Sets of settings that are tried for one event at most: house rules all, readings as far as there is room.
MOST_SETS = 64
SAMPLES = 4  # events of each rulebook


def illegal_events() -> list[tuple[str, int]]:
    """Files and numbers of events that aren't legal, a few of each rulebook."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path in [*sorted(HERE.rglob("*.game")), *(sorted(SHARED.rglob("*.game")) if SHARED.is_dir() else [])]:
        text = path.read_text(encoding="utf-8", errors="replace")
        if "=> illegal" not in text or "\ngame:" in text or "cli" in path.parts:
            continue
        referee = refereed(path)
        for verdict in referee.report().verdicts:
            if verdict.outcome == "illegal":
                found.setdefault(referee.rules.NAME, []).append((str(path), verdict.number))
    rng = Random("illegal events")
    return [event for events in found.values() for event in rng.sample(events, min(SAMPLES, len(events)))]


def refereed(path: Path) -> Referee:
    (raw,) = split_games(open_source(str(path)).lines, str(path))
    name, on, off = peek_rules(raw)
    rules = load(name, on, off, path.parent)
    game = read_game(raw, words_of(rules), *rules.SEATS)
    game.header.rules, game.header.switched_on, game.header.switched_off = name, on, off
    return stepped(Referee(rules, game))


def legal(referee: Referee, number: int) -> tuple[bool, object]:
    verdict = next((v for v in referee.report().verdicts if v.number == number), None)
    outcome = verdict.outcome if verdict is not None else ""
    return outcome == LEGAL, outcome


def every_set(rules: Any) -> list[tuple[Change, ...]]:
    """Every choice of house rules, and of readings while there is room."""
    by_name: dict[str, list[Change]] = {}
    for change in changes(rules):
        if change.kind != "option":
            by_name.setdefault(change.name, []).append(change)
    rows: list[list[tuple[Change, ...]]] = []
    size = 1
    for row in by_name.values():
        if size * (len(row) + 1) > MOST_SETS:
            continue
        size *= len(row) + 1
        rows.append([(), *((change,) for change in row)])
    return [tuple(change for part in parts for change in part) for parts in product(*rows)]


@pytest.mark.parametrize(("path", "number"), illegal_events(), ids=lambda value: Path(str(value)).stem)
def test_the_fewest_changes_are_found(path: str, number: int) -> None:
    referee = refereed(Path(path))
    last = len(referee.events)
    sets = every_set(referee.rules)
    names = {change.name for chosen in sets for change in chosen}
    does: set[frozenset[str]] = set()
    for chosen in sorted(sets, key=len):
        if does and len(chosen) > min(map(len, does)):
            break
        other = under(referee, chosen)
        if other is not None and legal(stepped(other), number)[0]:
            does.add(frozenset(change.item for change in chosen))

    search = Search(referee, lambda r: legal(r, number), number, last)
    search_changes = {c for c in changes(referee.rules) if c.name in names}
    result = _restricted(search, search_changes)
    found = {frozenset(change.item for change in f.changes) for f in result}
    assert found == does


def _restricted(search: Search, allowed: set[Change]) -> list[Any]:
    """The search among some settings only."""
    search.allowed = frozenset(change.name for change in allowed)
    return search.find().found


def test_there_are_illegal_events() -> None:
    assert len(illegal_events()) > 5
