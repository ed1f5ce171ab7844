"""An exact reference for verdicts on unseen cards, and random records to hold the referee against it.

The meaning is: an event's outcome is what it is in every deal (world) that fits the whole record. `worlds` takes that at
its word: it fills in every unseen card in every way, lets the ordinary referee judge each fully known game, and unites the
outcomes. It needs no knowledge of any rule, and uses none of the referee's three-valued reasoning; it is meant for tiny
decks. `model` asks a constraint solver for the deals of full decks. `records` makes the records, `__main__` runs as many
as one likes:

    python -m tests.oracle 5000 1            # records, seed: tiny decks, all worlds
    python -m tests.oracle 500 1 --real      # full decks, by the constraint solver
    python -m tests.oracle --show FILE       # one record: the referee's verdicts beside the reference's
"""
