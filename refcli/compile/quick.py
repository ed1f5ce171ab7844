"""The quick path: one straight-line function that tells whether a fully shown game is clean.

State lies in local variables, cards are small integers, hands are counts and a bit set. The function knows only how to
say "clean": at the first thing that is not plainly legal, or that it has no words for, it gives the game up (returns
-1), and the explaining path, generated from the same checked form, referees it from the beginning.
"""

from __future__ import annotations

import re

from refcli.compile.emit import Unsupported
from refcli.compile.quick_acts import Acts
from refcli.compile.quick_terms import GIVE_UP
from refcli.language.checked import Checked

HAS = 8  # the verb of a claim of how many cards somebody holds
PLAIN = 7  # the verb of a play of a card that neither does anything nor has rules of its own


class Quick(Acts):
    """Generates `quick(lines, seats, acts, hands, start, dealer)`: how many acts a clean game has, or -1."""

    def module(self) -> str:
        c = self.c
        index = self.index
        if any(number < c.kinds[c.kinds[kind].base].copies for kind, number in enumerate(c.limits)):
            return "quick = None\n"  # copies of a card that differ are told apart by the explaining path only
        blocks: list[str] = []
        word = "if"
        order = sorted(
            range(len(c.moments)),
            key=lambda i: {"played": 0, "skipped": 1, "debt": 2, "paying": 3}.get(c.moments[i].name, 4),
        )
        for number in order:
            self.moment = number
            statements = self.passages(number)
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
                always.extend(self.flow(statements, "", 4) if statements else [])
        if always:
            closed = [self.number[i] for i in range(len(c.moments)) if self.index.closed(i)]
            always = [f"            if m not in {tuple(closed)!r}:", *always]
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
        self.plain = True
        plain = self.act("play", 4)
        self.plain = False
        draws = self.act("draw", 4)
        self.single = True
        draw = self.act("draw", 4)
        self.single = False
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
        deeper = ["        " + row for row in flow]  # after each card: what is owed may be paid with it
        taken = [
            "                row = H[p]",
            "                n = row[k]",
            f"                if not n: {GIVE_UP}",
            "                row[k] = n - 1",
            "                N[p] -= 1",
        ]
        b = "k" if self.alike else "b"
        drawn = [
            *([] if self.alike else ["                b = BASE[k]"]),
            f"                n = pile[{b}]",
            "                if not n:",
            f"                    if not disc[{b}] or any(pile): {GIVE_UP}",
            "                    pile = disc  # used up, and made anew without a line",
            "                    disc = [0] * KINDS",
            f"                    n = pile[{b}]",
            f"                pile[{b}] = n - 1",
        ]
        body = [
            f"            if v == {PLAIN}:",
            *taken,
            *plain,
            "            elif v == 0:",
            *taken,
            *(["                if RULED[k]:", *checks] if checks else []),
            *plays,
            "            elif v == 1:",
            *drawn,
            *draw,
            "            elif v == 6:",
            "                for k in ks:",
            *["    " + row for row in drawn],
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
            f"            elif v == {HAS}:",
            f"                if N[p] != k: {GIVE_UP}",
            "                continue",
            "            elif v == 5:",
            f"                if any(pile): {GIVE_UP}" if self.reshuffles() else f"                {GIVE_UP}",
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
            f"PLAIN = {tuple(not (does or rule) for does, rule in zip(acting, special, strict=True))!r}",
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
            f"            pile[{self.in_deck('k')}] -= 1",
            "        H.append(row)",
            "        N.append(len(cards))",
            f"    for k in start: pile[{self.in_deck('k')}] -= 1",
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
            "    if start or top < 0: return -1  # cards left over, or none turned up",
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


def generate(checked: Checked) -> str:
    """The Python source of a rulebook's quick path, to stand behind its explaining path."""
    try:
        return Quick(checked).module()
    except Unsupported:
        return "quick = None\n"
