"""What a game did under some rules, noted so that two choices of rules can be told to come to the same.

After each event: the rules that bore on it, and the position with all that is known of it. Names stand for numbers, which
differ from one choice of rules to the next. What is left out can only make two games look different that are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from refcli.questions.ranges import Bounds, Ranges
from refcli.referee.branches import Branch
from refcli.referee.kleene import Compound, Open, Truth, Untold
from refcli.referee.play import Ruling
from refcli.referee.referee import Referee
from refcli.referee.table import Duty, Pending, Table

# What of a table is the same under any choice of rules; its journal is noted as it grows.
_PLAIN = (
    "accused", "actor", "aside", "chosen_card", "chosen_direction", "chosen_player", "chosen_players", "chosen_value",
    "chosen_word", "clean", "crown", "d", "dealer", "alive", "discarded", "drawn", "drawn_mark", "heap", "loose", "missing",
    "o", "pile", "places", "played", "round_winner", "stock", "subject", "top", "toppl", "under", "winner",
)  # fmt: skip
_plain = attrgetter(*_PLAIN)
_LISTS = ("early", "force", "free", "laid", "named", "onpile", "scores", "seat", "spots", "start")
_lists = attrgetter(*_LISTS)


@dataclass(frozen=True, slots=True)
class Step:
    """What one event came to. `after` is the position behind it, `judged` the rules that bore on it, `places` where in the
    rulebook play came to with it, `bounds` the values of options with which it would have come to the same."""

    after: int
    judged: int
    places: frozenset[str]
    bounds: Bounds = field(default=(), compare=False)


def step_of(referee: Referee, places: frozenset[str], ranges: Ranges | None) -> Step:
    """What the last event came to, or the beginning of the game; `ranges` are the options, if they note anything."""
    judged = tuple(judged_lines(branch.rulings[-1:], referee.rules) for branch in referee.branches)
    standing = [_standing(referee, branch, told) for branch, told in zip(referee.branches, judged, strict=True)]
    return Step(hash(tuple(standing)), hash(judged), places, () if ranges is None else ranges.narrowed())


def _standing(referee: Referee, branch: Branch, judged: object) -> object:
    """All of a branch that what follows may depend on; `judged` are the lines of its last ruling."""
    player = branch.player
    rules = referee.rules
    last = branch.rulings[-1] if branch.rulings else None
    now = None if last is None else _ruling(last, judged)
    before = player.before_play
    play = None
    if before is not None:
        number = before[2]
        rulings = zip(reversed(referee.events[: len(branch.rulings)]), reversed(branch.rulings), strict=False)
        made = next((r for e, r in rulings if e.number == number), None)
        play = now if made is last else None if made is None else _ruling(made, judged_lines([made], rules))
    return (
        table_of(player.s), now, play, player.stray_by, player.touched, player.stray is not None and table_of(player.stray),
        before is not None and (before[1:], _kept(before[0])),
    )  # fmt: skip


def _ruling(ruling: Ruling, judged: object) -> object:
    return judged, ruling.fault, tuple(ruling.notes), truth_of(ruling.truth)


_last: list[tuple[Table, int]] = []


def _kept(s: Table) -> int:
    """A position that nothing changes any more; it's asked for again and again until the next play."""
    for table, told in _last:
        if table is s:
            return told
    told = table_of(s)
    _last[:] = [(s, told), *_last[:3]]
    return told


def table_of(s: Table) -> int:
    """A position, with all that is known of the cards."""
    rules = s.rules
    windows = tuple(
        (name, seat, truth_of(s.opened[w]))
        for w, (name, seat) in enumerate(zip(rules.WINDOWS, s.windows, strict=True))
        if seat >= 0
    )
    counters = tuple(sorted((name, n) for name, n in zip(rules.COUNTER_NAMES, s.c, strict=False) if n))
    marks = tuple(sorted((name, bits) for name, bits in zip(rules.MARK_NAMES, s.marks, strict=False) if bits))
    hands = tuple((tuple(sorted(h.known.items())), h.hidden, h.size, h.place, len(h.log)) for h in s.hands)
    parts = (
        rules.MOMENTS[s.m], _plain(s), tuple(map(tuple, _lists(s))),
        windows, counters, marks, tuple(map(tuple, s.tally)), hands, None if s.discards is None else tuple(s.discards),
        tuple(tuple(_duty(rules, duty) for duty in row) for row in s.duties), _pending(rules, s.pending), s.ret is None,
        truth_of(s.bluff), tuple((truth_of(truth), answer) for truth, answer in s.assumed.values()),
        len(s.archive), tuple(s.journal),
    )  # fmt: skip
    return hash(parts)


def _duty(rules: Any, duty: Duty) -> object:
    line = rules.LINES[duty.line][0] if duty.line >= 0 else ""
    return duty.what, duty.number, truth_of(duty.when), line, duty.mask, duty.of, duty.done, duty.late


def _pending(rules: Any, pending: Pending | None) -> object:
    if pending is None:
        return None
    line = rules.LINES[pending.line][0] if pending.line >= 0 else ""
    return pending.what, pending.which, pending.chooser, pending.number, pending.optional, line


def truth_of(truth: Truth) -> object:
    """A condition as it stands: true, false, or what it asks."""
    if not isinstance(truth, Open):
        return truth
    if isinstance(truth, Compound):
        return truth.op, *(truth_of(part) for part in truth.parts)
    if isinstance(truth, Untold) or type(truth).key is Open.key:
        return type(truth).__name__
    return type(truth).__name__, truth.key()


def judged_lines(rulings: Iterable[Ruling], rules: Any) -> object:
    """The rules that bear on an act, and whether they cover it."""
    found = []
    for ruling in rulings:
        judgements = [j for _, j, _ in ruling.judgements]
        if ruling.passed is not None:
            judgements.append(ruling.passed[1])
        for j in judgements:
            for row in (j.permits, j.forbids, j.duties, j.bluffs, j.unruled):
                found.append(tuple((rules.LINES[n][0] if n >= 0 else "", truth_of(truth)) for n, truth in row))
    return tuple(found)
