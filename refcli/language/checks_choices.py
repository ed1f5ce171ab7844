"""Checks of choices: what is asked for where nobody has chosen it."""

from __future__ import annotations

from collections.abc import Iterator

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Branch, Statement
from refcli.language.form import Form, inner, named, nodes_of_condition, nodes_of_statements
from refcli.language.phrases import Node
from refcli.text import Span

MAKERS = {
    "{player} chooses another player": "player",
    "{player} chooses {#} players": "players",
    "{player} chooses a direction": "direction",
    "{player} chooses a card in hand": "card",
}
USERS = {
    "the chosen player": "player",
    "a player was chosen": "player",
    "the chosen players swap hands": "players",
    "each hand moves in the chosen direction": "direction",
    "the chosen card": "card",
}
Event = tuple[str, str, Span]  # made or used, what, where


def events(form: Form, statements: tuple[Statement, ...]) -> Iterator[Event]:
    """Choices made and used by statements, in their order."""
    for statement in statements:
        if isinstance(statement, Branch):
            for cond, block in statement.branches:
                yield from _uses(form, list(nodes_of_condition(cond)))
                yield from events(form, block)
            yield from events(form, statement.otherwise)
            continue
        yield from _uses(form, list(nodes_of_statements((statement,))))
        node = getattr(statement, "node", None)
        if isinstance(node, Node):
            pattern = node.entry.pattern
            made = MAKERS.get(pattern, "")
            if pattern == "{player} chooses a|an {name.attribute}":
                made = named(node, "attribute")[0]
            elif pattern == "{player} chooses a|an {name.choice}":
                made = named(node, "choice")[0]
            if made:
                yield "made", made, node.span


def _uses(form: Form, nodes: list[Node]) -> Iterator[Event]:
    for outer in nodes:
        for node in inner(outer):
            pattern = node.entry.pattern
            if pattern in USERS:
                yield "used", USERS[pattern], node.span
            elif pattern == "the chosen {name.attribute} comes into force":
                yield "used", named(node, "attribute")[0], node.span
            elif pattern == "the {name.attribute} last chosen":
                yield "remembered", named(node, "attribute")[0], node.span
            elif pattern == "{name.choiceword} was chosen":
                word = named(node, "choiceword")[0]
                choices = [name for name, words in form.checked.choices.items() if word in words]
                if choices:
                    yield "used", choices[0], node.span


def choices_not_made(form: Form) -> Iterator[Diagnostic]:
    """A choice that is asked for where nobody has made it."""
    by_line = {line.number: list(events(form, line.steps)) for line in form.checked.lines}
    for line in form.checked.lines:
        elsewhere: set[str] = set()
        anywhere: set[str] = set()
        for other in form.checked.lines:
            made = {what for how, what, _ in by_line[other.number] if how == "made"}
            anywhere |= made
            # What another card let somebody choose was chosen in another turn.
            if other is not line and not (other.place == "card" and line.place == "card" and other.owner != line.owner):
                elsewhere |= made
        early = [event for node in (line.who, line.act) if node for event in _uses(form, [node])]
        early += _uses(form, list(nodes_of_condition(line.when)))
        here: set[str] = set()
        for how, what, span in [*early, *by_line[line.number]]:
            if how == "made":
                here.add(what)
            elif what not in here and what not in (anywhere if how == "remembered" else elsewhere):
                yield Diagnostic(
                    "C404",
                    f"nobody has chosen a {what} before this",
                    span,
                    f"add a step before it: player chooses {_asked(what)}",
                )


def _asked(what: str) -> str:
    return {
        "player": "another player",
        "players": "2 players",
        "direction": "a direction",
        "card": "a card in hand",
    }.get(what, f"a {what}")
