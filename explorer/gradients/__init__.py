"""Gradients of the embedding table: which rows a sentence, one step, whole books and a short training update.

`text_batch` tokenizes a text and sums gradients by row. `optimizer_step` makes one step and finds the rows that moved.
`vocabulary_share` measures on the shipped books which share of the rows a batch touches. `worked_example` does a
backward pass with small integers. `tied_output` compares the gradients through lookup and softmax. `toy_training` trains
a small table and records every step.
"""
