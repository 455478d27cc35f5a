"""End of the path: what was done, a page of one's own lines, the riddles again, and what to do next.

What was done and written is known to the browser only, which draws it (chapter_summaries.js).
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from explorer.content.guided_path import Door, Path, StepId, address
from explorer.ui.frame import picture_toolbar, shared_inputs, style
from explorer.ui.frame.guide import carried_text, chapter_summaries

HEADING, SHARED_HEADING = "The end of the path", "How a model reads a text, in somebody’s own words"
SHARED = "shared"
"""Query parameter of a page of lines that was given to somebody: its lines are in the fragment."""
SHOWN, ADDED = 90, 14
"""Characters of the visitor's text that are shown, and tokens that the model adds."""
TEMPERATURE, SEED = 0.6, 1
"""Of the draws: the likeliest tokens alone soon repeat themselves, and one seed gives the same at each visit."""
USUAL = "The cat sat on the mat"
"""The text of the path's first step."""
WAY = (
    "Each column is a token. Read it downwards, from the bytes to the sum of two rows, which is all that the model "
    "gets. Then it looks back, and guesses. Can you explain every line?"
)
_SELECTED, _DRAW = "_end_token", "_end_draw"
_CSS = """
:has(> :is(.st-key-end_lines, .st-key-end_next)) {flex: 1 1 20rem !important;}
.end-written h3 {margin: .8rem 0 0;}
.end-written p {margin: .3rem 0; overflow-wrap: anywhere;}
.end-written .end-more {font-size: 1.6rem; line-height: 1.4;}
.st-key-home_claims, .st-key-explorer_next, .st-key-presenter_line {display: none;}
@media print {.st-key-end_next, .st-key-end_riddles {display: none;}}
"""


def heading() -> str:
    """The page's heading, which for somebody who was sent the lines is about these."""
    return SHARED_HEADING if SHARED in st.query_params else HEADING


def show(
    path: Path,
    link: Callable[[StepId], str],
    again: Callable[[StepId], str],
    shown: Callable[[StepId], str],
    aside: Callable[[str, str, str], str],
) -> None:
    """Draw what was done and written, the riddles with their answers, and links to what comes next.

    Args:
        path: all chapters.
        link: gives the address of a step.
        again: gives that with the way back to this page.
        shown: gives that for somebody else.
        aside: adds the way back to the address of a screen off the path.
    """
    if SHARED in st.query_params:
        st.html(f"<style>{_CSS}</style>")
        chapter_summaries.page(path, link, link(path.step_ids()[0]), shared=True)
        return
    own = _own_text()

    def back(at: StepId) -> str:
        return carried_text.carry(again(at), own)

    st.html(f"<style>{style.LINKS}{_CSS}</style>")
    chapter_summaries.praise(path, back)
    with st.container(key="end_way"):
        _whole_way(own)
    with st.container(key="end_riddles"):
        with st.expander("The riddles, once more"):
            _riddles(path, back)
        with st.expander("For tomorrow: questions that you can answer now"):
            _questions(path, back)
    with st.container(horizontal=True, gap="medium"):
        with st.container(key="end_lines"):
            chapter_summaries.done(path, back)
            chapter_summaries.page(path, back, link(path.step_ids()[0]))
        with st.container(key="end_next"):
            _next(path, shown, aside)


def _own_text() -> str:
    return st.query_params.get(carried_text.PARAMETER, "") or st.query_params.get("text", "")


def _whole_way(own: str) -> None:
    """The visitor's text, else the path's, on its way through the small model to the next token."""
    from explorer.lm.predict_next_token import Request, read  # needed on this page alone, as are these pictures
    from explorer.ui.home import next_token_bars, pipeline_picture

    text = own.strip() or USUAL
    reading = read(Request(text))
    st.header(f"{'Your' if own.strip() else 'A'} sentence, on its whole way", anchor=False)
    st.markdown(WAY)

    def select(number: int) -> None:
        st.session_state[_SELECTED] = number

    last = len(reading.ids) - 1
    pipeline_picture.show(reading, min(st.session_state.get(_SELECTED, last), last), (), select=select, key="end_flow")
    left, right = st.columns((3, 2), gap="medium")
    with left:
        _written_on(text, "Your" if own.strip() else "This")
        chapter_summaries.choose(text)
    with right:
        st.markdown("**What comes next?** The model’s guesses, the likeliest first.")
        next_token_bars.show([reading], [""], "end_bars")


@st.fragment
def _written_on(text: str, whose: str) -> None:
    """The text as the small language model continues it, and a button for another draw."""
    from explorer.lm.predict_next_token import continue_text  # needed on this page alone

    shown = text if len(text) <= SHOWN else f"…{text[1 - SHOWN :]}"
    drawn = st.container()
    buttons = st.container(horizontal=True)
    again = buttons.button("Again: another draw", key="end_again")
    seed = st.session_state[_DRAW] = st.session_state.get(_DRAW, SEED) + again
    added = continue_text(text, ADDED, temperature=TEMPERATURE, seed=seed)
    more = (" " * added[:1].isspace()) + " ".join(added.split())
    drawn.html(
        f'<div class="end-written"><h3>{whose} text, and how our small model goes on</h3>'
        f'<p class="end-more" aria-live="polite"><b>{html.escape(shown)}</b>{html.escape(more)} …</p>'
        f"<p>{ADDED} tokens, each drawn by its guesses; line ends are left out.</p></div>"
    )
    words = f"A tiny language model wrote this on: “{shown}{more} …”. Write with it:"
    with buttons:
        kept_out = st.session_state.get(shared_inputs.KEPT_OUT)
        begun = address("home", {} if kept_out else {"text": text})  # the friend writes on what the words quote
        picture_toolbar.share_button("Send this to a friend", words, begun)


def _riddles(path: Path, link: Callable[[StepId], str]) -> None:
    """The chapters' riddles, each with its answer and the step that gave it."""
    st.markdown("Say each answer aloud, as if to a friend. Then open it: was this in yours?")
    for number, chapter in enumerate(path.chapters, start=1):
        last = StepId(number, len(chapter.steps))
        with st.expander(chapter.riddle):
            st.text(chapter.solved())
            st.html(f'<p class="guide-seen">Solved at step {_link(last, f"{last} {path.step(last).title}", link)}</p>')


def _next(path: Path, shown: Callable[[StepId], str], aside: Callable[[str, str, str], str]) -> None:
    """Links to the quiz, the games, the parts, and the screens worth showing to others."""
    from explorer.content.en.chapter_order import NAMED, SHOW_SOMEBODY  # imported lazily, as the path is
    from explorer.quiz.games import GAMES

    own = _own_text()

    def off(page: str, query: Mapping[str, str | Sequence[str]], words: str) -> str:
        href = html.escape(aside(address(page, query), "end", own))
        return f'<a href="{href}" target="_self">{html.escape(words, quote=False)}</a>'

    st.header("What next?", anchor=False)
    quiz = off("check", {}, "Check yourself: questions on what you have walked →")
    st.html(quiz.replace("<a ", '<a class="guide-onwards" '))
    deeper = (Door(*chapter.further[0]) for chapter in path.chapters)
    lists = {
        "Play, two minutes each": [off("check", {"k_part": "Games", "k_game": game}, game) for game in GAMES],
        "Show somebody": [
            _link(at, words, lambda at: aside(shown(at), "end", own)) for at, words in SHOW_SOMEBODY.items()
        ],
    }
    for head, links in lists.items():
        st.html(f'<p class="guide-seen"><b>{head}</b><br>{" · ".join(links)}</p>')
    chapter_summaries.send(path, {at: f"./?guide={at}{'&text=' * (at == NAMED)}" for at in SHOW_SOMEBODY})
    with st.expander("Look deeper: a part for each chapter"):
        parts = (off(door.page, door.query, door.text) for door in deeper)
        st.html(f'<p class="guide-seen">{"<br>".join(parts)}</p>')
    home = html.escape(address("home", {"text": own} if own else {}))
    st.html(f'<p class="guide-seen"><a href="{home}" target="_self">To Home, and your own text →</a></p>')


def _questions(path: Path, link: Callable[[StepId], str]) -> None:
    """The path's questions, each with what an own answer should hold, and where that was seen."""
    from explorer.content.en.chapter_order import ANSWERED
    from explorer.content.en.end_questions_answer_key import ANSWER_POINTS

    for question, steps in ANSWERED.items():
        with st.expander(question):
            st.markdown("\n".join(f"- {point}" for point in ANSWER_POINTS[question]()))
            seen = ", ".join(_link(at, f"{at} {path.step(at).title}", link) for at in steps)
            st.html(f'<p class="guide-seen">If not: seen at {seen}</p>')


def _link(at: StepId, words: str, link: Callable[[StepId], str]) -> str:
    return f'<a href="{html.escape(link(at))}" target="_self">{html.escape(words, quote=False)}</a>'
