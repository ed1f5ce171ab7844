"""`refcli explain`: what a rule, card, moment, house rule, reading, option or word means, and where it is written."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from difflib import get_close_matches
from typing import TYPE_CHECKING

from refcli.cli.exits import UNUSABLE, Finished, say
from refcli.cli.rules import known, table, width
from refcli.diagnostics import Faulty
from refcli.report.colors import Paint, paint_for
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.report.explained import Explanation

FORMATS = ("text", "json")
CODES = {
    "P": "a rulebook that can't be read as one: a line is not written as the language asks",
    "S": "a name, phrase or setting that nobody knows, or that doesn't fit where it stands",
    "L": "layers that don't go together: house rules, or a rulebook and what it extends",
    "C": "a rulebook that can be read but makes no sense, or surely isn't meant so",
    "T": "a record that can't be read",
}


def explain_command(
    rule: str,
    rules_name: str | None = None,
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    format: str = "text",
) -> int:
    """Prints all that a name means, in one rulebook or in every known one. Ends with 2 where it means nothing."""
    if format not in FORMATS:
        say(f'refcli: there is no format "{format}"; it is one of {", ".join(FORMATS)}.')
        raise Finished(UNUSABLE)
    found, names = answers(rule, rules_name, with_, without)
    if not found and re.fullmatch(r"[PSLCT]\d{3}", rule):
        sys.stdout.write(f"{rule}: {CODES[rule[0]]}.\nrefcli check shows each finding with its place and remedy.\n")
        return 0
    if not found:
        from refcli.report.explained import folded

        close = get_close_matches(rule.lower(), names, n=3)
        close = close or get_close_matches(folded(rule), [name.rpartition("/")[2] for name in names], n=3)
        where = f"the rulebook {rules_name}" if rules_name else "no known rulebook"
        verb = "has nothing called" if rules_name else "has anything called"
        shown = rule if len(rule) < 60 else rule[:57] + "…"
        hint = (
            f" Did you mean {' or '.join(dict.fromkeys(close))}?" if close else " `refcli rules NAME` shows all names."
        )
        say(f'refcli: {where} {verb} "{shown}".{hint}')
        raise Finished(UNUSABLE)
    if format == "json":
        sys.stdout.write(json.dumps([asdict(answer) for answer in found], ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(explained_text(answer, width(), paint_for(sys.stdout)) for answer in found))
    return 0


def answers(
    rule: str, rules_name: str | None = None, with_: Sequence[str] = (), without: Sequence[str] = ()
) -> tuple[list[Explanation], list[str]]:
    """Each distinct answer with the rulebooks that give it, and every name that could have been asked for."""
    from refcli.report.explained import Explainer

    found: list[Explanation] = []
    names: list[str] = []
    for name in [rules_name] if rules_name else known():
        try:
            explainer = Explainer(*table(name, with_, without))
        except Faulty:
            if rules_name:
                raise
            continue  # a part, or a rulebook that the settings don't belong to
        names += explainer.names()
        part = explainer.c.part and not rules_name
        for answer in [] if part else explainer.about(rule):
            same = next((other for other in found if _alike(other, answer)), None)
            if same is None:
                found.append(answer)
            kept = same or answer
            kept.rulebooks.append(explainer.c.name)
            if answer.source:
                kept.sources.setdefault(answer.source, []).append(explainer.c.name)
    return found, list(dict.fromkeys(names))


def _alike(one: Explanation, other: Explanation) -> bool:
    """Whether two rulebooks say the same."""
    keys = [(e.kind, e.name, e.sentence, e.span, e.lines) for e in (one, other)]
    return keys[0] == keys[1]


def explained_text(answer: Explanation, columns: int, paint: Paint) -> str:
    """One answer as text: the sentence, where it comes from, the words of the rulebook with their place."""
    from refcli.report.frames import shown_path
    from refcli.report.sheet_text import Rows

    rows = Rows(columns, paint)
    kind = "" if answer.kind == "rule" else f" ({answer.kind})"
    name = f"{answer.name}{kind}"
    rows.add(f"{name}: {answer.sentence}" if answer.sentence else name, indent="  ", strong=answer.name)
    for source, names in answer.sources.items():
        who = "" if names == answer.rulebooks else f" (in {', '.join(names)})"
        rows.add(f"from {source}{who}", first="  ", indent="  ", styles=("dim",))
    for note in answer.notes:
        rows.add(note, first="  ", indent="  ")
    if answer.rulebooks:
        rows.add("in " + ", ".join(answer.rulebooks), first="  ", indent="  ", styles=("dim",))
    for ident, sentence in answer.lines:
        rows.add(f"{ident}: {sentence}", first="  • ", indent="    ", strong=ident)
    if answer.span:
        head = f"{answer.head}, " if answer.head else ""
        rows.add(f"{head}{shown_path(answer.span.path)}:{answer.span.line}:", first="  ", indent="  ", styles=("dim",))
        rows.rows += [f"    {row}" for row in written(answer.span, paint)]
    return rows.text()


def written(span: Span, paint: Paint) -> list[str]:
    """The lines of a rulebook that a span covers, with their numbers."""
    from refcli.report.frames import file_lines, plain

    lines = file_lines(span.path)
    last = min(span.end_line, len(lines))
    while last > span.line and not lines[last - 1].strip():
        last -= 1
    gutter = len(str(last))
    return [
        f"{paint(f'{number:>{gutter}} |', 'dim')} {plain(lines[number - 1].rstrip())}".rstrip()
        for number in range(span.line, last + 1)
        if number <= len(lines)
    ]
