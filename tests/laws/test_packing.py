"""The solver behind proofs finds a solution exactly where trying everything finds one, whichever part of it answers."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from refcli.referee.proof import relax, repair
from refcli.referee.proof.packing import Budget, Option, pack
from refcli.referee.proof.relax import relaxed
from refcli.referee.proof.slim import Slim


def problem(rng: Random) -> tuple[list[list[Option]], list[int]]:
    caps = [rng.randint(0, 3) for _ in range(rng.randint(2, 7))]
    demands = []
    for _ in range(rng.randint(1, 6)):
        options = [tuple(rng.choices(range(len(caps)), k=rng.randint(1, 3))) for _ in range(rng.randint(1, 4))]
        demands.append(options)
    return demands, caps


def fits(demands: list[list[Option]], caps: list[int], chosen: tuple[int, ...]) -> bool:
    used = [r for options, i in zip(demands, chosen, strict=True) for r in options[i]]
    return all(used.count(r) <= cap for r, cap in enumerate(caps))


@pytest.mark.parametrize("moves", [0, 2_000])
def test_a_solution_is_found_where_there_is_one(moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "MOST_MOVES", moves)  # without repair the relaxation has to do it all
    monkeypatch.setattr(repair, "DEPTH", 3 if moves else 0)
    rng = Random("packing")
    solved = 0
    for _ in range(1_500):
        demands, caps = problem(rng)
        there_is = any(fits(demands, caps, chosen) for chosen in product(*(range(len(o)) for o in demands)))
        found = pack(demands, caps, Budget(10**6))
        assert (found is not None) == there_is, (demands, caps)
        assert found is None or fits(demands, caps, tuple(found))
        solved += there_is
    assert 300 < solved < 1_200


def test_what_is_left_out_decides_nothing() -> None:
    """A smaller problem has shares where the whole one has; and whole shares are a solution of the whole one."""
    rng = Random("slim")
    for _ in range(1_500):
        demands, caps = problem(rng)
        none = [-1] * len(demands)
        whole = relaxed(demands, none, dict(enumerate(caps)), lambda _: None)
        slim = Slim(demands, caps)
        small = relaxed(slim.options, slim.start(none), slim.caps, lambda _: None)
        assert (whole is None) == (small is None), (demands, caps)
        picks = slim.whole(small) if small is not None else None
        assert picks is None or fits(demands, caps, tuple(picks[d] for d in range(len(demands))))


def test_a_relaxation_that_was_broken_off_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relax, "MOST_PIVOTS", 0)
    slim = Slim([[(0,), (1,)], [(0,), (1,)], [(0,)]], [1, 1])
    shares = relaxed(slim.options, [-1] * len(slim.options), slim.caps, lambda _: None)
    assert shares is not None
    assert slim.whole(shares) is None
