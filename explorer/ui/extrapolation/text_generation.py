"""Generated text of small letter models, within the trained length and past it."""

from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from pathlib import Path

import streamlit as st

from explorer import ui
from explorer.nn.config import Encoding, spoken
from explorer.questions import Question
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.text_generation import AHEAD, BEGINNING, LENGTH, Written, as_read, readable, write_each, wrong
from explorer.ui.frame import part_containers, step_size
from explorer.ui.frame.ask import control
from explorer.views import extrapolation as views
from explorer.views.extrapolation.text_generation import LINE, WRITERS, go_on

PART = ui.Part(
    "Read it write",
    question="Can you see where a model leaves what it was trained on?",
    why="Small models write on from your beginning, letter by letter. They were trained on texts of 64 letters: can "
    "you see where the 64th is?",
    look="Read aloud what stands above the dashed line, where training ended, then what stands below.",
)
BOTH, NEITHER = "both", "neither"
FOUND = {BOTH: "No: both still write words", NEITHER: "Yes: both have left words behind"}
PLAIN = "sinusoidal", "ALiBi"
SPELLED = {"sinusoidal": ": waves"}
"""What a step of the path compares."""
RATE = 20
"""Letters a second: as fast as one can read along."""
PAUSE = 0.8
"""Seconds before the first letter past the trained length: time to look there."""
_KEY = "positions; <u>underlined</u>: a word of Jane Austen’s novels"
_WRITTEN = "_x_written"
_CSS = Path(__file__).with_name("text_generation.css").read_text(encoding="utf-8")


def show() -> None:
    """Draw the prompt, the choice of models, the sampling seed, and the generated text."""
    with ui.controls("x_write"):
        settings = ui.ask(views.writing, "beginning")
        line = ui.row("bottom")
        writers = replace(WRITERS, least=0)
        if step_size.leaves_out("x_other_writers"):  # a step of the path compares two
            default = tuple(name for name in WRITERS.default if name in PLAIN)
            writers = replace(writers, label="Models", options=PLAIN, default=default, help="")
        guessing = step_size.withholds()  # the guess stands where these will: it is about the one model drawn
        settings["encodings"] = PLAIN[:1] if guessing else tuple(control(writers, line))
        settings = ui.ask(views.writing, "seed", at=line, given=settings)
        no_text = not settings["encodings"]
        again = not guessing and line.button("Write again", key="x_again", icon=":material/replay:", disabled=no_text)
    settings["beginning"], left_out = readable(settings["beginning"])
    if left_out:
        st.text(left_out)
    if problem := wrong(settings["beginning"]):
        st.warning(f"{problem} Until then they write on from “{BEGINNING.strip()}”.")
        settings["beginning"] = BEGINNING
    hidden = not _ask_who_goes_on(**settings) or guessing
    view = views.writing(**settings).at_question(not hidden)
    texts = write_each(
        settings["encodings"], as_read(settings["beginning"]), settings["seed"], AHEAD if hidden else LENGTH
    )
    with part_containers.take("picture"), st.container(key="x_write_lines"):
        st.html(f"<style>{_CSS}</style>{_lines(texts, hidden, _written_now(texts, hidden, again))}")
    with part_containers.take("sentence"):
        ui.show("x_write", view)
    ui.formulas("x_write", view.formulas)


def _ask_who_goes_on(beginning: str, encodings: tuple[Encoding, ...], seed: int) -> bool:
    """Guess which of two models still writes words past its trained length; of other numbers nothing is asked."""
    if len(encodings) != 2:
        return True
    names = tuple(map(spoken, encodings))

    def answer() -> str:
        on = go_on(encodings, beginning, seed)
        return spoken(on[0]) if len(on) == 1 else BOTH if on else NEITHER

    return bool(
        ui.predict(
            Question(
                f"Which of the two still writes words after position {TRAIN_LEN}?",
                (*names, BOTH, NEITHER),
                key="x_guess_on",
            ),
            answer=answer,
            because=lambda: f"**{FOUND.get(answer(), f'Yes: of the two only {answer()} still writes words')}, past "
            f"position {TRAIN_LEN}.** Counted is whether at least half of the letters written there stand in words of "
            "the book. “Loss by position” measures it for all texts, and “Why” finds out what the others meet.",
            hint="Positions past 63 are new to both. One of them is told of a position only how far away it is.",
        )
    )


@dataclass(frozen=True)
class _Writing:
    """Texts on the screen, and what of them appears letter by letter: the same until another text is shown."""

    texts: dict[Encoding, Written]
    is_hidden: bool
    start: dict[Encoding, int]
    times: int = 0


def _written_now(texts: dict[Encoding, Written], hidden: bool, again: bool) -> _Writing:
    """The position from which each model's letters appear one by one: what was read before stands still."""
    last: _Writing = st.session_state.get(_WRITTEN, _Writing({}, False, {}))
    if (texts, hidden) == (last.texts, last.is_hidden) and not again:
        return last  # a rerun for another reason doesn't begin anew
    start = {}
    for name, written in texts.items():
        before = last.texts[name].text if name in last.texts else ""
        same = before and written.text.startswith(before[:TRAIN_LEN]) and not again
        start[name] = TRAIN_LEN if same and last.is_hidden and not hidden else LENGTH if same else written.begun
    st.session_state[_WRITTEN] = now = _Writing(texts, hidden, start, last.times + again)
    return now


def _lines(texts: dict[Encoding, Written], hidden: bool, writing: _Writing) -> str:
    """The lines as a list per model, what it was given bold; those past the trained length may be `hidden`.

    A hidden line keeps its place, so that nothing moves when the answer shows it.
    """
    html: list[str] = []
    for name, written in texts.items():
        real = {at for start, end in written.real_spans() for at in range(start, end)}
        lines = ""
        for at in range(0, LENGTH, LINE):
            covered = hidden and at >= TRAIN_LEN
            line, begun = "?" if covered else written.text[at : at + LINE], max(written.begun - at, 0)
            lines += (
                f'<li class="{"new" if at >= TRAIN_LEN else ""}"><span>{at} to {at + LINE - 1}</span>'
                f"<code{_appears(at, writing.start[name], hidden)}><b>{escape(line[:begun])}</b>"
                f"{_underlined(line[begun:], at + begun, set() if covered else real)}</code></li>"
            )
        key = f"<p>{_KEY}</p>" if not html else ""
        html.append(f"<section><h3>{escape(name)}{SPELLED.get(name, '')}</h3>{key}<ol>{lines}</ol></section>")
    return f'<div class="writing" data-times="{writing.times}">{"".join(html)}</div>'  # a new number: written anew


def _underlined(letters: str, first: int, real: set[int]) -> str:
    """Letters from position `first` on, those at the positions `real` underlined.

    >>> _underlined("as xq", 4, {4, 5})
    '<u>as</u> xq'
    """
    runs = groupby(enumerate(letters, first), lambda each: each[0] in real)
    html = ((is_real, escape("".join(letter for _, letter in run))) for is_real, run in runs)
    return "".join(f"<u>{part}</u>" if is_real else part for is_real, part in html)


def _appears(first: int, start: int, hidden: bool) -> str:
    """Attributes of the line from position `first` on, where letters of it appear; "" for a line that stands still."""
    there = max(start - first, 0)
    if there >= LINE or (hidden and first >= TRAIN_LEN):
        return ""
    wait = (first + there - start) / RATE + PAUSE * (first >= TRAIN_LEN)
    return f' class="now" style="--there: {there}; --letters: {LINE - there}; --rate: {RATE}; --wait: {wait:.2f}s"'
