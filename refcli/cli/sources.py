"""Which records a command is about, and how each game in them is read with the right rulebook and refereed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.cli.settings import ALL, Known, Settings, name_of
from refcli.diagnostics import Diagnostic, Faulty
from refcli.record.stream import RawGame, header_key, open_source, split_games
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.record.model import Game
    from refcli.report.sitting import Sitting


def raw_games(path: str) -> Iterator[tuple[RawGame, bool]]:
    """The games of a record one after the other, each with whether it is JSON Lines. Raises Faulty."""
    source = open_source(path)
    if source.jsonl:
        from refcli.record.jsonl import split_games_jsonl

        yield from ((raw, True) for raw in split_games_jsonl(source.lines, path))
    else:
        yield from ((raw, False) for raw in split_games(source.lines, path))


def sittings(path: str, settings: Settings, known: Known = ALL) -> Iterator[Sitting]:
    """The games of a record, each refereed as it comes. Raises Faulty where the record itself can't be read on."""
    for raw, jsonl in raw_games(path):
        yield sitting_of(raw, jsonl, settings, known)


def sitting_of(raw: RawGame, jsonl: bool, settings: Settings, known: Known = ALL) -> Sitting:
    """One game, read and refereed; what keeps it from that is noted in it."""
    from refcli.report.sitting import Sitting

    sitting = Sitting(raw.path, raw.first_line, raw.lines, jsonl)
    try:
        rules, game = read(raw, jsonl, settings)
        sitting.faults = list(game.faults)
        sitting.report = refereed(rules, game, known)
    except Faulty as faulty:
        sitting.faults += faulty.diagnostics
    except Exception as error:
        sitting.crash = error
    return sitting


def read(raw: RawGame, jsonl: bool, settings: Settings) -> tuple[Any, Game]:
    """The compiled rulebook of a game and the game as read with it; raises Faulty where there is no such rulebook."""
    from refcli.compile.rulebook import load
    from refcli.record.jsonl import peek_rules_jsonl, read_game_jsonl
    from refcli.record.reader import peek_rules, read_game
    from refcli.referee.referee import words_of

    name, on, off = peek_rules_jsonl(raw) if jsonl else peek_rules(raw)
    name = settings.rules or name
    if not name:
        raise Faulty([_no_rules(raw)])
    on = [item for item in on if name_of(item) not in map(name_of, settings.off)] + list(settings.on)
    off = [item for item in off if name_of(item) not in map(name_of, settings.on)] + list(settings.off)
    at = None if settings.rules else _place(raw, jsonl, ("rules",), name)
    try:
        rules = load(name, on, off, None if raw.path == "-" else Path(raw.path).parent, at)
    except Faulty as faulty:
        raise Faulty([_placed(found, raw, jsonl, settings) for found in faulty.diagnostics]) from None
    game = (read_game_jsonl if jsonl else read_game)(raw, words_of(rules), *rules.SEATS)
    game.header.rules, game.header.switched_on, game.header.switched_off = name, on, off
    return rules, game


def refereed(rules: Any, game: Game, known: Known = ALL) -> Any:
    """The report on a game; Faulty where its rules never come to an end at some act, or it has no such event."""
    from refcli.questions import answer
    from refcli.referee.referee import Referee, RunsInCircles

    span = next(iter(game.header.spans.values()), None)
    if known.as_of is not None:
        _in_range(game, known.as_of)
    try:
        referee = Referee(rules, game, answer=answer)
        for statement in referee.statements(known.as_of):
            span = statement.span
            referee.step(statement)
        from refcli.report.sitting import completed

        return completed(referee.report(known.hindsight))
    except RunsInCircles:
        sentence = f"The rules of {rules.TITLE} run in circles here and come to no end."
        raise Faulty([Diagnostic("C400", sentence, span, "Look for a moment that leads back to itself.")]) from None


def _in_range(game: Game, number: int) -> None:
    """Raises Faulty where a game has no event of a number."""
    from refcli.record.model import Event

    last = max((statement.number for statement in game.statements if isinstance(statement, Event)), default=0)
    if not 1 <= number <= last:
        has = f"{last} event{'s' if last != 1 else ''}" if last else "no events"
        remedy = f"Say a number from 1 to {last}, or leave --as-of out." if last else "Leave --as-of out."
        raise Faulty([Diagnostic("T214", f"There is no event {number} in this game: it has {has}.", None, remedy)])


def _no_rules(raw: RawGame) -> Diagnostic:
    from refcli.language.files import known_rulebooks

    at = next((n for n, line in enumerate(raw.lines) if line.strip() and line.lstrip()[0] != "#"), 0)
    line = raw.lines[at] if raw.lines else ""
    number = raw.first_line + at
    known = ", ".join(known_rulebooks())
    return Diagnostic(
        "T119",
        "It isn't said by which rules this game is played.",
        Span(raw.path, number, 1, number, len(line) + 1),
        f"Add a line such as `rules: NAME` above it, or say --rules NAME. Known rulebooks: {known}.",
    )


def _place(raw: RawGame, jsonl: bool, keys: tuple[str, ...], words: str) -> Span | None:
    """Where a header of these keys says some words; else the line of the key."""
    found: Span | None = None
    for number, line in enumerate(raw.lines, raw.first_line):
        here = (jsonl and line.strip()) or header_key(line.lstrip()) in keys
        if not here:
            continue
        column = line.lower().find(words.lower(), 0 if jsonl else line.index(":"))
        if column >= 0:
            return Span(raw.path, number, column + 1, number, column + 1 + len(words))
        found = found or Span(raw.path, number, 1, number, len(line) + 1)
        if jsonl:
            break
    return found


def _placed(found: Diagnostic, raw: RawGame, jsonl: bool, settings: Settings) -> Diagnostic:
    """A finding about the settings, moved from the `rules:` line to the item that it is about."""
    if found.code not in ("S201", "S202", "S203", "L301", "L302"):
        if found.span is None and settings.rules:
            return replace(found, sentence=f"--rules: {found.sentence}")
        return found
    for item in (*settings.on, *settings.off):
        if name_of(item) in found.sentence.lower():
            return replace(found, sentence=f"--with {item}: {found.sentence}", span=None)
    from refcli.record.jsonl import peek_rules_jsonl
    from refcli.record.reader import peek_rules

    _, on, off = peek_rules_jsonl(raw) if jsonl else peek_rules(raw)
    for item in (*on, *off):
        words = found.sentence.lower().replace('"', " ").replace(",", " ").split()
        if name_of(item) in words or item.lower() in found.sentence.lower():
            return replace(found, span=_place(raw, jsonl, ("with", "without"), item))
    return found
