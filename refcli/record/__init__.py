"""Transcripts: reading and writing recorded games."""
