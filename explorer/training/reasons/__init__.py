"""Why the loss rises past the trained length: trainings and readings that each change one thing.

Past its trained length a model meets several new things at once: rows that it never saw, distances between tokens that
it never saw, and more tokens to look at than ever. `position_sampling` trains models that have seen some of these,
`readings` evaluates them, `experiments` lists the shipped runs, `loss_rises` holds the results.
"""
