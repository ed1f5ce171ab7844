"""Showing verdicts: text, annotated transcripts, JSON, totals."""
