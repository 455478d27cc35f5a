"""Vectors of sentences: by the model, or as the mean of the table's rows; and the lines nearest to a question."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Annotated, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_minilm, load_minilm_encoder
from explorer.data.cache import Cache, cached
from explorer.sentences.encoder import Encoder
from explorer.sentences.wordpiece import Pieces, cut
from explorer.vectors.blas_thread_limit import one_thread
from explorer.vectors.preprocessing import unit_rows

Array = NDArray[np.float32]
Way = Literal["the model", "mean of rows"]
WAYS: tuple[Way, ...] = get_args(Way)
MODEL, MEAN = WAYS
"""How a sentence becomes a vector: rows mixed with their neighbours, or each row as the table has it."""
BY_CHANCE: Mapping[str, float] = {MODEL: 0.03, MEAN: 0.4}
"""Median cosine between 24 of WordNet's definitions, drawn with seed 0: what two sentences have by chance. (A test
computes it again; here it would take a second of a core.)"""


TOKENS = 400
"""Tokens in one batch: about 0.1 s of a core."""


@cached(max_entries=1)
def load_encoder() -> Encoder:
    """The encoder, loaded once for all visitors.

    >>> len(load_encoder().layers)
    6
    """
    table, weights = load_minilm(), load_minilm_encoder()
    layers: list[dict[str, Any]] = [{} for _ in range(6)]
    once: dict[str, Any] = {}
    for name, weight in weights.items():
        number, _, what = name.rpartition(".")
        (layers[int(number)] if number else once)[what] = weight
    positions = table.positions.astype(np.float32) + once["segment"]
    scales, norm = table.token_scale.astype(np.float32), (once["norm_scale"], once["norm_shift"])
    return Encoder(table.token_q, scales, positions, norm, layers)


@cached(max_entries=1)
def _vocabulary() -> Mapping[str, int]:
    return {piece: row for row, piece in enumerate(load_minilm().words)}


@cached(2_000, expires=True)
def pieces(text: str) -> Pieces:
    """The text in pieces of the model's vocabulary.

    >>> pieces("Embeddings!").pieces
    ('[CLS]', 'em', '##bed', '##ding', '##s', '!', '[SEP]')
    """
    return cut(text, _vocabulary())


_known = Cache[Array](2_000, expires=True)
_batch = Lock()


def vector(text: str, way: str = MODEL) -> Annotated[Array, "D"]:
    """The vector of a text, with length 1, (384,); a text without a word has a vector of zeros.

    >>> dog, man = vector("dog bites man"), vector("man bites dog")
    >>> bool(np.isclose(vector("dog bites man", MEAN) @ vector("man bites dog", MEAN), 1)), bool(dog @ man < 0.95)
    (True, True)
    """
    found: Array = vectors([text], way)[0]
    return found


def vectors(lines: Sequence[str], way: str = MODEL) -> Annotated[Array, "N D"]:
    """One vector per line, (N, 384), computed once for all who ask.

    Lines of like length go through the model together, a few hundred tokens at a time; between two such batches another
    caller has its turn.
    """
    found: dict[str, Array] = {}
    cuts = {line: pieces(line).ids for line in lines}
    todo = sorted(cuts, key=lambda line: len(cuts[line]))

    while todo:
        with _batch, one_thread():
            batch: list[str] = []
            while todo and (not batch or sum(len(cuts[line]) for line in (*batch, todo[0])) <= TOKENS):
                batch.append(todo.pop(0))
            new = [line for line in batch if (line, way) not in _known]
            made = dict(zip(new, _computed([cuts[line] for line in new], way), strict=True)) if new else {}
            found |= {line: _kept(line, way, made) for line in batch}
    return np.stack([found[line] for line in lines])


def _kept(line: str, way: str, made: Mapping[str, Array]) -> Array:
    return _known.get((line, way), lambda: made[line] if line in made else _computed([pieces(line).ids], way)[0])


def _computed(ids: Sequence[Sequence[int]], way: str) -> Annotated[Array, "N D"]:
    encoder = load_encoder()
    if way == MODEL:
        found = encoder.sentences(*ids)
    else:
        found = unit_rows(np.stack([encoder.rows(each[1:-1]).sum(axis=0) for each in ids]))
    found[[len(each) == 2 for each in ids]] = 0
    return found
