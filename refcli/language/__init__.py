"""From a syntax tree to the checked form: names, phrases, layers, decks, findings."""
