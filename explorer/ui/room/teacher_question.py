"""The teacher's own question for a lesson step; the room collects its answers like those of the app's questions."""

import json
from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import streamlit as st

from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.parse_teacher_question import Note
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.questions import NUMBER, POINT, Question
from explorer.rooms import FullError, RoomQuestion
from explorer.ui.frame import part_containers
from explorer.ui.plot.chart import Figure, chart
from explorer.ui.room import class_answers
from explorer.ui.room.class_question import (
    AGAIN,
    EVERY,
    ClassQuestion,
    draw_answers,
    explain,
    kind_of_answer,
    load_question,
    so_far,
)
from explorer.ui.room.membership import (
    OVER,
    REVEALED,
    STEP,
    WAITING,
    WRITTEN,
    Teacher,
    current,
    hold_back,
    is_elsewhere,
    note_step,
    store,
    tolerant,
)
from explorer.ui.room.student_screen_picture import axis_ranges, sketch, why_not
from explorer.wording import number, unbroken

_SEEN = (
    ":is(.st-key-lesson_strip, .st-key-stage_heading, .st-key-room_written, .st-key-room_map, "
    ".st-key-room_bar, .st-key-room_join)"
)
COVER = (
    f"<style>[data-testid=stMain] :not({_SEEN}, {_SEEN} *, :has({_SEEN})) {{visibility: hidden !important;}}</style>"
)
"""CSS that hides all of the screen but the question, whatever draws the picture and what is said of it."""
_PICTURE, _RESULT = (f":is(.st-key-stage_{name}, :has(> .st-key-stage_{name}))" for name in ("picture", "result"))
WORDS_ALONE = (
    f"<style>.st-key-stage .st-key-stage_heading h1 {{font-size: 2rem;}} .st-key-stage_row > {_RESULT} "
    f"{{grid-area: 1 / 1 / 2 / 3;}} .st-key-stage_row > {_PICTURE} {{grid-area: 1 / 1;}} "
    ".st-key-stage_result {justify-content: safe center; padding: 0 5vw; gap: .6rem; "
    ".stMarkdown p {text-align: center; font-size: 1.3rem;} ul {columns: 2; font-size: 1.6rem;} "
    ".room-rounds {grid-template-columns: 1fr 1fr; > :only-child {grid-column: 1 / -1;} "
    ".room-cloud.room-cloud {height: 24vh;} "
    "&.room-rounds.room-rounds > * :is(.room-flag, .ticks, .room-order) {display: revert;}} "
    ":is(.room-order, .room-said p, .ticks) {font-size: 1.3rem;} "
    ".room-order:has(tr:nth-child(7)) {font-size: 1rem; th, td {padding-block: 0;}} "
    ".room-rounds :is(.room-order, .room-said p, .ticks) {font-size: 1rem;} "
    ".room-bars.room-bars {font-size: 1.6rem; &:has(> :nth-child(13)) {font-size: 1rem;}}}</style>"
)
"""CSS that gives it to the words, where the picture is hidden; they are larger then."""
_MAPPED = (
    "<style>.st-key-stage_row {grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);} "
    f".st-key-stage_row > {_RESULT} {{height: auto;}} "
    ".st-key-room_map:not(:has(.explorer-chart)) {padding: 18vh 10vw; p {font-size: 1.8rem; text-align: center;}}"
    "</style>"
)
"""CSS of a class's map on the stage, which takes the whole width."""
SKETCH = "sketch"
"""URL parameter by which Teach asks a screen for the sketch of its picture."""


def ask(question: Question | None) -> None:
    """On the teacher's screen: ask the room the question; None if there is none now."""
    mine = current()
    if mine is None:
        return
    with tolerant():
        now = store().room(mine.code)
        if is_elsewhere(now):
            return
        try:
            if question is None or hold_back(now, question):
                if now.own:
                    store().clear_own(mine.code, mine.secret)
                return
            store().ask(mine.code, mine.secret, {question.key: question}, own=True)
        except (FullError, ValueError) as error:  # too large for a room
            st.warning(f"{str(error).rstrip('.')}. Your question is not asked.", icon=None)
            return
        note_step(question.key)


def is_revealed(key: str) -> bool:
    """Whether the answer to a question may be seen, in the room or where there is none."""
    mine = current()
    if mine is None:
        return bool(st.session_state.get(REVEALED) == key)
    with tolerant():
        question = store().room(mine.code).questions.get(key)
        return question is not None and question.revealed
    return False


def show(question: Question) -> bool:
    """Draw the question on the presenting screen, with its choices and, in a room, its answers.

    On the stage its text is the heading, and the rest stands beside the picture. Returns whether it has drawn a
    picture, which is then the screen's: the map of the class's sentences.
    """
    mine, stage = current(), part_containers.free("stage")
    note = st.session_state.get(STEP)
    if isinstance(note, Note) and note.bare:
        st.html(COVER + WORDS_ALONE * (not question.mapped))
    if question.key in st.session_state.get(WAITING, {}):
        # A map of other sentences would be no map of the class's, and may answer what comes later.
        words = "First you guess, then the picture comes." if question.covered else ""
        if question.mapped:
            words = "Each sentence becomes a dot on a map. Similar sentences come near each other."
        if question.covered:
            st.html(COVER)
        if words:
            if stage:
                st.html(WORDS_ALONE)
            with part_containers.take("question"):
                st.container(key="room_written").markdown(words)
        _leave_out_sentence(stage)
        return question.mapped
    in_room = None
    with tolerant():
        if mine is not None:
            in_room = store().room(mine.code).questions.get(question.key)
    if stage:
        with part_containers.take("heading"):
            st.title(escape_markdown(question.prompt), anchor=False)
    with part_containers.take("question"), st.container(border=not stage, key="room_written"):
        if not stage:
            st.markdown(f"**{escape_markdown(question.prompt)}**")
        _draw_result(question, mine, in_room)
    _leave_out_sentence(stage)
    if in_room is None or mine is None or not in_room.mapped:
        return False
    if stage:
        st.html(_MAPPED)
    show_class_map(question.key, mine, in_room)
    return True


def _leave_out_sentence(stage: bool) -> None:
    if stage:
        with part_containers.take("sentence"):
            pass


def _draw_result(question: Question, mine: Teacher | None, room_question: RoomQuestion | None) -> None:
    done = is_revealed(question.key) if room_question is None else room_question.revealed
    if question.covered and not done:
        st.html(COVER + WORDS_ALONE)
    if room_question is not None and mine is not None:
        with tolerant():
            in_class = load_question(question.key, mine, room_question)
            explain(in_class, question.reason)
            if done and not room_question.mapped:
                _show_answer(in_class)
            elif not room_question.mapped:  # the map says all
                if room_question.round > 1 and not room_question.shown:
                    st.html(f'<p class="room-talk">{AGAIN}</p>')
                so_far(in_class)
    elif question.choices:
        st.html(class_answers.html(question, covered=not done))
    else:
        right = f"Right: **{question.right_words}**." if question.form == NUMBER else ""
        ended = "The room has ended." if OVER in st.session_state and not question.is_judged else ""
        st.markdown(right if done else ended or kind_of_answer(question))
    if done and question.reason:
        st.markdown(escape_markdown(unbroken(question.reason)))


def _show_answer(class_question: ClassQuestion) -> None:
    if class_question.question.form == POINT:
        across, up = (number(each, 4) for each in class_question.question.truth)
        st.markdown(f"Right: **{across}** across, **{up}** up.")
    draw_answers(class_question)


def draw_in(key: str, figure: Figure) -> Figure:
    """Draw the picture `key`, with the class's points if the teacher's own question asks for points.

    Of several pictures it is the first that has a sketch, which goes to the phones and to Teach, which loads the screen
    in the background to mark the right point.
    """
    mine, wanted = current(), SKETCH in st.query_params
    if mine is None and not wanted:
        return figure
    made = figure.to_dict()
    spec = Spec(made["data"], made["layout"])
    why = why_not(spec)
    if wanted:
        data = json.dumps({"why": why}) if why else sketch(spec, *axis_ranges(spec))
        st.html(f'<div data-sketch="{escape(data)}"></div>')
    if mine is None or why:
        return figure
    with tolerant():
        now = store().room(mine.code)
        room_question = now.questions.get(now.own)
        if (
            room_question is None
            or room_question.form != POINT
            or st.session_state.setdefault(f"_{now.own}_in", key) != key
        ):
            return figure
        question = st.session_state.get(WRITTEN)
        if question is not None and question.key == now.own:
            covered = room_question.covered and not room_question.revealed
            drawn = sketch(spec, room_question.low, room_question.high, covered=covered)
            store().ask(mine.code, mine.secret, {now.own: question}, own=True, pictures={now.own: drawn})
        in_class = load_question(now.own, mine, room_question)
        cloud = tuple((one[0], one[1]) for one in in_class.points)
        truth = (room_question.truth[0], room_question.truth[1]) if room_question.revealed else None
        return Spec([*spec.data, *point_traces(cloud, truth)], spec.layout)
    return figure


def show_class_map(key: str, mine: Teacher, question: RoomQuestion) -> None:
    """Draw the map in place of the part's picture, and again every second: each new sentence is the marked one."""
    # All views of Projection come with it: most rooms have no map.
    from explorer.views.projection.class_map import class_map

    came: list[str] = st.session_state.setdefault(f"_{key}_{question.round}_came", [])

    def draw() -> None:
        with tolerant(), st.container(key="room_map"):
            seen = store().visible_answers(mine.code, key, question.round)
            came[:] = [seat for seat in came if seat in seen]
            came.extend(sorted(seen.keys() - set(came)))
            if not came:
                st.markdown("Write a sentence. Your teacher reads it, then it comes on the map.")
                return
            view = class_map(tuple(str(seen[seat]) for seat in came))
            assert view.spec is not None
            chart(view.spec, key="room_class_map", label=view.sentence, fill=True)
            st.text(view.sentence)

    part_containers.fragment(draw, EVERY)


Spot = tuple[float, float]


def point_traces(cloud: Sequence[Spot], truth: Spot | None = None) -> list[dict[str, Any]]:
    """Traces of the class's points, and of the true one after the reveal, which is larger and below them.

    >>> [trace["name"] for trace in point_traces([(1.0, 1.0)], (0.5, 0.5))], point_traces([])
    (['right', 'the class'], [])
    """
    found = [] if truth is None else [_dots("right", [truth], theme.OKABE_ITO[2], "diamond", 18, theme.INK)]
    return found + ([_dots("the class", cloud, theme.OKABE_ITO[4], "circle", 14, theme.PAPER)] if cloud else [])


def _dots(name: str, spots: Sequence[Spot], color: str, symbol: str, size: int, rim: str) -> dict[str, Any]:
    x, y = np.array(spots, np.float32).T.copy()
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": x,
        "y": y,
        "cliponaxis": False,  # a guess at the edge is whole
        "marker": {"size": size, "color": color, "symbol": symbol, "line": {"width": 1.5, "color": rim}},
        "hovertemplate": f"{name}: %{{x:.2f}}, %{{y:.2f}}<extra></extra>",
    }
