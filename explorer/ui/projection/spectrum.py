"""How many directions a table needs, beside a random table of the same shape, and what the three switches do to it."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures.projection import map as figures
from explorer.scripts import projection as scripts
from explorer.ui.projection import source
from explorer.ui.projection.source import Source, remembered
from explorer.vectors.pca import random_shares
from explorer.vectors.view import Recipe

PART = ui.Part("Spectrum")

KEY = "j_scree"
GUESSES = ("under 10 %", "10 to 30 %", "30 to 60 %", "over 60 %")


@st.cache_data(max_entries=16, show_spinner=False)
def _random(rows: int, width: int) -> NDArray[np.float64]:
    return random_shares(rows, width)


@remembered
def _figure(where: Source, recipe: Recipe, shown: int) -> go.Figure:
    found = source.space(where, recipe)
    return figures.spectrum(found.pca.shares, _random(*found.view.shape), shown=shown)


@st.fragment
def show() -> None:
    """Draw this part of the page."""
    with ui.controls(KEY):
        left, right = st.columns([1, 2])
        where = source.choose(left)
        if where is None:
            return
        with right, st.container(horizontal=True, vertical_alignment="bottom"):
            recipe = source.switches(where)
    shares = source.space(where, recipe).pca.shares
    total = np.cumsum(shares)
    two = float(total[min(1, len(total) - 1)])
    if not ui.predict(
        "j_share",
        "The map shows two directions out of all. How much of this table's variance do they hold?",
        GUESSES,
        answer=GUESSES[int(np.searchsorted([0.1, 0.3, 0.6], two, side="right"))],
        because=f"Components 1 and 2 hold {two:.1%}.",
    ):
        return
    with ui.more(KEY):
        shown = st.slider("Components shown", 2, 384, 50, key="j_shown", bind="query-params")
    random = np.cumsum(_random(*source.space(where, recipe).view.shape))
    half, most = (int(np.searchsorted(total, share - 1e-12)) + 1 for share in (0.5, 0.9))
    ui.picture(
        KEY,
        _figure(where, recipe, shown),
        summary=(
            f"{where.table.name}: components 1 and 2 hold {two:.1%} of the variance, in a random table of that shape "
            f"{random[min(1, len(random) - 1)]:.1%}. Half of the variance takes {half} components, nine tenths {most} "
            f"of {len(shares)}."
        ),
        table=lambda: ui.Table(
            {
                "component": np.arange(1, len(shares) + 1),
                "share": shares,
                "summed": total,
                "random table, summed": random,
            },
            "spectrum",
        ),
        script=lambda: scripts.spectrum(where.table.name, recipe),
    )
    st.markdown(
        "- **Centre** subtracts the mean row, so that directions are differences between words. "
        "Switch it off with Whisper: its first component then holds mostly the mean.\n"
        "- **Unit length** makes all rows equally long: only directions count, as in a cosine.\n"
        "- **Remove top directions** takes the strongest ones out, which often carry how frequent a word is. "
        "Whisper's neighbours make more sense without its first five.\n\n"
        "A bar well above the random line is structure. Where the two lines run side by side, a flat picture "
        "of the table is a picture of very little."
    )
