"""Checks of names: calls that never open, names never used, readings whose candidates come to the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Line
from refcli.language.form import Form, inner, items_of, named, nodes_of
from refcli.language.graph import verb
from refcli.language.phrases import Name
from refcli.syntax import tree

# ---------------------------------------------------------------- calls


def never_called(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A call that no rule lets anybody make, or only in a window that never opens."""
    open_: set[str] = set()
    lines: dict[str, Line] = {}
    for form in forms:
        for line in form.checked.lines:
            if line.modal in ("may", "unruled") and verb(line.act) == "call" and line.act is not None:
                for called in line.act.names():
                    if called.kind == "call":
                        lines.setdefault(called.text, line)
                        if form.graph.contexts(line):
                            open_.add(called.text)
    for name, decl in _declared(forms, "calls").items():
        if name in open_:
            continue
        blocked = lines.get(name)
        why = (
            f"{blocked.ident} would, but play never comes there" if blocked else "no line says `may call " + name + "`"
        )
        yield Diagnostic(
            "C407",
            f"nobody may ever call {name}: {why}",
            decl.span,
            f"add a line such as: player may call {name}, or take the call out",
            others=(("here it would be permitted", blocked.span),) if blocked else (),
        )


# ---------------------------------------------------------------- names never used

KINDS = {
    "words": "word",
    "marks": "mark",
    "counters": "counter",
    "options": "option",
    "groups": "group",
    "tables": "table",
    "choices": "choice",
    "sources": "source",
}
NAME_KINDS = {
    "mark": "marks",
    "flag": "marks",
    "counter": "counters",
    "tally": "counters",
    "number": "options",
    "group": "groups",
    "table": "tables",
    "choice": "choices",
    "word": "words",
}


def _declared(forms: Sequence[Form], kind: str) -> dict[str, tree.Word]:
    """What the rulebook itself declares of a kind, under any settings."""
    found: dict[str, tree.Word] = {}
    for form in forms:
        for name, decl in getattr(form.merged, kind).items():
            node = decl[0] if isinstance(decl, tuple) else decl
            word = (
                node.key
                if isinstance(node, tree.Source)
                else node.names[0]
                if isinstance(node, tree.WordDecl)
                else node.name
            )
            if form.own(word.span):
                found.setdefault(name, word)
    return found


def _cited(item: object) -> Iterator[str]:
    """The keys of sources that a tree cites."""
    if isinstance(item, tree.Cite):
        yield item.key.text
    elif isinstance(item, tuple):
        for part in item:
            yield from _cited(part)
    elif hasattr(item, "__dataclass_fields__"):
        for name in item.__dataclass_fields__:
            yield from _cited(getattr(item, name))


def never_used(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A word, mark, counter, option, group, table, choice or source that is declared and never used."""
    used: set[tuple[str, str]] = set()
    texts: set[str] = set()
    part = forms[-1].checked.part
    for form in forms:
        used |= {(NAME_KINDS[kind], name) for kind, name in form.used if kind in NAME_KINDS}
        for outer in nodes_of(form.checked):
            for node in inner(outer):
                used |= {
                    (NAME_KINDS[h.kind], h.text) for h in node.holes if isinstance(h, Name) and h.kind in NAME_KINDS
                }
                for chosen in named(node, "choiceword"):
                    used |= {("choices", n) for n, words in form.checked.choices.items() if chosen in words}
    book = forms[-1].merged.books[-1]
    for item in items_of(book.items):
        if isinstance(item, tree.CardDecl):
            used |= {("groups", word.text) for word in item.names.items}
        elif isinstance(item, tree.With):
            texts.add(item.name.text)
    used |= {("sources", key) for key in _cited(book.items)}
    for kind, label in KINDS.items():
        if part and kind != "sources":
            continue  # what a part declares is for the rulebooks that extend it
        names = _declared(forms, kind)
        for name, word in names.items():
            if (kind, name) in used or name in texts:
                continue
            close = get_close_matches(name, [n for n in names if (kind, n) in used], n=1)
            yield Diagnostic(
                "C412",
                f"the {label} {name} is declared and never used",
                word.span,
                "use it or take it out" + (f"; was {close[0]} meant to be this?" if close else ""),
                "warning",
            )
    if not part:
        yield from _one_sided(forms, used)


def _one_sided(forms: Sequence[Form], used: set[tuple[str, str]]) -> Iterator[Diagnostic]:
    """Marks that are set and never looked at, or looked at and never set; counters that nothing changes."""
    set_: set[str] = set()
    looked: set[str] = set()
    for form in forms:
        for outer in nodes_of(form.checked):
            for node in inner(outer):
                names = [
                    h.text for h in node.holes if isinstance(h, Name) and h.kind in ("mark", "flag", "counter", "tally")
                ]
                step = node.entry.kind == "step" and node.entry.writes
                (set_ if step and "for each" not in node.entry.pattern else looked).update(names)
    written = {name for form in forms for name, decl in form.merged.counters.items() if decl.written is not None}
    for kind, label in (("marks", "mark"), ("counters", "counter")):
        for name, word in _declared(forms, kind).items():
            if (kind, name) not in used:
                continue
            if name not in looked:
                yield Diagnostic(
                    "C412",
                    f"the {label} {name} is set, and no rule ever looks at it",
                    word.span,
                    "take it out, or add the rule that needs it",
                    "warning",
                )
            elif name not in set_ and name not in written:
                remedy = f"mark player {name}" if kind == "marks" else f"add 1 to the {name}"
                yield Diagnostic(
                    "C412",
                    f"rules look at the {label} {name}, and nothing ever sets it",
                    word.span,
                    f"add a step that sets it, such as: {remedy}",
                    "warning",
                )


# ---------------------------------------------------------------- readings


def readings_alike(forms: Sequence[Form]) -> Iterator[Diagnostic]:
    """A reading of which two candidates make no difference, since no rule tells them apart."""
    mentioned: set[tuple[str, str]] = set()
    numbers: set[str] = set()
    for form in forms:
        for outer in nodes_of(form.checked):
            for node in inner(outer):
                if node.entry.pattern == "{name.reading} is {name.candidate}":
                    mentioned.add((named(node, "reading")[0], named(node, "candidate")[0]))
                numbers.update(named(node, "number"))
        for book in form.merged.books:
            for item in items_of(book.items):
                if isinstance(item, tree.With) and item.value is not None:
                    mentioned.add((item.name.text, item.value.text))
    for name, word in _declared(forms, "readings").items():
        decl = next(form.merged.readings[name] for form in forms if name in form.merged.readings)
        alike: dict[tuple[str, int], list[tree.Candidate]] = {}
        for candidate in decl.candidates:
            number = int(candidate.number.text) if candidate.number and name in numbers else -1
            own = candidate.name.text if (name, candidate.name.text) in mentioned else ""
            alike.setdefault((own, number), []).append(candidate)
        if name not in numbers and not any(reading == name for reading, _ in mentioned):
            yield Diagnostic(
                "C414",
                f"no rule looks at the reading {name}: it changes nothing",
                word.span,
                f"use it: if {name} is {decl.candidates[0].name.text}",
                "warning",
            )
            continue
        for same in alike.values():
            if len(same) > 1:
                ways = " and ".join(c.name.text for c in same)
                yield Diagnostic(
                    "C414",
                    f"{ways} come to the same in the reading {name}: no rule tells them apart",
                    same[-1].span,
                    "let a rule ask for one of them, or take one out",
                    "warning",
                )
