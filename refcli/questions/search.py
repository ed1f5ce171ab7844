"""Which rules: the fewest house rules, readings and options that would make an act legal.

Sets are tried by size, so that the first that does is one of the smallest. A setting is tried only where play came to
a place that it has a say in. A set is built on only if it made a difference to the position or to how the act is judged;
settings that have a say in the same line are tried together, too. Tests compare that with trying every set there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from refcli.questions.settings import Change, changes, places_seen, under, watched
from refcli.record.model import Event
from refcli.referee.play import Ruling
from refcli.referee.referee import Referee

MOST_RUNS = 80
Verdict = Callable[[Referee], tuple[bool, object]]  # whether it is legal now, and a trace of what was judged on the way


@dataclass(frozen=True, slots=True)
class Found:
    """A set of changes that makes an act legal, perhaps under another rulebook."""

    changes: tuple[Change, ...]
    rulebook: str = ""

    @property
    def words(self) -> str:
        on = [change.item for change in self.changes if change.on]
        off = [change.name for change in self.changes if not change.on]
        parts = [f"under {self.rulebook}"] if self.rulebook else []
        parts += [f"with {', '.join(on)}"] if on else []
        parts += [f"without {', '.join(off)}"] if off else []
        return " ".join(parts)


@dataclass(slots=True)
class Result:
    """The smallest sets that do, all of one size; how many runs that took, and whether every smaller set was ruled out.

    `tried` are the single changes that were looked at, `size` the greatest size of which every set was tried.
    """

    found: list[Found] = field(default_factory=list)
    runs: int = 0
    complete: bool = True
    size: int = 0
    tried: list[Change] = field(default_factory=list)


class Search:
    """One search under one rulebook.

    `cut` is the number of the last event that settings can matter for, `last` of the last one that is known. The verdict
    comes with a trace of the judgement itself.
    """

    def __init__(
        self, referee: Referee, verdict: Verdict, cut: int, last: int, rulebook: str = "", most: int = MOST_RUNS,
    ) -> None:  # fmt: skip
        self.allowed: frozenset[str] | None = None  # names of the settings that may be changed; None for all
        self.referee, self.verdict, self.cut, self.last, self.rulebook = referee, verdict, cut, last, rulebook
        self.result = Result()
        self.most = most
        self.traces: dict[frozenset[Change], tuple[object, set[str], Any]] = {}
        self.legal: set[frozenset[Change]] = set()
        self.candidates: list[Change] = []
        self.groups: list[frozenset[str]] = []

    def run(self, chosen: frozenset[Change]) -> bool:
        """Referees the record under a set; False where the set can't be."""
        other = under(self.referee, tuple(sorted(chosen, key=lambda c: (c.name, c.value))), self.rulebook)
        if other is None or (self.rulebook and len(other.game.faults) > len(self.referee.game.faults)):
            return False
        self.result.runs += 1
        looked = watched(other)
        before: object = ()
        for statement in other.game.statements:
            if isinstance(statement, Event) and statement.number <= self.cut:
                if statement.number == self.cut and self.cut < self.last:
                    before = state_of(other)
                other.step(statement)
        before = before or state_of(other)
        if self.cut < self.last:
            places = places_seen(other.rules, looked)
            for event in self._later(other):
                other.step(event)
        legal, trace = self.verdict(other)
        if self.cut == self.last:
            places = places_seen(other.rules, looked)
        self.traces[chosen] = ((before, trace), places, other.rules)
        if legal:
            self.legal.add(chosen)
        return True

    def _later(self, referee: Referee) -> list[Event]:
        """Events behind the one in question: they only tell more of the cards."""
        events = [e for e in referee.game.statements if isinstance(e, Event)]
        return [e for e in events if self.cut < e.number <= self.last]

    def find(self, largest: int | None = None) -> Result:
        """Sets by size until some are legal, or none is left that could make a difference."""
        start: frozenset[Change] = frozenset()
        if not self.run(start):
            return self.result
        if start in self.legal:
            self.result.found = [Found((), self.rulebook)]
            return self.result
        rules = self.traces[start][2]
        allowed = self.allowed
        self.candidates = [c for c in changes(rules, self._numbers()) if allowed is None or c.name in allowed]
        self.groups = [frozenset(group) for group in rules.TOGETHER]
        waiting: dict[int, set[frozenset[Change]]] = {0: {start}}
        size = 0
        most = len({change.name for change in self.candidates}) if largest is None else largest
        while size <= most:
            for base in sorted(waiting.pop(size, ()), key=_order):
                for more in self._moves(base):
                    chosen = base | more
                    if chosen in self.traces or self.result.runs >= self.most:
                        self.result.complete = self.result.complete and self.result.runs < self.most
                        continue
                    if self.run(chosen) and self.traces[chosen][0] != self.traces[base][0]:
                        waiting.setdefault(len(chosen), set()).add(chosen)
            best = min((len(chosen) for chosen in self.legal), default=0)
            if (best and best <= size + 1) or not self.result.complete:
                break
            size += 1
            if not any(waiting.values()):
                break
        self.result.size = size
        self.result.tried = sorted(
            {c for chosen in self.traces for c in chosen if len(chosen) == 1}, key=lambda c: c.item
        )
        self._collect()
        return self.result

    def _moves(self, base: frozenset[Change]) -> list[frozenset[Change]]:
        """Changes that could make a difference beyond a set: single ones, and those that only count together."""
        _, places, rules = self.traces[base]
        taken = {change.name for change in base}

        def has_a_say(name: str) -> bool:
            touched = rules.TOUCHES.get(name, ("*",))
            return any(place in places for place in touched)

        singles = [c for c in self.candidates if c.name not in taken and has_a_say(c.name)]
        if base:  # on top of other changes an option is tried at its bounds only
            singles = [c for c in singles if c.kind != "option" or int(c.value) in rules.OPTIONS[c.name][2:4]]
        found = [frozenset({change}) for change in singles]
        for group in self.groups:
            names = sorted(group - taken)
            if len(names) > 1 and any(has_a_say(name) for name in names):
                options = [[c for c in self.candidates if c.name == name] for name in names]
                found += [frozenset(combination) for combination in _products(options)]
        return found

    def _numbers(self) -> frozenset[int]:
        """Numbers of the position that a condition on an option might compare with."""
        s = self.referee.branches[0].player.s
        sizes = [s.hand(p).size for p in range(s.n)]
        found = {n for n in (*s.c, *sizes) if n is not None and n > 0}
        return frozenset(n + d for n in found for d in (-1, 0, 1))

    def _collect(self) -> None:
        """The smallest of the sets that are legal; of an option only the value nearest to the present one."""
        if not self.legal:
            return
        best = min(map(len, self.legal))
        ranked = sorted((chosen for chosen in self.legal if len(chosen) == best), key=self._distance)
        kept: dict[frozenset[tuple[str, str]], frozenset[Change]] = {}
        for chosen in ranked:
            key = frozenset((c.name, "" if c.kind == "option" else c.item) for c in chosen)
            kept.setdefault(key, chosen)
        for chosen in kept.values():
            self.result.found.append(Found(tuple(sorted(chosen, key=lambda c: c.item)), self.rulebook))

    def _distance(self, chosen: frozenset[Change]) -> tuple[int, list[str]]:
        """How far options are from what they are, for ranking."""
        rules = self.traces[frozenset()][2]
        far = sum(abs(int(c.value) - rules.OPTIONS[c.name][0]) for c in chosen if c.kind == "option")
        return far, sorted(c.item for c in chosen)


def _order(chosen: frozenset[Change]) -> list[str]:
    return sorted(change.item for change in chosen)


def _products(options: list[list[Change]]) -> list[tuple[Change, ...]]:
    """One change of each list, in every way; of options with many values only the nearest."""
    found: list[tuple[Change, ...]] = [()]
    for row in options:
        found = [(*chosen, change) for chosen in found for change in row[:4]]
    return found


def state_of(referee: Referee) -> object:
    """The table as far as rules can tell."""
    rules = referee.rules
    found: list[object] = []
    for branch in referee.branches:
        s = branch.player.s
        duties = tuple((p, d.what, d.number) for p, row in enumerate(s.duties) for d in row)
        windows = tuple((rules.WINDOWS[w], seat) for w, seat in enumerate(s.windows) if seat >= 0)
        counters = tuple(sorted((name, n) for name, n in zip(rules.COUNTER_NAMES, s.c, strict=False) if n))
        marks = tuple(sorted((name, bits) for name, bits in zip(rules.MARK_NAMES, s.marks, strict=False) if bits))
        sizes = tuple(s.hand(p).size for p in range(s.n))
        pending = (s.pending.what, s.pending.chooser) if s.pending is not None else None
        drawn = s.drawn if rules.USES_DRAWN[s.m] else None
        turn = (rules.MOMENTS[s.m], s.o, s.d, s.top, drawn, s.alive, pending, s.winner)
        found.append((turn, tuple(s.force), counters, marks, duties, windows, sizes, tuple(s.seat), tuple(s.scores)))
    return tuple(found)


def judged_lines(rulings: Iterable[Ruling], rules: Any) -> object:
    """The rules that bear on an act, and whether they cover it."""
    return tuple(
        (tuple((rules.LINES[n][0], truth is True) for n, truth in row), ruling.fault)
        for ruling in rulings
        for _, j, _ in ruling.judgements
        for row in (j.permits, j.forbids, j.duties, j.bluffs, j.unruled)
    )
