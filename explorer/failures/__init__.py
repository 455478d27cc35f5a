"""Failure cases of embeddings: mistakes that raise an error, silent ones, and both in other libraries.

`case` says what a case is and runs its lines; `raising` and the three `silent_…`
modules hold the cases; `other_libraries` has the same mistakes for four libraries.
"""
