"""A small exact solver: every demand takes one of its options, every option uses up scarce resources.

What is demanded is a card that showed itself; an option is a way on which it may have come there. Most demands have an
option that nobody else can be short of; they are settled at once. What is left falls into small independent parts, which
are searched by trying the demand with the fewest options first.
"""

from __future__ import annotations

from collections.abc import Iterator

from refcli.referee.proof.relax import relaxed
from refcli.referee.proof.repair import Repair
from refcli.referee.proof.slim import Slim, at_most

Option = tuple[int, ...]  # the resources that it uses, one each; a resource may stand there twice


class GaveUp(Exception):
    """The search took more steps than it is allowed."""


class Budget:
    """Steps that a search may still take."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.used = 0

    def step(self, steps: int = 1) -> None:
        self.used += steps
        self.left -= steps
        if self.left < 0:
            raise GaveUp


def pack(
    demands: list[list[Option]], caps: list[int], budget: Budget, hints: dict[int, int] | None = None
) -> list[int] | None:
    """The option taken for each demand, None where no choice of options fits the resources."""
    chosen = [-1] * len(demands)
    left = caps.copy()
    if any(cap < 0 for cap in left):
        return None
    return chosen if _solve(demands, list(range(len(demands))), left, chosen, budget, hints or {}) else None


def _fits(option: Option, left: list[int]) -> bool:
    for r in option:
        if left[r] <= 0:
            return False
    return len(set(option)) == len(option) or all(left[r] >= option.count(r) for r in option)


def _solve(
    demands: list[list[Option]],
    todo: list[int],
    left: list[int],
    chosen: list[int],
    budget: Budget,
    hints: dict[int, int],
) -> bool:
    """Settle the demands in `todo`; `left` and `chosen` are changed, and of use only where the answer is yes."""
    wanted: dict[int, int] = {}
    alive: dict[int, list[int]] = {}
    for d in todo:
        fitting = [i for i, option in enumerate(demands[d]) if _fits(option, left)]
        if not fitting:
            return False
        alive[d] = fitting
        for r, number in at_most([demands[d][i] for i in fitting]).items():
            wanted[r] = wanted.get(r, 0) + number
    scarce = {r for r, number in wanted.items() if number > left[r]}
    while todo:
        rest = []
        forced = False
        for d in todo:
            pick = -1
            for i in alive[d]:
                if scarce.isdisjoint(demands[d][i]):
                    pick = i
                    break
            if pick < 0 and len(alive[d]) == 1:
                pick = alive[d][0]
                forced = True
            if pick < 0:
                rest.append(d)
                continue
            chosen[d] = pick
            taken = demands[d][pick]
            if not _fits(taken, left):
                return False
            for r in taken:
                left[r] -= 1
            for r, number in at_most([demands[d][i] for i in alive[d]]).items():
                wanted[r] -= number
                if wanted[r] <= left[r]:
                    scarce.discard(r)
        if len(rest) == len(todo):
            break
        todo = rest
        if forced:
            for d in todo:
                alive[d] = [i for i in alive[d] if _fits(demands[d][i], left)]
                if not alive[d]:
                    return False
            wanted = {}
            for d in todo:
                for r, number in at_most([demands[d][i] for i in alive[d]]).items():
                    wanted[r] = wanted.get(r, 0) + number
            scarce = {r for r, number in wanted.items() if number > left[r]}
    if not todo:
        return True
    parts = _parts(demands, todo, alive, scarce)
    return all(_branch(demands, part, alive, left, chosen, budget, wanted, hints) for part in parts)


def _parts(
    demands: list[list[Option]], todo: list[int], alive: dict[int, list[int]], scarce: set[int]
) -> Iterator[list[int]]:
    """Demands that share no scarce resource are settled apart."""
    users: dict[int, list[int]] = {}
    uses: dict[int, set[int]] = {}
    for d in todo:
        mine = {r for i in alive[d] for r in demands[d][i] if r in scarce}
        uses[d] = mine
        for r in mine:
            users.setdefault(r, []).append(d)
    seen: set[int] = set()
    for d in todo:
        if d in seen:
            continue
        part, stack = [], [d]
        seen.add(d)
        while stack:
            one = stack.pop()
            part.append(one)
            for r in uses[one]:
                for other in users.pop(r, ()):
                    if other not in seen:
                        seen.add(other)
                        stack.append(other)
        part.sort()
        yield part


def _growing(
    demands: list[list[Option]],
    part: list[int],
    failed: list[int],
    alive: dict[int, list[int]],
    left: list[int],
    wanted: dict[int, int],
) -> Iterator[list[int]]:
    """More and more of the demands around those that found no room: what can't be done is mostly seen nearby."""
    users: dict[int, list[int]] = {}
    for d in part:
        for r in {r for i in alive[d] for r in demands[d][i] if wanted.get(r, 0) > left[r]}:
            users.setdefault(r, []).append(d)
    found = dict.fromkeys(failed[:1])
    edge = list(found)
    while len(found) < len(part):
        nearby = dict.fromkeys(
            e for d in edge for i in alive[d] for r in demands[d][i] for e in users.get(r, ()) if e not in found
        )
        if not nearby:
            break
        found.update(nearby)
        edge = list(nearby)
        if len(found) < len(part):
            yield sorted(found)
    yield part


def _branch(
    demands: list[list[Option]],
    part: list[int],
    alive: dict[int, list[int]],
    left: list[int],
    chosen: list[int],
    budget: Budget,
    wanted: dict[int, int],
    hints: dict[int, int],
) -> bool:
    repair = Repair(demands, alive, left, hints)
    failed, again = repair.run(part), False
    budget.step(repair.moves // 10)
    for some in _growing(demands, part, failed, alive, left, wanted) if failed else ():
        fitting = [[demands[d][i] for i in alive[d]] for d in some]
        budget.step()
        slim = Slim(fitting, left)
        begun = [alive[d].index(repair.chosen[d]) if d in repair.chosen else -1 for d in some]
        shares = relaxed(slim.options, slim.start(begun), slim.caps, budget.step)
        if shares is None:
            return False
        if not again:  # a small part of them has a solution: most often all have one
            again, failed = True, repair.again(part, failed)
            budget.step(repair.moves // 10)
        if not failed:
            break
        picks = slim.whole(shares) if len(some) == len(part) else None
        if picks is not None:
            for index, d in enumerate(some):
                chosen[d] = alive[d][picks[index]]
                for r in demands[d][chosen[d]]:
                    left[r] -= 1
            return True
    if not failed:
        for d, i in repair.chosen.items():
            chosen[d] = i
        left[:] = repair.left
        return True
    first = min(part, key=lambda d: len(alive[d]))
    rest = [d for d in part if d != first]
    ways = sorted(alive[first], key=lambda i: -min((left[r] - wanted.get(r, 0) for r in demands[first][i]), default=0))
    for i in ways:
        budget.step()
        trial = left.copy()
        for r in demands[first][i]:
            trial[r] -= 1
        tried = chosen.copy()
        tried[first] = i
        if _solve(demands, rest, trial, tried, budget, hints):
            left[:] = trial
            chosen[:] = tried
            return True
    return False


def every(demands: list[list[Option]], caps: list[int], budget: Budget) -> Iterator[list[int]]:
    """All choices of options that fit, one after the other."""
    chosen = [-1] * len(demands)
    left = caps.copy()
    order = sorted(range(len(demands)), key=lambda d: len(demands[d]))

    def go(at: int) -> Iterator[list[int]]:
        if at == len(order):
            yield chosen.copy()
            return
        d = order[at]
        for i, option in enumerate(demands[d]):
            if _fits(option, left):
                budget.step()
                for r in option:
                    left[r] -= 1
                chosen[d] = i
                if pack([demands[e] for e in order[at + 1 :]], left, budget) is not None:
                    yield from go(at + 1)
                for r in option:
                    left[r] += 1

    if pack(demands, caps, budget) is not None:
        yield from go(0)
