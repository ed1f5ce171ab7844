"""A law: `may`, the list of what may be done, and the record with the act added say the same, in every rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refcli.compile.rulebook import load
from refcli.generate.hide import hide
from refcli.generate.random_game import DeadEnd, Tendencies, make
from refcli.questions import ask
from refcli.questions.asking import reply
from refcli.questions.court import Court, stepped
from refcli.questions.model import Answer, Asked, Wish
from refcli.questions.trees import act_of, tree_of
from refcli.record.model import Event
from refcli.record.stream import RawGame
from refcli.record.writer import write_game
from refcli.referee.judge import LEGAL, UNDETERMINED
from refcli.referee.questions import UNSEEN_CARD
from refcli.referee.referee import Referee, words_of
from tests.questions.brute_force import refereed

ROOT = Path(__file__).resolve().parents[2]
BOOKS = [
    p.stem for p in sorted((ROOT / "rulebooks").glob("*.rules")) if "\npart\n" not in p.read_text(encoding="utf-8")
]
ALL = [*BOOKS, str(ROOT / "tests" / "rulebooks" / "six.rules")]
FEW = settings(max_examples=6, suppress_health_check=list(HealthCheck))


@lru_cache(maxsize=40)
def rules_of(book: str, on: tuple[str, ...]) -> Any:
    return load(book, list(on))


@st.composite
def positions(draw: st.DrawFn, book: str) -> Referee:
    """A random game under some house rules, refereed up to some event; sometimes with cards that nobody saw."""
    plain = rules_of(book, ())
    houses = sorted(plain.HOUSES)
    on = tuple(sorted(draw(st.sets(st.sampled_from(houses), max_size=2)))) if houses else ()
    rules = rules_of(book, on)
    rng = Random(draw(st.integers(0, 10**6)))
    try:
        game = make(rules, rng.randint(2, 4), rng, 1, 50, Tendencies()).game
    except DeadEnd as end:
        game = end.game
    if draw(st.booleans()):
        game = hide(game, rng, 0.3)
    last = sum(isinstance(statement, Event) for statement in game.statements)
    return stepped(Referee(rules, game, words_of(rules)), draw(st.integers(0, last)))


def acts(court: Court, seat: int) -> Iterator[Wish]:
    """All that a player could do: cards that may be held, drawing, passing, every call at everybody."""
    s = court.tables()[0]
    for kind in sorted(s.hand(seat).known):
        yield Wish("play", (court.rules.CARD_NAMES[kind],))
    due = reply(court, Asked("must_draw", seat)).text
    yield Wish("draw", word=due if due.isdigit() and int(due) > 1 else "")
    yield Wish("pass")
    yield from choices(court, seat)
    for word, _ in court.rules.CALLS:
        for target in (None, *(p for p in range(len(court.players)) if p != seat)):
            yield Wish("call", word=word, target=target)


def choices(court: Court, seat: int) -> Iterator[Wish]:
    """What could be chosen where a choice is open: what is asked for, and what isn't."""
    for pending in {
        table.pending.what: table.pending for table in court.tables() if table.pending is not None
    }.values():
        words = {"attribute": list(court.rules.VALUE_NAMES[0])[:3], "direction": ["left", "right"]}.get(
            pending.what, []
        )
        if pending.what == "attribute":
            words = list(court.rules.VALUE_NAMES[pending.which])
        elif pending.what == "choice":
            words = list(court.rules.CHOICES[pending.which][1])
        for word in words:
            yield Wish("choose", choices=(word.replace("-", " "),))
        if pending.what in ("player", "attribute"):
            for name in court.players:
                yield Wish("choose", choices=(name,))
        if pending.what == "players":
            for one, two in permutations(court.players, 2):
                yield Wish("choose", choices=(one, two))
        if pending.what == "card":
            for kind in sorted(court.tables()[0].hand(seat).known):
                yield Wish("choose", choices=(court.rules.CARD_NAMES[kind],))


def listed(court: Court, acts: list[str], event: Event) -> bool:
    """Whether an act is among those of a list."""

    def key(act: Event) -> tuple[object, ...]:
        return act.verb, act.cards, act.count if act.verb == "draws" else 0, act.word, act.choices

    for line in acts:
        found = act_of(court, line)
        if found is None or key(found) != key(event):
            continue
        if event.verb != "calls" or event.target is None or found.target in (None, event.target):
            return True
    return False


def told(referee: Referee, *more: Event) -> Referee:
    """The record with some acts added."""
    other = stepped(Referee(referee.rules, referee.game, referee.words), len(referee.events))
    for event in more:
        event.number = len(other.events) + 1
        other.step(event)
    return other


def written(referee: Referee, event: Event) -> str:
    """The record so far, for the message of a failure."""
    lines = write_game(referee.game, referee.words).rstrip("\n").split("\n")
    acts = len(referee.game.statements)
    return "\n".join([f"{event.text!r}, behind event {len(referee.events)} of {acts} of", *lines])


def agrees(referee: Referee, seat: int, wish: Wish) -> str:
    """What is wrong between a question and the record with the act added, "" where nothing is."""
    court = Court(referee)
    answer: Answer = reply(court, Asked("may", seat, wish))
    outcome = told(referee, court.event(seat, wish)).report().verdicts[-1].outcome
    if answer.text == "yes":
        return "" if outcome == LEGAL else f"{answer.says} But in the record it is {outcome}."
    if outcome == LEGAL:
        # In a record somebody's pass may be understood; a question supposes none. With the pass written down it is yes.
        mover = court.to_move()
        after = told(referee, court.event(mover, Wish("pass")))
        if mover != seat and reply(Court(after), Asked("may", seat, wish)).text == "yes":
            return ""
        return f"{answer.says} But in the record it is legal."
    if answer.text == UNDETERMINED and outcome != UNDETERMINED:
        return f"{answer.says} But in the record it is {outcome}."
    return ""


@pytest.mark.parametrize("book", ALL, ids=lambda book: Path(book).stem)
def test_may_the_list_and_the_record_agree(book: str) -> None:
    @FEW
    @given(positions(book))
    def law(referee: Referee) -> None:
        court = Court(referee)
        for seat, name in enumerate(court.players):
            lines = ask(referee, f"what may {name} do").text
            listing = [] if lines in ("nothing", UNDETERMINED) else lines.split("\n")
            chosen = []
            for wish in acts(court, seat):
                event = court.event(seat, wish)
                answer: Answer = reply(court, Asked("may", seat, wish))
                if wish.verb == "choose":  # the list has one line for all that may be chosen
                    chosen.append(answer.text)
                elif lines != UNDETERMINED and (answer.text == "yes") != listed(court, listing, event):
                    pytest.fail(f"{answer.says} But the list is {listing}: {written(referee, event)}")
                wrong = agrees(referee, seat, wish)
                assert not wrong, f"{wrong} {written(referee, event)}"
            # A choice that was left out with a play and is told later is no act of its own, and not in the list.
            choosers = [table.pending.chooser for table in court.tables() if table.pending is not None]
            if "yes" in chosen and lines != UNDETERMINED and seat in choosers:
                assert any(" chooses " in line for line in listing), (
                    f"{name} may choose, but the list is {listing}; {written(referee, event)}"
                )

    law()


@pytest.mark.parametrize("book", ALL, ids=lambda book: Path(book).stem)
def test_each_act_of_a_list_has_its_rule(book: str) -> None:
    @FEW
    @given(positions(book))
    def law(referee: Referee) -> None:
        for name in referee.game.header.players:
            answer = ask(referee, f"what may {name} do")
            for node in tree_of(answer).parts:
                if node.kind == "act" and " chooses " not in node.words and not node.words.endswith(UNSEEN_CARD):
                    assert node.rules(), f"{node.words}: no rule"

    law()


WAITING = """rules: uno
players: Ann, Bo, Cy
top: red 9
turn: Ann
Ann plays wild draw four
"""


def test_a_call_that_goes_before_an_open_choice_has_its_rule(tmp_path: Path) -> None:
    (tmp_path / "x.game").write_text(WAITING, encoding="utf-8")
    referee = refereed(RawGame(str(tmp_path / "x.game"), 1, WAITING.rstrip("\n").split("\n")))
    assert tree_of(ask(referee, "may Bo challenge")).rules() == ["debt/challenge"]
    assert all(node.rules() for node in tree_of(ask(referee, "what may Bo do")).parts)


def points(book: str) -> list[Referee]:
    """A random game refereed up to a few of its events."""
    rules = rules_of(book, ())
    rng = Random(f"agreement {book}")
    game = make(rules, 3, rng, 1, 90, Tendencies()).game
    last = sum(isinstance(statement, Event) for statement in game.statements)
    return [stepped(Referee(rules, game, words_of(rules)), at) for at in sorted(rng.sample(range(1, last), 6))]


@pytest.mark.parametrize("book", BOOKS)
def test_why_says_what_the_report_says(book: str) -> None:
    for referee in points(book)[:3]:
        for verdict in referee.report().verdicts[-8:]:
            answer = ask(referee, f"why {verdict.number}")
            assert answer.text == verdict.outcome
            root = tree_of(answer)
            if verdict.outcome != LEGAL:
                assert root.parts
            assert all(node.sentence() for node in root.walk())


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_must_draw_may_draw(book: str) -> None:
    for referee in points(book):
        for name in referee.game.header.players:
            due = ask(referee, f"how many must {name} draw").text
            must = ask(referee, f"does {name} have to draw").text
            if due.isdigit():
                assert must == ("yes" if int(due) else "no")
                if int(due) and referee.branches[0].player.s.pending is None:
                    assert ask(referee, f"may {name} draw {due}").text == "yes"
