"""Descriptions of cards as formulas: when a card is meant by `a card that fits` or `a card whose number is …`."""

from __future__ import annotations

from refcli.language.facts import Facts
from refcli.language.logic import EITHER, YES, Formula, Leaf, all_of, among, deny
from refcli.language.phrases import Name, Node
from refcli.language.quantities import CARD_STATES, Scope


class Descriptions(Facts):
    """Understands conditions, and descriptions of cards besides."""

    def described(self, node: Node, scope: Scope) -> Formula:
        """Whether the card of the scope is meant by a description such as `a card that fits`."""
        pattern, holes = node.entry.pattern, node.holes
        if pattern.startswith("{cards} "):
            inside = holes[0]
            assert isinstance(inside, Node)
            return all_of(self.described(inside, scope), self.narrowed(node, scope))
        if node.entry.spec == "drawn":
            return Leaf("the card played is the card drawn", YES, EITHER, "it is the card drawn", "drawn")
        names = [hole for hole in holes if isinstance(hole, Name)]
        if node.entry.full == "True" or not names:
            return True
        if scope.card < 0:
            return self.plain(node, scope)
        name = names[0]
        if name.kind == "value":
            attribute, _, wanted = name.text.partition(":")
            values = next((a.values for a in self.checked.attributes if a.name == attribute), [])
            return wanted in values and self.column[attribute][scope.card] == values.index(wanted) + 1
        faces = self.checked.groups.get(name.text, []) if name.kind == "group" else [name.text]
        return self.checked.kinds[scope.card].face in faces

    def narrowed(self, node: Node, scope: Scope) -> Formula:
        pattern = node.entry.pattern
        name = next((hole.text for hole in node.holes if isinstance(hole, Name)), "")
        last = node.holes[-1]
        if scope.card < 0:
            return self.plain(node, scope)
        kind = scope.card
        if pattern == "{cards} that {name.word}":
            return self.word(name, kind, node, scope, 0)
        if pattern == "{cards} without {name.attribute}":
            return self.column[name][kind] == 0
        if pattern == "{cards} with {name.attribute}":
            return self.column[name][kind] != 0
        assert isinstance(last, Node)
        if pattern == "{cards} identical to {card}":
            card = self.card(last, scope)
            return self.isin(card, self.alike(kind), node, scope)
        if "{value}" in pattern:
            value = self.value(last, scope)
            equal = self.matched(self.column[name][kind], value, node, scope)
            return deny(equal) if " not " in pattern else equal
        number = self.checked.tables.get(name, {}).get(self.checked.kinds[kind].face)
        comparison = "{number} is at least {number}" if "at least" in pattern else "{number} is {number}"
        return self.relation(comparison, number, self.number(last, scope), node, scope)

    def matched(self, own: int, value: int | tuple[str, str], node: Node, scope: Scope) -> Formula:
        """A certain card's value against another value."""
        if own == 0:
            return False
        if isinstance(value, int):
            return own == value if value >= 0 and own > 0 else self.plain(node, scope)
        what, attribute = value
        if own > 0 and what in CARD_STATES and self.kinds:
            return among(Leaf(f"the card: {what}", self.mask(attribute, own), self.kinds, node.text, CARD_STATES[what]))
        if own > 0 and what in ("in force", "last chosen"):
            number = next((len(a.values) for a in self.checked.attributes if a.name == attribute), 0)
            if number:
                return Leaf(f"the {attribute} {what}", 1 << own, (1 << number + 1) - 1, node.text, "force")
        return self.plain(node, scope)
