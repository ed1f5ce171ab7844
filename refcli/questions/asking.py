"""From a question's text to its answer: read, moved to its point of the record, put under its rules, looked up in the forms."""

from __future__ import annotations

from dataclasses import replace

from refcli.diagnostics import Faulty
from refcli.questions.court import Court
from refcli.questions.forms import FORMS, nearest
from refcli.questions.hanging import Hangings
from refcli.questions.model import Answer, Asked, NotUnderstood
from refcli.referee.referee import Referee


def answered(referee: Referee, text: str, asker: int | None = None) -> Answer:
    """The answer to a question in words at this point of the record."""
    court = Court(referee, asker)
    asked = court.read(text)
    if asked is None:
        raise NotUnderstood(nearest(court, text))
    return reply(court, asked)


def reply(court: Court, asked: Asked) -> Answer:
    """The answer to a question that was read."""
    form = FORMS[asked.form]
    notes = []
    if asked.past and asked.at is None and asked.wish is not None:
        instead = asked.form == "what_if"
        number = last_of(court, asked) if instead else done(court, asked)
        if number:
            asked = replace(asked, at=("event", number))
            notes.append(f"this is about event {number}, {'in its place' if instead else 'where it was done'}")
    if asked.at is not None and not form.of_the_record:
        court = court.at(asked.at)
    if asked.otherwise:
        from refcli.questions.whatif import differences, otherwise

        plain = replace(asked, on=(), off=(), under="")
        try:
            other = otherwise(court, asked)
        except Faulty as faulty:
            raise NotUnderstood(_setting_fault(faulty)) from None
        found = form.answer(other, plain)
        found.differences = differences(court, other)
        unread = len(other.referee.game.faults) - len(court.referee.game.faults)
        if unread > 0:
            lines = "1 line of the record can't" if unread == 1 else f"{unread} lines of the record can't"
            notes.append(f"{lines} be read under these rules")
        court = other
    else:
        found = form.answer(court, asked)
    found.form = asked.form
    found.notes += notes
    found.where = court
    found.hangs = lambda every: Hangings(court, asked, found, form.answer, every).nodes()
    return found


def last_of(court: Court, asked: Asked) -> int:
    """The number of the last event of the player who is asked about, 0 where there is none."""
    seat = court.seat(asked.player)
    return next((event.number for event in reversed(court.referee.events) if event.actor == seat), 0)


def done(court: Court, asked: Asked) -> int:
    """The number of the last event in which the act was done that is asked about, 0 where there is none."""
    assert asked.wish is not None
    try:
        wanted = court.event(asked.player, asked.wish)
    except NotUnderstood:
        return 0
    for event in reversed(court.referee.events):
        same = (event.actor, event.verb, event.word) == (wanted.actor, wanted.verb, wanted.word)
        if same and event.cards == wanted.cards and (wanted.target is None or event.target == wanted.target):
            return event.number
    return 0


def _setting_fault(faulty: Faulty) -> str:
    """What is wrong with the settings of a question, in one sentence."""
    first = faulty.diagnostics[0]
    return first.sentence.rstrip(".") + (f"; {first.help[:1].lower()}{first.help[1:]}" if first.help else "")
