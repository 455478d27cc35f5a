"""Whisper's formula: which of four sinusoidal formulas its encoder uses; try them, then guess."""

from __future__ import annotations

from explorer import ui
from explorer.questions import Question
from explorer.views import positions as views
from explorer.views.positions.settings import LAYOUTS
from explorer.views.positions.whisper_candidates import DENOMINATORS, errors, formula_text


def show() -> None:
    """Draw the choice of column order and exponent, and the largest difference of each from Whisper's table."""
    ui.write(
        "The [[encoder]] of Whisper tiny.en adds a sinusoidal table of 1500 positions × 384 dimensions. In which order "
        "do its columns stand, and what is the exponent of 10,000 divided by? Try, and read the largest difference."
    )
    ui.show("p_formula", views.whisper_formula(**ui.ask(views.whisper_formula)))
    found = errors()
    best = min(found, key=lambda candidate: found[candidate])
    ui.predict(
        Question(
            "Which formula is it?",
            tuple(formula_text(layout, by) for layout in LAYOUTS for by in DENOMINATORS),
            key="p_which",
        ),
        answer=formula_text(*best),
        because=(
            f"What is left, {found[best]:.4f}, is half a step of the half-precision numbers that it is shipped in "
            "(2⁻¹² just below 1). With D − 2 the slowest wave is exactly 10,000 · 2π positions long; the paper, with "
            "D, stops a little short of it."
        ),
    )
