"""The life of a turn as a picture: moments as boxes, arrows as the lines of the rulebook lead, as Mermaid text.

Everything is generated from the checked form, so the picture can't differ from what is refereed. What a played card
does (`this card acts`) becomes an arrow for each card that leads somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from refcli.language.checked import Branch, Checked, Cond, Do, Goto, Line, Moment, Statement, Window
from refcli.language.deck import shown
from refcli.language.phrases import Name, Node
from refcli.report.origins import house_of, layer_label

ACTS = "this card acts"
OPENS = "open {name.window} on {player}"
# Words that Mermaid would take for its own at the beginning of a node's name.
_RESERVED = re.compile(r"(end|graph|flowchart|subgraph|style|default|class|click|call|href|link|direction|interpolate)")


@dataclass(frozen=True, slots=True)
class Way:
    """One arrow: from a moment or window to a moment, `of` whom (empty: the same player), by a line or a card."""

    source: str
    target: str
    of: str
    line: Line
    card: str = ""

    @property
    def label(self) -> str:
        return shown(self.card) if self.card else self.line.name


def gotos(statements: tuple[Statement, ...]) -> Iterator[Goto]:
    """Every arrow among statements, those in branches too."""
    for statement in statements:
        match statement:
            case Goto():
                yield statement
            case Branch():
                for _, block in statement.branches:
                    yield from gotos(block)
                yield from gotos(statement.otherwise)


def ways(checked: Checked) -> list[Way]:
    """All arrows of a rulebook, in the order of its lines; `this card acts` is spelled out by card."""
    found: list[Way] = []
    places: list[Moment | Window] = [*checked.moments, *checked.windows]
    for place in places:
        for line in place.lines:
            found.extend(
                Way(place.name, goto.moment, goto.of.text if goto.of else "", line) for goto in gotos(line.steps)
            )
            if not any(_acts(line.steps)):
                continue
            for face, card in checked.cards.items():
                if not acts_there(checked, place.lines, line, face):
                    continue
                for own in card.lines:
                    if own.form == "passage":
                        for goto in gotos(own.steps):
                            found.append(Way(place.name, goto.moment, goto.of.text if goto.of else "", own, face))
    return found


def _acts(statements: tuple[Statement, ...]) -> Iterator[bool]:
    for statement in statements:
        if isinstance(statement, Do) and statement.node.entry.pattern == ACTS:
            yield True
        elif isinstance(statement, Branch):
            for _, block in statement.branches:
                yield from _acts(block)
            yield from _acts(statement.otherwise)


# ---------------------------------------------------------------- which cards act in a moment


def acts_there(checked: Checked, lines: list[Line], line: Line, face: str) -> bool:
    """Whether a card of this face may get to act in a line: its conditions allow it, no line before took it away."""
    for before in lines:
        if before is line:
            break
        if before.form == "passage" and _leaves(checked, before.steps, face):
            return False
    return _may_act(checked, line.steps, face)


def _leaves(checked: Checked, statements: tuple[Statement, ...], face: str) -> bool:
    """Whether an arrow surely leads away with this card on top."""
    for statement in statements:
        if isinstance(statement, Goto) and truth(checked, statement.when, face) is True:
            return True
        if isinstance(statement, Branch):
            for cond, block in statement.branches:
                answer = truth(checked, cond, face)
                if answer is None:
                    break
                if answer:
                    if _leaves(checked, block, face):
                        return True
                    break
            else:
                if _leaves(checked, statement.otherwise, face):
                    return True
    return False


def _may_act(checked: Checked, statements: tuple[Statement, ...], face: str) -> bool:
    for statement in statements:
        if isinstance(statement, Do) and statement.node.entry.pattern == ACTS:
            if truth(checked, statement.when, face) is not False:
                return True
        elif isinstance(statement, Branch):
            for cond, block in statement.branches:
                if truth(checked, cond, face) is not False and _may_act(checked, block, face):
                    return True
            if _may_act(checked, statement.otherwise, face):
                return True
    return False


def truth(checked: Checked, cond: Cond | None, face: str) -> bool | None:
    """What a condition is worth with this card on top, as far as its face alone decides it."""
    if cond is None:
        return True
    if cond.op == "fact":
        return None if cond.node is None else _fact(checked, cond.node, face)
    answers = [truth(checked, part, face) for part in cond.parts]
    if cond.op == "not":
        return None if answers[0] is None else not answers[0]
    decided = cond.op == "any"
    if decided in answers:
        return decided
    return None if None in answers else not decided


def _fact(checked: Checked, node: Node, face: str) -> bool | None:
    pattern = node.entry.pattern
    names = [hole.text for hole in node.holes if isinstance(hole, Name)]
    if pattern == "{name.reading} is {name.candidate}":
        return checked.readings[names[0]].value == names[1]
    if (
        not node.holes
        or not isinstance(node.holes[0], Node)
        or node.holes[0].text not in ("the top card", "this card", "it")
    ):
        return None
    if pattern == "{card} is a|an {name.card}":
        return face == names[0]
    if pattern == "{card} is a|an {name.group}":
        return face in checked.groups[names[0]]
    if pattern in ("{card} has a|an {name.attribute}", "{card} has no {name.attribute}"):
        column = next(i for i, a in enumerate(checked.attributes) if a.name == names[0])
        has = {kind.values[column] != 0 for kind in checked.kinds if kind.face == face}
        if len(has) == 1:
            return has.pop() is ("no" not in pattern.split())
    return None


# ---------------------------------------------------------------- Mermaid


def mermaid(checked: Checked) -> str:
    """The picture as Mermaid text: moments, dotted windows, arrows labelled with lines and cards."""
    rows = ["flowchart TD"]
    new: list[str] = []
    for moment in checked.moments:
        rows.append(f'  {node_id(moment.name)}["{_box(moment.name, moment.sentence)}"]')
        if house_of(checked, moment.span):
            new.append(node_id(moment.name))
    for window in checked.windows:
        rows.append(f'  {node_id(window.name)}(["{_box(window.name, window.sentence)}"])')
        if house_of(checked, window.span):
            new.append(node_id(window.name))
    coloured: list[int] = []
    for count, ((source, target, of, layer), labels) in enumerate(_bundles(checked).items()):
        text = ", ".join(labels) + (f" · of {of}" if of else "") + (f" ({layer})" if layer else "")
        rows.append(f'  {node_id(source)} -->|"{escaped(text)}"| {node_id(target)}')
        if layer:
            coloured.append(count)
    for name, beside, label in _beside(checked):
        words = f'|"{escaped(label)}"|' if label else ""
        rows.append(f"  {node_id(name)} -.-{words} {node_id(beside)}")
    rows.append("  classDef window fill:#f4f4f8,stroke:#8a8a99,color:#222,stroke-dasharray:4 3")
    if checked.windows:
        rows.append(f"  class {','.join(node_id(w.name) for w in checked.windows)} window")
    rows.append("  classDef house fill:#ffe7bf,stroke:#b86e00,color:#3a2400")
    if new:
        rows.append(f"  class {','.join(new)} house")
    if coloured:
        rows.append(f"  linkStyle {','.join(map(str, coloured))} stroke:#b86e00,color:#b86e00")
    return "\n".join(rows) + "\n"


def _bundles(checked: Checked) -> dict[tuple[str, str, str, str], list[str]]:
    """Labels of arrows that lead the same way, with the layer that brings them."""
    bundles: dict[tuple[str, str, str, str], list[str]] = {}
    for way in ways(checked):
        labels = bundles.setdefault((way.source, way.target, way.of, layer_label(checked, way.line.house)), [])
        if way.label not in labels:
            labels.append(way.label)
    return bundles


def _beside(checked: Checked) -> Iterator[tuple[str, str, str]]:
    """Which windows stand open at which moments, or are opened there: (window, moment, by what)."""
    for window in checked.windows:
        for moment in window.beside:
            yield window.name, moment, ""
    for place in checked.moments:
        opened: dict[str, list[str]] = {}
        for line in place.lines:
            for name in openings(line.steps):
                opened.setdefault(name, []).append(line.name)
            if any(_acts(line.steps)):
                for face, card in checked.cards.items():
                    names = [name for own in card.lines for name in openings(own.steps)]
                    if names and acts_there(checked, place.lines, line, face):
                        for name in names:
                            opened.setdefault(name, []).append(shown(face))
        for name, by in opened.items():
            yield name, place.name, "opened by " + ", ".join(dict.fromkeys(by))


def openings(statements: tuple[Statement, ...]) -> Iterator[str]:
    """Names of the windows that statements open."""
    for statement in statements:
        if isinstance(statement, Do) and statement.node.entry.pattern == OPENS:
            yield next(hole.text for hole in statement.node.holes if isinstance(hole, Name))
        elif isinstance(statement, Branch):
            for _, block in statement.branches:
                yield from openings(block)
            yield from openings(statement.otherwise)


def node_id(name: str) -> str:
    """A name of the rulebook as Mermaid takes it."""
    return f"m-{name}" if _RESERVED.match(name) or not re.fullmatch(r"[A-Za-z]\w*(-\w+)*", name) else name


def escaped(text: str) -> str:
    """Words inside a quoted label."""
    for char, entity in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;"), ("`", "#96;")):
        text = text.replace(char, entity)
    return text


def _box(name: str, sentence: str) -> str:
    rest = "" if sentence == name else f"<br/>{escaped(sentence)}"
    return f"<b>{escaped(name)}</b>{rest}"
