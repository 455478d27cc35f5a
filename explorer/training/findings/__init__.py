"""Findings of the shipped runs, as numbers and sentences; the raw results are in `precomputed_run_results`.

`shipped_model_losses` (by position and by length), `loss_on_new_rows` (a table read past its end) and `copying` (a
small task).
"""
