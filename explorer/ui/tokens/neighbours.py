"""Part 6: which tokens have rows that point the same way."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import chain, ui
from explorer.chain import NeighbourRequest
from explorer.ui.tokens import tables
from explorer.ui.tokens.typed import current
from explorer.views import tokens as views
from explorer.views.tokens._neighbours import taken_off
from explorer.wording import fixed, share

PART = ui.Part(
    "Neighbours",
    why="If rows carry meaning, tokens that are used alike should have rows that point the same way; their "
    "[[cosine]] says how far that is so.",
    look="The dots farthest right, then the dashed line: it says how alike this token is to all tokens on average.",
    stations=("rows",),
    shown=tables.shown,
)


def raw_random(request: NeighbourRequest) -> float:
    """Mean cosine of random pairs of the table's rows as they are."""
    return chain.random_cosine(request.encoding, request.init, request.seed, False, 0)


def show() -> None:
    """Nearest neighbours of the selected token, raw or less what all rows share."""
    typed = current()
    if not len(typed.tokens()):
        return
    table = tables.table_of(typed)
    tables.about(typed, table)
    tables.fresh_start(typed, "t_near")
    table = tables.table_of(typed)
    with ui.controls("t_near"):
        left, right = st.columns([1, 2], vertical_alignment="bottom")
        remove = left.toggle("Remove the mean", value=True, key="t_mean", bind="query-params")
        components = ui.slider(
            "and the strongest directions (principal components)",
            0,
            chain.MOST_COMPONENTS,
            5,
            key="t_components",
            called="number of directions",
            place=right,
            disabled=not remove,
        )
    asked = {"remove_mean": remove, "components": components}
    view = views.neighbours(**typed.settings() | tables.settings(typed) | asked)
    ui.show("t_near", view)
    ui.formulas("t_near", view.formulas)
    init, seed = tables.chosen_start()
    token = int(typed.tokens().ids[typed.token])
    request = NeighbourRequest(token, typed.encoding, remove, components if remove else 0, 10, init, seed)
    result = chain.neighbours(request)
    held = float(np.sum(result.explained[: max(request.components, 1)]))
    strongest = "the strongest alone" if request.components < 2 else f"here {request.components}"
    less = f": with {taken_off(request)} off, that cosine is {fixed(result.random_cosine)}" if remove else ""
    if table.trained:
        ui.say(
            f"**Why raw neighbours look alike.** Most rows share a large common part: two rows taken at random have a "
            f"cosine of {fixed(raw_random(request))} on average before anything is taken off. Not all do: some of the "
            "most frequent tokens, “ the” among them, point the other way. To tell tokens apart, the mean and the few "
            f"strongest directions ({strongest}: {share(held)} of the [[variance]] about the mean) can be taken off"
            f"{less}."
            "\n\n**What a speech model's table can tell.** It learned from sound and from what people say: with 5 "
            "directions taken off, *cat* is near *cats*, but also near *hat*, which rhymes, and *seven* is near "
            "*six*. The Projection page has tables that learned from written text alone beside this one."
        )
    else:
        st.markdown(
            f"**Near by chance.** A fresh table is random: a cosine of {fixed(float(result.cosines[0]), 3)} is the "
            f"largest of {table.vocab_size - 1:,} chance ones. Meaning has to be trained into the rows."
        )
