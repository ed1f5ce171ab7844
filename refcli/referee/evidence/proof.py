"""The proof of an outcome that unseen cards decide: a few lines of the record, none of which can be left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refcli.referee.evidence.course import Teller, asked, courses_of
from refcli.referee.evidence.relaxed import CARD, Checker, Course, Fact, Unsupported, minimal
from refcli.referee.journal import SEEN, SHOWN, Step
from refcli.referee.judge import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNRULED
from refcli.referee.kleene import AND, NOT, OR, Open, Truth
from refcli.referee.proof.decide import conditions, negated

if TYPE_CHECKING:
    from refcli.record.model import Event
    from refcli.referee.play import Ruling
    from refcli.referee.referee import Referee, Verdict
    from refcli.referee.table import Table

LATE = ", as later lines show"
PROVED = (ILLEGAL, BLUFF, LEGAL, UNRULED)


@dataclass(slots=True)
class Line:
    """A line of a proof: the facts that it stands for, in words, and the event that says them (None: no single one)."""

    words: str
    facts: list[Fact]
    event: Event | None = None


@dataclass(slots=True)
class Proof:
    """`lines` together prove `so`; `granted` is what the rulebook says of the deck. `cut`: there may be fewer lines."""

    lines: list[Line]
    so: str
    granted: list[str] = field(default_factory=list)
    cut: bool = False
    checker: Checker | None = None


def against(ruling: Ruling, outcome: str) -> Truth:
    """What can't be where an event certainly has an outcome."""
    judged = [j for _, j, _ in ruling.judgements]
    if ruling.passed is not None:
        judged.append(ruling.passed[1])
    wrong, unruled, bluff = conditions(judged, ruling.truth)
    if outcome == ILLEGAL:
        return AND(NOT(wrong), OR(unruled, NOT(bluff)))
    if outcome == BLUFF:
        return OR(wrong, unruled, NOT(bluff))
    if outcome == UNRULED:
        return OR(wrong, NOT(unruled))
    return OR(wrong, unruled, bluff)


def checker_of(verdict: Verdict, outcome: str) -> Checker | None:
    """What can tell which facts prove an outcome; None where no unseen card has a say in it."""
    assert verdict.witness is not None
    referee, index, branches, _ = verdict.witness
    cases: list[tuple[Table, Truth]] = []
    courses: list[dict[int, Course]] = []
    for branch in branches:
        for ruling, s in referee._rulings([branch], index):
            if ruling.fault is not None:
                return None
            truth = against(ruling, outcome)
            if truth is False:
                continue
            questions = asked([truth, *(assumed for assumed, _ in s.assumed.values())])
            cases.append((s, truth))
            courses.append(courses_of(referee, branch, questions))
    if not any(isinstance(truth, Open) or s.assumed for s, truth in cases):
        return None
    try:
        if len(cases) == 1 and cases[0][0].assumed:
            whole = Checker([_unconditional(*cases[0])], courses)
            facts = frozenset(fact for course in courses[0].values() for fact in course.facts())
            if whole.refuted(facts):
                return whole
        return Checker(cases, courses)
    except Unsupported:
        return None


def _unconditional(s: Table, truth: Truth) -> tuple[Table, Truth]:
    """A case in which the one way that the record allows isn't taken for granted, but is to be proved as well."""
    table = s.copy()
    table.assumed = {}
    return table, OR(truth, *[negated(assumed) if answer else assumed for assumed, answer in s.assumed.values()])


def proof_of(verdict: Verdict) -> Proof | None:
    """The proof of a verdict; None where it needs none, or none can be written out within the bounds."""
    if verdict.witness is None or verdict.outcome not in PROVED or verdict.gave_up:
        return None
    referee = verdict.witness[0]
    checker = checker_of(verdict, verdict.outcome)
    if checker is None:
        return None
    facts = list(dict.fromkeys(fact for courses in checker.courses for c in courses.values() for fact in c.facts()))
    if checker.refuted(frozenset()) or not checker.refuted(frozenset(facts)):
        return None
    found = minimal(facts, checker.refuted)
    cut = checker.cut
    if cut:
        again = checker_of(verdict, verdict.outcome)
        if again is None or not again.refuted(frozenset(found)):
            return None
    return Proof(told(referee, checker, found), so(verdict), granted(referee, found), cut, checker)


def told(referee: Referee, checker: Checker, facts: list[Fact], until: int = -1) -> list[Line]:
    """Facts as lines, in the order of the record; what one line of the header says is one line."""
    tellers: dict[int, Teller] = {}
    for courses in checker.courses:
        for number, course in courses.items():
            tellers.setdefault(number, Teller(referee, course, until))
    found: dict[object, Line] = {}
    for fact in sorted(facts, key=lambda f: (f.round, f.event if f.sort == CARD else -1, f.sort != CARD)):
        teller = tellers[fact.round]
        event = referee.events[fact.event] if fact.event >= 0 else None
        words = teller.words(fact, facts)
        key = (fact.sort, fact.round, fact.event, fact.place)
        line = found.get(key)
        if line is None:
            found[key] = Line(words, [fact], event)
        else:
            line.facts.append(fact)
            card = teller.card(fact)
            line.words = line.words.replace(teller.card(line.facts[0]), f"{teller.card(line.facts[0])}, {card}", 1)
    return list(found.values())


def so(verdict: Verdict) -> str:
    """What the lines prove, in the words of the rule that it turned on."""
    from refcli.referee.reasons import explain

    reasons = [r for r in explain(verdict, instead=False).reasons if r.role in ("forbids", "duty", "bluff", "unruled")]
    facts = [fact for reason in reasons for fact in reason.facts]
    late = [fact.removesuffix(LATE) for fact in facts if fact.endswith(LATE)]
    if late or facts:
        return f"so at event {verdict.number} " + " and ".join(dict.fromkeys(late or facts))
    return f"so in every deal that fits the record this is {verdict.outcome}"


def granted(referee: Referee, facts: list[Fact], claim: Iterable[Step] = ()) -> list[str]:
    """How many copies the deck has of cards of which the proof counts several."""
    rules = referee.rules
    claimed: list[int] = []
    for what, _, _, value in claim:
        claimed += [value] if what == SEEN else value if what == SHOWN else []
    seen = Counter(rules.BASE[fact.kind] for fact in facts if fact.sort == CARD)
    seen += Counter(rules.BASE[kind] for kind in claimed)
    return [
        f"the deck has {rules.COPIES[base]} {rules.CARD_NAMES[base]}"
        for base in sorted(seen)
        if seen[base] > 1 and (seen[base] >= rules.COPIES[base] or claimed)
    ]


__all__ = ["IMPOSSIBLE", "Line", "Proof", "checker_of", "proof_of"]
