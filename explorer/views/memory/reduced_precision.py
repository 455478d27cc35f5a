"""Reduced precision: a trained table in FP16, BF16, INT8 and INT4; bytes, error, and neighbours kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.excerpt import Excerpt
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, guessed, layout
from explorer.figures.memory.memory_bill import hatching
from explorer.memory import both, decimal
from explorer.memory.quantization_error import QuantizationRecord, QuantizationRequest, quantise, results
from explorer.views.formula import Formula
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.table_source import Source, TableLike, opened, remembered
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import decimal_places, fixed, listed, number, share
from explorer.words.shipped_tables import SHIPPED

ROW, TOP = 464, 127
KEPT = {"All ten stay": 1.0, "About eight stay": 0.8, "About five stay": 0.5, "None stays": 0.0}
"""Options on a row's ten nearest neighbours, and the corresponding shares."""
TABLE: Any = Choice(
    "Table",
    "Whisper",
    ("Whisper", "MiniLM", "GloVe"),
    key="m_bits_table",
    listed=True,
    also="the path of your own",
    about="the table that is stored in other ways",
)
INT8, INT4 = "INT8, a scale per row", "INT4, a scale per row"
STORED = {
    "Whisper": "Whisper is published in FP16, so that loses nothing.",
    "MiniLM": "This project stores MiniLM as INT8 rows, so INT8 with a scale per row repeats what was lost before.",
    "GloVe": "This project stores GloVe as INT8 rows, so INT8 with a scale per row repeats what was lost before.",
}


@picture(quantise)
def precision(*, table: TableLike = TABLE) -> View:
    """A trained token table in seven storage schemes: the share of nearest neighbours that each keeps, with its bytes.

    The results for the shipped tables ship with the package; `explorer.memory.quantization_error.quantise` recomputes
    them in up to half a minute.

    Raises:
        ValueError: a number is too large for FP16.

    >>> precision(table="GloVe").table["bytes"][:3]
    [3000000, 3000000, 1560000]
    """
    where = opened(table)
    records = measured(where)

    def draw(answered: bool, guess: str | None) -> View:
        kept = [100 * record.kept for record in records]
        if not answered:  # the sizes alone
            says = f"{_whole(where)}. Which neighbours the smaller ones keep comes after your guess."
            return View(_draw(records, where, None), says, Table({}, "precision"), (_formula(where),))
        figure = _draw(records, where, kept)
        says, details = _sentences(where, records)
        if guess:
            found = scheme_of(records, where)
            figure = guessed(figure, 100 * KEPT[guess], records.index(found), mode="markers", showlegend=True)
            says += f" The star is your guess for {found.scheme.partition(',')[0]}: {share(KEPT[guess])} kept."
        return View(
            figure,
            says,
            lambda: Table(
                {
                    "stored as": [record.scheme for record in records],
                    "bytes": [record.bytes for record in records],
                    "of FP32, %": [100 * record.bytes / _full(where) for record in records],
                    "relative error, %": [100 * record.error for record in records],
                    "largest error of a number": [float(f"{record.worst:.3g}") for record in records],
                    "neighbours kept, %": [100 * record.kept for record in records],
                    "margin, points": [100 * record.margin for record in records],
                },
                "precision",
            ),
            (_formula(where),),
            details=details,
        )

    return with_question(draw)


def _draw(records: Sequence[QuantizationRecord], where: Source, kept: Sequence[float] | None) -> Spec:
    """A bar of each scheme's size, and above it one of the neighbours that it keeps, once these may be seen."""
    rows, flat = [*range(len(records))], {"showgrid": False, "ticks": "", "range": [len(records) - 0.5, -0.5]}
    sizes = [100 * record.bytes / _full(where) for record in records]

    def bars(name: str, percents: Sequence[float], words: Sequence[str], off: float, look: dict[str, Any]) -> Any:
        shape = {"type": "bar", "orientation": "h", "width": 0.36, "textposition": "outside", "constraintext": "none"}
        hover = {"hovertemplate": "%{x:.1f} %<extra>%{fullData.name}</extra>", "marker": look, "name": name}
        return shape | hover | {"x": percents, "y": [row + off for row in rows], "text": words}

    size = {"color": theme.OKABE_ITO[3], "pattern": hatching(1)}
    told = [f"{fixed(percent, 1)} % ({decimal(each.bytes)})" for percent, each in zip(sizes, records, strict=True)]
    traces = [bars("size, % of FP32", sizes, told, 0.2 * bool(kept), size)]
    if kept:
        words = [f"{each:.1f} %" for each in kept]
        traces.insert(0, bars("neighbours kept, %", kept, words, -0.2, {"color": theme.OKABE_ITO[0]}))
    names = {"tickvals": rows, "ticktext": [record.scheme for record in records]}
    return Spec(traces, layout("%", "", 100 + 40 * len(rows), legend=True, x={"range": [0, 130]}, y=flat | names))


@remembered
def measured(where: Source) -> tuple[QuantizationRecord, ...]:
    """Measure all schemes; for shipped tables the results are precomputed."""
    found = None if where.private else results().get(where.key)
    return found or tuple(quantise(QuantizationRequest(), where.table.vectors))


def scheme_of(records: Sequence[QuantizationRecord], where: Source) -> QuantizationRecord:
    """The scheme that the page asks about: a scale for each row, in fewer bits than the table came with."""
    scheme = INT4 if where.key in ("MiniLM", "GloVe") else INT8
    return next(record for record in records if record.scheme == scheme)


def _whole(where: Source) -> str:
    rows, width = where.table.vectors.shape
    name = SHIPPED.get(where.key, where.table.name)
    return f"As a whole, {name}, {rows:,} × {width:,}, takes {both(_full(where))} in FP32"


def _full(where: Source) -> int:
    return 4 * where.table.vectors.size


def _sentences(where: Source, records: Sequence[QuantizationRecord]) -> tuple[str, str]:
    request, rows = QuantizationRequest(), len(where.table.vectors)
    searched, k = min(request.queries, rows), request.counted(rows)
    examined = Excerpt("row", range(searched), rows, how="drawn at random")
    one = scheme_of(records, where)
    words = [f"“{record.scheme}” {_told_kept(record, searched)}" for record in (records[0], one, records[-1])]
    nearest = f"{k} nearest neighbours" if k > 1 else "nearest neighbour"
    return (
        f"Of a row’s {nearest}, {listed(words)}.",
        f"Compared before and after: the neighbours of {examined}. {_whole(where)}."
        + " (±: where the share of all rows lies, 19 times in 20.)" * any(record.margin for record in records)
        + nearness.tied_rows(records[0].tied, searched, k)
        + f" {STORED.get(where.key, '')}".rstrip(),
    )


def _told_kept(record: QuantizationRecord, searched: int) -> str:
    """Share of neighbours kept, or that none can be: an error of the whole table is left by zeros alone."""
    if record.error >= 1:
        return "reads each number back as 0, so keeps nothing"
    tied = "all" if record.merged == searched else f"{record.merged:,}"
    among = f" (of {tied}, more rows read back are as near: the first in the table are counted)"
    return f"keeps {_share_kept(record)}{among * (record.merged > record.tied)}"


def _share_kept(record: QuantizationRecord) -> str:
    """Share of neighbours kept, with the sampling margin in percentage points; neither is rounded to all or nothing."""
    kept, margin = share(record.kept, digits=3), 100 * record.margin
    about = f" ± {fixed(margin, 1) if margin >= 0.05 else number(margin, 1)}" * (margin > 0)
    return f"{kept.removesuffix(' %')}{about} %"


def _formula(where: Source) -> Formula:
    at = min(ROW, len(where.table.words) - 1)
    row = where.table.vectors[at].astype(np.float32)
    largest = float(np.abs(row).max())
    scale = float(np.float16(largest / TOP))
    # From the numbers as they are shown, so that the steps meet; s has so many digits that 127 of it do.
    places, finer = (decimal_places(scale or largest, digits) for digits in (3, 7))
    first, step = round(float(row[0]), places), round(scale, finer)
    whole = round(first / step) if step else 0
    back = round(whole * step, places)
    begins = f"Row {at}: its largest number is {fixed(largest, places)}; a 127th of it, as float16, is s = "
    worked = (
        f"{begins}{fixed(step, finer)}. The first is {fixed(first, places)}: divided by s and rounded, "
        f"{fixed(whole, 0)}. Read back: {fixed(whole, 0)} × {fixed(step, finer)} = {fixed(back, places)}, wrong by "
        f"{fixed(abs(back - first), places)}."
        if step
        else f"{begins}0, since it is too small for float16: each number of the row is read back as 0."
    )
    return Formula(
        r"q=\mathrm{round}\!\left(\frac{x}{s}\right)\qquad s=\frac{\max|x_r|}{127}\qquad x\approx q\,s",
        {
            "x": "a number of the table",
            "s": "the scale of its row, one for all of them, stored as [[float16]]",
            "q": "the whole number that is stored in its place, −127 to 127: 8 bits",
            r"\max|x_r|": "the largest number of the row, its sign left out",
        },
        worked,
    )
