"""Records refereed under other rules, or told without it from those that were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from refcli.compile.rulebook import code, code_once
from refcli.compile.rulebook import run as loaded
from refcli.questions.foretelling import Memory
from refcli.questions.ranges import Bounds, Ranges, both
from refcli.questions.settings import Change, under, watched
from refcli.questions.tracing import Step, step_of
from refcli.record.model import Event
from refcli.referee.referee import Referee

MOST_CODES = 30  # that are kept at a time
Set = frozenset[Change]
Box = dict[str, tuple[int, int]]  # values of options, by name: the least and the greatest
# Whether the act is legal, a trace of what was judged, and whether nothing that comes later can change that.
Verdict = Callable[[Referee], tuple[bool, object, bool]]


@dataclass(slots=True)
class Run:
    """A game under one set: what it did, in one number, the places of the rulebook that it came to, and the values of
    options with which it would have gone the same."""

    trace: int
    places: frozenset[str]
    bounds: Bounds

    @property
    def box(self) -> Box:
        return {name: (low, high) for name, low, high in self.bounds}


class Trials:
    """A record under sets of changes. `cut` is the number of the event that it is about, `last` of the last one that is known.

    `number` counts how often it was refereed, `legal` are the sets that make the act legal.
    """

    def __init__(self, referee: Referee, verdict: Verdict, cut: int, last: int, rulebook: str) -> None:
        self.referee, self.verdict, self.cut, self.last, self.rulebook = referee, verdict, cut, last, rulebook
        # By lines, as under other rules a line may be no event.
        lines = {event.number: event.span.line for event in referee.events}
        self.cut_line, self.last_line = lines.get(cut, 0), lines.get(last, 0)
        self.runs: dict[Set, Run | None] = {}
        self.legal: set[Set] = set()
        self.number = 0
        self.memory: Memory | None = None
        self.rules: Any = None  # as the record has them
        self.codes: dict[Set, Any] = {}  # of rulebooks, by what is chosen beside options

    def run(self, chosen: Set) -> Run | None:
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
        bounds: Bounds = end.bounds
        for step in steps:
            bounds = both(bounds, step.bounds) if step.bounds else bounds
        self.runs[chosen] = Run(trace, places, bounds)
        return self.runs[chosen]

    def _refereed(self, chosen: Set) -> tuple[list[Step], Step, tuple[bool, object]] | None:
        """The game refereed under a set, as far as it has to be."""
        ranges = Ranges({c.name: int(c.value) for c in chosen if c.kind == "option"})
        rest = frozenset(c for c in chosen if c.kind != "option")

        def made(*at: Any) -> Any:
            if rest not in self.codes:
                if len(self.codes) > MOST_CODES:
                    self.codes.clear()
                self.codes[rest] = (code_once if len(rest) > 1 or self.rulebook else code)(*at)
            return ranges.say(loaded(self.codes[rest], ranges.option))

        other = under(self.referee, tuple(sorted(rest, key=lambda c: (c.name, c.value))), self.rulebook, made)
        if other is None or (self.rulebook and len(other.game.faults) > len(self.referee.game.faults)):
            return None
        self.number += 1
        looked = watched(other)
        steps = [step_of(other, looked.places(), ranges)]
        legal, judged, settled = False, None, False
        for statement in other.game.statements:
            if not isinstance(statement, Event) or statement.span.line > self.last_line:
                continue
            other.step(statement)
            steps.append(step_of(other, looked.places(), ranges))
            if statement.span.line == self.cut_line < self.last_line:
                legal, judged, settled = self.verdict(other)
                if settled:
                    break
        whole = settled
        if not settled:
            legal, judged, settled = self.verdict(other)
        if other.refuted:  # some events were judged again, knowing that they can't be
            judged = (judged, hash(tuple(step_of(other, frozenset(), None).after for _ in other.refuted)))
        end = Step(hash((legal, judged)), 0, looked.places(), ranges.narrowed())
        if self.memory is None:
            self.rules = other.rules
            names = frozenset((*other.rules.HOUSES, *other.rules.READINGS))
            options = {name: row[0] for name, row in other.rules.OPTIONS.items()}
            groups = [frozenset(group) for group in other.rules.TOGETHER]
            self.memory = Memory(other.rules.TOUCHES, names, options, groups)
        if not other.refuted and (whole or self.cut >= self.last):
            self.memory.keep(chosen, steps, end, (legal, judged))
        return steps, end, (legal, judged)
