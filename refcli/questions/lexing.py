"""The words of a question: players found, words that say nothing dropped, words that mean something told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from refcli.questions.model import ASKER


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its type as the grammar names it. `seat` is set for a player."""

    type: str
    text: str
    seat: int = 0


NOISE = frozenset(
    {
        "the", "a", "an", "to", "please", "exactly", "just", "there", "currently", "still", "also", "ever",
        "so", "would", "his", "her", "their", "your", "this", "that", "really", "hey", "ok", "already",
        "down", "again", "only", "simply",
    }
)  # fmt: skip

# Words that the grammar knows, by type.
TYPES = {
    "MAY": "may can could might",
    "MUST": "must should",
    "BE": "is are was were be been",
    "DO": "do does did",
    "HAVE": "has have had hold holds need needs",
    "ALLOWED": "allowed permitted able free",
    "NOT": "not cannot",
    "WHAT": "what which",
    "WHO": "who",
    "WHOSE": "whose",
    "WHY": "why",
    "CARDS": "card cards",
    "TURN": "turn",
    "NEXT": "next",
    "DIRECTION": "direction",
    "WAY": "way",
    "WON": "won win wins winner",
    "LEADS": "leads lead leading leader ahead winning",
    "SCORE": "score scored points",
    "HAND": "hand hands",
    "WORTH": "worth",
    "LATE": "late early soon",
    "RULES": "rule rules",
    "LET": "let lets allow allows permit permits",
    "MAKE": "make makes made",
    "LEGAL": "legal illegal okay right wrong bluff valid invalid fair",
    "EXPLAIN": "explain mean means",
    "SAY": "say says said shout shouted announce announced",
    "PLAY": "play plays played playing lay put throw stack use drop slam",
    "DRAW": "draw draws drew drawing",
    "PASS": "pass passes passed",
    "CALL": "call calls called",
    "CATCH": "catch catches caught accuse accuses accused",
    "CHALLENGE": "challenge challenges challenged",
    "CHOOSE": "choose chooses chose chosen pick",
    "CHOOSING": "choosing naming picking",
    "MOVE": "move moves go goes going act moving",
    "OWE": "owe owes",
    "ON": "on",
    "IN": "in",
    "IT": "it",
    "AT": "at",
    "AFTER": "after",
    "BEFORE": "before",
    "LINE": "line",
    "EVENT": "event",
    "END": "end",
    "WITH": "with",
    "WITHOUT": "without",
    "UNDER": "under",
    "EVERYWHERE": "everywhere anywhere",
    "NOW": "now",
    "AND": "and",
}
WORDS = {word: type_ for type_, words in TYPES.items() for word in reversed(words.split())}
WORDS["allowed"] = "ALLOWED"
SHORTENED = {
    "can't": ("MAY", "NOT"), "cannot": ("MAY", "NOT"), "couldn't": ("MAY", "NOT"), "mayn't": ("MAY", "NOT"),
    "isn't": ("BE", "NOT"), "wasn't": ("BE", "NOT"), "who's": ("WHO", "BE"), "what's": ("WHAT", "BE"),
    "mustn't": ("MUST", "NOT"), "it's": ("IT", "BE"),
}  # fmt: skip
# Words with which people go on to talk about something else.
ASIDE = frozenset(
    {
        "instead", "because", "although", "though", "even", "if", "when", "while", "rather", "but", "then", "like", "since",
        "or",
    }
)  # fmt: skip
TAILS = {"AT", "AFTER", "BEFORE", "WITH", "WITHOUT", "UNDER", "EVERYWHERE"}
SELF = {"i": ASKER, "me": ASKER, "myself": ASKER}


_FINE = r"(?:okay|ok|legal|allowed|fine|alright|all right|permitted|right|fair)"
# Ways to speak that are one thing to say in other words.
SPOKEN = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"\b(?:jump|throw|cut|slam) in (?:with )?", "play "),
        (r"\b(?:answer|respond|reply|defend)(?: it)? with\b", "play"),
        (r"\bwhat (?:happens|would happen|would have happened|would be|comes) if\b", "what if"),
        (r"\btoo (?=late|early|soon)", ""),
        (r"\bin time\b", "right"),
        (rf"^(?:is|was|would) (?:it|that)(?: be)? {_FINE} (?:for|that|if|when) ", "can "),
    )
)
# Where somebody has said something else first, the question begins with one of these.
ASKS = "may|can|could|might|must|should|is|was|are|am|does|do|did|has|have|how|what|which|who|whose|why|explain|is it"


def questions_in(text: str, players: list[str]) -> list[str]:
    """The text, and what stands in it behind something else that was said: `But I drew it! May Bo play that?`.

    A pronoun there means the player who was named last before it.
    """
    found = [text]
    for match in re.finditer(rf"[.,!?;:–—-]+\s+(?:and |so |but |then )?(?=(?:{ASKS})\b)", text, re.IGNORECASE):
        front, rest = text[: match.start()], text[match.end() :]
        named = [(front.lower().rfind(name.lower()), name) for name in players if name.lower() in front.lower()]
        if named:
            rest = re.sub(r"\b(?:he|she|they|him|them)\b", max(named)[1], rest, count=1, flags=re.IGNORECASE)
        found.append(rest)
    return found


def tidy(text: str) -> str:
    """A question without what people put around it: question marks, curly apostrophes, blanks, capitals."""
    text = (
        text.replace("’", "'").replace("‘", "'").replace("ʼ", "'").replace("`", " ").replace("“", " ").replace("”", " ")
    )
    text = text.replace('"', " ").replace("--everywhere", "everywhere")
    text = " ".join(text.split()).strip()
    text = re.sub(r"[?!]+(?=\s)", " ", text)
    for pattern, plain in SPOKEN:
        text = pattern.sub(plain, text)
    text = text.lstrip("? ")
    return re.sub(r"[?!.;\s]+$", "", text)


def odd_cards(names: Iterable[str]) -> tuple[str, ...]:
    """Cards of several words of which some mean something in questions too; the longest first."""
    known = {*WORDS, *NOISE, *ASIDE, *SELF, "my", "how", "house"}
    odd = {name.lower() for name in names if " " in name and known & set(name.lower().split())}
    return tuple(sorted(odd, key=lambda name: (-len(name), name)))


def tokens(
    text: str, players: list[str], as_words: frozenset[str] = frozenset(), cards: tuple[str, ...] = ()
) -> list[Token]:
    """The words of a question. Names in `as_words` are taken for plain words, where a player is called like one.

    `cards` are names of cards that hold words with a meaning of their own; each is one word here.
    """
    names = sorted(
        ((" ".join(name.lower().replace("’", "'").split()), seat) for seat, name in enumerate(players)),
        key=lambda pair: -len(pair[0]),
    )
    found: list[Token] = []
    rest = tidy(text).replace(",", " , ").replace(":", " , ")
    rest = " ".join(rest.split())
    while rest:
        rest = rest.lstrip()
        player = next((pair for pair in names if pair[0] not in as_words and _begins(rest, pair[0])), None)
        if player is not None:
            found.append(Token("PLAYER", player[0], player[1]))
            rest = _possessive(rest[len(player[0]) :], found)
            continue
        card = next((name for name in cards if _begins(rest, name)), None) if cards else None
        if card is not None:
            found.append(Token("WORD", rest[: len(card)]))
            rest = rest[len(card) :]
            continue
        written, _, rest = rest.partition(" ")
        word = written.lower()
        if word == ",":
            found.append(Token("COMMA", word))
        elif word in SELF:
            found.append(Token("PLAYER", word, ASKER))
        elif word in ("i'm", "am"):
            if word == "i'm":
                found.append(Token("PLAYER", "i", ASKER))
            found.append(Token("BE", "am"))
        elif word == "my" and found and found[-1].type in ("PLAY", "COMMA", "AND", "CHOOSING"):
            continue
        elif word in ("my", "mine"):
            found += [Token("PLAYER", word, ASKER), Token("POSS", "'s")]
        elif word in SHORTENED:
            found += [Token(type_, word) for type_ in SHORTENED[word]]
        elif word == "how" and re.match(r"(?:many|much)\b", rest):
            rest = rest.partition(" ")[2]
            found.append(Token("HOWMANY", "how many"))
        elif word == "house" and re.match(r"rules?\b", rest):
            rest = rest.partition(" ")[2]
            found.append(Token("RULES", "rules"))
        elif word == "in" and re.match(r"force\b", rest):
            rest = rest.partition(" ")[2]
            found.append(Token("IN_FORCE", "in force"))
        elif word == "if" and found and found[-1].type == "WHAT":
            found.append(Token("IF", word))
        elif word == "ok" and found and found[-1].type in ("NUMBER", "BE", "IT"):
            found.append(Token("LEGAL", word))
        elif word in NOISE:
            continue
        elif word.isdigit():
            found.append(Token("NUMBER", word))
        elif re.fullmatch(r"#\d+", word):
            found.append(Token("NUMBER", word[1:]))
        else:
            found.append(Token(WORDS.get(word, "WORD"), written))
    return _without_asides(found)


def _without_asides(words: list[Token]) -> list[Token]:
    """The words without what people go on to say: `instead of drawing`, up to a tail such as `at 12`.

    Nor with what joins a question to what was said before: `and may Bo …`.
    """
    while words and words[0].type in ("AND", "COMMA"):
        words = words[1:]
    kept: list[Token] = []
    aside = False
    for word in words:
        if word.type == "WORD" and word.text.lower() in ASIDE and kept:
            aside = True
        elif word.type in TAILS:
            aside = False
        if not aside:
            while word.type in TAILS and kept and kept[-1].type in ("COMMA", "AND"):
                kept.pop()
            kept.append(word)
    while kept and kept[-1].type in ("COMMA", "AND"):
        kept.pop()
    return kept


def past(words: list[Token]) -> bool:
    """Whether it is asked about something that was done, or that might have been."""
    if any(word.type == "IF" for word in words):
        return any(word.type == "HAVE" for word in words)
    return any(
        word.type in ("BE", "MAY") and word.text.lower() in ("was", "wasn't", "were", "could", "couldn't")
        for word in words
    )


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with a name, as whole words."""
    return text[: len(name)].lower() == name and (len(text) == len(name) or text[len(name)] in " ',")


def _possessive(rest: str, found: list[Token]) -> str:
    """Takes an apostrophe behind a name off, noting whose thing it is."""
    match = re.match(r"'s?(?=\s|$|,)", rest)
    if match is None:
        return rest
    after = rest[match.end() :].lstrip()
    # `what's Bo's hand`, but also `Bo's allowed to` and `is it Bo's turn`.
    found.append(Token("POSS", "'s"))
    return after


def clashes(players: list[str]) -> list[str]:
    """Players called like a word of the grammar, who may be meant or not."""
    known = {*WORDS, *SELF, *SHORTENED, *NOISE, "how", "my"}
    return [name.lower() for name in players if name.lower().split()[0] in known]
