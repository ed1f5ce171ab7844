"""Laws: what is written reads back as the same game, in both forms; no text at all makes the reader fail."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from refcli.record.jsonl import peek_rules_jsonl, read_game_jsonl, split_games_jsonl, write_game_jsonl
from refcli.record.model import Event, Expectation, Game, Hand, Header, Question, Vocabulary
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import RawGame, split_games
from refcli.record.words import OUTCOMES, fold
from refcli.record.writer import write_game
from refcli.text import Span

NOWHERE = Span("", 1, 1, 1, 1)
KINDS = 54

letters = st.characters(categories=["L", "N"], include_characters=" -'.()")
words = st.text(letters, min_size=1, max_size=12).map(lambda text: " ".join(text.split())).filter(bool)
names = words.filter(lambda name: name[0] not in "[?#")
cards = st.lists(st.none() | st.integers(0, KINDS - 1), max_size=6).map(tuple)
some_cards = cards.filter(bool)
counts = st.integers(1, 10_000)
expectations = st.none() | st.builds(
    lambda outcome, rule: Expectation(outcome, NOWHERE, rule),
    st.sampled_from(OUTCOMES),
    st.sampled_from(["", "draw-first"]),
)
extra_keys = st.sampled_from(["date", "event", "table", "Who wrote it", "愛"])


@st.composite
def headers(draw: st.DrawFn, later: bool = False, seats: int = 0) -> Header:
    header = Header()
    if not later:
        header.players = draw(st.lists(names, min_size=2, max_size=5, unique_by=fold))
        seats = len(header.players)
        header.name, header.rules = draw(words | st.just("")), draw(words | st.just(""))
        header.switched_on, header.switched_off = draw(st.lists(words, max_size=3)), draw(st.lists(words, max_size=3))
        header.extra = draw(st.dictionaries(extra_keys, words | st.just(""), max_size=3))
        header.taken_back = draw(st.booleans())
        header.position = draw(st.booleans())
        header.scores = draw(st.dictionaries(st.integers(0, seats - 1), st.integers(-1000, 1000), max_size=3))
    header.dealer = draw(st.none() | st.integers(0, seats - 1))
    hands = draw(st.dictionaries(st.integers(0, seats - 1), st.tuples(cards, expectations), max_size=seats))
    header.hands = {seat: Hand(held, NOWHERE, expect) for seat, (held, expect) in hands.items()}
    if header.position:
        header.top = draw(st.none() | st.integers(0, KINDS - 1))
        header.direction = draw(st.sampled_from([1, -1]))
        header.turn = draw(st.none() | st.integers(0, seats - 1))
        header.draw_pile, header.discard_pile = draw(st.none() | counts), draw(st.none() | counts)
        if draw(st.booleans()):
            header.attributes, header.counters = {"color": 3}, {"debt": draw(counts)}
            header.written = {"color": ("colour", "Blue"), "debt": ("owes", "")}
    else:
        header.start = draw(st.none() | cards)
        expect = draw(expectations)
        if expect and header.start is not None:
            header.expects = {"start": expect}
    return header


@st.composite
def statements(draw: st.DrawFn, seats: int) -> Event | Question:
    seat = st.integers(0, seats - 1)
    verb = draw(
        st.sampled_from(
            str.split(
                "plays chooses draws passes calls shows shows_hand takes takes_back discards has wins score question "
                "reshuffle next_round"
            )
        )
    )
    verb = verb.replace("_", " ")
    if verb == "question":
        answer = draw(st.none() | words)
        return Question(draw(words), NOWHERE, Expectation(answer, NOWHERE) if answer else None)
    event = Event(0, verb, draw(seat), "", NOWHERE)
    if verb in ("plays", "shows", "takes back") or (verb in ("draws", "takes", "discards") and draw(st.booleans())):
        event.cards = draw(some_cards)
    elif verb in ("reshuffle", "shows hand"):
        event.cards = draw(cards)
    elif verb in ("draws", "takes", "discards", "has"):
        event.count = draw(counts)
    event.count = event.count or len(event.cards)
    if verb == "chooses" or (verb == "plays" and draw(st.booleans())):
        event.choices = tuple(draw(st.lists(words, min_size=1, max_size=3)))
    if verb == "calls":
        event.word = draw(st.sampled_from(["last-card", "catch", "challenge", "false-alarm", "odd"]))
        event.target = draw(seat if event.word == "catch" else st.none() | seat)
    if verb == "takes":
        event.target = draw(seat)
    if verb in ("has", "wins", "score"):
        event.target = event.actor
    if verb == "score":
        event.count = draw(st.integers(-1000, 1000))
    if verb in ("reshuffle", "next round"):
        event.actor = None
    if verb == "next round":
        event.header = draw(headers(later=True, seats=seats))
    event.stamp = draw(st.sampled_from(["", "20:14:03", "late #2 => x"]))
    event.expect = draw(expectations)
    return event


@st.composite
def games(draw: st.DrawFn) -> Game:
    header = draw(headers())
    found = draw(st.lists(statements(len(header.players)), max_size=8))
    for number, event in enumerate((s for s in found if isinstance(s, Event)), 1):
        event.number = number
    return Game(header, found, [], "", [], 1)


@st.composite
def begun_games(draw: st.DrawFn) -> Game:
    """Games in which no score stands where it would be one of the header."""
    game = draw(games())
    while game.statements and isinstance(game.statements[0], Event) and game.statements[0].verb == "score":
        del game.statements[0]
    for number, event in enumerate((s for s in game.statements if isinstance(s, Event)), 1):
        event.number = number
    return game


@given(game=begun_games())
def test_what_is_written_reads_back(game: Game, deck: Vocabulary, same: Callable[[Game], Any]) -> None:
    written = write_game(game, deck)
    again = read_game(RawGame("", 1, written.splitlines()), deck)
    assert [f.sentence for f in again.faults if f.severity == "error"] == []
    again.faults = []
    assert same(again) == same(game), written
    assert write_game(again, deck) == written


@given(game=games())
def test_what_is_written_as_json_reads_back(game: Game, deck: Vocabulary, same: Callable[[Game], Any]) -> None:
    lines = write_game_jsonl(game, deck)
    again = read_game_jsonl(RawGame("", 1, lines), deck)
    assert [f.sentence for f in again.faults if f.severity == "error"] == []
    again.faults = []
    assert same(again) == same(game), lines
    assert peek_rules_jsonl(RawGame("", 1, lines))[0] == game.header.rules


PIECES = [
    *str.split(
        "Ann Bo Ann_B players: hand top: start: turn: dealer: score color: owes: next round reshuffle reshuffle: : "
        "plays draws passes calls says catches challenges shows hand: takes back from discards has wins chooses "
        "choosing on uno red 5 blue wild unknown ? => legal illegal (x) # [ ] [9] , , , 2 3 99999 nothing with: "
        "without: rules: game: direction: x date: draw_pile: Ann_plays_red_5 Bo_draws #x"
    ),
    *("\t", "  ", "Ω", "İ", "ß", "\u0301", "²", "٣", "\ud800", "\x1c", "\x85", "\u2028", "\0"),
]
lines = st.lists(st.sampled_from(PIECES), max_size=8).map(lambda pieces: " ".join(pieces).replace("_", " "))
texts = st.lists(lines | st.text(max_size=20).map(lambda text: text.replace("\n", " ")), max_size=12)


def check(game: Game, rows: list[str]) -> None:
    """Every fault and statement has a place within the text, and every fault a sentence."""
    for fault in game.faults:
        assert fault.span is not None
        assert fault.sentence.endswith(".")
        assert fault.help
        assert 1 <= fault.span.line <= len(rows)
        assert 1 <= fault.span.column <= len(rows[fault.span.line - 1]) + 1
        assert fault.span.column < fault.span.end_column
    for statement in game.statements:
        span = statement.span
        assert rows[span.line - 1][span.column - 1 : span.end_column - 1] == (
            statement.text
            if isinstance(statement, Event)
            else rows[span.line - 1][span.column - 1 : span.end_column - 1]
        )


@given(rows=texts, headed=st.booleans())
def test_any_text_is_read(rows: list[str], headed: bool, deck: Vocabulary, same: Callable[[Game], Any]) -> None:
    if headed:
        rows = ["players: Ann, Bo, Ann B", *rows]
    for raw in split_games(rows, "a"):
        peek_rules(raw)
        game = read_game(raw, deck)
        check(game, rows)
        if game.faults or len(game.header.players) < 2:
            continue
        written = write_game(game, deck)
        again = read_game(RawGame("", 1, written.split("\n")), deck)
        assert not again.faults, (written, again.faults)
        assert same(again) == same(game), written


@given(rows=st.lists(st.text(max_size=30).map(lambda text: text.replace("\n", " ")), max_size=6))
def test_any_lines_are_cut_without_loss(rows: list[str]) -> None:
    rows = [row.rstrip("\r\n") for row in rows]
    found = [line for raw in split_games(rows, "a") for line in raw.lines]
    assert found == [row.removeprefix("\ufeff") if i == 0 else row for i, row in enumerate(rows)][: len(found)]
    assert not "".join(rows[len(found) :]).strip()


fields = st.sampled_from(
    str.split(
        "players hands scores start top turn color owes verb player cards count choosing call on from stamp expect "
        "question event header with rules dealer x"
    )
)
scalars = st.sampled_from(
    ["Ann", "Bo", "plays", "draws", "calls", "next round", "score", "red 5", "uno", "", "[x", "x: y"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | scalars | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars | fields, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(fields, values, max_size=6).map(json.dumps)


@given(rows=st.lists(objects | st.text(max_size=20).map(lambda text: text.replace("\n", " ")), max_size=8))
def test_any_objects_are_read(rows: list[str], deck: Vocabulary) -> None:
    rows = ['{"players": ["Ann", "Bo"]}', *rows]
    for raw in split_games_jsonl(rows, "a"):
        peek_rules_jsonl(raw)
        game = read_game_jsonl(raw, deck)
        for fault in game.faults:
            assert fault.span is not None
            assert fault.span.line <= len(rows)
        write_game(game, deck)
        write_game_jsonl(game, deck)
