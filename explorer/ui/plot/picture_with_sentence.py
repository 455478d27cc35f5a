"""A picture as on every page: the chart, its sentence, and its toolbar."""

import html
import re
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer.ui.frame import part_containers, part_declaration, step_size, style
from explorer.ui.frame.picture_toolbar import view_toolbar
from explorer.ui.plot.animation import Moves
from explorer.ui.plot.chart import Event, Figure, chart
from explorer.ui.room import teacher_question
from explorer.views.view import View

_LETTERS = r"\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_FROM_RIGHT = re.compile(rf"[{_LETTERS}](?:[\s{_LETTERS}]*[{_LETTERS}])?")
_FIRST = re.compile(r"^.*?[.!?](?=\s|$)", re.S)
"""The first sentence, as far as marks tell (js/animation_player.js has the same)."""
LONG = 90
"""Most characters after the first sentence that stand beside a picture; more are folded."""
COVERED = "The picture of this step. What it says in numbers is told once your guess is right, or after two."
"""Its label for screen readers until then."""


def show(
    key: str,
    view: View,
    *,
    height: int | None = None,
    events: Sequence[str] = (),
    above: Callable[[], None] | None = None,
    title: str = "",
    moves: Moves | None = None,
    formulas: bool = False,
    follow: Callable[[Event], None] = lambda event: None,
) -> Event:
    """Draw a view: its picture, its sentence (as plain text, since it may hold a visitor's words), numbers and code.

    The first picture of a part is above its controls (part_containers.py), and on the stage it fills its place there.
    `above` draws what is needed to read the picture, and stays above it; so does `title` (markdown), which
    distinguishes two pictures. `moves`: the animated setting (animation.py). `formulas`: draw those of the view below.
    A view without a spec has been drawn by the page itself. `follow` does what a tap in the picture asks for.

    A step of the path has one picture, and its sentence once that gives nothing away: with it the part ends.
    """
    if step_size.step() is not None and not step_size.is_picture(key):
        return Event(None, None)
    figure: Figure | None = view.spec
    first = part_containers.free("picture")
    fill = first and part_containers.free("stage")
    container: Any = part_containers.take("picture")
    words: Any = part_containers.take("sentence") if first else None
    if moves is not None and not fill and not part_containers.free("margin"):
        words = container  # beside its slider, since it changes with every value
    if figure is not None:
        figure = teacher_question.draw_in(key, figure)
    event = Event(None, None)
    with container, st.container(key=f"{key}_figure", height="stretch" if fill else "content"):
        if title:
            with st.container(key=f"{key}_title_above"):
                st.markdown(title)
        if above is not None:
            with st.container(key=f"{key}_above"):
                above()
        if figure is not None:
            # The label is for screen readers: it must not reveal what a step still asks.
            label = COVERED if step_size.withholds(f"{key}_figure") else view.summary if moves else view.sentence
            event = chart(
                figure,
                key=key,
                label=label,
                height=height,
                events=events,
                first=first,
                fill=fill,
                moves=moves,
                view=view,
            )
        if not first:
            _say(key, view, moves=moves is not None)
            view_toolbar(key, view)
    if first:
        with words:
            _say(key, view, moves=moves is not None)
        if not fill:
            with part_containers.take("line"):
                view_toolbar(key, view)
    follow(event)
    step_size.end()
    if formulas:
        part_declaration.formulas(key, view.formulas)
    return event


def write_sentence(key: str, sentence: str, *, finds: bool = True, folded: str = "", then: str = "") -> None:
    """A picture's sentence, the first of it in bold if it says what was found; with each frame the chart updates it.

    `folded`: what stands behind a small button after it; `then`: what follows that.
    """
    said, more, last = (html.escape(in_order(text)) for text in (sentence, folded, then))
    said = _FIRST.sub(r"<b>\g<0></b>", said, count=1) if finds else said
    said += f" <details><summary>More on this</summary>{more}</details> {last}" if more else ""
    st.html(f'<div class="explorer-said" data-chart="{key}">{said.strip()}</div>')


def in_order(sentence: str) -> str:
    """A sentence with words of a right-to-left script in isolates; else these would carry numbers after them along.

    >>> in_order("queen 0.5, ملكة 0.4").split("0.5, ")[1] == "\u2068ملكة\u2069 0.4", in_order("é 0.5")
    (True, 'é 0.5')
    """
    return _FROM_RIGHT.sub(lambda found: f"\u2068{found[0]}\u2069", sentence)


def _say(key: str, view: View, *, moves: bool) -> None:
    """Write a view's sentence; of a long one that does not move with the picture the first, and the others folded."""
    if step_size.withholds(f"{key}_figure") or step_size.leaves_out(f"{key}_said"):
        return
    first = _FIRST.match(view.says)
    whole = moves or view.details or style.presenting() or step_size.step() is not None
    with st.container(key=f"{key}_said"):
        if not whole and first and len(others := view.says[first.end() :].strip()) > LONG:
            write_sentence(key, first[0], folded=others, then=view.left_out)
        else:
            write_sentence(key, view.summary, finds=bool(view.says))
        if view.details:
            st.expander("The numbers behind it", key=f"{key}_details").text(in_order(view.details))
