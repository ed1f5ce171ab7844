"""Runs the reference over as many random records as wanted; see the package's docstring."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from refcli.compile.rulebook import load
from refcli.questions import answer
from refcli.record.model import Event
from refcli.record.reader import peek_rules
from refcli.record.stream import RawGame
from refcli.referee.referee import Referee, words_of
from tests.oracle.compare import Difference, Tally, compare, run, run_real, shrunk
from tests.oracle.records import Record, read


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("records", nargs="?", type=int, default=300, help="how many records")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--show", metavar="FILE", help="judge one record, and print both verdicts line by line")
    parser.add_argument("--keep", metavar="FOLDER", help="write a minimal record of each class of difference into it")
    parser.add_argument("--budget", type=int, default=1500, help="positions that one record may have")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--real", action="store_true", help="full decks, by the constraint solver")
    given = parser.parse_args()
    if given.show:
        return show(Path(given.show))
    if given.real:
        return real(given.seed, given.records)
    folder = Path(given.keep) if given.keep else Path(tempfile.mkdtemp())
    books = folder / "books"
    books.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    classes: dict[tuple[str, ...], list[tuple[str, str, str, str]]] = {}
    share = -(-given.records // given.jobs)
    tasks = [(str(books / f"{given.seed + job}"), given.seed + job, share, given.budget) for job in range(given.jobs)]
    if given.jobs == 1:
        outcomes = [work(tasks[0])]
    else:
        with ProcessPoolExecutor(given.jobs) as pool:
            outcomes = list(pool.map(work, tasks))
    counts: Counter[tuple[str, ...]] = Counter()
    unclear: list[tuple[str, str]] = []
    for found, number, shortest, odd in outcomes:
        tally.add(found)
        counts.update(number)
        unclear += odd
        for kind, example in shortest.items():
            classes.setdefault(kind, []).append(example)
    print(f"{tally}, {len(unclear)} unclear")
    for reason, text in unclear[:3]:
        print(f"\nunclear: {reason}\n{text}")
    for kind, n in sorted(counts.items(), key=lambda item: (item[0][0] != "unsound", -item[1])):
        print(f"\n{'=' * 20} {n} x {' / '.join(kind)}")
        best = min(classes[kind], key=lambda example: example[0].count("\n"))
        print(best[0])
        if given.keep:
            keep(folder, kind, best)
    return int(any(kind[0] == "unsound" for kind in counts) or bool(unclear))


def real(seed: int, number: int) -> int:
    """Records of full decks: what was judged, and an example of each class of difference."""
    tally = run_real(seed, number)
    print(tally)
    for reason, record in tally.unclear[:3]:
        print(f"\nunclear: {reason}\n{record.text}")
    counts = Counter(d.kind for d in tally.differences)
    for kind, n in counts.most_common():
        print(f"\n{'=' * 20} {n} x {' / '.join(kind)}")
        print(min((d for d in tally.differences if d.kind == kind), key=lambda d: len(d.record.text)))
    return int(any(kind[0] == "unsound" for kind in counts))


def work(task: tuple[str, int, int, int]):  # type: ignore[no-untyped-def]
    """One process's share: the tally, the number of differences of each class, and the shortest record of each."""
    folder, seed, number, budget = task
    Path(folder).mkdir(parents=True, exist_ok=True)
    tally = run(Path(folder), seed, number, budget)
    counts: Counter[tuple[str, ...]] = Counter(d.kind for d in tally.differences)
    shortest = {}
    for kind in counts:
        found = sorted((d for d in tally.differences if d.kind == kind), key=lambda d: len(d.record.text))
        best = min((shrunk(d) for d in found[:2]), key=lambda d: len(d.record.text))
        shortest[kind] = (str(best), best.record.text, Path(best.record.book).read_text(encoding="utf-8"), best.place)  # fmt: skip
    odd = [(reason, record.text) for reason, record in tally.unclear]
    tally.differences, tally.unclear = [], []
    return tally, counts, shortest, odd


def keep(folder: Path, kind: tuple[str, ...], example: tuple[str, str, str, str]) -> None:
    """A record and its rulebook as files that the referee can be run on."""
    words, text, book, _ = example
    name = re.sub("[^a-z0-9]+", "-", " ".join(kind))[:60].strip("-")
    rules = text.split("\n")[0].partition(":")[2].strip()
    own = f"{name}.rules"
    head = "".join(f"# {line}\n" for line in words.split("\n\n")[0].split("\n"))
    (folder / f"{name}.game").write_text(head + text.replace(f"rules: {rules}", f"rules: {own}"), encoding="utf-8")
    title = book.split("\n")[0].split(" ")
    (folder / own).write_text(book.replace(f"rulebook {title[1]} ", f"rulebook {name} ", 1), encoding="utf-8")


def record_of(path: Path) -> Record:
    """A record from a file; its rulebook lies beside it or is a known one."""
    text = path.read_text(encoding="utf-8")
    raw = RawGame(str(path), 1, text.split("\n"))
    name, on, off = peek_rules(raw)
    rules = load(name, on, off, path.parent)
    return Record(rules, text, read(rules, text), name, name)


def show(path: Path) -> int:
    """Both verdicts on every line of a record; 1 where they differ."""
    record = record_of(path)
    judged, differences = compare(record, 10**6)
    report = Referee(record.rules, record.game, words_of(record.rules), answer).run()
    said = [v.outcome for v in report.verdicts], [reply.answer for reply in report.replies]
    wrong = [difference.event for difference in differences]
    for statement in record.game.statements:
        if isinstance(statement, Event):
            finding = next((f for f in judged.findings if f.event is statement), None)
            referee = said[0].pop(0)
            text = f"{statement.number:3} {record.text.split(chr(10))[statement.span.line - 1]}"
        else:
            finding = next((f for f in judged.answers if f.event is statement), None)
            referee = said[1].pop(0)
            text = f"    ? {statement.text}"
        reference = "not judged" if finding is None else finding.outcome
        seen = "" if finding is None or len(finding.seen) < 2 else f" ({', '.join(sorted(finding.seen))})"
        mark = "!" if any(statement is event for event in wrong) else " "
        print(f"{mark} {text:50} referee: {referee:13} deals: {reference}{seen}")
    return int(bool(differences))


__all__ = ["Difference", "main"]

if __name__ == "__main__":
    sys.exit(main())
