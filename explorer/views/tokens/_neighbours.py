"""Nearest neighbours: the tokens whose rows have the most similar direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.embedding_pipeline import NeighbourRequest, NeighbourResult
from explorer.embedding_pipeline import neighbours as neighbours_of
from explorer.embedding_pipeline.nearest_tokens import DIRECTIONS, cosine_parts, random_cosine
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.theme import token_color
from explorer.figures.tokens.row_labels import ticks
from explorer.tokenizers import token_bytes, token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Switch
from explorer.views.table import Table
from explorer.views.tokens.settings import SelectedRow, read
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, listed, number, share, verb

NEAREST = 8
"""Number of nearest tokens drawn: their names have room in a picture that stays in sight on a phone."""
TYPED = 2
"""Number of the text's other tokens drawn below them, to compare."""

TAKEN = f"the mean row and {DIRECTIONS} directions"
MEAN: Any = Switch(
    "Take off what all rows share", True, key="t_mean", about=f"whether {TAKEN} are subtracted from all rows first"
)


@picture(neighbours_of)
def neighbours(
    *,
    remove_mean: bool = MEAN,
    **shared: Unpack[SelectedRow],
) -> View:
    """Nearest tokens to the selected one by cosine, with the rows unchanged or without their shared directions.

    >>> neighbours(text="The cat", token=1).table["token"][0]
    '␣Cat'
    """
    encoding, start = shared["encoding"], (shared["init"], shared["seed"])
    ids = read(shared).ids
    selected = int(ids[shared["token"]])
    request = NeighbourRequest(selected, encoding, remove_mean, NEAREST, *start)
    result = neighbours_of(request)
    typed = [i for i in dict.fromkeys(ids.tolist()) if i not in (selected, *result.ids)][:TYPED]
    drawn = [*result.ids.tolist(), *typed]
    dots = (cosine_parts(request, other) for other in typed)
    cosines = [*result.cosines.tolist(), *(dot / (one * two or 1) for dot, one, two in dots)]
    name, *names = token_labels([selected, *drawn], encoding)
    compared = list(zip(names, cosines, strict=True))[len(result.ids) :]
    treated = f"after what most rows share is taken off: {TAKEN}" if remove_mean else "the rows as they are"

    near: dict[str, Any] = {"token": names, "id": drawn, "cosine": cosines}
    above: dict[str, Any] = {"above the average": np.array(cosines) - result.mean_cosine}

    def draw(answered: bool, _: object) -> View:
        mean = unsigned_zero(result.mean_cosine) if answered else None
        tints = [*map(token_color, token_bytes(drawn, encoding))]
        return View(
            _draw_neighbours(names, np.array(cosines, np.float32), mean, tints, selected=name, typed=len(compared)),
            f"Nearest to “{name}”: {', '.join(f'“{label}”' for label in names[:5])}. The best cosine is "
            f"{fixed(float(result.cosines[0]), 3)}"
            + f"; the mean over all other tokens is {fixed(result.mean_cosine, 3)}" * answered
            + "."
            + f" {count(result.tied, 'more row')} {verb(result.tied, 'is', 'are')} as near as the last one drawn."
            * bool(result.tied)
            + (f" Others in the text: {listed(f'“{a}” {fixed(b, 3)}' for a, b in compared)}." if compared else ""),
            lambda: Table(near | (above if answered else {}), "neighbours"),
            (_formula(request, result, treated),) * answered,
        )

    return with_question(draw)


def _before(request: NeighbourRequest, result: NeighbourResult) -> str:
    if not request.remove_shared:
        return ""
    raw = random_cosine(request.encoding, request.init, request.seed, False)
    return (
        f", {fixed(raw, 3)} before anything was taken off. The {DIRECTIONS} directions held {share(result.held)} of "
        "the variance about the mean"
    )


def unsigned_zero(value: float) -> float:
    """A value rounded to three decimals, without the sign of a zero.

    >>> unsigned_zero(-0.0001)
    0.0
    """
    return round(value, 3) + 0.0


def _formula(request: NeighbourRequest, result: NeighbourResult, treated: str) -> Formula:
    dot, one, two = cosine_parts(request, int(result.ids[0]))
    return Formula(
        r"\cos(x, y)=\frac{x\cdot y}{|x|\,|y|}=\frac{\sum_d x_d\,y_d}{\sqrt{\sum_d x_d^2}\,\sqrt{\sum_d y_d^2}}",
        {
            "x": f"the row of the selected token, {treated}",
            "y": "another row, prepared the same way; here that of the nearest",
            r"x\cdot y": "the [[dot product]]: all products of numbers at the same spot, added up",
            "|x|": "the length of a row",
        },
        f"{number(dot, 6)} / ({number(one, 6)} · {number(two, 6)}) = {fixed(float(result.cosines[0]), 3)}. Two random "
        f"rows of the table: {fixed(result.random_cosine, 3)} on average{_before(request, result)}.",
    )


LONGEST = 14
"""Characters of the selected token in the legend, which has room beside the other entry on a phone."""


def _draw_neighbours(
    labels: Sequence[str],
    cosines: NDArray[np.float32],
    mean_cosine: float | None,
    colors: Sequence[str | None],
    selected: str,
    typed: int,
) -> Spec:
    """Nearest tokens to the `selected` one with their cosines, the last `typed` ones those of the text, and where the
    mean of all tokens lies, if it is given.
    """
    names = {f"near “{plain(selected, LONGEST)}”": slice(len(labels) - typed), "in the text": slice(-typed, None)}
    dots = [
        {
            "type": "scatter",
            "y": np.arange(len(labels), dtype=np.float32)[part],
            "x": np.asarray(cosines, np.float32)[part],
            "mode": "markers",
            "marker": {"color": look["color"], "symbol": look["symbol"], "size": 13},
            "name": name,
            "hovertemplate": "%{x:.3f}<extra></extra>",
        }
        for (name, part), look in zip(names.items(), map(theme.category, (0, 1)), strict=True)
    ][: 1 + bool(typed)]
    low = mean_cosine or 0.0
    mean = {
        "type": "scatter",
        "x": [low, low],
        "y": [-0.6, len(labels) - 0.4],
        "mode": "lines",
        "line": {"color": theme.OKABE_ITO[3], "dash": "dash", "width": 2.5},
        "name": "average of all tokens",
        "hoverinfo": "skip",
    }
    across = {"range": [min(0.0, float(np.min(cosines, initial=0)), low) - 0.05, 1.02]}
    made = layout("how alike (cosine)", "", 110 + 30 * len(labels), legend=True, x=across, y=ticks(labels, colors))
    return Spec(dots if mean_cosine is None else [*dots, mean], made)
