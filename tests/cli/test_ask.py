"""`refcli ask`: answers, exit codes, the prompt."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

GAME = """rules: uno
players: Ann, Bo, Cy
hand Ann: red 5, blue 5, green 1, wild, yellow 2, yellow 3, yellow 4
hand Bo: red 7, green 7, blue 1, red draw two, blue draw two, red 1, red 2
start: red 4

Ann plays red 5
Bo plays red draw two
Cy draws 2
Ann plays blue 5      # illegal: the color is red
Bo plays red 7
? whose turn
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "table.game"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("question", "code", "words"),
    [
        ("may Ann play yellow 2 at 4", 1, "No, Ann may not play yellow 2."),
        ("may Ann play wild choosing blue at 4", 0, "Yes, Ann may play wild choosing blue."),
        ("whose turn at 3", 0, "It is Cy's turn."),
        ("how many must Cy draw at 3", 0, "Cy has to draw 2 cards now."),
        ("why 4", 0, "Event 4, “Ann plays blue 5”, is illegal."),
        ("may Cy play green 1", 1, "Cy"),
        ("what may Cy play", 4, "Undetermined"),
        ("is 4 legal", 1, "No. Event 4, “Ann plays blue 5”, is illegal."),
        ("Was event 4 illegal?", 0, "Yes. Event 4, “Ann plays blue 5”, is illegal."),
        ("is 4 a bluff", 1, "No. Event 4"),
        ("Was that ok?", 1, "No. Event 5"),
        ("Could Ann play blue 5", 1, "this is about event 4"),
        ("how many cards did Cy draw", 2, "how many must"),
        ("can Ann play anything at 4", 0, "Yes, Ann may play wild."),
        ("must Ann play at 4", 1, "No, Ann need not play."),
        ("why can't Cy play at 4", 1, "it is Ann's turn"),
        ("which rules let Ann play", 2, "which card?"),
        ("may Bo stack his blue draw two on the red draw two at 3", 1, "it is Cy's turn"),
        ("may Cy pass at 3", 1, "is all that may be done now"),
        ("may Cy challenge at 4", 1, "That is for another time: “Cards are owed: draw them”"),
        ("why wasn't Ann allowed to play blue 5", 1, "this is about event 4"),
        ("which rules let Bo play blue draw two at 3 ", 0, "No rule"),
        ("explain turn/play", 0, "Play one card that fits the top card."),
        ("whose turn at 4 under french-uno", 0, "It is Ann's turn."),
        ("may Bo ply red 7", 2, "did you mean `may Bo play red 7`?"),
        ("may Dora play red 7", 2, "no player is called"),
        ("may Bo play purple 7", 2, 'no card is written "purple 7"'),
        ("may Bo play red 7 at 99", 2, "there is no event 99"),
        ("may Bo play red 7 with stackin", 2, "stackin"),
        ("hello", 2, "ask, for example"),
    ],
)
def test_a_game_is_asked(refcli: Run, game: Path, question: str, code: int, words: str) -> None:
    done = refcli("ask", str(game), question)
    assert done.code == code, done.out + done.err
    assert words in " ".join((done.out + done.err).split())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--top", "red skip", "--hand", "blue reverse, green 2", "may I play blue reverse?"], 1, "No, Ann may not play blue reverse."),
        (["--top", "red 5", "--hand", "red 1, green 2", "may I play red 1"], 0, "Yes"),
        (["--top", "red 5", "--hand", "Bo: red 1", "--turn", "Bo", "what may Bo play"], 0, "Bo may play red 1 now."),
        (["--top", "wild", "--color", "blue", "what color"], 0, "blue"),
        (["--top", "red 5", "--set", "draw pile=0", "--players", "Ann, Bo", "whose turn"], 0, "Ann"),
        (["--top", "red draw two", "--owes", "2", "--turn", "Bo", "how many must Bo draw"], 0, "2 cards"),
        (["--top", "red draw two", "--owes", "2", "--with", "stacking", "--hand", "blue draw two", "may I play blue draw two"], 0, "Yes"),
        (["--top", "red 5", "--direction", "counterclockwise", "which direction"], 0, "counterclockwise"),
        (["--top", "red 7", "--turn", "Ann", "which rules let Bo play red 7"], 0, "with jump-in"),
        (["--top", "red 5", "--hand", "blue reverse, green 2", "may I draw"], 0, "Yes"),
        (["--top", "red 7", "--with", "jump-in", "may Bo jump in with red 7"], 0, "it is taken to be Ann's turn"),
        (["--top", "red 7", "--hand", "red 1, red 1, red 1", "may I draw"], 0, "the cards can't be so: the deck has 2 red 1"),
        (["--top", "red 7", "--color", "purple", "may I draw"], 2, "--color purple: These rules know no color"),
        (["--top", "red 7", "--players", "Ann, Bo", "--hand", "Zed: red 7", "may I draw"], 2, '--hand "Zed: red 7"'),
        (["--top", "red 55", "whose turn"], 2, "--top red 55"),
        (["--hand", "red 1", "--hand", "red 2", "whose turn"], 2, "Whose hands these are"),
    ],
)  # fmt: skip
def test_a_position_is_asked(refcli: Run, arguments: list[str], code: int, words: str) -> None:
    done = refcli("ask", "uno", *arguments)
    assert done.code == code, done.out + done.err
    assert words in " ".join((done.out + done.err).split())


def test_the_words_of_a_question_need_no_quotes(refcli: Run, game: Path) -> None:
    assert refcli("ask", str(game), "whose", "turn", "at", "3").out.startswith("It is Cy's turn.")


def test_json_has_the_whole_justification(refcli: Run, game: Path) -> None:
    found = json.loads(refcli("ask", str(game), "may Ann play yellow 2 at 4", "--format", "json").out)
    assert (found["answer"], found["form"], found["rules"]) == ("no", "may", ["turn/play"])
    root = found["justification"]
    rule = next(part for part in root["parts"] if part["rule"] == "turn/play")
    assert rule["value"] is False
    assert rule["written"]["path"].endswith(".rules")

    def walk(node: dict[str, Any]) -> list[dict[str, Any]]:
        return [node, *(n for part in node["parts"] for n in walk(part))]

    facts = [node for node in walk(rule) if node["kind"] == "fact"]
    assert facts
    assert all(fact["written"] is not None for fact in facts)
    assert any(fact["record"] is not None and fact["record"]["event"] == 2 for fact in facts)


def test_full_shows_every_rule(refcli: Run, game: Path) -> None:
    done = refcli("ask", str(game), "may Ann play wild choosing blue at 4", "--full")
    assert "none of these" not in done.out
    for words in (
        "✓ one of these holds:",
        "✗ wild doesn't have the color in force",
        "✓ wild has no color",
        "event 2",
        "table.game:7",
    ):
        assert words in " ".join(done.out.replace("│", " ").split()), words


def test_a_prompt_reads_lines(refcli: Run, game: Path) -> None:
    typed = b"show\nat 4\nmay Ann play blue 5\nnext\nback\nfull\nhelp\nnonsense\nat 77\nat line 10\nwhy 4\nend\nquit\n"
    done = refcli("ask", str(game), stdin=typed)
    assert done.code == 0
    for words in ("before 4  Ann plays blue 5", "No, Ann may not play blue 5.", "ILLEGAL (ask: why 4)", "There is no event 77",
                  "before 4", "is illegal", "this is the end", "what may"):  # fmt: skip
        assert words in done.out, words


def test_other_rules_may_not_know_a_line(refcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text(
        "rules: uno\nplayers: Ann, Bo\ntop: red 5\n\nAnn plays red 7\nBo passes\nAnn draws\nBo draws\n",
        encoding="utf-8",
    )
    done = refcli("ask", str(path), "whose turn at 3 under crazy-eights")
    told = " ".join(done.out.split())
    assert "(2 lines of the record can't be read under these rules)" in told
    assert "Ann plays red 7" not in told
    assert "“Bo passes”" in told  # the last act that can be read before event 3, and not "Ann draws"


def test_the_prompt_knows_events_that_it_has_not_come_to(refcli: Run, game: Path) -> None:
    typed = b"at 2\nwhich rules make 4 legal\nmay Ann play yellow 2 at 4\nwhy\nquit\n"
    done = refcli("ask", str(game), stdin=typed)
    for words in ("would make event 4", "No, Ann may not play yellow 2.", "Event 1, “Ann plays red 5”, is legal."):
        assert words in " ".join(done.out.split()), words


def test_a_file_with_several_games_needs_to_know_which(refcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.game"
    path.write_text("game: one\n" + GAME + "game: two\n" + GAME, encoding="utf-8")
    assert refcli("ask", str(path), "whose turn").code == 2
    assert refcli("ask", str(path), "--game", "2", "whose turn at 3").out.startswith("It is Cy's turn.")
    assert refcli("ask", str(path), "--game", "two", "whose turn at 3").code == 0
    assert refcli("ask", str(path), "whose turn at line 9").code == 0


def test_no_lark_for_a_common_question(process: Run, game: Path) -> None:
    """The grammar takes a moment to load; common forms do without."""
    process("ask", str(game), "may Ann play yellow 2 at 4")  # fills the cache of rulebooks
    done = process("ask", str(game), "may Ann play yellow 2 at 4", PYTHONPROFILEIMPORTTIME="1")
    assert "refcli.questions.quick" in done.err
    assert "lark.parsers" not in done.err
