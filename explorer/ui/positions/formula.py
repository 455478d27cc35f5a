"""Find out which sinusoidal formula the encoder of Whisper uses: try the four, then commit."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data import load_whisper
from explorer.figures.positions import tables as figures
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.positions.settings import LAYOUTS
from explorer.waves.tables import candidate_errors, sinusoidal_candidate

DENOMINATORS = ["D", "D − 2"]
DRAWN = 150  # positions of the picture: as many as the eye tells apart


@lru_cache(maxsize=8)
def _difference(order: str, denominator: str) -> tuple[Spec, float]:
    table = load_whisper().sinusoids.astype(np.float32)
    candidate = sinusoidal_candidate(*table.shape, layout=LAYOUTS[order], denominator=denominator)
    difference = np.abs(table - candidate)
    return figures.difference(difference[:DRAWN]), float(difference.max())


@lru_cache(maxsize=1)
def _errors() -> dict[tuple[str, str], float]:
    return {(layout, by): error for (layout, by), error in candidate_errors(load_whisper().sinusoids).items()}


def _answer() -> str:
    errors = _errors()
    layout, denominator = min(errors, key=lambda candidate: errors[candidate])
    order = next(name for name, value in LAYOUTS.items() if value == layout)
    return _option(order, denominator)


def _option(order: str, denominator: str) -> str:
    return f"{order}, exponent 2i / {'D' if denominator == 'D' else '(D − 2)'}"


def show() -> None:
    """Orders of columns and exponents to try on Whisper's shipped table, and the largest difference of each."""
    ui.say(
        "The [[encoder]] of Whisper tiny.en adds a sinusoidal table of 1500 positions × 384 dimensions. In which order "
        "do its columns stand, and what is the exponent of 10,000 divided by? Try, and read the largest difference."
    )
    left, right = st.columns(2)
    order = left.segmented_control(
        "Sine and cosine columns", list(LAYOUTS), default="alternating", required=True, key="p_try", bind="query-params"
    )
    denominator = right.segmented_control(
        "Divide 2i by", DENOMINATORS, default="D", required=True, key="p_divide", bind="query-params"
    )
    order, denominator = order or "alternating", denominator or "D"
    figure, largest = _difference(order, denominator)
    ui.picture(
        "p_formula",
        figure,
        summary=(
            f"|Whisper's table − {_option(order, denominator)}|, first {DRAWN} positions; the largest difference over "
            f"all 1500 is {largest:.4f}."
        ),
        table=lambda: ui.Table(
            {
                "columns": [layout for layout, _ in _errors()],
                "denominator": [denominator for _, denominator in _errors()],
                "largest difference": list(_errors().values()),
            },
            "formula",
        ),
        script=lambda: scripts.formula(DRAWN),
    )
    ui.predict(
        "p_which",
        "Which formula is it?",
        [_option(name, value) for name in LAYOUTS for value in DENOMINATORS],
        answer=_answer,
        because=(
            "Half-precision numbers leave a difference of 0.0002. With D − 2 the slowest wave is exactly 10,000 · 2π "
            "positions long; the paper, with D, stops a little short of it."
        ),
    )
