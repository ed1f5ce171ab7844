"""Truth with three values. A condition is True, False, or a question that the record may or may not answer."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from refcli.referee.table import Table


class Open:
    """A question whose answer may be unknown now and known later in the record."""

    __slots__ = ()

    def ask(self, s: Table) -> bool | None:
        """The answer that the table's knowledge gives, None where it gives none."""
        raise NotImplementedError

    def key(self) -> object:
        """What the question asks, so that the same one asked twice is recognised."""
        return id(self)


class Untold(Open):
    """A question that no record answers: a card or value that was never told."""

    __slots__ = ()

    def key(self) -> object:
        return object()  # two values that nobody told need not be the same

    def ask(self, s: Table) -> bool | None:
        return None


def untold(truth: Any) -> bool:
    """Whether a condition turns on what was never told."""
    if isinstance(truth, Compound):
        return any(untold(part) for part in truth.parts)
    return isinstance(truth, Untold)


class Compound(Open):
    """Questions joined by and, or, not."""

    __slots__ = ("op", "parts")

    def __init__(self, op: str, parts: tuple[Any, ...]) -> None:
        self.op = op
        self.parts = parts

    def key(self) -> object:
        return (self.op, *(part.key() for part in self.parts))

    def ask(self, s: Table) -> bool | None:
        if self.op == "not":
            answer = look(self.parts[0], s)
            return None if answer is None else not answer
        stop = self.op == "or"
        unknown = False
        for part in self.parts:
            answer = look(part, s)
            if answer is stop:
                return stop
            unknown = unknown or answer is None
        return None if unknown else not stop


Truth = bool | Open
UNSEEN, NONE = -1, -2  # a card that nobody has told; no card at all
UNTOLD = Untold()


def decide(truth: Truth, s: Table) -> bool | None:
    """The answer to a condition; where simple counts don't give one and the table has a prover, the proved one."""
    answer = look(truth, s)
    if answer is None and s.prover is not None:
        return s.prover.answer(truth)  # type: ignore[no-any-return]
    return answer


def look(truth: Any, s: Table) -> bool | None:
    """The answer that simple counts give: a branch's assumption goes before what the cards show."""
    if truth is True or truth is False:
        return truth
    if not isinstance(truth, Open):
        return bool(truth)
    if s.assumed:
        assumed = s.assumed.get(id(truth))
        if assumed is not None:
            return assumed[1]
    return truth.ask(s)


def AND(*parts: Truth) -> Truth:
    unknown = []
    for part in parts:
        if isinstance(part, Open):
            unknown.append(part)
        elif not part:
            return False
    return _joined("and", unknown)


def OR(*parts: Truth) -> Truth:
    unknown = []
    for part in parts:
        if isinstance(part, Open):
            unknown.append(part)
        elif part:
            return True
    return _joined("or", unknown)


def NOT(part: Truth) -> Truth:
    if isinstance(part, Compound) and part.op == "not":
        inner: Truth = part.parts[0]
        return inner
    if isinstance(part, Open):
        return Compound("not", (part,))
    return not part


def _joined(op: str, parts: list[Open]) -> Truth:
    """Questions joined; the same one twice counts once, and a question beside its opposite settles the whole."""
    if not parts:
        return op == "and"
    if len(parts) == 1:
        return parts[0]
    flat: dict[object, Open] = {}
    for part in parts:
        inside = part.parts if isinstance(part, Compound) and part.op == op else (part,)
        for one in inside:
            flat[one.key()] = one
    for one in flat.values():
        negated = isinstance(one, Compound) and one.op == "not" and not isinstance(one.parts[0], Untold)
        if negated and one.parts[0].key() in flat:  # type: ignore[attr-defined]
            return op == "or"
    found = _merged(op, list(flat.values()))
    return found[0] if len(found) == 1 else Compound(op, tuple(found))


def _merged(op: str, parts: list[Open]) -> list[Open]:
    """Questions about one hand at one moment become one: has an A or has a B is has an A or B.

    Beside it, what a part says of the opposite case adds nothing: A, or B without A, is A or B.
    """
    united: dict[object, Any] = {}
    others: list[Open] = []
    for part in parts:
        leaf = part if op == "or" else part.parts[0] if isinstance(part, Compound) and part.op == "not" else None
        moment = getattr(leaf, "moment", None)
        if moment is None:
            others.append(part)
            continue
        key = moment()
        before = united.get(key)
        united[key] = leaf if before is None else before.joined(leaf)
    if not united:
        return others
    if op == "or":
        freed = [_freed(part, united) for part in others]
        if any(new is not old for new, old in zip(freed, others, strict=True)):
            return _merged(op, [*united.values(), *freed])
        return [*united.values(), *others]
    return [*(Compound("not", (leaf,)) for leaf in united.values()), *others]


def _freed(part: Open, united: dict[object, Any]) -> Open:
    """A part of an "or" without the conditions that the other parts make needless."""
    if not isinstance(part, Compound) or part.op != "and":
        return part
    kept = []
    for one in part.parts:
        inner = one.parts[0] if isinstance(one, Compound) and one.op == "not" else None
        moment = getattr(inner, "moment", None)
        whole = united.get(moment()) if moment is not None else None
        if inner is None or whole is None or inner.mask & ~whole.mask or inner.maybe:
            kept.append(one)
    if len(kept) == len(part.parts) or not kept:
        return part
    return kept[0] if len(kept) == 1 else Compound("and", tuple(kept))


# ---------------------------------------------------------------- comparisons of what may be untold (-1) or absent


def isin(card: int, mask: int) -> Truth:
    """Whether a kind of card belongs to a set of kinds."""
    return UNTOLD if card < 0 else bool(mask >> card & 1)


def at(column: tuple[int, ...], card: int) -> int:
    """A card's value of an attribute: -1 untold, 0 absent."""
    return -1 if card < 0 else column[card]


def same(left: int, right: int) -> Truth:
    """Whether two values are the same; an absent one equals nothing."""
    if left == 0 or right == 0:
        return False
    if left < 0 or right < 0:
        return UNTOLD
    return left == right


def carries(column: tuple[int, ...], card: int) -> Truth:
    """Whether a card has an attribute at all; `column` keeps -1 for one that it has and nobody told."""
    return UNTOLD if card < 0 else column[card] != 0


def alike(base: tuple[int, ...], left: int, right: int) -> Truth:
    """Whether two cards are the same card, attributes that the deck doesn't settle left aside."""
    if left < 0 or right < 0:
        return UNTOLD
    return base[left] == base[right]


UNKNOWN_NUMBER = -(10**9)


class Unsized(int):
    """A number that nobody told, but that the rest of the record may tell: `about` is what is asked of it."""

    about: Callable[[int, bool], Truth]

    @classmethod
    def of(cls, about: Callable[[int, bool], Truth]) -> Unsized:
        found = cls(UNKNOWN_NUMBER)
        found.about = about
        return found

    def plus(self, more: int) -> Unsized:
        """The number with some more cards, of which the same can be asked."""
        about = self.about
        return Unsized.of(lambda number, least: about(number - more, least) if number >= more else least)


def cell(column: tuple[int | None, ...], card: int) -> int | None:
    """A card's number in a table; None where it has none, UNKNOWN_NUMBER where the card is untold."""
    return UNKNOWN_NUMBER if card < 0 else column[card]


def equal(left: int | None, right: int | None) -> Truth:
    if left is None or right is None:
        return False
    if left <= UNKNOWN_NUMBER or right <= UNKNOWN_NUMBER:
        return left.about(right, False) if isinstance(left, Unsized) and right >= 0 else UNTOLD
    return left == right


def reaches(left: int | None, right: int | None) -> Truth:
    if left is None or right is None:
        return False
    if left <= UNKNOWN_NUMBER or right <= UNKNOWN_NUMBER:
        return left.about(right, True) if isinstance(left, Unsized) and right >= 0 else UNTOLD
    return left >= right


def add(left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if isinstance(left, Unsized) and right >= 0:
        return left.plus(right)
    return UNKNOWN_NUMBER if UNKNOWN_NUMBER in (left, right) else left + right


def less(left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    return UNKNOWN_NUMBER if UNKNOWN_NUMBER in (left, right) else max(0, left - right)


def times(left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    return UNKNOWN_NUMBER if UNKNOWN_NUMBER in (left, right) else left * right
