"""Checks of may, may not and must: cards that can't be played, rules that never apply, rules against each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refcli.diagnostics import Diagnostic
from refcli.language.cases import in_words
from refcli.language.checked import Goto, Line
from refcli.language.facts import known
from refcli.language.form import Form
from refcli.language.graph import verb, walk
from refcli.language.logic import Formula, Undecided, all_of, any_of, deny, model_of, possible
from refcli.language.phrases import Node
from refcli.language.quantities import Scope

EVERYBODY = frozenset({"owner", "others", "subject"})


def people(line: Line) -> frozenset[str]:
    """Whom a rule is about: the owner of the moment, others, the one whom a window is about."""
    assert line.who is not None
    pattern = line.who.entry.pattern
    if pattern in ("anybody", "each player"):
        return EVERYBODY
    if pattern in ("any other player", "each other player"):
        return frozenset({"others"})
    if pattern == "the table":
        return frozenset({"table"})
    who = line.who.holes[0]
    assert isinstance(who, Node)
    said = who.entry.pattern
    if line.place in ("moment", "card"):
        return (
            frozenset({"owner"})
            if said in ("player", "the player in turn", "the {name.role}")
            else frozenset({who.text})
        )
    if said in ("player", "this player"):
        return EVERYBODY
    return frozenset(
        {"owner" if said == "the player in turn" else "subject" if said == "the {name.role}" else who.text}
    )


def scope_of(line: Line, card: int = -1) -> Scope:
    if line.place == "window":
        return Scope(player="player" if "others" not in people(line) else "actor", card=card)
    return Scope(subject="player", card=card)


def covers_kind(form: Form, line: Line, scope: Scope) -> Formula:
    """When a rule about playing covers the card of the scope."""
    assert line.act is not None
    if not line.act.holes or line.act.entry.pattern == "play":
        return form.facts.condition(line.when, scope)
    cards = line.act.holes[0]
    assert isinstance(cards, Node)
    if line.place == "card" and cards.entry.spec == "this":
        return form.facts.condition(line.when, scope)
    return all_of(form.facts.described(cards, scope), form.facts.condition(line.when, scope))


def same_call(upper: Line, lower: Line) -> bool:
    """Whether a rule about calling covers the calls of another."""
    assert upper.act is not None
    assert lower.act is not None
    if upper.act.entry.pattern == "call":
        return True
    return [n.text for n in upper.act.names()][:1] == [n.text for n in lower.act.names()][:1]


def bars(line: Line, permission: Line) -> bool:
    """Whether a `may not` is about the people and the kind of act of a `may`."""
    if line.modal != "may not" or verb(line.act) != verb(permission.act):
        return False
    if not people(line) >= people(permission):
        return False
    return verb(line.act) != "call" or same_call(line, permission)


# ---------------------------------------------------------------- cards that nobody may play


def unplayable(form: Form) -> Iterator[Diagnostic]:
    """A card of the deck that no rule lets anybody play, whatever lies on top."""
    facts = form.facts
    permissions = [
        (li, form.graph.contexts(li)) for li in form.checked.lines if li.modal == "may" and verb(li.act) == "play"
    ]
    variants: dict[int, list[int]] = {}
    for kind in facts.told:
        variants.setdefault(form.checked.kinds[kind].base, []).append(kind)
    missing: dict[str, str] = {}
    for base, kinds in variants.items():
        if not any(_plays(form, k, li, context) for k in kinds for li, contexts in permissions for context in contexts):
            missing[form.checked.kinds[base].name] = form.checked.kinds[base].face
    for face in dict.fromkeys(missing.values()):
        names = [name for name, f in missing.items() if f == face]
        shown = ", ".join(names[:4]) + (" …" if len(names) > 4 else "")
        barring = (
            [li for li in form.checked.cards[face].lines if li.modal == "may not"] if face in form.checked.cards else []
        )
        yield Diagnostic(
            "C403",
            f"nothing lets anybody play {shown}",
            form.heading("card", face) if face in form.checked.cards else form.checked.deck_span,
            "let a `may play` line or a word that it uses cover the card"
            if not barring
            else "give the rule that forbids it a condition",
            others=tuple((f"{li.name} forbids it", li.span) for li in barring),
        )


def _plays(form: Form, kind: int, line: Line, context: list[Line]) -> bool:
    assert line.act is not None
    scope = scope_of(line, kind)
    cards = line.act.holes[0] if line.act.holes else None
    if isinstance(cards, Node) and not _enough_copies(form, kind, cards):
        return False
    card = form.checked.cards.get(form.checked.kinds[kind].face)
    forbids = [covers_kind(form, li, scope) for li in context if bars(li, line)]
    for li in card.lines if card else ():
        if li.modal == "may not" and verb(li.act) == "play":
            forbids.append(covers_kind(form, li, scope))
    return possible(all_of(covers_kind(form, line, scope), deny(any_of(*forbids))))


def _enough_copies(form: Form, kind: int, cards: Node) -> bool:
    node: Node = cards
    while node.entry.spec == "" and isinstance(node.holes[0], Node):
        node = node.holes[0]
    number = node.holes[0] if node.entry.spec == "identical" else 1
    return not isinstance(number, int) or form.checked.kinds[form.checked.kinds[kind].base].copies >= number


# ---------------------------------------------------------------- rules that never apply


def never_applies(form: Form) -> Iterator[Diagnostic]:
    """A permission that can never apply: another rule always forbids the act, or its condition can't hold."""
    for line in form.checked.lines:
        if line.modal != "may" or line.who is None or line.act is None:
            continue
        contexts = form.graph.contexts(line)
        if not contexts:
            continue
        if not _applies(form, line, ()):
            yield Diagnostic(
                "C405",
                f"the line {line.name} can never apply: its condition is never true",
                line.span,
                "mend the condition",
            )
            continue
        barring = [[li for li in context if bars(li, line) and not form.above(li, line)] for context in contexts]
        if any(_applies(form, line, tuple(lines)) for lines in barring):
            continue
        culprits = [li for li in barring[0] if not _applies(form, line, (li,))][:1] or barring[0]
        names = " and ".join(li.ident for li in culprits)
        yield Diagnostic(
            "C405",
            f"the line {line.name} can never apply: {names} always forbids it",
            line.span,
            "give the rule that forbids it a condition, or take one of them out",
            others=tuple(("it is forbidden here", li.span) for li in culprits),
        )


def _applies(form: Form, line: Line, forbids: tuple[Line, ...]) -> bool:
    if verb(line.act) != "play":
        scope = scope_of(line)
        condition = form.facts.condition(line.when, scope)
        against = [form.facts.condition(li.when, replace(scope_of(li), player=scope.player)) for li in forbids]
        return possible(all_of(condition, deny(any_of(*against)), known(condition)))
    for kind in form.facts.told or [-1]:
        scope = scope_of(line, kind)
        against = [covers_kind(form, li, scope) for li in forbids]
        if possible(all_of(covers_kind(form, line, scope), deny(any_of(*against)))):
            return True
    return False


# ---------------------------------------------------------------- rules against each other


def duties_without_permission(form: Form) -> Iterator[Diagnostic]:
    """A `must` that no `may` lets anybody fulfil, and two that ask for different acts at once."""
    seen: set[frozenset[int]] = set()
    for line in form.checked.lines:
        if line.modal != "must" or line.form != "rule":
            continue
        contexts = form.graph.contexts(line)
        if contexts and not any(_permitted(line, context) for context in contexts):
            act = line.act.text if line.act else ""
            yield Diagnostic(
                "C406",
                f"{line.name} says that somebody must {act}, and no rule there says that they may",
                line.span,
                f"add a line that permits it: player may {act} …",
            )
        for context in contexts:
            for other in context:
                pair = frozenset({line.number, other.number})
                if other.modal != "must" or other is line or pair in seen or verb(other.act) == verb(line.act):
                    continue
                seen.add(pair)
                yield from _both(form, line, other)


def _permitted(duty: Line, context: list[Line]) -> bool:
    return any(li.modal == "may" and verb(li.act) == verb(duty.act) and people(li) & people(duty) for li in context)


def _both(form: Form, line: Line, other: Line) -> Iterator[Diagnostic]:
    if not people(line) & people(other):
        return
    formula = all_of(form.facts.condition(line.when, scope_of(line)), form.facts.condition(other.when, scope_of(line)))
    try:
        model = model_of(all_of(formula, known(formula)))
    except Undecided:
        return
    if model is None:
        return
    case = in_words(form, formula, model)
    one, two = (li.act.text if li.act else "" for li in (line, other))
    yield Diagnostic(
        "C406",
        (f"if {case}, " if case else "") + f"somebody must {one} and must {two} at once",
        line.span,
        "give one of the two a condition that leaves the other out",
        others=(("the other duty", other.span),),
    )


def unclear_effect(form: Form) -> Iterator[Diagnostic]:
    """Two permissions for one act at one place, both open at once, after which play goes to different places."""
    seen: set[frozenset[int]] = set()
    for line in form.checked.lines:
        if line.modal != "may" or line.who is None:
            continue
        for context in form.graph.contexts(line):
            for other in context:
                pair = frozenset({line.number, other.number})
                if other is line or len(pair) < 2 or other.modal != "may" or pair in seen:
                    continue
                seen.add(pair)
                if verb(other.act) != verb(line.act) or people(other) != people(line) or _ends(line) == _ends(other):
                    continue
                if verb(line.act) in ("call", "choose", "other") or not _together(form, line, other):
                    continue
                yield Diagnostic(
                    "C416",
                    f"{line.name} and {other.name} can permit the same act, and play goes on differently after them",
                    other.span,
                    "give one of them a condition that leaves the other out",
                    "warning",
                    (("the other line", line.span),),
                )


def _ends(line: Line) -> list[tuple[str, str]]:
    return [(s.moment, s.of.text if s.of else "") for s, _ in walk(line.steps) if isinstance(s, Goto)]


def _together(form: Form, line: Line, other: Line) -> bool:
    """Whether two permissions certainly can cover one act."""
    kinds = form.facts.told if verb(line.act) == "play" else [-1]
    if verb(line.act) == "play" and _number(line) != _number(other):
        return False
    for kind in kinds:
        scope = scope_of(line, kind)
        if verb(line.act) == "play":
            formula = all_of(covers_kind(form, line, scope), covers_kind(form, other, scope))
        else:
            formula = all_of(form.facts.condition(line.when, scope), form.facts.condition(other.when, scope))
        try:
            if model_of(all_of(formula, known(formula))) is not None:
                return True
        except Undecided:
            return False
    return False


def _number(line: Line) -> str:
    """How many cards a permission is about."""
    node = line.act.holes[0] if line.act and line.act.holes else None
    while isinstance(node, Node) and node.entry.spec == "" and node.holes:
        node = node.holes[0]
    return node.entry.spec if isinstance(node, Node) else ""
