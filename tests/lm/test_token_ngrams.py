"""N-grams, by hand and against a definition with dictionaries."""

from collections import Counter

import numpy as np
import pytest

from tools.language_model.ngrams import DISCOUNT, NGrams

V = 6
TEXT = np.random.default_rng(3).integers(0, V - 1, 60)  # the last token never comes


def written_out(text: list[int], context: tuple[int, ...], token: int, top: bool = True) -> float:
    """Chen and Goodman's recursion, counting anew at every call."""
    if top:
        grams = Counter(tuple(text[i : i + len(context) + 1]) for i in range(len(text) - len(context)))
    else:  # number of different contexts, longer by one, that it followed
        longer = {tuple(text[i : i + len(context) + 2]) for i in range(len(text) - len(context) - 1)}
        grams = Counter(gram[1:] for gram in longer)
    shorter = written_out(text, context[1:], token, False) if context else 1 / V
    total = sum(count for gram, count in grams.items() if gram[:-1] == context)
    if not total:
        return shorter
    kinds = sum(gram[:-1] == context for gram in grams)
    return (max(grams[(*context, token)] - DISCOUNT, 0) + DISCOUNT * kinds * shorter) / total


def test_bigram_and_trigram_are_the_definition() -> None:
    grams, text = NGrams(TEXT, V), TEXT.tolist()
    for a in range(V):
        for b in range(V):
            token = np.arange(V)
            one, two = np.full(V, b), np.full(V, a)
            assert grams.bigram(one, token) == pytest.approx([written_out(text, (b,), c) for c in range(V)])
            assert grams.trigram(two, one, token) == pytest.approx([written_out(text, (a, b), c) for c in range(V)])


def test_they_are_probabilities_after_every_context() -> None:
    grams, token = NGrams(TEXT, V), np.arange(V)
    assert grams.unigram(token).sum() == pytest.approx(1)
    for a in range(V):
        for b in range(V):
            assert grams.bigram(np.full(V, b), token).sum() == pytest.approx(1)
            trigram = grams.trigram(np.full(V, a), np.full(V, b), token)
            assert trigram.sum() == pytest.approx(1) and trigram.min() > 0


def test_a_bigram_by_hand() -> None:
    # 0 1 0 1 0 2: after 0 came 1 twice and 2 once; before 1 and 2 came one kind each, before 0 one (1).
    grams = NGrams(np.array([0, 1, 0, 1, 0, 2]), 3)
    # lowest: (1 − ¾) / 3 + ¾ · 3 / 3 · ⅓ = ⅓ for each
    assert grams.bigram(np.array([0]), np.array([1]))[0] == pytest.approx((2 - 0.75) / 3 + 0.75 * 2 / 3 / 3)
