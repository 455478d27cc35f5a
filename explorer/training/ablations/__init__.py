"""Causes of the rising loss past the trained length: ablations that each change one thing.

Past its trained length a model meets several new things at once: new rows, new distances between tokens, and more
tokens to attend to. `loss_rises` holds the results of experiments in which only some of these are new; the experiments
are in `tools/ablations`.
"""
