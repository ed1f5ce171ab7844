"""The complaints about the text of a rulebook, each in the rulebook's own terms.

Codes: P101 to P108 the text and its lines, P109 to P129 items, lines and rules, P130 a list that was cut.
"""

from __future__ import annotations

from refcli.diagnostics import Diagnostic
from refcli.syntax.outline import like
from refcli.text import Span

# ---------------------------------------------------------------- the text and its lines


def nothing_there(span: Span, comments: bool) -> Diagnostic:
    what = "this rulebook has nothing but comments" if comments else "this rulebook is empty"
    return Diagnostic("P101", what, span, f"begin with {like('rulebook')}")


def no_text(span: Span) -> Diagnostic:
    return Diagnostic("P101", "this is no text", span, "a rulebook is a plain text file in UTF-8")


def too_long(span: Span, size: int, limit: int) -> Diagnostic:
    sentence = f"this rulebook has {size:,} characters, more than {limit:,}"
    return Diagnostic("P102", sentence, span, "put a part of it into a rulebook of its own and extend that")


def long_line(span: Span, size: int, limit: int) -> Diagnostic:
    return Diagnostic(
        "P102", f"this line has {size:,} characters, more than {limit:,}", span, "make several lines of it"
    )


_SIGNS = {
    "“": 'a sentence stands between straight quotation marks: "…"',
    "”": 'a sentence stands between straight quotation marks: "…"',
    "„": 'a sentence stands between straight quotation marks: "…"',
    "«": 'a sentence stands between straight quotation marks: "…"',
    "»": 'a sentence stands between straight quotation marks: "…"',
    ".": "a rule ends with its line, without a full stop; a range is written `2..10`",
    ";": "begin a new line instead",
    "!": "a sentence stands in quotation marks; a rule ends with its line",
    "?": "a sentence stands in quotation marks; a rule ends with its line",
    "=": "say it in words: `is`, `is at least`, `is less than`",
    "<": "say it in words: `is less than`, `is at most`",
    ">": "say it in words: `is more than`, `is at least`; an arrow is written `->`",
    "&": "say it in words: `and`",
    "|": "say it in words: `or`",
    "+": 'a card is written in letters and digits; other ways to write it stand in quotation marks: `short "+1"`',
    "…": "a range is written with two full stops: `2..10`",
    "–": "names are joined by a plain hyphen, an arrow is written `->`",
    "—": "names are joined by a plain hyphen, an arrow is written `->`",
    "⇒": "an arrow is written `->`",
    "{": "what belongs together stands in a block, indented by two blanks",
    "}": "what belongs together stands in a block, indented by two blanks",
    "[": "what belongs together stands in a block, indented by two blanks",
    "]": "what belongs together stands in a block, indented by two blanks",
    "/": "a remark begins with `#`",
}


def sign(span: Span, sign: str, rest: str = "") -> Diagnostic:
    """A sign that means nothing where it stands; `rest` is the text from it on."""
    if not sign.isprintable() or sign.isspace():
        sentence = f"a character that can't be seen stands here (U+{ord(sign):04X})"
        return Diagnostic("P103", sentence, span, "put a plain blank in its place, or nothing")
    hint = _SIGNS.get(sign, "write it in letters and digits, or put it in quotation marks")
    if rest.startswith(("=>", ">=", "<=", "==", "!=")):
        hint = _SIGNS["="] if not rest.startswith("=>") else _SIGNS["⇒"]
    return Diagnostic("P103", f"`{sign}` means nothing outside quotation marks", span, hint)


def unclosed(span: Span) -> Diagnostic:
    return Diagnostic(
        "P104", "no closing quotation mark", span, 'a sentence ends on its line: "Draw a card."; within it write “ ”'
    )


def tab(span: Span) -> Diagnostic:
    return Diagnostic("P105", "a tab in the indentation", span, "use blanks, two for each step")


def indented_start(span: Span) -> Diagnostic:
    return Diagnostic("P106", "the first line is indented", span, f"begin in the first column with {like('rulebook')}")


def uneven(span: Span, indent: int, neighbour: int) -> Diagnostic:
    sentence = f"this block is indented by {indent} where its neighbours are indented by {neighbour}"
    return Diagnostic("P106", sentence, span, "begin the lines of one block in the same column")


def deep(span: Span, what: str, limit: int) -> Diagnostic:
    hint = "give a part of it a name with `word`" if what == "condition" else "make an item or a line of its own of it"
    return Diagnostic("P107", f"this {what} is nested more than {limit} deep", span, hint)


def no_heading(span: Span) -> Diagnostic:
    return Diagnostic("P108", "a rulebook begins with its name and title", span, f"begin with {like('rulebook')}")


def late_heading(span: Span) -> Diagnostic:
    return Diagnostic("P108", "the rulebook's name and title stand above everything else", span, "move this line up")


def second_heading(span: Span, first: Span) -> Diagnostic:
    sentence = "a second rulebook begins here"
    return Diagnostic("P108", sentence, span, "put it into a file of its own", others=(("the first", first),))


def late_part(span: Span) -> Diagnostic:
    return Diagnostic(
        "P108",
        "`part` stands right below the rulebook's name and title, once",
        span,
        f"{like('rulebook')} and below it `part`",
    )


def parenthesis(span: Span, opened: bool) -> Diagnostic:
    return Diagnostic("P117", f"no {'closing' if opened else 'opening'} parenthesis", span, "write `(… or …) and …`")


# ---------------------------------------------------------------- numbers, lists, what is said twice


def long_number(span: Span, digits: int) -> Diagnostic:
    return Diagnostic("P118", f"this number has more than {digits} digits", span, "write a smaller number")


def backward_range(span: Span, low: str, high: str) -> Diagnostic:
    return Diagnostic("P119", f"this range runs backwards, from {low} to {high}", span, f"write `{high}..{low}`")


def long_range(span: Span, size: int, limit: int) -> Diagnostic:
    sentence = f"this range names {size} values, more than {limit}"
    if size <= limit:
        sentence = "the ranges of this rulebook name too many values"
    return Diagnostic("P119", sentence, span, "write a shorter range, such as `2..10`")


def twice(span: Span, where: str, word: str, first: Span, what: str = "") -> Diagnostic:
    sentence = f"this {where} says {what or f'`{word}`'} twice"
    return Diagnostic("P121", sentence, span, "keep one of the two", others=(("the first", first),))


def no_default(span: Span, name: str) -> Diagnostic:
    hint = "end its block with `default` and one of the candidates: `default yes`"
    return Diagnostic("P122", f"the reading `{name}` has no default", span, hint)


def never_open(span: Span, name: str) -> Diagnostic:
    hint = "begin its block with `beside turn`, `until another player moves` or `always`"
    return Diagnostic("P123", f"the window `{name}` doesn't say when it is open", span, hint)


def second_condition(span: Span, word: str) -> Diagnostic:
    hint = "join conditions by `and` or `or`; `otherwise` begins a line of its own"
    return Diagnostic("P116", f"`{word}` stands within a condition", span, hint)


def no_condition(span: Span, behind: str) -> Diagnostic:
    hint = "write `if player has 1 card and player is not called`"
    return Diagnostic("P116", f"a condition is missing behind `{behind}`", span, hint)


def second_joint(span: Span, word: str) -> Diagnostic:
    hint = "write `if player has 1 card and player is not called`"
    return Diagnostic("P116", f"a condition is missing in front of `{word}`", span, hint)


def lone_otherwise(span: Span) -> Diagnostic:
    hint = "write it in the column of its `if`, right below the block of that"
    return Diagnostic("P115", "this `otherwise` has no `if` above it", span, hint)


def nobody(span: Span, modal: str) -> Diagnostic:
    return Diagnostic("P114", f"in front of `{modal}` stands who", span, f"it looks like {like('statement')}")


def rule_for_line(span: Span) -> Diagnostic:
    hint = f"above it, two blanks further out: {like('line')}"
    return Diagnostic("P125", "a rule stands below a named line", span, hint)


def must_not(span: Span) -> Diagnostic:
    return Diagnostic("P114", "`must not` isn't said here", span, "what is forbidden is said with `may not`")


def too_many(span: Span | None, limit: int) -> Diagnostic:
    return Diagnostic("P130", f"there are more faults than the {limit} above", span, "mend these first")
