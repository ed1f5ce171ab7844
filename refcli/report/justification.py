"""An answer for people: the answer in a sentence, then the branch of its tree that decided it; or the whole tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refcli.questions.tree import RULES, Node, Place
from refcli.report.frames import plain, shown_path
from refcli.report.remarks import broken
from refcli.report.view import View

MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("?", "cyan")}
LABEL = 10


def answer_rows(view: View, root: Node, lines: dict[str, list[str]] | None = None) -> Iterator[str]:
    """The answer with what decided it, in sentences. `lines` are the record's own lines, by path."""
    yield from headline(view, root)
    told = 0
    before = ""
    for part in root.parts:
        if part.decisive:
            yield from _part(view, part, told == 0, part.kind == before == "proof")
            told += part.kind in (*RULES, "fault", "undone")
            before = part.kind


def headline(view: View, root: Node) -> Iterator[str]:
    """The answer itself."""
    words, _, rest = root.words.partition("\n")
    style = {True: "green", False: "red", None: "cyan"}[root.value]
    front, _, behind = words.partition(" ")
    if front.rstrip(",:.") in ("Yes", "No", "Undetermined", "Unruled", "Unknown"):
        yield from broken(view, view.paint(front, style, "bold") + " ", len(front) + 1, 0, plain(behind))
    else:
        yield from broken(view, "", 0, 0, plain(words))
    if rest:
        yield from (f"  {plain(line)}" for line in rest.split("\n"))


def _part(view: View, node: Node, first: bool, goes_on: bool = False) -> Iterator[str]:
    """One decisive node: a rule with the facts under it, or a sentence; `goes_on`: it belongs to what stands above."""
    if node.kind in RULES:
        facts = node.facts()
        for number, fact in enumerate(facts):
            yield from _row(view, "" if number else "because" if first else "and", capital(fact), "")
        front = {"permits": "rule" if node.value is True else "would do"}.get(node.kind, "rule")
        yield from _row(view, front, node.sentence(), "")
        yield from _row(view, "", about(node), "dim")
        return
    if node.kind == "act":
        rule = next((part for part in node.parts if part.decisive and part.rule), None)
        sentence = f"  “{rule.words}” ({rule.rule})" if rule is not None else ""
        yield from broken(
            view, "  ", 2, 0, plain(node.words) + (view.paint(plain(sentence), "dim") if sentence else "")
        )
        return
    label = {
        "proof": "proof",
        "deal": "",
        "instead": "instead",
        "fault": "because",
        "undone": "because",
        "settle": "open",
        "changes": "differs",
    }
    front = label.get(node.kind, "hangs on" if node.kind in ("reading", "option", "house") else "")
    if goes_on:
        front = ""
    words = node.sentence().removeprefix("it hangs on ") if front == "hangs on" else capital(node.sentence())
    if node.kind == "deal":
        front, words = ("right if" if node.value else "wrong if"), node.sentence().removeprefix("if ")
    yield from _row(view, front, words, {"instead": "green", "settle": "cyan"}.get(node.kind, ""))
    if node.written is not None and node.kind == "position":
        yield from _row(view, "", place(node.written), "dim")
    first = bool(node.answer) and node.kind == "position"  # what one of several players may
    for part in node.parts:
        if part.kind in (*RULES, "instead") and part.decisive:
            yield from _part(view, part, first)
            first = False
        elif part.decisive:
            yield from _row(view, "", part.sentence() if part.kind == "dealt" else capital(part.sentence()), "")


def _row(view: View, label: str, words: str, style: str) -> Iterator[str]:
    text = plain(words)
    front = f"  {label:<{LABEL}}"
    rows = broken(view, view.paint(front, "dim"), LABEL + 2, 0, text)
    yield from (
        view.paint(line, style) if style == "dim" and not line.strip().startswith("\x1b") else line for line in rows
    )


def about(node: Node) -> str:
    """Id, layer, source and place of a rule."""
    parts = [
        node.rule,
        f"house rule {node.house}" if node.house else "",
        f"in place of {node.instead}" if node.instead else "",
    ]
    parts += [node.source, place(node.written)]
    return " · ".join(part for part in parts if part)


def place(at: Place | None) -> str:
    """A place as people read it: `rulebooks/x.rules:12`."""
    return f"{shown_path(at.path)}:{at.line}" if at is not None and at.path else ""


def tree_rows(view: View, root: Node) -> Iterator[str]:
    """The whole tree, a node a line, with places."""
    yield from headline(view, root)
    for index, part in enumerate(root.parts):
        yield from _branch(view, part, "", index == len(root.parts) - 1)


def _branch(view: View, node: Node, indent: str, last: bool) -> Iterator[str]:
    mark, style = MARKS[node.value]
    plainly = node.kind in ("instead", "position", "settle", "changes", "dealt")
    front = f"{indent}{'└' if last else '├'} " + ("" if plainly else view.paint(mark, style) + " ")
    under = f"{indent}{' ' if last else '│'} " + ("" if plainly else "  ")
    places = [about(node) if node.rule else place(node.written)]
    if node.record is not None:
        event = f"event {node.record.event}" if node.record.event else ""
        places.append(", ".join(x for x in (event, place(node.record)) if x))
    tail = "; ".join(p for p in places if p)
    words = plain(node.sentence() + (f"  [{tail}]" if tail else ""))
    rows = list(broken(view, front, len(indent) + (2 if plainly else 4), 0, words))
    yield rows[0]
    yield from (under + row.strip() for row in rows[1:])
    for index, part in enumerate(node.parts):
        yield from _branch(view, part, indent + (" " if last else "│") + " ", index == len(node.parts) - 1)


def capital(text: str) -> str:
    """A sentence with its first letter large, unless it begins with a card or quotation."""
    return text[:1].upper() + text[1:]


def node_object(node: Node) -> dict[str, Any]:
    """A node as plain values, for JSON: every key is always there, what there is nothing of is null, "" or []."""

    def where(at: Place | None) -> dict[str, Any] | None:
        if at is None:
            return None
        return {"path": at.path, "line": at.line, "column": at.column, "event": at.event or None}

    return {
        "kind": node.kind, "sentence": node.sentence(), "words": node.words, "value": node.value, "decisive": node.decisive,
        "rule": node.rule, "source": node.source, "house": node.house, "in_place_of": node.instead,
        "misses": node.misses, "answer": node.answer, "written": where(node.written), "record": where(node.record),
        "parts": [node_object(part) for part in node.parts],
    }  # fmt: skip
