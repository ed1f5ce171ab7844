"""Objects of JSON Lines field by field: what is missing, of another type or not to be written becomes a fault."""

from __future__ import annotations

import json
import re
from typing import Any

from refcli.record.faults import Faults, Unreadable, did_you_mean, quoted
from refcli.record.stream import RawGame
from refcli.text import Span

Object = dict[str, Any]

# What the written form can't hold in one value: line ends and what is no character, an expectation, a comment.
_UNWRITABLE = re.compile("[\n\r\0\ud800-\udfff]|=>|\\s#")
# Within a stamp or an expectation only the first kind.
_NO_LINE = re.compile("[\n\r\0\ud800-\udfff]")

# In a longer line no stretch is looked for: the whole line is the place.
_LONGEST_SEARCHED = 100_000


class ObjectFaults(Faults):
    """Finds the stretch that a fault is about within the object's line; else the whole line is its place."""

    def __init__(self, raw: RawGame) -> None:
        super().__init__(raw.path)
        self.raw = raw

    def span(self, text: str, at: int) -> Span:
        row = self.raw.lines[self.line - self.raw.first_line].rstrip()
        place = -1
        if text and row.endswith(text):
            place = len(row) - len(text)
        elif text and len(row) <= _LONGEST_SEARCHED:
            place = row.find(json.dumps(text, ensure_ascii=False)[1:-1])
        if place < 0:
            place = len(row) - len(row.lstrip())
            text = row[place:]
        return super().span(text, place)


def parsed(line: str) -> Object:
    """The object on a line; Unreadable for any other line."""
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        rest = line[min(error.pos, len(line.rstrip()) - 1) :].rstrip()
        sentence = f"This is no JSON object: {error.msg[:1].lower()}{error.msg[1:]}."
        raise Unreadable("T201", sentence, rest, 0, "Each line holds one object: {…}.") from None
    except (ValueError, RecursionError):
        raise Unreadable("T201", "This is no JSON object that can be read.", line, 0, "Each line holds one.") from None
    if not isinstance(found, dict):
        raise Unreadable(
            "T202", f"An object is expected here, not {_kind(found)}.", line, 0, "Each line holds one: {…}."
        )
    return found


def joined(found: Object, key: str) -> str:
    """A list of texts, with commas as the written form has it."""
    return ", ".join(texts(found, key))


def texts(found: Object, key: str) -> list[str]:
    """A list of texts."""
    value = found[key]
    if not isinstance(value, list):
        raise wrong(key, "a list", value)
    for item in value:
        if not isinstance(item, str):
            raise wrong(key, "a list of texts", item)
        check_writable(item, key)
    return [item.strip() for item in value]


def text_of(found: Object, key: str) -> str:
    """A text, which has to be there."""
    value = found.get(key)
    if value is None:
        raise Unreadable("T203", f"The field `{key}` is missing in this object.", "", 0, f'Add it: "{key}": "…".')
    if not isinstance(value, str):
        raise wrong(key, "a text", value)
    check_writable(value, key)
    return value.strip()


def whole_number(found: Object, key: str) -> str:
    """A whole number in digits."""
    value = found.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(key, "a whole number", value)
    # Longer numbers are refused where they are read; writing them out could fail.
    return str(value) if abs(value) < 10**12 else "9" * 12


def check_writable(text: str, key: str) -> None:
    """Refuses a text that would not come back from the written form."""
    if (_NO_LINE if key in ("stamp", "expect") else _UNWRITABLE).search(text):
        sentence = f"The text of `{key}` has a line end, an arrow or a comment in it, which no record can hold."
        raise Unreadable("T203", sentence, text, 0, "Leave it out.")


def wrong(key: str, wanted: str, value: object) -> Unreadable:
    """The fault of a field of another type than is wanted."""
    sentence = f"In `{key}` {wanted} is expected, not {_kind(value)}."
    return Unreadable("T203", sentence, key, 0, "Write what is expected.")


def _kind(value: object) -> str:
    names = {
        bool: "true or false",
        dict: "an object",
        list: "a list",
        str: "a text",
        int: "a number",
        float: "a number",
    }
    return names.get(type(value), "nothing")


def known_fields(found: Object, fields: tuple[str, ...]) -> None:
    """Refuses an object with other fields than these."""
    for key in found:
        if key not in fields:
            remedy = did_you_mean(key, fields, f"Fields are: {', '.join(fields)}.")
            raise Unreadable("T204", f"The field {quoted(key)} has no meaning here.", key, 0, remedy)
