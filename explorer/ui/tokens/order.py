"""Part 5: the same words in another order, without and with positions."""

from __future__ import annotations

import streamlit as st

from explorer import chain, ui
from explorer.chain import Gap, OrderRequest, OrderResult
from explorer.ui.tokens import pipeline, tables
from explorer.ui.tokens.typed import current
from explorer.views import tokens as views
from explorer.views.tokens._order import FIRST, SECOND
from explorer.wording import number

PART = ui.Part(
    "Order",
    why="If a model only took the average of a sentence's [[vectors]], which word comes first would be lost, even with "
    "positions added; here you see what it takes to keep it.",
    look="The bars: how far each token's own vector moved between the two sentences. Then the table: what is left of "
    "that when the vectors are averaged.",
    stations=("+ positions", "vectors (B, T, D)"),
    shown=tables.shown,
)

LONGEST = 400


def _verdict(gap: Gap, found: float) -> str:
    """A gap in words: sums in another order may differ in their last bits."""
    if found == 0:
        return "**the same**, bit for bit"
    if gap.same(found):
        return "**the same** up to rounding"
    return f"**different** by up to {number(found, 2)}"


BLIND = (
    "A mean adds all rows and all positions, and a sum has no order: Σ(row + position) = Σ row + Σ position. So the "
    "mean alone stays blind to the order **even with positions**, and so does the mean of any linear map of the "
    "vectors, since a linear map of a sum is the sum of the maps. But each token's own vector now carries its "
    "position. "
)
BROUGHT_OUT = (
    "A function that bends, applied to each vector **before they are added up**, brings it out here: ReLU, max(0, x). "
    "Attention, which compares the vectors with one another, can see it too."
)
NOT_BROUGHT_OUT = "ReLU, max(0, x), applied to each vector before they are added up, finds no difference here."
WITHOUT = (
    "No position is added, so each token has the same vector wherever it stands. Both means add up the same numbers "
    "in another order: neither can know it, and bending each vector first brings nothing out. Choose learned or "
    "sinusoidal positions, and look again."
)


def _meaning(request: OrderRequest, result: OrderResult) -> str:
    """What the four comparisons tell, as far as the sentences' tokens allow it."""
    if not result.same_words:
        alike = (
            "" if not result.plain.same(result.plain.mean) else " The means of their rows are the same all the same."
        )
        return (
            f"The two sentences are not made of the same tokens, so what differs need not be the order.{alike} Write "
            "the same words in another order to see what the order alone does."
        )
    if request.position == "none":
        return WITHOUT
    if result.limit:
        return f"With positions the first {result.limit} tokens of each are compared, and these need not be the same."
    return BLIND + (NOT_BROUGHT_OUT if result.positioned.same(result.positioned.relu_mean) else BROUGHT_OUT)


def _four(request: OrderRequest, result: OrderResult) -> None:
    """Both means without positions and, where there are any, with them; and what the sentences' tokens allow to say."""
    kinds = {"rows alone": result.plain}
    if request.position != "none":
        kinds[f"rows + positions{f', first {result.limit}' if result.limit else ''}"] = result.positioned
    lines = [
        "### One vector for the whole sentence: does it know the order?\n",
        f"| | {' | '.join(kinds)} |",
        f"|---{'|---' * len(kinds)}|",
        f"| mean of the vectors | {' | '.join(_verdict(gap, gap.mean) for gap in kinds.values())} |",
        f"| mean of ReLU(vectors) | {' | '.join(_verdict(gap, gap.relu_mean) for gap in kinds.values())} |",
    ]
    st.markdown("\n".join([*lines, f"\n{_meaning(request, result)}"]))


def show() -> None:
    """Two sentences of the visitor's, which words moved, and four comparisons of their sums."""
    typed = current()
    with ui.controls("t_order"):
        line = ui.line()
        first = ui.typed.line("First sentence", FIRST, key="t_first", most=LONGEST, place=line)
        second = ui.typed.line("The same words in another order", SECOND, key="t_second", most=LONGEST, place=line)
        with line:
            position = pipeline.position_control()
    tables.fresh_start(typed, "t_order")
    init, seed = tables.chosen_start()
    request = OrderRequest(first, second, typed.encoding, position, init, seed)
    result = chain.compare_orders(request)
    if not first.strip() or not second.strip():
        st.info("Write two sentences with the same words: swap two of them in the second.")
        return
    if not result.same_words:
        st.warning(
            "The two sentences are not made of the same tokens, so more than the order differs. Mind capitals and "
            "spaces: a word at the start of a sentence has no space in front."
        )
    view = views.order(first=first, second=second, position=position, **tables.settings(typed))
    if view.spec is None:
        st.info(view.sentence)
    else:
        ui.show("t_moved", view)
    tables.about(typed, tables.table_of(typed))
    ui.formulas("t_moved", view.formulas)
    asked = "" if position == "none" else f", each with its {position} position added,"
    if (
        result.same_words
        and not result.limit
        and not ui.predict(
            "t_guess_mean",
            f"Take the mean of all vectors of a sentence{asked} for both sentences. Do the two means differ?",
            ["Same mean", "Different means"],
            answer="Same mean" if result.positioned.same(result.positioned.mean) else "Different means",
            because="The same rows are added up, only in another order."
            if position == "none"
            else "The same rows and the same positions are added up, only in other pairs.",
            hint="Write the sum down: row of token 1 + "
            + ("" if position == "none" else "position 0 + ")
            + "row of token 2 + "
            + ("" if position == "none" else "position 1 + ")
            + "… In which order may one add?",
        )
    ):
        return
    _four(request, result)
