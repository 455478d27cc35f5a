"""A small causal transformer: forward as in the paper, backward by hand, and the optimizer that moves its numbers.

Two subjects train it: `training` on characters and small tasks, to compare ways of saying where a token stands, and
`lm` on pieces of words, to predict the next one. Reading order: `config` (what is chosen), `encodings` (what each way
adds, turns or biases; its kernels are `rotary` and `bias`), `blocks` and `transformer`, `optimizer`.

Why two ways to a gradient: the core's `Tensor` walks back through any expression, one small rule at a time, and shows
how that works. A transformer that is trained while somebody waits needs each block's backward as one piece of NumPy,
with buffers that are used again. Tests hold the two against each other and against central differences.
"""
