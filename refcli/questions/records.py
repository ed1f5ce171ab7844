"""Where in a record a fact stands: the event, or the line of the header, that it turned on."""

from __future__ import annotations

from refcli.questions.court import Court
from refcli.questions.tree import Place
from refcli.record.model import Event

# Verbs of events that a topic may turn on.
_VERBS = {
    "top": ("plays", "chooses", "takes back"), "draw": ("draws",), "pile": ("draws", "reshuffle"), "counter": ("plays", "draws"),
    "mark": ("calls", "plays"), "score": ("score", "next round"), "play": ("plays", "chooses"),
}  # fmt: skip
_HEADER = {
    "top": ("top", "start"),
    "pile": ("draw pile", "discard pile"),
    "rules": ("with", "rules"),
    "seats": ("players",),
}


def event_place(event: Event) -> Place:
    """The place of an event."""
    return Place(event.span.path, event.span.line, event.span.column, event.number)


def fact_place(court: Court, topic: str, seat: int) -> Place | None:
    """The place that a fact turned on: the last event that may have changed it, else the line of the header."""
    if topic in ("", "act"):
        return None
    events = court.referee.events
    if topic not in ("rules", "seats"):
        for event in reversed(events):
            if topic == "hand":
                if seat in (event.actor, event.target) and event.verb in (
                    "plays",
                    "draws",
                    "takes",
                    "discards",
                    "shows",
                ):
                    return event_place(event)
            elif topic not in _VERBS or event.verb in _VERBS[topic]:
                return event_place(event)
    return header_place(court, topic, seat)


def header_place(court: Court, topic: str, seat: int) -> Place | None:
    """The line of the header that tells something."""
    header = court.referee.game.header
    if topic == "hand":
        hand = header.hands.get(seat)
        return Place(hand.span.path, hand.span.line, hand.span.column) if hand is not None else None
    for key in _HEADER.get(topic, (topic, "owes", "turn", "dealer", "players")):
        span = header.spans.get(key)
        if span is not None:
            return Place(span.path, span.line, span.column)
    return None
