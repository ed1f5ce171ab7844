"""Games as JSON Lines, for programs: the header as the first object, then one object an event or question.

A header has the keys of the written form. Lists stand where the written form has commas, hands and scores are objects
by player, cards are written as lines write them, and any other key with a text or number is kept (or is an attribute
or a counter, where the rulebook names one):

    {"game": "1", "rules": "…", "with": ["…"], "without": [], "players": ["Ann", "Bo"], "dealer": "Bo",
     "hands": {"Ann": ["<card>", "6 unknown"]}, "start": ["<card>"], "date": "2024-05-01"}
    {"players": ["Ann", "Bo"], "top": "<card>", "turn": "Bo", "direction": "clockwise", "draw pile": 20,
     "scores": {"Ann": 310}, "illegal plays": "taken back", "expect": {"hand Ann": "impossible"}}

An event has `verb` and what belongs to it; `event` is its number, written for readers and not needed. A bare number of
cards is `count`, the rulebook's choices are `choosing`, whom a call is on is `on`, from whom a card is taken `from`:

    {"event": 1, "player": "Ann", "verb": "plays", "cards": ["<card>"], "choosing": ["<value>"], "expect": "legal"}
    {"event": 2, "player": "Bo", "verb": "draws", "count": 2, "stamp": "20:14:03"}
    {"event": 3, "player": "Ann", "verb": "calls", "call": "<word>", "on": "Bo", "expect": "illegal (rule-id)"}
    {"event": 4, "player": "Ann", "verb": "takes", "cards": ["<card>"], "from": "Bo"}
    {"event": 5, "verb": "next round", "header": {"dealer": "Ann", "start": ["<card>"]}}
    {"question": "whose turn", "expect": "Bo"}

Verbs are those of `refcli.record.model.VERBS`. A header object begins the next game of a stream.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from refcli.record.events import PLAYER_VERBS
from refcli.record.faults import Unreadable, did_you_mean, quoted
from refcli.record.keys import MOST_PLAYERS, Line, key_line
from refcli.record.model import VERBS, Event, Game, Header, Question, Vocabulary
from refcli.record.objects import (
    Object,
    ObjectFaults,
    check_writable,
    joined,
    known_fields,
    parsed,
    text_of,
    whole_number,
    wrong,
)
from refcli.record.reader import Reading
from refcli.record.stream import RawGame
from refcli.record.words import expectation, fold, number
from refcli.record.writer import Writing, expected

_EVENT_FIELDS = ("event", "player", "verb", "cards", "count", "choosing", "call", "on", "from", "stamp", "expect")
_QUESTION_FIELDS = ("question", "expect")
_PLURALS = {"hands": "hand", "scores": "score"}
_SINGULARS = {"hand": "hands", "score": "scores"}


def split_games_jsonl(lines: Iterable[str], path: str) -> Iterator[RawGame]:
    """Cuts a stream of JSON Lines at its header objects; holds one game at a time."""
    game: list[str] = []
    first, begun = 1, False
    for index, row in enumerate(lines):
        line = (row if index else row.removeprefix("\ufeff")).rstrip("\r\n")
        if begun and _begins_game(line):
            yield RawGame(path, first, game)
            first += len(game)
            game = []
        begun = begun or bool(line.strip())
        game.append(line)
    if begun:
        yield RawGame(path, first, game)


def _begins_game(line: str) -> bool:
    """Whether a line is a header object; most lines are told apart without being parsed."""
    if not line.lstrip().startswith("{") or ('"players"' not in line and ('"verb"' in line or '"question"' in line)):
        return False
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and _is_header(found)


def _is_header(found: Object) -> bool:
    return "players" in found or not ("verb" in found or "question" in found)


def peek_rules_jsonl(raw: RawGame) -> tuple[str, list[str], list[str]]:
    """The rulebook and the house rules switched on and off in the header of a game in JSON Lines."""
    for line in raw.lines:
        if line.strip():
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                break
            if isinstance(found, dict) and _is_header(found):
                rules = found.get("rules")
                lists = [found.get(key) for key in ("with", "without")]
                on, off = ([s.strip() for s in x if isinstance(s, str)] if isinstance(x, list) else [] for x in lists)
                return rules.strip() if isinstance(rules, str) else "", on, off
            break
    return "", [], []


def read_game_jsonl(
    raw: RawGame, vocabulary: Vocabulary, min_players: int = 2, max_players: int = MOST_PLAYERS
) -> Game:
    """Reads one game of JSON Lines; objects that can't be read are among its faults, and all others are there."""
    faults = ObjectFaults(raw)
    reading = Reading(raw, vocabulary, faults)
    for place, line in enumerate(raw.lines, raw.first_line):
        if not line.strip():
            continue
        faults.line = place
        try:
            _take(reading, parsed(line))
        except Unreadable as fault:
            faults.line = place
            faults.add(fault)
    faults.line = raw.first_line
    return reading.game(min_players, max_players)


def _take(reading: Reading, found: Object) -> None:
    if _is_header(found):
        _take_header(reading, found)
    elif reading.acts is None:
        reading.early.append((reading.faults.line, "", 0))
    elif "verb" in found:
        _take_event(reading, found)
    else:
        known_fields(found, _QUESTION_FIELDS)
        reading.other("? " + text_of(found, "question"), 0, "", *_answer(found))


def _take_header(reading: Reading, found: Object) -> None:
    if reading.open is None or reading.acts is not None:
        raise Unreadable(
            "T106", "A header stands only at the start of a game.", "", 0, "Begin a deal with `next round`."
        )
    # The players first: then every other key is known to be one of the header.
    for line in _lines(reading, found, ("players",)):
        reading.header_line(line)
    for line in _lines(reading, found, _header_keys(found)):
        assert reading.open is not None
        reading.open.take(line)


def _header_keys(found: Object) -> tuple[str, ...]:
    return tuple(key for key in found if key != "players" and not (key == "expect" and isinstance(found[key], dict)))


def _take_event(reading: Reading, found: Object) -> None:
    verb = fold(text_of(found, "verb"))
    if verb not in VERBS and verb not in PLAYER_VERBS:
        remedy = did_you_mean(verb, VERBS, f"Verbs are: {', '.join(VERBS)}.")
        raise Unreadable("T103", f"{quoted(verb)} is nothing that players do.", text_of(found, "verb"), 0, remedy)
    known_fields(found, (*_EVENT_FIELDS, "header") if verb == "next round" else _EVENT_FIELDS)
    if "event" in found:
        whole_number(found, "event")
    stamp = text_of(found, "stamp") if "stamp" in found else ""
    answer = _answer(found)
    if verb == "next round":
        reading.other(verb, 0, stamp, *answer)
        header = found.get("header", {})
        if not isinstance(header, dict):
            raise wrong("header", "an object", header)
        for line in _lines(reading, header, _header_keys(header)):
            assert reading.open is not None
            reading.open.take(line)
    elif verb == "reshuffle":
        reading.other(f"reshuffle: {joined(found, 'cards')}" if "cards" in found else verb, 0, stamp, *answer)
    elif verb == "score":
        reading.close_header()
        reading.other(f"score {text_of(found, 'player')}: {whole_number(found, 'count')}", 0, stamp, *answer)
    else:
        assert reading.acts is not None
        name = text_of(found, "player")
        seat = reading.acts.seats.named(name, 0)
        rest = _behind(verb, found)
        first = verb.split()[0]
        text = f"{reading.acts.seats.names[seat]} {first} {rest}".rstrip()
        event = reading.act(seat, PLAYER_VERBS[first], rest, text, 0, stamp)
        if answer[0] is not None:
            event.expect = expectation(answer[0], 0, reading.faults)


def _behind(verb: str, found: Object) -> str:
    """What the written form has behind the verb."""
    cards = joined(found, "cards") if "cards" in found else ""
    if not cards and "count" in found and verb in ("draws", "discards", "takes", "has"):
        cards = whole_number(found, "count")
    choices = joined(found, "choosing") if "choosing" in found else ""
    target = text_of(found, "on") if "on" in found else ""
    match verb:
        case "plays" if choices:
            return f"{cards} choosing {choices}"
        case "chooses":
            return choices
        case "calls" | "says":
            return text_of(found, "call") + (f" on {target}" if target else "")
        case "catches" | "challenges":
            return target
        case "shows hand":
            return f"hand: {cards or 'nothing'}"
        case "takes back":
            return f"back {cards}".rstrip()
        case "takes":
            return f"{cards} from {text_of(found, 'from')}".lstrip()
    return cards


def _lines(reading: Reading, found: Object, keys: tuple[str, ...]) -> Iterator[Line]:
    """Keys of a header object as lines of the written form."""
    expects = {}
    if isinstance(found.get("expect"), dict):
        expects = {fold(key): text_of(found["expect"], key) for key in found["expect"]}
    for key in keys:
        if key not in found:
            continue
        value = found[key]
        entries: list[tuple[str, str]]
        if key in _PLURALS and isinstance(value, dict):
            entries = [(f"{_PLURALS[key]} {name}", _value(value, name, "nothing")) for name in value]
        else:
            entries = [(key, _value(found, key, "nothing" if key == "start" else ""))]
        for name, text in entries:
            line = key_line(f"{name}: {text}", 0, reading.faults.line, expects.get(fold(name)), 0)
            check_writable(name, "header")
            if line is None:
                raise Unreadable("T203", f"{quoted(name)} can't be a key.", name, 0, "Use a short word.")
            yield line


def _value(found: Object, key: str, empty: str) -> str:
    """A header's value as the written form has it: a text, a number, a list with commas."""
    value = found[key]
    if isinstance(value, list):
        return joined(found, key) or empty
    return whole_number(found, key) if isinstance(value, int) else text_of(found, key)


def _answer(found: Object) -> tuple[str | None, int]:
    return (text_of(found, "expect") if "expect" in found else None), 0


def write_game_jsonl(game: Game, vocabulary: Vocabulary) -> list[str]:
    """The game as lines of JSON: its header, then an object for each event and question."""
    writing = Writing(game.header.players, vocabulary)
    found = [_header_object(game.header, writing)]
    found += [_statement_object(statement, writing) for statement in game.statements]
    return [json.dumps(each, ensure_ascii=False) for each in found]


def _header_object(header: Header, writing: Writing) -> Object:
    found: Object = dict(header.extra)
    expects = {key: expected(expect) for key, expect in header.expects.items()}
    for key, value in writing.keys(header):
        first, _, name = key.partition(" ")
        if key in header.extra:
            continue
        if first in _SINGULARS and name:
            found.setdefault(_SINGULARS[first], {})[name] = int(value) if first == "score" else value
        else:
            plain = str(number(value)) == value and key not in ("game", "rules", "dealer", "top", "turn")
            found[key] = int(value) if plain else value
    lists = {"with": header.switched_on, "without": header.switched_off, "players": header.players}
    found |= {key: value for key, value in lists.items() if value}
    if header.start is not None:
        found["start"] = writing.card_list(header.start)
    for seat, hand in header.hands.items():
        found["hands"][writing.players[seat]] = writing.card_list(hand.cards)
        if hand.expect:
            expects[f"hand {writing.players[seat]}"] = expected(hand.expect)
    if expects:
        found["expect"] = expects
    return found


def _statement_object(statement: Event | Question, writing: Writing) -> Object:
    if isinstance(statement, Question):
        found: Object = {"question": statement.text}
    else:
        found = _event_object(statement, writing)
    if statement.expect:
        found["expect"] = expected(statement.expect)
    return found


def _event_object(event: Event, writing: Writing) -> Object:
    found: Object = {"event": event.number}
    if event.actor is not None:
        found["player"] = writing.players[event.actor]
    found["verb"] = event.verb
    if event.cards or event.verb == "shows hand":
        found["cards"] = writing.card_list(event.cards)
    elif event.verb in ("draws", "discards", "takes", "has", "score"):
        found["count"] = event.count
    if event.choices:
        found["choosing"] = list(event.choices)
    if event.word:
        found["call"] = writing.said(event.word)
    if event.target is not None and event.verb in ("calls", "takes"):
        found["from" if event.verb == "takes" else "on"] = writing.players[event.target]
    if event.stamp:
        found["stamp"] = event.stamp
    if event.header is not None:
        found["header"] = _header_object(event.header, writing)
    return found
