"""N-gram language models, the baselines: counts of how often a token followed the one or two tokens before.

Interpolated Kneser-Ney (Kneser and Ney 1995; in the form of Chen and Goodman 1999, "An empirical study of smoothing
techniques for language modeling"): every count of a pair or triple is reduced by `DISCOUNT`, and the freed probability
is distributed by the shorter context, which counts after how many different tokens a token occurred. Left out:
discounts that depend on the count, and contexts longer than two.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DISCOUNT = 0.75

Ids = NDArray[np.int64]
Probabilities = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Level:
    """Counts for contexts of one length.

    Attributes:
        keys: ascending, context · V + token.
        counts: of each key.
        contexts: ascending, all that occurred.
        totals: sum of the counts of each context.
        kinds: number of different tokens that followed each context.
    """

    keys: Ids
    counts: Ids
    contexts: Ids
    totals: Ids
    kinds: Ids

    def probability(self, context: Ids, token: Ids, shorter: Probabilities, vocab_size: int) -> Probabilities:
        """p(token | context), (N,), given the shorter context's probabilities (N,)."""
        count = _lookup_counts(self.keys, self.counts, context * vocab_size + token)
        total = _lookup_counts(self.contexts, self.totals, context)
        kinds = _lookup_counts(self.contexts, self.kinds, context)
        known = np.maximum(total, 1)
        mixed = np.maximum(count - DISCOUNT, 0) / known + DISCOUNT * kinds / known * shorter
        return np.where(total > 0, mixed, shorter)


class NGrams:
    """Unigram, bigram and trigram model of a text.

    >>> grams = NGrams(np.array([0, 1, 0, 1, 0, 1, 2]), vocab_size=3)
    >>> grams.bigram(np.array([0]), np.array([1])).round(3).tolist()  # (3 − ¾) / 3 + ¾ · 1 / 3 · p(1)
    [0.833]
    """

    def __init__(self, ids: Ids, vocab_size: int) -> None:
        self.vocab_size = vocab_size
        ids = ids.astype(np.int64)
        pairs = ids[:-1] * vocab_size + ids[1:]
        triples = pairs[:-1] * vocab_size + ids[2:]
        self.frequency = (np.bincount(ids, minlength=vocab_size) + 1) / (len(ids) + vocab_size)
        pair_keys, pair_counts = np.unique(pairs, return_counts=True)
        triple_keys, triple_counts = np.unique(triples, return_counts=True)
        # Continuation counts: number of different preceding tokens.
        last, befores = np.unique(pair_keys % vocab_size, return_counts=True)
        self.lowest = _level(last, befores, vocab_size)
        self.pairs = _level(pair_keys, pair_counts, vocab_size)
        self.pair_kinds = _level(*np.unique(triple_keys % vocab_size**2, return_counts=True), vocab_size)
        self.triples = _level(triple_keys, triple_counts, vocab_size)

    def unigram(self, token: Ids) -> Probabilities:
        """Unigram frequency with add-one smoothing, so that no token has probability 0."""
        return np.asarray(self.frequency[token])

    def bigram(self, before: Ids, token: Ids) -> Probabilities:
        """Probability after one token."""
        return self.pairs.probability(before, token, self._any(token), self.vocab_size)

    def trigram(self, before2: Ids, before: Ids, token: Ids) -> Probabilities:
        """Probability after two tokens: `before2`, then `before`."""
        shorter = self.pair_kinds.probability(before, token, self._any(token), self.vocab_size)
        return self.triples.probability(before2 * self.vocab_size + before, token, shorter, self.vocab_size)

    def _any(self, token: Ids) -> Probabilities:
        uniform = np.full(len(token), 1 / self.vocab_size)
        return self.lowest.probability(np.zeros_like(token), token, uniform, self.vocab_size)


def _level(keys: Ids, counts: Ids, vocab_size: int) -> Level:
    contexts, starts, kinds = np.unique(keys // vocab_size, return_index=True, return_counts=True)
    return Level(keys, counts, contexts, np.add.reduceat(counts, starts), kinds)


def _lookup_counts(keys: Ids, values: Ids, wanted: Ids) -> Ids:
    """Look up each wanted key; 0 where it is missing."""
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[at] == wanted, values[at], 0)
