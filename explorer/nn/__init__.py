"""A small causal transformer: forward as in the paper, backward by hand, and the optimizer that moves its numbers.

Two subjects train it: `training` on characters and small tasks, to compare ways of saying where a token stands, and
`lm` on pieces of words, to predict the next one. Reading order: `config` (what is chosen), `encodings` (what each way
adds, turns or biases), `blocks` and `transformer`, `optimizer`.
"""
