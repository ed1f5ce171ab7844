"""The three formats of report on small games, and that an annotated record stays one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GAMES = Path(__file__).parent / "games"
Run = Callable[..., Any]
NAMES = sorted(path.stem for path in GAMES.glob("*.game"))

VERDICT = {
    *(
        "number",
        "line",
        "column",
        "text",
        "player",
        "verb",
        "outcome",
        "gave_up",
        "settled_by",
        "rules",
        "words",
        "reasons",
        "facts",
        "turn",
    ),
    *("left_undone", "settle", "evidence", "instead", "hangs_on", "notes", "expected", "expected_rule", "as_expected"),
}
REASON = {
    *("rule", "part", "sentence", "source", "house", "in_place_of", "path", "line", "column", "holds", "facts", "tree"),
}
GAME = {
    *("path", "line", "name", "rulebook", "players", "header", "header_lines", "events", "questions", "faults"),
    *("as_of", "hindsight", "result", "summary"),
}
FAULT = {"code", "severity", "sentence", "help", "path", "line", "column", "end_line", "end_column"}
QUESTION = {"line", "after", "text", "answer", "expected", "as_expected", "reasons"}
SUMMARY = {
    "events",
    "games",
    "faulty",
    "unusable",
    "questions",
    "differences",
    "gave_up",
    "outcomes",
    "header_outcomes",
}


def test_there_are_games() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format", ["text", "annotated", "json"])
def test_the_report_is_as_it_was(refcli: Run, golden: Run, name: str, format: str) -> None:
    done = refcli("replay", f"{name}.game", "--format", format, folder=GAMES)
    assert not done.err
    if format == "json":
        done.out = settled_json(done.out)
    golden(GAMES / f"{name}.{format}", done.out)


def settled_json(text: str) -> str:
    """A document without the version and the places of rules in their rulebooks."""
    found = json.loads(text)
    found["refcli"] = ""
    for reason in all_reasons(found):
        reason["line"] = reason["column"] = 0
        reason["path"] = "rulebooks/" + reason["path"].rpartition("/")[2]
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def all_reasons(document: Any) -> list[Any]:
    rows = [row for game in document["games"] for key in ("events", "header_lines", "questions") for row in game[key]]
    return [reason for row in rows for reason in row["reasons"]]


@pytest.mark.parametrize("name", NAMES)
def test_annotating_twice_changes_nothing(refcli: Run, name: str, tmp_path: Path) -> None:
    once = refcli("replay", f"{name}.game", "--format", "annotated", folder=GAMES).out
    (tmp_path / "once.game").write_bytes(once.encode())
    twice = refcli("replay", "once.game", "--format", "annotated", folder=tmp_path).out
    assert twice == once


@pytest.mark.parametrize("name", NAMES)
def test_an_annotated_record_is_the_record_with_lines_put_in(refcli: Run, name: str) -> None:
    record = (GAMES / f"{name}.game").read_bytes()
    annotated = refcli("replay", f"{name}.game", "--format", "annotated", folder=GAMES).out.encode()
    kept = b"".join(line for line in annotated.splitlines(keepends=True) if not line.startswith(b"#! "))
    if not record.endswith(b"\n"):
        kept = kept.rstrip(b"\r\n")
    assert kept == record


@pytest.mark.parametrize("name", NAMES)
def test_standard_input_is_annotated_as_a_file_is(refcli: Run, name: str) -> None:
    record = (GAMES / f"{name}.game").read_bytes()
    there = refcli("replay", f"{name}.game", "--format", "annotated", folder=GAMES).out
    assert refcli("replay", "-", "--format", "annotated", stdin=record).out == there


def test_a_clean_record_comes_back_as_it_is(refcli: Run) -> None:
    record = b"rules: uno\nplayers: Ann, Bo\ntop: red 1\r\n\n#!/usr/bin/refcli\nAnn plays red 5 # so"
    assert refcli("replay", "-", "--format", "annotated", stdin=record).out.encode() == record


@pytest.mark.parametrize("options", [[], ["--verbose"], ["--only-faults"]])
@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_always_there(refcli: Run, name: str, options: list[str]) -> None:
    done = refcli("replay", f"{name}.game", "--format", "json", *options, folder=GAMES)
    document = json.loads(done.out)
    assert set(document) == {"refcli", "games", "unreadable", "summary"}
    assert set(document["summary"]) == SUMMARY
    (game,) = document["games"]
    assert set(game) == GAME
    assert set(game["summary"]) == SUMMARY
    assert all(set(verdict) == VERDICT for verdict in (*game["events"], *game["header_lines"]))
    assert all(set(question) == QUESTION for question in game["questions"])
    assert all(set(fault) == FAULT for fault in game["faults"])
    assert all(set(reason) == REASON for reason in all_reasons(document))
    if options == ["--verbose"]:
        assert all(
            verdict["rules"] for verdict in game["events"] if verdict["verb"] == "plays" and not verdict["words"]
        )


def test_a_document_of_several_records(refcli: Run) -> None:
    done = refcli("replay", *(f"{name}.game" for name in NAMES), "nothing.game", "--format", "json", folder=GAMES)
    document = json.loads(done.out)
    assert [game["path"] for game in document["games"]] == [f"{name}.game" for name in NAMES]
    assert [fault["code"] for fault in document["unreadable"]] == ["T001"]
    assert document["summary"]["games"] == len(NAMES)
    assert done.code == 2
