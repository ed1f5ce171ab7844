"""Formulas over a few variables, and whether they can be true: the small solver behind the checks of meaning.

A variable has a finite domain, given as a set of bits; a leaf says that the variable's value is in a set. A number is
a variable whose values are 0, 1, 2 …, a card one whose values are the kinds of the deck, a plain fact one with two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

YES = 0b10  # the value of a plain fact that is true
EITHER = 0b11
MOST_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Leaf:
    """`variable` has a value in `values`, out of `domain`; `text` is how a rulebook says it, `state` what it reads."""

    variable: str
    values: int
    domain: int = EITHER
    text: str = field(default="", compare=False)
    state: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Join:
    """Formulas joined: all of them, or any of them."""

    every: bool
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Deny:
    part: Formula


Formula = bool | Leaf | Join | Deny


class Undecided(Exception):
    """The formula is too large to try; a check that meets it says nothing."""


def all_of(*parts: Formula) -> Formula:
    return _joined(True, parts)


def any_of(*parts: Formula) -> Formula:
    return _joined(False, parts)


def _joined(every: bool, parts: tuple[Formula, ...]) -> Formula:
    kept = []
    for part in parts:
        if part is (not every):
            return not every
        if part is not every:
            kept.append(part)
    if not kept:
        return every
    return kept[0] if len(kept) == 1 else Join(every, tuple(kept))


def deny(part: Formula) -> Formula:
    if isinstance(part, bool):
        return not part
    return part.part if isinstance(part, Deny) else Deny(part)


def among(leaf: Leaf) -> Formula:
    """A leaf, or a constant where its set is empty or the whole domain."""
    if not leaf.values & leaf.domain:
        return False
    return True if leaf.values & leaf.domain == leaf.domain else leaf


def leaves(formula: Formula) -> Iterator[Leaf]:
    """Every leaf, from left to right, doubles too."""
    if isinstance(formula, Leaf):
        yield formula
    elif isinstance(formula, Deny):
        yield from leaves(formula.part)
    elif isinstance(formula, Join):
        for part in formula.parts:
            yield from leaves(part)


def value(formula: Formula, model: dict[str, int]) -> bool | None:
    """Its truth where `model` narrows variables to sets that no leaf splits; None while variables are missing."""
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Leaf):
        chosen = model.get(formula.variable)
        return None if chosen is None else bool(chosen & formula.values)
    if isinstance(formula, Deny):
        inner = value(formula.part, model)
        return None if inner is None else not inner
    missing = False
    for part in formula.parts:
        truth = value(part, model)
        if truth is (not formula.every):
            return truth
        missing = missing or truth is None
    return None if missing else formula.every


def _classes(formula: Formula) -> dict[str, list[int]]:
    """Each variable's domain cut into sets that every leaf takes or leaves as a whole."""
    found: dict[str, list[int]] = {}
    for leaf in leaves(formula):
        classes = found.setdefault(leaf.variable, [leaf.domain])
        cut = [part for c in classes for part in (c & leaf.values, c & ~leaf.values) if part]
        found[leaf.variable] = cut
    return found


def model_of(formula: Formula) -> dict[str, int] | None:
    """Values under which the formula is true, None where there are none. Raises Undecided after too many steps."""
    classes = _classes(formula)
    order = list(classes)
    steps = 0

    def search(at: int, model: dict[str, int]) -> dict[str, int] | None:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            raise Undecided
        truth = value(formula, model)
        if truth is not None:
            return dict(model) if truth else None
        variable = order[at]
        for part in classes[variable]:
            model[variable] = part
            found = search(at + 1, model)
            if found is not None:
                return found
        del model[variable]
        return None

    return search(0, {})


def possible(formula: Formula) -> bool:
    """Whether it can be true; what can't be decided counts as possible."""
    try:
        return model_of(formula) is not None
    except Undecided:
        return True
