"""What an outcome rests on: the rules with their places, the facts with their values, and what was allowed instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from refcli.referee.choices import settled
from refcli.referee.judge import BLUFF, ILLEGAL, LEGAL, UNDETERMINED, UNRULED, Judgement
from refcli.referee.kleene import decide
from refcli.referee.play import Player, Ruling
from refcli.referee.rules import Act
from refcli.referee.table import Fork, Table
from refcli.referee.why import Speaker, Why

if TYPE_CHECKING:
    from refcli.referee.referee import Report, Verdict

ROLES = {
    "forbids": "forbids it",
    "duty": "comes first",
    "bluff": "binds when challenged",
    "unruled": "leaves it open",
    "owed": "is all that may be done now",
    "lacks": "would permit it, but for this",
    "permits": "permits it",
    "asks": "asks for something else",
}


# Acts in whose place another could have been done; a claim or a card shown is none.
ACTS = ("plays", "draws", "passes", "calls", "chooses", "takes", "takes back", "discards")


@dataclass(slots=True)
class Reason:
    """A rule in a verdict: who it is, what part it plays, and the facts that it turned on.

    `role` is a key of ROLES. `holds` is whether the rule's condition holds (None: not known). `misses` counts the facts
    that fail in a rule that would permit the act.
    """

    ident: str
    number: int
    role: str
    sentence: str
    source: str
    path: str
    line: int
    column: int
    house: str
    instead: str
    holds: bool | None
    facts: list[str]
    misses: int = 0
    tree: Why | None = None


@dataclass(slots=True)
class Explanation:
    """Everything that a report shows of a verdict."""

    outcome: str
    words: str  # of a verdict that needs no rule: what the record contradicts, which choice can't be
    reasons: list[Reason]
    notes: list[str]
    instead: list[str]  # legal acts that the player in turn had, as lines of a record
    turn: str  # whose turn it was
    left_undone: str = ""  # who left a duty undone that shows at this act
    settle: str = ""  # for undetermined: what would settle it
    gave_up: str = ""  # for undetermined: after how much the referee gave up, where it did


def explain(verdict: Verdict, instead: bool = True) -> Explanation:
    """The explanation of a verdict, from the branch that speaks for it."""
    if not verdict.rulings:
        return Explanation(verdict.outcome, verdict.words, [], [], [], "")
    ruling, s = _speaking(verdict)
    found = Explanation(verdict.outcome, ruling.fault[1] if ruling.fault else "", [], list(ruling.notes), [], "")
    names = s.header.players
    if ruling.passed is not None:
        whose, j, act, table = ruling.passed
        found.left_undone = names[whose]
        found.reasons.extend(_reasons(j, act, table, s))
    for act, j, table in ruling.judgements:
        reasons = _reasons(j, act, table, s)
        if j.outcome(s) != LEGAL or verdict.outcome == LEGAL:
            found.reasons.extend(r for r in reasons if r.ident not in [q.ident for q in found.reasons])
    if not found.reasons and not found.words and verdict.outcome == ILLEGAL and ruling.judgements:
        act, _, table = ruling.judgements[-1]
        who = Speaker(table).who(act.p) if act.p >= 0 else "the table"
        found.words = f"no rule lets {who} {act.verb} now ({table.rules.MOMENT_SENTENCES[table.m].rstrip('.').lower()})"
    if ruling.line >= 0:
        found.reasons.insert(0, _reason(ruling.line, "asks", None, s, s))
    if verdict.outcome == UNDETERMINED:
        found.settle = _settle(found, ruling, s)
        found.gave_up = verdict.gave_up
    if ruling.before is not None:
        actor = verdict.event.actor if verdict.event is not None else None
        before = ruling.before if actor is None else _reached(ruling.before, actor)
        found.turn = names[before.o] if not before.rules.CLOSED[before.m] else ""
        replaceable = verdict.event is not None and verdict.event.verb in ACTS
        if instead and replaceable and verdict.outcome in (ILLEGAL, BLUFF) and actor is not None:
            from refcli.referee.questions import legal_acts

            if ruling.passed is not None and ruling.passed[1].outcome(s) == ILLEGAL:
                # The fault lies with the one who left a duty undone, so it is for that player that there was a choice.
                whose, _, _, table = ruling.passed
                found.instead = legal_acts(Player(table), whose)
            else:
                found.instead = legal_acts(Player(before), actor)
    return found


def _reached(before: Table, actor: int) -> Table:
    """The table at which somebody acts: behind the turn of another that ended unsaid, where it may have ended."""
    if actor == before.o or before.rules.CLOSED[before.m]:
        return before
    try:
        ended = Player(settled(before).copy()).end_turn(Act("pass", actor))
    except Fork:
        return before
    return ended[0] if ended is not None and ended[0].o == actor else before


def _speaking(verdict: Verdict) -> tuple[Ruling, Table]:
    """The branch whose own outcome is the verdict's; the first one where they differ."""
    for ruling, s in verdict.rulings:
        if ruling.outcome(s) == verdict.outcome:
            return ruling, s
    return verdict.rulings[0]


def _reasons(j: Judgement, act: Act, table: Table, s: Table) -> list[Reason]:
    """The rules that decide one act, the decisive ones first."""
    outcome = j.outcome(s)
    found: list[Reason] = []
    if outcome == LEGAL:
        return [_reason(n, "permits", act, table, s) for n, _ in j.permits[:1]]
    if outcome == UNRULED:
        return [_reason(n, "unruled", act, table, s) for n, _ in j.unruled]
    for role, rules in (("forbids", j.forbids), ("duty", j.duties), ("bluff", j.bluffs)):
        found.extend(_reason(n, role, act, table, s) for n, truth in rules if decide(truth, s) is not False)
    if decide(j.permitted, s) is not True:
        if act.p == table.o:
            for number in table.rules.OFF_DEBT:
                if any(n == number for n, _, _ in table.rules.MOMENT_RULES[table.m].get("draw", ())):
                    reason = _reason(number, "owed", None, table, s)
                    reason.facts = [Speaker(table).turn(act.p)]
                    found.append(reason)
        near = [_reason(n, "lacks", act, table, s) for n in may_lines(table, act)]
        if act.verb == "call":
            near = [r for r in near if not _of_another_call(r)] or _at_other_times(act, table, s)
        if act.verb == "play" and len(act.cards) == 1:  # rules for several cards at once are no near miss then
            near = [r for r in near if not any(fact.startswith("these are not") for fact in r.facts)] or near
        near.sort(key=lambda reason: reason.misses)
        least = near[0].misses if near else 0
        found.extend([reason for reason in near if reason.misses <= least + 1][:3])
    return found


def may_lines(table: Table, act: Act) -> list[int]:
    """The rules live at a position that permit acts of this kind, by whatever conditions."""
    rules = table.rules
    numbers = [n for n, modal, _ in rules.MOMENT_RULES[table.m].get(act.verb, ()) if modal == "may"]
    for window in rules.UNTIL_MOVE_WINDOWS:
        if table.windows[window] >= 0:
            numbers.extend(n for n, modal, _ in rules.WINDOW_RULES[window].get(act.verb, ()) if modal == "may")
    return list(dict.fromkeys(numbers))


def _of_another_call(reason: Reason) -> bool:
    return any(fact.startswith("this is no call of") for fact in reason.facts)


def _at_other_times(act: Act, table: Table, s: Table) -> list[Reason]:
    """The rules that permit this call, but not at this moment."""
    rules: Any = s.rules
    found = []
    for number, (_, _, _, _, _, _, place, owner, modal, verb, _, _) in enumerate(rules.LINES):
        if modal != "may" or verb != act.verb or number not in rules.WHYS:
            continue
        reason = _reason(number, "lacks", act, table, s)
        if _of_another_call(reason):
            continue
        reason.facts = ["this is not the time for it"]
        if place == "moment" and owner in rules.MOMENTS:
            sentence = rules.MOMENT_SENTENCES[rules.MOMENTS.index(owner)].rstrip(".")
            reason.facts = [f'this is not the time for it, which is: "{sentence}"']
        found.append(reason)
    return found


def _reason(number: int, role: str, act: Act | None, table: Table, s: Table) -> Reason:
    rules: Any = s.rules
    ident, sentence, source, path, line, column, _, _, _, _, house, instead = rules.LINES[number]
    why: Why | None = None
    if act is not None and number in rules.WHYS:
        why = rules.WHYS[number](table, act, Speaker(table))
    holds = why.answer(s) if why is not None else True
    facts = [fact for fact in why.decisive(s) if fact] if why is not None else []
    failing = misses(why, s) if why is not None and role == "lacks" else 0
    if not facts and role == "duty" and act is not None:
        facts = [Speaker(table).duty(act.p, number)]
    return Reason(ident, number, role, sentence, source, path, line, column, house, instead, holds, facts, failing, why)


def misses(why: Why, s: Table) -> int:
    """How many conditions of a rule fail."""
    if why.op == "fact":
        return int(why.answer(s) is not True)
    if why.op == "not":
        return int(why.answer(s) is not True)
    counts = [misses(part, s) for part in why.parts]
    return sum(counts) if why.op == "all" else min(counts, default=0)


def _settle(found: Explanation, ruling: Ruling, s: Table) -> str:
    """What the record would have to show."""
    unknown = [fact for reason in found.reasons for fact in reason.facts if "doesn't show" in fact or "may be" in fact]
    if unknown:
        return unknown[0].replace("the record doesn't show whether ", "it would be settled if it were shown whether ")
    if len(found.reasons) == 0 and ruling.fault is None:
        return "the cards that decided what happened before were not shown"
    del s
    return "more cards would have to be shown"


def cited(verdict: Verdict) -> list[tuple[str, int]]:
    """The rules that an outcome rests on, as (id, number), the decisive ones first."""
    found = [(r.ident, r.number) for r in explain(verdict, instead=False).reasons]
    return list(dict.fromkeys(found))


@dataclass(slots=True)
class Hanging:
    """A reading on which an outcome hangs: its words, the way this table reads it, and what the other ways give."""

    name: str
    words: str
    source: str
    value: str
    others: list[tuple[str, str, str]] = field(default_factory=list)  # (way, its meaning, outcome)


def hangings(report: Report, verdicts: list[Verdict]) -> dict[int, list[Hanging]]:
    """For each event number, the readings on which its outcome hangs: the game is refereed again under each other way."""
    from refcli.referee.questions import under_settings

    found: dict[int, list[Hanging]] = {}
    wanted = {v.number: v.outcome for v in verdicts if v.event is not None}
    if not wanted:
        return found
    for name, (value, _, words, source, candidates) in report.rules.READINGS.items():
        for way, _, meaning in candidates:
            if way == value:
                continue
            other = under_settings(report.game, [f"{name} {way}"]).run(report.as_of, report.hindsight)
            for verdict in other.verdicts:
                if verdict.number in wanted and verdict.outcome != wanted[verdict.number]:
                    row = found.setdefault(verdict.number, [])
                    entry = next((h for h in row if h.name == name), None)
                    if entry is None:
                        entry = Hanging(name, words, source, value)
                        row.append(entry)
                    entry.others.append((way, meaning, verdict.outcome))
    return found
