"""`refcli test`: what counts as passed and failed, and that a test of nothing fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

HEADER = "rules: uno\nplayers: Ann, Bo\nhand Ann: red 5, green 1, blue 7\nhand Bo: blue 3, blue 4\ntop: red 1\n"


@pytest.mark.parametrize(
    ("record", "code", "last", "words"),
    [
        ("Ann plays red 5 => legal\n? whose turn => Bo", 0, "2 passed, 0 failed", []),
        ("Ann plays blue 7 => illegal (turn/play)", 0, "1 passed, 0 failed", []),
        ("Ann plays blue 7 => legal", 1, "0 passed, 1 failed", ["a.game:6", "legal", "illegal", "turn/play", "blue 7"]),
        ("Ann plays blue 7 => illegal (turn/draw)", 1, "0 passed, 1 failed", ["turn/draw", "turn/play"]),
        ("? whose turn => Bo\n? whose turn => Ann", 1, "1 passed, 1 failed", ["a.game:6", "Bo", "Ann"]),
        ("? who is tallest => Bo", 1, "0 passed, 1 failed", ["not understood"]),
        ("? who is tallest\nAnn plays red 5 => legal", 1, "1 passed, 1 failed", ["not understood"]),
        ("Ann playz red 5\nAnn plays red 5 => legal", 1, "1 passed, 1 failed", ["a.game:6:5", "Did you mean `plays`"]),
        ("Ann plays red 5 => fine", 1, "0 passed, 1 failed", ["a.game:6"]),
        ("? may Ann play red 5 => no", 1, "0 passed, 1 failed", ["expected", "got", "turn/play"]),
    ],
)
def test_a_record(refcli: Run, tmp_path: Path, record: str, code: int, last: str, words: list[str]) -> None:
    (tmp_path / "a.game").write_text(HEADER + record + "\n")
    done = refcli("test", "a.game")
    assert done.out.splitlines()[-1] == last, done.out
    assert done.code == code
    assert not [word for word in words if word not in done.out], done.out


def test_header_lines_may_expect_something(refcli: Run, tmp_path: Path) -> None:
    hand = "hand Bo: red 0, red 0"
    (tmp_path / "a.game").write_text(HEADER.replace("hand Bo: blue 3, blue 4", f"{hand} => impossible"))
    assert refcli("test", "a.game").out == "1 passed, 0 failed\n"
    (tmp_path / "a.game").write_text(HEADER.replace("top: red 1", "top: red 1 => impossible"))
    done = refcli("test", "a.game")
    assert done.code == 1
    assert "a.game:5" in done.out


def test_folders_and_files(refcli: Run, tmp_path: Path) -> None:
    (tmp_path / "good").mkdir()
    (tmp_path / "good" / "a.game").write_text(HEADER + "Ann plays red 5 => legal\n")
    (tmp_path / "good" / "b.game").write_text(HEADER + "Ann plays red 5\n")
    (tmp_path / "vain").mkdir()
    (tmp_path / "vain" / "c.game").write_text(HEADER + "Ann plays red 5\n")
    assert refcli("test", "good").code == 0
    done = refcli("test", "good", "vain")
    assert done.code == 2
    assert "no expectation (=> …) in vain" in done.err
    assert done.out.splitlines()[-1] == "1 passed, 0 failed"


def test_a_record_that_cannot_be_refereed_fails(refcli: Run, tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "a.game").write_text("rules: unno\nplayers: Ann, Bo\nAnn plays red 5 => legal\n")
    (tmp_path / "cases" / "b.game").write_bytes(b"\0")
    (tmp_path / "cases" / "c.game").write_text(HEADER + "Ann plays red 5 => legal\n")
    done = refcli("test", "cases")
    assert done.code == 1
    assert done.out.splitlines()[-1] == "1 passed, 2 failed"
    assert "did you mean uno?" in done.out
