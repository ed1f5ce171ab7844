"""The picture of a turn: nothing missing, nothing added, and text that Mermaid takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from report_books import SMALL, form, small, tables

from refcli.language.checked import Checked
from refcli.report.flow import escaped, gotos, mermaid, node_id, ways

TABLES = tables()


def arrows(picture: str) -> set[tuple[str, str]]:
    return set(re.findall(r'^  (\S+) -->\|"[^"]*"\| (\S+)$', picture, re.MULTILINE))


def test_the_small_picture(tmp_path: Path) -> None:
    assert (
        mermaid(form(str(small(tmp_path)), "double-win", "throw-in"))
        == """\
flowchart TD
  setup["<b>setup</b><br/>The deal."]
  turn["<b>turn</b><br/>A turn."]
  played["<b>played</b><br/>A card lies there."]
  asleep["<b>asleep</b><br/>A turn is lost."]
  over["<b>over</b><br/>The round is over."]
  shout(["<b>shout</b><br/>One may shout."])
  throw(["<b>throw</b><br/>Before anybody moves."])
  setup -->|"first · of the next player"| turn
  turn -->|"play"| played
  turn -->|"draw, stuck · of the next player"| turn
  played -->|"out"| over
  played -->|"jolly · of the next player"| asleep
  played -->|"onward · of the next player"| turn
  asleep -->|"lost · of the next player"| turn
  throw -->|"throw (house rule throw-in)"| played
  shout -.- turn
  throw -.- turn
  classDef window fill:#f4f4f8,stroke:#8a8a99,color:#222,stroke-dasharray:4 3
  class shout,throw window
  classDef house fill:#ffe7bf,stroke:#b86e00,color:#3a2400
  class throw house
  linkStyle 7 stroke:#b86e00,color:#b86e00
"""
    )


@pytest.mark.parametrize("table", TABLES, ids=" + ".join)
def test_a_box_for_each_moment_and_window(table: tuple[str, ...]) -> None:
    checked = form(*table)
    picture = mermaid(checked)
    for moment in checked.moments:
        assert f'\n  {node_id(moment.name)}["<b>{moment.name}</b>' in picture
    for window in checked.windows:
        assert f'\n  {node_id(window.name)}(["<b>{window.name}</b>' in picture


@pytest.mark.parametrize("table", TABLES, ids=" + ".join)
def test_an_arrow_for_each_arrow(table: tuple[str, ...]) -> None:
    """Those of moments and windows just as they are, those of cards from a moment in which cards act."""
    checked = form(*table)
    drawn = arrows(mermaid(checked))
    wanted = set()
    for place in (*checked.moments, *checked.windows):
        for line in place.lines:
            wanted |= {(node_id(place.name), node_id(goto.moment)) for goto in gotos(line.steps)}
    assert wanted <= drawn
    for card in checked.cards.values():
        for line in card.lines:
            for goto in gotos(line.steps):
                assert any(target == node_id(goto.moment) for _, target in drawn)
    assert drawn == {(node_id(way.source), node_id(way.target)) for way in ways(checked)}
    for source, target in drawn:
        names = {node_id(m.name) for m in checked.moments}
        assert target in names
        assert source in names | {node_id(w.name) for w in checked.windows}


def of_cards(checked: Checked, moment: str) -> set[str]:
    return {way.card for way in ways(checked) if way.source == moment and way.card}


def test_only_cards_that_can_act_there_lead_away() -> None:
    """A card that was put back before, and those that the condition leaves out, lead nowhere from the first card."""
    checked = form("uno")
    assert of_cards(checked, "played") == {"skip", "reverse", "draw-two", "wild-draw-four"}
    assert of_cards(checked, "turned-up") == {"skip", "draw-two"}


def test_a_window_that_is_opened_says_by_what() -> None:
    assert '\n  last-card -.-|"opened by one-left"| played\n' in mermaid(form("uno"))


def test_names_and_sentences_that_mermaid_would_misread(tmp_path: Path) -> None:
    text = SMALL.replace("over", "end-round").replace('"A turn."', '"A <turn> #1; `or` so."')
    picture = mermaid(form(str(small(tmp_path, text))))
    assert '  m-end-round["<b>end-round</b>' in picture
    assert "A #lt;turn#gt; #35;1; #96;or#96; so." in picture
    assert escaped('"') == "#quot;"
