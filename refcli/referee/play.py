"""One event after the other: what each act is judged as, and what it does to the table.

The record stands: whatever was done is applied, legal or not, and the next act is judged by the table as it then is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from refcli.record.model import Event
from refcli.referee.choices import give, resolve_pending
from refcli.referee.hands import Hand, Put
from refcli.referee.journal import HIDDEN, SEEN, SIZED, WHOLE
from refcli.referee.judge import IMPOSSIBLE, LEGAL, UNDETERMINED, Judgement, barred, binding, can_play, judge
from refcli.referee.kinds import meanings
from refcli.referee.kleene import AND, NONE, NOT, OR, UNSEEN, Open, Truth, decide, look
from refcli.referee.rules import Act, drawn_hint
from refcli.referee.table import Duty, Fork, Table, answerable


@dataclass(slots=True)
class Ruling:
    """What the referee says of one event, before all of the record is known.

    `judgements` are the acts that the event consists of (several draws are several acts). `fault` is a verdict that needs
    no rule (impossible, a choice that can't be), with its words; `notes` are remarks that change no outcome.
    """

    judgements: list[tuple[Act, Judgement, Table]] = field(default_factory=list)
    fault: tuple[str, str] | None = None
    notes: list[str] = field(default_factory=list)
    passed: tuple[int, Judgement, Act, Table] | None = None  # a pass that was left out: whose, and how it is judged
    line: int = -1  # the rule that a fault cites
    truth: Truth = True  # for a claim or a duty done: whether it holds
    before: Table | None = None  # the table before the event, kept where the event may not be legal
    mark: tuple[int, int, int] = (0, 0, 0)  # the round, the steps in its journal and its draw pile after the event

    def wrong(self) -> Truth:
        """Whether the event was against the rules: illegal, a bluff, or what can't be."""
        if self.fault is not None:
            return True
        acts = [j for _, j, _ in self.judgements]
        if self.passed is not None:
            acts.append(self.passed[1])
        against = [OR(NOT(j.permitted), j.forbidden, j.hindered, j.bluff) for j in acts]
        return OR(NOT(self.truth), *against)

    def outcome(self, s: Table) -> str:
        """The outcome as the table's knowledge stands."""
        if self.fault is not None and self.fault[0] == IMPOSSIBLE:
            return IMPOSSIBLE
        judged = [j for _, j, _ in self.judgements]
        if self.passed is not None:
            judged.append(self.passed[1])
        found = {j.counted(s) for j in judged}
        if self.fault is not None:
            found.add(self.fault[0])
        answer = look(self.truth, s)
        if answer is not True:
            found.add("undetermined" if answer is None else "illegal")
        if "undetermined" in found and "illegal" not in found and s.prover is not None:
            return s.prover.outcome(judged, self.truth)  # type: ignore[no-any-return]
        for outcome in ("illegal", "unruled", "undetermined", "bluff"):
            if outcome in found:
                return outcome
        return LEGAL


class Player:
    """Applies events to a table. `taken_back` undoes illegal acts at once, as the header may say."""

    def __init__(self, s: Table, taken_back: bool = False) -> None:
        self.s = s
        self.taken_back = taken_back
        self.before_play: tuple[Table, int, int] | None = None  # table, player, event number of the last play
        self.stray: Table | None = (
            None  # the table before a play that may not have moved the turn: out of turn, or owing
        )
        self.stray_by = -1
        self.keeps = False  # every table is kept as it was judged, so that what is legal can be told, too
        self.strict = False  # a question: no turn ends unsaid
        self.touched = False  # hands have changed since the last play
        self.before = s  # the table before the event at hand, never changed

    def copy(self) -> Player:
        other = Player(self.s.copy(), self.taken_back)
        other.before_play = self.before_play
        other.stray = self.stray
        other.stray_by = self.stray_by
        other.strict = self.strict
        other.keeps = self.keeps
        other.last_judged = self.last_judged
        other.touched = self.touched
        return other

    def kept(self, j: Judgement, s: Table) -> Table:
        """The table at a judgement, for telling why later: as it was where there may be something to tell."""
        return s.copy() if self.keeps or j.outcome(s) != LEGAL else s

    # ------------------------------------------------------------ dispatch

    def do(self, event: Event) -> Ruling:
        """Judge an event and apply it. May raise Fork; then the table is to be thrown away."""
        self.s.implied_reshuffle = False
        self.s.depth = 0
        before = self.before = self.s.copy()
        ruling = self.apply(event)
        if event.actor is not None and before.duties[event.actor] and event.verb in ("plays", "passes"):
            self._left_undone(before, event.actor)
        if ruling.outcome(self.s) != LEGAL:
            ruling.before = before
        if self.s.implied_reshuffle:
            ruling.notes.append("the draw pile was used up and has been made anew from the discards")
        self.always()
        return ruling

    def _left_undone(self, before: Table, p: int) -> None:
        """A duty that a player left undone is reported once; after that it may still be done late, but binds no more."""
        if self.s is before or len(self.s.duties[p]) < len(before.duties[p]):
            return
        still = self.s.duties[p].copy()
        for old in before.duties[p]:
            duty = next((duty for duty in still if duty.same(old)), None)
            if duty is None:
                continue
            still.remove(duty)
            if old.late:
                self.s.duties[p].remove(duty)
            elif binding(before, p, old):
                duty.late = True

    def apply(self, event: Event) -> Ruling:
        """The ruling of an event by its verb, and what it does."""
        match event.verb:
            case "plays":
                ruling = self.plays(event)
            case "draws":
                ruling = self.draws(event)
            case "passes":
                ruling = self.passes(event)
            case "calls":
                ruling = self.calls(event)
            case "chooses":
                ruling = self.chooses(event)
            case "shows" | "shows hand":
                ruling = self.shows(event)
            case "takes back":
                ruling = self.takes_back(event)
            case "takes":
                ruling = self.takes(event)
            case "discards":
                ruling = self.discards(event)
            case "reshuffle":
                ruling = self.reshuffles(event)
            case "next round":
                ruling = self.next_round(event)
            case _:
                ruling = self.claims(event)
        return ruling

    def always(self) -> None:
        """Passages of windows that stand open throughout are looked at after every act."""
        s = self.s
        if s.pending is None and not s.rules.CLOSED[s.m]:
            for passage in s.rules.ALWAYS:
                passage(s)

    def moved(self, p: int) -> None:
        s = self.s
        s.moved(p)
        s.actor = p
        for duty in list(s.duties[p]):
            if duty.number is None and decide(duty.when, s) is not True:
                # What hidden cards left open stands in the way of one act only, and may still be done after it.
                if duty.done < 0:
                    s.duties[p].remove(duty)
                duty.done = -1

    def follow(self, line: int) -> None:
        """What follows from an act by a line of the rulebook."""
        s = self.s
        window = s.rules.ABOUT[line]
        s.subject = s.windows[window] if window >= 0 else -1
        steps = s.rules.STEPS[line]
        if steps is not None:
            steps(s)

    # ------------------------------------------------------------ whose act it is

    def at_turn(self, act: Act, ruling: Ruling) -> Judgement:
        """The judgement of an act, with a turn that ended unsaid: a choice left out, a pass not written, a stray play."""
        s = self.s
        if s.pending is not None:
            if not s.pending.optional:
                ruling.notes.append(left_open(s))
            resolve_pending(s)
        if self.stray is not None:
            self._settle_stray(act)
            s = self.s
        j = judge(s, act)
        if act.p in (s.o, -1) or j.permits or self.strict or s.rules.CLOSED[s.m]:
            return j
        ended = self.end_turn(act)
        if ended is None:
            return j
        table, whose, pass_judgement, pass_act, before = ended
        other = judge(table, act)
        if not other.permits and act.p != table.o:
            return j
        permitted = pass_judgement.permitted
        if not table.either(permitted):  # nothing ends a turn that no rule lets end
            if isinstance(permitted, Open):
                s.assumed = {**s.assumed, id(permitted): (permitted, False)}
            return j
        self.s = table
        if pass_judgement.outcome(before) != LEGAL:
            ruling.passed = (whose, pass_judgement, pass_act, before)
        return other

    def end_turn(self, act: Act) -> tuple[Table, int, Judgement, Act, Table] | None:
        """The table after the player in turn has passed without a line, where a rule lets him pass now."""
        s = self.s
        passing = Act("pass", s.o)
        j = judge(s, passing)
        if not j.permits:
            return None
        table = s.copy()
        table.moved(s.o)
        table.actor = s.o
        steps = s.rules.STEPS[j.permits[0][0]]
        if steps is None:
            return None
        steps(table)
        return table, s.o, j, passing, s

    def _settle_stray(self, act: Act) -> None:
        """After a play out of turn, or in place of a debt, the next act shows whether play had moved on."""
        stray, self.stray = self.stray, None
        assert stray is not None
        s = self.s
        if act.p != stray.o or s.rules.CLOSED[s.m]:
            return
        if self.stray_by == stray.o and act.verb != "draw":
            return
        if act.p == s.o and self._may_go_on(act):
            return
        s.m, s.o, s.c, s.pending, s.windows = stray.m, stray.o, stray.c.copy(), stray.pending, stray.windows.copy()
        s.drawn = stray.drawn

    def _may_go_on(self, act: Act) -> bool:
        """Whether an act is in the rules if play has moved on. May raise Fork."""
        return self._stands(judge(self.s, act))

    def _stands(self, j: Judgement) -> bool:
        """Whether an act that is judged so is in the rules, as play goes on; what was never told counts as yes."""
        open_ = OR(*[truth for _, truth in j.unruled])
        fine = AND(j.permitted, NOT(j.forbidden), NOT(j.hindered), NOT(j.bluff), NOT(open_))
        return (isinstance(fine, Open) and not answerable(fine)) or self.s.sure(fine)

    # ------------------------------------------------------------ plays

    def plays(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        p = event.actor
        ruling = Ruling()
        before = self.before
        stray_before, back_before = self.stray, self.before_play
        kinds = tuple(UNSEEN if kind is None else kind for kind in event.cards)
        act = Act("play", p, kinds)
        if len(kinds) == 1:
            act.drawn = drawn_hint(s, p, kinds[0])
        left = []
        spots: list[int] = []
        fine = True
        for kind in kinds:
            spots.append(s.place())
            actual, possible = s.release(p, kind, spots[-1])
            left.append(actual)
            fine = fine and possible
        act.cards = tuple(left)
        act.k = left[-1]
        owner_before = s.o
        j = self.at_turn(act, ruling)
        s = self.s
        ruling.judgements.append((act, j, self.kept(j, s)))
        if not fine:
            ruling.fault = (IMPOSSIBLE, self._not_held(before, p, kinds))
        judged = ruling.outcome(s)
        owner_before = s.o
        position = s.copy() if not j.permits else None
        for kind, spot in zip(act.cards, spots, strict=True):
            s.lay(kind, p, spot)
        s.played = act.cards
        s.bluff = j.bluff
        line = j.line(s)
        self.moved(p)
        s.chosen_player = s.chosen_value = s.chosen_word = s.chosen_card = -1
        s.early = list(event.choices)
        if s.rules.CLOSED[s.m]:
            s.early = []
        elif line >= 0:
            self.follow(line)
        else:
            s.go(s.rules.PLAYED, p)
            if position is not None and (p != owner_before or owes(position)):
                self.stray, self.stray_by = position, p
        self._feed(event, ruling, act.k)
        self.before_play = (before, p, event.number)
        self.touched = False
        if (self.taken_back and judged == "illegal") or (self.taken_back and ruling.outcome(s) == "illegal"):
            if self._only_laid(before, p, len(act.cards)):
                self._undo_play(before, p, act.cards)
            else:
                self.s = before.copy()
                for kind in act.cards:
                    if kind >= 0:
                        self.s.reveal(p, (kind,), False)
            self.stray, self.before_play = stray_before, back_before
        return ruling

    @staticmethod
    def _not_held(s: Table, p: int, kinds: tuple[int, ...]) -> str:
        name = s.header.players[p]
        hand = s.hand(p)
        rules = s.rules
        if hand.size is not None and hand.size < len(kinds):
            return f"{name} holds {_cards(hand.size)} and can't play {_cards(len(kinds))}"
        for kind in kinds:
            if kind < 0:
                continue
            card = rules.CARD_NAMES[kind]
            held = sum(n for k, n in hand.known.items() if rules.MATCHES(kind, k))
            if held >= kinds.count(kind):
                continue
            if hand.hidden <= 0 and hand.size is not None:
                return f"all cards of {name} are known, and there is no {card} among them"
            copies = rules.COPIES[rules.BASE[kind]]
            if s.free[rules.BASE[kind]] <= 0:
                return f"the deck has {copies} {card}, and all of them lie elsewhere"
        return f"{name} can't hold all of these cards"

    def _feed(self, event: Event, ruling: Ruling, card: int) -> None:
        """The choices that a play names, in the order in which the rules ask."""
        s = self.s
        while s.pending is not None and s.early and s.pending.chooser == event.actor:
            problem = give(s, s.early)
            if problem:
                ruling.fault = ruling.fault or ("illegal", problem[1])
                ruling.line = problem[0]
        if s.early:
            asked = s.rules.ASKS.get(s.rules.FACES[card], ()) if card >= 0 else ()
            if not asked and not s.rules.CLOSED[s.m]:
                ruling.fault = ruling.fault or ("illegal", f'no rule asks for the choice "{s.early[0]}" here')
            if asked:
                s.early = []

    # ------------------------------------------------------------ draws

    def draws(self, event: Event) -> Ruling:
        assert event.actor is not None
        p = event.actor
        ruling = Ruling()
        before, stray_before = self.before, self.stray
        kinds = event.cards or (None,) * event.count
        truths: list[Truth] = []
        flowing = True
        for kind in kinds:
            s = self.s
            duty = self._draw_duty(p)
            if duty is None and s.pending is not None and not s.pending.optional and s.pending.chooser == p:
                ruling.notes.append(left_open(s))
                resolve_pending(s)
                duty = self._draw_duty(p)
            card = UNSEEN if kind is None else kind
            if duty is not None:
                truths.append(duty.when)
                mark = s.drawn_mark
                self._take(p, card, ruling)
                s.drawn_mark = mark  # a card that is owed isn't the one drawn in the turn
                if duty.number is not None:
                    duty.number -= 1
                    if duty.number <= 0:
                        s.duties[p].remove(duty)
                if duty.what == "exchange":
                    s.onpile = [duty.of, *s.onpile]
                    s.spots = [duty.mask, *s.spots]
                    if s.pile is not None:
                        s.pile += 1
                if isinstance(duty.when, Open):
                    ruling.line = duty.line
                continue
            act = Act("draw", p)
            j = self.at_turn(act, ruling) if flowing else judge(s, act)
            s = self.s
            outcome = j.outcome(s)
            if outcome != LEGAL:
                if outcome == UNDETERMINED or not any(jj.outcome(s) == outcome for _, jj, _ in ruling.judgements):
                    ruling.judgements.append((act, j, s.copy()))
            elif not ruling.judgements:
                ruling.judgements.append((act, j, self.kept(j, s)))
            line = j.line(s)
            if line < 0 and act.p == s.o and flowing:
                line = self._line_for(s, "draw")
            got = self._take(p, card, ruling)
            if s.rules.CLOSED[s.m]:
                continue
            if act.p == s.o:
                s.drawn = got
            if p == s.o or line >= 0:
                self.moved(p)
            if line >= 0 and flowing:
                self.follow(line)
            if line < 0:
                flowing = False  # nothing lets this card be drawn, so nothing follows from it
        self.touched = True
        if truths:
            ruling.truth = OR(*truths) if any(isinstance(t, Open) for t in truths) else True
        if self.taken_back and ruling.outcome(self.s) == "illegal":
            self.s, self.stray = before.copy(), stray_before
        return ruling

    def _take(self, p: int, card: int, ruling: Ruling) -> int:
        s = self.s
        left = s.pile
        got, fine = s.draw(p, card)
        if not fine:
            name = s.header.players[p]
            if card >= 0 and (left or 0) > 0:
                base = s.rules.BASE[card]
                words = f"the deck has {s.rules.COPIES[base]} {s.rules.CARD_NAMES[base]}, and all of them lie elsewhere"
                if s.rules.BASE[got] != base if got >= 0 else False:
                    words = f"the top card of the draw pile is {s.rules.CARD_NAMES[got]}"
            elif card >= 0 and left is None:
                words = f"every {s.rules.CARD_NAMES[card]} of the deck lies elsewhere"
            else:
                words = f"nothing is left that {name} could draw"
            ruling.fault = ruling.fault or (IMPOSSIBLE, words)
        return got

    def _draw_duty(self, p: int):  # type: ignore[no-untyped-def]
        """The duty that a draw by this player counts towards; one that a rule forbids to fulfil is forgiven."""
        s = self.s
        duties = s.duties[p]
        doubtful: list[Duty] = []
        for duty in list(duties):
            if duty.what not in ("draw", "exchange"):
                if duty.number is None:
                    continue
                break
            due = decide(duty.when, s)
            bar = barred(s, p, owed=True)
            if due is False or s.sure(bar):
                duties.remove(duty)
                continue
            if isinstance(bar, Open) and not answerable(bar) and decide(bar, s) is None:
                duty.when = AND(duty.when, NOT(bar))  # whether it is forgiven turns on what was never told
                due = None
            if due is None:
                doubtful.append(duty)
                continue
            return duty
        # Where hidden cards decide whether it is owed, a draw in turn pays it on one branch and is an ordinary one on
        # another; a draw by anybody else can only pay it, or the next thing of which that is open.
        for duty in doubtful:
            only = duty is doubtful[-1] and not self._may_be_due(p)
            if only or not answerable(duty.when) or s.sure(duty.when):
                return duty
            duties.remove(duty)
        return None

    def _may_be_due(self, p: int) -> bool:
        """Whether it is a player's turn, or is once a choice is left open or the player in turn has passed without a line."""
        s = self.s
        if s.o == p:
            return True
        if s.pending is not None:
            table = s.copy()
            try:
                resolve_pending(table)
            except Fork:
                return True
            return table.o == p
        ended = self.end_turn(Act("draw", p))
        return ended is not None and ended[0].o == p

    @staticmethod
    def _line_for(s: Table, verb: str) -> int:
        """The line of this moment for an act that nothing permits, but that was done all the same."""
        for number, modal, _ in s.rules.MOMENT_RULES[s.m].get(verb, ()):
            if modal == "may" and s.rules.LINES[number][6] == "moment" and s.rules.STEPS[number] is not None:
                return int(number)
        return -1

    # ------------------------------------------------------------ passes and calls

    def passes(self, event: Event) -> Ruling:
        assert event.actor is not None
        p = event.actor
        ruling = Ruling()
        act = Act("pass", p)
        j = self.at_turn(act, ruling)
        s = self.s
        ruling.judgements.append((act, j, self.kept(j, s)))
        if self.taken_back and ruling.outcome(s) == "illegal":
            self.s = self.before.copy()
            return ruling
        line = j.line(s)
        if line < 0 and p == s.o:
            line = self._line_for(s, "pass")
        if p == s.o:
            self.moved(p)
        if line >= 0:
            self.follow(line)
        return ruling

    def calls(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        p = event.actor
        ruling = Ruling()
        names = [name for name, _ in s.rules.CALLS]
        word = names.index(event.word) if event.word in names else -2
        target = s.toppl if event.target is None else event.target
        act = Act("call", p, word=word, target=target)
        j = judge(s, act)
        if not j.permits and s.pending is not None:
            table = s.copy()
            resolve_pending(table)
            other = judge(table, act)
            if other.permits:
                self.s, s, j = table, table, other
        ruling.judgements.append((act, j, self.kept(j, s)))
        if ruling.outcome(s) == "illegal" or not self._stands(j):
            return ruling
        line = j.line(s)
        if line >= 0:
            s.actor = p
            s.accused = target
            if s.rules.LINES[line][6] == "moment":
                self.moved(p)
            self.follow(line)
        return ruling

    def chooses(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        ruling = Ruling()
        choices = list(event.choices)
        while choices:
            if s.pending is not None and s.pending.chooser == event.actor:
                problem = give(s, choices)
                if problem:
                    ruling.fault = ("illegal", problem[1])
                    ruling.line = problem[0]
                    return ruling
                continue
            if s.missing is not None and s.missing[1] == event.actor:
                attribute = s.missing[0]
                value = self._value(s, attribute, choices[0])
                if value > 0:
                    s.force[attribute] = value
                    s.name(attribute, value)
                    s.missing = None
                    choices.pop(0)
                    continue
            name = s.header.players[event.actor]
            ruling.fault = ("illegal", f"no rule asks {name} to choose anything now")
            return ruling
        return ruling

    @staticmethod
    def _value(s: Table, attribute: int, text: str) -> int:
        words = "-".join(text.lower().split())
        values = s.rules.VALUE_NAMES[attribute]
        return values.index(words) + 1 if words in values else 0

    # ------------------------------------------------------------ what is shown, taken, put down

    def shows(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        ruling = Ruling()
        kinds = tuple(UNSEEN if kind is None else kind for kind in event.cards)
        whole = event.verb == "shows hand"
        hand = s.hand(event.actor)
        size = hand.size
        if not s.reveal(event.actor, kinds, whole):
            self.s = self.before.copy()  # a show that can't be says nothing of cards
            name = s.header.players[event.actor]
            if size is not None and (len(kinds) > size or (whole and len(kinds) != size)):
                words = f"{name} holds {_cards(size)}, not {len(kinds)}"
            else:
                words = f"the record leaves no room for these cards in the hand of {name}"
            ruling.fault = (IMPOSSIBLE, words)
        return ruling

    def takes_back(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        p = event.actor
        ruling = Ruling()
        kinds = tuple(kind for kind in event.cards if kind is not None)
        if (
            self.before_play is None
            or self.before_play[1] != p
            or s.toppl != p
            or not kinds
            or (s.top >= 0 and not s.rules.MATCHES(kinds[-1], s.top))
        ):
            ruling.fault = ("illegal", f"{s.header.players[p]} has no such card to take back: another card lies on top")
            return ruling
        before = self.before_play[0].copy()
        before.refuting = False
        wrong = self.last_judged.wrong()
        if wrong is False:
            ruling.fault = ("illegal", "the play was in the rules, and nothing lets a player take it back")
        elif isinstance(wrong, Open):
            ruling.truth = wrong
        if self.touched:
            self._undo_flow(before, p, kinds)
        elif self._only_laid(before, p, len(kinds)):
            self._undo_play(before, p, kinds)
        else:
            self.s = before
            before.reveal(p, kinds, False)
        self.before_play = None
        self.stray = None
        return ruling

    last_judged: Ruling = Ruling()

    def _only_laid(self, before: Table, p: int, number: int) -> bool:
        """Whether since the play nothing has happened to cards but that so many came from the hand to the pile."""
        s = self.s
        steps = s.journal[len(before.journal) :]
        gone = [step for step in steps if step[0] == SEEN and step[1] == before.hand(p).place]
        return (
            len(gone) == number
            and s.journal[: len(before.journal)] == before.journal
            and s.seat == before.seat
            and s.stock == before.stock
            and s.heap == before.heap
            and len(steps) == number + sum(what == WHOLE and to == s.heap for what, _, to, _ in steps)
        )

    def _undo_play(self, before: Table, p: int, kinds: tuple[int, ...]) -> None:
        """All is as before the play, but what is known of cards stays: the cards left the hand, and come back to it."""
        s, now = self.s, before.copy()
        self.s = now
        now.hands = [hand.copy() for hand in s.hands]
        now.owned = (1 << len(now.hands)) - 1
        now.free, now.journal = s.free.copy(), s.journal.copy()
        now.clean, now.places = s.clean, s.places
        told = meanings(s.rules).told
        hand = now.hand(p)
        for at, (kind, played) in enumerate(zip(kinds, s.played, strict=True)):
            card = played if played >= 0 and not told[played] & ~told[kind] else kind
            hand.put(card)
            now.journal.append((SEEN, s.heap if at < len(kinds) - 1 else s.crown, hand.place, card))
        now.crown = now.place()
        if now.top >= 0:
            now.journal.append((SEEN, s.heap, now.crown, now.top))
        elif now.top != NONE:
            now.journal.append((HIDDEN, s.heap, now.crown, 1))
            now.clean = False

    def _undo_flow(self, before: Table, p: int, kinds: tuple[int, ...]) -> None:
        """Others have drawn since: their cards stay, but top card, turn and what was owed are as before the play."""
        s = self.s
        for name in (
            "m",
            "o",
            "d",
            "top",
            "under",
            "toppl",
            "force",
            "c",
            "pending",
            "windows",
            "marks",
            "bluff",
            "drawn",
            "winner",
            "round_winner",
        ):
            setattr(s, name, getattr(before, name))
        if s.discards is not None and s.discards:
            s.discards.pop()
        for kind in kinds:
            s.own(p).put(kind)
            s.journal.append((SEEN, s.crown, s.hand(p).place, kind))
        s.crown = s.place()
        if s.top != NONE:
            s.journal.append((SEEN, s.heap, s.crown, s.top) if s.top >= 0 else (HIDDEN, s.heap, s.crown, 1))

    def takes(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        p, giver = event.actor, event.target
        ruling = Ruling()
        if s.pending is not None and s.pending.optional:
            resolve_pending(s)
        if giver is None:
            ruling.fault = ("illegal", "the record doesn't say from whom")
            return ruling
        if giver == p:
            ruling.fault = ("illegal", "nobody takes cards from the own hand")
            return ruling
        duty = next((d for d in s.duties[p] if d.what == "take"), None)
        number = len(event.cards) or event.count
        if duty is None or (duty.of >= 0 and duty.of != giver) or (duty.number or 0) < number:
            ruling.fault = (
                "illegal",
                f"no rule lets {s.header.players[p]} take {_cards(number)} from {s.header.players[giver]}",
            )
        else:
            duty.number = (duty.number or 0) - number
            if duty.number <= 0:
                s.duties[p].remove(duty)
            if isinstance(duty.when, Open):
                ruling.truth = duty.when
                ruling.line = duty.line
        for kind in event.cards or (None,) * number:
            if kind is None:
                if s.hand(giver).known:
                    s.blur(giver)
                _, fine = s.release(giver, UNSEEN, s.hand(p).place)
                s.own(giver).blur()
                s.own(p).put_hidden(1)
            else:
                _, fine = s.release(giver, kind, s.hand(p).place)
                if fine:
                    s.own(p).put(kind)
                else:
                    s.own(p).put_hidden(1)
            if not fine:
                ruling.fault = (IMPOSSIBLE, self._not_held(s, giver, (UNSEEN if kind is None else kind,)))
        self.touched = True
        return ruling

    def discards(self, event: Event) -> Ruling:
        assert event.actor is not None
        s = self.s
        p = event.actor
        ruling = Ruling()
        number = len(event.cards) or event.count
        kinds = event.cards or (None,) * number
        duty = self._discard_duty(p, number, kinds)
        name = s.header.players[p]
        if duty is None or (duty.number is not None and duty.number < number):
            words = (
                f"no rule makes {name} discard anything now"
                if duty is None
                else f"{name} has to discard {_cards(duty.number or 0)}, not {number}"
            )
            ruling.fault = ("illegal", words)
            ruling.line = duty.line if duty else -1
        doubtful = 0  # what unseen cards that are put down have to be
        if duty is not None and duty.what == "discard" and ruling.fault is None:
            for kind in kinds:
                if kind is None:
                    fits = s.hand_within(p, duty.mask)
                    if fits is False:
                        ruling.fault = ("illegal", f"{name} holds none of the cards to be discarded")
                        ruling.line = duty.line
                    elif isinstance(fits, Open):
                        doubtful = duty.mask
                        ruling.line = duty.line
                elif not duty.mask >> kind & 1:
                    ruling.fault = ("illegal", f"{s.rules.CARD_NAMES[kind]} is none of the cards to be discarded")
                    ruling.line = duty.line
        if duty is not None:
            if duty.number is None:
                if isinstance(duty.when, Open) and not doubtful:
                    ruling.truth = duty.when
                    ruling.line = duty.line
            else:
                duty.number -= number
                if duty.number <= 0:
                    s.duties[p].remove(duty)
        hand = s.own(p)
        # Which of the others are unseen turns on those told.
        kinds = tuple(sorted(kinds, key=lambda kind: kind is None))
        for at, kind in enumerate(kinds):
            card = UNSEEN if kind is None else kind
            if card < 0 and hand.known:
                if hand.size != len(kinds) - at:
                    s.blur(p)
                elif hand.hidden <= 0:  # all that is left goes
                    card = next(iter(hand.known))
            spot = s.place() if card < 0 else s.heap
            actual, fine = s.release(p, card, spot)
            if card < 0:
                hand.blur()
                if doubtful:
                    ruling.truth = AND(ruling.truth, Put(s, spot, doubtful))
                s.journal.append((WHOLE, spot, s.heap, 0))
            if not fine:
                ruling.fault = (IMPOSSIBLE, self._not_held(s, p, (card,)))
            if s.discards is not None:
                s.discards.insert(0, actual)
        if duty is not None and duty.number is None:
            duty.when = s.has(p, (duty.mask, 0))  # whether more is to be discarded
        self.touched = True
        return ruling

    def _discard_duty(self, p: int, number: int, kinds: tuple[int | None, ...]) -> Duty | None:
        """The duty that cards put down count towards: one that they fit, best one of just so many cards."""
        duties = [d for d in self.s.duties[p] if d.what in ("discard", "under")]
        fit = [
            d
            for d in duties
            if (d.number is None or d.number >= number)
            and (d.what == "under" or all(kind is None or d.mask >> kind & 1 for kind in kinds))
        ]
        exact = [d for d in fit if d.number == number]
        told = [d for d in fit if d.number is not None]
        fresh = [d for d in reversed(fit) if d.done >= 0]
        return next(iter([*exact, *told, *fresh, *fit, *duties]), None)

    def reshuffles(self, event: Event) -> Ruling:
        s = self.s
        ruling = Ruling()
        if s.pile is not None:
            act = Act("reshuffle", -1)
            j = judge(s, act)
            ruling.judgements.append((act, j, self.kept(j, s)))
        strange = s.reshuffle(tuple(UNSEEN if kind is None else kind for kind in event.cards))
        if strange >= 0:
            words = f"every {s.rules.CARD_NAMES[strange]} of the deck lies elsewhere"
            ruling.fault = (IMPOSSIBLE, words)
        self.touched = True
        return ruling

    # ------------------------------------------------------------ rounds and claims

    def next_round(self, event: Event) -> Ruling:
        s = self.s
        ruling = Ruling()
        act = Act("deal", -1)
        j = judge(s, act)
        ruling.judgements.append((act, j, self.kept(j, s)))
        for p in range(s.n):
            for duty in s.duties[p]:
                due = decide(duty.when, s)
                if not binding(s, p, duty) or due is False:
                    continue
                if due is None:
                    ruling.truth = AND(ruling.truth, NOT(duty.when))
                    ruling.line = duty.line
                elif duty.number is not None:
                    ruling.fault = ("illegal", f"{s.header.players[p]} still has to {duty.what} {_cards(duty.number)}")
                    ruling.line = duty.line
        assert event.header is not None
        header = replace(event.header, players=s.header.players)  # the record itself stays as it is
        line = j.line(s)
        steps = s.rules.STEPS[line] if line >= 0 else None
        winner = s.winner
        s.archive = (*s.archive, s.round(len(s.archive)))
        s.new_round()
        s.d = 1
        s.winner = -1 if steps is not None else winner
        s.header = header
        s.header_faults = []
        s.start = list(header.start or ())
        if steps is not None:
            steps(s)
        else:
            s.move_deal()
            s.go(s.rules.SETUP, s.dealer)
        self.before_play = None
        self.stray = None
        return ruling

    def claims(self, event: Event) -> Ruling:
        s = self.s
        ruling = Ruling()
        p = event.actor if event.actor is not None else event.target
        assert p is not None
        name = s.header.players[p]
        if event.verb == "has":
            hand = s.own(p)
            if hand.size is None:
                known = sum(hand.known.values())
                if event.count < known:
                    ruling.fault = (IMPOSSIBLE, f"{known} cards of {name} are known")
                else:
                    hand.size = event.count
                    hand.hidden = event.count - known
                    s.journal.append((SIZED, hand.place, -1, event.count))
            elif hand.size != event.count:
                ruling.fault = (IMPOSSIBLE, f"by the record {name} has {_cards(hand.size)}, not {event.count}")
        elif event.verb == "score":
            if s.scores[p] < 0:
                s.scores[p] = event.count
            elif s.scores[p] != event.count:
                ruling.fault = (IMPOSSIBLE, f"by the record the score of {name} is {s.scores[p]}, not {event.count}")
        elif p not in (s.winner, s.round_winner):
            self._claims_win(p, name, ruling)
        return ruling

    def _claims_win(self, p: int, name: str, ruling: Ruling) -> None:
        s = self.s
        if s.winner >= 0 or s.round_winner >= 0:
            winner = s.winner if s.winner >= 0 else s.round_winner
            ruling.fault = (IMPOSSIBLE, f"{s.header.players[winner]} has won")
            return
        hand = s.own(p)
        if hand.size is None and not hand.known and s.toppl == p:
            hand.size = hand.hidden = 0
            s.journal.append((SIZED, hand.place, -1, 0))
            table = s
            table.winner = table.round_winner = p
            return
        size = hand.size
        words = f"{name} still holds {_cards(size)}" if size else f"by the record {name} has not won"
        ruling.fault = (IMPOSSIBLE, words)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def owes(s: Table) -> bool:
    """Whether the moment is one in which a debt is drawn."""
    return any(number in s.rules.OFF_DEBT for number, _, _ in s.rules.MOMENT_RULES[s.m].get("draw", ()))


def left_open(s: Table) -> str:
    """A choice that the record leaves out, in words."""
    pending = s.pending
    assert pending is not None
    rules = s.rules
    match pending.what:
        case "attribute":
            what = f"a {rules.ATTRIBUTE_NAMES[pending.which]}"
        case "choice":
            what = " or ".join(rules.CHOICES[pending.which][1])
        case "players":
            what = f"{pending.number} players"
        case other:
            what = f"a {other}"
    name = s.header.players[pending.chooser] if pending.chooser >= 0 else "somebody"
    return f"{name} had to choose {what}, and the record doesn't say what: it stays unknown until it shows"


def begin(s: Table) -> None:
    """The table at the start of a game: a deal, or a position in the middle."""
    header = s.header
    rules = s.rules
    if not header.position:
        s.start = list(header.start or ())
        s.go(rules.SETUP, s.dealer)
        return
    for p in range(s.n):
        given = header.hands.get(p)
        if given is None:
            s.hands[s.seat[p]] = Hand(None, p)
            s.journal.append((HIDDEN, s.stock, p, -1))
        else:
            s.receive(p, given.cards)
    s.pile = header.draw_pile
    turn = 0 if header.turn is None else header.turn
    s.d = header.direction
    top = UNSEEN if header.top is None else header.top
    if top >= 0:
        base = rules.BASE[top]
        if s.free[base] > 0:
            s.free[base] -= 1
        else:
            s.clean = False
            s.fault("impossible", None, f"the deck has no {rules.CARD_NAMES[base]} left for the top card")
    spot = s.place()
    s.journal.append((SEEN, s.stock, spot, top) if top >= 0 and s.clean else (HIDDEN, s.stock, spot, 1))
    s.lay(top, -1, spot)
    s.toppl = s.before(turn)
    s.bluff = Lost()
    for attribute, value in header.attributes.items():
        index = rules.ATTRIBUTE_NAMES.index(attribute)
        if s.force[index] != value:
            s.name(index, value)
        s.force[index] = value
    for key, number in header.counters.items():
        s.c[rules.COUNTER_NAMES.index(key)] = number
    _count_piles(s)
    s.go(rules.POSITION, turn)


def _count_piles(s: Table) -> None:
    """In a position the cards under the top one are told, or follow from all the other numbers."""
    header = s.header
    sizes = [s.hand(p).size for p in range(s.n)]
    total = sum(s.rules.COPIES)
    known = [size for size in sizes if size is not None]
    if sizes.count(None) == 1 and s.pile is not None and header.discard_pile is not None:
        # Every card lies somewhere: the one number that isn't told is what is left.
        hand = s.own(sizes.index(None))
        size = total - sum(known) - 1 - s.pile - header.discard_pile
        if size >= 0:
            hand.size = hand.hidden = size
            s.journal.append((SIZED, hand.place, -1, size))
            known.append(size)
            sizes[sizes.index(None)] = size
    whole = len(known) == len(sizes)
    if header.discard_pile is not None:
        s.discards = [UNSEEN] * header.discard_pile
        if s.pile is None and whole:
            s.pile = max(0, total - sum(known) - 1 - header.discard_pile)
    elif s.pile is not None and whole:
        s.discards = [UNSEEN] * max(0, total - sum(known) - 1 - s.pile)
    else:
        s.discards = None
    if s.discards is None or s.discards:
        s.journal.append((HIDDEN, s.stock, s.heap, -1 if s.discards is None else len(s.discards)))
    laid = s.pile if s.pile is not None else 0
    if sum(known) + 1 + laid + (header.discard_pile or 0) > total:
        s.fault("impossible", None, f"these are more cards than the {total} of the deck")


class Lost(Open):
    """Whether the last play before a position was a bluff: the record begins too late to tell."""

    __slots__ = ()

    def ask(self, s: Table) -> bool | None:
        return None


__all__ = ["NONE", "NOT", "Lost", "Player", "Ruling", "begin", "can_play"]
