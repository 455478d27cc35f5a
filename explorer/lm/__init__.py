"""Our own small language model: from the ids of a text to a probability for each of 4,096 next tokens.

Made of this project's parts: gpt2's first 4,096 tokens (`tokenizers.SMALL`), the transformer of `explorer.nn`, the
shipped texts. Reading order: `text` (what it read, and what was kept from it), `training` (how), `ngrams` and
`evaluate` (how good it became, beside counting), `shipped_model` (the shipped weights), `predict` (one text, step by
step).
"""
