"""The shared cases, where they lie beside the checkout: every one is read, written and read again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refcli.record.jsonl import read_game_jsonl, write_game_jsonl
from refcli.record.model import Game, Vocabulary
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import RawGame, open_source, split_games
from refcli.record.writer import write_game

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
FILES = sorted(CASES.rglob("*.game"))

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="the shared cases aren't here")


def raw_games(path: Path) -> list[RawGame]:
    return list(split_games(open_source(str(path)).lines, str(path)))


def test_there_are_cases() -> None:
    assert len(FILES) > 200


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case(path: Path, any_deck: Vocabulary, same: Callable[[Game], Any]) -> None:
    found = raw_games(path)
    assert found
    for raw in found:
        game = read_game(raw, any_deck)
        assert [f"{f.span}: {f.sentence}" for f in game.faults] == []
        assert peek_rules(raw) == (game.header.rules, game.header.switched_on, game.header.switched_off)
        assert game.header.rules
        assert game.statements
        again = read_game(RawGame("", 1, write_game(game, any_deck).split("\n")), any_deck)
        assert same(again) == same(game)
        assert same(read_game_jsonl(RawGame("", 1, write_game_jsonl(game, any_deck)), any_deck)) == same(game)


@pytest.mark.parametrize("path", sorted(CASES.glob("uno/*.game")), ids=lambda path: path.stem)
def test_a_case_of_the_made_up_deck(path: Path, deck: Vocabulary) -> None:
    for raw in raw_games(path):
        assert [f"{f.span}: {f.sentence}" for f in read_game(raw, deck).faults] == []
