"""From the text of a rulebook to its syntax tree."""
