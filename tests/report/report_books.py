"""What the tests of reports share: a small rulebook, and every setting of every rulebook that comes along."""

from __future__ import annotations

from pathlib import Path

from refcli.compile.rulebook import checked
from refcli.diagnostics import Faulty
from refcli.language.checked import Checked
from refcli.language.load import chain, known_rulebooks, locate
from refcli.report.sheet import Sheet, sheet
from refcli.syntax import tree

SMALL = """\
rulebook pips "Pips"
source P "The Book of Pips"
players 2 to 4
call done

deck of 10 from P "Cards"
  hue: pink, teal
  each hue
    1 x 1..3, jolly
  2 x moon
  written hue face

group high: 2, 3

word fits, fit "A card fits that has the hue of the top card."
  a card fits if its hue is the hue in force or it has no hue

cards 1..3 "Plain."
  worth its face
card jolly "The next player stays put."
  short "j"
  played
    -> asleep of the next player
card moon "Name a hue."
  played
    player chooses a hue
    the chosen hue comes into force

moment setup of the dealer "The deal."
  deal "Three cards each."
    deal 3 cards to each player
  first "A card is turned up."
    turn up a card
    -> turn of the next player

moment turn "A turn."
  play "Play a card that fits."
    player may play a card that fits -> played
  draw "Or draw one."
    player may draw 1 card -> turn of the next player
  stuck
    player may pass, if nothing is left to draw -> turn of the next player

moment played "A card lies there."
  out "Whoever has no card is out."
    if player has no cards -> over
  acts "The card does what it says."
    this card acts
  onward "The next player goes on."
    -> turn of the next player

moment asleep "A turn is lost."
  lost "The next player goes on."
    -> turn of the next player

window shout "One may shout."
  beside turn
  shout "Say that you are done."
    player may call done, if player has 1 card

moment over "The round is over."
  win "The first one out wins."
    player wins

option size 3 from 1 to 5 "Nothing, for a test."

reading nap "stays put" from P "Jolly"
  long "loses the turn"
  short "only sighs"
  default long

house rule double-win "Winning counts twice." off from P "Variants"
  in over
    replace win "The first one out wins, and scores two."
      player scores 2
      player wins

house rule throw-in "Throw in an identical card." off
  window throw "Before anybody moves."
    beside turn
    throw "Anybody else may throw in an identical card."
      any other player may play a card identical to the top card -> played
"""


def small(folder: Path, text: str = SMALL) -> Path:
    """The small rulebook as a file."""
    path = folder / "pips.rules"
    path.write_text(text, encoding="utf-8")
    return path


def form(name: str, *on: str) -> Checked:
    return checked(name, list(on), [])


def trees(name: str) -> list[tree.Book]:
    return chain(locate(name))


def sheet_of(name: str, *on: str) -> Sheet:
    return sheet(form(name, *on), trees(name))


def tables() -> list[tuple[str, ...]]:
    """Every known rulebook that stands by itself: plain, with each house rule and each reading."""
    found: list[tuple[str, ...]] = []
    for name in known_rulebooks():
        try:
            plain = form(name)
        except Faulty:
            continue  # a part that leaves something open
        found.append((name,))
        singles = [h.name for h in plain.houses]
        singles += [f"{r.name} {way}" for r in plain.readings.values() for way, _, _ in r.candidates]
        for item in singles:
            try:
                form(name, item)
            except Faulty:
                continue  # it requires another
            found.append((name, item))
        try:
            form(name, *(h.name for h in plain.houses))
        except Faulty:
            continue
        found.append((name, *(h.name for h in plain.houses)))
    return found
