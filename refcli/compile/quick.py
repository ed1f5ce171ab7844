"""The quick path: one straight-line function that tells whether a fully shown game is clean.

State lies in local variables, cards are small integers, hands are counts and a bit set. The function knows only how to
say "clean": at the first thing that is not plainly legal, or that it has no words for, it gives the game up (returns
-1), and the explaining path, generated from the same checked form, referees it from the beginning.
"""

from __future__ import annotations

import re
from dataclasses import replace

from refcli.compile.emit import VERB_OF_ACT, Emitter, Env, Index, Unsupported
from refcli.language.checked import Branch, Checked, Choose, Cond, Do, Goto, Line, Owe, Statement
from refcli.language.phrases import Name, Node

GIVE_UP = "return -1"
PLAY, DRAW, PASS, CALL, WINS, RESHUFFLE = range(6)
# Moments that are asked for often stand first; any order is right.
ORDER = {"turn": 0, "drawn": 1, "debt": 2, "paying": 3}


class Quick(Emitter):
    """Generates `quick(lines, seats, acts, hands, start, dealer)`: how many acts a clean game has, or -1."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(Index(checked), "quick")
        self.c = checked
        self.prelude: list[str] = []
        self.masks: dict[str, str] = {}
        self.moment = -1
        # On this path moments that wait only for an act come first, so that one comparison tells them.
        waiting = [i for i, m in enumerate(checked.moments) if not any(li.form == "passage" for li in m.lines)]
        others = [i for i in range(len(checked.moments)) if i not in waiting]
        self.number = {moment: n for n, moment in enumerate([*waiting, *others])}
        self.flowing = len(waiting)

    # ------------------------------------------------------------ expressions

    def inner(self, node: Node, hole: int, env: Env) -> Env:
        return env

    def special(self, node: Node, env: Env) -> str | None:
        pattern = node.entry.pattern
        if pattern == "{card} {name.word}":
            card, name = node.holes
            assert isinstance(card, Node) and isinstance(name, Name)
            return self.word(name.text, self.node(card, env))
        if pattern == "{cards} that {name.word}":
            inner, name = node.holes
            assert isinstance(inner, Node) and isinstance(name, Name)
            one, two = self.node(inner, env), self.word(name.text, env.k)
            return two if one == "True" else f"({one} and {two})"
        if pattern == "{player} has {cards}":
            player, cards = node.holes
            assert isinstance(player, Node) and isinstance(cards, Node)
            who = self.node(player, env)
            spec, _ = self.spec(cards)
            kinds = self.kinds(cards, env)
            played = spec == "one" and env.before == "k" and who == env.actor
            return f"holds(H[{who}], {kinds}{', k' if played else ''})"
        if (
            pattern in ("{player} has {#} card|cards", "{player} has at least {number} cards", "{player} has no cards")
            and env.before == "k"
        ):
            player = node.holes[0]
            assert isinstance(player, Node)
            who = self.node(player, env)
            plus = " + 1" if who == env.actor else ""
            number = "0" if pattern.endswith("no cards") else self.hole(node.holes[1], node.entry, env)
            return f"N[{who}]{plus} {'>=' if 'at least' in pattern else '=='} {number}"
        if pattern == "{player} has no other card":
            player = node.holes[0]
            assert isinstance(player, Node)
            return f"not N[{self.node(player, env)}]"
        if pattern == "{player} may not draw":
            return self.barred(env)
        if pattern == "{player} can play":
            return self.can_play(node, env)
        if pattern in (
            "{number} is {number}",
            "{number} is at least {number}",
            "{number} is at most {number}",
            "{number} is less than {number}",
            "{number} is more than {number}",
        ):
            return self.numbers(node, env)
        if pattern in ("{cards} whose {name.table} is {number}", "{cards} whose {name.table} is at least {number}"):
            inner, name, amount = node.holes
            assert isinstance(inner, Node) and isinstance(name, Name)
            cell = f"T{self.index.table[name.text]}[{env.k}]"
            value = self.hole(amount, node.entry, env)
            sign = ">=" if "at least" in pattern else "=="
            told = "" if value.isdigit() else f" and ({value}) is not None"
            return f"({self.node(inner, env)} and {cell} is not None{told} and {cell} {sign} {value})"
        return super().special(node, env)

    def numbers(self, node: Node, env: Env) -> str:
        left, right = (self.hole(h, node.entry, env) for h in node.holes)
        sign = {"is at least": ">=", "is at most": "<=", "is less than": "<", "is more than": ">"}.get(
            node.entry.pattern.removeprefix("{number} ").removesuffix(" {number}"), "=="
        )
        guards = [f"{side} is not None" for side in (left, right) if re.fullmatch(r"T\d+\[.*\]", side)]
        return f"({' and '.join([*guards, f'{left} {sign} {right}'])})"

    def word(self, name: str, card: str) -> str:
        word = next(w for w in self.c.words if w.name == name)
        return f"({self.condition(word.condition, Env('o', 'o', 'o', 'o', card, card))})"

    def kinds(self, cards: Node, env: Env) -> str:
        """The kinds that a description means, as a tuple worked out once for what it depends on."""
        predicate = self.node(cards, replace(env, k="q"))
        depends = sorted(set(re.findall(r"\b(f\d+|top|und|dr|c\d+|k)\b", predicate)))
        known = self.masks.get(predicate)
        if known is None:
            known = self.masks[predicate] = f"Q{len(self.masks)}"
            self.prelude.append(
                f"def {known}_of({', '.join(depends)}):\n"
                f"    return tuple([q for q in range({len(self.c.kinds)}) if {predicate}])\n"
                f"{known} = {{}}\n"
            )
        key = "0" if not depends else depends[0] if len(depends) == 1 else f"({', '.join(depends)})"
        arguments = ", ".join(depends)
        return f"({known}[{key}] if {key} in {known} else {known}.setdefault({key}, {known}_of({arguments})))"

    def condition(self, cond: Cond | None, env: Env) -> str:
        if cond is None:
            return "True"
        if cond.op == "fact":
            assert cond.node is not None
            return self.node(cond.node, env)
        parts = [self.condition(part, env) for part in cond.parts]
        if cond.op == "not":
            return {"True": "False", "False": "True"}.get(parts[0], f"not ({parts[0]})")
        stop = "True" if cond.op == "any" else "False"
        if stop in parts:
            return stop
        parts = [p for p in parts if p not in ("True", "False")]
        if not parts:
            return "False" if cond.op == "any" else "True"
        joined = (" or " if cond.op == "any" else " and ").join(parts)
        return f"({joined})"

    def barred(self, env: Env) -> str:
        """Whether a rule that is live in this moment forbids its player to draw."""
        if self.moment < 0:
            raise Unsupported("a player may not draw")
        tests = []
        for line in self.live(self.moment, "draw"):
            if line.modal == "may not":
                who = self.who(line, "p")
                own = self.rule_env(line, "o")
                code = self.condition(line.when, replace(own, before="()"))
                if code != "False" and who != "False":
                    tests.append(code)
        return f"({' or '.join(tests)})" if tests else "False"

    def can_play(self, node: Node, env: Env) -> str:
        """Whether a card of the hand may be played: a function that looks at each, generated for the moment."""
        if self.moment < 0:
            raise Unsupported("a player can play")
        player = node.holes[0]
        assert isinstance(player, Node)
        who = self.node(player, env)
        name = f"CP{self.moment}"
        if name not in self.masks:
            self.masks[name] = name
            state = self.state_names()
            body = self.permission("p")
            self.prelude.append(
                f"def {name}(p, {', '.join(state)}):\n"
                f"    row = H[p]\n"
                f"    N[p] -= 1\n"
                f"    for k, n in enumerate(row):\n"
                f"        if n:\n"
                f"            row[k] = n - 1\n"
                f"            fine = {body}\n"
                f"            row[k] = n\n"
                f"            if fine:\n"
                f"                N[p] += 1\n"
                f"                return True\n"
                f"    N[p] += 1\n"
                f"    return False\n"
            )
        return f"{name}({who}, {', '.join(self.state_names())})"

    def permission(self, p: str) -> str:
        """An expression: single card `k`, taken from the hand of `p`, may be played in this moment, bluffs not counted."""
        allowed: list[str] = []
        refused: list[str] = []
        for line in self.live(self.moment, "play"):
            if line.modal not in ("may", "may not", "should not"):
                continue
            code = self.playing(line, p)
            if code == "False":
                continue
            (allowed if line.modal == "may" else refused).append(code)
        for face, card in self.c.cards.items():
            for line in card.lines:
                if line.form == "rule" and line.modal in ("may not", "should not"):
                    code = self.condition(line.when, self.rule_env(line, p))
                    refused.append(f"({self.index.faces([face])} >> k & 1 and {code})")
        text = f"({' or '.join(allowed) or 'False'})"
        return f"{text} and not ({' or '.join(refused)})" if refused else text

    def state_names(self) -> list[str]:
        c = self.c
        names = [
            "H",
            "N",
            "m",
            "o",
            "nx",
            "pv",
            "dealer",
            "tp",
            "top",
            "und",
            "dr",
            "pile",
            "disc",
            "np",
            "won",
            "bl",
            "acc",
        ]
        names += [f"f{i}" for i in range(len(c.attributes))]
        names += [f"c{i}" for i in range(len(c.counters))]
        names += [f"mk{i}" for i in range(len(c.marks))]
        names += [f"w{i}" for i in range(len(c.windows))]
        return names

    # ------------------------------------------------------------ rules

    def live(self, moment: int, verb: str) -> list[Line]:
        """Rules for a verb in a moment and in the windows beside it or always open; those of other windows apart."""
        c = self.c
        lines = list(c.moments[moment].lines)
        for window in c.windows:
            if window.opens == "always" or c.moments[moment].name in window.beside:
                lines.extend(window.lines)
        return [line for line in lines if self.speaks(line, verb)]

    def speaks(self, line: Line, verb: str) -> bool:
        if line.form not in ("rule", "unruled") or line.act is None:
            return False
        mine = VERB_OF_ACT.get(line.act.entry.pattern, "other")
        if line.modal == "must":
            return mine != verb and verb in ("play", "draw", "pass")
        return mine == verb

    def rule_env(self, line: Line, p: str) -> Env:
        window = self.index.window[line.owner] if line.place == "window" else -1
        player = "o" if line.place == "moment" else p
        return Env(player, p, p, f"w{window}" if window >= 0 else "o", "k", "k", line.number, window, "k")

    def who(self, line: Line, p: str) -> str:
        assert line.who is not None
        pattern = line.who.entry.pattern
        if pattern == "anybody" or pattern == "each player":
            return "True"
        if pattern == "the table":
            return "False"
        window = next((w for w in self.c.windows if w.name == line.owner), None) if line.place == "window" else None
        if pattern in ("any other player", "each other player"):
            if window is not None and window.subject:
                return f"{p} != w{self.index.window[window.name]}"
            return f"{p} != o"
        inner = line.who.holes[0]
        assert isinstance(inner, Node)
        if (inner.entry.pattern == "player" and line.place != "moment") or inner.entry.pattern == "this player":
            return "True"
        return f"{p} == {self.node(inner, self.rule_env(line, p))}"

    def playing(self, line: Line, p: str) -> str:
        """An expression: the line covers the play of the single card `k` by `p`."""
        act = line.act
        assert act is not None
        env = self.rule_env(line, p)
        parts = [self.who(line, p)]
        if act.entry.pattern == "play {cards}":
            cards = act.holes[0]
            assert isinstance(cards, Node)
            spec, _ = self.spec(cards)
            if spec in ("identical", "several", "all"):
                return "False"
            if spec == "drawn":
                parts.append("k == dr")
            code = self.node(cards, env)
            parts.append(code)
        parts.append(self.condition(line.when, env))
        if "False" in parts:
            return "False"
        parts = [part for part in parts if part != "True"]
        return f"({' and '.join(parts)})" if parts else "True"

    # ------------------------------------------------------------ statements of the flow

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

    def arrow(self, statement: Goto, env: Env) -> str:
        of = env.player if statement.of is None else self.node(statement.of, env)
        moment = self.number[self.index.moment[statement.moment]]
        code = f"o = {of}; m = {moment}" if of != "o" else f"m = {moment}"
        for name, _, until, _ in self.c.counters:
            if until == statement.moment:
                code += f"; c{self.index.counter[name]} = 0"
        return f"{code}; continue"

    def statement(self, statement: Statement, env: Env, depth: int) -> list[str]:
        pad = "    " * depth
        match statement:
            case Goto():
                if statement.when is None:
                    return [pad + self.arrow(statement, env)]
                condition = self.condition(statement.when, env)
                return [] if condition == "False" else [f"{pad}if {condition}: {self.arrow(statement, env)}"]
            case Branch():
                if any("any player" in text for cond, _ in statement.branches for text in _texts(cond)):
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
            condition = self.condition(cond, replace(env, this="q"))
            out.append(f"{pad}for q in range(np):")
            out.append(f"{pad}    if {condition}: {GIVE_UP}")
        return out

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
            return [f"{pad}if top >= 0: {GIVE_UP}", f"{pad}top = start", *self.laid("start", depth)]
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

    @staticmethod
    def lean(body: list[str], start: list[str]) -> tuple[list[str], list[str]]:
        """Leaves out bookkeeping of state that nothing reads."""
        text = "\n".join(body)
        dead = []
        for name in dict.fromkeys(re.findall(r"\b(f\d+|und|tp|acc|w\d+|mk\d+)\b", text)):
            writes = len(re.findall(rf"(?m)^\s*{name} = ", text))
            if len(re.findall(rf"\b{name}\b", text)) == writes:
                dead.append(name)
        pattern = re.compile(rf"^\s*({'|'.join(dead)}) = ") if dead else None
        kept: list[str] = []
        for row in body:
            if pattern is not None and pattern.match(row) and ";" not in row:
                if kept and kept[-1].rstrip().endswith(":"):
                    kept.append(row[: len(row) - len(row.lstrip())] + "pass")
                continue
            kept.append(row)
        return kept, start

    def passage_env(self, line: int) -> Env:
        return Env("o", "p", "q", "o", "top", "top", line)

    # ------------------------------------------------------------ acts

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
            block = self.moment_act(verb, lines, permits, depth + 1) if permits else []
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
        for line in permits:
            try:
                code = self.covered(line, verb)
            except Unsupported:
                continue
            if code == "False":
                continue
            if line.place == "window" and next(w for w in self.c.windows if w.name == line.owner).opens == "until":
                code = f"w{self.index.window[line.owner]} >= 0 and {code}"
            rows.append(f"{pad}{word} {code}:")
            rows.extend(self.followed(line, verb, depth + 1))
            word = "elif"
        if not rows:
            return []
        out.extend(f"{pad}if {code}: {GIVE_UP}" for code in checks)
        return [*out, *rows, f"{pad}else: {GIVE_UP}"]

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
        out: list[str] = []
        if verb == "play":
            out.append(f"{pad}disc[top] += 1")
            out.append(f"{pad}und = top")
            out.append(f"{pad}top = k")
            out.append(f"{pad}tp = p")
            out.extend(self.laid("k", depth))
        if verb == "draw":
            out.append(f"{pad}dr = k")
        moves = verb in ("play", "draw", "pass") or line.place == "moment"
        if moves:
            for index, window in enumerate(self.c.windows):
                if window.opens == "until":
                    out.append(f"{pad}if w{index} >= 0 and w{index} != p: w{index} = -1")
            for index, (_, of_player, until, _) in enumerate(self.c.marks):
                if until and of_player:
                    out.append(f"{pad}if mk{index}: mk{index} &= 1 << p")
        env = replace(
            self.rule_env(line, "p"), player="o" if line.place == "moment" else "p", before="()", k="top", card="top"
        )
        if any(_leaves(s) for s in line.steps[:-1]) or (line.steps and isinstance(line.steps[-1], Branch)):
            return [*out, f"{pad}{GIVE_UP}"]
        body = self.flow([(s, env) for s in line.steps], "", depth)
        out.extend(code.removesuffix("; continue") for code in body)
        return out

    # ------------------------------------------------------------ the function

    def module(self) -> str:
        c = self.c
        index = self.index
        blocks: list[str] = []
        word = "if"
        order = sorted(
            range(len(c.moments)),
            key=lambda i: {"played": 0, "skipped": 1, "debt": 2, "paying": 3}.get(c.moments[i].name, 4),
        )
        for number in order:
            moment = c.moments[number]
            self.moment = number
            statements = [
                (s, self.passage_env(li.number)) for li in moment.lines if li.form == "passage" for s in li.steps
            ]
            if statements:
                blocks.append(f"                {word} m == {self.number[number]}:")
                blocks.extend(self.flow(statements, "break", 5))
                word = "elif"
        self.moment = -1
        blocks.append("                break")
        always: list[str] = []
        for window in c.windows:
            if window.opens == "always":
                statements = [
                    (s, self.passage_env(li.number)) for li in window.lines if li.form == "passage" for s in li.steps
                ]
                always.extend(self.flow(statements, "", 3) if statements else [])
        acting = [0] * len(c.kinds)
        for number, faces in enumerate(self.classes(), 1):
            for kind, value in enumerate(c.kinds):
                if value.face in faces:
                    acting[kind] = number
        ruled = []
        for face, card in c.cards.items():
            for line in card.lines:
                if line.form == "rule":
                    try:
                        code = self.condition(line.when, self.rule_env(line, "p"))
                    except Unsupported:
                        code = "True"
                    if code != "False":
                        ruled.append((index.faces([face]), code))
        plays = self.act("play", 4)
        draws = self.act("draw", 4)
        passes = self.act("pass", 4)
        calls = self.act("call", 4)
        setup = index.moment.get("setup", -1)
        if setup < 0 or not c.kinds:
            return "quick = None\n"
        own_windows = "; ".join(f"w{i} = -1" for i in range(len(c.windows))) or "pass"
        own_marks = "; ".join(f"mk{i} = 0" for i in range(len(c.marks))) or "pass"
        own_counters = "; ".join(f"c{i} = 0" for i in range(len(c.counters))) or "pass"
        own_force = "; ".join(f"f{i} = 0" for i in range(len(c.attributes))) or "pass"
        special = [any(mask >> kind & 1 for mask, _ in ruled) for kind in range(len(c.kinds))]
        checks = [f"                    if {mask} >> k & 1 and {code}: {GIVE_UP}" for mask, code in ruled]
        flow = [f"            while m >= {self.flowing}:", *blocks, *always] if blocks else always
        deeper = ["    " + row for row in flow]
        body = [
            "            if v == 0:",
            "                row = H[p]",
            "                n = row[k]",
            f"                if not n: {GIVE_UP}",
            "                row[k] = n - 1",
            "                N[p] -= 1",
            *(["                if RULED[k]:", *checks] if checks else []),
            *plays,
            "            elif v == 1:",
            "                for k in ks:",
            "                    n = pile[k]",
            f"                    if not n: {GIVE_UP}",
            "                    pile[k] = n - 1",
            *["    " + row for row in draws],
            "                    H[p][k] += 1",
            "                    N[p] += 1",
            *deeper,
            "                continue",
            "            elif v == 2:",
            *passes,
            "            elif v == 3:",
            *calls,
            "            elif v == 4:",
            f"                if won != p: {GIVE_UP}",
            "                continue",
            "            elif v == 5:",
            f"                if any(pile): {GIVE_UP}",
            "                pile = disc",
            "                disc = [0] * KINDS",
            "                continue",
            *flow,
        ]
        body = [row[4:] for row in body]
        start = [
            f"    {own_force}", f"    {own_counters}", f"    {own_marks}", f"    {own_windows}",
            f"    m = {self.number[setup]}", "    o = dealer",
        ]  # fmt: skip
        body, start = self.lean(body, start)
        text = [
            *self.prelude,
            f"KINDS = {len(c.kinds)}",
            f"ACT = {tuple(acting)!r}",
            f"RULED = {tuple(special)!r}",
            "",
            "def holds(row, kinds, played=-1):",
            "    for q in kinds:",
            "        if row[q] or q == played: return True",
            "    return False",
            "",
            "def quick(lines, seats, acts, hands, start, dealer):",
            "    np = len(hands)",
            "    known = acts.known",
            "    seat = {'reshuffle': None, **seats}",
            "    pile = list(COPIES)",
            "    H = []",
            "    N = []",
            "    for cards in hands:",
            "        row = [0] * KINDS",
            "        for k in cards:",
            "            row[k] += 1",
            "            pile[k] -= 1",
            "        H.append(row)",
            "        N.append(len(cards))",
            "    pile[start] -= 1",
            f"    if min(pile) < 0: {GIVE_UP}",
            "    disc = [0] * KINDS",
            "    nx = [*range(1, np), 0]",
            "    pv = [np - 1, *range(np - 1)]",
            "    d = 1",
            "    top = und = dr = -2",
            "    tp = acc = won = cp = dealt = -1",
            "    bl = False",
            *start,
            "    ch = -1",
            *[row[8:] for row in flow],
            "    for n in N:",
            f"        if n != dealt: {GIVE_UP}",
            "    for line in lines:",
            "        name, _, rest = line.partition(' ')",
            "        try:",
            "            v, k, ch, ks = known[rest]",
            "        except KeyError:",
            "            found = acts.learn(name, rest, seats)",
            f"            if found is None: {GIVE_UP}",
            "            v, k, ch, ks = found",
            "        p = seat[name]  # a line of nobody at this table gives the game up",
            *body,
            "    return len(lines)",
            "",
        ]
        return "\n".join(text)


def _texts(cond: Cond) -> list[str]:
    if cond.node is not None:
        return [cond.node.text]
    return [text for part in cond.parts for text in _texts(part)]


def _leaves(statement: Statement) -> bool:
    """Whether a step can send play elsewhere."""
    if isinstance(statement, Branch):
        return any(_leaves(s) for _, block in statement.branches for s in block) or any(
            map(_leaves, statement.otherwise)
        )
    return isinstance(statement, Goto)


def generate(checked: Checked) -> str:
    """The Python source of a rulebook's quick path, to stand behind its explaining path."""
    try:
        return Quick(checked).module()
    except Unsupported:
        return "quick = None\n"
