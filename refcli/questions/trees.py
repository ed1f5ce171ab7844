"""The tree of each answer: grown when somebody wants to see why."""

from __future__ import annotations

from refcli.questions.court import Court
from refcli.questions.justify import ELSEWHERE, Justifier, Trial, speaking, trial
from refcli.questions.model import Answer, Wish
from refcli.questions.records import event_place, fact_place, header_place
from refcli.questions.tree import Node
from refcli.record.model import Event
from refcli.referee.choices import settled
from refcli.referee.judge import IMPOSSIBLE, LEGAL, UNDETERMINED
from refcli.referee.kleene import UNSEEN, decide
from refcli.referee.play import Player, Ruling
from refcli.referee.questions import UNSEEN_CARD, legal_acts, play_event, try_act
from refcli.referee.table import Table
from refcli.referee.why import Speaker

VALUES = {"yes": True, "no": False}
MOST_DIFFERENCES = 5


def tree_of(answer: Answer, hangs: bool = False, every: bool = False) -> Node:
    """The tree that an answer rests on, with the answer itself as its root; with `hangs`, also the settings it hangs on.

    On a long record some settings are left untried, and named, unless `every` one is wanted.
    """
    root = answer.grow() if answer.grow is not None else _grown(answer)
    if hangs and answer.hangs is not None:
        root.parts += answer.hangs(every)
    root.parts += _differing(answer)
    return root


def _differing(answer: Answer) -> list[Node]:
    """What comes out differently under the rules that were asked about."""
    found = []
    for index, difference in enumerate(answer.differences):
        what = f"event {difference.number} ({difference.text})" if difference.number else difference.text
        words = f"{what}: {difference.there} so, {difference.here} by the rules of the record"
        shown = index < MOST_DIFFERENCES or not difference.number
        found.append(Node("changes", words, True, decisive=shown))
    hidden = sum(not node.decisive for node in found)
    if hidden:
        found.append(Node("changes", f"and {hidden} more events: --full shows them all", True))
    return found


def _grown(answer: Answer) -> Node:
    """The tree of an answer about an act or a position."""
    court: Court = answer.where
    value = VALUES.get(answer.text) if answer.kind == "yesno" else None if answer.text == "undetermined" else True
    root = Node("answer", answer.says, value, answer=answer.text)
    if answer.event is not None and answer.rulings:
        root.parts = _act(court, answer)
    elif "acts" in answer.details:
        root.parts = _acts(court, answer)
    else:
        root.parts = _position(court, answer)
    return root


# ---------------------------------------------------------------- an act


def _act(court: Court, answer: Answer) -> list[Node]:
    """Why an act is in the rules or not."""
    index, outcome = speaking(answer)
    ruling, s = answer.rulings[index]
    assert answer.event is not None and answer.event.actor is not None
    player = _branch(court, answer.event, outcome)
    parts = ruled(court, answer.event, ruling, s, outcome, player)
    if outcome == UNDETERMINED:
        from refcli.questions.evidence import of_wish

        parts += of_wish(court, answer)
    if outcome != LEGAL:
        parts += _instead(court, player, answer.event)
    return parts


def _branch(court: Court, event: Event, outcome: str) -> Player:
    """The branch of the game on which an act comes out so."""
    for branch in court.referee.branches:
        if any(found == outcome for found, _, _ in try_act(branch.player, event)):
            return branch.player
    return court.referee.branches[0].player


def ruled(court: Court, event: Event, ruling: Ruling, s: Table, outcome: str, player: Player | None) -> list[Node]:
    """The nodes of an act's ruling: a fault in words, a duty left by somebody else, the rules."""
    just = Justifier(court)
    parts: list[Node] = []
    if ruling.passed is not None:
        whose, j, act, table = ruling.passed
        left = Node("undone", f"{court.name(whose)} left undone what was due", False)
        left.parts = just.act(Trial(act, j, table, s), j.outcome(s))
        parts.append(left)
    if ruling.fault is not None:
        fault = Node("fault", ruling.fault[1], False, record=event_place(event) if event.number else None)
        if ruling.line >= 0:
            fault.parts.append(just.rule(ruling.line, "asks"))
        parts.append(fault)
    elif ruling.line >= 0:
        parts.append(just.rule(ruling.line, "asks"))
    if outcome == IMPOSSIBLE:
        return parts
    if outcome == LEGAL:
        parts += _permitted(court, just, event, player)
    else:
        for act, j, table in ruling.judgements:
            if j.outcome(s) != LEGAL:
                parts += just.act(Trial(act, j, table, s), j.outcome(s))
    here = [part for part in parts if part.decisive and part.kind != "instead"]
    if event.actor is not None and outcome != LEGAL and all(part.misses >= ELSEWHERE for part in here):
        table = ruling.judgements[-1][2] if ruling.judgements else s
        now = table.rules.MOMENT_SENTENCES[table.m].rstrip(".")
        verb = court.line(event, infinitive=True).split(" ")[0]
        if event.verb == "draws" and len(ruling.judgements) > 1:
            verb = "draw another card"
        words = f"no rule lets {court.name(event.actor)} {verb} now ({now[:1].lower()}{now[1:]})"
        parts.insert(0, Node("fault", words, False))
    return parts


def _permitted(court: Court, just: Justifier, event: Event, player: Player | None) -> list[Node]:
    """The rules that permit an act; for a draw that is due, the rule that it is due by."""
    if player is None or event.actor is None:
        return []
    s = settled(player.s)
    if event.verb == "draws":
        duty = next((d for d in s.duties[event.actor] if d.what in ("draw", "exchange")), None)
        if duty is not None and duty.line >= 0:
            words = f"{court.name(event.actor)} has to draw {duty.number} card{'s' if duty.number != 1 else ''}"
            return [just.rule(duty.line, "sets", True, [Node("fact", words, True)])]
    if event.verb == "chooses" and s.pending is not None and s.pending.line >= 0:
        return [just.rule(s.pending.line, "sets", True)]
    copy = player.copy()
    it = trial(copy, event)
    return just.act(it, LEGAL) if it is not None else []


def _instead(court: Court, player: Player, event: Event) -> list[Node]:
    """What the player could do, or whose turn it is."""
    assert event.actor is not None
    who = court.name(event.actor)
    acts = [line.removeprefix(f"{who} ") for line in legal_acts(player, event.actor)]
    if acts:
        return [Node("instead", f"{who} may: {' · '.join(map(infinitive, acts))}", True)]
    s = settled(player.s)
    if s.rules.CLOSED[s.m]:
        return [Node("instead", "the round is over", True)]
    mover = s.pending.chooser if s.pending is not None else s.o
    if mover != event.actor:
        return [Node("instead", f"{who} may do nothing now: it is {court.name(mover)}'s turn", True)]
    return []


def infinitive(act: str) -> str:
    """`plays a card` as what somebody may do: `play a card`."""
    verbs = {"plays": "play", "draws": "draw", "passes": "pass", "calls": "call", "chooses": "choose"}
    verb, _, rest = act.partition(" ")
    return f"{verbs.get(verb, verb)} {rest}".strip()


# ---------------------------------------------------------------- lists of acts


def _acts(court: Court, answer: Answer) -> list[Node]:
    """Each act with the rule that permits it."""
    just = Justifier(court)
    player = court.referee.branches[0].player
    strict = player.copy()
    strict.strict = True
    found = []
    for line in answer.details.get("acts", []):
        event = act_of(court, line)
        node = Node("act", line, True)
        if event is not None:
            node.parts = _permitted(court, just, event, strict)
        elif line.endswith(UNSEEN_CARD):
            node.parts = _unseen(court, just, answer.details["seat"], strict)
        found.append(node)
    if not found and answer.form not in ("what_may_do", "what_may_play"):
        found = _instead(court, player, court.event(answer.details["seat"], Wish("pass")))
    return found or _position(court, answer)


def _unseen(court: Court, just: Justifier, seat: int, player: Player) -> list[Node]:
    """The rules that would permit a card of which nobody knows whether it is held."""
    for kind, number in enumerate(settled(player.s).free):
        event = play_event(seat, kind)
        if number > 0 and {outcome for outcome, _, _ in try_act(player, event)} <= {LEGAL, UNDETERMINED}:
            nodes = [node for node in _permitted(court, just, event, player) if node.decisive][:1]
            return [just.rule(number, "permits", None) for node in nodes for number in just.numbers(node.rule)[:1]]
    return []


def act_of(court: Court, line: str) -> Event | None:
    """The act of a line that lists a legal one; None where it names no single act."""
    longest_first = sorted(range(len(court.players)), key=lambda p: -len(court.players[p]))
    seat = next((p for p in longest_first if line.startswith(court.players[p] + " ")), None)
    if seat is None:
        return None
    verb, _, rest = line[len(court.players[seat]) + 1 :].partition(" ")
    if verb == "plays":
        cards = tuple(rest.split(", "))
        known = all(court.words.card(card) is not None for card in cards)
        return court.event(seat, Wish("play", cards)) if known else None
    if verb == "draws":
        return court.event(seat, Wish("draw", word=rest))
    if verb == "passes":
        return court.event(seat, Wish("pass"))
    if verb == "calls":
        word, _, target = rest.partition(" on ")
        names = [name.lower() for name in court.players]
        at = names.index(target.lower()) if target.lower() in names else None
        return court.event(seat, Wish("call", word=word, target=at))
    return None


# ---------------------------------------------------------------- the position


def _position(court: Court, answer: Answer) -> list[Node]:
    """The facts of the position that an answer was read from."""
    s = settled(court.tables()[0])
    just = Justifier(court)
    rules = s.rules
    parts: list[Node] = []
    seat = answer.details.get("seat", s.o)
    form = answer.form
    if form in ("turn", "next", "is_turn", "must_draw", "must", "what_may_do", "what_may_play"):
        if s.pending is not None and s.pending.line >= 0:
            parts.append(just.rule(s.pending.line, "sets", True))
        duties = [d for d in s.duties[seat] if d.what in ("draw", "exchange") and d.line >= 0]
        for duty in duties:
            words = f"{court.name(seat)} has to draw {'some' if duty.number is None else duty.number}"
            fact = Node("fact", words, decide(duty.when, s))
            parts.append(just.rule(duty.line, "sets", True, [fact]))
        owed = [i for i in rules.WRITTEN_COUNTERS.values() if s.c[i] > 0]
        for number in rules.OFF_DEBT if owed else ():
            if any(n == number for n, _, _ in rules.MOMENT_RULES[s.m].get("draw", ())):
                fact = Node("fact", Speaker(s).turn(seat), True, record=fact_place(court, "counter", seat))
                parts.append(just.rule(number, "sets", True, [fact]))
        if not parts:
            last = next(reversed(court.referee.events), None)
            if last is not None:
                words = f"the last act was event {last.number}, “{last.text}”"
                parts.append(Node("position", words, True, record=event_place(last)))
            else:
                parts.append(
                    Node("position", "nothing has been done yet", True, record=header_place(court, "turn", s.o))
                )
    elif form == "in_force":
        parts.append(
            Node("position", f"the top card is {Speaker(s).card(s.top)}", True, record=fact_place(court, "top", s.o))
        )
        if s.top == UNSEEN:
            parts[-1].value = None
    elif form == "holds":
        last = next(reversed(court.referee.events), None)
        words = "as the hands were dealt" if last is None else f"as the record shows it up to event {last.number}"
        record = fact_place(court, "hand", seat) if last is None else event_place(last)
        parts.append(Node("position", words, True, record=record))
    elif form in ("has", "worth"):
        hand = s.hand(seat)
        known = sorted(hand.known.items())
        cards = [court.words.card_name(k) + (f" ({n} times)" if n > 1 else "") for k, n in known]
        if cards:
            parts.append(
                Node("position", f"known of them: {', '.join(cards)}", True, record=fact_place(court, "hand", seat))
            )
    elif form == "direction":
        last = next((e for e in reversed(court.referee.events) if e.verb == "plays"), None)
        place = event_place(last) if last is not None else header_place(court, "direction", 0)
        parts.append(
            Node("position", "as it stands after the last play" if last else "as the game began", True, record=place)
        )
    elif form in ("won", "has_won", "leads", "score"):
        for p, points in enumerate(s.scores):
            if any(s.scores):
                parts.append(
                    Node("position", f"{court.name(p)} has {'an unknown score' if points < 0 else points}", True)
                )
    return parts


__all__ = ["act_of", "infinitive", "ruled", "tree_of"]
