"""Training: word vectors, a tiny transformer with seven position encodings, small tasks.

The transformer itself is in `explorer.nn`. Reading order here: `text`, `ngrams` and `tasks` (what is learned), `runs`
(training, as generators that yield progress), `evaluate` and `probes` (what is measured), `standard_runs` and
`results` (the shipped runs).
"""
