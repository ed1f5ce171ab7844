"""The common forms of a question, read by hand: records are full of them, and the grammar takes a moment to load."""

from __future__ import annotations

from dataclasses import replace

from refcli.questions.lexing import Token
from refcli.questions.model import Asked, Wish

# Words that end the name of a card, a rule or a setting.
STOPS = frozenset(
    {
        "COMMA",
        "AND",
        "CHOOSING",
        "AT",
        "AFTER",
        "WITH",
        "WITHOUT",
        "UNDER",
        "EVERYWHERE",
        "NOW",
        "PLAYER",
        "ON",
        "POSS",
        "BEFORE",
    }
)
ODD = frozenset({"NOT", "IT", "BE", "WHY", "WHO", "WHOSE", "HOWMANY", "WHAT", "IN", "IN_FORCE", "END", "HAVE"})


class _NotCommon(Exception):
    """None of the forms that are read here."""


def read_quickly(tokens: list[Token]) -> Asked | None:
    """The question, or None where it is left to the grammar."""
    try:
        return _Words(tokens).question()
    except _NotCommon:
        return None


class _Words:
    """The words of a question, and how far they are read."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at].type if self.at < len(self.tokens) else ""

    def take(self, *types: str) -> Token:
        if self.peek() not in types:
            raise _NotCommon
        self.at += 1
        return self.tokens[self.at - 1]

    def took(self, *types: str) -> bool:
        if self.peek() in types:
            self.at += 1
            return True
        return False

    def question(self) -> Asked:
        match self.peek():
            case "MAY":
                self.take("MAY")
                asked = Asked("may", self.take("PLAYER").seat, self.act())
            case "WHAT":
                asked = self.what()
            case "WHOSE":
                self.take("WHOSE")
                self.take("TURN")
                asked = Asked("turn")
            case "HOWMANY":
                asked = self.how_many()
            case "MUST":
                self.take("MUST")
                asked = Asked("must", self.take("PLAYER").seat, self.act())
            case "WHY":
                asked = self.why()
            case "EXPLAIN":
                self.take("EXPLAIN")
                asked = Asked("explain", name=self.words())
            case "WHO":
                self.take("WHO")
                asked = Asked("won" if self.take("WON", "LEADS").type == "WON" else "leads")
            case _:
                raise _NotCommon
        return self.tails(asked)

    def why(self) -> Asked:
        self.take("WHY")
        if self.took("MAY"):
            negative = self.took("NOT")
            seat = self.take("PLAYER").seat
            negative = self.took("NOT") or negative
            return Asked("why_may", seat, self.act(), negative=negative)
        event = self.took("EVENT")
        if self.peek() == "NUMBER" or event:
            return Asked("why", number=int(self.take("NUMBER").text[:9]))
        return Asked("why")

    def rules(self) -> Asked:
        self.took("MAY")
        if self.took("LET"):
            return Asked("rules_let", self.take("PLAYER").seat, self.act())
        self.take("MAKE")
        self.took("EVENT")
        number = int(self.take("NUMBER").text[:9])
        self.take("LEGAL")
        return Asked("rules_make", number=number)

    def what(self) -> Asked:
        self.take("WHAT")
        if self.took("RULES"):
            return self.rules()
        if self.took("MAY"):
            seat = self.take("PLAYER").seat
            return Asked("what_may_do" if self.take("DO", "PLAY").type == "DO" else "what_may_play", seat)
        if self.took("DIRECTION"):
            return Asked("direction")
        if self.took("SCORE"):
            self.take("HAVE")
            return Asked("score", self.take("PLAYER").seat)
        if self.took("BE"):
            seat = self.take("PLAYER").seat
            self.take("POSS")
            self.take("HAND")
            self.take("WORTH")
            return Asked("worth", seat)
        return Asked("in_force", name=self.take("WORD").text)

    def how_many(self) -> Asked:
        self.take("HOWMANY")
        if self.took("MUST"):
            seat = self.take("PLAYER").seat
            self.take("DRAW")
            return Asked("must_draw", seat)
        self.take("CARDS")
        self.take("HAVE")
        return Asked("has", self.take("PLAYER").seat)

    def act(self) -> Wish:
        verb = self.take("PLAY", "DRAW", "PASS", "CALL", "SAY", "CATCH", "CHALLENGE", "CHOOSE").type
        if verb == "PLAY":
            cards = [self.words()]
            while self.peek() in ("COMMA", "AND") and self.following() != "CHOOSING":
                self.separator()
                cards.append(self.words())
            if self.peek() in ("COMMA", "AND"):
                self.separator()
            return Wish("play", tuple(cards), self.choices() if self.took("CHOOSING") else ())
        if verb in ("CALL", "SAY"):
            word = self.words()
            return Wish("call", word=word, target=self.take("PLAYER").seat if self.took("ON") else None)
        if verb in ("CATCH", "CHALLENGE"):
            return Wish(verb.lower(), target=self.take("PLAYER").seat if self.peek() == "PLAYER" else None)
        if verb == "CHOOSE":
            return Wish("choose", choices=self.choices())
        if verb == "DRAW":
            return Wish("draw", word=self.words() if self.peek() in ("WORD", "NUMBER", "CARDS") else "")
        return Wish("pass")

    def following(self) -> str:
        return self.tokens[self.at + 1].type if self.at + 1 < len(self.tokens) else ""

    def separator(self) -> None:
        if self.took("COMMA"):
            self.took("AND")
        else:
            self.take("AND")

    def words(self) -> str:
        """A run of words up to the next comma, player or tail."""
        found = []
        while self.peek() and self.peek() not in STOPS:
            if self.peek() in ODD:
                raise _NotCommon
            found.append(self.tokens[self.at].text)
            self.at += 1
        if not found:
            raise _NotCommon
        return " ".join(found)

    def choices(self) -> tuple[str | int, ...]:
        found: list[str | int] = []
        while True:
            found.append(self.take("PLAYER").seat if self.peek() == "PLAYER" else self.words())
            if self.peek() not in ("COMMA", "AND"):
                return tuple(found)
            self.separator()

    def tails(self, asked: Asked) -> Asked:
        on: list[str] = []
        off: list[str] = []
        while self.peek():
            tail = self.take("AT", "WITH", "WITHOUT", "UNDER", "EVERYWHERE").type
            if tail == "EVERYWHERE":
                asked = replace(asked, everywhere=True)
            elif tail == "AT":
                kind = "line" if self.took("LINE") else "event"
                self.took("EVENT")
                asked = replace(asked, at=(kind, int(self.take("NUMBER").text[:9])))
            elif tail == "UNDER":
                asked = replace(asked, under=self.words())
            else:
                items = on if tail == "WITH" else off
                items.append(self.words())
                while self.peek() in ("COMMA", "AND"):
                    self.separator()
                    items.append(self.words())
        return replace(asked, on=(*asked.on, *on), off=(*asked.off, *off))
