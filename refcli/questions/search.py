"""Which rules: the fewest house rules, readings and options that would make an act legal.

Sets are tried by size, so that the first that does is one of the smallest. What lets most of them be left out:

- A setting that has no say in any place of the rulebook to which play came can't change anything.
- A setting under which the whole game went as without it, rule by rule and position by position, changes nothing on top
  of others either, as long as no rule depends on both: where the games would first differ, the position is still the
  same, so that a rule of the one setting alone would have made the difference. Settings on which one rule depends are
  tried together, too.

- An option's values fall into classes that come to the same (`ranges.py`); one of each class is tried. They are found anew for each
  set of other settings, so that together all values have been tried.

So a set is built on only if it made some difference, settings that made none so far are tried all at once, and what can be
told from games refereed under other rules (`foretelling.py`) isn't refereed again. Tests
compare that with trying every set there is (`tests/questions/brute_force.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any

from refcli.questions.settings import Change, changes
from refcli.questions.trials import Box, Run, Set, Trials, Verdict
from refcli.referee.referee import Referee

MOST_RUNS = 1000
MOST_SETS = 20_000  # that are looked at, refereed or foretold


@dataclass(frozen=True, slots=True)
class Found:
    """A set of changes that makes an act legal, perhaps under another rulebook.

    `spans` are the values of its option that do, where it has just one: the least and the greatest of each run of them.
    """

    changes: tuple[Change, ...]
    rulebook: str = ""
    spans: tuple[tuple[int, int], ...] = ()

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
    was refereed, `values` are the values of each option that stand for all, where they don't all come to the same.
    """

    found: list[Found] = field(default_factory=list)
    runs: int = 0
    complete: bool = True
    proven: bool = True
    size: int = -1
    values: dict[str, list[int]] = field(default_factory=dict)


class Search:
    """One search under one rulebook; `cut` is the number of the event that it is about, `last` of the last one that is known."""

    def __init__(
        self, referee: Referee, verdict: Verdict, cut: int, last: int, rulebook: str = "", most: int = MOST_RUNS,
    ) -> None:  # fmt: skip
        self.allowed: frozenset[str] | None = None  # names of the settings that may be changed; None for all
        self.rulebook, self.most = rulebook, most
        self.trials = Trials(referee, verdict, cut, last, rulebook)
        self.result = Result()
        self.loud: set[Change] = set()  # changes that have made a difference somewhere
        self.waiting: dict[int, dict[Set, bool]] = {}  # by size: sets to be built on, and whether with options only
        self.candidates: list[Change] = []
        self.groups: list[frozenset[str]] = []
        self.rules: Any = None  # as the record has them

    def find(self, largest: int | None = None) -> Result:
        """Sets by size until some are legal, or none is left that could make a difference."""
        start: Set = frozenset()
        first = self.trials.run(start)
        if first is None:
            return self.result
        self.rules = self.trials.rules
        self.result.size = 0
        self.candidates = [c for c in changes(self.rules) if self._wanted(c.name)]
        self.groups = [frozenset(group) for group in self.rules.TOGETHER]
        self.waiting = {0: {start: False}}
        size = 0
        while self._least() > size and any(self.waiting.values()) and (largest is None or size < largest):
            bases = self.waiting.pop(size, {})
            for base in sorted(bases, key=_order):
                if not self._expand(base, bases[base]):
                    self.result.complete = False
                    self._collect()
                    return self.result
            size += 1
            self.result.size = size
        self._collect()
        return self.result

    def _wanted(self, name: str) -> bool:
        return self.allowed is None or name in self.allowed

    def _least(self) -> int:
        """The size of the smallest set known to do, more than any where none is."""
        return min(map(len, self.trials.legal), default=MOST_RUNS)

    def _expand(self, base: Set, options_only: bool) -> bool:
        """Tries what could make a difference beyond a set, and notes what did; False where there is no more room."""
        run = self.trials.runs[base]
        assert run is not None
        box = run.box
        plain = frozenset(c for c in base if c.kind != "option")
        region = {c.name: box.get(c.name, self._ends(c.name)) for c in base if c.kind == "option"}
        for name, (low, high) in sorted(box.items()):
            least, most = self._ends(name)
            parts = ((least, low - 1), (high + 1, most)) if name not in region and self._wanted(name) else ()
            for part in parts:
                if part[0] <= part[1] and not self._try(run, base, plain, {**region, name: part}):
                    return False
        if options_only:
            return True
        singles, joint = self._moves(base, run)
        alone = [c for c in singles if c in self.loud or not base]
        for more in [*(frozenset({c}) for c in alone), *joint]:
            if not self._try(run, base, plain | more, region):
                return False
        quiet = self._batches([c for c in singles if c not in alone])
        return all(self._try_batch(run, base, plain, region, batch) for batch in quiet)

    def _ends(self, name: str) -> tuple[int, int]:
        """What an option may be."""
        _, _, low, high, _ = self.rules.OPTIONS[name]
        return low, high

    def _try(self, run: Run, base: Set, plain: Set, region: Box) -> bool:
        """Tries changes, with options at each of the values of a region as far as they don't come to the same, and
        notes those that make a difference to a run of the base; False where there is no more room."""
        left = [region]
        while left:
            part = left.pop()
            values = {name: self._nearest(name, *ends) for name, ends in part.items()}
            chosen = plain | {Change("option", name, True, str(value)) for name, value in values.items()}
            if not self._room():
                return False
            other = self.trials.run(chosen)
            box = {} if other is None else other.box
            for name, (low, high) in part.items():
                least, most = box.get(name, (low, high)) if other is not None else (values[name], values[name])
                left += [{**part, name: ends} for ends in ((low, least - 1), (most + 1, high)) if ends[0] <= ends[1]]
                part = {**part, name: (max(low, least), min(high, most))}
            if other is not None:
                self._note(run, base, chosen, other)
        return True

    def _nearest(self, name: str, low: int, high: int) -> int:
        """The value of an option that is nearest to what it is in the record."""
        return max(low, min(high, int(self.rules.OPTIONS[name][0])))

    def _try_batch(self, run: Run, base: Set, plain: Set, region: Box, batch: list[Change]) -> bool:
        """Tries changes all at once: where nothing differs, none of them does anything; else by halves."""
        if not self._room():
            return False
        if len(batch) == 1:
            return self._try(run, base, plain | frozenset(batch), region)
        together = self.trials.run(base | frozenset(batch))
        if together is not None and together.trace == run.trace and not self._narrower(together, run):
            return True
        middle = len(batch) // 2
        halves = (batch[:middle], batch[middle:])
        return all(self._try_batch(run, base, plain, region, half) for half in halves)

    def _note(self, run: Run, base: Set, chosen: Set, other: Run) -> None:
        """If a set made a difference, it is built on; with options only, if it only made more of them matter."""
        row = self.waiting.setdefault(len(chosen), {})
        if other.trace != run.trace:
            self.loud |= chosen - base
            row[chosen] = False
        elif self._narrower(other, run):
            row.setdefault(chosen, True)

    def _narrower(self, one: Run, two: Run) -> bool:
        """Whether a run depends on some option in a way in which another doesn't."""
        box = two.box
        return any(
            low > ends[0] or high < ends[1]
            for name, low, high in one.bounds
            for ends in (box.get(name, self._ends(name)),)
        )

    def _room(self) -> bool:
        return self.trials.number < self.most and len(self.trials.runs) < MOST_SETS

    def _moves(self, base: Set, run: Run) -> tuple[list[Change], list[Set]]:
        """House rules and readings that could make a difference beyond a set: single ones, and those that only count
        together."""
        taken = {change.name for change in base}

        def has_a_say(name: str) -> bool:
            touched = self.rules.TOUCHES.get(name, ("*",))
            return any(place in run.places for place in touched)

        free = [c for c in self.candidates if c.name not in taken]
        singles = [c for c in free if has_a_say(c.name)]
        joint: list[Set] = []
        for group in self.groups:
            names = sorted(group - taken - set(self.rules.OPTIONS))
            if len(names) > 1 and any(has_a_say(name) for name in names):
                ways = [[c for c in free if c.name == name] for name in names]
                joint += [frozenset(combination) for combination in product(*ways)]
        return singles, joint

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

    def _collect(self) -> None:
        """The smallest of the sets that are legal; of an option only the value nearest to the present one."""
        self.result.runs = self.trials.number
        for chosen, run in self.trials.runs.items():
            for change in chosen if run is not None and len(chosen) == 1 else ():
                if change.kind == "option":
                    self.result.values.setdefault(change.name, []).append(int(change.value))
        if not self.trials.legal:
            return
        best = self._least()
        self.result.proven = best <= self.result.size + 1 or self.result.complete
        ranked = sorted((chosen for chosen in self.trials.legal if len(chosen) == best), key=self._distance)
        kept: dict[frozenset[tuple[str, str]], list[Set]] = {}
        for chosen in ranked:
            key = frozenset((c.name, "" if c.kind == "option" else c.item) for c in chosen)
            kept.setdefault(key, []).append(chosen)
        for sets in kept.values():
            ordered = tuple(sorted(sets[0], key=lambda c: c.item))
            self.result.found.append(Found(ordered, self.rulebook, self._spans(sets)))

    def _spans(self, sets: list[Set]) -> tuple[tuple[int, int], ...]:
        """The values of the one option in some sets with which they do, neighbours joined."""
        names = [c.name for c in sets[0] if c.kind == "option"]
        if len(names) != 1:
            return ()
        spans: list[tuple[int, int]] = []
        for low, high in sorted(
            run.box.get(names[0], self._ends(names[0])) for s in sets if (run := self.trials.runs[s])
        ):
            if spans and low <= spans[-1][1] + 1:
                spans[-1] = (spans[-1][0], max(high, spans[-1][1]))
            else:
                spans.append((low, high))
        return tuple(spans)

    def _distance(self, chosen: Set) -> tuple[int, list[str]]:
        """How far options are from what they are, for ranking."""
        far = sum(abs(int(c.value) - self.rules.OPTIONS[c.name][0]) for c in chosen if c.kind == "option")
        return far, sorted(c.item for c in chosen)


def _order(chosen: Set) -> list[str]:
    return sorted(change.item for change in chosen)
