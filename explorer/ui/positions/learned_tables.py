"""Learned position tables of two published models beside the sinusoidal one, in the same pictures."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.positional_encodings.table_statistics import TableFacts, largest_rise
from explorer.ui.positions import whisper_formula
from explorer.views import View
from explorer.views import positions as views
from explorer.views.positions._learned_tables import TABLES, facts
from explorer.wording import fixed, share

PART = ui.Part(
    "Learned tables",
    why="Some models are given no waves and learn a table of [[position embeddings]] like any other [[weights]]: two "
    "real ones, beside the waves of the same size, show what training arrives at.",
    look="Likeness: the stronger the orange, the more alike two positions are; neighbours lie along the diagonal. "
    "Every other picture sets a model's table against a computed one.",
    shown=lambda state: f"{state.get('p_table', 'Whisper decoder (learned)')} · D = 384",
)

WHAT = {
    "Whisper decoder (learned)": "Whisper tiny.en writes down speech; these are its text positions",
    "MiniLM (learned)": "all-MiniLM-L6-v2 compares sentences; these are its positions",
    "Whisper encoder (fixed)": "Whisper tiny.en listens; these number its slices of sound and were never trained",
}
VIEWS = ["Likeness", "Over distance", "Lengths", "Spectrum", "Components", "Which formula?"]
NOTICED = 0.01  # a smaller rise can't be seen in the picture


def show() -> None:
    """Draw a learned table beside the sinusoidal one of the same size, in the chosen picture."""
    with ui.controls("p_learned", above=True):
        left, right = st.columns([1, 2])
        kind = right.segmented_control(
            "Picture", VIEWS, default=VIEWS[0], required=True, key="p_view", bind="query-params"
        )
        name, three = "", False
        if kind == "Which formula?":
            left.markdown("**Whisper encoder (fixed)**")
        else:
            name = left.selectbox("Table", list(TABLES), key="p_table", bind="query-params")
            three = kind == "Components" and st.toggle("In 3D", key="p_three", bind="query-params")
    if not name:
        whisper_formula.show()
        return
    mine, waves = facts(name)
    ui.badge("minilm" if name.startswith("MiniLM") else "whisper")
    st.text(f"{WHAT[name]}. {len(mine.norms)} positions × 384 dimensions.")
    shown = _views(kind or VIEWS[0], name, three)
    key = f"p_tab{VIEWS.index(kind or VIEWS[0])}"
    if len(shown) == 1:
        ui.show(f"{key}0", shown[0])
    else:
        titles = name, "Sinusoidal, same size"
        for at, (column, view, title) in enumerate(zip(ui.beside(2), shown, titles, strict=True)):
            with column:
                ui.show(f"{key}{at}", view, title=f"**{title}**")
    st.header("What they share, and what they don't", anchor=False)
    st.markdown("\n".join(f"- {line}" for line in _comparison(name, mine, waves)))  # one element for all lines
    ui.formulas("p_learned", shown[0].formulas)


def _views(kind: str, name: str, three: bool) -> list[View]:
    """Views of the model's table, and of the sinusoidal one if it has a picture of its own."""
    if kind == "Likeness":
        return [views.table_similarity(table=name, sinusoidal=waves) for waves in (False, True)]
    if kind == "Components":
        return [views.table_components(table=name, sinusoidal=waves, three=three) for waves in (False, True)]
    if kind == "Over distance":
        return [views.table_over_distance(table=name)]
    return [views.table_lengths(table=name) if kind == "Lengths" else views.table_spectrum(table=name)]


def _rise(facts: TableFacts) -> str:
    half = facts.curve[: len(facts.curve) // 2]
    rise = largest_rise(half)
    if rise.by < NOTICED:
        return f"up to distance {len(half) - 1} the mean cosine never rises by {NOTICED} or more"
    return (
        f"the mean cosine rises by {rise.by:.2f} from distance {rise.start} to {rise.end}, the most up to distance "
        f"{len(half) - 1}"
    )


def _comparison(name: str, mine: TableFacts, waves: TableFacts) -> list[str]:
    computed = "fixed" in name
    return [
        f"**Neighbours are alike** in both: mean cosine {fixed(mine.curve[1])} at distance 1 "
        f"(sinusoidal {fixed(waves.curve[1])}), {fixed(mine.curve[64])} at distance 64 ({fixed(waves.curve[64])}).",
        f"**The offset** alone explains {share(mine.offset_share)} of the variation of its cosines, those of each row "
        f"with itself included; for sinusoids it is {share(waves.offset_share)}.",
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
