"""Training: word vectors, a small transformer with seven positional encodings, small tasks.

The transformer is in `explorer.nn`. Reading order: `character_corpus`, `ngrams` and `synthetic_tasks` (data),
`training_runs` (training as generators that yield progress), `evaluate` and `waves_and_rows_diagnostics` (evaluation),
`standard_runs` and `shipped_results` (the shipped runs).
"""
