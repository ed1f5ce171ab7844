"""What the printer writes, the parser reads: parse(show(book)) is book, apart from spans."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refcli.syntax import tree
from refcli.syntax.parse import parse
from refcli.syntax.printer import show, show_condition, show_statement
from refcli.text import Span

RULEBOOKS = sorted((Path(__file__).resolve().parents[2] / "rulebooks").glob("*.rules"))
S = Span("x", 1, 1, 1, 1)


def bare(node: Any) -> Any:
    """A tree without its spans."""
    if dataclasses.is_dataclass(node):
        fields = (f.name for f in dataclasses.fields(node) if f.name not in ("span", "path"))
        return (type(node).__name__, *(bare(getattr(node, name)) for name in fields))
    return tuple(map(bare, node)) if isinstance(node, tuple) else node


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_the_rulebooks(path: Path) -> None:
    book = parse(path.read_text(encoding="utf-8"), "x")
    assert bare(parse(show(book), "x")) == bare(book)


# ---------------------------------------------------------------- small books

NAME = st.sampled_from(
    ["lion", "bear", "turn", "played", "if-so", "0-pass", "dealer's", "last-card", "call", "deck", "worth", "獅子"]
)
WORDS = [
    *("lion", "turn", "is", "was", "are", "not", "who", "whose", "that", "has", "2", "13"),
    *("at", "least", "the", "next", "player", "call", "with", "on", "x", "in"),
]


def word(text: str) -> tree.Word:
    return tree.Word(text, S)


names = st.builds(word, NAME)
numbers = st.builds(word, st.integers(0, 300).map(str))
sentences = st.builds(tree.Text, st.text("aé “”.,:#()->'", max_size=12), st.just(S))
maybe_sentence = st.none() | sentences
cites = st.none() | st.builds(tree.Cite, names, maybe_sentence, st.just(S))
phrases = st.builds(
    lambda first, rest: tree.Phrase(tuple(map(word, [first, *rest])), S),
    st.sampled_from(["player", "lion", "the", "2"]),
    st.lists(st.sampled_from(WORDS), max_size=5),
)
several = st.lists(names, min_size=1, max_size=3).map(tuple)
lists = st.builds(tree.Names, st.lists(names | numbers, min_size=1, max_size=8).map(tuple), st.just(S))
facts = st.builds(tree.Fact, phrases, st.just(S))


def parts(inner: st.SearchStrategy[tree.Condition]) -> st.SearchStrategy[tuple[tree.Condition, ...]]:
    return st.lists(inner, min_size=2, max_size=3).map(tuple)


conditions: st.SearchStrategy[tree.Condition] = st.recursive(
    facts,
    lambda inner: (
        st.builds(tree.AnyOf, parts(inner), st.just(S))
        | st.builds(tree.AllOf, parts(inner), st.just(S))
        | st.builds(tree.Not, inner, st.just(S))
    ),
    max_leaves=6,
)
when = st.none() | conditions
arrows = st.builds(tree.Arrow, names, st.none() | phrases, st.just(S))
modals = st.sampled_from(["may", "may not", "should not", "must"])
plain = (
    st.builds(tree.Rule, phrases, modals, phrases, when, st.none() | arrows, st.just(S))
    | st.builds(tree.Unruled, phrases, phrases, when, st.just(S))
    | st.builds(tree.Step, phrases, when, st.just(S))
    | st.builds(tree.Go, arrows, when, st.just(S))
)


def bodies(inner: st.SearchStrategy[tree.Statement]) -> st.SearchStrategy[tuple[tree.Statement, ...]]:
    return st.lists(inner, min_size=1, max_size=3).map(tuple)


statements: st.SearchStrategy[tree.Statement] = st.recursive(
    plain,
    lambda inner: st.builds(
        tree.If,
        st.lists(st.tuples(conditions, bodies(inner)), min_size=1, max_size=2).map(tuple),
        st.none() | bodies(inner),
        st.just(S),
    ),
    max_leaves=5,
)
places = st.none() | st.tuples(st.sampled_from(["before", "after"]), names)
lines = st.builds(
    lambda name, edit, sentence, place, cite, body: tree.Line(
        name, edit, *((None, None, None, ()) if edit == "remove" else (sentence, place, cite, body)), S
    ),
    names.filter(lambda name: name.text != "worth"),
    st.sampled_from(["add", "replace", "remove"]),
    maybe_sentence,
    places,
    cites,
    bodies(statements),
)
some_lines = st.lists(lines, max_size=3).map(tuple)
flat = (
    st.builds(tree.Source, names, sentences, st.just(S))
    | st.builds(tree.Extends, several, st.just(S))
    | st.builds(tree.Seats, numbers, numbers, st.just(S))
    | st.builds(
        tree.Deck,
        numbers,
        st.none() | numbers,
        st.booleans(),
        cites,
        st.lists(
            st.builds(tree.AttributeDecl, names, st.sampled_from(["", "some", "unsaid"]), lists, st.just(S)), max_size=2
        ).map(tuple),
        st.lists(
            st.builds(tree.Count, numbers, lists, st.none() | names, st.none() | st.tuples(names, lists), st.just(S)),
            max_size=4,
        ).map(tuple),
        st.none()
        | st.builds(
            tree.Written, st.lists(st.tuples(names, st.booleans()), min_size=1, max_size=3).map(tuple), st.just(S)
        ),
        st.just(S),
    )
    | st.builds(tree.Group, names, lists, maybe_sentence, st.just(S))
    | st.builds(
        tree.Table,
        names,
        maybe_sentence,
        st.lists(st.tuples(numbers, lists), min_size=1, max_size=3).map(tuple),
        st.just(S),
    )
    | st.builds(tree.ChoiceDecl, names, lists, st.just(S))
    | st.builds(tree.WordDecl, several, maybe_sentence, cites, phrases, conditions, st.just(S))
    | st.builds(tree.WordDecl, several, maybe_sentence, cites, st.none(), st.none(), st.just(S))
    | st.builds(
        tree.CardDecl,
        lists,
        maybe_sentence,
        cites,
        st.none() | phrases,
        st.lists(sentences, max_size=2).map(tuple),
        some_lines,
        st.just(S),
    )
    | st.builds(tree.OptionDecl, names, numbers, numbers, numbers, maybe_sentence, st.just(S))
    | st.builds(
        tree.ReadingDecl,
        names,
        sentences,
        cites,
        st.lists(st.builds(tree.Candidate, names, st.none() | numbers, sentences, st.just(S)), max_size=3).map(tuple),
        names,
        st.just(S),
    )
    | st.builds(
        tree.CounterDecl, names, st.booleans(), st.none() | names, st.none() | names, maybe_sentence, st.just(S)
    )
    | st.builds(tree.MarkDecl, names, st.booleans(), st.none() | phrases, maybe_sentence, st.just(S))
    | st.builds(tree.CallDecl, names, st.lists(names, max_size=2).map(tuple), st.just(S))
    | st.builds(
        tree.Moment,
        names,
        st.none() | phrases,
        maybe_sentence,
        cites,
        some_lines,
        st.just(S),
    )
    | st.builds(
        lambda name, sentence, cite, opens, lines: tree.Window(name, None, sentence, cite, *opens, lines, S),
        names,
        maybe_sentence,
        cites,
        st.tuples(st.just("beside"), several, st.none())
        | st.tuples(st.just("until"), st.just(()), phrases)
        | st.just(("always", (), None)),
        some_lines,
    )
    | st.builds(
        tree.Change, names, st.lists(lines, min_size=1, max_size=2).map(tuple), several | st.just(()), st.just(S)
    )
    | st.builds(
        tree.Removal,
        st.sampled_from(["window", "moment", "card", "word", "house rule", "group", "table"]),
        names,
        st.just(S),
    )
)
needs = st.tuples(st.sampled_from(["requires", "excludes", "over"]), several)
items: st.SearchStrategy[tree.Item] = st.recursive(
    flat,
    lambda inner: (
        st.builds(
            tree.House,
            names,
            sentences,
            st.booleans(),
            cites,
            st.lists(needs, max_size=2).map(tuple),
            st.lists(inner, max_size=2).map(tuple),
            st.just(S),
        )
        | st.builds(
            tree.With,
            names,
            st.none() | names | numbers,
            st.lists(inner, min_size=1, max_size=2).map(tuple),
            st.just(S),
        )
    ),
    max_leaves=4,
)
books = st.builds(
    tree.Book, names, sentences, st.booleans(), st.lists(items, max_size=4).map(tuple), st.just("x"), st.just(S)
)


@settings(max_examples=100)
@given(books)
def test_small_books(book: tree.Book) -> None:
    # `is not` is read as a denial wherever it stands, so a tree is compared after it was read once.
    read = parse(show(book), "x")
    assert bare(parse(show(read), "x")) == bare(read)
    if " not " not in show(book):
        assert bare(read) == bare(book)


# ---------------------------------------------------------------- one line


def statement(text: str) -> tree.Statement:
    rows = "\n".join("    " + row for row in text.splitlines())
    (moment,) = parse(f'rulebook a "A"\nmoment m\n  l\n{rows}', "x").items
    assert isinstance(moment, tree.Moment)
    return moment.lines[0].body[0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("player may draw 1 card, if a and (b or c) -> drawn of x", None),
        ("player should not roar, unless the lion sleeps", None),
        ("player must roar, if player is not called", None),
        ("unruled whether player may pass, if nothing is left", None),
        ("close", None),
        ("-> turn of the next player, if a", None),
        ("if a -> turn", None),
        ("close, if not a", "close, unless a"),
        ("close, unless player is called", "close, if player is not called"),
        ("close, if not (a or b)", "close, unless a or b"),
        (
            "if a\n  close\n  open x\notherwise if b -> turn\notherwise\n  roar",
            "if a: close; open x; otherwise if b -> turn; otherwise: roar",
        ),
    ],
)
def test_statements_on_one_line(text: str, shown: str | None) -> None:
    assert show_statement(statement(text)) == (shown or text)


@pytest.mark.parametrize(
    "text",
    [
        "a or b and c",
        "(a or b) and c",
        "a or (b or c)",
        "not (a and b)",
        "not not a",
        "not player can play",
        "the top card is not a lion",
        "player has a card whose color is not its color",
    ],
)
def test_conditions_on_one_line(text: str) -> None:
    step = statement(f"close, if a and ({text})")
    assert isinstance(step, tree.Step)
    assert isinstance(step.when, tree.AllOf)
    assert show_condition(step.when.parts[1]) == text


def test_ranges_are_drawn_together() -> None:
    book = parse('rulebook a "A"\nchoice c: 1, 2, 4..9, lion, 3, 4, 5, 08, 09, 10', "x")
    assert "choice c: 1, 2, 4..9, lion, 3..5, 08, 09, 10\n" in show(book)
