"""Small language model: from the ids of a text to a probability of each of 4,096 next tokens.

It consists of this project's parts: gpt2's first 4,096 tokens (`tokenizers.SMALL`), the transformer of `explorer.nn`,
the shipped texts. Reading order: `token_corpus` (training and held-out data), `shipped_model` (the weights),
`predict_next_token` (one text, by steps). `tools/language_model` trains it, and measures it beside n-grams.
"""
