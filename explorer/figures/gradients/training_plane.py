"""Trajectories of rows in a plane while a small table is trained."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.gradients.matrix_panels import LONGEST, Floats
from explorer.figures.label_text import plain, sides

NARROW, HEIGHT, MARGIN = 260, 220, 64  # pixels of the plane on a phone, in the path, and of its right margin
WIDER = 4.0
"""Factor by which the plane is wider on a projector, in letters of presenter mode; its height is about the same."""
EVERY = 3
"""Step between the frames that a trajectory is drawn through: fine enough to show how it bends."""


ORDERS, LOOKED_AT, FINALISTS = 40, 5, 5
"""Orders in which names are placed on trial, the frames that are looked at for it, and orders tried in all frames: with
12, 3 and 2 three of the 19 names of the first text are missing at its end."""
SPARE = 100
"""Square pixels of a name, measured in large letters, that may cover another or a mark."""


@lru_cache(maxsize=16)
def _beside(on_phone: bytes, names: tuple[str, ...], first: int) -> NDArray[Any]:
    """Side of each name in each frame, (F, V); "" where it would cover others, which stand closest at the start.

    Names are placed one after the other. Of some orders, drawn at random, the one is taken that leaves out fewest: of
    the `first` names at the end, then of these in all frames, then of all names likewise. `on_phone` are positions in
    pixels, (F, V, 2) as float64.
    """
    frames = np.frombuffer(on_phone).reshape(-1, len(names), 2)

    def sides_in(some: NDArray[np.float64], order: NDArray[np.int64]) -> NDArray[Any]:
        found = np.empty(some.shape[:2], object)
        found[:, order] = _placed(some[:, order], [names[row] for row in order])
        return found

    def left_out(found: NDArray[Any]) -> tuple[int, ...]:
        missing = found == ""
        counted = missing[-1, :first], missing[:, :first], missing[-1], missing
        return tuple(int(each.sum()) for each in counted)

    rng = np.random.default_rng(0)
    orders = [rng.permutation(len(names)) for _ in range(ORDERS)]
    orders += [np.concatenate([order[order < first], order[order >= first]]) for order in orders] if first else []
    looked_at = frames[np.unique(np.linspace(0, len(frames) - 1, LOOKED_AT).astype(int))]
    orders.sort(key=lambda order: left_out(sides_in(looked_at, order)))
    return min((sides_in(frames, order) for order in orders[:FINALISTS]), key=left_out)


def _placed(frames: NDArray[np.float64], names: Sequence[str]) -> list[list[str]]:
    """Side of each name in each of some frames (F, V, 2), placed in the order of the names."""
    found: list[list[str]] = []
    before = [""] * len(names)
    for points in frames:
        xs, ys = points.T.tolist()
        marks = [6] * len(names)
        # A name may reach into the margin at the right.
        wide: dict[str, Any] = {"width": NARROW + MARGIN, "marks": marks, "stretched": WIDER}
        found.append(sides(xs, ys, names, **wide, every=False, spare=SPARE, before=before))
        before = [now or was for now, was in zip(found[-1], before, strict=True)]
    return found


def plane(
    points: Floats,
    frame: int,
    words: Sequence[str],
    seen: NDArray[np.bool_],
    first: NDArray[np.bool_] | None = None,
    placed: NDArray[np.bool_] | None = None,
) -> Spec:
    """Rows in a fixed plane: a line for each word's trajectory up to `frame`, and a mark at its end.

    Args:
        points: (F, V, 2), all frames, from which the axes are computed.
        frame: the one to draw, from 0.
        words: (V,) names.
        seen: (V,) whether the word occurs in the text (a circle) or not (a square).
        first: (V,) whether the word's name is bold, placed before the others, and alone in the first frame, where dots
            stand in a heap; None: of those never seen.
        placed: (F,) frames in which names are placed, the first among them; they stay there until the next. None: all.
    """
    low, high = points.reshape(-1, 2).min(axis=0), points.reshape(-1, 2).max(axis=0)
    span = np.maximum(high - low, 1e-6)
    names = np.array([plain(word, LONGEST) for word in words], object)
    on_phone = (points - low) / span * [NARROW, -HEIGHT] + [0, HEIGHT]
    heap = frame == 0 and first is not None and bool(first.any())
    first = ~seen if first is None else first
    order = np.argsort(~first, kind="stable")
    beside = np.full(len(names), "", object)
    placed = np.ones(len(points), bool) if placed is None else placed
    looked_at = on_phone[placed][:, order].astype(np.float64).tobytes()
    at = int(placed[: frame + 1].sum()) - 1
    beside[order] = _beside(looked_at, tuple(names[order]), int(first.sum()))[at]
    if heap:
        beside[~first] = ""
    written = np.where(first, "<b>" + names + "</b>", names)  # where names stand close, weight tells whose they are
    legend = bool(seen.any() and not seen.all())  # one kind alone needs no name
    traces = []
    for chosen, number, title in ((seen, 0, "in the text"), (~seen, 3, "never in the text")):
        look = {"color": theme.OKABE_ITO[number], "symbol": "circle" if number == 0 else "square"}
        passed = [*range(0, frame, EVERY), frame]
        ways = points[passed][:, chosen].transpose(1, 0, 2)
        gap = np.full((len(ways), 1, 2), np.nan, np.float32)
        trail = np.concatenate([ways, gap], axis=1).reshape(-1, 2).astype(np.float32)
        traces.append(
            {
                "type": "scatter",
                "x": trail[:, 0],
                "y": trail[:, 1],
                "mode": "lines",
                "line": {"color": look["color"], "width": 1.5},
                "opacity": 0.5,
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
        traces.append(
            {
                "type": "scatter",
                "x": points[frame, chosen, 0].astype(np.float32),
                "y": points[frame, chosen, 1].astype(np.float32),
                "mode": "markers+text",
                "text": np.where(beside == "", "", written)[chosen].tolist(),
                "textposition": np.where(beside == "", "top center", beside)[chosen].tolist(),
                "hovertext": names[chosen].tolist(),
                "textfont": {"color": theme.INK},
                "cliponaxis": False,
                "marker": {"size": np.where(first, 12, 7)[chosen].tolist(), **look},  # whose name it is, in a heap
                "name": title,
                "showlegend": legend,
                "hovertemplate": "<b>%{hovertext}</b><extra></extra>",
            }
        )
    bare = {"showticklabels": False, "showgrid": False, "ticks": "", "showline": False, "zeroline": False}
    pad = 0.06 * span
    across = {"range": [float(low[0] - pad[0]), float(high[0] + pad[0])], **bare}
    upward = {"range": [float(low[1] - pad[1]), float(high[1] + pad[1])], **bare}
    margin = {"l": 16, "r": MARGIN, "t": 56 if legend else 24, "b": 16}
    return Spec(traces, layout("", "", 560, legend=legend, x=across, y=upward, margin=margin))
