"""Answers about the rules themselves: what a rule, house rule, reading or option says."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from refcli.questions.court import Court
from refcli.questions.model import Answer, Asked, NotUnderstood
from refcli.questions.settings import Change, under
from refcli.questions.tree import Node, Place


def explain(court: Court, asked: Asked) -> Answer:
    """The sentence of a rule, with its source and its place in the rulebook."""
    rules = court.rules
    name = "-".join(asked.name.lower().split())
    if name not in (line[0].split("/")[-1] for line in rules.LINES):
        name = re.sub(r"-(house-)?rules?$", "", name)
    lines = [line for line in rules.LINES if line[0] == name] or [
        line for line in rules.LINES if line[0].split("/")[-1] == name
    ]
    if lines:
        parts = [
            Node("position", " · ".join(x for x in (f"house rule {line[10]}" if line[10] else "", line[2] or rules.TITLE) if x), True,
                 rule=line[0], source=line[2], house=line[10], written=Place(line[3], line[4], line[5]))
            for line in lines
        ]  # fmt: skip
        return _explained(lines[0][1], "\n".join(f"{line[0]}: {line[1]}" for line in lines), parts)
    if name in rules.HOUSES:
        active, _, sentence, source = rules.HOUSES[name]
        there = rules if active else _switched_on(court, name)
        lines = [line for line in there.LINES if line[10] == name]
        parts = [
            Node(
                "position",
                f"a house rule, {'on' if active else 'off'} at this table" + (f" · {source}" if source else ""),
                True,
            )
        ]
        parts += [
            Node("position", f"“{line[1]}” ({line[0]})", True, written=Place(line[3], line[4], line[5]))
            for line in lines
        ]
        return _explained(sentence, f"{name}: {sentence}", parts)
    if name in rules.READINGS:
        value, _, words, source, candidates = rules.READINGS[name]
        parts = [
            Node("position", f"{way}{' (here)' if way == value else ''}: {meaning}", True)
            for way, _, meaning in candidates
        ]
        return _explained(words, f"{name}: how “{words}” is read ({source})", parts)
    if name in rules.OPTIONS:
        value, default, low, high, sentence = rules.OPTIONS[name]
        parts = [Node("position", f"{value} at this table, {default} usually, from {low} to {high}", True)]
        return _explained(sentence, f"{name}: {sentence}", parts)
    known = [line[0] for line in rules.LINES] + list(rules.HOUSES) + list(rules.READINGS) + list(rules.OPTIONS)
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"rules are called, for example, {known[len(known) // 2]}"
    raise NotUnderstood(f'no rule of {rules.TITLE} is called "{asked.name[:40]}"; {hint}')


def _switched_on(court: Court, name: str) -> Any:
    """The rules as they are with a house rule on: its lines aren't among the others while it's off."""
    other = under(court.referee, (Change("house", name),))
    return court.rules if other is None else other.rules


def _explained(text: str, says: str, parts: list[Node]) -> Answer:
    found = Answer(text, kind="value", says=says)
    found.grow = lambda: Node("answer", says, True, parts, answer=text)
    return found
