"""The guided path: a step is a small page of its own, its picture with the words, the question and the task beside it.

The current step is in the URL (`guide=2c`); progress is kept in the browser only. Each step is opened by a link, so
its screen is the one that the link describes, whatever was done before. What of a part it draws: `step_size`.
"""

import html
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from explorer.content import migrate_old_links
from explorer.content.guided_path import GUESSED, RIGHT, Chapter, Door, Step, StepId, address, query
from explorer.content.pages import info
from explorer.ui import room
from explorer.ui.frame import glossary_markup, picture_toolbar, shared_inputs, step_size, style, url_params
from explorer.ui.frame.guide import carried_text, chapter_summaries, path_end_page, step_state
from explorer.ui.frame.guide.step_links import (
    AGAIN,
    FRIEND,
    LEFT,
    after_last,
    aside,
    in_link,
    link,
    query_of,
    shown_link,
    start_link,
    without_usual,
)
from explorer.ui.frame.guide.step_state import note_task_done, task_done, task_done_here
from explorer.ui.frame.step_size import END, PARAMETER, at_end, is_answered, named_step, open_step, path, read_step
from explorer.ui.plot import assets
from explorer.wording import unbroken

__all__ = ["END", "PARAMETER", "after_last", "at_end", "path", "path_end_page", "start_link"]
SOLVED = "riddle-answer"
"""Anchor of the riddle’s answer, at the end of a chapter's last step."""
_component = assets.register("guide", __file__)
_LINE = "_guide_line"


def heading(page: str) -> str:
    """Title of the open step, or of the path's last page; "" on any other page."""
    if at_end() and page == "home":
        return path_end_page.heading()
    step = step_size.step()
    return step.title if step else ""


def begin(page: str) -> None:
    """Begin a page: the container of the path's line on a step's; off the path, a link back to it."""
    if PARAMETER not in st.query_params:
        _way_back()
        return
    if at_end():
        return
    at = named_step()
    if at is not None and (then := st.query_params[PARAMETER]) in migrate_old_links.STEPS:
        _open_former(page, then, at)
    if at is None or at not in path().step_ids():
        last = path().step_ids()[-1]
        st.warning(f"This link asks for a step that the path does not have. Its steps are 1a to {last}.")
        _way_back()
        return
    step = path().step(at)
    if (page == "home" and step.page != page) or (step.page == page and _bare(at)):  # a URL with nothing but the step
        _open(at)
    if step.page == page:
        _set_undrawn(step)
        st.session_state[_LINE] = st.container(key="guide_head")
        return
    st.html(
        f'<p class="guide-note">Step {at} of the path is on another page: '
        f'<a href="{html.escape(link(at))}">go to step {at}</a>.</p>'
    )


def _set_undrawn(step: Step) -> None:
    """Give the controls that a step does not draw their values: those of the link, else the step's."""
    for key, value in step.state.items():
        if key not in step.controls and key not in st.session_state:
            params = st.query_params.get_all(key) or value
            one = params[0] if isinstance(params, list) and len(params) == 1 else params
            st.session_state[key] = int(one) if isinstance(one, str) and one.isdecimal() else one
    carried_text.begin_with_own(step)


def _bare(at: StepId) -> bool:
    """Whether the session's first URL names a step without the parameters of its screen, or with another part.

    Such a part belongs to a step that the path no longer has.
    """
    step = path().step(at)
    part = f"{info(step.page).prefix}_part"
    needed = query_of(step, None).keys()
    other = st.query_params.get(part, step.part) != step.part
    shown = any(st.session_state.get(f"_guide_{how}_{at}") for how in ("opened", "sent"))
    return (other or (bool(needed) and needed.isdisjoint(st.query_params))) and not shown


def _open(at: StepId) -> None:
    step = path().step(at)
    st.session_state[f"_guide_sent_{at}"] = True  # once: a browser that drops parameters would loop
    params = {**st.query_params.to_dict(), **query_of(step, at)}
    params.pop(f"{info(step.page).prefix}_part", None)  # of a step that the path has no longer
    params |= {name: st.query_params[name] for name in carried_text.FIELDS if name in st.query_params}  # a link's own
    for name, value in params.items():
        url_params.rename(name, value if isinstance(value, list) else [value])
    try:
        st.switch_page(info(step.page).path, query_params=params)
    except StreamlitAPIException:  # one of them belongs to a field that is drawn already, which keeps what is in it
        st.switch_page(info(step.page).path, query_params={PARAMETER: str(at)})


def _open_former(page: str, then: str, at: StepId) -> None:
    """Open what a link to a step of an earlier path shows today, with its settings.

    That is the step `at`, or the one that has the link's part; for a screen that is off the path now, this screen, with
    a link back.
    """
    part = st.query_params.get(f"{info(page).prefix}_part", "")
    now = path().present(at, page, part)
    elsewhere = (path().step(now).page, path().step(now).part) != (page, part)
    if page != "home" and then in migrate_old_links.OFF_PATH and elsewhere:
        params = {name: value for name, value in st.query_params.to_dict().items() if name != PARAMETER}
        st.switch_page(info(page).path, query_params={**params, LEFT: str(at)})
    _open(now)


@contextmanager
def page_of_step() -> Iterator[None]:
    """Draw the open step: the block draws its picture, at the left; then its words beside it, and its chapter's end."""
    at = open_step()
    assert at is not None
    step = path().step(at)
    with st.container(key="step_columns"):
        left, right = st.columns([5, 3], gap="medium")
    with left, st.container(key="part_body"):
        yield
    with right, st.container(key="guide_strip"):
        alone = _words(at, step)
    own, answered, done = carried_text.of(at, step), is_answered(at), task_done(at)
    after = path().around(at)[1]
    onwards = room.stay(link(after, own=own) if after else carried_text.carry(after_last(own), own))
    chapter, ends = path().chapters[at.chapter - 1], at.step == len(path().chapters[at.chapter - 1].steps)
    if ends and done and answered:
        with st.container(key="guide_end"):
            _end_of_chapter(chapter, at, own, after)
            _onwards(onwards, after)
    elif done and answered:
        with right:
            _onwards(onwards, after)
    with st.session_state[_LINE]:
        _line(at, step, own, onwards, done=done, alone=alone)


def _words(at: StepId, step: Step) -> bool:
    """Draw text, question and task of a step; returns whether this browser answers alone."""
    from explorer.content.en.chapter_order import NAMED

    st.session_state[f"_guide_opened_{at}"] = True
    chapter, was_answered, now, alone = path().chapters[at.chapter - 1], is_answered(at), _state(), True
    if at.step == 1:
        _riddle(chapter, "The riddle:", chapter.riddle)
    glossary_markup.write(step.text)
    if step.question is not None:
        with st.container(key="guide_ask"):
            alone = step_state.ask(at, step.question)
    if step.shown:
        st.html(f'<p class="guide-shown">{html.escape(step.shown)}</p>')
    if (step.question is None or is_answered(at)) and not task_done_here(at) and step.task.done(now):
        note_task_done(at)
    if is_answered(at) and not was_answered:
        st.rerun()  # the picture, drawn already, may say the answer now
    done = task_done(at)
    # After the question: it may change the picture that the question is about. Back, or a reload, brings the step's own
    # screen again.
    mark = "☐ **Do this:**" if not done else "☑ **Done:**" if step.task.done(now) else "☑ **Done before:**"
    left = is_answered(at) and not done  # guide.js brings it into view: the explanation has moved it down
    with st.container(key="guide_left" if left else "guide_task"):
        st.markdown(f"{mark} {step.task.text}")
    reply = step.task.seen(now) if task_done_here(at) else "" if done else step.task.not_yet(now)
    if reply:
        with st.container(key="guide_told"):
            said = done or reply.startswith((RIGHT, GUESSED))
            st.text(unbroken(reply if said else f"Not yet. {reply}"))
    if drawn := step.drawn({**step.state, **now}):
        with st.container(key="guide_drawn"):
            st.html(drawn)
    if done and not is_answered(at):
        st.caption("One thing is left: answer the question above.")
    carried_text.explain_parts(at, step)
    own = carried_text.of(at, step)
    if step.question is None or is_answered(at):
        carried_text.offer(at, step, own)
    carried_text.change(own, step)
    if is_answered(at):
        share = step.share(now)
        if share and not st.session_state.get(shared_inputs.OPT_OUT_KEY):
            # A friend begins with this screen as it is, or with an empty field for their own name.
            begins = shown_link(at, on_path=False) if at == NAMED else _screen(step)
            picture_toolbar.share_button("Show a friend", share, begins)
    if at.step == len(chapter.steps):
        _curious(chapter, at, own)
        if not (done and is_answered(at)):
            st.caption("The riddle’s answer waits here, with a line of your own: once this step is done.")
    return alone


def _end_of_chapter(chapter: Chapter, at: StepId, own: str, after: StepId | None) -> None:
    _riddle(chapter, chapter.riddle, chapter.solved(_state()), SOLVED)
    chapter_summaries.ask(chapter, link(at))
    _play(chapter.game, str(after or END), own)
    if after:
        minutes = max(1, round(path().chapters[at.chapter].minutes))
        st.caption(f"The next chapter takes about {minutes} minutes. Or stop here: Home remembers where you are.")


def _line(at: StepId, step: Step, own: str, onwards: str, *, done: bool, alone: bool) -> None:
    """Draw the path's line: chapter, step, Back and Next; through it the browser reports its progress."""
    chapters = path().chapters
    chapter, (before, after) = chapters[at.chapter - 1], path().around(at)
    answered, from_end = is_answered(at), st.query_params.get(LEFT) in (END, AGAIN)
    ends = at.step == len(chapter.steps)
    _component(
        key=step_state.NAV,
        data=json.dumps(
            {
                "at": str(at),
                "chapter": f"Chapter {at.chapter} of {len(chapters)}: {chapter.name}",
                "step": f"Step {at.step} of {len(chapter.steps)}",
                "chapters": [each.name for each in chapters],
                "steps": [
                    {
                        "at": str(p),
                        "title": path().step(p).title,
                        "former": path().step(p).former,
                        "href": link(p, own=own),
                    }
                    for p in path().step_ids()
                ],
                "back": room.stay(link(before, own=own)) if before else "",
                "next": onwards,
                "last": after is None,
                "ending": SOLVED if ends and done and answered else "",
                "leave": after_last(own) if from_end else aside(_screen(step), str(at), own),
                "fromEnd": from_end,
                "fresh": st.query_params.get(LEFT) in (END, FRIEND),
                "own": carried_text.typed(at, step),
                "did": done,
                "answered": answered,
                "first": step_state.first_guess(at, step.question) if step.question else "",
                "alone": alone,
                "present": style.presenting(),
            }
        ).encode(),
        height="content",
        on_kept_change=partial(step_state.recall, at, step.question),
    )


def _screen(step: Step) -> str:
    """The address of the step's screen as the visitor has changed it, off the path."""
    now: dict[str, Any] = {}
    if not st.session_state.get(shared_inputs.OPT_OUT_KEY):
        now = {key: st.session_state[key] for key in {*step.state, *step.controls} if key in st.session_state}
    own = {key: in_link(value) for key, value in now.items() if len(str(value)) <= shared_inputs.URL_LIMIT}
    parameters = query(step, None, f"{info(step.page).prefix}_part") | own
    return address(step.page, without_usual(step.page, parameters))


def _onwards(href: str, after: StepId | None) -> None:
    words = html.escape(f"{after} {path().step(after).title}" if after else "what you can answer now")
    st.html(f'<a class="guide-onwards" href="{html.escape(href)}" target="_self">Next: {words} →</a>')


def _curious(chapter: Chapter, at: StepId, own: str) -> None:
    """Expander with what the chapter's steps leave out, and links to the parts."""
    links = (
        (aside(address(door.page, door.query), str(at), own), door.text)
        for door in (Door(*each) for each in chapter.further)
    )
    listed = "".join(
        f'<li><a href="{html.escape(href)}" target="_self">{html.escape(words)}</a></li>' for href, words in links
    )
    with st.expander("For the curious", key="guide_curious"):
        glossary_markup.write(f"{chapter.curious}\n\n<ul>{listed}</ul>")


_TEASER = {
    "Guess the cuts": "Six words: where does gpt2 cut them?",
    "Nearest row": "Six words: which row lies nearest to each?",
    "Beat the model": "Can you guess the next word better than our model?",
}


def _play(game: str, back: str, own: str) -> None:
    if game:
        href = html.escape(aside(address("check", {"k_part": "Games", "k_game": game}), back, own))
        st.html(
            f'<p class="guide-seen">{_TEASER[game]} <a href="{href}" target="_self">Play two minutes: {game} →</a></p>'
        )


def _riddle(chapter: Chapter, head: str, words: str, name: str = "") -> None:
    anchor = f' id="{name}"' if name else ""
    head, words = html.escape(head), html.escape(unbroken(words))
    st.html(f'<p class="guide-riddle"{anchor}>{chapter_summaries.chat(chapter)}<b>{head}</b> <br>{words}</p>')


def _state() -> Mapping[str, Any]:
    state = {key: st.session_state[key] for key in st.session_state if isinstance(key, str)}
    return {**state, "own": carried_text.url_text(), "before": carried_text.line_before()}


def is_aside() -> bool:
    """Whether a link of the path led to this page, which has the way back."""
    left = st.query_params.get(LEFT, "")
    return left == END or read_step(left) in path().step_ids()


def _way_back() -> None:
    """Link back to the step that led here, above the page. Without one, the sidebar has a link to the step that was
    open last, which only the browser knows (path_link.js).
    """
    left, own = st.query_params.get(LEFT, ""), carried_text.url_text()
    at = read_step(left)
    if left == END:
        href, name = after_last(own), "its last page"
    elif at is not None and at in path().step_ids():
        href, name = link(at, own=own), f"step {at}, {path().step(at).title}"
    else:
        st.sidebar.html('<p class="explorer-way-back"></p>')
        return
    words = f"← Back to the path: {html.escape(name)}"
    st.html(f'<p class="quiz-back"><a href="{html.escape(href)}" target="_self">{words}</a></p>')
