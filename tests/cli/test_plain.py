"""A plain `replay` takes the short way into the program; what it says and how it ends is the same either way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refcli.cli.plain import records_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("words", "records"),
    [
        ("replay a.game --summary b.game", ["a.game", "b.game"]),
        ("replay -", ["-"]),
        ("replay --summary", []),
        ("replay a.game --format json", []),
        ("replay -v a.game", []),
        ("replay -- a.game", []),
        ("replay --help", []),
        ("test a.game", []),
        ("", []),
    ],
)
def test_what_is_plain(words: str, records: list[str]) -> None:
    assert records_of(words.split()) == records


@pytest.mark.parametrize("summary", [[], ["--summary"]])
@pytest.mark.parametrize("record", ["transcripts", "docs", "not-there.game", "README.md"])
def test_both_ways_say_the_same(process: Callable[..., Any], record: str, summary: list[str]) -> None:
    plain = process("replay", record, *summary)
    usual = process("replay", record, *summary, "--color", "auto")
    assert plain == usual


def test_a_plain_replay_leaves_the_library_of_command_lines_alone(process: Callable[..., Any]) -> None:
    plain = process("replay", "transcripts", "--summary", PYTHONPROFILEIMPORTTIME="1")
    assert "refcli.cli.plain" in plain.err
    assert "typer" not in plain.err
