"""Lesson editor: order, texts and screens of the steps; saving as a link or a file, and opening one."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode
from zlib import crc32

import streamlit as st

from explorer import ui
from explorer.content.en.lessons import BLOCKS, STEPS
from explorer.content.escape_markdown import escape_markdown
from explorer.content.guided_path import address
from explorer.content.lesson.field_validation import (
    LENGTHS,
    MOST_ANSWERS,
    MOST_MINUTES,
    MOST_TIME,
    LessonError,
    Number,
)
from explorer.content.lesson.lesson_link import MOST_LINK, file_name, from_file, pack, to_file
from explorer.content.lesson.lesson_steps import Answer, Lesson, LessonStep, from_plain, step_from_address, to_plain
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.questions import POINT
from explorer.rooms import room_state
from explorer.tokenizers.split_lines import split_lines
from explorer.ui.frame import base_url
from explorer.ui.frame.upload_box import REFUSED, upload_box
from explorer.ui.join.student_screen_data import question_data
from explorer.ui.room import join_link, membership, room_bar
from explorer.ui.teach import correct_point, current_lesson, lesson_plan
from explorer.ui.teach.answer_format import KIND_NEEDS, KINDS, MARKED, SIDES, as_line, read_answers, read_number
from explorer.wording import count

PART = ui.Part(
    "Change it",
    question="How do I make the lesson mine?",
    why="A ready lesson was written for another class. Take out what yours knows, put in what it asks. Use your words.",
)
_AT, _DRAWN, _PROBLEM, _MARK, _UNDO = "_l_at", "_l_drawn", "_l_problem", "_l_mark", "_l_undone"
MOST_UNDONE = 30
_TIMES = {"time": "For the lesson", "joining": "Until all are in", "ending": "Closing task"}
"""Labels of a lesson's minutes, by its fields."""


def show() -> None:
    """Draw the steps, the chosen step's fields, and the controls to add a step and to save."""
    lesson = current_lesson.current()
    current_lesson.report_added()
    if membership.current() is None:
        room_bar.open_button()
    left, right = st.columns([2, 3], gap="large")
    with left:
        at = _steps(lesson)
        _by_hand()
        _whole(lesson)
    with right:
        if at is not None:
            _fields(lesson, at)
    _save(lesson)
    _show_file_field()


def _steps(lesson: Lesson) -> int | None:
    if problem := lesson_plan.too_long(lesson):
        st.warning(problem)
    if not lesson.steps:
        st.info("No step yet: add one below, or press “Save, print, code” and “Add to lesson” under any picture.")
        return None
    last = len(lesson.steps) - 1
    at = min(int(st.session_state.get(_AT, 0)), last)
    names = [
        escape_markdown(f"{number}. {step.heading}{' (optional)' if step.optional else ''}")
        for number, step in enumerate(lesson.steps, start=1)
    ]
    chosen = st.radio("Steps", range(len(names)), at, format_func=names.__getitem__, key=f"_l_step_{_mark(lesson)}")
    st.session_state[_AT] = chosen
    with st.container(horizontal=True, key="l_moves"):
        st.button("↑ Earlier", key="_l_up", disabled=chosen == 0, on_click=_move, args=(lesson, chosen, -1))
        st.button("↓ Later", key="_l_down", disabled=chosen == last, on_click=_move, args=(lesson, chosen, 1))
        st.button("Remove", key="_l_out", on_click=_remove, args=(lesson, chosen))
    return chosen


def _fields(lesson: Lesson, at: int) -> None:
    step = lesson.steps[at]
    name = f"_l_field_{_mark(lesson)}_{at}_"
    answers = "\n".join(as_line(answer) for answer in step.answers)
    sides = (*step.number, *([step.within] if step.within else [])) if step.number else ()
    keep: dict[str, Any] = {"on_change": _keep, "args": (at,)}
    with st.container(key="l_fields", border=True):
        st.text_area("Question", step.question, height=68, key=f"{name}question", **keep)
        if any(
            step.question != each.question and (step.link, step.why) == (each.link, each.why) for each in STEPS.values()
        ):
            st.info("The picture and the reason after Reveal are still those of the ready step.")
        kind = f"{name}kind"
        st.radio(
            "A question of your own is answered by",
            list(KINDS),
            list(KINDS).index(step.kind),
            format_func=KINDS.__getitem__,
            key=kind,
            horizontal=True,
            on_change=_set_kind,
            args=(at, kind),
        )
        if not step.number:
            st.caption(KIND_NEEDS[step.kind])
        with current_lesson.teacher_only():
            st.text_area(
                f"Answers to expect, one per line: answer | what it tells{MARKED.get(step.kind, '')}",
                answers,
                height=150,
                key=f"{name}answers",
                **keep,
            )
            if not step.kind:
                for at_side, (column, label) in enumerate(
                    zip(st.columns(4, vertical_alignment="bottom"), SIDES, strict=True)
                ):
                    side = f"{sides[at_side]:.15g}" if at_side < len(sides) else ""
                    side = side.replace(".", ",") if step.comma else side
                    column.text_input(label, side, key=f"{name}number{at_side}", **keep)
            beside = st.container()
            st.text_area("Why, said to the class after Reveal", step.why, height=68, key=f"{name}why", **keep)
            st.text_area("What to say (your notes)", step.say, height=150, key=f"{name}say", **keep)
        with st.expander("Title, time and picture"):
            title, minutes = st.columns([3, 1])
            title.text_input("Title of this step", step.title, key=f"{name}title", placeholder=step.heading, **keep)
            minutes.number_input("Minutes", 1, MOST_MINUTES, step.minutes, key=f"{name}minutes", **keep)
            st.checkbox("Optional: left out where time is short", step.optional, key=f"{name}optional", **keep)
            st.text_input("Screen: an address of this app (“Copy link” gives it)", step.link, key=f"{name}link", **keep)
            st.text_input(
                "After Reveal: an address of the same page, whose picture shows the answer",
                _shown_after(step),
                key=f"{name}shows",
                **keep,
            )
            st.checkbox("Hide the picture until Reveal", step.covered, key=f"{name}covered", **keep)
        try:
            _typed_answers(name)
            beside = st.container()  # from here on a problem is one of the fields above
            _typed_step(lesson, at)
        except LessonError as error:
            beside.error(f"{escape_markdown(str(error))} Until then the step stays as it was.")
    if step.kind == POINT:
        with current_lesson.teacher_only():
            correct_point.show(
                step,
                lambda marked: _change_step(at, point=marked.point, within=marked.within),
                f"{_mark(lesson)}_{at}",
            )
            _problem("point")
    _preview(step)


def _preview(step: LessonStep) -> None:
    """Preview of the question on the student screen, by the same page."""
    try:
        question = own_question(step)
    except LessonError:
        return
    if question is None or not join_link.served.is_set() or not st.toggle("As a student sees it", key="_l_preview"):
        return
    data = question_data(question.key, room_state.parse_question(room_state.to_plain(question)))
    data |= {"picture": step.link, "covered": step.covered} if step.point else {}
    data |= {"map": {"picture": "", "said": []}} if question.mapped else {}
    here = (st.context.url or "").partition("?")[0].rpartition("/")[0]
    st.iframe(f"{here}/{join_link.PATH}#{quote(json.dumps(data))}", width=390, height=620)


def _whole(lesson: Lesson) -> None:
    mark = _mark(lesson)
    with st.expander("Title, minutes, aims, closing task", key="l_whole"):
        st.text_input("Title of the lesson", lesson.title, key=f"_l_title_{mark}", on_change=_keep_whole)
        st.markdown("Minutes (0: not said)")
        for column, (field, label) in zip(st.columns(len(_TIMES)), _TIMES.items(), strict=True):
            now = getattr(lesson, field)
            column.number_input(label, 0, MOST_TIME, now, key=f"_l_{field}_{mark}", on_change=_keep_whole)
        st.text_area(
            "After it the class can …, one aim per line",
            "\n".join(lesson.aims),
            height=100,
            key=f"_l_aims_{mark}",
            on_change=_keep_whole,
        )
        st.text_area(
            "Closing task, on the last step", lesson.closing, height=68, key=f"_l_closing_{mark}", on_change=_keep_whole
        )
        _problem("whole")


def _by_hand() -> None:
    with st.container(horizontal=True):
        st.button("Add a question of your own", key="_l_bare", on_click=_add_question)
        st.button("Undo", key="_l_undo", disabled=not st.session_state.get(_UNDO), on_click=_undo)
    blocks = {name: f"{block.question} ({count(block.minutes, 'minute')})" for name, block in BLOCKS.items()}
    with st.expander("Add a ready block", key="l_blocks"):
        chosen = st.selectbox("Block", list(blocks), format_func=blocks.__getitem__, key="_l_block")
        _problem("block")
        st.button("Add this block", key="_l_add_block", on_click=_add_block, args=(chosen,))
    _problem("hand")
    st.caption("To add a screen: open its page and set it. Then press “Save, print, code” and “Add to lesson”.")


def _save(lesson: Lesson) -> None:
    st.header("Save it, send it", anchor=False)
    packed = pack(lesson)
    if len(packed) <= MOST_LINK:
        st.markdown(
            "This browser keeps each change when you leave its field. As a link: whoever opens it has this lesson, "
            "and may change their own copy."
        )
        base_url.tell()
        st.code(
            f"{base_url.shared()}teach?{urlencode({current_lesson.PARAMETER: packed})}", language=None, wrap_lines=True
        )
    else:
        st.info(
            f"This lesson takes {len(packed):,} characters as a link, and at most {MOST_LINK:,} travel safely. "
            "Save it as a file. This browser keeps it too."
        )
    with st.container(horizontal=True):
        st.download_button(
            "Save as a file",
            lambda: to_file(lesson),
            file_name=file_name(lesson),
            mime="application/json",
            key="l_file",
            on_click="ignore",
        )
        st.button("Copy it, under another title", key="_l_copy", on_click=_copy, args=(lesson,))
        mine = not current_lesson.is_ready()
        st.button("Delete it from this browser", key="_l_delete", disabled=not mine, on_click=_delete)


def _copy(lesson: Lesson) -> None:
    title = f"{lesson.title[: LENGTHS['title'] - 7]} (copy)"
    _store_lesson(replace(lesson, title=title), int(st.session_state.get(_AT, 0)), new=True)


def _delete() -> None:
    _remember()
    current_lesson.delete()
    st.session_state[_AT], st.session_state[_DRAWN] = 0, _change_count() + 1


def _show_file_field() -> None:
    key = f"_l_upload_{_change_count()}"
    upload_box(
        "Open a lesson from a file",
        type="json",
        key=key,
        max_upload_size=1,
        on_change=_load_file,
        args=(key,),
        help=REFUSED,
    )
    _problem("file")


def _problem(control: str) -> None:
    problem = st.session_state.get(_PROBLEM)
    if problem and problem[0] == control:
        st.error(escape_markdown(st.session_state.pop(_PROBLEM)[1]))


def _load_file(key: str) -> None:
    uploaded = st.session_state[key]
    if uploaded is not None:
        _try("file", lambda: _store_lesson(from_file(uploaded.getvalue(), current_lesson.step_pages()), 0, new=True))


def _change_count() -> int:
    """Counter of changes in the fields' keys: after each the fields are reset to the lesson."""
    return int(st.session_state.get(_DRAWN, 0))


def _mark(lesson: Lesson) -> str:
    """Key suffix of this lesson's fields: it stays while they are edited, and no two lessons have the same."""
    found = _checksum(lesson)
    edited, mark = st.session_state.get(_MARK, (None, ""))
    return str(mark) if found == edited else f"{_change_count()}_{found:x}"


def _checksum(lesson: Lesson) -> int:
    return crc32(repr(lesson).encode())


def _store_lesson(lesson: Lesson, at: int, new: bool = False, name: str = "") -> None:
    _remember()
    current_lesson.save(lesson if new else _of_ones_own(lesson), new or current_lesson.is_ready(), name)
    st.session_state[_AT] = at
    st.session_state[_DRAWN] = _change_count() + 1


def _of_ones_own(lesson: Lesson) -> Lesson:
    """What is said of a ready lesson is no longer true of a changed one, nor the minutes before its title's colon."""
    if not current_lesson.is_ready():
        return lesson
    title = lesson.title.partition(": ")[2] if lesson.title == current_lesson.current().title else ""
    return replace(lesson, about="", title=title[:1].upper() + title[1:] or lesson.title)


def _edit(control: str, change: Callable[[Lesson], Lesson]) -> None:
    """Save what was typed; the fields stay as they are, since their keys do."""

    def save() -> None:
        lesson = current_lesson.current()
        edited, mark = from_plain(to_plain(_of_ones_own(change(lesson))), current_lesson.step_pages()), _mark(lesson)
        if edited != lesson:
            _remember()
            current_lesson.save(edited, current_lesson.is_ready())
            st.session_state[_MARK] = _checksum(edited), mark

    _try(control, save)


def _remember() -> None:
    before: list[tuple[Lesson, int, str]] = st.session_state.setdefault(_UNDO, [])
    before.append((current_lesson.current(), int(st.session_state.get(_AT, 0)), current_lesson.name()))
    del before[:-MOST_UNDONE]


def _undo() -> None:
    before: list[tuple[Lesson, int, str]] = st.session_state.get(_UNDO, [])
    if before:
        lesson, at, name = before[-1]
        _store_lesson(lesson, at, name=name)
        del before[-2:]  # with the lesson that was undone


def _keep_whole() -> None:
    """Save what is said of the whole lesson; a message about fields that are not on the screen is forged."""
    mark = _mark(current_lesson.current())
    typed = {name: st.session_state.get(f"_l_{name}_{mark}") for name in ("title", *_TIMES, "aims", "closing")}
    if None not in typed.values():
        aims = tuple(line.strip() for line in split_lines(str(typed.pop("aims"))) if line.strip())
        values: dict[str, Any] = {
            name: value.strip() if isinstance(value, str) else value for name, value in typed.items()
        }
        _edit("whole", lambda lesson: replace(lesson, aims=aims, **values))


def _move(lesson: Lesson, at: int, by: int) -> None:
    _store_lesson(lesson.move_step(at, by), at + by)


def _remove(lesson: Lesson, at: int) -> None:
    _store_lesson(lesson.without(at), max(0, at - 1))


def _add_question() -> None:
    _try("hand", lambda: _insert(LessonStep("", "home", bare=True)))


def _add_block(name: str) -> None:
    def append_steps() -> None:
        lesson = current_lesson.current()
        first = len(lesson.steps)
        for step in BLOCKS[name].steps:
            lesson = lesson.plus(step)
        _store_lesson(lesson, first)
        current_lesson.report_added(f"{count(len(BLOCKS[name].steps), 'step')} added: step {first + 1} is open.")

    _try("block", append_steps)


def _insert(step: LessonStep) -> None:
    """Add a step after the one that is open, and open it."""
    lesson = current_lesson.current().plus(step)
    last = len(lesson.steps) - 1
    at = min(int(st.session_state.get(_AT, 0)) + 1, last)
    _store_lesson(lesson.move_step(last, at - last), at)
    current_lesson.report_added(f"Step {at + 1} is added, and open.")


def _keep(at: int) -> None:
    """Save a step's fields; where one cannot be read, the part says so as long as it stands there."""
    with suppress(LessonError):
        step = _typed_step(current_lesson.current(), at)
        if step is not None:
            name = f"_l_field_{_mark(current_lesson.current())}_{at}_"
            st.session_state[f"{name}shows"] = _shown_after(step)  # another screen has none
            _edit("fields", lambda lesson: lesson.with_step(at, step))


def _typed_step(lesson: Lesson, at: int) -> LessonStep | None:
    """The step as its fields have it; None where they are not on the screen, as a forged message may claim.

    Raises:
        LessonError: for a field that cannot be read.
    """
    if at >= len(lesson.steps):
        return None
    before, name = lesson.steps[at], f"_l_field_{_mark(lesson)}_{at}_"
    fields = ["title", "minutes", "link", "shows", "question", "answers", "covered", "optional", "why", "say"]
    if any(f"{name}{field}" not in st.session_state for field in fields):
        return None
    values = {field: st.session_state[f"{name}{field}"] for field in fields}
    answers, number, within = _typed_answers(name)
    screen = step_from_address(str(values["link"]), current_lesson.step_pages())
    texts: dict[str, Any] = {name: str(values[name]).strip() for name in ("title", "question", "say", "why")}
    same, marks = screen.link == before.link, before.kind == POINT
    step = replace(
        before,
        page=screen.page,
        state=screen.state,
        answers=answers,
        number=number,
        minutes=int(values["minutes"]),
        within=before.within if same and marks else within,
        comma=any(side.rfind(",") > side.rfind(".") for side in _typed_sides(name)),
        point=before.point if same and marks else None,
        shows=_settings_after(screen, before, str(values["shows"]).strip()),
        bare=before.bare and same,
        covered=bool(values["covered"]),
        optional=bool(values["optional"]),
        **texts,
    )
    return from_plain(to_plain(lesson.with_step(at, step)), current_lesson.step_pages()).steps[at]


def _typed_answers(name: str) -> tuple[tuple[Answer, ...], Number | None, float]:
    """The answers to expect, or the lowest, highest and right number and how far off one may be; errors as above."""
    answers = read_answers(str(st.session_state.get(f"{name}answers", "")))
    if len(answers) > MOST_ANSWERS:
        raise LessonError(f"Expected at most {MOST_ANSWERS} answers, one per line; got {len(answers)}.")
    return answers, *read_number(_typed_sides(name))


def _typed_sides(name: str) -> list[str]:
    return [str(st.session_state.get(f"{name}number{side}", "")) for side in range(len(SIDES))]  # only of one kind


def _shown_after(step: LessonStep) -> str:
    """Link to the picture after Reveal; "" where it is that of the question."""
    return address(step.page, {**step.state, **step.shows}) if step.shows else ""


def _settings_after(screen: LessonStep, before: LessonStep, link: str) -> dict[str, str | tuple[str, ...]]:
    """The settings of the picture after Reveal that differ from the step; none where only the screen was changed."""
    if not link or (link == _shown_after(before) and screen.link != before.link):
        return {}
    after = step_from_address(link, current_lesson.step_pages())
    if after.page != screen.page:
        raise LessonError(
            f"After Reveal the picture changes, but not its page: expected {screen.page}, got {after.page}."
        )
    return {key: value for key, value in after.state.items() if value != screen.state.get(key)}


def _set_kind(at: int, key: str) -> None:
    """Save the kind of answer when it is chosen; what belongs to another kind goes."""
    kind = st.session_state.get(key)
    if kind in KINDS:
        _change_step(at, kind=str(kind), number=None, point=None, within=0.0)


def _change_step(at: int, **values: Any) -> None:
    if at < len(current_lesson.current().steps):
        _edit("point", lambda lesson: lesson.with_step(at, replace(lesson.steps[at], **values)))


def _try(control: str, change: Callable[[], None]) -> None:
    """Make a change, or show an error message beside that control."""
    st.session_state.pop(_PROBLEM, None)
    try:
        change()
    except LessonError as error:
        st.session_state[_PROBLEM] = control, str(error)
