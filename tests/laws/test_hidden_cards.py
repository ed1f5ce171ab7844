"""Of a record that shows less, nothing is said that the whole record contradicts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from refcli.generate.hide import hide
from refcli.referee.judge import BLUFF, ILLEGAL, UNDETERMINED


def contradictions(combination: Any, number: int, share: float) -> tuple[list[str], list[str]]:
    """Outcomes under the poorer record that the whole one doesn't bear out; and the outcomes of the whole."""
    game = combination.rough(number)
    poorer = hide(game, Random(f"hide {combination} {number}"), share)
    whole, part = combination.referee(game), combination.referee(poorer)
    if part.gave_up:
        pytest.skip("play branches too often to follow")
    found = []
    for true, said in zip(whole.verdicts, part.verdicts, strict=True):
        # What is a bluff in some deals and against the rules in all others is illegal.
        agree = said.outcome in (UNDETERMINED, true.outcome) or (true.outcome, said.outcome) == (BLUFF, ILLEGAL)
        if not agree:
            found.append(f"event {true.number}: {said.outcome} {said.rules()}, but in truth {true.outcome}")
    shown = [combination.written(game), combination.written(poorer)]
    return found, shown


@pytest.mark.parametrize("share", [0.3, 1.0])
def test_hiding_cards_only_leaves_open(combination: Any, number: int, share: float) -> None:
    found, shown = contradictions(combination, number, share)
    assert not found, "\n".join([*found, *shown])


def test_hiding_nothing_changes_nothing(combination: Any) -> None:
    game = combination.rough(0)
    same = hide(game, Random(0), 0.0)
    assert combination.written(same) == combination.written(game)
