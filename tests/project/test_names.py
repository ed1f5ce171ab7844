"""No game in the machine: no card's or game's name stands in refcli/ or grammar/."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULEBOOKS = sorted((ROOT / "rulebooks").rglob("*.rules"))
FILES = sorted([*(ROOT / "refcli").rglob("*.py"), *(p for p in (ROOT / "grammar").rglob("*") if p.is_file())])

# Names of games, and words of their cards, whether or not a rulebook here has them.
ALWAYS = frozenset(
    {
        *("uno", "schitt", "schitts", "creek", "mashup", "french", "bullshit", "no-mercy"),
        *("crazy", "eight", "eights", "mau"),
        *("skip", "reverse", "wild", "draw-two", "draw-four", "wild-draw-four"),
        *("ace", "jack", "queen", "king", "clubs", "diamonds", "hearts", "spades"),
    }
)

# Python's own words, not cards.
IDIOMS = re.compile(r"\.reverse\(|\breverse\s*=|\bpytest\.skip\b|# fmt: skip\b")

# (word, files): why it may stand there.
ALLOWED = {
    ("red", "refcli/report/*"): "a terminal's colour",
    ("green", "refcli/report/*"): "a terminal's colour",
    ("yellow", "refcli/report/*"): "a terminal's colour",
    ("blue", "refcli/report/*"): "a terminal's colour",
    ("red", "refcli/cli/*"): "a terminal's colour",
    ("green", "refcli/cli/*"): "a terminal's colour",
    ("yellow", "refcli/cli/*"): "a terminal's colour",
}

DECK = r"^\s*(?:\d+\s+)?decks?\s+of\b"


def has_deck(text: str) -> bool:
    return re.search(DECK, text, re.MULTILINE) is not None


def names_in(text: str) -> set[str]:
    """The names that a rulebook gives to its game, its cards and their attributes' values."""
    found: set[str] = set()
    lists: list[str] = []
    in_deck, deck_indent = False, 0
    for row in text.splitlines():
        line = re.sub(r'"[^"]*"|(^|\s)#.*', " ", row)
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        line = line.strip()
        if in_deck and indent <= deck_indent:
            in_deck = False
        if re.match(DECK, line):
            in_deck, deck_indent = True, indent
        elif match := re.match(r"cards?\s+(.+?)(?:\s+from\b.*)?$", line):
            lists.append(match[1])
        elif in_deck and (match := re.match(r"(?:\d+\s*x\s+|(?:(?:some|unsaid)\s+)?[\w-]+\s*:\s*)(.+)$", line)):
            lists.append(re.sub(r"\bwith\s+[\w-]+\s*:", ",", match[1]))
    # A rulebook without a deck is shared by several games and named after none.
    if has_deck(text):
        found.update(re.findall(r"^rulebook\s+([\w-]+)", text, re.MULTILINE))
    for names in lists:
        found.update(name.strip() for name in names.split(","))
    # Numbers, ranges and single letters are nobody's name.
    return {name.lower() for name in found if re.fullmatch(r"[A-Za-z][\w' -]+", name)}


@cache
def all_names() -> frozenset[str]:
    return ALWAYS.union(*(names_in(path.read_text(encoding="utf-8")) for path in RULEBOOKS))


@cache
def finder() -> re.Pattern[str]:
    """Finds any name as a whole word; what a blank or hyphen joins may be joined in any way or not at all."""
    longest_first = sorted(all_names(), key=lambda name: (-len(name), name))
    words = "|".join("[-_ ]?".join(map(re.escape, re.split(r"[-_ ]+", name))) for name in longest_first)
    return re.compile(rf"(?<![A-Za-z0-9])(?:{words})(?![A-Za-z0-9])", re.IGNORECASE)


def may_stand(word: str, path: str) -> bool:
    return any(word.lower() == allowed and fnmatch(path, files) for allowed, files in ALLOWED)


def test_the_rulebooks_declare_names() -> None:
    assert RULEBOOKS, "rulebooks/ has no rulebook"
    for path in RULEBOOKS:
        text = path.read_text(encoding="utf-8")
        if has_deck(text):
            assert names_in(text), f"no name was found in {path.name}: has the language changed?"


def test_names_are_taken_from_a_rulebook() -> None:
    text = """\
rulebook snip-snap "Snip-snap"
deck of 20
  color: teal, mauve
  unsaid mark: moon
  each color
    2 x 1..3, double-snip  # two of each
  4 x joker with mood: glad, grim
card double-snip, joker "Not a name" from R "Cards"
  worth 20
counter debt: none
"""
    assert names_in(text) == {"snip-snap", "teal", "mauve", "moon", "double-snip", "joker", "glad", "grim"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_card_and_no_game_is_named(path: Path) -> None:
    where = path.relative_to(ROOT).as_posix()
    named = []
    for number, line in enumerate([where, *path.read_text(encoding="utf-8").splitlines()]):
        for match in finder().finditer(IDIOMS.sub(" ", line)):
            if not may_stand(match[0], where):
                named.append(f"{where}:{number}: “{match[0]}” in: {line.strip()}")
    assert not named, "\n".join(named)
