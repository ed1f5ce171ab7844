"""Why an item can't be read: the complaint that fits where the parser stopped."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from refcli.diagnostics import Diagnostic
from refcli.syntax.complaints import lone_otherwise, no_condition, rule_for_line, sign, uneven
from refcli.syntax.outline import BELOW, IN_HOUSE, ITEMS, LOOKS, LOOKS_BELOW, WHAT, Outline, indent_of, item_word, like
from refcli.text import Span

if TYPE_CHECKING:
    from lark import Lark, Token


@dataclass(slots=True)
class Stop:
    """Where the parser stopped in an item: at `token`, which is none of what `wanted` names."""

    outline: Outline
    path: str
    above: int
    place: int  # the row, from 0
    before: list[Token]  # what was read of the row
    token: Token
    wanted: set[str]

    @property
    def row(self) -> str:
        return self.outline.rows[self.place]

    @property
    def kind(self) -> str:
        return self.outline.kinds[self.place]

    @property
    def at_end(self) -> bool:
        """Nothing more stands on the line."""
        return self.token.type in _LAYOUT

    @property
    def said(self) -> str:
        return "" if self.at_end else str(self.token)

    @property
    def previous(self) -> str:
        return str(self.before[-1]) if self.before else ""

    @property
    def rest(self) -> str:
        """The line from where the parser stopped."""
        return "" if self.at_end else self.row[(self.token.column or 1) - 1 :]

    @property
    def is_word(self) -> bool:
        return self.said[:1].isalnum()

    def here(self, to_end: bool = False) -> Span:
        """The span of the token, or from it to the end of the line."""
        line = self.above + self.place + 1
        if self.at_end:
            column = (self.before[-1].end_column or 1) if self.before else indent_of(self.row) + 1
            return Span(self.path, line, column, line, column)
        start = self.token.column or 1
        end = len(self.row.rstrip()) + 1 if to_end else start + len(self.token)
        return Span(self.path, line, start, line, end)

    def whole(self, place: int | None = None) -> Span:
        """The span of a row without its indentation."""
        place = self.place if place is None else place
        row = self.outline.rows[place]
        line = self.above + place + 1
        return Span(self.path, line, indent_of(row) + 1, line, len(row.rstrip()) + 1)


_LAYOUT = ("_NL", "_INDENT", "_DEDENT", "$END")
_WORDS = ("NAME", "NUMBER")


def misread(parser: Lark, rows: list[str], outline: Outline, path: str, above: int) -> tuple[Diagnostic, int, bool]:
    """What is wrong with `rows`, which the parser can't read: in which row, and if a plain one can take its place."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    reading = parser.parse_interactive("\n".join(rows) + "\n")
    tokens: list[Token] = []
    try:
        for token in reading.iter_parse():
            tokens.append(token)
        reading.feed_eof(tokens[-1] if tokens else None)  # type: ignore[no-untyped-call]
    except UnexpectedToken as error:
        bad = error.token
        if tokens and tokens[-1] is bad:
            tokens.pop()
    except UnexpectedCharacters as error:
        # Every sign that no word can begin with was found before; `.` and `-` alone are left.
        line = error.line + above
        span = Span(path, line, error.column, line, error.column + 1)
        return sign(span, error.char), error.line - 1, True
    else:
        raise AssertionError("the item can be read")
    place = (bad.line or 1) - 1
    wanted: set[str] = set(reading.accepts())  # type: ignore[no-untyped-call]
    if bad.type == "_INDENT":
        place = next(row for row in range(place + 1, len(rows)) if rows[row])
    elif wanted <= {"_INDENT", "_NL"} and "_INDENT" in wanted and bad.type not in _LAYOUT:
        place = next(row for row in range(place - 1, -1, -1) if rows[row])
    before = [t for t in tokens if t.line == place + 1 and t.type not in _LAYOUT]
    stop = Stop(outline, path, above, place, before, bad, wanted)
    if bad.type == "_INDENT":
        return _surplus_indent(stop), place, False
    if "_INDENT" in wanted and wanted <= {"_INDENT", "_NL"}:
        return _empty_block(stop), place, True
    finder = {"item": _item_fault, "statement": _statement_fault}.get(stop.kind, _line_fault)
    return _condition_fault(stop) or _list_fault(stop) or finder(stop) or _plain(stop), place, True


def _head(row: str) -> str:
    """A row as it is quoted in a complaint: without its sentence and not too long."""
    text = re.sub(r'\s*("[^"]*"?|#).*', "", row).strip() or row.strip()
    return text if len(text) <= 40 else text[:39].rstrip() + "…"


def _plain(stop: Stop) -> Diagnostic:
    """What can be said of any line: what can't stand where it stands, and how such a line looks."""
    if stop.kind == "item":
        word = item_word(stop.row)[0]
        what, looks = f"`{word}`", LOOKS.get(word, LOOKS["moment"])
    else:
        what, looks = WHAT[stop.kind], LOOKS_BELOW[stop.kind]
    if stop.at_end:
        return Diagnostic("P120", f"this line breaks off: {what} goes on", stop.here(), f"it looks like `{looks}`")
    sentence = f"`{stop.said}` can't stand here in {what}" if stop.before else f"this is not how {what} begins"
    return Diagnostic("P120", sentence, stop.here(), f"it looks like `{looks}`")


def _surplus_indent(stop: Stop) -> Diagnostic:
    """A block below a line that takes none."""
    place = next(row for row in range(stop.place - 1, -1, -1) if stop.outline.rows[row])
    row, kind = stop.outline.rows[place], stop.outline.kinds[place]
    first = row.split()[0]
    if first == "otherwise":
        return lone_otherwise(stop.whole(place))
    if kind == "statement" and first != "if" and get_close_matches(first.lower(), ["otherwise"], 1, 0.8):
        return Diagnostic("P109", f"no block stands below `{first}`", stop.whole(place), "did you mean `otherwise`?")
    if kind == "item":
        if not item_word(row)[1]:
            return _unknown_item(row, stop.whole(place), top=indent_of(row) == 0)
        return Diagnostic(
            "P124",
            f"nothing can stand below `{_head(row)}`",
            stop.whole(),
            "begin this line in the column of the one above",
        )
    fault = uneven(_margin(stop), indent_of(stop.row), indent_of(row))
    if kind == "statement" and re.search(r"\bif\b", row):
        return replace(fault, help="only a line that begins with `if` has a block; or begin in the same column")
    return fault


def _margin(stop: Stop) -> Span:
    line = stop.above + stop.place + 1
    return Span(stop.path, line, 1, line, indent_of(stop.row) + 1)


def _empty_block(stop: Stop) -> Diagnostic:
    kind, row = stop.kind, stop.row.strip()
    first = row.split()[0]
    if kind == "statement":
        looks = f"`{'otherwise' if first == 'otherwise' else 'if player has no cards'}`"
        looks += " and below it, two blanks further in, `player wins`"
        if " then " in row:
            looks = "there is no `then`: " + looks
    elif kind == "item":
        inner = BELOW.get(item_word(row)[0], "item")
        looks = f"below it, two blanks further in: {like('call' if inner == 'item' else inner)}"
    elif kind == "deck line":
        looks = f"below it, two blanks further in: {like('count')}"
    else:
        looks = f"below it, two blanks further in: {like('statement')}"
    head = _head(row) if kind != "statement" else f"{first} …"
    if kind == "statement" and first == "otherwise" and row.split()[1:2] != ["if"]:
        head = "otherwise"
    return Diagnostic("P112", f"the block below `{head}` is empty", stop.whole(), looks)


# ---------------------------------------------------------------- items


def _unknown_item(row: str, span: Span, top: bool) -> Diagnostic:
    word, known = item_word(row)
    first = row.split()[0].rstrip(":,")
    if word in IN_HOUSE and known:
        return Diagnostic("P109", f"`{word}` stands in the block of a house rule", span, f"it looks like {like(word)}")
    if first in ("worth", "short", "played"):
        return Diagnostic("P109", f"`{first}` stands in the block of a card", span, f"above it: {like('card')}")
    if first in ("beside", "until", "always"):
        return Diagnostic("P109", f"`{first}` stands in the block of a window", span, f"above it: {like('window')}")
    if re.search(r"(?:^|\s)(?:may|must|should|->|→|if|unless|otherwise)(?:\s|$)", row.split('"')[0].split("#")[0]):
        sentence = "a rule stands below a named line of a moment, window or card"
        return Diagnostic("P125", sentence, span, f"above it: `in turn`, then {like('line')}")
    if word in LOOKS and not known:
        wrong = " ".join(row.split()[:2]) if word == "house rule" else first
        hint = f"did you mean `{word}`? It looks like {like(word)}"
        return Diagnostic("P109", f"no item of a rulebook begins with `{wrong}`", span, hint)
    if '"' in row or first in ("replace", "remove", "cite"):
        sentence = f"no item of a rulebook begins with `{first}`"
        hint = "a line of a moment or window stands in its block; elsewhere write `in turn` above it"
        return Diagnostic("P109", sentence, span, hint)
    hint = f"items begin with {', '.join(ITEMS if not top else [i for i in ITEMS if i not in IN_HOUSE])}"
    return Diagnostic("P109", f"no item of a rulebook begins with `{first}`", span, hint)


def _item_fault(stop: Stop) -> Diagnostic | None:
    row, wanted = stop.row, stop.wanted
    word, known = item_word(row)
    top = indent_of(row) == 0
    if not known:
        return _unknown_item(row, stop.here() if not stop.before else stop.whole(), top)
    if not stop.before:
        if word in ("rulebook", "part"):
            return Diagnostic("P108", f"`{word}` stands at the head of a rulebook, in the first column", stop.whole())
        if word in IN_HOUSE:
            return _unknown_item(row, stop.here(), top)
        return None
    looks = f"it looks like {like(word)}"
    if word == "house rule":
        if {"ON", "OFF"} & wanted:
            sentence = "a house rule says on or off behind its sentence"
            return Diagnostic("P111", sentence, stop.here(), looks)
        if stop.at_end and stop.before[-1].type == "HOUSE_RULE":
            return _nameless(stop, looks)
    if stop.said in ("on", "off") and word == "house rule" and "STRING" in wanted:
        return _no_sentence(stop, looks)
    if wanted <= {"STRING"} and stop.at_end:
        return _no_sentence(stop, looks)
    if word in ("mark", "counter") and stop.previous in ("of", "a", "the"):
        sentence = "behind `of` stands `a player`" + (" or `the table`" if word == "mark" else "")
        return Diagnostic("P120", sentence, stop.here(), looks)
    if word == "mark" and "OF" in wanted:
        return Diagnostic("P120", "a mark says whose it is: `of a player` or `of the table`", stop.here(), looks)
    if word == "without" and len(stop.before) == 1:
        kinds = "window, moment, card, word, group, table or house rule"
        return Diagnostic("P120", f"`without` says what is left out: {kinds}", stop.here(), looks)
    if word == "option":
        return Diagnostic("P120", "an option has a name, a number and a range", stop.here(), looks)
    if word == "players":
        return Diagnostic("P120", "`players` says the fewest and the most", stop.here(), looks)
    if word == "deck" and wanted & {"OF", "NUMBER", "DECK", "DECKS"} and not wanted & {"_NL", "STRING"}:
        return Diagnostic("P120", "a deck says how many cards it has", stop.here(), looks)
    if stop.said == ":" and word in (
        "table",
        "reading",
        "moment",
        "window",
        "card",
        "cards",
        "counter",
        "mark",
        "option",
    ):
        return Diagnostic("P120", f"there is no colon behind the name of `{word}`", stop.here(), looks)
    if wanted == {"NAME"} or wanted == {"NAME", "NUMBER"}:
        return _nameless(stop, looks)
    return _sentence_fault(stop, looks)


def _nameless(stop: Stop, looks: str) -> Diagnostic:
    return Diagnostic("P120", f"a name is missing behind `{stop.previous}`", stop.here(), looks)


def _no_sentence(stop: Stop, looks: str) -> Diagnostic:
    return Diagnostic("P110", "this line needs a sentence in quotation marks", stop.here(), looks)


def _sentence_fault(stop: Stop, looks: str) -> Diagnostic | None:
    """A sentence without quotation marks, something behind it, or a name of two words in front of it."""
    behind = any(token.type == "STRING" for token in stop.before)
    if stop.said in ("before", "after") and any(token.type == "FROM" for token in stop.before):
        hint = 'it looks like `draw "Or draw the top card." before keep from R "Drawing"`'
        return Diagnostic("P120", f"`{stop.said} …` stands in front of `from …`", stop.here(to_end=True), hint)
    if stop.previous == "from" and stop.before[-1].type == "FROM":
        return Diagnostic("P120", "`from` names a source", stop.here(), 'write `from R "Drawing"`')
    if stop.token.type == "STRING" and "STRING" not in stop.wanted:
        if behind:
            sentence = "a second sentence stands here"
            return Diagnostic("P124", sentence, stop.here(), f"one sentence is enough; within it write “ ”; {looks}")
        return Diagnostic("P124", "no sentence stands here", stop.here(), looks)
    if stop.at_end:
        return None
    if behind and "STRING" not in stop.wanted:
        if '"' in stop.rest and "from" not in stop.rest.split('"')[0].split():
            hint = "quotation marks within a sentence are written “ ”"
            return Diagnostic("P124", "the sentence ends in front of this", stop.here(to_end=True), hint)
        return Diagnostic("P124", f"`{stop.said}` can't stand behind the sentence", stop.here(), looks)
    if "STRING" in stop.wanted and stop.is_word and not behind:
        names = re.match(r"[^\"]*", stop.rest)
        words = (names[0] if names else "").split("#")[0].split()
        if '"' in stop.rest and len(words) <= 2 and stop.before[-1].type in _WORDS:
            joined = "-".join([stop.previous, *words])
            return Diagnostic("P120", "a name is one word", stop.here(), f"join it by hyphens: `{joined}`")
        return Diagnostic("P110", "a sentence stands in quotation marks", stop.here(to_end=True), looks)
    return None


# ---------------------------------------------------------------- lines


def _line_fault(stop: Stop) -> Diagnostic | None:
    """Lines of moments, windows and cards, and what stands in decks, tables, readings and words."""
    kind, row, wanted = stop.kind, stop.row.strip(), stop.wanted
    looks = f"it looks like `{LOOKS_BELOW[kind]}`"
    first = row.split()[0]
    if kind == "candidate":
        if first == "default":
            return Diagnostic("P120", "`default` names one candidate", stop.here(), "write `default yes`")
        if stop.at_end and "STRING" in wanted:
            return _no_sentence(stop, looks)
        return _sentence_fault(stop, looks)
    if kind in ("deck line", "count") and (first[:1].isdigit() or kind == "count"):
        sentence = "a count of cards has a number, `x` and names"
        return None if stop.token.type == "STRING" else Diagnostic("P120", sentence, stop.here(), looks)
    if kind == "definition" and not stop.before:
        if stop.place and stop.outline.kinds[stop.place - 1] == "definition":
            return Diagnostic("P120", "a word has one meaning", stop.whole(), "join conditions by `or`")
        return None
    if kind == "definition":
        return Diagnostic("P120", "the meaning of a word is said with `if`", stop.here(), looks)
    if kind == "deck line" and "COLON" in wanted:
        hint = "an attribute of the cards looks like `mood: glad, grim`, a count like `2 x 1..9, lion`"
        return Diagnostic("P120", "a colon is missing behind the name", stop.here(), hint)
    if kind not in ("line", "card line", "window line", "change line"):
        return None
    if first in ("if", "->", "→", "otherwise", "unruled") or re.search(
        r"(?:^|\s)(?:may|must|should not|->|→|, if|, unless)(?:\s|$)", row.split('"')[0].split("#")[0]
    ):
        return rule_for_line(stop.whole())
    if first in ("replace", "remove", "cite", "beside") and stop.previous == first and wanted == {"NAME"}:
        return _nameless(stop, f"write `{first} draw`" if first != "beside" else looks)
    if first in ("worth", "until") and wanted == {"NAME", "NUMBER"}:
        hint = "write `worth 20`" if first == "worth" else "write `until another player moves`"
        return Diagnostic("P120", f"`{first}` says nothing", stop.here(), hint)
    if first == "short":
        sentence = "short forms stand in quotation marks, parted by commas"
        return Diagnostic("P120", sentence, stop.here(), 'write `short "l", "li"`')
    if len(stop.before) == 1 and stop.token.type == "NAME":
        known = [*(["worth", "short"] if kind == "card line" else []), "replace", "remove", "cite"]
        known += ["beside", "until", "always"] if kind == "window line" else []
        close = get_close_matches(first.lower(), known, 1, 0.75)
        if close:
            sentence = f"`{first}` is followed by a second name"
            return Diagnostic("P109", sentence, stop.whole(), f"did you mean `{close[0]} {stop.said}`?")
    if not stop.before:
        return Diagnostic("P120", "a line begins with its name", stop.here(), looks)
    return _sentence_fault(stop, looks)


# ---------------------------------------------------------------- statements and conditions


def _statement_fault(stop: Stop) -> Diagnostic | None:
    row, said, previous, wanted = stop.row.strip(), stop.said, stop.previous, stop.wanted
    first = row.split()[0]
    looks = f"it looks like {like('statement')}"
    if first == "otherwise" and stop.before and stop.before[0].type == "NAME":
        return lone_otherwise(stop.whole())
    if first == "otherwise" and not stop.before:
        return lone_otherwise(stop.whole())
    if stop.token.type == "STRING":
        hint = f"a sentence stands behind the name of a line: {like('line')}"
        if stop.before and stop.before[0].type == "NAME" and len(stop.before) == 1:
            hint = f"is this a new line? It begins in the column of the others: {like('line')}"
        return Diagnostic("P124", "no sentence stands in a rule", stop.here(), hint)
    if stop.before and stop.before[-1].type == "ARROW":
        return Diagnostic("P113", "`->` needs the name of a moment", stop.here(), "write `-> turn of the next player`")
    arrow = any(token.type == "ARROW" for token in stop.before)
    if arrow and previous == "of":
        sentence = "behind `of` stands whose moment it is"
        return Diagnostic("P113", sentence, stop.here(), "write `-> turn of the next player`")
    if arrow and said in ("if", "unless", ",", "and"):
        sentence = "the condition stands in front of the arrow"
        return Diagnostic("P126", sentence, stop.here(to_end=True), looks)
    if arrow and stop.token.type == "ARROW":
        return Diagnostic("P126", "a second arrow stands here", stop.here(to_end=True), "a rule leads to one moment")
    if arrow:
        hint = "a name is one word; whose moment it is stands behind `of`: `-> turn of the next player`"
        return Diagnostic("P113", "behind `->` stands one moment", stop.here(), hint)
    if stop.token.type == "ARROW":
        if first == "unruled":
            return Diagnostic("P126", "what is unruled leads nowhere", stop.here(to_end=True), "leave the arrow out")
        hint = "write it on a line of its own, below; or with its own condition: `-> drawn, if …`"
        return Diagnostic("P126", "no arrow stands behind a step", stop.here(to_end=True), hint)
    if wanted == {"NOT"}:
        return Diagnostic("P114", "`should` is only said with `not`", stop.here(), "a duty is said with `must`")
    if previous in ("may", "not", "must") and {"NAME", "NUMBER"} <= wanted:
        sentence = f"`{previous}` says what somebody does"
        return Diagnostic("P114", sentence, stop.here(), looks)
    if first == "unruled":
        hint = "it looks like `unruled whether player may pass, if player has no cards`"
        return Diagnostic("P120", "`unruled` says what nobody settled", stop.here(), hint)
    if previous in (",",) and stop.before and not said.startswith(("if", "unless")):
        sentence = "behind the comma stands `if` or `unless`"
        return Diagnostic("P116", sentence, stop.here(), looks)
    if said == ",":
        return Diagnostic("P116", "a comma stands only in front of `if` and `unless`", stop.here(), looks)
    if said == ":":
        return Diagnostic("P120", "there is no colon in a rule", stop.here(), looks)
    return None


def _condition_fault(stop: Stop) -> Diagnostic | None:
    """Something missing or too much within a condition."""
    if {"NOT", "NAME"} <= stop.wanted and stop.previous in ("if", "unless", "and", "or", "not", "("):
        return no_condition(stop.here(), stop.previous)
    if stop.wanted & {"AND", "OR", "RPAR"} and stop.kind in ("statement", "definition"):
        if stop.said == ",":
            hint = "join conditions by `and` or `or`; a step stands on a line of its own below the `if`"
            return Diagnostic("P116", "no comma stands in a condition", stop.here(), hint)
        if stop.said == "(":
            hint = "write `(… or …) and …`"
            return Diagnostic("P117", "`and` or `or` is missing in front of the parenthesis", stop.here(), hint)
        if stop.said in ("->", "→"):
            sentence = "no arrow stands here" if stop.row.strip().startswith("->") else "a condition has no arrow here"
            return Diagnostic("P126", sentence, stop.here(to_end=True), f"a rule looks like {like('statement')}")
        if stop.said == ":":
            return Diagnostic("P116", "there is no colon behind a condition", stop.here(), "leave it out")
        if stop.is_word and stop.previous == ")":
            hint = "write `(… or …) and …`"
            return Diagnostic("P117", "`and` or `or` is missing behind the parenthesis", stop.here(), hint)
    return None


def _list_fault(stop: Stop) -> Diagnostic | None:
    """Something missing or too much in a list of names."""
    last = stop.before[-1].type if stop.before else ""
    if stop.kind == "statement":
        return None
    if last in ("COMMA", "COLON", "DOTS") and set(_WORDS) & stop.wanted:
        where = "behind the comma" if last == "COMMA" else "behind the colon"
        if last == "DOTS" or stop.token.type == "DOTS":
            return Diagnostic("P119", "a range goes from a number to a number", stop.here(), "write `2..10`")
        return Diagnostic("P119", f"a name is missing {where}", stop.here(), "write `lion, tiger, 2..10`")
    if stop.token.type == "DOTS":
        return Diagnostic("P119", "a range goes from a number to a number", stop.here(), "write `2..10`")
    if "COMMA" in stop.wanted and stop.is_word and last in _WORDS:
        if stop.said in ("with", "from", "written"):
            return None
        if stop.said == "and":
            return Diagnostic("P119", "the names of a list are parted by commas", stop.here(), "write `lion, tiger`")
        words = re.match(r"[^\",:#]*", stop.rest)
        if "STRING" not in stop.wanted or (words and len(words[0].split()) < 3):
            sentence = "the names of a list are parted by commas, and a name is one word"
            hint = f"write `{stop.previous}-{stop.said}` or `{stop.previous}, {stop.said}`"
            return Diagnostic("P119", sentence, stop.here(), hint)
    return None
