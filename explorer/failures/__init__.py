"""Failure cases of embeddings: mistakes that raise an error, silent ones, and both in other libraries.

`case` defines and runs a case; `raised_errors` and the three `silent_…` modules contain the cases; `other_libraries`
has the same mistakes for four libraries.
"""
