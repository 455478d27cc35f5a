"""Misconceptions from courses and tools, each with a measurement that refutes it.

Each function draws numbers from a seed and computes what is true for them. `where` is the statement's source; results
are measured or computed now, or taken from the shipped runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from explorer.core.functional import frequencies
from explorer.data import CORPORA
from explorer.data.cache import cached
from explorer.gradients import vocabulary_share
from explorer.memory import MODELS, Request, traffic
from explorer.positional_encodings.vector_lengths import start_bounds
from explorer.questions import Show
from explorer.quiz.misconception_type import Misconception
from explorer.quiz.question import pick
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines, first_line, inside, span
from explorer.vectors.neighbours import agreement, cosine_neighbours, picture_neighbours
from explorer.wording import both, count, fixed, number, share, verb
from explorer.words.shipped_tables import components, shipped

_MODULE_11 = (
    "https://github.com/MLSysBook/TinyTorch/blob/02364f800abce3507cedbe9b5053078abd92b6d3/modules/11_embeddings"
)
_TINYTORCH = ("TinyTorch, module 11, its text on embeddings", f"{_MODULE_11}/ABOUT.md")


def fast_and_slow(rng: np.random.Generator) -> Misconception:
    """Fast and slow columns of a sinusoidal table."""
    dim = pick(rng, 64, 128, 256)
    omega = frequencies(dim)
    turns = 2 * np.pi / omega
    low, high = float(turns[0]), float(turns[-1])
    fast_low = low < high
    return Misconception(
        "Fast and slow columns",
        f"A table of waves (sinusoids) has {dim} columns, sine and cosine alternating, and base 10,000.",
        "In a sinusoidal table the low columns change slowly along the positions, the high ones quickly.",
        (
            "an interactive page on positional encodings",
            "https://thanh31596.github.io/data/data5000/positional-encoding-visualization.html",
        ),
        "The low columns change fast, the high ones slowly."
        if fast_low
        else "The low columns change slowly, the high ones fast.",
        "All columns change equally fast, each from a different start.",
        f"With {dim} columns and base 10,000, columns 0 and 1 come round every {number(low)} positions, columns "
        f"{dim - 2} and {dim - 1} every {number(high, 4)}.",
        {"column": [2 * i for i in range(dim // 2)], "positions per turn": turns.round(3).tolist()},
        Show("positions", "Heatmap", {"p_dim": str(dim)}, "Fine stripes on the left, nearly even colour on the right."),
        ("Vaswani et al. 2017, section 3.5: the formula", "https://arxiv.org/abs/1706.03762"),
        {"D": dim},
    )


def smaller_start(rng: np.random.Generator) -> Misconception:
    """Initial size of learned positions and token rows."""
    v, d = pick(rng, 10_000, 30_000, 50_000, 100_000), pick(rng, 256, 512, 768)
    bounds = start_bounds(v, d)
    return Misconception(
        "Learned positions start smaller",
        f"A token table has {v:,} rows, both it and the learned positions a width of {d}. They start evenly spread: "
        "positions within ±√(2/D), token rows within ±√(6/(V + D)).",
        "Learned positions start with smaller numbers than token rows: ±√(2/D) against ±√(6/(V + D)).",
        _TINYTORCH,
        "Learned positions start with larger numbers than token rows."
        if bounds.ratio > 1
        else "Learned positions start with smaller numbers than token rows.",
        "Learned positions and token rows start with numbers of the same size.",
        f"With {v:,} rows of width {d}, positions start within ±{number(bounds.position)} and token rows within "
        f"±{number(bounds.token)}: {number(bounds.ratio, 2)} times as large. They start larger wherever V is more than "
        f"2 · D, here {2 * d:,}.",
        {"table": ["token rows", "positions"], "start within ±": [bounds.token, bounds.position]},
        Show(
            "tokens",
            "Pipeline",
            {"t_scale": "true"},
            "The numbers below the picture: how large each is at the start.",
        ),
        (
            "Glorot and Bengio 2010, equation 16: the start of the token rows",
            "https://proceedings.mlr.press/v9/glorot10a.html",
        ),
        {"V": v, "D": d},
    )


def extrapolate(rng: np.random.Generator) -> Misconception:
    """A model with sinusoids past its trained length."""
    start, stop = ((64, 128), (128, 256), (256, 512))[int(rng.integers(3))]
    line, guess = first_line("sinusoidal"), baselines()["unigram"]
    level, beyond = inside(line), span(line, start, stop)
    worse = beyond > guess
    return Misconception(
        "Sinusoids extrapolate",
        f"Our small model with sinusoids was trained on texts of {TRAIN_LEN} characters and now reads positions "
        f"{start} to {stop - 1}.",
        "Since the formula has a row for every position, a model with sinusoids can read texts longer than it was "
        "trained on.",
        _TINYTORCH,
        "Sinusoids have a row for every position, but the model reads the later ones worse than those it was trained "
        "on."
        if beyond > level + 0.1
        else "The model with sinusoids reads the later positions as well as those that it was trained on.",
        "Sinusoids have no rows past the trained length, so the program stops with an error.",
        f"In our experiment (trained on {TRAIN_LEN} characters) the loss is {fixed(level)} nats per character inside "
        f"and {fixed(beyond)} at positions {start} to {stop - 1}"
        + (f", worse than knowing only how often each letter comes ({fixed(guess)})." if worse else ".")
        + " The paper said that it chose sinusoids because they may allow it.",
        {
            "positions": ["inside", f"{start} to {stop - 1}", "letter counts alone"],
            "loss, nats per character": [round(level, 3), round(beyond, 3), round(guess, 3)],
        },
        Show("extrapolation", "Loss by position", {"x_shown": "true"}, f"The sinusoidal curve right of {TRAIN_LEN}."),
        ("Press, Smith and Lewis 2022, figure 1: the same for a larger model", "https://arxiv.org/abs/2108.12409"),
        {"start": start, "stop": stop},
    )


def no_gradient(rng: np.random.Generator) -> Misconception:
    """Rows that a batch of real text touches."""
    size = pick(rng, 8192, 16_384, 32_768, 65_536)
    curves = {book: vocabulary_share.results()[book]["gpt2"] for book in CORPORA}
    found = {book: curve.share[curve.sizes.index(size)] for book, curve in curves.items() if size in curve.sizes}
    low, high = min(found.values()), max(found.values())
    least, most = vocabulary_share.ONE_PERCENT
    return Misconception(
        "99 % of rows get no gradient",
        f"A model with gpt2’s vocabulary is trained on batches of {size:,} tokens of books.",
        "In a training step about 1 % of the rows get a gradient; the other 99 % get none.",
        _TINYTORCH,
        "How many rows get a gradient depends on the batch, and on whether the output is tied to the table.",
        "Every row gets a gradient in every step, whatever the model.",
        f"Through the lookup, a batch of {size:,} tokens touches {share(low)} to {share(high)} of gpt2’s rows, over "
        f"{count(len(found), 'book')}. 1 % is right for a batch of {least:,} to {most:,} tokens. With a tied output "
        "all rows get a gradient, through the softmax.",
        {"book": list(found), f"share of rows touched by {size:,} tokens": list(found.values())},
        Show("gradients", "Whole books", {"g_size": str(size)}, "The share at this size; slide it."),
        ("Press and Wolf 2017, section 3: what a tied output updates", "https://arxiv.org/abs/1608.05859"),
        {"size": size},
    )


def twenty_percent(rng: np.random.Generator) -> Misconception:
    """The token table's share in GPT-3, and in a small model."""
    other = MODELS[("BERT base", "GPT-2 small", "GPT-2 medium", "T5 small")[int(rng.integers(4))]]
    large = MODELS["GPT-3"]
    return Misconception(
        "GPT-3’s table is 20 %",
        f"GPT-3 has {large.parameters:,} parameters, {other.name} has {other.parameters:,}.",
        "In GPT-3 about 20 % of all parameters are the token table.",
        _TINYTORCH,
        f"GPT-3’s token table is {share(large.token_share)} of its parameters; a fifth belongs to much smaller models.",
        "GPT-3’s token table is about 5 % of its parameters.",
        f"50,257 × 12,288 = {large.token_table:,} of {large.parameters:,} parameters: {share(large.token_share)}. In "
        f"{other.name} the table is {share(other.token_share)}: the layers grow with the square of the width, the "
        "table does not.",
        {
            "model": [large.name, other.name],
            "token table": [large.token_table, other.token_table],
            "parameters": [large.parameters, other.parameters],
            "share": [large.token_share, other.token_share],
        },
        Show(
            "memory",
            "Real models",
            {"m_look": large.name, "m_gpt3": "Just show me"},
            "The bar of GPT-3, in bold near the bottom.",
        ),
        (
            "Brown et al. 2020, table 2.1: parameters and width of GPT-3, not the share",
            "https://arxiv.org/abs/2005.14165",
        ),
        {"model": other.name},
    )


_WORDS = ("king", "river", "music", "monday", "physics", "doctor", "london", "football", "bread")


@cached(max_entries=1, is_heavy=True)
def _flat() -> tuple[np.ndarray, float]:
    table = shipped("GloVe").vectors
    found = components("GloVe")
    return found.project(table), found.explained((0, 1))


def flat_map(rng: np.random.Generator) -> Misconception:
    """Neighbours in a 2D map and in the table."""
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    table, (points, held) = shipped("GloVe"), _flat()
    row = table.find(word)
    assert row is not None
    true, drawn = cosine_neighbours(table.vectors, row, 10), picture_neighbours(points, row, 10)
    same = len(agreement(true, drawn))
    return Misconception(
        "A map shows similarity",
        f"A map shows GloVe’s {len(table.words):,} words along their two strongest directions; look around “{word}”.",
        "On a flat map of the words, dots that lie close together are words of similar meaning.",
        ("many pages with a picture of word vectors", ""),
        "On a flat map some dots are close only because their differences are not drawn.",
        "On a flat map close dots are words of opposite meaning.",
        f"The map of GloVe holds {share(held)} of the variance. Of the ten dots nearest to “{word}”, {same} "
        f"{verb(same, 'is', 'are')} among the ten nearest rows.",
        {
            "nearest by all numbers": [table.words[int(i)] for i in true.ids],
            "nearest on the map": [table.words[int(i)] for i in drawn.ids],
        },
        Show("projection", "Map", {"j_table": "GloVe", "j_find": word}, "The two lists below the map."),
        (
            "Wattenberg, Viégas and Johnson 2016: what another kind of map, t-SNE, shows and doesn’t",
            "https://distill.pub/2016/misread-tsne/",
        ),
        {"word": word},
    )


def time_and_rows(rng: np.random.Generator) -> Misconception:
    """Effect of V on a lookup."""
    d = pick(rng, 256, 512, 768, 1024)
    small, large = (Request(v, d, batch=32, seq_len=2048) for v in (64, 200_000))
    read = [traffic(request).read_per_token for request in (small, large)]
    sizes = [request.format.table_bytes(request.vocab_size, d) for request in (small, large)]
    assert read[0] == read[1]
    return Misconception(
        "Lookup time and the number of rows",
        f"Rows have {d:,} FP32 numbers; one table has 64 of them, another 200,000.",
        "The time of a lookup does not depend on the number of rows V.",
        ("TinyTorch, module 11, its program", f"{_MODULE_11}/embeddings.py"),
        "The bytes that a lookup reads don’t depend on V; its time can, through the caches.",
        "The time of a lookup grows in proportion to V.",
        f"A row of {d:,} FP32 numbers and its id are {both(read[0])}, whether the table has 64 rows or 200,000. But 64 "
        f"rows take {both(sizes[0])} and 200,000 rows {both(sizes[1])}: the small table fits in a cache; where the "
        "large one does not, its rows have to be fetched from slower memory. The page measures it on its own server.",
        {"rows": [64, 200_000], "bytes read for a token": read, "bytes of the table": [str(size) for size in sizes]},
        Show(
            "memory",
            "Time",
            {"m_times": "measured here"},
            "Press the button: nanoseconds for each row of 64 numbers, by the table’s size.",
        ),
        ("", ""),
        {"D": d},
    )


Name = Literal[
    "fast-and-slow", "smaller-start", "extrapolate", "no-gradient", "twenty-percent", "flat-map", "time-and-rows"
]
ALL: dict[Name, Callable[[np.random.Generator], Misconception]] = {
    "fast-and-slow": fast_and_slow,
    "smaller-start": smaller_start,
    "extrapolate": extrapolate,
    "no-gradient": no_gradient,
    "twenty-percent": twenty_percent,
    "flat-map": flat_map,
    "time-and-rows": time_and_rows,
}
"""All statements, by their names in URLs."""


def build_statement(name: Name, seed: int = 0) -> Misconception:
    """A statement with the numbers of a seed.

    Raises:
        KeyError: an unknown name.

    >>> build_statement("smaller-start").right
    'Learned positions start with larger numbers than token rows.'
    """
    return ALL[name](np.random.default_rng(seed))
