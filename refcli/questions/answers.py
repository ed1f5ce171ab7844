"""Answers about a position: may somebody, what may somebody, whose turn, how many, what is in force."""

from __future__ import annotations

from refcli.questions.court import Court
from refcli.questions.model import NO, NOBODY, NONE, NOTHING, UNKNOWN, YES, Answer, Asked, NotUnderstood
from refcli.record.model import Event
from refcli.referee.choices import settled
from refcli.referee.judge import BLUFF, LEGAL, UNDETERMINED, UNRULED
from refcli.referee.kleene import UNKNOWN_NUMBER
from refcli.referee.questions import draws_due, legal_acts, playable_cards, sure_cards, try_act

MAY = {LEGAL: YES, UNDETERMINED: UNDETERMINED, UNRULED: UNRULED}


def may(court: Court, asked: Asked) -> Answer:
    """Whether an act is in the rules now. A bluff is answered no, though it would stand unless challenged."""
    assert asked.wish is not None
    if asked.wish.any_card:
        return may_play(court, asked)
    event = court.event(asked.player, asked.wish)
    found = judged(court, event)
    act, who = court.line(event, infinitive=True), court.name(court.seat(asked.player))
    if found.bluff and found.text == NO:
        found.says = f"No: it would be a bluff. {who} can {act}, and it stands unless somebody challenges."
    else:
        found.says = {
            YES: f"Yes, {who} may {act}.",
            NO: f"No, {who} may not {act}.",
            UNDETERMINED: f"Undetermined: whether {who} may {act} turns on cards that the record doesn't show.",
            UNRULED: f"Unruled: nobody has settled whether {who} may {act}.",
        }[found.text]
    return found


def may_play(court: Court, asked: Asked) -> Answer:
    """Whether a player may play any card at all."""
    seat = court.seat(asked.player)
    who = court.name(seat)
    answers, cards = [], []
    for branch in court.referee.branches:
        sure, others = sure_cards(branch.player, seat)
        answers.append(YES if sure else UNDETERMINED if others else NO)
        cards = sure
    text = court.united(answers)
    says = {
        YES: f"Yes, {who} may play {' or '.join(cards)}.",
        NO: f"No, {who} may play nothing now.",
        UNDETERMINED: f"Undetermined: whether {who} may play turns on cards that the record doesn't show.",
    }[text]
    acts = [f"{who} plays {card}" for card in cards] if text == YES else []
    return Answer(text, kind="yesno", says=says, details={"acts": acts, "seat": seat})


def judged(court: Court, event: Event) -> Answer:
    """An act tried out on every branch of the game."""
    answers: list[str] = []
    limit = ""
    found = Answer("", event, kind="yesno")
    for branch in court.referee.branches:
        for outcome, ruling, table in try_act(branch.player, event, keeps=True):
            found.rulings.append((ruling, table))
            found.bluff = found.bluff or outcome == BLUFF
            answers.append(MAY.get(outcome, NO))
            limit = limit or (table.prover.doubt if outcome == UNDETERMINED else "")
    found.text = court.united(answers)
    if limit and found.text == UNDETERMINED:
        found.notes.append(f"the referee gave up after {limit}")
    return found


def must(court: Court, asked: Asked) -> Answer:
    """Whether an act is a duty: a draw that is due, or the only thing that the player may do."""
    assert asked.wish is not None
    seat = court.seat(asked.player)
    who = court.name(seat)
    if asked.wish.any_card:
        return must_play(court, seat)
    event = court.event(asked.player, asked.wish)
    act = court.line(event, infinitive=True)
    if event.verb == "draws":
        due = court.united([draws_due(branch.player, seat) for branch in court.referee.branches])
        if due in (UNDETERMINED, UNKNOWN):
            return Answer(due, event, kind="yesno", says=f"{due.capitalize()}: how many {who} has to draw isn't known.")
        wanted = event.count if asked.wish.word else None
        holds = due != "0" and (wanted is None or str(wanted) == due)
        text = YES if holds else NO
        cards = f"{due} card{'' if due == '1' else 's'}"
        says = f"{text.capitalize()}, {who} has to draw {cards if due != '0' else 'nothing'} now."
        others = [line.removeprefix(f"{who} ") for line in legal_acts(court.referee.branches[0].player, seat)]
        plays = [line.removeprefix("plays ") for line in others if line.startswith("plays ")]
        if due != "0" and plays:
            says = f"{says[:-1]}, or play {' or '.join(plays)}."
    else:
        acts = legal_acts(court.referee.branches[0].player, seat)
        mine = judged(court, event)
        text = YES if mine.text == YES and len(acts) == 1 else NO if mine.text != UNDETERMINED else UNDETERMINED
        says = f"{text.capitalize()}, {who} {'has to' if text == YES else 'need not'} {act}."
        if text == NO and mine.text == NO:
            says = f"No, {who} may not even {act}."
    found = judged(court, event)
    return Answer(text, event, found.rulings, kind="yesno", says=says)


def must_play(court: Court, seat: int) -> Answer:
    """Whether a player has no way out but to play some card."""
    who = court.name(seat)
    lists = [legal_acts(branch.player, seat) for branch in court.referee.branches]
    front = f"{who} plays "
    text = court.united([YES if acts and all(act.startswith(front) for act in acts) else NO for acts in lists])
    others = [act.removeprefix(f"{who} ") for act in lists[0]]
    says = f"{text.capitalize()}, {who} {'has to' if text == YES else 'need not'} play."
    if not others:
        says = f"No, {who} may do nothing now."
    return Answer(text, kind="yesno", says=says, details={"acts": lists[0], "seat": seat})


def what_may_play(court: Court, asked: Asked) -> Answer:
    """The cards that a player may play, each once, in the order of the deck; bluffs are left out."""
    seat = court.seat(asked.player)
    lists = [playable_cards(branch.player, seat) for branch in court.referee.branches]
    text = court.united([UNDETERMINED if names is None else ", ".join(names) or NOTHING for names in lists])
    who = court.name(seat)
    if text == UNDETERMINED:
        says = f"Undetermined: what {who} may play turns on cards that the record doesn't show."
    else:
        says = f"{who} may play {text} now." if text != NOTHING else f"{who} may play nothing now."
    acts = [f"{who} plays {card}" for card in text.split(", ")] if text not in (NOTHING, UNDETERMINED) else []
    return Answer(text, kind="list", says=says, details={"acts": acts, "seat": seat})


def what_may_do(court: Court, asked: Asked) -> Answer:
    """Every act that a player may do, as lines of a record, choices left out."""
    seat = court.seat(asked.player)
    lists = ["\n".join(legal_acts(branch.player, seat)) or NOTHING for branch in court.referee.branches]
    text = court.united(lists)
    who = court.name(seat)
    if text == NOTHING:
        whose = turn(court, Asked("turn"))
        says = f"{who} may do nothing now. {whose.says}"
    else:
        says = f"What {who} may do now:"
    lines = text.split("\n")
    acts = lines if text not in (NOTHING, UNDETERMINED) else []
    return Answer(text, kind="list", says=says, also=(", ".join(lines),), details={"acts": acts, "seat": seat})


def turn(court: Court, asked: Asked) -> Answer:
    """Who is to move: who owes while cards are owed, who has to choose while a choice is open."""
    del asked
    answers = []
    choosing = False
    for table in court.tables():
        s = settled(table)
        if s.pending is not None:
            choosing = True
            answers.append(court.name(s.pending.chooser))
        elif s.rules.CLOSED[s.m]:
            answers.append(NOBODY)
        else:
            answers.append(court.name(s.o))
    text = court.united(answers)
    if text == UNDETERMINED:
        says = "Undetermined: whose turn it is hangs on cards that the record doesn't show."
    elif text == NOBODY:
        says = "It is nobody's turn: the round is over."
    else:
        says = f"It is {text}'s turn" + (": there is something to choose." if choosing else ".")
    return Answer(text, says=says)


def is_turn(court: Court, asked: Asked) -> Answer:
    """Whether it is a player's turn."""
    whose = turn(court, asked)
    who = court.name(court.seat(asked.player))
    text = whose.text if whose.text == UNDETERMINED else YES if whose.text == who else NO
    says = whose.says if text == UNDETERMINED else f"{text.capitalize()}. {whose.says}"
    return Answer(text, kind="yesno", says=says)


def next_player(court: Court, asked: Asked) -> Answer:
    """Who is to move; the same as whose turn it is."""
    return turn(court, asked)


def must_draw(court: Court, asked: Asked) -> Answer:
    """How many cards a player has to draw: what is owed, 1 where an ordinary draw is all that is left, else 0."""
    seat = court.seat(asked.player)
    text = court.united([draws_due(branch.player, seat) for branch in court.referee.branches])
    who = court.name(seat)
    if text in (UNDETERMINED, UNKNOWN):
        return Answer(
            text, says=f"{text.capitalize()}: the record doesn't show what decides how many {who} has to draw."
        )
    cards = {"0": "nothing", "1": "1 card"}.get(text, f"{text} cards")
    return Answer(text, says=f"{who} has to draw {cards} now.", details={"seat": seat})


def has(court: Court, asked: Asked) -> Answer:
    """How many cards a player holds."""
    seat = court.seat(asked.player)
    sizes = [settled(s).hand(seat).size for s in court.tables()]
    text = court.united([UNKNOWN if size is None else str(size) for size in sizes])
    who = court.name(seat)
    if text in (UNKNOWN, UNDETERMINED):
        return Answer(text, says=f"The record doesn't tell how many cards {who} holds.")
    return Answer(
        text,
        says=f"{who} holds {'1 card' if text == '1' else f'{text} cards' if text != '0' else 'no cards'}.",
        details={"seat": seat},
    )


def score(court: Court, asked: Asked) -> Answer:
    """The points of a player over all rounds."""
    seat = court.seat(asked.player)
    scores = [s.scores[seat] for s in court.tables()]
    text = court.united([UNKNOWN if n <= UNKNOWN_NUMBER else str(n) for n in scores])
    return Answer(
        text,
        says=f"{court.name(seat)} has {text} points." if text.isdigit() else f"{court.name(seat)}'s score: {text}.",
    )


def worth(court: Court, asked: Asked) -> Answer:
    """What the cards of a hand count."""
    seat = court.seat(asked.player)
    worths = [settled(s).worth(seat) for s in court.tables()]
    text = court.united([UNKNOWN if n is None else str(n) for n in worths])
    who = court.name(seat)
    if text == UNKNOWN:
        return Answer(text, says=f"Unknown: the record doesn't show all cards of {who}, or the rules don't value them.")
    return Answer(text, says=f"{who}'s hand is worth {text} points.")


def direction(court: Court, asked: Asked) -> Answer:
    """Which way play goes."""
    del asked
    text = court.united(["clockwise" if s.d > 0 else "counterclockwise" for s in court.tables()])
    return Answer(
        text, says=f"Play goes {text}." if text != UNDETERMINED else "Undetermined: the record doesn't show it."
    )


def won(court: Court, asked: Asked) -> Answer:
    """Who has won, or nobody yet."""
    del asked
    text = court.united([court.name(s.winner) if s.winner >= 0 else NOBODY for s in court.tables()])
    return Answer(
        text, says=f"{text.capitalize() if text == NOBODY else text} has won{' yet' if text == NOBODY else ''}."
    )


def has_won(court: Court, asked: Asked) -> Answer:
    """Whether a player has won."""
    who = won(court, asked)
    text = who.text if who.text == UNDETERMINED else YES if who.text == court.name(court.seat(asked.player)) else NO
    return Answer(
        text,
        kind="yesno",
        says=f"{text.capitalize()}: {who.says[:1].lower() if who.text == NOBODY else who.says[:1]}{who.says[1:]}",
    )


def leads(court: Court, asked: Asked) -> Answer:
    """Who has most points, nobody where several have."""
    del asked
    answers = []
    for s in court.tables():
        best = max(s.scores)
        ahead = [court.name(p) for p, n in enumerate(s.scores) if n == best]
        unknown = any(n <= UNKNOWN_NUMBER for n in s.scores)
        answers.append(UNKNOWN if unknown else ahead[0] if len(ahead) == 1 else NOBODY)
    text = court.united(answers)
    return Answer(text, says=f"{text.capitalize() if text in (NOBODY, UNKNOWN) else text} leads.")


def in_force(court: Court, asked: Asked) -> Answer:
    """The value in force of an attribute: the top card's, or the one chosen since."""
    rules = court.rules
    name = "-".join(asked.name.lower().replace("colour", "color").split())
    near = [known for known in rules.ATTRIBUTE_NAMES if name in (known, known + "s")]
    if not near:
        known = " or ".join(f"`what {name}`" for name in rules.ATTRIBUTE_NAMES)
        raise NotUnderstood(f'"{asked.name[:40]}" is nothing that can be in force: ask {known}')
    index = rules.ATTRIBUTE_NAMES.index(near[0])
    answers = []
    for table in court.tables():
        value = settled(table).force[index]
        if table.pending is not None and table.pending.what == "attribute" and table.pending.which == index:
            value = -1
        name = NONE if value == 0 else UNKNOWN if value < 0 else rules.VALUE_NAMES[index][value - 1].replace("-", " ")
        answers.append(name)
    text = court.united(answers)
    return Answer(text, says=f"The {near[0]} in force is {text}." if text != NONE else f"No {near[0]} is in force.")
