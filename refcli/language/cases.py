"""A case that a check has found, in the words of the rulebook: `the debt is 0 and player can't play`."""

from __future__ import annotations

from refcli.language.form import Form
from refcli.language.logic import EITHER, Formula, leaves, value
from refcli.language.quantities import CARD_REFERENCES
from refcli.syntax.printer import show_condition
from refcli.syntax.tree import Fact, Not, Phrase, Word
from refcli.text import Span

DENIED = {
    "player has no cards": "player has cards",
    "nothing is left to draw": "something is left to draw",
    "player can play": "player can't play",
    "player may not draw": "player may draw",
}

CARDS = {f"the card: {variable}": said for said, variable in CARD_REFERENCES.items()}


def in_words(form: Form, formula: Formula, model: dict[str, int]) -> str:
    """The case that a model describes, in the words of the rulebook; what doesn't matter to it is left out."""
    needed = dict(model)
    for variable in model:
        without = {name: chosen for name, chosen in needed.items() if name != variable}
        if value(formula, without) is True:
            needed = without
    said: dict[str, list[tuple[bool, str]]] = {}
    for leaf in leaves(formula):
        truth = value(leaf, needed)
        if leaf.text and truth is not None:
            said.setdefault(leaf.variable, []).append((truth, leaf.text))
    parts: list[str] = []
    numbers = {leaf.variable for leaf in leaves(formula) if leaf.domain != EITHER}
    for variable, facts in said.items():
        positive = [text for truth, text in facts if truth]
        card = CARDS.get(variable)
        if card and not positive and len(facts) > 1:
            chosen = needed[variable]  # an example says more than all that it isn't
            positive = [f"{card} is {form.checked.kinds[(chosen & -chosen).bit_length() - 1].name}"]
        plain = sorted((text for _, text in facts), key=lambda text: text.startswith("it "))
        parts.extend(positive[:1] or [_denied(text) for text in (plain if variable in numbers else plain[:1])])
    return " and ".join(dict.fromkeys(parts))


def _denied(text: str) -> str:
    span = Span("", 1, 1, 1, 1)
    phrase = Phrase(tuple(Word(word, span) for word in text.split()), span)
    return DENIED.get(text) or show_condition(Not(Fact(phrase, span), span))
