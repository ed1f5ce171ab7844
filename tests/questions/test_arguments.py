"""Arguments as people have them across the table, typed as they say it, and what the referee answers."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from refcli.questions.asking import answered
from refcli.questions.court import Court
from refcli.questions.trees import tree_of
from refcli.report.justification import answer_rows
from refcli.report.view import View
from tests.questions.brute_force import games, refereed

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "transcripts"


@lru_cache(maxsize=10)
def court(name: str, number: int) -> Court:
    return Court(refereed(list(games([TRANSCRIPTS / f"{name}.game"]))[number]))


# Record, which of its games, what is said, the answer, and words that the explanation has to hold.
ARGUMENTS = [
    ("kitchen-table", 0, "Can Gran stack a +4 on the +2 at 4?", "no", "The number or symbol of wild draw four is not that of the top card"),
    ("kitchen-table", 0, "Where I come from a four beats a two! Which rules make 4 legal", "none", "under 10 choices of rules"),
    ("kitchen-table", 0, "Red was on the table! Why wasn't Ida allowed to play the red 5?", "no", "Red 5 is not the card just drawn"),
    ("kitchen-table", 0, "Ben had one card and said nothing. Can Gran catch him at 27?", "yes", "before the next player begins"),
    ("kitchen-table", 0, "may nora catch gran at 35", "no", "One card left and nothing said"),
    ("kitchen-table", 0, "is 10 a bluff", "yes", "Gran holds blue 6, blue skip"),
    ("kitchen-table", 0, "Is it okay if Ida challenges Gran at 11?", "yes", "the next player may challenge a Wild Draw Four"),
    ("mashup-party", 0, "Can Mo really put a wild reverse draw 4 on a wild draw 6?? at 3", "no", "4, where 6 is asked for"),
    ("mashup-party", 0, "Is Pat allowed to answer with the wild draw 2 at 4", "no", "Pat owes 20 cards"),
    ("mashup-party", 0, "How many cards does Pat have to draw at 4?", "20", "Pat owes 20 cards"),
    ("mashup-party", 0, "was 13 ok?", "no", "It is Pat's turn"),
    ("mashup-party", 0, "Is it fine that Pat plays wild force trade at 15", "undetermined", "whether Pat still has to discard cards"),
    ("french-ten-cards", 0, "Whose go is it after event 4?", "A", "A owes 8 cards"),
    ("french-ten-cards", 0, "Can B throw in the red draw two at 5 even though it isn't his turn?", "yes", "also out of turn"),
    ("french-ten-cards", 1, "can D put a +4 on a +2 at 2", "no", "Anybody with the same plus card may play it"),
    ("crazy-eights-rainy-day", 0, "But spades fit! Why can't Ann play the 7 of spades at 6", "no", "7 of spades is no 2"),
    ("crazy-eights-rainy-day", 0, "Which rules make 6 legal?", "without two-draw", "A two makes the next player draw two"),
    ("crazy-eights-rainy-day", 0, "Ann drew one card, may she pass at 12?", "no", "Cards drawn in this turn: 1, not at least 5"),
    ("crazy-eights-rainy-day", 0, "which rules would make 12 okay", "with draws-at-most 1", "Cards that may be drawn in a turn"),
    ("schitts-creek-dinner", 0, "must Johnny draw three at 10", "undetermined", "who has no more of the one draws three"),
    ("uno-stacking-jump-in", 0, "Was Bo allowed to play red 9?", "no", "It is Di's turn"),
    ("uno-stacking-jump-in", 0, "may Di throw in his yellow draw two at 11", "yes", "the identical card"),
    ("kitchen-table", 0, "Who could have challenged Gran at 11?", "Ida", "the next player may challenge a Wild Draw Four"),
    ("kitchen-table", 0, "And what if Gran had played blue 6 at 10?", "legal", "blue 6 has the color in force"),
    ("kitchen-table", 0, "what would have happened if Gran had put a wild draw four on it at 4", "illegal", "Gran has to choose a color"),
    ("kitchen-table", 0, "Was Gran right to play a blue draw two?", "yes", "is legal"),
    ("kitchen-table", 0, "which cards did Nora hold at 4", "red skip, yellow 3, green 2, blue 1, blue 7, wild", ""),
    ("hidden-hands", 1, "is 1 a bluff", "undetermined", "would settle it"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "number", "said", "wanted", "words"), ARGUMENTS, ids=[row[2][:50] for row in ARGUMENTS]
)
def test_an_argument_is_settled(name: str, number: int, said: str, wanted: str, words: str) -> None:
    answer = answered(court(name, number).referee, said)
    told = " ".join(" ".join(answer_rows(View(lambda text, *_: text, 100), tree_of(answer))).split())
    assert answer.text == wanted or answer.accepts(wanted), f"{answer.text}: {told}"
    assert words.lower() in told.lower(), told
