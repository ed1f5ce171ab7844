"""From understood phrases to Python expressions: what both generated paths share."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from refcli.language.checked import Checked, Cond
from refcli.language.phrases import Entry, Name, Node

VERB_OF_ACT = {
    "play": "play", "play {cards}": "play", "draw": "draw", "draw {number} card|cards": "draw", "pass": "pass",
    "call": "call", "call {name.call}": "call", "call {name.call} on {player}": "call", "reshuffle": "reshuffle",
    "deal again": "deal",
}  # fmt: skip
PLAYER_VERBS = ("play", "draw", "pass")


@dataclass(frozen=True, slots=True)
class Env:
    """Python names for the roles of a phrase at the place where it stands."""

    player: str
    actor: str
    this: str
    role: str
    k: str  # the card spoken of
    card: str  # the card that is played or acts
    line: int = -1
    window: int = -1
    before: str = "()"  # cards just taken from the actor's hand, for "has a card"


class Unsupported(Exception):
    """The quick path can't say a phrase; it hands such a game over."""


class Index:
    """Numbers for the names of a rulebook."""

    def __init__(self, c: Checked, named_options: bool = False) -> None:
        self.checked = c
        self.named_options = named_options  # whether options have names in the module, and may get other values
        self.attribute = {a.name: i for i, a in enumerate(c.attributes)}
        self.table = {name: i for i, name in enumerate(c.tables)}
        self.counter = {name: i for i, (name, _, _, _) in enumerate(c.counters)}
        self.tally = {name: i for i, (name, _) in enumerate(c.tallies)}
        self.mark = {name: i for i, (name, _, _, _) in enumerate(c.marks)}
        self.window = {w.name: i for i, w in enumerate(c.windows)}
        self.moment = {m.name: i for i, m in enumerate(c.moments)}
        self.word = {w.name: i for i, w in enumerate(c.words)}
        self.call = {name: i for i, (name, _) in enumerate(c.calls)}
        self.choice = {name: i for i, name in enumerate(c.choices)}
        self.choiceword: dict[str, int] = {}
        for words in c.choices.values():
            for word in words:
                self.choiceword.setdefault(word, len(self.choiceword))

    def closed(self, moment: int) -> bool:
        """Whether no player has anything to do or not to do in a moment."""
        lines = [li for li in self.checked.moments[moment].lines if li.form in ("rule", "unruled")]
        return all(li.who is None or li.who.entry.pattern == "the table" for li in lines)

    def faces(self, faces: list[str]) -> int:
        """The set of kinds with one of these faces."""
        wanted = set(faces)
        mask = 0
        for number, kind in enumerate(self.checked.kinds):
            if kind.face in wanted:
                mask |= 1 << number
        return mask

    def value(self, text: str) -> tuple[int, int]:
        attribute, _, value = text.partition(":")
        index = self.attribute[attribute]
        return index, self.checked.attributes[index].values.index(value) + 1

    def number(self, name: str) -> int:
        c = self.checked
        if name in c.options:
            return c.options[name].value
        reading = c.readings[name]
        return next(number or 0 for way, number, _ in reading.candidates if way == reading.value)

    def name(self, name: Name, entry: Entry) -> str:
        """The Python of a name in a hole."""
        text = name.text
        match name.kind:
            case "attribute" | "table" | "counter" | "tally" | "window" | "word" | "call" | "choice" | "choiceword":
                return str(getattr(self, name.kind)[text])
            case "mark" | "flag":
                return str(self.mark[text])
            case "card":
                return str(self.faces([text]))
            case "group":
                return str(self.faces(self.checked.groups[text]))
            case "number":
                if self.named_options and text in self.checked.options:
                    return f"O{list(self.checked.options).index(text)}"
                return str(self.number(text))
            case "value":
                attribute, value = self.value(text)
                if entry.kind == "value":
                    return str(value)
                if entry.kind == "cards":
                    column = [kind.values[attribute] for kind in self.checked.kinds]
                    return str(sum(1 << i for i, v in enumerate(column) if v == value))
                return f"({attribute}, {value})"
            case _:
                return text


_HOLE = re.compile(r"\$(\d|player|actor|this|role|k|card|line|window|constant)(?![a-z])")


class Emitter:
    """Turns nodes into Python of one path (`full` or `quick`)."""

    def __init__(self, index: Index, path: str) -> None:
        self.index = index
        self.path = path

    def template(self, entry: Entry) -> str:
        text = entry.full if self.path == "full" else entry.quick
        if text is None:
            raise Unsupported(entry.pattern)
        return text

    def hole(self, hole: Node | Name | int, entry: Entry, env: Env) -> str:
        if isinstance(hole, Node):
            return self.node(hole, env)
        if isinstance(hole, Name):
            return self.index.name(hole, entry)
        return str(hole)

    def node(self, node: Node, env: Env) -> str:
        special = self.special(node, env)
        if special is not None:
            return special
        return self.fill(self.template(node.entry), node, env)

    def special(self, node: Node, env: Env) -> str | None:
        """Phrases that a template can't say; paths add theirs."""
        if node.entry.pattern == "{name.reading} is {name.candidate}":
            reading, way = (h.text for h in node.holes if isinstance(h, Name))
            return str(self.index.checked.readings[reading].value == way)
        return None

    def fill(self, template: str, node: Node, env: Env) -> str:
        names = {
            "player": env.player, "actor": env.actor, "this": env.this, "role": env.role, "k": env.k, "card": env.card,
            "line": str(env.line), "window": str(env.window),
        }  # fmt: skip

        def put(match: re.Match[str]) -> str:
            key = match.group(1)
            if key.isdigit():
                return self.hole(node.holes[int(key)], node.entry, self.inner(node, int(key), env))
            return names[key]

        return _HOLE.sub(put, template)

    def inner(self, node: Node, hole: int, env: Env) -> Env:
        return env

    def spec(self, node: Node) -> tuple[str, Node]:
        """How many cards a description means, and the innermost phrase that says so."""
        while node.entry.spec == "":
            inner = node.holes[0]
            assert isinstance(inner, Node)
            node = inner
        return node.entry.spec, node


def reading_names(cond: Cond | None, checked: Checked) -> set[str]:
    """The readings that a condition looks at, in the words that it uses too."""
    if cond is None:
        return set()
    found: set[str] = set()
    for part in cond.parts:
        found |= reading_names(part, checked)
    if cond.node is not None:
        found |= node_readings(cond.node, checked)
    return found


def node_readings(node: Node, checked: Checked) -> set[str]:
    found: set[str] = set()
    for name in node.names():
        if name.kind == "reading" or (name.kind == "number" and name.text in checked.readings):
            found.add(name.text)
        if name.kind == "word":
            for word in checked.words:
                if word.name == name.text:
                    found |= reading_names(word.condition, checked)
    return found


def with_this(env: Env, this: str) -> Env:
    return replace(env, this=this)
