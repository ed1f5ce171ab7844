"""`refcli ask`: one question to a recorded game, or to a position that the options describe."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from refcli.cli.exits import CLEAN, FINDINGS, UNUSABLE, Finished, say
from refcli.cli.settings import Settings
from refcli.cli.sources import raw_games, read
from refcli.cli.waiting import searches, waiting
from refcli.diagnostics import Diagnostic, Faulty
from refcli.questions.model import Answer, NotUnderstood
from refcli.record.model import Event

if TYPE_CHECKING:
    from refcli.questions.court import Court
    from refcli.record.model import Game

UNDECIDED = 4
SEATS = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
FORMATS = ("text", "json")
JUMPS = re.compile(r"\b(?:jump|throw|cut|slam)s? in\b|\bout of turn\b", re.IGNORECASE)


@dataclass(slots=True)
class Position:
    """What the options say of a position."""

    players: str = ""
    top: str = ""
    hands: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # further header lines, `color: red`
    turn: str = ""
    direction: str = ""

    @property
    def given(self) -> bool:
        """Whether any option describes a position."""
        return bool(self.players or self.top or self.hands or self.lines or self.turn or self.direction)


def ask_command(
    source: str, question: str, settings: Settings, position: Position, format: str, full: bool, game: str = "",
    everywhere: bool = False,
) -> None:  # fmt: skip
    """Answers a question, or opens a prompt on the game; ends with 0 yes, 1 no, 4 undetermined, 2 where it can't be answered."""
    if format not in FORMATS:
        say(f'refcli: there is no format "{format}"; it is one of {", ".join(FORMATS)}.')
        raise Finished(UNUSABLE)
    court, notes = court_of(source, question, settings, position, game)
    if not question:
        from refcli.cli.prompt import prompt

        raise Finished(prompt(court, notes))
    if everywhere:
        question += " everywhere"
    try:
        with waiting(searches(question)):
            answer = asked(court, question)
    except NotUnderstood as error:
        say(f"refcli: {error}")
        raise Finished(UNUSABLE) from None
    show(answer, question, [] if answer.form == "explain" else notes, format, full)
    raise Finished(exit_code(answer))


def asked(court: Court, question: str) -> Answer:
    """The answer of a court."""
    from refcli.questions import ask

    return ask(court.referee, question, court.asker)


def exit_code(answer: Answer) -> int:
    """0 yes, or an answer to a question that isn't one of yes or no; 1 no; 4 undetermined or unruled."""
    if answer.text in ("undetermined", "unruled"):
        return UNDECIDED
    return FINDINGS if answer.kind == "yesno" and answer.text == "no" else CLEAN


def show(answer: Answer, question: str, notes: list[str], format: str, full: bool) -> None:
    """Prints an answer with its justification."""
    from refcli.questions.trees import tree_of
    from refcli.report.colors import paint_for
    from refcli.report.justification import answer_rows, node_object, tree_rows
    from refcli.report.view import View

    root = tree_of(answer, hangs=True, every=full or format == "json")
    if format == "json":
        from refcli import __version__

        found: dict[str, Any] = {
            "refcli": __version__, "question": question, "form": answer.form, "answer": answer.text, "says": answer.says,
            "bluff": answer.bluff, "notes": [*notes, *answer.notes], "rules": root.rules(), "justification": node_object(root),
        }  # fmt: skip
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
        return
    view = View(paint_for(sys.stdout), width())
    rows = tree_rows(view, root) if full else answer_rows(view, root)
    sys.stdout.writelines(row + "\n" for row in rows)
    for note in [*notes, *answer.notes]:
        sys.stdout.write(view.paint(f"({note})", "dim") + "\n")


def width() -> int:
    """Where lines are broken: the terminal's width, but no wider than reads well."""
    import shutil

    return max(60, min(shutil.get_terminal_size((100, 24)).columns, 110))


# ---------------------------------------------------------------- which game


def is_record(source: str) -> bool:
    """Whether the first argument names a record and not a rulebook."""
    return (
        source == "-"
        or source.endswith((".game", ".jsonl"))
        or (os.path.isfile(source) and not source.endswith(".rules"))
    )


def court_of(
    source: str, question: str, settings: Settings, position: Position, game: str = ""
) -> tuple[Court, list[str]]:
    """The court at the end of a record, or at the position that the options describe; and what there is to say of it."""
    from refcli.questions.court import Court, stepped
    from refcli.referee.referee import Referee

    if is_record(source):
        if position.given:
            options = "--top, --hand and the like describe a position where there is no record; a record has its own"
            raise Faulty(
                [Diagnostic("T210", options, None, "Leave them out, or name a rulebook instead of the record.")]
            )
        rules, record = chosen_game(source, settings, question, game)
        unread = [fault for fault in record.faults if fault.severity == "error"]
        lines = "1 line" if len(unread) == 1 else f"{len(unread)} lines"
        notes = [f"{lines} of the record can't be read; this is answered from the rest"] if unread else []
        return Court(stepped(Referee(rules, record), _needed(rules, record, question))), notes
    rules, record, asker, notes = made_position(source, question, settings, position)
    court = Court(stepped(Referee(rules, record)), asker)
    return court, [*notes, *header_notes(court)]


def _needed(rules: Any, record: Game, question: str) -> int | None:
    """The last event that has to be told for a question; a question about an event needs all that the record shows."""
    from refcli.questions.court import cards_of, reached
    from refcli.questions.forms import FORMS
    from refcli.questions.reading import read_question

    asked = read_question(question, record.header.players, cards_of(rules)) if question else None
    if asked is None or FORMS[asked.form].of_the_record:
        return None
    last = sum(isinstance(statement, Event) for statement in record.statements)
    needed = reached(record, asked)
    return needed if needed is not None and 0 <= needed < last else None


def chosen_game(path: str, settings: Settings, question: str, wanted: str) -> tuple[Any, Game]:
    """The game of a record that is meant: by --game, by the line that the question names, or the only one. Raises Faulty."""
    line = re.search(r"\bat line (\d{1,9})\b", question.lower())
    games = list(raw_games(path))
    if not games:
        raise Faulty([Diagnostic("T211", f"There is no game in {path}.", None)])
    picked = games
    if wanted:
        if wanted.isdigit():
            picked = games[int(wanted) - 1 : int(wanted)] if int(wanted) > 0 else []
        else:
            heading = f"game: {wanted.lower()}"
            picked = [g for g in games if any(" ".join(row.lower().split()) == heading for row in g[0].lines[:5])]
    elif line and len(games) > 1:
        number = int(line.group(1))
        picked = [g for g in games if g[0].first_line <= number < g[0].first_line + len(g[0].lines)]
    if len(picked) != 1:
        held = f"{path} holds {len(games)} game{'s' if len(games) > 1 else ''}"
        sentence = f"{held}, and none is the one that is meant." if not picked else f"{held}: which one is meant?"
        raise Faulty([Diagnostic("T212", sentence, None, "Say which with --game NUMBER or --game NAME.")])
    return read(*picked[0], settings)


# ---------------------------------------------------------------- a position without a record


def made_position(
    rulebook: str, question: str, settings: Settings, position: Position
) -> tuple[Any, Game, int | None, list[str]]:
    """The position that the options describe, as the record that somebody would have written. Raises Faulty."""
    from refcli.record.stream import RawGame

    rules = _loaded(rulebook, settings)
    players, mine = seats(position, question, rules)
    subject = _subject(question, players, rules)
    asker = subject if subject is not None else mine
    lines = [f"rules: {rulebook}", f"players: {', '.join(players)}"]
    unnamed = 0
    for hand in position.hands:
        name, colon, cards = hand.partition(":")
        if colon:
            lines.append(f"hand {name.strip()}: {cards.strip()}")
        else:
            unnamed += 1
            lines.append(f"hand {players[asker]}: {hand.strip()}")
    if unnamed > 1:
        raise Faulty(
            [Diagnostic("T213", "Whose hands these are isn't said.", None, 'Name the players: --hand "Bo: …".')]
        )
    lines.append(f"top: {position.top or 'unknown'}")
    # Who jumps in isn't the one to move.
    turn = position.turn or players[(asker + 1) % len(players) if JUMPS.search(question) else asker]
    lines += [f"turn: {turn}"]
    lines += [f"direction: {position.direction}"] if position.direction else []
    lines += position.lines
    raw = RawGame("", 1, lines)
    compiled, game = read(raw, False, Settings(rulebook, settings.on, settings.off))
    if game.faults:
        raise Faulty([_of_option(fault, lines) for fault in game.faults])
    notes = []
    if not position.turn and JUMPS.search(question):
        notes.append(f"it is taken to be {turn}'s turn: say --turn if it is somebody else's")
    if not position.players:
        you = f"you are {players[asker]}; " if re.search(r"\b(i|me|my)\b", question.lower()) else ""
        notes.append(f"{you}at the table sit {', '.join(players[:-1])} and {players[-1]}: say --players if it's others")
    return compiled, game, asker, notes


def header_notes(court: Court) -> list[str]:
    """What can't be in the hands and piles that were given."""
    return [
        f"as given, the cards can't be so: {verdict.words}"
        for verdict in court.referee.headers
        if verdict.outcome != "legal"
    ]


def _loaded(rulebook: str, settings: Settings) -> Any:
    from refcli.compile.rulebook import load

    return load(rulebook, list(settings.on), list(settings.off))


def seats(position: Position, question: str, rules: Any) -> tuple[list[str], int]:
    """Who sits at the table, clockwise, and the seat of who asks if nobody else is meant."""
    low, high = rules.SEATS
    named = [name.strip() for name in position.players.split(",") if name.strip()]
    if not named:
        for hand in position.hands:
            if ":" in hand:
                named.append(hand.partition(":")[0].strip())
        named += [position.turn] if position.turn else []
        named += re.findall(
            r"\b(?:[Mm]ay|[Cc]an|[Mm]ust|[Hh]as|[Dd]oes|[Ii]s|[Ll]et|[Oo]n|[Cc]atch|[Cc]hallenge)\s+([A-Z][a-z]+)",
            question,
        )
        named += [name for name in SEATS if re.search(rf"\b{name}\b", question, re.IGNORECASE)]
        named = list(dict.fromkeys(name for name in named if name and name != "I"))
        extra = [name for name in SEATS if name.lower() not in [known.lower() for known in named]]
        wanted = max(low, min(3, high))
        # Whoever asks and isn't named sits first.
        if re.search(r"\b(i|me|my)\b", question.lower()) and (not named or position.turn == ""):
            named.insert(0, extra.pop(0))
        while len(named) < wanted:
            named.append(extra.pop(0))
    turn = next((seat for seat, name in enumerate(named) if name.lower() == position.turn.lower()), 0)
    return named, turn


def _subject(question: str, players: list[str], rules: Any) -> int | None:
    """The player whom a question is about, None for `I`."""
    from refcli.questions.court import cards_of
    from refcli.questions.reading import read_question

    asked = read_question(question, players, cards_of(rules)) if question else None
    return asked.player if asked is not None and asked.player is not None and asked.player >= 0 else None


_OPTIONS = {
    "top": "--top",
    "hand": "--hand",
    "players": "--players",
    "turn": "--turn",
    "direction": "--direction",
    "owes": "--owes",
    "color": "--color",
}


def _of_option(fault: Diagnostic, lines: list[str]) -> Diagnostic:
    """A fault of the record that was made, said of the option that it comes from."""
    line = lines[fault.span.line - 1] if fault.span is not None and 0 < fault.span.line <= len(lines) else ""
    key, _, value = line.partition(":")
    option = _OPTIONS.get(key.split(" ")[0], f"--set {key}" if key else "")
    named = key.partition(" ")[2] if option == "--hand" else ""
    given = f'"{named}: {value.strip()}"' if named else value.strip()
    joint = "=" if option.startswith("--set") else " "
    shown = f"{option}{joint}{given}: " if option else ""
    return Diagnostic(fault.code, f"{shown}{fault.sentence}", None, fault.help, fault.severity)
