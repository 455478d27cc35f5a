"""What the Projection page computes: PCA, neighbours of a word, skip-gram, quality of word vectors.

The WordSim-353 pairs are read from gensim's installed test data; they are not part of this project.
"""

from __future__ import annotations

import importlib
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from benchmarks.harness import Row, benchmark, compare, memcpy
from explorer.data import load_minilm
from explorer.training import ppmi, skipgram
from explorer.training.wordvec import Corpus, read_words, wordsim
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.pca import pca as components
from explorer.vectors.view import View


@benchmark("PCA of MiniLM's table, 30,522 × 384 float32, against scikit-learn and one pass over the data")
def pca() -> Iterator[Row]:
    """All components of a wide table."""
    from sklearn.decomposition import PCA

    table = load_minilm().tokens()
    yield from compare(
        {
            "scikit-learn's default, float32": lambda: PCA(2).fit(table),
            "ours, all components, float64 sums": lambda: components(table),
            "ours and the picture's coordinates": lambda: components(table).project(table),
        },
        ("one pass over the data (sum)", lambda: table.sum()),
        rounds=3,
    )


@benchmark("the ten nearest of one word among 30,522 × 384, against a memory pass of the same size")
def neighbours() -> Iterator[Row]:
    """One word against the whole table."""
    table = load_minilm().tokens()
    view = View(table)
    cosine_neighbours(view, 0)  # the lengths are computed once
    half = table.astype(np.float16)
    slow = View(half)
    cosine_neighbours(slow, 0)
    yield from compare(
        {
            "ours": lambda: cosine_neighbours(view, 2332),
            "ours, float16 table": lambda: cosine_neighbours(slow, 2332),
            "sum of the table": lambda: table.sum(),
        },
        ("memcpy of the table", memcpy(table.nbytes)),
    )


def _gensim_pairs(words: list[list[str]], dim: int) -> tuple[float, float]:
    """Seconds and WordSim-353 of one epoch of gensim's skip-gram on one worker, vocabulary building left out."""
    logging.disable(logging.WARNING)
    word2vec = importlib.import_module("gensim.models.word2vec")
    model = word2vec.Word2Vec(
        vector_size=dim, window=5, min_count=5, max_final_vocab=20_000, workers=1, sg=1, negative=5, sample=1e-4, seed=1
    )
    model.build_vocab(words)
    began = time.perf_counter()
    model.train(words, total_examples=len(words), epochs=1)
    seconds = time.perf_counter() - began
    return seconds, wordsim(model.wv.key_to_index.get, model.wv.vectors, pairs())[0]


def pairs() -> list[tuple[str, str, float]]:
    """WordSim-353 from gensim's installed test data."""
    folder = Path(importlib.import_module("gensim").__file__ or "").parent
    found = []
    for line in (folder / "test" / "test_data" / "wordsim353.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            one, two, score = line.split("\t")
            found.append((one.lower(), two.lower(), float(score)))
    return found


@benchmark(
    "one pass of skip-gram over State of the Union, 100 numbers per word, against gensim with one worker (aim 3)"
)
def skip_gram() -> Iterator[Row]:
    """Time for the same text, window, negatives and thinning; pairs per second of ours are exact counts."""
    corpus = Corpus(("sotu",))
    words = read_words(corpus)
    listed = [words.vocabulary[row] for row in words.ids]
    sentences = [listed[at : at + 1000] for at in range(0, len(listed), 1000)]
    theirs, quality = _gensim_pairs(sentences, 100)
    request = skipgram.SkipgramRequest(corpus, dim=100, epochs=1, reports=1)
    last = list(skipgram.train(request))[-1]
    assert last.vectors is not None
    # Both walk over the same thinned text with the same shrinking window, so a pass holds the same number of pairs.
    rate = last.pairs / theirs
    yield Row("gensim, one worker", theirs, theirs, f"{rate:,.0f} pairs per second; WordSim-353 {quality:.2f}")
    find = {word: row for row, word in enumerate(last.words)}.get
    score = wordsim(find, last.vectors, pairs())[0]
    note = f"{last.pairs / last.seconds:,.0f} pairs per second; WordSim-353 {score:.2f}"
    yield Row("ours, through Embedding and Adam", last.seconds, theirs, note)


@benchmark("quality of word vectors: WordSim-353, Spearman (aim for counting: 0.60), 100 numbers per word")
def quality() -> Iterator[Row]:
    """Counting and skip-gram on State of the Union, World Factbook and WordNet's definitions."""
    corpus = Corpus(("sotu", "factbook", "wordnet_gloss"))
    runs: dict[str, Callable[[], Iterator[object]]] = {
        "PPMI + truncated SVD": lambda: ppmi.train(ppmi.PpmiRequest(corpus)),
        "skip-gram, 3 passes": lambda: skipgram.train(skipgram.SkipgramRequest(corpus, epochs=3, reports=3)),
    }
    for name, run in runs.items():
        began = time.process_time()
        last = list(run())[-1]
        seconds = time.process_time() - began
        words, vectors = getattr(last, "words"), getattr(last, "vectors")  # noqa: B009
        score, covered = wordsim({word: row for row, word in enumerate(words)}.get, vectors, pairs())
        yield Row(f"{name}, reading included", seconds, None, f"{score:.3f} on {covered} of {len(pairs())} pairs")
