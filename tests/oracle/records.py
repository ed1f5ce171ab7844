"""Random records with unseen cards: tiny rulebooks with every mechanism, legal and illegal games, cards hidden, lines spoilt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from refcli.compile.rulebook import load
from refcli.generate.random_game import DeadEnd, Tendencies, make
from refcli.record.model import Event, Game, Hand, Header, Question
from refcli.record.reader import read_game
from refcli.record.stream import RawGame
from refcli.record.writer import write_game
from refcli.referee.referee import words_of
from refcli.text import Span

NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Base:
    """A shipped rulebook to make tiny ones from: the faces of its colored (or suited) cards and of the others."""

    name: str
    attribute: str
    values: tuple[str, ...]
    colored: tuple[str, ...]
    plain: tuple[str, ...] = ()
    more: str = ""  # further lines of the deck
    written: str = "color face"
    deal: str = "deal"


NUMBERS = tuple(str(n) for n in range(10))
ACTIONS = ("skip", "reverse", "draw-two")
BASES = (
    Base("uno", "color", ("red", "yellow", "green", "blue"), NUMBERS + ACTIONS, ("wild", "wild-draw-four")),
    Base("french-uno", "color", ("red", "yellow", "green", "blue"), NUMBERS + ACTIONS, ("wild", "wild-draw-four")),
    Base(
        "schitts-creek", "color", ("red", "yellow", "green", "blue"), NUMBERS + ACTIONS,
        ("wild", "wild-draw-four", "wild-where-everyone-fits-in"), "  unsaid icon: heart, money\n", "color face icon",
    ),
    Base(
        "mashup", "color", ("red", "yellow", "green", "blue"),
        (*NUMBERS, "0-pass", "7-swap", "8-pass", "draw-2", "draw-4", "skip", "reverse", "discard-all", "flip",
         "refresh-hand", "skip-all", "swap-1"),
        ("wild", "wild-draw-2", "wild-draw-4", "wild-draw-3", "wild-draw-5", "wild-draw-6", "wild-draw-7",
         "wild-draw-8", "wild-draw-9", "wild-draw-10", "wild-draw-30", "wild-draw-50", "wild-draw-100",
         "wild-force-trade", "wild-pass-hands", "wild-reverse-draw-4", "wild-shuffle-hands"),
        "  some theme: retro\n", "color face (theme)",
    ),
    Base(
        "crazy-eights", "suit", ("clubs", "diamonds", "hearts", "spades"),
        ("ace", *NUMBERS[2:], "10", "jack", "queen", "king"), (), "", "face of suit",
    ),
)  # fmt: skip

# A deck of its own, whose copies differ: what is shipped has none.
COPIES = Base("copies", "suit", ("sun", "moon"), ("1", "2", "3"))

# The order in which tiny rulebooks are made of them.
TURNS = (*(BASES[i] for i in (0, 3, 1, 2, 3, 4)), COPIES)

# Faces worth having, more often than the others.
TELLING = {
    "uno": (("0", "7", "1", "2", "skip", "draw-two"), ("wild-draw-four", "wild-draw-four", "wild")),
    "french-uno": (("0", "1", "2", "draw-two"), ("wild-draw-four", "wild-draw-four", "wild")),
    "schitts-creek": (("1", "2", "skip"), ("wild-draw-four", "wild-where-everyone-fits-in", "wild")),
    "mashup": (
        ("1", "2", "0-pass", "7-swap", "8-pass", "draw-2", "discard-all", "flip", "refresh-hand", "swap-1", "skip-all"),
        ("wild-shuffle-hands", "wild-force-trade", "wild-pass-hands", "wild-draw-2", "wild-draw-3", "wild-reverse-draw-4"),
    ),
    "crazy-eights": (("8", "ace", "2", "3", "queen", "4"), ()),
}  # fmt: skip


def tiny_rulebook(rng: Random, name: str, base: Base) -> tuple[str, str]:
    """The text of a rulebook with a deck of a dozen cards and hands of two or three, and which one it extends."""
    if base is COPIES:
        return differing(rng, name), base.name
    colored, plain = TELLING[base.name]
    values = base.values[: rng.choice((2, 2, 2, 3))]
    faces = rng.sample(colored, rng.randint(2, 3))
    if base.name == "crazy-eights" and rng.random() < 0.6 and "8" not in faces:
        faces[0] = "8"
    counts = {face: rng.choice((1, 1, 2)) for face in faces}
    wilds = {
        face: rng.choice((1, 1, 2, 3)) for face in sorted(set(rng.sample(plain, min(len(plain), rng.randint(1, 2)))))
    }
    total = sum(counts.values()) * len(values) + sum(wilds.values())
    least, most = rng.choice(((7, 9), (7, 10), (8, 12)))
    while total < least or total > most:
        if total < least:
            face = rng.choice(faces)
            counts[face] = counts.get(face, 0) + 1
        else:
            face = rng.choice([f for f, n in counts.items() if n > 0])
            counts[face] -= 1
        total = sum(counts.values()) * len(values) + sum(wilds.values())
    lines = [f'rulebook {name} "A tiny deck of {base.name}"', f"extends {base.name}"]
    lines += [f"deck of {total}", f"  {base.attribute}: {', '.join(values)}", base.more.rstrip("\n")]
    lines += [f"  each {base.attribute}"]
    lines += [f"    {n} x {face}" for face, n in counts.items() if n]
    lines += [f"    0 x {', '.join(face for face in base.colored if not counts.get(face))}"]
    lines += [f"  {n} x {face}" for face, n in wilds.items() if n]
    left = [face for face in base.plain if not wilds.get(face)]
    lines += [f"  0 x {', '.join(left)}"] if left else []
    lines += [f"  written {base.written}"]
    number = 3 if total >= 11 and rng.random() < 0.5 else 2
    lines += [
        "in setup",
        f'  replace deal "Everybody is dealt {number} cards."',
        f"    deal {number} cards to each player",
    ]
    return "\n".join(line for line in lines if line) + "\n", base.name


def differing(rng: Random, name: str) -> str:
    """A rulebook with a deck in which the copies of a card show a heart or a coin, and rules that ask for it."""
    kept = rng.choice(("", "player has another card whose icon is the icon of the top card", "player can play"))
    lines = [f'rulebook {name} "A tiny deck of copies that differ"', "extends shedding", "players 2 to 4"]
    lines += ["deck of 10", "  suit: sun, moon", "  icon: heart, coin", "  each suit"]
    lines += ["    2 x 1 with icon: heart, coin", "    2 x 2 with icon: heart, coin", "    1 x 3"]
    lines += ["  written face of suit icon", 'word fits, fit "A card fits that shares suit, rank or icon."']
    lines += ["  a card fits if its suit is the suit in force or its face is the face of the top card"]
    lines[-1] += " or its icon is the icon of the top card"
    lines += ["cards 1..3", "  worth its face"]
    if kept:
        lines += ["in turn", '  thrift "Draw only where nothing goes."', f"    player may not draw, if {kept}"]
    lines += ["in setup", '  replace deal "Everybody is dealt two cards."', "    deal 2 cards to each player"]
    return "\n".join(lines) + "\n"


def settings(rules: Any, rng: Random, forced: str = "") -> list[str]:
    """Some of a rulebook's house rules, options and readings, as `with:` lists them."""
    chosen = [name for name, house in rules.HOUSES.items() if not house[1] and (rng.random() < 0.35 or name == forced)]
    for name, (_, default, *_) in rules.READINGS.items():
        values = readings_of(rules, name)
        if values and rng.random() < 0.3:
            value = rng.choice(values)
            if value != default:
                chosen.append(f"{name} {value}")
    return chosen


def readings_of(rules: Any, name: str) -> list[str]:
    """The values that a reading may have."""
    entry = rules.READINGS[name]
    for part in entry[2:]:
        if isinstance(part, tuple | list) and part and all(isinstance(item, str) for item in part):
            return list(part)
        if isinstance(part, tuple | list | dict) and part:
            found = [item[0] if isinstance(item, tuple | list) else item for item in part]
            return [item for item in found if isinstance(item, str)]
    return []


@dataclass(slots=True)
class Record:
    """A record to be judged: the text, and the game read from it under its compiled rules."""

    rules: Any
    text: str
    game: Game
    book: str
    base: str


def read(rules: Any, text: str) -> Game:
    return read_game(RawGame("", 1, text.split("\n")), words_of(rules))


class Maker:
    """Makes records of tiny rulebooks, which it writes into a folder."""

    def __init__(self, folder: Path, rng: Random, books: int = 12) -> None:
        self.folder = folder
        self.rng = rng
        self.books: list[tuple[str, str, Any, list[str]]] = []
        self.most = books
        self.made = 0

    def rulebook(self) -> tuple[str, str, Any]:
        """A tiny rulebook under some settings: one made before, or a new one. Its path, its base, and its rules."""
        if len(self.books) >= self.most and self.rng.random() < 0.95:
            path, base, rules, _ = self.rng.choice(self.books)
            return path, base, rules
        self.made += 1
        name = f"tiny-{self.made}"
        text, base = tiny_rulebook(self.rng, name, TURNS[self.made % len(TURNS)])
        path = str(self.folder / f"{name}.rules")
        Path(path).write_text(text, encoding="utf-8")
        plain = load(path)
        on = settings(plain, self.rng)
        try:
            rules = load(path, on)
        except Exception:  # settings that exclude each other
            rules, on = plain, []
        if len(self.books) >= self.most:
            self.books.pop(self.rng.randrange(len(self.books)))
        self.books.append((path, base, rules, on))
        return path, base, rules

    def games(self) -> Iterator[tuple[str, str, Any, Game]]:
        """Random games with all cards written."""
        while True:
            path, base, rules = self.rulebook()
            rng = self.rng
            wants = Tendencies(
                plays=rng.choice((0.6, 0.92)), untold=rng.choice((0.0, 0.5)), bluffs=rng.choice((0.0, 0.6)),
                slips=rng.choice((0.0, 0.0, 0.12)), claims=0.04, later=0.2, calls=0.4,
            )  # fmt: skip
            try:
                game = make(rules, rng.choice((2, 2, 3)), rng, rng.choice((1, 1, 1, 2)), rng.randint(3, 16), wants).game
            except DeadEnd:
                continue
            except (AssertionError, LookupError, ValueError):
                continue
            if len(game.statements) >= 2:
                game.header.rules = Path(path).name
                yield path, base, rules, game

    def records(self) -> Iterator[Sequence[Record]]:
        """Random records with unseen cards; each the same game with more and more of its cards told."""
        for path, base, rules, game in self.games():
            rng = self.rng
            if rng.random() < 0.25:
                game = position(rules, game, rng)
            if rng.random() < 0.35:
                game = spoilt(rules, game, rng)
            share = rng.choice((0.4, 0.7, 1.0, 1.0))
            seed = rng.getrandbits(32)
            found = []
            for less in (1.0, 0.7, 0.5, 0.3):
                hidden = hide(game, Random(seed), share * less)
                if rules.UNSAID and seed % 3:
                    hidden = unsaid(rules, hidden, Random(seed))
                if seed % 2:
                    hidden = asking(rules, hidden, Random(seed))
                text = write_game(hidden, words_of(rules))
                again = read(rules, text)
                if not again.faults:
                    found.append(Record(rules, text, again, path, base))
            if found:
                yield found


# ---------------------------------------------------------------- hiding


def hide(game: Game, rng: Random, share: float) -> Game:
    """The same game with a share of its cards unseen."""

    def unseen() -> bool:
        return rng.random() < share

    def hand(cards: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(None if unseen() else kind for kind in cards)

    def header(found: Header) -> Header:
        hands = {p: Hand(hand(h.cards), h.span) for p, h in found.hands.items()}
        return replace(
            found, hands={p: h for p, h in hands.items() if any(h.cards) or rng.random() < 0.7 or found.position}
        )

    statements = []
    for event in events_of(game):
        match event.verb:
            case "draws" | "discards":
                cards = hand(event.cards)
                event = replace(event, cards=cards if any(kind is not None for kind in cards) else ())
            case "takes":
                cards = hand(event.cards)
                event = replace(event, cards=cards if all(kind is not None for kind in cards) else ())
            case "shows hand":
                if unseen():
                    continue
                if unseen():
                    event = replace(event, verb="shows", cards=event.cards[:1], count=1)
                    if not event.cards:
                        continue
            case "reshuffle" if unseen():
                event = replace(event, cards=(), count=0)
            case "next round":
                assert event.header is not None
                event = replace(event, header=header(event.header))
            case _:
                pass
        statements.append(event)
    return Game(header(game.header), numbered(statements), [], "", [], 1)


def unsaid(rules: Any, game: Game, rng: Random) -> Game:
    """The same game in which some cards are written without what may be left out of them."""
    share = rng.choice((0.3, 0.6, 1.0))

    def cards(found: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(rules.BASE[k] if k is not None and rng.random() < share else k for k in found)

    def header(found: Header) -> Header:
        start = None if found.start is None else list(cards(tuple(found.start)))
        top = found.top if found.top is None else cards((found.top,))[0]
        hands = {p: Hand(cards(hand.cards), hand.span) for p, hand in found.hands.items()}
        return replace(found, hands=hands, start=start, top=top)

    statements = []
    for event in events_of(game):
        if event.header is not None:
            event = replace(event, header=header(event.header))
        statements.append(replace(event, cards=cards(event.cards)))
    return Game(header(game.header), numbered(statements), [], "", [], 1)


def events_of(game: Game) -> list[Event]:
    """The events of a game, without its questions."""
    return [statement for statement in game.statements if isinstance(statement, Event)]


def numbered(statements: list[Any]) -> list[Any]:
    """The statements with their events numbered."""
    found = []
    number = 0
    for statement in statements:
        if isinstance(statement, Event):
            number += 1
            statement = replace(statement, number=number)
        found.append(statement)
    return found


def asking(rules: Any, game: Game, rng: Random) -> Game:
    """The same game with some questions on the way."""
    statements = list(game.statements)
    players = game.header.players
    names = [rules.CARD_NAMES[kind] for kind, n in enumerate(rules.COPIES) if n]
    calls = [word.replace("-", " ") for _, words in rules.CALLS for word in words]
    for _ in range(rng.randint(1, 4)):
        name = rng.choice(players)
        text = rng.choice((
            f"may {name} play {rng.choice(names)}", f"may {name} play {rng.choice(names)}", f"may {name} draw",
            f"may {name} pass", f"may {name} call {rng.choice(calls)}", f"may {name} challenge", "whose turn",
            f"how many must {name} draw", f"how many cards has {name}", "who won", f"what {rules.ATTRIBUTE_NAMES[0]}",
        ))  # fmt: skip
        at = rng.randint(0, len(statements))
        following = statements[at] if at < len(statements) else None
        if not (isinstance(following, Event) and following.verb == "next round"):
            statements.insert(at, Question(text, NOWHERE))
    return Game(game.header, statements, [], "", [], 1)


# ---------------------------------------------------------------- positions and spoilt records


def position(rules: Any, game: Game, rng: Random) -> Game:
    """The second half of a game as an argument in the middle of it: a position, and the events from there on."""
    from refcli.referee.play import Player, begin
    from refcli.referee.referee import clerk_of
    from refcli.referee.table import Fork, Table

    table = Table(rules, game.header)
    table.reader = clerk_of(rules, words_of(rules))
    try:
        begin(table)
        player = Player(table)
        cut = rng.randrange(len(game.statements))
        for event in game.statements[:cut]:
            assert isinstance(event, Event)
            player.do(event)
    except Fork:
        return game
    s = player.s
    rest = game.statements[cut:]
    if s.m < 0 or rules.MOMENTS[s.m] != "turn" or s.pending is not None or any(s.duties) or s.top < 0 or not rest:
        return game
    if any(s.hand(p).hidden for p in range(s.n)) or any(isinstance(e, Event) and e.verb == "next round" for e in rest):
        return game
    hands = {
        p: Hand(tuple(k for k, n in s.hand(p).known.items() for _ in range(n)), NOWHERE)
        for p in range(s.n)
    }  # fmt: skip
    header = replace(
        game.header, position=True, dealer=None, start=None, top=s.top, direction=s.d, turn=s.o, hands=hands,
        draw_pile=s.pile if rng.random() < 0.7 else None,
        discard_pile=len(s.discards or ()) if rng.random() < 0.7 else None,
        attributes={
            rules.ATTRIBUTE_NAMES[i]: value for i, value in enumerate(s.force)
            if rules.ATTRIBUTE_KINDS[i] == "" and value > 0 and rules.ATTRIBUTES[i][s.top] != value
        },
    )  # fmt: skip
    if rng.random() < 0.2:
        header.hands.pop(rng.randrange(s.n))
    return Game(header, numbered(rest), [], "", [], 1)


def spoilt(rules: Any, game: Game, rng: Random) -> Game:
    """The same game with a line or two changed, left out, moved or added, so that it may contradict itself."""
    statements = events_of(game)
    kinds = [k for k, n in enumerate(rules.COPIES) if n]
    seats = len(game.header.players)
    for _ in range(rng.randint(1, 2)):
        if not statements:
            break
        at = rng.randrange(len(statements))
        event = statements[at]
        p = rng.randrange(seats)
        match rng.randrange(8):
            case 0 if event.cards and event.verb in ("plays", "draws", "discards", "shows"):
                statements[at] = replace(event, cards=(rng.choice(kinds), *event.cards[1:]))
            case 1:
                if event.verb != "next round":
                    del statements[at]
            case 2 if at and event.verb != "next round" and statements[at - 1].verb != "next round":
                statements[at - 1], statements[at] = statements[at], statements[at - 1]
            case 3:
                statements.insert(at, Event(0, "has", p, "", NOWHERE, count=rng.randint(0, 4)))
            case 4 if event.verb == "plays" and event.actor is not None and len(event.cards) == 1:
                statements.insert(at + 1, Event(0, "takes back", event.actor, "", NOWHERE, event.cards, 1))
            case 5:
                word, target = rng.choice(rules.CALLS)[0], rng.choice((None, (p + 1) % seats))
                statements.insert(at + 1, Event(0, "calls", p, "", NOWHERE, word=word, target=target))
            case 6:
                statements.insert(at, Event(0, "plays", p, "", NOWHERE, (rng.choice(kinds),), 1))
            case 7:
                cards = tuple(rng.choice(kinds) for _ in range(rng.randint(1, 2)))
                verb = rng.choice(("shows", "shows", "shows hand"))
                statements.insert(at, Event(0, verb, p, "", NOWHERE, cards, len(cards)))
            case _:
                pass
    return Game(game.header, numbered(list(statements)), [], "", [], 1)


# ---------------------------------------------------------------- full decks


REAL = {"uno": 5, "french-uno": 4, "schitts-creek": 2, "crazy-eights": 3, "mashup": 1}  # how often each is taken


def real_records(rng: Random) -> Iterator[tuple[Record, Game]]:
    """Records of shipped rulebooks with hands of full size and unseen cards, each with the true game."""
    while True:
        name = rng.choices(list(REAL), list(REAL.values()))[0]
        try:
            rules = load(name, settings(load(name), rng))
        except Exception:  # settings that exclude each other
            continue
        wants = Tendencies(
            plays=rng.choice((0.5, 0.92)),
            bluffs=rng.choice((0.0, 0.7)),
            slips=rng.choice((0.0, 0.0, 0.08)),
            claims=0.02,
        )
        try:
            true = make(rules, rng.choice((2, 3, 4)), rng, 1, rng.choice((6, 12, 25, 60, 150)), wants).game
        except (DeadEnd, AssertionError, LookupError, ValueError):
            continue
        hidden = hide_dealt_and_drawn(true, rng, rng.choice((0.1, 0.4, 0.8, 1.0)))
        text = write_game(hidden, words_of(rules))
        game = read(rules, text)
        if not game.faults and len(game.statements) == len(true.statements):
            yield Record(rules, text, game, name, name), true


def hide_dealt_and_drawn(game: Game, rng: Random, share: float) -> Game:
    """The same game, line for line, with a share of the cards dealt and drawn unseen."""

    def cards(found: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(None if rng.random() < share else kind for kind in found)

    header = replace(
        game.header, hands={p: Hand(cards(hand.cards), hand.span) for p, hand in game.header.hands.items()}
    )
    statements = [
        replace(event, cards=cards(event.cards)) if isinstance(event, Event) and event.verb == "draws" else event
        for event in game.statements
    ]
    return Game(header, numbered(statements), [], "", [], 1)
