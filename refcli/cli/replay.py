"""`refcli replay`: the report on games, in one of its formats."""

from __future__ import annotations

import io
import sys

from refcli.cli.crashes import Crashes
from refcli.cli.exits import CLEAN, FINDINGS, NOTHING_TO_DO, OWN_FAULT, UNUSABLE, Finished, complain, say
from refcli.cli.progress import Progress
from refcli.cli.settings import ALL, Known, Settings, expanded
from refcli.faulty import Faulty
from refcli.report.totals import Totals

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from refcli.report.sitting import Sitting
    from refcli.report.writers import Writer

# So many games of a summary have what can't be read in them told.
MOST_TOLD = 10


def replay(
    games: list[str], settings: Settings, format: str, summary: bool, only_faults: bool, verbose: bool,
    known: Known = ALL,
) -> None:  # fmt: skip
    """Referees all games of all records and reports on each; ends with the exit code (see `refcli.cli.main`)."""
    paths, empty = expanded(games)
    for folder in empty:
        say(f"refcli: there is no record (*.game) in {folder}")
    if not paths:
        raise Finished(NOTHING_TO_DO)
    writer = writer_for(sys.stdout, paths, format, summary, only_faults, verbose)
    games_of = _games_of(settings, summary and format == "text", known)
    totals = Totals()
    unusable = False
    crashes = Crashes()
    told = 0
    writer.begin()
    with Progress(paths, silent=summary and format == "text") as progress:
        for path in paths:
            try:
                for sitting in games_of(path):
                    progress.game(path)
                    if isinstance(sitting, int):
                        totals.clean(sitting)
                        continue
                    totals.add(sitting)
                    _write(writer, sitting)
                    unusable = unusable or sitting.unusable
                    crashes.add(sitting)
                    if summary and sitting.unusable and told < MOST_TOLD:
                        told += 1
                        complain(sitting.all_faults()[:MOST_TOLD], sitting.lines_read)
            except Faulty as faulty:
                unusable = True
                writer.unreadable(path, faulty.diagnostics)
                complain(faulty.diagnostics)
    writer.end(totals)
    crashes.tell()
    raise Finished(OWN_FAULT if crashes.found else UNUSABLE if unusable else FINDINGS if totals.findings() else CLEAN)


def _games_of(settings: Settings, totals_only: bool, known: Known) -> Callable[[str], Iterator[Sitting | int]]:
    """What referees the games of a record; each way is imported only where it's wanted."""
    if totals_only and known.all:
        from refcli.cli.auditing import audited

        return lambda path: audited(path, settings)
    from refcli.cli.sources import sittings

    return lambda path: sittings(path, settings, known)


def _write(writer: Writer, sitting: Sitting) -> None:
    """Writes a game; what fails in telling it is noted as a failure of the game, and the next one comes."""
    try:
        writer.game(sitting)
    except (OSError, Faulty):
        raise
    except Exception as error:
        sitting.crash = sitting.crash or error


def writer_for(out: TextIO, paths: list[str], format: str, summary: bool, only_faults: bool, verbose: bool) -> Writer:
    """The writer of a format. Each is imported only where it's wanted."""
    if format == "json":
        from refcli.report.as_json import JsonWriter

        return JsonWriter(out, summary, only_faults, verbose)
    if format == "annotated":
        from refcli.report.annotated import AnnotatedWriter

        return AnnotatedWriter(out, _kept_input() if "-" in paths else b"")
    from refcli.report.colors import paint_for
    from refcli.report.view import View

    view = View(paint_for(out), _width(out), only_faults, verbose)
    if summary:
        from refcli.report.summary import SummaryWriter

        return SummaryWriter(out, view)
    from refcli.report.text import TextWriter

    return TextWriter(out, view)


def _kept_input() -> bytes:
    """Standard input as a whole, which stays there to be read: what is annotated is read twice."""
    data = sys.stdin.buffer.read()
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    return data


def _width(out: TextIO) -> int:
    """Where lines are broken: on a terminal, so that hanging indents hold; in a file nowhere."""
    if not out.isatty():
        return 0
    import shutil

    return max(50, min(shutil.get_terminal_size().columns, 120))
