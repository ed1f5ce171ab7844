"""Random games that are known to be in the rules, for tests and measurements of the referee and of rulebooks."""
