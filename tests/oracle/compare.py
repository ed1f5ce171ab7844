"""The referee held against the reference: where they differ, of which kind the difference is, and the shortest record for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from refcli.compile.rulebook import load
from refcli.diagnostics import Faulty
from refcli.questions import answer
from refcli.record.model import Event, Game, Hand, Question
from refcli.record.writer import write_game
from refcli.referee.judge import IMPOSSIBLE, UNDETERMINED
from refcli.referee.referee import Referee, words_of
from tests.oracle.records import Maker, Record, numbered, read, real_records
from tests.oracle.worlds import Judged, TooMany, Unclear, Worlds

# Two sorts of difference: the referee says what some deal contradicts, or doesn't say what all deals (or none) agree on.
UNSOUND, INCOMPLETE = "unsound", "incomplete"


@dataclass(slots=True)
class Difference:
    """An event on which referee and reference differ."""

    record: Record
    event: Event | Question
    referee: str
    reference: str
    seen: set[str]

    @property
    def sort(self) -> str:
        return INCOMPLETE if self.referee == UNDETERMINED or self.reference == IMPOSSIBLE else UNSOUND

    @property
    def kind(self) -> tuple[str, str, str, str, str]:
        """What differences of one class share."""
        return self.sort, self.record.base, self.about, self.referee, self.reference

    @property
    def about(self) -> str:
        """The verb of the event, or the form of the question."""
        if isinstance(self.event, Event):
            return self.event.verb
        names = self.record.game.header.players
        words = [word for word in self.event.text.split() if word not in names]
        return "? " + " ".join(words[: 2 if words[0] == "may" else 3])

    @property
    def place(self) -> str:
        return f"event {self.event.number}" if isinstance(self.event, Event) else f"`? {self.event.text}`"

    def __str__(self) -> str:
        seen = ", ".join(sorted(self.seen))
        return (
            f"{self.sort}: {self.place} ({self.about}): the referee says {self.referee}, "
            f"the deals that fit say {self.reference} ({seen})\n\n{self.record.text}"
        )


@dataclass(slots=True)
class Tally:
    """What a run has looked at."""

    records: int = 0
    books: Counter[str] = field(default_factory=Counter)
    events: int = 0
    questions: int = 0
    undetermined: int = 0
    impossible: int = 0
    too_many: int = 0
    no_deal: int = 0
    unclear: list[tuple[str, Record]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.books.update(other.books)
        for name in ("records", "events", "questions", "undetermined", "impossible", "too_many", "no_deal"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.unclear += other.unclear
        self.differences += other.differences

    def __str__(self) -> str:
        return (
            f"{self.records} records ({', '.join(f'{n} {book}' for book, n in self.books.most_common())}), "
            f"{self.questions} questions, {self.events} events ({self.undetermined} undetermined, {self.impossible} records "
            f"that contradict themselves; {self.too_many} too large, {self.no_deal} with a header that can't be, "
            f"{len(self.unclear)} that a fully known game can't follow)"
        )


def compare(record: Record, budget: int = 1500) -> tuple[Judged, list[Difference]]:
    """The reference's findings, and where the referee's verdicts differ. Raises TooMany or Unclear."""
    judged = Worlds(record.rules, record.game, budget).judge()
    try:
        report = Referee(record.rules, record.game, words_of(record.rules), answer).run()
    except Exception as error:
        last = judged.findings[-1] if judged.findings else None
        if last is None:
            raise
        return judged, [Difference(record, last.event, f"{type(error).__name__}", last.outcome, last.seen)]
    found = []
    for finding, verdict in zip(judged.findings, report.verdicts, strict=False):
        if finding.outcome != verdict.outcome:
            found.append(Difference(record, finding.event, verdict.outcome, finding.outcome, finding.seen))
    for finding, reply in zip(judged.answers, report.replies, strict=False):
        said, right = reply.answer.lower(), finding.outcome.lower()
        if said != right and not (right == UNDETERMINED and said == "unknown"):
            found.append(Difference(record, finding.event, said, right, {answer.lower() for answer in finding.seen}))
    return judged, found


def run(folder: Path, seed: int, number: int, budget: int = 1500) -> Tally:
    """Judges random records of tiny decks."""
    tally = Tally()
    for versions in Maker(folder, Random(seed)).records():
        if tally.records >= number:
            break
        look_at(versions, tally, budget)
    return tally


def look_at(versions: Sequence[Record], tally: Tally, budget: int) -> None:
    """Judges the version of a record with the most unseen cards that the budget allows."""
    for record in versions:
        try:
            judged, found = compare(record, budget)
        except TooMany:
            continue
        except Unclear as error:
            tally.unclear.append((str(error), record))
            return
        if not judged.layers[0]:
            tally.no_deal += 1
            return
        tally.records += 1
        tally.events += len(judged.findings)
        tally.questions += len(judged.answers)
        tally.books[record.base] += 1
        tally.undetermined += sum(finding.outcome == UNDETERMINED for finding in judged.findings)
        tally.impossible += judged.impossible is not None
        tally.differences += found
        return
    tally.too_many += 1


# ---------------------------------------------------------------- full decks


def run_real(seed: int, number: int) -> Tally:
    """Judges random records of full decks. Needs the constraint solver."""
    from tests.oracle.model import Unsupported

    tally = Tally()
    for at, (record, true) in enumerate(real_records(Random(seed))):
        if tally.records >= number or at >= 10 * number:
            break
        try:
            found = compare_real(record, true, at, tally)
        except Unsupported:
            tally.too_many += 1
            continue
        except AssertionError as error:
            tally.unclear.append((str(error), record))
            continue
        tally.records += 1
        tally.books[record.base] += 1
        tally.differences += [_shrunk_real(difference, true, at) for difference in found[:1]] + found[1:]
    return tally


def compare_real(record: Record, true: Game, seed: int, tally: Tally | None = None) -> list[Difference]:
    """Where the referee's verdicts differ from those of the solver's deals. Raises Unsupported."""
    from tests.oracle.model import Deals

    said = Deals(record.rules, record.game, true, seed).judge()
    report = Referee(record.rules, record.game, words_of(record.rules)).run()
    if tally is not None:
        tally.events += len(said)
        tally.undetermined += sum(found.outcome == UNDETERMINED for found in said)
    return [
        Difference(record, found.event, verdict.outcome, found.outcome, found.seen)
        for found, verdict in zip(said, report.verdicts, strict=True)
        if found.outcome != verdict.outcome
    ]


def _shrunk_real(difference: Difference, true: Game, seed: int) -> Difference:
    """The same difference in a record that ends sooner and tells more of its cards."""
    from tests.oracle.model import Unsupported

    best = difference

    def still(game: Game, real: Game) -> bool:
        nonlocal best
        for record in _again(best.record, game):
            try:
                found = compare_real(record, real, seed)
            except (Unsupported, AssertionError):
                return False
            same = next((d for d in found if d.kind == difference.kind), None)
            if same is not None:
                best = same
                return True
        return False

    assert isinstance(difference.event, Event)
    end = difference.event.number
    shorter = Game(true.header, true.statements[:end], [], "", [], 1)
    if still(replace_statements(best.record.game, best.record.game.statements[:end]), shorter):
        true = shorter
    for p, hand in true.header.hands.items():
        game = best.record.game
        still(Game(replace(game.header, hands={**game.header.hands, p: hand}), game.statements, [], "", [], 1), true)
    for index, event in enumerate(true.statements):
        if isinstance(event, Event) and event.verb == "draws" and event != best.record.game.statements[index]:
            statements = best.record.game.statements
            told = [*statements[:index], event, *statements[index + 1 :]]
            still(replace_statements(best.record.game, told), true)
    return best


# ---------------------------------------------------------------- shrinking


def shrunk(difference: Difference, budget: int = 6000) -> Difference:
    """A difference of the same kind in a shorter record: lines left out, cards told, house rules off."""
    best = difference
    going = True
    while going:
        going = False
        for record in _smaller(best):
            try:
                _, found = compare(record, budget)
            except (TooMany, Unclear, Faulty, AssertionError, IndexError, KeyError):
                continue
            same = next((d for d in found if d.kind == difference.kind), None)
            if same is not None:
                best, going = same, True
                break
    return best


def _smaller(difference: Difference) -> Iterator[Record]:
    """Records with one thing less to read."""
    record = difference.record
    game = record.game
    statements = game.statements
    last = next(index for index, statement in enumerate(statements) if statement is difference.event)
    if last + 1 < len(statements):
        yield from _again(record, replace_statements(game, statements[: last + 1]))
    for index in reversed(range(len(statements))):
        yield from _again(record, replace_statements(game, statements[:index] + statements[index + 1 :]))
    for item in game.header.switched_on:
        header = replace(game.header, switched_on=[other for other in game.header.switched_on if other != item])
        try:
            rules = load(record.book, header.switched_on)
        except Faulty:
            continue
        yield from _again(replace(record, rules=rules), Game(header, statements, [], "", [], 1))
    yield from _told(record)


def replace_statements(game: Game, statements: list) -> Game:  # type: ignore[type-arg]
    return Game(game.header, numbered(statements), [], "", [], 1)


def _told(record: Record) -> Iterator[Record]:
    """The record with one more of its cards told."""
    game = record.game
    kinds = [base for base, n in enumerate(record.rules.COPIES) if n]
    for p, hand in game.header.hands.items():
        if None in hand.cards:
            at = hand.cards.index(None)
            for kind in kinds:
                cards = (*hand.cards[:at], kind, *hand.cards[at + 1 :])
                header = replace(game.header, hands={**game.header.hands, p: Hand(cards, hand.span)})
                yield from _again(record, Game(header, game.statements, [], "", [], 1))
    for index, event in enumerate(game.statements):
        if not isinstance(event, Event):
            continue
        if event.verb in ("draws", "takes", "discards") and (None in event.cards or not event.cards):
            cards = event.cards or (None,) * event.count
            at = cards.index(None)
            if event.verb == "takes" and len(cards) > 1:
                continue
            for kind in kinds:
                told = replace(event, cards=(*cards[:at], kind, *cards[at + 1 :]))
                others = [*game.statements[:index], told, *game.statements[index + 1 :]]
                yield from _again(record, replace_statements(game, others))


def _again(record: Record, game: Game) -> Iterator[Record]:
    text = write_game(game, words_of(record.rules))
    again = read(record.rules, text)
    if not again.faults:
        yield Record(record.rules, text, again, record.book, record.base)
