"""Questions as people type them, and what is read from them."""

from __future__ import annotations

import re

import pytest

from refcli.questions.lexing import odd_cards, tokens
from refcli.questions.model import ASKER, Asked, Wish
from refcli.questions.quick import read_quickly
from refcli.questions.reading import read_by_grammar, read_question
from tests.cases import HERE, SHARED

PLAYERS = ["Ann", "Bo", "May", "Ann Lee", "Will"]
RED = Wish("play", ("red 7",))

READ = [
    ("may Bo play red 7", Asked("may", 1, RED)),
    ("May Bo play the red 7?", Asked("may", 1, RED)),
    ("can I play my red 7, please??", Asked("may", ASKER, RED)),
    ("? may bo play  RED 7", Asked("may", 1, Wish("play", ("RED 7",)))),
    ("Is Bo allowed to play a red 7", Asked("may", 1, RED)),
    ("may Bo play red 7 at 12", Asked("may", 1, RED, at=("event", 12))),
    ("may Bo play red 7 at event 12", Asked("may", 1, RED, at=("event", 12))),
    ("may Bo play red 7 at line 40?", Asked("may", 1, RED, at=("line", 40))),
    ("may Bo play red 7 after 12", Asked("may", 1, RED, at=("event", 13))),
    ("may Bo play red 7 at the end", Asked("may", 1, RED)),
    (
        "may Bo play red 7 with stacking, jump-in without x at 3",
        Asked("may", 1, RED, at=("event", 3), on=("stacking", "jump-in"), off=("x",)),
    ),
    ("may Bo play red 7 under other-book with fee 4", Asked("may", 1, RED, on=("fee 4",), under="other-book")),
    ("may Bo play red 7 and red 7", Asked("may", 1, Wish("play", ("red 7", "red 7")))),
    ("may Bo play w choosing blue", Asked("may", 1, Wish("play", ("w",), ("blue",)))),
    ("may Bo play w, choosing May and red", Asked("may", 1, Wish("play", ("w",), ("May", "red")))),
    ("can Bo jump in with a red 7", Asked("may", 1, RED)),
    ("may I play a red 7 instead of drawing", Asked("may", ASKER, RED)),
    ("may May draw", Asked("may", 2, Wish("draw"))),
    ("may May draw 2 cards", Asked("may", 2, Wish("draw", word="2 cards"))),
    ("may Ann Lee pass", Asked("may", 3, Wish("pass"))),
    ("will Will draw", None),
    ("may Will draw", Asked("may", 4, Wish("draw"))),
    ("may Bo challenge", Asked("may", 1, Wish("challenge"))),
    ("may Bo challenge me", Asked("may", 1, Wish("challenge", target=ASKER))),
    ("may Bo catch May", Asked("may", 1, Wish("catch", target=2))),
    ("may Bo call bluff on Ann Lee", Asked("may", 1, Wish("call", word="bluff", target=3))),
    ("does Bo have to draw", Asked("must", 1, Wish("draw"))),
    ("must Bo draw 4", Asked("must", 1, Wish("draw", word="4"))),
    ("what may Bo do", Asked("what_may_do", 1)),
    ("What can I do now?", Asked("what_may_do", ASKER)),
    ("which cards can Bo play", Asked("what_may_play", 1)),
    ("whose turn", Asked("turn")),
    ("Whose turn is it?", Asked("turn")),
    ("is it Bo's turn", Asked("is_turn", 1)),
    ("Is it Bo’s turn?", Asked("is_turn", 1)),
    ("who's next", Asked("next")),
    ("how many must Bo draw", Asked("must_draw", 1)),
    ("how many cards does Bo have to draw", Asked("must_draw", 1)),
    ("how many do I owe", Asked("must_draw", ASKER)),
    ("how many cards has Bo", Asked("has", 1)),
    ("How many cards are in Bo’s hand?", Asked("has", 1)),
    ("how many cards does Bo hold", Asked("has", 1)),
    ("what color", Asked("in_force", name="color")),
    ("What colour is in force?", Asked("in_force", name="colour")),
    ("which direction", Asked("direction")),
    ("which way is play going", Asked("direction")),
    ("who won", Asked("won")),
    ("has Bo won", Asked("has_won", 1)),
    ("who is ahead", Asked("leads")),
    ("what score has Bo", Asked("score", 1)),
    ("what is Bo's score", Asked("score", 1)),
    ("what is my hand worth", Asked("worth", ASKER)),
    ("why", Asked("why")),
    ("why 12", Asked("why", number=12)),
    ("why was event 12 illegal", Asked("why", number=12, past=True)),
    ("is 12 legal", Asked("outcome", number=12, name="legal")),
    ("why may Bo not play red 7", Asked("why_may", 1, RED, negative=True)),
    ("Why can't Bo play red 7?", Asked("why_may", 1, RED, negative=True)),
    ("which rules let Bo play red 7", Asked("rules_let", 1, RED)),
    ("Which house rules would let Bo play red 7 everywhere", Asked("rules_let", 1, RED, everywhere=True)),
    ("which rules make 12 legal", Asked("rules_make", number=12)),
    ("explain turn/play", Asked("explain", name="turn/play")),
    ("what does turn/play mean", Asked("explain", name="turn/play")),
    ("Was that legal?", Asked("outcome", name="legal", past=True)),
    ("is it ok", Asked("outcome", name="ok")),
    ("is event 12 not allowed", Asked("outcome", name="allowed", number=12, negative=True)),
    ("why not?", Asked("why", negative=True)),
    ("why was that wrong", Asked("why", past=True)),
    ("Whose go is it", Asked("turn")),
    ("is it Bo's go?", Asked("is_turn", 1)),
    ("must Bo say uno", Asked("must", 1, Wish("call", word="uno"))),
    ("may I shout uno", Asked("may", ASKER, Wish("call", word="uno"))),
    ("what does turn/play say", Asked("explain", name="turn/play")),
    ("Can Bo stack a red 7 on the red 5?", Asked("may", 1, RED)),
    ("Can Bo put red 7 on Ann's 7 at 12?", Asked("may", 1, RED, at=("event", 12))),
    ("can I play anything", Asked("may", ASKER, Wish("play", ("anything",)))),
    ("may Bo play", Asked("may", 1, Wish("play"))),
    ("how many cards did Bo draw", None),
    ("Is it okay that Bo plays red 7?", Asked("may", 1, RED)),
    ("is it legal for Bo to play red 7", Asked("may", 1, RED)),
    ("Would it be fine if I play the red 7 now", Asked("may", ASKER, RED)),
    ("can Bo really answer with the red 7?? at 3", Asked("may", 1, RED, at=("event", 3))),
    ("But seven fits! Why can't Bo play red 7?", Asked("why_may", 1, RED, negative=True)),
    ("Bo drew a card, may he play red 7?", Asked("may", 1, RED)),
    ("who may play a red 7", Asked("who_may", wish=RED)),
    ("Who can catch Bo?", Asked("who_may", wish=Wish("catch", target=1))),
    ("could Bo have played red 7 at 12", Asked("may", 1, RED, at=("event", 12), past=True)),
    ("who may draw at 12", Asked("who_may", wish=Wish("draw"), at=("event", 12))),
    ("what if Bo had played red 7 at 12", Asked("what_if", 1, RED, at=("event", 12), past=True)),
    ("What would happen if I play the red 7?", Asked("what_if", ASKER, RED)),
    ("and what if Bo passes", Asked("what_if", 1, Wish("pass"))),
    ("was Bo right", Asked("was_right", 1, name="right", past=True)),
    ("Was Bo too late to catch May?", Asked("was_right", 1, Wish("catch", target=2), name="late", past=True)),
    ("was Bo's challenge in time", Asked("was_right", 1, name="right", past=True)),
    ("is it too late", Asked("outcome", name="late")),
    ("what does Bo hold", Asked("holds", 1)),
    ("Which cards does Bo have in his hand?", Asked("holds", 1)),
    ("what's in Bo's hand", Asked("holds", 1)),
    ("when is lunch", None),
    ("", None),
    ("?", None),
    ("may", None),
    ("may Bo", None),
    ("may Bo 7", None),
    ("may Dora play red 7", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "asked"), READ, ids=[text or "(nothing)" for text, _ in READ])
def test_a_question_is_read(text: str, asked: Asked | None) -> None:
    assert read_question(text, PLAYERS) == asked


def questions() -> list[tuple[str, tuple[str, ...]]]:
    """The `?` lines of all games with expectations, each with who plays."""
    found = set()
    for path in [*HERE.rglob("*.game"), *(SHARED.rglob("*.game") if SHARED.is_dir() else [])]:
        text = path.read_text(encoding="utf-8", errors="replace")
        players = re.search(r"^players:([^#\n]*)", text, re.MULTILINE)
        names = tuple(name.strip() for name in players.group(1).split(",")) if players else ()
        found |= {(q.strip(), names) for q in re.findall(r"^\s*\?\s*([^#=\n]+)", text, re.MULTILINE)}
    return sorted(found)


def test_names_of_cards_may_hold_any_words() -> None:
    cards = odd_cards(["red 7", "where the others play with fire", "pass it on at 3"])
    assert read_question("may Bo play where the others play with fire at 12", PLAYERS, cards) == Asked(
        "may", 1, Wish("play", ("where the others play with fire",)), at=("event", 12)
    )
    asked = read_question("why can't I play pass it on at 3, red 7", PLAYERS, cards)
    assert asked is not None
    assert asked.wish == Wish("play", ("pass it on at 3", "red 7"))


def test_the_quick_path_reads_what_the_grammar_reads() -> None:
    both = 0
    for text, names in [*questions(), *((text, tuple(PLAYERS)) for text, _ in READ)]:
        words = tokens(text, list(names))
        quick = read_quickly(words)
        if quick is not None:
            both += 1
            assert quick == read_by_grammar(words), text
    assert both > 20


@pytest.mark.parametrize(
    "text", ["may " * 500, "may Bo play " + "x" * 10_000, "?" * 1000, "may Bo play \x00\x1b[31m", "why 99999999999999"]
)
def test_odd_text_breaks_nothing(text: str) -> None:
    read_question(text, PLAYERS)
