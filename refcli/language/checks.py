"""The checks of meaning, in one table: what each code stands for and which function finds it.

A check of EACH looks at one form of a rulebook (one choice of house rules, options and readings), a check of ALL at
every form together: what no form ever uses is never used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from refcli.diagnostics import Diagnostic
from refcli.language import (
    checks_choices,
    checks_deck,
    checks_ends,
    checks_flow,
    checks_names,
    checks_rules,
    drift,
    layers,
)
from refcli.language.checked import Checked
from refcli.language.form import Form
from refcli.language.merge import Merged

EachCheck = Callable[[Form], Iterator[Diagnostic]]
AllCheck = Callable[[Sequence[Form]], Iterator[Diagnostic]]

EACH: dict[str, EachCheck] = {
    "C403": checks_rules.unplayable,
    "C404": checks_choices.choices_not_made,
    "C405": checks_rules.never_applies,
    "C406": checks_rules.duties_without_permission,
    "C410": checks_ends.dead_ends,
    "C411": checks_flow.circles,
    "C413": checks_flow.behind_an_arrow,
    "C415": drift.drift,
    "C416": checks_rules.unclear_effect,
    "C419": checks_deck.ways_to_write,
    "C420": checks_deck.options_out_of_range,
    "C421": checks_deck.not_in_the_deck,
    "L305": layers.order_matters,
    "L306": layers.anchor_gone,
}
ALL: dict[str, tuple[AllCheck, ...]] = {
    "C402": (checks_deck.nothing_said,),
    "C407": (checks_names.never_called,),
    "C408": (checks_flow.never_reached, checks_flow.never_acting),
    "C409": (checks_flow.never_open,),
    "C412": (checks_names.never_used,),
    "C414": (checks_names.readings_alike,),
    "C417": (checks_deck.attribute_unused, checks_deck.attribute_mistyped),
    "C418": (checks_deck.worth_missing,),
    "C420": (checks_deck.too_many_dealt,),
}
# A part is completed by the rulebooks that extend it: what it lacks or doesn't use by itself is no fault.
NOT_FOR_PARTS = frozenset({"C402", "C403", "C407", "C408", "C409", "C418"})


def of_form(form: Form) -> Iterator[Diagnostic]:
    """What is wrong with one form by itself."""
    for code, check in EACH.items():
        if not (form.checked.part and code in NOT_FOR_PARTS):
            yield from check(form)


def of_forms(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """What is wrong with a rulebook under all its settings; the first form is the one with the settings asked for."""
    for code, checks in ALL.items():
        if not (forms[0].checked.part and code in NOT_FOR_PARTS):
            for check in checks:
                yield from check(forms)


def findings(checked: Checked, used: Iterable[tuple[str, str]], merged: Merged) -> list[Diagnostic]:
    """All findings about one form; `used` are the names that the resolver met, `merged` what it worked from."""
    form = Form(checked, merged, frozenset(used))
    return [*of_form(form), *of_forms([form])]
