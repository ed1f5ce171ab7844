"""Evidence in words, and as plain values: the lines of a proof, two deals, what would settle an open event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refcli.referee.evidence.deals import Deal
    from refcli.referee.evidence.found import Evidence


def evidence_rows(found: Evidence) -> Iterator[tuple[str, str]]:
    """Labels with what stands behind them, for the report on a game."""
    label = "proof"
    for line in found.lines:
        yield label, line.words
        label = ""
    for words in found.granted:
        yield label, words
        label = ""
    if found.so:
        yield label, found.so
    for deal in found.deals:
        yield ("right if" if deal.outcome == "legal" else "wrong if"), held(deal)
    if found.cut:
        yield "note", found.cut


def held(deal: Deal) -> str:
    """What makes a deal what it is, in a line."""
    name, cards = deal.held
    if name:
        return f"{name} then held {', '.join(cards)} ({deal.outcome})"
    rows = deal_rows(deal)
    return f"{'; '.join(rows)} ({deal.outcome})"


def deal_rows(deal: Deal) -> list[str]:
    """A deal as lines of a record."""
    rows = [f"hand {name}: {', '.join(cards)}" for name, cards in deal.hands]
    return [*rows, *(f"event {event.number}, {event.text}: {', '.join(cards)}" for event, cards in deal.draws)]


def evidence_object(found: Evidence | None) -> dict[str, Any] | None:
    """Evidence for JSON; None where there is none."""
    if found is None:
        return None
    return {
        "lines": [
            {
                "words": line.words,
                "number": line.event.number if line.event is not None else None,
                "line": line.event.span.line if line.event is not None else None,
            }
            for line in found.lines
        ],
        "granted": found.granted,
        "so": found.so,
        "deals": [
            {
                "outcome": deal.outcome,
                "hands": [{"player": name, "cards": cards} for name, cards in deal.hands],
                "draws": [{"number": event.number, "cards": cards} for event, cards in deal.draws],
                "player": deal.held[0],
                "held": deal.held[1],
            }
            for deal in found.deals
        ],
        "settle": found.settle,
        "cut": found.cut,
    }
