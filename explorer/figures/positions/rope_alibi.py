"""RoPE and ALiBi: rotated pairs and ALiBi's straight lines."""

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, integer_axis, layout, line
from explorer.figures.positions.circle_and_line_traces import circle, join_lines
from explorer.wording import fixed

APART, DOWN = 2.6, 2.8  # from circle to circle, of radius 1


LOOKS = (0, "dash"), (3, "solid"), (2, "dot")
"""Category and line of the first, second and third vector of `rotation`."""


def rotation(vectors: Mapping[str, Floats], labels: Sequence[str]) -> Spec:
    """Pairs of up to three vectors by name, (pairs, 2) each, as hands of small clocks.

    More than three are in two rows: on a phone, five circles in one row would be 50 pixels wide.
    """
    columns = len(labels) if len(labels) <= 3 else -(-len(labels) // 2)
    middles = [(APART * (pair % columns), -DOWN * (pair // columns)) for pair in range(len(labels))]
    notes = [
        {"x": x, "y": y - 1.05, "text": label, "yanchor": "top", "showarrow": False}
        for (x, y), label in zip(middles, labels, strict=True)
    ]
    # One trace for all pairs: Plotly's work for a frame grows with the number of traces.
    traces = [join_lines([circle(*middle) for middle in middles])]
    for (name, ends), (index, dash) in zip(vectors.items(), LOOKS, strict=False):
        look, radii = theme.category(index), np.hypot(*ends.T)
        tips = ends / np.where(radii, radii, 1)[:, None]
        hands = [
            {"x": [x, x + float(tip[0])], "y": [y, y + float(tip[1])]}
            for (x, y), tip in zip(middles, tips, strict=True)
        ]
        sentences = [
            f"{label}, {name}: ({fixed(pair[0], 3)}, {fixed(pair[1], 3)})<extra></extra>"
            for label, pair in zip(labels, ends, strict=True)
        ]
        traces.append(
            join_lines(hands)
            | {
                "type": "scatter",
                "mode": "lines+markers",
                "line": {"color": look["color"], "width": 3, "dash": dash},
                "marker": {"size": [4, 11, 0] * len(labels), "color": look["color"], "symbol": look["symbol"]},
                "name": name,
                "hovertemplate": [text for text in sentences for _ in range(3)],
            }
        )
    bare = {"visible": False, "fixedrange": True}
    rows = -(-len(labels) // columns)
    x_axis = bare | {"range": [-1.4, APART * max(columns, 3) - 1.2]}
    y_axis = bare | {"range": [-DOWN * (rows - 1) - 1.6, 1.2], "scaleanchor": "x"}
    made = layout("", "", 440, legend=True, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 44, "b": 8})
    return Spec(traces, made | {"annotations": notes})


def alibi(slopes: Floats, chosen: int, length: int, *, alone: bool = False) -> Spec:
    """ALiBi bias of each head over distance: one straight line per head, the chosen one highlighted, or `alone`."""
    ends = np.array([0, length - 1], np.float32)
    traces = []
    for head, slope in enumerate(slopes.tolist()):
        mine = head == chosen
        if alone and not mine:
            continue
        traces.append(
            line(
                -slope * ends,
                x=ends,
                line={"color": theme.OKABE_ITO[3] if mine else theme.OKABE_ITO[5], "width": 4 if mine else 1.2},
                hovertemplate=f"head {head}: −{slope:.4g} per position<extra></extra>",
            )
        )
    ends_of = slopes * (length - 1)
    # The flattest and the steepest too, if their names do not touch the chosen one's.
    apart = float(ends_of.max()) / 10
    named = [chosen] + [
        head
        for head in {int(slopes.argmin()), int(slopes.argmax())}
        if not alone and abs(ends_of[head] - ends_of[chosen]) > apart
    ]
    side = {"x": length - 1, "xanchor": "left", "xshift": 4, "showarrow": False}
    notes = [side | {"y": -float(ends_of[head]), "text": f"head {head}"} for head in named]
    made = layout("distance (positions)", "added to the score", 440, margin={"r": 64}, x=integer_axis(length))
    return Spec(traces, made | {"annotations": notes})
