"""Training: word vectors, a small transformer with seven positional encodings, small tasks.

The transformer is in `explorer.nn`. Reading order: `character_corpus` and `copy_task` (data),
`train_transformer` (training as generators that yield progress), `loss_by_position_and_length` (evaluation),
`precompute_standard_runs` and `precomputed_run_results` (the shipped runs).
"""
