"""House rules beside each other: lines that two of them put at the same place, so that their order would matter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Goto, Line, Statement
from refcli.language.checks_flow import PASSAGE, leaving, writes
from refcli.language.facts import known
from refcli.language.form import Form, items_of
from refcli.language.graph import walk
from refcli.language.logic import Formula, all_of, any_of, deny, leaves, possible
from refcli.language.merge import LineDef
from refcli.syntax import tree
from refcli.text import Span


def order_matters(form: Form) -> Iterator[Diagnostic]:
    """Passages that two house rules insert at one place, where it would matter which of them comes first."""
    by_span = {(line.span, line.owner): line for line in form.checked.lines}
    places: dict[tuple[str, str, str], list[LineDef]] = {}
    for where, owner, anchor, definition in form.merged.anchored:
        if definition.layer.kind != "book" and definition.layer.name in form.merged.houses:
            places.setdefault((where, owner, anchor), []).append(definition)
    for (_, owner, anchor), definitions in places.items():
        for one, two in combinations(definitions, 2):
            first, second = by_span.get((one.line.span, owner)), by_span.get((two.line.span, owner))
            if first is None or second is None or first.house == second.house:
                continue
            if (
                first.form != "passage"
                or second.form != "passage"
                or form.above(first, second)
                or form.above(second, first)
            ):
                continue
            if _independent(form, first, second):
                continue
            where = f"{anchor} in {owner}" if anchor else f"at the end of {owner}"
            yield Diagnostic(
                "L305",
                f"{first.house} and {second.house} both put a line {where}, and it would matter which comes first",
                second.span,
                f'let {second.house} say "over {first.house}", let them exclude each other, or narrow their conditions',
                others=(("the other line", first.span),),
            )


def _independent(form: Form, first: Line, second: Line) -> bool:
    """Whether two passages come to the same in either order."""
    acts = [_acts_when(form, line.steps) for line in (first, second)]
    looked = [{leaf.state for leaf in leaves(formula) if leaf.state} for formula in acts]
    changed = [writes(line.steps) for line in (first, second)]
    meddles = [bool(changed[0] & looked[1]), bool(changed[1] & looked[0])]
    together = all_of(*acts)
    if not possible(all_of(together, known(together))):
        # Only one of them does anything; what it changes must not wake the other, unless play has left by then.
        for line, formula, meddling in zip((first, second), acts, meddles, strict=True):
            if meddling and possible(all_of(formula, deny(leaving(form, line.steps)))):
                return False
        return True
    goes = [any(isinstance(s, Goto) for s, _ in walk(line.steps)) for line in (first, second)]
    return not any(goes) and not any(meddles) and not changed[0] & changed[1]


def _acts_when(form: Form, statements: tuple[Statement, ...]) -> Formula:
    """When a passage does anything at all."""
    return any_of(*[all_of(*[form.facts.condition(g, PASSAGE) for g in guards]) for _, guards in walk(statements)])


def anchor_gone(form: Form) -> Iterator[Diagnostic]:
    """A house rule that takes out a line beside which another puts one of its own: in another order it would fail."""
    removed: dict[tuple[str, str], tuple[str, Span]] = {}
    for house in form.merged.active:
        for owner, line in _edits(form.merged.houses[house][0].items):
            if line.edit == "remove":
                removed[owner, line.name.text] = (house, line.name.span)
    for _, owner, anchor, definition in form.merged.anchored:
        found = removed.get((owner, anchor.rpartition(" ")[2]))
        house = definition.layer.name
        if not anchor or found is None or definition.layer.kind == "book" or found[0] == house:
            continue
        yield Diagnostic(
            "L306",
            f"{found[0]} takes out a line of {owner} that {house} needs: its line stands {anchor}",
            definition.line.span,
            f"place the line elsewhere, or let {house} exclude {found[0]}",
            others=(("it is taken out here", found[1]),),
        )


def _edits(items: tuple[tree.Item, ...]) -> Iterator[tuple[str, tree.Line]]:
    """The lines that items write, with the moment, window or card that each belongs to."""
    for item in items_of(items):
        if isinstance(item, tree.Change):
            yield from ((item.name.text, line) for line in item.lines)
        elif isinstance(item, tree.CardDecl):
            yield from ((word.text, line) for word in item.names.items for line in item.lines)
