"""Decks: from counts of faces and attribute values to numbered kinds of card."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Attribute, Card, Kind
from refcli.language.merge import Merged
from refcli.syntax import tree


def shown(name: str) -> str:
    """A name of the rulebook as it is written in a record: hyphens become blanks."""
    return name.replace("-", " ")


@dataclass(slots=True)
class DeckBuilder:
    """Kinds of card in the order in which the deck declares them: by the first attribute, then by face."""

    merged: Merged
    cards: dict[str, Card]
    attributes: list[Attribute] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    written: list[tuple[str, bool]] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    split: dict[tuple[str, str, str], int] = field(default_factory=dict)  # (face, attribute, value) -> copies

    def build(self) -> None:
        deck = self.merged.deck
        if deck is None:
            return
        for decl in deck.attributes:
            values = [word.text for word in decl.values.items]
            self.attributes.append(Attribute(decl.name.text, values, decl.kind))
        names = [a.name for a in self.attributes]
        self._differing(deck, names)
        faces: list[str] = []
        copies: dict[tuple[int | None, int, str], int] = {}  # (attribute, value, face) -> number
        for count in deck.counts:
            each = -1
            if count.each is not None:
                if count.each.text not in names:
                    self.faults.append(
                        Diagnostic(
                            "S208",
                            f"the deck has no attribute {count.each.text}",
                            count.each.span,
                            "declare it above: " + ", ".join(names),
                        )
                    )
                    continue
                each = names.index(count.each.text)
            for word in count.names.items:
                if word.text not in faces:
                    faces.append(word.text)
                numbers = range(1, len(self.attributes[each].values) + 1) if each >= 0 else range(1)
                for value in numbers:
                    key = (each if each >= 0 else None, value, word.text)
                    copies[key] = copies.get(key, 0) + int(count.number.text)
        packs = int(deck.packs.text) if deck.packs else 1
        self.attributes.append(Attribute("face", faces, "face"))
        parts = deck.written.parts if deck.written else ()
        self.written = [(word.text, paren) for word, paren in parts]
        if not self.written:
            self.written = [*((a.name, False) for a in self.attributes[:-1]), ("face", False)]
        self._kinds(copies, packs)
        total = sum(kind.copies for number, kind in enumerate(self.kinds) if kind.base == number)
        if total != int(deck.total.text) * packs:
            self.faults.append(
                Diagnostic(
                    "C401",
                    f"the deck is said to have {int(deck.total.text) * packs} cards, but its counts add up to {total}",
                    deck.total.span,
                    "mend the counts or the total",
                )
            )

    def _differing(self, deck: tree.Deck, names: list[str]) -> None:
        """Copies of one card that differ in an attribute (`2 x 5 with coat: striped, plain`): each has a value of its own."""
        for count in deck.counts:
            if count.copies is None:
                continue
            word, values = count.copies
            if word.text not in names:
                self.faults.append(
                    Diagnostic(
                        "S208",
                        f"the deck has no attribute {word.text}",
                        word.span,
                        "declare it above: " + ", ".join(names),
                    )
                )
                continue
            attribute = self.attributes[names.index(word.text)]
            attribute.kind = "unsaid"  # every copy has one, and a record may leave it out
            told = [value.text for value in values.items]
            strange = next((value for value in values.items if value.text not in attribute.values), None)
            if strange is not None:
                self.faults.append(
                    Diagnostic(
                        "S217", f"{strange.text} is no {attribute.name}", strange.span,
                        f"the values are {', '.join(attribute.values)}",
                    )
                )  # fmt: skip
            elif len(told) != int(count.number.text):
                self.faults.append(
                    Diagnostic(
                        "S217", f"there are {count.number.text} copies, but {len(told)} values of {attribute.name}",
                        values.span, "name one value for each copy",
                    )
                )  # fmt: skip
            else:
                for face in count.names.items:
                    for value in told:
                        key = (face.text, attribute.name, value)
                        self.split[key] = self.split.get(key, 0) + 1

    def limit(self, kind: Kind) -> int:
        """How many copies of just this kind the deck has: fewer than of its base where copies differ."""
        known = [
            self.split[kind.face, a.name, a.values[v - 1]]
            for a, v in zip(self.attributes, kind.values, strict=True)
            if v > 0 and (kind.face, a.name, a.values[v - 1]) in self.split
        ]
        told = any(
            v > 0 and any(key[0] == kind.face and key[1] == a.name for key in self.split)
            for a, v in zip(self.attributes, kind.values, strict=True)
        )
        packs = int(self.merged.deck.packs.text) if self.merged.deck and self.merged.deck.packs else 1
        return min(known) * packs if known else 0 if told else self.kinds[kind.base].copies

    def _kinds(self, copies: dict[tuple[int | None, int, str], int], packs: int) -> None:
        loose = [i for i, a in enumerate(self.attributes) if a.kind in ("some", "unsaid")]
        order = sorted(copies, key=lambda key: (key[0] is None, key[1] if key[0] is not None else 0))
        face_column = len(self.attributes) - 1
        for key in order:
            each, value, face = key
            plain = [0] * len(self.attributes)
            if each is not None:
                plain[each] = value
            plain[face_column] = self.attributes[face_column].values.index(face) + 1
            for index in loose:
                plain[index] = -1 if self.attributes[index].kind == "unsaid" else 0
            base = len(self.kinds)
            variants = [[plain[i], *range(1, len(self.attributes[i].values) + 1)] for i in loose]
            for combination in product(*variants):
                values = plain.copy()
                for index, chosen in zip(loose, combination, strict=True):
                    values[index] = chosen
                self.kinds.append(
                    Kind(tuple(values), base, copies[key] * packs, self._worth(face), self._written(values), face)
                )

    def _worth(self, face: str) -> int | None:
        card = self.cards.get(face)
        if card is None or not card.worth:
            return None
        if card.worth == "face":
            return int(face) if face.isdigit() else None
        return int(card.worth)

    def _written(self, values: list[int]) -> str:
        """How a kind is written; what it lacks, or nobody told, is left out with the literal words beside it."""
        words: list[str] = []
        literal: list[str] = []
        by_name = {a.name: i for i, a in enumerate(self.attributes)}
        for part, paren in self.written:
            index = by_name.get(part)
            if index is None:
                literal.append(part)
                continue
            if values[index] > 0:
                text = shown(self.attributes[index].values[values[index] - 1])
                if words:
                    words.extend(literal)
                words.append(f"({text})" if paren else text)
            literal = []
        return " ".join(words)


def card_of(place_name: str, merged: Merged, sources: dict[str, str]) -> Card:
    """What the layers say of one face, lines left aside."""
    place = merged.cards[place_name]
    worth = ""
    if place.worth is not None:
        text = place.worth.text
        worth = "face" if text == "its face" else text
    return Card(
        place_name,
        place.sentence.text if place.sentence else "",
        cited(place.cite, sources),
        place.span,
        worth,
        tuple(text.text for text in place.shorts),
        declared=True,
    )


def cited(cite: tree.Cite | None, sources: dict[str, str]) -> str:
    """A citation in words: the source's title and the place in it."""
    if cite is None:
        return ""
    title = sources.get(cite.key.text, cite.key.text)
    return f'{title}, "{cite.place.text}"' if cite.place else title
