"""Toy training: a table learns to predict the next word, and the path of every row is recorded.

The model is a log-bilinear bigram model (Mnih & Hinton 2007): the row of a word times a second table gives the scores
of the next word, trained with cross-entropy. With tied tables the second table is the first.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding, Tensor
from explorer.core.optim import SGD, Adam
from explorer.excerpt import Excerpt
from explorer.nn.transformer_layers import softmax
from explorer.vectors.pca import pca

TEXT = (
    "the cat sees the dog . the dog sees the cat . the king sees the queen . the queen sees the king . "
    "a cat eats fish . a dog eats meat . a king eats bread . a queen eats cake . "
    "the cat sleeps . the dog sleeps . the king rules . the queen rules ."
)
ASKED = "the"
"""Word of this text: which one its row runs to is seen by what follows it alone."""
THEMES = {
    "football": "messi scores . ronaldo scores . messi wins . ronaldo wins . the keeper stops the ball . "
    "the defender stops the ball . the keeper jumps . the defender jumps .",
    "family": "mum cooks rice . dad cooks rice . mum drives to work . dad drives to work . my brother plays games . "
    "my sister plays games . my brother laughs . my sister laughs . the dog sleeps . the cat sleeps .",
    "two languages": "the dog eats . the cat eats . the dog sleeps . the cat sleeps . der hund frisst . "
    "die katze frisst . der hund schläft . die katze schläft .",
}
"""Ready texts to choose from, by name."""
UNSEEN = ("zebra", "piano", "seven", "moon")
MOST_WORDS, MOST_DISTINCT, MOST_STEPS = 400, 60, 600
WIDTH, PAIRS, FRAMES = 6, 8, 60
TOLD = 3
"""Pairs of words that a sentence names."""
SEED = 871
"""A seed, of thousands tried, whose plane shows what happens in all dimensions, with nearly every dot named."""
_WORD = re.compile(r"[^\s.,;:!?]+|[.,;:!?]")
EARLY = 30
"""Steps of which each is recorded."""
SEPARATE, TIED = "a table of its own", "the same table (tied)"
OUTPUTS = (SEPARATE, TIED)


@dataclass(frozen=True)
class ToyRequest:
    """Settings of the training."""

    text: str = TEXT
    optimizer: str = "Adam"
    output: str = SEPARATE
    steps: int = 300
    lr: float = 0.03
    seed: int = SEED


@dataclass(frozen=True)
class First:
    """One number at the first step: its row, its values before and after, and its gradient."""

    row: int
    before: float
    gradient: float
    after: float


@dataclass(frozen=True, eq=False)
class Run:
    """A finished training.

    Attributes:
        words: (V,) of the text, in order of appearance, then `UNSEEN`.
        seen: (V,) whether the word is in the text.
        steps: (F,) numbers of the recorded steps, from 0: each of the first `EARLY`, then some.
        points: (F, V, 2) rows in the plane of two principal components, the same for all steps.
        loss: (F,) cross-entropy over the whole text, nats.
        distance: (V,) distance of each row from its start, in all dimensions.
        most_at_once: largest number of rows touched in one step.
        taken: ids of the words that are learned from, of all.
        first: the first number of the first row that was read.
        alike: the two words with the most similar contexts (`used_alike`); empty without such a pair.
        as_alike: number of equally similar pairs, including this one.
        cosines: (F,) of these two words' rows; empty without a pair.
        together: words whose dots are each other's nearest at the end, and the word that follows both and the fewest
            others ("" for none): first those with such a word, then the closest.
    """

    words: tuple[str, ...]
    seen: NDArray[np.bool_]
    steps: NDArray[np.int64]
    points: NDArray[np.float32]
    loss: NDArray[np.float64]
    distance: NDArray[np.float32]
    most_at_once: int
    taken: Excerpt[NDArray[np.int64]]
    first: First
    alike: tuple[int, ...]
    as_alike: int
    cosines: NDArray[np.float64]
    together: tuple[tuple[str, str, str], ...]


def say_together(run: Run) -> str:
    """Which words ended side by side in the plane, and what follows both of a pair; "" if none did.

    >>> say_together(train(ToyRequest(THEMES["family"])))[:50]
    '“mum” ran to “dad”, as “cooks” comes after both; “'
    """
    groups = (
        f"“{one}” ran to “{other}”"
        + ", as both end a sentence" * (both == ".")
        + f", as “{both}” comes after both" * (both not in ("", "."))
        for one, other, both in run.together
    )
    return "; ".join(list(groups)[:TOLD])


def read(text: str) -> tuple[tuple[str, ...], NDArray[np.int64], int]:
    """Split a text into words and stops: distinct ones, the text as ids, and the number of them left out.

    Capitals make no other word of one; it keeps those that it has everywhere.

    >>> words, ids, left_out = read("The cat the")
    >>> words, ids.tolist(), left_out
    (('the', 'cat'), [0, 1, 0], 0)
    >>> read("Rex barks. I don't.")[0]
    ('Rex', 'barks', '.', 'I', "don't")
    """
    written = _WORD.findall(text)
    known: dict[str, int] = {}
    names: dict[str, str] = {}
    for form in written[:MOST_WORDS]:
        word = form.lower()
        if len(known) < MOST_DISTINCT:
            known.setdefault(word, len(known))
        names[word] = form if names.setdefault(word, form) == form else word
    ids = [known[form.lower()] for form in written[:MOST_WORDS] if form.lower() in known]
    return tuple(names[word] for word in known), np.array(ids, np.int64), len(written) - len(ids)


def used_alike(ids: NDArray[np.int64]) -> tuple[tuple[int, ...], int]:
    """The two words with the most similar contexts (words before and after, circularly), and the number of such pairs.

    No words if no contexts overlap. Ties go to the pair whose rarer word is most frequent, then to the first pair.

    >>> used_alike(read("the cat sleeps . the dog sleeps . a bird flies .")[1])  # cat and dog
    ((1, 4), 1)
    >>> used_alike(read("a b")[1])
    ((), 0)
    """
    words = int(ids.max()) + 1
    beside = np.zeros((words, 2 * words))
    np.add.at(beside, (ids, np.roll(ids, -1)), 1)
    np.add.at(beside, (ids, words + np.roll(ids, 1)), 1)
    times = beside.sum(axis=1)
    beside /= np.linalg.norm(beside, axis=1, keepdims=True)
    one, other = np.triu_indices(words, 1)
    likeness = (beside @ beside.T)[one, other].round(9)
    if not likeness.any():
        return (), 0
    best = np.lexsort((-np.minimum(times[one], times[other]), -likeness))[0]
    return (int(one[best]), int(other[best])), int((likeness == likeness[best]).sum())


def can_learn(text: str) -> bool:
    """Whether a text has two words: each learns from the one that comes after it.

    >>> can_learn("Jonas"), can_learn("a b")
    (False, True)
    """
    return len(read(text)[1]) > 1


def train(request: ToyRequest) -> Run:
    """Train for some hundred steps of eight word pairs each.

    Raises:
        ValueError: fewer than two words, or settings outside their range.

    >>> run = train(ToyRequest(text="a b a b", steps=20))
    >>> run.words[:3], run.points.shape[1:], bool(run.loss[-1] < run.loss[0])
    (('a', 'b', 'zebra'), (6, 2), True)
    """
    words, ids, left_out = read(request.text)
    limits = f"of the first {MOST_WORDS}, those of {MOST_DISTINCT} different ones"
    taken = Excerpt("word", ids, len(ids) + left_out, how=limits)
    if len(ids) < 2:
        raise ValueError(f"Expected at least two words to learn from, got {len(ids)}")
    if not 1 <= request.steps <= MOST_STEPS:
        raise ValueError(f"steps must be between 1 and {MOST_STEPS}, got {request.steps}")
    words += tuple(word for word in UNSEEN if word not in map(str.lower, words))
    seen = np.arange(len(words)) <= ids.max()
    rng = np.random.default_rng(request.seed)
    table = Embedding(len(words), WIDTH, seed=rng, init="truncated_normal")
    table.weight.data *= np.float32(0.5)
    output = table if request.output == TIED else Embedding(len(words), WIDTH, seed=rng)
    following = np.roll(ids, -1)  # circular, so that every word has a next one
    parameters = [table.weight] if output is table else [table.weight, output.weight]
    optimizer = Adam(parameters, request.lr) if request.optimizer == "Adam" else SGD(parameters, request.lr)

    even = np.unique(np.linspace(0, request.steps, min(FRAMES, request.steps) + 1).astype(int))
    kept = np.union1d(even, np.arange(min(EARLY, request.steps) + 1))
    recorded, frames, losses, most = set(kept.tolist()), [], [], 0
    for step, pairs in enumerate(rng.integers(0, len(ids), (request.steps + 1, PAIRS))):
        if step in recorded:
            frames.append(table.weight.data.copy())
            losses.append(_loss(table, output, ids, following))
        optimizer.zero_grad()
        backward(table(ids[pairs]), output.weight, following[pairs])
        sparse = table.weight.grad_rows
        most = max(most, len(words) if sparse is None else len(sparse.rows))
        if step == 0:
            row = int(ids[pairs[0]])
            before, slope = float(frames[0][row, 0]), _slope(table, row)
        if step < request.steps:
            optimizer.step()
        if step == 0:
            first = First(row, before, slope, float(table.weight.data[row, 0]))
    points = _plane(np.array(frames), np.isin(kept, even))
    distance = np.linalg.norm(frames[-1] - frames[0], axis=1)
    alike, ties = used_alike(ids)
    cosines = _cosines(np.array(frames)[:, list(alike)]) if alike else np.empty(0)
    together = _ran_together(words, ids, points[-1, seen])
    return Run(
        words, seen, kept, points, np.array(losses), distance, most, taken, first, alike, ties, cosines, together
    )


def backward(rows: Tensor, output: Tensor, following: NDArray[np.int64]) -> None:
    """Backward pass of the mean cross-entropy, whose gradient at the scores is (softmax − one-hot) / B.

    The scores are rows · outputᵀ, so that the one table's gradient is computed from the other's rows.
    """
    gradient = softmax(rows.data @ output.data.T)
    gradient[np.arange(len(following)), following] -= 1
    gradient /= np.float32(len(following))
    output.backward(gradient.T @ rows.data)
    rows.backward(gradient @ output.data)


def _ran_together(
    words: Sequence[str], ids: NDArray[np.int64], dots: NDArray[np.float32]
) -> tuple[tuple[str, str, str], ...]:
    """Pairs of the text's words whose dots (V, 2) are each other's nearest, each with a word that follows both.

    Of several it is the one that follows the fewest other words, which tells the pair from the others.

    >>> words, ids, _ = read("a b c b a d c d")
    >>> _ran_together(words, ids, np.array([[0, 0], [5, 0], [0, 1], [5, 1]], np.float32))
    (('a', 'c', 'b'), ('b', 'd', 'c'))
    >>> words, ids, _ = read("a b c b d b a e c e")  # b follows d too
    >>> _ran_together(words, ids, np.array([[0, 0], [5, 0], [0, 1], [9, 9], [7, 1]], np.float32))[0]
    ('a', 'c', 'e')
    """
    after: list[dict[int, None]] = [{} for _ in words]  # in order of appearance
    for word, then in zip(ids.tolist(), np.roll(ids, -1).tolist(), strict=True):
        after[word][then] = None
    apart = np.linalg.norm(dots[:, None] - dots, axis=2).astype(np.float64)
    np.fill_diagonal(apart, np.inf)
    near, found = apart.argmin(axis=1), []
    for one, other in enumerate(near.tolist()):
        if one < other and near[other] == one:
            shared = [word for word in after[one] if word in after[other]]
            shared.sort(key=lambda word: (not any(map(str.isalnum, words[word])), sum(word in each for each in after)))
            both = words[shared[0]] if shared else ""
            three = words[one], words[other], both
            with_a_sign = not all(any(map(str.isalnum, word)) for word in three)
            found.append((with_a_sign, apart[one, other], three))
    return tuple(pair for *_, pair in sorted(found))


def _slope(table: Embedding, row: int) -> float:
    touched = table.weight.grad_rows
    whole = table.weight.grad if touched is None else touched.dense()
    return 0.0 if whole is None else float(whole[row, 0])


def _loss(table: Embedding, output: Embedding, ids: NDArray[np.int64], following: NDArray[np.int64]) -> float:
    chance = softmax(table.weight.data[ids] @ output.weight.data.T)
    return float(-np.log(np.maximum(chance[np.arange(len(ids)), following], 1e-30)).mean())


def _cosines(pairs: NDArray[np.float32]) -> NDArray[np.float64]:
    unit = pairs / np.linalg.norm(pairs.astype(np.float64), axis=-1, keepdims=True)
    found: NDArray[np.float64] = unit.prod(axis=1).sum(axis=-1)
    return found


def _plane(frames: NDArray[np.float32], even: NDArray[np.bool_]) -> NDArray[np.float32]:
    """PCA of all rows at evenly spaced steps: coordinates (F, V, 2) at all steps."""
    flat = frames.reshape(-1, frames.shape[-1]).astype(np.float64)
    found = pca(frames[even].reshape(-1, frames.shape[-1]).astype(np.float64))
    return ((flat - found.mean) @ found.components[:2].T).reshape(*frames.shape[:2], 2).astype(np.float32)
