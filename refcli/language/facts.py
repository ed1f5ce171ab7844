"""From the phrases of conditions to formulas, and what is known of facts in every rulebook.

A card is a variable whose values are the kinds of the deck, or one kind where a check looks at that; a counter or a
number of cards a variable with the values 0, 1, 2 …; what can't be taken apart is a plain fact, true or false, and the
same words at the same place are the same fact.
"""

from __future__ import annotations

from dataclasses import replace

from refcli.language.checked import Cond
from refcli.language.logic import EITHER, YES, Deny, Formula, Leaf, all_of, among, any_of, deny, leaves
from refcli.language.phrases import Name, Node
from refcli.language.quantities import CARD_STATES, COMPARISONS, Quantities, Scope


class Facts(Quantities):
    """Understands the conditions of one checked form."""

    def condition(self, cond: Cond | None, scope: Scope, depth: int = 0) -> Formula:
        if cond is None:
            return True
        if cond.node is not None:
            return self.fact(cond.node, scope, depth)
        parts = [self.condition(part, scope, depth) for part in cond.parts]
        if cond.op == "not":
            return deny(parts[0]) if parts else True
        return any_of(*parts) if cond.op == "any" else all_of(*parts)

    def fact(self, node: Node, scope: Scope, depth: int = 0) -> Formula:
        pattern = node.entry.pattern
        first = node.holes[0] if node.holes else None
        if pattern in COMPARISONS:
            return self.compared(node, pattern, scope)
        if pattern == "{value} is {value}":
            return self.same(node, scope)
        if pattern == "{name.reading} is {name.candidate}":
            return self.read(node)
        if isinstance(first, Node) and first.entry.kind == "card":
            return self.of_card(node, first, scope, depth)
        if isinstance(first, Node) and first.entry.kind == "player":
            return self.of_player(node, first, scope)
        if pattern in ("nobody is {name.mark}", "anybody is {name.mark}") and isinstance(first, Name):
            leaf = Leaf(f"anybody is {first.text}", YES, EITHER, f"anybody is {first.text}", f"mark {first.text}")
            return deny(leaf) if pattern.startswith("nobody") else leaf
        if pattern in ("{#} players are left", "{#} player is left") and isinstance(first, int):
            return self.number_leaf("the players left", {first}, node, "seats")
        return self.plain(node, scope)

    def of_player(self, node: Node, first: Node, scope: Scope) -> Formula:
        pattern = node.entry.pattern
        who = self.who(first, scope)
        if pattern == "{player} is {player}":
            other = node.holes[1]
            assert isinstance(other, Node)
            left, right = sorted((who, self.who(other, scope)))
            return True if left == right else Leaf(f"{left} is {right}", YES, EITHER, node.text)
        if pattern == "{player} has no cards":
            return self.number_leaf(f"the cards of {who}", {0}, node, "hands")
        if pattern == "{player} has {#} card|cards" and isinstance(node.holes[1], int):
            return self.number_leaf(f"the cards of {who}", {node.holes[1]}, node, "hands")
        if pattern == "{player} has at least {number} cards" and isinstance(node.holes[1], Node):
            least = self.number(node.holes[1], scope)
            if isinstance(least, int):
                domain = self.domain(f"the cards of {who}")
                return among(Leaf(f"the cards of {who}", domain >> least << least, domain, node.text, "hands"))
        return self.plain(node, scope)

    def of_card(self, node: Node, first: Node, scope: Scope, depth: int) -> Formula:
        pattern, holes = node.entry.pattern, node.holes
        card = self.card(first, scope)
        second = holes[1] if len(holes) > 1 else None
        text = second.text if isinstance(second, Name) else ""
        match pattern:
            case "{card} is a|an {name.card}":
                return self.isin(card, self.faces([text]), node, scope)
            case "{card} is a|an {name.group}":
                return self.isin(card, self.faces(self.checked.groups.get(text, [])), node, scope)
            case "{card} has no {name.attribute}":
                return self.isin(card, self.mask(text, 0), node, scope)
            case "{card} has a|an {name.attribute}":
                return deny(self.isin(card, self.mask(text, 0), node, scope))
            case "{card} {name.word}":
                return self.word(text, card, node, scope, depth)
            case "{card} is identical to {card}":
                assert isinstance(second, Node)
                other = self.card(second, scope)
                if isinstance(card, int):
                    return self.isin(other, self.alike(card), node, scope)
                if isinstance(other, int):
                    return self.isin(card, self.alike(other), node, scope)
        return self.plain(node, scope, CARD_STATES.get(str(card), ""))

    def word(self, name: str, card: int | str, node: Node, scope: Scope, depth: int) -> Formula:
        """A word of the rulebook: taken apart where the card is a certain one, else a fact of its own."""
        condition = self.words.get(name)
        if condition is None or not isinstance(card, int) or depth > 5:
            return Leaf(f"{card or node.text} {name}", YES, EITHER, node.text, CARD_STATES.get(str(card), ""))
        return self.condition(condition, replace(scope, card=card, passage=False), depth + 1)

    def same(self, node: Node, scope: Scope) -> Formula:
        left, right = (self.value(hole, scope) for hole in node.holes if isinstance(hole, Node))
        if isinstance(left, int) and isinstance(right, int):
            return left == right != 0 if left >= 0 and right >= 0 else self.plain(node, scope)
        if isinstance(right, int):
            left, right = right, left
        if not isinstance(left, int) or isinstance(right, int):
            return self.plain(node, scope)
        if left == 0:
            return False
        if left < 0:
            return self.plain(node, scope)
        what, attribute = right
        if what in CARD_STATES and self.kinds:
            mask = self.mask(attribute, left)
            return among(Leaf(f"the card: {what}", mask, self.kinds, node.text, CARD_STATES[what]))
        if what in ("in force", "last chosen"):
            number = next((len(a.values) for a in self.checked.attributes if a.name == attribute), 0)
            if number and left <= number:
                return Leaf(f"the {attribute} {what}", 1 << left, (1 << number + 1) - 1, node.text, "force")
        return self.plain(node, scope)

    def read(self, node: Node) -> Formula:
        """A reading is a variable: a check holds for every way to read."""
        reading, way = (hole.text for hole in node.holes if isinstance(hole, Name))
        ways = [name for name, _, _ in self.checked.readings[reading].candidates]
        return Leaf(f"the reading {reading}", 1 << ways.index(way), (1 << len(ways)) - 1, node.text)


def known(formula: Formula) -> Formula:
    """What always holds of the facts in a formula: an empty pile is empty, a marked player is somebody."""
    found: dict[str, Leaf] = {leaf.variable: leaf for leaf in leaves(formula)}
    rules: list[Formula] = []
    for variable, leaf in found.items():
        if variable == "nothing is left to draw" and "the draw pile is empty" in found:
            rules.append(any_of(Deny(leaf), found["the draw pile is empty"]))
        if leaf.state.startswith("mark ") and not variable.startswith("anybody "):
            anybody = found.get(f"anybody is {leaf.state[5:]}")
            if anybody is not None:
                rules.append(any_of(Deny(Leaf(variable, YES)), anybody))
        who, playing, _ = variable.partition(" can play")
        cards = found.get(f"the cards of {who}")
        if playing and cards is not None:
            rules.append(any_of(Deny(leaf), Leaf(cards.variable, cards.domain & ~1, cards.domain)))
    return all_of(*rules)
