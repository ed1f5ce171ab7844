"""`refcli check` as it is called."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from refcli.cli.check import check_command
from refcli.cli.exits import Finished
from refcli.diagnostics import Faulty
from refcli.language.load import known_rulebooks

Out = pytest.CaptureFixture[str]

GOOD = 'rulebook mine "My own"\nextends uno\n'
BAD = (
    GOOD
    + """\
in turn
  odd "Odd."
    player may dance -> turn
  lost "Lost."
    player may pass -> nowhere
"""
)


def file(folder: Path, text: str, name: str = "mine") -> str:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return str(path)


def code_of(*arguments: object) -> int:
    try:
        return check_command(*arguments)  # type: ignore[arg-type]
    except Finished as end:
        return end.code


def test_the_known_rulebooks_are_without_errors(capsys: Out) -> None:
    assert code_of() == 0
    shown = capsys.readouterr().out
    for name in known_rulebooks():
        assert re.search(
            rf"^{name}: \d+ rules, \d+ house rules and options, 0 errors, \d+ warnings?$", shown, re.MULTILINE
        )


def test_each_finding_in_the_order_of_the_file(tmp_path: Path, capsys: Out) -> None:
    path = file(tmp_path, BAD)
    assert code_of([path]) == 1
    shown = capsys.readouterr().out
    dance, nowhere = shown.index(f"{path}:5:"), shown.index(f"{path}:7:")
    assert dance < nowhere
    assert "  5 |     player may dance -> turn\n" in shown
    assert "^^^^^" in shown
    assert "help: " in shown
    assert re.search(r"^mine: 2 errors, \d+ warnings?$", shown, re.MULTILINE)
    assert "\x1b" not in shown


def test_warnings_alone_are_no_fault_unless_strict(
    tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch
) -> None:
    from refcli.cli import check
    from refcli.diagnostics import Diagnostic

    monkeypatch.setattr(check, "findings_of", lambda path, play: [Diagnostic("C999", "odd", None, severity="warning")])
    path = file(tmp_path, GOOD)
    assert code_of([path]) == 0
    assert ", 0 errors, 1 warning\n" in capsys.readouterr().out
    assert code_of([path], "text", True) == 1


def test_a_rulebook_that_cant_be_parsed(tmp_path: Path, capsys: Out) -> None:
    assert code_of([file(tmp_path, 'rulebook mine "My own\n')]) == 1
    shown = capsys.readouterr().out
    assert re.search(r"^mine: \d+ errors?, 0 warnings$", shown, re.MULTILINE)


@pytest.mark.parametrize("name", ["gone.rules", "no-such-rulebook"])
def test_what_isnt_there(name: str) -> None:
    with pytest.raises(Faulty) as fault:
        check_command(["uno", name])
    assert fault.value.diagnostics[0].code == "S101"


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_bytes(b"rulebook \xff\xfe")
    with pytest.raises(Faulty) as fault:
        check_command([str(path)])
    assert fault.value.diagnostics[0].code == "S103"


def test_as_json(tmp_path: Path, capsys: Out) -> None:
    path = file(tmp_path, BAD)
    assert code_of(["uno", path], "json") == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["rulebook"], first["errors"]) == ("uno", 0)
    assert second["path"] == path
    assert [finding["place"]["line"] for finding in second["findings"]] == [5, 7]


def test_another_format_is_refused(capsys: Out) -> None:
    assert code_of(["uno"], "yaml") == 2
    assert "text, json" in capsys.readouterr().err
