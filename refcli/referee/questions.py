"""What the referee itself asks about a position: how an act would be judged, what may be done, what is to be drawn.

Questions in words are the business of `refcli.questions`.
"""

from __future__ import annotations

from itertools import islice, permutations
from typing import TYPE_CHECKING

from refcli.record.model import Event, Game
from refcli.referee.choices import settled
from refcli.referee.judge import IMPOSSIBLE, LEGAL, UNDETERMINED, barred, can_play, judge
from refcli.referee.kleene import AND, NOT, decide
from refcli.referee.play import Player, Ruling
from refcli.referee.proof.decide import Prover
from refcli.referee.rules import Act
from refcli.referee.table import Fork, Table
from refcli.text import Span

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from refcli.referee.referee import Referee

    Maker = Callable[[str, list[str], list[str], Path | None], Any]

NOWHERE = Span("", 0, 0, 0, 0)
UNKNOWN = "unknown"
UNSEEN_CARD = "a card that the record doesn't show"
MOST_TRIES = 60  # ways to play several cards at once that are tried


def under_settings(
    game: Game, on: list[str], off: list[str] | None = None, under: str = "", made: Maker | None = None
) -> Referee:
    """A referee for the same record, read again, with further settings or under another rulebook.

    `made` gives the compiled rulebook in place of the usual one, from its name, what is switched on and off, and the folder
    beside which it's looked for.

    Raises Faulty where a setting or rulebook doesn't exist.
    """
    from pathlib import Path

    from refcli.compile.rulebook import load
    from refcli.record.jsonl import read_game_jsonl
    from refcli.record.reader import read_game
    from refcli.record.stream import RawGame
    from refcli.referee.referee import Referee as Again
    from refcli.referee.referee import words_of

    header = game.header
    off = off or []
    if under:
        name, switched_on, switched_off = under, list(on), list(off)
    else:
        name = header.rules
        named = {item.split()[0].lower() for item in (*on, *off) if item.split()}
        switched_on = [item for item in header.switched_on if item.split()[0].lower() not in named] + on
        switched_off = [item for item in header.switched_off if item.split()[0].lower() not in named] + off
    beside = Path(game.path).parent if game.path not in ("", "-") else None
    rules = (made or load)(name, switched_on, switched_off, beside)
    raw = RawGame(game.path, game.first_line, game.lines)
    jsonl = next((line for line in raw.lines if line.strip()), "").lstrip().startswith("{")
    again = (read_game_jsonl if jsonl else read_game)(raw, words_of(rules), *rules.SEATS)
    again.header.rules, again.header.switched_on, again.header.switched_off = name, switched_on, switched_off
    return Again(rules, again)


# ---------------------------------------------------------------- acts tried out


def try_act(
    player: Player, event: Event, answers: tuple[bool, ...] = (), keeps: bool = False
) -> list[tuple[str, Ruling, Table]]:
    """The outcome that an act would have, on a copy of the table; several where play forks on it.

    With `keeps` a legal act can be explained, too: the table at which it was judged is kept.
    """
    copy = player.copy()
    copy.keeps = keeps
    copy.strict = True
    copy.taken_back = False
    copy.s = settled(copy.s).copy() if event.verb != "chooses" else copy.s
    copy.s.script = list(answers)
    try:
        ruling = copy.do(event)
    except Fork:
        if len(answers) > 5:
            return []
        yes, no = (*answers, True), (*answers, False)
        return [*try_act(player, event, yes, keeps), *try_act(player, event, no, keeps)]
    prover = copy.s.prover = Prover(copy.s)
    outcome = ruling.outcome(copy.s)
    if outcome != IMPOSSIBLE and not copy.s.clean and prover.possible() is False:
        outcome = IMPOSSIBLE if not copy.s.assumed else ""
    return [(outcome, ruling, copy.s)] if outcome else []


def play_event(p: int, kind: int, choices: tuple[str, ...] = ()) -> Event:
    return Event(0, "plays", p, "", NOWHERE, (kind,), 1, choices)


def playable_cards(player: Player, p: int) -> list[str] | None:
    """The cards that a player may play, in the deck's order; None where that turns on cards nobody has seen."""
    found, others = sure_cards(player, p)
    return None if others else found


def sure_cards(player: Player, p: int) -> tuple[list[str], bool]:
    """The cards that a player is known to hold and may play, and whether there may be others."""
    s = settled(player.s)
    rules = s.rules
    hand = s.hand(p)
    found = []
    others = False
    for kind in sorted(hand.known):
        outcomes = {o for o, _, _ in try_act(player, play_event(p, kind))}
        if outcomes == {LEGAL}:
            found.append(rules.CARD_NAMES[kind])
        elif UNDETERMINED in outcomes or len(outcomes) > 1:
            others = True
    if not others and (hand.hidden > 0 or hand.size is None):
        for kind, number in enumerate(s.free):
            if number > 0:
                outcomes = {o for o, _, _ in try_act(player, play_event(p, kind))}
                if outcomes & {LEGAL, UNDETERMINED}:
                    return found, True
    return found, others


def several_cards(player: Player, p: int) -> list[str]:
    """Known cards of one face that a player may play at once, as lines of a record name them."""
    s = settled(player.s)
    rules = s.rules
    by_face: dict[str, list[int]] = {}
    for kind, number in sorted(s.hand(p).known.items()):
        by_face.setdefault(rules.FACES[kind], []).extend([kind] * number)
    tries = list(
        dict.fromkeys(
            cards
            for kinds in by_face.values()
            for size in range(2, len(kinds) + 1)
            for cards in islice(permutations(kinds, size), MOST_TRIES)
        )
    )
    found = []
    for cards in tries[:MOST_TRIES]:
        event = Event(0, "plays", p, "", NOWHERE, cards, len(cards))
        if {outcome for outcome, _, _ in try_act(player, event)} == {LEGAL}:
            found.append(", ".join(rules.CARD_NAMES[kind] for kind in cards))
    return found


def draws_due(player: Player, p: int) -> str:
    """How many cards a player has to draw now."""
    s = settled(player.s)
    duties = [d for d in s.duties[p] if d.what in ("draw", "exchange")]
    if duties:
        total = 0
        for duty in duties:
            due = decide(duty.when, s)
            if due is None:
                return UNDETERMINED
            if duty.number is None:
                return UNKNOWN
            total += duty.number if due else 0
        return str(_room(s, p, total))
    if s.pending is not None or s.o != p or s.rules.CLOSED[s.m]:
        return "0"
    j = judge(s, Act("draw", p))
    if any(number in s.rules.OFF_DEBT for number, _ in j.permits):
        return str(_simulate(s, p))
    passing = judge(s, Act("pass", p))
    free = AND(passing.permitted, NOT(passing.forbidden), NOT(passing.hindered))
    left = AND(j.permitted, NOT(j.forbidden), NOT(free))  # a draw is the only act but a play
    due = decide(left, s)
    if due is not False:
        due = decide(AND(left, NOT(can_play(s, p))), s)
    if due is None:
        return "0" if s.hand(p).size is None and decide(left, s) else UNDETERMINED
    return "1" if due else "0"


def _there(s: Table, number: int) -> int:
    """No more cards than both piles have, as far as that is known."""
    if s.pile is None or s.discards is None:
        return number
    return min(number, s.pile + len(s.discards))


def _room(s: Table, p: int, number: int) -> int:
    """How many of some cards a player draws before a rule forbids to draw more."""
    table = s.copy()
    for done in range(number):
        if decide(barred(table, p, owed=True), table) is True:
            return done
        table.own(p).put_hidden(1)
    return number


def _simulate(s: Table, p: int) -> int:
    """How often a player who pays a debt has to draw until play leaves it."""
    table = s.copy()
    done = 0
    while done < 10_000 and table.o == p and table.pending is None:
        j = judge(table, Act("draw", p))
        line = next((n for n, _ in j.permits if n in table.rules.OFF_DEBT), -1)
        if line < 0 or decide(j.forbidden, table) is True:
            break
        table.own(p).put_hidden(1)
        table.actor = p
        table.depth = 0
        try:
            table.rules.STEPS[line](table)
        except Fork:
            break
        done += 1
    return done


def legal_acts(player: Player, p: int) -> list[str]:
    """Every legal act of a player as a line of a record, choices left out."""
    found: list[str] = []
    s = settled(player.s)
    name = s.header.players[p]
    cards, others = sure_cards(player, p)
    found.extend(f"{name} plays {card}" for card in cards)
    found.extend(f"{name} plays {cards}" for cards in several_cards(player, p))
    if others:
        found.append(f"{name} plays {UNSEEN_CARD}")
    due = draws_due(player, p)
    if due not in ("0", UNDETERMINED, UNKNOWN):
        number = _there(s, int(due))
        found += [f"{name} draws" + (f" {number}" if number > 1 else "")] if number else []
    elif _outcome(player, Event(0, "draws", p, "", NOWHERE, (), 1)) == LEGAL:
        found.append(f"{name} draws")
    if _outcome(player, Event(0, "passes", p, "", NOWHERE)) == LEGAL:
        found.append(f"{name} passes")
    if s.pending is not None and s.pending.chooser == p:
        found.append(f"{name} chooses {_what(s)}")
    for word, said in s.rules.CALLS:
        # Nobody is called on oneself: where that would be legal, the call is on nobody at all.
        on_nobody = _outcome(player, Event(0, "calls", p, "", NOWHERE, word=word, target=p)) == LEGAL
        for target in [None] if on_nobody else [None, *range(s.n)]:
            event = Event(0, "calls", p, "", NOWHERE, word=word, target=target)
            if _outcome(player, event) == LEGAL:
                on = f" on {s.header.players[target]}" if target is not None else ""
                line = f"{name} calls {said[0].replace('-', ' ')}{on}"
                if on or not any(x.startswith(line + " on ") for x in found):
                    found.append(line)
    return [
        line for i, line in enumerate(found) if not any(other.startswith(line + " on ") for other in found[i + 1 :])
    ]


def _what(s: Table) -> str:
    pending = s.pending
    assert pending is not None
    if pending.what == "attribute":
        return f"a {s.rules.ATTRIBUTE_NAMES[pending.which]}"
    if pending.what == "choice":
        return " or ".join(s.rules.CHOICES[pending.which][1])
    return {"player": "another player", "players": f"{pending.number} players", "direction": "a direction"}.get(
        pending.what, "a card of the hand"
    )


def _outcome(player: Player, event: Event) -> str:
    outcomes = {outcome for outcome, _, _ in try_act(player, event)}
    return outcomes.pop() if len(outcomes) == 1 else UNDETERMINED


__all__ = ["NOWHERE", "draws_due", "legal_acts", "play_event", "playable_cards", "try_act", "under_settings"]
