"""The law of legal games in depth: many random games of every rulebook, each under every house rule alone, all, none.

    python -m tests.laws.depth [GAMES] [--only RULEBOOK] [--jobs N] [--events N]

For each combination games are made, with 2 to as many players as the rulebook allows in turn, until GAMES of them (1,000
unless told otherwise) have been played out. Each is written as a record with every hand shown, read again and refereed:
every event has to be legal, on the explaining path and on the quick one. Readings other than the default count as
combinations of their own. A game in which nobody has a legal act left and no rule says that this is open is a dead end,
and a fault. Games that end because the rulebook's source doesn't say how to go on (`unruled`) don't count as played out;
nor do games of more than `--events` events. Exit status 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from refcli.compile.rulebook import load
from refcli.generate.random_game import CUT, OVER, DeadEnd, Tendencies, make
from refcli.record.reader import read_game
from refcli.record.stream import RawGame
from refcli.record.writer import write_game
from refcli.referee.audit import Auditor
from refcli.referee.judge import LEGAL
from refcli.referee.referee import Referee, words_of
from tests.laws.conftest import BOOKS

MOST_GAMES = 40  # made for each game played out, before a combination is given up


def combinations() -> list[tuple[str, tuple[str, ...]]]:
    """Every rulebook with no house rule, each alone, all of them; and with each reading that isn't the default."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for book in BOOKS:
        rules = load(book)
        houses = tuple(rules.HOUSES)
        found += [(book, ()), *((book, (house,)) for house in houses)]
        if len(houses) > 1:
            found.append((book, houses))
        for name, (value, _, _, _, candidates) in rules.READINGS.items():
            found += [(book, (f"{name} {other}",)) for other, *_ in candidates if other != value]
    return found


def wrong_with(rules: Any, text: str, book: str) -> str:
    """What of a written game is not plainly legal, nothing where all of it is."""
    words = words_of(rules)
    game = read_game(RawGame("random.game", 1, text.split("\n")), words)
    if game.faults:
        return f"can't be read: {game.faults[0]}"
    report = Referee(rules, game, words).run()
    odd = [f"header: {verdict.words}" for verdict in report.headers]
    odd += [f"event {v.number}: {v.outcome} ({v.rules()})" for v in report.verdicts if v.outcome != LEGAL]
    return "; ".join(odd)


def play(job: tuple[str, tuple[str, ...], int, int]) -> tuple[str, Counter[str], list[str], float]:
    """All games of a combination: how they ended, what was wrong, and the seconds that it took."""
    book, items, games, most_events = job
    rules = load(book, list(items))
    low, high = rules.SEATS
    label = f"{book}+{'+'.join(items)}" if items else book
    ends: Counter[str] = Counter()
    faults: list[str] = []
    quick = Auditor(lambda name, with_, without: rules)
    began = time.perf_counter()
    for number in range(games * MOST_GAMES):
        if ends[OVER] >= games:
            break
        rng = Random(f"{label} {number}")
        seats = low + number % (high - low + 1)
        try:
            made = make(rules, seats, rng, 1, most_events, Tendencies(untold=0.1 if number % 3 == 0 else 0.0))
        except DeadEnd as dead:
            faults.append(f"{label}, game {number}: dead end, {dead.reason}")
            continue
        ends[made.end] += 1
        ends["events"] += len(made.game.statements)
        text = write_game(made.game, words_of(rules))
        odd = wrong_with(rules, text, book)
        if odd:
            faults.append(f"{label}, game {number}: {odd}")
        if quick.quick(text) >= 0:
            ends["by the quick path"] += 1
    if ends[OVER] < games:
        faults.append(f"{label}: only {ends[OVER]} games were played out")
    return label, ends, faults, time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--only", default="", help="one rulebook")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--events", type=int, default=3000)
    options = parser.parse_args()
    jobs = [(*c, options.games, options.events) for c in combinations() if options.only in ("", c[0])]
    worst = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for label, ends, faults, seconds in pool.map(play, jobs):
            rest = ", ".join(f"{ends[end]:,} {end}" for end in ("unruled", CUT) if ends[end])
            print(
                f"{label}: {ends[OVER]:,} played out{', ' + rest if rest else ''}; {ends['events']:,} events, "
                f"{ends['by the quick path']:,} clean by the quick path, {len(faults)} faults, {seconds:.0f} s",
                flush=True,
            )
            for fault in faults[:20]:
                print(f"  {fault}", flush=True)
            worst = max(worst, bool(faults))
    return worst


if __name__ == "__main__":
    sys.exit(main())
