"""What each header key and each verb is read as."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refcli.record.model import COUNTERCLOCKWISE, Event, Game, Question
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import RawGame

Read = Callable[[str], Game]

ANN, BO, CY, ANN_B = 0, 1, 2, 3
# Kinds of the made-up deck: four colours of thirteen faces, then two without.
RED_0, RED_1, RED_5, GREEN_4, BLUE_7, GREEN_DRAW_TWO, WILD, WILD_FOUR = 0, 1, 5, 30, 46, 38, 52, 53


def events(game: Game) -> list[Event]:
    assert not game.faults, [f"{f.span}: {f.sentence}" for f in game.faults]
    return [s for s in game.statements if isinstance(s, Event)]


@pytest.mark.parametrize(
    ("line", "verb", "actor", "fields"),
    [
        ("Ann plays red 5", "plays", ANN, {"cards": (RED_5,), "count": 1}),
        ("ann PLAYS Red-5", "plays", ANN, {"cards": (RED_5,), "count": 1}),
        ("  Ann\tplays   r5  ", "plays", ANN, {"cards": (RED_5,), "count": 1}),
        ("Ann B plays red 5", "plays", ANN_B, {"cards": (RED_5,), "count": 1}),
        ("ann  b plays red 5", "plays", ANN_B, {"cards": (RED_5,), "count": 1}),
        ("Bo plays Green-Draw-Two", "plays", BO, {"cards": (GREEN_DRAW_TWO,), "count": 1}),
        ("Ann plays red 5, red 5", "plays", ANN, {"cards": (RED_5, RED_5), "count": 2}),
        ("Ann plays unknown", "plays", ANN, {"cards": (None,), "count": 1}),
        ("Ann plays ?", "plays", ANN, {"cards": (None,), "count": 1}),
        ("Ann plays 2 unknown", "plays", ANN, {"cards": (None, None), "count": 2}),
        ("Ann plays wild choosing blue", "plays", ANN, {"cards": (WILD,), "count": 1, "choices": ("blue",)}),
        (
            "Ann plays wild, w4 Choosing Bo ,  Di, red",
            "plays",
            ANN,
            {"cards": (WILD, WILD_FOUR), "count": 2, "choices": ("Bo", "Di", "red")},
        ),
        ("Ann chooses blue", "chooses", ANN, {"choices": ("blue",)}),
        ("Ann chooses nobody, red 5", "chooses", ANN, {"choices": ("nobody", "red 5")}),
        ("Bo draws", "draws", BO, {"count": 1}),
        ("Bo draws 2", "draws", BO, {"count": 2}),
        ("Bo draws 2 cards", "draws", BO, {"count": 2}),
        ("Bo draws unknown", "draws", BO, {"cards": (None,), "count": 1}),
        ("Bo draws 3 unknown", "draws", BO, {"cards": (None,) * 3, "count": 3}),
        ("Bo draws blue 7, 1 unknown", "draws", BO, {"cards": (BLUE_7, None), "count": 2}),
        ("Bo passes", "passes", BO, {}),
        ("Ann calls uno", "calls", ANN, {"word": "last-card"}),
        ("Ann says UNO", "calls", ANN, {"word": "last-card"}),
        ("Ann calls false  alarm", "calls", ANN, {"word": "false-alarm"}),
        ("Ann calls false alarm on Ann B", "calls", ANN, {"word": "false-alarm", "target": ANN_B}),
        ("Ann calls on on on", "calls", ANN, {"word": "odd"}),
        ("Ann calls on on on on Bo", "calls", ANN, {"word": "odd", "target": BO}),
        ("Cy calls catch on ann", "calls", CY, {"word": "catch", "target": ANN}),
        ("Cy catches Ann", "calls", CY, {"word": "catch", "target": ANN}),
        ("Bo challenges Ann", "calls", BO, {"word": "challenge", "target": ANN}),
        ("Bo challenges", "calls", BO, {"word": "challenge"}),
        ("Ann shows red 5, red 1", "shows", ANN, {"cards": (RED_5, RED_1), "count": 2}),
        ("Ann shows hand: red 5, wild", "shows hand", ANN, {"cards": (RED_5, WILD), "count": 2}),
        ("Ann shows Hand : nothing", "shows hand", ANN, {}),
        ("Bo takes back red 1", "takes back", BO, {"cards": (RED_1,), "count": 1}),
        ("Ann takes red 5 from Bo", "takes", ANN, {"cards": (RED_5,), "count": 1, "target": BO}),
        ("Ann takes 1 from Ann B", "takes", ANN, {"count": 1, "target": ANN_B}),
        ("Ann takes from Bo", "takes", ANN, {"count": 1, "target": BO}),
        ("Ann takes unknown from Bo", "takes", ANN, {"cards": (None,), "count": 1, "target": BO}),
        ("Ann discards red 1, red 0", "discards", ANN, {"cards": (RED_1, RED_0), "count": 2}),
        ("Ann discards 3", "discards", ANN, {"count": 3}),
        ("Ann has 3", "has", ANN, {"count": 3, "target": ANN}),
        ("Ann has 3 cards", "has", ANN, {"count": 3, "target": ANN}),
        ("Ann has 1 card", "has", ANN, {"count": 1, "target": ANN}),
        ("Ann has no cards", "has", ANN, {"target": ANN}),
        ("Ann wins", "wins", ANN, {"target": ANN}),
        ("reshuffle", "reshuffle", None, {}),
        ("Reshuffle: red 5, 2 unknown", "reshuffle", None, {"cards": (RED_5, None, None), "count": 3}),
    ],
)
def test_an_event(table: Read, line: str, verb: str, actor: int | None, fields: dict[str, object]) -> None:
    (event,) = events(table(line))
    assert (event.verb, event.actor, event.number, event.text) == (verb, actor, 1, line.strip())
    expected: dict[str, object] = {"cards": (), "count": 0, "choices": (), "word": "", "target": None} | fields
    assert {name: getattr(event, name) for name in expected} == expected
    start = len(line) - len(line.lstrip()) + 1
    assert (event.span.line, event.span.column, event.span.end_column) == (3, start, start + len(line.strip()))


def test_choices_have_places(table: Read) -> None:
    (event,) = events(table("[1] Ann plays wild  choosing Bo,   red => legal"))
    assert [(s.column, s.end_column) for s in event.choice_spans] == [(30, 32), (36, 39)]


def test_a_score_is_a_claim_behind_the_first_event(table: Read) -> None:
    game = table("score Ann: 310\nAnn passes\nScore Ann B: -127 => impossible")
    event = events(game)[1]
    assert game.header.scores == {ANN: 310}
    assert (event.verb, event.actor, event.target, event.count) == ("score", ANN_B, ANN_B, -127)
    assert event.expect is not None
    assert event.expect.text == "impossible"


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("game: The long one", "name", "The long one"),
        ("rules: ../house/kitchen.rules", "rules", "../house/kitchen.rules"),
        ("with: stacking, uno-penalty  4", "switched_on", ["stacking", "uno-penalty 4"]),
        ("with: stacking\nwith: jump-in", "switched_on", ["stacking", "jump-in"]),
        ("without: jump-in,", "switched_off", ["jump-in"]),
        ("dealer: cy", "dealer", 2),
        ("start: green 4", "start", (GREEN_4,)),
        ("start: w4, unknown, red 5", "start", (WILD_FOUR, None, RED_5)),
        ("start: none", "start", ()),
        ("Illegal  Plays: Taken Back", "taken_back", True),
        ("illegal plays: stand", "taken_back", False),
        ("top: wild draw four", "top", WILD_FOUR),
        ("top: unknown", "top", None),
        ("top: wild\ncolor: Blue", "attributes", {"color": 3}),
        ("top: wild\ncolour: blue", "written", {"color": ("colour", "blue")}),
        ("owes: 4\ntop: wild", "counters", {"debt": 4}),
        ("top: wild\ndirection: counterclockwise", "direction", COUNTERCLOCKWISE),
        ("top: wild\ndirection: Right", "direction", COUNTERCLOCKWISE),
        ("top: wild\ndirection: left", "direction", 1),
        ("top: wild\nturn: Ann B", "turn", 3),
        ("top: wild\nDraw-Pile: 20", "extra", {"Draw-Pile": "20"}),
        ("top: wild\ndraw  pile: 20", "draw_pile", 20),
        ("top: wild\ndiscard pile: 0", "discard_pile", 0),
        ("score Ann B: -5", "scores", {3: -5}),
        ("date: 2024-05-01  # a Wednesday", "extra", {"date": "2024-05-01"}),
        ("event: Club night: finals", "extra", {"event": "Club night: finals"}),
        ("table: kitchen\ntable: hall", "extra", {"table": "kitchen, hall"}),
        ("note:", "extra", {"note": ""}),
    ],
)
@pytest.mark.parametrize("order", ["{}\n{}", "{1}\n{0}"])
def test_a_header_key(read: Read, order: str, line: str, field: str, value: object) -> None:
    game = read(order.format("players: Ann, Bo, Cy, Ann B", line))
    assert [f.sentence for f in game.faults if f.severity == "error"] == []
    assert getattr(game.header, field) == value


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("red 5, wild, r0", (RED_5, WILD, RED_0)),
        ("red 5, 3 unknown", (RED_5, None, None, None)),
        ("4 unknown", (None,) * 4),
        ("unknown, ?", (None, None)),
        ("2 cards", (None, None)),
        ("1 unknown card", (None,)),
        ("7", (None,) * 7),
        ("nothing", ()),
        ("none", ()),
    ],
)
def test_a_hand(table: Read, hand: str, cards: tuple[int | None, ...]) -> None:
    game = table(f"Hand ann b: {hand} => impossible")
    assert not game.faults
    held = game.header.hands[ANN_B]
    assert held.cards == cards
    assert held.expect is not None
    assert held.expect.text == "impossible"
    assert held.span.end_column == len(f"Hand ann b: {hand}") + 1


def test_a_number_alone_counts_only_in_a_hand(table: Read) -> None:
    game = table("hand Ann: 5\nAnn plays 5")
    assert [(f.code, f.span and f.span.line) for f in game.faults] == [("T104", 4)]


def test_expectations_on_header_lines(table: Read) -> None:
    game = table("start: green 4 => illegal (first-card)\ndealer: Bo")
    expect = game.header.expects["start"]
    assert (expect.text, expect.rule, expect.span.column) == ("illegal", "first-card", 19)


def test_a_position_and_a_deal_are_told_apart(table: Read) -> None:
    assert table("top: red 5").header.position
    assert not table("start: red 5").header.position
    assert table("").header.start is None


def test_rounds_have_headers_of_their_own(table: Read) -> None:
    game = table(
        "start: red 5\nAnn wins\nnext round => legal   # Bo deals\ndealer: Bo\nhand Ann: 2 unknown\n\nstart: none\n"
        "? whose turn => Cy\nAnn passes\nNext Round\nscore Ann: 12\nnext  round"
    )
    found = events(game)
    assert [e.verb for e in found] == ["wins", "next round", "passes", "next round", "score", "next round"]
    first, second, last = (e.header for e in found if e.verb == "next round")
    assert first is not None
    assert (first.dealer, first.start, first.hands[ANN].cards) == (BO, (), (None, None))
    assert second is not None
    assert second.dealer is None
    assert last is not None
    assert found[1].expect is not None
    assert game.header.start == (RED_5,)


def test_questions(table: Read) -> None:
    game = table(
        "? may Bo play red 7?  => no   # she holds one\n?whose turn\n[9:00] ? why => yellow skip (retro), red 1"
    )
    assert not game.faults
    asked = [s for s in game.statements if isinstance(s, Question)]
    assert [q.text for q in asked] == ["may Bo play red 7?", "whose turn", "why"]
    answers = [q.expect and (q.expect.text, q.expect.rule) for q in asked]
    assert answers == [("no", ""), None, ("yellow skip (retro), red 1", "")]


def test_a_rule_may_stand_behind_an_expectation(table: Read) -> None:
    game = table("Ann passes => ILLEGAL (draw-first)\nBo passes=>legal\n? may Bo pass => no (draw-first)")
    found = [s.expect and (s.expect.text, s.expect.rule) for s in game.statements]
    assert found == [("illegal", "draw-first"), ("legal", ""), ("no", "draw-first")]


def test_stamps_and_comments(table: Read) -> None:
    game = table("[20:14:03] Ann passes # so\n  [late #2]Bo passes\n#! no\n   # no\n[pause]\n[x] # y\nCy draws\t# z")
    assert [(e.stamp, e.text, e.span.column) for e in events(game)] == [
        ("20:14:03", "Ann passes", 12),
        ("late #2", "Bo passes", 12),
        ("", "Cy draws", 1),
    ]


@pytest.mark.parametrize(
    ("players", "line", "seat"),
    [
        ("Ann, Ann B, Ann B C", "Ann plays red 5", 0),
        ("Ann, Ann B, Ann B C", "Ann B plays red 5", 1),
        ("Ann B C, Ann B, Ann", "ANN  B  C plays red 5", 0),
        ("Ann, Ann plays", "Ann plays red 5", 0),
        ("Ann, Ann plays", "Ann plays plays red 5", 1),
        ("Ann, plays", "plays plays red 5", 1),
        ("Ann, reshuffle", "reshuffle draws", 1),
        ("Ann, score", "score wins", 1),
        ("Ωμέγα, Юлия", "юлия plays red 5", 1),
        ("Ωμέγα, Юлия", "ΩΜΈΓΑ plays red 5", 0),
        ("愛, 美 咲", "美 咲 plays red 5", 1),
        ("Straße, Bo", "STRASSE plays red 5", 0),
        ("Zoe\u0301, Bo", "Zo\u00e9 plays red 5", 0),
        ("O'Neil, B. (the cat)", "b. (the cat) plays red 5", 1),
        ("A:B, C", "A:B plays red 5", 0),
    ],
)
def test_the_longest_name_that_fits_is_meant(read: Read, players: str, line: str, seat: int) -> None:
    (event,) = events(read(f"players: {players}\n{line}"))
    assert event.actor == seat


def test_names_with_colons_have_hands_and_scores(read: Read) -> None:
    game = read("hand A:B: red 5\nscore A:B: 3\nplayers: A:B, A\nhand A: red 1\nA passes\nscore A:B: 4")
    assert not game.faults
    assert {seat: hand.cards for seat, hand in game.header.hands.items()} == {0: (RED_5,), 1: (RED_1,)}
    assert game.header.scores == {0: 3}
    assert events(game)[1].actor == 0


def test_cards_are_looked_up_once(deck: object) -> None:
    class Counting(type(deck)):  # type: ignore[misc]
        pass

    vocabulary = Counting()
    raw = RawGame("a", 1, ["players: Ann, Bo", *["Ann plays red 5", "Bo plays blue 7"] * 1000])
    for _ in range(3):
        assert len(read_game(raw, vocabulary).statements) == 2000
    assert vocabulary.asked == 2


def test_the_rulebook_is_known_before_reading() -> None:
    raw = RawGame(
        "a",
        1,
        ["# x", "[a", "no key", "With: a, b 4 # c", "players: Ann", "without: c", "rules: R", "Ann wins", "with: no"],
    )
    assert peek_rules(raw) == ("R", ["a", "b 4"], ["c"])
    assert peek_rules(RawGame("a", 1, [])) == ("", [], [])
