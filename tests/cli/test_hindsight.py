"""What could be known at the time: `--as-of`, `--no-hindsight`, and which later event settled an outcome."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]

GAME = """rules: uno
players: Ann, Bo, Cy
start: red 5

? may Ann play wild draw four choosing blue => undetermined
Ann plays wild draw four choosing blue => bluff
Bo draws 4
Cy plays blue 7
Ann plays red 7 => legal
Bo plays red 9
"""


def replay(refcli: Run, *options: str, game: str = GAME) -> Any:
    return refcli("replay", "-", *options, stdin=game.encode())


def outcomes(refcli: Run, *options: str) -> list[str]:
    found = json.loads(replay(refcli, "--format", "json", *options).out)
    return [event["outcome"] for event in found["games"][0]["events"]]


def test_the_event_that_settled_an_outcome_is_named(refcli: Run) -> None:
    text = replay(refcli).out
    assert "settled   by event 4, Ann plays red 7" in text
    assert "#!   settled by event 4, Ann plays red 7" in replay(refcli, "--format", "annotated").out
    event = json.loads(replay(refcli, "--format", "json").out)["games"][0]["events"]
    assert event[0]["settled_by"] == {"number": 4, "line": 9, "text": "Ann plays red 7"}
    assert event[1]["settled_by"] is None


@pytest.mark.parametrize(("number", "first"), [(1, "undetermined"), (3, "undetermined"), (4, "bluff"), (5, "bluff")])
def test_as_of_an_event(refcli: Run, number: int, first: str) -> None:
    assert outcomes(refcli, "--as-of", str(number)) == [first, *["legal"] * (number - 1)]
    text = replay(refcli, "--as-of", str(number)).out
    assert f"as of event {number}" in text
    assert ("Bo plays red 9" in text) == (number == 5)


def test_without_hindsight(refcli: Run) -> None:
    assert outcomes(refcli, "--no-hindsight") == ["undetermined", *["legal"] * 4]
    done = replay(refcli, "--no-hindsight")
    assert "without hindsight" in done.out
    assert "settled   by" not in done.out
    assert done.code == 0  # what the whole record is expected to give is left aside
    assert "#! JUDGED without hindsight" in replay(refcli, "--no-hindsight", "--format", "annotated").out


def test_json_says_what_was_known(refcli: Run) -> None:
    for options, as_of, hindsight in (([], None, True), (["--as-of", "2", "--no-hindsight"], 2, False)):
        game = json.loads(replay(refcli, "--format", "json", *options).out)["games"][0]
        assert (game["as_of"], game["hindsight"]) == (as_of, hindsight)


def test_summaries_count_what_was_known(refcli: Run) -> None:
    out = replay(refcli, "--summary", "--as-of", "3").out
    assert "3 events: 2 legal, 1 undetermined" in out
    assert out.splitlines()[-1] == "3 events, 1 games, 0 faulty"
    assert replay(refcli, "--summary", "--no-hindsight").out.splitlines()[-1] == "5 events, 1 games, 0 faulty"


@pytest.mark.parametrize("number", ["0", "x", "-1", "1.5", "٣", "9" * 30])
def test_what_is_no_number_of_an_event(refcli: Run, number: str) -> None:
    done = replay(refcli, "--as-of", number)
    assert done.code == 2
    assert "--as-of takes the number of an event" in done.err
    assert not done.out


@pytest.mark.parametrize("options", [[], ["--summary"], ["--format", "json"], ["--format", "annotated"]])
def test_an_event_that_there_is_not(refcli: Run, options: list[str]) -> None:
    done = replay(refcli, "--as-of", "6", *options)
    assert done.code == 2
    said = done.out + done.err
    assert "There is no event 6 in this game: it has 5 events." in said
    assert "Say a number from 1 to 5" in said
    none = replay(refcli, "--as-of", "1", game="rules: uno\nplayers: Ann, Bo\nstart: red 5\n")
    assert none.code == 2
    assert "it has no events" in none.out


def test_a_question_is_answered_by_what_stands_above_it(refcli: Run) -> None:
    found = json.loads(replay(refcli, "--format", "json").out)["games"][0]["questions"]
    assert found[0]["answer"] == "undetermined"


def test_a_question_at_an_event_knows_nothing_later(refcli: Run) -> None:
    question = "may Ann play wild draw four choosing blue at 1"
    assert refcli("ask", "-", question, stdin=GAME.encode()).code == 4
