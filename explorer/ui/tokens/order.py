"""Part 5: the same words in another order, without and with positions."""

from __future__ import annotations

import streamlit as st

from explorer import chain, tokenizers, ui
from explorer.chain import OrderRequest, OrderResult
from explorer.figures.tokens import chain as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import pipeline, tables
from explorer.ui.tokens.typed import current

PART = ui.Part("Order")

FIRST, SECOND = "The cat sat on the mat", "The mat sat on the cat"
DRAWN = 24
LONGEST = 400


def _summary(request: OrderRequest, result: OrderResult, labels: list[str]) -> str:
    went = [label for label, distance in zip(labels, result.moved, strict=True) if distance > 0]
    if not went:
        moved = "No word's vector moved"
    else:
        shown = ", ".join(f"“{label}”" for label in went[:6]) + (" and others" if len(went) > 6 else "")
        moved = f"{len(went)} of {len(labels)} words' vectors moved: {shown}, by up to {float(result.moved.max()):.3f}"
    same = (
        "Both sentences have the same tokens"
        if result.same_words
        else "The sentences do not have the same tokens, so their means differ in any case"
    )
    return f"{same}. Position: {request.position}. {moved}. Without positions none moves."


def _verdict(gap: float) -> str:
    """A gap in words: float32 sums in another order may differ in their last bits."""
    if gap == 0:
        return "**the same**, bit for bit"
    if gap < chain.ROUNDING:
        return f"**the same** up to rounding ({gap:.1g})"
    return f"**different** by up to {gap:.2g}"


def _four(result: OrderResult) -> None:
    st.markdown(
        f"""
### One vector for the whole sentence: does it know the order?

| | rows alone | rows + positions |
|---|---|---|
| mean of the vectors | {_verdict(result.plain.mean)} | {_verdict(result.positioned.mean)} |
| mean of ReLU(vectors) | {_verdict(result.plain.relu_mean)} | {_verdict(result.positioned.relu_mean)} |

A mean adds all rows and all positions, and a sum has no order: Σ(row + position) = Σ row + Σ position. So the mean
alone stays blind **even with positions**. But each word's own vector now carries its place, and whatever works on the
vectors **one by one before adding them up** sees it: here ReLU, max(0, x); in a transformer attention and the layers
after it.
"""
    )


@st.fragment
def show() -> None:
    """Two sentences of the visitor's, which words moved, and four comparisons of their sums."""
    typed = current()
    with ui.controls("t_order"):
        left, right = st.columns(2)
        first = left.text_input("First sentence", FIRST, max_chars=LONGEST, key="t_first", bind="query-params")
        second = right.text_input(
            "The same words in another order", SECOND, max_chars=LONGEST, key="t_second", bind="query-params"
        )
        position = pipeline.position_control()
    tables.fresh_start(typed, "t_order")
    init, seed = tables.chosen_start()
    request = OrderRequest(first, second, typed.encoding, position, init, seed)
    result = chain.compare_orders(request)
    if not first.strip() or not second.strip():
        st.info("Write two sentences with the same words: swap two of them in the second.")
        return
    known = ui.predict(
        "t_guess_mean",
        "We add a learned position to every word and take the mean over the sentence. "
        'Are the means of "The cat sat on the mat" and "The mat sat on the cat" different?',
        ["Same mean", "Different means"],
        answer=lambda: (
            "Same mean"
            if chain.compare_orders(OrderRequest(FIRST, SECOND)).positioned.mean < chain.ROUNDING
            else "Different means"
        ),
        because="The same rows and the same positions are added up, only in other pairs.",
    )
    if not known:
        st.caption("The answer appears below once you have guessed.")
        return
    if not result.same_words:
        st.warning(
            "The two sentences are not made of the same tokens, so more than the order differs. Mind capitals and "
            "blanks: a word at the start of a sentence has no blank in front."
        )
    labels = [tokenizers.token_label(piece) for piece in tokenizers.token_bytes(result.ids, typed.encoding)]
    ui.picture(
        "t_moved",
        figures.moved(labels[:DRAWN], result.moved_plain[:DRAWN], result.moved[:DRAWN]),
        summary=_summary(request, result, labels)
        + (f" The first {DRAWN} of {len(labels)} words are drawn." if len(labels) > DRAWN else ""),
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
    _four(result)
