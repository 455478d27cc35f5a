"""Token rows are added to positions: how long are both, and why does the paper multiply by √D?"""

from __future__ import annotations

import math
from dataclasses import astuple
from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.data import load_minilm, load_whisper
from explorer.figures.positions import tables as figures
from explorer.scripts import positions as scripts
from explorer.ui.positions import settings
from explorer.waves.scale import (
    SAMPLE,
    UNSCALED,
    NormRange,
    fresh_normal,
    fresh_uniform,
    norm_range,
    sinusoidal_norms,
    start_bounds,
)
from explorer.wording import number

PART = ui.Part(
    "Scale",
    why="The sum of a short and a long [[vector]] is nearly the long one: if a word's [[row]] is short beside its "
    "position, the model reads the place and hardly the word.",
    look="Compare the symbols of token and position in one group; the axis is logarithmic, each mark about three times "
    "the one before.",
    stations=("rows", "+ positions", "vectors (B, T, D)"),
    shown=lambda state: (
        f"Fresh tables · V = {state.get('p_vocab', 50_000):,} · D = {state.get('p_scale_dim', 512):,}, "
        "beside two trained models · D = 384"
    ),
)

VOCABULARIES = tuple(sorted({*settings.stops(100, 200_000), 30_522, 50_257}))
START, FIXED, TRAINED = 0, 1, 2
LARGER = ["token rows (Xavier)", "learned positions", "neither: they start alike"]


@lru_cache(maxsize=64)
def _fresh(vocab_size: int, dim: int) -> dict[str, NormRange]:
    bounds, root = start_bounds(vocab_size, dim), math.sqrt(dim)
    xavier = fresh_uniform(dim, bounds.token)
    return {
        "token, Xavier": xavier,
        "token, Xavier × √D": xavier.times(root),
        "token, N(0, 0.02)": fresh_normal(dim, 0.02),
        "position, learned, at start": fresh_uniform(dim, bounds.position),
        "position, sinusoidal": sinusoidal_norms(SAMPLE, dim),
    }


@st.cache_resource(max_entries=1, show_spinner="Measuring two trained models")
def _trained() -> dict[str, NormRange]:
    whisper, minilm = load_whisper(), load_minilm()
    return {
        "Whisper tokens": (tokens := norm_range(whisper.tokens)),
        "Whisper tokens × √D": tokens.times(math.sqrt(whisper.tokens.shape[1])),
        "Whisper text positions, learned": norm_range(whisper.positions),
        "Whisper sound positions, fixed": norm_range(whisper.sinusoids),
        "MiniLM tokens": norm_range(minilm.tokens()),
        "MiniLM positions, learned": norm_range(minilm.positions),
    }


def larger(vocab_size: int, dim: int) -> str:
    """Which table starts with the larger numbers: √(2/D) against √(6/(V + D)), equal at V = 2D.

    >>> larger(50_000, 512), larger(1_000, 512), larger(1_024, 512)
    ('learned positions', 'token rows (Xavier)', 'neither: they start alike')
    """
    if vocab_size == 2 * dim:
        return LARGER[2]
    return LARGER[1] if vocab_size > 2 * dim else LARGER[0]


def root_d(token: float, scaled: float, wave: float) -> str:
    """What × √D does to the comparison, from the median lengths of a token row, of it × √D, and of a sinusoidal row.

    >>> root_d(0.14, 3.2, 16.0).partition("16. ")[2]
    'After it the sinusoidal row is still 5 times as long as the token row.'
    >>> root_d(0.7, 32.0, 16.0).partition("16. ")[2]
    'After it the token row is 2 times as long as the sinusoidal row.'
    >>> root_d(0.7, 16.5, 16.0).partition("16. ")[2]
    'After it the token row is about as long as the sinusoidal row.'
    """
    after = wave / scaled
    times = number(max(after, 1 / after), 2)
    if times == "1":
        compared = "After it the token row is about as long as the sinusoidal row."
    elif after > 1:
        compared = f"After it the sinusoidal row is still {times} times as long as the token row."
    else:
        compared = f"After it the token row is {times} times as long as the sinusoidal row."
    return (
        f"The paper multiplies token rows by √D and gives no reason. As it is, a fresh token row is {number(token)} "
        f"long beside a sinusoidal row of {number(wave)}. {compared}"
    )


def show() -> None:
    """Lengths of token rows and positions before and after × √D."""
    with ui.controls("p_scale"):
        line = ui.line("bottom")
        vocab = settings.dial(line, "Vocabulary V", VOCABULARIES, 50_000, "p_vocab", "vocabulary")
        dim = settings.dial(line, "Width D", settings.WIDTHS, 512, "p_scale_dim", "width")
        settings.typed(line, {"p_vocab": ("Vocabulary", VOCABULARIES), "p_scale_dim": ("Width", settings.WIDTHS)})
    fresh, trained, bounds = _fresh(vocab, dim), _trained(), start_bounds(vocab, dim)
    rows = {name: (*astuple(r), FIXED if "sinus" in name else START) for name, r in fresh.items()}
    rows |= {name: (*astuple(r), FIXED if "fixed" in name else TRAINED) for name, r in trained.items()}
    token, scaled, wave = (
        fresh[name].median for name in ("token, Xavier", "token, Xavier × √D", "position, sinusoidal")
    )
    ui.picture(
        "p_scale",
        figures.ranges(rows),
        summary=(
            f"A fresh token row (V = {vocab:,}, D = {dim}) is {number(token)} long, a sinusoidal row {number(wave)}: "
            f"{number(wave / token)} times as long. After × √D = {number(math.sqrt(dim))} the token row is "
            f"{number(scaled)}. The last six are of two trained models, width 384. A symbol is the median of the rows, "
            "a bar 5 to 95 %."
        ),
        table=lambda: ui.Table(
            {
                "vectors": list(rows),
                "5 %": [r[0] for r in rows.values()],
                "median": [r[1] for r in rows.values()],
                "95 %": [r[2] for r in rows.values()],
            },
            "scale",
        ),
        script=lambda: scripts.scale(vocab, dim),
    )
    ui.formula(
        "p_scale",
        r"E \sim U(-a, a),\ a=\sqrt{\frac{6}{V+D}}\qquad P \sim U(-c, c),\ c=\sqrt{\frac{2}{D}}\qquad "
        r"|PE(p)|=\sqrt{\frac{D}{2}}",
        {
            "E": "a fresh token table, with [[Xavier]]’s bound a: every number is equally likely between −a and a",
            "P": "a fresh learned position table, with the bound c",
            "PE(p)": "a sinusoidal row; each of its D/2 pairs has length 1, whatever the place",
            "V": f"rows of the token table: {vocab:,}",
            "D": f"the [[width]]: {dim}",
        },
        f"a = √(6/{vocab + dim:,}) = {bounds.token:.4f}, c = √(2/{dim}) = {bounds.position:.4f}"
        + (f", and a sinusoidal row is √({dim}/2) = {number(math.sqrt(dim / 2))} long." if dim % 2 == 0 else "."),
    )
    st.markdown(root_d(token, scaled, wave))
    st.markdown(
        "Whisper has two tables of positions: the learned one is added to text tokens, the fixed one to slices of "
        "sound and to no token. Neither of the two real models multiplies its rows by √D: see the code of "
        f"[Whisper]({UNSCALED[0]}) and of [BERT]({UNSCALED[1]}), whose layers MiniLM has."
    )
    ui.predict(
        "p_larger",
        "Both tables start at random. Which one starts with the larger numbers?",
        LARGER,
        answer=larger(vocab, dim),
        hint="Both bounds are √(a number / a size). For tokens the size counts all V words, for positions the width.",
        because=(
            f"√(2/D) = {bounds.position:.4f} for positions, √(6/(V + D)) = {bounds.token:.4f} for tokens"
            + (f", a factor of {number(bounds.ratio)}" if vocab != 2 * dim else "")
            + f". The two are equal at V = 2D, here {2 * dim:,}; above it positions start larger."
        ),
    )
