"""Two deals for an event that the record leaves open: in one the act was right, in the other wrong; and what would settle it.

A deal is a record with hands and draws filled in. Each has been refereed before it is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING

from refcli.record.model import Event, Game, Hand, Header
from refcli.referee.evidence.course import asked, course_of
from refcli.referee.evidence.proof import against
from refcli.referee.evidence.relaxed import MOST_PROOF, Unsupported
from refcli.referee.evidence.tokens import Stuck, World
from refcli.referee.hands import Drawn, Question
from refcli.referee.journal import HIDDEN, SEEN
from refcli.referee.judge import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNDETERMINED
from refcli.referee.kleene import Open, Truth
from refcli.referee.proof.decide import Prover, negated
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.referee.branches import Branch
    from refcli.referee.referee import Referee, Verdict
    from refcli.referee.table import Table

TRIES = 30  # deals that are built from one set of answers until one is right
MOST_KEPT = 12  # deals of one game that are kept: what one of them is right for may be another event
MOST_REFEREED = 12  # deals that are refereed for one outcome of an event
NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(slots=True)
class Deal:
    """A way in which the unseen cards may lie, and the outcome that the event then has.

    `hands` are those of each deal that was filled in, by name; `draws` the cards of lines that don't show them; `held` is
    what the player whom it turns on held at that moment.
    """

    outcome: str
    game: Game
    hands: list[tuple[str, list[str]]] = field(default_factory=list)
    draws: list[tuple[Event, list[str]]] = field(default_factory=list)
    held: tuple[str, list[str]] = ("", [])


@dataclass(slots=True)
class TwoDeals:
    """`right` and `wrong` are None where none was found within the bounds."""

    right: Deal | None
    wrong: Deal | None
    settle: str
    cut: bool


class Finder(Prover):
    """Remembers which answers to questions make the conditions true in some world."""

    found: list[tuple[Open, bool]] | None = None

    def exists(self, literals: list[tuple[Open, bool]]) -> bool | None:
        answer = super().exists(literals)
        if answer and self.found is None:
            self.found = literals
        return answer


def deals_of(verdict: Verdict) -> TwoDeals | None:
    """The two deals of an undetermined event; None where it is open for want of work, or turns on what no deal tells."""
    if verdict.witness is None or verdict.outcome != UNDETERMINED or verdict.gave_up:
        return None
    right, first = _deal(verdict, right=True)
    wrong, second = _deal(verdict, right=False)
    leaf = next(iter([*second, *first]), None)
    return TwoDeals(right, wrong, settles(verdict, leaf), right is None or wrong is None)


def _deal(verdict: Verdict, right: bool) -> tuple[Deal | None, list[Question | Drawn]]:
    """A deal in which the event is legal, or isn't; and the questions that it turns on."""
    assert verdict.witness is not None
    referee, index, branches, last = verdict.witness
    turns: list[Question | Drawn] = []
    trials = Trials(referee, index, last, right)
    known = trials.known()
    for branch in branches:
        for ruling, s in referee._rulings([branch], index):
            if ruling.fault is not None:
                continue
            legal = against(ruling, LEGAL)
            truth = negated(legal) if right else legal
            turns = turns or asked([truth])
            literals = _literals(s, truth) if trials.left and known is None else None
            found = known or (trials.built(branch, s, literals) if literals is not None else None)
            if found is not None:
                if turns:
                    found.held = trials.held(turns[0])
                return found, turns
    return None, turns


def _literals(s: Table, truth: Truth) -> list[tuple[Open, bool]] | None:
    """Answers to questions that make a condition true in some world; None where no such world is found."""
    reader = s.reader
    table = s.copy()
    table.reader = SimpleNamespace(work=MOST_PROOF, most_work=MOST_PROOF, **_helpers(reader))
    finder = Finder(table)
    table.prover = None
    try:
        if not finder.possible(truth):
            return None
    except Unsupported:
        return None
    return finder.found if finder.found is not None else []


def _helpers(reader: object) -> dict[str, object]:
    names = ("rules", "words", "can_play", "barred", "card")
    return {name: getattr(reader, name) for name in names if hasattr(reader, name)}


class Trials:
    """Deals built and refereed for one outcome of an event."""

    def __init__(self, referee: Referee, index: int, until: int, right: bool) -> None:
        self.referee = referee
        self.index = index
        self.until = until  # the last event that a deal has to fit
        self.right = right
        self.left = MOST_REFEREED
        self.last = referee  # the referee of the deal that was tried last, and the outcomes of its events
        self.outcomes: list[str] = []

    def built(self, branch: Branch, s: Table, literals: list[tuple[Open, bool]]) -> Deal | None:
        """A deal with some answers, filled into the record and refereed."""
        questions = [(leaf, wanted) for leaf, wanted in literals if isinstance(leaf, Question | Drawn)]
        rounds = {leaf.round for leaf, _ in questions}
        rounds.add(branch.rulings[self.index].mark[0])
        for attempt in range(TRIES):
            rng = Random(attempt)
            deal = Deal("", self.referee.game)
            try:
                for number in sorted(rounds):
                    mine: list[tuple[Open, bool]] = [(leaf, w) for leaf, w in questions if leaf.round == number]
                    course = course_of(self.referee, branch, number, 0, s)
                    _fill(self.referee, World(course, mine, rng, attempt), deal)
            except Stuck:
                continue
            if not self.left:
                return None
            self.left -= 1
            deal.outcome = self.outcome(deal.game)
            if deal.outcome and len(self.referee.deals) < MOST_KEPT:
                self.referee.deals.append((deal, self.last, self.outcomes, self.until))
            if self.fits(deal.outcome):
                return deal
        return None

    def fits(self, outcome: str) -> bool:
        """Whether an outcome is of the sort that is looked for."""
        return outcome == LEGAL if self.right else outcome in (ILLEGAL, BLUFF)

    def known(self) -> Deal | None:
        """A deal that was found for another event and does for this one."""
        for deal, refereed, outcomes, until in self.referee.deals:
            if until == self.until and self.fits(outcomes[self.index]):
                self.last = refereed
                found: Deal = replace(deal, outcome=outcomes[self.index])
                return found
        return None

    def outcome(self, game: Game) -> str:
        """What the ordinary referee says of the event when the deal lies open; empty where it can't be so dealt."""
        from refcli.referee.referee import Referee as Again

        self.last = Again(self.referee.rules, game, self.referee.words)
        for event in self.last.statements():
            if isinstance(event, Event):
                if len(self.last.events) > self.until:
                    break
                self.last.step(event)
        report = self.last.report()
        was = self.referee.trail[self.until][0].rulings
        for verdict, ruling in zip(report.verdicts, was, strict=True):
            if verdict.outcome == IMPOSSIBLE and not (ruling.fault is not None and ruling.fault[0] == IMPOSSIBLE):
                return ""
        if any(verdict.outcome == IMPOSSIBLE for verdict in report.headers):
            return ""
        self.outcomes = [verdict.outcome for verdict in report.verdicts]
        return self.outcomes[self.index]

    def held(self, leaf: Question | Drawn) -> tuple[str, list[str]]:
        """Whose hand a question is about, and what it held before the event in the deal that was tried last."""
        index = self.index
        s = (self.last.trail[index - 1][0] if index else self.last.start).player.s
        if leaf.round != len(s.archive):
            return "", []
        place = self.referee.trail[index][0].player.s.round(leaf.round).hands[leaf.hand].place
        for p in range(s.n):
            if s.hand(p).place == place:
                cards = [self.referee.words.card_name(k) for k, n in sorted(s.hand(p).known.items()) for _ in range(n)]
                return self.referee.game.header.players[p], cards
        return "", []


def _fill(referee: Referee, world: World, deal: Deal) -> None:
    """Writes the cards of a world into the record of a deal."""
    course, game = world.course, deal.game
    name = referee.words.card_name
    dealt: dict[int, list[int]] = {}
    events: dict[int, list[tuple[int, int]]] = {}
    places = {hand.place: hand for hand in course.hands}
    for at, (what, _, to, _) in enumerate(course.journal):
        if what in (HIDDEN, SEEN) and at in world.came and to in places:
            written = course.journal[at][3] if what == SEEN else -1
            said = what == SEEN and world.meant.told[written].bit_count() < 2
            kinds = [written if said else world.kind(token) for token in world.came[at]]
            owner = course.owner[at]
            if owner == course.owner[0] and (owner < 0 or referee.events[owner].header is not None):
                dealt.setdefault(to, []).extend(kinds)
            else:
                events.setdefault(owner, []).extend((to, kind) for kind in kinds)
    statements = list(game.statements)
    for index, cards in events.items():
        event = referee.events[index]
        unseen = not event.cards or None in event.cards
        number = len(event.cards) or event.count
        if event.verb in ("draws", "takes") and unseen and number == len(cards):
            drawn = tuple(kind for _, kind in cards)
            filled = replace(event, cards=drawn, count=len(drawn))
            at = next(i for i, st in enumerate(statements) if isinstance(st, Event) and st.number == event.number)
            statements[at] = filled
            shown = [name(k) for k, c in zip(drawn, event.cards or (None,) * number, strict=True) if c is None]
            deal.draws.append((event, shown))
    deal.draws.sort(key=lambda row: row[0].number)
    first = course.owner[0] if course.owner else -1
    header = game.header if first < 0 else referee.events[first].header
    assert header is not None
    filled_header = _dealt(referee, header, dealt, deal)
    if first < 0:
        game = replace(game, header=filled_header)
    else:
        number = referee.events[first].number
        statements = [
            replace(st, header=filled_header) if isinstance(st, Event) and st.number == number else st
            for st in statements
        ]
    deal.game = replace(game, statements=statements)


def _dealt(referee: Referee, header: Header, dealt: dict[int, list[int]], deal: Deal) -> Header:
    """A header with all hands filled in."""
    hands = dict(header.hands)
    for place, kinds in sorted(dealt.items()):
        seat = place  # hands are dealt to the places of the seats
        given = header.hands.get(seat)
        if given is not None and sorted(kinds) == sorted(-1 if card is None else card for card in given.cards):
            continue
        hands[seat] = Hand(tuple(kinds), given.span if given else NOWHERE)
        names = referee.game.header.players
        if seat < len(names):
            cards = [referee.words.card_name(kind) for kind in sorted(kinds)]
            deal.hands.append((names[seat], cards))
    return replace(header, hands=hands)


def settles(verdict: Verdict, leaf: Question | Drawn | None) -> str:
    """What would settle an open event, in a sentence."""
    from refcli.referee.reasons import explain

    assert verdict.witness is not None
    referee, index = verdict.witness[:2]
    hidden = "the record doesn't show "
    facts = [fact for reason in explain(verdict, instead=False).reasons for fact in reason.facts]
    what = next((fact.removeprefix(hidden) for fact in facts if fact.startswith(hidden + "whether")), "")
    if leaf is None:
        return what
    names = referee.game.header.players
    s = referee.trail[index][0].player.s
    holder = ""
    if leaf.round == len(s.archive):
        before = referee.trail[index - 1][0].player.s if index else referee.start.player.s
        place = s.hands[leaf.hand].place
        holder = next((names[p] for p in range(before.n) if before.hand(p).place == place), "")
    if isinstance(leaf, Drawn):
        shown = f"the card that {holder or 'the player'} drew, shown then, would settle it"
    else:
        shown = f"{holder + chr(39) + 's' if holder else 'the'} hand shown then would settle it"
    what = what or "what was held then"
    return f"{what} at event {verdict.number}: {shown}"
