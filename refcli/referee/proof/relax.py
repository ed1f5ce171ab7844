"""The linear relaxation of a packing problem, by the simplex method in exact arithmetic.

Nearly every problem that a record of cards poses has a whole solution where it has any, so this mostly answers by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

Number = int | Fraction
MOST_PIVOTS = 2000
CELLS_A_STEP = 500  # so many changed cells of the table take about as long as a step of the search


def relaxed(
    demands: list[list[tuple[int, ...]]], start: list[int], caps: dict[int, int], spend: Callable[[int], None]
) -> list[dict[int, Number]] | None:
    """Shares of the options of each demand that together fit the resources, None where not even shares fit.

    `demands` are lists of options, an option the resources that it uses; only those in `caps` matter. `start` are
    options that fit together, -1 for a demand that has none yet: the search begins there.
    `spend` is told of the work, in steps of a search; it may raise.
    """
    rows: list[dict[int, Number]] = []
    values: list[Number] = []
    owner: list[tuple[int, int]] = []
    of_resource: dict[int, dict[int, Number]] = {r: {} for r in caps}
    for d, options in enumerate(demands):
        row: dict[int, Number] = {}
        for o, option in enumerate(options):
            row[len(owner)] = 1
            for r, number in Counter(option).items():
                if r in of_resource:
                    of_resource[r][len(owner)] = number
            owner.append((d, o))
        rows.append(row)
        values.append(1)
    count = len(owner)
    basis = [-1] * len(rows)  # -1: artificial, what is still missing of a demand
    row_of: dict[int, int] = {}
    for index, (r, row) in enumerate(of_resource.items()):
        if caps[r] < 0:
            return None
        row[count + index] = 1
        row_of[r] = len(rows)
        rows.append(row)
        values.append(caps[r])
        basis.append(count + index)
    goal: dict[int, Number] = {}  # how much less would be missing for each unit of a variable
    begun = 0  # the first option of a demand among all
    for d, options in enumerate(demands):
        if start[d] < 0:
            goal.update(rows[d])
        else:
            basis[d] = begun + start[d]
            for r, number in Counter(options[start[d]]).items():
                if r in row_of:
                    _subtract(rows[row_of[r]], rows[d], number)
                    values[row_of[r]] -= number
        begun += len(options)
    cells = 0
    for pivots in range(MOST_PIVOTS):
        better = [j for j, gain in goal.items() if gain > 0]
        if not better:
            break
        entering = min(better) if pivots > 300 else max(better, key=lambda j: (goal[j], -j))
        leaving, least = -1, None
        for i, row in enumerate(rows):
            a = row.get(entering, 0)
            if a > 0:
                ratio = values[i] if a == 1 else Fraction(values[i]) / a
                if least is None or ratio < least or (ratio == least and basis[i] < basis[leaving]):
                    leaving, least = i, ratio
        if least is None:
            break
        cells += _pivot(rows, values, basis, goal, leaving, entering)
        spend(cells // CELLS_A_STEP)
        cells %= CELLS_A_STEP
    else:
        return [{} for _ in demands]
    if any(basis[i] == -1 and values[i] != 0 for i in range(len(rows))):
        return None
    shares: list[dict[int, Number]] = [{} for _ in demands]
    for i, j in enumerate(basis):
        if 0 <= j < count and values[i] != 0:
            d, o = owner[j]
            shares[d][o] = values[i]
    return shares


def _pivot(
    rows: list[dict[int, Number]],
    values: list[Number],
    basis: list[int],
    goal: dict[int, Number],
    at: int,
    entering: int,
) -> int:
    """One step of the method; returns how many cells of the table it changed."""
    cells = 0
    row = rows[at]
    a = row[entering]
    if a != 1:
        row = rows[at] = {j: _whole(Fraction(b) / a) for j, b in row.items()}
        values[at] = _whole(Fraction(values[at]) / a)
    for i, other in enumerate(rows):
        if i != at:
            b = other.get(entering, 0)
            if b:
                _subtract(other, row, b)
                cells += len(row)
                values[i] = _whole(values[i] - b * values[at])
    gain = goal.get(entering, 0)
    if gain:
        _subtract(goal, row, gain)
    basis[at] = entering
    return cells


def _subtract(row: dict[int, Number], other: dict[int, Number], times: Number) -> None:
    held = row.get
    for j, b in other.items():
        c = held(j, 0) - times * b
        if not c:
            del row[j]
        elif type(c) is int:
            row[j] = c
        else:
            row[j] = _whole(c)


def _whole(number: Number) -> Number:
    return number.numerator if number.denominator == 1 else number
