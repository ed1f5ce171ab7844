"""The explaining path: a module of functions on a table, generated from the checked form.

Every rule becomes a function that says whether it covers an act and holds (true, false or a question); every passage one
that changes the table. A step that waits for a choice ends its function; what comes behind is a function of its own.
"""

from __future__ import annotations

import re
from dataclasses import replace

from refcli.compile import quick
from refcli.compile.emit import PLAYER_VERBS, VERB_OF_ACT, Emitter, Env, Index, node_readings, reading_names
from refcli.compile.explain import Explainer
from refcli.language.checked import Branch, Checked, Choose, Cond, Do, Goto, Line, Owe, Statement
from refcli.language.phrases import Name, Node

HEAD = """\
from refcli.referee.kleene import AND, OR, NOT, isin, at, same, carries, alike, cell, equal, reaches, add, less, times
from refcli.referee.rules import mask_of, drawn_truth
"""


class Full(Emitter):
    """Generates the module. `functions` are its parts in order."""

    def __init__(self, checked: Checked, bare: bool = False) -> None:
        super().__init__(Index(checked, named_options=True), "full")
        self.c = checked
        self.bare = bare  # only what judges, nothing that says why
        self.functions: list[str] = []
        self.paths: list[str] = []  # of rulebook files, as explanations name them
        self.masks: dict[str, int] = {}
        self.fresh = 0
        self.never: set[int] = set()  # rules whose condition can't hold under these settings

    # ------------------------------------------------------------ environments

    def env_rule(self, line: Line) -> Env:
        """Names inside a rule: `a` is the act that is judged."""
        player = "s.o" if line.place == "moment" else "a.p"
        window = self.index.window[line.owner] if line.place == "window" else -1
        role = f"s.windows[{window}]" if line.place == "window" else "s.o"
        return Env(player, "a.p", "a.p", role, "k", "k", line.number, window, "a.cards")

    def env_steps(self, line: Line) -> Env:
        player = "s.actor" if line.place == "window" else "s.o"
        window = self.index.window[line.owner] if line.place == "window" else -1
        role = "s.subject" if line.place == "window" else "s.o"
        return Env(player, "s.actor", "s.actor", role, "s.top", "s.top", line.number, window)

    # ------------------------------------------------------------ expressions

    def inner(self, node: Node, hole: int, env: Env) -> Env:
        return env

    def special(self, node: Node, env: Env) -> str | None:
        pattern = node.entry.pattern
        if node.entry.kind == "cards" and node.entry.full.startswith("AND($0, "):
            parts = [self.fill(part, node, env) for part in ("$0", node.entry.full[len("AND($0, ") : -1])]
            return self.joined("AND", parts)
        if pattern == "{player} has {cards}":
            player, cards = node.holes
            assert isinstance(player, Node) and isinstance(cards, Node)
            who = self.node(player, env)
            spec, _ = self.spec(cards)
            before = f"({env.before} if {who} == {env.actor} else ())" if spec == "one" and env.before != "()" else "()"
            return f"s.has({who}, {self.mask(cards, env)}, {before})"
        if (
            pattern in ("{player} has {#} card|cards", "{player} has no cards", "{player} has at least {number} cards")
            and env.before != "()"
        ):
            player = node.holes[0]
            assert isinstance(player, Node)
            who = self.node(player, env)
            count = f"add(s.count({who}), len({env.before}) if {who} == {env.actor} else 0)"
            number = "0" if pattern.endswith("no cards") else self.hole(node.holes[1], node.entry, env)
            return f"{'reaches' if 'at least' in pattern else 'equal'}({count}, {number})"
        if pattern == "the first":
            return "a.cards[0]"
        if pattern == "the chosen {name.attribute} comes into force":
            return None
        return super().special(node, env)

    def mask(self, cards: Node, env: Env) -> str:
        """A call that gives the kinds of a description as (surely meant, maybe meant)."""
        inside = replace(env, k="q")
        predicate = self.node(cards, inside)
        outer = "card" if "card_" in predicate else ""
        del outer
        uses_card = bool(re.search(r"\b" + re.escape(env.card) + r"\b", predicate)) and env.card == "k"
        key_parts = []
        deep = predicate + " ".join(self.word_code(w) for w in re.findall(r"W(\d+)\(", predicate))
        for part in ("s.top", "s.under", "s.drawn", "s.chosen_card"):
            if part in deep:
                key_parts.append(part)
        for part in ("s.force", "s.named", "s.c"):
            if f"{part}[" in deep:
                key_parts.append(f"*{part}")
        key_parts += sorted(set(re.findall(r"\bO\d+\b", deep)))
        if uses_card:
            key_parts.append("k")
        key = f"({', '.join(key_parts)},)" if key_parts else "()"
        text = f"{predicate}|{key}"
        if text not in self.masks:
            number = self.masks[text] = len(self.masks)
            args = "s, k" if uses_card else "s"
            self.functions.append(
                f"MC{number} = {{}}\n"
                f"def MASK{number}({args}):\n"
                f"    key = {key}\n"
                f"    found = MC{number}.get(key)\n"
                f"    if found is None:\n"
                f"        found = MC{number}[key] = mask_of([{predicate} for q in range({len(self.c.kinds)})])\n"
                f"    return found\n"
            )
        return f"MASK{self.masks[text]}(s{', k' if uses_card else ''})"

    def word_code(self, number: str) -> str:
        return self.condition(self.c.words[int(number)].condition, Env("s.o", "s.o", "s.o", "s.o", "k", "k"))

    def condition(self, cond: Cond | None, env: Env) -> str:
        if cond is None:
            return "True"
        if cond.op == "fact":
            assert cond.node is not None
            return self.node(cond.node, env)
        parts = [self.condition(part, env) for part in cond.parts]
        if cond.op == "not":
            return {"True": "False", "False": "True"}.get(parts[0], f"NOT({parts[0]})")
        return self.joined("OR" if cond.op == "any" else "AND", parts)

    def joined(self, op: str, parts: list[str]) -> str:
        """Conditions joined, constants folded; what stands behind is looked at only where it can matter."""
        stop = "True" if op == "OR" else "False"
        if stop in parts:
            return stop
        parts = [part for part in parts if part not in ("True", "False")]
        if not parts:
            return "False" if op == "OR" else "True"
        code = parts[-1]
        for part in reversed(parts[:-1]):
            self.fresh += 1
            name = f"t{self.fresh}"
            code = f"({stop} if ({name} := {part}) is {stop} else {op}({name}, {code}))"
        return code

    # ------------------------------------------------------------ rules

    def who(self, line: Line, env: Env) -> str:
        """A test of who acts; "" where everybody is meant."""
        assert line.who is not None
        pattern = line.who.entry.pattern
        if pattern == "anybody":
            return ""
        if pattern == "the table":
            return "a.p < 0"
        if pattern in ("any other player", "each other player"):
            window = next((w for w in self.c.windows if w.name == line.owner), None) if line.place == "window" else None
            if window is not None and window.subject:
                return f"a.p >= 0 and a.p != s.windows[{env.window}]"
            return "a.p >= 0 and a.p != s.o"
        if pattern == "each player":
            return "a.p >= 0"
        inner = line.who.holes[0]
        assert isinstance(inner, Node)
        if inner.entry.pattern == "player" and line.place != "moment":
            return ""
        if inner.entry.pattern == "this player":
            return ""
        return f"a.p == {self.node(inner, env)}"

    def rule(self, line: Line) -> None:
        env = self.env_rule(line)
        assert line.act is not None
        out = [f"def L{line.number}(s, a):"]
        who = self.who(line, env)
        if who:
            out.append(f"    if not ({who}): return False")
        act = line.act
        pattern = act.entry.pattern
        condition = self.condition(line.when, env)
        if line.modal == "must":
            out.append(f"    k = a.k; return {condition}")
        elif pattern == "play {cards}":
            out.extend(self.playing(line, act, env, condition))
        elif pattern == "play":
            out.append(f"    k = a.k; return {condition}")
        elif pattern.startswith("call {name.call}"):
            call = self.hole(act.holes[0], act.entry, env)
            test = f"a.word != {call}"
            if len(act.holes) > 1:
                test += f" or a.target != {self.hole(act.holes[1], act.entry, env)}"
            out.append(f"    if {test}: return False")
            out.append(f"    k = -2; return {condition}")
        else:
            out.append(f"    k = a.k; return {condition}")
        if condition == "False":
            self.never.add(line.number)
            return
        self.functions.append("\n".join(out) + "\n")

    def playing(self, line: Line, act: Node, env: Env, condition: str) -> list[str]:
        cards = act.holes[0]
        assert isinstance(cards, Node)
        spec, base = self.spec(cards)
        predicate = self.node(cards, env)
        forbids = line.modal in ("may not", "should not")
        if spec == "this":
            return [f"    k = a.k; return {self.joined('AND', [predicate, condition])}"]
        if spec == "drawn":
            return [
                "    if len(a.cards) != 1: return False",
                f"    k = a.k; return {self.joined('AND', ['drawn_truth(s, a)', predicate, condition])}",
            ]
        if forbids:
            both = predicate if condition == "True" else f"AND({predicate}, {condition})"
            return [f"    return OR(*[{both} for k in a.cards])"]
        if spec == "one":
            both = self.joined("AND", [predicate, condition])
            return ["    if len(a.cards) != 1: return False", f"    k = a.k; return {both}"]
        every = f"*[{predicate} for k in a.cards]"
        if spec == "identical":
            number = base.holes[0]
            return [
                f"    if len(a.cards) != {number}: return False",
                "    first = a.cards[0]",
                "    alikes = AND(*[alike(BASE, first, k) for k in a.cards[1:]])",
                f"    k = a.k; return AND(alikes, AND({every}), {condition})",
            ]
        attribute = next(h for h in base.holes if isinstance(h, Name) and h.kind == "attribute")
        column = f"A{self.index.attribute[attribute.text]}"
        return [
            "    if len(a.cards) < 2: return False",
            "    first = a.cards[0]",
            f"    alikes = AND(*[same(at({column}, first), at({column}, k)) for k in a.cards[1:]])",
            f"    k = a.k; return AND(alikes, AND({every}), {condition})",
        ]

    # ------------------------------------------------------------ passages

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}_{self.fresh}"

    def function(self, name: str, statements: list[tuple[Statement, Env]], tail: str) -> None:
        """A function of the table that does the statements and then the tail."""
        body = self.block(statements, tail, 1)
        self.functions.append("\n".join([f"def {name}(s):", *body]) + "\n")

    def block(self, statements: list[tuple[Statement, Env]], tail: str, depth: int) -> list[str]:
        pad = "    " * depth
        out: list[str] = []
        for index, (statement, env) in enumerate(statements):
            rest = statements[index + 1 :]
            if self.waits(statement):
                name = self.name("C")
                self.function(name, rest, tail)
                out.extend(self.waiting(statement, env, name, depth))
                return out
            out.extend(self.simple(statement, env, depth))
            if isinstance(statement, Goto) and statement.when is None:
                return out
        out.append(pad + (tail or "return"))
        return out

    def waits(self, statement: Statement) -> bool:
        if isinstance(statement, Choose):
            return True
        if isinstance(statement, Do):
            return statement.node.entry.pattern == "this card acts"
        if isinstance(statement, Branch):
            return any(self.waits(s) for _, block in statement.branches for s in block) or any(
                self.waits(s) for s in statement.otherwise
            )
        return False

    def waiting(self, statement: Statement, env: Env, resume: str, depth: int) -> list[str]:
        pad = "    " * depth
        if isinstance(statement, Branch):
            out = self.branches(statement, env, depth, f"return {resume}(s)")
            out.append(f"{pad}return {resume}(s)")
            return out
        assert isinstance(statement, Choose | Do)
        call = f"return s.act(s.top, {resume})" if isinstance(statement, Do) else self.choice(statement, env, resume)
        if statement.when is None:
            return [pad + call]
        condition = self.condition(statement.when, env)
        return [f"{pad}if s.sure({condition}): {call}", f"{pad}return {resume}(s)"]

    def choice(self, statement: Choose, env: Env, resume: str) -> str:
        node = statement.node
        player = node.holes[0]
        assert isinstance(player, Node)
        who = self.node(player, env)
        optional, line = statement.optional, env.line
        match node.entry.pattern:
            case "{player} chooses a|an {name.attribute}":
                what, which, number = "attribute", self.hole(node.holes[1], node.entry, env), 1
            case "{player} chooses a|an {name.choice}":
                what, which, number = "choice", self.hole(node.holes[1], node.entry, env), 1
            case "{player} chooses another player":
                what, which, number = "player", "0", 1
            case "{player} chooses {#} players":
                what, which, number = "players", "0", int(str(node.holes[1]))
            case "{player} chooses a direction":
                what, which, number = "direction", "0", 1
            case _:
                what, which, number = "card", "0", 1
        return f"return s.wait({what!r}, {which}, {who}, {number}, {optional}, {line}, {resume})"

    def branches(self, statement: Branch, env: Env, depth: int, tail: str) -> list[str]:
        pad = "    " * depth
        out: list[str] = []
        quantified = any("any player" in fact for cond, _ in statement.branches for fact in facts(cond))
        if quantified:
            for condition, block in statement.branches:
                inner = replace(env, this="q")
                out.append(f"{pad}for q in list(s.around({env.player})):")
                out.append(f"{pad}    if s.sure({self.condition(condition, inner)}):")
                out.extend(self.block([(s, inner) for s in block], tail or "break", depth + 2))
            return out
        for number, (condition, block) in enumerate(statement.branches):
            word = "if" if number == 0 else "elif"
            out.append(f"{pad}{word} s.sure({self.condition(condition, env)}):")
            out.extend(self.inside(block, env, depth + 1, tail))
        if statement.otherwise:
            out.append(f"{pad}else:")
            out.extend(self.inside(statement.otherwise, env, depth + 1, tail))
        return out

    def inside(self, block: tuple[Statement, ...], env: Env, depth: int, tail: str) -> list[str]:
        return self.block([(s, env) for s in block], tail or "pass", depth)

    def simple(self, statement: Statement, env: Env, depth: int) -> list[str]:
        pad = "    " * depth
        match statement:
            case Goto():
                of = env.player if statement.of is None else self.node(statement.of, env)
                call = f"return s.go({self.index.moment[statement.moment]}, {of})"
                if statement.when is None:
                    return [pad + call]
                return self.guarded(statement.when, env, depth, [call])
            case Branch():
                return self.branches(statement, env, depth, "")
            case Owe():
                return self.owing(statement, env, depth)
            case Do():
                if statement.node.entry.pattern == "{who} shows the hand":
                    return []
                if statement.node.entry.pattern.startswith("open "):
                    window, player = (self.hole(h, statement.node.entry, env) for h in statement.node.holes)
                    return [f"{pad}s.open({window}, {player}, {self.condition(statement.when, env)})"]
                code = self.node(statement.node, env)
                if statement.when is None:
                    return [pad + code]
                return self.guarded(statement.when, env, depth, [code])
            case _:
                raise AssertionError(statement)

    def guarded(self, when: Cond, env: Env, depth: int, body: list[str]) -> list[str]:
        pad = "    " * depth
        return [f"{pad}if s.sure({self.condition(when, env)}): {body[0]}"]

    def owing(self, statement: Owe, env: Env, depth: int) -> list[str]:
        pad = "    " * depth
        who = statement.who.entry.pattern
        each = who in ("each player", "each other player", "anybody", "any other player")
        inner = replace(env, this="q") if each else env
        act = statement.act
        when = self.condition(statement.when, inner)
        arguments: str
        match act.entry.pattern:
            case "draw {number} card|cards":
                arguments = f"'draw', {self.hole(act.holes[0], act.entry, inner)}, {when}, {env.line}"
            case "draw the {name.counter}":
                arguments = f"'draw', s.c[{self.hole(act.holes[0], act.entry, inner)}], {when}, {env.line}"
            case "draw as many cards":
                arguments = f"'refill', None, {when}, {env.line}"
            case "discard {cards}":
                cards = act.holes[0]
                assert isinstance(cards, Node)
                arguments = f"'discard', None, {when}, {env.line}, {self.mask(cards, inner)}[0]"
            case "discard the hand under the discard pile":
                arguments = f"'under', None, {when}, {env.line}"
            case _:
                number, player = act.holes
                assert isinstance(player, Node)
                arguments = f"'take', {number}, {when}, {env.line}, 0, {self.node(player, inner)}"
        if not each:
            player_node = statement.who.holes[0]
            assert isinstance(player_node, Node)
            return [f"{pad}s.owe({self.node(player_node, env)}, {arguments})"]
        out = [f"{pad}for q in list(s.around({env.player})):"]
        guard = f"if q != {env.player}: " if "other" in who else ""
        body = f"s.owe(q, {arguments})"
        out.append(f"{pad}    {guard}{body}")
        return out

    # ------------------------------------------------------------ the module

    def module(self) -> str:
        c = self.c
        for word in c.words:
            env = Env("s.o", "s.o", "s.o", "s.o", "k", "k")
            self.functions.append(f"def W{word.number}(s, k):\n    return {self.condition(word.condition, env)}\n")
        tables: list[str] = []
        for line in c.lines:
            if line.form in ("rule", "unruled"):
                self.rule(line)
        steps = ["None"] * len(c.lines)
        for line in c.lines:
            if line.form == "rule" and line.steps:
                env = self.env_steps(line)
                self.function(f"S{line.number}", [(s, env) for s in line.steps], "")
                steps[line.number] = f"S{line.number}"
        passages = []
        for number, moment in enumerate(c.moments):
            statements = [(s, self.env_steps(li)) for li in moment.lines if li.form == "passage" for s in li.steps]
            if statements:
                self.function(f"M{number}", statements, "")
            passages.append(f"M{number}" if statements else "None")
        always = []
        for number, window in enumerate(c.windows):
            statements = [(s, self.env_always(li)) for li in window.lines if li.form == "passage" for s in li.steps]
            if statements and window.opens == "always":
                self.function(f"V{number}", statements, "")
                always.append(f"V{number}")
        acting: dict[str, str] = {}
        for number, (face, card) in enumerate(c.cards.items()):
            statements = [(s, self.env_steps(li)) for li in card.lines if li.form == "passage" for s in li.steps]
            if statements:
                self.function(f"K{number}", statements, "return s.back()")
                acting[face] = f"K{number}"
        about = [self.index.window[li.owner] if li.place == "window" else -1 for li in c.lines]
        tables.append(f"ABOUT = {tuple(about)!r}")
        tables.append(f"STEPS = ({', '.join(steps)},)" if steps else "STEPS = ()")
        tables.append(f"PASSAGES = ({', '.join(passages)},)")
        tables.append(f"ALWAYS = ({', '.join(always)}{',' if always else ''})")
        tables.append(
            f"ACTING = ({', '.join(acting.get(kind.face, 'None') for kind in c.kinds)}{',' if c.kinds else ''})"
        )
        tables.append(self.live())
        explaining = ["WHYS = {}\n"] if self.bare else Explainer(self).functions()
        return "\n".join([HEAD, self.data(), *self.functions, *tables, *explaining]) + "\n"

    def env_always(self, line: Line) -> Env:
        return replace(self.env_steps(line), player="s.o", this="q")

    def verbs(self, line: Line) -> tuple[str, ...]:
        assert line.act is not None
        verb = VERB_OF_ACT.get(line.act.entry.pattern, "other")
        if line.modal == "must":
            return tuple(v for v in PLAYER_VERBS if v != verb)
        return (verb,)

    def live(self) -> str:
        """Which rules are live where, by verb."""
        c = self.c

        def entries(lines: list[Line]) -> dict[str, list[str]]:
            found: dict[str, list[str]] = {}
            for line in lines:
                if line.form in ("rule", "unruled") and line.number not in self.never:
                    for verb in self.verbs(line):
                        found.setdefault(verb, []).append(f"({line.number}, {line.modal!r}, L{line.number})")
            return found

        def show(found: dict[str, list[str]]) -> str:
            return "{" + ", ".join(f"{verb!r}: ({', '.join(items)},)" for verb, items in found.items()) + "}"

        rows = []
        uses_drawn = []
        for moment in c.moments:
            uses_drawn.append(any(self.plays_drawn(line) for line in moment.lines))
            lines = list(moment.lines)
            for window in c.windows:
                if window.opens == "always" or moment.name in window.beside:
                    lines.extend(window.lines)
            rows.append(show(entries(lines)))
        windows = [show(entries(w.lines)) if w.opens == "until" else "{}" for w in c.windows]
        by_face = {}
        for face, card in c.cards.items():
            items = entries(card.lines).get("play", [])
            by_face[face] = f"({', '.join(items)}{',' if items else ''})"
        cards = [by_face.get(kind.face, "()") for kind in c.kinds]
        closed = [self.index.closed(number) for number in range(len(c.moments))]
        return "\n".join([
            f"MOMENT_RULES = ({', '.join(rows)},)",
            f"WINDOW_RULES = ({', '.join(windows)}{',' if windows else ''})",
            f"CARD_RULES = ({', '.join(cards)}{',' if cards else ''})",
            f"CLOSED = {tuple(closed)!r}",
            f"USES_DRAWN = {tuple(uses_drawn)!r}",
        ])  # fmt: skip

    def plays_drawn(self, line: Line) -> bool:
        """Whether a line permits to play the card just drawn, and so turns on which card that was."""
        if line.modal != "may" or line.act is None or line.act.entry.pattern != "play {cards}":
            return False
        cards = line.act.holes[0]
        return isinstance(cards, Node) and self.spec(cards)[0] == "drawn"

    def data(self) -> str:
        """Tables worked out in advance, and all that reports have to show."""
        c = self.c
        index = self.index
        columns = [tuple(kind.values[i] for kind in c.kinds) for i in range(len(c.attributes))]
        out = [f"A{i} = {column!r}" for i, column in enumerate(columns)]
        out.append(f"ATTRIBUTES = ({', '.join(f'A{i}' for i in range(len(columns)))}{',' if columns else ''})")
        for name, rows in c.tables.items():
            out.append(f"T{index.table[name]} = {tuple(rows.get(kind.face) for kind in c.kinds)!r}")
        base = tuple(kind.base for kind in c.kinds)
        out.append(f"BASE = {base!r}")
        out.append(f"COPIES = {tuple(k.copies if i == k.base else 0 for i, k in enumerate(c.kinds))!r}")
        scarce = {i: n for i, n in enumerate(c.limits) if n < c.kinds[c.kinds[i].base].copies}
        out.append(f"SCARCE = {scarce!r}")
        masks = [0] * len(c.kinds)
        for i, b in enumerate(base):
            masks[b] |= 1 << i
        out.append(f"KINDS_OF = {tuple(masks)!r}")
        out.append(f"WORTH = {tuple(kind.worth for kind in c.kinds)!r}")
        out.append(f"CARD_NAMES = {tuple(kind.name for kind in c.kinds)!r}")
        out.append(f"FACES = {tuple(kind.face for kind in c.kinds)!r}")
        out.append(f"SHORTS = { {face: card.shorts for face, card in c.cards.items() if card.shorts}!r}")
        out.append(f"WRITTEN = {c.written!r}")
        out.append(f"ATTRIBUTE_NAMES = {tuple(a.name for a in c.attributes)!r}")
        out.append(f"ATTRIBUTE_KINDS = {tuple(a.kind for a in c.attributes)!r}")
        out.append(f"VALUE_NAMES = {tuple(tuple(a.values) for a in c.attributes)!r}")
        unsaid = [i for i, a in enumerate(c.attributes) if a.kind == "unsaid"]
        out.append(f"UNSAID = {tuple(unsaid)!r}")
        out.append(MATCHES)
        out.append(f"NAME, TITLE = {c.name!r}, {c.title!r}")
        out.append(f"SEATS = ({c.low}, {c.high})")
        out.append(f"COUNTERS, TALLIES, MARKS = {len(c.counters)}, {len(c.tallies)}, {len(c.marks)}")
        out.append(f"COUNTER_NAMES = {tuple(name for name, _, _, _ in c.counters)!r}")
        out.append(f"WRITTEN_COUNTERS = { {key: index.counter[name] for name, key, _, _ in c.counters if key}!r}")
        out.append(f"MARK_NAMES = {tuple(name for name, _, _, _ in c.marks)!r}")
        out.append(f"PLAYER_MARKS = {tuple(name for name, of_player, _, _ in c.marks if of_player)!r}")
        out.append(f"WINDOW_SENTENCES = {tuple(w.sentence for w in c.windows)!r}")
        out.append(f"WINDOWS = {tuple(w.name for w in c.windows)!r}")
        out.append(f"UNTIL_MOVE_WINDOWS = {tuple(i for i, w in enumerate(c.windows) if w.opens == 'until')!r}")
        out.append(f"UNTIL_MOVE_MARKS = {tuple(i for i, (_, _, until, _) in enumerate(c.marks) if until)!r}")
        out.append(f"MOMENTS = {tuple(m.name for m in c.moments)!r}")
        out.append(f"MOMENT_SENTENCES = {tuple(m.sentence for m in c.moments)!r}")
        resets = []
        for moment in c.moments:
            resets.append(tuple(index.counter[name] for name, _, until, _ in c.counters if until == moment.name))
        out.append(f"RESETS = {tuple(resets)!r}")
        out.append(f"CALLS = {tuple((name, tuple(said)) for name, said in c.calls)!r}")
        out.append(f"CHOICES = {tuple((name, tuple(words)) for name, words in c.choices.items())!r}")
        out.append(f"CHOICE_WORDS = {index.choiceword!r}")
        out += [f"O{i} = OPTION({o.name!r}, {o.value}, {o.low}, {o.high})" for i, o in enumerate(c.options.values())]
        out.append(f"OPTIONS = { {n: (o.value, o.default, o.low, o.high, o.sentence) for n, o in c.options.items()}!r}")
        out.append(
            f"READINGS = { {n: (r.value, r.default, r.words, r.source, tuple(r.candidates)) for n, r in c.readings.items()}!r}"
        )
        out.append(f"HOUSES = { {h.name: (h.active, h.default, h.sentence, h.source) for h in c.houses}!r}")
        out.append(f"SETUP = {index.moment.get('setup', -1)}")
        out.append(f"POSITION = {index.moment.get('position', -1)}")
        out.append(f"PLAYED = {index.moment.get('played', -1)}")
        lines = []
        for line in c.lines:
            span = line.span
            verb = VERB_OF_ACT.get(line.act.entry.pattern, "") if line.act else ""
            lines.append(
                (
                    line.ident,
                    line.sentence,
                    line.source,
                    span.path,
                    span.line,
                    span.column,
                    line.place,
                    line.owner,
                    line.modal,
                    verb,
                    line.house,
                    line.instead,
                )
            )
        out.append(f"LINES = {tuple(lines)!r}")
        out.append(f"READS = {tuple(tuple(sorted(self.reads(line))) for line in c.lines)!r}")
        out.append(f"ASKS = { {face: tuple(sorted(self.asks(card.lines))) for face, card in c.cards.items()}!r}")
        out.append(f"OFF_DEBT = {tuple(line.number for line in c.lines if self.pays(line))!r}")
        return "\n".join(out)

    def reads(self, line: Line) -> set[str]:
        found = reading_names(line.when, self.c)
        if line.act is not None:
            found |= node_readings(line.act, self.c)

        def walk(statements: tuple[Statement, ...]) -> None:
            for statement in statements:
                if isinstance(statement, Branch):
                    for cond, block in statement.branches:
                        found.update(reading_names(cond, self.c))
                        walk(block)
                    walk(statement.otherwise)
                    continue
                found.update(reading_names(statement.when, self.c))
                if isinstance(statement, Do | Choose):
                    found.update(node_readings(statement.node, self.c))
                elif isinstance(statement, Owe):
                    found.update(node_readings(statement.act, self.c))

        walk(line.steps)
        return found

    def asks(self, lines: list[Line]) -> set[str]:
        """The kinds of choice that a card's block asks for somewhere."""
        found: set[str] = set()

        def walk(statements: tuple[Statement, ...]) -> None:
            for statement in statements:
                if isinstance(statement, Branch):
                    for _, block in statement.branches:
                        walk(block)
                    walk(statement.otherwise)
                elif isinstance(statement, Choose):
                    found.add(statement.node.entry.pattern)

        for line in lines:
            walk(line.steps)
        return found

    @staticmethod
    def pays(line: Line) -> bool:
        """Whether a line lets somebody draw what a counter says is owed."""
        if line.modal != "may" or line.act is None or not line.act.entry.pattern.startswith("draw"):
            return False
        return any(isinstance(s, Do) and s.node.entry.pattern.startswith("take {number} off") for s in line.steps)


MATCHES = """\
def MATCHES(left, right):
    '''Whether two kinds can be one card: equal but for values that nobody told.'''
    if BASE[left] != BASE[right]:
        return False
    for column in ATTRIBUTES:
        x, y = column[left], column[right]
        if x != y and x >= 0 and y >= 0:
            return False
    return True
"""


def facts(cond: Cond) -> list[str]:
    """The words of every fact in a condition."""
    if cond.node is not None:
        return [cond.node.text]
    return [text for part in cond.parts for text in facts(part)]


def generate(checked: Checked, bare: bool = False) -> str:
    """The Python source of a rulebook: its explaining path and, behind it, its quick path; `bare` only judges."""
    return Full(checked, bare).module() + ("quick = None\n" if bare else quick.generate(checked))
