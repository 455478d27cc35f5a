"""Skip-gram with negative sampling, trained with the core's `Embedding`, row-sparse gradients and `Adam`.

Loss of a word c and a neighbour o: −log σ(c·o) − Σ log σ(−c·n) over k random words n. Two tables: centre rows (the
result) and context rows.

Vectorization: a batch is a stretch of running text. Each token's two rows are looked up once, and all pairs within the
window are a band of the product of centre rows with context rows. Negative words are drawn once per short stretch and
shared by its tokens, weighted so that a pair sees k of them on average. The gradient has one row per token; the core's
backward sums them over repeated tokens. A batch of 1,024 tokens contains frequent words many times: plain SGD diverges
on the summed gradients, Adam's steps are bounded.

Sources: Mikolov et al. 2013, "Distributed Representations of Words and Phrases and their Compositionality", §2.2
(negative sampling, noise p^¾), §2.3 (subsampling); the shrinking window: word2vec.c. Sharing negatives within a batch:
Ji et al. 2016, "Parallelizing Word2Vec in Shared and Distributed Memory".
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding
from explorer.core.optim import Adam
from explorer.training.word_corpus import SHOWN_WORDS, VectorRecord, WordRequest, Words, read_shipped_words, read_words

Floats = NDArray[np.float32]
STRETCH = 64
"""Tokens that share negative words and one matrix product."""


@dataclass(frozen=True)
class SkipgramRequest(WordRequest):
    """Settings: a `WordRequest`, and word2vec's (its defaults where they fit into a minute).

    Attributes:
        subsample: t of word2vec: a word with frequency f is kept with probability √(t/f) + t/f.
        batch: tokens per step.
        reports: records per run.
    """

    epochs: int = 5
    negatives: int = 5
    lr: float = 0.02
    subsample: float = 1e-4
    batch: int = 1024
    shared: int = 64
    reports: int = 30

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.epochs <= 20:
            raise ValueError(f"1 to 20 passes over the text, got {self.epochs}")
        if self.batch % STRETCH:
            raise ValueError(f"The batch must be a multiple of {STRETCH}, got {self.batch}")


class Trainer:
    """Two tables and an optimizer; `step` trains on a stretch of running text.

    >>> from explorer.training.word_corpus import Corpus
    >>> trainer = Trainer(50, SkipgramRequest(Corpus(("sotu",)), dim=8), np.ones(50))
    >>> loss, pairs = trainer.step(np.arange(64) % 50, np.random.default_rng(0))
    >>> round(loss / pairs, 2), pairs > 64
    (4.16, True)
    """

    def __init__(self, vocab_size: int, request: SkipgramRequest, counts: NDArray[Any]) -> None:
        rng = np.random.default_rng(request.seed)
        self.request = request
        self.centres = Embedding.from_weight(
            ((rng.random((vocab_size, request.dim), np.float32) - 0.5) / request.dim).astype(np.float32)
        )
        self.contexts = Embedding.from_weight(np.zeros((vocab_size, request.dim), np.float32))
        self.optimizer = Adam([self.centres.weight, self.contexts.weight], lr=request.lr)
        noise = np.asarray(counts, np.float64) ** 0.75
        self._noise = np.cumsum(noise / noise.sum())
        self._columns = np.arange(STRETCH + 2 * request.window) - request.window

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw words with probabilities proportional to count^¾."""
        return np.searchsorted(self._noise, rng.random(count)).clip(max=len(self._noise) - 1)

    def step(self, tokens: NDArray[Any], rng: np.random.Generator) -> tuple[float, int]:
        """One update from running text (n,), n a multiple of 64; returns the summed loss and the number of pairs."""
        request, window = self.request, self.request.window
        stretches = len(tokens) // STRETCH
        sampled = self.draw(stretches * request.shared, rng)
        centre = self.centres(tokens)
        context = self.contexts(np.concatenate([tokens, sampled]))
        reach = rng.integers(1, window + 1, len(tokens))
        c = centre.data.reshape(stretches, STRETCH, -1)
        flat = context.data[: len(tokens)]
        o = _overlapping(flat, window)
        n = context.data[len(tokens) :].reshape(stretches, request.shared, -1)

        near = self._near(len(tokens), reach)
        pairs_of = near.sum(axis=2, dtype=np.float32)
        right = c @ o.transpose(0, 2, 1)
        wrong = c @ n.transpose(0, 2, 1)
        error_right = _sigmoid(right)
        error_wrong = _sigmoid(wrong)
        weight = pairs_of[:, :, None] * np.float32(request.negatives / request.shared)
        pairs = int(pairs_of.sum())
        tiny = np.float32(1e-7)
        loss = -float((np.log(error_right + tiny) * near).sum()) - float((np.log1p(tiny - error_wrong) * weight).sum())

        error_right -= 1
        error_right *= near
        error_wrong *= weight
        grad_c = error_right @ o
        grad_c += error_wrong @ n
        grad_context = np.empty_like(context.data)
        grad_context[: len(tokens)] = _fold(error_right.transpose(0, 2, 1) @ c, window)
        np.matmul(error_wrong.transpose(0, 2, 1), c, out=grad_context[len(tokens) :].reshape(n.shape))
        self.optimizer.zero_grad()
        centre.backward(grad_c.reshape(centre.data.shape))
        context.backward(grad_context)
        self.optimizer.step()
        return loss, pairs

    def _near(self, count: int, reach: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(stretches, 64, 64 + 2·window): True where the context column is a neighbour of the centre row."""
        window = self.request.window
        offset = self._columns[None, :] - np.arange(STRETCH)[:, None]
        distance = np.abs(offset)[None]
        near: NDArray[np.bool_] = (distance <= reach.reshape(-1, STRETCH, 1)) & (distance > 0)
        near[0, :, :window] = False
        near[-1, :, STRETCH + window :] = False
        assert near.shape[0] == count // STRETCH
        return near


def _overlapping(rows: Floats, window: int) -> Floats:
    """(n, D) → (n/64, 64 + 2·window, D): each stretch with `window` rows on either side, zeros at the ends."""
    stretches, width = len(rows) // STRETCH, rows.shape[1]
    padded = np.zeros((len(rows) + 2 * window, width), np.float32)
    padded[window : window + len(rows)] = rows
    out = np.empty((stretches, STRETCH + 2 * window, width), np.float32)
    for number in range(stretches):
        out[number] = padded[number * STRETCH : number * STRETCH + STRETCH + 2 * window]
    return out


def _fold(parts: Floats, window: int) -> Floats:
    """Adjoint of `_overlapping`: sum the overlapping rows, (n, D)."""
    stretches, length, width = parts.shape
    total = np.zeros((stretches * STRETCH + 2 * window, width), np.float32)
    for number in range(stretches):
        total[number * STRETCH : number * STRETCH + length] += parts[number]
    return total[window : window + stretches * STRETCH]


def _sigmoid(x: Floats) -> Floats:
    """1 / (1 + e⁻ˣ), in place, as ½ + ½·tanh(x/2), which cannot overflow."""
    x *= np.float32(0.5)
    np.tanh(x, out=x)
    x *= np.float32(0.5)
    x += np.float32(0.5)
    return x


def subsampled(words: Words, threshold: float, rng: np.random.Generator) -> NDArray[np.int32]:
    """Subsample frequent words of the running text, as in word2vec.

    >>> words = Words(("a", "b"), np.array([900, 100]), np.array([0] * 900 + [1] * 100, np.int32))
    >>> len(subsampled(words, 1.0, np.random.default_rng(0)))
    1000
    """
    share = words.counts / words.counts.sum()
    keep = np.minimum(1.0, np.sqrt(threshold / share) + threshold / share)
    kept: NDArray[np.int32] = words.ids[rng.random(len(words.ids)) < keep[words.ids]]
    return kept


def train(request: SkipgramRequest) -> Iterator[VectorRecord]:
    """Train; yields a first record while reading, then `reports` with loss and snapshot, the last with all vectors.

    >>> from explorer.training.word_corpus import Corpus
    >>> text = "the cat sat on a mat and the dog lay by the door of an old red house " * 9
    >>> records = list(train(SkipgramRequest(Corpus(pasted=text), dim=4, epochs=2, batch=64, subsample=1.0)))
    >>> records[-1].phase, records[-1].vectors.shape, records[-1].step == records[-1].steps
    ('done', (16, 4), True)
    """
    yield VectorRecord(0, request.epochs * 100, "reading the text")
    words = read_words(request.corpus, vocab_size=request.vocab_size)
    rng = np.random.default_rng(request.seed)
    trainer = Trainer(len(words.vocabulary), request, words.counts)
    texts = (subsampled(words, request.subsample, rng) for _ in range(request.epochs))
    first = next(texts)
    per_epoch = max(1, len(first) // request.batch)
    steps = per_epoch * request.epochs
    every = max(1, steps // request.reports)
    yield _report(0, steps, words, trainer, 0.0, 0, 0.0)
    step = pairs = since = 0
    loss, began, paused = 0.0, time.perf_counter(), 0.0
    for epoch in range(request.epochs):
        text = first if epoch == 0 else next(texts)
        # A text shorter than a batch is repeated from its start.
        usable = np.resize(text, max(per_epoch * request.batch, request.batch))
        for start in range(per_epoch):
            trainer.optimizer.lr = request.lr * max(1e-4, 1 - step / steps)
            part_loss, part_pairs = trainer.step(usable[start * request.batch : (start + 1) * request.batch], rng)
            loss, since, pairs, step = loss + part_loss, since + part_pairs, pairs + part_pairs, step + 1
            if step % every == 0 and step < steps:
                seconds = time.perf_counter() - began - paused
                yield _report(step, steps, words, trainer, loss / since, pairs, seconds)
                paused = time.perf_counter() - began - seconds
                loss, since = 0.0, 0
    seconds = time.perf_counter() - began - paused
    yield _report(steps, steps, words, trainer, loss / max(since, 1), pairs, seconds)


def start(request: SkipgramRequest) -> VectorRecord:
    """Initial state of a training: the most frequent words and their random rows.

    Raises:
        ValueError: too few words.
    """
    corpus = request.corpus
    words = (
        read_words(corpus, vocab_size=request.vocab_size)
        if corpus.pasted
        else read_shipped_words(corpus.names, request.vocab_size)
    )
    return _report(0, 1, words, Trainer(len(words.vocabulary), request, words.counts), 0.0, 0, 0.0)


def _report(
    step: int, steps: int, words: Words, trainer: Trainer, loss: float, pairs: int, seconds: float
) -> VectorRecord:
    table = trainer.centres.weight.data
    last, first = step == steps, step == 0
    return VectorRecord(
        step,
        steps,
        "done" if last else "training",
        epoch=step / steps * trainer.request.epochs,
        loss=float("nan") if first else loss,
        pairs=pairs,
        seconds=seconds,
        words=words.vocabulary if first or last else (),
        counts=words.counts if first or last else None,
        snapshot=table[:SHOWN_WORDS].astype(np.float16),
        vectors=table.copy() if last else None,
    )
