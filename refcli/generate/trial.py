"""Random play as a check of a rulebook: a position in which nobody may do anything is a finding."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from refcli.compile.full import generate
from refcli.compile.rulebook import run
from refcli.diagnostics import Diagnostic
from refcli.generate.random_game import DeadEnd, make
from refcli.language.form import Form
from refcli.referee.table import RunsInCircles

LAST_LINES = 6  # of a game that came to a dead end


def trial(form: Form, games: int) -> Iterator[Diagnostic]:
    """Plays some random games under one form of a rulebook; yields the first dead end (C430) or endless circle (C431)."""
    checked = form.checked
    if checked.part or not checked.kinds or not any(m.name == "setup" for m in checked.moments):
        return
    rules = run(compile(generate(checked), f"<{checked.name}>", "exec"))
    rng = Random(f"{checked.name} {form.settings}")
    for _ in range(games):
        seats = rng.randint(checked.low, checked.high)
        try:
            make(rules, seats, rng, 1, 600)
        except DeadEnd as end:
            moment = checked.moments[-1].span
            lines = [line for line in end.transcript.strip().split("\n") if line][-LAST_LINES:]
            sentence = f"random play came to a position in which nobody may do anything: {end.reason}"
            yield Diagnostic("C430", sentence, moment, "the last lines of that game: " + " / ".join(lines))
            return
        except RunsInCircles:
            sentence = "random play came to passages that lead into each other and to no end"
            yield Diagnostic(
                "C431", sentence, checked.moments[-1].span, "look for an arrow back to where play came from"
            )
            return
