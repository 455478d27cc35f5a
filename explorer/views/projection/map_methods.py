"""Map methods (PCA, t-SNE, UMAP) side by side, and the neighbourhoods that each keeps.

On the page t-SNE and UMAP run in the visitor's browser, by DruidJS, and the view gets their maps.
Elsewhere t-SNE is scikit-learn's with the same settings, which gives nearly the same shares and another picture. UMAP
would need a further package, so its map is left out there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.figures.projection import maps_side_by_side as figures
from explorer.vectors import sklearn_tsne as engine
from explorer.vectors.map_quality import Distortion, distortion
from explorer.views.formula import Formula
from explorer.views.projection import point_sample
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.colouring import OF_POINTS
from explorer.views.projection.point_sample import FIRST, Sample, Selection, selected
from explorer.views.projection.similarity_settings import Nearness
from explorer.views.projection.table_source import Source
from explorer.views.setting import Choice, Int, Own, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, listed, verb

WAYS = PCA, TSNE, UMAP = "PCA", "t-SNE", "UMAP"
FEWEST = 20
INSTEAD = (
    "The maps of t-SNE and UMAP above were made in your browser. This draws PCA as it is there, t-SNE by scikit-learn "
    "with the same settings (the same method, so nearly the same shares, but another picture), and leaves UMAP out"
)
"""Note on what the displayed call computes in place of a browser's map."""


MAPS: Any = Own(
    "Maps",
    (PCA, TSNE),
    lambda value, _: isinstance(value, tuple) and bool(value) and all(each in WAYS for each in value),
    f"one or several of {', '.join(map(repr, WAYS))}",
    about="the methods",
)
PERPLEXITY: Any = Whole(
    "t-SNE: perplexity",
    30,
    1,
    100,
    key="j_ways_perplexity",
    help="About how many neighbours count for each point.",
    about="of t-SNE",
)
NEIGHBOURS: Any = Whole(
    "UMAP: neighbours",
    15,
    2,
    50,
    key="j_ways_neighbours",
    help="How many nearest points, itself counted, each point is tied to.",
    about="of UMAP",
)
SEED: Any = Whole("Seed", 0, 0, 9999, key="j_ways_seed", typed=True, about="of t-SNE and UMAP")
START: Any = Choice(
    "Start",
    "pca",
    {"pca": "along PCA", "random": "anywhere, by the seed"},
    key="j_ways_start",
    about="where the points of t-SNE and UMAP begin",
)


class OfMaps(Nearness, total=False):
    """A prepared table, the number of its first rows, and the methods' settings."""

    first: Annotated[Int, FIRST]
    maps: Annotated[Sequence[str], MAPS]
    perplexity: Annotated[Int, PERPLEXITY]
    neighbours: Annotated[Int, NEIGHBOURS]
    seed: Annotated[Int, SEED]
    start: Annotated[Literal["pca", "random"], START]


@dataclass(frozen=True, eq=False)
class BrowserMaps:
    """Maps computed by the browser: for each, the number of steps and the (n, 2) coordinates."""

    steps: tuple[int, ...] = ()
    positions: tuple[NDArray[np.float32], ...] = ()


@picture(engine.run, point_sample.draw_sample, given=("browser_maps",))
def ways(*, colour: str = OF_POINTS, browser_maps: BrowserMaps | None = None, **shared: Unpack[OfMaps]) -> View:
    """Maps of the same points by several methods.

    `browser_maps` are maps from the browser; without them t-SNE is run now, which takes some seconds.

    >>> ways(table="GloVe", maps=("PCA",)).table.rows
    665
    """
    (where, selection, found), maps = selected(shared, shared["first"]), shared["maps"]
    pictures = _pictures(found, shared, browser_maps)
    groups = point_sample.coloured(where, found, colour)
    words = [where.table.words[row] for row in found.rows]
    drawn = [(way, points) for way, points in zip(maps, pictures, strict=True) if points is not None]
    return View(
        figures.maps(drawn, words, groups) if drawn else None,
        f"{_says(where, selection, found, maps, browser_maps)}{_limited(found, shared)}"
        f"{point_sample.legend(where, colour)}",
        lambda: _table(words, maps, pictures),
        (),
        _missing(maps, pictures, browser_maps),
    )


@picture(distortion, given=("browser_maps",))
def ways_kept(*, browser_maps: BrowserMaps | None = None, **shared: Unpack[OfMaps]) -> View:
    """Neighbourhoods of the table kept by each map, beside those kept by randomly placed points.

    `browser_maps` are as in `ways`.
    """
    (where, selection, found), maps = selected(shared, shared["first"]), shared["maps"]
    pictures = _pictures(found, shared, browser_maps)
    drawn = [(way, points) for way, points in zip(maps, pictures, strict=True) if points is not None]
    known = [(way, judged(where, selection, way, points)) for way, points in drawn]
    every = [*known, ("drawn by chance", point_sample.by_chance(where, selection))]
    return View(
        None,
        f"Neighbours kept: of each word's {found.k} nearest in all numbers, the share that is also among its "
        f"{found.k} nearest dots. Trustworthiness falls with each stranger among the near dots, continuity with each "
        "true neighbour torn away.",
        Table(
            {
                "map": [name for name, _ in every],
                "neighbours kept, %": [100 * each.share for _, each in every],
                "trustworthiness": [each.trustworthiness for _, each in every],
                "continuity": [each.continuity for _, each in every],
            },
            "maps_kept",
        ),
        (_formula(found, *known[0]),) if known else (),
        f"{point_sample.examined(found, [each for _, each in every])} {_missing(maps, pictures, browser_maps)}".strip(),
    )


def judged(where: Source, selection: Selection, way: str, points: NDArray[np.float32]) -> Distortion:
    """Distortion of one map."""
    return point_sample.of_pca(where, selection) if way == PCA else point_sample.judged(where, selection, points)


def _pictures(found: Sample, given: OfMaps, browser_maps: BrowserMaps | None) -> list[NDArray[np.float32] | None]:
    """Coordinates of each map's points; None for a map that is not available."""
    if found.different < FEWEST:
        raise ValueError(too_few(found))
    drawn = iter(browser_maps.positions) if browser_maps is not None else iter(())
    pictures: list[NDArray[np.float32] | None] = []
    for way in given["maps"]:
        if way == PCA:
            pictures.append(found.reduced[:, :2])
        elif browser_maps is not None or way == UMAP:
            pictures.append(next(drawn, None))
        else:
            pictures.append(point_sample.run_tsne(found, given["perplexity"], given["seed"], given["start"]))
    return pictures


def too_few(found: Sample) -> str:
    """Reason why maps of these points can't be compared."""
    return f"Maps can be compared from {FEWEST} different points on; this table gives {found.different}."


def _says(
    where: Source, selection: Selection, found: Sample, ways: Sequence[str], browser_maps: BrowserMaps | None
) -> str:
    says = point_sample.sample_sentence(where, found)
    moving = [way for way in ways if way == TSNE or (way == UMAP and browser_maps is not None)]
    if not moving:
        return says
    here = "your own browser does the work" if browser_maps is not None else "scikit-learn does the work here"
    says += (
        f" {listed(dict.fromkeys(moving))} {verb(len(set(moving)), 'reads', 'read')} "
        f"{count(found.reduced.shape[1], 'number')} of each, its first principal components "
        f"({nearness.read(selection.near)}), and {here}; the same seed gives the same picture again."
        f"{point_sample.equal(found)}"
    )
    if browser_maps is not None and browser_maps.steps:
        took = [f"{name} {step:,}" for name, step in zip(moving, browser_maps.steps, strict=True)]
        says += f" Iterations done: {listed(took)}."
    return says


def _limited(found: Sample, given: OfMaps) -> str:
    some, said, perplexity, neighbours = found.different, "", given["perplexity"], given["neighbours"]
    if TSNE in given["maps"] and perplexity >= some:
        said += f" There are {some} different points, so the perplexity is {some - 1} at most, not {perplexity}."
    if UMAP in given["maps"] and neighbours > some:
        said += f" There are {some} different points, so UMAP counts {some} neighbours at most, not {neighbours}."
    return said


def _missing(
    ways: Sequence[str], pictures: Sequence[NDArray[np.float32] | None], browser_maps: BrowserMaps | None
) -> str:
    missing = list(dict.fromkeys(way for way, points in zip(ways, pictures, strict=True) if points is None))
    if not missing:
        return ""
    if browser_maps is None:
        return "UMAP is drawn in the browser of the page only: its map is left out here."
    none = len(pictures) == 2 and all(points is None for points in pictures)
    return "Neither map is done yet." if none else f"The map of {listed(missing)} is not done yet."


def _table(words: list[str], ways: Sequence[str], pictures: Sequence[NDArray[np.float32] | None]) -> Table:
    columns: dict[str, list[str] | NDArray[np.float32]] = {"word": words}
    for at, (way, points) in enumerate(zip(ways, pictures, strict=True)):
        if points is not None:
            name = f"{way} ({('one', 'other')[at]})" if len(ways) == 2 else f"{way} ({at + 1})"
            columns |= {f"{name}, across": points[:, 0], f"{name}, up": points[:, 1]}
    return Table(columns, "maps")


def _formula(found: Sample, way: str, judged: Distortion) -> Formula:
    n, k, m = len(found.rows), found.k, len(judged.examined)
    scale = 2 / (m * k * (2 * n - 3 * k - 1))
    return Formula(
        r"T = 1 - \frac{2}{m k (2n - 3k - 1)} \sum_{i} \sum_{j \in U_i} (r(i, j) - k)",
        {
            "n": f"points: {n:,}",
            "m": f"points examined: {m:,}",
            "k": f"neighbours counted: {k}",
            "U_i": "the dots that are among the k nearest of i in the picture, but not in all numbers",
            "r(i, j)": "the rank of j among the neighbours of i in all numbers: 1 is the nearest",
            "T": "trustworthiness",
        },
        f"{way}: the strangers' ranks lie beyond {k} by {round((1 - judged.trustworthiness) / scale):,} in all, and "
        f"2 / ({m:,} · {k} · {2 * n - 3 * k - 1:,}) of that is {1 - judged.trustworthiness:.4f}: "
        f"T = {judged.trustworthiness:.4f}.",
    )
