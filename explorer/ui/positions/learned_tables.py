"""Learned position tables of two published models beside the sinusoidal one, in the same pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.positional_encodings.table_statistics import TableFacts, largest_rise
from explorer.questions import Question
from explorer.ui.frame.ask import value_in
from explorer.ui.positions import whisper_formula
from explorer.views import View
from explorer.views import positions as views
from explorer.views.positions.learned_tables import FIRST, TABLE, Name, facts
from explorer.wording import fixed, number, share

WHAT = {
    "Whisper decoder (learned)": "Whisper tiny.en writes down speech; these are its text positions",
    "MiniLM (learned)": "all-MiniLM-L6-v2 compares sentences; these are its positions",
    "Whisper encoder (fixed)": "Whisper tiny.en listens; these number its slices of sound and were never trained",
}
LIKENESS, LENGTHS, SPECTRUM, COMPONENTS, FORMULA = "Likeness", "Lengths", "Spectrum", "Components", "Which formula?"
VIEWS = [LIKENESS, LENGTHS, SPECTRUM, COMPONENTS, FORMULA]
SECOND = 260
"""Pixels of the picture below the words."""
SAME_SIZE = "Sinusoidal, same size"
NEARLY = 0.1
BESIDE = "smaller", "about the same (within 10 %)", "larger"
NOTICED = 0.01  # a smaller rise can't be seen in the picture


def badge(state: Mapping[str, Any]) -> str:
    """Presenter line of a learned table."""
    return f"{value_in(TABLE, state)} · D = 384"


def controls(line: DeltaGenerator) -> tuple[str, Name, bool]:
    """Draw the choice of the picture and the table; returns both, and whether three components are drawn."""
    kind = line.segmented_control("Picture", VIEWS, default=LIKENESS, required=True, key="p_view", bind="query-params")
    if kind == FORMULA:
        return FORMULA, FIRST, False
    names = ("table", "three") if kind == COMPONENTS else ("table",)
    settings = ui.ask(views.table_components, *names, at=line)
    return kind or LIKENESS, settings["table"], settings.get("three", False)


def show(kind: str, name: Name, three: bool) -> None:
    """Draw a learned table beside the sinusoidal one of the same size, in the chosen picture."""
    if kind == FORMULA:
        whisper_formula.show()
        return
    mine, waves = facts(name)
    guess = _ask_beside_waves(kind, name, mine, waves)
    shown = _views(kind, name, three) if guess else [_WAVES[kind](table=name, sinusoidal=True)]
    key = f"p_tab{VIEWS.index(kind)}"
    titles = (f"**{name}**", f"**{SAME_SIZE}**") if kind == COMPONENTS else ("", "")
    first = titles[0] if guess else f"**{SAME_SIZE}:** the learned table after your guess"
    ui.show(f"{key}0", shown[0], title=first)
    with ui.margin():
        for view in shown[1:]:
            ui.show(f"{key}1", view, height=SECOND, title=titles[1])
        ui.badge("minilm" if name.startswith("MiniLM") else "whisper")
        st.text(f"{WHAT[name]}. {len(mine.norms)} positions × 384 dimensions.")
    if guess:
        st.header("What they share, and what they don't", anchor=False)
        st.markdown("\n".join(f"- {line}" for line in _comparison(name, mine, waves)))  # one element for all lines
    ui.formulas("p_learned", shown[0].formulas)


_WAVES: Mapping[str, Callable[..., View]] = {
    LIKENESS: views.table_similarity,
    LENGTHS: views.table_lengths,
    SPECTRUM: views.table_spectrum,
    COMPONENTS: views.table_components,
}
"""What is drawn of the sinusoidal table alone, before a guess compares the model's with it."""


COMPARED: Mapping[str, tuple[str, Callable[[TableFacts], float], Callable[[float], str]]] = {
    LIKENESS: ("the mean cosine of two neighbouring rows", lambda of: float(of.curve[1]), fixed),
    LENGTHS: ("the length of row 0, divided by the median of the others’,", lambda of: of.zero_stands_out, fixed),
    SPECTRUM: ("the number of components with 90 % of the variance", lambda of: of.components_for(0.9), number),
    COMPONENTS: ("the share of the variance on two components", lambda of: float(of.variance[:2].sum()), share),
}
"""What a guess compares in each picture: its name, its value in a table, and how that is written."""


def _ask_beside_waves(kind: str, name: Name, mine: TableFacts, waves: TableFacts) -> ui.Guess:
    what, value, written = COMPARED[kind]
    here, there = value(mine), value(waves)
    near = abs(here - there) <= NEARLY * there
    return ui.predict(
        Question(
            f"In the waves drawn here, of the same size, {what} is {written(there)}. What is it in {name}?",
            BESIDE,
            key=f"p_guess_{kind.lower()}",
        ),
        answer=BESIDE[1 if near else 0 if here < there else 2],
        because=f"It is {written(here)}; in the sinusoidal table {written(there)}.",
        hint="A learned table was not told what a position is; a fixed one was computed.",
    )


def _views(kind: str, name: Name, three: bool) -> list[View]:
    if kind == LIKENESS:
        return [views.table_similarity(table=name), views.table_over_distance(table=name)]
    if kind == COMPONENTS:
        return [views.table_components(table=name, sinusoidal=waves, three=three) for waves in (False, True)]
    return [_WAVES[kind](table=name)]


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
