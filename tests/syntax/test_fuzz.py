"""Whatever is done to a rulebook, it gives a tree or a list of faults, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from refcli.diagnostics import Faulty
from refcli.syntax.parse import parse
from refcli.syntax.tree import Book

RULEBOOKS = sorted((Path(__file__).resolve().parents[2] / "rulebooks").glob("*.rules"))
TEXTS = [path.read_text(encoding="utf-8") for path in RULEBOOKS]
SIGNS = "\"'#,:()->. \t\n\r\\x0→“”§é한ा0123"

PIECES = """\
rulebook a "A"
part
source R "S"
extends a and b
players 2 to 4
deck of 2
2 decks of 5 assumed
color: a, 1..3
some b: c
each color
2 x a, 2..4
1 x b with c: d, e
written a b (c)
group g: a, b
table t
1: a
choice c: d
word w, v
a w if b
each rulebook says
card a "A"
cards 1..3
worth 2
short "s"
played
option o 1 from 0 to 2
reading r "R"
yes "y"
no 1 "n"
default yes
counter c
mark m of a player until b c
call x said y
moment m of the n "M" from R "S"
window w on the x
beside a, b
until c d
always
l "L" before m from R
replace l
remove l
a may b, if c or d and not e -> f of the g
a may not b, unless c
a should not b
a must b
unruled whether a may b, if c
-> a
-> a of b, if c
if a -> b
if a
otherwise if b
otherwise
do this
in m
without card x
without house rule x
house rule h "H" off
requires a
over b
with h
with r is yes
if (a or b) and c is not d
# remark
""".splitlines()


def reads(text: str) -> None:
    """The text gives a tree, or faults that lie within it."""
    try:
        book = parse(text, "x.rules")
    except Faulty as faulty:
        faults = faulty.diagnostics
    else:
        assert isinstance(book, Book)
        return
    assert faults
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for fault in faults:
        assert fault.sentence
        assert fault.code.startswith("P")
        assert fault.span is not None
        assert 1 <= fault.span.line <= fault.span.end_line <= len(lines)
        assert 1 <= fault.span.column <= len(lines[fault.span.line - 1]) + 1
        assert fault.span.end_column <= len(lines[fault.span.end_line - 1]) + 1
        # No word of the parser's: its names for things are in capitals.
        assert not {"_NL", "_INDENT", "_DEDENT", "$END", "NAME", "STRING", "NUMBER"} & set(fault.sentence.split())


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A stretch of a rulebook after some edits of lines and characters."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    start = draw(st.integers(0, max(0, len(lines) - 12)))
    rows = lines[:3] + lines[start : start + draw(st.integers(5, 40))]
    for _ in range(draw(st.integers(1, 5))):
        edit = draw(st.sampled_from(["delete", "double", "swap", "indent", "piece", "cut", "sign", "word"]))
        place = draw(st.integers(0, len(rows) - 1))
        row = rows[place]
        column = draw(st.integers(0, max(0, len(row) - 1)))
        if edit == "delete" and len(rows) > 1:
            del rows[place]
        elif edit == "double":
            rows.insert(place, row)
        elif edit == "swap":
            other = draw(st.integers(0, len(rows) - 1))
            rows[place], rows[other] = rows[other], row
        elif edit == "indent":
            rows[place] = " " * draw(st.integers(0, 7)) + row.lstrip()
        elif edit == "piece":
            rows.insert(place, " " * draw(st.sampled_from([0, 2, 4, 6])) + draw(st.sampled_from(PIECES)))
        elif edit == "cut":
            rows[place] = row[:column]
        elif edit == "sign":
            rows[place] = row[:column] + draw(st.sampled_from(SIGNS)) + row[column + draw(st.integers(0, 1)) :]
        elif row.split():
            words = row.split(" ")
            words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from(row.split())))
            rows[place] = " ".join(words)
    return "\n".join(rows)


@settings(max_examples=400)
@given(edited())
def test_an_edited_rulebook(text: str) -> None:
    reads(text)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from(PIECES)), max_size=14))
def test_lines_in_any_order(rows: list[tuple[int, str]]) -> None:
    reads('rulebook a "A"\n' + "\n".join("  " * depth + row for depth, row in rows))


@settings(max_examples=300)
@given(
    st.lists(st.lists(st.sampled_from(" ".join(PIECES).split()), min_size=1, max_size=9), max_size=6), st.integers(0, 2)
)
def test_words_in_any_order(rows: list[list[str]], depth: int) -> None:
    above = ['rulebook a "A"', "moment m", "  l"][: depth + 1]
    reads("\n".join([*above, *("  " * depth + " ".join(row) for row in rows)]))


@given(st.text(max_size=200))
@example("\ud800")
@example("a\x0bb")
@example('rulebook a "A"\ncall \u2028x')
@example('rulebook a "A"\n\x0c')
@example('rulebook a "A"\n  \t \n\t# x\ncall b')
def test_any_text(text: str) -> None:
    reads(text)
    reads('rulebook a "A"\n' + text)


HEAD = 'rulebook a "A"\n'
LINE = HEAD + "moment m\n  l\n    "


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "call " + "a" * 10_000_000,
        HEAD + "(" * 10_000_000,
        LINE + "if " + "(" * 3_000 + "a" + ")" * 3_000 + " -> b",
        LINE + "if " + "not " * 2_000 + "a -> b",
        LINE + "if " + "not (" * 900 + "a" + ")" * 900 + " -> b",
        HEAD + "".join(" " * depth + "with a\n" for depth in range(4_000)),
        HEAD + "moment m\n  l\n" + "".join(" " * depth + "if a\n" for depth in range(4, 3_000)),
        LINE + "if a -> b\n" + "    otherwise if a -> b\n" * 5_000,
        LINE + "if " + " or ".join(["a"] * 2_400) + " -> b",
        HEAD + "choice c: " + ", ".join(["0..999"] * 1_200),
        HEAD + "choice c: 0..999\n" * 3_000,
        HEAD + "choice c: " + "9" * 9_000 + ".." + "9" * 9_001,
        HEAD + "players " + "9" * 5_000 + " to 4",
        HEAD + "nonsense\n" * 50_000,
        HEAD + 'house rule a "A" on\n' + "  nonsense\n" * 8_000,
        HEAD + "\ncall x" * 15_000,
        "\0" * 1_000,
        "".join(map(chr, range(256))) * 50,
        "\n" * 900_000,
    ],
    ids=lambda text: repr(text[:40]),
)  # fmt: skip
def test_what_is_huge_or_deep(text: str) -> None:
    reads(text)
