"""Which rows of the table learn: from a sentence, in one step, in whole books, and over a short training.

`batch` reads a text and adds up gradients by row, `step` makes one step of an optimizer and looks which rows moved,
`touched` measures shares of the vocabulary on the shipped books, `ways` computes one gradient in four ways,
`blackboard` follows it backwards by hand-sized numbers, `toy` trains a small table and keeps every position.
"""
