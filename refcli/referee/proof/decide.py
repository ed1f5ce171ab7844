"""Whether a condition on unseen cards holds in every world that fits the record, in none, or in some."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from refcli.referee.hands import Comparison, Drawn, Put, Question
from refcli.referee.journal import HIDDEN, SEEN, SHOWN, WHOLE, Round
from refcli.referee.kinds import meanings
from refcli.referee.kleene import AND, NOT, OR, Compound, Open, Truth
from refcli.referee.proof.network import Contradiction, Forbid, Need, Network, Problem, Story
from refcli.referee.proof.packing import Budget, GaveUp
from refcli.referee.proof.witness import Split

if TYPE_CHECKING:
    from refcli.referee.judge import Judgement
    from refcli.referee.table import Table

MOST_STEPS = 2_000  # of one search
MOST_ALTERNATIVES = 100  # of one question, taken apart
PROOF = 100
LAST_SPLITS = 2  # how many splits are changed to look for another one

Literal = tuple[Open, bool]
UNASKED = object()


class Prover:
    """Answers for one table. `gave_up` counts the answers that took more steps than allowed.

    `doubt` says after how much a search gave up whose answer is now taken for possible; "" where none did. Whoever wants
    to know empties it before asking.
    """

    def __init__(self, s: Table) -> None:
        self.s = s
        self.gave_up = 0
        self.doubt = ""
        self.limits: dict[object, str] = {}  # why an answer in `known` is None
        self.known: dict[object, bool | None] = {}
        self.alone: object = UNASKED  # whether the assumptions by themselves are possible
        self.alternatives = 0
        self.splits: dict[tuple[int, int], list[Split]] = {}  # by round and steps of its journal
        self.views: dict[int, tuple[object, Table]] = {}

    def under(self, assumed: dict[int, tuple[Open, bool]]) -> Table:
        """The same table, with other assumptions."""
        found = self.views.get(id(assumed))
        if found is None:
            table = self.s.copy()
            table.assumed = assumed
            table.prover = Prover(table)
            table.prover.known, table.prover.splits, table.prover.limits = self.known, self.splits, self.limits
            found = self.views[id(assumed)] = (assumed, table)
        return found[1]

    def spend(self, steps: int) -> None:
        """Takes work off what one referee may do for a game, however many tables it looks at."""
        self.s.reader.work -= steps

    def _all_work(self) -> str:
        return f"{self.s.reader.most_work:,} steps of proof in one game"

    # ------------------------------------------------------------ formulas

    def possible(self, *formulas: Truth) -> bool | None:
        """Whether a world that fits the record makes all of the conditions true; None where the search gave up."""
        if not formulas and self.alone is not UNASKED:
            return self.alone  # type: ignore[return-value]
        assumed = [truth if answer else negated(truth) for truth, answer in self.s.assumed.values()]
        self.alternatives = MOST_ALTERNATIVES
        try:
            found = self._expand([], [*assumed, *formulas])
        except GaveUp:
            self.gave_up += 1
            found = None
            self.doubt = (
                f"{MOST_ALTERNATIVES:,} ways to take one question apart" if self.alternatives < 0 else self._all_work()
            )
        if not formulas and found is not None:
            self.alone = found
        return found

    def fits(self) -> bool | None:
        """Whether any world fits the round that is being played."""
        return self._in_round(len(self.s.archive), [])

    def answer(self, truth: Truth) -> bool | None:
        """True or False where a condition is so in every world."""
        if not isinstance(truth, Open):
            return bool(truth)
        if self.possible(truth) is False:
            return False
        if self.possible(negated(truth)) is False:
            return True
        return None

    def outcome(self, judged: list[Judgement], truth: Truth = True) -> str:
        """The outcome of an act that consists of several, all taken together: what it is in every world."""
        wrong, unruled, bluff = conditions(judged, truth)
        ruled = AND(NOT(wrong), NOT(unruled))
        if self.possible(AND(ruled, NOT(bluff))) is not False:
            return "undetermined" if self.possible(OR(wrong, unruled, bluff)) is not False else "legal"
        if self.possible(AND(NOT(wrong), unruled)) is not False:
            return "undetermined" if self.possible(OR(wrong, AND(bluff, NOT(unruled)))) is not False else "unruled"
        if self.possible(wrong) is False:
            return "bluff"
        return "illegal"

    def _expand(self, literals: list[Literal], formulas: list[Truth]) -> bool | None:
        """A formula is true in some world where one of its alternatives is. Raises GaveUp where they are too many."""
        self.alternatives -= 1
        self.spend(1)
        if self.alternatives < 0 or self.s.reader.work < 0:
            raise GaveUp
        formulas = formulas.copy()
        while formulas:
            formula = formulas.pop()
            if not isinstance(formula, Open):
                if not formula:
                    return False
                continue
            negative = isinstance(formula, Compound) and formula.op == "not"
            inner = formula.parts[0] if isinstance(formula, Compound) and negative else formula
            if isinstance(inner, Compound):
                parts = [negated(part) if negative else part for part in inner.parts]
                if (inner.op == "and") != negative:
                    formulas.extend(parts)
                    continue
                unknown = False
                for part in parts:
                    found = self._expand(literals, [*formulas, part])
                    if found:
                        return True
                    unknown = unknown or found is None
                return None if unknown else False
            quick = inner.ask(self.s)
            if quick is not None:
                if quick is negative:
                    return False
                continue
            if isinstance(inner, Question | Drawn | Put) or (
                isinstance(inner, Comparison) and inner.number is not None
            ):
                if any(leaf.key() == inner.key() and wanted is negative for leaf, wanted in literals):
                    return False
                literals = [*literals, (inner, not negative)]
        return self.exists(literals)

    # ------------------------------------------------------------ worlds

    def exists(self, literals: list[Literal]) -> bool | None:
        """Whether a world has all of these."""
        rounds: dict[int, list[Literal]] = {len(self.s.archive): []}
        for leaf, wanted in literals:
            assert isinstance(leaf, Question | Drawn | Comparison | Put)
            rounds.setdefault(leaf.round, []).append((leaf, wanted))
        unknown = False
        for number, mine in rounds.items():
            found = self._in_round(number, mine)
            if found is False:
                return False
            unknown = unknown or found is None
        return None if unknown else True

    def _in_round(self, number: int, literals: list[Literal]) -> bool | None:
        r = self.s.round(number)
        unique = {(leaf.key(), wanted): (leaf, wanted) for leaf, wanted in literals}
        compared = any(isinstance(leaf, Comparison) for leaf, _ in literals)
        if r.clean and len(unique) <= 1 and not compared:
            return True  # the closed form has left it open, and there it is exact
        key = (number, len(r.journal), frozenset(unique))
        if key not in self.known:
            self.known[key] = self._proved(number, r, list(unique.values()))
            if self.known[key] is None:
                self.limits[key] = self.doubt
        if self.known[key] is None:
            self.doubt = self.limits[key]
        return self.known[key]

    def _proved(self, number: int, r: Round, literals: list[Literal]) -> bool | None:
        if r.clean and not r.rules.UNSAID:
            splits = self.splits.setdefault((number, len(r.journal)), [])
            if not splits:
                splits.append(Split.of_one_pool(r))
            if splits[0].shows(r, literals):
                return True
        if literals and not r.clean:
            if self._in_round(number, []) is False:
                return False
            splits = self.splits.setdefault((number, len(r.journal)), [])
            if self._shown(r, literals, splits, 0):
                return True
            found = len(splits)
            if len(literals) > 1 and any(self._in_round(number, [one]) is False for one in literals):
                return False
            if len(splits) > found and self._shown(r, literals, splits, found):
                return True
        elif len(literals) > 1 and any(self._in_round(number, [one]) is False for one in literals):
            return False
        self.spend(PROOF)
        budget = Budget(min(MOST_STEPS, max(0, self.s.reader.work)))
        hands = sorted({leaf.hand for leaf, _ in literals if isinstance(leaf, Question | Drawn)})
        part = r.clean and not any(isinstance(leaf, Comparison) for leaf, _ in literals)
        search = Search(r, Story.of(r, hands) if part else Story.whole(r), literals, budget)
        if not r.clean:
            earlier = [split for (n, _), splits in self.splits.items() for split in splits if n == number]
            search.known = earlier[-1].pools if earlier else {}
        try:
            found = search.run()
        except GaveUp:
            self.gave_up += 1
            self.spend(budget.used)
            self.doubt = self._all_work() if self.s.reader.work <= 0 else f"{budget.used:,} steps of one search"
            return None
        self.spend(budget.used)
        if search.solved is not None and search.solved.chosen is not None and not r.clean:
            splits = self.splits.setdefault((number, len(r.journal)), [])
            if not search.needed:
                splits.append(Split(r, search.solved, search.solved.chosen))
            elif splits and not any(isinstance(leaf, Question) and leaf.spare >= 0 for leaf, _ in literals):
                split = Split(r, search.solved, search.solved.chosen, splits[0])
                if split.fits():
                    splits.append(split)
        return found

    @staticmethod
    def _shown(r: Round, literals: list[Literal], splits: list[Split], since: int) -> bool:
        """Whether a split that is known has all of some literals, or one that differs a little from the last ones."""
        if any(split.shows(r, literals) for split in splits[since:]):
            return True
        for split in splits[max(since, len(splits) - LAST_SPLITS) :]:
            for moved in split.moves(r, literals):
                if moved.shows(r, literals):
                    splits.append(moved)
                    return True
        return False


class Search:
    """Looks for a world with all of some literals: a kind is chosen for each "held one of"."""

    def __init__(self, r: Round, story: Story, literals: list[Literal], budget: Budget) -> None:
        self.r = r
        self.story = story
        self.budget = budget
        self.meant = meanings(r.rules)
        self.solved: Problem | None = None
        self.needed = False  # the solution has cards in it that a question needs
        self.known: dict[tuple[int, int, int], int] = {}
        self.forbids: list[Forbid] = []
        self.wanted: list[tuple[Question | Drawn | Put, int, int, int]] = []  # question, place, since, at
        self.compared: list[tuple[Comparison, bool, int]] = []
        for leaf, wanted in literals:
            assert isinstance(leaf, Question | Drawn | Comparison | Put)
            place = leaf.place if isinstance(leaf, Put) else r.hands[leaf.hand].place
            if isinstance(leaf, Comparison):
                self.compared.append((leaf, wanted, place))
                continue
            at = leaf.step + isinstance(leaf, Drawn)
            if not isinstance(leaf, Put):
                at = story.marks.get((leaf.hand, leaf.mark), at)
            since = at - 1 if isinstance(leaf, Drawn) else -1
            if wanted:
                self.wanted.append((leaf, place, since, at))
            else:
                spare = leaf.spare if isinstance(leaf, Question) else -1
                aside = self.meant.told[spare] if spare >= 0 else 0
                self._bar(Forbid(place, since, at, leaf.mask & self.meant.all, aside))

    def _bar(self, forbid: Forbid) -> None:
        """A condition more; of the same cards at the same moment two are one."""
        for other in self.forbids:
            alike = (other.place, other.since, other.at) == (forbid.place, forbid.since, forbid.at)
            if alike and not other.extra and not forbid.extra:
                other.mask |= forbid.mask
                return
        self.forbids.append(forbid)

    def run(self) -> bool:
        self.wanted.sort(key=lambda wanted: (wanted[3], wanted[2] < 0))
        return self._choose(0, [])

    def _choose(self, index: int, needs: list[Need]) -> bool:
        if index == len(self.wanted):
            return self._compare(0, needs)
        leaf, place, since, at = self.wanted[index]
        if since < 0 and not (isinstance(leaf, Question) and leaf.spare >= 0):
            for i, need in enumerate(needs):  # one card that is not seen again may be the answer to both
                both = need.masks[0] & leaf.mask
                if need.place == place and both and not self.meant.one(need.masks[0]):
                    one = Need(place, need.since, need.at, (both,))
                    if self._choose(index + 1, [*needs[:i], one, *needs[i + 1 :]]):
                        return True
        for masks in self._ways(leaf, place, since, at):
            self.budget.step()
            if self._choose(index + 1, [*needs, Need(place, since, at, masks)]):
                return True
        return False

    def _ways(self, leaf: Question | Drawn | Put, place: int, since: int, at: int) -> Iterator[tuple[int, ...]]:
        """What a hand may have held: some card of which nothing is seen again, or a kind that shows itself later."""
        mask = (leaf.mask | leaf.maybe) & self.meant.all
        spare = leaf.spare if isinstance(leaf, Question) else -1
        beside = (self.meant.told[spare],) if spare >= 0 else ()
        for forbid in self.forbids:
            if forbid.place == place and forbid.at == at and forbid.since == since and not forbid.extra:
                mask &= ~forbid.mask
        seen, reached = self._later(place, at)
        rest = mask
        alone = spare < 0 and (len(reached) == 1 or sum(other[1] in reached for other in self.wanted) == 1)
        for forbid in self.forbids:
            if forbid.at >= at and forbid.place in reached:
                if forbid.place == place and len(reached) == 1 and not forbid.extra and forbid.since < 0:
                    rest &= ~forbid.mask
                elif forbid.at > at or forbid.since < 0:
                    alone = False
        if alone:
            if rest:
                yield (rest, *beside)
            mask &= seen
        while mask:
            bit = mask & -mask
            mask ^= bit
            if leaf.may_be(self.r, bit.bit_length() - 1):
                yield (bit, *beside)

    def _compare(self, index: int, needs: list[Need]) -> bool:
        """Chooses how many cards with the one value and with the other a hand held, where they were counted."""
        if index == len(self.compared):
            return self._feasible(needs)
        leaf, wanted, place = self.compared[index]
        forbids = self.forbids
        for limits in leaf.limits(self.r.rules, wanted):
            self.budget.step()
            self.forbids = [*forbids, *(Forbid(place, -1, leaf.step, 0, 0, *limit) for limit in limits)]
            if self._compare(index + 1, needs):
                return True
        self.forbids = forbids
        return False

    def _later(self, place: int, at: int) -> tuple[int, set[int]]:
        """The kinds that are seen later where cards of a place may be, and all these places."""
        reached = {place}
        seen = 0
        for what, source, to, value in self.story.journal[at:]:
            if source in reached:
                if what in (HIDDEN, WHOLE):
                    reached.add(to)
                elif what == SEEN:
                    seen |= self.meant.fresh[self.r.rules.BASE[value]]
                elif what == SHOWN:
                    for kind in value:
                        seen |= self.meant.fresh[self.r.rules.BASE[kind]]
        return seen, reached

    def _feasible(self, needs: list[Need]) -> bool:
        """Whether some world fits the record and the conditions."""
        return self._fits(self.story, needs, 0)

    def _fits(self, story: Story, needs: list[Need], start: int) -> bool:
        """Whether some world fits a story. Where copies of a card differ, each move of one that isn't told wholly is taken
        for every copy in turn: which of them it was is the same at every later move, and that no packing sees."""
        forbids = [copy(forbid) for forbid in self.forbids] if self.meant.scarce else self.forbids
        try:
            problem = Problem(Network(story, [*forbids, *needs]))
        except Contradiction:
            return False
        if not problem.solve(self.budget, self.known):
            return False
        if self.meant.scarce:
            for at in range(start, len(story.journal)):
                what, source, to, value = story.journal[at]
                for kinds in self._copies(what, value):
                    self.budget.step()
                    step = (what, source, to, kinds)
                    told = replace(story, journal=[*story.journal[:at], step, *story.journal[at + 1 :]])
                    if self._fits(told, needs, at + 1):
                        return True
                if self._copies(what, value):
                    return False
        self.solved, self.needed = problem, bool(needs)
        return True

    def _copies(self, what: int, value: Any) -> list[Any]:
        """What a move of cards that aren't told wholly may have been; none where all of it is told."""
        kinds = (value,) if what == SEEN else value if what == SHOWN else ()
        if all(self.meant.told[kind].bit_count() < 2 for kind in kinds):
            return []
        ways = [[k for k in range(len(self.meant.told)) if self.meant.told[kind] >> k & 1] for kind in kinds]
        found = list(dict.fromkeys(tuple(sorted(way)) for way in product(*ways)))
        return [way[0] for way in found] if what == SEEN else found


def conditions(judged: list[Judgement], truth: Truth = True) -> tuple[Truth, Truth, Truth]:
    """What makes an act of several judgements wrong, what leaves it open, what makes it a bluff."""
    wrong = negated(truth)
    unruled: Truth = False
    bluff: Truth = False
    for j in judged:
        open_ = OR(*[t for _, t in j.unruled])
        wrong = OR(wrong, AND(NOT(open_), OR(NOT(j.permitted), j.forbidden, j.hindered)))
        unruled = OR(unruled, open_)
        bluff = OR(bluff, j.bluff)
    return wrong, unruled, bluff


def negated(truth: Truth) -> Truth:
    if isinstance(truth, Compound) and truth.op == "not":
        inner: Truth = truth.parts[0]
        return inner
    return Compound("not", (truth,)) if isinstance(truth, Open) else not truth


__all__ = ["Prover", "conditions", "negated"]
