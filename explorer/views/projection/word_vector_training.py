"""Training of word vectors: the words' movement on the same axes over a run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.excerpt import Excerpt
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels, to_scale
from explorer.figures.projection.map_frame import map_frame
from explorer.training import ppmi, skipgram
from explorer.training.word_corpus import FEWEST, VectorRecord
from explorer.vectors.neighbours import mean_cosine
from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import unit_rows
from explorer.vectors.procrustes import rotation
from explorer.views.animation_frames import Frames, frames_of
from explorer.views.formula import Formula
from explorer.views.notebook_progress import with_progress
from explorer.views.projection import trained_tables as run
from explorer.views.projection.trained_tables import Method, TrainingRequest, request_of
from explorer.views.setting import Choice, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, fixed, share, spell_seconds
from explorer.words.word_categories import NAMES, members


@dataclass(frozen=True, eq=False)
class Plane:
    """Two orthonormal axes (2, D), and their origin (D,), for all moments of a training: words move smoothly.

    They are the first two principal components of one moment's rows (of unit length), through that moment's mean. If
    the visitor chooses the axes of another moment, these are rotated (or mirrored) in their plane to match the old
    picture, by the orthogonal Procrustes solution.
    """

    axes: NDArray[np.float64]
    origin: NDArray[np.float64]

    def draw(self, rows: NDArray[Any]) -> NDArray[np.float32]:
        """(n, 2) coordinates of rows (n, D), which get unit length first.

        The origin is the same at every moment, so a row that keeps its direction keeps its coordinates.
        """
        points: NDArray[np.float32] = ((unit_rows(rows) - self.origin) @ self.axes.T).astype(np.float32)
        return points

    def explained(self, rows: NDArray[Any]) -> float:
        """Share of the variance of some rows (of unit length) that these two axes show; 0 where there is none.

        >>> Plane(np.eye(3)[:2], np.ones(3)).explained(np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]]))
        1.0
        """
        unit = unit_rows(rows).astype(np.float64)
        centred = unit - unit.mean(axis=0)
        total = float(np.square(centred).sum())
        return float(np.square(centred @ self.axes.T).sum()) / total if total > 1e-12 * len(unit) else 0.0


def plane_of(rows: NDArray[Any], like: Plane | None = None) -> Plane:
    """Plane of the first two principal components of some rows, rotated to match an earlier plane's picture.

    >>> rows = np.random.default_rng(0).normal(size=(40, 5))
    >>> first = plane_of(rows)
    >>> mirrored = Plane(first.axes * [[-1], [1]], first.origin)
    >>> bool(np.allclose(plane_of(rows, like=mirrored).axes, mirrored.axes))
    True
    """
    found = pca(unit_rows(rows))
    plane = Plane(found.components[:2], found.mean)
    if like is None:
        return plane
    old, new = (at.draw(rows).astype(np.float64) for at in (like, plane))
    old -= old.mean(axis=0)
    return Plane(rotation(old, new) @ plane.axes, plane.origin)


SIZES = ((700.0, 360.0), (1150.0, 360.0))
EARLY = 0.2
"""Share of the run after which the axes are computed; they are fixed for the rest of the run and its replay."""
Axes = Literal["after a fifth of the run", "at the end"]
EARLY_AXES, LAST_AXES = get_args(Axes)
ALIKE = 0.8
"""Mean cosine of two words above which neighbours are not yet meaningful."""
NAMES_DRAWN = 18
"""Number of labelled words, the same in all frames, so that a label moves with its dot."""
ASKED = ("three", "four", "january", "july")
"""Words that the path asks about, labelled first."""
Box = tuple[float, float, float, float]
FOUND: Any = Choice(
    "Axes found", EARLY_AXES, (EARLY_AXES, LAST_AXES), key="j_axes", about="when the two widest directions are found"
)


@picture(skipgram.train, ppmi.train, plane_of, given=("records",))
def training(
    *,
    texts: Sequence[str] = run.CHOSEN,
    method: Method = run.METHOD,
    width: Int = run.WIDTH,
    passes: Int = run.PASSES,
    window: Int = run.WINDOW,
    own: str = run.OWN,
    moment: Int | None = None,
    axes: Axes = FOUND,
    records: Sequence[VectorRecord] | None = None,
) -> View:
    """The most frequent words at one moment of a training, on two fixed axes.

    The same settings make the same run as in `projection.trained`. `moment` is the index of the run's report;
    None: the last. `records` are those of the training; None: it is trained now, which takes some ten seconds.
    """
    request = request_of(texts, method, width, passes, window, own)
    found = _run(request) if records is None else records
    words, frames = next(record.words for record in found if record.words), moments(found)
    if moment is not None:
        Whole("", 0, 0, len(frames) - 1).check("moment", moment, {})
    chosen = len(frames) - 1 if moment is None else moment
    made = _moments(frames, axes, words)
    rows, points = _rows(frames[chosen]), made.points[chosen]
    shown = words[: len(rows)]
    says, held = _most(request, shown, len(words)), share(made.plane.explained(rows))
    if len(frames) > 1:
        says += (
            f" After {frames[chosen].epoch:.1f} passes; all moments are drawn on the same two axes through the same "
            f"point, so a word that moves here has turned. They hold {held} of the "
            f"variance of this moment; the best two for it would hold {share(plane_of(rows).explained(rows))}."
        )
    else:
        says += f" They stand on their first two components, which hold {held} of the variance."
    table = Table({"word": list(shown), "first axis": points[:, 0], "second axis": points[:, 1]}, "moment")
    spec = _figure(points, shown, made.box, made.named)
    return View(spec, says, table, (formula(request, frames[-1].loss),))


def _most(request: TrainingRequest, drawn: Sequence[str], learned: int) -> str:
    part = Excerpt("word learned", drawn, learned, how="the most frequent")
    return f"Drawn: {part}. Learned are those of {FEWEST} occurrences or more, {request.vocab_size:,} at most."


def moments(records: Sequence[VectorRecord]) -> list[VectorRecord]:
    """The records of a run that contain its rows."""
    return [record for record in records if record.snapshot is not None]


def frames(view: View, records: tuple[VectorRecord, ...], axes: str) -> Frames:
    """Frames of all moments of a run, cached with the run."""
    drawn = moments(records)
    known = _frames.setdefault(drawn[-1], {})
    if axes not in known:
        known[axes] = frames_of(
            view.call, "moment", range(len(drawn)), records=list(records)
        )  # unhashable: cached only here
    return known[axes]


_frames: WeakKeyDictionary[VectorRecord, dict[str, Frames]] = WeakKeyDictionary()


def settled(frames: list[VectorRecord]) -> int | None:
    """First moment from which the axes are fixed; None before it."""
    return next((at for at, record in enumerate(frames) if record.step >= EARLY * record.steps), None)


@lru_cache(maxsize=1)  # for a notebook's further moments and its loss; a page has records of its own
def _run(request: TrainingRequest) -> tuple[VectorRecord, ...]:
    made = ppmi.train(request) if isinstance(request, ppmi.PpmiRequest) else skipgram.train(request)
    return tuple(with_progress(made, lambda now: f"{now.phase}: {now.step:,} of {now.steps:,}"))


def _rows(record: VectorRecord) -> NDArray[np.float32]:
    assert record.snapshot is not None
    return record.snapshot.astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Moments:
    """Shared data of all moments of a run: the axes, the drawing area, and the labelled words."""

    plane: Plane
    points: list[NDArray[np.float32]]
    box: Box
    named: tuple[tuple[int, str], ...]


_made: WeakKeyDictionary[VectorRecord, dict[tuple[int, str], _Moments]] = WeakKeyDictionary()
"""Weak cache by a run's last record, so that nothing of a visitor's own text outlives its run."""


def _moments(frames: list[VectorRecord], axes: str, words: tuple[str, ...]) -> _Moments:
    known = _made.setdefault(frames[-1], {})
    if (key := (len(frames), axes)) not in known:
        rows = [_rows(record) for record in frames]
        plane = _plane(frames, rows, axes)
        points = [plane.draw(each) for each in rows]
        box = around(points)
        known[key] = _Moments(plane, points, box, _label_sides(points[-1], words[: len(rows[-1])], box))
    return known[key]


def _plane(frames: list[VectorRecord], rows: list[NDArray[np.float32]], axes: str) -> Plane:
    early = settled(frames)
    plane = plane_of(rows[-1] if early is None else rows[early])
    return plane_of(rows[-1], like=plane) if axes == LAST_AXES else plane


@picture(skipgram.start, plane_of, given=("records",))
def before_training(
    *,
    texts: Sequence[str] = run.CHOSEN,
    width: Int = run.WIDTH,
    passes: Int = run.PASSES,
    window: Int = run.WINDOW,
    own: str = run.OWN,
    records: Sequence[VectorRecord] = (),
) -> View:
    """Initial state of skip-gram: a random row for each word; or, on the same axes, a run that has just begun.

    `records` are those of a run of these settings, whose newest moment is drawn.

    >>> before_training(texts=("Moby-Dick",), width=10).table["word"][:2]
    ['the', 'of']
    """
    request = request_of(texts, run.PREDICTING, width, passes, window, own)
    assert isinstance(request, skipgram.SkipgramRequest)
    # The random rows are the same for any number of passes and any window.
    begin = (_compute_first_moment if request.private else _shared_first_moment)(replace(request, epochs=1, window=1))
    points, figure, held = begin.points, begin.figure, begin.held
    says = (
        f"Before training no kind of word has a place of its own: a row is {begin.width} random numbers. "
        f"{_most(request, begin.words, begin.vocabulary)}"
    )
    if newest := next((record for record in reversed(moments(records)) if record.step), None):
        rows = _rows(newest)
        points, held = begin.plane.draw(rows), begin.plane.explained(rows)
        figure = _figure(points, begin.words, around([begin.points, points]), begin.named)
        says = (
            f"{_most(request, begin.words, begin.vocabulary)} After {newest.epoch:.1f} passes; the axes are those of "
            "the random beginning."
        )
    return View(
        figure,
        f"{says} The two directions drawn hold {share(held)} of their variance.",
        Table({"word": list(begin.words), "first axis": points[:, 0], "second axis": points[:, 1]}, "start"),
        (formula(request),),
    )


@dataclass(frozen=True, eq=False)
class FirstMoment:
    """Initial state of a training as drawn: words, coordinates and their axes, named words, picture."""

    words: tuple[str, ...]
    vocabulary: int
    width: int
    points: NDArray[np.float32]
    plane: Plane
    named: tuple[tuple[int, str], ...]
    held: float
    figure: Spec


def _compute_first_moment(request: skipgram.SkipgramRequest) -> FirstMoment:
    first = skipgram.start(request)
    rows = _rows(first)
    plane = plane_of(rows)
    points, shown = plane.draw(rows), first.words[: len(rows)]
    box = around([points])
    named = _label_sides(points, shown, box)
    drawn = _figure(points, shown, box, named)
    return FirstMoment(shown, len(first.words), rows.shape[1], points, plane, named, plane.explained(rows), drawn)


_shared_first_moment = cached(max_entries=8)(_compute_first_moment)
"""Of shipped texts, with an entry for each width of the slider and some more; each takes a second or two."""


@picture(skipgram.train, given=("records",))
def training_loss(
    *,
    texts: Sequence[str] = run.CHOSEN,
    width: Int = run.WIDTH,
    passes: Int = run.PASSES,
    window: Int = run.WINDOW,
    own: str = run.OWN,
    records: tuple[VectorRecord, ...] | None = None,
) -> View:
    """Training loss per pair of a skip-gram run, against passes over the text.

    `records` are those of the training; None: it is trained now.
    """
    request = request_of(texts, run.PREDICTING, width, passes, window, own)
    assert isinstance(request, skipgram.SkipgramRequest)
    steps = [record for record in (_run(request) if records is None else records) if not math.isnan(record.loss)]
    first, last = steps[0], steps[-1]
    speed = f": {last.pairs / last.seconds:,.0f} pairs per second" if last.seconds else ""
    numbers = {
        "pass": [record.epoch for record in steps],
        "loss per pair": [record.loss for record in steps],
        "pairs": [record.pairs for record in steps],
        "seconds": [record.seconds for record in steps],
    }
    losses = np.array(numbers["loss per pair"], np.float32)
    return View(
        _draw_loss(np.array(numbers["pass"], np.float32), losses, float(passes)),
        f"{count(last.pairs, 'pair')} in {spell_seconds(last.seconds)} of training{speed}. Loss per pair, on average "
        f"over the first {share(first.step, first.steps)} of the run: {fixed(first.loss, 3)}"
        f"{'' if first is last else f'; since the last report: {fixed(last.loss, 3)}'}. The lower it is, the better "
        "the model tells words that stood near each other from random ones; where each answer is a coin's throw it is "
        f"{fixed((1 + request.negatives) * math.log(2), 3)}. How hard that is also depends on the part of the text "
        "being read: the curve may jump where a pass begins.",
        Table(numbers, "loss"),
    )


def too_alike(vectors: NDArray[np.float32]) -> str:
    """Note on a table (V, D) whose words are still too similar; "" otherwise."""
    if (alike := mean_cosine(vectors)) <= ALIKE:
        return ""
    return (
        f"The words of this run still point nearly the same way: two of them have a cosine of {alike:.2f} on "
        "average. It has seen too little text to tell them apart. Add a text, or passes."
    )


def around(moments: list[NDArray[np.float32]]) -> Box:
    """Drawing area of all moments so far, in steps of 0.2, so that it seldom changes while the words spread.

    >>> around([np.array([[0.05, 0.3], [-0.1, -0.45]], np.float32)])
    (-0.2, -0.6, 0.2, 0.4)
    """
    every = np.concatenate(moments)
    low, high = np.floor(every.min(axis=0) / 0.2) * 0.2, np.ceil(every.max(axis=0) / 0.2) * 0.2
    x0, y0, x1, y1 = (round(float(edge), 1) for edge in (*low, *high))
    return x0, y0, x1, y1


def _groups(words: tuple[str, ...]) -> dict[str, NDArray[np.int64]]:
    number = {word: row for row, word in enumerate(words)}
    found = members(lambda word: number.get(word.lower()), NAMES)
    best = sorted(found, key=lambda name: -len(found[name]))[:5]
    return {name: found[name] for name in NAMES if name in best and len(found[name])}


def _label_sides(points: NDArray[np.float32], words: tuple[str, ...], box: Box) -> tuple[tuple[int, str], ...]:
    """Placed labels: words with room for their names, and on which side of their dots."""
    groups = _groups(words)
    turns = max(map(len, groups.values()), default=0)
    first = [row for row, word in enumerate(words) if word in ASKED]
    order = [int(rows[turn]) for turn in range(turns) for rows in groups.values() if turn < len(rows)]
    order = list(dict.fromkeys(first + order))
    placed = place_labels(
        points[order], [words[row] for row in order], sizes=to_scale(SIZES, box), bounds=box, limit=NAMES_DRAWN
    )
    return tuple((order[label.index], label.side) for label in placed)


def _figure(points: NDArray[np.float32], words: tuple[str, ...], box: Box, named: tuple[tuple[int, str], ...]) -> Spec:
    labels = [Label(row, words[row], side) for row, side in named]
    return map_frame(points, words, _groups(words), labels, box=box)


def _draw_loss(epochs: NDArray[np.float32], losses: NDArray[np.float32], total: float) -> Spec:
    line = {
        "type": "scatter",
        "x": epochs,
        "y": losses,
        "mode": "lines+markers",
        "line": {"color": theme.OKABE_ITO[0], "width": 2.5},
        "hovertemplate": "pass %{x:.1f}: %{y:.3f}<extra></extra>",
    }
    return Spec([line], layout("passes over the text", "loss per pair", 260, x={"range": [0, total]}))


def formula(request: TrainingRequest, loss: float = math.nan) -> Formula:
    """Formula of the method in `request`; `loss` is the latest of a run, if there is one."""
    if isinstance(request, ppmi.PpmiRequest):
        return _counting(request)
    many = 1 + request.negatives
    start = many * math.log(2)
    newest = (
        ""
        if math.isnan(loss)
        else f" The newest loss is {fixed(loss, 3)}: as if each of the {many} answers had got the chance e to the "
        f"power of −{fixed(loss, 3)} / {many}, {share(math.exp(-round(loss, 3) / many))}."
    )
    return Formula(
        r"\begin{split}L&=-\ln\sigma(c\cdot o)-\sum_{i=1}^{K}\ln\sigma(-c\cdot n_i)\\"
        r"\sigma(x)&=\frac{1}{1+e^{-x}}\end{split}",
        {
            "L": "the [[loss]] of a pair, in [[nats]]",
            "c": f"the [[row]] of a word, {request.dim} numbers: what is kept in the end",
            "o": "the row of a word near it, in a second table for words as neighbours, which begins with zeros",
            "n_i": f"the rows, in the second table, of K = {request.negatives} words drawn at random",
            r"\sigma(x)": "makes a chance between 0 and 1 of a score x; the larger the score, the larger the chance",
        },
        f"Before the first step every score is 0 and every chance σ(0) = 1/2: L = (1 + {request.negatives}) · ln 2 = "
        f"{fixed(start, 3)}.{newest}",
    )


def _counting(request: ppmi.PpmiRequest) -> Formula:
    window = request.window
    near = 2 * sum(1 / distance for distance in range(1, window + 1))
    terms = " + ".join("1" if distance == 1 else f"1/{distance}" for distance in range(1, window + 1))
    return Formula(
        r"\text{PPMI}(i,j)=\max\!\left(0,\ \ln\frac{n_{ij}}{n_i\,q_j}\right)",
        {
            "n_{ij}": "how often word j stands near word i; at distance d it counts 1/d",
            "n_i": "the same for word i and all words together",
            "q_j": f"the share of word j among all neighbours, after each count is raised to the power of "
            f"{request.smoothing:g}, which makes rare words a little less rare",
            r"\max": "the larger of the two: what is rarer than by chance counts as 0",
        },
        f"With a window of {window}, each time that word i comes gives $n_i$ as much as 2 · ({terms}) = "
        f"{fixed(near, 3)}, less at the ends of the text. A pair that is "
        f"met twice as often as by chance weighs ln 2 = {fixed(math.log(2), 3)}.",
    )
