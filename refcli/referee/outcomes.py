"""The six outcomes that an event can have."""

LEGAL = "legal"
ILLEGAL = "illegal"
BLUFF = "bluff"
UNDETERMINED = "undetermined"
UNRULED = "unruled"
IMPOSSIBLE = "impossible"

OUTCOMES = (LEGAL, ILLEGAL, BLUFF, IMPOSSIBLE, UNRULED, UNDETERMINED)
FAULTY = (ILLEGAL, BLUFF, IMPOSSIBLE)  # a game with one of these is faulty
FINDINGS = (*FAULTY, UNRULED)  # what a table has to talk about
