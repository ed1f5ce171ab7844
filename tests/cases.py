"""Annotated games as tests: every `=>` of a file is compared with what the referee says."""

from __future__ import annotations

from pathlib import Path

from refcli.compile.rulebook import load
from refcli.questions import answer
from refcli.record.reader import peek_rules, read_game
from refcli.record.stream import open_source, split_games
from refcli.referee.referee import Referee, Report, words_of

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared" / "cases"


def reports(path: Path) -> list[Report]:
    """What the referee says of every game of a file."""
    found = []
    for raw in split_games(open_source(str(path)).lines, str(path)):
        name, on, off = peek_rules(raw)
        rules = load(name, on, off, path.parent)
        found.append(Referee(rules, read_game(raw, words_of(rules)), answer=answer).run())
    return found


def differences(path: Path) -> tuple[int, list[str]]:
    """How many expectations a file has, and those that don't hold, in words."""
    wrong, count = [], 0
    for report in reports(path):
        wrong.extend(f"{fault.span}: {fault.sentence}" for fault in report.game.faults if fault.severity == "error")
        for verdict in (*report.headers, *report.verdicts):
            if verdict.expected:
                count += 1
                if not verdict.as_expected:
                    text = verdict.event.text if verdict.event else verdict.words
                    wanted = f"{verdict.expected} {verdict.expected_rule}".strip()
                    wrong.append(
                        f"{verdict.span}: {text} => {wanted}, but it is {verdict.outcome} by {verdict.rules()}"
                    )
        for reply in report.replies:
            if reply.expected:
                count += 1
                if not reply.as_expected:
                    wrong.append(
                        f"{reply.question.span}: {reply.question.text} => {reply.expected}, but it is {reply.answer}"
                    )
    return count, wrong
