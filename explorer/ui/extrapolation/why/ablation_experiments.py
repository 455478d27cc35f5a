"""Ablation experiments: one new condition at a time, and models whose training saw more positions."""

from __future__ import annotations

from functools import cache

import streamlit as st

from explorer import ui
from explorer.nn.config import Encoding
from explorer.training.ablations import loss_rises, result_sentences
from explorer.views import extrapolation as views

TRIED = """
How one thing alone is made new:

- **New rows** (sinusoidal only): windows of 64, as in training, that begin at position 64 instead of 0, read at rows
  96 to 127 against 32 to 63. No distance and no number of tokens is new in them.
- **New distances**: windows of 64 whose first half stands further back, by the gap of 64, 128, 256 or 384 with the
  highest loss, read at the last 24 of the 64 characters. For the sinusoidal model this is tried on a training that
  has seen all rows.
- **More tokens**: windows of 512, against the same windows where each token sees the last 64 only, read at
  positions 64 to 511. For sinusoidal, RoPE and ALiBi this is tried on trainings that have seen all rows and
  distances; T5 has one number for all far distances, which its training saw.
- **All at once**: windows of 512, read plainly, positions 64 to 511 against 32 to 63.

RoPE, T5 and ALiBi add no rows."""

OPEN = """
What stays open: what goes wrong inside the model on a row that training never showed, why some waves matter more than
others, and whether larger models, words instead of characters, or other texts behave alike. All of this is one small
model on one text.
"""


def show_one() -> None:
    """Draw the matrix of loss increases, its summary, and how each condition was produced."""
    ui.write(
        "**Where to look:** the first three columns, where one thing alone is new. The brighter a cell, the more the "
        "[[loss]] rises; in the last column all comes at once. ± is half of the [[seed|seeds']] range."
    )
    view = views.one_new_thing()
    ui.show("x_one", view)
    ui.formulas("x_one", view.formulas)
    st.markdown(_verdicts())
    st.markdown(f"{TRIED} {_homes()}\n{OPEN}")


# Cached: the shipped runs never change.
_homes = cache(result_sentences.two_homes)


@cache
def _verdicts() -> str:
    return "\n".join(f"- {result_sentences.verdict(name)}" for name in loss_rises.one_at_a_time())


def show_seen() -> None:
    """Draw the loss in windows of 512 of models trained on the same windows of 64 at other positions."""
    ui.write(
        "If new rows or new distances do the harm, a model that has seen them should not get worse, though it never "
        "read more than 64 tokens at once. **Where to look:** which line stays down, and which rises late."
    )
    with ui.controls("x_seen"):
        encoding: Encoding = (
            st.segmented_control(
                "Encoding",
                list(loss_rises.SEEN),
                default="sinusoidal",
                required=True,
                key="x_senc",
                bind="query-params",
            )
            or "sinusoidal"
        )
    ui.show("x_seen", views.seen_in_training(encoding=encoding))
    ui.write(result_sentences.legend_sentence(encoding))
