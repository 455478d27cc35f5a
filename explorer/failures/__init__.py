"""What goes wrong with embeddings: mistakes that stop with a message, mistakes that don't, and the same elsewhere.

`case` says what a case is and runs its lines; `loud`, `ids`, `places` and `sums` hold the cases; `elsewhere` has the
same mistakes for four libraries.
"""
