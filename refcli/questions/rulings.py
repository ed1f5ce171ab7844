"""Answers about what happened: why, whether it was legal, and by which rules."""

from __future__ import annotations

from refcli.questions import answers
from refcli.questions.court import Court
from refcli.questions.model import NO, NONE, YES, Answer, Asked, NotUnderstood, Wish
from refcli.questions.search import Found, Result, Search
from refcli.questions.tracing import judged_lines
from refcli.questions.tree import Node
from refcli.questions.trials import Verdict as SearchVerdict
from refcli.referee.judge import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNDETERMINED
from refcli.referee.referee import Referee, Verdict

MOST_ELSEWHERE = 300  # how often a record is refereed under another rulebook

IS = {
    "legal": "is legal", "illegal": "is illegal", "bluff": "is a bluff: it stands unless somebody challenges",
    "undetermined": "is undetermined: it turns on cards that the record doesn't show",
    "unruled": "is unruled: the rules don't decide it", "impossible": "is impossible: the record contradicts itself",
}  # fmt: skip


def verdict_of(court: Court, asked: Asked) -> Verdict:
    """The verdict on the event that a question is about, with all that the record shows; the last one if none is named."""
    verdicts = court.referee.report().verdicts
    if not verdicts:
        raise NotUnderstood("nothing has happened yet in this record that could be judged")
    number = asked.number
    if number is None and asked.at is not None:
        what, wanted = asked.at
        if what == "event":
            number = wanted
        else:
            on_line = [v.number for v in verdicts if v.span.line == wanted]
            if not on_line:
                raise NotUnderstood(f"no event stands in line {wanted}")
            number = on_line[0]
    if number is None:
        number = verdicts[-1].number
    found = next((v for v in verdicts if v.number == number), None)
    if found is None:
        raise NotUnderstood(f"there is no event {number}: the record has {len(verdicts)} so far")
    return found


def why(court: Court, asked: Asked) -> Answer:
    """Why an event was judged as it was, as a tree of rules and conditions; without a number the last event."""
    verdict = verdict_of(court, asked)
    assert verdict.event is not None
    says = f"Event {verdict.number}, “{verdict.event.text}”, {IS[verdict.outcome]}."
    found = Answer(verdict.outcome, verdict.event, verdict.rulings, kind="why", says=says)
    found.grow = lambda: grown(court, verdict, found)
    return found


def grown(court: Court, verdict: Verdict, answer: Answer) -> Node:
    """The tree of an event's verdict."""
    from refcli.questions.records import event_place
    from refcli.questions.trees import ruled

    event = verdict.event
    assert event is not None
    value = True if verdict.outcome == LEGAL else None if verdict.outcome == UNDETERMINED else False
    root = Node("event", answer.says, value, answer=answer.text, record=event_place(event))
    ruling, s = next(((r, t) for r, t in verdict.rulings if r.outcome(t) == verdict.outcome), verdict.rulings[0])
    before = court.at(("event", verdict.number))
    player = before.referee.branches[0].player if event.actor is not None else None
    root.parts = ruled(before, event, ruling, s, verdict.outcome, player)
    from refcli.questions.evidence import of_verdict
    from refcli.referee.reasons import explain

    proof, settle = of_verdict(verdict)
    root.parts += proof
    told = explain(verdict)
    if told.instead and event.actor is not None:
        from refcli.questions.trees import infinitive

        who = court.name(event.actor)
        acts = " · ".join(infinitive(line.removeprefix(f"{who} ")) for line in told.instead)
        root.parts.append(Node("instead", f"{who} could: {acts}", True))
    elif told.turn and event.actor is not None and told.turn != court.name(event.actor) and verdict.outcome != LEGAL:
        root.parts.append(Node("instead", f"it was {told.turn}'s turn", True))
    if told.settle:
        root.parts.append(Node("settle", settle or told.settle, None))
    for note in told.notes:
        root.parts.append(Node("position", note, True))
    return root


WRONG = {"illegal", "wrong", "invalid", "late", "early", "soon"}


def outcome(court: Court, asked: Asked) -> Answer:
    """Whether an event was in the rules."""
    found = why(court, asked)
    against, bluff = asked.name in WRONG, asked.name == "bluff"
    if found.text in (UNDETERMINED, "unruled"):
        text = found.text
    else:
        holds = found.text == (BLUFF if bluff else LEGAL)
        text = YES if (found.text in (ILLEGAL, IMPOSSIBLE) if against else holds) else NO
        found.says = f"{text.capitalize()}. {found.says}"
    found.also = () if against or bluff else (found.text,)
    found.text, found.kind = text, "yesno"
    return found


def why_may(court: Court, asked: Asked) -> Answer:
    """Why somebody may do something or may not: the nearest rules, and the condition in each that fails."""
    return answers.may(court, asked)


# ---------------------------------------------------------------- which rules


def rules_let(court: Court, asked: Asked) -> Answer:
    """The rules by which an act is legal; where it isn't, the fewest house rules, readings and options that would make it so."""
    assert asked.wish is not None
    event = court.event(asked.player, asked.wish)
    now = answers.judged(court, event)
    act, who = court.line(event, infinitive=True), court.name(court.seat(asked.player))
    if now.text == YES:
        return _by_rules(court, now, f"{who} may {act} by")
    done = max((e.number for e in court.referee.events), default=0)
    results = searched(court, may_verdict(event.actor, asked.wish), done, done, asked.everywhere)
    return _by_changes(court, now, results, f"let {who} {act}")


def may_verdict(seat: int | None, wish: Wish) -> SearchVerdict:
    """Judges, for a search, whether an act is permitted where a record ends."""

    def verdict(referee: Referee) -> tuple[bool, object, bool]:
        there = Court(referee)
        try:
            found = answers.judged(there, there.event(seat, wish))
        except NotUnderstood:
            return False, "unknown", False
        judged = judged_lines([ruling for ruling, _ in found.rulings], referee.rules)
        return found.text == YES, (found.text, judged), False

    return verdict


def event_verdict(line: int) -> SearchVerdict:
    """Judges, for a search, the event of a line. By its line: under other rules an earlier line may be no act at all."""

    def verdict(referee: Referee) -> tuple[bool, object, bool]:
        mine = next((v for v in referee.report().verdicts if v.span.line == line), None)
        if mine is None:
            return False, None, False
        settled = mine.outcome != UNDETERMINED and len(referee.branches) == 1
        judged = judged_lines([r for r, _ in mine.rulings], referee.rules)
        return mine.outcome == LEGAL, (mine.outcome, judged), settled

    return verdict


def rules_make(court: Court, asked: Asked) -> Answer:
    """The rules by which an event was legal; where it wasn't, the fewest changes of the rules that would make it so."""
    verdict = verdict_of(court, asked)
    assert verdict.event is not None
    number, text = verdict.number, verdict.event.text
    now = Answer(verdict.outcome, verdict.event, verdict.rulings)
    if verdict.outcome == LEGAL:
        now.grow = lambda: grown(court, verdict, now)
        return _by_rules(court, now, f"Event {number}, “{text}”, is legal by")
    done = max((e.number for e in court.referee.events), default=0)

    results = searched(court, event_verdict(verdict.event.span.line), number, done, asked.everywhere)
    return _by_changes(court, now, results, f"make event {number}, “{text}”, legal")


def searched(court: Court, verdict: SearchVerdict, cut: int, last: int, everywhere: bool) -> list[Result]:
    """The search under this game's rulebook and, if wanted, under every other known one, as far as that may be as few."""
    own = Search(court.referee, verdict, cut, last).find()
    found = [own]
    if everywhere:
        from refcli.language.load import chain, known_rulebooks, locate

        least = own.found[0].size if own.found else None
        for name in known_rulebooks():
            here = name in (court.rules.NAME, court.referee.game.header.rules)
            if not here and not chain(locate(name))[-1].part:
                # Another rulebook is one change itself.
                most = None if least is None else max(0, least - 1)
                found.append(Search(court.referee, verdict, cut, last, name, MOST_ELSEWHERE).find(most))
                if found[-1].found:
                    least = min(found[-1].found[0].size, least or MOST_ELSEWHERE)
    return found


def _by_rules(court: Court, now: Answer, front: str) -> Answer:
    """The answer where the act is legal as it is."""
    from refcli.questions.trees import tree_of

    now.form, now.where = "may", court
    tree = tree_of(now)
    rules = tree.rules()
    says = f"{front} {', '.join(rules)}." if rules else f"{front} no rule in particular."
    answer = Answer(", ".join(rules) or NONE, now.event, now.rulings, kind="rules", says=says)
    answer.grow = lambda: Node("answer", says, True, tree.parts, answer=answer.text)
    return answer


def _by_changes(court: Court, now: Answer, results: list[Result], wanted: str) -> Answer:
    """The answer where only other rules would make an act legal."""
    best = [found for result in results for found in result.found]
    least = min((found.size for found in best), default=0)
    shown = [found for found in best if found.size == least]
    own, here = results[0], [found for found in shown if not found.rulebook]
    alternatives = [f.words for f in shown]
    text = NONE + (f"; {' or '.join(alternatives)}" if alternatives else "")
    front = f"No rule in force would {wanted}"
    either = " or ".join(alternatives)
    if here and own.proven:
        what = "one change of the rules does" if least == 1 else f"it takes {least} changes of the rules"
        says = f"{front}; {what}: {either}."
    elif here:
        says = f"{front}; {least} changes of the rules do: {either}. Whether fewer than that would, but more than {own.size}, isn't known."
    elif shown:
        than = " as few" if own.found else ""
        says = f"{front}, and no{than} house rules, readings or options of this rulebook would; other rulebooks do: {either}."
    elif own.complete:
        says = f"No rule would {wanted}, whatever house rules, readings and options of this rulebook are chosen."
        if len(results) > 1:
            says = says[:-1] + ", nor does any other known rulebook."
    else:
        says = f"No rule would {wanted} with {_changes(own.size)}; larger sets were not all tried."
    answer = Answer(text, now.event, now.rulings, kind="rules", says=says)
    answer.also = tuple(dict.fromkeys([NONE, *alternatives, *(_bare(f) for f in shown), either]))
    answer.details = {"found": shown, "results": results, "least": least}
    answer.grow = lambda: _grown_changes(court, answer, results)
    return answer


def _changes(size: int) -> str:
    """How many changes of the rules were tried together."""
    return "any single change of the rules" if size == 1 else f"up to {size} changes of the rules"


def _bare(found: Found) -> str:
    """A set of changes without `with`."""
    return ", ".join(change.item for change in found.changes)


def _grown_changes(court: Court, answer: Answer, results: list[Result]) -> Node:
    root = Node("answer", answer.says, bool(answer.details["found"]), answer=answer.text)
    for found in answer.details["found"]:
        node = Node("other", f"{found.words}: yes{_wider(found)}", True, answer="yes")
        if not found.rulebook:
            for change in found.changes:
                node.parts.append(Node("other", f"{change.item}: {change.described(court.rules)}", True))
        root.parts.append(node)
    least = answer.details["least"]
    for words in _proof(results, least):
        root.parts.append(Node("position", words, True, decisive=least != 1))
    return root


def _proof(results: list[Result], least: int) -> list[str]:
    """What shows that no smaller set of changes does, in sentences."""
    if least == 1:
        return ["without any change it is against the rules, so no smaller set does"]
    own = results[0]
    runs = sum(result.runs for result in results)
    times = "1 choice of rules" if runs == 1 else f"{runs} choices of rules"
    times = f"the game was refereed under {times}"
    rest = "every other choice changes nothing that came up in it"
    if least and own.proven:
        found = [f"no {'single change' if least == 2 else f'set of up to {least - 1} changes'} does: {times}; {rest}"]
    elif own.complete and not least:
        found = [f"{times}; {rest}"]
    else:
        found = [f"{times}; {_changes(own.size)} can't do, larger sets were not all tried"]
    tried = [f"{name} {', '.join(map(str, sorted(values)))}" for name, values in own.values.items()]
    if tried:
        found.append(
            f"options were set to {'; '.join(tried)}: by themselves, other values come to the same as one of these"
        )
        if own.complete:
            found[-1] += ", and beside other changes each value that makes a difference was tried"
    return found


def _wider(found: Found) -> str:
    """With which other values of its option a set does, too."""
    option = next((change for change in found.changes if change.kind == "option"), None)
    spans = [f"{low} to {high}" if low < high else str(low) for low, high in found.spans]
    if option is None or spans in ([], [option.value]):
        return ""
    return f", and so with any {option.name} of {' or '.join(spans)}"
