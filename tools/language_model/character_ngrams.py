"""N-gram baselines: predict the next character from none, one or two before it.

A bigram backs off to the unigram where its counts are small, a trigram to the bigram:
p(c | context) = (count + κ · p(c | shorter context)) / (count of the context + κ), the Dirichlet smoothing of MacKay
and Peto 1995, "A hierarchical Dirichlet language model", with κ fixed.
"""

import numpy as np
import numpy.typing as npt

from explorer.training.findings.shipped_model_losses import NAMES

Ids = npt.NDArray[np.int64]
KAPPA = 2.0


def ngram_tables(ids: npt.NDArray[np.integer], vocab_size: int, kappa: float = KAPPA) -> list[npt.NDArray[np.float64]]:
    """Probabilities of the next id given none, one and two before it: shapes (V,), (V, V), (V, V, V).

    >>> uni, bi, tri = ngram_tables(np.array([0, 1, 0, 1, 0, 1]), 2, kappa=1.0)
    >>> bi.round(3).tolist()  # 0 is always followed by 1: (0 + 1/2) / (3 + 1) and (3 + 1/2) / (3 + 1)
    [[0.125, 0.875], [0.833, 0.167]]
    """
    tables = [np.bincount(ids, minlength=vocab_size) / len(ids)]
    for order in (1, 2):
        code = np.zeros(len(ids) - order, np.int64)
        for back in range(order + 1):
            code = code * vocab_size + ids[back : len(ids) - order + back]
        counts = np.bincount(code, minlength=vocab_size ** (order + 1)).reshape((vocab_size,) * (order + 1))
        shorter = tables[-1]  # its axes are the latest characters; it broadcasts over the earliest
        tables.append((counts + kappa * shorter) / (counts.sum(axis=-1, keepdims=True) + kappa))
    return tables


def ngram_losses(train: npt.NDArray[np.integer], held_out: Ids, vocab_size: int) -> dict[str, float]:
    """Mean surprise in nats of each model on the held-out text, from its third character on.

    >>> losses = ngram_losses(np.array([0, 1] * 50), np.array([0, 1] * 10), 2)
    >>> losses["unigram"] > losses["bigram"]
    True
    """
    uni, bi, tri = ngram_tables(train, vocab_size)
    a, b, c = held_out[:-2], held_out[1:-1], held_out[2:]
    picked = (uni[c], bi[b, c], tri[a, b, c])
    # An unseen character would have probability 0 in the unigram; the held-out text has none.
    return {name: float(-np.log(p).mean()) for name, p in zip(NAMES, picked, strict=True)}
