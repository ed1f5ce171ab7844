"""Whether a sentence still says what its body does: numbers, cards, values and players that only one of them names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import name

from refcli.diagnostics import Diagnostic
from refcli.language.checked import Goto, Line
from refcli.language.deck import shown
from refcli.language.form import Form, inner, nodes_of_line
from refcli.language.graph import walk
from refcli.language.phrases import Name, Node
from refcli.text import Span

_DIGITS = {name(str(digit)).removeprefix("DIGIT ").lower(): digit for digit in range(10)}  # zero, one, two …
NUMBERS = _DIGITS | {
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "twenty-five": 25,
    "thirty": 30,
    "fifty": 50,
    "hundred": 100,
    "twice": 2,
    "double": 2,
}
LACKING = ("without {name.attribute}", "no {name.attribute}", "a|an {name.attribute}")
# "one" is a number before these, and a pronoun elsewhere.
COUNTED = ("card", "cards", "more", "player", "players", "point", "points")
ROLES = {
    "next player": "the next player",
    "player after next": "the player after next",
    "player before": "the player before",
    "dealer": "the dealer",
}
ARTICLE = re.compile(r"\b(an?|the|another|no|any|every|each)\s+$", re.IGNORECASE)
BESIDE_THE_DEALER = re.compile(r"dealer's (left|right)|(left|right) of the dealer")


def drift(form: Form) -> Iterator[Diagnostic]:
    """A sentence that names a number, a card, a value or a player that its body doesn't, or names another one."""
    seen: set[Span] = set()
    for line in form.checked.lines:
        if not line.said or not line.sentence or line.span in seen or not form.own(line.span):
            continue
        seen.add(line.span)
        yield from _line(form, line, [li for li in form.checked.lines if li.span == line.span])
    for face, card in form.checked.cards.items():
        if card.sentence and card.span is not None and card.span not in seen and form.own(card.span):
            seen.add(card.span)
            played = [li for li in card.lines if li.name == "played"]
            if played:
                yield from _compared(form, card.sentence, _at(card.span), card.lines, f"the card {shown(face)}")
    for house in form.checked.houses:
        lines = [li for li in form.checked.lines if li.house == house.name]
        if lines and house.span not in seen and form.own(house.span):
            yield from _compared(form, house.sentence, _at(house.span), lines, f"the house rule {house.name}")


def _at(span: Span) -> Span:
    """The heading's first line of a card's block."""
    return Span(span.path, span.line, span.column, span.line, span.column + 4)


def _line(form: Form, line: Line, copies: list[Line]) -> Iterator[Diagnostic]:
    if line.place == "card" and line.name == "played":
        return  # speaks with the card's sentence, looked at there
    yield from _compared(form, line.sentence, line.span, copies, f"the line {line.name}")


def _compared(form: Form, sentence: str, span: Span, lines: list[Line], what: str) -> Iterator[Diagnostic]:
    body = Body(form, lines)
    text = body.without_cards(sentence)
    for complaint in (_numbers(text, body), _cards(body), _values(form, text, body), _roles(text, body)):
        if complaint:
            yield Diagnostic(
                "C415", f"the sentence of {what} {complaint}", span, "mend the sentence or the rule", "warning"
            )
            return


class Body:
    """What the lines under a sentence name."""

    def __init__(self, form: Form, lines: list[Line]) -> None:
        self.form = form
        nodes = [node for line in lines for outer in nodes_of_line(line) for node in inner(outer)]
        self.patterns = {node.entry.pattern for node in nodes}
        self.names = {(h.kind, h.text) for node in nodes for h in node.holes if isinstance(h, Name)}
        self.moments = {s for line in lines for s in _targets(line)}
        self.owners = {line.owner for line in lines}
        self.places = {line.place for line in lines}
        self.numbers = self._numbers(nodes)
        self.loose = any(kind in ("counter", "tally", "table") for kind, _ in self.names)
        self.roles = {role for role, pattern in ROLES.items() if pattern in self.patterns}
        self.roles |= {"dealer"} if any(_owner_is_dealer(form, line) for line in lines) else set()
        self.mentioned: list[str] = []

    def _numbers(self, nodes: list[Node]) -> set[int]:
        found: set[int] = {hole for node in nodes for hole in node.holes if isinstance(hole, int)}
        checked = self.form.checked
        for kind, text in self.names:
            if kind == "number":
                if text in checked.options:
                    found |= {checked.options[text].value, checked.options[text].default}
                elif text in checked.readings:
                    found |= {number for _, number, _ in checked.readings[text].candidates if number is not None}
            elif kind in ("card", "value") and text.rpartition(":")[2].isdigit():
                found.add(int(text.rpartition(":")[2]))
            elif kind == "group":
                found |= {int(face) for face in checked.groups.get(text, ()) if face.isdigit()}
        for owner in self.owners:
            card = checked.cards.get(owner)
            if owner.isdigit():
                found.add(int(owner))
            if card is not None and card.worth.isdigit():
                found.add(int(card.worth))
        return found

    def without_cards(self, sentence: str) -> str:
        """The sentence in small letters with the names of cards taken out, and what was taken out noted.

        A card's name may be a common word as well: it is meant where it is written with capitals or an article.
        """
        checked = self.form.checked
        forms = {
            shown(face): face
            for face in (checked.attributes[-1].values if checked.attributes else checked.cards)
            if not face.isdigit()
        }
        for face, card in checked.cards.items():
            forms |= {short: face for short in card.shorts if len(short) > 1}
        text = sentence
        for written in sorted(forms, key=len, reverse=True):
            pattern = "[ -]".join(re.escape(word) for word in written.split())
            for match in reversed(list(re.finditer(rf"(?<![\w+]){pattern}(?:s|es)?(?!\w)", text, re.IGNORECASE))):
                words, before = re.split("[ -]", match[0]), text[: match.start()]
                capitals = all(w[:1].isupper() for w in words if w[:1].isalpha()) and (len(words) > 1 or before.strip())
                if capitals or not match[0][0].isalpha() or ARTICLE.search(before):
                    self.mentioned.append(forms[written])
                    text = f"{before} \N{MIDDLE DOT} {text[match.end() :]}"
        return text.lower()

    def names_card(self, face: str) -> bool:
        """Whether the body speaks of a card: by name, by a group, by what it lacks, or by where play goes after it."""
        checked = self.form.checked
        if face in self.owners or ("card", face) in self.names or ("value", f"face:{face}") in self.names:
            return True
        if any(kind == "group" and face in checked.groups.get(text, ()) for kind, text in self.names):
            return True
        if any(place.startswith(face) for place in self.moments | self.owners):
            return True
        if any(pattern.endswith(LACKING) for pattern in self.patterns):
            kinds = [kind for kind in checked.kinds if kind.face == face]
            for number, attribute in enumerate(checked.attributes):
                if ("attribute", attribute.name) in self.names and any(kind.values[number] == 0 for kind in kinds):
                    return True
        return any(kind == "table" and face in checked.tables.get(text, {}) for kind, text in self.names)


def _targets(line: Line) -> Iterator[str]:
    for statement, _ in walk(line.steps):
        if isinstance(statement, Goto):
            yield statement.moment


def _owner_is_dealer(form: Form, line: Line) -> bool:
    place = form.merged.moments.get(line.owner) if line.place == "moment" else None
    role = getattr(place.node, "role", None) if place else None
    return role is not None and role.text == "the dealer"


def _said(text: str) -> list[int]:
    """The numbers that a sentence names, as words or digits."""
    found: list[int] = []
    words = re.findall(r"[a-z]+(?:-[a-z]+)*|\d+", text)
    for number, word in enumerate(words):
        if word.isdigit():
            found.append(int(word))
        elif word == "one":
            if number + 1 < len(words) and words[number + 1] in COUNTED:
                found.append(1)
        elif word in NUMBERS:
            found.append(NUMBERS[word])
    return found


def _numbers(text: str, body: Body) -> str:
    said = _said(text)
    if not said or not body.patterns:
        return ""
    counted = body.numbers
    explained = counted | set(said) if body.loose and (counted & set(said) or not counted) else counted
    sums = explained | {a + b for a in explained for b in explained if a in said or b in said}
    for number in said:
        if number not in sums and number not in ({0, 1} if not counted else set()):
            names = ", ".join(str(n) for n in sorted(counted))
            return f"says {number}, and its rule " + (f"says {names}" if names else "names no number")
    return ""


def _cards(body: Body) -> str:
    strangers = [face for face in body.mentioned if not body.names_card(face)]
    named = {text for kind, text in body.names if kind in ("card", "group")}
    if strangers and len(strangers) == len(body.mentioned) and (named or "card" not in body.places):
        return f"names {shown(strangers[0])}, and its rule doesn't"
    return ""


def _values(form: Form, text: str, body: Body) -> str:
    named = {value for kind, value in body.names if kind == "value"}
    for attribute in form.checked.attributes:
        if attribute.kind == "face":
            continue
        for value in attribute.values:
            if re.search(rf"\b{re.escape(shown(value))}s?\b", text) and f"{attribute.name}:{value}" not in named:
                others = any(other.startswith(f"{attribute.name}:") for other in named)
                if ("choiceword", value) in body.names or (not others and ("attribute", attribute.name) in body.names):
                    continue
                return f"names {shown(value)}, and its rule doesn't"
    return ""


def _roles(text: str, body: Body) -> str:
    plain = BESIDE_THE_DEALER.sub(" ", text)
    said = {role for role in ROLES if re.search(rf"\b{role}\b", plain)}
    if said and body.roles and not said & body.roles:
        return f"speaks of the {min(said)}, and its rule of the {min(body.roles)}"
    return ""
