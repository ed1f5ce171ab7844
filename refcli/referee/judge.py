"""Whether an act is in the rules: which rules permit it, forbid it, put a duty before it, bind it only when challenged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from refcli.referee.kinds import meanings
from refcli.referee.kleene import AND, NONE, NOT, OR, UNSEEN, Open, Truth, decide, look, untold
from refcli.referee.outcomes import BLUFF as BLUFF
from refcli.referee.outcomes import ILLEGAL as ILLEGAL
from refcli.referee.outcomes import IMPOSSIBLE as IMPOSSIBLE
from refcli.referee.outcomes import LEGAL as LEGAL
from refcli.referee.outcomes import UNDETERMINED as UNDETERMINED
from refcli.referee.outcomes import UNRULED as UNRULED
from refcli.referee.rules import Act, drawn_hint
from refcli.referee.table import Table

Ruled = list[tuple[int, Truth]]  # number of the line, and whether it covers the act


@dataclass(slots=True)
class Judgement:
    """The rules that bear on an act. A line that certainly doesn't cover it is left out."""

    permits: Ruled = field(default_factory=list)
    forbids: Ruled = field(default_factory=list)
    duties: Ruled = field(default_factory=list)
    bluffs: Ruled = field(default_factory=list)
    unruled: Ruled = field(default_factory=list)

    @property
    def permitted(self) -> Truth:
        return OR(*[truth for _, truth in self.permits])

    @property
    def forbidden(self) -> Truth:
        return OR(*[truth for _, truth in self.forbids])

    @property
    def hindered(self) -> Truth:
        return OR(*[truth for _, truth in self.duties])

    @property
    def bluff(self) -> Truth:
        return OR(*[truth for _, truth in self.bluffs])

    def outcome(self, s: Table) -> str:
        """The outcome as the table's knowledge stands; where the table has a prover, the proved one."""
        outcome = self.counted(s)
        if outcome == UNDETERMINED and s.prover is not None:
            return s.prover.outcome([self])  # type: ignore[no-any-return]
        return outcome

    def counted(self, s: Table) -> str:
        """The outcome that simple counts give, each condition taken by itself."""
        if not (self.forbids or self.duties or self.bluffs or self.unruled):
            for _, truth in self.permits:
                if truth is True:
                    return LEGAL
        unruled = look(OR(*[truth for _, truth in self.unruled]), s)
        if unruled is True:
            return UNRULED
        permitted = look(self.permitted, s)
        forbidden = look(self.forbidden, s)
        hindered = look(self.hindered, s)
        bluff = look(self.bluff, s)
        if permitted is False or forbidden is True or hindered is True:
            return UNDETERMINED if unruled is None else ILLEGAL
        if permitted is True and forbidden is False and hindered is False and bluff is not None and unruled is False:
            return BLUFF if bluff else LEGAL
        if bluff is True and s.prover is None:
            return ILLEGAL  # never legal; a proof may still show that it is only a bluff
        return UNDETERMINED

    def line(self, s: Table) -> int:
        """The line that the act follows: the first that permits it, as far as known; -1 where none does."""
        maybe = -1
        for number, truth in self.permits:
            answer = decide(truth, s)
            if answer is True:
                return number
            if answer is None and maybe < 0:
                maybe = number
        return maybe


def judge(s: Table, a: Act, standing: bool = True) -> Judgement:
    """Everything in the rules that bears on an act. `standing` False leaves duties aside (for "can play")."""
    rules = s.rules
    j = Judgement()
    verb = a.verb
    for number, modal, covers in rules.MOMENT_RULES[s.m].get(verb, ()):
        if modal == "must" and (not standing or a.p < 0):
            continue
        truth = covers(s, a)
        if s.drawn == UNSEEN and untold(truth):
            truth = _of_drawn(s, partial(covers, s, a))
        if truth is not False:
            _add(j, modal, number, truth)
    for window in rules.UNTIL_MOVE_WINDOWS:
        if s.windows[window] >= 0:
            for number, modal, covers in rules.WINDOW_RULES[window].get(verb, ()):
                if modal == "must" and not standing:
                    continue
                truth = AND(s.opened[window], covers(s, a))
                if truth is not False:
                    _add(j, modal, number, truth)
    if verb == "play":
        top = a.k
        for kind in dict.fromkeys(a.cards):
            if kind >= 0:
                a.k = kind
                for number, modal, covers in rules.CARD_RULES[kind]:
                    truth = covers(s, a)
                    if s.drawn == UNSEEN and untold(truth):
                        truth = _of_drawn(s, partial(covers, s, a))
                    if truth is not False:
                        _add(j, modal, number, truth)
        a.k = top
    if standing and a.p >= 0 and s.duties[a.p] and verb in ("play", "draw", "pass"):
        for duty in s.duties[a.p]:
            if binding(s, a.p, duty):
                j.duties.append((duty.line, duty.when))
                if duty.when is True:
                    break  # one that is open leaves it to the next ones whether any stands in the way
    return j


def binding(s: Table, p: int, duty: object) -> bool:
    """Whether a duty stands in the way of other acts: what can't be done, or nobody can see, binds nobody."""
    what = getattr(duty, "what", "")
    if getattr(duty, "late", False):
        return False
    if getattr(duty, "number", 0) is None:
        return bool(what == "discard") and getattr(duty, "done", 0) >= 0
    if what in ("draw", "exchange"):
        return not s.nothing_left() and decide(barred(s, p, owed=True), s) is not True
    return True


def _add(j: Judgement, modal: str, number: int, truth: Truth) -> None:
    if modal == "may":
        j.permits.append((number, truth))
    elif modal == "may not":
        j.forbids.append((number, truth))
    elif modal == "should not":
        j.bluffs.append((number, truth))
    elif modal == "must":
        j.duties.append((number, truth))
    else:
        j.unruled.append((number, truth))


def barred(s: Table, p: int, owed: bool = False) -> Truth:
    """Whether a rule forbids a player to draw. What is owed as a penalty or by a card isn't the draw that a moment offers:
    with `owed` only rules of windows, which stand open throughout, forbid it.
    """
    a = Act("draw", p)
    truths = []
    for number, modal, covers in s.rules.MOMENT_RULES[s.m].get("draw", ()):
        if modal == "may not" and not (owed and s.rules.LINES[number][6] == "moment"):
            truths.append(covers(s, a))
    return OR(*truths)


def playable(s: Table, p: int, kind: int) -> Truth:
    """Whether a player who holds a card may play it, bluffs not counted and duties left aside."""
    hand = s.own(p)
    found = kind if kind in hand.known else -1
    if found < 0:
        found = next((k for k in hand.known if s.rules.MATCHES(kind, k)), -1)
    a = Act("play", p, (kind,))
    a.drawn = drawn_hint(s, p, kind)
    outer = s.aside
    if found >= 0:
        hand.known[found] -= 1
        if not hand.known[found]:
            del hand.known[found]
        restore = (found, 0)
    else:
        hand.hidden -= hand.size is not None
        restore = (-1, 1)
        s.aside = (p, kind)
    if hand.size is not None:
        hand.size -= 1
    try:
        j = judge(s, a, standing=False)
    finally:
        s.aside = outer
        if hand.size is not None:
            hand.size += 1
            hand.hidden += restore[1]
        if restore[0] >= 0:
            hand.known[restore[0]] = hand.known.get(restore[0], 0) + 1
    if not j.permits:
        return False
    return AND(j.permitted, NOT(j.forbidden), NOT(j.bluff))


def can_play(s: Table, p: int) -> Truth:
    """Whether some card of the hand may be played."""
    drawn: list[Truth] = []
    if s.drawn == UNSEEN and s.rules.USES_DRAWN[s.m]:
        drawn = _drawn_playable(s, p)
        s.drawn = NONE
        try:
            return OR(*drawn, _held_playable(s, p))
        finally:
            s.drawn = UNSEEN
    return _held_playable(s, p)


def _held_playable(s: Table, p: int) -> Truth:
    """Whether some card may be played, whichever was drawn last."""
    hand = s.hand(p)
    parts: list[Truth] = []
    for kind in list(hand.known):
        truth = playable(s, p, kind)
        if truth is True:
            return True
        parts.append(truth)
    if hand.hidden > 0 or hand.size is None:
        sure = 0
        for kind in possible(s):
            truth = playable(s, p, kind)
            if truth is True:
                sure |= 1 << kind
            elif isinstance(truth, Open):
                parts.append(AND(s.has(p, (1 << kind, 0)), truth))
        if sure:
            parts.insert(0, s.has(p, (spread(s, sure), 0)))
    return OR(*parts)


def possible(s: Table) -> Iterator[int]:
    """Kinds that an unseen card may be, as far as simple counts show."""
    fresh = meanings(s.rules).fresh
    for base, number in enumerate(s.free):
        if number > 0:
            mask = fresh[base]
            while mask:
                bit = mask & -mask
                mask ^= bit
                yield bit.bit_length() - 1


def spread(s: Table, kinds: int) -> int:
    """A set of kinds, with those written kinds that can be nothing else."""
    told = meanings(s.rules).told
    return kinds | sum(1 << k for k, mask in enumerate(told) if mask and not mask & ~kinds and not kinds >> k & 1)


def _drawn_playable(s: Table, p: int) -> list[Truth]:
    """After an unseen draw: that it was a card which may now be played, as one question or several."""
    return _by_drawn(s, p, lambda kind: playable(s, p, kind))


def _of_drawn(s: Table, condition: Callable[[], Truth]) -> Truth:
    """A condition that may turn on the card drawn last, which nobody has seen: that it was a card with which it holds."""
    return OR(*_by_drawn(s, s.o, lambda _: condition()))


def _by_drawn(s: Table, p: int, condition: Callable[[int], Truth]) -> list[Truth]:
    """For each kind that the card drawn may be: that it was drawn, and what then is so."""
    sure = 0
    parts: list[Truth] = []
    for kind in possible(s):
        s.drawn = kind
        try:
            truth = condition(kind)
        finally:
            s.drawn = UNSEEN
        if truth is True:
            sure |= 1 << kind
        elif isinstance(truth, Open):
            parts.append(AND(s.drew(p, 1 << kind), truth))
    return [s.drew(p, sure), *parts] if sure else parts
