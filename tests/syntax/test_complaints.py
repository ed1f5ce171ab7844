"""Every complaint, at its place and in the rulebook's own terms: a snippet, then code, line:columns and words of it."""

from __future__ import annotations

import pytest

from refcli.diagnostics import Diagnostic, Faulty
from refcli.syntax.parse import parse

HEAD = 'rulebook lions "The lion game"\n'
LINE = "moment m\n  l\n    "  # what follows stands on line 4 in column 5


def complaints(text: str) -> list[Diagnostic]:
    with pytest.raises(Faulty) as caught:
        parse(text, "x.rules")
    return caught.value.diagnostics


def said(fault: Diagnostic) -> str:
    span = fault.span
    assert span is not None
    assert span.line == span.end_line
    return f"{fault.code} {span.line}:{span.column}-{span.end_column} {fault.sentence}"


WHOLE = [
    ("", "P101 1:1-1 this rulebook is empty"),
    ("\n \n\t\n", "P101 1:1-1 this rulebook is empty"),
    ("\ufeff", "P101 1:1-1 this rulebook is empty"),
    ("# a\n\n  # b", "P101 1:1-1 this rulebook has nothing but comments"),
    ("\x00\x01\x02", "P101 1:1-1 this is no text"),
    ("\x01\x02" * 30, "P101 1:1-1 this is no text"),
    ("a" * 1_000_001, "P102 1:1-1 this rulebook has 1,000,001 characters, more than 1,000,000"),
    (HEAD + "call " + "a" * 10_000, "P102 2:1-10006 this line has 10,005 characters, more than 10,000"),
    ("call x\n", "P108 1:1-7 a rulebook begins with its name and title"),
    ("part\n", "P108 1:1-5 a rulebook begins with its name and title"),
    ("call x\n" + HEAD, "P108 2:1-31 the rulebook's name and title stand above everything else"),
    (HEAD + 'rulebook b "B"', "P108 2:1-15 a second rulebook begins here"),
    (HEAD + "call x\npart", "P108 3:1-5 `part` stands right below the rulebook's name and title, once"),
    (HEAD + "part\npart", "P108 3:1-5 `part` stands right below"),
    (HEAD + 'house rule h "H" on\n  part', "P108 3:3-7 `part` stands at the head of a rulebook"),
    ('  rulebook a "A"', "P106 1:1-3 the first line is indented"),
    ("rulebook lions", "P110 1:15-15 this line needs a sentence in quotation marks"),
    ('rulebok lions "A"', "P109 1:1-8 no item of a rulebook begins with `rulebok`"),
    ('rulebook "A"', "P120 1:10-13 a name is missing behind `rulebook`"),
]


@pytest.mark.parametrize(("text", "expected"), WHOLE, ids=lambda text: repr(text[:30]))
def test_of_the_whole(text: str, expected: str) -> None:
    faults = complaints(text)
    assert any(said(fault).startswith(expected) for fault in faults), [said(fault) for fault in faults]


# Below the heading, so the first line is 2. Exactly one complaint each.
ITEMS = [
    # signs, quotation marks, indentation
    ("call a-", "P103 2:7-8 `-` means nothing"),
    ("call a - b", "P103 2:8-9 `-` means nothing"),
    ("choice c: 2 . 10", "P103 2:13-14 `.` means nothing"),
    ("call x;", "P103 2:7-8 `;` means nothing"),
    ("call +4", "P103 2:6-7 `+` means nothing"),
    ("card “x”", "P103 2:6-7 `“` means nothing"),
    ("call a\u00a0b", "P103 2:7-8 a character that can't be seen stands here (U+00A0)"),
    ("call \u200bx", "P103 2:6-7 a character that can't be seen stands here (U+200B)"),
    ('moment m "a\x07b"', "P103 2:12-13 a character that can't be seen stands here (U+0007)"),
    ('moment m "A moment', "P104 2:10-19 no closing quotation mark"),
    ('moment m\n  l "A line\n    close\n', "P104 3:5-12 no closing quotation mark"),
    ("moment m\n\tl", "P105 3:1-2 a tab in the indentation"),
    ("moment m\n  l\n  \tclose", "P105 4:3-4 a tab in the indentation"),
    ("moment m\n  l\n    a\n   k\n    a", "P106 5:1-4 this block is indented by 3 where its neighbours are"),
    ("moment m\n   l\n    a\n  k\n    a", "P106 5:1-3 this block is indented by 2 where its neighbours are"),
    (LINE + "close\n     open x", "P106 5:1-6 this block is indented by 5 where its neighbours are indented by 4"),
    (LINE + "a may b, if c\n      close", "P106 5:1-7 this block is indented by 6 where its neighbours"),
    ("".join("  " * depth + "with a\n" for depth in range(45)), "P107 42:1-81 this block is nested more than 40 deep"),
    (LINE + "if " + "(" * 41 + "a" + ")" * 41 + " -> b", "P107 4:48-49 this condition is nested more than 40 deep"),
    (LINE + "if " + "not " * 41 + "a -> b", "P107 4:168-171 this condition is nested more than 40 deep"),
    ("  call x", "P124 2:3-9 nothing can stand below `rulebook lions`"),
    ("call x\n  call y", "P124 3:3-9 nothing can stand below `call x`"),
    # what an item begins with
    ('huse rule a "A" off', "P109 2:1-5 no item of a rulebook begins with `huse rule`"),
    ('house role a "A" off', "P109 2:1-6 no item of a rulebook begins with `house role`"),
    ('momnet m "M"', "P109 2:1-7 no item of a rulebook begins with `momnet`"),
    ('momnet m "M"\n  l\n    close', "P109 2:1-7 no item of a rulebook begins with `momnet`"),
    ("Card lion", "P109 2:1-5 no item of a rulebook begins with `Card`"),
    ("xyzzy lion", "P109 2:1-6 no item of a rulebook begins with `xyzzy`"),
    ('draw "Draw."\n  close', "P109 2:1-5 no item of a rulebook begins with `draw`"),
    ("requires x", "P109 2:1-9 `requires` stands in the block of a house rule"),
    ("worth 20", "P109 2:1-6 `worth` stands in the block of a card"),
    ("always", "P109 2:1-7 `always` stands in the block of a window"),
    ("player may draw", "P125 2:1-7 a rule stands below a named line of a moment, window or card"),
    # sentences
    ("source R", "P110 2:9-9 this line needs a sentence in quotation marks"),
    ("reading r\n  a \"A\"\n  default a", "P110 2:10-10 this line needs a sentence in quotation marks"),
    ('reading r "R"\n  a\n  default a', "P110 3:4-4 this line needs a sentence in quotation marks"),
    ("house rule a off", "P110 2:14-17 this line needs a sentence in quotation marks"),
    ("house rule a", "P110 2:13-13 this line needs a sentence in quotation marks"),
    ("moment m A moment begins here", "P110 2:10-30 a sentence stands in quotation marks"),
    ('moment m "A" "B"', "P124 2:14-17 a second sentence stands here"),
    ('moment m "A "good" one"', "P124 2:14-24 the sentence ends in front of this"),
    ('moment m "A" of the lion', "P124 2:14-16 `of` can't stand behind the sentence"),
    ('moment round over "A"', "P120 2:14-18 a name is one word"),
    ("moment m\n  l x \"A\"\n    close", "P120 3:5-6 a name is one word"),
    # house rules
    ('house rule a "A"', "P111 2:17-17 a house rule says on or off behind its sentence"),
    ('house rule a "A" from R', "P111 2:18-22 a house rule says on or off behind its sentence"),
    ('house rule "A" on', "P120 2:12-15 a name is missing behind `house rule`"),
    ('house rule a "A" on\n  requires', "P120 3:11-11 a name is missing behind `requires`"),
    # blocks
    ("moment m\n  l", "P112 3:3-4 the block below `l` is empty"),
    ('moment m\n  l "A"\n  k\n    close', "P112 3:3-8 the block below `l` is empty"),
    ("card lion\n  played", "P112 3:3-9 the block below `played` is empty"),
    (LINE + "if a", "P112 4:5-9 the block below `if …` is empty"),
    (LINE + "if a\n    close", "P112 4:5-9 the block below `if …` is empty"),
    (LINE + "if a then close", "P112 4:5-20 the block below `if …` is empty"),
    (LINE + "if a -> b\n    otherwise", "P112 5:5-14 the block below `otherwise` is empty"),
    ("in turn", "P112 2:1-8 the block below `in turn` is empty"),
    ("with a", "P112 2:1-7 the block below `with a` is empty"),
    ('word fits "A"', "P112 2:1-14 the block below `word fits` is empty"),
    ("table t", "P112 2:1-8 the block below `table t` is empty"),
    ('reading r "R"', "P112 2:1-14 the block below `reading r` is empty"),
    ("deck of 2\n  each mood", "P112 3:3-12 the block below `each mood` is empty"),
    # arrows
    (LINE + "->", "P113 4:7-7 `->` needs the name of a moment"),
    (LINE + "a may b ->", "P113 4:15-15 `->` needs the name of a moment"),
    (LINE + "if a -> ", "P113 4:12-12 `->` needs the name of a moment"),
    (LINE + "-> turn of", "P113 4:15-15 behind `of` stands whose moment it is"),
    (LINE + "-> turn over", "P113 4:13-17 behind `->` stands one moment"),
    (LINE + "close -> turn", "P126 4:11-18 no arrow stands behind a step"),
    (LINE + "a may b -> c, if d", "P126 4:17-23 the condition stands in front of the arrow"),
    (LINE + "unruled whether a may b -> c", "P126 4:29-33 what is unruled leads nowhere"),
    (LINE + "-> a, if b -> c", "P126 4:16-20 a second arrow stands here"),
    ("moment m\n  -> a", "P125 3:3-7 a rule stands below a named line"),
    ("moment m\n  if a -> b", "P125 3:3-12 a rule stands below a named line"),
    ("moment m\n  player may draw", "P125 3:3-18 a rule stands below a named line"),
    ("moment m\n  otherwise\n    close", "P125 3:3-12 a rule stands below a named line"),
    # may, must, should
    (LINE + "player may", "P114 4:15-15 `may` says what somebody does"),
    (LINE + "player may not", "P114 4:19-19 `not` says what somebody does"),
    (LINE + "player should draw", "P114 4:19-23 `should` is only said with `not`"),
    (LINE + "player must not draw", "P114 4:17-20 `must not` isn't said here"),
    (LINE + "may draw", "P114 4:5-8 in front of `may` stands who"),
    (LINE + "unruled player may b", "P120 4:13-19 `unruled` says what nobody settled"),
    (LINE + '"Draw."', "P124 4:5-12 no sentence stands in a rule"),
    (LINE + "a may b: c", "P120 4:12-13 there is no colon in a rule"),
    # otherwise and conditions
    (LINE + "otherwise\n      close", "P115 4:5-14 this `otherwise` has no `if` above it"),
    (LINE + "close\n    otherwise -> b", "P115 5:5-19 this `otherwise` has no `if` above it"),
    (LINE + "close\n    otherwise", "P115 5:5-14 this `otherwise` has no `if` above it"),
    (LINE + "a may b, if", "P116 4:16-16 a condition is missing behind `if`"),
    (LINE + "a may b, if c and", "P116 4:22-22 a condition is missing behind `and`"),
    (LINE + "a may b, if and c", "P116 4:17-20 a condition is missing in front of `and`"),
    (LINE + "a may b, if not", "P116 4:20-20 a condition is missing behind `not`"),
    (LINE + "a may b, if c or or d", "P116 4:22-24 a condition is missing in front of `or`"),
    (LINE + "if a, close", "P116 4:9-10 no comma stands in a condition"),
    (LINE + "if a:\n      close", "P116 4:9-10 there is no colon behind a condition"),
    (LINE + "if a unless b -> c", "P116 4:10-16 `unless` stands within a condition"),
    (LINE + "a may b, c", "P116 4:14-15 behind the comma stands `if` or `unless`"),
    (LINE + "a may b, if (c or d", "P117 4:17-18 no closing parenthesis"),
    (LINE + "a may b, if c or d)", "P117 4:23-24 no opening parenthesis"),
    (LINE + "a may b, if c (d)", "P117 4:19-20 `and` or `or` is missing in front of the parenthesis"),
    (LINE + "a may b, if (c) d", "P117 4:21-22 `and` or `or` is missing behind the parenthesis"),
    ("word w\n  a card fits", "P120 3:14-14 the meaning of a word is said with `if`"),
    ("word w\n  a if b\n  c if d", "P120 4:3-9 a word has one meaning"),
    # numbers, lists, ranges
    ("players 1234567890 to 2", "P118 2:9-19 this number has more than 9 digits"),
    ("choice c: 9..2", "P119 2:11-15 this range runs backwards, from 9 to 2"),
    ("choice c: 0..1000", "P119 2:11-18 this range names 1001 values, more than 1000"),
    ("choice c: a..b", "P119 2:12-14 a range goes from a number to a number"),
    ("choice c: 2..", "P119 2:14-14 a range goes from a number to a number"),
    ("choice c: a,", "P119 2:13-13 a name is missing behind the comma"),
    ("choice c:", "P119 2:10-10 a name is missing behind the colon"),
    ("choice c: a b", "P119 2:13-14 the names of a list are parted by commas, and a name is one word"),
    ("choice c: a and b", "P119 2:13-16 the names of a list are parted by commas"),
    ('card glad lion "L"', "P119 2:11-15 the names of a list are parted by commas, and a name is one word"),
    # what is said twice, or not at all
    ("card lion\n  worth 1\n  worth 2", "P121 4:3-10 this card says `worth` twice"),
    ("deck of 2\n  written a\n  written b", "P121 4:3-12 this deck says `written` twice"),
    ("window w\n  always\n  beside m", "P121 4:3-11 this window says when it is open twice"),
    ('reading r "R"\n  a "A"\n  default a\n  default a', "P121 5:3-12 this reading says `default` twice"),
    ('reading r "R"\n  a "A"', "P122 2:9-10 the reading `r` has no default"),
    ("window w", "P123 2:8-9 the window `w` doesn't say when it is open"),
    ("window w\n  l\n    close", "P123 2:8-9 the window `w` doesn't say when it is open"),
    # how an item is written
    ("moment", "P120 2:7-7 a name is missing behind `moment`"),
    ("moment m:", "P120 2:9-10 there is no colon behind the name of `moment`"),
    ("moment m of", "P120 2:12-12 a name is missing behind `of`"),
    ('card lion "L" from', "P120 2:19-19 a name is missing behind `from`"),
    ('mark m "M"', "P120 2:8-11 a mark says whose it is: `of a player` or `of the table`"),
    ("mark m of player", "P120 2:11-17 behind `of` stands `a player` or `the table`"),
    ("counter c of player", "P120 2:14-20 behind `of` stands `a player`"),
    ('option o 5 "O"', "P120 2:12-15 an option has a name, a number and a range"),
    ("players 2", "P120 2:10-10 `players` says the fewest and the most"),
    ("deck of cards", "P120 2:9-14 a deck says how many cards it has"),
    ("deck 52", "P120 2:6-8 a deck says how many cards it has"),
    ("deck of 2\n  mood glad", "P120 3:8-12 a colon is missing behind the name"),
    ("deck of 2\n  2x lion", "P120 3:6-10 a count of cards has a number, `x` and names"),
    ("deck of 2\n  2 lion", "P120 3:5-9 a count of cards has a number, `x` and names"),
    ("without early", "P120 2:9-14 `without` says what is left out"),
    ("without card", "P120 2:13-13 a name is missing behind `card`"),
    ("with a is\n  call x", "P120 2:10-10 a name is missing behind `is`"),
    ("call x, y", "P120 2:7-8 `,` can't stand here in `call`"),
    ("choice c", "P120 2:9-9 this line breaks off: `choice` goes on"),
    ("table t\n  a: b", "P120 3:3-4 this is not how a row of a table begins"),
    ('reading r "R"\n  a "A"\n  default', "P120 4:10-10 `default` names one candidate"),
    # how a line is written
    ('moment m\n  l "L" from "S" R\n    close', "P120 3:14-17 `from` names a source"),
    ('moment m\n  l "L" if from R "S"\n    close', "P124 3:9-11 `if` can't stand behind the sentence"),
    (LINE + "if a -> b\n    otherwis\n      close", "P109 5:5-13 no block stands below `otherwis`"),
    (LINE + "a, b", "P116 4:8-9 behind the comma stands `if` or `unless`"),
    (LINE + "x a b\n    k \"K\"\n      close", "P124 5:7-10 no sentence stands in a rule"),
    ('moment m\n  replce l "L"\n    close', "P109 3:3-15 `replce` is followed by a second name"),
    ("moment m\n  remove", "P120 3:9-9 a name is missing behind `remove`"),
    ("window w\n  beside", "P120 3:9-9 a name is missing behind `beside`"),
    ("card lion\n  worth", "P120 3:8-8 `worth` says nothing"),
    ("card lion\n  short l", "P120 3:9-10 short forms stand in quotation marks"),
    ("card lion\n  worth 20 \"L\"", "P124 3:12-15 no sentence stands here"),
    ('moment m\n  l "L" from R before k\n    close', "P120 3:16-24 `before …` stands in front of `from …`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), ITEMS, ids=[repr(text[-40:]) for text, _ in ITEMS])
def test_of_an_item(text: str, expected: str) -> None:
    (fault,) = complaints(HEAD + text)
    assert said(fault).startswith(expected)


def test_every_complaint_has_a_remedy() -> None:
    for text, _ in ITEMS:
        for fault in complaints(HEAD + text):
            assert fault.help, said(fault)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ('huse rule a "A" off', "did you mean `house rule`?"),
        ("momnet m", "did you mean `moment`?"),
        ('moment m\n  replce l "L"\n    close', "did you mean `replace l`?"),
        ('moment round over "A"', "join it by hyphens: `round-over`"),
        ("choice c: 9..2", "write `2..9`"),
        ("moment m\n\tl", "use blanks"),
        (LINE + "if a = b -> c", "say it in words: `is`"),
        (LINE + "if a >= b -> c", "say it in words: `is`"),
        (LINE + "if a then close", "there is no `then`"),
        (LINE + "player must not draw", "what is forbidden is said with `may not`"),
        ('house rule a "A"', 'it looks like `house rule roaring "Whoever plays a lion roars." off from R "Variants"`'),
    ],
)
def test_remedies(text: str, remedy: str) -> None:
    (fault,) = complaints(HEAD + text)
    assert remedy in fault.help


def test_what_is_said_twice_shows_the_first_place() -> None:
    (fault,) = complaints(HEAD + "card lion\n  worth 1\n  worth 2")
    ((words, span),) = fault.others
    assert (words, span.line) == ("the first", 3)
