"""Choices: a colour, a player, a direction, a card, a word; given with a play or later, declined or left out."""

from __future__ import annotations

from refcli.referee.kinds import meanings
from refcli.referee.table import Table

DIRECTIONS = {"clockwise": 1, "left": 1, "counterclockwise": -1, "anticlockwise": -1, "right": -1}


def give(s: Table, choices: list[str]) -> tuple[int, str] | None:
    """Take what play waits for from the front of `choices`. A choice that can't be is (line, what is wrong), and is dropped."""
    pending = s.pending
    assert pending is not None
    rules = s.rules
    text = choices.pop(0)
    word = "-".join(text.lower().split())
    line = pending.line
    if word in ("nobody", "nothing", "none"):
        if pending.optional:
            _go_on(s)
            return None
        return line, "this choice can't be declined"
    match pending.what:
        case "attribute":
            values = rules.VALUE_NAMES[pending.which]
            if word not in values:
                return line, f'"{text}" is no {rules.ATTRIBUTE_NAMES[pending.which]}: choose {_listed(values)}'
            s.chosen_value = values.index(word) + 1
        case "choice":
            words = rules.CHOICES[pending.which][1]
            if word not in words:
                return line, f'"{text}" is no choice here: choose {_listed(words)}'
            s.chosen_word = rules.CHOICE_WORDS[word]
        case "player":
            player = seat(s, text)
            if player < 0:
                return line, f'"{text}" is no player'
            if player == pending.chooser:
                return line, "another player has to be chosen"
            if not s.alive >> player & 1:
                return line, f"{s.header.players[player]} is out of the round"
            s.chosen_player = player
        case "players":
            taken = [text, *choices[: pending.number - 1]]
            players = [seat(s, name) for name in taken]
            if len(taken) < pending.number or -1 in players or len(set(players)) < len(players):
                return line, f"{pending.number} different players have to be chosen"
            del choices[: pending.number - 1]
            s.chosen_players = (players[0], players[1])
        case "direction":
            if word not in DIRECTIONS:
                return line, f'"{text}" is no direction: choose left or right'
            s.chosen_direction = DIRECTIONS[word]
        case _:
            kind = s.reader.card(text)
            if kind is None:
                return line, f'"{text}" is no card'
            if not holds(s, pending.chooser, kind):
                return line, f"there is no {rules.CARD_NAMES[kind]} in the hand"
            s.chosen_card = kind
    _go_on(s)
    return None


def holds(s: Table, p: int, kind: int) -> bool:
    """Whether a player holds a card that is chosen. May raise Fork where nobody has seen it."""
    hand = s.hand(p)
    if any(s.rules.MATCHES(kind, k) for k in hand.known):
        return True
    told = meanings(s.rules).told[kind]
    return s.sure(s.has(p, (told | 1 << kind, 0)))


def _listed(words: tuple[str, ...]) -> str:
    shown = [word.replace("-", " ") for word in words]
    return ", ".join(shown[:-1]) + " or " + shown[-1] if len(shown) > 1 else shown[0]


def seat(s: Table, text: str) -> int:
    """The seat of a player, -1 where nobody is called so."""
    name = " ".join(text.lower().split())
    for p, player in enumerate(s.header.players):
        if player.lower() == name:
            return p
    return -1


def _go_on(s: Table) -> None:
    pending, s.pending = s.pending, None
    assert pending is not None
    pending.resume(s)


def resolve_pending(s: Table) -> None:
    """The record goes on without a choice: one that may be declined is declined, another stays unknown until it shows."""
    for _ in range(20):
        pending = s.pending
        if pending is None:
            return
        if pending.what == "attribute":
            s.chosen_value = -1
        elif pending.what == "choice":
            s.chosen_word = -1
        elif pending.what == "card":
            s.chosen_card = -1
        elif pending.what in ("player", "players"):
            s.chosen_player = -1
            s.chosen_players = (-1, -1)
        _go_on(s)
        if pending.what == "attribute" and s.force[pending.which] == -1:
            s.missing = (pending.which, pending.chooser)


def settled(s: Table) -> Table:
    """The table as it is if a choice that may be declined is declined."""
    if s.pending is None or not s.pending.optional:
        return s
    table = s.copy()
    table.prover = s.prover
    while table.pending is not None and table.pending.optional:
        _go_on(table)
    return table
