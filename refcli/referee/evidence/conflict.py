"""The lines that contradict each other where one of them is impossible: none can be left out, or it would be possible."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from refcli.referee.evidence.course import course_of
from refcli.referee.evidence.proof import Line, Proof, granted, told
from refcli.referee.evidence.relaxed import Checker, Course, Unsupported, minimal
from refcli.referee.journal import HIDDEN, SEEN, SHOWN, SIZED, Step
from refcli.referee.judge import IMPOSSIBLE

if TYPE_CHECKING:
    from refcli.record.model import Event
    from refcli.referee.branches import Branch
    from refcli.referee.referee import Referee, Report, Verdict
    from refcli.referee.table import Table


def conflict_of(verdict: Verdict) -> Proof | None:
    """The lines that an impossible event contradicts; None where there are none to be named."""
    if verdict.witness is None or verdict.outcome != IMPOSSIBLE or verdict.event is None:
        return None
    referee, index = verdict.witness[:2]
    branch = referee.trail[index - 1][0] if index else referee.start
    s, event = branch.player.s, verdict.event
    if event.actor is None and event.target is None:
        return None
    fault = verdict.rulings[0][0].fault
    so = f"so event {event.number}, {event.text}, can't be: {fault[1] if fault else 'it contradicts them'}"
    place = _counted(s, event)
    if place >= 0:
        return Proof(_numbers(referee, branch, place), so)
    lines, left = _left(s, event)
    if lines:
        return Proof(
            lines,
            f"so {cards(left)} are left, and {so.removeprefix('so ')}",
            [f"the deck has {sum(s.rules.COPIES)} cards"],
        )
    claim = _claim(s, event)
    if not claim:
        return None
    course = course_of(referee, branch, len(s.archive), 0, s)
    dealt = next((at for at, owner in enumerate(course.owner) if owner != course.owner[0]), len(course.owner))
    course = replace(course, since=dealt, claim=tuple(claim))
    return _cards(referee, s, course, so, index)


def _cards(referee: Referee, s: Table, course: Course, so: str, index: int) -> Proof | None:
    """The lines that say of cards what leaves no room for the claim."""
    table = s.copy()
    table.assumed = {}
    try:
        checker = Checker([(table, True)], [{course.number: course}])
    except Unsupported:
        return None
    facts = course.facts()
    if checker.refuted(frozenset()) or not checker.refuted(frozenset(facts)):
        return None
    found = minimal(facts, checker.refuted)
    return Proof(told(referee, checker, found, index), so, granted(referee, found, course.claim), checker.cut, checker)


def _counted(s: Table, event: Event) -> int:
    """The hand of which an event says or needs another number of cards than it has, -1 for none."""
    p = event.actor if event.actor is not None else event.target
    assert p is not None
    giver = event.target if event.verb == "takes" and event.target is not None else p
    hand = s.hand(giver)
    if hand.size is None:
        return -1
    number = len(event.cards) or event.count
    if event.verb in ("plays", "discards", "takes", "shows") and number > hand.size:
        return hand.place
    if event.verb in ("has", "shows hand") and number != hand.size:
        return hand.place
    return hand.place if event.verb == "wins" and hand.size else -1


def _left(s: Table, event: Event) -> tuple[list[Line], int]:
    """Where the cards are, for a draw of more than are left; nothing for what is no such draw."""
    sizes = [s.hand(p).size for p in range(s.n)]
    if event.verb != "draws" or s.pile is None or s.discards is None or None in sizes:
        return [], 0
    left = s.pile + len(s.discards)
    known = sum(size or 0 for size in sizes) + 1 + left
    if event.count <= left or known != sum(s.rules.COPIES):
        return [], 0
    names = s.header.players
    lines = [
        Line(f"{names[p]} holds {cards(size or 0)} before event {event.number}", []) for p, size in enumerate(sizes)
    ]
    return [*lines, Line("1 card lies on top", [])], left


def _numbers(referee: Referee, branch: Branch, place: int) -> list[Line]:
    """Every line that changes how many cards a hand holds."""
    s = branch.player.s
    course = course_of(referee, branch, len(s.archive), 0, s)
    changes: dict[int, int] = {}
    first = course.owner[0] if course.owner else -1
    start = 0
    for at, (what, source, to, value) in enumerate(course.journal):
        owner = course.owner[at]
        number = 1 if what == SEEN else value if what == HIDDEN else 0
        change = number * ((to == place) - (source == place))
        if what == SIZED and source == place:
            start, changes = value, {owner: 0}  # told here, whatever was before
            first = owner
        elif owner == first:
            start += change
        elif change:
            changes[owner] = changes.get(owner, 0) + change
    names, events = referee.game.header.players, referee.events
    holder = next((names[p] for p in range(s.n) if s.hand(p).place == place), "that hand")
    head = (
        f"{holder} was dealt {cards(start)}"
        if first < 0
        else f"{holder} had {cards(start)} at event {events[first].number}"
    )
    if referee.game.header.position and first < 0:
        head = f"{holder} held {cards(start)} at the start"
    lines = [Line(head, [], events[first] if first >= 0 else None)]
    for index, change in changes.items():
        if change:
            event = events[index]
            words = f"{'+' if change > 0 else '−'}{abs(change)} at event {event.number}, {event.text}"
            lines.append(Line(words, [], event))
    return lines


def cards(number: int) -> str:
    """A number of cards in words."""
    return f"{number} card{'s' if number != 1 else ''}"


def _claim(s: Table, event: Event) -> list[Step]:
    """What an event says of cards, as steps."""
    if event.actor is None:
        return []
    hand = s.hand(event.actor).place
    kinds = [kind for kind in event.cards if kind is not None]
    if event.verb in ("shows", "shows hand"):
        return [(SHOWN, hand, -1, tuple(kinds))] if kinds else []
    away = s.places + 1
    steps: list[Step] = []
    spots = list(s.spots)
    for kind in event.cards:
        source, to = hand, away
        if event.verb == "draws":
            source, to = (spots.pop(0) if spots else s.stock), hand
        elif event.verb == "takes" and event.target is not None:
            source, to = s.hand(event.target).place, hand
        elif event.verb not in ("plays", "discards"):
            return []
        steps.append((HIDDEN, source, to, 1) if kind is None else (SEEN, source, to, kind))
    return steps if kinds else []


def header_conflict(report: Report, verdict: Verdict) -> Proof | None:
    """The lines of a header that show more copies of a card than the deck has; None where that isn't what is wrong."""
    event = verdict.event
    header = report.game.header if event is None else event.header
    if verdict.outcome != IMPOSSIBLE or header is None:
        return None
    rules, names = report.rules, report.game.header.players
    rows = [(f"{names[p]} was dealt", hand.span.line, hand.cards) for p, hand in header.hands.items()]
    for words, key, card in (("turned up:", "start", (header.start or (None,))[-1]), ("on top:", "top", header.top)):
        if key in header.spans:
            rows.append((words, header.spans[key].line, (card,)))
    own = next((found for _, line, found in rows if line == verdict.span.line), ())
    for base in dict.fromkeys(rules.BASE[card] for card in own if card is not None):
        counts = [sum(c is not None and rules.BASE[c] == base for c in found) for _, _, found in rows]
        picked = [index for index in range(len(rows)) if counts[index]]
        if sum(counts) <= rules.COPIES[base]:
            continue
        for index in sorted(picked, key=lambda i: counts[i]):
            rest = [other for other in picked if other != index]
            if rows[index][1] != verdict.span.line and sum(counts[i] for i in rest) > rules.COPIES[base]:
                picked = rest
        name = rules.CARD_NAMES[base]
        lines = [Line(f"{rows[i][0]} {name if counts[i] == 1 else f'{counts[i]} × {name}'}", [], event) for i in picked]
        deck = f"the deck has {rules.COPIES[base]} {name}"
        return Proof(lines, "so one of these lines can't be", [deck])
    return None
