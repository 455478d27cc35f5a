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


ORDERS = 20
"""Orders in which names are placed on trial; with 10 one of the 19 names of the first text is missing at its end."""
SPARE = 100
"""Square pixels of a name, measured in large letters, that may cover another or a mark."""


@lru_cache(maxsize=16)
def _beside(on_phone: bytes, names: tuple[str, ...], first: int) -> NDArray[Any]:
    """Side of each name in each frame, (F, V); "" where it would cover others, which stand closest at the start.

    Names are placed one after the other. In the last frame some orders are tried, drawn at random, until one leaves out
    no name, or else the one is taken that leaves out fewest of the `first` names, then of all. From there back to the
    first frame a name keeps its side as long as it can. `on_phone` are positions in pixels, (F, V, 2) as float64.
    """
    *earlier, last = np.frombuffer(on_phone).reshape(-1, len(names), 2)

    def sides_in(points: NDArray[np.float64], order: NDArray[np.int64], before: NDArray[Any]) -> NDArray[Any]:
        xs, ys = points[order].T.tolist()
        # A name may reach into the margin at the right.
        wide: dict[str, Any] = {"width": NARROW + MARGIN, "marks": [6] * len(names), "stretched": WIDER}
        found = before.copy()
        found[order] = sides(
            xs, ys, [names[row] for row in order], **wide, every=False, spare=SPARE, before=before[order].tolist()
        )
        return found

    rng, least = np.random.default_rng(0), (len(names) + 1, 0)
    orders = [rng.permutation(len(names)) for _ in range(ORDERS)]
    orders += [np.concatenate([order[order < first], order[order >= first]]) for order in orders] if first else []
    for tried in orders:
        at_end = sides_in(last, tried, np.full(len(names), "", object))
        missing = int((at_end[:first] == "").sum()), int((at_end == "").sum())
        if missing < least:
            least, order, found = missing, tried, [at_end]
        if not missing[1]:
            break
    before = found[0]
    for points in reversed(earlier):
        found.append(sides_in(points, order, before))
        before = np.where(found[-1] == "", before, found[-1])
    return np.array(found[::-1], object)


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
    at = int(placed[: frame + 1].sum()) - int(placed.sum()) - 1  # from the end, before which nothing needs to be placed
    looked_at = on_phone[placed][-1 if at == -1 else 0 :, order].astype(np.float64).tobytes()
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
                "marker": {"size": 11, **look},
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
