"""Part 6: which tokens have rows that point the same way."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import chain, tokenizers, ui
from explorer.chain import NeighbourRequest
from explorer.chain.neighbours import product
from explorer.figures.theme import token_color
from explorer.figures.tokens import neighbours as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import tables
from explorer.ui.tokens.typed import current
from explorer.wording import count, fixed, number, share

PART = ui.Part(
    "Neighbours",
    why="If rows carry meaning, tokens that are used alike should have rows that point the same way; their "
    "[[cosine]] says how far that is so.",
    look="The dots farthest right, then the dashed line: it says how alike this token is to all tokens on average.",
    stations=("rows",),
    shown=tables.shown,
)


def unsigned_zero(value: float) -> float:
    """A value to three places, without the sign of a zero.

    >>> unsigned_zero(-0.0001)
    0.0
    """
    return round(value, 3) + 0.0


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
    init, seed = tables.chosen_start()
    token = int(typed.tokens().ids[typed.token])
    request = NeighbourRequest(token, typed.encoding, remove, components if remove else 0, 10, init, seed)
    result = chain.neighbours(request)
    pieces = tokenizers.token_bytes(result.ids, typed.encoding)
    labels = [tokenizers.token_label(piece) for piece in pieces]
    name = tokenizers.token_label(tokenizers.token_bytes([token], typed.encoding)[0])
    shared = "the mean row" + (f" and {count(request.components, 'direction')}" if request.components else "")
    treated = f"after what most rows share is taken off: {shared}" if remove else "the rows as they are"
    ui.picture(
        "t_near",
        figures.neighbours(labels, result.cosines, unsigned_zero(result.mean_cosine), [*map(token_color, pieces)]),
        summary=(
            f"Nearest to “{name}” ({treated}): {', '.join(f'“{label}”' for label in labels[:5])}. The best cosine is "
            f"{fixed(float(result.cosines[0]), 3)}; the mean over all tokens is "
            f"{fixed(result.mean_cosine, 3)}. Two random rows of the table: {fixed(result.random_cosine, 3)}."
        ),
        table=lambda: ui.Table({"token": labels, "id": result.ids, "cosine": result.cosines}, "neighbours"),
        script=lambda: scripts.neighbours(
            token,
            typed.encoding,
            {
                **({} if remove else {"remove_mean": False}),
                **({} if request.components == 5 else {"components": request.components}),
                **({} if table.trained else {"init": init, "seed": seed}),
            },
        ),
    )
    dot, one, two = product(request, int(result.ids[0]))
    ui.formula(
        "t_near",
        r"\cos(x, y)=\frac{x\cdot y}{|x|\,|y|}=\frac{\sum_d x_d\,y_d}{\sqrt{\sum_d x_d^2}\,\sqrt{\sum_d y_d^2}}",
        {
            "x": f"the row of the selected token, {treated}",
            "y": "another row, prepared the same way; here that of the nearest",
            r"x\cdot y": "the [[dot product]]: all products of numbers at the same spot, added up",
            "|x|": "the length of a row",
        },
        f"{number(dot)} / ({number(one)} · {number(two)}) = {fixed(float(result.cosines[0]), 3)}.",
    )
    held = float(np.sum(result.explained[: max(request.components, 1)]))
    strongest = "the strongest alone" if request.components < 2 else f"here {request.components}"
    less = f": with {shared} off, that cosine is {fixed(result.random_cosine)}" if remove else ""
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
            "**Nothing is near anything here.** A fresh table is random, so the nearest tokens are chance hits. "
            "Meaning has to be trained into the rows."
        )
