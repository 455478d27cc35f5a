"""Count-based word vectors: positive pointwise mutual information (PPMI) and a truncated SVD.

1. Co-occurrence counts of word j within a window around word i; a neighbour at distance d counts 1/d.
2. PPMI: max(0, log p(i, j) / (p(i) p(j)^α)); α = 0.75 raises rare contexts' probabilities, so that rare pairs do not
   get the largest values by chance.
3. The d strongest singular directions, by scikit-learn's randomized SVD; rows are U·Σ^p with p = ½ by default.

Sources: Levy, Goldberg and Dagan 2015, "Improving Distributional Similarity with Lessons Learned from Word Embeddings",
§3 (context distribution smoothing, eigenvalue weighting); 1/d as in Pennington et al. 2014 (GloVe), §4.2.
"""

from __future__ import annotations  # an annotation would load scipy.sparse

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy  # its submodules load on first use: every page with a table imports this module, and few train one
from numpy.typing import NDArray

from explorer.training.word_corpus import SHOWN_WORDS, VectorRecord, WordRequest, read_words


@dataclass(frozen=True)
class PpmiRequest(WordRequest):
    """Settings: a `WordRequest`, and the exponents of the context counts and of the singular values."""

    smoothing: float = 0.75
    power: float = 0.5


def cooccurrences(ids: NDArray[np.int32], vocab_size: int, distance: int) -> scipy.sparse.csr_array:
    """Counts of word j exactly `distance` words after word i, (V, V) sparse.

    >>> cooccurrences(np.array([0, 1, 0, 1], np.int32), 2, 1).toarray().tolist()
    [[0.0, 2.0], [1.0, 0.0]]
    """
    left, right = ids[:-distance], ids[distance:]
    ones = np.ones(len(left), np.float32)
    counted: scipy.sparse.csr_array = scipy.sparse.coo_array(
        (ones, (left, right)), shape=(vocab_size, vocab_size)
    ).tocsr()
    return counted


def ppmi(counts: scipy.sparse.csr_array, smoothing: float = 0.75) -> scipy.sparse.csr_array:
    """Positive pointwise mutual information of a count matrix (V, V), natural logarithm; zeros are dropped.

    >>> counts = scipy.sparse.csr_array(np.array([[0.0, 2.0], [2.0, 0.0]]))
    >>> ppmi(counts, smoothing=1.0).toarray().astype(float).round(3).tolist()
    [[0.0, 0.693], [0.693, 0.0]]
    """
    table = counts.tocoo()
    word = np.asarray(counts.sum(axis=1), np.float64).ravel()
    context = np.asarray(counts.sum(axis=0), np.float64).ravel() ** smoothing
    context /= context.sum()
    rows, columns = table.coords
    values = np.log(table.data / (word[rows] * context[columns]))
    keep = values > 0
    found: scipy.sparse.csr_array = scipy.sparse.coo_array(
        (values[keep].astype(np.float32), (rows[keep], columns[keep])), shape=counts.shape
    ).tocsr()
    return found


def train(request: PpmiRequest) -> Iterator[VectorRecord]:
    """Train; yields a record after each distance of the window and after each stage.

    >>> from explorer.training.word_corpus import Corpus
    >>> words = "the cat sat on a mat and the dog lay by the door of an old red house " * 6
    >>> last = list(train(PpmiRequest(Corpus(pasted=words), dim=4)))[-1]
    >>> last.phase, last.vectors.shape
    ('done', (16, 4))
    """
    steps = request.window + 3
    yield VectorRecord(0, steps, "reading the text")
    words = read_words(request.corpus, vocab_size=request.vocab_size)
    began = time.perf_counter()
    yield VectorRecord(1, steps, "counting neighbours", words=words.vocabulary, counts=words.counts)
    size = len(words.vocabulary)
    total: Any = scipy.sparse.csr_array((size, size), dtype=np.float32)
    for distance in range(1, request.window + 1):
        total = total + cooccurrences(words.ids, size, distance) / distance
        yield VectorRecord(1 + distance, steps, "counting neighbours", seconds=time.perf_counter() - began)
    weights = ppmi(scipy.sparse.csr_array(total + total.T), request.smoothing)
    yield VectorRecord(steps - 1, steps, "decomposing", pairs=weights.nnz, seconds=time.perf_counter() - began)
    from sklearn.utils.extmath import randomized_svd  # slow to import, and seldom needed

    left, values, _ = randomized_svd(weights, request.dim, n_oversamples=20, n_iter=3, random_state=request.seed)
    vectors: NDArray[np.float32] = (left * values**request.power).astype(np.float32)
    yield VectorRecord(
        steps,
        steps,
        "done",
        pairs=weights.nnz,
        seconds=time.perf_counter() - began,
        words=words.vocabulary,
        counts=words.counts,
        snapshot=vectors[:SHOWN_WORDS].astype(np.float16),
        vectors=vectors,
    )
