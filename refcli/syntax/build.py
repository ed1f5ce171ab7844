"""From Lark's parse of one top-level item to the syntax tree, with the faults that a grammar can't see.

The only module that loads Lark at once; `parse` imports it when there is something to parse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import ClassVar

from lark import Lark, Token, Tree
from lark.indenter import Indenter

from refcli.diagnostics import Diagnostic
from refcli.resources import grammar
from refcli.syntax import complaints, tree
from refcli.text import Span

Node = Tree[Token]

LONGEST_RANGE = 1000
"""A range that names more than this is a slip of the pen."""

_MOST_NAMES = 100_000  # in all ranges of a rulebook, so that a small file can't fill the memory
_LONGEST_NUMBER = 9  # digits

_BE = ("is", "are", "was", "were")
_CLAUSES = ("whose", "that", "which", "who")


_WORDS = ("NAME", "NUMBER")
_LAYOUT = ("_NL", "_INDENT", "_DEDENT")


class _Blocks(Indenter):
    """Turns the blanks at the beginning of lines into blocks."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = []
    CLOSE_PAREN_types: ClassVar[list[str]] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@cache
def parser() -> Lark:
    """The parser of one top-level item, made at first use: that takes longer than to read a rulebook."""
    return Lark(
        grammar("rulebook.lark"),
        parser="lalr",
        start="chunk",
        postlex=_Blocks(),
        # A node ends with its last word: the line's end and the dedent behind it are not part of it.
        propagate_positions=lambda node: not (isinstance(node, Token) and node.type in _LAYOUT),
        maybe_placeholders=False,
    )


class Builder:
    """Builds the items of one rulebook. `faults` collects what is wrong with them."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.faults: list[Diagnostic] = []
        self._above = 0  # lines before the item that is being built
        self._named = 0  # names that ranges have spelled out

    def item(self, node: Node, lines_above: int) -> tree.Item:
        """The item whose parse is `node`; it begins below `lines_above` lines of the file."""
        self._above = lines_above
        return self._item(node)

    def heading(self, node: Node, lines_above: int) -> tuple[tree.Word, tree.Text]:
        """The name and title of `rulebook NAME "title"`."""
        self._above = lines_above
        return self._name(node), self._must_text(node)

    # ------------------------------------------------------------ pieces

    def _span(self, node: Node | Token) -> Span:
        place = node if isinstance(node, Token) else node.meta
        line, end_line = (place.line or 1) + self._above, (place.end_line or 1) + self._above
        return Span(self.path, line, place.column or 1, end_line, place.end_column or 1)

    def _word(self, token: Token) -> tree.Word:
        word = tree.Word(str(token), self._span(token))
        if token.type == "NUMBER" and len(token) > _LONGEST_NUMBER:
            self.faults.append(complaints.long_number(word.span, _LONGEST_NUMBER))
        return word

    def _words(self, node: Node) -> tuple[tree.Word, ...]:
        return tuple(self._word(token) for token in _tokens(node, *_WORDS))

    def _phrase(self, node: Node) -> tree.Phrase:
        words = self._words(node)
        first, last = words[0].span, words[-1].span
        return tree.Phrase(words, Span(self.path, first.line, first.column, last.end_line, last.end_column))

    def _name(self, node: Node) -> tree.Word:
        return self._word(next(_tokens(node, "NAME")))

    def _numbers(self, node: Node) -> list[tree.Word]:
        return [self._word(token) for token in _tokens(node, "NUMBER")]

    def _text(self, node: Node) -> tree.Text | None:
        return next((tree.Text(str(t)[1:-1], self._span(t)) for t in _tokens(node, "STRING")), None)

    def _must_text(self, node: Node) -> tree.Text:
        text = self._text(node)
        assert text is not None, "the grammar demands a sentence here"
        return text

    def _cite(self, node: Node) -> tree.Cite | None:
        cite = _child(node, "cite")
        return None if cite is None else tree.Cite(self._name(cite), self._text(cite), self._span(cite))

    def _name_in(self, node: Node, kind: str) -> tree.Word | None:
        child = _child(node, kind)
        return None if child is None else self._words(child)[0]

    def _phrase_in(self, node: Node, kind: str) -> tree.Phrase | None:
        child = _child(node, kind)
        return None if child is None else self._phrase(child)

    def _names(self, node: Node) -> tree.Names:
        """The `names` below `node`, with every range spelled out."""
        names = _child(node, "names")
        assert names is not None
        items: list[tree.Word] = []
        for entry in _children(names):
            if entry.data == "entry":
                items.extend(self._words(entry))
            else:
                items.extend(self._range(entry))
        return tree.Names(tuple(items), self._span(names))

    def _range(self, node: Node) -> Iterator[tree.Word]:
        low, high = self._numbers(node)
        span = self._span(node)
        if max(len(low.text), len(high.text)) > _LONGEST_NUMBER:
            return
        first, last = int(low.text), int(high.text)
        if first > last:
            self.faults.append(complaints.backward_range(span, low.text, high.text))
            return
        self._named += last - first + 1
        if last - first >= LONGEST_RANGE or self._named > _MOST_NAMES:
            self.faults.append(complaints.long_range(span, last - first + 1, LONGEST_RANGE))
        else:
            yield from (tree.Word(str(number), span) for number in range(first, last + 1))

    # ------------------------------------------------------------ conditions

    def _condition(self, node: Node) -> tree.Condition:
        span = self._span(node)
        if node.data == "any_of":
            return tree.AnyOf(tuple(self._condition(part) for part in _children(node)), span)
        if node.data == "all_of":
            return tree.AllOf(tuple(self._condition(part) for part in _children(node)), span)
        if node.data == "negated":
            return tree.Not(self._condition(next(_children(node))), span)
        phrase = self._phrase(node)
        if (first := phrase.words[0]).text in ("and", "or"):
            self.faults.append(complaints.second_joint(first.span, first.text))
        for word in phrase.words:
            if word.text in ("if", "unless", "otherwise"):
                self.faults.append(complaints.second_condition(word.span, word.text))
        positive = _without_not(phrase)
        fact = tree.Fact(positive or phrase, span)
        return fact if positive is None else tree.Not(fact, span)

    def _when(self, node: Node) -> tree.Condition | None:
        clause = _child(node, "if", "unless")
        if clause is None:
            return None
        condition = self._condition(next(_children(clause)))
        return condition if clause.data == "if" else tree.Not(condition, self._span(clause))

    # ------------------------------------------------------------ statements

    def _arrow(self, node: Node) -> tree.Arrow:
        return tree.Arrow(self._name(node), self._phrase_in(node, "toward"), self._span(node))

    def _arrow_in(self, node: Node) -> tree.Arrow | None:
        arrow = _child(node, "arrow")
        return None if arrow is None else self._arrow(arrow)

    def _statement(self, node: Node) -> tree.Statement:
        span = self._span(node)
        if node.data == "rule":
            who, modal, act, *_ = _children(node)
            said = str(modal.data).replace("_", " ")
            first = next(_tokens(act, *_WORDS))
            if said == "must" and first == "not":
                self.faults.append(complaints.must_not(self._span(first)))
            return tree.Rule(self._phrase(who), said, self._phrase(act), self._when(node), self._arrow_in(node), span)
        if node.data == "unruled":
            who, act, *_ = _children(node)
            return tree.Unruled(self._phrase(who), self._phrase(act), self._when(node), span)
        if node.data == "step":
            first = next(_tokens(next(_children(node)), *_WORDS))
            if first == "otherwise":
                self.faults.append(complaints.lone_otherwise(span))
            elif first in ("may", "must", "should"):
                self.faults.append(complaints.nobody(self._span(first), first))
            return tree.Step(self._phrase(next(_children(node))), self._when(node), span)
        if node.data == "go":
            return tree.Go(self._arrow(next(_children(node))), self._when(node), span)
        branches = tuple(
            (self._condition(next(_children(way))), self._way(way)) for way in _children(node) if way.data == "way"
        )
        last = _child(node, "otherwise")
        return tree.If(branches, None if last is None else self._way(last), span)

    def _way(self, node: Node) -> tuple[tree.Statement, ...]:
        """The block below `if …` or `otherwise`, or the arrow on the same line."""
        *_, body = _children(node)
        if body.data == "arrow_way":
            arrow = self._arrow(next(_children(body)))
            return (tree.Go(arrow, None, arrow.span),)
        return tuple(self._statement(statement) for statement in _children(body))

    # ------------------------------------------------------------ lines

    def _line(self, node: Node) -> tree.Line:
        first, *others = (child for child in node.children if isinstance(child, Token))
        edit = {"line": "add", "quote": "cite"}.get(str(node.data), str(node.data))
        name = self._word(first if edit == "add" else others[0])
        sentence = self._text(node)
        if name.text in ("if", "otherwise", "unless") and sentence is None:
            self.faults.append(complaints.rule_for_line(name.span))
        place = _child(node, "place")
        body = _child(node, "body")
        return tree.Line(
            name,
            edit,
            sentence,
            None if place is None else (str(place.children[0]), self._name(place)),
            self._cite(node),
            () if body is None else tuple(self._statement(statement) for statement in _children(body)),
            self._span(node),
        )

    def _lines(self, node: Node) -> tuple[tree.Line, ...]:
        return tuple(
            self._line(child) for child in _children(node) if child.data in ("line", "replace", "remove", "quote")
        )

    # ------------------------------------------------------------ items

    def _item(self, node: Node) -> tree.Item:
        make: Callable[[Node], tree.Item] = getattr(self, f"_make_{node.data}")
        return make(node)

    def _items(self, node: Node) -> tuple[tree.Item, ...]:
        return tuple(self._item(child) for child in _children(node) if hasattr(self, f"_make_{child.data}"))

    def _make_source(self, node: Node) -> tree.Source:
        return tree.Source(self._name(node), self._must_text(node), self._span(node))

    def _make_extends(self, node: Node) -> tree.Extends:
        return tree.Extends(self._words(node), self._span(node))

    def _make_seats(self, node: Node) -> tree.Seats:
        low, high = self._numbers(node)
        return tree.Seats(low, high, self._span(node))

    def _make_deck(self, node: Node) -> tree.Deck:
        *packs, total = self._numbers(node)
        counts: list[tree.Count] = []
        for child in _children(node):
            if child.data == "count":
                counts.append(self._count(child, None))
            elif child.data == "each":
                each = self._name(child)
                counts.extend(self._count(count, each) for count in _children(child))
        written = [child for child in _children(node) if child.data == "written"]
        for again in written[1:]:
            self.faults.append(complaints.twice(self._span(again), "deck", "written", self._span(written[0])))
        return tree.Deck(
            total,
            packs[0] if packs else None,
            next(_tokens(node, "ASSUMED"), None) is not None,
            self._cite(node),
            tuple(self._attribute(child) for child in _children(node) if child.data == "attribute"),
            tuple(counts),
            self._written(written[0]) if written else None,
            self._span(node),
        )

    def _attribute(self, node: Node) -> tree.AttributeDecl:
        kind = "".join(_tokens(node, "SOME", "UNSAID"))
        return tree.AttributeDecl(self._name(node), kind, self._names(node), self._span(node))

    def _count(self, node: Node, each: tree.Word | None) -> tree.Count:
        copies = _child(node, "copies")
        pair = None if copies is None else (self._name(copies), self._names(copies))
        return tree.Count(self._numbers(node)[0], self._names(node), each, pair, self._span(node))

    def _written(self, node: Node) -> tree.Written:
        parts = tuple((word, part.data == "bracketed") for part in _children(node) for word in self._words(part))
        return tree.Written(parts, self._span(node))

    def _make_group(self, node: Node) -> tree.Group:
        return tree.Group(self._name(node), self._names(node), self._text(node), self._span(node))

    def _make_table(self, node: Node) -> tree.Table:
        rows = tuple((self._numbers(row)[0], self._names(row)) for row in _children(node))
        return tree.Table(self._name(node), self._text(node), rows, self._span(node))

    def _make_choice(self, node: Node) -> tree.ChoiceDecl:
        return tree.ChoiceDecl(self._name(node), self._names(node), self._span(node))

    def _make_word(self, node: Node) -> tree.WordDecl:
        definition = _child(node, "definition")
        subject, condition = None, None
        if definition is not None:
            described, meaning = _children(definition)
            subject, condition = self._phrase(described), self._condition(meaning)
        return tree.WordDecl(
            self._words(node), self._text(node), self._cite(node), subject, condition, self._span(node)
        )

    def _make_card(self, node: Node) -> tree.CardDecl:
        worths = [child for child in _children(node) if child.data == "worth"]
        for again in worths[1:]:
            self.faults.append(complaints.twice(self._span(again), "card", "worth", self._span(worths[0])))
        shorts = tuple(
            tree.Text(str(token)[1:-1], self._span(token))
            for child in _children(node)
            if child.data == "short"
            for token in _tokens(child, "STRING")
        )
        return tree.CardDecl(
            self._names(node),
            self._text(node),
            self._cite(node),
            self._phrase_in(worths[0], "value") if worths else None,
            shorts,
            self._lines(node),
            self._span(node),
        )

    def _make_option(self, node: Node) -> tree.OptionDecl:
        default, low, high = self._numbers(node)
        return tree.OptionDecl(self._name(node), default, low, high, self._text(node), self._span(node))

    def _make_reading(self, node: Node) -> tree.ReadingDecl:
        name, span = self._name(node), self._span(node)
        defaults = [child for child in _children(node) if child.data == "default"]
        if not defaults:
            self.faults.append(complaints.no_default(name.span, name.text))
        for again in defaults[1:]:
            self.faults.append(complaints.twice(self._span(again), "reading", "default", self._span(defaults[0])))
        return tree.ReadingDecl(
            name,
            self._must_text(node),
            self._cite(node),
            tuple(self._candidate(child) for child in _children(node) if child.data == "candidate"),
            self._name(defaults[0]) if defaults else name,
            span,
        )

    def _candidate(self, node: Node) -> tree.Candidate:
        number = next(iter(self._numbers(node)), None)
        return tree.Candidate(self._name(node), number, self._must_text(node), self._span(node))

    def _make_counter(self, node: Node) -> tree.CounterDecl:
        return tree.CounterDecl(
            self._name(node),
            _child(node, "of_player") is not None,
            self._name_in(node, "written_as"),
            self._name_in(node, "until_moment"),
            self._text(node),
            self._span(node),
        )

    def _make_mark(self, node: Node) -> tree.MarkDecl:
        return tree.MarkDecl(
            self._name(node),
            _child(node, "of_player") is not None,
            self._phrase_in(node, "until_event"),
            self._text(node),
            self._span(node),
        )

    def _make_call(self, node: Node) -> tree.CallDecl:
        said = _child(node, "said")
        return tree.CallDecl(self._name(node), () if said is None else self._words(said), self._span(node))

    def _make_moment(self, node: Node) -> tree.Moment:
        return tree.Moment(
            self._name(node),
            self._phrase_in(node, "of_whom"),
            self._text(node),
            self._cite(node),
            self._lines(node),
            self._span(node),
        )

    def _make_window(self, node: Node) -> tree.Window:
        name = self._name(node)
        opens = [child for child in _children(node) if child.data in ("beside", "until", "always")]
        if not opens:
            self.faults.append(complaints.never_open(name.span, name.text))
        for again in opens[1:]:
            self.faults.append(
                complaints.twice(self._span(again), "window", str(again.data), self._span(opens[0]), "when it is open")
            )
        how = opens[0] if opens else None
        return tree.Window(
            name,
            self._phrase_in(node, "on_whom"),
            self._text(node),
            self._cite(node),
            "always" if how is None else str(how.data),
            self._words(how) if how is not None and how.data == "beside" else (),
            self._phrase(how) if how is not None and how.data == "until" else None,
            self._lines(node),
            self._span(node),
        )

    def _make_change(self, node: Node) -> tree.Change:
        beside = tuple(word for child in _children(node) if child.data == "beside" for word in self._words(child))
        return tree.Change(self._name(node), self._lines(node), beside, self._span(node))

    def _make_removal(self, node: Node) -> tree.Removal:
        kind, name = (child for child in node.children if isinstance(child, Token))
        return tree.Removal(" ".join(kind.split()), self._word(name), self._span(node))

    def _make_house(self, node: Node) -> tree.House:
        needs = tuple((str(child.children[0]), self._words(child)) for child in _children(node) if child.data == "need")
        return tree.House(
            self._name(node),
            self._must_text(node),
            next(_tokens(node, "ON"), None) is not None,
            self._cite(node),
            needs,
            self._items(node),
            self._span(node),
        )

    def _make_together(self, node: Node) -> tree.With:
        return tree.With(self._name(node), self._name_in(node, "setting"), self._items(node), self._span(node))


def _tokens(node: Node, *kinds: str) -> Iterator[Token]:
    """The words right below `node` that are of these kinds."""
    return (child for child in node.children if isinstance(child, Token) and child.type in kinds)


def _children(node: Node) -> Iterator[Node]:
    return (child for child in node.children if isinstance(child, Tree))


def _child(node: Node, *kinds: str) -> Node | None:
    return next((child for child in _children(node) if child.data in kinds), None)


def _without_not(phrase: tree.Phrase) -> tree.Phrase | None:
    """`player is called` for `player is not called`; None where nothing is denied, or only within a clause.

    `player has a card whose color is not …` says something of the card: its `not` stays a word of the phrase.
    """
    for place, word in enumerate(phrase.words[:-1]):
        if word.text in _CLAUSES:
            return None
        if word.text in _BE and phrase.words[place + 1].text == "not":
            rest = phrase.words[: place + 1] + phrase.words[place + 2 :]
            return tree.Phrase(rest, phrase.span)
    return None
