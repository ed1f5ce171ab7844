#!/usr/bin/env python3
"""Writes the list of all phrases into docs/language.md, from the phrase book: python docs/make_reference.py."""

from __future__ import annotations

from pathlib import Path

from refcli.language.phrasebook import BOOK

PAGE = Path(__file__).resolve().parent / "language.md"
BEGIN, END = "<!-- phrases: written by docs/make_reference.py -->", "<!-- phrases end -->"

KINDS = {
    "fact": ("Conditions", "Behind `if`, `unless`, and in words; each is true, false or unknown."),
    "step": ("Steps", "What happens. Any of them may end in `, if …` or `, unless …`."),
    "act": ("Acts", "Behind `may`, `may not`, `should not` and `must`."),
    "player": ("Players", "One player."),
    "who": ("Who", "In front of `may`, `may not`, `should not` and `must`."),
    "card": ("Single cards", "One card on the table."),
    "cards": ("Descriptions of cards", "What may be played, what a hand holds, what has to be discarded."),
    "number": ("Numbers", "Wherever a number stands."),
    "value": ("Values", "Of an attribute, such as a color."),
    "until": ("Ends", "Behind `until` of a window or a mark."),
}


# Names of the rulebook that would look like a phrase of a kind.
NAMES = {
    "{name.card}": "<face>",
    "{name.number}": "<option>",
    "{name.candidate}": "<way>",
    "{name.choiceword}": "<said>",
}


def shown(pattern: str) -> str:
    """A pattern as people read it: `{name.mark}` is `<mark>`, of two spellings the first one is shown."""
    words = []
    for word in pattern.split():
        if word.startswith("{"):
            words.append(NAMES.get(word) or "<" + word.strip("{}").removeprefix("name.") + ">")
        else:
            words.append({"a|an": "a", "card|cards": "cards"}.get(word, word))
    return " ".join(words)


def reference() -> str:
    """The reference: a table for each kind of phrase."""
    kinds = {entry.kind for entry in BOOK}
    assert kinds == set(KINDS), f"the phrase book and this page differ in {kinds ^ set(KINDS)}"
    parts = []
    for kind, (title, about) in KINDS.items():
        rows = [f"| `{shown(e.pattern)}` | {e.about.replace('|', '/')} |" for e in BOOK if e.kind == kind]
        parts.append("\n".join([f"### {title}", "", about, "", "| phrase | means |", "|---|---|", *rows]))
    return "\n\n".join(parts)


def fresh(text: str) -> str:
    """A page with the list between its marks written anew."""
    head, rest = text.split(BEGIN)
    _, tail = rest.split(END)
    return f"{head}{BEGIN}\n\n{reference()}\n\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(fresh(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
