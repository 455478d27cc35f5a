"""Which rows of the table learn: from a sentence, in one step, in whole books, and over a short training.

`batch` reads a text and sums gradients by row. `optimizer_step` makes one step and finds the rows that moved.
`vocabulary_share` measures on the shipped books which share of the rows a batch touches. `gradient_methods` computes
one gradient in four ways. `blackboard` follows it backwards by hand-sized numbers. `tied_output` compares lookup and
softmax. `toy_training` trains a small table and keeps every step.
"""
