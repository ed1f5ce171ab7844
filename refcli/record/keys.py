"""Header lines by their shape: `key: value`, a player's name within a key, names and house rules with commas."""

from __future__ import annotations

from dataclasses import dataclass

from refcli.record.faults import Faults, Unreadable, quoted
from refcli.record.words import LONGEST_NAME, Seats, fold, items

MOST_PLAYERS = 100


@dataclass(slots=True)
class Line:
    """A `key: value` line: the key folded and as written, the value with its column, the whole statement."""

    key: str
    written: str
    value: str
    value_at: int
    text: str
    at: int
    number: int
    answer: str | None
    answer_at: int


def key_line(text: str, at: int, number: int, answer: str | None, answer_at: int) -> Line | None:
    """The statement as a `key: value` line, or None where it has no key."""
    written, colon, rest = text.partition(":")
    if not colon or not written or len(written) > 2 * LONGEST_NAME:
        return None
    value = rest.lstrip()
    value_at = at + len(text) - len(value)
    return Line(fold(written), " ".join(written.split()), value, value_at, text, at, number, answer, answer_at)


def named_line(line: Line, seats: Seats) -> tuple[int, str, int]:
    """Seat, value and column of a `hand NAME: …` or `score NAME: …` line; a name may itself hold a colon."""
    rest = line.text.split(None, 1)[1]
    at = line.at + len(line.text) - len(rest)
    colon = rest.find(":")
    first = rest[:colon].rstrip()
    found = None
    while 0 <= colon <= 2 * LONGEST_NAME:
        seat = seats.get(rest[:colon].rstrip())
        if seat is not None:
            value = rest[colon + 1 :].lstrip()
            found = seat, value, at + len(rest) - len(value)
        colon = rest.find(":", colon + 1)
    if found is None:
        raise seats.stranger(first, at)
    return found


def player_names(line: Line, faults: Faults) -> list[str]:
    """The names of a `players:` line; one that can't be used is a fault, and the others stay."""
    names: list[str] = []
    seen: set[str] = set()
    for written, at in items(line.value, line.value_at):
        name = " ".join(written.split())
        fault = None
        if not name:
            fault = Unreadable(
                "T109", "A player's name is missing here.", "", at, "Write names with commas between: `Ann, Bo`."
            )
        elif len(name) > LONGEST_NAME:
            sentence = f"A name has at most {LONGEST_NAME} letters."
            fault = Unreadable("T109", sentence, written, at, "Write a shorter one.")
        elif name[0] in "[?#":
            sentence = (
                f"A player can't be called {quoted(name)}: {name[0]} means something else at the start of a line."
            )
            fault = Unreadable("T109", sentence, written, at, f"Leave out the {name[0]}.")
        elif fold(name) in seen:
            sentence = f"Two players are called {quoted(name)}."
            fault = Unreadable("T109", sentence, written, at, "Tell them apart: `Ann B`, say.")
        elif len(names) == MOST_PLAYERS:
            faults.add(
                Unreadable("T110", f"More than {MOST_PLAYERS} players fit at no table.", written, at, "Name fewer.")
            )
            break
        if fault:
            faults.add(fault)
        else:
            names.append(name)
            seen.add(fold(name))
    return names


def switches(text: str) -> list[str]:
    """The house rules and options of a `with:` or `without:` line."""
    return [" ".join(item.split()) for item, _ in items(text, 0) if item]
