"""The prompt of `refcli ask GAME`: questions at any point of a game, with steps through it.

With prompt_toolkit on a terminal it has a history and completes names, cards, rules and questions; without, it reads plain
lines, so that a script can be piped in.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from refcli.cli.ask import asked, show, width
from refcli.cli.exits import CLEAN
from refcli.cli.waiting import searches, waiting
from refcli.diagnostics import Faulty
from refcli.language.files import known_rulebooks
from refcli.questions.court import Court
from refcli.questions.forms import examples
from refcli.questions.model import Answer, NotUnderstood
from refcli.record.model import Event
from refcli.report.colors import paint_for
from refcli.report.view import View

HELP = """\
next, back        one event on or back; an empty line is next, too
at 12             just before event 12; `at line 40` before what stands in line 40; `end` behind all
show              the table as it is now
full              the whole tree of the last answer
help, quit        this text; the end (also Ctrl-D)
Anything else is a question, such as:"""


class Session:
    """A game and how far it is told: `next` is the number of the event that comes next."""

    def __init__(self, court: Court, say: Callable[[str], None]) -> None:
        self.end = court
        self.say = say
        self.events: list[Event] = list(court.referee.events)
        self.next = self.last + 1
        self.answer: Answer | None = None
        self.question = ""
        self.view = View(paint_for(sys.stdout), width())

    @property
    def last(self) -> int:
        """The number of the last event of the record."""
        return self.events[-1].number if self.events else 0

    def court(self) -> Court:
        """The court as the game is told so far."""
        return self.end if self.next > self.last else self.end.at(("event", self.next))

    def front(self) -> str:
        """What stands before what is typed."""
        return "at the end> " if self.next > self.last else f"before {self.next}> "

    # ------------------------------------------------------------ lines

    def line(self, text: str) -> bool:
        """Does what a line says; False where it says that this is the end."""
        words = text.strip().lower().rstrip("?.")
        if words in ("quit", "exit", "q", ":q", "bye"):
            return False
        if words in ("help", "h") or text.strip() == "?":
            self.help()
        elif words in ("next", "n", ""):
            self.step(1)
        elif words in ("back", "b", "previous"):
            self.step(-1)
        elif words in ("start", "begin"):
            self.go(1)
        elif words in ("end", "at the end"):
            self.go(self.last + 1)
        elif words.startswith("at "):
            self.jump(words[3:])
        elif words in ("show", "s", "table"):
            self.show()
        elif words == "full":
            self.full()
        else:
            self.ask(text.strip())
        return True

    def step(self, by: int) -> None:
        """One event on or back; on the way forward the event is told with its outcome."""
        if by > 0 and self.next <= self.last:
            verdicts = self.end.referee.report().verdicts
            verdict = next(v for v in verdicts if v.number == self.next)
            assert verdict.event is not None
            outcome = "" if verdict.outcome == "legal" else f"   {verdict.outcome.upper()} (ask: why {self.next})"
            self.say(f"{self.next}  {verdict.event.text}{outcome}")
            self.next += 1
        elif by < 0 and self.next > 1:
            self.next -= 1
            self.say(f"before {self.next}  {self.events[self.next - 1].text}")
        else:
            self.say("That was the last event." if by > 0 else "This is the start of the game.")

    def go(self, number: int) -> None:
        """Just before an event."""
        if not 1 <= number <= self.last + 1:
            self.say(f"There is no event {number}: the record has {self.last}.")
            return
        self.next = number
        coming = self.events[number - 1].text if number <= self.last else "nothing more; this is the end"
        self.say(f"before {number}  {coming}")

    def jump(self, where: str) -> None:
        """`at 12`, `at line 40`."""
        where = where.removeprefix("event ").strip()
        if where.startswith("line ") and where[5:].strip().isdigit():
            line = int(where[5:])
            self.go(next((event.number for event in self.events if event.span.line >= line), self.last + 1))
        elif where.isdigit():
            self.go(int(where[:9]))
        else:
            self.say("Say `at 12` for event 12, or `at line 40`.")

    def show(self) -> None:
        """The table."""
        from refcli.questions.position import position_view
        from refcli.report.settle_text import position_rows

        for row in position_rows(self.view, position_view(self.court())):
            self.say(row)

    def help(self) -> None:
        """What can be typed, with examples of this game."""
        self.say(HELP)
        for example in examples(self.court()):
            self.say(f"  {example}")

    def ask(self, question: str) -> None:
        """A question, answered as the game is told so far."""
        try:
            # What names an event or a line knows all of the record; the rest what is told so far.
            read = self.end.read(question)
            whole = read is not None and (read.number is not None or read.at is not None)
            with waiting(searches(question)):
                self.answer, self.question = asked(self.end if whole else self.court(), question), question
        except NotUnderstood as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}")
        except Faulty as faulty:
            self.say(faulty.diagnostics[0].sentence)
        else:
            show(self.answer, question, [], "text", False)

    def full(self) -> None:
        """The whole tree of the last answer."""
        if self.answer is None:
            self.say("Ask something first.")
        else:
            show(self.answer, self.question, [], "text", True)

    def words(self) -> list[str]:
        """What can be completed: commands, questions, players, cards, rules."""
        rules = self.end.rules
        commands = ["next", "back", "at ", "end", "show", "full", "help", "quit"]
        names = [
            *self.end.players,
            *rules.CARD_NAMES,
            *(line[0] for line in rules.LINES),
            *rules.HOUSES,
            *rules.READINGS,
            *rules.OPTIONS,
            *self.end.words.call_words(),
            *known_rulebooks(),
        ]
        return list(dict.fromkeys([*commands, *examples(self.end), *names]))


def prompt(court: Court, notes: list[str]) -> int:
    """Reads lines until the end; the exit code is 0."""
    session = Session(court, _print)
    heading = (
        f"{court.rules.TITLE} · {', '.join(court.players)} · {session.last} events. `help` says what can be asked."
    )
    _print(heading)
    for note in notes:
        _print(f"({note})")
    for line in lines(session):
        if not session.line(line):
            break
    return CLEAN


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def lines(session: Session) -> Iterator[str]:
    """The lines that are typed, by the best means there are."""
    reader = _reader(session) if sys.stdin.isatty() and sys.stdout.isatty() else None
    while True:
        try:
            yield reader() if reader is not None else input(session.front() if sys.stdin.isatty() else "")
        except EOFError:
            return
        except KeyboardInterrupt:
            _print("")


def _reader(session: Session) -> Callable[[], str] | None:
    """A reader of lines with history and completion; None where prompt_toolkit isn't installed."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import FileHistory, InMemoryHistory
    except ImportError:
        return None

    class Words(Completer):
        """Completes the longest run of words at the end that begins something known."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            del complete_event
            before = document.text_before_cursor
            parts = before.split(" ")
            for start in range(max(0, len(parts) - 4), len(parts)):
                run = " ".join(parts[start:])
                if not run:
                    continue
                for word in session.words():
                    if word.lower().startswith(run.lower()) and word.lower() != run.lower():
                        yield Completion(word, start_position=-len(run))

    place = _history_file()
    history = FileHistory(str(place)) if place is not None else InMemoryHistory()
    typed: PromptSession[str] = PromptSession(history=history, completer=Words(), complete_while_typing=False)
    return lambda: typed.prompt(session.front())


def _history_file() -> Path | None:
    """Where what was typed is kept: beside the cache of rulebooks, if there is one."""
    from refcli.compile import cache

    folder = cache.folder()
    if folder is None:
        return None
    try:
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        return place / "questions"
    except OSError:
        return None
