"""Clock hand on its circle, with its tip after each step."""

import numpy as np

from explorer.figures import point_guess, theme
from explorer.figures.figure_spec import Floats, Spec, layout
from explorer.figures.positions.circle_and_line_traces import plain_line

EDGE = 1.25
HEIGHT = 440


def hand(tips: Floats, marks: point_guess.Marks) -> Spec:
    """The circle with the tip at position 0, and at the positions after it where `tips` has more.

    >>> hand(np.array([[0.0, 1.0]]), point_guess.Marks()).data[1]["text"]
    ['0']
    """
    turn = np.linspace(0, 2 * np.pi, 181)
    circle = plain_line(np.sin(turn), np.cos(turn), line={"color": theme.INK, "width": 2}, name="circle")
    steps = {
        "type": "scatter",
        "mode": "markers+text",
        "x": tips[:, 0].astype(np.float32),
        "y": tips[:, 1].astype(np.float32),
        "text": [str(position) for position in range(len(tips))],
        "textposition": ["top center" if y >= 0 else "bottom center" for y in tips[:, 1]],
        "textfont": {"size": theme.FONT_SIZE + 2, "color": theme.INK},
        "marker": {"size": 11, "color": theme.OKABE_ITO[0]},
        "name": "tip, by position",
        "hovertemplate": "position %{text}: sine %{x:.3f}, cosine %{y:.3f}<extra></extra>",
    }
    made = layout(
        "sine",
        "cosine",
        HEIGHT,
        legend=True,
        x={"range": [-EDGE, EDGE], "constrain": "domain"},
        y={"range": [-EDGE, EDGE], "scaleanchor": "x", "scaleratio": 1, "constrain": "domain"},
    )
    return Spec([circle, steps, *point_guess.traces(marks)], made | {"uirevision": "hand", "hovermode": "closest"})
