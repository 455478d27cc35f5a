"""Home: what a language model does with a text, the whole chain of the visitor's own, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import chain, ui
from explorer.content.pages import PURPOSE
from explorer.lm.model import load_lm, load_report
from explorer.lm.predict import Reading
from explorer.tokenizers import SMALL
from explorer.ui.frame import guide, sentence, style
from explorer.ui.frame.say import say
from explorer.ui.home import bars, flow, honest, links, tries, ways_in
from explorer.views import home as views

EXAMPLES = (
    "The President of the United States",
    "It is a truth universally acknowledged",
    "To be, or not to be",
    "the capital of a country",
)
BETTER = EXAMPLES[0]
"""Beside the bars of the sentence that everybody begins with: one whose last token the model puts first."""
OF = {1: "of the bars", 2: "of the bars and of how far back it looks"}
"""What the formulas are of; a single token has nothing to look back at."""
_CSS = """
[class*=st-key-h_] a:has(p) {max-width: 100%; padding-top: .1rem; padding-bottom: .1rem;}
[class*=st-key-h_] a p {white-space: normal; overflow-wrap: anywhere; line-height: 1.3;}
.st-key-h_links a {border-left: 3px solid rgba(128,128,128,.5); border-radius: 0;
  padding-left: .7rem;}
.st-key-h_links a p {font-size: max(.875rem, var(--explorer-least, 0px));}
.st-key-h_links a strong {display: block; font-size: 1rem;}
.st-key-h_links {row-gap: .8rem; margin-top: .4rem;}
.st-key-h_ways_in {gap: .8rem; align-items: center; flex-wrap: wrap;}
.st-key-_h_examples {margin-top: -.6rem;}
@media (max-width: 640px) {
  .st-key-_h_examples [role=radiogroup] {flex-wrap: nowrap; overflow-x: auto; padding-bottom: .2rem;}
  .st-key-_h_examples button {flex: none;}
}
:has(> .st-key-h_guess) {flex: 6 1 20rem !important;}
:has(> .st-key-h_asked) {flex: 5 1 15rem !important;}
.h-start {display: inline-block; padding: .45rem 1rem; border-radius: .5rem; font-weight: 600; text-decoration: none;
  background: var(--explorer-strong); color: var(--explorer-paper) !important;}
"""


def show() -> None:
    """The sentence, the chain from its text to the next word, and links to the other pages."""
    st.html(f"<style>{_CSS}</style>")
    if not style.presenting() and not guide.hides("h_ways_in"):  # a step has words of its own
        say(PURPOSE)
        ways_in.show()
    _own()
    if not guide.hides("h_links"):
        links.show()
    if not guide.hides("h_honest"):
        honest.show()


@st.fragment
def _own() -> None:
    """What a change of the text changes."""
    text = sentence.text_box("Your text: every number below is computed from it", height=68)
    if not style.presenting():
        examples()
    own = chain.tokenize(text, SMALL, one_sequence=True)
    if not len(own):
        st.info("Type a sentence above: one word is enough. Its bytes, tokens, vectors and next token appear here.")
        return
    others = chain.tokenize(text, sentence.current().encoding)
    picture = st.container(key="h_picture")
    both = st.container(horizontal=True, gap="medium")
    left, right = both.container(key="h_guess"), both.container(key="h_asked")
    with right:
        hide = st.toggle("Hide the last token, let the model guess it", True, key="h_hide", bind="query-params")
        settings = tries.settings(text, hide)
        trial = views.trial(settings)
        tries.show(trial)
        token = sentence.token_box(len(others), "Selected token, by its number")
    selected, picked = selection(own, others, token, trial.reading)
    if len(others):
        right.caption(marked(own, others, token, trial.reading, selected))
    view = views.chain(**asdict(settings), token=selected)
    with picture:
        if view.left_out:
            st.caption(view.left_out)
        if not guide.hides("h_flow"):
            flow.show(trial.reading, selected, trial.changed, picked=picked)
        ui.badge("lm")
    with left:
        st.header("What comes next?", anchor=False)
        prediction(trial, None if trial.times else writer(text, own, hide))
        if text == sentence.DEFAULT_TEXT and settings.change == "As it is":
            st.text(honest.encouraged(trial.reading))
            st.button(f"Try “{BETTER}”", key="_h_better", on_click=_take, args=(BETTER,), type="tertiary")
    st.text(view.sentence)
    ui.under_view("h_chain", view, chart=False)
    ui.formulas("h_next", view.formulas, of=OF[len(view.formulas)])


def examples() -> None:
    """Beginnings from the texts that the model has read, to try."""
    # One element and not four buttons, since every change of the text draws them anew.
    st.pills("Examples", EXAMPLES, key="_h_examples", on_change=_take_example, label_visibility="collapsed")


def _take_example() -> None:
    if (chosen := st.session_state["_h_examples"]) is not None:
        st.session_state["_h_examples"] = None  # none stays pressed: the text may be changed, and chosen again
        _take(chosen)


def _take(text: str) -> None:
    st.session_state["text"] = text


def selection(
    own: chain.Tokens, others: chain.Tokens, token: int, reading: Reading
) -> tuple[int, Callable[[int], None]]:
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

    def picked(number: int) -> None:
        one = _first(own.ids, int(reading.ids[number]), -1) if repeated and cut else number + cut
        if 0 <= one < len(own):
            st.session_state["token"] = others.at(own.span(one)[0])

    return selected, picked


def _first(ids: NDArray[np.int64], token: int, otherwise: int) -> int:
    found = np.flatnonzero(ids == token)
    return int(found[0]) if len(found) else otherwise


def marked(own: chain.Tokens, others: chain.Tokens, token: int, reading: Reading, selected: int) -> str:
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


def writer(text: str, own: chain.Tokens, hide: bool) -> Callable[[str], None] | None:
    """What writes a token after the text that was read; None where that ends within a character."""
    end = own.span(len(own) - 1)[0] if hide and len(own) > 1 else len(text.encode())
    try:
        start = text.encode()[:end].decode()
    except UnicodeDecodeError:
        return None

    def write(piece: str) -> None:
        st.session_state["text"] = start + piece
        st.session_state["h_hide"] = False  # what was written is there to be read

    return write


def prediction(trial: views.Trial, write: Callable[[str], None] | None) -> None:
    """Who guesses, the bars, and what is left for all other tokens; as it is, a token can be written."""
    say(honest.in_short(load_lm(), load_report()))
    readings = [trial.reading] if trial.before is None else [trial.before, trial.reading]
    write = write if trial.before is None else None
    bars.show(readings, trial.names, write=write, whole=trial.before is None)
    said = [] if trial.reading.hidden is None else [views.guessed(trial.reading)]
    if trial.before is None:
        grows = "" if write is None else " Choose a token to write it: the text grows, and all is computed again."
        said.append(views.others(trial.reading, views.ALONE) + grows)
    if said:
        st.text("\n".join(said))  # one element: each costs every change of the text its share
