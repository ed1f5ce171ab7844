"""On what an answer hangs: the readings, options and house rules under which it would be another one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from refcli.questions.court import Court
from refcli.questions.model import Answer, Asked, NotUnderstood
from refcli.questions.settings import Change, bounds_of, changes, court_under, places_here
from refcli.questions.tree import Node

if TYPE_CHECKING:
    from collections.abc import Callable

# Forms whose answers may hang on a setting that has a say at this point of the game.
HANGING = ("may", "must", "what_may_play", "what_may_do", "why_may", "must_draw", "turn", "is_turn", "next")
JUDGED = ("why", "outcome")  # forms about an event: what has a say where it was done
MOST = 16


def settings_with_a_say(court: Court, faces: tuple[str, ...]) -> list[Change]:
    """Single settings that have a say in what may be done at this point; of an option its bounds only."""
    places = places_here(court, faces)
    rules = court.rules
    found = []
    for change in (*changes(rules), *bounds_of(rules)):
        if places & set(rules.TOUCHES.get(change.name, ("*",))):
            found.append(change)
    return found[:MOST]


def hangings(court: Court, asked: Asked, answer: Answer, put: Callable[[Court, Asked], Answer]) -> list[Node]:
    """A node for each setting under which the same question, at the same point, is answered differently."""
    if asked.form not in (*HANGING, *JUDGED):
        return []
    cards = answer.event.cards if answer.event is not None else ()
    faces = tuple(dict.fromkeys(court.rules.FACES[kind] for kind in cards if kind is not None))
    plain = replace(asked, at=None, on=(), off=(), under="")
    plain.player = court.seat(asked.player)
    here = court
    if asked.form in JUDGED and answer.event is not None:
        plain.number = answer.event.number
        here = court.at(("event", plain.number))
    grouped: dict[str, list[tuple[Change, str]]] = {}
    for change in settings_with_a_say(here, faces):
        other = court_under(court, (change,))
        if other is None:
            continue
        try:
            there = put(other, plain)
        except NotUnderstood:
            continue
        if there.text != answer.text:
            grouped.setdefault(change.name, []).append((change, there.text))
    return [_node(court, name, others) for name, others in grouped.items()]


def _node(court: Court, name: str, others: list[tuple[Change, str]]) -> Node:
    """A setting with the answers that it would give otherwise."""
    rules = court.rules
    first = others[0][0]
    if first.kind == "reading":
        value, _, words, source, candidates = rules.READINGS[name]
        node = Node("reading", words, True, source=source)
        meaning = next((text for way, _, text in candidates if way == value), "")
        node.parts.append(Node("other", f"here {name} is read as {value}: {meaning}", True))
    elif first.kind == "option":
        node = Node("option", f"{name} is {rules.OPTIONS[name][0]} here", True)
    else:
        active, _, sentence, source = rules.HOUSES[name]
        node = Node(
            "house", f"{name}, which is {'on' if active else 'off'} here: “{sentence.rstrip('.')}”", True, source=source
        )
    for change, text in others:
        words = ", ".join(text.split("\n"))
        meaning = f" ({change.described(rules)})" if change.kind == "reading" else ""
        node.parts.append(
            Node("other", f"{change.words}{meaning}: {words}", text not in ("no", "nothing"), answer=text)
        )
    return node
