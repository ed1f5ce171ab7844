"""The command that is started a million times, without the library that reads command lines.

Loading that library takes longer than refereeing a few hundred games. `refcli replay` with nothing but records, and
`--summary`, needs none of it; any other option, and any doubt, goes the usual way.
"""

from __future__ import annotations

import os

SUMMARY = "--summary"


def records_of(words: list[str]) -> list[str]:
    """The records of a plain `replay`, [] where the command line says anything else."""
    if words[:1] != ["replay"] or os.name == "nt":  # there, the library spells out what a * stands for
        return []
    if any(word.startswith("-") and word not in ("-", SUMMARY) for word in words[1:]):
        return []
    return [word for word in words[1:] if word != SUMMARY]


def replay(games: list[str], summary: bool) -> int:
    """Runs `refcli replay` on records; returns its exit code."""
    from refcli.cli.exits import CLEAN, code_of

    try:
        from refcli.cli.replay import replay as run
        from refcli.cli.settings import settings_from

        run(games, settings_from("", None, None), "text", summary, False, False)
    except BaseException as error:
        return code_of(error)
    return CLEAN
