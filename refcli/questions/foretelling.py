"""What a game would do under a choice of rules, told from games that were refereed under others.

A game is a walk from position to position. Where a position was met before, and whatever has a say in the places of the
rulebook that the event came to was set the same, the event comes to the same. It does so, too, where each of the settings
that differ, alone, changed nothing there, unless one rule depends on two of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from refcli.questions.ranges import Bounds, both
from refcli.questions.settings import Change
from refcli.questions.tracing import Step

Settings = dict[str, Change]  # by name; a setting that isn't there is as the record has it
Node = tuple[int, int]  # how many events were told, and the position


@dataclass(frozen=True, slots=True)
class Told:
    """What became of an event at some position, under some settings."""

    chosen: Settings
    step: Step
    say: frozenset[str]  # names of the house rules and readings that have a say in it


@dataclass(slots=True)
class Memory:
    """All that was refereed. `ends` are positions behind the last event with what was asked there: any object.

    `names` are the house rules and readings, `options` the options and their values in the record.
    """

    touches: Mapping[str, tuple[str, ...]]
    names: frozenset[str]
    options: Mapping[str, int]
    groups: list[frozenset[str]]
    told: dict[Node, list[Told]] = field(default_factory=dict)
    ends: dict[Node, list[Told]] = field(default_factory=dict)
    answers: dict[int, Any] = field(default_factory=dict)

    def keep(self, chosen: Iterable[Change], steps: list[Step], end: Step, answer: Any) -> None:
        """A game that was refereed; its first step is the beginning, `end` what the question at the end came to."""
        settings = {change.name: change for change in chosen}
        node = (0, 0)
        for number, step in enumerate(steps):
            self._add(self.told, node, settings, step)
            node = (number + 1, step.after)
        self._add(self.ends, node, settings, end)
        self.answers[end.after] = answer

    def _add(self, where: dict[Node, list[Told]], node: Node, settings: Settings, step: Step) -> None:
        say = frozenset(name for name in self.names if step.places & set(self.touches.get(name, ("*",))))
        rows = where.setdefault(node, [])
        if not any(row.say == say and self._agree(row, settings) for row in rows):
            rows.append(Told(settings, step, say))

    def _value(self, settings: Settings, name: str) -> int:
        return int(settings[name].value) if name in settings else self.options[name]

    def _agree(self, row: Told, settings: Settings) -> bool:
        return all(row.chosen.get(name) == settings.get(name) for name in row.say) and all(
            low <= self._value(settings, name) <= high for name, low, high in row.step.bounds
        )

    def foretell(self, chosen: Iterable[Change]) -> tuple[list[Step], Step, Any] | None:
        """The steps of a game, its end and the answer there; None where that can't be told."""
        settings = {change.name: change for change in chosen}
        node, steps = (0, 0), []
        while node not in self.ends:
            step = self._step(self.told.get(node, []), settings)
            if step is None:
                return None
            steps.append(step)
            node = (node[0] + 1, step.after)
        end = self._step(self.ends[node], settings)
        return None if end is None else (steps, end, self.answers[end.after])

    def _step(self, rows: list[Told], settings: Settings) -> Step | None:
        for row in rows:
            if self._agree(row, settings):
                return row.step
        for row in rows:
            step = self._by_singles(row, rows, settings)
            if step is not None:
                return step
        return None

    def _by_singles(self, row: Told, rows: list[Told], settings: Settings) -> Step | None:
        """The step of a row, if each setting that is otherwise now was tried alone and changed nothing."""
        apart = [name for name in row.say if row.chosen.get(name) != settings.get(name)]
        beyond = {n for n, low, high in row.step.bounds if not low <= self._value(settings, n) <= high}
        apart += sorted(beyond)
        if any(len(group.intersection(apart)) > 1 for group in self.groups):
            return None
        # Options that come to the same as in the row may as well be as they are wanted.
        plain = {n: change for n, change in row.chosen.items() if n not in self.options or n in beyond}
        plain |= {n: change for n, change in settings.items() if n in self.options and n not in beyond}
        bounds: Bounds = tuple(bound for bound in row.step.bounds if bound[0] not in beyond)
        for name in apart:
            single = dict(plain)
            single.pop(name, None)
            if name in settings:
                single[name] = settings[name]
            other = next((r for r in rows if self._agree(r, single)), None)
            if other is None or other.step != row.step:
                return None
            bounds = both(bounds, tuple(b for b in other.step.bounds if b[0] not in beyond or b[0] == name))
        return replace(row.step, bounds=bounds)
