"""Checks of the deck: cards without rules, attributes nobody looks at, worth, ways to write, options, the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Do
from refcli.language.deck import shown
from refcli.language.form import Form, inner, items_of, named, nodes_of
from refcli.language.graph import walk
from refcli.language.logic import Leaf, all_of, possible
from refcli.language.phrases import Node
from refcli.language.quantities import Scope
from refcli.syntax import tree
from refcli.text import Span

# What the header of a record says with these keys; a counter can't be written with one of them.
HEADER_KEYS = (
    "game",
    "rules",
    "with",
    "without",
    "players",
    "dealer",
    "illegal plays",
    "hand",
    "start",
    "top",
    "turn",
    "direction",
    "draw pile",
    "discard pile",
    "score",
)


def _face_span(form: Form, face: str) -> Span | None:
    """Where the deck counts a face."""
    deck = form.merged.deck
    for count in deck.counts if deck else ():
        for word in count.names.items:
            if word.text == face:
                return word.span
    return form.checked.deck_span


def _faces(form: Form) -> list[str]:
    return form.checked.attributes[-1].values if form.checked.attributes else []


def nothing_said(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A card of the deck of which nothing is said: no `card` block names it."""
    said = {face for form in forms for face in form.checked.cards}
    for face in _faces(forms[-1]):
        if face not in said and forms[-1].own(forms[-1].checked.deck_span):
            yield Diagnostic(
                "C402",
                f"the deck has {shown(face)}, and nothing is said of it",
                _face_span(forms[-1], face),
                f'add: card {face} "…", even if the card does nothing',
                "warning",
            )


def not_in_the_deck(form: Form) -> Iterator[Diagnostic]:
    """A card or a member of a group that the deck doesn't have."""
    faces = _faces(form)
    if not faces:
        return
    lists = [
        names
        for item in items_of(form.merged.books[-1].items)
        if isinstance(item, tree.CardDecl)
        for names in (item.names,)
    ]
    lists += [group.members for group in form.merged.groups.values() if form.own(group.span)]
    for names in lists:
        for word in names.items:
            if word.text not in faces and word.text not in form.merged.groups:
                close = get_close_matches(word.text, faces, n=1)
                yield Diagnostic(
                    "C421",
                    f"the deck has no {shown(word.text)}",
                    word.span,
                    f"did you mean {close[0]}?" if close else "count it in the deck, or take it out",
                )


def attribute_unused(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """An attribute of the deck that no rule looks at."""
    used: set[str] = set()
    for form in forms:
        for outer in nodes_of(form.checked):
            for node in inner(outer):
                used.update(named(node, "attribute"))
                used.update(value.partition(":")[0] for value in named(node, "value"))
    deck = forms[-1].merged.deck
    for decl in deck.attributes if deck else ():
        if decl.name.text not in used and forms[-1].own(decl.span):
            yield Diagnostic(
                "C417",
                f"no rule looks at the {decl.name.text} of a card",
                decl.name.span,
                f"use it, for example: its {decl.name.text} is the {decl.name.text} of the top card",
                "warning",
            )


def attribute_mistyped(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """In a part without a deck: an attribute that is named once and looks like another one."""
    form = forms[0]
    if form.merged.deck is not None or not form.checked.part:
        return
    places: dict[str, list[Span]] = {}
    for outer in nodes_of(form.checked):
        for node in inner(outer):
            for name in named(node, "attribute"):
                places.setdefault(name, []).append(node.span)
    for name, spans in places.items():
        close = get_close_matches(name, [n for n in places if n != name and len(places[n]) > 1], n=1, cutoff=0.75)
        if len(spans) == 1 and close and form.own(spans[0]):
            yield Diagnostic(
                "C417",
                f"no other line speaks of the {name} of a card",
                spans[0],
                f"did you mean {close[0]}?",
                "warning",
            )


def worth_missing(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A card without a worth in a rulebook that scores what hands are worth."""
    for form in forms:
        scores = [n for n in nodes_of(form.checked) if n.entry.kind == "step" and "scores the worth" in n.entry.pattern]
        missing = list(dict.fromkeys(kind.face for kind in form.checked.kinds if kind.worth is None))
        if not scores or not missing:
            continue
        names = ", ".join(shown(face) for face in missing[:6]) + (" …" if len(missing) > 6 else "")
        face = missing[0]
        card = form.checked.cards.get(face)
        where = (card.span if card else None) or _face_span(form, face)
        others = [("scored here", scores[0].span)]
        if where is not None and not form.own(where):
            others.append(("the card", where))
            where = form.merged.books[-1].name.span
        yield Diagnostic(
            "C418",
            f"hands are scored, and nothing says what {names} {'is' if len(missing) == 1 else 'are'} worth",
            where,
            "add to the block of the card: worth 10",
            others=tuple(others),
        )
        return


def ways_to_write(form: Form) -> Iterator[Diagnostic]:
    """A counter's header key or a card's short form that means something else already."""
    attributes = [a.name for a in form.checked.attributes]
    for number, (name, decl) in enumerate(form.merged.counters.items()):
        if decl.written is None:
            continue
        key = shown(decl.written.text)
        if key in HEADER_KEYS or decl.written.text in attributes:
            what = "an attribute" if decl.written.text in attributes else "something else"
            yield Diagnostic(
                "C419",
                f"{key} can't stand for the counter {name} in a record: its header says {what} with that word",
                decl.written.span,
                "write the counter with another word",
            )
        for other, second in list(form.merged.counters.items())[:number]:
            if second.written is not None and second.written.text == decl.written.text:
                yield Diagnostic(
                    "C419",
                    f"the counters {other} and {name} are both written {key}",
                    decl.written.span,
                    "write one of them with another word",
                    others=(("the other counter", second.written.span),),
                )
    faces = {shown(face): face for face in _faces(form)}
    taken: dict[str, tuple[str, Span]] = {}
    for face, place in form.merged.cards.items():
        if face not in faces.values():
            continue
        for short in place.shorts:
            text = short.text.lower()
            if text in taken and taken[text][0] != face:
                yield Diagnostic(
                    "C419",
                    f'"{short.text}" stands for {shown(taken[text][0])} and for {shown(face)}',
                    short.span,
                    "give one of them another short form",
                    others=(("the other card", taken[text][1]),),
                )
            elif faces.get(shown(text), face) != face:
                yield Diagnostic(
                    "C419",
                    f'"{short.text}" stands for {shown(face)}, and another card is called so',
                    short.span,
                    "choose another short form",
                )
            else:
                taken[text] = (face, short.span)


# ---------------------------------------------------------------- options and the deal


def options_out_of_range(form: Form) -> Iterator[Diagnostic]:
    """An option whose default is outside its range, or whose range is none."""
    for name, decl in form.merged.options.items():
        default, low, high = int(decl.default.text), int(decl.low.text), int(decl.high.text)
        if low > high:
            yield Diagnostic(
                "C420",
                f"the option {name} goes from {low} to {high}: no number is both",
                decl.low.span,
                f"write: from {high} to {low}",
            )
        elif not low <= default <= high:
            yield Diagnostic(
                "C420",
                f"the option {name} is {default} where nobody says otherwise, but goes from {low} to {high}",
                decl.default.span,
                f"choose a number from {low} to {high}, or widen the range",
            )


def too_many_dealt(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A deal that takes more cards than the deck has."""
    form = forms[0]
    checked = form.checked
    cards = sum(kind.copies for number, kind in enumerate(checked.kinds) if kind.base == number)
    if not cards:
        return
    for line in checked.lines:
        for statement, guards in walk(line.steps):
            if not isinstance(statement, Do) or statement.node.entry.pattern != "deal {number} cards to each player":
                continue
            number = statement.node.holes[0]
            dealt = form.facts.number(number, Scope()) if isinstance(number, Node) else number
            condition = all_of(*[form.facts.condition(guard, Scope(passage=True)) for guard in guards])
            domain = form.facts.domain("the players left")
            for players in range(checked.high, checked.low - 1, -1):
                if (
                    isinstance(dealt, int)
                    and players * dealt + 1 > cards
                    and possible(all_of(condition, Leaf("the players left", 1 << players, domain)))
                ):
                    yield Diagnostic(
                        "C420",
                        f"{players} players get {dealt} cards each and one is turned up, but the deck has {cards}",
                        statement.span,
                        "deal fewer cards, let fewer play, or use more packs",
                        "warning",
                    )
                    break
