"""Every construct of the language gives the tree that it says."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from refcli.diagnostics import Faulty
from refcli.syntax import tree
from refcli.syntax.parse import parse
from refcli.syntax.printer import show_condition, show_statement

RULEBOOKS = sorted((Path(__file__).resolve().parents[2] / "rulebooks").glob("*.rules"))
HEAD = 'rulebook lions "The lion game"\n'


def item(text: str) -> Any:
    """The only item of a rulebook."""
    (only,) = parse(HEAD + text, "x.rules").items
    return only


def statements(text: str) -> tuple[tree.Statement, ...]:
    """The rules of a line, each given without indentation."""
    rows = "\n".join("    " + row for row in text.splitlines())
    (line,) = item("moment m\n  l\n" + rows).lines
    return tuple(line.body)


def condition(text: str) -> tree.Condition:
    (step,) = statements(f"close, if {text}")
    assert isinstance(step, tree.Step)
    assert step.when is not None
    return step.when


def texts(words: Any) -> list[str]:
    return [word.text for word in getattr(words, "items", words)]


def test_there_are_rulebooks() -> None:
    assert RULEBOOKS


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.stem)
def test_the_rulebooks_parse(path: Path) -> None:
    book = parse(path.read_text(encoding="utf-8"), str(path))
    assert book.name.text == path.stem
    assert book.items


def test_the_rulebooks_parse_fast() -> None:
    parse(HEAD, "x.rules")
    start = time.process_time()
    for path in RULEBOOKS:
        parse(path.read_text(encoding="utf-8"), str(path))
    assert time.process_time() - start < 2


# ---------------------------------------------------------------- text and heading


def test_the_heading() -> None:
    book = parse('# a remark\n\nrulebook lions "The lion game" # another\npart\n', "x.rules")
    assert (book.name.text, book.title.text, book.part, book.items) == ("lions", "The lion game", True, ())
    assert book.path == "x.rules"
    assert not parse(HEAD, "x.rules").part


def test_line_ends_and_byte_order_marks_make_no_difference() -> None:
    plain = HEAD + "moment m\n  l\n    close\n"
    assert parse("\ufeff" + plain.replace("\n", "\r\n"), "x") == parse(plain, "x")
    assert parse(plain.replace("\n", "\r"), "x") == parse(plain, "x")
    assert parse(plain.rstrip(), "x") == parse(plain, "x")


def test_remarks_and_blank_lines_may_stand_anywhere() -> None:
    text = "moment m # a\n\n# b\n  l # c\n\t\n      # d\n    close # e\n  # f\n\t# g\n    open x\n# h"
    assert [show_statement(s) for s in item(text).lines[0].body] == ["close", "open x"]


def test_spans_are_exact() -> None:
    moment = item('moment m of the lion "A moment."\n  l "A line." # remark\n    player may roar -> m of the lion\n\n')
    assert str(moment.span) == "x.rules:2:1"
    assert (moment.span.end_line, moment.span.end_column) == (4, 37)
    assert (moment.role.span.column, moment.role.span.end_column) == (13, 21)
    assert (moment.sentence.span.column, moment.sentence.span.end_column) == (22, 33)
    (rule,) = moment.lines[0].body
    assert (rule.span.line, rule.span.column, rule.span.end_line, rule.span.end_column) == (4, 5, 4, 37)
    assert (rule.act.span.column, rule.act.span.end_column) == (16, 20)
    assert (rule.arrow.span.column, rule.arrow.span.end_column) == (21, 37)
    assert rule.arrow.moment.span.column == 24


# ---------------------------------------------------------------- items


def test_source_extends_players() -> None:
    source = item('source R "The rules"')
    assert (source.key.text, source.title.text) == ("R", "The rules")
    assert texts(item("extends basics and points").names) == ["basics", "points"]
    seats = item("players 2 to 10")
    assert (seats.low.text, seats.high.text) == ("2", "10")


def test_deck() -> None:
    deck = item(
        'deck of 40 assumed from R "The box"\n  mood: glad, grim\n  some hat: big\n  unsaid mark: a, b\n  each mood\n'
        "    1 x 0\n    2 x 1..3, lion\n  4 x tiger with mark: a, b\n  written mood of face (hat)"
    )
    assert (deck.total.text, deck.packs, deck.assumed) == ("40", None, True)
    assert (deck.cite.key.text, deck.cite.place.text) == ("R", "The box")
    assert [(a.name.text, a.kind, texts(a.values)) for a in deck.attributes] == [
        ("mood", "", ["glad", "grim"]),
        ("hat", "some", ["big"]),
        ("mark", "unsaid", ["a", "b"]),
    ]
    assert [(c.number.text, texts(c.names), c.each and c.each.text) for c in deck.counts] == [
        ("1", ["0"], "mood"),
        ("2", ["1", "2", "3", "lion"], "mood"),
        ("4", ["tiger"], None),
    ]
    name, copies = deck.counts[2].copies
    assert (name.text, texts(copies)) == ("mark", ["a", "b"])
    assert [(word.text, bracketed) for word, bracketed in deck.written.parts] == [
        ("mood", False),
        ("of", False),
        ("face", False),
        ("hat", True),
    ]


def test_several_packs_and_a_deck_without_block() -> None:
    deck = item("2 decks of 52")
    assert (deck.packs.text, deck.total.text, deck.counts, deck.written) == ("2", "52", (), None)


def test_a_range_is_spelled_out_with_its_own_span() -> None:
    members = item("choice c: 7..10, lion").members
    assert texts(members) == ["7", "8", "9", "10", "lion"]
    assert {(w.span.column, w.span.end_column) for w in members.items[:4]} == {(11, 16)}


def test_group_table_choice() -> None:
    group = item('group cats: lion, tiger "With claws."')
    assert (group.name.text, texts(group.members), group.sentence.text) == ("cats", ["lion", "tiger"], "With claws.")
    assert item("group cats: lion").sentence is None
    table = item('table claws "How many."\n  4: lion, tiger\n  0: fish')
    assert [(n.text, texts(names)) for n, names in table.rows] == [("4", ["lion", "tiger"]), ("0", ["fish"])]
    assert texts(item("choice mood: glad, grim").members) == ["glad", "grim"]


def test_word() -> None:
    word = item('word fits, fit "What fits." from R\n  a card fits if it is a lion or not it has a color')
    assert texts(word.names) == ["fits", "fit"]
    assert word.cite.key.text == "R"
    assert word.cite.place is None
    assert word.subject.text == "a card fits"
    assert show_condition(word.condition) == "it is a lion or not it has a color"
    open_word = item("word fits\n  each rulebook says")
    assert (open_word.subject, open_word.condition, open_word.sentence) == (None, None, None)


def test_card() -> None:
    card = item(
        'card lion "Roars." from R "Lions"\n  worth its face\n  short "l", "+2"\n  short "li"\n'
        '  honest "Only so." before played\n    close\n  played\n    roar\n  replace played\n    roar\n  remove honest'
    )
    assert texts(card.names) == ["lion"]
    assert card.worth.text == "its face"
    assert texts(card.shorts) == ["l", "+2", "li"]
    assert [(line.name.text, line.edit, len(line.body)) for line in card.lines] == [
        ("honest", "add", 1),
        ("played", "add", 1),
        ("played", "replace", 1),
        ("honest", "remove", 0),
    ]
    assert card.lines[1].sentence is None
    kind, before = card.lines[0].place
    assert (kind, before.text) == ("before", "played")


def test_cards_without_sentence_or_block() -> None:
    cards = item("cards 2..4, 9, 0-pass, lion from R")
    assert texts(cards.names) == ["2", "3", "4", "9", "0-pass", "lion"]
    assert (cards.sentence, cards.worth, cards.shorts, cards.lines) == (None, None, (), ())


def test_option() -> None:
    option = item('option penalty 2 from 1 to 10 "Cards."')
    assert [w.text for w in (option.name, option.default, option.low, option.high)] == ["penalty", "2", "1", "10"]
    assert option.sentence.text == "Cards."
    assert item("option penalty 2 from 1 to 10").sentence is None


def test_reading() -> None:
    reading = item('reading may-draw "may draw" from R "Play"\n  yes "So."\n  must 4 "Not so."\n  default must')
    assert (reading.name.text, reading.words.text, reading.default.text) == ("may-draw", "may draw", "must")
    assert [(c.name.text, c.number and c.number.text, c.sentence.text) for c in reading.candidates] == [
        ("yes", None, "So."),
        ("must", "4", "Not so."),
    ]


def test_counter_mark_call() -> None:
    counter = item('counter debt of a player written owes until turn "Owed."')
    assert (counter.of_player, counter.written.text, counter.until.text) == (True, "owes", "turn")
    plain = item("counter debt")
    assert (plain.of_player, plain.written, plain.until, plain.sentence) == (False, None, None, None)
    mark = item('mark called of a player until another player moves "Said."')
    assert (mark.name.text, mark.of_player, mark.until.text) == ("called", True, "another player moves")
    silence = item("mark silence of the table")
    assert (silence.of_player, silence.until, silence.sentence) == (False, None, None)
    assert texts(item("call last-card said hey, ho").said) == ["hey", "ho"]
    assert item("call last-card").said == ()


def test_moment() -> None:
    moment = item('moment drawn of the lion "After." from R "Draw"\n  a\n    close\n  b "B." after a from R\n    close')
    assert (moment.name.text, moment.role.text, moment.sentence.text) == ("drawn", "the lion", "After.")
    first, second = moment.lines
    assert (first.sentence, first.place, first.cite) == (None, None, None)
    assert (second.sentence.text, second.place[0], second.place[1].text, second.cite.key.text) == (
        "B.",
        "after",
        "a",
        "R",
    )
    assert item("moment over").lines == ()


def test_window() -> None:
    beside = item('window w on the suspect "W."\n  beside turn, drawn\n  a\n    close')
    assert (beside.subject.text, beside.opens, texts(beside.beside), beside.until) == (
        "the suspect",
        "beside",
        ["turn", "drawn"],
        None,
    )
    until = item("window w\n  until another player moves")
    assert (until.opens, until.until.text, until.beside, until.lines) == ("until", "another player moves", (), ())
    assert item("window w\n  always").opens == "always"


def test_change_and_removal() -> None:
    change = item('in turn\n  beside played\n  replace draw "D." from R\n    close\n  remove play\n  new\n    close')
    assert change.name.text == "turn"
    assert texts(change.beside) == ["played"]
    assert [(line.edit, line.name.text) for line in change.lines] == [
        ("replace", "draw"),
        ("remove", "play"),
        ("add", "new"),
    ]
    for kind in ("window", "moment", "card", "word", "house rule", "group", "table"):
        removal = item(f"without {kind} early")
        assert (removal.kind, removal.name.text) == (kind, "early")


def test_house_rule_and_with() -> None:
    house = item(
        'house rule roaring "Lions roar." on from R\n  requires a, b\n  excludes c\n  over d\n  call roar\n'
        "  with e is 2\n    with f\n      call x\n  in turn\n    a\n      close"
    )
    assert (house.name.text, house.on, house.cite.key.text) == ("roaring", True, "R")
    assert [(kind, texts(names)) for kind, names in house.needs] == [
        ("requires", ["a", "b"]),
        ("excludes", ["c"]),
        ("over", ["d"]),
    ]
    call, outer, change = house.items
    assert isinstance(call, tree.CallDecl)
    assert isinstance(change, tree.Change)
    assert (outer.name.text, outer.value.text) == ("e", "2")
    assert (outer.items[0].name.text, outer.items[0].value) == ("f", None)
    off = item('house rule roaring "Lions roar." off')
    assert (off.on, off.items) == (False, ())


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("modal", ["may", "may not", "should not", "must"])
def test_rules(modal: str) -> None:
    (rule,) = statements(f"any other player {modal} play a card that fits, if it is 1 lion -> turn of the next player")
    assert isinstance(rule, tree.Rule)
    assert (rule.who.text, rule.modal, rule.act.text) == ("any other player", modal, "play a card that fits")
    assert isinstance(rule.when, tree.Fact)
    assert rule.arrow is not None
    assert rule.arrow.of is not None
    assert (rule.arrow.moment.text, rule.arrow.of.text) == ("turn", "the next player")


def test_the_comma_and_the_other_arrow() -> None:
    plain, comma, other = statements("a may b if c -> d\na may b, if c -> d\na may b if c → d")
    assert show_statement(plain) == show_statement(comma) == show_statement(other) == "a may b, if c -> d"


def test_unless_is_not() -> None:
    (rule,) = statements("a may b, unless c or d")
    assert isinstance(rule, tree.Rule)
    assert isinstance(rule.when, tree.Not)
    assert isinstance(rule.when.part, tree.AnyOf)


def test_unruled_steps_and_arrows() -> None:
    unruled, step, go, far = statements(
        "unruled whether player may pass, if nothing is left\nadd 2 to the debt, if a\n"
        "-> turn\n-> turn of player, unless a"
    )
    assert isinstance(unruled, tree.Unruled)
    assert (unruled.who.text, unruled.act.text) == ("player", "pass")
    assert unruled.when is not None
    assert isinstance(step, tree.Step)
    assert step.phrase.text == "add 2 to the debt"
    assert isinstance(go, tree.Go)
    assert (go.arrow.of, go.when) == (None, None)
    assert isinstance(far, tree.Go)
    assert isinstance(far.when, tree.Not)


def test_if_and_otherwise() -> None:
    one, two = statements(
        "if a -> b\notherwise if c -> d of e\notherwise\n  close\n  if f\n    roar\n  open x\nif g\n  close"
    )
    assert isinstance(one, tree.If)
    assert [show_condition(c) for c, _ in one.branches] == ["a", "c"]
    assert isinstance(one.branches[0][1][0], tree.Go)
    assert one.otherwise is not None
    assert [type(s) for s in one.otherwise] == [tree.Step, tree.If, tree.Step]
    assert isinstance(two, tree.If)
    assert two.otherwise is None


@pytest.mark.parametrize(
    "word", ["replace", "remove", "beside", "until", "worth", "short", "played", "call", "on", "with"]
)
def test_keywords_are_plain_words_in_rules(word: str) -> None:
    steps = statements(f"if a\n  close\n{word} the {word} {word}\n{word} may {word} the {word}, if {word} is {word}")
    assert [show_statement(s) for s in steps[1:]] == [
        f"{word} the {word} {word}",
        f"{word} may {word} the {word}, if {word} is {word}",
    ]


NAMES = (
    "open-wild last-resort again jump deal first play win rest call deck option part table word group card moment "
    "window in house with played worth short from on off is may must not and or x to of before after until beside "
    "always said"
)


@pytest.mark.parametrize("name", NAMES.split())
def test_lines_of_a_moment_are_named_freely(name: str) -> None:
    moment = item(f'moment {name}\n  {name} "A."\n    close\n  {name} "B." before {name}\n    -> {name}\n')
    assert [line.name.text for line in moment.lines] == [name, name]


@pytest.mark.parametrize("name", ["8", "0-pass", "draw-2", "dealer's", "l’été", "löwe", "獅子", "शेर", "a--b", "a_b"])
def test_names_in_any_script(name: str) -> None:
    (step,) = statements(f"feed {name} now")
    assert isinstance(step, tree.Step)
    assert texts(step.phrase.words) == ["feed", name, "now"]


# ---------------------------------------------------------------- conditions


def shape(part: tree.Condition) -> str:
    """The tree of a condition with every part in brackets."""
    match part:
        case tree.AnyOf(parts):
            return f"any[{' '.join(map(shape, parts))}]"
        case tree.AllOf(parts):
            return f"all[{' '.join(map(shape, parts))}]"
        case tree.Not(inner):
            return f"not[{shape(inner)}]"
        case tree.Fact(phrase):
            return phrase.text.replace(" ", "_")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", "a"),
        ("a or b and c", "any[a all[b c]]"),
        ("(a or b) and c", "all[any[a b] c]"),
        ("a or b or c", "any[a b c]"),
        ("a or (b or c)", "any[a any[b c]]"),
        ("not a and b", "all[not[a] b]"),
        ("not (a and b)", "not[all[a b]]"),
        ("not not a", "not[not[a]]"),
        ("((a))", "a"),
        ("player is not called", "not[player_is_called]"),
        ("cards are not known or it was not so", "any[not[cards_are_known] not[it_was_so]]"),
        ("nobody is out", "nobody_is_out"),
        ("player may not draw", "player_may_not_draw"),
        (
            "player has a card whose color is not the color in force",
            "player_has_a_card_whose_color_is_not_the_color_in_force",
        ),
        ("its face is at least 2 of the cards that fit", "its_face_is_at_least_2_of_the_cards_that_fit"),
    ],
)
def test_conditions(text: str, expected: str) -> None:
    assert shape(condition(text)) == expected


# ---------------------------------------------------------------- all faults at once


def test_every_fault_is_reported() -> None:
    text = (
        HEAD
        + 'momnet turn\nhouse rule a "A"\n'
        + '  in turn\n    draw "D\n      close\n    play\n      player may roar ->\n  calls x\n'
        + "moment m\n  l\n    close\ngroup g: 9..1\n"
    )
    with pytest.raises(Faulty) as caught:
        parse(text, "x.rules")
    found = [(fault.code, fault.span.line) for fault in caught.value.diagnostics if fault.span]
    assert found == [("P109", 2), ("P111", 3), ("P104", 5), ("P113", 8), ("P109", 9), ("P119", 13)]


def test_a_fault_spoils_no_other_item() -> None:
    with pytest.raises(Faulty) as caught:
        parse(HEAD + "call\nmoment m\n  l\n    close\n  k\n    close\n", "x.rules")
    assert len(caught.value.diagnostics) == 1


def test_a_long_list_of_faults_is_cut() -> None:
    with pytest.raises(Faulty) as caught:
        parse(HEAD + "nonsense\n" * 500, "x.rules")
    assert len(caught.value.diagnostics) == 101
    assert caught.value.diagnostics[-1].code == "P130"
