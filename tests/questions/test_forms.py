"""The table of forms: every example is read as its form and answered, in every rulebook; the documentation lists them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from refcli.compile.rulebook import load
from refcli.questions.asking import reply
from refcli.questions.court import Court, stepped
from refcli.questions.forms import ACTS, TABLE, example, nearest
from refcli.questions.reading import read_question
from refcli.questions.trees import tree_of
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import RawGame
from refcli.referee.referee import Referee, words_of

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = sorted((ROOT / "transcripts").glob("*.game"))


def court_of(path: Path) -> Court:
    lines = path.read_text(encoding="utf-8").split("\n")
    later = next((n for n, line in enumerate(lines) if n and line.startswith("game:")), len(lines))
    raw = RawGame(str(path), 1, lines[:later] if any(line.startswith("players") for line in lines[:later]) else lines)
    name, on, off = peek_rules(raw)
    rules = load(name, on, off, path.parent)
    game = read_game(raw, words_of(rules), *rules.SEATS)
    game.header.rules, game.header.switched_on, game.header.switched_off = name, on, off
    return Court(stepped(Referee(rules, game), 12))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_example_is_answered_with_its_reasons(path: Path) -> None:
    court = court_of(path)
    for form in TABLE:
        text = example(court, form.example)
        asked = read_question(text, court.players)
        assert asked is not None, text
        assert asked.form == form.name, text
        answer = reply(court, asked)
        assert answer.text, text
        assert answer.says, text
        root = tree_of(answer)
        assert root.words, text
        for node in root.walk():
            assert node.sentence(), f"{text}: a {node.kind} says nothing"


def test_every_form_of_an_act_is_read() -> None:
    court = court_of(TRANSCRIPTS[0])
    for template in ACTS:
        assert read_question(example(court, template), court.players) is not None, template


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("may I ply red 7", "did you mean"),
        ("whos turn is it", "whose turn"),
        ("how many cards", "how many"),
        ("may Zebedee pass", "no player is called"),
        ("", "nothing was asked"),
        ("bananas taste nice", "ask, for example"),
    ],
)
def test_what_cannot_be_read_gets_the_nearest_form(text: str, words: str) -> None:
    assert words in nearest(court_of(TRANSCRIPTS[0]), text)


def test_the_documentation_lists_every_form() -> None:
    page = (ROOT / "docs" / "disputes.md").read_text(encoding="utf-8")
    for form in TABLE:
        assert form.about.endswith("."), form.name
        assert f"| `{form.pattern}` | {form.about} |" in page, f"docs/disputes.md doesn't list {form.pattern}"
