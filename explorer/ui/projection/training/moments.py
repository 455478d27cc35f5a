"""The words of a training as they move: one pair of axes for every moment of the run, and a slider to replay it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures.projection import training as figures
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.scripts import projection as scripts
from explorer.training import skipgram
from explorer.training.wordvec import VectorRecord
from explorer.views.projection.trained import Request, is_own
from explorer.wording import count, share
from explorer.words.categories import NAMES, members
from explorer.words.motion import Plane, plane_of

SIZES = ((700.0, 360.0), (1150.0, 360.0))
EARLY = 0.2
"""Share of the run after which the axes are found; they stay for the whole run and its replay."""
EARLY_AXES, LAST_AXES = "after a fifth of the run", "at the end"
Box = tuple[float, float, float, float]


def show(request: Request, words: tuple[str, ...], frames: list[VectorRecord], finished: bool) -> None:
    """Draw the newest moment, or the one that the visitor replays; `finished`: no further moment will come."""
    rows = [record.snapshot.astype(np.float32) for record in frames if record.snapshot is not None]
    settled = next((at for at, record in enumerate(frames) if record.step >= EARLY * record.steps), None)
    if settled is None and not finished:
        st.text("The picture begins once a fifth of the run is done: its axes are found then, and stay.")
        return
    chosen, refit = len(frames) - 1, False
    if finished and len(frames) > 1:
        left, right = st.columns([2, 1])
        chosen = left.slider("Replay: moment of the run", 0, len(frames) - 1, len(frames) - 1, key="j_moment")
        refit = (
            right.segmented_control(
                "Axes found",
                [EARLY_AXES, LAST_AXES],
                default=EARLY_AXES,
                required=True,
                key="j_axes",
                bind="query-params",
            )
            == LAST_AXES
        )
    plane = plane_of(rows[-1] if settled is None else rows[settled])
    if refit:
        plane = plane_of(rows[-1], like=plane)
    _picture(request, words, frames, rows, chosen, plane)


@dataclass(frozen=True, eq=False)
class Begin:
    """What a training begins from, as it is drawn: the words and their places, the picture, and what it shows."""

    words: tuple[str, ...]
    vocabulary: int
    width: int
    points: NDArray[np.float32]
    held: float
    figure: Spec


def _begin(request: skipgram.SkipgramRequest) -> Begin:
    first = skipgram.start(request)
    assert first.snapshot is not None
    rows = first.snapshot.astype(np.float32)
    plane = plane_of(rows)
    points, shown = plane.draw(rows), first.words[: len(rows)]
    picture = _figure(points, shown, around([points]))
    return Begin(shown, len(first.words), rows.shape[1], points, plane.held(rows), picture)


# One for each width that the slider has, and some more: a beginning takes a second or two.
_begins = st.cache_resource(max_entries=8, show_spinner="Reading the text …")(_begin)


def start(request: Request) -> None:
    """Draw what a training begins from; counting begins from nothing that could be drawn."""
    if not isinstance(request, skipgram.SkipgramRequest):
        return
    try:  # a visitor's own text is not kept for others
        first = _begin(request) if is_own(request) else _begins(request)
    except ValueError as problem:  # it has too few words
        st.warning(str(problem))
        return
    ui.picture(
        "j_start",
        first.figure,
        summary=f"Before training: the rows of the {count(len(first.words), 'most frequent word')}, of "
        f"{first.vocabulary:,}, are {first.width} random numbers each, so no kind of word has a place of its own. The "
        f"two directions drawn hold {share(first.held)} of their variance.",
        table=lambda: ui.Table(
            {"word": list(first.words), "first axis": first.points[:, 0], "second axis": first.points[:, 1]}, "start"
        ),
        script=lambda: scripts.start(_written(request)),
    )


def _picture(
    request: Request,
    words: tuple[str, ...],
    frames: list[VectorRecord],
    rows: list[NDArray[np.float32]],
    chosen: int,
    plane: Plane,
) -> None:
    moments = [plane.draw(moment) for moment in rows]
    points, shown = moments[chosen], words[: len(rows[chosen])]
    ui.picture(
        "j_moving",
        _figure(points, shown, around(moments)),
        summary=f"The {len(shown):,} most frequent of {len(words):,} words"
        + (
            f" after {frames[chosen].epoch:.1f} passes. All moments are drawn on the same two axes through the same "
            f"point, so a word that moves here has turned. They hold {share(plane.held(rows[chosen]))} of the variance "
            f"of this moment; the best two for it would hold {share(plane_of(rows[chosen]).held(rows[chosen]))}."
            if len(frames) > 1
            else f", on their first two components, which hold {share(plane.held(rows[chosen]))} of the variance."
        ),
        table=lambda: ui.Table(
            {"word": list(shown), "first axis": points[:, 0], "second axis": points[:, 1]}, "moment"
        ),
        script=lambda: scripts.train(
            "skipgram" if isinstance(request, skipgram.SkipgramRequest) else "ppmi",
            _written(request),
        ),
    )


def _written(request: Request) -> str:
    """A request as a script writes it."""
    return repr(request) if len(repr(request)) < 2000 else "...  # your pasted text is left out here"


def around(moments: list[NDArray[np.float32]]) -> Box:
    """A drawing area for all moments so far, in steps of 0.2, so that it seldom changes while the words spread.

    >>> around([np.array([[0.05, 0.3], [-0.1, -0.45]], np.float32)])
    (-0.2, -0.6, 0.2, 0.4)
    """
    every = np.concatenate(moments)
    low, high = np.floor(every.min(axis=0) / 0.2) * 0.2, np.ceil(every.max(axis=0) / 0.2) * 0.2
    x0, y0, x1, y1 = (round(float(edge), 1) for edge in (*low, *high))
    return x0, y0, x1, y1


def _groups(words: tuple[str, ...]) -> dict[str, NDArray[np.int64]]:
    """The five kinds of words with the most members here."""
    number = {word: row for row, word in enumerate(words)}
    found = members(lambda word: number.get(word.lower()), NAMES)
    best = sorted(found, key=lambda name: -len(found[name]))[:5]
    return {name: found[name] for name in NAMES if name in best and len(found[name])}


def _figure(points: NDArray[np.float32], words: tuple[str, ...], box: Box) -> Spec:
    groups = _groups(words)
    turns = max(map(len, groups.values()), default=0)
    order = [int(rows[turn]) for turn in range(turns) for rows in groups.values() if turn < len(rows)]
    placed = place_labels(
        points[order], [words[row] for row in order], sizes=to_scale(SIZES, box), bounds=box, limit=30
    )
    labels = [Label(order[label.index], words[order[label.index]], label.place) for label in placed]
    return figures.frame(points, words, groups, labels, box=box, revision="moments")
