"""Writes a file of random legal games, for measurements and for tests in depth.

    python -m refcli.generate RULEBOOK GAMES SEED OUT [--with ITEM,…] [--players N] [--hide SHARE]
                              [--rounds N] [--events N] [--bluffs] [--slips SHARE]

RULEBOOK is a rulebook's name or path, ITEM a house rule, option or reading as in the header line `with:`. Without
`--players` each game has as many as chance says. `--hide` turns a share of the cards shown into unknown ones, `--slips`
is how often an act is made of which nobody asked whether it is in the rules. `OUT` is a file, `-` standard output.

A game in which nobody has a legal act any more is a fault of the rulebook: it is written to standard error with the
reason, and the exit status is 1. The last line on standard error counts games by their end.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, TextIO

from refcli.compile.rulebook import load
from refcli.diagnostics import Faulty
from refcli.generate.hide import hide
from refcli.generate.random_game import DeadEnd, Tendencies, make
from refcli.record.writer import write_game
from refcli.referee.referee import words_of


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="python -m refcli.generate", description="Writes random legal games.")
    made.add_argument("rulebook", help="name or path of a rulebook")
    made.add_argument("games", type=int, help="how many games")
    made.add_argument("seed", type=int, help="the same seed makes the same games")
    made.add_argument("out", help="the file to write, - for standard output")
    made.add_argument("--with", dest="items", default="", help="house rules, options and readings, with commas")
    made.add_argument("--players", type=int, default=0, help="players in each game; left out: any number")
    made.add_argument("--hide", type=float, default=0.0, help="share of the cards shown that become unknown, 0 to 1")
    made.add_argument("--rounds", type=int, default=1, help="rounds of a game")
    made.add_argument("--events", type=int, default=2000, help="events after which a game is broken off")
    made.add_argument("--bluffs", action="store_true", help="plays that stand unless they are challenged")
    made.add_argument("--slips", type=float, default=0.0, help="share of acts made without asking the rules, 0 to 1")
    return made


def write_games(rules: Any, arguments: argparse.Namespace, sink: TextIO, complaints: TextIO) -> Counter[str]:
    """Makes the games and writes each as it is made; the ends that they came to, counted."""
    low, high = rules.SEATS
    tendencies = Tendencies(
        untold=0.1,
        bluffs=0.2 if arguments.bluffs else 0.0,
        slips=arguments.slips,
        claims=0.01 if not arguments.slips else 0,
    )
    ends: Counter[str] = Counter()
    for number in range(arguments.games):
        rng = Random(f"{arguments.seed} {number}")
        seats = arguments.players or rng.randint(low, high)
        try:
            made = make(rules, seats, rng, arguments.rounds, arguments.events, tendencies)
        except DeadEnd as dead:
            ends["dead end"] += 1
            complaints.write(f"# game {number}: {dead.reason}\n{dead.transcript}\n")
            continue
        ends[made.end] += 1
        game = hide(made.game, rng, arguments.hide) if arguments.hide else made.game
        game.header.name, game.header.rules = str(number), written_name(arguments)
        sink.write(write_game(game, words_of(rules)) + "\n")
    return ends


def written_name(arguments: argparse.Namespace) -> str:
    """The rulebook as the games name it: by name, or by its path from the file that they are written to."""
    book = Path(arguments.rulebook)
    if not book.is_file():
        return str(arguments.rulebook)
    folder = Path.cwd() if arguments.out == "-" else Path(arguments.out).resolve().parent
    return Path(os.path.relpath(book.resolve(), folder)).as_posix()


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command; 0 where every game came to an end, 1 where one didn't, 2 where the rulebook can't be used."""
    arguments = parser().parse_args(words)
    try:
        rules = load(arguments.rulebook, [item.strip() for item in arguments.items.split(",") if item.strip()])
    except Faulty as faulty:
        for finding in faulty.diagnostics:
            sys.stderr.write(f"{finding.span}: {finding.sentence}\n" if finding.span else f"{finding.sentence}\n")
        return 2
    if arguments.out == "-":
        ends = write_games(rules, arguments, sys.stdout, sys.stderr)
    else:
        with open(arguments.out, "w", encoding="utf-8") as sink:
            ends = write_games(rules, arguments, sink, sys.stderr)
    sys.stderr.write(", ".join(f"{count} {end}" for end, count in ends.most_common()) + "\n")
    return 1 if ends["dead end"] else 0


if __name__ == "__main__":
    sys.exit(main())
