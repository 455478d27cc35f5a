"""Learned tables: position tables of two real models beside the sinusoidal one of the same size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explorer.core.functional import sinusoidal as waves_of
from explorer.data import load_minilm, load_whisper
from explorer.data.cache import cached
from explorer.excerpt import one_in, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.positions import distance as figures
from explorer.positional_encodings.table_statistics import TableFacts, table_facts
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Switch
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import fixed, number, share

Name = Literal["Whisper decoder (learned)", "MiniLM (learned)", "Whisper encoder (fixed)"]
TABLES: Mapping[Name, Callable[[], NDArray[np.float16]]] = {
    "Whisper decoder (learned)": lambda: load_whisper().positions,
    "MiniLM (learned)": lambda: load_minilm().positions,
    "Whisper encoder (fixed)": lambda: load_whisper().sinusoids,
}
FIRST = next(iter(TABLES))
TABLE: Any = Choice("Table", FIRST, tuple(TABLES), key="p_table", listed=True, about="a model's table of positions")
SINUSOIDAL: Any = Switch("Sinusoidal", False, about="whether to draw the sinusoidal table of the same size instead")
DISTANCES = (1, 4, 16, 64, 128)
EVEN = 1e-4
"""Tolerance for equal cosines of steps, the precision of a float16 table."""
SIDE = 256
"""Maximum positions per side of a matrix."""


@picture(table_facts)
def table_similarity(*, table: Name = TABLE, sinusoidal: bool = SINUSOIDAL) -> View:
    """Cosine similarity matrix of a model's position table.

    >>> table_similarity().table["position"][:3].tolist()
    [0, 2, 4]
    """
    found = facts(table)[sinusoidal]
    rows, step = len(found.norms), _step(len(found.norms))
    drawn = np.arange(0, rows, step)
    return View(
        _similarity_figure(table, sinusoidal),
        f"{_name(table, sinusoidal)}: how far apart two positions are explains {share(found.offset_share)} of how "
        "their cosines vary (each row with itself included)"
        f"{'' if round(found.offset_share, 12) == 1 else '; the rest depends on where they stand'}.",
        lambda: Table({"position": drawn, **{str(p): found.cosines[:, i] for i, p in enumerate(drawn)}}, "cosines"),
        _formulas(table, sinusoidal),
        ranges("Drawn", one_in(step, "position", rows)),
    )


@picture(table_facts)
def table_over_distance(*, table: Name = TABLE) -> View:
    """Mean cosine of a model's position rows over their distance, beside the sinusoidal table's.

    >>> round(float(table_over_distance().table["mean cosine at this distance"][1]), 2)
    0.82
    """
    mine, waves = facts(table)
    columns = {"length": mine.norms, "mean cosine at this distance": mine.curve}
    return View(
        figures.over_distance({table: mine.curve, "sinusoidal": waves.curve}),
        f"Mean cosine at distance {', '.join(map(str, DISTANCES))}. {table}: {_at_distances(mine)}; sinusoidal: "
        f"{_at_distances(waves)}.",
        lambda: Table({"position": np.arange(len(mine.norms)), **columns}, "table"),
        _formulas(table),
    )


@cached(max_entries=8)
def facts(table: Name) -> tuple[TableFacts, TableFacts]:
    """Statistics of a shipped table, and of the core's sinusoidal one of the same shape."""
    rows = TABLES[table]()
    step = _step(len(rows))
    return table_facts(rows, step), table_facts(waves_of(*rows.shape), step)


def _step(positions: int) -> int:
    return -(-positions // SIDE)


def _name(table: Name, sinusoidal: bool) -> str:
    return "The sinusoidal table" if sinusoidal else table


@lru_cache(maxsize=8)
def _similarity_figure(table: Name, sinusoidal: bool) -> Spec:
    found = facts(table)[sinusoidal]
    return figures.matrix(found.cosines, step=_step(len(found.norms)))


def _at_distances(found: TableFacts) -> str:
    return ", ".join(fixed(found.curve[k]) for k in DISTANCES)


def _formulas(table: Name, sinusoidal: bool = False) -> tuple[Formula, ...]:
    """Formula of the smallest cosine between neighbours; if all are equal, as in a sinusoidal table, of the first."""
    if sinusoidal:
        return ()
    mine, _ = facts(table)
    even = float(np.ptp(mine.steps[1:])) < EVEN
    step = 1 if even else mine.weakest_step
    which = "Every step has the same cosine but for rounding, that" if even else "The weakest step after row 0,"
    (one, two), cosine = mine.norms[step : step + 2].tolist(), float(mine.steps[step])
    return (
        Formula(
            r"\cos(p,q)=\frac{x_p\cdot x_q}{|x_p|\,|x_q|}",
            {
                "x_p": "the [[row]] of position p, 384 numbers",
                r"x_p\cdot x_q": "the [[dot product]]: numbers of the same column multiplied, then all added up",
                "|x_p|": "the length of a row, the root of the sum of its squares",
                r"\cos(p,q)": "the [[cosine]]: 1 for rows of one direction, 0 for a right angle",
            },
            f"{which} from {step} to {step + 1}: {number(cosine * one * two, 4)} / "
            f"({number(one, 4)} · {number(two, 4)}) = {fixed(cosine)}.",
        ),
    )
