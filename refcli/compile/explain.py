"""Explanations generated beside the rules: each condition as a tree of facts that can be said in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from refcli.compile.emit import Env
from refcli.language.checked import Cond, Line
from refcli.language.phrases import Name, Node
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.compile.full import Full


HAS = {True: "has", False: "doesn't have", None: "may have"}
IS = {True: "is", False: "is not", None: "may be"}


# What a fact is about, by words of its phrase; the first that fits. The record is searched for its place by this.
TOPICS = (
    ("in force", "top"), ("top card", "top"), ("its ", "top"), ("bluff", "top"), ("card drawn", "draw"),
    ("draw pile", "pile"), ("left to draw", "pile"), ("may not draw", "hand"), ("can play", "hand"), (" has ", "hand"),
    ("chosen", "play"), ("under it", "top"), ("this card", "play"), ("score", "score"), ("left", "seats"),
)  # fmt: skip


def topic(node: Node) -> str:
    """What a fact is about: top, draw, hand, pile, play, score, seats, rules, counter, mark or turn."""
    kinds = {name.kind for name in node.names()}
    if kinds & {"reading", "number"}:
        return "rules"
    if kinds & {"counter", "tally"}:
        return "counter"
    if kinds & {"mark", "flag"}:
        return "mark"
    if "word" in kinds:
        return "top"
    return next((about for words, about in TOPICS if words in f"{node.text} "), "turn")


def spoken(text: str) -> str:
    """Words of a rulebook as they are said: names without their hyphens, nothing that would end a Python string."""
    return text.replace("-", " ").replace("'", "’").replace("{", "").replace("}", "")


def article(words: str) -> str:
    """`a`, or `an` before a vowel and before numbers that begin with one when they are said."""
    number = words.split()[0] in ("11", "18") or words.startswith("8")
    return "an" if number or words[:1].lower() in "aeio" else "a"


class Explainer:
    """Writes the explaining functions of a module: `X12(s, a, x)` for a rule, `XW3(s, k, x)` for a word."""

    def __init__(self, full: Full) -> None:
        self.full = full

    def functions(self) -> list[str]:
        out = []
        full = self.full
        for word in full.c.words:
            env = Env("s.o", "s.o", "s.o", "s.o", "k", "k")
            out.append(f"def XW{word.number}(s, k, x):\n    return {self.condition(word.condition, env)}\n")
        numbers = []
        for line in full.c.lines:
            if line.form in ("rule", "unruled"):
                out.append(self.rule(line))
                numbers.append(line.number)
        out.append(f"PATHS = {tuple(full.paths)!r}\n")
        out.append("WHYS = {" + ", ".join(f"{n}: X{n}" for n in numbers) + "}\n")
        return out

    def rule(self, line: Line) -> str:
        full = self.full
        env = full.env_rule(line)
        parts = []
        who = full.who(line, env)
        if who:
            assert line.who is not None
            words = line.who.text
            own = words == "player" and line.place == "moment"
            meant = "somebody else" if words == "any other player" else spoken(words)
            say = "x.turn(a.p)" if own else f'f"only {meant} may do that, and not {{x.who(a.p)}}"'
            parts.append(self.placed(line.who.span, "turn", f"x.fact(bool({who}), lambda t: '' if t else {say})"))
        if line.act is not None:
            parts.extend(self.placed(line.act.span, "act", part) for part in self.act(line, env))
        if line.when is not None:
            parts.append(self.condition(line.when, env))
        body = f"x.all({', '.join(parts)})" if parts else "x.all()"
        return f"def X{line.number}(s, a, x):\n    k = a.k\n    return {body}\n"

    def act(self, line: Line, env: Env) -> list[str]:
        full = self.full
        act = line.act
        assert act is not None
        pattern = act.entry.pattern
        if pattern.startswith("call {name.call}"):
            name = act.holes[0]
            assert isinstance(name, Name)
            call = full.index.call[name.text]
            said = next(words[0] for n, words in full.c.calls if n == name.text).replace("-", " ")
            parts = [f"x.fact(a.word == {call}, lambda t: '' if t else 'this is no call of \"{said}\"')"]
            if len(act.holes) > 1:
                target = full.hole(act.holes[1], act.entry, env)
                parts.append(
                    f"x.fact(a.target == {target}, lambda t: '' if t else f'the call can only be aimed at {{x.who({target})}}')"
                )
            return parts
        if pattern != "play {cards}" or line.modal == "must":
            return []
        cards = act.holes[0]
        assert isinstance(cards, Node)
        spec, base = full.spec(cards)
        parts = []
        if spec in ("one", "drawn"):
            parts.append(
                "x.fact(len(a.cards) == 1, lambda t: '' if t else f'{len(a.cards)} cards were played at once')"
            )
        if spec == "drawn":
            parts.append(
                "x.fact(drawn_truth(s, a), lambda t: f'{x.card(a.k)} ' + {True: 'is the card just drawn', False: 'is not the card just drawn', None: 'may be the card just drawn or one held before'}[t])"
            )
        if spec == "identical":
            number = base.holes[0]
            parts.append(
                f"x.fact(AND(len(a.cards) == {number}, *[alike(BASE, a.cards[0], q) for q in a.cards[1:]]), lambda t: '' if t else 'these are not {number} identical cards')"
            )
        if spec == "several":
            attribute = next(h for h in base.holes if isinstance(h, Name) and h.kind == "attribute").text
            column = f"A{full.index.attribute[attribute]}"
            parts.append(
                f"x.fact(AND(len(a.cards) > 1, *[same(at({column}, a.cards[0]), at({column}, q)) for q in a.cards[1:]]), lambda t: '' if t else 'these are not several cards of one {attribute}')"
            )
        parts.extend(self.cards(cards, env))
        return parts

    def cards(self, node: Node, env: Env) -> list[str]:
        """What a description of cards asks of the card spoken of."""
        full = self.full
        pattern = node.entry.pattern
        parts = []
        inner = node.holes[0] if node.holes else None
        if isinstance(inner, Node) and inner.entry.kind == "cards":
            parts.extend(self.cards(inner, env))
        if pattern == "{cards} that {name.word}":
            word = node.holes[1]
            assert isinstance(word, Name)
            parts.append(f"XW{full.index.word[word.text]}(s, {env.k}, x)")
        elif " whose {name.attribute} is" in pattern:
            name = node.holes[1]
            assert isinstance(name, Name)
            index = full.index.attribute[name.text]
            truth = f"same(at(A{index}, {env.k}), {full.hole(node.holes[2], node.entry, env)})"
            if "is not" in pattern:
                truth = f"NOT({truth})"
            other = node.holes[2]
            words = other.text if isinstance(other, Node) else ""
            what = "number or symbol" if name.text == "face" else name.text
            words = words.replace(f"the {name.text} of ", "that of ")
            parts.append(
                f"x.fact({truth}, lambda t: f'the {what} of {{x.card({env.k})}} ' + {IS!r}[t] + ' ' + x.filled({spoken(words)!r}))"
            )
        elif " whose {name.table}" in pattern:
            name = node.holes[1]
            assert isinstance(name, Name)
            code = f"cell(T{full.index.table[name.text]}, {env.k})"
            value = full.hole(node.holes[2], node.entry, env)
            function = "reaches" if "at least" in pattern else "equal"
            parts.append(
                f"x.fact({function}({code}, {value}), lambda t: f'the {spoken(name.text)} of {{x.card({env.k})}}: {{x.number({code})}}, where {{x.number({value})}} is asked for')"
            )
        elif pattern == "{cards} identical to {card}":
            twin = full.hole(node.holes[1], node.entry, env)
            parts.append(
                f"x.fact(alike(BASE, {env.k}, {twin}), lambda t: f'{{x.card({env.k})}} is ' + ('' if t else 'not ') + f'identical to {{x.card({twin})}}')"
            )
        elif pattern.startswith("{cards} with") or node.entry.full.startswith("isin"):
            code = full.node(node, env)
            if pattern.startswith("{cards} with"):
                said = f"('is ' if t else 'is not ') + {spoken(node.text)!r}"
            else:
                name = node.names()[0]
                kind = spoken(name.text.split(":")[-1])
                kind += "" if name.kind == "card" or kind.split()[-1] == "card" else " card"
                said = f"('is {article(kind)} {kind}' if t else 'is no {kind}')"
            parts.append(f"x.fact({code}, lambda t: f'{{x.card({env.k})}} ' + {said})")
        return parts

    def condition(self, cond: Cond, env: Env) -> str:
        if cond.op == "fact":
            assert cond.node is not None
            return self.fact(cond.node, env)
        parts = ", ".join(self.condition(part, env) for part in cond.parts)
        return f"x.{ {'any': 'any', 'all': 'all', 'not': 'no'}[cond.op] }({parts})"

    def fact(self, node: Node, env: Env) -> str:
        full = self.full
        pattern = node.entry.pattern
        code = full.node(node, env)
        if pattern == "{card} {name.word}":
            word = node.holes[1]
            assert isinstance(word, Name)
            return f"XW{full.index.word[word.text]}(s, {full.hole(node.holes[0], node.entry, env)}, x)"
        return self.placed(node.span, topic(node), f"x.fact({code}, lambda t: {self.words(node, env)})")

    def placed(self, span: Span, about: str, code: str) -> str:
        """A part of an explanation with its place in the rulebook, and what it is about."""
        paths = self.full.paths
        if span.path not in paths:
            paths.append(span.path)
        return f"x.placed({paths.index(span.path)}, {span.line}, {span.column}, {about!r}, {code})"

    def words(self, node: Node, env: Env) -> str:
        """A Python expression that says a fact; `t` is whether it holds."""
        full = self.full
        pattern = node.entry.pattern
        holes = [full.hole(h, node.entry, env) for h in node.holes]
        say = node.entry.say
        if pattern == "{value} is {value}":
            return self.comparison(node, env)
        if pattern == "{player} has {cards}":
            player, cards = node.holes
            assert isinstance(player, Node) and isinstance(cards, Node)
            before = env.before if full.spec(cards)[0] == "one" else "()"
            return f"x.hand({holes[0]}, {full.mask(cards, env)}, t, {spoken(cards.text)!r}, {before})"
        if pattern.startswith("{player} has ") and say == "{holds($0)}":
            extra = (
                f"len({env.before}) if {holes[0]} == {env.actor} else 0"
                if env.before != "()" and "other" not in pattern
                else "0"
            )
            if "no other" in pattern:
                return f"x.who({holes[0]}) + (' has no other card' if t else ' holds other cards')"
            return f"x.holds({holes[0]}, {extra})"
        if pattern == "{player} has more {name.value} cards than {name.value} cards":
            return f"x.counts({holes[0]}, {holes[1]}, {holes[2]}, t)"
        if pattern == "{player} can play":
            return f"x.playable({holes[0]}, t)"
        if pattern == "the play was a bluff":
            return "x.bluff(t)"
        if pattern == "the draw pile is empty":
            return "x.pile()"
        if pattern == "nothing is left to draw":
            return "x.piles()"
        if "players are left" in pattern or "player is left" in pattern:
            return "f'{s.left()} players are in the round'"
        if pattern == "{player} may not draw":
            return f"('a rule forbids ' if t else 'no rule forbids ') + x.who({holes[0]}) + ' to draw'"
        if pattern.startswith("{number}"):
            first = node.holes[0]
            assert isinstance(first, Node)
            relation = pattern.split("}", 1)[1].rsplit("{", 1)[0].strip().removeprefix("is").strip()
            said = (
                f"{{x.number({holes[0]})}}, ' + ('' if t else 'not ') + f'{relation} {{x.number({holes[1]})}}".replace(
                    "'  ", "' "
                )
            )
            return f"f'{self.label(first, env)}: {said}'".replace("f' {", "f'{")
        if pattern in ("{card} is a|an {name.card}", "{card} is a|an {name.group}"):
            card, name = node.holes
            assert isinstance(card, Node) and isinstance(name, Name)
            shown = name.text.replace("-", " ")
            if card.text in ("it", "this card"):
                return f"f'{{x.card({holes[0]})}} is ' + ('' if t else 'not ') + '{article(shown)} {shown}'"
            return f"f'{card.text} is {{x.card({holes[0]})}}'"
        if pattern == "{card} is identical to {card}":
            return f"f'{{x.card({holes[0]})}} lies on {{x.card({holes[1]})}}'"
        if pattern in ("{card} has a|an {name.attribute}", "{card} has no {name.attribute}"):
            name = node.holes[1]
            assert isinstance(name, Name)
            negative = "no" in pattern.split()
            if negative:
                return f"f'{{x.card({holes[0]})}} has no {name.text}' if t else ''"
            return f"f'{{x.card({holes[0]})}} has ' + ('a' if t else 'no') + ' {name.text}'"
        if pattern == "{name.reading} is {name.candidate}":
            return f"'this table reads {holes[0]} ' + ('as {holes[1]}' if t else 'otherwise')"
        if pattern.endswith("is {name.mark}"):
            mark = node.names()[-1].text.replace("-", " ")
            if pattern.startswith("{player}"):
                return f"x.who({holes[0]}) + (' is ' if t else ' is not ') + '{mark}'"
            positive, negative_ = ("nobody", "somebody") if pattern.startswith("nobody") else ("somebody", "nobody")
            return f"('{positive}' if t else '{negative_}') + ' is {mark}'"
        if pattern == "{name.flag} is on":
            return f"'{node.names()[0].text.replace('-', ' ')} is ' + ('on' if t else 'off')"
        if pattern == "{player} is {player}":
            second = node.holes[1]
            assert isinstance(second, Node)
            return f"f'{second.text} is {{x.who({holes[1]})}}'"
        if pattern == "{player} has nothing to draw":
            return f"x.who({holes[0]}) + (' has nothing' if t else ' has cards') + ' to draw'"
        if pattern == "{name.choiceword} was chosen":
            return "x.chosen_word() + ' was chosen'"
        if pattern == "a player was chosen":
            return "('somebody' if t else 'nobody') + ' was chosen'"
        return repr(spoken(node.text))

    def label(self, node: Node, env: Env) -> str:
        """What a number is, in words that stand within a Python f-string."""
        full = self.full
        name = next((n for n in node.names() if n.kind in ("counter", "tally")), None)
        told = {n: text for n, _, _, text in full.c.counters} | dict(full.c.tallies)
        if name is not None and told.get(name.text):
            sentence = told[name.text].rstrip(".").replace("{", "").replace("}", "").replace("'", "’")
            return sentence[:1].lower() + sentence[1:]
        number = next((n for n in node.names() if n.kind == "number"), None)
        option = full.c.options.get(number.text) if number is not None else None
        if option is not None and option.sentence:
            sentence = option.sentence.rstrip(".").replace("{", "").replace("}", "").replace("'", "’")
            return sentence[:1].lower() + sentence[1:]
        if node.entry.pattern == "its {name.table}":
            return f"the {spoken(node.names()[0].text)} of {{x.card({env.k})}}"
        return spoken(node.text)

    def comparison(self, node: Node, env: Env) -> str:
        """Two values side by side: a card against the top card reads best as what they share."""
        full = self.full
        left, right = node.holes
        assert isinstance(left, Node) and isinstance(right, Node)
        name = next((h.text for h in left.holes if isinstance(h, Name) and h.kind == "attribute"), "")
        if not name:
            return repr(spoken(node.text))
        index = full.index.attribute[name]
        card = env.k if left.entry.pattern.startswith("its ") else None
        if card is None and len(left.holes) > 1:
            card = full.hole(left.holes[1], left.entry, env)
        right_words = right.text
        value = full.node(right, env)
        shown = f"x.value({index}, {value})"
        if card is None:
            return f"f'{spoken(left.text)} is {{x.value({index}, {full.node(left, env)})}}'"
        what = "number or symbol" if name == "face" else name
        head = f"f'{{x.card({card})}} ' + {HAS!r}[t] + ' the {what}'"
        if right_words == f"the {name} in force":
            return f"{head} + f' in force, {{{shown}}}'"
        if right_words == f"the {name} of the top card":
            return f"{head} + f' of the top card, {{x.card(s.top)}}'"
        if right.entry.pattern == "{name.value}":
            return f"{head} + f' {{{shown}}}'"
        return f"{head} + f' of {spoken(right_words)} ({{{shown}}})'"


__all__ = ["Explainer", "replace"]
