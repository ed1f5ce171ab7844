"""Which records a command is about, and how each game in them is read with the right rulebook and refereed."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcli.diagnostics import Diagnostic, Faulty
from refcli.record.stream import RawGame, header_key, open_source, split_games
from refcli.text import Span

if TYPE_CHECKING:
    from refcli.record.model import Game
    from refcli.report.sitting import Sitting


BLOCK = 1 << 20  # characters read at once when totals are all that is wanted


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line says of the rules: a rulebook in place of the header's, settings beside the header's."""

    rules: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()


def settings_from(rules: str, with_: list[str] | None, without: list[str] | None) -> Settings:
    """Options as given: each may hold several items with commas."""
    on = tuple(item.strip() for text in with_ or () for item in text.split(",") if item.strip())
    off = tuple(item.strip() for text in without or () for item in text.split(",") if item.strip())
    if rules.endswith(".rules") or "/" in rules or "\\" in rules:
        rules = str(Path(rules).resolve())
    return Settings(rules, on, off)


def expanded(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The files that arguments name, a folder standing for all its `.game` files; and folders without any."""
    files: list[str] = []
    empty: list[str] = []
    for argument in arguments:
        if argument != "-" and os.path.isdir(argument):
            below = sorted(str(path) for path in Path(argument).rglob("*.game") if path.is_file())
            files += below
            if not below:
                empty.append(argument)
        else:
            files.append(argument)
    return files, empty


def raw_games(path: str) -> Iterator[tuple[RawGame, bool]]:
    """The games of a record one after the other, each with whether it is JSON Lines. Raises Faulty."""
    source = open_source(path)
    if source.jsonl:
        from refcli.record.jsonl import split_games_jsonl

        yield from ((raw, True) for raw in split_games_jsonl(source.lines, path))
    else:
        yield from ((raw, False) for raw in split_games(source.lines, path))


def sittings(path: str, settings: Settings) -> Iterator[Sitting]:
    """The games of a record, each refereed as it comes. Raises Faulty where the record itself can't be read on."""
    for raw, jsonl in raw_games(path):
        yield sitting_of(raw, jsonl, settings)


def sitting_of(raw: RawGame, jsonl: bool, settings: Settings) -> Sitting:
    """One game, read and refereed; what keeps it from that is noted in it."""
    from refcli.report.sitting import Sitting

    sitting = Sitting(raw.path, raw.first_line, raw.lines, jsonl)
    try:
        rules, game = read(raw, jsonl, settings)
        sitting.faults = list(game.faults)
        sitting.report = refereed(rules, game)
    except Faulty as faulty:
        sitting.faults += faulty.diagnostics
    except Exception as error:
        sitting.crash = error
    return sitting


def audited(path: str, settings: Settings) -> Iterator[Sitting | int]:
    """The games of a record for totals: the number of events of each that is plainly clean, a sitting of each other.

    Raises Faulty where the record itself can't be read on. Memory stays flat: one game at a time is held.
    """
    if path == "-" or open_source(path).jsonl:
        yield from sittings(path, settings)
        return
    from refcli.referee.audit import Auditor, texts

    auditor = Auditor(lambda name, on, off: compiled(name, on, off, path, settings))
    gc.disable()  # nothing made for a clean game is circular, and looking for it costs a quarter of the time
    try:
        with open(path, encoding="utf-8-sig", newline=None) as stream:
            for count, (line, text) in enumerate(texts(iter(lambda: stream.read(BLOCK), ""))):
                try:
                    events = auditor.quick(text)
                except Faulty:
                    events = -1
                if events >= 0:
                    yield events
                    continue
                for raw in split_games(text.split("\n"), path):
                    raw.first_line += line - 1
                    yield sitting_of(raw, False, settings)
                if not count % 64:
                    gc.collect()
    except UnicodeDecodeError:
        for _ in open_source(path).lines:  # raises Faulty at the place that is no text
            pass
    finally:
        gc.enable()


def compiled(name: str, on: list[str], off: list[str], path: str, settings: Settings) -> Any:
    """The compiled rules for the words of a header beside the settings of the command line."""
    from refcli.compile.rulebook import load

    on = [item for item in on if _name(item) not in map(_name, settings.off)] + list(settings.on)
    off = [item for item in off if _name(item) not in map(_name, settings.on)] + list(settings.off)
    return load(settings.rules or name, on, off, None if path == "-" else Path(path).parent)


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
    on = [item for item in on if _name(item) not in map(_name, settings.off)] + list(settings.on)
    off = [item for item in off if _name(item) not in map(_name, settings.on)] + list(settings.off)
    at = None if settings.rules else _place(raw, jsonl, ("rules",), name)
    try:
        rules = load(name, on, off, None if raw.path == "-" else Path(raw.path).parent, at)
    except Faulty as faulty:
        raise Faulty([_placed(found, raw, jsonl, settings) for found in faulty.diagnostics]) from None
    game = (read_game_jsonl if jsonl else read_game)(raw, words_of(rules), *rules.SEATS)
    game.header.rules, game.header.switched_on, game.header.switched_off = name, on, off
    return rules, game


def refereed(rules: Any, game: Game) -> Any:
    """The report on a game; Faulty where its rules never come to an end at some act."""
    from refcli.questions import answer
    from refcli.referee.referee import Referee, RunsInCircles

    span = next(iter(game.header.spans.values()), None)
    try:
        referee = Referee(rules, game, answer=answer)
        for statement in game.statements:
            span = statement.span
            referee.step(statement)
        from refcli.report.sitting import completed

        return completed(referee.report())
    except RunsInCircles:
        sentence = f"The rules of {rules.TITLE} run in circles here and come to no end."
        raise Faulty([Diagnostic("C400", sentence, span, "Look for a moment that leads back to itself.")]) from None


def _name(item: str) -> str:
    return item.split()[0].lower() if item.split() else ""


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
        if _name(item) in found.sentence.lower():
            return replace(found, sentence=f"--with {item}: {found.sentence}", span=None)
    from refcli.record.jsonl import peek_rules_jsonl
    from refcli.record.reader import peek_rules

    _, on, off = peek_rules_jsonl(raw) if jsonl else peek_rules(raw)
    for item in (*on, *off):
        words = found.sentence.lower().replace('"', " ").replace(",", " ").split()
        if _name(item) in words or item.lower() in found.sentence.lower():
            return replace(found, span=_place(raw, jsonl, ("with", "without"), item))
    return found
