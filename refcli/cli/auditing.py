"""Totals of the games of a record. Light to import: where all is clean, nothing else is loaded."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

from refcli.cli.settings import Settings, name_of
from refcli.faulty import Faulty

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import Any

    from refcli.report.sitting import Sitting

BLOCK = 1 << 20  # characters read at once


def audited(path: str, settings: Settings) -> Iterator[Sitting | int]:
    """The games of a record for totals: the number of events of each that is plainly clean, a sitting of each other.

    Raises Faulty where the record itself can't be read on. Memory stays flat: one game at a time is held.
    """
    if not _written(path):
        from refcli.cli.sources import sittings

        yield from sittings(path, settings)
        return
    from refcli.referee.audit import Auditor, texts

    auditor = Auditor(lambda name, on, off: compiled(name, on, off, path, settings))
    gc.disable()  # nothing made for a clean game is circular, and looking for it costs a quarter of the time
    try:
        with open(path, encoding="utf-8-sig", newline=None) as stream:
            for count, (line, text) in enumerate(texts(iter(lambda: stream.read(BLOCK), ""))):
                try:
                    events = auditor.quick(text)
                except Faulty:
                    events = -1
                if events >= 0:
                    yield events
                    continue
                from refcli.cli.sources import sitting_of
                from refcli.record.stream import split_games

                for raw in split_games(text.split("\n"), path):
                    raw.first_line += line - 1
                    yield sitting_of(raw, False, settings)
                if not count % 64:
                    gc.collect()
    except UnicodeDecodeError:
        from refcli.record.stream import open_source

        for _ in open_source(path).lines:  # raises Faulty at the place that is no text
            pass
    finally:
        gc.enable()


def _written(path: str) -> bool:
    """Whether a record is a file in the written form; not JSON Lines, standard input, or what can't be read."""
    if path == "-":
        return False
    try:
        with open(path, encoding="utf-8-sig") as stream:
            while block := stream.read(4096):
                if first := block.lstrip()[:1]:
                    return first != "{"
    except (OSError, ValueError):
        pass
    return False


def compiled(name: str, on: list[str], off: list[str], path: str, settings: Settings) -> Any:
    """The compiled rules for the words of a header beside the settings of the command line."""
    from refcli.compile.rulebook import load

    on = [item for item in on if name_of(item) not in map(name_of, settings.off)] + list(settings.on)
    off = [item for item in off if name_of(item) not in map(name_of, settings.on)] + list(settings.off)
    return load(settings.rules or name, on, off, None if path == "-" else os.path.dirname(path) or ".")
