#!/usr/bin/env python3
"""Speed, measured: whole processes in turn, as ratios to a hand-written check of one rulebook.

usage: python bench/run.py [--games N] [--runs N] [--yardstick FOLDER]

The folder (default `../shared/bench` beside the checkout) holds `make_games.py`, which writes random legal games, and
`straightforward.py`, the yardstick. Printed: events a second of `refcli replay --summary` and of the yardstick, the ratio
pair by pair, the peak memory on few and on many events, and what a warm `refcli replay` of one game costs on top of a
bare Python start, how long an answer of `refcli ask` takes, and what unseen cards cost (`bench/hidden.py`).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent


def run(command: list[str]) -> tuple[float, float, float, str]:
    """Wall seconds, processor seconds, peak MiB and output of a whole process."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale, output


def median(values: list[float]) -> float:
    return statistics.median(values)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--yardstick", type=Path, default=TOP.parent / "shared" / "bench")
    options = parser.parse_args()
    if not (options.yardstick / "straightforward.py").is_file():
        print(f"no yardstick in {options.yardstick}: give its folder with --yardstick", file=sys.stderr)
        return 2
    refcli = str(Path(sys.executable).with_name("refcli"))
    compile_first = [sys.executable, "-m", "compileall", "-q", str(TOP / "refcli")]
    subprocess.run(compile_first, check=False, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.game"
        maker = [sys.executable, str(options.yardstick / "make_games.py")]
        subprocess.run([*maker, str(options.games), "1", str(games)], check=True, stdout=subprocess.DEVNULL)
        ours = [refcli, "replay", "--summary", str(games)]
        theirs = [sys.executable, str(options.yardstick / "straightforward.py"), str(games)]
        run(ours)
        pairs = [(run(ours), run(theirs)) for _ in range(options.runs)]
        last = pairs[-1][0][3].strip().splitlines()[-1]
        if last != pairs[-1][1][3].strip().splitlines()[-1]:
            print(f"the two disagree: {last} / {pairs[-1][1][3].strip()}")
        events = int(last.split()[0])
        print(
            f"{options.games} games, {events} events, {options.runs} runs of each in turn, medians of whole processes"
        )
        for name, index in (("refcli replay --summary", 0), ("hand-written yardstick", 1)):
            cpu = median([pair[index][1] for pair in pairs])
            print(f"  {name:<26} {events / cpu:>10,.0f} events/s   {cpu:.3f} s cpu   {pairs[-1][index][2]:.0f} MiB")
        ratios = sorted(theirs_[1] / ours_[1] for ours_, theirs_ in pairs)
        print(f"  ratio (cpu)  median {median(ratios):.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f}")
        walls = sorted(theirs_[0] / ours_[0] for ours_, theirs_ in pairs)
        print(f"  ratio (wall) median {median(walls):.2f}, from {walls[0]:.2f} to {walls[-1]:.2f}")
        memory(maker, refcli, Path(folder))
        start(refcli, games, Path(folder), options.runs)
    print(run([sys.executable, str(HERE / "hidden.py")])[3], end="")
    return 0


def memory(maker: list[str], refcli: str, folder: Path) -> None:
    """Peak memory on a few and on a million events."""
    rows = []
    for count in (500, 14_000):
        path = folder / f"memory{count}.game"
        subprocess.run([*maker, str(count), "2", str(path)], check=True, stdout=subprocess.DEVNULL)
        _, _, peak, output = run([refcli, "replay", "--summary", str(path)])
        rows.append(f"{peak:.0f} MiB for {int(output.split()[-6]):,} events")
        path.unlink()
    print("  memory at its peak: " + ", ".join(rows))


def start(refcli: str, games: Path, folder: Path, runs: int) -> None:
    """What a warm start of `refcli replay` on one game costs."""
    one = folder / "one.game"
    text = games.read_text(encoding="utf-8").split("\ngame: ", 1)[0]
    one.write_text(text + "\n", encoding="utf-8")
    command = [refcli, "replay", str(one)]
    run(command)
    ours = median([run(command)[0] for _ in range(2 * runs + 1)])
    bare = median([run([sys.executable, "-c", "pass"])[0] for _ in range(2 * runs + 1)])
    long, events = long_game(games, folder)
    player = next(row for row in long.read_text(encoding="utf-8").split("\n") if row.startswith("players: "))
    player = player.removeprefix("players: ").split(", ")[0]
    asking = [refcli, "ask", str(long), f"may {player} draw at {events}?"]
    run(asking)
    answer = median([run(asking)[0] for _ in range(2 * runs + 1)])
    short = folder / "short.game"  # the same table, and one event: what is left is the start
    rows = long.read_text(encoding="utf-8").split("\n")
    first = next(i for i, row in enumerate(rows) if row.startswith("start: ")) + 1
    short.write_text("\n".join(rows[: first + 1]) + "\n", encoding="utf-8")
    asking = [refcli, "ask", str(short), f"may {player} draw at 1?"]
    run(asking)
    starting = median([run(asking)[0] for _ in range(2 * runs + 1)])
    more = 1000 * (ours - bare)
    print(f"  one game: {1000 * ours:.0f} ms, a bare Python start {1000 * bare:.0f} ms: {more:.0f} ms more")
    print(
        f"  one answer about event {events} of a game: {1000 * answer:.0f} ms, {100 * starting / answer:.0f} % of it the "
        "start of Python and the command (the same question about event 1 of a game of one event)"
    )


def long_game(games: Path, folder: Path) -> tuple[Path, int]:
    """A game of about 200 events, as a file, and how many it has."""
    texts = games.read_text(encoding="utf-8").split("\ngame: ")
    texts = [texts[0], *(f"game: {text}" for text in texts[1:])]

    def events(text: str) -> int:
        return sum(bool(row) and ":" not in row and not row.startswith("#") for row in text.split("\n"))

    chosen = min(texts, key=lambda text: abs(events(text) - 200))
    path = folder / "long.game"
    path.write_text(chosen + "\n", encoding="utf-8")
    return path, events(chosen)


if __name__ == "__main__":
    sys.exit(main())
