"""Evidence as nodes of an answer's tree: the lines that prove it, two deals that disagree, what settled it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from refcli.questions.court import Court, replayed
from refcli.questions.model import Answer
from refcli.questions.records import event_place
from refcli.questions.tree import Node
from refcli.referee.evidence.found import Evidence, evidence_of
from refcli.referee.judge import LEGAL, UNDETERMINED

if TYPE_CHECKING:
    from refcli.referee.evidence.deals import Deal
    from refcli.referee.referee import Verdict


def nodes(found: Evidence | None) -> list[Node]:
    """The nodes that show some evidence."""
    if found is None:
        return []
    parts = [
        Node("proof", line.words, True, record=event_place(line.event) if line.event is not None else None)
        for line in found.lines
    ]
    parts += [Node("proof", words, True) for words in found.granted]
    parts += [Node("proof", found.so, True)] if found.so else []
    parts += [Node("deal", told(deal), deal.outcome == LEGAL, rows(deal)) for deal in found.deals]
    return parts + ([Node("position", found.cut, None)] if found.cut else [])


def told(deal: Deal) -> str:
    """What makes a deal what it is, in a sentence."""
    right = (
        "it was in the rules"
        if deal.outcome == LEGAL
        else "it was a bluff"
        if deal.outcome == "bluff"
        else "it was not"
    )
    name, cards = deal.held
    return f"if {name} then held {', '.join(cards)}, {right}" if name else f"in this deal {right}:"


def rows(deal: Deal) -> list[Node]:
    """The unseen cards of a deal, as lines of a record."""
    found = [Node("dealt", f"hand {name}: {', '.join(cards)}", True) for name, cards in deal.hands]
    return found + [
        Node("dealt", f"{event.text}: {', '.join(cards)}", True, record=event_place(event))
        for event, cards in deal.draws
    ]


def of_verdict(verdict: Verdict) -> tuple[list[Node], str]:
    """The evidence for an event of the record, and what would settle it."""
    found = evidence_of(verdict)
    parts = nodes(found)
    later = verdict.settled_by
    if later is not None:
        words = f"it was settled by event {later.number}, “{later.text}”"
        parts.append(Node("proof", words, True, record=event_place(later)))
    if verdict.gave_up:
        parts.append(Node("position", f"the referee gave up after {verdict.gave_up}", None))
    return parts, found.settle if found is not None else ""


def of_wish(court: Court, answer: Answer) -> list[Node]:
    """Two deals for an act that is only asked about, where unseen cards leave it open."""
    if answer.text != UNDETERMINED or answer.event is None:
        return []
    referee = court.referee
    last = max((event.number for event in referee.events), default=0)
    event = replace(answer.event, number=last + 1)
    verdict = replayed(referee, [*referee.events, event]).report().verdicts[-1]
    if verdict.outcome != UNDETERMINED:
        return []
    found = evidence_of(verdict)
    parts = nodes(found)
    return parts + ([Node("settle", found.settle, None)] if found is not None and found.settle else [])
