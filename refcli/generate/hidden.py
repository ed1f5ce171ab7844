"""How much is decided when cards are hidden: random games judged with all cards shown, and again with some of them unseen.

    python -m refcli.generate.hidden GAMES SEED [--rulebooks NAME,…] [--most EVENTS]

Every game is judged in full and with a share of its cards hidden, 0 % in the first, 10 % in the next, up to 100 % and over
again. The table says, by that share, how many events are still decided (anything but `undetermined`), and how many of the
acts against the rules are. What is decided must be what the full record says; where it isn't, the game is printed and the
exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from refcli.compile.rulebook import checked, load
from refcli.diagnostics import Faulty
from refcli.generate.hide import hide
from refcli.generate.random_game import DeadEnd, Tendencies, make
from refcli.language.files import known_rulebooks
from refcli.record.writer import write_game
from refcli.referee.judge import BLUFF, ILLEGAL, UNDETERMINED
from refcli.referee.referee import Referee, words_of

SHARES = tuple(range(0, 101, 10))  # per cent
MOST_EVENTS = 100
MOST_SEATS = 5


@dataclass(slots=True)
class Table:
    """Counts by the share of cards hidden, in per cent; and what the full record contradicts."""

    games: Counter[int] = field(default_factory=Counter)
    events: Counter[int] = field(default_factory=Counter)
    decided: Counter[int] = field(default_factory=Counter)
    faults: Counter[int] = field(default_factory=Counter)
    found: Counter[int] = field(default_factory=Counter)
    gave_up: Counter[int] = field(default_factory=Counter)
    contradictions: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[str]:
        """The table as text."""
        yield "hidden  games  events  decided  wrong acts  found  given up"
        for share in SHARES:
            if self.games[share]:
                yield (
                    f"{share:>4} %  {self.games[share]:>5}  {self.events[share]:>6}  "
                    f"{_percent(self.decided[share], self.events[share]):>7}  {self.faults[share]:>10}  "
                    f"{_percent(self.found[share], self.faults[share]):>5}  {self.gave_up[share]:>8}"
                )
        yield f"{sum(self.games.values())} games, {len(self.contradictions)} contradictions with the full record"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def judge(rules: Any, number: int, seed: str, most: int, table: Table) -> None:
    """Makes and judges one game, and counts it in."""
    rng = Random(f"{seed} {number}")
    low, high = rules.SEATS
    tendencies = Tendencies(bluffs=0.3, slips=0.05)
    try:
        game = make(rules, rng.randint(low, min(high, max(low, MOST_SEATS))), rng, 1, most, tendencies).game
    except DeadEnd:
        return
    share = SHARES[number % len(SHARES)]
    poorer = hide(game, rng, share / 100)
    words = words_of(rules)
    whole, part = Referee(rules, game, words).run(), Referee(rules, poorer, words).run()
    table.games[share] += 1
    for true, said in zip(whole.verdicts, part.verdicts, strict=True):
        table.events[share] += 1
        table.decided[share] += said.outcome != UNDETERMINED
        table.gave_up[share] += bool(said.gave_up)
        if true.outcome in (ILLEGAL, BLUFF):
            table.faults[share] += 1
            table.found[share] += said.outcome in (ILLEGAL, BLUFF)
        # What is a bluff in some deals and against the rules in all others is illegal.
        if said.outcome not in (UNDETERMINED, true.outcome) and (true.outcome, said.outcome) != (BLUFF, ILLEGAL):
            place = f"event {true.number}: {said.outcome}, but {true.outcome} in the full record"
            table.contradictions.append(f"{place}\n{write_game(poorer, words)}\n{write_game(game, words)}")


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; 0 where nothing is contradicted, 1 where something is, 2 where a rulebook can't be used."""
    made = argparse.ArgumentParser(
        prog="python -m refcli.generate.hidden", description="How much hidden cards leave open."
    )
    made.add_argument("games", type=int, help="how many games")
    made.add_argument("seed", help="the same seed makes the same games")
    made.add_argument("--rulebooks", default="", help="names, with commas; left out: all that come along")
    made.add_argument("--most", type=int, default=MOST_EVENTS, help="events after which a game is broken off")
    given = made.parse_args(words)
    if given.games < 1 or given.most < 1:
        made.error("GAMES and --most take a number from 1 on")
    table = Table()
    try:
        named = [name.strip() for name in given.rulebooks.split(",") if name.strip()]
        parts = [name for name in named or known_rulebooks() if checked(name, [], []).part]
        if named and parts:
            made.error(f"{parts[0]} is a part of rulebooks and can't be played: name one that extends it")
        books = [load(name) for name in named or known_rulebooks() if name not in parts]
    except Faulty as faulty:
        for finding in faulty.diagnostics:
            sys.stderr.write(f"{finding.sentence.rstrip('.')}. {finding.help}".rstrip() + "\n")
        return 2
    for number in range(given.games):
        judge(books[number % len(books)], number, given.seed, given.most, table)
    for text in table.contradictions:
        sys.stderr.write(text + "\n")
    sys.stdout.write("\n".join(table.rows()) + "\n")
    return 1 if table.contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
