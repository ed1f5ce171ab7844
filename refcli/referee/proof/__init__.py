"""Proofs about cards that nobody has seen: is there a deal that fits the record and in which a condition holds?"""
