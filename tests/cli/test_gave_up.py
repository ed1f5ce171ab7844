"""Where the referee looks no further, it says so: at the event, in JSON, in the totals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from refcli.referee import referee
from refcli.referee.proof import decide

Run = Callable[..., Any]

GAME = """rules: uno
players: Ann, Bo, Cy
start: red 5

Ann plays wild draw four choosing blue
Bo challenges Ann
Bo draws 6
Cy plays blue 7
"""


def reported(refcli: Run, *options: str) -> str:
    return str(refcli("replay", "-", *options, stdin=GAME.encode()).out)


def test_nothing_is_given_up_here(refcli: Run) -> None:
    assert "gave up" not in reported(refcli)
    found = json.loads(reported(refcli, "--format", "json"))
    assert {event["gave_up"] for event in found["games"][0]["events"]} == {""}
    assert found["summary"]["gave_up"] == 0
    assert "given up" not in reported(refcli, "--summary")


@pytest.fixture(params=["ways", "work", "alternatives"])
def limit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bound that this game can't keep, and how it is told."""
    if request.param == "ways":
        monkeypatch.setattr(referee, "MOST_BRANCHES", 1)
        return "1 ways in which the game may have gone"
    if request.param == "work":
        monkeypatch.setattr(referee, "MOST_WORK", 0)
        return "0 steps of proof in one game"
    monkeypatch.setattr(decide, "MOST_ALTERNATIVES", 0)
    return "0 ways to take one question apart"


def test_what_is_given_up_says_so(refcli: Run, limit: str) -> None:
    assert f"UNDETERMINED (gave up after {limit})" in reported(refcli)
    assert f"#! UNDETERMINED (gave up after {limit})" in reported(refcli, "--format", "annotated")
    found = json.loads(reported(refcli, "--format", "json"))
    given_up = [event["number"] for event in found["games"][0]["events"] if event["gave_up"] == limit]
    assert given_up
    assert found["summary"]["gave_up"] == len(given_up)
    assert found["summary"]["outcomes"]["undetermined"] >= len(given_up)
    rows = reported(refcli, "--summary").splitlines()
    assert f"undetermined, {len(given_up)} of them given up" in rows[0]
    assert rows[-1].endswith("faulty")
    assert rows[-1].startswith("4 events, 1 games, ")


def test_an_answer_that_was_given_up_says_so(refcli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    question = "may Ann play wild draw four choosing blue at 1"
    assert "gave up" not in refcli("ask", "-", question, stdin=GAME.encode()).out
    monkeypatch.setattr(referee, "MOST_WORK", 0)
    done = refcli("ask", "-", question, stdin=GAME.encode())
    assert done.code == 4
    assert "(the referee gave up after 0 steps of proof in one game)" in done.out


# Which card Bo put down unseen shows by what he has left; to find that takes a search.
PUT_DOWN = """rules: mashup
players: Ann, Bo
hand Ann: yellow discard all, red discard all
hand Bo: wild draw 2, yellow discard all, red 5
top: yellow 2
turn: Ann

Ann plays yellow discard all
Bo discards 1
Bo shows hand: yellow discard all, red 5
"""


def test_a_search_that_takes_too_many_steps_says_so(refcli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def judged() -> dict[int, tuple[str, str]]:
        found = json.loads(refcli("replay", "-", "--format", "json", stdin=PUT_DOWN.encode()).out)
        return {event["number"]: (event["outcome"], event["gave_up"]) for event in found["games"][0]["events"]}

    assert judged()[2] == ("illegal", "")
    monkeypatch.setattr(decide, "MOST_STEPS", 0)
    assert judged()[2] == ("undetermined", "1 steps of one search")
