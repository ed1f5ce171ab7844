"""Auditing many games: the quick path says which are plainly clean; the explaining path has to judge the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from refcli.referee.vocabulary import Words, fold, words_of

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from typing import Any

    Loader = Callable[[str, list[str], list[str]], Any]

PLAY, DRAW, PASS, CALL, WINS, RESHUFFLE, DRAWS, PLAIN, HAS = range(9)
CHOICE = re.compile(r"^(\S+)( plays .+)\n\1 chooses ", re.MULTILINE)
MOST_LINES = 20_000  # of different events that are kept at hand

Act = tuple[int, int, int, tuple[int, ...]]  # verb, card or call, choice, cards drawn


class Cards(dict[str, int]):
    """Kinds by what is written for them, -1 for what is no card; each is looked up in the rulebook once."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def __missing__(self, text: str) -> int:
        found = self.words.card(text)
        kind = -1 if found is None else found
        if len(self) < MOST_LINES:
            self[text] = kind
        return kind

    def all(self, text: str) -> list[int]:
        """The kinds of a list of cards as it's written."""
        return list(map(self.__getitem__, text.split(", ")))


class Acts:
    """What stands behind a player's name in event lines, read once each and kept in `known`."""

    def __init__(self, rules: Any, words: Words) -> None:
        self.known: dict[str, Act] = {}
        self.rules = rules
        self.words = words
        self.calls = [name for name, _ in rules.CALLS]
        self.cards = Cards(words)

    def learn(self, name: str, rest: str, seats: dict[str, int]) -> Act | None:
        """Read a line that is new, and keep it; None for what the quick path has no words for."""
        if name not in seats:
            return (RESHUFFLE, 0, -1, ()) if name == "reshuffle" and not rest else None
        if rest[:6] == "draws " and "," in rest:
            kinds = tuple(map(self.cards.__getitem__, rest[6:].split(", ")))
            if len(kinds) > 2:  # these hardly ever come again
                return (DRAWS, 0, -1, kinds) if -1 not in kinds else None
        act = self._read(rest)
        if act is not None:
            if len(self.known) >= MOST_LINES:
                self.known.clear()
            self.known[rest] = act
        return act

    def _read(self, text: str) -> Act | None:
        verb, _, rest = text.rstrip().partition(" ")
        if verb == "plays":
            name, choosing, chosen = rest.partition(" choosing ")
            kind = self.cards[name]
            choice = self._choice(kind, chosen) if choosing else -1
            if kind < 0 or (choosing and choice < 0):
                return None
            return (PLAIN if self.rules.PLAIN[kind] else PLAY, kind, choice, ())
        if verb == "draws":
            kinds = tuple(self.cards.all(rest))
            if -1 in kinds:
                return None
            return (DRAW, kinds[0], -1, ()) if len(kinds) == 1 else (DRAWS, 0, -1, kinds)
        if verb == "passes" and not rest:
            return PASS, 0, -1, ()
        if verb == "wins" and not rest:
            return WINS, 0, -1, ()
        if verb == "has":
            number, _, noun = rest.partition(" ")
            return (HAS, int(number), -1, ()) if noun in ("", "card", "cards") and number.isdecimal() else None
        if verb in ("calls", "says"):
            call = self.words.call(rest)
            return None if call is None else (CALL, self.calls.index(call), -1, ())
        return None

    def _choice(self, kind: int, text: str) -> int:
        """The value of an attribute that a play names, if its card asks for just that."""
        rules = self.rules
        if kind < 0 or rules.ASKS.get(rules.FACES[kind]) != ("{player} chooses a|an {name.attribute}",):
            return -1
        word = "-".join(fold(text).split())
        found = [i << 8 | names.index(word) + 1 for i, names in enumerate(rules.VALUE_NAMES) if word in names]
        return found[0] if len(found) == 1 else -1


class Auditor:
    """Tells of one game after the other whether it is plainly clean; rulebooks and lines that were seen are kept.

    `loader` gives the compiled rules for the header's `rules:`, `with:` and `without:`; it may raise Faulty.
    """

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.known: dict[tuple[str, str, str], tuple[Any, Acts]] = {}

    def quick(self, text: str) -> int:
        """How many events a game has that is plainly clean; -1 where it isn't, or can't be told quickly."""
        at = text.find("\nstart: ")
        end = text.find("\n", at + 8)
        if at < 0 or end < 0:
            return -1
        name = with_ = without = dealer = ""
        players: list[str] = []
        hands: dict[str, str] = {}
        for line in text[:at].split("\n"):
            key, _, value = line.partition(": ")
            if key[:5] == "hand ":
                hands[key[5:]] = value
            elif key == "players":
                players = value.split(", ")
            elif key == "rules":
                name = value
            elif key == "with":
                with_ = value
            elif key == "without":
                without = value
            elif key == "dealer":
                dealer = value
            elif key != "game" and line and line[0] != "#":
                return -1
        found = self.known.get((name, with_, without))
        if found is None:
            found = self._load(name, with_, without)
        rules, acts = found
        if rules.quick is None or not rules.SEATS[0] <= len(players) <= rules.SEATS[1] or len(hands) != len(players):
            return -1
        try:
            start = acts.cards.all(text[at + 8 : end])[::-1]
            cards = [acts.cards.all(hands[player]) for player in players]
            seat = players.index(dealer) if dealer else len(players) - 1
        except (KeyError, ValueError):
            return -1
        if " " in "".join(players):
            return -1
        for hand in (start, *cards):
            if -1 in hand:
                return -1
        seats = {player: p for p, player in enumerate(players)}
        body = text[end + 1 :].strip("\n")
        joined = 0
        if " chooses " in body:  # a choice on a line of its own, right behind the play that asks for it
            body, joined = CHOICE.subn(r"\1\2 choosing ", body)
        lines = body.split("\n") if "\n\n" not in body else [line for line in body.split("\n") if line]
        try:
            events: int = rules.quick(lines, seats, acts, cards, start, seat)
            return events + joined if events >= 0 else -1
        except (KeyError, TypeError):  # a line of nobody at this table
            return -1

    def _load(self, name: str, with_: str, without: str) -> tuple[Any, Acts]:
        on = [item.strip() for item in with_.split(",") if item.strip()]
        off = [item.strip() for item in without.split(",") if item.strip()]
        rules = self.loader(name, on, off)
        found = self.known[name, with_, without] = (rules, Acts(rules, words_of(rules)))
        return found


def texts(stream: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Games of a stream of text blocks (of any size), each with the number of its first line; one at a time in memory."""
    rest = ""
    line = 1
    for block in stream:
        *whole, rest = (rest + block).split("\ngame: ")
        before = ""
        for index, piece in enumerate(whole):
            text = piece if not index else "game: " + piece
            if "players:" not in text:  # what stands before the first game belongs to it
                before += text + "\n"
                continue
            yield line, before + text
            line += before.count("\n") + text.count("\n") + 1
            before = ""
        if whole:
            rest = before + "game: " + rest
    if rest.strip():
        yield line, rest
