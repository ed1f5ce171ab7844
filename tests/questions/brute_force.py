"""`which rules make 12 legal`, and `which rules let Bo play red 7` there, against trying every set of settings there is.

usage: python -m tests.questions.brute_force [RULEBOOK ...]

For every illegal event of every recorded game (the shared cases too, where they are): all subsets of house rules, with
all readings where that is no more than MOST_SETS sets, else the house rules alone. It takes about half an hour
of one processor, most of it for the rulebooks with many house rules; `make test` compares a sample of the events (`test_search.py`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from refcli.compile.rulebook import code_once, load, run
from refcli.diagnostics import Faulty
from refcli.questions import answers
from refcli.questions.court import Court, stepped
from refcli.questions.model import YES, NotUnderstood, Wish
from refcli.questions.rulings import event_verdict, may_verdict
from refcli.questions.search import Search
from refcli.questions.settings import Change, changes, under
from refcli.record.model import Event
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import RawGame, open_source, split_games
from refcli.referee.judge import LEGAL
from refcli.referee.referee import Referee, words_of
from tests.cases import HERE, SHARED

MOST_SETS = 1000
Names = frozenset[str]


@dataclass
class Case:
    """An illegal event of a game: its number, its line, and its act as a question supposes it (None where it can't)."""

    referee: Referee
    number: int
    line: int
    wish: tuple[int, Wish] | None

    @property
    def name(self) -> str:
        return f"{Path(self.referee.game.path).name}:{self.line}"

    def ask(self, referee: Referee, before: Referee) -> tuple[bool, bool]:
        """Whether the event is legal under other rules, and whether it may be done there."""
        verdict = next((v for v in referee.report().verdicts if v.span.line == self.line), None)
        may = False
        if self.wish is not None:
            court = Court(before)
            try:
                may = answers.judged(court, court.event(*self.wish)).text == YES
            except NotUnderstood:
                may = False
        return verdict is not None and verdict.outcome == LEGAL, may


def files() -> list[Path]:
    """All recorded games that tests know."""
    found = [*HERE.rglob("*.game"), *(HERE.parent / "transcripts").glob("*.game")]
    found += SHARED.rglob("*.game") if SHARED.is_dir() else []
    return sorted(path for path in found if "cli" not in path.parts)


def games(paths: Iterable[Path]) -> Iterator[RawGame]:
    for path in paths:
        yield from split_games(open_source(str(path)).lines, str(path))


def refereed(raw: RawGame) -> Referee:
    name, on, off = peek_rules(raw)
    rules = load(name, on, off, Path(raw.path).parent)
    game = read_game(raw, words_of(rules), *rules.SEATS)
    game.header.rules, game.header.switched_on, game.header.switched_off = name, on, off
    return stepped(Referee(rules, game))


def wish_of(referee: Referee, event: Event) -> tuple[int, Wish] | None:
    """An event's act as a question would suppose it."""
    if event.actor is None:
        return None
    names = referee.rules.CARD_NAMES
    if event.verb == "plays" and None not in event.cards:
        cards = tuple(names[kind] for kind in event.cards if kind is not None)
        return event.actor, Wish("play", cards, event.choices)
    if event.verb == "passes":
        return event.actor, Wish("pass")
    if event.verb == "draws" and event.count > 0:
        return event.actor, Wish("draw", word=str(event.count))
    if event.verb == "calls":
        return event.actor, Wish("call", word=event.word, target=event.target)
    return None


def cases() -> dict[str, list[Case]]:
    """The illegal events, by rulebook."""
    found: dict[str, list[Case]] = {}
    for raw in games(files()):
        try:
            referee = refereed(raw)
        except Faulty:
            continue
        for verdict in referee.report().verdicts:
            if verdict.outcome == "illegal" and verdict.event is not None:
                case = Case(referee, verdict.number, verdict.span.line, wish_of(referee, verdict.event))
                found.setdefault(referee.rules.NAME, []).append(case)
    return found


def every_set(rules: Any, most: int = MOST_SETS) -> list[tuple[Change, ...]]:
    """Every choice of house rules, and of readings where there is room for all of them; the smallest first."""
    rows: dict[str, list[tuple[Change, ...]]] = {}
    for change in changes(rules):
        rows.setdefault(change.name, [()]).append((change,))
    houses = [row for name, row in rows.items() if name in rules.HOUSES]
    size = 1
    for row in rows.values():
        size *= len(row)
    wanted = list(rows.values()) if size <= most else houses
    return sorted((tuple(c for part in parts for c in part) for parts in product(*wanted)), key=len)


def once(name: str, on: list[str], off: list[str], beside: Path | None) -> Any:
    """A compiled rulebook that is kept nowhere."""
    return run(code_once(name, on, off, beside))


class Tried:
    """What every set comes to, for some cases of one game each; sets are compiled once for all of them."""

    def __init__(self, some: list[Case], sets: list[tuple[Change, ...]]) -> None:
        self.does: list[tuple[set[Names], set[Names]]] = [(set(), set()) for _ in some]
        for chosen in sets:
            games: dict[int, Referee | None] = {}
            named = frozenset(change.item for change in chosen)
            for case, (legal, may) in zip(some, self.does, strict=True):
                key = id(case.referee)
                if key not in games:
                    other = under(case.referee, chosen, made=once)
                    games[key] = None if other is None else stepped(other)
                there = games[key]
                if there is None:
                    continue
                before = Referee(there.rules, there.game, there.words)
                answer = case.ask(there, stepped(before, case.number - 1))
                for row, yes in zip((legal, may), answer, strict=True):
                    if yes:
                        row.add(named)


def fewest(does: set[Names]) -> set[Names]:
    least = min(map(len, does), default=0)
    return {names for names in does if len(names) == least}


def searched(case: Case, names: Names) -> tuple[set[Names], set[Names] | None]:
    """What the search finds among some settings: for the event, and for the question about its act."""
    last = len(case.referee.events)
    found = [Search(case.referee, event_verdict(case.line), case.number, last)]
    if case.wish is not None:
        # As `at` does it: the record is told up to the event.
        before = Court(case.referee).at(("event", case.number)).referee
        found.append(Search(before, may_verdict(*case.wish), case.number - 1, case.number - 1))
    rows = []
    for search in found:
        search.allowed = names
        result = search.find()
        assert result.complete, "not everything was tried"
        rows.append({frozenset(change.item for change in f.changes) for f in result.found})
    return rows[0], rows[1] if len(rows) > 1 else None


def compare(some: list[Case], sets: list[tuple[Change, ...]]) -> list[str]:
    """Where search and brute force differ, in words."""
    names = frozenset(change.name for chosen in sets for change in chosen)
    wrong = []
    for case, (legal, may) in zip(some, Tried(some, sets).does, strict=True):
        made, let = searched(case, names)
        for what, mine, all_of_them in (("make", made, legal), ("let", let, may)):
            if mine is not None and mine != fewest(all_of_them):
                shown = [[sorted(found) for found in rows] for rows in (mine, fewest(all_of_them))]
                wrong.append(f"{case.name}, which rules {what}: the search finds {shown[0]}, brute force {shown[1]}")
    return wrong


def by_settings(some: list[Case]) -> Iterator[list[Case]]:
    """Cases whose records have the same settings, so that the same sets can be tried."""
    rows: dict[tuple[Any, ...], list[Case]] = {}
    for case in some:
        header = case.referee.game.header
        rows.setdefault((header.rules, tuple(header.switched_on), tuple(header.switched_off)), []).append(case)
    yield from rows.values()


def main(wanted: list[str]) -> int:
    os.environ["REFCLI_CACHE"] = "off"  # thousands of rulebooks, each used once
    failed = total = 0
    for name, some in sorted(cases().items()):
        if wanted and name not in wanted:
            continue
        began = time.perf_counter()
        wrong = []
        sizes = set()
        for group in by_settings(some):
            sets = every_set(group[0].referee.rules)
            sizes.add(len(sets))
            wrong += compare(group, sets)
        failed += len(wrong)
        total += len(some)
        took = time.perf_counter() - began
        print(
            f"{name}: {len(some)} illegal events, {max(sizes)} sets each, {len(wrong)} differ ({took:.0f} s)",
            flush=True,
        )
        for line in wrong:
            print(f"  {line}")
    print(f"{total} illegal events, {failed} differences")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
