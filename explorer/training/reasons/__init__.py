"""Why the loss rises past the trained length: trainings and readings that each change one thing.

Past its trained length a model meets several new things at once: rows that it never saw, distances between tokens that
it never saw, and more tokens to look at than ever. `regimes` trains models that have seen some of these, `measures` are
the readings, `items` the list of runs that ship, `findings` what they say.
"""
