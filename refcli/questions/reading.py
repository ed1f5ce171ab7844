"""From the text of a question to what is asked: the quick path first, then the grammar, then the nearest form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from refcli.questions.lexing import Token, clashes, past, questions_in, tokens
from refcli.questions.model import Asked, Wish
from refcli.questions.quick import read_quickly


def read_question(text: str, players: list[str], cards: tuple[str, ...] = ()) -> Asked | None:
    """What is asked, or None where the text is no question of a known form. `cards` is as `odd_cards` gives it."""
    found = (_read(part, players, cards) for part in questions_in(text, players))
    return next((asked for asked in found if asked is not None), None)


def _read(text: str, players: list[str], cards: tuple[str, ...]) -> Asked | None:
    for words in _lexings(text, players, cards):
        asked = read_quickly(words)
        if asked is not None:
            return replace(asked, past=True) if past(words) else asked
    for words in _lexings(text, players, cards):
        asked = read_by_grammar(words)
        if asked is not None:
            return replace(asked, past=past(words))
    return None


def _lexings(text: str, players: list[str], cards: tuple[str, ...]) -> Iterator[list[Token]]:
    """The words of a question; in several ways where a player is called like a word of the language."""
    odd = [name for name in clashes(players) if name in text.lower()]
    yield tokens(text, players, cards=cards)
    for number in range(1, len(odd) + 1):
        for left_out in combinations(odd, number):
            yield tokens(text, players, frozenset(left_out), cards)
    if odd:
        yield from _one_by_one(text, players, odd, cards)


def _one_by_one(text: str, players: list[str], odd: list[str], cards: tuple[str, ...]) -> Iterator[list[Token]]:
    """A name that is also a word may mean the one here and the other there: `may May draw`."""
    whole = tokens(text, players, cards=cards)
    plain = tokens(text, players, frozenset(odd), cards)
    if len(whole) != len(plain):
        return
    places = [i for i, (one, two) in enumerate(zip(whole, plain, strict=True)) if one != two][:6]
    for number in range(1, len(places)):
        for as_words in combinations(places, number):
            yield [plain[i] if i in as_words else token for i, token in enumerate(whole)]


@lru_cache(maxsize=1)
def _parser() -> Any:
    from lark import Lark
    from lark.lexer import Lexer
    from lark.lexer import Token as LarkToken

    from refcli.resources import grammar

    class Given(Lexer):
        """Hands the words on, which were told apart already."""

        def __init__(self, conf: Any) -> None:
            del conf

        def lex(self, data: list[Token]) -> Iterator[LarkToken]:  # type: ignore[override]
            for word in data:
                yield LarkToken(word.type, str(word.seat) if word.type == "PLAYER" else word.text)

    return Lark(grammar("question.lark"), parser="earley", lexer=Given)


def read_by_grammar(words: list[Token]) -> Asked | None:
    """What is asked, by the grammar alone."""
    from lark.exceptions import LarkError

    if not words or len(words) > 200:
        return None
    try:
        tree = _parser().parse(words)
    except LarkError:
        return None
    try:
        return _Reader().question(tree)
    except _NoQuestion:
        return None


class _NoQuestion(Exception):
    """Words that read like a question of a known form, but ask something else."""


class _Reader:
    """Reads the tree that the grammar gives."""

    def question(self, tree: Any) -> Asked:
        first, *tails = tree.children
        asked = self.form(first)
        for tail in tails:
            asked = self.tail(asked, tail)
        return asked

    def form(self, node: Any) -> Asked:
        kind = str(node.data)
        player = self.first(node, "player")
        seat = int(player.children[0]) if player is not None else None
        act = next((child for child in node.children if getattr(child, "data", "") in _ACTS), None)
        wish = self.wish(act) if act is not None else None
        event = self.first(node, "event")
        number = int(str(event.children[-1])[:9]) if event is not None else None
        words = self.first(node, "words")
        name = self.words(words) if words is not None else ""
        types = [getattr(child, "type", "") for child in node.children]
        if kind == "must_draw" and "did" in map(str, node.children) and not {"HAVE", "MUST", "OWE"} & set(types):
            raise _NoQuestion  # how many cards somebody drew, not how many are due
        if kind == "what_may":
            kind = "what_may_do" if "DO" in types[-1:] else "what_may_play"
        if kind in ("outcome", "was_right"):
            judged = ("LEGAL", "ALLOWED", "LATE")
            name = next((str(child).lower() for child in node.children if getattr(child, "type", "") in judged), "")
        return Asked(kind, seat, wish, name, number, "NOT" in types)

    def wish(self, act: Any) -> Wish:
        verb = str(act.data)
        words = self.first(act, "words")
        player = self.first(act, "player")
        target = int(player.children[0]) if player is not None else None
        if verb == "play":
            cards = self.first(act, "cards")
            if cards is None:
                return Wish("play")
            chosen = self.first(act, "choosing")
            names = tuple(self.words(child) for child in cards.children if getattr(child, "data", "") == "words")
            return Wish("play", names, self.choices(self.first(chosen, "choices")) if chosen is not None else ())
        if verb == "choose":
            return Wish("choose", choices=self.choices(self.first(act, "choices")))
        return Wish(verb, word=self.words(words) if words is not None else "", target=target)

    def choices(self, node: Any) -> tuple[str | int, ...]:
        found: list[str | int] = []
        for choice in node.children:
            if getattr(choice, "data", "") != "choice":
                continue
            inner = choice.children[0]
            found.append(int(inner.children[0]) if inner.data == "player" else self.words(inner))
        return tuple(found)

    def tail(self, asked: Asked, tail: Any) -> Asked:
        kind = str(tail.data)
        if kind in ("with_", "without"):
            items = tuple(
                self.words(c) for c in self.first(tail, "items").children if getattr(c, "data", "") == "words"
            )
            if kind == "with_":
                return replace(asked, on=(*asked.on, *items))
            return replace(asked, off=(*asked.off, *items))
        if kind == "under":
            return replace(asked, under=self.words(self.first(tail, "words")))
        if kind == "everywhere":
            return replace(asked, everywhere=True)
        if kind == "at_end":
            return replace(asked, at=None)
        event = self.first(tail, "event")
        number = int(str((event or tail).children[-1])[:9])
        what = "line" if kind.endswith("line") else "event"
        return replace(asked, at=(what, number + kind.startswith("after")))

    @staticmethod
    def first(node: Any, kind: str) -> Any:
        return next((child for child in node.children if getattr(child, "data", "") == kind), None)

    @staticmethod
    def words(node: Any) -> str:
        return " ".join(str(getattr(word, "children", [word])[0]) for word in node.children)


_ACTS = ("play", "draw", "pass", "call", "challenge", "catch", "choose")
