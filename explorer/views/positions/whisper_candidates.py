"""Whisper's formula: the sinusoidal table of its encoder against four candidates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from explorer.core.functional.frequencies import Layout
from explorer.data import load_whisper
from explorer.excerpt import first_of, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import learned_tables as figures
from explorer.positional_encodings.table_statistics import candidate_errors, sinusoidal_candidate
from explorer.views.positions.settings import LAYOUTS
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture

Denominator = Literal["D", "D − 2"]
DENOMINATORS: tuple[Denominator, ...] = get_args(Denominator)
LAYOUT: Any = Choice("Sine and cosine columns", "interleaved", LAYOUTS, key="p_try", about="the order of the columns")
DENOMINATOR: Any = Choice(
    "Divide 2i by", "D", DENOMINATORS, key="p_divide", about="of the exponent 2i / D or 2i / (D − 2)"
)
DRAWN = 150
"""Maximum positions in the picture, about its resolution."""


@picture(sinusoidal_candidate, candidate_errors)
def whisper_formula(*, layout: Layout = LAYOUT, denominator: Denominator = DENOMINATOR) -> View:
    """Whisper's encoder table minus a sinusoidal one of its size, position by position.

    >>> [round(float(error), 4) for error in whisper_formula().table["largest difference"]]
    [2.0, 2.0, 1.9804, 0.0002]
    """
    found = errors()
    positions = len(load_whisper().sinusoids)
    return View(
        _figure(layout, denominator),
        f"|Whisper's table − {formula_text(layout, denominator)}|; the largest difference over all "
        f"{positions:,} positions is "
        f"{found[layout, denominator]:.4f}.",
        Table(
            {
                "columns": [layout for layout, _ in found],
                "denominator": [by for _, by in found],
                "largest difference": list(found.values()),
            },
            "formula",
        ),
        left_out=ranges("Drawn", first_of("position", load_whisper().sinusoids, DRAWN)),
    )


@lru_cache(maxsize=1)
def errors() -> dict[tuple[Layout, str], float]:
    """Largest difference of each of the four candidates from Whisper's table."""
    return candidate_errors(load_whisper().sinusoids)


def formula_text(layout: Layout, denominator: str) -> str:
    """Wording for one of the four candidates.

    >>> formula_text("concatenated", "D − 2")
    'in halves, exponent 2i / (D − 2)'
    """
    order = LAYOUTS[layout]
    return f"{order}, exponent 2i / {'D' if denominator == 'D' else '(D − 2)'}"


@lru_cache(maxsize=4)
def _figure(layout: Layout, denominator: str) -> Spec:
    table = load_whisper().sinusoids.astype(np.float32)
    candidate = sinusoidal_candidate(*table.shape, layout=layout, denominator=denominator)
    return figures.difference(np.abs(table[:DRAWN] - candidate[:DRAWN]))
