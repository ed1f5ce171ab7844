"""What players do and claim: the verbs of event lines, each read by its own small function."""

from __future__ import annotations

from collections.abc import Callable

from refcli.record.faults import Faults, Unreadable, did_you_mean, quoted
from refcli.record.model import Event, Vocabulary
from refcli.record.words import (
    LONGEST_NAME,
    MOST_ITEMS,
    NO_CARDS,
    Cards,
    Seats,
    count_of_cards,
    fold,
    is_one_of,
    items,
    number,
    points,
)


class Acts:
    """Reads what stands behind a player's verb into an event; what it needs to know of the game is in its fields."""

    def __init__(self, vocabulary: Vocabulary, cards: Cards, faults: Faults, seats: Seats) -> None:
        self.vocabulary, self.cards, self.faults, self.seats = vocabulary, cards, faults, seats
        self._calls: dict[str, tuple[str, int | None]] = {}

    def called(self, word: str) -> str | None:
        """The rulebook's name of a call, or None. The two that have verbs of their own can be said under any rules."""
        return self.vocabulary.call(word) or (fold(word) if is_one_of(word, ("catch", "challenge")) else None)

    def call(self, text: str, at: int) -> tuple[str, int | None]:
        """A call and whom it is on: `WORD` or `WORD on PLAYER`."""
        known = self._calls.get(text)
        if known is None:
            known = self._calls[text] = self._find_call(text, at)
        return known

    def _find_call(self, text: str, at: int) -> tuple[str, int | None]:
        short = text[:200]
        if name := self.called(short):
            return name, None
        low = short.lower()
        on = low.find(" on ") if len(low) == len(short) else short.find(" on ")
        first = on
        while on >= 0:
            if name := self.called(text[:on].rstrip()):
                target = text[on + 4 :].lstrip()
                return name, self.seats.named(target, at + len(text) - len(target))
            on = low.find(" on ", on + 1)
        word = text if first < 0 else text[:first]
        remedy = did_you_mean(word, self.vocabulary.call_words(), _sayable(self))
        raise Unreadable("T112", f"These rules know no call {quoted(word)}.", word, at, remedy)

    def cards_or_count(self, event: Event, text: str, at: int) -> None:
        """Cards, or a bare number of them; no text is one card."""
        if not text:
            event.count = 1
            return
        first, *rest = text.split(None, 1)
        if number(first) is not None and (not rest or is_one_of(rest[0], ("card", "cards"))):
            event.count = count_of_cards(first, at, least=1)
            return
        self.some_cards(event, text, at)

    def some_cards(self, event: Event, text: str, at: int) -> None:
        """Cards, one at least."""
        event.cards = cards = self.cards.listed(text, at, self.faults)
        event.count = len(cards)
        if not cards:
            raise Unreadable("T105", "At least one card is expected here.", text, at, "Name the card, or `unknown`.")

    def choices(self, event: Event, text: str, at: int) -> None:
        """Choices with commas between, kept as written."""
        if text.count(",") >= MOST_ITEMS:
            raise Unreadable("T105", "Nobody has so many choices to make.", text, at, "Write fewer.")
        found = list(items(text, at))
        for choice, place in found or [("", at)]:
            if not choice:
                remedy = "Write what was chosen, or `nothing`."
                raise Unreadable("T114", "A choice is missing here.", "", place, remedy)
        event.choices = tuple([choice for choice, _ in found])
        event.choice_spans = tuple([self.faults.span(choice, place) for choice, place in found])


def _plays(acts: Acts, event: Event, text: str, at: int) -> None:
    cards = acts.cards.known.get(text)
    if not cards:
        place = _word_at(text, "choosing")
        named = text if place < 0 else text[:place].rstrip()
        if not named:
            raise Unreadable("T114", "What is played is missing here.", text, at, "Write the card, or `unknown`.")
        acts.some_cards(event, named, at)
        if place >= 0:
            choice = text[place + 8 :].lstrip()
            acts.choices(event, choice, at + len(text) - len(choice))
        return
    event.cards = cards
    event.count = len(cards)


def _word_at(text: str, word: str) -> int:
    """Where a word stands alone in a text for the first time, in any case; -1 where it doesn't."""
    low = text.lower()
    if len(low) != len(text):  # a letter that grows in small letters would move the columns
        low = text
    place = low.find(word)
    while place >= 0:
        end = place + len(word)
        if (place == 0 or low[place - 1].isspace()) and (end == len(low) or low[end].isspace()):
            return place
        place = low.find(word, place + 1)
    return -1


def _chooses(acts: Acts, event: Event, text: str, at: int) -> None:
    acts.choices(event, text, at)


def _draws(acts: Acts, event: Event, text: str, at: int) -> None:
    cards = acts.cards.known.get(text)
    if cards:
        event.cards = cards
        event.count = len(cards)
        if not text[0].isdigit():
            return
        event.cards = ()
    acts.cards_or_count(event, text, at)


def _discards(acts: Acts, event: Event, text: str, at: int) -> None:
    if not text:
        raise Unreadable(
            "T114", "What is discarded is missing here.", "", at, "Write cards, or how many: `discards 3`."
        )
    acts.cards_or_count(event, text, at)


def _nothing_more(acts: Acts, event: Event, text: str, at: int) -> None:
    if text:
        sentence = f"Nothing is expected behind `{event.verb}`."
        raise Unreadable("T114", sentence, text, at, "Leave it out, or begin a new line.")


def _calls(acts: Acts, event: Event, text: str, at: int) -> None:
    if not text:
        raise Unreadable("T114", "What is called is missing here.", "", at, _sayable(acts))
    event.word, event.target = acts.call(text, at)


def _sayable(acts: Acts) -> str:
    said = acts.vocabulary.call_words()
    return f"What can be called: {', '.join(said[:8])}." if said else "These rules know no call."


def _catches(acts: Acts, event: Event, text: str, at: int) -> None:
    event.word = acts.called("catch") or ""
    event.target = acts.seats.named(text, at)


def _challenges(acts: Acts, event: Event, text: str, at: int) -> None:
    event.word = acts.called("challenge") or ""
    if text:
        event.target = acts.seats.named(text, at)


def _shows(acts: Acts, event: Event, text: str, at: int) -> None:
    if text[:4].lower() == "hand" and text[4:].lstrip()[:1] == ":":
        event.verb = "shows hand"
        cards = text.partition(":")[2].lstrip()
        at += len(text) - len(cards)
        none = is_one_of(cards, NO_CARDS)
        event.cards = () if none else acts.cards.listed(cards, at, acts.faults)
        event.count = len(event.cards)
    else:
        if is_one_of(text, ("", "hand")):
            remedy = "Write cards, or the whole hand: `shows hand: …`."
            raise Unreadable("T114", "The cards that are shown are missing here.", text, at, remedy)
        acts.some_cards(event, text, at)


def _takes(acts: Acts, event: Event, text: str, at: int) -> None:
    first, *rest = text.split(None, 1) or ("",)
    if first.lower() == "back":
        event.verb = "takes back"
        cards = rest[0] if rest else ""
        if not cards:
            raise Unreadable("T114", "Which card is taken back is missing here.", text, at, "Write the card.")
        acts.some_cards(event, cards, at + len(text) - len(cards))
        return
    # Names and cards may hold the word: the first place behind which a player is named is meant. Names are short.
    start = max(0, len(text) - 5 * LONGEST_NAME)
    place, name = _word_at(text[start:], "from"), ""
    while place >= 0:
        start += place + 4
        name = text[start:].lstrip()
        event.target = acts.seats.get(name)
        if event.target is not None:
            acts.cards_or_count(event, text[: start - 4].rstrip(), at)
            return
        place = _word_at(text[start:], "from")
    if name:
        raise acts.seats.stranger(name, at + len(text) - len(name))
    remedy = "Write from whom: `takes 1 from Ann`. A card that was just played is taken back: `takes back …`."
    raise Unreadable("T114", "From whom the card is taken is missing here.", text, at, remedy)


def _has(acts: Acts, event: Event, text: str, at: int) -> None:
    event.target = event.actor
    first, *rest = text.split(None, 1) or ("",)
    if is_one_of(text, NO_CARDS):
        return
    if rest and not is_one_of(rest[0], ("card", "cards")):
        sentence = f"A number of cards is expected here, not {quoted(text)}."
        raise Unreadable("T105", sentence, text, at, "Write it so: `has 3`. Cards are shown: `shows …`.")
    event.count = count_of_cards(first, at)


def _wins(acts: Acts, event: Event, text: str, at: int) -> None:
    event.target = event.actor
    _nothing_more(acts, event, text, at)


# What reads the text behind a verb, which begins at a column from 0, into the event.
Reader = Callable[[Acts, Event, str, int], None]

# What stands behind a player's name, the verb of the event, and what reads the rest.
PLAYER_VERBS: dict[str, tuple[str, Reader]] = {
    "plays": ("plays", _plays),
    "draws": ("draws", _draws),
    "passes": ("passes", _nothing_more),
    "chooses": ("chooses", _chooses),
    "calls": ("calls", _calls),
    "says": ("calls", _calls),
    "catches": ("calls", _catches),
    "challenges": ("calls", _challenges),
    "shows": ("shows", _shows),
    "takes": ("takes", _takes),
    "discards": ("discards", _discards),
    "has": ("has", _has),
    "wins": ("wins", _wins),
}


def read_reshuffle(acts: Acts, event: Event, text: str, at: int) -> None:
    """The order that a reshuffle gives the draw pile, where one is written."""
    if text:
        event.cards = acts.cards.listed(text, at, acts.faults)
        event.count = len(event.cards)


def read_score(event: Event, seat: int, text: str, at: int) -> None:
    """A claim of a score."""
    event.actor = event.target = seat
    event.count = points(text, at)
