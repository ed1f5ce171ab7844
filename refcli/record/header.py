"""The header of a game or of a later round: lines are gathered as they come and read when the header is over.

Only then is it known who plays, so hands, dealer and turn may stand in front of the `players:` line.
"""

from __future__ import annotations

from collections.abc import Callable

from refcli.record.faults import Faults, Unreadable, did_you_mean, quoted
from refcli.record.keys import Line, named_line, player_names, switches
from refcli.record.model import CLOCKWISE, COUNTERCLOCKWISE, Hand, Header, Vocabulary
from refcli.record.words import (
    LONGEST_NAME,
    MOST_ITEMS,
    NO_CARDS,
    Cards,
    Seats,
    count_of_cards,
    expectation,
    fold,
    is_one_of,
    points,
)

DIRECTIONS = {
    "clockwise": CLOCKWISE,
    "left": CLOCKWISE,
    "counterclockwise": COUNTERCLOCKWISE,
    "anticlockwise": COUNTERCLOCKWISE,
    "right": COUNTERCLOCKWISE,
}
TAKEN_BACK = {"taken back": True, "stand": False, "left standing": False}
# Keys of later rounds, and keys that describe a position.
ROUND_KEYS = ("dealer", "hand", "start")
POSITION_KEYS = ("turn", "direction", "draw pile", "discard pile")


def is_key(key: str, vocabulary: Vocabulary) -> bool:
    """Whether a folded key is one that headers know, not one that is only kept."""
    first, _, name = key.partition(" ")
    if key in _READERS or (first in ("hand", "score") and name):
        return True
    return vocabulary.attribute(key) is not None or vocabulary.counter(key) is not None


class HeaderLines:
    """The lines of one header. `seats` is None until the players are known; `later` is set for a later round."""

    def __init__(self, vocabulary: Vocabulary, cards: Cards, faults: Faults, seats: Seats | None = None) -> None:
        self.vocabulary, self.cards, self.faults = vocabulary, cards, faults
        self.seats = seats
        self.later = seats is not None
        self.header = Header()
        self._lines: list[Line] = []
        self._has_top = False

    def take(self, line: Line) -> None:
        """Notes a line; the players are read at once."""
        if line.key == "players" and not self.later and self.seats is None:
            self.header.players = player_names(line, self.faults)
            self.seats = Seats(self.header.players)
            self._note(line)
            self._expect(line)
            return
        self._has_top = self._has_top or line.key == "top"
        self._lines.append(line)

    def finish(self) -> Header:
        """Reads the lines that were noted; what can't be read becomes a fault."""
        for line in self._lines:
            self.faults.line = line.number
            try:
                self._read(line)
            except Unreadable as fault:
                self.faults.add(fault)
        return self.header

    def _read(self, line: Line) -> None:
        first, _, name = line.key.partition(" ")
        key = first if first in ("hand", "score") and name else line.key
        reader = _READERS.get(key) or (_rulebook_key if is_key(key, self.vocabulary) else _extra)
        if self.later and reader is not _extra and key not in ROUND_KEYS:
            sentence = f"`{line.key}:` belongs in the header at the start of the game."
            raise Unreadable(
                "T106", sentence, line.text, line.at, "A later deal has `dealer:`, `hand …:` and `start:`."
            )
        if self.seats is None and key in ("hand", "score", "dealer", "turn"):
            return  # that nobody is named as playing is reported once
        if reader is _rulebook_key or key in POSITION_KEYS:
            self._only_in_a_position(line)
        if line.key in ("hand", "score"):
            sentence = f"Whose {line.key} this is isn't said."
            raise Unreadable("T102", sentence, line.text, line.at, f"Write the player's name: `{line.key} Ann: …`.")
        if not line.value and key not in ("game", "rules", "with", "without") and reader is not _extra:
            sentence = f"Nothing stands behind `{line.written}:`."
            raise Unreadable("T114", sentence, line.text, line.at, "Write the value, or leave the line out.")
        if key in ("hand", "score"):
            assert self.seats is not None
            seat, line.value, line.value_at = named_line(line, self.seats)
            line.key = f"{key} {fold(self.seats.names[seat])}"
        if line.key in self.header.spans and key not in ("with", "without") and reader is not _extra:
            sentence = f"`{line.key}:` stands twice in this header; the first one counts."
            fault = Unreadable(
                "T111" if key == "hand" else "T107", sentence, line.text, line.at, "Leave one of them out."
            )
            self.faults.add(fault, others=(("the first one", self.header.spans[line.key]),))
            return
        reader(self, line)
        self._note(line)
        if key != "hand":
            self._expect(line)

    def _only_in_a_position(self, line: Line) -> None:
        if not self._has_top:
            sentence = f"`{line.written}:` describes a position, and this header has no `top:` line."
            remedy = "Name the top card with `top:` in place of `start:`, or leave this line out."
            raise Unreadable("T117", sentence, line.text, line.at, remedy)

    def _note(self, line: Line) -> None:
        self.header.spans.setdefault(line.key, self.faults.span(line.text, line.at))

    def _expect(self, line: Line) -> None:
        if line.answer is not None:
            expected = expectation(line.answer, line.answer_at, self.faults)
            if expected is not None:
                self.header.expects[line.key] = expected

    def seat(self, text: str, at: int) -> int:
        """The seat of a player named in the header; only asked where the players are known."""
        assert self.seats is not None
        return self.seats.named(text, at)

    def seat_of_key(self, line: Line) -> int:
        """The seat that a key such as `hand ann` names, once it is known to name one."""
        return self.seat(line.key.partition(" ")[2], line.at)


def _game(lines: HeaderLines, line: Line) -> None:
    lines.header.name = line.value


def _rules(lines: HeaderLines, line: Line) -> None:
    lines.header.rules = line.value


def _with(lines: HeaderLines, line: Line) -> None:
    lines.header.switched_on += _few_switches(line)


def _without(lines: HeaderLines, line: Line) -> None:
    lines.header.switched_off += _few_switches(line)


def _few_switches(line: Line) -> list[str]:
    if line.value.count(",") >= MOST_ITEMS:
        sentence = f"No rulebook has more than {MOST_ITEMS:,} house rules."
        raise Unreadable("T105", sentence, line.text, line.at, "Name fewer.")
    return switches(line.value)


def _players(lines: HeaderLines, line: Line) -> None:
    """Only a second `players:` line comes here, and is refused as standing twice."""


def _dealer(lines: HeaderLines, line: Line) -> None:
    lines.header.dealer = lines.seat(line.value, line.value_at)


def _turn(lines: HeaderLines, line: Line) -> None:
    lines.header.turn = lines.seat(line.value, line.value_at)


def _hand(lines: HeaderLines, line: Line) -> None:
    none = is_one_of(line.value, NO_CARDS)
    cards = () if none else lines.cards.listed(line.value, line.value_at, lines.faults, bare=True)
    expected = None
    if line.answer is not None:
        expected = expectation(line.answer, line.answer_at, lines.faults)
    hand = Hand(cards, lines.faults.span(line.text, line.at), expected)
    lines.header.hands[lines.seat_of_key(line)] = hand


def _start(lines: HeaderLines, line: Line) -> None:
    if lines.header.position:
        raise _start_and_top(line)
    none = is_one_of(line.value, NO_CARDS)
    lines.header.start = () if none else lines.cards.listed(line.value, line.value_at, lines.faults)


def _top(lines: HeaderLines, line: Line) -> None:
    if lines.header.start is not None:
        raise _start_and_top(line)
    cards = lines.cards.listed(line.value, line.value_at, lines.faults)
    if len(cards) != 1:
        raise Unreadable("T104", "Only one card is on top.", line.value, line.value_at, "Name the top card alone.")
    lines.header.position = True
    lines.header.top = cards[0]


def _start_and_top(line: Line) -> Unreadable:
    sentence = "`start:` begins a deal and `top:` describes a position; only one of them can stand here."
    return Unreadable("T117", sentence, line.text, line.at, "Leave one of the two lines out.")


def _direction(lines: HeaderLines, line: Line) -> None:
    direction = DIRECTIONS.get(fold(line.value[:40]).replace("-", ""))
    if direction is None:
        sentence = f"A direction is expected here, not {quoted(line.value)}."
        remedy = did_you_mean(line.value, DIRECTIONS, "Write `clockwise` or `counterclockwise`.")
        raise Unreadable("T113", sentence, line.value, line.value_at, remedy)
    lines.header.direction = direction


def _illegal_plays(lines: HeaderLines, line: Line) -> None:
    taken_back = TAKEN_BACK.get(fold(line.value[:40]))
    if taken_back is None:
        otherwise = "Write `illegal plays: taken back`, or leave the line out."
        sentence = f"Illegal plays are `taken back` or `stand`, not {quoted(line.value)}."
        raise Unreadable("T113", sentence, line.value, line.value_at, did_you_mean(line.value, TAKEN_BACK, otherwise))
    lines.header.taken_back = taken_back


def _draw_pile(lines: HeaderLines, line: Line) -> None:
    lines.header.draw_pile = count_of_cards(line.value, line.value_at)


def _discard_pile(lines: HeaderLines, line: Line) -> None:
    lines.header.discard_pile = count_of_cards(line.value, line.value_at)


def _score(lines: HeaderLines, line: Line) -> None:
    lines.header.scores[lines.seat_of_key(line)] = points(line.value, line.value_at)


def _rulebook_key(lines: HeaderLines, line: Line) -> None:
    """An attribute in force or a counter, which the rulebook names."""
    header, vocabulary = lines.header, lines.vocabulary
    attribute = vocabulary.attribute(line.key)
    name = attribute or vocabulary.counter(line.key) or line.key
    if name in header.written:
        sentence = f"`{line.written}:` says again what `{header.written[name][0]}:` says; the first one counts."
        raise Unreadable("T107", sentence, line.text, line.at, "Leave one of them out.")
    if attribute is None:
        header.counters[name] = count_of_cards(line.value, line.value_at)
    else:
        value = vocabulary.value(attribute, line.value) if len(line.value) <= LONGEST_NAME else None
        if value is None:
            sentence = f"These rules know no {attribute} {quoted(line.value)}."
            raise Unreadable("T113", sentence, line.value, line.value_at, "Write it as it is written on the cards.")
        header.attributes[attribute] = value
    header.written[name] = (line.written, line.value)


def _extra(lines: HeaderLines, line: Line) -> None:
    """Any other key is kept; one that is nearly a known one gets a warning."""
    extra = lines.header.extra
    extra[line.written] = ", ".join(filter(None, (extra.get(line.written), line.value)))
    known = [key for key in _READERS if key not in ("hand", "score")]
    names = lines.seats.names if lines.seats and line.key.startswith(("hand", "score")) else []
    known += [f"{first} {name}" for name in names for first in ("hand", "score")]
    remedy = did_you_mean(line.key, known, cutoff=0.85)
    if remedy and not lines.faults.full:
        sentence = f"`{line.written}:` is kept and shown, and means nothing to the referee."
        lines.faults.add(Unreadable("T120", sentence, line.written, line.at, remedy), severity="warning")


_READERS: dict[str, Callable[[HeaderLines, Line], None]] = {
    "game": _game,
    "rules": _rules,
    "with": _with,
    "without": _without,
    "players": _players,
    "dealer": _dealer,
    "illegal plays": _illegal_plays,
    "hand": _hand,
    "start": _start,
    "top": _top,
    "turn": _turn,
    "direction": _direction,
    "draw pile": _draw_pile,
    "discard pile": _discard_pile,
    "score": _score,
}
