"""What the referee remarks on a line, for people: outcome, rule, facts, what was allowed instead, and the places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from refcli.diagnostics import Diagnostic
from refcli.referee.judge import BLUFF, ILLEGAL, LEGAL, UNDETERMINED
from refcli.referee.reasons import ACTS, Explanation, Hanging, Reason
from refcli.referee.referee import Verdict
from refcli.report.evidence import evidence_rows
from refcli.report.frames import cells, code_frame, file_lines, plain, shown_path
from refcli.report.sitting import Sitting
from refcli.report.view import LOOKS, View

if TYPE_CHECKING:
    from refcli.referee.evidence.found import Evidence

# How an outcome looks: mark and style. Capitals, so that it is found without colours too.
# What stands behind the sentence of a rule, by the part that it plays.
PARTS = {
    "forbids": "forbids it",
    "duty": "comes first",
    "bluff": "stands unless challenged",
    "unruled": "the rules leave it open",
    "owed": "is all that may be done now",
    "asks": "asks for something else",
}
# The same, where it isn't known whether the rule's condition holds.
UNSURE = PARTS | {"forbids": "may forbid it", "duty": "may come first", "bluff": "may make it a bluff"}
INDENT, LABEL = 6, 10
_VERBS = {"plays": "play", "draws": "draw", "passes": "pass", "calls": "call", "chooses": "choose"}


def outcome_name(outcome: str, gave_up: str = "") -> str:
    """An outcome as reports print it; with how far the search went, where it was given up."""
    name = outcome.upper() if outcome != LEGAL else outcome
    return f"{name} (gave up after {gave_up})" if gave_up else name


def headline(view: View, outcome: str, words: str, gave_up: str = "") -> Iterator[str]:
    """`✗ ILLEGAL  words`, in colour."""
    mark, style = LOOKS[outcome]
    name = outcome_name(outcome, gave_up)
    front = view.paint(f"{mark} {name}", style, "bold") + "  "
    yield from broken(view, front, len(name) + 4, INDENT, words)


def row(view: View, label: str, words: str, style: str = "") -> Iterator[str]:
    """A labelled row; an empty label goes on under the row before."""
    front = view.paint(f"  {label:<{LABEL}}", *([style] if style else ["dim"]))
    yield from broken(view, front, LABEL + 2, INDENT, words)


def broken(view: View, front: str, front_width: int, indent: int, words: str) -> Iterator[str]:
    """Words behind a front, broken to the width of the view with a hanging indent."""
    room = view.width - indent - front_width
    if view.width and room > 20 and cells(words) > room:
        import textwrap

        first, *rest = textwrap.wrap(words, room, break_long_words=False, break_on_hyphens=False)
    else:
        first, rest = words, []
    yield " " * indent + (front + first).rstrip()
    for more in rest:
        yield " " * (indent + front_width) + more


def explanation_rows(
    view: View, found: Explanation, hangs: list[Hanging], actor: str, evidence: Evidence | None = None
) -> Iterator[str]:
    """All rows of a verdict: headline, facts, what was allowed instead, readings, and the places of its rules."""
    reasons = list(found.reasons)
    facts: list[str] = []
    if found.left_undone:
        title = undone(found)
    elif found.words:
        title = _sentence(found.words)
    elif reasons:
        title = quoted(reasons[0])
        facts, reasons = reasons[0].facts, reasons[1:]
    else:
        title = ""
    yield from headline(view, found.outcome, title, found.gave_up)
    yield from _facts(view, "because", facts)
    for reason in reasons:
        first = reason is found.reasons[0]
        label = "because" if first else "nor" if reason.role == "lacks" else "and"
        yield from row(view, label, quoted(reason))
        yield from _facts(view, "", reason.facts)
    for label, words in evidence_rows(evidence) if evidence is not None else ():
        yield from row(view, label, plain(words))
    if instead := instead_of(found, actor):
        yield from row(view, "instead", plain(instead), "green")
    if settle := settle_of(found, evidence):
        yield from row(view, "open", plain(settle), "cyan")
    for hanging in hangs:
        yield from _hanging(view, hanging)
    for number, reason in enumerate(found.reasons):
        yield from _where(view, reason, shown=view.verbose or number == 0)


def settle_of(found: Explanation, evidence: Evidence | None) -> str:
    """What would settle an undetermined outcome."""
    return evidence.settle if evidence is not None and evidence.settle else found.settle


def _facts(view: View, label: str, facts: list[str]) -> Iterator[str]:
    for number, fact in enumerate(facts):
        yield from row(view, "" if number else label, plain(fact))


def _sentence(words: str) -> str:
    return plain(words[:1].upper() + words[1:])


def quoted(reason: Reason) -> str:
    """The sentence of a rule with the part that it plays."""
    part = (PARTS if reason.holds is not None else UNSURE).get(reason.role, "")
    return f'"{reason.sentence}"' + (f" — {part}" if part else "")


def undone(found: Explanation) -> str:
    """Who passed over a duty, for an act that shows it."""
    may = "may have left" if found.outcome == UNDETERMINED else "left"
    return f"{found.left_undone} {may} undone what was due."


def actor_of(sitting: Sitting, verdict: Verdict) -> str:
    """The player of an act in whose place another could have been done; empty for all other lines."""
    event = verdict.event
    if event is None or event.actor is None or event.verb not in ACTS or sitting.report is None:
        return ""
    return sitting.report.game.header.players[event.actor]


def instead_of(found: Explanation, actor: str) -> str:
    """What the player could have done instead of an act that isn't legal."""
    if found.instead:
        return f"{actor} could: {' · '.join(infinitive(line, actor) for line in found.instead)}"
    wrong = found.outcome in (ILLEGAL, BLUFF) and not found.left_undone
    return (
        f"{actor} could only wait: it was {found.turn}'s turn"
        if wrong and actor and found.turn not in ("", actor)
        else ""
    )


def _where(view: View, reason: Reason, shown: bool) -> Iterator[str]:
    """The rule's id, layer and source, its place, and how the rulebook writes it."""
    layers = [f"house rule {reason.house}"] if reason.house else []
    layers += [f"in place of {reason.instead}"] if reason.instead else []
    sources = [reason.source] if reason.source else []
    yield from row(view, "rule", " · ".join([reason.ident, *layers, *sources]))
    place = f"{shown_path(reason.path)}:{reason.line}"
    yield from row(view, "", view.paint(place, "dim"))
    if shown:
        for number, text in rule_text(reason.path, reason.line):
            text = f"{number:>5} | {plain(text)}"
            room = (view.width or 140) - INDENT - LABEL - 2
            yield " " * (INDENT + LABEL + 2) + view.paint(text if len(text) <= room else text[: room - 1] + "…", "dim")


def rule_text(path: str, line: int, most: int = 4) -> list[tuple[int, str]]:
    """The lines of a rule in its rulebook: the one that names it and those indented under it."""
    lines = file_lines(path)
    if not 0 < line <= len(lines):
        return []
    first = lines[line - 1]
    found = [(line, first)]
    indent = len(first) - len(first.lstrip())
    for number, text in enumerate(lines[line : line + most - 1], line + 1):
        if not text.strip() or len(text) - len(text.lstrip()) <= indent:
            break
        found.append((number, text))
    return found


def _hanging(view: View, hanging: Hanging) -> Iterator[str]:
    """The reading that an outcome hangs on, and what it would be under the others."""
    source = f" ({hanging.source})" if hanging.source else ""
    yield from row(view, "hangs on", f'how "{hanging.words}" is read{source}', "cyan")
    yield from row(view, "", f"here: {hanging.name} {hanging.value}")
    for way, meaning, outcome in hanging.others:
        yield from row(view, "", f"with {hanging.name} {way} ({meaning}): {outcome}")


def infinitive(act: str, player: str) -> str:
    """`Ann plays a card` as what Ann could do: `play a card`."""
    verb, _, rest = act.removeprefix(player).strip().partition(" ")
    return f"{_VERBS.get(verb, verb)} {rest}".strip()


def fault_rows(view: View, sitting: Sitting, fault: Diagnostic, line_shown: bool) -> Iterator[str]:
    """A line that can't be read: the line, what is wrong with it and what would be right."""
    error = fault.severity == "error"
    style = "red" if error else "yellow"
    pad = " " * INDENT
    if fault.span is not None and fault.span.path == sitting.path and not line_shown:
        yield f"{view.paint('   -', 'dim')}  {plain(sitting.line(fault.span.line).strip())[:200]}"
    mark = "✗ UNREADABLE" if error and fault.code.startswith("T") else "✗ UNUSABLE" if error else "! NOTE"
    yield from broken(
        view, view.paint(mark, style, "bold") + "  ", len(mark) + 2, INDENT, f"{plain(fault.sentence)} [{fault.code}]"
    )
    if fault.span is not None:
        place = f"{shown_path(fault.span.path)}:{fault.span.line}:{fault.span.column}"
        yield from row(view, "at", view.paint(place, "dim"))
        frame = code_frame(fault.span, view.paint, sitting.lines_read, style)
        yield from (f"{pad}{' ' * (LABEL + 2)}{line}" for line in frame)
    for words, span in fault.others:
        yield from row(view, "", f"{words}: {shown_path(span.path)}:{span.line}:{span.column}")
    if fault.help:
        yield from row(view, "help", plain(fault.help), "cyan")
