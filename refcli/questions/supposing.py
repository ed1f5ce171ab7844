"""Answers about everybody, and about what wasn't done: who may do something, what if somebody had, was somebody right."""

from __future__ import annotations

from dataclasses import replace

from refcli.questions import answers, rulings
from refcli.questions.court import Court, replayed
from refcli.questions.model import NO, NOBODY, NOTHING, UNKNOWN, YES, Answer, Asked, NotUnderstood
from refcli.questions.position import follows
from refcli.questions.tree import Node
from refcli.referee.choices import settled
from refcli.referee.judge import BLUFF, ILLEGAL, LEGAL, UNDETERMINED


def who_may(court: Court, asked: Asked) -> Answer:
    """Everybody who may do something now, in the order of the seats."""
    assert asked.wish is not None
    each = [(seat, answers.may(court, replace(asked, form="may", player=seat))) for seat in range(len(court.players))]
    able = [court.name(seat) for seat, found in each if found.text == YES]
    open_ = [court.name(seat) for seat, found in each if found.text not in (YES, NO)]
    act = "play" if asked.wish.any_card else court.line(court.event(0, asked.wish), infinitive=True)
    text = UNDETERMINED if open_ else ", ".join(able) or NOBODY
    says = f"{' and '.join(able) or 'Nobody'} may {act} now."
    if open_:
        says = f"Undetermined: whether {' or '.join(open_)} may {act} turns on cards that the record doesn't show."
        says += f" {' and '.join(able)} may." if able else ""
    found = Answer(text, kind="list", says=says, also=(" and ".join(able),) if able else ())
    found.grow = lambda: _each(court, found, each)
    return found


def _each(court: Court, answer: Answer, each: list[tuple[int, Answer]]) -> Node:
    """What decides for each player; those who may first."""
    from refcli.questions.trees import tree_of

    root = Node("answer", answer.says, None if answer.text == UNDETERMINED else True, answer=answer.text)
    order = {YES: 0, UNDETERMINED: 1}
    trees = []
    for seat, found in sorted(each, key=lambda row: order.get(row[1].text, 2)):
        found.where, found.form = court, "what_may_play" if "acts" in found.details else "may"
        trees.append((seat, found, tree_of(found)))
    # Where nobody may, the one is shown to whom least stands in the way.
    target = each[0][1].event.target if each[0][1].event is not None else None
    nearest = min(trees, key=lambda row: (row[0] == target, sum(n.misses for n in row[2].parts if n.decisive)))[0]
    for seat, found, tree in trees:
        node = Node("position", f"{court.name(seat)}: {found.text}", tree.value, tree.parts, answer=found.text)
        node.decisive = found.text != NO or (seat == nearest and answer.text == NOBODY)
        root.parts.append(node)
    return root


def what_if(court: Court, asked: Asked) -> Answer:
    """What an act would be that somebody hasn't done, and what would follow; `at 12` puts it in the place of event 12."""
    assert asked.wish is not None
    if asked.wish.any_card:
        raise NotUnderstood(f"which card? Name it: `what if … had played {court.words.card_name(0)}`, say")
    event = court.event(asked.player, asked.wish)
    found = answers.judged(court, event)
    outcomes = {YES: LEGAL, NO: BLUFF if found.bluff else ILLEGAL}
    text = outcomes.get(found.text, found.text)
    act = f"for {court.name(court.seat(asked.player))} to {court.line(event, infinitive=True)}"
    says = {
        LEGAL: f"It would be legal {act}.",
        ILLEGAL: f"It would be illegal {act}.",
        BLUFF: f"It would be a bluff {act}: it stands unless somebody challenges.",
        UNDETERMINED: f"It is undetermined whether it would be legal {act}: it turns on cards that the record doesn't show.",
    }.get(text, f"It would be {text} {act}: the rules don't decide it.")
    answer = replace(found, text=text, kind="value", says=says)
    answer.grow = lambda: _then(court, answer, found)
    return answer


def _then(court: Court, answer: Answer, judged: Answer) -> Node:
    """Why it would be so, and what would follow."""
    from refcli.questions.trees import tree_of

    judged.where, judged.form = court, "may"
    tree = tree_of(judged)
    event = judged.event
    assert event is not None
    value = True if answer.text == LEGAL else None if answer.text == UNDETERMINED else False
    root = Node("answer", answer.says, value, tree.parts, answer=answer.text)
    after = replayed(court.referee, court.referee.events)
    after.step(replace(event, number=len(after.events) + 1))
    front = "then" if answer.text in (LEGAL, BLUFF) else "if it were let stand"
    for sentence in follows(Court(after, court.asker)):
        root.parts.append(Node("position", f"{front}: {sentence}", True))
    return root


def was_right(court: Court, asked: Asked) -> Answer:
    """Whether somebody's last act, or the last one of that kind, was in the rules and in time."""
    seat = court.seat(asked.player)
    mine = [event for event in court.referee.events if event.actor == seat]
    if asked.wish is not None:
        wanted = court.event(asked.player, asked.wish)
        mine = [e for e in mine if e.verb == wanted.verb and e.word == wanted.word and e.cards == wanted.cards]
    if not mine:
        what = "such a thing" if asked.wish is not None else "anything"
        raise NotUnderstood(f"{court.name(seat)} hasn't done {what} so far in this record")
    return rulings.outcome(court, replace(asked, number=mine[-1].number, at=None))


def holds(court: Court, asked: Asked) -> Answer:
    """The cards that a player holds, as far as the record shows them."""
    seat = court.seat(asked.player)
    who = court.name(seat)
    texts = []
    for table in court.tables():
        hand = settled(table).hand(seat)
        names = [court.words.card_name(kind) for kind, n in sorted(hand.known.items()) for _ in range(n)]
        if hand.size is None:
            names += [f"and an {UNKNOWN} number of others"] if names else []
        elif hand.size - len(names) > 0:
            names.append(f"{hand.size - len(names)} {UNKNOWN}")
        texts.append(", ".join(names) or (UNKNOWN if hand.size is None else NOTHING))
    text = court.united(texts)
    if text in (UNKNOWN, UNDETERMINED):
        return Answer(text, says=f"The record doesn't show what {who} holds.", details={"seat": seat})
    return Answer(text, says=f"{who} holds {text}.", details={"seat": seat})
