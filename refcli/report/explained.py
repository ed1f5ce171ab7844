"""What a name of a rulebook means: rules, cards, moments, house rules, readings, options, words, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from refcli.language.checked import Checked, Line, Moment, Window
from refcli.language.deck import cited, shown
from refcli.report.origins import Definition, definitions, house_of, in_force, layer_on
from refcli.syntax import tree
from refcli.text import Span

HEADS = {
    "may": "It permits", "may not": "It forbids", "must": "It is a duty, and bars everything else",
    "should not": "It forbids, but binds only when somebody challenges", "unruled": "Nobody has settled it",
    "": "What happens",
}  # fmt: skip


@dataclass(slots=True)
class Explanation:
    """One answer. `span` is all of it in the rulebook, as written; `lines` are names and sentences of its parts."""

    kind: str
    name: str
    sentence: str
    source: str = ""
    notes: list[str] = field(default_factory=list)
    head: str = ""
    span: Span | None = None
    lines: list[tuple[str, str]] = field(default_factory=list)
    rulebooks: list[str] = field(default_factory=list)
    sources: dict[str, list[str]] = field(default_factory=dict)  # which rulebooks name which source


def folded(text: str) -> str:
    """A name as it is compared: case, blanks and hyphens make no difference."""
    return "-".join(text.lower().replace("-", " ").split())


class Explainer:
    """Answers about one rulebook under some settings."""

    def __init__(self, checked: Checked, books: list[tree.Book]) -> None:
        self.c = checked
        self.books = books
        self.definitions: list[Definition] = definitions(books)

    def names(self) -> list[str]:
        """Everything that can be asked about."""
        c = self.c
        words = [w.text for b in self.books for i in b.items if isinstance(i, tree.WordDecl) for w in i.names]
        tables = (
            [n for n, *_ in c.counters] + [n for n, _ in c.tallies] + [n for n, *_ in c.marks] + [n for n, _ in c.calls]
        )
        return [
            *dict.fromkeys(
                [*(d.ident for d in self.definitions), *(m.name for m in c.moments), *(w.name for w in c.windows),
                 *c.cards, *(shown(face) for face in c.cards), *(h.name for h in c.houses), *c.readings, *c.options,
                 *words, *c.groups, *c.tables, *c.choices, *tables]
            )
        ]  # fmt: skip

    def about(self, asked: str) -> list[Explanation]:
        """All that a name means; nothing where it means nothing here. Whole names come first."""
        name = folded(asked)
        found = list(self._rules(asked.lower().strip().replace(" ", "-")))
        places: list[Moment | Window] = [*self.c.moments, *self.c.windows]
        found += [self._place(place) for place in places if place.name == name]
        found += [e for e in (self._card(name), self._house(name), self._reading(name), self._option(name)) if e]
        found += self._words(name)
        found += self._declared(name)
        if not found:
            found = [e for d in self.definitions if d.line.name.text == name for e in self._rules(d.ident)]
            found = list({(e.name, e.span): e for e in found}.values())
        return found

    # ------------------------------------------------------------ rules

    def _rules(self, ident: str) -> Iterator[Explanation]:
        every = [d for d in self.definitions if d.ident == ident]
        chosen = [d for d in every if in_force(self.c, d)] or [d for d in every if d.line.edit in ("add", "replace")][
            -1:
        ]
        for d in chosen:
            line = next((li for li in self.c.lines if li.ident == ident and li.span == d.line.span), None)
            sentence = line.sentence if line else d.sentence
            source = line.source if line else cited(d.cite, self.c.sources)
            yield Explanation(
                "rule", ident, sentence, source, list(self._history(d, every)), HEADS[_modal(d.line)], d.line.span
            )

    def _history(self, here: Definition, every: list[Definition]) -> Iterator[str]:
        """Where a rule stands and which other layers have a say in it."""
        what = {"card": "of the card", "moment": "of the moment", "window": "of the window"}[here.place]
        yield f"It is a rule {what} {shown(here.owner) if here.place == 'card' else here.owner}, by {here.layer}."
        if not in_force(self.c, here):
            if layer_on(self.c, here):
                yield "It is not in force at this table: a layer above does without it."
            else:
                yield f"It is not in force: {here.layer} is off at this table."
        index = every.index(here)
        for other in every:
            if other is here or other.line.edit == "cite":
                continue
            if other.line.edit == "remove":
                yield f"{_capital(other.layer)} removes it" + ("." if layer_on(self.c, other) else ", if it is on.")
            elif every.index(other) < index:
                yield f"It replaces the line of {other.layer}: “{other.sentence}”"
            else:
                yield f"{_capital(other.layer)} replaces it, if it is on: “{other.sentence}”"

    # ------------------------------------------------------------ places, cards and what is declared

    def _place(self, place: Moment | Window) -> Explanation:
        kind = "moment" if isinstance(place, Moment) else "window"
        notes = []
        if isinstance(place, Window):
            opens = {"always": "It is always open.", "beside": f"It stands open during {', '.join(place.beside)}."}
            notes.append(opens.get(place.opens, "It is opened by a rule, and open until somebody else moves."))
        house = house_of(self.c, place.span)
        if house:
            notes.append(f"It comes with the house rule {house.name}.")
        return Explanation(
            kind, place.name, place.sentence, place.source, notes, "", _heading(place.span), _listed(place.lines)
        )

    def _card(self, name: str) -> Explanation | None:
        card = self.c.cards.get(name)
        kinds = [k for k in self.c.kinds if k.face == name or folded(k.name) == name]
        if card is None and kinds:
            card = self.c.cards.get(kinds[0].face)
        if card is None and not kinds:
            return None
        face = card.face if card else kinds[0].face
        own = [k for n, k in enumerate(self.c.kinds) if k.face == face and k.base == n]
        listed = ", ".join(k.name for k in own[:6]) + (" …" if len(own) > 6 else "")
        notes = [f"The deck has {sum(k.copies for k in own)}: {listed}."]
        if own and own[0].worth is not None:
            notes.append(f"It is worth {own[0].worth}.")
        if card and card.shorts:
            notes.append(f"In short it is written {' or '.join(card.shorts)}.")
        if card is None:
            return Explanation(
                "card", shown(face), "", notes=notes, span=self.c.deck_span and _heading(self.c.deck_span)
            )
        span = _heading(card.span) if card.span else None
        return Explanation("card", shown(face), card.sentence, card.source, notes, "", span, _listed(card.lines))

    def _house(self, name: str) -> Explanation | None:
        house = next((h for h in self.c.houses if h.name == name), None)
        if house is None:
            return None
        lines = [(d.ident, d.sentence) for d in self.definitions if d.house == name]
        here, usual = ("on" if on else "off" for on in (house.active, house.default))
        notes = [f"It is {here} at this table, and {usual} unless agreed otherwise."]
        return Explanation(
            "house rule", name, house.sentence, house.source, notes, "What it changes", house.span, lines
        )

    def _reading(self, name: str) -> Explanation | None:
        reading = self.c.readings.get(name)
        if reading is None:
            return None
        notes = [f"This table reads it as {reading.value}; unless agreed otherwise it is {reading.default}."]
        ways = [(way, meaning) for way, _, meaning in reading.candidates]
        return Explanation("reading", name, f"“{reading.words}”", reading.source, notes, "", reading.span, ways)

    def _option(self, name: str) -> Explanation | None:
        option = self.c.options.get(name)
        if option is None:
            return None
        notes = [
            f"It is {option.value} at this table, {option.default} unless agreed otherwise.",
            f"It can be from {option.low} to {option.high}.",
        ]
        return Explanation("option", name, option.sentence, "", notes, "", option.span)

    def _words(self, name: str) -> list[Explanation]:
        """A word that the rulebooks give a meaning; the last one to do so has the say."""
        said: list[tree.WordDecl] = []
        for book in self.books:
            for item in book.items:
                if isinstance(item, tree.WordDecl) and name in [word.text for word in item.names]:
                    said.append(item)
        if not said:
            return []
        last = said[-1]
        notes = [f"It replaces: “{item.sentence.text}”" for item in said[:-1] if item.sentence and item.condition]
        sentence = last.sentence.text if last.sentence else ""
        return [Explanation("word", name, sentence, cited(last.cite, self.c.sources), notes, "It means", last.span)]

    def _declared(self, name: str) -> list[Explanation]:
        """Groups, tables, choices, counters, marks and calls."""
        c = self.c
        found = []
        if name in c.groups:
            found.append(
                Explanation(
                    "group of cards",
                    name,
                    c.group_sentences.get(name, ""),
                    notes=[", ".join(map(shown, c.groups[name])) + "."],
                )
            )
        if name in c.tables:
            rows = [f"{number} for {shown(face)}" for face, number in c.tables[name].items()]
            found.append(Explanation("table", name, c.table_sentences.get(name, ""), notes=[", ".join(rows) + "."]))
        if name in c.choices:
            found.append(Explanation("choice", name, "", notes=[" or ".join(map(shown, c.choices[name])) + "."]))
        for own, _, until, text in c.counters:
            if own == name:
                found.append(
                    Explanation("counter", name, text, notes=[f"It is 0 again with each {until}."] if until else [])
                )
        for own, text in c.tallies:
            if own == name:
                found.append(Explanation("counter of each player", name, text))
        for own, of_player, until_moves, text in c.marks:
            if own == name:
                notes = ["It is gone when another player moves."] if until_moves else []
                found.append(
                    Explanation("mark of a player" if of_player else "mark of the table", name, text, notes=notes)
                )
        for own, words in c.calls:
            if name in (own, *words):
                found.append(Explanation("call", own, f"Said aloud as {' or '.join(map(shown, words))}."))
        return found


def _modal(line: tree.Line) -> str:
    """The kind of rule that a line is."""
    first = line.body[0] if line.body else None
    if isinstance(first, tree.Unruled):
        return "unruled"
    if isinstance(first, tree.Rule) and line.name.text != "played":
        words = first.act.text.split()
        duty = first.modal == "must" and words[0] in ("draw", "discard", "take") and len(words) > 1
        if not duty and not (first.modal == "may" and words[0] == "choose"):
            return first.modal
    return ""


def _listed(lines: list[Line]) -> list[tuple[str, str]]:
    return [(line.ident, line.sentence) for line in lines]


def _heading(span: Span) -> Span:
    """The first row of something that may be long."""
    return Span(span.path, span.line, span.column, span.line, span.column + 1)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
