"""Learned position tables of two published models beside the sinusoidal one, in the same pictures."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.table_statistics import TableFacts, largest_rise
from explorer.questions import Question
from explorer.ui.frame.ask import value_in
from explorer.views import positions as views
from explorer.views.positions.learned_tables import TABLE, Name, facts
from explorer.wording import fixed, share

WHAT = {
    "Whisper decoder (learned)": "Whisper tiny.en writes down speech; these are its text positions",
    "MiniLM (learned)": "all-MiniLM-L6-v2 compares sentences; these are its positions",
    "Whisper encoder (fixed)": "Whisper tiny.en listens; these number its slices of sound and were never trained",
}
SECOND = 260
"""Pixels of the curve beside the square."""
SAME_SIZE = "Sinusoidal, same size"
NEARLY = 0.1
BESIDE = "smaller", "about the same (within 10 %)", "larger"
NOTICED = 0.01  # a smaller rise can't be seen in the picture


def badge(state: Mapping[str, Any]) -> str:
    """Presenter line of a learned table."""
    return f"{value_in(TABLE, state)} · D = 384"


def show(name: Name) -> None:
    """Draw a learned table and, over the distance, the sinusoidal one of the same size."""
    mine, waves = facts(name)
    guess = _ask_beside_waves(name, mine, waves)
    title = "" if guess else f"**{SAME_SIZE}:** the learned table after your guess"
    square = views.table_similarity(table=name, sinusoidal=not guess)
    ui.show("p_tab0", square, title=title)
    with ui.margin():
        if guess:
            ui.show("p_tab1", views.table_over_distance(table=name), height=SECOND)
        ui.badge("minilm" if name.startswith("MiniLM") else "whisper")
        st.text(f"{WHAT[name]}. {len(mine.norms)} positions × 384 dimensions.")
    if guess:
        st.header("What they share, and what they don't", anchor=False)
        st.markdown("\n".join(f"- {line}" for line in _comparison(name, mine, waves)))  # one element for all lines
    ui.formulas("p_learned", square.formulas)


def _ask_beside_waves(name: Name, mine: TableFacts, waves: TableFacts) -> ui.Guess:
    here, there = float(mine.curve[1]), float(waves.curve[1])
    near = abs(here - there) <= NEARLY * there
    return ui.predict(
        Question(
            "In the waves drawn here, of the same size, the mean cosine of two neighbouring rows is "
            f"{fixed(there)}. What is it in {name}?",
            BESIDE,
            key="p_guess_likeness",
        ),
        answer=BESIDE[1 if near else 0 if here < there else 2],
        because=f"**{fixed(here)} in {name}, and {fixed(there)} in the sinusoidal table.**",
        hint="A learned table was not told what a position is; a fixed one was computed.",
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
