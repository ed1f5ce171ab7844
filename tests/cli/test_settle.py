"""`refcli settle`: the page that ends an argument, as text, JSON and HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

GAME = """game: sunday
rules: uno
players: Ann, Bo, Cy
hand Ann: red 5, blue 5, green 1, wild, yellow 2, yellow 3, yellow 4
hand Bo: 7 unknown
start: red 4

Ann plays red 5
Bo plays red draw two
Cy plays blue draw two     # illegal without stacking
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "table.game"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_the_page_as_text(refcli: Run, game: Path) -> None:
    done = refcli("settle", str(game), "3")
    assert done.code == 1
    for words in ("sunday", "top card: red draw two", "Cy owes 2 cards", "✗ ILLEGAL", "debt/pay", "draw 2",
                  "Ann has to draw 4 cards.", "with stacking", "legal"):  # fmt: skip
        assert words in done.out, words


def test_the_page_as_json(refcli: Run, game: Path) -> None:
    found = json.loads(refcli("settle", str(game), "3", "--format", "json").out)
    assert found["outcome"] == "illegal"
    assert found["could"] == ["draw 2"]
    assert {"settings": "with stacking", "outcome": "legal"}.items() <= {**found["otherwise"][0]}.items()
    assert [seat["name"] for seat in found["position"]["seats"]] == ["Ann", "Bo", "Cy"]
    assert found["position"]["seats"][2]["moves"]


class Tags(HTMLParser):
    """Checks that what is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_the_page_as_html(refcli: Run, game: Path, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    done = refcli("settle", str(game), "3", "--html", str(page))
    assert done.code == 1
    text = page.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert not tags.open
    assert not tags.wrong
    assert not re.search(r"(?:src|href)=|https?:|@import|url\(", text), "the page loads something"
    for words in (
        'name="viewport"',
        "@page { size: A4",
        "Cy plays blue draw two",
        "Illegal",
        "owes 2",
        "7 unseen" if "7 unseen" in text else "6 unseen",
    ):
        assert words in text


def test_names_are_escaped(refcli: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.game"
    path.write_text(GAME.replace("Cy", "<b>Cy</b>").replace("sunday", "<script>"), encoding="utf-8")
    out = refcli("settle", str(path), "3", "--html", "-").out
    assert "<script>" not in out
    assert "<b>Cy" not in out


@pytest.mark.parametrize(
    ("event", "code", "words"), [("1", 0, "LEGAL"), ("99", 2, "no event 99"), ("x", 2, "no number")]
)
def test_other_events(refcli: Run, game: Path, event: str, code: int, words: str) -> None:
    done = refcli("settle", str(game), event)
    assert done.code == code, done.out + done.err
    assert words in done.out + done.err
