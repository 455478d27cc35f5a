"""What needs time: word vectors, a tiny causal transformer with seven ways to say where a token stands, small tasks.

Reading order: `config` (what is chosen), `encodings` (what each way adds, turns or biases), `blocks` and `transformer`
(forward as in the paper, backward by hand), `text`, `ngrams` and `tasks` (what is learned), `runs` (training, as
generators that yield progress), `evaluate` and `why` (what is measured), `sweep` and `results` (the shipped runs).
"""
