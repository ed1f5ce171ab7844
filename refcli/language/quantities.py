"""What phrases stand for: players, cards, values and numbers, as constants or as variables of a formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from refcli.language.checked import Checked
from refcli.language.logic import EITHER, YES, Formula, Leaf, among
from refcli.language.phrases import Name, Node

CARD_REFERENCES = {
    "the top card": "top",
    "the card drawn": "drawn",
    "the card under it": "under",
    "the chosen card": "chosen",
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "{number} is {number}": lambda a, b: a == b,
    "{number} is at least {number}": lambda a, b: a >= b,
    "{number} is at most {number}": lambda a, b: a <= b,
    "{number} is less than {number}": lambda a, b: a < b,
    "{number} is more than {number}": lambda a, b: a > b,
}
TURNED = {
    "{number} is {number}": "{number} is {number}",
    "{number} is at least {number}": "{number} is at most {number}",
    "{number} is at most {number}": "{number} is at least {number}",
    "{number} is less than {number}": "{number} is more than {number}",
    "{number} is more than {number}": "{number} is less than {number}",
}
# What a fact looks at, in the words in which steps say what they write.
STATES = {
    "{player} is {name.mark}": "mark $1",
    "nobody is {name.mark}": "mark $0",
    "anybody is {name.mark}": "mark $0",
    "{name.flag} is on": "mark $0",
    "{player} has {cards}": "hands",
    "{player} has {#} card|cards": "hands",
    "{player} has at least {number} cards": "hands",
    "{player} has no cards": "hands",
    "{player} has no other card": "hands",
    "{player} has nothing to draw": "duties",
    "{player} can play": "hands",
    "{player} has more {name.value} cards than {name.value} cards": "hands",
    "the draw pile is empty": "piles",
    "nothing is left to draw": "piles",
    "{#} players are left": "seats",
    "{#} player is left": "seats",
    "a player was chosen": "choice",
    "{name.choiceword} was chosen": "choice",
    "the play was a bluff": "play",
}
CARD_STATES = {"top": "piles", "under": "piles", "drawn": "drawn", "chosen": "choice", "card": "play"}
MOST = 10_000


@dataclass(frozen=True, slots=True)
class Scope:
    """Who and what the words of a line mean; `subject` is whom a window is about, `card` a kind, -1 for any."""

    player: str = "player"
    subject: str = "subject"
    card: int = -1
    it: str = "card"  # where no kind is given: the variable that `it` stands for
    passage: bool = False  # in a passage `this card` is the top card


Number = int | None | tuple[str, str] | tuple[str, dict[int, int | None]]


class Quantities:
    """Understands whom and what the phrases of one checked form speak of."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.words = {word.name: word.condition for word in checked.words}
        attributes = checked.attributes
        self.column = {a.name: tuple(kind.values[i] for kind in checked.kinds) for i, a in enumerate(attributes)}
        # A card on the table has a value of every attribute that all cards have, even where the deck doesn't say which.
        told = [n for n, kind in enumerate(checked.kinds) if -1 not in kind.values]
        self.kinds = sum(1 << n for n in told)
        self.told = told
        self.masks: dict[tuple[str, int], int] = {}

    # ------------------------------------------------------------ who

    def who(self, node: Node, scope: Scope) -> str:
        pattern = node.entry.pattern
        if pattern == "player" or pattern == "this player":
            return scope.player
        if pattern == "the player in turn":
            return "player"
        if pattern == "the {name.role}":
            return scope.subject
        return node.text

    # ------------------------------------------------------------ cards

    def card(self, node: Node, scope: Scope) -> int | str:
        """A kind of card, the name of a variable, or "" for a card that nothing is known of."""
        pattern = node.entry.pattern
        if pattern in ("it", "this card", "the first"):
            if scope.passage:
                return "top"
            return scope.card if scope.card >= 0 else scope.it
        return CARD_REFERENCES.get(pattern, "")

    def mask(self, attribute: str, wanted: int) -> int:
        """The kinds with a value; 0 stands for those that lack the attribute."""
        key = (attribute, wanted)
        found = self.masks.get(key)
        if found is None:
            column = self.column.get(attribute, ())
            found = self.masks[key] = sum(1 << n for n in self.told if column[n] == wanted)
        return found

    def faces(self, faces: list[str]) -> int:
        return sum(1 << n for n, kind in enumerate(self.checked.kinds) if kind.face in faces)

    def alike(self, kind: int) -> int:
        base = self.checked.kinds[kind].base
        return sum(1 << n for n in self.told if self.checked.kinds[n].base == base)

    def isin(self, card: int | str, mask: int, node: Node, scope: Scope) -> Formula:
        """Whether a card is one of some kinds."""
        if isinstance(card, int):
            return bool(mask >> card & 1)
        if not card or not self.kinds:
            return self.plain(node, scope)
        return among(Leaf(f"the card: {card}", mask & self.kinds, self.kinds, node.text, CARD_STATES[card]))

    # ---------------------------------------------------------------- facts that aren't taken apart

    def plain(self, node: Node, scope: Scope, state: str = "") -> Leaf:
        """A fact that isn't taken apart."""
        said = " ".join(self.spoken(node, scope))
        if scope.card >= 0 and any(w in node.text.split() for w in ("it", "its", "card")):
            said += f" [{scope.card}]"
        if not state:
            state = STATES.get(node.entry.pattern, "")
        for number, hole in enumerate(node.holes):
            if isinstance(hole, Name):
                state = state.replace(f"${number}", hole.text)
        return Leaf(said, YES, EITHER, node.text, state)

    def spoken(self, node: Node, scope: Scope) -> list[str]:
        """The phrase in words that mean the same wherever it stands."""
        if node.entry.kind == "player":
            return [self.who(node, scope)]
        if node.entry.kind == "card":
            return [str(self.card(node, scope)) or node.text]
        holes = iter(node.holes)
        found: list[str] = []
        for element in node.entry.elements:
            if not element.startswith("{"):
                found.append(element)
                continue
            hole = next(holes)
            if isinstance(hole, Node):
                found.extend(self.spoken(hole, scope))
            else:
                found.append(hole.text if isinstance(hole, Name) else str(hole))
        return found

    # ---------------------------------------------------------------- values

    def value(self, node: Node, scope: Scope) -> int | tuple[str, str]:
        """The number of a value of an attribute, or whose value of which attribute."""
        pattern = node.entry.pattern
        text = next((hole.text for hole in node.holes if isinstance(hole, Name)), "")
        if pattern == "{name.value}":
            attribute, _, name = text.partition(":")
            values = next((a.values for a in self.checked.attributes if a.name == attribute), [])
            return values.index(name) + 1 if name in values else -1
        if pattern.endswith("in force"):
            return "in force", text
        if pattern.endswith("last chosen"):
            return "last chosen", text
        if pattern.startswith("its"):
            card: int | str = "top" if scope.passage else scope.card if scope.card >= 0 else scope.it
        else:
            inner = next(hole for hole in node.holes if isinstance(hole, Node))
            card = self.card(inner, scope)
        if isinstance(card, int):
            return self.column[text][card] if text in self.column else -1
        return card, text

    # ------------------------------------------------------------ numbers

    def domain(self, variable: str) -> int:
        if variable == "the players left":
            return (1 << self.checked.high + 1) - 2
        return (1 << MOST + 2) - 1

    def number_leaf(self, variable: str, values: set[int], node: Node, state: str) -> Formula:
        domain = self.domain(variable)
        return among(Leaf(variable, sum(1 << v for v in values if v <= MOST) & domain, domain, node.text, state))

    def number(self, node: Node, scope: Scope) -> Number:
        """A number, None for none, a variable with what it looks at, or a card's column of a table."""
        pattern = node.entry.pattern
        hole = node.holes[0] if node.holes else None
        text = hole.text if isinstance(hole, Name) else ""
        match pattern:
            case "{#}":
                return hole if isinstance(hole, int) else None
            case "{name.number}":
                return self.checked.options[text].value if text in self.checked.options else ("a reading", node.text)
            case "the {name.counter}":
                return node.text, f"counter {text}"
            case "the {name.table} of {card}" | "its {name.table}":
                rows = self.checked.tables.get(text, {})
                if pattern.startswith("its"):
                    card: int | str = "top" if scope.passage else scope.card if scope.card >= 0 else scope.it
                else:
                    inner = node.holes[1]
                    assert isinstance(inner, Node)
                    card = self.card(inner, scope)
                if isinstance(card, int):
                    return rows.get(self.checked.kinds[card].face)
                return card, {n: rows.get(self.checked.kinds[n].face) for n in self.told}
            case "the players left":
                return "the players left", "seats"
            case "the cards of {player}" if isinstance(hole, Node):
                return f"the cards of {self.who(hole, scope)}", "hands"
        parts = [self.number(h, scope) for h in node.holes if isinstance(h, Node) and h.entry.kind == "number"]
        known_ = [part for part in parts if isinstance(part, int)]
        if len(parts) == len(known_) == 2:
            a, b = known_
            return a + b if "plus" in pattern else max(0, a - b) if "less" in pattern else a * b
        return " ".join(self.spoken(node, scope)), "score" if "score" in pattern else ""

    def compared(self, node: Node, pattern: str, scope: Scope) -> Formula:
        first, second = (h for h in node.holes if isinstance(h, Node))
        return self.relation(pattern, self.number(first, scope), self.number(second, scope), node, scope)

    def relation(self, pattern: str, left: Number, right: Number, node: Node, scope: Scope) -> Formula:
        """Two numbers compared; where one is known, the other is in a set of numbers or of cards."""
        holds = COMPARISONS[pattern]
        if left is None or right is None:
            return False
        if isinstance(left, int) and isinstance(right, int):
            return holds(left, right)
        if isinstance(left, int):
            return self.relation(TURNED[pattern], right, left, node, scope)
        if not isinstance(right, int):
            return self.plain(node, scope)
        variable, what = left
        if isinstance(what, dict):
            mask = sum(1 << n for n, number in what.items() if number is not None and holds(number, right))
            return self.isin(variable, mask, node, scope)
        domain = self.domain(variable)
        values = (1 << min(right, MOST)) & domain
        below = values - 1
        taken = {
            "{number} is {number}": values,
            "{number} is at least {number}": domain & ~below,
            "{number} is at most {number}": below | values,
            "{number} is less than {number}": below,
            "{number} is more than {number}": domain & ~(below | values),
        }[pattern]
        return among(Leaf(variable, taken & domain, domain, node.text, what))
