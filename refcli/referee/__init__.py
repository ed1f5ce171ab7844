"""Judging a recorded game under a compiled rulebook."""
