"""What `explain` answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from report_books import form, small, tables, trees

from refcli.report.explained import Explainer, Explanation


def asked(name: str, what: str, *on: str) -> list[Explanation]:
    return Explainer(form(name, *on), trees(name)).about(what)


@pytest.mark.parametrize(
    ("what", "kind", "sentence"),
    [
        ("turn/play", "rule", "Play a card that fits."),
        ("turn", "moment", "A turn."),
        ("jolly", "card", "The next player stays put."),
        ("pink 2", "card", "Plain."),
        ("double win", "house rule", "Winning counts twice."),
        ("nap", "reading", "“stays put”"),
        ("size", "option", "Nothing, for a test."),
        ("fit", "word", "A card fits that has the hue of the top card."),
        ("high", "group of cards", ""),
        ("done", "call", "Said aloud as done."),
        ("onward", "rule", "The next player goes on."),
    ],
)
def test_everything_with_a_name(tmp_path: Path, what: str, kind: str, sentence: str) -> None:
    (answer,) = asked(str(small(tmp_path)), what)
    assert (answer.kind, answer.sentence) == (kind, sentence)


def test_a_rule_says_what_it_replaced_and_who_replaces_it(tmp_path: Path) -> None:
    path = str(small(tmp_path))
    (off,) = asked(path, "over/win")
    assert off.notes == [
        "It is a rule of the moment over, by the rulebook pips.",
        "The house rule double-win replaces it, if it is on: “The first one out wins, and scores two.”",
    ]
    (on,) = asked(path, "over/win", "double-win")
    assert on.source == 'The Book of Pips, "Variants"' or on.source == ""
    assert "It replaces the line of the rulebook pips: “The first one out wins.”" in on.notes


def test_a_rule_of_a_house_rule_that_is_off_is_found(tmp_path: Path) -> None:
    (answer,) = asked(str(small(tmp_path)), "throw/throw")
    assert "It is not in force: the house rule throw-in is off at this table." in answer.notes


def test_what_a_rule_permits_or_forbids() -> None:
    heads = {
        what: asked("uno", what)[0].head for what in ("turn/play", "turn/no-free-draw", "turn/stuck", "played/acts")
    }
    assert heads == {
        "turn/play": "It permits", "turn/no-free-draw": "It forbids", "turn/stuck": "Nobody has settled it",
        "played/acts": "What happens",
    }  # fmt: skip


def test_an_unknown_name_has_no_answer(tmp_path: Path) -> None:
    assert asked(str(small(tmp_path)), "nothing/such") == []


@pytest.mark.parametrize("table", [t for t in tables() if len(t) < 3], ids=" + ".join)
def test_every_rule_in_force_is_explained(table: tuple[str, ...]) -> None:
    checked = form(*table)
    explainer = Explainer(checked, trees(table[0]))
    for line in checked.lines:
        answers = [a for a in explainer.about(line.ident) if a.kind == "rule"]
        assert [(a.name, a.sentence, a.span) for a in answers] == [(line.ident, line.sentence, line.span)]
    for name in explainer.names():
        assert explainer.about(name), name


def test_a_line_that_only_got_a_source_is_no_replacement() -> None:
    (answer,) = asked("uno", "played/out")
    assert answer.source == 'UNO Rules, "Winning and Scoring"'
    assert not [note for note in answer.notes if note.startswith("The rulebook uno replaces")]
