"""Causes of the rising loss past the trained length: ablations that each change one thing.

Past its trained length a model meets several new things at once: new rows, new distances between tokens, and more
tokens to attend to. `position_sampling` trains models that have seen some of these,
`changed_window_losses` evaluates them, `experiments` lists the shipped runs, `loss_rises` holds the results.
"""
