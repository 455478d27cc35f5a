"""Seeds of t-SNE and UMAP: two maps of the same table by one method, to see what stays.

As in `_map_methods`, the page's maps are computed in the visitor's browser; elsewhere t-SNE is scikit-learn's, and
UMAP's maps are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.figures.projection import maps_side_by_side as figures
from explorer.vectors import sklearn_tsne as engine
from explorer.vectors.compare_two_maps import shared_neighbours
from explorer.vectors.map_quality import Distortion, distortion
from explorer.views.formula import Formula
from explorer.views.projection import point_sample
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.colouring import OF_POINTS
from explorer.views.projection.map_methods import TSNE, UMAP, BrowserMaps
from explorer.views.projection.point_sample import Sample, Selection, selected
from explorer.views.projection.similarity_settings import Nearness
from explorer.views.projection.table_source import Source, remembered_briefly
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, share

SETTINGS = {TSNE: ("perplexity", 30), UMAP: ("neighbours", 15)}
SEEDS = (0, 1)
Pictures = list[NDArray[np.float32]]
METHOD: Any = Choice("Method", TSNE, tuple(SETTINGS), key="j_seeds_method", about="of both runs")


class OfSeeds(Nearness, total=False):
    """A prepared table, the method of the runs, and what colours the words."""

    method: Annotated[Literal["t-SNE", "UMAP"], METHOD]
    colour: Annotated[str, OF_POINTS]


@picture(engine.run, point_sample.draw_sample, given=("browser_maps",))
def seeds(*, browser_maps: BrowserMaps | None = None, **shared: Unpack[OfSeeds]) -> View:
    """Two runs of t-SNE or UMAP that differ by their seed alone.

    `browser_maps` are maps from the browser's runs; without them t-SNE is run now, twice for some seconds.
    """
    (where, selection, found), method, colour = selected(shared), shared["method"], shared["colour"]
    pictures = _pictures(found, method, browser_maps)
    words = [where.table.words[row] for row in found.rows]
    drawn = list(zip(titles(method), pictures, strict=False))
    says = point_sample.sample_sentence(where, found)
    if browser_maps is not None or method == TSNE:
        says += (
            f" {method} reads {count(found.reduced.shape[1], 'number')} of each, its first principal components "
            f"({nearness.read(selection.near)}), begins at random points, set by its seed, and runs "
            f"{'in your own browser' if browser_maps is not None else 'by scikit-learn'}.{point_sample.equal(found)}"
        )
    says += point_sample.legend(where, colour)
    return View(
        figures.maps(drawn, words, point_sample.coloured(where, found, colour)) if drawn else None,
        says,
        lambda: _table(words, drawn),
        (),
        _missing(pictures, method, browser_maps),
    )


@picture(shared_neighbours, distortion, given=("browser_maps",))
def seeds_shared(*, browser_maps: BrowserMaps | None = None, **shared: Unpack[OfSeeds]) -> View:
    """Neighbourhoods of the table that two runs keep, and those that they share with each other.

    `browser_maps` are maps from the browser's runs; without them t-SNE is run now.
    """
    (where, selection, found), method = selected(shared), shared["method"]
    pictures = _pictures(found, method, browser_maps)
    missing = _missing(pictures, method, browser_maps)
    n, k = len(found.rows), found.k
    if missing:
        return View(None, f"Kept: of the table's {k} nearest.", Table({}, "seeds_shared"), (), missing)
    counted = counts(where, selection, pictures)
    columns: dict[str, list[Any]] = {
        f"picture (near: {nearness.by(selection.near)}, {nearness.SHORT[shared['compare']]})": titles(method),
        "neighbours kept, %": [round(100 * each.share, 2) for each in counted.kept],
        "trustworthiness": [round(each.trustworthiness, 3) for each in counted.kept],
    }
    examined, between = point_sample.examined(found, counted.kept), counted.between
    says = (
        f"Shared: of each word's {k} nearest dots in one picture, the share among its {k} nearest in the other: "
        f"{share(between, digits=3)}. Kept: of the table's {k} nearest."
    )
    formula = Formula(
        r"S(a, b) = \frac{1}{n k} \sum_{i=1}^{n} \left| N_i(a) \cap N_i(b) \right|",
        {
            "n": f"points: {n:,}",
            "k": f"neighbours counted: {k}",
            "N_i(a)": "the k dots nearest to word i in picture a",
            "S(a, b)": "the share of neighbours that two pictures share",
        },
        f"Seeds 0 and 1: {round(between * n * k):,} of {n:,} · {k} = {n * k:,} neighbours are in both, "
        f"and that is S = {between:.4f}.",
    )
    return View(None, says, Table(columns, "seeds_shared"), (formula,), examined)


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts of neighbours that two maps keep of the table, and the share of those common to both."""

    kept: list[Distortion]
    between: float


def counts(where: Source, selection: Selection, pictures: Pictures) -> Counted:
    """The count for both runs."""
    return _counts(where, selection, tuple(np.ascontiguousarray(p, np.float32).tobytes() for p in pictures))


@remembered_briefly
def _counts(where: Source, selection: Selection, pictures_bytes: tuple[bytes, ...]) -> Counted:
    found = point_sample.draw_sample(where, selection)
    one, two = (np.frombuffer(each, np.float32).reshape(-1, 2) for each in pictures_bytes)
    kept = [point_sample.sample_distortion(found, points) for points in (one, two)]
    return Counted(kept, shared_neighbours(one, two, found.k))


def titles(method: str) -> list[str]:
    """Titles of both pictures."""
    return [f"{method}, seed {seed}" for seed in SEEDS]


def too_few(found: Sample, method: str) -> str:
    """Reason why the points don't allow the setting; "" where they do."""
    most = SETTINGS[method][1]
    if found.different > most:
        return ""
    return f"These maps need more than {most} different points; this table gives {found.different}."


def _pictures(found: Sample, method: str, browser_maps: BrowserMaps | None) -> Pictures:
    if problem := too_few(found, method):
        raise ValueError(problem)
    if browser_maps is not None or method == UMAP:
        return list(browser_maps.positions if browser_maps is not None else ())
    return [point_sample.run_tsne(found, SETTINGS[method][1], seed, "random") for seed in SEEDS]


def _missing(pictures: Pictures, method: str, browser_maps: BrowserMaps | None) -> str:
    if pictures:
        return ""
    if browser_maps is None:
        return f"{method} is drawn in the browser of the page only: its maps are left out here."
    return f"The maps of {method} are not done yet."


def _table(words: list[str], drawn: list[tuple[str, NDArray[np.float32]]]) -> Table:
    columns: dict[str, list[str] | NDArray[np.float32]] = {"word": words}
    for title, spots in drawn:
        columns |= {f"{title}: across": spots[:, 0], f"{title}: up": spots[:, 1]}
    return Table(columns, "seeds")
