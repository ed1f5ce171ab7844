"""The flow of a rulebook as a graph: which lines are live where, which arrows lead where, what is ever reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from refcli.language.checked import Branch, Checked, Choose, Cond, Do, Goto, Line, Moment, Owe, Statement, Window
from refcli.language.phrases import Name, Node

VERBS = (
    ("play", "play"),
    ("draw", "draw"),
    ("pass", "pass"),
    ("call", "call"),
    ("reshuffle", "reshuffle"),
    ("deal again", "deal"),
    ("discard", "discard"),
    ("take", "take"),
    ("choose", "choose"),
)


def verb(act: Node | None) -> str:
    """The kind of an act: play, draw, pass, call …"""
    pattern = act.entry.pattern if act else ""
    return next((name for start, name in VERBS if pattern.startswith(start)), "other")


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow of a line. `guards` are the conditions on the way to it, `acts` says that somebody acts before it."""

    start: str
    goto: Goto
    guards: tuple[Cond, ...]
    line: Line
    acts: bool
    steps: tuple[Statement, ...]  # what is done on the way


def denied(cond: Cond) -> Cond:
    return Cond("not", (cond,))


def walk(
    statements: tuple[Statement, ...], guards: tuple[Cond, ...] = ()
) -> Iterator[tuple[Statement, tuple[Cond, ...]]]:
    """Every statement that isn't a branch itself, with the conditions under which it is done."""
    for statement in statements:
        if isinstance(statement, Branch):
            passed: tuple[Cond, ...] = ()
            for cond, block in statement.branches:
                yield from walk(block, (*guards, *passed, cond))
                passed = (*passed, denied(cond))
            yield from walk(statement.otherwise, (*guards, *passed))
        else:
            yield statement, guards if statement.when is None else (*guards, statement.when)


def leaves_always(statements: tuple[Statement, ...]) -> bool:
    """Whether an arrow leaves whatever the conditions are."""
    for statement in statements:
        if isinstance(statement, Goto) and statement.when is None:
            return True
        if isinstance(statement, Branch) and statement.otherwise:
            blocks = [statement.otherwise, *(block for _, block in statement.branches)]
            if all(leaves_always(block) for block in blocks):
                return True
    return False


class Graph:
    """Moments, windows and arrows of one checked form."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.moments = {m.name: m for m in checked.moments}
        self.windows = {w.name: w for w in checked.windows}
        self.roots = [name for name in ("setup", "position") if name in self.moments]

    def beside(self, moment: str) -> list[Window]:
        """Windows that stand open in a moment whatever happened before."""
        return [w for w in self.checked.windows if w.opens == "always" or moment in w.beside]

    def live(self, moment: Moment) -> list[Line]:
        """The rules that bind in a moment; windows that something has to open are left aside."""
        lines = [*moment.lines, *(line for w in self.beside(moment.name) for line in w.lines)]
        return [line for line in lines if line.form in ("rule", "unruled") and line.act is not None]

    def contexts(self, line: Line) -> list[list[Line]]:
        """The sets of rules among which a line is live: one for each place where it can come to bear."""
        if line.place == "moment":
            return [self.live(self.moments[line.owner])] if line.owner in self.reached else []
        window = self.windows.get(line.owner)
        if line.place != "window" or window is None:
            return []
        if window.opens == "until":
            always = [li for w in self.checked.windows if w.opens == "always" for li in w.lines]
            rules = [*window.lines, *always]
            return [[li for li in rules if li.form != "passage" and li.act is not None]] if self.opens(window) else []
        names = self.reached if window.opens == "always" else [n for n in window.beside if n in self.reached]
        return [self.live(self.moments[name]) for name in names if name in self.moments]

    def opens(self, window: Window) -> bool:
        if window.opens == "until":
            return window.name in self.opened
        return window.opens == "always" or any(name in self.reached for name in window.beside)

    @cached_property
    def acting(self) -> tuple[Line, ...]:
        """The passages of all cards."""
        return tuple(li for card in self.checked.cards.values() for li in card.lines if li.form == "passage")

    @cached_property
    def coming(self) -> list[Line]:
        """The lines that play can come to."""
        return [line for line in self.checked.lines if line.number in self._found[2]]

    @cached_property
    def _found(self) -> tuple[dict[str, None], set[str], set[int]]:
        """Moments that can be reached and windows that can be opened, from the deal or from a position."""
        reached: dict[str, None] = dict.fromkeys(self.roots)
        opened: set[str] = set()
        done: set[int] = set()
        while True:
            lines: list[Line] = []
            for name in reached:
                if name in self.moments:
                    lines.extend(self.moments[name].lines)
                    lines.extend(line for w in self.beside(name) for line in w.lines)
            for name in opened:
                lines.extend(self.windows[name].lines)
            fresh = [line for line in lines if line.number not in done]
            if not fresh:
                return reached, opened, done
            for line in fresh:
                done.add(line.number)
                self._follow(line, reached, opened, done)

    def _follow(self, line: Line, reached: dict[str, None], opened: set[str], done: set[int]) -> None:
        goes = False
        for statement, _ in walk(line.steps):
            if isinstance(statement, Goto):
                reached[statement.moment] = None
                goes = True
            elif isinstance(statement, Do):
                pattern = statement.node.entry.pattern
                if pattern.startswith("open {name.window}"):
                    name = next(h.text for h in statement.node.holes if isinstance(h, Name))
                    if name in self.windows:
                        opened.add(name)
                elif pattern == "this card acts":
                    for card_line in self.acting:
                        if card_line.number not in done:
                            done.add(card_line.number)
                            self._follow(card_line, reached, opened, done)
        if line.modal == "may" and verb(line.act) == "play" and not goes and "played" in self.moments:
            reached["played"] = None

    @property
    def reached(self) -> list[str]:
        return list(self._found[0])

    @property
    def opened(self) -> set[str]:
        return self._found[1]

    @cached_property
    def passages(self) -> list[Arrow]:
        """The arrows that lead from one moment to another with nobody acting between, those of cards included."""
        found: list[Arrow] = []
        for name in self.reached:
            before: tuple[Statement, ...] = ()
            for line in self.moments[name].lines:
                if line.form != "passage":
                    continue
                found.extend(self._arrows(name, line, before))
                before = (*before, *(s for s, _ in walk(line.steps)))
                if leaves_always(line.steps):
                    break
        return found

    def _arrows(self, start: str, line: Line, before: tuple[Statement, ...]) -> Iterator[Arrow]:
        steps = before
        waits = any(isinstance(s, Choose) for s in before)
        for statement, guards in walk(line.steps):
            if isinstance(statement, Goto):
                yield Arrow(start, statement, guards, line, waits, steps)
            elif isinstance(statement, Do) and statement.node.entry.pattern == "this card acts":
                for card_line in self.acting:
                    for arrow in self._arrows(start, card_line, steps):
                        yield Arrow(
                            start, arrow.goto, (*guards, *arrow.guards), card_line, waits or arrow.acts, arrow.steps
                        )
            steps = (*steps, statement)
            waits = waits or isinstance(statement, Choose)

    def owes(self, statements: tuple[Statement, ...]) -> bool:
        return any(isinstance(s, Owe) for s, _ in walk(statements))
