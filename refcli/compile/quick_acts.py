"""The quick path's acts: which lines permit and forbid one in each moment, and what follows from it."""

from __future__ import annotations

import re
from dataclasses import replace

from refcli.compile.emit import Unsupported
from refcli.compile.quick_flow import Flow, leaves
from refcli.compile.quick_terms import GIVE_UP
from refcli.language.checked import Branch, Checked, Do, Goto, Line, Moment, Window

# Moments that are asked for often stand first; any order is right.
ORDER = {"turn": 0, "drawn": 1, "debt": 2, "paying": 3}


class Acts(Flow):
    """A block of code for each verb."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self.passing = False  # whether the act behind a pass without a line is written
        self.single = False  # whether the draw of one card is written, which may go on at once

    def act(self, verb: str, depth: int) -> list[str]:
        """All moments' lines for one verb: permitted and nothing against it, or the game is given up."""
        c = self.c
        pad = "    " * depth
        out: list[str] = []
        groups: dict[tuple[str, ...], list[int]] = {}  # moments in which the same lines are live share their code
        for moment in sorted(range(len(c.moments)), key=lambda i: ORDER.get(c.moments[i].name, 9)):
            self.moment = moment
            lines = self.live(moment, verb)
            permits = [li for li in lines if li.modal == "may"]
            if verb == "call":
                permits = permits + self.window_calls("may")
            block = self.moment_act(verb, lines, permits, depth + 1)
            if block:
                groups.setdefault(tuple(block), []).append(moment)
        self.moment = -1
        word = "if"
        for shared, moments in groups.items():
            out.append(f"{pad}{word} {' or '.join(f'm == {self.number[moment]}' for moment in moments)}:")
            out.extend(shared)
            word = "elif"
        out.append(f"{pad}{'else' if word == 'elif' else 'if True'}: {GIVE_UP}")
        return out

    def window_calls(self, modal: str) -> list[Line]:
        return [
            li
            for w in self.c.windows
            if w.opens == "until"
            for li in w.lines
            if self.speaks(li, "call") and li.modal == modal
        ]

    def moment_act(self, verb: str, lines: list[Line], permits: list[Line], depth: int) -> list[str]:
        pad = "    " * depth
        out: list[str] = []
        checks: list[str] = []
        for line in lines:
            if line.modal == "may":
                continue
            try:
                code = self.covered(line, verb)
            except Unsupported:
                return [f"{pad}{GIVE_UP}"]
            if code == "False":
                continue
            checks.append(code)
        for window_line in self.until_rules(verb):
            try:
                window = self.index.window[window_line.owner]
                code = self.covered(window_line, verb)
            except Unsupported:
                return [f"{pad}{GIVE_UP}"]
            if code != "False":
                checks.append(f"w{window} >= 0 and {code}")
        rows: list[str] = []
        word = "if"
        theirs = False  # whether a player whose turn it isn't may do it
        for line in permits:
            try:
                code = self.covered(line, verb)
            except Unsupported:
                theirs = True
                continue
            theirs = theirs or (code != "False" and not code.startswith("(p == o"))
            if code == "False":
                continue
            if line.place == "window" and next(w for w in self.c.windows if w.name == line.owner).opens == "until":
                code = f"w{self.index.window[line.owner]} >= 0 and {code}"
            rows.append(f"{pad}{word} {code}:")
            rows.extend(self.followed(line, verb, depth + 1))
            word = "elif"
        behind = [] if theirs or verb not in ("play", "draw") else self.behind_a_pass(verb, depth + 1)
        if behind:
            rows += [f"{pad}{word} p != o:", *behind]
        if not rows:
            return []
        out.extend(f"{pad}if {code}: {GIVE_UP}" for code in checks)
        return [*out, *rows, f"{pad}else: {GIVE_UP}"]

    def behind_a_pass(self, verb: str, depth: int) -> list[str]:
        """An act of somebody else where the player in turn may pass: the pass, which needn't be written, and the act."""
        moment = self.moment
        lines = self.live(moment, "pass")
        permits = [line for line in lines if line.modal == "may"]
        if self.passing or len(permits) != 1 or not self.moves_on(permits[0]):
            return []
        try:
            allowed = self.covered(permits[0], "pass")
            against = [
                self.covered(line, "pass") for line in (*lines, *self.until_rules("pass")) if line.modal != "may"
            ]
        except Unsupported:
            return []
        pad = "    " * depth
        target = permits[0].steps[-1]
        assert isinstance(target, Goto)
        rows = [f"{pad}x = o"]
        rows += [f"{pad}if {code}: {GIVE_UP}" for code in against if code != "False"]
        rows += [f"{pad}if not {allowed}: {GIVE_UP}", *self.noted(permits[0], "pass", depth)]
        rows = [re.sub(r"\bp\b", "x", row) for row in rows]
        rows += [f"{pad}{code}" for code in self.leap(target, replace(self.rule_env(permits[0], "x"), player="x"))[:-1]]
        self.moment, self.passing = self.index.moment[target.moment], True
        try:
            there = self.live(self.moment, verb)
            block = self.moment_act(verb, there, [line for line in there if line.modal == "may"], depth)
        finally:
            self.moment, self.passing = moment, False
        return [*rows, *block] if block else []

    def moves_on(self, line: Line) -> bool:
        """Whether a line only leads to a moment that waits for an act at once."""
        step = line.steps[0] if len(line.steps) == 1 else None
        return isinstance(step, Goto) and step.when is None and not self.passages(self.index.moment[step.moment])

    def reshuffles(self) -> bool:
        """Whether the discards may be made the draw pile once that is used up, and nothing else is said about it."""
        homes: list[Moment | Window] = [*self.c.moments, *self.c.windows]
        lines = [(home, line) for home in homes for line in home.lines if self.speaks(line, "reshuffle")]
        if len(lines) != 1:
            return False
        home, line = lines[0]
        step = line.steps[0] if len(line.steps) == 1 else None
        return (
            line.modal == "may"
            and getattr(home, "opens", "") == "always"
            and line.when is not None
            and line.when.node is not None
            and line.when.node.entry.pattern == "the draw pile is empty"
            and isinstance(step, Do)
            and step.when is None
            and step.node.entry.pattern == "shuffle the discards into the draw pile"
        )

    def until_rules(self, verb: str) -> list[Line]:
        return [
            li
            for w in self.c.windows
            if w.opens == "until"
            for li in w.lines
            if self.speaks(li, verb) and li.modal in ("may not", "should not", "must")
        ]

    def covered(self, line: Line, verb: str) -> str:
        if verb == "play" and line.modal != "must":
            return self.playing(line, "p")
        env = self.rule_env(line, "p")
        if verb != "play":
            env = replace(env, before="()", k="-2", card="-2")
        parts = [self.who(line, "p")]
        act = line.act
        assert act is not None
        if verb == "call" and act.entry.pattern != "call":
            parts.append(f"k == {self.hole(act.holes[0], act.entry, env)}")
            if len(act.holes) > 1:
                return "False"  # a call on somebody is never among the acts of this path
        parts.append(self.condition(line.when, env))
        if "False" in parts:
            return "False"
        parts = [part for part in parts if part != "True"]
        return f"({' and '.join(parts)})" if parts else "True"

    def followed(self, line: Line, verb: str, depth: int) -> list[str]:
        """What follows from a permitted act: the move is noted, then the line's steps."""
        pad = "    " * depth
        out = self.noted(line, verb, depth)
        env = replace(
            self.rule_env(line, "p"), player="o" if line.place == "moment" else "p", before="()", k="top", card="top"
        )
        if any(leaves(s) for s in line.steps[:-1]) or (line.steps and isinstance(line.steps[-1], Branch)):
            return [*out, f"{pad}{GIVE_UP}"]
        steps = [(s, env) for s in line.steps]
        body = None
        if line.steps and isinstance(line.steps[-1], Goto) and (verb != "draw" or self.single):
            body = self.straight(steps, depth)
        if body is None:
            body = [code.removesuffix("; continue") for code in self.flow(steps, "", depth)]
        return [*out, *body]

    def noted(self, line: Line, verb: str, depth: int) -> list[str]:
        """What an act changes whatever its line says: cards, and what lasts until somebody moves."""
        pad = "    " * depth
        out: list[str] = []
        if verb == "play":
            out.append(f"{pad}disc[{self.in_deck('top')}] += 1")
            out.append(f"{pad}und = top")
            out.append(f"{pad}top = k")
            out.append(f"{pad}tp = p")
            out.extend(self.laid("k", depth))
        if verb == "draw":
            out.append(f"{pad}dr = k")
            if self.single:
                out += [f"{pad}H[p][k] += 1", f"{pad}N[p] += 1"]
        moves = verb in ("play", "draw", "pass") or line.place == "moment"
        if moves:
            for index, window in enumerate(self.c.windows):
                if window.opens == "until":
                    out.append(f"{pad}if w{index} >= 0 and w{index} != p: w{index} = -1")
            for index, (_, of_player, until, _) in enumerate(self.c.marks):
                if until and of_player:
                    out.append(f"{pad}if mk{index}: mk{index} &= 1 << p")
        return out
