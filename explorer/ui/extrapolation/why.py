"""Why models get worse past their trained length: experiments that make one thing alone new, or no longer new."""

from typing import Literal

import streamlit as st

from explorer import ui
from explorer.nn.config import spoken
from explorer.questions import Question
from explorer.training.ablations import result_sentences
from explorer.training.ablations.loss_rises import NEW, one_at_a_time
from explorer.training.ablations.result_sentences import THINGS, alone_breaks, breaks
from explorer.ui.frame import layout
from explorer.views import extrapolation as views
from explorer.wording import listed

CAUSES: dict[str, Literal["sinusoidal", "RoPE", "T5"]] = {
    "New rows": "sinusoidal",
    "New distances": "RoPE",
    "More tokens": "T5",
}
"""What alone is enough for a rise, and the encoding for which it is (`loss_rises.one_at_a_time`)."""

PART = ui.Part(
    "Why",
    question="Why does a model break past its trained length?",
    why="Past its trained length a model meets several new things at once. Experiments that change one at a time "
    "find out which of them does the harm.",
    look="The stronger the orange, the more the [[loss]] rises (± half the range of three trainings).",
)

TRIED = """
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

OPEN = (
    "What stays open: what goes wrong inside the model on a row that training never showed, and whether larger models, "
    "words instead of characters, or other texts behave alike. All of this is one small model on one text."
)


def show() -> None:
    """Draw the rises of all encodings; in a fold the loss by position with and without one cause."""
    rises = dict(zip(NEW, one_at_a_time()["sinusoidal"], strict=True))
    alone, every = (rises[new] for new in (NEW[0], NEW[-1]))
    assert alone is not None and every is not None
    harms = [f"{spoken(name)} breaks on {THINGS[new]}" for name, enough in breaks().items() for new in enough]
    guess = ui.predict(
        Question(
            "The model with sinusoidal positions breaks past 64 letters. Which new thing alone is enough for that?",
            tuple(THINGS[new] for new in NEW[:-1]),
            key="x_guess_alone",
        ),
        answer=lambda: alone_breaks("sinusoidal"),
        because=f"**It meets what training never showed: {listed(harms)}.** New rows alone raise the sinusoidal "
        f"model’s loss by {alone.mean:.2f}, all that is new by {every.mean:.2f}.",
        hint="The formula has a row for every position. Which of them has the model read before?",
    )
    ui.show("x_one", guess.draw_in(views.one_new_thing()), formulas=True)
    with st.expander("How one thing alone is made new, and what stays open", key="x_how"):
        st.markdown(f"{TRIED} {result_sentences.two_homes()}\n\n{OPEN}")
    ui.later("x_seen_more", "And if training shows it all? Then it no longer breaks", _seen, opened_by=("x_why",))


def _seen() -> None:
    encoding = CAUSES[layout.choose("x_why", [*CAUSES], label="What breaks it")]
    ui.show("x_seen", views.seen_in_training(encoding=encoding))
    ui.write(result_sentences.legend_sentence(encoding))
    if encoding == "sinusoidal":
        st.markdown(result_sentences.whole_waves_verdict())
