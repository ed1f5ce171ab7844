"""The forms of a question, in one table: name, pattern, example, and the function that answers it.

In an example {player} and {other} stand for players, {actor} for who did something last,
{card} for a card, {rule} for a rule, {attribute} for an attribute
of the game that is asked about, {call} for a call. The first line of a function's docstring is the form's page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches

from refcli.questions import answers, explaining, rulings, supposing
from refcli.questions.court import Court
from refcli.questions.lexing import NOISE, WORDS, tidy
from refcli.questions.model import Answer, Asked


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a question. `of_the_record` is asked about an event, so that `at` means that event."""

    name: str
    pattern: str
    example: str
    answer: Callable[[Court, Asked], Answer]
    of_the_record: bool = False

    @property
    def about(self) -> str:
        """What it asks, in one sentence."""
        return (self.answer.__doc__ or "").split("\n")[0]


TABLE = (
    Form("may", "may NAME ACT", "may {player} play {card}", answers.may),
    Form("must", "must NAME ACT", "must {player} draw", answers.must),
    Form("what_may_do", "what may NAME do", "what may {player} do", answers.what_may_do),
    Form("what_may_play", "what may NAME play", "what may {player} play", answers.what_may_play),
    Form("who_may", "who may ACT", "who may play {card}", supposing.who_may),
    Form("what_if", "what if NAME had ACTED", "what if {player} had played {card}", supposing.what_if),
    Form("turn", "whose turn", "whose turn is it", answers.turn),
    Form("is_turn", "is it NAME's turn", "is it {player}'s turn", answers.is_turn),
    Form("next", "who is next", "who is next", answers.next_player),
    Form("must_draw", "how many must NAME draw", "how many must {player} draw", answers.must_draw),
    Form("has", "how many cards has NAME", "how many cards has {player}", answers.has),
    Form("holds", "what does NAME hold", "what does {player} hold", supposing.holds),
    Form("in_force", "what ATTRIBUTE", "what {attribute}", answers.in_force),
    Form("direction", "which direction", "which direction", answers.direction),
    Form("won", "who won", "who won", answers.won),
    Form("has_won", "has NAME won", "has {player} won", answers.has_won),
    Form("leads", "who leads", "who leads", answers.leads),
    Form("score", "what score has NAME", "what score has {player}", answers.score),
    Form("worth", "what is NAME's hand worth", "what is {player}'s hand worth", answers.worth),
    Form("outcome", "is NUMBER legal", "is 1 legal", rulings.outcome, of_the_record=True),
    Form("was_right", "was NAME right", "was {actor} right", supposing.was_right, of_the_record=True),
    Form("why", "why NUMBER", "why 1", rulings.why, of_the_record=True),
    Form("why_may", "why may NAME not ACT", "why may {player} not play {card}", rulings.why_may),
    Form("rules_let", "which rules let NAME ACT", "which rules let {player} play {card}", rulings.rules_let),
    Form(
        "rules_make",
        "which rules make NUMBER legal",
        "which rules make 1 legal",
        rulings.rules_make,
        of_the_record=True,
    ),
    Form("explain", "explain RULE", "explain {rule}", explaining.explain),
)
FORMS = {form.name: form for form in TABLE}

# Other ways to begin, each with an example for the nearest form; acts of `may` among them.
ACTS = (
    "may {player} draw", "may {player} pass", "may {player} call {call}", "may {player} catch {other}",
    "may {player} challenge {other}", "may {player} play {card} at 12",
)  # fmt: skip


def example(court: Court, template: str) -> str:
    """An example in this game's own names and cards."""
    players = court.players
    seat = court.to_move() if players else 0
    other = players[(seat + 1) % len(players)]
    s = court.tables()[0]
    known = sorted(s.hand(seat).known)
    card = known[0] if known else s.top if s.top >= 0 else 0
    words = court.words.call_words()
    rule = next((line[0] for line in court.rules.LINES if line[8] == "may" and line[9] == "play"), "")
    attribute = court.rules.ATTRIBUTE_NAMES[0] if court.rules.ATTRIBUTE_NAMES else "direction"
    call = words[0].replace("-", " ") if words else "something"
    done = next((event.actor for event in reversed(court.referee.events) if event.actor is not None), seat)
    return template.format(
        player=players[seat],
        actor=players[done],
        other=other,
        card=court.words.card_name(card),
        rule=rule,
        attribute=attribute,
        call=call,
    )


def examples(court: Court) -> list[str]:
    """One question of each form, in this game's own names and cards."""
    return [example(court, form.example) for form in TABLE]


def nearest(court: Court, text: str) -> str:
    """What to ask instead of a text that is no question: the form that comes nearest, and what is wrong where it's a name."""
    plain = tidy(text).lower()
    if not plain:
        return f"nothing was asked; ask, for example, `{example(court, TABLE[0].example)}`"
    candidates = [example(court, template) for template in (*(form.example for form in TABLE), *ACTS)]
    ranked = sorted(candidates, key=lambda candidate: -_likeness(plain, candidate.lower()))
    best = ranked[0]
    if _likeness(plain, best.lower()) < 0.3:
        return f"this is no question that can be answered; ask, for example, `{best}` or `whose turn is it`"
    stranger = _stranger(court, plain)
    corrected = "" if stranger else _corrected(court, text)
    if corrected:
        return f"did you mean `{corrected}`?"
    if stranger:
        return (
            f'no player is called "{stranger[:40]}" (at this table sit {", ".join(court.players)}); ask it so: `{best}`'
        )
    return f"the nearest question that can be asked is `{best}`"


def _corrected(court: Court, text: str) -> str:
    """The question with one misspelt word put right, where it can be read then."""
    words = tidy(text).split()
    known = sorted(set(WORDS) - NOISE)
    names = {name.lower(): name for name in court.players}
    for at, word in enumerate(words):
        for near in get_close_matches(word.lower().strip(",'"), [*names, *known], n=3, cutoff=0.66):
            trial = [*words[:at], names.get(near, near), *words[at + 1 :]]
            if near != word.lower() and court.read(" ".join(trial)) is not None:
                return " ".join(trial)
    return ""


def _likeness(one: str, two: str) -> float:
    """How alike two questions are: words that both have, those at the start most, and then letters."""
    left, right = one.split(), two.split()
    common = sum(SequenceMatcher(None, a, b).ratio() > 0.75 for a in set(left) for b in set(right))
    first = 0.4 * (SequenceMatcher(None, left[0], right[0]).ratio() > 0.7)
    return first + common / max(len(left), len(right)) + 0.1 * SequenceMatcher(None, one, two).ratio()


def _names(court: Court) -> list[str]:
    """The players' names as they are compared."""
    return [name.lower() for name in court.players]


def _stranger(court: Court, text: str) -> str:
    """The word that stands where a player should be, if it is no player."""
    words = text.split()
    known = {part for name in court.players for part in name.lower().split()} | {"i", "me", "my"}
    for front in (("may",), ("can",), ("what", "may"), ("what", "can"), ("must",), ("cards", "has"), ("score", "has")):
        for at in range(len(words) - len(front)):
            if tuple(words[at : at + len(front)]) == front:
                name = words[at + len(front)].strip("',")
                if get_close_matches(name, _names(court), n=1, cutoff=0.6):
                    return ""
                return "" if name.strip("',") in known or any(name.startswith(k) for k in known if len(k) > 1) else name
    return ""
