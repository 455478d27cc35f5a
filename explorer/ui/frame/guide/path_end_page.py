"""End of the path: what was done, a page of one's own lines, and what to do next.

What was done and written is known to the browser only, which draws it (chapter_summaries.js).
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import streamlit as st

from explorer.content.en.example_sentence_numbers import words_of
from explorer.content.escape_markdown import escape_markdown
from explorer.content.guided_path import Door, StepId, address
from explorer.ui.frame import picture_toolbar, shared_inputs, style
from explorer.ui.frame.guide import carried_text, chapter_summaries
from explorer.ui.frame.guide.step_links import AGAIN, LEFT, aside, link, shown_link, start_link
from explorer.ui.frame.step_size import END, PARAMETER, path
from explorer.wording import count

if TYPE_CHECKING:
    from explorer.lm.predict_next_token import Reading
    from explorer.ui.home.pipeline_picture import Line

HEADING, SHARED_HEADING = "The end of the path", "How a model reads a text, in somebody’s own words"
SHARED, START = "shared", "Now your own sentence: start the path →"
"""Query parameter of a page that was given to somebody, and its last link: a film, if there is a text, else a page of
lines, which are in the fragment."""
SHOWN, GUESSES, ADDED = 90, 6, 14
"""Characters of the visitor's text that are shown, guesses for its next token, and tokens that the model adds."""
TEMPERATURE, SEED = 0.6, 1
"""Of the draws: the likeliest tokens alone soon repeat themselves, and one seed gives the same at each visit."""
USUAL = "The cat sat on the mat"
"""The text of many steps."""
WAY = (
    "Follow the outlined token down, or tap another: from bytes to the sum of two rows, all that the model gets. Then "
    "it looks back, guesses, and writes on. Can you explain every line?"
)
_SELECTED, _DRAW = "_end_token", "_end_draw"
_CSS = """
:is(.st-key-end_lines, .st-key-end_next) {max-width: 44rem;}
.st-key-home_claims, .st-key-explorer_next, .st-key-presenter_line {display: none;}
@media print {.st-key-end_next {display: none;}}
"""


def heading() -> str:
    """The page's heading, which for somebody who was sent the lines is about these."""
    return SHARED_HEADING if SHARED in st.query_params else HEADING


def show() -> None:
    """Draw what was done and written, and links to what comes next."""
    own = st.query_params.get(carried_text.PARAMETER, "") or st.query_params.get("text", "")
    st.html(f"<style>{style.LINKS}{_CSS}</style>")
    if SHARED in st.query_params:
        if own:
            _whole_way(own)
            st.html(f'<a class="guide-onwards" href="{html.escape(start_link())}" target="_self">{START}</a>')
        else:
            chapter_summaries.page(link, shared=True)
        return

    def back(at: StepId) -> str:
        return carried_text.carry(f"{link(at)}&{LEFT}={AGAIN}", own)

    chapter_summaries.praise(back)
    with st.container(key="end_way"):
        st.header(f"{'Your' if own.strip() else 'A'} sentence, on its whole way", anchor=False)
        st.markdown(WAY)
        _whole_way(own)
        carried_text.change(own.strip())
        first = path().chapters[0]
        cuts = escape_markdown(_other_cuts(own.strip() or USUAL))
        st.markdown(f"**{first.riddle}** {first.solved({})} {cuts}")
    with st.container(key="end_lines"):
        chapter_summaries.page(back)
    with st.container(key="end_next"):
        quiz = html.escape(aside(address("check", {}), "end", own))
        words = "Check yourself: questions on what you have walked →"
        st.html(f'<a class="guide-onwards" href="{quiz}" target="_self">{words}</a>')
        with st.expander("More: games, screens to show, a part for each chapter"):
            chapter_summaries.best_scores()
            _next(own)
        home = html.escape(address("home", {"text": own} if own else {}))
        st.html(f'<p class="guide-seen"><a href="{home}" target="_self">To Home, and your own text →</a></p>')


def _other_cuts(text: str) -> str:
    """Sentence on the longest word that this model's list cuts into more pieces than GPT-2's; "" where none is.

    >>> _other_cuts("I count a strawberry")
    'Here “strawberry” is st·raw·ber·ry: this model’s list has 4,096 tokens, GPT-2’s 50,257.'
    """
    from explorer.tokenizers import SMALL, encode, token_bytes, token_label, vocab_size  # needed on this page alone

    sizes = [vocab_size(name) for name in (SMALL, "gpt2")]
    for word in sorted(words_of(text), key=len, reverse=True):
        few, many = (encode(f" {word}", name) for name in ("gpt2", SMALL))
        if word.isascii() and len(few) < len(many):
            pieces = "·".join(map(token_label, token_bytes(many, SMALL))).lstrip("␣·")
            return f"Here “{word}” is {pieces}: this model’s list has {sizes[0]:,} tokens, GPT-2’s {sizes[1]:,}."
    return ""


@st.fragment
def _whole_way(own: str) -> None:
    """The visitor's text, else the path's, on its way through the small model to what it writes, as a film to send."""
    from explorer.lm.predict_next_token import ReadingRequest, read  # needed on this page alone, as is this picture
    from explorer.ui.home import pipeline_picture

    text = own.strip() or USUAL
    reading = read(ReadingRequest(text))
    drawn, buttons = st.container(), st.container(horizontal=True)
    again = buttons.button("Again: another draw", key="end_again")
    seed = st.session_state[_DRAW] = st.session_state.get(_DRAW, SEED) + again
    lines, words = _written_on(reading, text, seed)

    def select(number: int) -> None:
        st.session_state[_SELECTED] = number

    with drawn:
        selected = st.session_state.get(_SELECTED, 0)
        selected = selected if selected < len(reading.ids) else 0  # it was of another text
        pipeline_picture.show(reading, selected, (), select=select, key="end_flow", lines=lines)
    with buttons:
        kept_out = st.session_state.get(shared_inputs.OPT_OUT_KEY)
        film = address("home", {} if kept_out else {PARAMETER: END, SHARED: "film", "text": text})
        picture_toolbar.share_button("Send this film to a friend", words, film)
    if SHARED not in st.query_params:
        chapter_summaries.choose(text)


def _written_on(reading: Reading, text: str, seed: int) -> tuple[list[Line], str]:
    """The lines of what the model guesses and writes, and of what comes past the trained length; words for a friend."""
    from explorer.lm.predict_next_token import continue_tokens  # needed on this page alone
    from explorer.tokenizers import SMALL, token_bytes
    from explorer.training import text_generation as letters
    from explorer.training.findings.shipped_model_losses import TRAIN_LEN
    from explorer.ui.home.pipeline_picture import Line, boxes, guesses

    shown = text if len(text) <= SHOWN else f"…{text[1 - SHOWN :]}"
    added = continue_tokens(text, ADDED, temperature=TEMPERATURE, seed=seed)
    more = b"".join(token_bytes(added, SMALL)).decode("utf-8", "replace")
    lines = [
        Line("8  Guesses", "of the next token, the likeliest first", boxes=guesses(reading, GUESSES)),
        Line("9  Writes on", f"{ADDED} times: draws one, and reads it all again", shown, boxes(added)),
    ]
    known, lacks = letters.readable(text)
    begins = letters.first_words(known)
    if (read_words := len(begins.split())) < (words := len(known.split())):
        lacks = f"{lacks} It reads {read_words} of {count(words, 'word')}.".strip()
    if not begins:
        lacks = f"{lacks} So it begins in English.".strip()
    written = letters.write("sinusoidal", letters.prompt(begins))
    lines.append(
        Line(
            "10  Too long",
            f"another model, of small letters, with waves: after the {TRAIN_LEN}th",
            written.text[: written.begun],
            goes_on=written.text[written.begun : TRAIN_LEN],
            past=written.text[TRAIN_LEN:],
            lacks=lacks,
        )
    )
    return lines, f"A tiny language model reads “{shown}” line by line, and writes on: “{shown}{more} …”. Watch it:"


def _next(own: str) -> None:
    """Links to the games, the parts, and the screens worth showing to others."""
    from explorer.content.en.chapter_order import SHOW_SOMEBODY  # imported lazily, as the path is
    from explorer.quiz.games import GAMES

    def off(href: str, words: str) -> str:
        return f'<a href="{html.escape(aside(href, END, own))}" target="_self">{html.escape(words, quote=False)}</a>'

    deeper = (Door(*chapter.further[0]) for chapter in path().chapters)
    lists = {
        "Play, two minutes each": [off(address("check", {"k_part": "Games", "k_game": game}), game) for game in GAMES],
        "Show somebody": [off(shown_link(at), words) for at, words in SHOW_SOMEBODY.items()],
        "A part for each chapter": [off(address(door.page, door.query), door.text) for door in deeper],
    }
    for head, links in lists.items():
        st.html(f'<p class="guide-seen"><b>{head}</b><br>{" · ".join(links)}</p>')
