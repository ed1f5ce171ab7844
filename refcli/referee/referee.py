"""A whole game: every event judged with all that the record shows, every question answered with what it showed till then.

Where play turns on cards that the record doesn't show, the table is followed on every branch that the record allows; an
outcome holds when all of them agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from refcli.record.model import Event, Game, Question
from refcli.referee import judge as judging
from refcli.referee.branches import Branch, merged
from refcli.referee.judge import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNDETERMINED, UNRULED
from refcli.referee.play import Player, Ruling, begin
from refcli.referee.proof.decide import Prover
from refcli.referee.table import Fork, RunsInCircles, Table
from refcli.referee.vocabulary import Words, words_of
from refcli.text import Span

MOST_BRANCHES = 64  # ways in which a game may have gone that are followed; behind that all is undetermined
MOST_EVENTS = 10**9
MOST_WORK = 12_000  # steps of proofs about unseen cards in one game; what needs more is left undetermined


class Clerk:
    """What a table asks of the referee: whether somebody can play, what a written card is."""

    def __init__(self, rules: Any, words: Words) -> None:
        self.rules = rules
        self.words = words
        self.can_play = judging.can_play
        self.barred = judging.barred
        self.card = words.card
        self.work = self.most_work = MOST_WORK


@dataclass(slots=True)
class Verdict:
    """The outcome of an event, or of a header line. `rulings` are those of the branches that the record allows.

    `gave_up` says after how much the referee gave up, where more work might have settled an undetermined outcome.
    """

    outcome: str
    span: Span
    event: Event | None = None
    rulings: list[tuple[Ruling, Table]] = field(default_factory=list)
    words: str = ""  # for a header line
    expected: str = ""
    expected_rule: str = ""
    settler: Callable[[], Event | None] | None = None
    gave_up: str = ""
    # Where the evidence for it can be looked for: the referee, the event, the ways known, the last event that has a say.
    witness: tuple[Referee, int, list[Branch], int] | None = None

    @property
    def settled_by(self) -> Event | None:
        """The later event that made the outcome what it is; None where it was so from the start."""
        return self.settler() if self.settler is not None else None

    @property
    def number(self) -> int:
        return self.event.number if self.event else 0

    @property
    def as_expected(self) -> bool:
        if self.expected and self.expected != self.outcome:
            return False
        return not self.expected_rule or self.expected_rule in self.rules()

    def rules(self) -> list[str]:
        """Ids of the rules that the outcome rests on."""
        from refcli.referee.reasons import cited

        return [ident for ident, _ in cited(self)]


@dataclass(slots=True)
class Reply:
    """The answer to a `?` line."""

    question: Question
    answer: str
    expected: str
    after: int  # number of the last event before it
    detail: Any = None

    @property
    def as_expected(self) -> bool:
        if not self.expected or same_answer(self.expected, self.answer):
            return True
        return self.detail is not None and bool(getattr(self.detail, "accepts", lambda _: False)(self.expected))


def same_answer(expected: str, answer: str) -> bool:
    """Answers compared as a person would: case and the order of a list make no difference."""

    def parts(text: str) -> list[str]:
        return sorted(" ".join(part.lower().replace("-", " ").split()) for part in text.split(","))

    return parts(expected) == parts(answer)


@dataclass(slots=True)
class Report:
    """Everything that the referee says of a game."""

    game: Game
    rules: Any
    words: Words
    verdicts: list[Verdict]
    replies: list[Reply]
    headers: list[Verdict]
    final: Table
    gave_up: int = 0
    as_of: int | None = None  # the last event that was looked at; None: of all of the record
    hindsight: bool = True  # whether outcomes are given with all that was looked at

    @property
    def faulty(self) -> bool:
        return any(v.outcome in (ILLEGAL, BLUFF, IMPOSSIBLE) for v in (*self.headers, *self.verdicts))

    @property
    def clean(self) -> bool:
        return all(v.outcome == LEGAL for v in (*self.headers, *self.verdicts)) and not self.game.faults


Answerer = Callable[["Referee", str], tuple[str, Any]]  # a question's text to its answer, and the details of it


class Referee:
    """Referees one game under compiled rules. `answer` answers the questions of the record; without it they are passed over."""

    def __init__(self, rules: Any, game: Game, words: Words | None = None, answer: Answerer | None = None) -> None:
        self.rules = rules
        self.game = game
        self.answer = answer
        self.words = words or words_of(rules)
        table = Table(rules, game.header)
        table.reader = clerk_of(rules, self.words)
        self.branches = [Branch(Player(table, game.header.taken_back))]
        self.start = self.branches[0]
        self.headers: list[Verdict] = []
        self.replies: list[Reply] = []
        self.gave_up = 0
        self.blind = MOST_EVENTS  # index of the event from which on there were more branches than are followed
        self.events: list[Event] = []
        self.trail: list[list[Branch]] = []  # the branches after each event
        self.refuted: set[int] = set()  # events that contradict the record in a way that only a proof shows
        self.provers: dict[int, Prover] = {}  # of the tables that were looked at last, by identity
        self.fits = -1  # index of the last event up to which some world is known to fit
        self.as_of: int | None = None
        self.deals: list[Any] = []  # found so far, each refereed: see `evidence`
        self._begin(table)

    def _begin(self, table: Table) -> None:
        try:
            begin(table)
        except Fork:
            table.m = self.rules.SETUP
        self._header_faults(table, None)

    def _header_faults(self, table: Table, event: Event | None) -> None:
        header = table.header
        seen: set[int] = set()
        for outcome, seat, words in table.header_faults:
            hand = header.hands.get(seat) if seat is not None else None
            span = hand.span if hand else header.spans.get("start", header.spans.get("top"))
            if span is None:
                span = next(
                    iter(header.spans.values()), Span(self.game.path, self.game.first_line, 1, self.game.first_line, 1)
                )
            if span.line in seen:
                continue
            seen.add(span.line)
            expect = hand.expect if hand else None
            self.headers.append(
                Verdict(outcome, span, event, [], words, expect.text if expect else "", expect.rule if expect else "")
            )
        for hand in header.hands.values():
            if hand.expect is not None and hand.span.line not in seen:
                self.headers.append(Verdict(LEGAL, hand.span, None, [], "", hand.expect.text, hand.expect.rule))
        table.header_faults = []

    # ------------------------------------------------------------ the record, line by line

    def run(self, as_of: int | None = None, hindsight: bool = True) -> Report:
        """Referee all of the record, or only what was known after an event of this number."""
        for statement in self.statements(as_of):
            self.step(statement)
        return self.report(hindsight)

    def statements(self, as_of: int | None = None) -> Iterator[Event | Question]:
        """The lines of the record, all or those before the event that follows one of this number."""
        self.as_of = as_of
        for statement in self.game.statements:
            if as_of is not None and isinstance(statement, Event) and statement.number > as_of:
                return
            yield statement

    def step(self, statement: Event | Question) -> None:
        if isinstance(statement, Question):
            if self.answer is None:
                return
            self.settle()
            self.branches = self.proved(self.branches)
            text, detail = self.answer(self, statement.text)
            expected = statement.expect.text if statement.expect else ""
            self.replies.append(Reply(statement, text, expected, len(self.events), detail))
            return
        self.events.append(statement)
        after: list[Branch] = []
        for branch in self.branches:
            after.extend(self._advance(branch, statement))
        self.branches = self._prune(after)
        if len(self.branches) > 1:
            self.branches = merged(self.branches)
        self.trail.append(self.branches)
        if statement.header is not None:
            self._header_faults(self.branches[0].player.s, statement)

    def _advance(self, branch: Branch, event: Event, answers: tuple[bool, ...] = ()) -> list[Branch]:
        """A branch after an event; several where play turns on what the record doesn't show."""
        player = branch.player.copy()
        player.last_judged = branch.rulings[-1] if branch.rulings else Ruling()
        if event.verb == "takes back":
            player.last_judged = self._play_judged(branch, event)
        player.s.script = list(answers)
        player.s.refuting = event.number in self.refuted
        try:
            ruling = player.do(event)
            ruling.mark = (len(player.s.archive), len(player.s.journal), player.s.stock)
            player.s.refuting = False
        except Fork:
            if len(self.branches) >= MOST_BRANCHES:
                self.gave_up += 1
                self.blind = min(self.blind, len(self.events) - 1)
                return self._advance(branch, event, (*answers, False))
            return [*self._advance(branch, event, (*answers, True)), *self._advance(branch, event, (*answers, False))]
        return [Branch(player, [*branch.rulings, ruling], branch.others)]

    def _play_judged(self, branch: Branch, event: Event) -> Ruling:
        before = branch.player.before_play
        number = before[2] if before is not None else -1
        return next((r for e, r in zip(self.events, branch.rulings, strict=False) if e.number == number), Ruling())

    def _prune(self, branches: list[Branch]) -> list[Branch]:
        """Branches that what is known by now allows; all of them where it allows none."""
        if len(branches) == 1:
            return branches
        kept = []
        for branch in branches:
            s = branch.player.s
            answers = [(truth.ask(s), assumed) for truth, assumed in s.assumed.values()]
            contradicted = any(answer is not None and answer is not assumed for answer, assumed in answers)
            fault = branch.rulings[-1].fault
            if not contradicted and not (fault is not None and fault[0] == IMPOSSIBLE):
                kept.append(branch)
        return kept or branches

    # ------------------------------------------------------------ what is proved

    def proved(self, branches: list[Branch]) -> list[Branch]:
        """The branches that some world allows, ready to prove what simple counts leave open."""
        kept = []
        for branch in branches:
            s = branch.player.s
            if s.prover is None:
                s.prover = self._prover(s)
            if len(branches) == 1 or s.prover.possible() is not False:
                kept.append(branch)
        return kept or branches

    def _fitting(self, index: int) -> bool:
        """Whether some world fits the record up to an event."""
        tables = [branch.player.s for branch in self.trail[index]]
        self.provers = {id(s): Prover(s) for s in tables if not s.clean}
        return any(s.clean or self.provers[id(s)].fits() is not False for s in tables)

    def _prover(self, s: Table) -> Prover:
        """A table's prover, best the one that has found a world for it."""
        found = self.provers.get(id(s))
        return found if found is not None and found.s is s else Prover(s)

    def settle(self) -> None:
        """Find the lines that contradict the record in a way that simple counts don't show, and referee them as such."""
        while self.trail and self.fits < len(self.trail) - 1:
            if self._fitting(len(self.trail) - 1):
                break
            low, high = self.fits + 1, len(self.trail) - 1
            while low < high:
                middle = (low + high) // 2
                low, high = (middle + 1, high) if self._fitting(middle) else (low, middle)
            if self.events[low].number in self.refuted:
                break
            self.refuted.add(self.events[low].number)
            self._again(low)
        self.fits = len(self.trail) - 1

    def _again(self, index: int) -> None:
        """Referee the events from one on once more."""
        events = self.events[index:]
        del self.events[index:], self.trail[index:]
        self.fits = index - 1
        self.branches = self.trail[-1] if self.trail else [self.start]
        headers, self.headers = self.headers, []
        for event in events:
            self.step(event)
        self.headers = headers

    def report(self, hindsight: bool = True) -> Report:
        """Outcomes of all events so far, with all that is known by now; without hindsight, with what was known then."""
        self.settle()
        branches = self.proved(self._prune(self.branches))
        verdicts = []
        limit: int | None = None  # the first contradiction behind the event that is looked at
        limits: dict[int, list[Branch]] = {}
        limit_of: list[int | None] = []
        for index in range(len(self.events) - 1, -1, -1):
            limit_of.append(limit)
            if all((fault := b.rulings[index].fault) and fault[0] == IMPOSSIBLE for b in branches):
                limit = index
        limit_of.reverse()
        for index, event in enumerate(self.events):
            known = branches if hindsight else self.proved(self._prune(self.trail[index]))
            end = limit_of[index] if hindsight else None
            if end is not None:  # what comes behind a contradiction is no evidence for what was before it
                if end not in limits:
                    limits[end] = self.proved(self._prune(self.trail[end - 1]))
                known = limits[end]
            rulings = self._rulings(known, index)
            outcome, gave_up = self._outcome(rulings)
            if index >= self.blind:
                outcome, gave_up = UNDETERMINED, f"{MOST_BRANCHES} ways in which the game may have gone"
            expect = event.expect if hindsight and self.as_of is None else None  # it is expected of the whole record
            verdict = Verdict(
                outcome, event.span, event, rulings, "", expect.text if expect else "", expect.rule if expect else ""
            )
            verdict.gave_up = gave_up
            last = index if not hindsight else len(self.trail) - 1 if end is None or end <= index else end - 1
            verdict.witness = (self, index, known, last)
            if hindsight and outcome != UNDETERMINED and any(ruling.before is not None for ruling, _ in rulings):
                verdict.settler = partial(self._settled_by, index, outcome, last)
            verdicts.append(verdict)
        gave_up = self.gave_up + sum(b.player.s.prover.gave_up for b in branches)
        return Report(
            self.game, self.rules, self.words, verdicts, self.replies, self.headers, branches[0].player.s, gave_up,
            self.as_of, hindsight,
        )  # fmt: skip

    @staticmethod
    def _rulings(branches: list[Branch], index: int) -> list[tuple[Ruling, Table]]:
        """The rulings of an event in all branches, each with a table that knows what it assumes."""
        found: list[tuple[Ruling, Table]] = []
        for branch in branches:
            s = branch.player.s
            alternatives = branch.alternatives(index)
            for ruling, assumed in alternatives:
                table = s if assumed is s.assumed else s.prover.under(assumed)
                if len(alternatives) == 1 or table.prover.possible() is not False:
                    found.append((ruling, table))
        return found or [(branches[0].rulings[index], branches[0].player.s)]

    @staticmethod
    def _outcome(rulings: list[tuple[Ruling, Table]]) -> tuple[str, str]:
        """The outcome on which the branches agree; and where it is open only because a search gave up, after how much."""
        found: list[str] = []
        certain: list[str] = []
        limit = ""
        for ruling, s in rulings:
            s.prover.doubt = ""
            outcome = ruling.outcome(s)
            found.append(outcome)
            doubt = s.prover.doubt if outcome == UNDETERMINED else ""
            if len(rulings) > 1 and not doubt and s.prover.possible() is None:
                doubt = s.prover.doubt
            limit = limit or doubt
            if not doubt:
                certain.append(outcome)
        outcome = united(found)
        return outcome, limit if outcome == UNDETERMINED and (not certain or united(certain) != outcome) else ""

    def _settled_by(self, index: int, outcome: str, last: int) -> Event | None:
        """The first later event with which an event's outcome is the final one; `last` is the last that has a say."""
        clerk = self.start.player.s.reader
        clerk.work, work = clerk.most_work, clerk.work  # this is asked apart from the game, and has its own bound

        def settled(until: int) -> bool:
            branches = self.proved(self._prune(self.trail[until]))
            return self._outcome(self._rulings(branches, index))[0] == outcome

        low, high = index, last
        try:
            while low < high:
                middle = (low + high) // 2
                low, high = (low, middle) if settled(middle) else (middle + 1, high)
        finally:
            clerk.work = work
        return self.events[low] if low > index else None


def united(outcomes: list[str]) -> str:
    """One outcome from those of the branches."""
    kinds = set(outcomes)
    if len(kinds) == 1:
        return outcomes[0]
    kinds.discard(IMPOSSIBLE)
    if len(kinds) == 1:
        return kinds.pop()
    if kinds == {ILLEGAL, BLUFF}:
        return ILLEGAL
    return UNDETERMINED if UNRULED not in kinds or LEGAL in kinds or ILLEGAL in kinds else UNRULED


def clerk_of(rules: Any, words: Words) -> Clerk:
    return Clerk(rules, words)


__all__ = ["Branch", "Referee", "Reply", "Report", "RunsInCircles", "Verdict", "united", "words_of"]
