"""Mistakes that raise: the four of the course, each with the core's message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.failures.failure_case import Bars, Case, Variant
from explorer.failures.mistakes_in_libraries import RAISING as ELSEWHERE

_RANGE = """\
import numpy as np
from explorer.core import Embedding

table = Embedding(50_000, 8, rng=0)
ids = np.array([[15496, 11, 995, 50_001]])
rows = table(ids)
print(rows.shape)"""

_LONG = """\
import numpy as np
from explorer.core import EmbeddingLayer

layer = EmbeddingLayer(1_000, 8, max_seq_len=512, rng=0)
ids = np.arange(1024) % 1_000
out = layer(ids[None])
print(out.shape)"""

_WIDTH = """\
from explorer.core import Embedding, PositionalEncoding

tokens = Embedding(1_000, 512, rng=0)
positions = PositionalEncoding(128, 768, rng=0)
x = tokens([[1, 2, 3]])
out = positions(x)
print(out.shape)"""

_AXES = """\
import numpy as np
from explorer.core import PositionalEncoding, Tensor

positions = PositionalEncoding(256, 512, rng=0)
x = Tensor(np.zeros((128, 512)))
out = positions(x)
print(out.shape)"""


def _range(names: Mapping[str, Any], answered: bool) -> Bars:
    ids = names["ids"].ravel().tolist()
    rows = names["table"].vocab_size
    texts = [f"{i:,}" + (": no such row" if answered and i >= rows else "") for i in ids]
    return Bars(
        "token id", [f"token {n}" for n in range(len(ids))], ids, texts, rows - 1, f"the last row is {rows - 1:,}"
    )


def _long(names: Mapping[str, Any], answered: bool) -> Bars:
    layer, length = names["layer"], len(names["ids"])
    if layer.pos_encoding_type == "sinusoidal":
        return Bars("positions", ["the sequence needs"], [length], [f"{length:,}"])
    rows = layer.max_seq_len
    more = f": {length - rows:,} without a row" if answered and length > rows else ""
    return Bars(
        "positions",
        ["the sequence needs", "the table has"],
        [length, rows],
        [f"{length:,}{more}", f"{rows:,}"],
        rows,
        f"max_seq_len {rows:,}",
    )


def _width(names: Mapping[str, Any], answered: bool) -> Bars:
    token, position = names["tokens"].embed_dim, names["positions"].embed_dim
    gap = f": {abs(position - token)} numbers find no partner" if answered and position != token else ""
    return Bars(
        "numbers per vector", ["token row", "position row"], [token, position], [f"{token}", f"{position}{gap}"]
    )


def _axes(names: Mapping[str, Any], answered: bool) -> Bars:
    shape = names["x"].shape
    missing = ": no batch" if answered and len(shape) == 2 else ""
    return Bars(
        "axes",
        ["expected", "came"],
        [3, len(shape)],
        ["(batch, seq, embed)", f"{shape}{missing}"],
    )


CASES = (
    Case(
        "Index out of range",
        "The tokenizer knows 50,257 tokens; the table was made with 50,000 rows, a rounder number.",
        _RANGE,
        (
            Variant(
                "A table with as many rows as the tokenizer has ids",
                _RANGE.replace("50_000", "50_257"),
                "Each id has a row. Take the size from the tokenizer, not from memory.",
            ),
            Variant(
                "Squeeze large ids into the table",
                _RANGE.replace("rows = table(ids)", "ids = np.minimum(ids, 49_999)\nrows = table(ids)"),
                "The message is gone, the mistake is not: token 50,001 now reads the row of another token, and nobody "
                "will ever say so.",
            ),
        ),
        "assert ids.max() == 50_001 and rows.shape == (1, 4, 8)",
        "A lookup takes row number id. The last row of 50,000 is number 49,999, and the last token asks for 50,001.",
        "It stops by itself, here. Not everywhere: JAX takes the last row, since an error is hard to raise from code "
        "that runs on an accelerator. So compare the largest id with the number of rows before training.",
        "A table may have any size, and ids are only numbers. Where do the two meet?",
        _range,
        ELSEWHERE["Index out of range"],
    ),
    Case(
        "Sequence too long",
        "The model has learned position rows for 512 tokens; somebody pastes a text of 1,024.",
        _LONG,
        (
            Variant(
                "Cut the text at 512",
                _LONG.replace("% 1_000", "% 1_000\nids = ids[:512]"),
                "Half of the text is read. Often that is right, if the reader is told so.",
            ),
            Variant(
                "A larger position table",
                _LONG.replace("max_seq_len=512", "max_seq_len=1024"),
                "But in a trained model rows 512 to 1,023 would be new and random: they must be trained first.",
            ),
            Variant(
                "Sinusoids in place of a learned table",
                _LONG.replace("max_seq_len=512", 'pos_encoding="sinusoidal"'),
                "A sinusoid is defined at every position. Whether a trained model understands positions "
                "it never saw is another question: see the page Extrapolation.",
            ),
        ),
        "assert out.shape == (1, len(ids), 8)",
        "A learned position table has one row per position and nothing after its last one.",
        "It stops by itself, but only for long texts: try one of the greatest length before you ship.",
        "Making the layer and the ids is allowed. Which line needs a row for position 600?",
        _long,
        ELSEWHERE["Sequence too long"],
    ),
    Case(
        "Widths that don't match",
        "Two configurations were mixed: tokens get 512 numbers each, positions 768.",
        _WIDTH,
        (
            Variant(
                "Positions of width 512",
                _WIDTH.replace("(128, 768", "(128, 512"),
                "Each number of the token has its partner in the position.",
            ),
            Variant(
                "Tokens of width 768",
                _WIDTH.replace("(1_000, 512", "(1_000, 768"),
                "Right as well. Write the width once, as a constant, and use it in both places.",
            ),
            Variant(
                "A position table with 512 rows",
                _WIDTH.replace("(128, 768", "(512, 768"),
                "The wrong number was changed: 512 is now the length, and the width is still 768.",
            ),
        ),
        "assert out.shape == (1, 3, tokens.embed_dim)",
        "Token and position are added number by number, so both need the same width D.",
        "It stops by itself; this core refuses a width of 1 too. Plain arrays, added by hand, would stretch a width of "
        "1 without a word.",
        "The sizes are written in lines 3 and 4, but each of those tables is fine alone. Where are they added?",
        _width,
        ELSEWHERE["Widths that don't match"],
    ),
    Case(
        "2D where 3D is expected",
        "One text was turned into vectors: 128 tokens with 512 numbers each. The layer wants a batch of texts.",
        _AXES,
        (
            Variant(
                "A batch of one text",
                _AXES.replace("np.zeros((128, 512)))", "np.zeros((128, 512))).reshape(1, 128, 512)"),
                "One text with 128 tokens: the position moves along the second axis.",
            ),
            Variant(
                "The new axis in the middle",
                _AXES.replace("np.zeros((128, 512)))", "np.zeros((128, 512))).reshape(128, 1, 512)"),
                "No message any more, and worse than before: 128 texts with one token each, so all of them stand at "
                "position 0.",
            ),
        ),
        "assert out.shape == (1, 128, 512)",
        "The layer expects (batch, seq, embed): which text, which token, which number. "
        "A single text has no first axis.",
        "It stops by itself. Print shapes while you build, and give each axis a name in a comment.",
        "An array of zeros may have any shape. Who counts its axes?",
        _axes,
        ELSEWHERE["2D where 3D is expected"],
    ),
)
