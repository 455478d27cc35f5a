"""Training: word vectors, a small transformer with seven positional encodings, small tasks.

The transformer is in `explorer.nn`. Reading order: `character_corpus`, `ngrams` and `tasks` (data), `runs` (training as
generators that yield progress), `evaluate` and `probes` (evaluation), `standard_runs` and `results` (the shipped runs).
"""
