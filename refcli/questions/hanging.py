"""On what an answer hangs: the readings, options and house rules under which it would be another one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from refcli.questions.court import Court, told_as_far
from refcli.questions.model import Answer, Asked, NotUnderstood
from refcli.questions.settings import Change, changes, court_under, places_here, under, watched
from refcli.questions.tree import Node
from refcli.referee.judge import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

# Forms whose answers may hang on a setting that has a say at this point of the game; those that what was done before has
# come to; and those about an event, where what counts has a say where it was done.
ACTS = ("may", "must", "what_may_play", "what_may_do", "why_may", "who_may")
STANDING = (
    "turn", "is_turn", "next", "must_draw", "has", "holds", "in_force", "direction", "score", "worth", "won", "has_won",
    "leads",
)  # fmt: skip
JUDGED = ("why", "outcome")
MOST_SHOWN = 3  # answers that other values of an option give, in a short report
# How many events are refereed again where an answer isn't wanted whole; of what stands, nearly every setting has a say.
MOST_EVENTS = 3000
MOST_STANDING = 1000


@dataclass
class Hangings:
    """A question put again under other settings. `every` tries all of them, however long the record is."""

    court: Court
    asked: Asked
    answer: Answer
    put: Callable[[Court, Asked], Answer]
    every: bool = False
    spent: int = 0  # events refereed
    left: list[str] = field(default_factory=list)  # settings that weren't tried

    def __post_init__(self) -> None:
        self.plain = replace(self.asked, at=None, on=(), off=(), under="")
        self.plain.player = self.court.seat(self.asked.player)
        if self.asked.form in JUDGED and self.answer.event is not None:
            self.plain.number = self.answer.event.number

    def nodes(self) -> list[Node]:
        """A node for each setting under which the same question, at the same point, is answered differently."""
        if self.asked.form not in (*ACTS, *STANDING, *JUDGED):
            return []
        here = self.court
        if self.plain.number is not None and self.asked.form in JUDGED:
            here = self.court.at(("event", self.plain.number))
        places = self._places(here)
        found = self._chosen(places) + self.options(places)
        if self.left:
            words = f"not tried: {', '.join(dict.fromkeys(self.left))}; --full tries every setting"
            found.append(Node("position", words, True))
        return found

    def _places(self, here: Court) -> frozenset[str]:
        """The places of the rulebook that count for the question."""
        if self.asked.form in STANDING:
            again = under(self.court.referee, ())
            assert again is not None
            looked = watched(again)
            told_as_far(again, self.court.referee)
            self.spent += len(self.court.referee.events)
            return looked.places() | places_here(self.court, ())
        cards = self.answer.event.cards if self.answer.event is not None else ()
        faces = tuple(dict.fromkeys(self.court.rules.FACES[kind] for kind in cards if kind is not None))
        return frozenset(places_here(here, faces))

    def _has_a_say(self, name: str, places: AbstractSet[str]) -> bool:
        return not places.isdisjoint(self.court.rules.TOUCHES.get(name, ("*",)))

    def _room(self, name: str) -> bool:
        """Whether the game may be refereed once more, for a setting."""
        self.spent += len(self.court.referee.events)
        if self.every or self.spent <= (MOST_STANDING if self.asked.form in STANDING else MOST_EVENTS):
            return True
        self.left.append(name)
        return False

    def _asked(self, court: Court | None) -> str:
        """The answer elsewhere; nothing where the question can't be put there."""
        if court is None or (_broken(court) and not _broken(self.court)):
            return ""  # under such rules that record can't be
        try:
            return self.put(court, self.plain).text
        except NotUnderstood:
            return ""

    def _chosen(self, places: frozenset[str]) -> list[Node]:
        """House rules and readings."""
        grouped: dict[str, list[tuple[Change, str]]] = {}
        here = places_here(self.court, ())
        near = sorted(changes(self.court.rules), key=lambda change: not self._has_a_say(change.name, here - {"*"}))
        for change in near:
            if self._has_a_say(change.name, places) and self._room(change.name):
                text = self._asked(court_under(self.court, (change,)))
                if text not in ("", self.answer.text):
                    grouped.setdefault(change.name, []).append((change, text))
        return [self._node(name, others) for name, others in grouped.items()]

    def _node(self, name: str, others: list[tuple[Change, str]]) -> Node:
        """A setting with the answers that it would give otherwise."""
        rules = self.court.rules
        if others[0][0].kind == "reading":
            value, _, words, source, candidates = rules.READINGS[name]
            node = Node("reading", words, True, source=source)
            meaning = next((text for way, _, text in candidates if way == value), "")
            node.parts.append(Node("other", f"here {name} is read as {value}: {meaning}", True))
        else:
            active, _, sentence, source = rules.HOUSES[name]
            words = f"{name}, which is {'on' if active else 'off'} here: “{sentence.rstrip('.')}”"
            node = Node("house", words, True, source=source)
        for change, text in others:
            meaning = f" ({change.described(rules)})" if change.kind == "reading" else ""
            node.parts.append(_other(f"{change.words}{meaning}", text))
        return node

    # ------------------------------------------------------------ options

    def options(self, places: frozenset[str]) -> list[Node]:
        """Options: the question is put for one of the values that come to the same, as often as it takes to have all."""
        rules = self.court.rules
        names = [name for name in rules.OPTIONS if self._has_a_say(name, places)]
        if not names or not self._room(names[0]):
            self.left += names
            return []
        _, box = self._ranged({})
        found = []
        for name in names:
            _, _, least, most, _ = rules.OPTIONS[name]
            low, high = box.get(name, (least, most))
            rows = self._values(name, (least, low - 1)) + self._values(name, (high + 1, most))
            spans: list[tuple[int, int, str]] = []
            for one, two, text in sorted(rows):
                if spans and spans[-1][1] == one - 1 and spans[-1][2] == text:
                    spans[-1] = (spans[-1][0], two, text)
                else:
                    spans.append((one, two, text))
            others = [row for row in spans if row[2] not in ("", self.answer.text)]
            if others:
                found.append(self._option(name, others))
        return found

    def _option(self, name: str, others: list[tuple[int, int, str]]) -> Node:
        """An option with the answers that other values give; the nearest ones first in a short report."""
        value = int(self.court.rules.OPTIONS[name][0])
        node = Node("option", f"{name} is {value} here", True)
        near = sorted(others, key=lambda row: min(abs(row[0] - value), abs(row[1] - value)))[:MOST_SHOWN]
        for row in others:
            one, two, text = row
            part = _other(f"with {name} {one}" + (f" to {two}" if two > one else ""), text)
            part.decisive = row in near
            node.parts.append(part)
        if len(others) > MOST_SHOWN:
            node.parts.append(Node("other", f"and {len(others) - MOST_SHOWN} more: --full shows them all", True))
        return node

    def _values(self, name: str, part: tuple[int, int]) -> list[tuple[int, int, str]]:
        """The answers for the values of an option from one to another; those nearest to what it is come first."""
        low, high = part
        upward = low > int(self.court.rules.OPTIONS[name][0])
        found = []
        while low <= high and self._room(name):
            value = low if upward else high
            text, box = self._ranged({name: value})
            ends = box.get(name, part)
            one, two = max(low, ends[0]), min(high, ends[1])
            found.append((one, two, text))
            low, high = (two + 1, high) if upward else (low, one - 1)
        return found

    def _ranged(self, values: dict[str, int]) -> tuple[str, dict[str, tuple[int, int]]]:
        """The answer with some values of options, and between what values of each it is the same."""
        from refcli.compile.rulebook import code, run
        from refcli.questions.ranges import Ranges

        ranges = Ranges(values)

        def made(*at: Any) -> Any:
            return ranges.say(run(code(*at), ranges.option))

        other = under(self.court.referee, (), made=made)
        there = None if other is None else Court(told_as_far(other, self.court.referee), self.court.asker)
        text = self._asked(there)
        return text, {name: (low, high) for name, low, high in ranges.narrowed()}


def _broken(court: Court) -> bool:
    """Whether a record contradicts itself somewhere, whatever was seen."""
    rulings = [ruling for branch in court.referee.branches for ruling in branch.rulings]
    return any(ruling.fault is not None and ruling.fault[0] == IMPOSSIBLE for ruling in rulings)


def _other(words: str, text: str) -> Node:
    """What the answer would be otherwise."""
    shown = ", ".join(text.split("\n"))
    return Node("other", f"{words}: {shown}", text not in ("no", "nothing"), answer=text)
