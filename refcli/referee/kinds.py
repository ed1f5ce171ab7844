"""What a written kind of card may be, where the deck or the record leaves something of it open."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import Any


class Meanings:
    """What a written kind may be. Kinds that nothing leaves open are bits; a fresh card may be any of its base."""

    def __init__(self, rules: Any) -> None:
        unsaid = [rules.ATTRIBUTES[i] for i in rules.UNSAID]
        count = len(rules.BASE)
        self.bases = rules.BASE
        self.scarce: dict[int, int] = rules.SCARCE
        settled = [all(column[k] >= 0 for column in unsaid) for k in range(count)]
        self.all = sum(1 << k for k in range(count) if settled[k])
        self.fresh = [0] * count
        for k in range(count):
            if settled[k]:
                self.fresh[rules.BASE[k]] |= 1 << k
        self.told = [0] * count
        for k in range(count):
            if self.fresh[rules.BASE[k]] == 1 << k:
                self.told[k] = 1 << k
                continue
            mask = self.fresh[rules.BASE[k]]
            while mask:
                bit = mask & -mask
                mask ^= bit
                if rules.MATCHES(k, bit.bit_length() - 1):
                    self.told[k] |= bit

    def open(self, base: int) -> bool:
        """Whether a card that is written as such may be one of several kinds."""
        mask = self.told[base]
        return bool(mask & (mask - 1))

    def copies(self, base: int, number: int) -> list[tuple[int, int]]:
        """The copies of a card as sets of what each may be, with the number of such copies."""
        if not self.scarce:
            return [(self.fresh[base], number)]
        kinds = [k for k, b in enumerate(self.bases) if b == base and self.fresh[base] >> k & 1]
        if all(k in self.scarce for k in kinds) and sum(self.scarce[k] for k in kinds) == number:
            return [(1 << k, self.scarce[k]) for k in kinds if self.scarce[k]]
        return [(self.fresh[base], number)]

    def one(self, mask: int) -> bool:
        """Whether a set of kinds is of one card."""
        return not mask & ~self.fresh[self.base(mask)]

    def base(self, mask: int) -> int:
        """The card that a set of kinds of one card is about, -1 for none."""
        return self.bases[(mask & -mask).bit_length() - 1] if mask else -1


_meanings: dict[int, tuple[Any, Meanings]] = {}


def meanings(rules: Any) -> Meanings:
    found = _meanings.get(id(rules))
    if found is None:
        if len(_meanings) > 50:
            _meanings.clear()
        found = _meanings[id(rules)] = (rules, Meanings(rules))
    return found[1]
