"""Justification of acts: every rule that bears on an act, with its conditions and their values, the decisive ones marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refcli.questions.court import Court
from refcli.questions.model import Answer
from refcli.questions.records import fact_place
from refcli.questions.tree import Node, Place
from refcli.record.model import Event
from refcli.referee.choices import resolve_pending, settled
from refcli.referee.judge import BLUFF, IMPOSSIBLE, LEGAL, UNDETERMINED, UNRULED, Judgement, judge
from refcli.referee.kleene import OR, UNSEEN, decide
from refcli.referee.play import Player, Ruling
from refcli.referee.reasons import misses
from refcli.referee.rules import Act, drawn_hint
from refcli.referee.table import Fork, Table
from refcli.referee.why import Speaker, Why

ROLES = {"may": "permits", "may not": "forbids", "should not": "bluff", "must": "duty", "unruled": "unruled"}

ELSEWHERE = 9  # misses of a rule that permits such a call at other moments only


@dataclass(slots=True)
class Trial:
    """An act as it was judged: the table at which it was (cards of a play taken from the hand), and the one that knows all."""

    act: Act
    judgement: Judgement
    table: Table
    knowing: Table


def trial(player: Player, event: Event, knowing: Table | None = None) -> Trial | None:
    """An act judged at a table, which stays as it is; None where it is none that rules judge, or play forks on it."""
    assert event.actor is not None
    copy = player.copy()
    p = event.actor
    if copy.strict:
        copy.s = settled(copy.s).copy()
    s = copy.s
    try:
        if event.verb == "plays":
            kinds = tuple(UNSEEN if kind is None else kind for kind in event.cards)
            act = Act("play", p, kinds)
            if len(kinds) == 1:
                act.drawn = drawn_hint(s, p, kinds[0])
            act.cards = tuple(s.release(p, kind)[0] for kind in kinds)
            act.k = act.cards[-1]
        elif event.verb in ("draws", "passes"):
            act = Act({"draws": "draw", "passes": "pass"}[event.verb], p)
        elif event.verb == "calls":
            names = [name for name, _ in s.rules.CALLS]
            word = names.index(event.word) if event.word in names else -2
            act = Act("call", p, word=word, target=s.toppl if event.target is None else event.target)
            j = judge(s, act)
            if not j.permits and s.pending is not None:  # the call goes before the choice that is waited for
                later = s.copy()
                resolve_pending(later)
                other = judge(later, act)
                s, j = (later, other) if other.permits else (s, j)
            return Trial(act, j, s, knowing or s)
        else:
            return None
        j = copy.at_turn(act, Ruling())
    except Fork:
        return None
    return Trial(act, j, copy.s, knowing or copy.s)


class Justifier:
    """Builds the nodes of one court."""

    def __init__(self, court: Court) -> None:
        self.court = court
        self.rules: Any = court.rules

    # ------------------------------------------------------------ rules

    def rule(self, number: int, kind: str, value: bool | None = True, parts: list[Node] | None = None) -> Node:
        """The node of a line of the rulebook."""
        ident, sentence, source, path, line, column, _, _, _, _, house, instead = self.rules.LINES[number]
        return Node(kind, sentence, value, parts or [], ident, source, house, instead, Place(path, line, column))

    def bearing(self, it: Trial) -> list[Node]:
        """Every rule that bears on an act, whatever it comes to: who permits, forbids, comes first."""
        found = []
        for number, modal in self._live(it):
            if it.act.verb == "call" and modal == "may" and not self._says(number, it):
                continue
            a = it.act
            k = a.k
            why: Why | None = None
            if number in self.rules.WHYS:
                if self.rules.LINES[number][6] == "card":
                    face = self.rules.LINES[number][7]
                    a.k = next((kind for kind in a.cards if kind >= 0 and self.rules.FACES[kind] == face), k)
                why = self.rules.WHYS[number](it.table, a, Speaker(it.table))
                a.k = k
            value = why.answer(it.knowing) if why is not None else True
            kind = ROLES[modal]
            parts = [self.condition(why, it)] if why is not None else []
            if parts and parts[0].kind == "all":
                parts = parts[0].parts
            node = self.rule(number, kind, value, [part for part in parts if part.words or part.parts])
            if why is not None and kind == "permits" and value is not True:
                node.misses = misses(why, it.knowing)
            found.append(node)
        found += self._closed(it)
        for number in dict.fromkeys(number for number, _ in it.judgement.duties):
            truth = OR(*[truth for other, truth in it.judgement.duties if other == number])
            line = self.rules.LINES[number]
            if line[8] != "must" and all(node.rule != line[0] for node in found):
                value = decide(truth, it.knowing)
                words = Speaker(it.table).duty(it.act.p, number)
                if words and value is None:
                    words = f"the record doesn't show whether {words}"
                facts = (
                    [Node("fact", words, value, record=fact_place(self.court, "counter", it.act.p))] if words else []
                )
                found.append(self.rule(number, "duty", value, facts))
        return found

    def _says(self, number: int, it: Trial) -> bool:
        """Whether a rule is about the call that is made."""
        why = self.rules.WHYS[number](it.table, it.act, Speaker(it.table))
        calls = [part for part in why.parts if part.topic == "act"]
        return not calls or calls[0].answer(it.knowing) is not False

    def _closed(self, it: Trial) -> list[Node]:
        """Rules that would permit the act at another time: their windows are closed now."""
        found = []
        s, rules = it.table, self.rules
        for window in rules.UNTIL_MOVE_WINDOWS:
            for number, modal, _ in rules.WINDOW_RULES[window].get(it.act.verb, ()) if s.windows[window] < 0 else ():
                if modal == "may" and (it.act.verb != "call" or self._says(number, it)):
                    words = f"that is not so now: “{rules.WINDOW_SENTENCES[window].rstrip('.')}”"
                    fact = Node("fact", words, False, record=fact_place(self.court, "turn", it.act.p))
                    found.append(self.rule(number, "permits", False, [fact]))
                    found[-1].misses = 1
        return found

    def _elsewhere(self, it: Trial) -> list[Node]:
        """Rules that permit such a call at other moments, where none does at this one."""
        rules = self.rules
        found: dict[int, Node] = {}
        for rows in rules.MOMENT_RULES:
            for number, modal, _ in rows.get(it.act.verb, ()):
                if modal == "may" and number not in found and self._says(number, it):
                    words = f"that is for another time: “{self._time(number).rstrip('.')}”"
                    fact = Node("fact", words, False, record=fact_place(self.court, "turn", it.act.p))
                    found[number] = self.rule(number, "permits", False, [fact])
                    found[number].misses = ELSEWHERE
        return list(found.values())

    def _time(self, number: int) -> str:
        """When a line counts, in the rulebook's words."""
        place, owner = self.rules.LINES[number][6:8]
        names, sentences = (
            (self.rules.WINDOWS, self.rules.WINDOW_SENTENCES)
            if place == "window"
            else (self.rules.MOMENTS, self.rules.MOMENT_SENTENCES)
        )
        return str(sentences[names.index(owner)])

    def numbers(self, ident: str) -> list[int]:
        """The numbers of the lines of a rule."""
        return [number for number, line in enumerate(self.rules.LINES) if line[0] == ident]

    def _live(self, it: Trial) -> list[tuple[int, str]]:
        """Numbers and kinds of the lines that are looked at for an act."""
        rules, s, verb = self.rules, it.table, it.act.verb
        found = [(n, modal) for n, modal, _ in rules.MOMENT_RULES[s.m].get(verb, ())]
        for window in rules.UNTIL_MOVE_WINDOWS:
            if s.windows[window] >= 0:
                found.extend((n, modal) for n, modal, _ in rules.WINDOW_RULES[window].get(verb, ()))
        if verb == "play":
            for kind in dict.fromkeys(it.act.cards):
                if kind >= 0:
                    found.extend((n, modal) for n, modal, _ in rules.CARD_RULES[kind])
        return list(dict.fromkeys(found))

    # ------------------------------------------------------------ conditions

    def condition(self, why: Why, it: Trial) -> Node:
        """A condition as a node; parts that don't turn its answer aren't decisive."""
        value = why.answer(it.knowing)
        written = Place(*why.place) if why.place is not None else None
        if why.op == "fact":
            words = why.sentence(it.knowing)
            return Node("fact", words, value, written=written, record=fact_place(self.court, why.topic, it.act.p))
        parts = []
        for part in why.parts:
            node = self.condition(part, it)
            node.decisive = why.op == "not" or node.value is value
            if node.words or node.parts:
                parts.append(node)
        if why.op in ("all", "any") and len(parts) == 1:
            return parts[0]
        return Node(why.op, "", value, parts, written=written)

    # ------------------------------------------------------------ an act as a whole

    def act(self, it: Trial, outcome: str) -> list[Node]:
        """The rules that decide an act, those that were decisive first; the others are there, but not decisive."""
        nodes = self.bearing(it)
        for node in nodes:
            node.decisive = _decides(node, outcome)
        near = sorted((n for n in nodes if n.kind == "permits" and n.value is not True), key=lambda n: n.misses)
        if outcome not in (LEGAL, UNRULED) and all(n.value is not True for n in nodes if n.kind == "permits"):
            owed = self._owed(it)
            nodes[:0] = owed
            if not near and not owed and it.act.verb == "call" and not any(node.decisive for node in nodes):
                near = self._elsewhere(it)
                nodes += near
            least = near[0].misses if near else 0
            for node in [n for n in near if n.misses <= least + 1][:3]:
                node.decisive = True
        elif outcome == LEGAL:
            first = True
            for node in nodes:
                if node.kind == "permits" and node.decisive:
                    node.decisive, first = first, False
        order = {"forbids": 0, "duty": 1, "unruled": 2, "owed": 3, "bluff": 4, "permits": 5}
        return sorted(nodes, key=lambda n: (not n.decisive, order.get(n.kind, 9), n.misses))

    def _owed(self, it: Trial) -> list[Node]:
        """Where cards are owed, that drawing them is all that may be done."""
        rules, table = self.rules, it.table
        found = []
        if it.act.p == table.o and it.act.verb != "draw":
            for number in rules.OFF_DEBT:
                if any(n == number for n, _, _ in rules.MOMENT_RULES[table.m].get("draw", ())):
                    words = Speaker(table).turn(it.act.p)
                    fact = Node("fact", words, True, record=fact_place(self.court, "counter", it.act.p))
                    found.append(self.rule(number, "owed", True, [fact]))
        return found


def _decides(node: Node, outcome: str) -> bool:
    """Whether a rule is among those that an outcome rests on."""
    if outcome == LEGAL:
        return node.kind == "permits" and node.value is True
    if outcome == UNRULED:
        return node.kind == "unruled" and node.value is not False
    if node.kind in ("forbids", "duty"):
        return node.value is not False
    if node.kind == "bluff":
        return node.value is not False and outcome in (BLUFF, UNDETERMINED)
    if node.kind == "unruled":
        return node.value is not False and outcome == UNDETERMINED
    return False


def speaking(answer: Answer) -> tuple[int, str]:
    """The ruling that speaks for a `may`, and the outcome that it gives."""
    wanted = {"yes": (LEGAL,), "undetermined": (UNDETERMINED,), "unruled": (UNRULED,)}
    for index, (ruling, table) in enumerate(answer.rulings):
        outcome = ruling.outcome(table)
        if outcome in wanted.get(answer.text, ("illegal", BLUFF, IMPOSSIBLE)):
            return index, outcome
    ruling, table = answer.rulings[0]
    return 0, ruling.outcome(table)
