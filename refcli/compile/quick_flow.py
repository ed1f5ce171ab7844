"""The quick path's statements: what the flow does, on local variables."""

from __future__ import annotations

import re
from dataclasses import replace

from refcli.compile.emit import Env, Unsupported
from refcli.compile.quick_terms import GIVE_UP, Terms
from refcli.language.checked import Branch, Checked, Choose, Cond, Do, Goto, Owe, Statement

# So many moments run through in a row stand in one piece; longer ways go round the general loop.
MOST_IN_A_ROW = 5


class Roundabout(Exception):
    """Where play goes can't be written as straight-line code."""


class Flow(Terms):
    """Steps, arrows and what cards do.

    An arrow is written in one of two ways. In the general loop it names the moment, and the loop goes on there. Behind an
    act it is followed at once: what its moment does stands in its place, up to where play waits for the next act.
    """

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self.plain = False  # whether the play of a card is written that does nothing
        self.route: tuple[int, ...] | None = None  # moments whose passages stand in one piece; None: the general loop

    def flow(self, statements: list[tuple[Statement, Env]], end: str, depth: int) -> list[str]:
        """Steps in order; `end` is what happens behind the last ("break" out of the flow, or nothing)."""
        pad = "    " * depth
        out: list[str] = []
        for statement, env in statements:
            try:
                done = self.statement(statement, env, depth)
            except Unsupported:
                out.append(pad + GIVE_UP)
                return out
            out.extend(done)
            if isinstance(statement, Goto) and statement.when is None:
                return out
        if end:
            out.append(pad + end)
        return out

    def arrow(self, statement: Goto, env: Env, depth: int) -> list[str]:
        code = self.leap(statement, env)
        pad = "    " * depth
        if self.route is None:
            return [f"{pad}{'; '.join(code)}; continue"]
        return [*(pad + part for part in code[:-1]), *self.arrival(self.index.moment[statement.moment], depth)]

    def leap(self, statement: Goto, env: Env) -> list[str]:
        """What an arrow changes; last which moment it is."""
        of = env.player if statement.of is None else self.node(statement.of, env)
        code = [f"o = {of}"] if of != "o" else []
        for name, _, until, _ in self.c.counters:
            if until == statement.moment:
                code.append(f"c{self.index.counter[name]} = 0")
        return [*code, f"m = {self.number[self.index.moment[statement.moment]]}"]

    def passages(self, moment: int) -> list[tuple[Statement, Env]]:
        """What a moment does before it waits for an act."""
        lines = self.c.moments[moment].lines
        return [(s, self.passage_env(li.number)) for li in lines if li.form == "passage" for s in li.steps]

    def arrival(self, moment: int, depth: int) -> list[str]:
        """Everything from a moment on until play waits. Raises Roundabout where there is no end to it."""
        assert self.route is not None
        if moment in self.route or len(self.route) >= MOST_IN_A_ROW:
            raise Roundabout
        before, here = self.route, self.moment
        self.route, self.moment = (*before, moment), moment
        try:
            rows = self.flow(self.passages(moment), f"m = {self.number[moment]}; continue", depth)
        finally:
            self.route, self.moment = before, here
        return rows

    def straight(self, statements: list[tuple[Statement, Env]], depth: int) -> list[str] | None:
        """Statements that end in an arrow, with all that follows from it; None where the general loop has to do it."""
        if any(
            window.opens == "always" and any(li.form == "passage" for li in window.lines) for window in self.c.windows
        ):
            return None  # these look at the table after every act
        self.route = ()
        try:
            rows = self.flow(statements, "", depth)
        except Roundabout:
            return None
        finally:
            self.route = None
        # While passages stand in one piece nothing keeps up which moment it is.
        return None if re.search(r"\bm\b(?! = )", "\n".join(rows)) else rows

    def statement(self, statement: Statement, env: Env, depth: int) -> list[str]:
        pad = "    " * depth
        match statement:
            case Goto():
                if statement.when is None:
                    return self.arrow(statement, env, depth)
                condition = self.condition(statement.when, env)
                if condition == "False":
                    return []
                return [f"{pad}if {condition}:", *self.arrow(statement, env, depth + 1)]
            case Branch():
                if any("any player" in text for cond, _ in statement.branches for text in texts_of(cond)):
                    return self.some_player(statement, env, depth)
                out = []
                word = "if"
                for cond, block in statement.branches:
                    condition = self.condition(cond, env)
                    if condition == "False":
                        continue
                    out.append(f"{pad}{word} {condition}:")
                    out.extend(self.flow([(s, env) for s in block], "", depth + 1) or [f"{pad}    pass"])
                    word = "elif"
                if statement.otherwise:
                    out.append(f"{pad}{'else' if word == 'elif' else 'if True'}:")
                    out.extend(self.flow([(s, env) for s in statement.otherwise], "", depth + 1) or [f"{pad}    pass"])
                return out
            case Choose():
                if (
                    statement.node.entry.pattern != "{player} chooses a|an {name.attribute}"
                    or statement.when is not None
                ):
                    return [pad + GIVE_UP]
                attribute = self.hole(statement.node.holes[1], statement.node.entry, env)
                return [f"{pad}if ch >> 8 != {attribute}: {GIVE_UP}"]
            case Owe():
                if statement.when is None:
                    return [pad + GIVE_UP]
                return [f"{pad}if {self.condition(statement.when, env)}: {GIVE_UP}"]
            case Do():
                return self.step(statement, env, depth)

    def some_player(self, statement: Branch, env: Env, depth: int) -> list[str]:
        """`if any player …`: where it holds for nobody play goes on, else the game is given up."""
        pad = "    " * depth
        out = []
        for cond, _ in statement.branches:
            self.anyone = True
            try:
                condition = self.weakened(cond, replace(env, this="q"))
            finally:
                self.anyone = False
            out.append(f"{pad}for q in range(np):")
            out.append(f"{pad}    if {condition}: {GIVE_UP}")
        return out

    def weakened(self, cond: Cond, env: Env) -> str:
        """A condition without those of its parts that can't be said here: it holds at least where the whole does."""
        if cond.op != "all":
            return self.condition(cond, env)
        found = []
        for part in cond.parts:
            try:
                found.append(self.condition(part, env))
            except Unsupported:
                continue
        if not found:
            raise Unsupported("any player")
        return f"({' and '.join(found)})"

    def step(self, statement: Do, env: Env, depth: int) -> list[str]:
        pad = "    " * depth
        node = statement.node
        pattern = node.entry.pattern
        guard = ""
        if statement.when is not None:
            condition = self.condition(statement.when, env)
            if condition == "False":
                return []
            guard = f"if {condition}: "
        if pattern == "this card acts":
            return self.acting(statement, depth)
        if pattern == "the chosen {name.attribute} comes into force":
            index = self.hole(node.holes[0], node.entry, env)
            return [f"{pad}{guard}f{index} = ch & 255"]
        if pattern == "deal {number} cards to each player":
            number = self.hole(node.holes[0], node.entry, env)
            return [f"{pad}{guard}dealt = {number}"]
        if pattern == "turn up a card":
            return [
                f"{pad}if not start: {GIVE_UP}",
                f"{pad}if top >= 0: disc[{self.in_deck('top')}] += 1",
                f"{pad}und = top",
                f"{pad}top = start.pop()",
                *self.laid("top", depth),
            ]
        if pattern == "{who} shows the hand":
            return []
        code = self.node(node, env)
        if guard and ";" in code:
            return [f"{pad}{guard.strip()}", *(f"{pad}    {part.strip()}" for part in code.split(";"))]
        return [pad + guard + code]

    def laid(self, card: str, depth: int) -> list[str]:
        pad = "    " * depth
        return [f"{pad}f{i} = A{i}[{card}]" for i in range(len(self.c.attributes))]

    def acting(self, statement: Do, depth: int) -> list[str]:
        """What each card does, by its class; a card with nothing to do falls through."""
        if self.plain and self.route is not None:
            return []
        pad = "    " * depth
        out: list[str] = []
        if statement.when is not None:
            condition = self.condition(statement.when, self.passage_env(-1))
            if condition == "False":
                return []
            out.append(f"{pad}if {condition}:")
            depth += 1
            pad += "    "
        out.append(f"{pad}z = ACT[top]")
        out.append(f"{pad}if z:")
        word = "if"
        for number, faces in enumerate(self.classes(), 1):
            card = self.c.cards[faces[0]]
            statements = [
                (s, self.passage_env(li.number)) for li in card.lines if li.form == "passage" for s in li.steps
            ]
            out.append(f"{pad}    {word} z == {number}:")
            out.extend(self.flow(statements, "", depth + 2) or [f"{pad}        pass"])
            word = "elif"
        if word == "if":
            out.append(f"{pad}    pass")
        return out

    def classes(self) -> list[list[str]]:
        """Faces whose cards do the same when they act, those that do something only."""
        groups: dict[str, list[str]] = {}
        for face, card in self.c.cards.items():
            bodies = [(li.span.line, li.span.path) for li in card.lines if li.form == "passage"]  # fmt: skip
            if bodies:
                groups.setdefault(repr(bodies), []).append(face)
        return list(groups.values())

    def passage_env(self, line: int) -> Env:
        return Env("o", "p", "q", "o", "top", "top", line)


def texts_of(cond: Cond) -> list[str]:
    if cond.node is not None:
        return [cond.node.text]
    return [text for part in cond.parts for text in texts_of(part)]


def leaves(statement: Statement) -> bool:
    """Whether a step can send play elsewhere."""
    if isinstance(statement, Branch):
        return any(leaves(s) for _, block in statement.branches for s in block) or any(map(leaves, statement.otherwise))
    return isinstance(statement, Goto)
