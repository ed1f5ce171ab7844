"""Settings that a table could have chosen otherwise: house rules, readings and options, and the record under them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refcli.diagnostics import Faulty
from refcli.questions.court import Court, told_as_far
from refcli.referee.choices import settled
from refcli.referee.questions import under_settings
from refcli.referee.referee import Referee

if TYPE_CHECKING:
    from refcli.referee.questions import Maker


@dataclass(frozen=True, slots=True)
class Change:
    """One setting chosen otherwise. `item` is written as in `with:` or `without:`; `value` is of a reading or an option."""

    kind: str  # house, reading, option
    name: str
    on: bool = True
    value: str = ""

    @property
    def item(self) -> str:
        return f"{self.name} {self.value}" if self.value else self.name

    @property
    def words(self) -> str:
        """As a header or a question says it."""
        return f"{'with' if self.on else 'without'} {self.item}"

    def described(self, rules: Any) -> str:
        """What it means, in the rulebook's words."""
        if self.kind == "house":
            return str(rules.HOUSES[self.name][2])
        if self.kind == "option":
            return str(rules.OPTIONS[self.name][4])
        return next((meaning for way, _, meaning in rules.READINGS[self.name][4] if way == self.value), "")


def changes(rules: Any) -> list[Change]:
    """Every single house rule and reading chosen otherwise."""
    found = [Change("house", name, not active) for name, (active, *_) in rules.HOUSES.items()]
    for name, (value, _, _, _, candidates) in rules.READINGS.items():
        found += [Change("reading", name, True, way) for way, _, _ in candidates if way != value]
    return found


def under(
    referee: Referee, chosen: tuple[Change, ...], rulebook: str = "", made: Maker | None = None
) -> Referee | None:
    """A fresh referee for the same record under changed settings; None where they can't go together."""
    on = [change.item for change in chosen if change.on]
    off = [change.name for change in chosen if not change.on]
    try:
        return under_settings(referee.game, on, off, rulebook, made)
    except Faulty:
        return None


def court_under(court: Court, chosen: tuple[Change, ...]) -> Court | None:
    """The court at the same point of the record under changed settings."""
    other = under(court.referee, chosen)
    if other is None:
        return None
    return Court(told_as_far(other, court.referee), court.asker)


def places_here(court: Court, faces: tuple[str, ...]) -> set[str]:
    """Places of the rulebook that have a say in an act at this point: the moment, the windows, the cards of the act."""
    s = settled(court.tables()[0])
    rules = s.rules
    found = {"*", f"at:{rules.MOMENTS[s.m]}"}
    found |= {f"at:{name}" for name, seat in zip(rules.WINDOWS, s.windows, strict=True) if seat >= 0}
    return found | {f"card:{face}" for face in faces}


class Looked(list[Any]):
    """A table of the compiled rules that notes which of its rows were looked at."""

    def __init__(self, rows: Any) -> None:
        super().__init__(rows)
        self.seen: set[int] = set()

    def __getitem__(self, index: Any) -> Any:
        self.seen.add(index)
        return super().__getitem__(index)


# The tables of compiled rules by which play finds out what a place of the rulebook says, and the names of their rows.
_TABLES = {
    "RESETS": ("at", "MOMENTS"), "MOMENT_RULES": ("at", "MOMENTS"), "CLOSED": ("at", "MOMENTS"),
    "USES_DRAWN": ("at", "MOMENTS"), "WINDOW_RULES": ("at", "WINDOWS"), "CARD_RULES": ("card", "FACES"),
    "ACTING": ("card", "FACES"),
}  # fmt: skip


class Watched:
    """Which tables of the rules play looked at, and where."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.tables = {name: Looked(getattr(rules, name)) for name in _TABLES}
        for name, table in self.tables.items():
            setattr(rules, name, table)

    def places(self) -> frozenset[str]:
        """The places of the rulebook to which play came since this was asked last."""
        found = {"*"}
        for name, table in self.tables.items():
            kind, names = _TABLES[name]
            found |= {f"{kind}:{getattr(self.rules, names)[row]}" for row in table.seen if row >= 0}
            table.seen = set()
        return frozenset(found)


def watched(referee: Referee) -> Watched:
    """Has a fresh referee note to which moments, windows and cards play comes; to be called before the first event."""
    from types import SimpleNamespace

    rules = SimpleNamespace(**vars(referee.rules))
    watching = Watched(rules)
    again = Referee(rules, referee.game, referee.words)
    referee.rules, referee.branches, referee.headers, referee.start = rules, again.branches, again.headers, again.start
    return watching
