"""The report as one JSON document, for programs. Every key is always there; what there is nothing of is null, "" or [].

    {"refcli": "<version>", "games": [GAME, ...], "unreadable": [FAULT, ...], "summary": SUMMARY}

GAME
    path, line        the record ("-" is standard input) and the number of the game's first line
    name              of the `game:` line
    rulebook          {name, title, with: [...], without: [...]}; null where the game couldn't be refereed
    players           names in the order of the seats
    header            {key: value} of the other header lines that only describe (dates, tables, ...)
    header_lines      VERDICT of each header line that isn't legal or says what it expects
    events            VERDICT of each event
    questions         [{line, after, text, answer, expected, as_expected, reasons: [REASON, ...]}]; `after` is the
                      number of the last event before it
    faults            FAULT of each line that couldn't be read, or why the game couldn't be refereed
    as_of, hindsight  the event up to which the record was looked at (null: all of it); whether outcomes use all of that
    result            {winner, turn, scores: {player: points}}; unknown is null
    summary           SUMMARY of this game

VERDICT
    number, line, column, text     of the event (number is null for a header line), as written
    player, verb                   null where the table acts
    outcome                        legal, illegal, bluff, impossible, unruled, undetermined
    gave_up                        after how much work an undetermined outcome was given up; "" where it wasn't
    settled_by                     {number, line, text} of the later event that settled the outcome, or null
    rules                          ids of the rules that it rests on
    words                          the reason, where it is none of a rule
    reasons                        [REASON, ...], the decisive ones first; of legal events only with --verbose
    facts                          all facts of the reasons
    turn, left_undone, settle      who was in turn; who left a duty undone; what would settle an undetermined outcome
    evidence                       EVIDENCE, or null where no unseen card has a say
    instead                        what the player could have done, as lines of a record
    hangs_on                       [{reading, words, source, here, others: [{way, meaning, outcome}]}]
    notes                          remarks that change no outcome
    expected, expected_rule, as_expected

REASON
    rule, part, sentence, source   its id; forbids, lacks, duty, bluff, owed, unruled, asks, permits; its words
    house, in_place_of             the house rule that it comes from; what it replaces
    path, line, column             its place in the rulebook
    holds, facts                   whether its condition holds (null: not known); the facts that it turned on
    tree                           null, or the condition: {op: fact, holds, fact} or {op: all/any/not, holds, parts}

EVIDENCE
    lines, granted, so             [{words, number, line}] of the record (null: of the header), what the deck grants, and
                                   what they prove together; or, of an impossible event, what they contradict
    deals                          of an undetermined event: [{outcome, hands: [{player, cards}], draws: [{number, cards}],
                                   player, held}], the unseen cards of two deals, and what the player then held
    settle, cut                    what would settle it; what the search for all this left undone, or ""

FAULT
    code, severity, sentence, help, path, line, column, end_line, end_column

SUMMARY
    events, games, faulty, unusable, questions, differences, gave_up, outcomes: {outcome: number},
    header_outcomes: {outcome: number} of header lines that are not legal

With --summary `games` is empty; with --only-faults `events` leaves out those that are legal and as expected.
"""

from __future__ import annotations

import json
from typing import Any, TextIO

from refcli import __version__
from refcli.diagnostics import Diagnostic
from refcli.record.model import Event
from refcli.referee.judge import LEGAL
from refcli.referee.outcomes import OUTCOMES
from refcli.referee.reasons import Explanation, Hanging, Reason
from refcli.referee.referee import Reply, Report, Verdict
from refcli.referee.why import evaluated
from refcli.report.evidence import evidence_object
from refcli.report.remarks import settle_of
from refcli.report.sitting import Sitting, explained, notes_of
from refcli.report.totals import Totals

Object = dict[str, Any]


class JsonWriter:
    """Writes the document piece by piece, a game at a time."""

    def __init__(self, out: TextIO, summary: bool = False, only_faults: bool = False, verbose: bool = False) -> None:
        self.out, self.summary, self.only_faults, self.verbose = out, summary, only_faults, verbose
        self.games = 0
        self.unread: list[Object] = []

    def begin(self) -> None:
        """The opening of the document."""
        self.out.write(f'{{"refcli": {json.dumps(__version__)}, "games": [')

    def game(self, sitting: Sitting) -> None:
        """One game of the list, on a line of its own."""
        if self.summary:
            return
        text = _json(game_object(sitting, self.only_faults, self.verbose))
        self.out.write((",\n" if self.games else "\n") + text)
        self.games += 1

    def unreadable(self, path: str, diagnostics: list[Diagnostic]) -> None:
        """A record that can't be opened or read on; told behind the games."""
        self.unread += map(fault_object, diagnostics)

    def end(self, totals: Totals) -> None:
        """The rest of the document."""
        end = "\n" if self.games else ""
        self.out.write(f'{end}], "unreadable": {_json(self.unread)}, "summary": {_json(totals_object(totals))}}}\n')


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()


def game_object(sitting: Sitting, only_faults: bool = False, verbose: bool = False) -> Object:
    """A game with all that is said of it."""
    report = sitting.report
    totals = Totals()
    totals.add(sitting)
    hangs = sitting.hangings(verbose)
    found: Object = {
        "path": sitting.path, "line": sitting.first_line, "name": "", "rulebook": None, "players": [], "header": {},
        "header_lines": [], "events": [], "questions": [],
        "faults": [fault_object(fault) for fault in sitting.all_faults()],
        "as_of": None, "hindsight": True, "result": {"winner": None, "turn": None, "scores": {}}, "summary": totals_object(totals),
    }  # fmt: skip
    if report is None:
        return found
    differing = {id(difference.reply) for difference in sitting.differences() if difference.reply}
    header = report.game.header
    found["name"] = header.name
    found["rulebook"] = {
        "name": header.rules, "title": report.rules.TITLE, "with": header.switched_on, "without": header.switched_off,
    }  # fmt: skip
    found["players"], found["header"] = header.players, header.extra
    found["header_lines"] = [verdict_object(sitting, v, [], verbose) for v in report.headers]
    found["events"] = [
        verdict_object(sitting, v, hangs.get(v.number, []), verbose)
        for v in report.verdicts
        if not (only_faults and v.outcome == LEGAL and v.as_expected)
    ]
    found["questions"] = [reply_object(reply, differing) for reply in report.replies]
    found["as_of"], found["hindsight"] = report.as_of, report.hindsight
    found["result"] = result_object(report)
    return found


def verdict_object(sitting: Sitting, verdict: Verdict, hangs: list[Hanging], verbose: bool) -> Object:
    """A verdict with its reasons."""
    event = verdict.event if verdict.event is not None and verdict.event.span.line == verdict.span.line else None
    full = verbose or verdict.outcome != LEGAL or not verdict.as_expected
    why = sitting.explained(verdict) if full else Explanation(verdict.outcome, "", [], [], [], "")
    evidence = sitting.evidence(verdict)
    names = sitting.report.game.header.players if sitting.report else []
    return {
        "number": event.number if event else None,
        "line": verdict.span.line,
        "column": verdict.span.column,
        "text": sitting.words_of(verdict),
        "player": names[event.actor] if event and event.actor is not None else None,
        "verb": event.verb if event else None,
        "outcome": verdict.outcome,
        "gave_up": verdict.gave_up,
        "settled_by": event_object(verdict.settled_by),
        "rules": list(dict.fromkeys(reason.ident for reason in why.reasons)),
        "words": why.words,
        "reasons": [reason_object(reason, verdict) for reason in why.reasons],
        "facts": list(dict.fromkeys(fact for reason in why.reasons for fact in reason.facts)),
        "turn": why.turn,
        "left_undone": why.left_undone,
        "settle": settle_of(why, evidence),
        "evidence": evidence_object(evidence),
        "instead": why.instead,
        "hangs_on": [hanging_object(hanging) for hanging in hangs],
        "notes": notes_of(verdict),
        "expected": verdict.expected,
        "expected_rule": verdict.expected_rule,
        "as_expected": verdict.as_expected,
    }


def event_object(event: Event | None) -> Object | None:
    """An event that is pointed at."""
    return None if event is None else {"number": event.number, "line": event.span.line, "text": event.text}


def reason_object(reason: Reason, verdict: Verdict | None) -> Object:
    """A rule that an outcome rests on."""
    tables = [table for ruling, table in verdict.rulings if ruling.outcome(table) == verdict.outcome] if verdict else []
    table = tables[0] if tables else None
    return {
        "rule": reason.ident,
        "part": reason.role,
        "sentence": reason.sentence,
        "source": reason.source,
        "house": reason.house,
        "in_place_of": reason.instead,
        "path": reason.path,
        "line": reason.line,
        "column": reason.column,
        "holds": reason.holds,
        "facts": reason.facts,
        "tree": evaluated(reason.tree, table) if reason.tree is not None and table is not None else None,
    }


def hanging_object(hanging: Hanging) -> Object:
    """A reading that an outcome hangs on."""
    others = [{"way": way, "meaning": meaning, "outcome": outcome} for way, meaning, outcome in hanging.others]
    return {
        "reading": hanging.name, "words": hanging.words, "source": hanging.source, "here": hanging.value,
        "others": others,
    }  # fmt: skip


def reply_object(reply: Reply, differing: set[int]) -> Object:
    """A question with its answer; `differing` are the replies that aren't as expected."""
    why = explained(reply)
    return {
        "line": reply.question.span.line,
        "after": reply.after,
        "text": reply.question.text,
        "answer": reply.answer,
        "expected": reply.expected,
        "as_expected": id(reply) not in differing,
        "reasons": [reason_object(reason, None) for reason in why.reasons] if why else [],
    }


def fault_object(fault: Diagnostic) -> Object:
    """A diagnostic with its place."""
    span = fault.span
    return {
        "code": fault.code, "severity": fault.severity, "sentence": fault.sentence, "help": fault.help,
        "path": span.path if span else None, "line": span.line if span else None,
        "column": span.column if span else None, "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
    }  # fmt: skip


def result_object(report: Report) -> Object:
    """How the game stands at the end of the record."""
    table, names = report.final, report.game.header.players
    closed = table.rules.CLOSED[table.m]
    return {
        "winner": names[table.winner] if table.winner >= 0 else None,
        "turn": names[table.o] if names and not closed else None,
        "scores": {name: None if n < 0 else n for name, n in zip(names, table.scores, strict=False)},
    }


def totals_object(totals: Totals) -> Object:
    """Counts over one game or all."""
    return {
        "events": totals.events, "games": totals.games, "faulty": totals.faulty, "unusable": totals.unusable,
        "questions": totals.questions, "differences": totals.differences,
        "gave_up": totals.gave_up,
        "outcomes": {outcome: totals.outcomes[outcome] for outcome in OUTCOMES},
        "header_outcomes": dict(totals.headers),
    }  # fmt: skip
