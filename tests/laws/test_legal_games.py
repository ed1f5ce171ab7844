"""What is made of legal acts is legal when it is refereed, under every rulebook and house rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refcli.compile.full import generate
from refcli.compile.rulebook import checked
from refcli.generate.random_game import Tendencies
from refcli.referee.judge import BLUFF, LEGAL
from refcli.referee.table import NONE, Table

if TYPE_CHECKING:
    from collections.abc import Callable


def faults(report: Any) -> list[str]:
    """The lines that aren't legal, with what is said of them."""
    found = [f"header: {verdict.words}" for verdict in report.headers]
    for verdict in report.verdicts:
        if verdict.outcome != LEGAL:
            said = verdict.rulings[0][0].fault or verdict.rules()
            found.append(f"event {verdict.number} ({verdict.event.verb}): {verdict.outcome}, {said}")
    return found


def test_every_event_is_legal(combination: Any, number: int) -> None:
    game = combination.game(number)
    wrong = faults(combination.referee(game))
    assert not wrong, f"{wrong}\n{combination.written(game)}"


def test_refereeing_twice_gives_the_same(combination: Any) -> None:
    game = combination.rough(1)
    first, second = ([(v.outcome, v.rules()) for v in combination.referee(game).verdicts] for _ in range(2))
    assert first == second


def test_a_game_is_read_as_it_was_written(combination: Any, number: int, plain: Callable[[Any], Any]) -> None:
    game = combination.game(number)
    text = combination.written(game)
    again = combination.read(text)
    assert not again.faults
    assert combination.written(again) == text
    assert plain(again) == plain(game)


def test_bluffs_are_the_only_fault_of_a_bluffing_game(combination: Any) -> None:
    report = combination.referee(combination.rough(0))
    assert {verdict.outcome for verdict in report.verdicts} <= {LEGAL, BLUFF}


def test_the_order_of_house_rules_makes_no_difference(combination: Any, make_combination: Callable[..., Any]) -> None:
    if len(combination.on) < 2:
        pytest.skip("needs two house rules")
    ways = [generate(checked(combination.book, list(on), [])) for on in (combination.on, combination.on[::-1])]
    assert ways[0] == ways[1], "the rules compiled differ"
    turned = make_combination(combination.book, combination.on[::-1])
    game = combination.rough(1)
    assert [v.outcome for v in turned.referee(game).verdicts] == [v.outcome for v in combination.referee(game).verdicts]
    assert combination.written(combination.game(0)) == combination.written(
        make_combination(combination.book, combination.on).made(0, Tendencies()).game
    )


# ---------------------------------------------------------------- cards are neither made nor lost


def astray(s: Table) -> list[str]:
    """What of the deck is too much or too little on a table on which every card is shown."""
    rules = s.rules
    places = [s.hand(p) for p in range(s.n)]
    between = [duty.of for row in s.duties for duty in row if duty.what == "exchange"]
    seen = [k for hand in places for k, n in hand.known.items() for _ in range(n)]
    seen += [k for k in (s.top, *(s.discards or ()), *s.onpile, *between) if k >= 0]
    found = []
    for base, copies in enumerate(rules.COPIES):
        known = sum(rules.BASE[k] == base for k in seen)
        if rules.BASE[base] == base and s.free[base] + known != copies:
            found.append(f"{rules.CARD_NAMES[base]}: {known} known and {s.free[base]} free of {copies}")
    cards = sum(hand.size or 0 for hand in places) + len(s.discards or ()) + (s.pile or 0) + len(between)
    cards += s.top != NONE
    if cards != sum(rules.COPIES):
        found.append(f"{cards} cards in all")
    return found


def test_cards_are_conserved(combination: Any, number: int) -> None:
    from refcli.referee.referee import Referee, words_of

    game = combination.game(number)
    referee = Referee(combination.rules, game, words_of(combination.rules))
    for event in game.statements:
        referee.step(event)
        wrong = astray(referee.branches[0].player.s)
        assert not wrong, f"after event {event.number}: {wrong}\n{combination.written(game)}"


# ---------------------------------------------------------------- any house rules together


@settings(max_examples=12, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_house_rules_together(
    data: st.DataObject, make_combination: Callable[..., Any], books: dict[str, Any]
) -> None:
    book = data.draw(st.sampled_from(sorted(books)))
    on = tuple(data.draw(st.sets(st.sampled_from(books[book])))) if books[book] else ()
    combination = make_combination(book, tuple(sorted(on)))
    game = combination.made(data.draw(st.integers(0, 10**6)), Tendencies()).game
    wrong = faults(combination.referee(game))
    assert not wrong, f"{wrong}\n{combination.written(game)}"


@pytest.fixture(scope="session")
def books() -> dict[str, list[str]]:
    """The house rules of every rulebook."""
    from pathlib import Path

    from refcli.compile.rulebook import load

    folder = Path(__file__).resolve().parents[2] / "rulebooks"
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.rules"))}
    return {name: list(load(name).HOUSES) for name, text in texts.items() if "\npart\n" not in text}
