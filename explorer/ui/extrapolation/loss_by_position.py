"""Loss past the trained length, by position or by length.

By position the visitor draws the expected curve by clicks or sliders, then sees the measured one.
"""

import streamlit as st

from explorer import ui
from explorer.nn.config import Encoding
from explorer.training.findings.shipped_model_losses import FAMOUS, first_line, span
from explorer.ui.extrapolation import live_training, loss_by_length
from explorer.ui.frame import part_containers
from explorer.views import View
from explorer.views import extrapolation as views
from explorer.views.extrapolation.loss_sentences import alibi_sentence, extension_notes, reach_answer
from explorer.views.extrapolation.position_losses import GUESSED_AT, HIGH, LOW, Drawn
from explorer.views.extrapolation.settings import MODELS, READINGS
from explorer.views.setting import Choice, Switch

BY_LENGTH = "by length"
MEASURE = Choice("Loss", "by position", ("by position", BY_LENGTH), key="x_measure")
TRAINS = Switch("Train a model now", False, key="x_train")
DRAWN = Choice("Draw the loss that you expect past 64, for", "RoPE", FAMOUS, key="x_of")
SHOWN = Switch("Show what was measured past 64", False, key="x_shown")

PART = ui.Part(
    "Loss by position",
    question="Does RoPE work beyond its training length?",
    why="Here models read up to eight times further than they were trained ([[extrapolation]]). The [[loss]] is their "
    "surprise at each next character (in [[nats]], 0 is none).",
    look="Left of the dashed line is what training showed.",
    looks={
        ("x_train", True): "Thick is the newest curve, thin an earlier step; grey are shipped models like yours.",
        ("x_measure", BY_LENGTH): "One number for a whole [[window]]: how far does a line stay at its level at 64?",
        ("x_shown", True): "Right of the dashed line training never showed. Dotted: counting from 0, 1 or 2 letters.",
    },
)

START = 1.8
OTHERS = "Other models"


def show() -> None:
    """Draw the choice of a measure and of models, and their loss; or a training, with its loss as it learns."""
    controls = ui.controls("x_pos")
    if (drawn := st.session_state.pop("x_drawn", None)) is not None:  # a clicked point: its slider is not drawn yet
        st.session_state[f"x_g{drawn[0]}"] = drawn[1]
    with controls:
        left, right = st.columns(2, vertical_alignment="bottom")
        trains = ui.control(TRAINS, right)
        measure = ui.control(MEASURE, left, disabled=trains)
    if trains:
        live_training.show(controls)
    elif measure == BY_LENGTH:
        loss_by_length.show(ui.ask(views.loss_by_length, "encodings", folded=("x_pos", OTHERS))["encodings"], controls)
    else:
        _by_position(**ui.ask(views.loss_by_position, folded=("x_pos", OTHERS)))


def _by_position(encodings: tuple[str, ...]) -> None:
    # The guess stands beside the picture; in presenter mode that has the screen.
    with part_containers.take("run" if ui.style.presenting() else "question"):
        own = st.container(key="x_own_box")
    with own:
        encoding: Encoding = ui.control(DRAWN)
        shown = ui.control(SHOWN)  # above the sliders, whose place the answer takes: on a phone it comes into sight
        answer = st.container()
        if not shown:
            st.text("Click in the picture, or move the sliders.")
        guess = _guess(shown)
    if not shown and encodings == MODELS.default:  # the others would lie on it
        encodings = (encoding,)
    if shown and guess == (START,) * len(GUESSED_AT):
        guess = ()  # the sliders still stand at their start
    elif shown:  # the guessed encoding is shown with the guess
        encodings = tuple(name for name in READINGS if name in (*encodings, encoding))
    view = views.loss_by_position(encodings=encodings).at_question(shown, Drawn(encoding, guess))
    if not shown:
        _question(view)
        return
    ui.show("x_pos", view)
    with answer.container(border=True, key="x_reach_guess_box"):
        st.info(f"**{reach_answer(first_line('RoPE'))}**\n\n{_compare(encoding, guess) if guess else ''}")
    with st.expander("The encodings compared, and how they were measured", key="x_said"):
        st.markdown(_told(encodings))
    ui.formulas("x_pos", view.formulas)


def _measured_losses(encoding: Encoding) -> tuple[float, ...]:
    return tuple(span(first_line(encoding), at - 8, at + 8) for at in GUESSED_AT)


def _question(view: View) -> None:
    event = ui.show("x_pos", view, events=("click",), formulas=True)
    if event.click is not None and event.click.x in GUESSED_AT and isinstance(event.click.y, int | float):
        # Clipped to the slider's range: a browser's message may hold any number.
        st.session_state["x_drawn"] = int(event.click.x), round(min(max(float(event.click.y), LOW), HIGH), 1)
        st.rerun(scope="fragment")


def _told(encodings: tuple[str, ...]) -> str:
    sentences = [extension_notes(encodings)]
    if "ALiBi" in encodings:
        sentences.append(alibi_sentence())
    sentences.append(
        "By position, because a mean over a long window hides the rise at its end behind its good start. Every stretch "
        "of 64 positions is measured on nearly the same text, which no model was trained on. A loss of 1 nat less "
        "means: about 2.7 times fewer characters to choose from."
    )
    return "\n\n".join(filter(None, sentences))


def _guess(shown: bool) -> tuple[float, ...]:
    with st.expander("Your guess", key="x_own") if shown else st.container(border=True, key="x_own_controls"):
        row = st.container(horizontal=True)
        # Containers with such names mark the values of a link that are a guess.
        boxes = [row.container(key=f"x_g{at}_guess_box", width=146) for at in GUESSED_AT]
        return tuple(
            box.slider(f"Your loss at {at}", LOW, HIGH, START, 0.1, key=f"x_g{at}", bind="query-params")
            for box, at in zip(boxes, GUESSED_AT, strict=True)
        )


def _compare(encoding: Encoding, guess: tuple[float, ...]) -> str:
    measured = _measured_losses(encoding)
    far = max(abs(a - b) for a, b in zip(guess, measured, strict=True))
    pairs = ", ".join(
        f"at {at} you said {g:.1f}, it is {m:.2f}" for at, g, m in zip(GUESSED_AT, guess, measured, strict=True)
    )
    return f"Your curve for {encoding}: {pairs}. Farthest miss: {far:.2f} nats."
