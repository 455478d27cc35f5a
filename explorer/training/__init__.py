"""What needs time: word vectors, a tiny transformer with seven ways to say where a token stands, small tasks.

The transformer itself is in `explorer.nn`. Reading order here: `text`, `ngrams` and `tasks` (what is learned), `runs`
(training, as generators that yield progress), `evaluate` and `why` (what is measured), `sweep` and `results` (the
shipped runs).
"""
