"""Generated text of small letter models, within the trained length and past it."""

from __future__ import annotations

from html import escape
from pathlib import Path

import streamlit as st

from explorer import ui
from explorer.nn.config import ENCODINGS
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.text_generation import BEGINNING, MOST, SHOWN, as_read
from explorer.ui.frame import part_containers
from explorer.views import extrapolation as views
from explorer.views.extrapolation._text_generation import LINE, wrong
from explorer.views.table import Table

PART = ui.Part(
    "Read it write",
    why="Small models write on from your beginning, letter by letter. They were trained on texts of 64 letters: can "
    "you see where the 64th is?",
    look="The dashed line is where training ended: read aloud what stands above it, then what stands below.",
)
PLAIN = "sinusoidal", "ALiBi"
"""What a step of the path compares."""
_CSS = Path(__file__).with_name("text_generation.css").read_text(encoding="utf-8")


def show() -> None:
    """Draw the prompt, the choice of models, the sampling seed, and the generated text."""
    with ui.controls("x_write"):
        beginning = ui.text_inputs.text_input("Beginning", BEGINNING, key="x_begin", most=3 * MOST)
        left, right = st.columns([3, 1], vertical_alignment="bottom")
        offered = PLAIN if ui.guide.is_hidden("x_other_writers") else tuple(ENCODINGS)
        chosen = left.pills(
            "Models, by how they are told where a letter stands",
            offered,
            default=[name for name in SHOWN if name in offered],
            selection_mode="multi",
            key="x_writers",
            bind="query-params",
        )
        seed = int(
            right.number_input("Draw", 0, 99, 0, key="x_draw", bind="query-params", help="Other random numbers.")
        )
    if problem := wrong(beginning):
        st.warning(f"{problem} Until then they write on from “{BEGINNING.strip()}”.")
        beginning = BEGINNING
    view = views.writing(beginning=beginning, encodings=[name for name in ENCODINGS if name in chosen], seed=seed)
    hidden = ui.guide.is_masked("x_write_figure")  # the path asks what is written there
    with part_containers.take("picture"), st.container(key="x_write_lines"):
        st.html(f"<style>{_CSS}</style>{_lines(view.table, len(as_read(beginning)), hidden)}")
    ui.show("x_write", view)
    ui.formulas("x_write", view.formulas)


def _lines(table: Table, begun: int, hidden: bool) -> str:
    """The lines as a list per model, the first `begun` letters bold; those past the trained length may be `hidden`.

    A hidden line keeps its place, so that nothing moves when the answer shows it.
    """
    html = []
    names = list(dict.fromkeys(table["model"]))
    per_model = len(table["model"]) // max(len(names), 1)
    for number, name in enumerate(names):
        rows = range(number * per_model, (number + 1) * per_model)
        lines = "".join(
            f'<li class="{"new" if at * LINE >= TRAIN_LEN else ""}" style="--at: {at}">'
            f"<span>{table['positions'][row]}</span><code><b>{escape(given)}</b>{escape(written)}</code></li>"
            for at, row in enumerate(rows)
            for given, written in [
                ("", "?") if hidden and at * LINE >= TRAIN_LEN else _split(table["letters"][row], begun - at * LINE)
            ]
        )
        html.append(f"<section><h3>{escape(name)}</h3><p>positions</p><ol>{lines}</ol></section>")
    return f'<div class="writing">{"".join(html)}</div>'


def _split(letters: str, begun: int) -> tuple[str, str]:
    return letters[: max(begun, 0)], letters[max(begun, 0) :]
