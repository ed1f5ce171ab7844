"""How what every line is made of is written: comments, stamps and expectations, players, cards, numbers, lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from refcli.record.faults import Faults, Unreadable, did_you_mean, meant, quoted
from refcli.record.model import Expectation, Vocabulary

MOST_CARDS = 10_000
MOST_POINTS = 1_000_000
LONGEST_NAME = 60
LONGEST_CARD = 100
MOST_ITEMS = 1_000

OUTCOMES = ("legal", "illegal", "bluff", "undetermined", "unruled", "impossible")
# Answers of a question behind which a rule may stand in parentheses, as behind an outcome.
_ANSWERS = ("yes", "no", "undetermined", "unruled")

NO_CARDS = ("nothing", "none", "no cards")

_UNSEEN = {"unknown", "?", "unknown card", "unknown cards", "card", "cards"}
_CARD_CACHE = 20_000

_NOTHING: tuple[str, int, str, str | None, int] = ("", 0, "", None, 0)


def fold(text: str) -> str:
    """Text as it is compared: case, runs of blanks and ways of composing a letter don't matter."""
    if text.isascii():
        return " ".join(text.lower().split())
    normal = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return " ".join(normal.split())


def is_one_of(text: str, words: tuple[str, ...]) -> bool:
    """Whether a short text is one of the folded words; a long one isn't looked at."""
    return len(text) <= 60 and fold(text) in words


def cut(line: str) -> tuple[str, int, str, str | None, int]:
    """A line without its comment: statement, its column from 0, time stamp, expectation or None, its column."""
    text = line.strip()
    if not text or text[0] == "#":
        return _NOTHING
    at = 0 if line[0] == text[0] else line.find(text[0])
    if "#" not in text and "=" not in text and text[0] != "[":
        return text, at, "", None, 0
    stamp = ""
    if text[0] == "[":
        end = text.find("]")
        if end < 0:
            remedy = "Close the time stamp: `[20:14:03] Ann passes`."
            raise Unreadable("T116", "This square bracket is never closed.", "[", at, remedy)
        stamp = text[1:end].strip()
        rest = text[end + 1 :].lstrip()
        at += len(text) - len(rest)
        text = rest
        if not text or text[0] == "#":
            return _NOTHING
    if "#" in text:
        sign = text.find("#")
        while sign >= 0:
            if text[sign - 1].isspace():
                text = text[:sign].rstrip()
                break
            sign = text.find("#", sign + 1)
    arrow = text.find("=>")
    if arrow < 0:
        return text, at, stamp, None, 0
    answer = text[arrow + 2 :].lstrip()
    return text[:arrow].rstrip(), at, stamp, answer, at + len(text) - len(answer)


def expectation(answer: str, at: int, faults: Faults, question: bool = False) -> Expectation | None:
    """What stands behind `=>`: an outcome, or a question's answer; None, and a fault, where it is neither."""
    head, rule = answer, ""
    if answer.endswith(")"):
        before, _, inside = answer[:-1].rpartition("(")
        if not question or fold(before) in _ANSWERS:
            head, rule = before, inside.strip()
    span = faults.span(answer, at)
    if question and answer:
        return Expectation(head.strip(), span, rule)
    outcome = fold(head)
    if outcome in OUTCOMES:
        return Expectation(outcome, span, rule)
    if question:
        fault = Unreadable("T115", "Behind `=>` the answer is missing.", "=>", at - 2, "Write it, or leave out `=>`.")
    else:
        wanted = "Behind `=>` one of these is expected: " + ", ".join(OUTCOMES) + "."
        fault = Unreadable(
            "T115",
            wanted,
            answer or "=>",
            at if answer else at - 2,
            did_you_mean(outcome, OUTCOMES, "Write one of them, or leave `=>` out."),
        )
    faults.add(fault)
    return None


def number(text: str) -> int | None:
    """The number that is written so in digits, or None; never more than a thousand million."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")
    return int(digits or "0") if len(digits) <= 9 else 10**9


def count_of_cards(text: str, at: int, least: int = 0) -> int:
    """A number of cards that a line may name, at least `least`; Unreadable for any other text."""
    count = number(text)
    if not text:
        raise Unreadable("T105", "A number of cards is missing here.", "", at, "Write digits: `3`.")
    if count is None:
        raise Unreadable(
            "T105", f"A number of cards is expected here, not {quoted(text)}.", text, at, "Write digits: `3`."
        )
    if count > MOST_CARDS:
        raise Unreadable(
            "T105", f"More than {MOST_CARDS:,} cards are on no table.", text, at, "Write a smaller number."
        )
    if count < least:
        raise Unreadable(
            "T105", f"At least {least} is expected here.", text, at, "Leave the line out where nothing moved."
        )
    return count


def points(text: str, at: int) -> int:
    """A score, which may be negative; Unreadable for any other text."""
    amount = number(text.removeprefix("-"))
    if amount is None:
        raise Unreadable(
            "T105", f"A number of points is expected here, not {quoted(text)}.", text, at, "Write digits: `127`."
        )
    if amount > MOST_POINTS:
        raise Unreadable(
            "T105", f"A score of more than {MOST_POINTS:,} isn't read.", text, at, "Write a smaller number."
        )
    return -amount if text.startswith("-") else amount


def items(text: str, at: int) -> Iterator[tuple[str, int]]:
    """What stands between commas, each with its column."""
    for item in text.split(",") if text else ():
        inner = item.strip()
        yield inner, at + (len(item) - len(item.lstrip()) if inner else 0)
        at += len(item) + 1


class Seats:
    """The players by the names that lines call them."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self._seats = {fold(name): seat for seat, name in enumerate(names)}
        self._longest = max((len(name.split()) for name in names), default=0)
        first_words = [fold(name).partition(" ")[0] for name in names]
        # Names of one word that no other name begins with: the word alone tells who is meant.
        self.plain = {
            name: seat
            for seat, name in enumerate(names)
            if " " not in name and first_words.count(first_words[seat]) == 1
        }
        self._exact = {name: seat for seat, name in enumerate(names)}

    def get(self, text: str) -> int | None:
        """The seat of the player with that name, or None."""
        seat = self._exact.get(text)
        if seat is None and len(text) <= 4 * LONGEST_NAME:
            return self._seats.get(fold(text))
        return seat

    def named(self, text: str, at: int) -> int:
        """The seat of the player with that name; Unreadable where nobody is called so."""
        seat = self.get(text)
        if seat is None:
            raise self.stranger(text, at)
        return seat

    def stranger(self, text: str, at: int) -> Unreadable:
        """The fault of a name that nobody at the table has."""
        if not text:
            return Unreadable("T102", "A player's name is missing here.", "", at, f"Who plays: {self.listed()}.")
        remedy = did_you_mean(text, self.names, f"Who plays: {self.listed()}.")
        return Unreadable("T102", f"Nobody called {quoted(text)} is in this game.", text, at, remedy)

    def listed(self) -> str:
        """The names for a sentence."""
        return ", ".join(self.names[:8]) + (", …" if len(self.names) > 8 else "")

    def leading(self, text: str) -> Iterator[tuple[int, str]]:
        """Players whose name `text` begins with, the longest name first, each with what stands behind it."""
        for words in range(self._longest, 0, -1):
            parts = text.split(None, words)
            if len(parts) < words:
                continue
            rest = parts[words] if len(parts) > words else ""
            seat = self.get(text[: len(text) - len(rest)].rstrip())
            if seat is not None:
                yield seat, rest


class Cards:
    """Cards and lists of cards as lines write them; what has been read once is not looked up again."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.known: dict[str, tuple[int | None, ...]] = {}

    def listed(self, text: str, at: int, faults: Faults, bare: bool = False) -> tuple[int | None, ...]:
        """The cards between commas, None for each unknown one; with `bare`, a number alone is so many unknown ones."""
        cards = self.known.get(text)
        if cards is not None:
            return cards
        if "," not in text:
            return self._item(text, at, faults, bare)
        found: list[int | None] = []
        for item, place in items(text, at):
            found += self.known.get(item) or self._item(item, place, faults, bare)
            if len(found) > MOST_CARDS:
                sentence = f"More than {MOST_CARDS:,} cards are on no table."
                raise Unreadable("T105", sentence, item, place, "Write fewer cards.")
        return tuple(found)

    def _item(self, text: str, at: int, faults: Faults, bare: bool) -> tuple[int | None, ...]:
        if len(text) > LONGEST_CARD:
            raise self._no_card(text, at, faults)
        kind = self.vocabulary.card(text) if text else None
        cards: tuple[int | None, ...]
        if kind is not None:
            cards = (kind,)
        elif fold(text) in ("?", "unknown", "unknown card"):
            cards = (None,)
        else:
            amount, *what = text.split(None, 1)[:2] or ("",)
            if number(amount) is None or not (fold(what[0]) in _UNSEEN if what else bare):
                raise self._no_card(text, at, faults)
            cards = (None,) * count_of_cards(amount, at)
            if not what:  # only a hand line reads it so: not to be remembered
                return cards
        if len(self.known) < _CARD_CACHE:
            self.known[text] = cards
        return cards

    def _no_card(self, text: str, at: int, faults: Faults) -> Unreadable:
        if not text:
            return Unreadable("T104", "A card is missing here.", "", at, "Write it as the rulebook does, or `unknown`.")
        remedy = ""
        if " and " in text:
            remedy = "Several cards are written with commas between them."
        elif not faults.full and len(text) <= LONGEST_CARD:
            remedy = meant(self.vocabulary.near_cards(text))
        remedy = remedy or "Write the card as the rulebook does, or `unknown` where nobody saw it."
        return Unreadable("T104", f"A card is expected here, and {quoted(text)} is none.", text, at, remedy)
