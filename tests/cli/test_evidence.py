"""What `replay`, `ask` and `settle` show of a proof, of two deals, and of a contradiction."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

GAME = """rules: uno
players: Ann, Bo, Cy
start: red 5

Ann plays wild draw four choosing blue
Bo draws 4
Cy plays blue 7
Ann plays red 7
Bo plays wild draw four choosing green
Cy draws 4
Cy has 3
"""
PROOF = ["Ann took up no card between event 1 and event 4", "Ann played red 7 at event 4"]
SO = "at event 1 Ann holds another card whose color is the color in force (red)"
OPEN = "hether Bo holds another card whose color is the color in force (red) at event 5: Bo's hand shown then would settle it"


def run(refcli: Run, command: str, *words: str) -> str:
    return str(refcli(command, "-", *words, stdin=GAME.encode()).out)


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_replay_shows_a_proof_without_idle_lines(refcli: Run) -> None:
    text = run(refcli, "replay")
    proof, *rest = [*PROOF, f"so {SO}"]
    assert f"proof     {proof}" in text
    assert all(line in text for line in rest)
    assert "took up" not in run(refcli, "replay", "--as-of", "3")
    annotated = run(refcli, "replay", "--format", "annotated")
    assert all(f"#!   proof: {line}" in annotated for line in [*PROOF, f"so {SO}"])


def test_replay_shows_two_deals_and_what_would_settle_it(refcli: Run) -> None:
    text = run(refcli, "replay")
    assert "right if  Bo then held" in text
    assert "wrong if  Bo then held" in text
    assert f"open      w{OPEN}" in text


def test_an_impossible_line_stands_with_those_that_it_contradicts(refcli: Run) -> None:
    text = run(refcli, "replay")
    for line in ("Cy was dealt 7 cards", "−1 at event 3, Cy plays blue 7", "+4 at event 6, Cy draws 4"):
        assert line in text


def test_json_has_all_of_it(refcli: Run) -> None:
    events = json.loads(run(refcli, "replay", "--format", "json"))["games"][0]["events"]
    proof, open_, conflict = (events[index]["evidence"] for index in (0, 4, 6))
    assert [line["words"] for line in proof["lines"]] == PROOF
    assert [line["number"] for line in proof["lines"]] == [None, 4]
    assert proof["so"] == f"so {SO}"
    assert [deal["outcome"] for deal in open_["deals"]] == ["legal", "bluff"]
    for deal in open_["deals"]:
        assert {hand["player"]: len(hand["cards"]) for hand in deal["hands"]} == {"Ann": 7, "Bo": 7, "Cy": 7}
        assert [(draw["number"], len(draw["cards"])) for draw in deal["draws"]] == [(2, 4), (6, 4)]
        assert deal["player"] == "Bo"
        assert len(deal["held"]) == 11
    assert not any(card.startswith("red") for card in open_["deals"][0]["held"])
    assert any(card.startswith("red") for card in open_["deals"][1]["held"])
    assert open_["settle"] == f"w{OPEN}"
    assert len(conflict["lines"]) == 3
    assert [events[index]["evidence"] for index in (1, 2, 3, 5)] == [None] * 4
    assert {found["cut"] for found in (proof, open_, conflict)} == {""}


def test_a_deal_of_the_time_has_to_fit_no_more_than_was_known(refcli: Run) -> None:
    found = json.loads(run(refcli, "replay", "--format", "json", "--no-hindsight"))["games"][0]["events"][0]["evidence"]
    assert [deal["outcome"] for deal in found["deals"]] == ["legal", "bluff"]


@pytest.mark.parametrize("words", [("ask", "why 1"), ("ask", "why 1", "--full"), ("settle", "1")])
def test_ask_and_settle_show_a_proof(refcli: Run, words: tuple[str, ...]) -> None:
    text = one_line(run(refcli, words[0], *words[1:]))
    assert all(line in text for line in PROOF)
    assert SO in text
    assert "settled by event 4, “Ann plays red 7”" in text


def test_ask_and_settle_show_two_deals(refcli: Run) -> None:
    assert OPEN in one_line(run(refcli, "ask", "why 5"))
    text = run(refcli, "settle", "5")
    assert OPEN in one_line(text)
    for title in ("A deal in which it is right", "A deal in which it is wrong"):
        assert f"{title}\n  hand Ann: " in text
    page = run(refcli, "settle", "5", "--html", "-")
    assert page.count("<li>hand Ann: ") == 2
    found = json.loads(run(refcli, "settle", "5", "--format", "json"))
    assert [node["kind"] for node in found["justification"]["parts"]].count("deal") == 2


def test_a_question_about_an_act_that_nobody_made_has_its_deals(refcli: Run) -> None:
    done = refcli("ask", "-", "may Ann play wild draw four choosing blue at 1", stdin=GAME.encode())
    assert done.code == 4
    text = one_line(done.out)
    assert "right if Ann then held" in text
    assert "Ann's hand shown then would settle it" in text


def test_what_no_unseen_card_decides_has_no_evidence(refcli: Run) -> None:
    game = "rules: uno\nplayers: Ann, Bo\nhand Ann: red 5, green 1\ntop: red 1\n\nAnn plays green 1\nscore Ann: 5\n"
    done = refcli("replay", "-", "--format", "json", stdin=game.encode())
    assert [event["evidence"] for event in json.loads(done.out)["games"][0]["events"]] == [None, None]


def test_a_header_that_cannot_be_names_its_lines(refcli: Run) -> None:
    hands = (
        "hand Ann: red 5, red 5, green 1, 4 unknown\nhand Bo: red 5, blue 1, 5 unknown\nhand Cy: green 1, 6 unknown\n"
    )
    game = f"rules: uno\nplayers: Ann, Bo, Cy\n{hands}start: red 3\n\nAnn plays red 5\n"
    text = str(refcli("replay", "-", stdin=game.encode()).out)
    for line in (
        "Ann was dealt 2 × red 5",
        "Bo was dealt red 5",
        "the deck has 2 red 5",
        "so one of these lines can't be",
    ):
        assert line in text
    assert "Cy was dealt" not in text


def test_a_draw_from_empty_piles_says_where_the_cards_are(refcli: Run) -> None:
    hands = "hand Ann: 50 unknown\nhand Bo: 54 unknown\ndraw pile: 3\n"
    game = f"rules: uno\nplayers: Ann, Bo\ntop: wild draw four\ncolor: blue\nowes: 4\nturn: Bo\n{hands}\nBo draws 4\n"
    text = str(refcli("replay", "-", stdin=game.encode()).out)
    for line in (
        "Ann holds 50 cards",
        "Bo holds 54 cards",
        "1 card lies on top",
        "the deck has 108 cards",
        "so 3 cards are left",
    ):
        assert line in text
