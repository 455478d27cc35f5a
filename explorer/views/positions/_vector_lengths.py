"""Vector lengths of token rows and position rows, untrained and trained, and the effect of × √D."""

from __future__ import annotations

import math
from dataclasses import astuple
from functools import lru_cache

from explorer.core.functional import frequencies
from explorer.data import load_minilm, load_whisper
from explorer.data.cache import cached
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import learned_tables as figures
from explorer.positional_encodings.vector_lengths import (
    SAMPLE,
    NormRange,
    fresh_normal,
    fresh_uniform,
    norm_range,
    sinusoidal_norms,
    start_bounds,
)
from explorer.views.formula import Formula
from explorer.views.positions._wave_settings import WIDEST
from explorer.views.table import Table
from explorer.views.view import View, picture, whole_number
from explorer.wording import number, tiny

LEAST_VOCABULARY, LARGEST_VOCABULARY = 100, 200_000
TOKEN, SCALED, WAVE = "token, Xavier", "token, Xavier × √D", "position, sinusoidal"
START, FIXED, TRAINED = 0, 1, 2


@picture(start_bounds, fresh_uniform, sinusoidal_norms)
def row_lengths(*, vocab_size: int = 50_000, dim: int = 512) -> View:
    """Lengths of token rows and position rows, of untrained tables of these sizes and of two trained models.

    Args:
        vocab_size: rows of the untrained token table.
        dim: width of the untrained tables.

    >>> lengths = row_lengths().table
    >>> dict(zip(lengths["vectors"], lengths["median"]))["position, sinusoidal"]
    16.0
    """
    whole_number("vocab_size", vocab_size, LEAST_VOCABULARY, LARGEST_VOCABULARY)
    whole_number("dim", dim, 1, WIDEST)
    ranges = fresh(vocab_size, dim) | _trained()
    return View(
        _figure(vocab_size, dim),
        _sentence(vocab_size, dim),
        lambda: Table(
            {
                "vectors": list(ranges),
                "5 %": [found.low for found in ranges.values()],
                "median": [found.median for found in ranges.values()],
                "95 %": [found.high for found in ranges.values()],
            },
            "scale",
        ),
        (_formula(vocab_size, dim),),
        f"Of each fresh start {SAMPLE:,} rows are drawn and measured, of the sinusoidal table the first {SAMPLE:,}.",
    )


@lru_cache(maxsize=64)
def fresh(vocab_size: int, dim: int) -> dict[str, NormRange]:
    """Row lengths of untrained tables, by their names in the picture."""
    bounds = start_bounds(vocab_size, dim)
    xavier = fresh_uniform(dim, bounds.token)
    return {
        TOKEN: xavier,
        SCALED: xavier.times(math.sqrt(dim)),
        "token, N(0, 0.02)": fresh_normal(dim, 0.02),
        "position, learned, at start": fresh_uniform(dim, bounds.position),
        WAVE: sinusoidal_norms(SAMPLE, dim),
    }


@cached(max_entries=1)
def _trained() -> dict[str, NormRange]:
    whisper, minilm = load_whisper(), load_minilm()
    tokens = norm_range(whisper.tokens)
    return {
        "Whisper tokens": tokens,
        "Whisper tokens × √D": tokens.times(math.sqrt(whisper.tokens.shape[1])),
        "Whisper text positions, learned": norm_range(whisper.positions),
        "Whisper sound positions, fixed": norm_range(whisper.sinusoids),
        "MiniLM tokens": norm_range(minilm.tokens()),
        "MiniLM positions, learned": norm_range(minilm.positions),
    }


@lru_cache(maxsize=64)
def _figure(vocab_size: int, dim: int) -> Spec:
    groups = {name: FIXED if name == WAVE else START for name in fresh(vocab_size, dim)}
    groups |= {name: FIXED if "fixed" in name else TRAINED for name in _trained()}
    ranges = fresh(vocab_size, dim) | _trained()
    return figures.ranges({name: (*astuple(found), groups[name]) for name, found in ranges.items()})


def _sentence(vocab_size: int, dim: int) -> str:
    token, scaled, wave = (fresh(vocab_size, dim)[name].median for name in (TOKEN, SCALED, WAVE))
    return (
        f"A fresh token row (V = {vocab_size:,}, D = {dim:,}) is {number(token, 4)} long, a sinusoidal row "
        f"{number(wave, 4)}: about {number(wave / token, 2)} times as long. After × √D = {number(math.sqrt(dim), 4)} "
        f"the token row is {number(scaled)}. The last six are of two trained models, width 384. A symbol is the median "
        "of the rows, a bar 5 to 95 %."
    )


def _formula(vocab_size: int, dim: int) -> Formula:
    """Formulas of the initializers' bounds and of a sinusoidal row's length (by position, if the width is odd)."""
    bounds, pairs = start_bounds(vocab_size, dim), dim // 2
    if dim % 2:
        sine = r"\sin^2(p\,\omega)"
        wave = rf"\sqrt{{\frac{{D-1}}{{2}}+{sine}}}" if pairs else rf"\sqrt{{{sine}}}"
        frequency = float(frequencies(dim)[-1])
        last = math.sin(frequency) ** 2
        meaning = "the sinusoidal row of position p; its last number is a sine without a cosine beside it" + (
            ", each pair before it has length 1" * bool(pairs)
        )
        symbols = {"p": "the position", r"\omega": f"how far that sine turns per position: {number(frequency, 4)}"}
        worked = f"row 1 is √({pairs} + {tiny(last, 4)}) = {number(math.sqrt(pairs + last), 4)} long."
    else:
        wave, symbols = r"\sqrt{\frac{D}{2}}", {}
        meaning = "a sinusoidal row; each of its D/2 pairs has length 1, whatever the position"
        worked = f"a sinusoidal row is √({dim}/2) = {number(math.sqrt(pairs))} long."
    return Formula(
        r"E \sim U(-a, a),\ a=\sqrt{\frac{6}{V+D}}\qquad P \sim U(-c, c),\ c=\sqrt{\frac{2}{D}}\qquad |PE(p)|=" + wave,
        {
            "E": "a fresh token table, with [[Xavier]]’s bound a: every number is equally likely between −a and a",
            "P": "a fresh learned position table, with the bound c",
            "PE(p)": meaning,
            **symbols,
            "V": f"rows of the token table: {vocab_size:,}",
            "D": f"the [[width]]: {dim:,}",
        },
        f"a = √(6/{vocab_size + dim:,}) = {bounds.token:.4f}, c = √(2/{dim}) = {bounds.position:.4f}, and {worked}",
    )
