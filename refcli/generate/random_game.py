"""Random legal games under any rulebook: the referee says what is legal, chance decides what is done.

Everything that the record can show is shown, so that a referee who reads the game has nothing to guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from refcli.generate.deck import Deck
from refcli.record.model import Event, Game, Hand, Header, Question
from refcli.record.writer import write_game
from refcli.referee.choices import give
from refcli.referee.judge import BLUFF, ILLEGAL, LEGAL, UNRULED, barred, judge
from refcli.referee.kleene import NONE, UNSEEN, decide
from refcli.referee.play import Player, begin
from refcli.referee.referee import clerk_of, words_of
from refcli.referee.rules import Act, drawn_hint
from refcli.referee.table import Duty, Fork, RunsInCircles, Table
from refcli.text import Span

NOWHERE = Span("", 0, 0, 0, 0)
PEOPLE = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia", "Ned", "Ola", "Pat")

# How a game ended.
OVER, CUT, EXHAUSTED = "over", "cut short", "unruled"


class DeadEnd(Exception):
    """Nobody has a legal act and no rule says that this is left open: a fault of the rulebook or of the machine."""

    def __init__(self, reason: str, game: Game, transcript: str) -> None:
        super().__init__(f"{reason}\n\n{transcript}")
        self.reason = reason
        self.game = game
        self.transcript = transcript


@dataclass(slots=True)
class Tendencies:
    """How often players do what they may do, each from 0 to 1."""

    plays: float = 0.92  # a card, rather than draw or pass
    several: float = 0.6  # looks for several cards to play at once
    calls: float = 0.35  # one of the calls that are open
    butts_in: float = 0.4  # looks whether somebody may play out of turn
    later: float = 0.1  # a draw that is due waits while others go on
    splits: float = 0.15  # a draw of several cards stands on several lines
    unwritten: float = 0.2  # a pass that the next act shows, a reshuffle that a draw shows
    untold: float = 0.0  # what the deck doesn't settle is left out where a card is written
    apart: float = 0.2  # a choice stands on a line of its own
    declines: float = 0.3  # a choice that may be declined
    claims: float = 0.01  # tells how many cards somebody holds
    bluffs: float = 0.0  # a play that stands unless it is challenged
    slips: float = 0.0  # an act of which nobody asked whether it is in the rules


@dataclass(slots=True)
class Made:
    """A game that was made, and how it ended."""

    game: Game
    end: str
    rounds: int
    slips: int = 0


def random_game(
    rules: Any, seats: int, rng: Random, rounds: int = 1, most_events: int = 2000, bluffs: bool = False
) -> Game:
    """A random legal game under compiled rules. Raises DeadEnd where play can't go on."""
    tendencies = Tendencies(untold=0.2, bluffs=0.15 if bluffs else 0.0)
    return make(rules, seats, rng, rounds, most_events, tendencies).game


def make(
    rules: Any, seats: int, rng: Random, rounds: int = 1, most_events: int = 2000, tendencies: Tendencies | None = None
) -> Made:
    """A random game and how it ended; the tendencies say how it is played."""
    low, high = rules.SEATS
    seats = max(low, min(seats, high, len(PEOPLE)))
    while True:
        maker = Maker(rules, seats, rng, tendencies or Tendencies())
        if maker.deal_first():
            break
        seats -= 1
        if seats < low:
            raise DeadEnd("the deck can't serve the fewest players that the rulebook allows", maker.game(), "")
    return maker.run(rounds, most_events)


class Maker:
    """One game in the making: the table as the record shows it, and beside it where each card truly is."""

    def __init__(self, rules: Any, seats: int, rng: Random, tendencies: Tendencies) -> None:
        self.rules = rules
        self.rng = rng
        self.wants = tendencies
        self.words = words_of(rules)
        self.deck = Deck(rules, rng)
        self.header = Header(players=list(PEOPLE[:seats]))
        settings(rules, self.header)
        self.statements: list[Event | Question] = []
        self.count = 0
        self.rounds = 1
        self.slips = 0
        self.pile: list[int] = []  # the last is on top
        self.truth: dict[int, list[int]] = {}  # by number of the hand
        self.limbo: list[int] = []  # out of a hand, on the way to a pile
        self.top = NONE
        self.silent: tuple[Event, Table] | None = None  # a pass that may stay unwritten, and the table before it
        self.player: Player

    # ------------------------------------------------------------ the deal

    def deal_first(self) -> bool:
        """Deals the first round; False where the deck has too few cards for so many players."""

        def opened(header: Header) -> tuple[Table, Player]:
            table = Table(self.rules, header)
            table.reader = clerk_of(self.rules, self.words)
            begin(table)
            return table, Player(table)

        def attempt(hands: dict[int, Hand], start: tuple[int | None, ...]) -> Table:
            self.header.hands, self.header.start = hands, start or None
            table, self.player = opened(self.header)
            return table

        if self.rng.random() < 0.5:
            self.header.dealer = self.rng.randrange(len(self.header.players))
        return self._deal(attempt)

    def deal_again(self) -> bool:
        """Deals another round in the same game."""
        old = self.player
        event = Event(self.count + 1, "next round", None, "", NOWHERE)
        dealer = self.rng.randrange(old.s.n) if self.rng.random() < 0.2 else None

        def attempt(hands: dict[int, Hand], start: tuple[int | None, ...]) -> Table:
            self.player = old.copy()
            event.header = Header(dealer=dealer, hands=hands, start=start or None)
            self.player.do(event)
            return self.player.s

        if not self._deal(attempt):
            return False
        self.count += 1
        self.statements.append(event)
        self.rounds += 1
        return True

    def _deal(self, attempt: Any) -> bool:
        total = len(self.deck.cards)
        try:
            probe = attempt({}, ())
            sizes = [probe.hand(p).size or 0 for p in range(probe.n)]
        except Fork:
            sizes = [hand.size or 0 for hand in self.player.s.hands]
        if sum(sizes) >= total:
            return False
        for _ in range(100):
            cards = self.deck.shuffled()
            dealt = [[cards.pop() for _ in range(size)] for size in sizes]
            written = [self._written_hand(hand) for hand in dealt]
            hands = {p: Hand(tuple(hand), NOWHERE) for p, hand in enumerate(written)}
            order = cards[::-1][:40]
            start = [self._written(kind) for kind in order]
            table = attempt(hands, tuple(start))
            turned = len(start) - len(table.start)
            if turned == len(start):
                continue
            table = attempt(hands, tuple(start[:turned]))
            self.truth = dict(enumerate(dealt))
            self.limbo, self.silent = [], None
            top = next((i for i in reversed(range(turned)) if start[i] == table.top), None)
            self.top = NONE if top is None else order[top]
            under = list(table.discards or ())
            below = []
            for index in range(turned):
                if index != top and start[index] in under:
                    under.remove(start[index])
                    below.append(order[index])
            self.pile = self.deck.without(*dealt, below, [] if top is None else [self.top])
            return True
        return False

    # ------------------------------------------------------------ the game

    def run(self, rounds: int, most_events: int) -> Made:
        """Plays until the last round is over, nothing can be drawn, or there are events enough."""
        try:
            while self.count < most_events:
                if self._over():
                    self._claim_end()
                    if self.rounds >= rounds or judged(self.player.s, Act("deal", -1)) != LEGAL:
                        return self._made(OVER)
                    self.deal_again()
                elif not self._step():
                    if self._unruled():
                        return self._made(EXHAUSTED)
                    raise self._dead_end(f"{self._who(self.player.s.o)} has no legal act")
                self._check()
        except Fork as fork:
            raise self._dead_end("play turns on a card that nobody has seen") from fork
        except RunsInCircles as circles:
            raise self._dead_end("the rules run in circles") from circles
        return self._made(CUT)

    def _made(self, end: str) -> Made:
        return Made(self.game(), end, self.rounds, self.slips)

    def game(self) -> Game:
        """The game so far as a record."""
        if self.silent is not None:
            self.statements.append(self.silent[0])
            self.silent = None
        for number, statement in enumerate(self.statements, 1):
            assert isinstance(statement, Event)
            statement.number = number
        return Game(self.header, self.statements, [], "", [], 1)

    def _dead_end(self, reason: str) -> DeadEnd:
        game = self.game()
        s = self.player.s
        where = f"{reason} (moment {self.rules.MOMENTS[s.m]})" if s.m >= 0 else reason
        return DeadEnd(where, game, write_game(game, self.words))

    def _who(self, p: int) -> str:
        return self.header.players[p]

    def _over(self) -> bool:
        s = self.player.s
        return s.pending is None and bool(self.rules.CLOSED[s.m]) and not any(self._due(p) for p in range(s.n))

    def _claim_end(self) -> None:
        s = self.player.s
        winner = s.winner if s.winner >= 0 else s.round_winner
        if winner >= 0 and self.rng.random() < 0.8:
            self._do(Event(0, "wins", winner, "", NOWHERE, target=winner))
        if self.rng.random() < 0.5:
            p = self.rng.randrange(s.n)
            if s.scores[p] > 0:
                self._do(Event(0, "score", p, "", NOWHERE, count=s.scores[p], target=p))

    def _unruled(self) -> bool:
        """Whether the rulebook leaves open what the player in turn may do."""
        s = self.player.s
        acts = [Act("pass", s.o), Act("draw", s.o)]
        return any(judged(s, act) == UNRULED for act in acts)

    def _check(self) -> None:
        """The record's numbers and the real cards agree."""
        s = self.player.s
        if s.pile is not None and s.pile != len(self.pile):
            raise self._dead_end(f"the table counts {s.pile} cards in the draw pile where {len(self.pile)} lie")
        for p in range(s.n):
            size = s.hand(p).size
            if s.alive >> p & 1 and size != len(self._hand(p)):
                raise self._dead_end(f"the table counts {size} cards of {self._who(p)}, who holds {len(self._hand(p))}")

    # ------------------------------------------------------------ one step

    def _step(self) -> bool:
        """One act, or a few that belong together; False where nobody has one."""
        s = self.player.s
        rng, wants = self.rng, self.wants
        if s.pending is not None:
            return self._choose()
        for p in range(s.n):
            if s.alive >> p & 1 and s.hand(p).hidden > 0:
                return self._show(p)
        if wants.slips and rng.random() < wants.slips and self._slip():
            return True
        if self._some_duty(patient=True):
            return True
        if s.pile == 0 and rng.random() >= wants.unwritten and s.discards and self._reshuffle():
            return True
        if rng.random() < wants.claims:
            p = rng.choice(self._seated())
            return self._do(Event(0, "has", p, "", NOWHERE, count=s.count(p), target=p))
        if rng.random() < wants.calls and self._call():
            return True
        if rng.random() < wants.butts_in and self._butt_in(3):
            return True
        if self._turn():
            return True
        return self._some_duty(patient=False) or self._butt_in(s.n) or self._call()

    def _seated(self) -> list[int]:
        s = self.player.s
        return [p for p in range(s.n) if s.alive >> p & 1]

    def _turn(self) -> bool:
        """An act of the player in turn."""
        s = self.player.s
        p = s.o
        rules = self.rules.MOMENT_RULES[s.m]
        plays = bool(rules.get("play"))
        eager = self.rng.random() < self.wants.plays
        if plays and eager and self._play(p):
            return True
        others = [verb for verb in ("draw", "pass") if rules.get(verb)]
        self.rng.shuffle(others)
        for verb in others:
            if verb == "draw" and self._draw_legal(p):
                return self._draw(p)
            if verb == "pass" and judged(s, Act("pass", p)) == LEGAL:
                return self._pass(p)
        return plays and not eager and self._play(p)

    # ------------------------------------------------------------ plays

    def _hand(self, p: int) -> list[int]:
        return self.truth[self.player.s.seat[p]]

    def _play(self, p: int) -> bool:
        """Plays a card, or several, that may be played."""
        if self.rng.random() < self.wants.several and self._play_any(p, self._sets(p)):
            return True
        kinds = list(dict.fromkeys(self._hand(p)))
        self.rng.shuffle(kinds)
        return self._play_any(p, ((kind,) for kind in kinds))

    def _play_any(self, p: int, choices: Iterator[tuple[int, ...]]) -> bool:
        bluffing = self.rng.random() < self.wants.bluffs
        for kinds in choices:
            written = self._written_play(p, kinds)
            outcome = self._judged(p, written)
            if outcome == LEGAL or (bluffing and outcome == BLUFF):
                return self._lay(p, kinds, written)
        return False

    def _sets(self, p: int) -> Iterator[tuple[int, ...]]:
        """Some sets of cards that a rule might let a player play at once: the same card, the same face, any."""
        hand = self._hand(p)
        if len(hand) < 2:
            return
        for column in (self.rules.BASE, self.rules.ATTRIBUTES[-1]):
            groups: dict[int, list[int]] = {}
            for kind in hand:
                groups.setdefault(column[kind], []).append(kind)
            alike = [group for group in groups.values() if len(group) > 1]
            self.rng.shuffle(alike)
            for group in alike[:3]:
                self.rng.shuffle(group)
                yield tuple(group[: self.rng.randint(2, len(group))])
                if len(group) > 2:
                    yield tuple(group[:2])
        yield tuple(self.rng.sample(hand, 2))

    def _judged(self, p: int, kinds: tuple[int, ...]) -> str:
        """The outcome that a play would have, found on the live table."""
        s = self.player.s
        hand = s.own(p)
        act = Act("play", p, kinds)
        if len(kinds) == 1:
            act.drawn = drawn_hint(s, p, kinds[0])
        known, size = hand.known.copy(), hand.size
        act.cards = tuple(s.release(p, kind)[0] for kind in kinds)
        act.k = act.cards[-1]
        outcome = judged(s, act)
        hand.known, hand.size = known, size
        return outcome

    def _lay(self, p: int, kinds: tuple[int, ...], written: tuple[int, ...]) -> bool:
        event = Event(0, "plays", p, "", NOWHERE, written, len(written))
        hand = self._hand(p)
        for kind in kinds:
            hand.remove(kind)
        self.top = kinds[-1]
        self._do(event)
        while True:
            pending = self.player.s.pending
            if pending is None or pending.chooser != p or self.rng.random() < self.wants.apart:
                break
            said = self._choice()
            if said is None:
                break
            # A choice declined at the end may be left out.
            silent = pending.optional and said[-1] in ("nobody", "nothing") and self.rng.random() < self.wants.unwritten
            give(self.player.s, said.copy())
            if not silent:
                event.choices += tuple(said)
            self.player.always()
            self._settle()
            if silent:
                break
        return True

    def _written_play(self, p: int, kinds: tuple[int, ...]) -> tuple[int, ...]:
        """Cards of a play as they are written: what the deck doesn't settle is left out only where that says which."""
        if not self.deck.unsaid:
            return kinds
        bases = [self.rules.BASE[kind] for kind in self._hand(p)]
        return tuple(kind if bases.count(self.rules.BASE[kind]) > 1 else self._written(kind) for kind in kinds)

    def _written(self, kind: int) -> int:
        return self.deck.untold(kind) if self.rng.random() < self.wants.untold else kind

    def _written_hand(self, hand: list[int]) -> list[int]:
        return [self._written(kind) for kind in hand]

    def _butt_in(self, most: int) -> bool:
        """A play by somebody whose turn it isn't."""
        s = self.player.s
        if not self.rules.MOMENT_RULES[s.m].get("play"):
            return False
        others = [p for p in self._seated() if p != s.o]
        self.rng.shuffle(others)
        return any(not self._due(p) and self._play(p) for p in others[:most])

    # ------------------------------------------------------------ draws

    def _left(self) -> bool:
        return bool(self.pile) or not self.player.s.nothing_left()

    def _draw_legal(self, p: int) -> bool:
        s = self.player.s
        return self._left() and judged(s, Act("draw", p)) == LEGAL

    def _draw(self, p: int) -> bool:
        """An ordinary draw; of a debt, cards until it is paid or the player stops for a line."""
        s = self.player.s
        line = judge(s, Act("draw", p)).line(s)
        self._take(p, None)
        while line in self.rules.OFF_DEBT and self.rng.random() >= self.wants.splits:
            s = self.player.s
            if s.o != p or s.pending is not None or self._due(p) or not self._draw_legal(p):
                break
            if judge(s, Act("draw", p)).line(s) not in self.rules.OFF_DEBT:
                break
            self._take(p, self.statements[-1])
        return True

    def _take(self, p: int, same: Event | Question | None) -> None:
        """One card from the draw pile, as an event or as one more card of the same."""
        s = self.player.s
        if not self.pile:
            self.pile = self._remaining()
        kind = self.pile.pop()
        written = self._written(kind)
        duty = self._due(p)
        self._hand(p).append(kind)
        event = Event(0, "draws", p, "", NOWHERE, (written,), 1)
        if isinstance(same, Event):
            self.player.do(event)
            same.cards += (written,)
            same.count += 1
            self._settle()
        else:
            self._do(event)
        if duty is not None and duty.what == "exchange":
            put = next((k for k in self.limbo if duty.of >= 0 and s.rules.MATCHES(k, duty.of)), self.limbo[0])
            self.limbo.remove(put)
            self.pile.append(put)

    def _remaining(self) -> list[int]:
        """The cards of the discard pile, shuffled: whatever lies nowhere else."""
        top = [] if self.top == NONE else [self.top]
        return self.deck.without(*self.truth.values(), top, self.limbo)

    def _reshuffle(self) -> bool:
        s = self.player.s
        if judged(s, Act("reshuffle", -1)) != LEGAL:
            return False
        self.pile = self._remaining()
        shown: tuple[int, ...] = ()
        if self.rng.random() < 0.1:
            shown = tuple(self.pile[: -self.rng.randint(1, 4) : -1])
        return self._do(Event(0, "reshuffle", None, "", NOWHERE, shown, len(shown)))

    # ------------------------------------------------------------ duties

    def _due(self, p: int) -> Duty | None:
        """The first thing that a player has to do and can do."""
        s = self.player.s
        for duty in s.duties[p]:
            if duty.number == 0 or decide(duty.when, s) is False:
                continue
            if duty.what in ("draw", "exchange") and (not self._left() or decide(barred(s, p, owed=True), s) is True):
                continue
            return duty
        return None

    def _some_duty(self, patient: bool) -> bool:
        """What somebody has to do. A draw may wait while others go on, but not what concerns the cards in hand."""
        seats = list(range(self.player.s.n))
        self.rng.shuffle(seats)
        for p in seats:
            duty = self._due(p)
            if duty is None:
                continue
            alone = len(self.player.s.duties[p]) == 1 and duty.what == "draw"
            if patient and alone and self.rng.random() < self.wants.later:
                continue
            if decide(duty.when, self.player.s) is None:
                return self._show(p)
            match duty.what:
                case "draw" | "exchange":
                    self._pay(p, duty)
                case "take":
                    self._rob(p, duty)
                case _:
                    self._discard(p, duty)
            return True
        return False

    def _pay(self, p: int, duty: Duty) -> None:
        self._take(p, None)
        while self._due(p) is duty and duty.what == "draw" and self.rng.random() >= self.wants.splits / 2:
            self._take(p, self.statements[-1])

    def _rob(self, p: int, duty: Duty) -> None:
        """Takes cards from another hand, mostly shown."""
        s = self.player.s
        giver = duty.of if duty.of >= 0 else self.rng.choice([q for q in self._seated() if q != p])
        held, own = self._hand(giver), self._hand(p)
        number = min(duty.number or 0, len(held))
        taken = self.rng.sample(held, number)
        for kind in taken:
            held.remove(kind)
            own.append(kind)
        event = Event(0, "takes", p, "", NOWHERE, tuple(taken), number, target=giver)
        if self.rng.random() < 0.15:
            event.cards = ()
        elif any(self.rules.BASE[kind] != kind for kind in taken) and self.deck.untold(taken[0]) != taken[0]:
            event.cards = self._known_as(s, giver, taken)
        self._do(event)

    def _known_as(self, s: Table, p: int, kinds: list[int]) -> tuple[int, ...]:
        """Cards of a hand as the record knows them."""
        known = [k for k, n in s.hand(p).known.items() for _ in range(n)]
        found = []
        for kind in kinds:
            same = kind if kind in known else next(k for k in known if self.rules.MATCHES(kind, k))
            known.remove(same)
            found.append(kind)
        return tuple(found)

    def _discard(self, p: int, duty: Duty) -> None:
        """Puts down what has to be put down; the number alone where that is the whole hand."""
        hand = self._hand(p)
        meant = [kind for kind in hand if duty.what == "under" or duty.mask >> kind & 1]
        self.rng.shuffle(meant)
        number = len(meant) if duty.number is None else duty.number
        gone = meant[:number]
        if len(gone) > 1 and duty.what != "under" and self.rng.random() < self.wants.splits:
            gone = gone[: self.rng.randint(1, len(gone) - 1)]
        whole = len(gone) == len(hand)
        for kind in gone:
            hand.remove(kind)
        event = Event(0, "discards", p, "", NOWHERE, tuple(gone), len(gone))
        if whole and self.rng.random() < 0.5:
            event.cards = ()
        self._do(event)

    def _show(self, p: int) -> bool:
        hand = self._hand(p).copy()
        self.rng.shuffle(hand)
        return self._do(Event(0, "shows hand", p, "", NOWHERE, tuple(hand), len(hand)))

    # ------------------------------------------------------------ passes, calls, choices

    def _pass(self, p: int) -> bool:
        before = self.player.s.copy()
        event = Event(0, "passes", p, "", NOWHERE)
        self._do(event)
        if self.rng.random() < self.wants.unwritten:
            self.statements.pop()
            self.silent = (event, before)
        return True

    def _shown_by(self, event: Event) -> bool:
        """Whether an act shows that the pass before it was made, without a line for it."""
        assert self.silent is not None
        passed, before = self.silent
        if event.verb not in ("plays", "draws") or event.actor in (None, passed.actor):
            return False
        p = event.actor
        assert p is not None
        if p != self.player.s.o or before.pending is not None or before.duties[p]:
            return False
        verb = "play" if event.verb == "plays" else "draw"
        kinds = tuple(UNSEEN if kind is None else kind for kind in event.cards) if verb == "play" else ()
        passing = judge(before, Act("pass", passed.actor if passed.actor is not None else -1))
        return not judge(before, Act(verb, p, kinds)).permits and len(passing.permits) == 1

    def _call(self) -> bool:
        """A call that is open to somebody."""
        s = self.player.s
        rules = self.rules
        windows = [w for w in rules.UNTIL_MOVE_WINDOWS if s.windows[w] >= 0 and rules.WINDOW_RULES[w].get("call")]
        if not windows and not rules.MOMENT_RULES[s.m].get("call"):
            return False
        found: list[tuple[int, int, int | None]] = []
        for p in self._seated():
            for word in range(len(rules.CALLS)):
                # A line that asks for no target covers a call on nobody.
                if judged(s, Act("call", p, word=word, target=-9)) == LEGAL:
                    found.append((p, word, None))
                    continue
                for target in range(s.n):
                    if judged(s, Act("call", p, word=word, target=target)) == LEGAL:
                        found.append((p, word, target))
        if not found:
            return False
        p, word, aim = self.rng.choice(found)
        if aim is not None and aim == s.toppl and self.rng.random() < 0.5:
            aim = None
        return self._do(Event(0, "calls", p, "", NOWHERE, word=rules.CALLS[word][0], target=aim))

    def _choose(self) -> bool:
        """A choice on a line of its own."""
        pending = self.player.s.pending
        assert pending is not None
        said = self._choice()
        if said is None:
            return False
        return self._do(Event(0, "chooses", pending.chooser, "", NOWHERE, choices=tuple(said)))

    def _choice(self) -> list[str] | None:
        """What is said where play waits for a choice; None where there is nothing to choose."""
        s = self.player.s
        rng = self.rng
        pending = s.pending
        assert pending is not None
        if pending.optional and rng.random() < self.wants.declines:
            return [rng.choice(("nobody", "nothing"))]
        options: list[list[str]]
        match pending.what:
            case "attribute":
                options = [[value.replace("-", " ")] for value in self.rules.VALUE_NAMES[pending.which]]
            case "choice":
                options = [[word.replace("-", " ")] for word in self.rules.CHOICES[pending.which][1]]
            case "player":
                options = [[self._who(p)] for p in self._seated() if p != pending.chooser]
            case "players":
                seated = self._seated()
                if len(seated) < pending.number:
                    options = []
                else:
                    options = [[self._who(p) for p in rng.sample(seated, pending.number)]]
            case "direction":
                options = [["left"], ["right"], ["clockwise"], ["counterclockwise"]]
            case _:
                options = [[self.words.card_name(kind)] for kind in sorted(set(self._hand(pending.chooser)))]
        if not options:
            return ["nobody"] if pending.optional else None
        return rng.choice(options)

    # ------------------------------------------------------------ slips

    def _slip(self) -> bool:
        """An act that is possible, whether or not it is in the rules."""
        s = self.player.s
        p = s.o if self.rng.random() < 0.6 else self.rng.choice(self._seated())
        self.slips += 1
        hand = self._hand(p)
        match self.rng.randrange(4):
            case 0 | 1 if hand and not self.rules.CLOSED[s.m]:
                kinds = (self.rng.choice(hand),)
                return self._lay(p, kinds, self._written_play(p, kinds))
            case 2 if self._left():
                self._take(p, None)
                return True
            case 3:
                return self._do(Event(0, "passes", p, "", NOWHERE))
        return False

    # ------------------------------------------------------------ writing and keeping count

    def _do(self, event: Event) -> bool:
        """Writes an event and applies it."""
        if self.silent is not None:
            if not self._shown_by(event):
                self.statements.append(self.silent[0])
            self.silent = None
        self.count += 1
        event.number = self.count
        self.statements.append(event)
        self.player.do(event)
        self._settle()
        return True

    def _settle(self) -> None:
        """Brings the real cards to where the table says that they went."""
        s = self.player.s
        places = {s.seat[p] for p in range(s.n)}
        new = [p for p in range(s.n) if s.seat[p] not in self.truth]
        if new:
            loose = [kind for place in list(self.truth) if place not in places for kind in self.truth.pop(place)]
            self.rng.shuffle(loose)
            for p in new:
                size = s.hand(p).size or 0
                self.truth[s.seat[p]] = [loose.pop() for _ in range(min(size, len(loose)))]
        for place in places:
            hand = s.hands[place]
            if hand.hidden == 0 and len(self.truth[place]) != hand.size:
                self._trim(place)

    def _trim(self, place: int) -> None:
        """Cards that an effect took out of a hand are on their way."""
        known = [k for k, n in self.player.s.hands[place].known.items() for _ in range(n)]
        kept = []
        for kind in sorted(self.truth[place], key=lambda k: k not in known):
            same = kind if kind in known else next((k for k in known if self.rules.MATCHES(kind, k)), None)
            if same is None:
                self.limbo.append(kind)
            else:
                known.remove(same)
                kept.append(kind)
        self.truth[place] = kept


def judged(s: Table, act: Act) -> str:
    """The outcome that an act would have; what no rule permits, as most that is tried, is found at once."""
    j = judge(s, act)
    return j.outcome(s) if j.permits or j.unruled else ILLEGAL


def settings(rules: Any, header: Header) -> None:
    """Writes into a header which rulebook it is, and which settings of it are not the default."""
    header.rules = rules.NAME
    for name, house in rules.HOUSES.items():
        if house[0] and not house[1]:
            header.switched_on.append(name)
        elif house[1] and not house[0]:
            header.switched_off.append(name)
    for name, (value, default, *_) in (*rules.OPTIONS.items(), *rules.READINGS.items()):
        if value != default:
            header.switched_on.append(f"{name} {value}")
