"""Evaluation on held-out text: the model and n-grams on the same tokens.

A held-out block of 1,024 tokens gives fifteen adjacent windows of 64. The model reads each window without the text
before it. The trigram needs two tokens, so both are evaluated from the third token of a block on. Characters are
counted as UTF-8 bytes that do not continue another.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.lm.token_corpus import Split
from explorer.nn.config import Extension
from explorer.nn.transformer import Transformer
from explorer.tokenizers import SMALL, token_bytes
from tools.language_model.ngrams import NGrams

Ids = NDArray[np.int64]
Losses = NDArray[np.float64]
AT_ONCE = 64
THIRD = 3
"""Every third block is evaluated past the trained length, where each position needs its own pass."""


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows of held-out blocks.

    Attributes:
        ids: (n, seq_len).
        targets: (n, seq_len), the next tokens.
        block: (n,) number of each window's block.
        first: (n,) whether a window is its block's first.
    """

    ids: Ids
    targets: Ids
    block: Ids
    first: NDArray[np.bool_]


def side_by_side(blocks: Ids, seq_len: int) -> Windows:
    """Adjacent windows, as many as fit into each block.

    >>> side_by_side(np.arange(7)[None, :], 3).targets.tolist()
    [[1, 2, 3], [4, 5, 6]]
    """
    count, length = blocks.shape
    starts = np.arange((length - 1) // seq_len) * seq_len
    at = starts[:, None] + np.arange(seq_len + 1)
    picked = blocks[:, at].reshape(-1, seq_len + 1)
    block = np.repeat(np.arange(count), len(starts))
    return Windows(picked[:, :-1], picked[:, 1:], block, np.tile(starts == 0, count))


def surprise(model: Transformer, windows: Windows, extension: Extension = "plain") -> Losses:
    """−log p of every target, in nats: (n, seq_len)."""
    parts = [
        model.surprise(windows.ids[i : i + AT_ONCE], windows.targets[i : i + AT_ONCE], extension)
        for i in range(0, len(windows.ids), AT_ONCE)
    ]
    return np.concatenate(parts).astype(np.float64)


def last_window(model: Transformer, windows: Windows, trained: int) -> Losses:
    """−log p of every target past the trained length, from only the `trained` tokens before it.

    The app reads a long text in the same way: (n, seq_len) with seq_len > trained → (n, seq_len − trained).
    """
    length = windows.ids.shape[1]
    out = np.empty((len(windows.ids), length - trained))
    for end in range(trained + 1, length + 1):
        ids, targets = windows.ids[:, end - trained : end], windows.targets[:, end - trained : end]
        for i in range(0, len(ids), AT_ONCE):
            part = model.surprise(ids[i : i + AT_ONCE], targets[i : i + AT_ONCE])
            out[i : i + AT_ONCE, end - trained - 1] = part[:, -1]
    return out


def counted(grams: NGrams, windows: Windows) -> dict[str, Losses]:
    """−log p of the same targets by n-grams, (n, seq_len) each; NaN without two tokens before in the block."""
    before, target = windows.ids, windows.targets
    before2 = np.full_like(before, -1)
    before2[:, 1:] = before[:, :-1]
    before2[1:, 0] = np.where(windows.first[1:], -1, before[:-1, -1])
    asked = before2 >= 0
    picked = before2[asked], before[asked], target[asked]
    found = {
        "unigram": grams.unigram(picked[2]),
        "bigram": grams.bigram(*picked[1:]),
        "trigram": grams.trigram(*picked),
    }
    losses = {}
    for name, probability in found.items():
        losses[name] = np.full(before.shape, np.nan)
        losses[name][asked] = -np.log(probability)
    return losses


def characters(ids: Ids) -> int:
    """Number of characters in these tokens.

    >>> from explorer.tokenizers import encode
    >>> characters(encode("naïve 日本", SMALL))
    8
    """
    lengths = np.array([sum(byte & 0xC0 != 0x80 for byte in piece) for piece in token_bytes(list(range(4096)), SMALL)])
    return int(lengths[ids].sum())


def measure(model: Transformer, split: Split) -> dict[str, Any]:
    """All published losses of the model in nats, by name."""
    trained = model.config.train_len
    windows = side_by_side(split.held_out, trained)
    own = surprise(model, windows)
    counting = counted(NGrams(split.train.astype(np.int64), model.config.vocab_size), windows)
    asked = np.isfinite(counting["trigram"])
    sources = np.array(split.source)[windows.block]
    everything = {**counting, "model": own}
    per_character = asked.sum() / characters(windows.targets[asked]) / math.log(2)
    double = side_by_side(split.held_out[::THIRD], 2 * trained)
    beyond = {name: surprise(model, double, name).mean(axis=0) for name in ("clamp", "wrap")}
    return {
        "targets": int(asked.sum()),
        "characters": characters(windows.targets[asked]),
        "nats": {name: float(loss[asked].mean()) for name, loss in everything.items()},
        "bits_per_character": {name: float(loss[asked].mean()) * per_character for name, loss in everything.items()},
        "by_text": {
            text: {name: float(loss[asked & (sources == text)[:, None]].mean()) for name, loss in everything.items()}
            for text in dict.fromkeys(split.source)
        },
        "by_position": own.mean(axis=0).round(4).tolist(),
        "trigram_by_position": np.nanmean(counting["trigram"], axis=0).round(4).tolist(),
        "clamp": beyond["clamp"].round(4).tolist(),
        "wrap": beyond["wrap"].round(4).tolist(),
        "last 64": last_window(model, double, trained).mean(axis=0).round(4).tolist(),
    }
