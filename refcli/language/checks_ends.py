"""Dead ends: moments in which no arrow leaves and nobody may do anything, found without playing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refcli.diagnostics import Diagnostic
from refcli.language.cases import in_words
from refcli.language.checked import Goto, Line, Moment
from refcli.language.checks_flow import acts, leaving, writes
from refcli.language.facts import known
from refcli.language.form import Form
from refcli.language.graph import leaves_always, verb, walk
from refcli.language.logic import EITHER, YES, Formula, Leaf, Undecided, all_of, any_of, deny, leaves, model_of
from refcli.language.phrases import Node
from refcli.language.quantities import Scope


def dead_ends(form: Form) -> Iterator[Diagnostic]:
    """A moment in which, under some conditions, no arrow leaves and nobody may do anything."""
    for name in form.graph.reached:
        moment = form.graph.moments.get(name)
        if moment is None or not moment.lines:
            continue
        formula = stuck(form, moment)
        try:
            model = model_of(all_of(formula, known(formula)))
        except Undecided:
            continue
        if model is None:
            continue
        case = in_words(form, formula, model)
        where = form.heading("moment", name)
        # In a moment that another rulebook declares, a rule of this one that narrows it is the place to look.
        narrowing = [li for li in form.graph.live(moment) if li.modal in ("must", "may not") and form.own(li.span)]
        blamed = narrowing[0].span if narrowing and not form.own(moment.span) else where
        yield Diagnostic(
            "C410",
            f"a dead end in {name}: {f'if {case}, ' if case else ''}no arrow leaves and nobody may do anything",
            blamed,
            "add a line that says what happens then, or that nobody settled it: unruled whether player may pass, if …",
            others=() if blamed is where else ((f"the moment {name}", where),),
        )


def stuck(form: Form, moment: Moment) -> Formula:
    """The formula that nothing goes on in a moment; False where what its passages do may matter."""
    passages = [line for line in moment.lines if line.form == "passage"]
    doing = [*passages, *form.graph.acting] if any(acts(s) for li in passages for s, _ in walk(li.steps)) else passages
    changed: set[str] = set().union(*[writes(line.steps) for line in doing])
    if any(leaves_always(line.steps) for line in passages):
        return False
    ways = [leaving(form, line.steps) for line in passages]
    live = form.graph.live(moment)
    owners = [(line, _scope(line)) for line in live if _binds_owner(line)]
    condition = {id(line): form.facts.condition(line.when, scope) for line, scope in owners}

    def holding(modal: str, *verbs: str) -> list[Formula]:
        return [condition[id(li)] for li, _ in owners if li.modal == modal and verb(li.act) in verbs]

    forbidden = {
        v: any_of(*[condition[id(li)] for li, _ in owners if li.modal == "may not" and _whole(li, v)])
        for v in ("draw", "pass", "call")
    }
    musts = [(verb(li.act), condition[id(li)]) for li, _ in owners if li.modal == "must"]
    reshuffles = any(li.modal == "may" and verb(li.act) == "reshuffle" for li in live)
    empty = "nothing is left to draw" if reshuffles else "the draw pile is empty"
    nothing = Leaf(empty, YES, EITHER, empty, "piles")

    def free(act: str) -> Formula:
        return deny(any_of(*[c for v, c in musts if v != act]))

    permissions = [(li, scope) for li, scope in owners if li.modal == "may" and verb(li.act) == "play"]
    plays = Leaf("player can play", YES, EITHER, "player can play" if permissions else "", "hands")
    playing = any_of(*[_some_card(form, li, scope) for li, scope in permissions])
    if permissions:
        ways.append(all_of(plays, free("play")))
    ways.append(all_of(any_of(*holding("may", "draw")), deny(nothing), deny(forbidden["draw"]), free("draw")))
    ways.append(all_of(any_of(*holding("may", "pass")), deny(forbidden["pass"]), free("pass")))
    ways.extend(condition[id(li)] for li, _ in owners if li.modal == "unruled")
    for line, _ in owners:
        if line.modal == "may" and verb(line.act) not in ("play", "draw", "pass", "reshuffle"):
            forbids = forbidden["call"] if verb(line.act) == "call" else False
            if any(isinstance(s, Goto) for s, _ in walk(line.steps)):
                ways.append(all_of(condition[id(line)], deny(forbids)))
    # Others whose act moves play on: a call, or what the table does. That somebody holds a card can't be counted on.
    for line in live:
        if line.modal != "may" or _binds_owner(line) or verb(line.act) in ("play", "draw", "reshuffle"):
            continue
        if any(isinstance(s, Goto) for s, _ in walk(line.steps)):
            ways.append(form.facts.condition(line.when, Scope(player="actor")))
    if any(li.modal == "may" and verb(li.act) == "play" and _anything(form, li, live) for li, _ in owners):
        return False
    rules: list[Formula] = []
    if permissions or any(leaf.variable == plays.variable for way in ways for leaf in leaves(way)):
        rules.append(any_of(deny(plays), playing))
    if not any(li.modal == "may not" and verb(li.act) == "play" for li in [*live, *_of_cards(form)]):
        # With nothing to forbid it, the card drawn can be played whenever the permission for it holds.
        drawn = [
            form.facts.condition(li.when, replace(scope, it="drawn")) for li, scope in permissions if _of_drawn(li)
        ]
        rules.extend(any_of(plays, deny(condition_)) for condition_ in drawn)
    barred = Leaf("player may not draw", YES)
    rules.append(any_of(all_of(barred, forbidden["draw"]), all_of(deny(barred), deny(forbidden["draw"]))))
    for counter, _, until, _ in form.checked.counters:
        if until == moment.name and f"counter {counter}" not in changed:
            domain = form.facts.domain(f"the {counter}")
            rules.append(Leaf(f"the {counter}", 1, domain))
    formula = all_of(*[deny(way) for way in ways], *rules)
    if any(leaf.state and leaf.state in changed for leaf in leaves(formula)):
        return False
    return formula


def _scope(line: Line) -> Scope:
    return Scope(subject="player" if line.place == "moment" else "subject")


def _binds_owner(line: Line) -> bool:
    """Whether a rule is about the player whose moment it is, whoever else it is about."""
    assert line.who is not None
    pattern = line.who.entry.pattern
    if pattern in ("anybody", "each player"):
        return True
    if pattern != "{player}":
        return False
    who = line.who.holes[0]
    assert isinstance(who, Node)
    if line.place == "moment":
        return who.entry.pattern in ("player", "the player in turn", "the {name.role}")
    return who.entry.pattern in ("player", "this player", "the player in turn")


def _whole(line: Line, act: str) -> bool:
    """Whether a rule covers every act of a kind."""
    return (
        verb(line.act) == act and line.act is not None and line.act.entry.pattern in (act, "draw {number} card|cards")
    )


def _some_card(form: Form, line: Line, scope: Scope) -> Formula:
    """What a permission to play asks for besides the card."""
    formula = form.facts.condition(line.when, scope)
    return formula if all(leaf.state != "play" for leaf in leaves(formula)) else True


def _of_cards(form: Form) -> list[Line]:
    return [line for card in form.checked.cards.values() for line in card.lines]


def _of_drawn(line: Line) -> bool:
    """Whether a permission is about the card just drawn and no other."""
    cards = line.act.holes[0] if line.act and line.act.holes else None
    return isinstance(cards, Node) and cards.entry.spec == "drawn"


def _anything(form: Form, line: Line, live: list[Line]) -> bool:
    """Whether a line permits to play whatever card one holds, so that nobody with a card is ever stuck."""
    if line.when is not None or line.act is None or not line.act.holes:
        return False
    cards = line.act.holes[0]
    if not isinstance(cards, Node) or cards.entry.pattern != "a|an card":
        return False
    return not any(li.modal == "may not" and verb(li.act) == "play" for li in [*live, *_of_cards(form)])
