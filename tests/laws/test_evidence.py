"""Evidence holds: proofs prove and nothing in them is idle, deals give what they are said to give, contradictions contradict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from refcli.generate.hide import HIDEABLE, hide
from refcli.generate.random_game import Tendencies
from refcli.record.model import Event, Game, Hand
from refcli.referee.evidence.conflict import conflict_of
from refcli.referee.evidence.deals import deals_of
from refcli.referee.evidence.proof import Proof, checker_of, proof_of
from refcli.referee.evidence.relaxed import CARD, Fact
from refcli.referee.judge import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNDETERMINED
from refcli.referee.referee import Referee, Report, Verdict, words_of

MOST_DEALS = 5  # open events of one game that are looked at


@cache
def refereed(combination: Any) -> tuple[Game, Report]:
    """A game of which no hand is shown."""
    game = hide(combination.rough(0), Random(f"evidence {combination}"), 1.0)
    return game, Referee(combination.rules, game, words_of(combination.rules)).run()


@cache
def bluffed(combination: Any, number: int) -> tuple[Game, Report]:
    """A short game of few players who bluff whenever they can."""
    tendencies = Tendencies(bluffs=1.0, slips=0.05)
    game = combination.made(number, tendencies, 60, (2, 3)).game
    game = hide(game, Random(f"evidence {combination} {number}"), 1.0 if number % 3 else 0.8)
    return game, Referee(combination.rules, game, words_of(combination.rules)).run()


def proofs(report: Report) -> Iterator[tuple[Verdict, Proof]]:
    for verdict in report.verdicts:
        if verdict.outcome in (ILLEGAL, BLUFF):
            proof = proof_of(verdict)
            if proof is not None:
                yield verdict, proof


def facts_of(proof: Proof) -> list[Fact]:
    return [fact for line in proof.lines for fact in line.facts]


def only(game: Game, kept: set[tuple[int, int]]) -> Game:
    """The record with every card hidden that can be hidden and isn't kept; `kept` are (event, kind), event 0 the header."""

    def left(cards: tuple[int | None, ...], number: int) -> tuple[int | None, ...]:
        return tuple(c if c is not None and (number, c) in kept else None for c in cards)

    hands = {p: Hand(left(hand.cards, 0), hand.span, hand.expect) for p, hand in game.header.hands.items()}
    statements = []
    for event in game.statements:
        assert isinstance(event, Event)
        changed = replace(event)
        if event.verb in HIDEABLE:
            cards = left(event.cards, event.number)
            plain = event.verb in ("draws", "takes", "reshuffle") and all(c is None for c in cards)
            changed.cards = () if plain else cards
        if event.header is not None:
            header = event.header
            again = {p: Hand(left(h.cards, event.number), h.span, h.expect) for p, h in header.hands.items()}
            changed.header = replace(header, hands=again)
        statements.append(changed)
    return replace(game, header=replace(game.header, hands=hands), statements=list(statements), lines=[])


def test_a_proof_proves_and_nothing_in_it_is_idle(combination: Any, number: int) -> None:
    game, report = bluffed(combination, number)
    for verdict, proof in proofs(report):
        facts = frozenset(facts_of(proof))
        where = f"event {verdict.number}: {[line.words for line in proof.lines]}\n{combination.written(game)}"
        assert facts, where
        checker = checker_of(verdict, verdict.outcome)
        assert checker is not None
        assert checker.refuted(facts), f"it doesn't prove: {where}"
        if not proof.cut:
            for fact in facts:
                assert not checker.refuted(facts - {fact}), f"{fact} is idle: {where}"


def test_the_lines_of_a_proof_are_enough(combination: Any, number: int) -> None:
    game, report = bluffed(combination, number)
    events = report.verdicts
    for verdict, proof in proofs(report):
        kept = {
            (events[fact.event].number if fact.event >= 0 else 0, fact.kind)
            for fact in facts_of(proof)
            if fact.sort == CARD
        }
        poorer = only(game, kept)
        again = Referee(combination.rules, poorer, words_of(combination.rules)).run()
        where = f"event {verdict.number}: {[line.words for line in proof.lines]}\n{combination.written(game)}"
        assert again.verdicts[verdict.number - 1].outcome == verdict.outcome, where


def test_deals_give_what_they_are_said_to_give(combination: Any) -> None:
    game, report = refereed(combination)
    cut = 0
    open_ = [v for v in report.verdicts if v.outcome == UNDETERMINED and not v.gave_up]
    for verdict in Random(0).sample(open_, min(MOST_DEALS, len(open_))):
        found = deals_of(verdict)
        if found is None:
            continue
        cut += found.cut
        for deal, right in ((found.right, True), (found.wrong, False)):
            if deal is None:
                assert found.cut
                continue
            text = combination.written(deal.game)
            again = combination.read(text)
            assert not again.faults, text
            outcome = combination.referee(again).verdicts[verdict.number - 1].outcome
            assert outcome == deal.outcome, text
            assert (outcome == LEGAL) is right
            assert right or outcome in (ILLEGAL, BLUFF)
            fits(game, again, combination.rules)
    assert cut <= 1 + MOST_DEALS // 3, "too often no deals are found"


def fits(game: Game, deal: Game, rules: Any) -> None:
    """A deal shows all that the record shows, and as many cards."""
    for p, hand in game.header.hands.items():
        told = list(deal.header.hands[p].cards)
        assert len(told) == len(hand.cards)
        for kind in hand.cards:
            if kind is not None:
                told.remove(next(k for k in told if k is not None and rules.MATCHES(kind, k)))
    for one, other in zip(game.statements, deal.statements, strict=True):
        assert isinstance(one, Event)
        assert isinstance(other, Event)
        assert (one.verb, one.actor, one.count) == (other.verb, other.actor, other.count)
        for kind, filled in zip(one.cards, other.cards, strict=False):
            assert kind is None or (filled is not None and rules.MATCHES(kind, filled))


def test_a_contradiction_has_no_idle_line(combination: Any) -> None:
    game, _ = bluffed(combination, 0)
    rng = Random(f"conflict {combination}")
    plays = [
        e for e in game.statements if isinstance(e, Event) and e.verb in ("plays", "draws") and None not in e.cards
    ]
    plays = [e for e in plays if e.cards]
    wrong = 0
    for event in rng.sample(plays, min(6, len(plays))):
        kind = rng.randrange(len(combination.rules.BASE))
        changed = replace(event, cards=(kind, *event.cards[1:]))
        statements = [changed if e is event else e for e in game.statements]
        broken = replace(game, statements=statements, lines=[])
        report = Referee(combination.rules, broken, words_of(combination.rules)).run()
        for verdict in report.verdicts:
            proof = conflict_of(verdict) if verdict.outcome == IMPOSSIBLE else None
            if proof is None or proof.checker is None:
                continue
            wrong += 1
            facts = frozenset(facts_of(proof))
            where = f"event {verdict.number}: {[line.words for line in proof.lines]}\n{combination.written(broken)}"
            assert proof.checker.refuted(facts) or proof.cut, where
            for fact in facts if not proof.cut else ():
                assert not proof.checker.refuted(facts - {fact}), f"{fact} is idle: {where}"
            if wrong > 3:
                return
