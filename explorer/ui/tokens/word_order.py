"""Word order: the same words in another order, without and with positions."""

from __future__ import annotations

import streamlit as st

from explorer import embedding_pipeline, ui
from explorer.embedding_pipeline import OrderRequest
from explorer.ui.tokens import pipeline, table_choice
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views
from explorer.views.tokens._reordered_tokens import FIRST, SECOND

PART = ui.Part(
    "Order",
    why="If a model only took the average of a sentence's [[vectors]], which word comes first would be lost, even with "
    "positions added; here you see what it takes to keep it.",
    look="The bars: how far each token's own vector moved between the two sentences. Then the table: what is left of "
    "that when the vectors are averaged.",
    stations=("+ positions", "vectors"),
    shown=table_choice.describe,
)

LONGEST = 400


def show() -> None:
    """Draw two sentences, how far each word's vector moved, and four comparisons of their sums."""
    typed = current()
    with ui.controls("t_order"):
        line = ui.row()
        first = ui.text_inputs.text_input("First sentence", FIRST, key="t_first", most=LONGEST, container=line)
        second = ui.text_inputs.text_input(
            "The same words in another order", SECOND, key="t_second", most=LONGEST, container=line
        )
        with line:
            position = pipeline.position_control()
    table_choice.fresh_start(typed, "t_order")
    init, seed = table_choice.chosen_start()
    request = OrderRequest(first, second, typed.encoding, position, init, seed)
    result = embedding_pipeline.compare_orders(request)
    if not first.strip() or not second.strip():
        st.info("Write two sentences with the same words: swap two of them in the second.")
        return
    if not result.same_words:
        st.warning(
            "The two sentences are not made of the same tokens, so more than the order differs. Mind capitals and "
            "spaces: a word at the start of a sentence has no space in front."
        )
    view = views.order(first=first, second=second, position=position, **table_choice.settings(typed))
    if view.spec is None:
        st.info(view.sentence)
    else:
        ui.show("t_moved", view)
    table_choice.about(typed, table_choice.table_of(typed))
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
    st.header("One vector for the whole sentence: does it know the order?", anchor=False)
    compared = views.means(first=first, second=second, position=position, **table_choice.settings(typed))
    kinds = [name for name in compared.table if not name.endswith("difference")]
    lines = [" | ".join(kinds), "|".join("---" for _ in kinds)]
    lines += [" | ".join(line) for line in zip(*(compared.table[name] for name in kinds), strict=True)]
    st.markdown("\n".join(f"| {line} |" for line in lines))
    ui.show("t_means", compared)
