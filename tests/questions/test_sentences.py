"""Every kind of node and every condition of the phrase book has a sentence, and none shows an internal name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refcli.compile.rulebook import load
from refcli.language.phrasebook import CARDS, FACTS
from refcli.questions.court import Court, stepped
from refcli.questions.justify import ROLES as KINDS_OF_RULES
from refcli.questions.tree import RULES, SENTENCES, Node
from refcli.record.reader import read_game
from refcli.record.stream import RawGame
from refcli.referee.play import Act
from refcli.referee.referee import Referee, words_of
from refcli.referee.why import Speaker, Why

# What fills the holes of a pattern in the rulebook below.
FILL = {
    "{player}": "player", "{card}": "this card", "{name.word}": "goes", "{name.attribute}": "hue", "{name.card}": "moon",
    "{name.group}": "plain", "{number}": "the pot", "{name.reading}": "doubt", "{name.candidate}": "lax", "{name.mark}": "quiet",
    "{name.flag}": "storm", "{#}": "2", "{cards}": "a plain card", "{name.value}": "teal", "{name.choiceword}": "joy",
    "{name.table}": "weight",
}  # fmt: skip
HEAD = """rulebook toy "Toy"
players 2 to 4
deck of 16
  hue: teal, mauve
  each hue
    2 x 1..3, moon
  written hue face
group plain: 1..3
table weight "How heavy it is."
  1: 1
  2: 2, 3, moon
choice mood: joy, gloom
counter pot written owes "Cards in the pot."
mark quiet of a player "Says nothing."
mark storm of the table "It storms."
reading doubt "whatever is meant"
  lax "nothing much"
  strict "a lot"
  default lax
word goes "A card goes on its own hue."
  a card goes if its hue is the hue in force
card moon "Choose a mood."
  played
    player chooses a mood
moment setup "The deal."
  deal "Deal."
    deal 2 cards to each player
    turn up a card
    -> turn of the next player
moment position "The middle of a game."
  go "Go on."
    -> turn
moment between "Between deals."
  deal-again "Deal again."
    the table may deal again -> setup
moment played "Played."
  on "Go on."
    this card acts
    -> turn of the next player
moment turn "A turn."
  end "Win."
    if player has no cards -> between
  draw "Draw."
    player may draw 1 card -> turn of the next player
  play "Play."
    player may play a card that goes -> played
"""
GAME = """rules: toy
players: Ann, Bo, Cy
hand Ann: teal 1, mauve moon, 1 unknown
top: teal 2
turn: Ann"""


def filled(pattern: str) -> str:
    """A phrase of a pattern, with names that the rulebook above knows."""
    text = (
        pattern.replace("{value} is {value}", "its hue is the hue in force")
        .replace("a|an", "a")
        .replace("card|cards", "cards")
    )
    text = text.replace("{name.value} cards than {name.value}", "teal cards than mauve")
    text = text.replace("{card} is identical to {card}", "this card is identical to the top card")
    text = text.replace("{player} is {player}", "player is the dealer").replace("{number} is", "the pot is", 1)
    text = re.sub(r"(least|most|than|is) \{number\}", r"\1 2", text)
    text = text.replace("{cards} whose {name.attribute} is {value}", "a card whose hue is the hue in force")
    text = text.replace("{cards} whose {name.attribute} is not {value}", "a card whose hue is not the hue in force")
    text = text.replace("identical to {card}", "identical to the top card")
    for hole, words in FILL.items():
        text = text.replace(hole, words)
    return text


def facts_of(why: Why) -> list[Why]:
    return [why] if why.op == "fact" else [fact for part in why.parts for fact in facts_of(part)]


def sentences(tmp_path: Path, line: str) -> list[str]:
    """Every sentence of the conditions of a rule, for each answer that they might have."""
    path = tmp_path / "toy.rules"
    path.write_text(HEAD + f'  asked "Asked."\n    {line} -> turn\n', encoding="utf-8")
    rules = load(str(path))
    game = read_game(RawGame(str(tmp_path / "toy.game"), 1, GAME.split("\n")), words_of(rules))
    assert not game.faults
    court = Court(stepped(Referee(rules, game)))
    s = court.tables()[0]
    number = next(n for n, row in enumerate(rules.LINES) if row[0] == "turn/asked")
    found = []
    act = Act("play", 0, (rules.CARD_NAMES.index("teal 1"),))
    for fact in facts_of(rules.WHYS[number](s, act, Speaker(s))):
        assert fact.say is not None
        assert fact.place is not None, "a fact has no place in the rulebook"
        found.extend(fact.say(answer) for answer in (True, False))
        fact.sentence(s)
    return found


def check(texts: list[str], phrase: str) -> None:
    assert any(texts), f"nothing is said of: {phrase}"
    assert {text for text in texts if text} != {phrase}, f"only the rulebook's phrase is said of: {phrase}"
    for text in texts:
        assert not re.search(r"[a-z]-[a-z]|[_{}\[\]]|\bs\.|\bNone\b", text), f"an internal name in: {text}"


FACT_PATTERNS = [entry.pattern for entry in FACTS]
LEFT_OUT = ("identical card", "several", "all ", "another")  # these say how many; the table of cards says which
PLAIN = ("a|an card", "this card", "{cards} without {name.attribute}")
CARD_PATTERNS = [
    entry.pattern
    for entry in CARDS
    if entry.pattern not in PLAIN and not any(words in entry.pattern for words in LEFT_OUT)
]


@pytest.mark.parametrize("pattern", FACT_PATTERNS)
def test_every_condition_has_a_sentence(pattern: str, tmp_path: Path) -> None:
    phrase = filled(pattern)
    check(sentences(tmp_path, f"player may play a card, if {phrase}"), phrase)


@pytest.mark.parametrize("pattern", CARD_PATTERNS)
def test_every_description_of_cards_has_a_sentence(pattern: str, tmp_path: Path) -> None:
    phrase = filled(pattern)
    check(sentences(tmp_path, f"player may play {phrase}"), phrase)


def test_every_kind_of_rule_has_sentences() -> None:
    assert set(KINDS_OF_RULES.values()) <= set(RULES) <= set(SENTENCES)


@pytest.mark.parametrize("kind", SENTENCES)
@pytest.mark.parametrize("value", [True, False, None])
def test_every_kind_of_node_reads_as_a_sentence(kind: str, value: bool | None) -> None:
    text = Node(kind, "A card fits.", value).sentence()
    assert text.strip()
    assert not re.search(r"[_{}\[\]]", text)
    if kind not in ("all", "any", "not"):
        assert "card fits" in text
