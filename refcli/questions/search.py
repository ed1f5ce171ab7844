"""Which rules: the fewest house rules, readings and options that would make an act legal.

Sets are tried by size, so that the first that does is one of the smallest. What lets most of them be left out:

- A setting that has no say in any place of the rulebook to which play came can't change anything.
- A setting under which the whole game went as without it, rule by rule and position by position, changes nothing on top
  of others either, as long as no rule depends on both: where the games would first differ, the position is still the
  same, so that a rule of the one setting alone would have made the difference. Settings on which one rule depends are
  tried together, too.

So a set is built on only if it made some difference, settings that made none so far are tried all at once, and what can be
told from games refereed under other rules (`foretelling.py`) isn't refereed again. Tests
compare that with trying every set there is (`tests/questions/brute_force.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from refcli.questions.foretelling import Memory
from refcli.questions.settings import Change, changes, under, watched
from refcli.questions.tracing import Step, step_of
from refcli.record.model import Event
from refcli.referee.referee import Referee

MOST_RUNS = 1000
Set = frozenset[Change]
# Whether the act is legal, a trace of what was judged, and whether nothing that comes later can change that.
Verdict = Callable[[Referee], tuple[bool, object, bool]]


@dataclass(frozen=True, slots=True)
class Found:
    """A set of changes that makes an act legal, perhaps under another rulebook."""

    changes: tuple[Change, ...]
    rulebook: str = ""

    @property
    def size(self) -> int:
        """How many changes of the rules it is; another rulebook is one."""
        return len(self.changes) + bool(self.rulebook)

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
    """The smallest sets that do, all of one size, and what shows that no smaller one does.

    `size` is the greatest size of which every set was tried or shown to change nothing, `complete` whether there was room
    for all that had to be tried, `proven` whether no smaller set than those found does. `runs` counts how often the record
    was refereed, `values` are the values of each option that were tried.
    """

    found: list[Found] = field(default_factory=list)
    runs: int = 0
    complete: bool = True
    proven: bool = True
    size: int = -1
    values: dict[str, list[int]] = field(default_factory=dict)


@dataclass(slots=True)
class _Run:
    """A game under one set: what it did, in one number, and the places of the rulebook that it came to."""

    trace: int
    places: frozenset[str]


class Search:
    """One search under one rulebook.

    `cut` is the number of the event that it is about, `last` of the last one that is known.
    """

    def __init__(
        self, referee: Referee, verdict: Verdict, cut: int, last: int, rulebook: str = "", most: int = MOST_RUNS,
    ) -> None:  # fmt: skip
        self.allowed: frozenset[str] | None = None  # names of the settings that may be changed; None for all
        self.referee, self.verdict, self.cut, self.last, self.rulebook = referee, verdict, cut, last, rulebook
        # By lines, as under other rules a line may be no event.
        lines = {event.number: event.span.line for event in referee.events}
        self.cut_line, self.last_line = lines.get(cut, 0), lines.get(last, 0)
        self.result = Result()
        self.most = most
        self.runs: dict[Set, _Run | None] = {}
        self.legal: set[Set] = set()
        self.loud: set[Change] = set()  # changes that have made a difference somewhere
        self.candidates: list[Change] = []
        self.groups: list[frozenset[str]] = []
        self.memory: Memory | None = None
        self.rules: Any = None  # as the record has them

    def run(self, chosen: Set) -> _Run | None:
        """The game under a set, foretold or refereed; None where the set can't be."""
        if chosen in self.runs:
            return self.runs[chosen]
        self.runs[chosen] = None
        told = self.memory.foretell(chosen) if self.memory is not None else None
        if told is None:
            told = self._refereed(chosen)
            if told is None:
                return None
        steps, end, (legal, judged) = told
        if legal:
            self.legal.add(chosen)
        places = frozenset[str]().union(*(step.places for step in steps), end.places)
        trace = hash((tuple(steps), judged))
        self.runs[chosen] = _Run(trace, places)
        return self.runs[chosen]

    def _refereed(self, chosen: Set) -> tuple[list[Step], Step, tuple[bool, object]] | None:
        """The game refereed under a set, as far as it has to be."""
        ordered = tuple(sorted(chosen, key=lambda c: (c.name, c.value)))
        other = under(self.referee, ordered, self.rulebook, once=len(chosen) > 1 or bool(self.rulebook))
        if other is None or (self.rulebook and len(other.game.faults) > len(self.referee.game.faults)):
            return None
        self.result.runs += 1
        looked = watched(other)
        steps = [step_of(other, looked.places())]
        legal, judged, settled = False, None, False
        for statement in other.game.statements:
            if not isinstance(statement, Event) or statement.span.line > self.last_line:
                continue
            other.step(statement)
            steps.append(step_of(other, looked.places()))
            if statement.span.line == self.cut_line < self.last_line:
                legal, judged, settled = self.verdict(other)
                if settled:
                    break
        whole = settled
        if not settled:
            legal, judged, settled = self.verdict(other)
        if other.refuted:  # some events were judged again, knowing that they can't be
            judged = (judged, hash(tuple(step_of(other, frozenset()).after for _ in other.refuted)))
        end = Step(hash((legal, judged)), 0, looked.places())
        if self.memory is None:
            self.rules = other.rules
            names = frozenset((*other.rules.HOUSES, *other.rules.READINGS, *other.rules.OPTIONS))
            groups = [frozenset(group) for group in other.rules.TOGETHER]
            self.memory = Memory(other.rules.TOUCHES, names, groups)
        if not other.refuted and (whole or self.cut >= self.last):
            self.memory.keep(chosen, steps, end, (legal, judged))
        return steps, end, (legal, judged)

    def find(self, largest: int | None = None) -> Result:
        """Sets by size until some are legal, or none is left that could make a difference."""
        start: Set = frozenset()
        first = self.run(start)
        if first is None:
            return self.result
        self.result.size = 0
        allowed = self.allowed
        self.candidates = [c for c in changes(self.rules, self._numbers()) if allowed is None or c.name in allowed]
        self.groups = [frozenset(group) for group in self.rules.TOGETHER]
        waiting: dict[int, set[Set]] = {0: {start}}
        size = 0
        while self._least() > size and any(waiting.values()) and (largest is None or size < largest):
            for base in sorted(waiting.pop(size, ()), key=_order):
                if not self._expand(base, waiting):
                    self.result.complete = False
                    self._collect()
                    return self.result
            size += 1
            self.result.size = size
        self._collect()
        return self.result

    def _values(self) -> None:
        """The values of options that were tried, of those that had a say in anything."""
        for chosen, run in self.runs.items():
            for change in chosen if run is not None and len(chosen) == 1 else ():
                if change.kind == "option":
                    self.result.values.setdefault(change.name, []).append(int(change.value))

    def _least(self) -> int:
        """The size of the smallest set known to do, more than any where none is."""
        return min(map(len, self.legal), default=MOST_RUNS)

    def _expand(self, base: Set, waiting: dict[int, set[Set]]) -> bool:
        """Tries what could make a difference beyond a set, and notes what did; False where there is no more room."""
        run = self.runs[base]
        assert run is not None
        singles, joint = self._moves(base, run)
        alone = [c for c in singles if c in self.loud or not base]
        for more in [*(frozenset({c}) for c in alone), *joint]:
            if not self._room():
                return False
            self._note(base, base | more, run, waiting)
        quiet = self._batches([c for c in singles if c not in alone])
        return all(self._try_batch(base, batch, run, waiting) for batch in quiet)

    def _try_batch(self, base: Set, batch: list[Change], run: _Run, waiting: dict[int, set[Set]]) -> bool:
        """Tries changes all at once: where nothing differs, none of them does anything; else by halves."""
        if not self._room():
            return False
        if len(batch) == 1:
            self._note(base, base | frozenset(batch), run, waiting)
            return True
        both = self.run(base | frozenset(batch))
        if both is not None and both.trace == run.trace:
            return True
        middle = len(batch) // 2
        return self._try_batch(base, batch[:middle], run, waiting) and self._try_batch(
            base, batch[middle:], run, waiting
        )

    def _note(self, base: Set, chosen: Set, run: _Run, waiting: dict[int, set[Set]]) -> None:
        """Runs a set; if it made a difference, it is built on."""
        other = self.run(chosen)
        if other is not None and other.trace != run.trace:
            self.loud |= chosen - base
            if len(chosen) == 1 and not self._at_bounds(chosen):
                return
            waiting.setdefault(len(chosen), set()).add(chosen)

    def _room(self) -> bool:
        return self.result.runs < self.most

    def _moves(self, base: Set, run: _Run) -> tuple[list[Change], list[Set]]:
        """Changes that could make a difference beyond a set: single ones, and those that only count together."""
        taken = {change.name for change in base}

        def has_a_say(name: str) -> bool:
            touched = self.rules.TOUCHES.get(name, ("*",))
            return any(place in run.places for place in touched)

        free = [c for c in self.candidates if c.name not in taken]
        if base:
            free = [c for c in free if self._at_bounds((c,))]
        singles = [c for c in free if has_a_say(c.name)]
        joint: list[Set] = []
        for group in self.groups:
            names = sorted(group - taken)
            if len(names) > 1 and any(has_a_say(name) for name in names):
                ways = [[c for c in free if c.name == name] for name in names]
                joint += [frozenset(combination) for combination in _products(ways)]
        return singles, joint

    def _at_bounds(self, some: Iterable[Change]) -> bool:
        """Whether every option among some changes is at one of its bounds: together with others, it is tried there only."""
        return all(c.kind != "option" or int(c.value) in self.rules.OPTIONS[c.name][2:4] for c in some)

    def _batches(self, quiet: list[Change]) -> list[list[Change]]:
        """Changes in as few batches as may be, no two in one of a setting or of settings on which one rule depends."""
        batches: list[list[Change]] = []
        for change in quiet:
            for batch in batches:
                if not any(self._bound(change.name, other.name) for other in batch):
                    batch.append(change)
                    break
            else:
                batches.append([change])
        return batches

    def _bound(self, one: str, two: str) -> bool:
        return one == two or any(one in group and two in group for group in self.groups)

    def _numbers(self) -> frozenset[int]:
        """Numbers of the position that a condition on an option might compare with."""
        s = self.referee.branches[0].player.s
        sizes = [s.hand(p).size for p in range(s.n)]
        found = {n for n in (*s.c, *sizes) if n is not None and n > 0}
        return frozenset(n + d for n in found for d in (-1, 0, 1))

    def _collect(self) -> None:
        """The smallest of the sets that are legal; of an option only the value nearest to the present one."""
        self._values()
        if not self.legal:
            return
        best = self._least()
        self.result.proven = best <= self.result.size + 1 or self.result.complete
        ranked = sorted((chosen for chosen in self.legal if len(chosen) == best), key=self._distance)
        kept: dict[frozenset[tuple[str, str]], Set] = {}
        for chosen in ranked:
            key = frozenset((c.name, "" if c.kind == "option" else c.item) for c in chosen)
            kept.setdefault(key, chosen)
        for chosen in kept.values():
            self.result.found.append(Found(tuple(sorted(chosen, key=lambda c: c.item)), self.rulebook))

    def _distance(self, chosen: Set) -> tuple[int, list[str]]:
        """How far options are from what they are, for ranking."""
        far = sum(abs(int(c.value) - self.rules.OPTIONS[c.name][0]) for c in chosen if c.kind == "option")
        return far, sorted(c.item for c in chosen)


def _order(chosen: Set) -> list[str]:
    return sorted(change.item for change in chosen)


def _products(ways: Iterable[list[Change]]) -> list[tuple[Change, ...]]:
    """One change of each list, in every way; of options with many values only the nearest."""
    found: list[tuple[Change, ...]] = [()]
    for row in ways:
        found = [(*chosen, change) for chosen in found for change in row[:4]]
    return found
