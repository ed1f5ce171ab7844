"""The table of what is decided when cards are hidden, and games that taught something while it was made."""

from __future__ import annotations

import pytest

from refcli.compile.rulebook import load
from refcli.generate.hidden import SHARES, Table, judge, main

# Games in which something decided was contradicted once: rulebook, number, seed.
CONTRADICTED = [
    ("mashup", 12, "1"),  # of two duties the one that was left undone was taken for the other
    ("mashup", 1147, "4"),  # behind a duty that the record leaves open another one was passed over
]


@pytest.mark.parametrize(("book", "game", "seed"), CONTRADICTED)
def test_what_was_contradicted_once(book: str, game: int, seed: str) -> None:
    table = Table()
    judge(load(book), game, seed, 100, table)
    assert not table.contradictions, table.contradictions[0]


def test_the_table_of_what_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["22", "7", "--rulebooks", "uno, crazy-eights", "--most", "40"]) == 0
    head, *rows, last = capsys.readouterr().out.splitlines()
    assert head.split("  ")[0] == "hidden"
    assert [int(row.split()[0]) for row in rows] == list(SHARES)
    assert rows[0].split()[4:6] == ["100", "%"]  # with all cards shown, everything is decided
    assert last == "22 games, 0 contradictions with the full record"


@pytest.mark.parametrize("words", [["0", "1"], ["x", "1"], ["5", "1", "--rulebooks", "shedding"]])
def test_what_no_table_can_be_made_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_rulebook_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["5", "1", "--rulebooks", "unno"]) == 2
    assert "did you mean uno?" in capsys.readouterr().err
