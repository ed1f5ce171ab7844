#!/usr/bin/env python3
"""What unseen cards cost: the same games with all hands shown and with none, and games that leave as much open as can be.

usage: python bench/hidden.py [GAMES]

A game is refereed whole, by the path that gives every outcome; processor time in this process, the best of three.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random
from typing import Any

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from refcli.compile.rulebook import load  # noqa: E402
from refcli.generate.hide import hide  # noqa: E402
from refcli.generate.random_game import DeadEnd, Tendencies, make  # noqa: E402
from refcli.record.model import Event, Game  # noqa: E402
from refcli.referee.referee import Referee, words_of  # noqa: E402

RESHUFFLES = 7


def timed(rules: Any, game: Game) -> tuple[float, int]:
    """Milliseconds for one game, and how many of its answers were given up."""
    best, gave_up = 1e9, 0
    for _ in range(3):
        began = time.process_time()
        gave_up = Referee(rules, game, words_of(rules)).run().gave_up
        best = min(best, 1000 * (time.process_time() - began))
    return best, gave_up


def games(rules: Any, seats: int, number: int, least: int, most: int, plays: float = 0.92) -> list[Game]:
    """Random games of so many events, with a bluff now and then."""
    found: list[Game] = []
    seed = 0
    while len(found) < number:
        seed += 1
        try:
            wants = Tendencies(plays=plays, bluffs=0.3)
            game = make(rules, seats, Random(f"bench {seats} {seed}"), 1, most, wants).game
        except DeadEnd:
            continue
        if len(game.statements) >= least:
            found.append(game)
    return found


def reshuffled(rules: Any, game: Game, times: int) -> Game | None:
    """The game up to where its pile has been made anew so many times; None where that doesn't happen."""
    done = 0
    for verdict in Referee(rules, game, words_of(rules)).run().verdicts:
        assert verdict.event is not None
        ruling = verdict.rulings[0][0]
        done += verdict.event.verb == "reshuffle" or any("made anew" in note for note in ruling.notes)
        if done == times:
            statements = [s for s in game.statements if isinstance(s, Event) and s.number <= verdict.event.number]
            return Game(game.header, list(statements), [], "", [], 1)
    return None


def row(name: str, rules: Any, chosen: list[Game]) -> None:
    """One line: what the games cost with their cards shown and hidden."""
    shown = [timed(rules, game)[0] for game in chosen]
    hidden = [timed(rules, hide(game, Random(index), 1.0)) for index, game in enumerate(chosen)]
    ratios = sorted(h / s for s, (h, _) in zip(shown, hidden, strict=True))
    times = sorted(h for h, _ in hidden)
    events = sum(len(game.statements) for game in chosen) // len(chosen)
    gave_up = sum(number > 0 for _, number in hidden)
    print(
        f"  {name:<34} {len(chosen)} games of {events} events: shown {sum(shown) / len(shown):.1f} ms, hidden median "
        f"{times[len(times) // 2]:.1f} ms, most {times[-1]:.1f} ms; ratio median {ratios[len(ratios) // 2]:.2f}, "
        f"most {ratios[-1]:.2f}; given up in {gave_up} games"
    )


def hidden(number: int = 20) -> None:
    print("unseen cards, processor time of one game")
    uno = load("uno")
    row("uno, 4 players", uno, games(uno, 4, number, 85, 95))
    long = load("uno", ["seven-zero"])
    worst: list[Game] = []
    for game in games(long, 10, 4 * number, 300, 1500, 0.6):
        cut = reshuffled(long, game, RESHUFFLES)
        if cut is not None:
            worst.append(cut)
        if len(worst) >= max(3, number // 4):
            break
    if worst:
        row(f"uno, seven-zero, 10 players, {RESHUFFLES} reshuffles", long, worst)


if __name__ == "__main__":
    hidden(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
