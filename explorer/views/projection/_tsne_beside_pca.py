"""t-SNE with two seeds beside PCA: the same points, and what the maps agree on."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from explorer.content.escape_markdown import escape_markdown
from explorer.figures.figure_spec import Spec
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels, to_scale
from explorer.figures.projection.map_axis_ranges import extent
from explorer.figures.projection.map_frame import map_frame
from explorer.vectors import sklearn_tsne as engine
from explorer.vectors.compare_two_maps import agreement_of_distances, most_changed
from explorer.vectors.map_quality import Distortion, distortion
from explorer.vectors.similarity_measures import COSINE
from explorer.views.formula import Formula
from explorer.views.projection import point_sample
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.point_sample import Sample, Selection
from explorer.views.projection.similarity_settings import AS_STORED
from explorer.views.projection.table_source import Source, remembered
from explorer.views.table import Table
from explorer.views.view import View, picture, real_number, whole_number
from explorer.wording import count, fixed, number, share

SIZES = ((480.0, 330.0), (560.0, 330.0))
SEEDS = (0, 1)
Records = tuple[engine.TsneRecord, ...]
selected = partial(point_sample.selected, most=engine.LARGEST, examined=1000)


@picture(engine.affinities, distortion)
def tsne_pca(
    *,
    table: str | Source = "MiniLM",
    center: bool = True,
    unit: bool = False,
    remove: int = 0,
    near: str = COSINE,
    compare: str = AS_STORED,
    first: int = 0,
    perplexity: float = 30,
) -> View:
    """PCA in two dimensions of the points of t-SNE; its formula is that of a point's affinities in t-SNE.

    Args:
        table: a shipped table's name, or the path of your own.
        center: subtract the mean row, where `compare` is the table after the switches.
        unit: make rows equally long, likewise.
        remove: how many of the strongest directions to take out, likewise.
        near: similarity measure.
        compare: table in which rows are compared.
        first: how many of the table's first whole words are points, beside all words of a kind.
        perplexity: effective number of neighbours of each point.

    >>> len(tsne_pca(table="GloVe").table["word"])
    665
    """
    where, selection, found = selected(table, center, unit, remove, near, compare, first)
    _check(found, perplexity)
    judged = point_sample.of_pca(where, selection)
    says = (
        f"PCA of {point_sample.sample_sentence(where, found)}. {_kept_text(found, judged)}. t-SNE reads "
        f"{count(found.reduced.shape[1], 'number')} of each, its first principal components "
        f"({nearness.read(selection.near)}).{point_sample.equal(found)}"
    )
    return View(
        _pca_figure(where, selection),
        says,
        lambda: _table(where, found, found.reduced[:, :2], "tsne_pca"),
        (_formula(where, found, selection, perplexity),),
        _left_out(where, found, judged),
    )


@picture(engine.run, distortion, given=("records",))
def tsne(
    *,
    table: str | Source = "MiniLM",
    center: bool = True,
    unit: bool = False,
    remove: int = 0,
    near: str = COSINE,
    compare: str = AS_STORED,
    first: int = 0,
    perplexity: float = 30,
    seed: int = 0,
    records: Records | None = None,
) -> View:
    """One run of scikit-learn's t-SNE from a random initialization.

    Args:
        table: a shipped table's name, or the path of your own.
        center: as in `tsne_pca`, and so are the others.
        unit: of the switches.
        remove: of the switches.
        near: similarity measure.
        compare: table in which rows are compared.
        first: how many of the table's first whole words are points.
        perplexity: effective number of neighbours of each point.
        seed: of the start.
        records: of a run; None: it is run now, which takes some seconds.
    """
    whole_number("seed", seed, 0, 9999)
    where, selection, found = selected(table, center, unit, remove, near, compare, first)
    _check(found, perplexity)
    ((points, divergence),) = _finished(found, perplexity, (seed,), records)
    judged = point_sample.judged(where, selection, points)
    kept = _kept_text(found, judged)
    says = f"t-SNE with seed {seed}: divergence {fixed(divergence, 3)}, {kept}.{point_sample.equal(found)}"
    return View(
        _figure(where, found, points, f"t-SNE, seed {seed}"),
        says,
        lambda: _table(where, found, points, f"tsne_{seed}"),
        (_formula(where, found, selection, perplexity),),
        _left_out(where, found, judged),
    )


@picture(engine.run, agreement_of_distances, most_changed, given=("records",))
def tsne_distances(
    *,
    table: str | Source = "MiniLM",
    center: bool = True,
    unit: bool = False,
    remove: int = 0,
    near: str = COSINE,
    compare: str = AS_STORED,
    first: int = 0,
    perplexity: float = 30,
    records: Records | None = None,
) -> View:
    """Distances between the kinds of words in two runs of t-SNE and in PCA.

    Args:
        table: a shipped table's name, or the path of your own.
        center: as in `tsne_pca`, and so are the others.
        unit: of the switches.
        remove: of the switches.
        near: similarity measure.
        compare: table in which rows are compared.
        first: how many of the table's first whole words are points.
        perplexity: effective number of neighbours of each point.
        records: of both runs; None: they are run now.
    """
    where, _, found = selected(table, center, unit, remove, near, compare, first)
    _check(found, perplexity)
    runs = [points for points, _ in _finished(found, perplexity, SEEDS, records)]
    return View(None, *point_sample.distances(where, found, [found.reduced[:, :2], *runs]))


def _check(found: Sample, perplexity: float) -> None:
    real_number("perplexity", perplexity, 1, 100)
    if problem := too_few(found, perplexity):
        raise ValueError(problem)


def too_few(found: Sample, perplexity: float) -> str:
    """Reason why these points don't allow a perplexity; "" where they do."""
    if perplexity < found.different:
        return ""
    rows = len(found.rows)
    equal = "" if found.different == rows else f" (of {count(rows, 'row')}, equal ones counted once)"
    return f"The perplexity must stay below the number of points, {found.different:,}{equal}."


def _finished(
    found: Sample, perplexity: float, seeds: tuple[int, ...], records: Records | None
) -> list[tuple[NDArray[np.float32], float]]:
    """Final coordinates and divergence of each seed's run."""
    each = point_sample.run_tsne(found.request(perplexity, seeds)) if records is None else records
    done = {record.seed: (record.points, record.divergence) for record in each if record.points is not None}
    if missing := [seed for seed in seeds if seed not in done]:
        raise ValueError(f"Expected records of a finished run of seed {missing[0]}")
    return [done[seed] for seed in seeds]


def _kept_text(found: Sample, judged: Distortion) -> str:
    """Sentence part on what a picture of these rows keeps."""
    kept = f"each word's {judged.k} nearest" if judged.k > 1 else "the words' nearest"
    return (
        f"{share(judged.share, digits=2)} of {kept} kept (by {nearness.BY[found.near_by]} in "
        f"all {found.truth.shape[1]:,} numbers, among the points drawn)"
    )


def _left_out(where: Source, found: Sample, judged: Distortion) -> str:
    some = len(judged.examined) < len(found.rows)
    return f"{point_sample.left_out(where, found)} {point_sample.examined(found, [judged]) if some else ''}".strip()


@remembered
def _pca_figure(where: Source, selection: Selection) -> Spec:
    found = point_sample.draw_sample(where, selection)
    return _figure(where, found, found.reduced[:, :2], "PCA")


def _figure(where: Source, found: Sample, points: NDArray[np.float32], name: str) -> Spec:
    words = [where.table.words[row] for row in found.rows]
    box = extent(points)
    order = [int(ids[turn]) for turn in range(6) for ids in found.groups.values() if turn < len(ids)]
    placed = place_labels(points[order], [words[at] for at in order], sizes=to_scale(SIZES, box), bounds=box, limit=20)
    labels = [Label(order[label.index], words[order[label.index]], label.side) for label in placed]
    return map_frame(
        points,
        words,
        found.groups,
        labels,
        box=box,
        titles=(f"{name}: first axis", "second axis"),
        height=520,
        listed=True,
        revision=f"{where.key}{len(found.rows)}{name}",
    )


def _table(where: Source, found: Sample, points: NDArray[np.float32], name: str) -> Table:
    words = [where.table.words[row] for row in found.rows]
    return Table({"word": words, "across": points[:, 0], "up": points[:, 1]}, name)


@remembered
def _first(where: Source, selection: Selection, perplexity: float) -> engine.Affinities:
    points = point_sample.draw_sample(where, selection).reduced
    return engine.affinities(points[engine.distinct(points)[0]], 0, perplexity)


def _formula(where: Source, found: Sample, selection: Selection, perplexity: float) -> Formula:
    """Formula of the first point's affinities; equal points count as one."""
    first = _first(where, selection, float(perplexity))
    nearest = int(engine.distinct(found.reduced)[0][first.shares.argmax()])
    word, other = (escape_markdown(where.table.words[found.rows[at]]) for at in (0, nearest))
    return Formula(
        r"\begin{gathered}p_{j|i}=\frac{\exp(-|x_i-x_j|^2/2\sigma_i^2)}{\sum_{k\neq i}\exp(-|x_i-x_k|^2/2\sigma_i^2)}\\"
        r"\text{perplexity}=\exp\Big(-\sum_j p_{j|i}\ln p_{j|i}\Big)\\"
        r"\text{divergence}=\sum_{i\neq j}p_{ij}\ln\frac{p_{ij}}{q_{ij}}\end{gathered}",
        {
            "x_i": f"a point's {found.reduced.shape[1]} numbers",
            r"\exp(x)": "e to the power of x",
            "p_{j|i}": "the share of j in all that point i listens to",
            r"\sigma_i": "the width of the bell curve around point i, chosen so that the perplexity is the slider's",
            "p_{ij}": "the mean of both directions, divided by the number of points",
            "q_{ij}": "a pair's share in the picture, from 1 / (1 + distance²); t-SNE moves the dots so that the "
            "[[divergence]] falls",
        },
        f"“{word}”: with σ = {number(first.sigma)} its perplexity is {fixed(first.perplexity, 1)}, and the "
        f"nearest, “{other}”, gets {share(first.shares.max())}.",
    )
