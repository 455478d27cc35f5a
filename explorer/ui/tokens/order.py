"""Part 5: the same words in another order, without and with positions."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import chain, tokenizers, ui
from explorer.chain import Gap, OrderRequest, OrderResult
from explorer.figures.theme import token_color
from explorer.figures.tokens import order as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import pipeline, tables
from explorer.ui.tokens.typed import current
from explorer.wording import count, fixed, number

PART = ui.Part(
    "Order",
    why="If a model only took the average of a sentence's [[vectors]], which word comes first would be lost, even with "
    "positions added; here you see what it takes to keep it.",
    look="The bars: how far each token's own vector moved between the two sentences. Then the table: what is left of "
    "that when the vectors are averaged.",
    stations=("+ positions", "vectors (B, T, D)"),
    shown=tables.shown,
)

FIRST, SECOND = "The cat sat on the mat", "The mat sat on the cat"
DRAWN = 24
LONGEST = 400


def _summary(request: OrderRequest, result: OrderResult, labels: list[str]) -> str:
    went = [label for label, distance in zip(labels, result.moved, strict=True) if distance > 0]
    if not went:
        moved = "No token's vector moved"
    else:
        shown = ", ".join(f"“{label}”" for label in went[:6]) + (" and others" if len(went) > 6 else "")
        moved = f"{len(went)} of {count(len(labels), 'token')} moved: {shown}, by up to {float(result.moved.max()):.3f}"
    same = "Both sentences have the same tokens. " if result.same_words else ""  # otherwise a warning says so above
    cut = (
        f" Compared are the first {result.limit} tokens of each: the learned table has no row for those behind them."
        if result.limit
        else ""
    )
    return f"{same}Position: {request.position}. {moved}. Without positions none moves.{cut}"


def _verdict(gap: Gap, found: float) -> str:
    """A gap in words: sums in another order may differ in their last bits."""
    if found == 0:
        return "**the same**, bit for bit"
    if gap.same(found):
        return "**the same** up to rounding"
    return f"**different** by up to {number(found, 2)}"


WITH_POSITIONS = (
    "A mean adds all rows and all positions, and a sum has no order: Σ(row + position) = Σ row + Σ position. So the "
    "mean alone stays blind to the order **even with positions**, and so does the mean of any linear map of the "
    "vectors, since a linear map of a sum is the sum of the maps. But each token's own vector now carries its place. A "
    "function that bends, applied to each vector **before they are added up**, can bring it out: here ReLU, max(0, x). "
    "Attention, which compares the vectors with one another, sees it too."
)
WITHOUT = (
    "No position is added, so each token has the same vector wherever it stands. Both means add up the same numbers "
    "in another order: neither can know it, and bending each vector first brings nothing out. Choose learned or "
    "sinusoidal positions, and look again."
)
OTHER_TOKENS = (
    "The two sentences are not made of the same tokens, so their means differ whatever the order. Write the same words "
    "in another order to see what the order alone does."
)


def _four(request: OrderRequest, result: OrderResult) -> None:
    """Both means without positions and, where there are any, with them; and what the sentences' tokens allow to say."""
    kinds = {"rows alone": result.plain}
    if request.position != "none":
        kinds["rows + positions"] = result.positioned
    said = OTHER_TOKENS if not result.same_words else WITHOUT if request.position == "none" else WITH_POSITIONS
    lines = [
        "### One vector for the whole sentence: does it know the order?\n",
        f"| | {' | '.join(kinds)} |",
        f"|---{'|---' * len(kinds)}|",
        f"| mean of the vectors | {' | '.join(_verdict(gap, gap.mean) for gap in kinds.values())} |",
        f"| mean of ReLU(vectors) | {' | '.join(_verdict(gap, gap.relu_mean) for gap in kinds.values())} |",
    ]
    st.markdown("\n".join([*lines, f"\n{said}"]))


def _formula(request: OrderRequest, result: OrderResult) -> None:
    """How far the token moved that moved farthest: its row cancels, so the two places alone say it."""
    if not len(result.moved):
        return
    far = int(np.argmax(result.moved))
    here, there = int(result.first_at[far]), int(result.second_at[far])
    first, second = result.farthest.astype(np.float64)
    square = float(((first - second) ** 2).sum())
    worked = (
        f"The squares of the {len(first):,} differences between place {here} and place {there} add up to "
        f"{fixed(square, 4)}, and √{fixed(square, 4)} = {fixed(square**0.5, 3)}. The row cancels: any other token that "
        f"moves from place {here} to place {there} goes as far."
        if square
        else f"All {len(first):,} differences are 0, so d = 0: "
        + ("no position is added." if request.position == "none" else "no token changed its place.")
    )
    ui.formula(
        "t_moved",
        r"\begin{aligned} d &= \lVert (E_v + P_i) - (E_v + P_j) \rVert \\ &= \lVert P_i - P_j \rVert \end{aligned}",
        {
            "d": "how far the token moved: a bar",
            "E_v": f"its [[row]], the same in both sentences: row {int(result.ids[far]):,}",
            "i": f"its place in the first sentence, counted from 0: {here}",
            "j": f"its place in the second: {there}",
            "P_i": f"what is added at place i ({request.position}): {len(first):,} numbers",
            r"\lVert\ \rVert": "the length: the root of the sum of all squares",
        },
        worked,
    )


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
    if len(result.ids):
        pieces = tokenizers.token_bytes(result.ids, typed.encoding)
        labels = [tokenizers.token_label(piece) for piece in pieces]
        colors = [token_color(piece) for piece in pieces[:DRAWN]]
        ui.picture(
            "t_moved",
            figures.moved(labels[:DRAWN], result.moved_plain[:DRAWN], result.moved[:DRAWN], colors),
            summary=_summary(request, result, labels)
            + (f" The first {DRAWN} of {len(labels)} tokens are drawn." if len(labels) > DRAWN else ""),
            table=lambda: ui.Table(
                {
                    "token": labels,
                    "id": result.ids,
                    "position in the first": result.first_at,
                    "position in the second": result.second_at,
                    "moved without positions": result.moved_plain,
                    "moved with positions": result.moved,
                },
                "order",
            ),
            script=lambda: scripts.order(
                first,
                second,
                typed.encoding,
                {
                    **({} if position == "learned" else {"position": position}),
                    **({} if typed.encoding in chain.TRAINED else {"init": init, "seed": seed}),
                },
            ),
        )
    else:
        st.info("The two sentences have no token in common: there is none whose two vectors could be compared.")
    tables.about(typed, tables.table_of(typed))
    _formula(request, result)
    asked = "" if position == "none" else f", each with its {position} position added,"
    if result.same_words and not ui.predict(
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
    ):
        return
    _four(request, result)
