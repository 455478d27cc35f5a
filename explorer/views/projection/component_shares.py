"""Spectrum of a table: the variance of its principal components, beside a random table of the same shape."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.content.en import shared_page_questions
from explorer.data.cache import cached
from explorer.excerpt import first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, guessed, layout
from explorer.vectors.pca import pca, random_shares
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.formula import Formula
from explorer.views.projection import variance_text
from explorer.views.projection.principal_components import Space, space
from explorer.views.projection.settings import Prepared, of_table, prepared
from explorer.views.projection.table_source import Source, remembered
from explorer.views.setting import Int, Others, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, share, tiny, verb

GUESSED = dict(zip(shared_page_questions.MAP_SHARE.choices, ((0, 10), (10, 30), (30, 60), (60, 100)), strict=True))
"""Option on the share of two components → its range in percent."""


def _last(others: Others) -> int:
    where, shown = of_table(others), int(others["shown"])
    return min(shown, *where.table.vectors.shape) if where else shown


SHOWN: Any = Whole("Components shown", 50, 2, 384, key="j_shown", about="number of components drawn")
KEPT: Any = Whole(
    "Components kept",
    lambda others: min(2, _last(others)),
    1,
    _last,
    key="j_kept",
    typed=True,
    about="number of first components that are marked, whose sum is in the sentence",
)


@picture(pca, random_shares)
def spectrum(*, shown: Int = SHOWN, kept: Int = KEPT, **shared: Unpack[Prepared]) -> View:
    """Share of the variance of each principal component, beside a random table of the same shape.

    >>> view = spectrum(table="GloVe")
    >>> len(view.table["component"])
    50
    """
    where, recipe = prepared(shared)
    found, random = space(where, recipe), random_of(where)
    rest = ranges("Drawn", first_of("component", random, shown))
    left_out = f"{rest} {where.columns}".strip()

    def draw(answered: bool, guess: str | None) -> View:
        spec = _figure(where, recipe, shown, answered)
        if not answered:
            two = share(float(random[:2].sum()), digits=3)
            says = (
                f"A table of random numbers with as many rows and columns as {where.table.name}: its components 1 and "
                f"2 hold {two} of the variance. The bars of {where.table.name} appear after your guess."
            )
            return View(spec, says, Table({}, "spectrum"), (), left_out)
        if guess:
            low, high = GUESSED[guess]
            spec = guessed(spec, 2, (low + high) / 2, low=low, high=high, yaxis="y2")
        return View(
            marked(spec, kept, float(found.pca.squares[:kept].sum())),
            _summary(where, found, random, kept) + (f" The star is your guess: {guess}." if guess else ""),
            lambda: _table(found, random),
            (_formula(found),),
            left_out,
        )

    return with_question(draw)


def random_of(where: Source) -> NDArray[np.float64]:
    """Component shares of a random table of the same shape."""
    return _random(*where.table.vectors.shape)


@cached(max_entries=16, stays=True)
def _random(rows: int, width: int) -> NDArray[np.float64]:
    return random_shares(rows, width)


def first_two(found: Space) -> tuple[int, ...]:
    """First two components, or the only one."""
    return tuple(range(min(2, len(found.pca.components))))


@remembered
def _figure(where: Source, recipe: Preprocessing, shown: int, answered: bool) -> Spec:
    random = random_of(where)
    if not answered:
        return random_spectrum(random, shown=shown)
    found = space(where, recipe).pca
    return figure_of(found.squares, found.mean_parts, random, shown=shown)


def _summary(where: Source, found: Space, random: NDArray[np.float64], kept: int) -> str:
    total, gone = np.cumsum(found.pca.squares), found.recipe.remove
    half, most = (int(np.searchsorted(total, part - 1e-12)) + 1 for part in (0.5, 0.9))
    sentence = "what is left" if gone else "the variance" if found.pca.mean_share <= 1e-9 else "the sum of squares"
    first = tuple(range(kept))
    named = variance_text.component_names(first) if kept < 3 else f"components 1 to {kept}"
    they, hold = verb(kept, "it holds", "they hold"), variance_text.variance_held(found, first)
    says = (
        f"In {where.table.name}, {named} {hold}. In a random table of that shape {they} "
        f"{share(float(random[:kept].sum()), digits=3)}."
    )
    if not total.any():
        return says
    return f"{says} Half of {sentence} takes {count(half, 'component')}, nine tenths {most} of {len(total)}."


def _table(found: Space, random: NDArray[np.float64]) -> Table:
    pca = found.pca
    return Table(
        {
            "component": np.arange(1, len(pca.shares) + 1),
            "share of the variance": pca.shares,
            "share of the sum of squares": pca.squares,
            "of it the mean row": pca.mean_parts,
            "sum of squares, summed": np.cumsum(pca.squares),
            "random table, summed": np.cumsum(random),
        },
        "spectrum",
    )


def _formula(found: Space) -> Formula:
    first, total = float(found.pca.moments[0]), found.pca.total
    return Formula(
        r"\text{share}_k=\frac{\lambda_k}{\lambda_1+\lambda_2+\dots+\lambda_D}",
        {
            r"\lambda_k": "the [[variance]] along [[principal component]] k: how far the rows spread in that direction"
            + ("" if found.recipe.center else " (Centre is off: the mean square instead)"),
            "D": f"directions in all: {len(found.pca.moments)}"
            + (f", {found.recipe.remove} of them taken out" if found.recipe.remove else ""),
        },
        f"Component 1: {tiny(first, 4)} of {tiny(total, 4)} in all"
        + (f" is {share(first, total, 3)}." if total else ": there is nothing to share."),
    )


def figure_of(
    squares: NDArray[np.float64], mean_parts: NDArray[np.float64], random: NDArray[np.float64], *, shown: int
) -> Spec:
    """Share of each component and their sum, beside those of a random table of the same shape.

    Args:
        squares: (k,) share of the sum of squares along each component; of the variance where the table is centred.
        mean_parts: (k,) how much of each is the mean row's; nothing where the table is centred.
        random: (k,) shares of a random table.
        shown: how many components are drawn.

    >>> spec = figure_of(np.array([0.7, 0.3]), np.zeros(2), np.array([0.5, 0.5]), shown=2)
    >>> [trace["name"] for trace in spec.data]
    ['this table', 'random table', 'this table, summed', 'random table, summed']
    """
    off_centre = bool(mean_parts.max(initial=0) > 0)
    count = np.arange(1, min(shown, len(squares)) + 1, dtype=np.int16)
    last = len(count)
    table, noise = theme.category(0), theme.category(3)
    bar = {"type": "bar", "x": count, "marker": {"color": table["color"]}}
    data: list[dict[str, Any]] = []
    if off_centre:
        mean = {"color": table["color"], "opacity": 0.4, "pattern": {"shape": "/"}}
        data.append(bar | {"y": _percent(mean_parts[:last]), "name": "of it the mean row", "marker": mean})
    rest = np.maximum(squares - mean_parts, 0)
    data.append(bar | {"y": _percent(rest[:last]), "name": "of it the variance" if off_centre else "this table"})
    for name, values, style, dash, axis in (
        ("random table", random[:last], noise, "dot", "y"),
        ("this table, summed", np.cumsum(squares)[:last], table, "solid", "y2"),
        ("random table, summed", np.cumsum(random)[:last], noise, "dash", "y2"),
    ):
        line = {"color": style["color"], "dash": dash, "width": 2.5}
        curve = {"type": "scatter", "mode": "lines", "x": count, "y": _percent(values)}
        data.append(curve | {"name": name, "yaxis": axis, "line": line})
    made = layout(
        "component",
        "% each",
        520,
        legend=True,
        x={"domain": [0, 1], "anchor": "y2"},
        y={"domain": [0.55, 1], "rangemode": "tozero"},
    )
    made["yaxis2"] = {
        "domain": [0, 0.45],
        "range": [0, 102],
        "dtick": 25,  # a line at one half, which the path asks for
        "title": {"text": "% summed"},
        "ticks": "outside",
        "automargin": True,
        "zeroline": False,
    }
    return Spec(data, made | {"hovermode": "x unified", "barmode": "stack"})


def marked(spec: Spec, kept: int, held: float) -> Spec:
    """The picture with a line behind the last component that is kept, and what the first ones hold together.

    >>> marked(Spec([{"x": [1, 2]}], {}), 1, 0.25).layout["annotations"][0]["text"]
    'first 1: 25 %'
    """
    last = len(spec.data[0]["x"])
    line = {"color": theme.INK, "width": 2, "dash": "dash"}
    shape = {"type": "line", "yref": "paper", "x0": kept + 0.5, "x1": kept + 0.5, "y0": 0, "y1": 1, "line": line}
    note = {
        "x": kept + 0.5,
        "y": 0.5,  # between the two pictures
        "yref": "paper",
        "xanchor": "left" if 2 * kept < last else "right",
        "text": f"first {kept}: {share(held, digits=3)}",
        "showarrow": False,
    }
    return Spec(spec.data, spec.layout | {"shapes": [shape], "annotations": [note]})


def _percent(shares: NDArray[np.float64]) -> NDArray[np.float32]:
    return (shares * 100).astype(np.float32)


def random_spectrum(random: NDArray[np.float64], *, shown: int) -> Spec:
    """The picture of `figure_of` with the random table alone, shown before a guess.

    >>> [trace["name"] for trace in random_spectrum(np.array([0.5, 0.5]), shown=2).data]
    ['random table', 'random table, summed']
    """
    whole = figure_of(np.zeros_like(random), np.zeros_like(random), random, shown=shown)
    return Spec([trace for trace in whole.data if trace["name"].startswith("random")], whole.layout)
