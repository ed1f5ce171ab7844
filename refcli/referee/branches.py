"""Ways in which a game may have gone, and when two of them have come together again."""

from __future__ import annotations

from dataclasses import dataclass, field

from refcli.referee.hands import Hand
from refcli.referee.kleene import Open, Truth
from refcli.referee.play import Player, Ruling
from refcli.referee.table import Duty, Pending, Table

Assumed = dict[int, tuple[Open, bool]]
Alternative = tuple[Ruling, Assumed]


@dataclass(slots=True)
class Branch:
    """One way in which the game may have gone. `rulings` are by event.

    Where two ways have come together, `others` holds all rulings of an event, each with what it assumes of unseen cards.
    """

    player: Player
    rulings: list[Ruling] = field(default_factory=list)
    others: dict[int, list[Alternative]] = field(default_factory=dict)

    def alternatives(self, index: int) -> list[Alternative]:
        return self.others.get(index) or [(self.rulings[index], self.player.s.assumed)]


def merged(branches: list[Branch]) -> list[Branch]:
    """The branches, those made one that differ in nothing but the answer to one question."""
    found: list[Branch] = []
    for branch in branches:
        one = branch
        again = True
        while again:
            again = False
            for index, other in enumerate(found):
                both = _together(other, one)
                if both is not None:
                    del found[index]
                    one, again = both, True
                    break
        found.append(one)
    return found


def _together(one: Branch, two: Branch) -> Branch | None:
    """Two branches as one, where what follows can't tell them apart any more."""
    left, right = one.player.s, two.player.s
    if left.m != right.m or left.o != right.o or left.top != right.top or left.assumed.keys() != right.assumed.keys():
        return None
    apart = [key for key, (_, answer) in left.assumed.items() if answer is not right.assumed[key][1]]
    if len(apart) != 1 or not _same_players(one.player, two.player):
        return None
    others = {}
    for index in range(len(one.rulings)):
        if one.rulings[index] is not two.rulings[index] or index in one.others or index in two.others:
            others[index] = [*one.alternatives(index), *two.alternatives(index)]
            if one.others.get(index) is two.others.get(index) and index in one.others:
                others[index] = one.others[index]
    player = one.player.copy()
    player.s.assumed = {key: it for key, it in player.s.assumed.items() if key != apart[0]}
    if player.before_play is not None:
        before, p, number = player.before_play
        before = before.copy()
        before.assumed = {key: it for key, it in before.assumed.items() if key != apart[0]}
        player.before_play = (before, p, number)
    return Branch(player, one.rulings, others)


def _same_players(one: Player, two: Player) -> bool:
    if one.stray is not None or two.stray is not None or one.touched is not two.touched:
        return False
    before, after = one.before_play, two.before_play
    if before is not None and after is not None and before is not after:
        if before[1:] != after[1:] or not same(before[0], after[0]):
            return False
    elif before is not after:
        return False
    return same(one.s, two.s)


PLAIN = (
    "accused", "actor", "alive", "c", "chosen_card", "chosen_direction", "chosen_player", "chosen_players",
    "chosen_value", "chosen_word", "clean", "crown", "d", "dealer", "discarded", "discards", "drawn", "drawn_mark",
    "early", "force", "free", "heap", "journal", "loose", "m", "marks", "missing", "named", "o", "onpile", "pile",
    "places", "played", "ret", "round_winner", "scores", "seat", "spots", "start", "stock", "subject", "tally", "top",
    "toppl", "under", "windows", "winner",
)  # fmt: skip


def same(left: Table, right: Table) -> bool:
    """Whether two positions differ in nothing that can show."""
    if any(getattr(left, name) != getattr(right, name) for name in PLAIN):
        return False
    if len(left.archive) != len(right.archive) or any(
        x is not y and x.journal != y.journal for x, y in zip(left.archive, right.archive, strict=True)
    ):
        return False
    if len(left.hands) != len(right.hands) or not _alike(left.bluff, right.bluff):
        return False
    return (
        all(_same_hands(x, y) for x, y in zip(left.hands, right.hands, strict=True))
        and all(_same_duties(x, y) for x, y in zip(left.duties, right.duties, strict=True))
        and _same_pending(left.pending, right.pending)
    )


def _alike(left: Truth, right: Truth) -> bool:
    if isinstance(left, Open) and isinstance(right, Open):
        return left is right or left.key() == right.key()
    return left is right


def _same_hands(left: Hand, right: Hand) -> bool:
    return (
        left.known == right.known and left.hidden == right.hidden and left.size == right.size
        and left.place == right.place and left.log == right.log
    )  # fmt: skip


def _same_duties(left: list[Duty], right: list[Duty]) -> bool:
    return len(left) == len(right) and all(
        _alike(x.when, y.when)
        and all(getattr(x, name) == getattr(y, name) for name in Duty.__slots__ if name != "when")
        for x, y in zip(left, right, strict=True)
    )


def _same_pending(left: Pending | None, right: Pending | None) -> bool:
    if left is None or right is None:
        return left is right
    return all(getattr(left, name) == getattr(right, name) for name in Pending.__slots__)
