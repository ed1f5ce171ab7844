"""From the lines of one game to header, events and questions: which line is which, and what can't be read."""

from __future__ import annotations

from refcli.record.events import PLAYER_VERBS, Acts, Reader, read_reshuffle, read_score
from refcli.record.faults import Faults, Unreadable, did_you_mean, quoted
from refcli.record.header import HeaderLines, is_key
from refcli.record.keys import MOST_PLAYERS, Line, key_line, named_line, switches
from refcli.record.model import Event, Game, Header, Question, Vocabulary
from refcli.record.stream import RawGame
from refcli.record.words import Cards, Seats, cut, expectation, fold

_A_LINE_IS = (
    "A line is an act (`Ann plays …`), a claim (`Ann has 3`), a question (`? whose turn`)"
    " or, before all of them, `key: value`."
)


def peek_rules(raw: RawGame) -> tuple[str, list[str], list[str]]:
    """The rulebook and the house rules switched on and off in the header of a written game, before it is read."""
    rules, on, off = "", [], []  # type: str, list[str], list[str]
    players = False
    for number, row in enumerate(raw.lines, raw.first_line):
        try:
            text, at, _, answer, answer_at = cut(row)
        except Unreadable:
            continue
        if not text:
            continue
        line = key_line(text, at, number, answer, answer_at)
        if line is None:
            if players:
                break
            continue
        players = players or line.key == "players"
        if line.key == "rules":
            rules = rules or line.value
        elif line.key == "with":
            on += switches(line.value)
        elif line.key == "without":
            off += switches(line.value)
    return rules, on, off


def read_game(raw: RawGame, vocabulary: Vocabulary, min_players: int = 2, max_players: int = MOST_PLAYERS) -> Game:
    """Reads one written game; lines that can't be read are among its faults, and all others are there."""
    reading = Reading(raw, vocabulary, Faults(raw.path))
    reading.read_lines()
    return reading.game(min_players, max_players)


class Reading:
    """One game being read. The header stays open until an act or a question of a known table comes."""

    def __init__(self, raw: RawGame, vocabulary: Vocabulary, faults: Faults) -> None:
        self.raw, self.vocabulary, self.faults = raw, vocabulary, faults
        self.cards = _cards_of(vocabulary)
        self.statements: list[Event | Question] = []
        self.open: HeaderLines | None = HeaderLines(vocabulary, self.cards, faults)
        self.header: Header | None = None
        self.acts: Acts | None = None
        self.players: Line | None = None
        self.events = 0
        self.early: list[tuple[int, str, int]] = []  # lines that need to know the players, before they are known

    def read_lines(self) -> None:
        """Reads every line of the game; this is the path that has to be fast."""
        faults, first_line = self.faults, self.raw.first_line
        for index, row in enumerate(self.raw.lines):
            try:
                text, at, stamp, answer, answer_at = cut(row)
                if not text:
                    if answer is not None:
                        faults.line = first_line + index
                        sentence = "Nothing stands in front of `=>` here."
                        raise Unreadable("T115", sentence, "=>", row.find("=>"), "Write it on the line of the act.")
                    continue
                faults.line = first_line + index
                acts = self.acts
                if acts is not None:
                    # The usual line: a name of one word, a verb in small letters.
                    parts = text.split(None, 2)
                    seat = acts.seats.plain.get(parts[0])
                    if seat is not None and len(parts) > 1 and (entry := PLAYER_VERBS.get(parts[1])):
                        rest = parts[2] if len(parts) > 2 else ""
                    elif found := _find_act(acts.seats, text):
                        seat, entry, rest = found
                    else:
                        self.other(text, at, stamp, answer, answer_at)
                        continue
                    event = self.act(seat, entry, rest, text, at, stamp)
                    if answer is not None:
                        event.expect = expectation(answer, answer_at, faults)
                else:
                    self.other(text, at, stamp, answer, answer_at)
            except Unreadable as fault:
                faults.line = first_line + index
                faults.add(fault)

    def act(self, seat: int, entry: tuple[str, Reader], rest: str, text: str, at: int, stamp: str) -> Event:
        """The event of a player's line; `rest` is what stands behind the verb."""
        assert self.acts is not None
        if self.open is not None:
            self.close_header()
        event = Event(self.events + 1, entry[0], seat, text, self.faults.span(text, at), stamp=stamp)
        entry[1](self.acts, event, rest, at + len(text) - len(rest))
        self.events += 1
        self.statements.append(event)
        return event

    def other(self, text: str, at: int, stamp: str, answer: str | None, answer_at: int) -> None:
        """Reads a line that is no act of a known player."""
        line = key_line(text, at, self.faults.line, answer, answer_at)
        if self.acts is None:
            # Without players nothing but header lines can be read.
            if line is None or text[0] == "?":
                self.early.append((self.faults.line, text, at))
            else:
                self.header_line(line)
            return
        word = fold(text) if len(text) < 40 else ""
        if text[0] == "?":
            self.close_header()
            self.question(text, at, answer, answer_at)
        elif word in ("next round", "next round:"):
            self.close_header()
            event = self.table_event("next round", text, at, stamp, answer, answer_at)
            self.open = HeaderLines(self.vocabulary, self.cards, self.faults, self.acts.seats)
            # The lines that follow fill this header.
            event.header = self.open.header
        elif word == "reshuffle" or (line is not None and line.key == "reshuffle"):
            self.close_header()
            self.table_event("reshuffle", text, at, stamp, answer, answer_at, line)
        elif line is None:
            raise self.no_statement(text, at)
        else:
            self.key_line(line, stamp)

    def key_line(self, line: Line, stamp: str) -> None:
        """A `key: value` line of a game whose players are known: in a header, a score, or out of place."""
        assert self.acts is not None
        name, seats = line.key, self.acts.seats
        if line.value and seats.get(line.written) is not None and line.value.split()[0].lower() in PLAYER_VERBS:
            colon = line.text.index(":")
            remedy = "Write the verb right behind the name."
            raise Unreadable("T101", "A colon stands between the player and the act.", ":", line.at + colon, remedy)
        if name.replace(":", "").isdigit():
            remedy = f"A time stands in square brackets: `[20:14] {seats.names[0] if seats.names else 'Ann'} passes`."
            raise Unreadable("T101", "A line can't begin with a number.", line.written, line.at, remedy)
        is_score = name.startswith("score ")
        if self.open is not None and not (is_score and self.open.later):
            self.header_line(line)
        elif is_score:
            self.close_header()
            self.table_event("score", line.text, line.at, stamp, line.answer, line.answer_at, line)
        elif is_key(name, self.vocabulary):
            sentence = f"`{line.written}:` belongs in the header, before the first act and the first question."
            raise Unreadable(
                "T106", sentence, line.text, line.at, "Move the line up, or begin a deal with `next round`."
            )
        else:
            raise self.no_statement(line.text, line.at)

    def header_line(self, line: Line) -> None:
        """A line for the header that is open; the players' line makes acts readable."""
        assert self.open is not None
        self.open.take(line)
        if self.acts is None and self.open.seats is not None:
            self.players = line
            self.acts = Acts(self.vocabulary, self.cards, self.faults, self.open.seats)

    def close_header(self) -> None:
        """Reads the lines of the header that was open, if one was."""
        if self.open is None:
            return
        here = self.faults.line
        header = self.open.finish()
        if not self.open.later:
            self.header = header
        self.open = None
        self.faults.line = here

    def question(self, text: str, at: int, answer: str | None, answer_at: int) -> None:
        """A `?` line."""
        asked = text[1:].lstrip()
        if not asked:
            raise Unreadable("T118", "Behind `?` a question is missing.", "?", at, "Write one: `? whose turn`.")
        expect = None if answer is None else expectation(answer, answer_at, self.faults, question=True)
        self.statements.append(Question(asked, self.faults.span(text, at), expect))

    def table_event(
        self, verb: str, text: str, at: int, stamp: str, answer: str | None, answer_at: int, line: Line | None = None
    ) -> Event:
        """An event that no player does: a new round, a reshuffle, a score that is claimed."""
        assert self.acts is not None
        event = Event(self.events + 1, verb, None, text, self.faults.span(text, at), stamp=stamp)
        if line is not None and verb == "reshuffle":
            read_reshuffle(self.acts, event, line.value, line.value_at)
        elif line is not None:
            read_score(event, *named_line(line, self.acts.seats))
        if answer is not None:
            event.expect = expectation(answer, answer_at, self.faults)
        self.events += 1
        self.statements.append(event)
        return event

    def no_statement(self, text: str, at: int) -> Unreadable:
        """The fault of a line that is nothing at all: a verb or a player that nobody knows, or neither."""
        assert self.acts is not None
        for seat, rest in self.acts.seats.leading(text):
            name = self.acts.seats.names[seat]
            if not rest:
                return Unreadable("T103", f"What {name} does is missing here.", text, at, f"Write it: `{name} passes`.")
            if self.open is not None:
                self.close_header()
            verb = rest.split(None, 1)[0]
            if verb.startswith("score"):
                remedy = f"A score is written `score {name}: 127`."
            else:
                remedy = did_you_mean(verb, PLAYER_VERBS, _verbs())
            sentence = f"What {name} does is expected here, and {quoted(verb)} is nothing that players do."
            return Unreadable("T103", sentence, verb, at + len(text) - len(rest), remedy)
        words = text[:200].split(None, 6)
        for count, word in enumerate(words):
            if count and word.lower() in PLAYER_VERBS:
                if self.open is not None:
                    self.close_header()
                name = text[: text.index(word, len(" ".join(words[:count])))].rstrip()
                return self.acts.seats.stranger(name, at)
        remedy = _A_LINE_IS
        if not _has_letters(text):
            remedy = "Leave it out, or put `#` in front."
        return Unreadable("T101", f"{quoted(text)} is nothing that a record says.", text, at, remedy)

    def game(self, min_players: int, max_players: int) -> Game:
        """What was read, once all lines are through."""
        self.close_header()
        assert self.header is not None
        header = self.header
        if self.players is None:
            self.no_players()
        else:
            for number, text, at in self.early:
                self.faults.line = number
                sentence = "This line stands before it is said who plays, so it isn't read."
                self.faults.add(Unreadable("T106", sentence, text, at, "Move the line behind `players: …`."))
            self.count_players(self.players, len(header.players), min_players, max_players)
        return Game(header, self.statements, self.faults.all(), self.raw.path, self.raw.lines, self.raw.first_line)

    def no_players(self) -> None:
        """The one fault of a game that doesn't say who plays."""
        self.faults.line, text, at = self.early[0] if self.early else (self.raw.first_line, "", 0)
        sentence = "It isn't said who plays, so no act can be read."
        self.faults.add(
            Unreadable("T108", sentence, text, at, "Add a line such as `players: Ann, Bo` above the first act.")
        )

    def count_players(self, line: Line, count: int, min_players: int, max_players: int) -> None:
        """Checks that as many play as the rules are for."""
        if min_players <= count <= max_players:
            return
        least = f"at least {min_players}" if count < min_players else f"at most {max_players}"
        players = "player is" if count == 1 else "players are"
        sentence = f"{count} {players} named, and these rules are for {least}."
        self.faults.line = line.number
        self.faults.add(Unreadable("T110", sentence, line.text, line.at, "Name all who play, with commas between."))


def _find_act(seats: Seats, text: str) -> tuple[int, tuple[str, Reader], str] | None:
    """The player, the verb's entry and the rest of a line, for the longest name that a verb follows."""
    for seat, rest in seats.leading(text):
        if rest:
            verb, *more = rest.split(None, 1)
            entry = PLAYER_VERBS.get(verb.lower())
            if entry is not None:
                return seat, entry, more[0] if more else ""
    return None


def _verbs() -> str:
    return f"Players do this: {', '.join(PLAYER_VERBS)}."


def _has_letters(text: str) -> bool:
    return any(c.isalpha() for c in text[:1000])


# The cards of the vocabulary that was used last: a stream of games is read with one, and its cards looked up once.
_latest: Cards | None = None


def _cards_of(vocabulary: Vocabulary) -> Cards:
    global _latest
    if _latest is None or _latest.vocabulary is not vocabulary:
        _latest = Cards(vocabulary)
    return _latest
