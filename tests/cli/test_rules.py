"""`refcli rules` and `refcli explain` as they are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refcli.cli.exits import Finished
from refcli.cli.explain import explain_command
from refcli.cli.rules import rules_command
from refcli.diagnostics import Faulty
from refcli.language.load import known_rulebooks

Out = pytest.CaptureFixture[str]


def printed(capsys: Out) -> str:
    return capsys.readouterr().out


def refused(capsys: Out, *arguments: object) -> str:
    with pytest.raises(Finished) as end:
        rules_command(*arguments)  # type: ignore[arg-type]
    assert end.value.code == 2
    return capsys.readouterr().err


# ---------------------------------------------------------------- the list


def test_all_rulebooks_are_listed_parts_last(capsys: Out) -> None:
    assert rules_command() == 0
    heads = [row for row in printed(capsys).splitlines() if row and not row.startswith(" ")]
    names = [row.split(" — ")[0] for row in heads]
    assert sorted(names) == known_rulebooks()
    parts = ["(a part of" in row for row in heads]
    assert parts == sorted(parts)
    assert any(parts)


def test_the_list_shows_what_can_be_agreed_on(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rules_command()
    shown = " ".join(printed(capsys).split())
    assert "stacking A Draw Two answers a Draw Two, a Wild Draw Four a Wild Draw Four; the sum moves on. (off)" in shown
    assert "uno-penalty Cards for a forgotten call. (2; 1 to 10)" in shown
    assert "printed six in all: the four and the two more of the printed rule (unless agreed otherwise)" in shown


def test_the_list_folds_to_the_terminal(capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("44", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        rules_command()
        assert all(len(row) <= int(columns) for row in printed(capsys).splitlines())


def test_the_list_as_json(capsys: Out) -> None:
    rules_command(format="json")
    books = {book["name"]: book for book in json.loads(printed(capsys))}
    assert books["uno"]["part"] is False
    assert {
        "name": "target",
        "sentence": "Points that win the game.",
        "default": 500,
        "low": 1,
        "high": 10000,
    } in books["uno"]["options"]
    assert books["shedding"]["part"] is True


# ---------------------------------------------------------------- one rulebook


def test_the_sheet_of_a_table(capsys: Out) -> None:
    rules_command("uno", with_=["stacking, uno-penalty 3"])
    shown = printed(capsys)
    assert "At this table: stacking, uno-penalty 3." in shown
    assert "house rule stacking" in shown
    assert "uno-penalty 3:" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("format", ["text", "markdown", "html", "json"])
def test_every_form(capsys: Out, format: str) -> None:
    rules_command("crazy-eights", format=format)
    shown = printed(capsys)
    assert "Whoever has no card left is out, and the round ends at once." in " ".join(shown.split())
    start = {"text": "Crazy Eights\n", "markdown": "# Crazy Eights\n", "html": "<!DOCTYPE html>", "json": "{\n"}[format]
    assert shown.startswith(start)


def test_a_rulebook_by_path(capsys: Out, tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    lines = 'in turn\n  replace draw "Draw two."\n    player may draw 1 card -> drawn\n'
    path.write_text('rulebook mine "My own"\nextends uno\n' + lines, encoding="utf-8")
    rules_command(str(path))
    shown = printed(capsys)
    assert shown.startswith("My own\n")
    assert "  • Draw two. " in shown
    assert "draw the top card of the draw pile" not in shown


def test_the_flow(capsys: Out) -> None:
    rules_command("uno", flow=True, with_=["stacking"])
    shown = printed(capsys)
    assert shown.startswith("flowchart TD\n")
    assert '  debt -->|"answer (house rule stacking)"| played\n' in shown
    rules_command("uno", flow=True, format="markdown")
    assert printed(capsys).startswith("```mermaid\nflowchart TD\n")


def test_what_cant_be_shown_says_why(capsys: Out) -> None:
    assert "text, markdown, html, json" in refused(capsys, "uno", False, [], [], "pdf")
    assert "refcli rules NAME" in refused(capsys, None, True)
    with pytest.raises(Faulty) as fault:
        rules_command("unno")
    assert fault.value.diagnostics[0].help == "did you mean uno?"
    with pytest.raises(Faulty) as fault:
        rules_command("uno", with_=["stackin"])
    assert fault.value.diagnostics[0].help == "did you mean stacking?"


# ---------------------------------------------------------------- explain


def test_a_rule_with_its_place(capsys: Out) -> None:
    explain_command("turn/play", "uno")
    shown = printed(capsys)
    assert shown.startswith("turn/play: Play one card that fits the top card.\n")
    assert "  It permits, rulebooks/shedding.rules:" in shown
    assert " |     player may play a card that fits -> played\n" in shown


def test_without_a_rulebook_each_answer_is_given_once(capsys: Out) -> None:
    explain_command("turn/play")
    assert printed(capsys).count("turn/play:") == 1
    explain_command("fits")
    shown = printed(capsys)
    assert shown.count("fits (word):") == 3
    assert "in french-uno, schitts-creek, uno\n" in shown


def test_an_unknown_rule(capsys: Out) -> None:
    with pytest.raises(Finished) as end:
        explain_command("turn/plai", "uno")
    assert end.value.code == 2
    assert "Did you mean turn/play" in capsys.readouterr().err


def test_a_code(capsys: Out) -> None:
    explain_command("L303")
    assert "layers" in printed(capsys)


def test_explain_as_json(capsys: Out) -> None:
    explain_command("stacking", "uno", format="json")
    (answer,) = json.loads(printed(capsys))
    assert (answer["kind"], answer["rulebooks"]) == ("house rule", ["uno"])


def test_a_rule_for_which_rulebooks_cite_different_sources(capsys: Out) -> None:
    explain_command("turn/play")
    shown = printed(capsys)
    assert '  from UNO Rules, "Playing a Turn" (in uno)\n' in shown
    explain_command("turn/play", "uno")
    assert '  from UNO Rules, "Playing a Turn"\n' in printed(capsys)
