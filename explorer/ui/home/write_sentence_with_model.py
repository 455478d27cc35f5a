"""Home: a sentence that visitor and model write together, and behind a door how the model guesses."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.en.task_feedback.tokens_rows_and_order import BET
from explorer.content.pages import PURPOSE
from explorer.embedding_pipeline import Tokens, tokenize
from explorer.lm.predict_next_token import Reading
from explorer.lm.shipped_model import load_lm, load_report
from explorer.tokenizers import SMALL, encode
from explorer.ui.frame import guide, lesson, part_containers, picture_toolbar, shared_inputs, step_size, style
from explorer.ui.frame.glossary_markup import write
from explorer.ui.home import model_quality, next_token_bars, pipeline_links, pipeline_picture, start_and_teach_links
from explorer.ui.room import stage_picture
from explorer.views import home as views
from explorer.views.home.change_model_input import Settings, Trial, trial
from explorer.views.home.prediction_text import ending
from explorer.views.home.settings import BEGINS, CHANGE, EXAMPLES, FAILS, HIDE, SUGGESTED, TEXT

SENT = 300
"""Most characters of a text that is sent to a friend: its link holds it."""
ON_STAGE = ("token", "id", "row", "position")
"""Kinds of the chain's steps that a class sees, before the guess."""
DOOR = "More: how it guesses, step by step, and what you can change"
_CSS = """
[class*=st-key-h_] a:has(p) {max-width: 100%; padding-top: .1rem; padding-bottom: .1rem;}
[class*=st-key-h_] a p {white-space: normal; overflow-wrap: anywhere; line-height: 1.3;}
.st-key-h_links a p {color: var(--explorer-strong); text-decoration: underline; text-underline-offset: .2em;}
.st-key-h_links h2 {padding: 0 0 .3rem;}
@media (pointer: coarse) {.st-key-h_links a:has(p) {min-height: 40px;}}
@media (min-width: 641px) {.h-ask {display: none;}}
.st-key-h_steps {gap: .5rem;}
.h-ways-in {display: flex; gap: .5rem 1rem; align-items: center; line-height: 1.35;}
.explorer-way-back {margin: .5rem 0 0;} .explorer-way-back:empty {display: none;}
:is(.h-start, .h-ways-in + .explorer-way-back a:first-child) {flex: none; padding: .45rem 1rem; border-radius: .5rem;
  font-weight: 600; text-decoration: none; background: var(--explorer-strong); color: var(--explorer-paper) !important;}
.h-ways-in + .explorer-way-back a {display: inline-block;}
.h-ways-in:has(+ .explorer-way-back a) .h-start  /* who has begun goes on */
  {background: none; outline: 1px solid; color: var(--explorer-strong) !important;}
@media (max-width: 640px) {.st-key-home_claims {display: none;}}  /* on the page Claims too */
.stHorizontalBlock > :has(> .st-key-h_guess) {flex: 6 1 20rem !important;}
:has(> .st-key-h_beside) {flex: 5 1 15rem !important;}
"""


def show() -> None:
    """The promise and the path's start, the sentence with the model's guesses, and a door to the rest."""
    st.html(f"<style>{_CSS}</style>")
    if step_size.step() is not None:
        with guide.page_of_step():
            _step()
        return
    if lesson.on_stage():
        _on_stage()
        return
    if style.is_embedded():  # this has words of its own
        _own()
        return
    write(PURPOSE)
    left, right = (st.container(), None) if style.presenting() else st.columns([5, 2], gap="large")
    with left:
        start_and_teach_links.start(SUGGESTED)
        _own()
    if right:
        with right:
            pipeline_links.show()


@st.fragment
def _on_stage() -> None:
    with part_containers.containers(stage=True, without=part_containers.TOOLS):
        lesson.show_question()
        with part_containers.take("picture"):
            text = shared_inputs.text_box(TEXT.label, BEGINS)
            own = tokenize(text, SMALL, one_sequence=True)
            if len(own) and "h_more" in stage_picture.moved():  # how it gets there is the answer of a lesson's step
                _lessons_chain(trial(Settings(text)).reading)
            elif len(own):
                _bars(Settings(text), own)


def _lessons_chain(reading: Reading) -> None:
    """The steps that a lesson has taught, without those that a class has not met."""
    guess = pipeline_picture.Line(f"{len(ON_STAGE) + 1}  Guess", "", boxes=pipeline_picture.guesses(reading, 2))
    pipeline_picture.show(reading, len(reading.ids) - 1, (), select=lambda _: None, lines=(guess,), only=ON_STAGE)


@st.fragment
def _own() -> None:
    text = shared_inputs.text_box(TEXT.label, BEGINS)
    _page(text, tokenize(text, SMALL, one_sequence=True))


def _step() -> None:
    """A step of the path: how the last token looks back, the bars, and below them what changes both."""
    with st.container(key="step_pane"):
        picture = st.container(key="h_guess")
        text = shared_inputs.text_box(TEXT.label, BEGINS)
        own = tokenize(text, SMALL, one_sequence=True)
        if len(own):
            settings = ask_change(text)
            with picture:
                _bars(settings, own)


def _page(text: str, own: Tokens) -> None:
    both = st.container(horizontal=True, gap="medium")
    left, right = both.container(key="h_guess"), both.container(key="h_beside")
    if not style.presenting():
        examples()
    door = _door()
    settings = Settings(text)
    if door is not None and len(own):
        with door:
            settings = ask_change(text)
    if not len(own):
        with left:
            st.info("Type a sentence above: one word is enough. What comes next appears here.")
    else:
        with left:
            trial = _bars(settings, own)
        view = views.next_token(**asdict(settings))
        with right:
            _steps(text, own)
            _send(text)
            st.text(view.sentence.replace(" %", "\N{NO-BREAK SPACE}%"))
    if door is not None:
        with door:
            if len(own):
                ui.badge("lm")
                write(model_quality.in_short(load_lm(), load_report()))
                ui.view_toolbar("h_next_token", view, chart=False)
                ui.formulas("h_next", view.formulas, of="of the bars")
                _way(settings, trial, text, own)
            model_quality.show()
            shared_inputs.keep_out_switch()
            start_and_teach_links.teach()


def _door() -> DeltaGenerator | None:
    """Expander with all that no newcomer needs; None while it is closed and nothing in it was changed."""
    if any(name.startswith("h_") for name in st.query_params):  # a link to something in it
        st.session_state.setdefault("h_more", True)
    return ui.lazy_expander(partial(st.expander, bind="query-params"), DOOR, "h_more", CHANGE_BEGINS)


def _bars(settings: Settings, own: Tokens) -> Trial:
    """The bars; where nothing was changed, a press on one writes its token."""
    found = trial(settings)
    if found.warned:
        st.warning(found.warned)
    readings = [found.reading] if found.before is None else [found.before, found.reading]
    plain = found.before is None
    led = step_size.step() is not None
    after = ending(found.reading) if settings.hide_last or found.times or led else ""
    write = writer(settings.text, own, settings.hide_last) if plain and not found.times else None
    bet = st.session_state.get(BET, {}).get(settings.text) if led else None
    if led and plain:  # the text stays as it is: the step's reply is about what is drawn
        write = partial(_bet, settings.text)
    chosen = int(encode(bet, SMALL)[0]) if bet else None
    next_token_bars.show(readings, found.names, write=write, whole=plain, after=after, look=led, bet=chosen)
    return found


def _bet(text: str, piece: str) -> None:
    st.session_state[BET] = {text: piece}


def _steps(text: str, own: Tokens) -> None:
    with st.container(horizontal=True, key="h_steps"):
        st.button("← One back", key="_h_back", on_click=_back, disabled=len(own) < 2)
        other = FAILS if text != FAILS else BEGINS
        sentence = "One that fails" if other == FAILS else "One that it knows"
        begun = {"text": other, **CHANGE_BEGINS}
        st.button(f"{sentence}: “{other}”", key="_h_other", on_click=st.session_state.update, args=(begun,))


def _send(text: str) -> None:
    suggested = any(each.startswith(text.strip()) for each in SUGGESTED)
    if suggested or len(text) > SENT or st.session_state.get(shared_inputs.OPT_OUT_KEY) or style.is_embedded():
        return
    words = f"A tiny language model and I wrote: “{text.strip()} …”. Your turn:"
    picture_toolbar.share_button("Send it: a friend goes on", words)


def _way(settings: Settings, trial: Trial, text: str, own: Tokens) -> None:
    st.header("How it gets there", anchor=False)
    picture = st.container(key="h_picture")
    others = tokenize(text, shared_inputs.current().encoding)
    token = shared_inputs.token_box(len(others), "Selected token, by its number")
    selected, select_position = selection(own, others, token, trial.reading)
    if len(others):
        st.caption(marking_note(own, others, token, trial.reading, selected))
    view = views.chain(**asdict(settings), token=selected)
    with picture:
        if view.left_out:
            st.caption(view.left_out)
        if style.is_embedded() and not trial.changed:  # on a lesson's handout
            _lessons_chain(trial.reading)
        else:
            pipeline_picture.show(trial.reading, selected, trial.changed, select=select_position)
    st.text(view.sentence)
    ui.view_toolbar("h_chain", view, chart=False)
    ui.formulas("h_look", view.formulas, of="of how far back it looks")


def examples() -> None:
    """Beginnings from the texts that the model has read, to try."""
    # One element and not four buttons, since every change of the text draws them anew.
    st.pills("Other beginnings", EXAMPLES, key="_h_examples", on_change=_take_example)


def _take_example() -> None:
    if (chosen := st.session_state["_h_examples"]) is not None:
        st.session_state["_h_examples"] = None  # none stays pressed: the text may be changed, and chosen again
        st.session_state["text"] = chosen


def _back() -> None:
    text = st.session_state["text"]  # not the one drawn: leaving the field to press takes over what was typed
    st.session_state["text"] = before(text, tokenize(text, SMALL, one_sequence=True))


def before(text: str, own: Tokens) -> str:
    """The text without its last token, and without those before it that would leave half a character.

    >>> before("The cat sat", tokenize("The cat sat", SMALL))
    'The cat'
    >>> before("a👍", tokenize("a👍", SMALL))
    'a'
    """
    written = text.encode()
    for number in range(len(own) - 1, 0, -1):
        try:
            return written[: own.span(number)[0]].decode()
        except UnicodeDecodeError:
            continue
    return text


def selection(own: Tokens, others: Tokens, token: int, reading: Reading) -> tuple[int, Callable[[int], None]]:
    """Which of the tokens drawn is the app's selected one, and what to do when another is picked.

    Other pages may cut the text by another vocabulary (`others`, of which `token` is selected), so the two meet at the
    first byte of a token. A text that was repeated has its own tokens first; where only the last tokens are read, those
    before them can't be selected, and of a repeated text the first token of the same id is.
    """
    readable = len(own) - (reading.hidden is not None)
    repeated = reading.total != readable
    cut = reading.total - len(reading.ids)
    mine = own.at(others.span(token)[0]) if len(others) else 0
    selected = min(max(mine - cut, 0), len(reading.ids) - 1)
    if repeated and cut:
        selected = _first(reading.ids, int(own.ids[mine]), selected)

    def select_position(number: int) -> None:
        one = _first(own.ids, int(reading.ids[number]), -1) if repeated and cut else number + cut
        if 0 <= one < len(own):
            st.session_state["token"] = others.at(own.span(one)[0])

    return selected, select_position


def _first(ids: NDArray[np.int64], token: int, otherwise: int) -> int:
    found = np.flatnonzero(ids == token)
    return int(found[0]) if len(found) else otherwise


def marking_note(own: Tokens, others: Tokens, token: int, reading: Reading, selected: int) -> str:
    """What the picture marks, where that isn't the token that the box says by the same number."""
    mine = own.at(others.span(token)[0])
    repeated = reading.total != len(own) - (reading.hidden is not None)
    if reading.ids[selected] == own.ids[mine] and selected == token:
        return ""
    if reading.hidden is not None and not repeated and mine == len(own) - 1:
        return f"Token {token:,} is the hidden one: the picture marks the one before it."
    if reading.ids[selected] != own.ids[mine]:
        return f"Token {token:,} of the box is not in the picture: it marks its own token {selected:,}."
    return f"Token {token:,} of the box is token {selected:,} of the picture, which counts those that this model reads."


def writer(text: str, own: Tokens, hide: bool) -> Callable[[str], None] | None:
    """What writes a token after the text that was read; None where that ends within a character.

    Words typed in the meantime stay: leaving the field for a bar takes them over, and the bar was a guess for the text
    before. So nothing is written, and their own guesses come.
    """
    end = own.span(len(own) - 1)[0] if hide and len(own) > 1 else len(text.encode())
    try:
        start = text.encode()[:end].decode()
    except UnicodeDecodeError:
        return None

    drawn = shared_inputs.current().text

    def write(piece: str) -> None:
        if shared_inputs.current().text != drawn:
            return
        st.session_state["text"] = start + piece
        st.session_state["h_hide"] = False  # what was written is there to be read

    return write


CHANGE_BEGINS = {HIDE.key: HIDE.default, CHANGE.key: CHANGE.default}
OF_CHANGE = {"Swap two tokens": ("first", "second"), "Another row": ("position", "word"), "Too long": ("past",)}
"""Settings that an intervention has."""


def ask_change(text: str) -> Settings:
    """Draw the choice of an intervention, and its settings."""
    settings = ui.ask(views.next_token, "hide_last", at=st.container())
    if step_size.step() is not None:  # a step of the path pulls the positions off, and puts them on again
        pulled = st.pills(
            "Positions",
            CHANGE.options[1:2],
            format_func=lambda _: "Pull off the positions",
            key=CHANGE.key,
            bind="query-params",
            label_visibility="collapsed",
        )
        return Settings(text, change=pulled or CHANGE.default, **settings)
    change = ui.control(CHANGE, st.container(border=True))
    if change in OF_CHANGE:
        settings |= ui.ask(views.next_token, *OF_CHANGE[change])
    return Settings(text, change=change, **settings)
