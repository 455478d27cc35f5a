"""Learned tables of two real models beside the sinusoidal one, by the same pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.core.functional import sinusoidal
from explorer.data import load_minilm, load_whisper
from explorer.figures.positions import distance as positions_distance
from explorer.figures.positions import tables as positions_tables
from explorer.figures.spec import Spec
from explorer.scripts import positions as scripts
from explorer.ui.positions import formula
from explorer.waves.tables import TableFacts, largest_rise, table_facts
from explorer.wording import fixed, number, share

PART = ui.Part(
    "Learned tables",
    why="Some models are given no waves and learn a table of [[position embeddings]] like any other [[weights]]: two "
    "real ones, beside the waves of the same size, show what training arrives at.",
    look="Likeness: the stronger the orange, the more alike two places are; neighbours lie along the diagonal. Every "
    "other picture sets a model's table against a computed one.",
    shown=lambda state: f"{state.get('p_table', 'Whisper decoder (learned)')} · D = 384",
)

TABLES: dict[str, tuple[str, Callable[[], NDArray[np.float16]], str]] = {
    "Whisper decoder (learned)": ("learned", lambda: load_whisper().positions, "load_whisper().positions"),
    "MiniLM (learned)": ("learned", lambda: load_minilm().positions, "load_minilm().positions"),
    "Whisper encoder (fixed)": ("fixed", lambda: load_whisper().sinusoids, "load_whisper().sinusoids"),
}
WHAT = {
    "Whisper decoder (learned)": "Whisper tiny.en writes down speech; these are its text positions",
    "MiniLM (learned)": "all-MiniLM-L6-v2 compares sentences; these are its positions",
    "Whisper encoder (fixed)": "Whisper tiny.en listens; these number its slices of sound and were never trained",
}
VIEWS = ["Likeness", "Over distance", "Lengths", "Spectrum", "Components", "Which formula?"]
SEEN = 1e-6  # shares of the variance below this are rounding
NOTICED = 0.01  # a smaller rise can't be seen in the picture
SIDE = 256  # positions per side of a matrix


@st.cache_resource(max_entries=8, show_spinner="Reading the table")
def _facts(name: str) -> tuple[TableFacts, TableFacts]:
    """Facts of a shipped table, and of the core's sinusoidal one of the same shape."""
    table = TABLES[name][1]()
    every = _every(len(table))
    return table_facts(table, every), table_facts(sinusoidal(*table.shape), every)


def _every(positions: int) -> int:
    """Positions from one to the next that a matrix shows."""
    return -(-positions // SIDE)


@lru_cache(maxsize=32)
def _figure(name: str, view: str, which: int, three: bool) -> Spec:
    pair, labels = _facts(name), (name, "sinusoidal")
    if view == "Likeness":
        return positions_distance.matrix(pair[which].cosines, step=_every(len(pair[which].norms)))
    if view == "Over distance":
        return positions_distance.over_distance({label: facts.curve for label, facts in zip(labels, pair, strict=True)})
    if view == "Lengths":
        curves = {label: facts.norms for label, facts in zip(labels, pair, strict=True)}
        return positions_tables.lines(curves, x_title="position", y_title="length of the row", log=True)
    if view == "Spectrum":
        left = {label: 1 - np.cumsum(facts.variance)[:200] for label, facts in zip(labels, pair, strict=True)}
        return positions_tables.lines(
            {label: np.where(values > SEEN, values, np.nan) for label, values in left.items()},
            x_title="principal components kept",
            y_title="share of the variance left",
            first=1,
            log=True,
        )
    return positions_tables.components(pair[which].components, pair[which].variance[:3].tolist(), three=three)


def show() -> None:
    """Two learned tables beside the waves of the same size, by the picture that is chosen."""
    with ui.controls("p_learned"):
        left, right = st.columns([1, 2])
        view = right.segmented_control(
            "Picture", VIEWS, default=VIEWS[0], required=True, key="p_view", bind="query-params"
        )
        name, three = "", False
        if view == "Which formula?":
            left.markdown("**Whisper encoder (fixed)**")
        else:
            name = left.selectbox("Table", list(TABLES), key="p_table", bind="query-params")
            three = view == "Components" and st.toggle("In 3D", key="p_three", bind="query-params")
    if not name:
        formula.show()
        return
    mine, waves = facts = _facts(name)
    ui.badge("minilm" if name.startswith("MiniLM") else "whisper")
    st.text(f"{WHAT[name]}. {len(mine.norms)} positions × 384 dimensions.")
    view = view or VIEWS[0]
    if view in ("Likeness", "Components"):
        for place, which, label in zip(ui.beside(2), (0, 1), (name, "Sinusoidal, same size"), strict=True):
            with place:
                _picture(name, view, facts, which, three, f"**{label}**")
    else:
        _picture(name, view, facts, 0, False)
    st.header("What they share, and what they don't", anchor=False)
    st.markdown("\n".join(f"- {line}" for line in _comparison(name, mine, waves)))  # one element costs less than three
    _formula(mine)


def _picture(
    name: str, view: str, facts: tuple[TableFacts, TableFacts], which: int, three: bool, title: str = ""
) -> None:
    ui.picture(
        f"p_tab{VIEWS.index(view)}{which}",
        _figure(name, view, which, three),
        summary=_summary(view, facts[which], facts[1 - which], name if which == 0 else "The sinusoidal table"),
        table=lambda: _table(view, facts[which]),
        script=lambda: scripts.learned(TABLES[name][2]),
        title=title,
    )


def _summary(view: str, facts: TableFacts, other: TableFacts, name: str) -> str:
    if view == "Likeness":
        return f"{name}: the offset alone explains {share(facts.offset_share)} of how the cosines vary."
    if view == "Over distance":
        return (
            f"Mean cosine at distance 1, 4, 16, 64, 128. {name}: {_at_distances(facts)}; "
            f"sinusoidal: {_at_distances(other)}."
        )
    if view == "Lengths":
        return (
            f"{name}: row 0 has length {number(float(facts.norms[0]))}, the median of the others is "
            f"{number(float(np.median(facts.norms[1:])))}. Every sinusoidal row has length √(384 / 2) = "
            f"{number(float(other.norms[0]))}."
        )
    if view == "Spectrum":
        return (
            f"{facts.components_for(0.9)} of {len(facts.variance)} components hold 90 % of the variance of {name}; "
            f"the sinusoidal table needs {other.components_for(0.9)}."
        )
    return (
        f"{name}, each position a point on its first principal components: three of them hold "
        f"{share(facts.variance[:3].sum())} of the variance."
    )


def _rise(facts: TableFacts) -> str:
    half = facts.curve[: len(facts.curve) // 2]
    rise = largest_rise(half)
    if rise.by < NOTICED:
        return f"up to distance {len(half) - 1} the mean cosine never rises by {NOTICED} or more"
    return (
        f"the mean cosine rises by {rise.by:.2f} from distance {rise.start} to {rise.end}, the most up to distance "
        f"{len(half) - 1}"
    )


def _at_distances(facts: TableFacts) -> str:
    return ", ".join(fixed(facts.curve[k]) for k in (1, 4, 16, 64, 128))


def _comparison(name: str, mine: TableFacts, waves: TableFacts) -> list[str]:
    computed = TABLES[name][0] == "fixed"
    return [
        f"**Neighbours are alike** in both: mean cosine {fixed(mine.curve[1])} at distance 1 "
        f"(sinusoidal {fixed(waves.curve[1])}), {fixed(mine.curve[64])} at distance 64 ({fixed(waves.curve[64])}).",
        f"**The offset** alone explains {share(mine.offset_share)} of the variation of its cosines; for sinusoids it "
        f"is {share(waves.offset_share)}.",
        (
            f"**Row 0** is {mine.zero_stands_out:.2f} times as long as the median row"
            + (
                ", as in any sinusoidal table of even width."
                if computed
                else "; in a sinusoidal table of even width all rows are equally long."
            )
        ),
        f"**Rising again**: {_rise(mine)}; in the sinusoidal table {_rise(waves)}.",
        _weakest(mine, waves),
        f"**Directions**: {mine.components_for(0.9)} components hold 90 % of its variance, "
        f"{waves.components_for(0.9)} in the sinusoidal table of the same size.",
    ]


def _weakest(mine: TableFacts, waves: TableFacts) -> str:
    step, everywhere = mine.weakest_step, fixed(float(waves.steps.min()))
    if mine.steps.max() - mine.steps.min() < NOTICED:
        return f"**Every step** is alike: cosine {fixed(mine.steps[step])} (in the sinusoidal table {everywhere})."
    apart = f"Apart from row 0 (to row 1 its cosine is {fixed(mine.steps[0])}), " * bool(
        mine.steps[0] < mine.steps[step]
    )
    return (
        f"{apart}**{'the' if apart else 'The'} weakest step** is from position {step} to {step + 1}: cosine "
        f"{fixed(mine.steps[step])} (in the sinusoidal table {everywhere}, as everywhere)."
    )


def _formula(facts: TableFacts) -> None:
    step = facts.weakest_step
    (one, two), cosine = facts.norms[step : step + 2].tolist(), float(facts.steps[step])
    ui.formula(
        "p_learned",
        r"\cos(p,q)=\frac{x_p\cdot x_q}{|x_p|\,|x_q|}",
        {
            "x_p": "the [[row]] of position p, 384 numbers",
            r"x_p\cdot x_q": "the [[dot product]]: numbers of the same column multiplied, then all added up",
            "|x_p|": "the length of a row, the root of the sum of its squares",
            r"\cos(p,q)": "the [[cosine]]: 1 for rows of one direction, 0 for a right angle",
        },
        f"The weakest step after row 0, from {step} to {step + 1}: {number(cosine * one * two, 4)} / "
        f"({number(one, 4)} · {number(two, 4)}) = {fixed(cosine)}.",
    )


def _table(view: str, facts: TableFacts) -> ui.Table:
    position = np.arange(len(facts.norms))
    if view == "Likeness":
        drawn = position[:: _every(len(position))]
        columns = {str(p): facts.cosines[:, i] for i, p in enumerate(drawn)}
        return ui.Table({"position": drawn, **columns}, "cosines")
    if view == "Spectrum":
        return ui.Table({"component": np.arange(1, len(facts.variance) + 1), "share": facts.variance}, "spectrum")
    if view == "Components":
        scores = {f"component {i + 1}": facts.components[:, i] for i in range(facts.components.shape[1])}
        return ui.Table({"position": position, **scores}, "components")
    return ui.Table({"position": position, "length": facts.norms, "mean cosine at this distance": facts.curve}, "table")
