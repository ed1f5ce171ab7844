"""What a report says of time agrees with judging the record cut short at each event."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from refcli.generate.hide import hide
from refcli.referee.judge import IMPOSSIBLE
from refcli.referee.referee import Referee, words_of

MOST = 60


def test_hindsight_is_the_record_cut_short(combination: Any) -> None:
    game = hide(combination.rough(0), Random(f"hindsight {combination}"), 0.7)
    rules, words = combination.rules, words_of(combination.rules)
    whole = Referee(rules, game, words).run()
    if whole.gave_up or any(v.outcome == IMPOSSIBLE for v in whole.verdicts):
        pytest.skip("play branches too often to follow")
    if len(whole.verdicts) > MOST:
        game.statements = game.statements[:MOST]
        whole = Referee(rules, game, words).run()
    parts = {v.number: Referee(rules, game, words).run(as_of=v.number).verdicts for v in whole.verdicts}
    then = Referee(rules, game, words).run(hindsight=False).verdicts
    for index, verdict in enumerate(whole.verdicts):
        assert then[index].outcome == parts[verdict.number][index].outcome, f"event {verdict.number}, at the time"
        settled = verdict.settled_by
        first = next(n for n, part in parts.items() if n >= verdict.number and part[index].outcome == verdict.outcome)
        if settled is not None:
            assert settled.number == first, f"event {verdict.number}: {verdict.outcome}"
            assert all(parts[n][index].outcome == verdict.outcome for n in parts if n >= first)
