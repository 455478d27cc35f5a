"""Failure cases of embeddings: mistakes that raise an error, silent ones, and both in other libraries.

`failure_case` defines and runs a case; `raised_errors` and the three `silent_…` modules contain the cases;
`mistakes_in_libraries` has the same mistakes for four libraries, `library_apis` the same embedding in eight.
"""
