"""A small causal transformer with hand-written backward passes, and its optimizer.

Two subjects train it: `training` on characters and small tasks, to compare positional encodings, and `lm` on subword
tokens, to predict the next one. Reading order: `config`, `position_inputs` (what each encoding adds, rotates or biases;
its kernels are `rotary` and `attention_bias`), `transformer_layers` and `transformer`, `adam_optimizer`,
`key_value_cache` (letter by letter).

Gradients are computed in two ways. The core's `Tensor` differentiates any expression, one small rule at a time, to show
how that works. A transformer that trains while somebody waits needs each block's backward as a few NumPy calls with
reused buffers. Tests compare the two with each other and with central differences.
"""
