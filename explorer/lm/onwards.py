"""How a token that is the beginning of a word would go on: the model's own likeliest pieces, until the word ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.lm.model import Model, load_lm
from explorer.lm.predict import blocks, logits_of
from explorer.tokenizers import SMALL, token_bytes

Ids = NDArray[np.int64]
MOST = 4
"""Pieces that are added at most."""


def rest_of_word(ids: Ids, token: int, model: Model | None = None) -> str:
    """What the model would write behind `token`, so that the word that it begins is whole; "" where it is.

    Piece by piece, each time the likeliest one, for as long as that consists of letters alone: a space, a sign or the
    end of a line ends the word.

    Args:
        ids: (T,) the tokens before, as the model has read them.
        token: the next one.
        model: the shipped one where none is given.

    >>> from explorer.tokenizers import encode
    >>> before = encode("The President of the United", SMALL)
    >>> [rest_of_word(before, int(encode(word, SMALL)[0])) for word in (" States", " N", ",")]
    ['', 'ations', '']
    """
    model = model or load_lm()
    if not _written(token).strip().isalpha():
        return ""
    known, added = [*ids.tolist(), token], ""
    for _ in range(MOST):
        following = _likeliest(np.array(known[-model.config.train_len :]), model)
        piece = _written(following)
        if not piece.isalpha():
            return added
        known.append(following)
        added += piece
    return added


def _likeliest(ids: Ids, model: Model) -> int:
    vectors = model.weights["tokens"][ids] + model.weights["positions"][: len(ids)]
    stream, _ = blocks(vectors, model)
    return int(logits_of(stream, model).argmax())


def _written(token: int) -> str:
    return token_bytes([token], SMALL)[0].decode("utf-8", "replace")
