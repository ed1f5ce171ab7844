"""The rule sheet: what stands where, and that nothing is lost or said twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from report_books import SMALL, form, sheet_of, small, tables, trees

from refcli.language.checked import Checked
from refcli.report.colors import Paint
from refcli.report.phases import phases_of
from refcli.report.sheet import Sheet, sheet, sheet_json
from refcli.report.sheet_html import sheet_html
from refcli.report.sheet_markdown import escaped, sheet_markdown
from refcli.report.sheet_text import sheet_text

TABLES = tables()


def ids(table: tuple[str, ...]) -> str:
    return " + ".join(table)


@pytest.fixture
def pips(tmp_path: Path) -> Sheet:
    return sheet_of(str(small(tmp_path)))


def words(text: str) -> str:
    return " ".join(text.split())


def text(sheet: Sheet, width: int = 90) -> str:
    return sheet_text(sheet, width, Paint(False))


# ---------------------------------------------------------------- a small rulebook


def test_the_small_sheet_reads_through(pips: Sheet) -> None:
    shown = text(pips)
    assert shown.startswith("""\
Pips
For 2 to 4 players. Sources: P: The Book of Pips.

THE DECK
────────
10 cards. (The Book of Pips, "Cards")

card   of each hue  without hue  in all  short       worth
1–3         1 each                    6         its number
jolly            1                    2  j
moon                          2       2

Hue: pink, teal.
Cards are written "pink 1" or "p1", "pink jolly" or "pj", "moon".

THE DEAL
────────
The deal.                                                                            setup
  • Three cards each.                                                           setup/deal
  • A card is turned up.                                                       setup/first
""")
    for title in ("A TURN", "THE CARDS", "WHAT THE CARDS LEAD TO", "THE END", "WORDS", "OPTIONS"):
        assert f"\n{title}\n" in shown
    assert "jolly: The next player stays put.                                             jolly/played\n" in shown
    assert "    → long: loses the turn (unless agreed otherwise)\n      short: only sighs\n" in shown


def test_a_line_without_a_sentence_is_printed_from_its_body(pips: Sheet) -> None:
    rule = next(rule for rule in pips.rules() if rule.names == ("turn/stuck",))
    assert rule.sentence == "player may pass, if nothing is left to draw -> turn of the next player"


def test_moments_stand_by_what_leads_to_them(tmp_path: Path) -> None:
    phases = phases_of(form(str(small(tmp_path))))
    assert phases == {"setup": "deal", "turn": "turn", "played": "turn", "asleep": "cards", "over": "end"}


def test_a_house_rule_is_marked_where_it_changed_something(tmp_path: Path) -> None:
    sheet = sheet_of(str(small(tmp_path)), "double-win", "throw-in")
    win = next(rule for rule in sheet.rules() if rule.names == ("over/win",))
    assert (win.layer, win.instead) == ("house rule double-win", "The first one out wins.")
    shown = text(sheet)
    assert "At this table: double-win, throw-in." in shown
    assert "    house rule double-win · instead of: The first one out wins." in shown
    assert "open during turn · house rule throw-in" in shown
    assert "changes over/win · The Book of Pips" in shown
    assert "HOUSE RULES NOT IN FORCE" not in shown


def test_cards_of_which_the_same_is_said_stand_together(tmp_path: Path) -> None:
    text = SMALL.replace('cards 1..3 "Plain."', 'cards 1..3 "Everybody rests."').replace(
        "  worth its face\n", "  played\n    turn the direction round\n"
    )
    sheet = sheet_of(str(small(tmp_path, text)))
    cards = next(section for section in sheet.sections if section.title == "The cards").entries
    assert cards[0].names == ("1–3",)
    assert cards[0].own is not None
    assert cards[0].own.names == ("1/played", "2/played", "3/played")
    assert cards[0].own.name == "each card/played"


def test_it_folds_to_the_width(pips: Sheet) -> None:
    assert all(len(row) <= 60 for row in text(pips, 60).splitlines())
    assert "[setup/deal]" in text(pips, 60)
    assert words("Say that you are done. [shout/shout]") in words(text(pips, 40))


def test_what_a_rulebook_says_cant_break_a_page(tmp_path: Path) -> None:
    sheet = sheet_of(str(small(tmp_path, SMALL.replace("A turn.", "<b>1 < 2</b> & a_b_c | *"))))
    page = sheet_html(sheet)
    assert "&lt;b&gt;1 &lt; 2&lt;/b&gt; &amp; a_b_c | *" in page
    assert r"### \<b\>1 \< 2\</b\> & a\_b\_c \| \* `turn`" in sheet_markdown(sheet)


def test_the_page_loads_nothing(pips: Sheet) -> None:
    page = sheet_html(pips)
    assert page.startswith("<!DOCTYPE html>")
    for word in ("http:", "https:", "src=", "<script", "@import", "url("):
        assert word not in page
    for word in ("prefers-color-scheme: dark", "@media print", "size: A4", "width=device-width"):
        assert word in page


def test_the_data_can_be_written_as_json(pips: Sheet) -> None:
    data = json.loads(json.dumps(sheet_json(pips)))
    assert data["name"] == "pips"
    assert data["options"] == [
        {"name": "size", "value": 3, "default": 3, "low": 1, "high": 5, "sentence": "Nothing, for a test."}
    ]
    assert data["readings"][0]["ways"] == {"long": "loses the turn", "short": "only sighs"}


def test_colour_changes_nothing_but_colour(pips: Sheet) -> None:
    import re

    assert re.sub("\x1b\\[[0-9;]*m", "", sheet_text(pips, 90, Paint(True))) == text(pips)


# ---------------------------------------------------------------- every rulebook, every house rule


def made(table: tuple[str, ...]) -> tuple[Checked, Sheet]:
    checked = form(*table)
    return checked, sheet(checked, trees(table[0]))


def test_there_are_tables() -> None:
    assert len(TABLES) > 10


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_every_rule_stands_on_the_sheet_once(table: tuple[str, ...]) -> None:
    checked, sheet = made(table)
    names = [name for rule in sheet.rules() for name in rule.names]
    assert sorted(names) == sorted(line.ident for line in checked.lines)


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_all_forms_say_the_same(table: tuple[str, ...]) -> None:
    checked, sheet = made(table)
    shown = words(text(sheet, 2000))
    marked, page = words(sheet_markdown(sheet)), sheet_html(sheet)
    from html import escape

    for line in checked.lines:
        assert words(line.sentence) in shown
        assert escaped(line.sentence) in marked
        assert escape(line.sentence) in page
    for rule in sheet.rules():
        assert shown.count(f" {rule.name} ") >= 1
        assert f"`{rule.name}`" in marked
        assert f"<code>{rule.name}</code>" in page
    for house in checked.houses:
        assert house.sentence in shown
    for reading in checked.readings.values():
        assert reading.words in shown


@pytest.mark.parametrize("table", TABLES, ids=ids)
def test_what_a_house_rule_changed_is_marked(table: tuple[str, ...]) -> None:
    checked, sheet = made(table)
    houses = {house.name for house in checked.houses}
    by_name = {name: rule for rule in sheet.rules() for name in rule.names}
    for line in checked.lines:
        if line.house in houses:
            assert by_name[line.ident].layer == f"house rule {line.house}"
        if line.instead:
            assert by_name[line.ident].instead


@pytest.mark.parametrize("table", [t for t in TABLES if len(t) == 1], ids=ids)
def test_the_deck_adds_up(table: tuple[str, ...]) -> None:
    checked, sheet = made(table)
    if not checked.kinds:
        assert sheet.deck is None
        return
    assert sheet.deck is not None
    column = sheet.deck.columns.index("in all")
    assert sum(int(row[column]) for row in sheet.deck.rows) == sheet.deck.total == checked.total * checked.packs
    assert sheet.deck.assumed is checked.assumed


def test_a_rulebook_of_several_files_reads_through() -> None:
    """The deal comes first, the cards before what they lead to, the end last, wherever each is written."""
    sheet = sheet_of("uno")
    titles = [section.title for section in sheet.sections]
    assert titles == [
        "The deal", "A turn", "The cards", "What the cards lead to", "At any time", "The end", "For the referee",
    ]  # fmt: skip
    places = {section.title: [entry.names[0] for entry in section.entries] for section in sheet.sections}
    assert places["The deal"] == ["setup", "turned-up"]
    assert places["A turn"] == ["turn", "drawn", "played", "early-call", "last-card", "fits"]
    assert places["What the cards lead to"] == ["skipped", "debt", "paying", "challenged"]
    assert places["The end"] == ["round-over", "between"]
    assert places["For the referee"] == ["position"]
