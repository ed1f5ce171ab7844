"""What each line of a rulebook is, whether or not it can be read, and how such a line looks."""

from __future__ import annotations

import re
from difflib import get_close_matches

# ---------------------------------------------------------------- how things look

LOOKS = {
    "rulebook": 'rulebook lions "The lion game"',
    "part": "part",
    "source": 'source R "The printed rules"',
    "extends": "extends basics and points",
    "players": "players 2 to 10",
    "deck": 'deck of 52 from R "What is in the box"',
    "group": 'group cats: lion, tiger "The cards with claws."',
    "table": 'table claws "How many claws a card has."',
    "choice": "choice mood: glad, grim",
    "word": 'word fits, fit "Which cards may go on the top card."',
    "card": 'card lion "The next player draws two cards."',
    "cards": 'cards lion, tiger "The next player draws two cards."',
    "option": 'option penalty 2 from 1 to 10 "Cards for a forgotten call."',
    "reading": 'reading early-draw "a player may draw" from R "Playing"',
    "counter": 'counter debt written owes until turn "Cards that are owed."',
    "mark": 'mark called of a player until another player moves "Has called."',
    "call": "call last-card said hey, ho",
    "moment": 'moment drawn "After the draw."',
    "window": 'window early "The call may come a little early."',
    "in": "in turn",
    "without": "without window early",
    "house rule": 'house rule roaring "Whoever plays a lion roars." off from R "Variants"',
    "with": "with early-draw is yes",
    "requires": "requires roaring",
    "excludes": "excludes roaring",
    "over": "over roaring",
}
"""One example for each item of a rulebook."""

ITEMS = tuple(LOOKS)
IN_HOUSE = ("requires", "excludes", "over")

LOOKS_BELOW = {
    "line": 'draw "Or draw the top card." from R "Drawing"',
    "card line": 'only-last "Only as the last card."',
    "window line": "beside turn",
    "change line": 'draw "Or draw the top card." before keep',
    "statement": "player may draw 1 card, if player has no cards -> drawn",
    "deck line": "2 x 1..9, lion",
    "count": "2 x 1..9, lion",
    "candidate": 'yes "a player may draw as well"',
    "row": "4: lion, tiger",
    "definition": "a card fits if its face is the face of the top card",
}

WHAT = {
    "line": "a line of a moment",
    "card line": "a line of a card",
    "window line": "a line of a window",
    "change line": "a line of a moment or window",
    "statement": "a rule",
    "deck line": "a line of a deck",
    "count": "a count of cards",
    "candidate": "a candidate of a reading",
    "row": "a row of a table",
    "definition": "the meaning of a word",
}


def like(what: str) -> str:
    return f"`{LOOKS.get(what) or LOOKS_BELOW[what]}`"


# ---------------------------------------------------------------- what kind of line a line is

# What stands in the block below an item, by its first word.
BELOW = {
    "deck": "deck line",
    "card": "card line",
    "cards": "card line",
    "moment": "line",
    "window": "window line",
    "in": "change line",
    "reading": "candidate",
    "table": "row",
    "word": "definition",
    "house rule": "item",
    "with": "item",
}

_WITHOUT_BLOCK = {
    "item": "extends x",
    "line": "remove x",
    "card line": "remove x",
    "window line": "remove x",
    "change line": "remove x",
    "statement": "x",
    "deck line": "x: x",
    "count": "1 x x",
    "candidate": 'x "x"',
    "row": "1: x",
    "definition": "each rulebook says",
}
_WITH_BLOCK = {
    "deck": "deck of 1",
    "card": "card x",
    "cards": "card x",
    "moment": "moment x",
    "window": "window x",
    "in": "in x",
    "reading": 'reading x "x"',
    "table": "table x",
    "word": "word x",
    "house rule": 'house rule x "x" on',
    "with": "with x",
}


class Outline:
    """The rows of one item and what each of them is: an item, a line, a statement …"""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.kinds: list[str] = []
        stack: list[tuple[int, str]] = []  # indent of a row, and what the rows below it are
        for row in rows:
            if not row:
                self.kinds.append("")
                continue
            indent = indent_of(row)
            while stack and stack[-1][0] >= indent:
                stack.pop()
            kind = stack[-1][1] if stack else "item"
            self.kinds.append(kind)
            stack.append((indent, self._below(kind, row)))

    def _below(self, kind: str, row: str) -> str:
        if kind == "item":
            return BELOW.get(item_word(row)[0], "item")
        if kind == "deck line":
            return "count"
        return "statement"

    def below(self, place: int) -> list[int]:
        """The rows of the block below a row."""
        indent = indent_of(self.rows[place])
        found = []
        for after in range(place + 1, len(self.rows)):
            if self.rows[after]:
                if indent_of(self.rows[after]) <= indent:
                    break
                found.append(after)
        return found

    def substitute(self, rows: list[str], place: int) -> None:
        """Puts in place of a row one of its kind that can be read, without the block below if that can't stay."""
        row, kind = self.rows[place], self.kinds[place]
        below = self.below(place)
        word = item_word(row)[0] if kind == "item" else row.split()[0]
        new = self._with_block(kind, word, row) if below else None
        takes_block = new is not None
        new = new or self._without_block(kind, word, place)
        if not takes_block:
            for after in below:
                rows[after] = ""
        rows[place] = " " * indent_of(row) + new

    def _with_block(self, kind: str, word: str, row: str) -> str | None:
        """A plain head for the block below a row, if its kind has blocks."""
        if kind == "item":
            return _WITH_BLOCK.get(word)
        if kind == "statement":
            return {"if": "if x", "otherwise": "otherwise if x" if " if " in row else "otherwise"}.get(word)
        if kind == "deck line":
            return "each x"
        return "x" if kind.endswith("line") else None

    def _without_block(self, kind: str, word: str, place: int) -> str:
        """A plain row without a block."""
        if kind == "item" and place == 0 and word in ("rulebook", "part"):
            return LOOKS[word]
        if kind == "item" and word in ("deck", "card", "cards", "moment", "window", "house rule"):
            return _WITH_BLOCK[word]
        own = {
            "deck line": {"written": "written x"},
            "candidate": {"default": "default x"},
            "window line": {"beside": "beside x", "until": "until x", "always": "always"},
        }
        return own.get(kind, {}).get(word) or _WITHOUT_BLOCK[kind]


def indent_of(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def item_word(row: str) -> tuple[str, bool]:
    """The word that an item begins with (`house rule` is one), mended if it is misspelt; and whether it was right."""
    words = re.findall(r"[^\s\",:()#]+", row)[:2]
    if not words:
        return "", False
    if " ".join(words) == "house rule":
        return "house rule", True
    if words[0] in LOOKS:
        return words[0], True
    if words[0].isdigit() and words[1:] in (["decks"], ["deck"]):
        return "deck", True
    close = get_close_matches(" ".join(words).lower(), ["house rule"], 1, 0.8)
    close = close or get_close_matches(words[0].lower(), ITEMS, 1, 0.65)
    if not close and words[0] == "house":
        close = ["house rule"]
    return (close[0] if close else words[0]), False
