"""Point guess below the clocks: the next position of the fastest hand's tip."""

import numpy as np

from explorer import ui
from explorer.core.functional import sinusoidal
from explorer.figures.figure_spec import Spec
from explorer.figures.point_guess import Marks
from explorer.figures.positions import clock_hand as figures
from explorer.wording import fixed

KEY = "p_hand"
AT = 6
SIDE = 1.2, 0.05
"""Extent of the picture, and the sliders' step."""


def tips() -> np.ndarray:
    """Sine and cosine of the first pair at positions 0 to AT: (AT + 1, 2)."""
    return np.asarray(sinusoidal(range(AT + 1), 2), dtype=np.float64)


def show() -> None:
    """Draw the circle to tap; after the guess, all steps up to the one asked for."""
    every = tips()
    reach, step = SIDE
    degrees = np.degrees(AT)

    def draw(marks: Marks) -> Spec:
        return figures.hand(every if marks.truth else every[:1], marks)

    ui.ask_point(
        KEY,
        "Hand 0 turns clockwise by 1 radian per position, whatever the width. At position 0 its tip is at the top. "
        f"Where is it at position {AT}?",
        (ui.Axis("across", -reach, reach, step), ui.Axis("up", -reach, reach, step)),
        (float(every[AT, 0]), float(every[AT, 1])),
        draw,
        because=f"1 radian is {fixed(np.degrees(1), 1)}°, so {AT} positions turn the hand by {fixed(degrees, 1)}°: "
        f"{fixed(360 - degrees, 1)}° short of a whole turn. Its tip is at ({fixed(every[AT, 0], 3)}, "
        f"{fixed(every[AT, 1], 3)}).",
    )
