"""How a round went, step by step, with the event that each step of its journal comes from; and who held what when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from refcli.referee.evidence.relaxed import Course, leaves
from refcli.referee.hands import Drawn, Question
from refcli.referee.journal import HIDDEN, SEEN

if TYPE_CHECKING:
    from refcli.referee.branches import Branch
    from refcli.referee.evidence.relaxed import Fact
    from refcli.referee.kleene import Open, Truth
    from refcli.referee.referee import Referee
    from refcli.referee.table import Table


def asked(truths: Iterable[Truth]) -> list[Question | Drawn]:
    """The questions about unseen cards in some conditions."""
    found: list[Open] = [leaf for truth in truths for leaf in leaves(truth)]
    return [leaf for leaf in found if isinstance(leaf, Question | Drawn)]


def courses_of(referee: Referee, branch: Branch, questions: list[Question | Drawn]) -> dict[int, Course]:
    """The rounds that some questions are about, as one branch of the game tells them."""
    s = branch.player.s
    found = {}
    for number in sorted({leaf.round for leaf in questions}):
        since = min(leaf.step for leaf in questions if leaf.round == number)
        found[number] = course_of(referee, branch, number, since, s)
    return found


def course_of(referee: Referee, branch: Branch, number: int, since: int, s: Table) -> Course:
    """One round of a branch; `since` is the first moment that is asked about."""
    r = s.round(number)
    owner: list[int] = []
    stocks: dict[int, int] = {}
    start = referee.start.player.s
    stock = r.first
    marks = [(-1, (0, len(start.journal), start.stock))]
    marks += [(index, ruling.mark) for index, ruling in enumerate(branch.rulings)]
    for index, (at, length, pile) in marks:
        if at != number:
            continue
        event = referee.events[index] if index >= 0 else None
        if length < len(owner) or (event is not None and event.verb == "takes back" and length == len(owner)):
            owner = owner[: max(0, length - 1)]  # a play taken back is out of the journal; what it showed stays
        owner += [index] * (length - len(owner))
        if pile != stock:
            stocks[length], stock = pile, pile
    owner += [len(referee.events) - 1] * (len(r.journal) - len(owner))
    return Course(number, r.journal, owner, r.hands, r.rules, r.first, stocks, since, Stated(referee))


class Stated:
    """Whether a line of the record says a kind of card, and doesn't only imply it."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    def __call__(self, index: int, kind: int) -> bool:
        if index < 0:
            return True
        event, rules = self.referee.events[index], self.referee.rules
        if event.header is not None:
            return True
        return any(card is not None and (card == kind or rules.MATCHES(kind, card)) for card in event.cards)


class Teller:
    """Says facts in words, for one referee."""

    def __init__(self, referee: Referee, course: Course, until: int = -1) -> None:
        self.referee = referee
        self.until = until  # the index of the event that the facts contradict, -1 where there is none
        self.course = course
        self.names = referee.game.header.players
        self.places = {hand.place for hand in course.hands}
        self.times: Counter[Any] = Counter()
        for at, (what, source, to, value) in enumerate(course.journal):
            if what == SEEN:
                self.times[course.owner[at], source if source in self.places else to, value] += 1

    def card(self, fact: Fact) -> str:
        """A card with its number, where a line shows it more than once."""
        times = self.times[fact.event, fact.place, fact.kind]
        name = self.referee.words.card_name(fact.kind)
        return f"{times} × {name}" if times > 1 else name

    def holder(self, place: int, index: int) -> str:
        """Whose hand lay in a place after an event (-1: at the start)."""
        for branch in [self.referee.start] if index < 0 else self.referee.trail[index]:
            s = branch.player.s
            if len(s.archive) != self.course.number:
                continue
            for p in range(s.n):
                if s.hand(p).place == place:
                    return self.names[p]
        return ""

    def later(self, place: int, index: int) -> str:
        """Whose a hand is that comes up only after an event, as where hands are shuffled together and dealt anew."""
        found = (self.holder(place, at) for at in range(index + 1, len(self.referee.trail)))
        name = next((name for name in found if name), "")
        return f"{name}, with the hand dealt anew," if name else "a hand dealt anew"

    def moment(self) -> int:
        """The index of the last event before the first moment that is asked about, -1 for the start."""
        found = -1
        for index, owner in enumerate(self.course.owner[: self.course.since]):
            del index
            found = max(found, owner)
        return found

    def words(self, fact: Fact, facts: Iterable[Fact]) -> str:
        """A fact in a sentence that a player accepts."""
        from refcli.referee.evidence.relaxed import CARD, CLOSED, COUNT

        if fact.sort == CARD:
            return self._card_words(fact)
        if fact.sort == CLOSED:
            return self._closed_words(fact, facts)
        if fact.sort == COUNT:
            return self._count_words(fact)
        event = self.referee.events[fact.event]
        return (
            f"{self.holder(fact.place, fact.event)} had {event.count or len(event.cards)} cards at event {event.number}"
        )

    def _card_words(self, fact: Fact) -> str:
        card = self.card(fact)
        event = self.referee.events[fact.event] if fact.event >= 0 else None
        if event is None or event.header is not None:
            header = self.referee.game.header if event is None else event.header
            assert header is not None
            when = f" at event {event.number}" if event is not None else ""
            holder = self.holder(fact.place, fact.event) if fact.place in self.places else ""
            if header.position:
                return f"{holder} held {card} at the start" if holder else f"{card} lay there at the start"
            return f"{holder} was dealt {card}{when}" if holder else f"{card} was turned up{when or ' at the start'}"
        who = self.names[event.actor] if event.actor is not None else ""
        verbs = {"plays": "played", "draws": "drew", "shows": "showed", "shows hand": "showed", "discards": "put down"}
        at = f" at event {event.number}"
        if event.verb == "takes" and event.target is not None:
            return f"{who} took {card} from {self.names[event.target]}{at}"
        if event.verb == "takes back":
            return f"{who} took back {card}{at}"
        if event.verb not in verbs:
            return f"{card} lay in the draw pile{at}"
        before = self.moment()
        whose = self.holder(fact.place, before)
        moved = whose not in ("", who) and event.verb in ("plays", "discards", "shows", "shows hand")
        own = f", from the hand that was {whose}'s {self.when(before)}" if moved else ""
        return f"{who} {verbs[event.verb]} {card}{at}{own}"

    def when(self, index: int) -> str:
        """When an event was; -1 is the start."""
        return f"at event {self.referee.events[index].number}" if index >= 0 else "at the start"

    def _closed_words(self, fact: Fact, facts: Iterable[Fact]) -> str:
        course = self.course
        last = max((f.event for f in facts if f.event >= 0), default=len(self.referee.events) - 1)
        last = last if self.until < 0 else self.until
        came: list[int] = []
        number = 0
        for at in range(course.since, len(course.journal)):
            what, source, to, value = course.journal[at]
            if course.owner[at] <= last and to == fact.place and source != to and what in (HIDDEN, SEEN):
                number += 1 if what == SEEN else max(1, value)
                came.append(course.owner[at])
        before = self.moment()
        name = self.holder(fact.place, before) or self.later(fact.place, before)
        if self.holder(fact.place, last) not in ("", name):
            name = f"the hand that was {name}'s {self.when(before)}"
        since = f"after event {self.referee.events[before].number}" if before >= 0 else ""
        until = f"event {self.referee.events[last].number}" if last >= 0 else ""
        if until:
            since = f"between {since.removeprefix('after ')} and {until}" if since else f"up to {until}"
        if not number:
            return f"{name} took up no card {since}"
        numbers = [str(self.referee.events[index].number) for index in dict.fromkeys(came)]
        events = f"event{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
        return f"{name} took up no more than {number} card{'s' if number > 1 else ''} {since} ({events})"

    def _count_words(self, fact: Fact) -> str:
        before = self.moment()
        name = self.holder(fact.place, before) or self.later(fact.place, before)
        tables = [self.referee.start] if before < 0 else self.referee.trail[before]
        s = tables[0].player.s
        size = next((s.hand(p).size for p in range(s.n) if s.hand(p).place == fact.place), None)
        when = f"after event {self.referee.events[before].number}" if before >= 0 else "at the start"
        if size is None:
            return f"{name} held as many cards as the record tells"
        return f"{name} held {size} card{'s' if size != 1 else ''} {when}"
