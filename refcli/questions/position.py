"""A position as people see it: seats with hands as far as known, the piles, what is in force, what is owed."""

from __future__ import annotations

from dataclasses import dataclass, field

from refcli.questions.court import Court
from refcli.referee.choices import settled
from refcli.referee.kleene import UNKNOWN_NUMBER, decide
from refcli.referee.questions import draws_due
from refcli.referee.table import Table
from refcli.referee.why import Speaker


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: its name, and the values of its attributes by name (what the deck colours it with comes first)."""

    name: str
    values: tuple[tuple[str, str], ...]
    face: str


@dataclass(slots=True)
class SeatView:
    """A seat. `size` is None where it was never told; `hidden` are cards that nobody has seen."""

    name: str
    cards: list[CardView]
    hidden: int
    size: int | None
    moves: bool = False
    out: bool = False
    owes: str = ""
    score: str = ""
    marks: list[str] = field(default_factory=list)

    @property
    def count(self) -> str:
        """How many cards, in words."""
        return "unknown" if self.size is None else "1 card" if self.size == 1 else f"{self.size} cards"


@dataclass(slots=True)
class PositionView:
    """Everything that lies on the table. `force` are attributes in force that differ from the top card's own."""

    seats: list[SeatView]
    top: CardView | None
    force: list[tuple[str, str]]
    clockwise: bool
    turn: str
    pile: str
    discards: str
    debt: str = ""
    waits: str = ""  # the choice that play waits for
    moment: str = ""
    winner: str = ""
    sure: bool = True  # False where the record leaves open which of several positions it is


def card_view(court: Court, kind: int) -> CardView | None:
    """A kind of card, None for one that nobody has told."""
    if kind < 0:
        return None
    rules = court.rules
    values = []
    face = ""
    for name, attribute_kind, column, names in zip(
        rules.ATTRIBUTE_NAMES, rules.ATTRIBUTE_KINDS, rules.ATTRIBUTES, rules.VALUE_NAMES, strict=True
    ):
        if column[kind] <= 0:
            continue
        word = names[column[kind] - 1].replace("-", " ")
        if attribute_kind == "face":
            face = word
        else:
            values.append((name, word))
    return CardView(rules.CARD_NAMES[kind], tuple(values), face)


def position_view(court: Court) -> PositionView:
    """The position of a court; where play has several branches, the first."""
    s = settled(court.tables()[0])
    rules = court.rules
    mover = s.pending.chooser if s.pending is not None else s.o
    over = bool(rules.CLOSED[s.m])
    seats = []
    for p in range(s.n):
        hand = s.hand(p)
        cards = [
            view for kind, n in sorted(hand.known.items()) for view in [card_view(court, kind)] * n if view is not None
        ]
        seat = SeatView(court.name(p), cards, max(0, hand.hidden) if hand.size is not None else 0, hand.size)
        seat.moves = p == mover and not over
        seat.out = not s.alive >> p & 1
        due = draws_due(court.referee.branches[0].player, p)
        in_debt = p == s.o and any(s.c[i] > 0 for i in rules.WRITTEN_COUNTERS.values())
        owed = in_debt or any(d.what in ("draw", "exchange") for d in s.duties[p])
        seat.owes = due if owed and due != "0" else ""
        if any(s.scores):
            seat.score = "unknown" if s.scores[p] <= UNKNOWN_NUMBER else str(s.scores[p])
        marked = [name for name, bits in zip(rules.MARK_NAMES, s.marks, strict=False) if bits >> p & 1]
        seat.marks = [name.replace("-", " ") for name in marked if name in rules.PLAYER_MARKS]
        seats.append(seat)
    return PositionView(
        seats, card_view(court, s.top), _force(court, s), s.d > 0, "" if over else court.name(mover),
        _count(s.pile), _count(None if s.discards is None else len(s.discards)), _debt(s), _waits(court, s),
        "" if rules.MOMENTS[s.m] == "turn" else rules.MOMENT_SENTENCES[s.m].rstrip("."),
        court.name(s.winner) if s.winner >= 0 else "", len(court.referee.branches) == 1,
    )  # fmt: skip


def _force(court: Court, s: Table) -> list[tuple[str, str]]:
    """Attributes in force that the top card doesn't show itself."""
    rules = court.rules
    found = []
    for index, (name, kind) in enumerate(zip(rules.ATTRIBUTE_NAMES, rules.ATTRIBUTE_KINDS, strict=True)):
        own = rules.ATTRIBUTES[index][s.top] if s.top >= 0 else -1
        value = s.force[index]
        if kind == "face" or value == own or (value == 0 and own <= 0):
            continue
        shown = "unknown" if value < 0 else "none" if value == 0 else rules.VALUE_NAMES[index][value - 1]
        found.append((name, shown.replace("-", " ")))
    return found


def _debt(s: Table) -> str:
    owed = [s.c[i] for i in s.rules.WRITTEN_COUNTERS.values() if s.c[i] > 0]
    return Speaker(s).turn(s.o) if owed else ""


def _waits(court: Court, s: Table) -> str:
    if s.pending is None:
        return ""
    p = s.pending
    what = {
        "attribute": f"a {s.rules.ATTRIBUTE_NAMES[p.which]}" if p.what == "attribute" else "",
        "choice": " or ".join(s.rules.CHOICES[p.which][1]) if p.what == "choice" else "",
        "player": "another player", "players": f"{p.number} players", "direction": "a direction",
    }.get(p.what, "a card of the hand")  # fmt: skip
    return f"{court.name(p.chooser)} has to choose {what}"


def _count(number: int | None) -> str:
    return "unknown" if number is None else "empty" if number == 0 else "1 card" if number == 1 else f"{number} cards"


def follows(court: Court) -> list[str]:
    """What follows at this point: who has to choose or to draw, and whose turn it is."""
    s = settled(court.tables()[0])
    rules = court.rules
    found = []
    if len(court.referee.branches) > 1:
        found.append("What follows turns on cards that the record doesn't show; so it would be in one case:")
    if s.winner >= 0:
        found.append(f"{court.name(s.winner)} has won.")
    if s.pending is not None:
        found.append(_waits(court, s) + ".")
    for p in range(s.n):
        duties = [d for d in s.duties[p] if d.what in ("draw", "exchange") and decide(d.when, s) is not False]
        owed = p == s.o and any(s.c[i] > 0 for i in rules.WRITTEN_COUNTERS.values())
        if duties or owed:
            due = draws_due(court.referee.branches[0].player, p)
            if due not in ("0", "unknown", "undetermined"):
                found.append(f"{court.name(p)} has to draw {due} card{'s' if due != '1' else ''}.")
            elif due != "0":
                found.append(f"How many cards {court.name(p)} has to draw turns on cards that the record doesn't show.")
    if rules.CLOSED[s.m]:
        found.append("The round is over.")
    elif s.pending is None:
        found.append(f"It is {court.name(s.o)}'s turn.")
    return found
