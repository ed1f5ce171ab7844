"""Checks of the flow: moments never reached, windows never opened, circles, lines that play never comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Branch, Do, Goto, Line, Owe, Statement
from refcli.language.facts import known
from refcli.language.form import Form
from refcli.language.graph import Arrow, leaves_always, walk
from refcli.language.logic import Formula, Leaf, Undecided, all_of, any_of, leaves, model_of
from refcli.language.phrases import Name
from refcli.language.quantities import Scope

MOST_CIRCLES = 500
PASSAGE = Scope(subject="player", passage=True)


# ---------------------------------------------------------------- what is never reached


def never_reached(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A moment that no arrow leads to, from the deal or from a position."""
    reached = {name for form in forms for name in form.graph.reached}
    seen: set[str] = set()
    for form in forms:
        for moment in form.checked.moments:
            if moment.name in reached or moment.name in seen or not form.own(moment.span):
                continue
            seen.add(moment.name)
            start = "setup" if form.graph.roots else "a moment `setup` or `position`, for there is none"
            yield Diagnostic(
                "C408",
                f"the moment {moment.name} is never reached: no arrow leads there from {start}",
                form.heading("moment", moment.name),
                f"write `-> {moment.name}` where it belongs, or take the moment out",
            )


def never_acting(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """What cards say when they are played, where no step ever lets a card act."""
    if any(acts(s) for form in forms for li in form.graph.coming for s, _ in walk(li.steps)):
        return
    for form in forms:
        for line in form.graph.acting:
            if form.own(line.span):
                yield Diagnostic(
                    "C408",
                    "what a card does when played never happens: no line that play comes to says `this card acts`",
                    line.span,
                    "add the step `this card acts` to the moment that follows a play",
                )
                return


def never_open(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A window that nothing opens, or that stands beside moments of which none is ever reached."""
    open_ = {w.name for form in forms for w in form.checked.windows if form.graph.opens(w)}
    seen: set[str] = set()
    for form in forms:
        for window in form.checked.windows:
            if window.name in open_ or window.name in seen or not form.own(window.span):
                continue
            seen.add(window.name)
            where = form.heading("window", window.name)
            if window.opens == "until":
                yield Diagnostic(
                    "C409",
                    f"nothing opens the window {window.name}",
                    where,
                    f"add a step: open {window.name} on player",
                )
            elif window.beside:
                places = " or ".join(window.beside)
                yield Diagnostic(
                    "C409",
                    f"the window {window.name} never stands open: play never comes to {places}",
                    where,
                    "name a moment that play comes to behind `beside`",
                )
            else:
                yield Diagnostic(
                    "C409",
                    f"the window {window.name} stands beside no moment",
                    where,
                    "name the moments behind `beside`",
                )


def behind_an_arrow(form: Form) -> Iterator[Diagnostic]:
    """A line or a statement behind an arrow that always leaves: play never comes to it."""
    for line in form.checked.lines:
        for statement, before in _unreached(line.steps):
            yield Diagnostic(
                "C413",
                "this is never done: the arrow before it has left already",
                statement.span,
                "put it before the arrow, or give the arrow a condition",
                others=(("this arrow always leaves", before.span),),
            )
    for moment in form.checked.moments:
        leaver: Line | None = None
        for line in moment.lines:
            if line.form != "passage":
                continue
            if leaver is not None and not form.above(leaver, line):
                yield Diagnostic(
                    "C413",
                    f"the line {line.name} is never come to: {leaver.name} always leaves {moment.name} before it",
                    line.span,
                    f"place it with `before {leaver.name}`, or give the arrow of {leaver.name} a condition",
                    others=((f"{leaver.name} always leaves", leaver.span),),
                )
            if leaver is None and leaves_always(line.steps):
                leaver = line
        if leaver is None:
            continue
        for line in moment.lines:
            if line.form != "passage" and not form.above(leaver, line):
                yield Diagnostic(
                    "C413",
                    f"nobody ever gets to {line.name}: {leaver.name} always leaves {moment.name} before anybody acts",
                    line.span,
                    f"give the arrow of {leaver.name} a condition, or move the line to another moment",
                    others=((f"{leaver.name} always leaves", leaver.span),),
                )


def _unreached(statements: tuple[Statement, ...]) -> Iterator[tuple[Statement, Statement]]:
    """The first statement behind one that always leaves, here and in the blocks inside."""
    for number, statement in enumerate(statements):
        if isinstance(statement, Branch):
            for _, block in statement.branches:
                yield from _unreached(block)
            yield from _unreached(statement.otherwise)
        if leaves_always((statement,)):
            if number + 1 < len(statements):
                yield statements[number + 1], statement
            return


# ---------------------------------------------------------------- circles


def writes(statements: tuple[Statement, ...]) -> set[str]:
    """The state that statements change, in the words of the phrase book."""
    found: set[str] = set()
    for statement, _ in walk(statements):
        if isinstance(statement, Owe):
            found |= {"duties", "hands", "piles"}
        elif not isinstance(statement, Goto | Branch):
            node = statement.node
            for text in node.entry.writes:
                for number, hole in enumerate(node.holes):
                    if isinstance(hole, Name):
                        text = text.replace(f"${number}", hole.text)
                found.add(text)
    return found


def circles(form: Form) -> Iterator[Diagnostic]:
    """Moments that lead into each other with nobody acting and nothing changing on the way."""
    arrows: dict[str, list[Arrow]] = {}
    for arrow in form.graph.passages:
        if not arrow.acts and not _turns_up(arrow.steps):
            arrows.setdefault(arrow.start, []).append(arrow)
    found: dict[frozenset[str], list[Arrow]] = {}
    tried = 0

    def follow(trail: list[Arrow]) -> None:
        nonlocal tried
        here = trail[-1].goto.moment
        if here == trail[0].start:
            tried += 1
            names = frozenset(arrow.start for arrow in trail)
            if names not in found and _goes_on(form, trail):
                found[names] = list(trail)
            return
        if tried > MOST_CIRCLES or any(arrow.start == here for arrow in trail):
            return
        for arrow in arrows.get(here, ()):
            follow([*trail, arrow])

    for start in list(arrows):
        for arrow in arrows[start]:
            follow([arrow])
    for trail in found.values():
        names = [arrow.start for arrow in trail]
        way = " -> ".join([*names, names[0]])
        yield Diagnostic(
            "C411",
            f"play can go round in a circle with nobody acting: {way}",
            trail[0].goto.span,
            "let a step on the way change what the arrows ask for, or let somebody act",
            others=tuple(("and from here", arrow.goto.span) for arrow in trail[1:]),
        )


def _turns_up(steps: tuple[Statement, ...]) -> bool:
    """Whether a card is turned up on the way: that comes to an end."""
    return any(isinstance(s, Do) and s.node.entry.pattern == "turn up a card" for s, _ in walk(steps))


def _goes_on(form: Form, trail: list[Arrow]) -> bool:
    """Whether the conditions of a circle can hold together and nothing on it changes what they ask for."""
    changed: set[str] = set()
    for arrow in trail:
        changed |= writes(arrow.steps)
        changed |= {f"counter {name}" for name, _, until, _ in form.checked.counters if until == arrow.goto.moment}
    moves = any(arrow.goto.of is not None for arrow in trail)
    conditions = [form.facts.condition(guard, PASSAGE) for arrow in trail for guard in arrow.guards]
    formula = all_of(*conditions)
    for leaf in leaves(formula):
        if leaf.state in changed or (moves and ("player" in leaf.variable or leaf.state == "hands")):
            return False
    try:
        return model_of(all_of(formula, known(formula))) is not None
    except Undecided:
        return False


def leaving(form: Form, statements: tuple[Statement, ...]) -> Formula:
    """When an arrow among the statements leaves, or one of the card that acts."""
    ways: list[Formula] = []
    for statement, guards in walk(statements):
        if isinstance(statement, Goto):
            way: Formula = True
        elif acts(statement):
            way = _card_leaves(form)
        else:
            continue
        ways.append(all_of(way, *[form.facts.condition(guard, PASSAGE) for guard in guards]))
    return any_of(*ways)


def acts(statement: Statement) -> bool:
    return isinstance(statement, Do) and statement.node.entry.pattern == "this card acts"


def _card_leaves(form: Form) -> Formula:
    """When the card that acts has an arrow that leaves."""
    ways: list[Formula] = []
    for face, card in form.checked.cards.items():
        steps = tuple(s for line in card.lines if line.form == "passage" for s in line.steps)
        mask = form.facts.faces([face]) & form.facts.kinds
        if steps and mask:
            top = Leaf("the card: top", mask, form.facts.kinds, f"the top card is a {face}", "piles")
            ways.append(all_of(top, leaving(form, steps)))
    return any_of(*ways) if form.facts.kinds else True
