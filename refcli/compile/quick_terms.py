"""The quick path's expressions: conditions and rules as Python over local variables."""

from __future__ import annotations

import re
from dataclasses import replace

from refcli.compile.emit import VERB_OF_ACT, Emitter, Env, Index, Unsupported
from refcli.language.checked import Checked, Cond, Line
from refcli.language.phrases import Entry, Name, Node

GIVE_UP = "return -1"


class Terms(Emitter):
    """What a condition is on the quick path; rules are found here, and said when they cover an act."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(Index(checked), "quick")
        self.c = checked
        self.prelude: list[str] = []
        self.masks: dict[str, str] = {}
        self.moment = -1
        self.anyone = False  # whether a condition is asked of each player in turn
        self.alike = all(kind.base == number for number, kind in enumerate(checked.kinds))
        self.unsaid = {attribute.name for attribute in checked.attributes if attribute.kind == "unsaid"}
        # On this path moments that wait only for an act come first, so that one comparison tells them.
        waiting = [i for i, m in enumerate(checked.moments) if not any(li.form == "passage" for li in m.lines)]
        others = [i for i in range(len(checked.moments)) if i not in waiting]
        self.number = {moment: n for n, moment in enumerate([*waiting, *others])}
        self.flowing = len(waiting)

    # ------------------------------------------------------------ expressions

    def in_deck(self, card: str) -> str:
        """Where the deck counts a card: kinds that differ in what needn't be written share their copies."""
        return card if self.alike else f"BASE[{card}]"

    def hole(self, hole: Node | Name | int, entry: Entry, env: Env) -> str:
        if isinstance(hole, Name) and hole.kind in ("attribute", "value") and hole.text.split(":")[0] in self.unsaid:
            raise Unsupported("what a record needn't tell")
        return super().hole(hole, entry, env)

    def inner(self, node: Node, hole: int, env: Env) -> Env:
        return env

    def special(self, node: Node, env: Env) -> str | None:
        pattern = node.entry.pattern
        if pattern == "any player" and self.anyone:
            return env.this
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
        code = f"({' and '.join(parts)})" if parts else "True"
        if self.unsaid and re.search(r"\bk == (top|und)\b|\b(top|und) == (k|top|und)\b", code):
            raise Unsupported("whether two cards are the same, where a record needn't tell all of a card")
        return code
