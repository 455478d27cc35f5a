"""The guided path on a page: a margin with the step's text, its task, its question, and the link to the next step.

The current step is in the URL (`guide=2.3`); progress is kept in the browser only. Each step is opened by a link, so
its screen is the one that the link describes, whatever was done before.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from explorer.content.default_params import without_defaults
from explorer.content.guided_path import Chapter, Door, Path, Step, StepId, Task, address, query
from explorer.content.pages import info
from explorer.ui import room
from explorer.ui.frame import glossary_markup, picture_toolbar, shared_inputs, style
from explorer.ui.frame.guide import carried_text, chapter_summaries, path_end_page, step_css, step_state
from explorer.ui.frame.guide.step_state import is_answered, note_task_done, task_done, task_done_here
from explorer.ui.plot import assets
from explorer.wording import unbroken

PARAMETER = "guide"
END = "end"
"""Value of `guide` for the page after the last step."""
LEFT, FRIEND, AGAIN = "path", "friend", "again"
"""Parameter of a screen that the path has led to: the step to go back to, or `END`; and its value on a step that was
sent to somebody, or to which the last page led for oneself. With `END` or `FRIEND` a step begins fresh: nothing is
restored. With `END` or `AGAIN` it leads back to the last page.
"""
COVERED = "The picture of this step. What it says in numbers is told once your guess is right, or after two."
LATER = "One thing is left: the question above. Once it is answered, you read here what you have just seen."
_component = assets.register("guide", __file__)
_TAKEN, _SETTLED, _DRAWN = "_guide_taken", "_guide_settled", "_guide_drawn"


@lru_cache(maxsize=1)
def path() -> Path:
    """The path's chapters, imported lazily, since they depend on every subject of the app."""
    from explorer.content.en.chapter_order import PATH

    return PATH


def current_step() -> StepId | None:
    """The step that the URL names; None off the path."""
    return StepId.read(st.query_params.get(PARAMETER, ""))


def at_end() -> bool:
    """Whether the page after the last step is open."""
    return st.query_params.get(PARAMETER) == END


def has_question() -> bool:
    """Whether the margin of a step asks about the picture: then the part itself does not."""
    return (at := current_step()) is not None and at in path().step_ids()


def is_question_answered() -> bool:
    """Whether the margin's question about the picture is answered."""
    return has_question() and (at := current_step()) is not None and is_answered(at)


def is_hidden(name: str) -> bool:
    """Whether this step hides `name`: views ask before they draw something that only a later step explains."""
    return (at := current_step()) is not None and at in path().step_ids() and name in path().step(at).hide


def is_masked(name: str) -> bool:
    """Whether this step still masks `name`, which would give away the answer to an open question."""
    if (at := current_step()) is None or at not in path().step_ids():
        return False
    return name in path().step(at).cover and not is_answered(at)


def heading(page: str) -> str:
    """The chapter's question, used as the heading while a step of this page is open; else ""."""
    at = current_step()
    if at_end() and page == "home":
        return path_end_page.heading()
    if at is None or at not in path().step_ids() or path().step(at).page != page:
        return ""
    return path().chapters[at.chapter - 1].question


def link(at: StepId, *, on_path: bool = True) -> str:
    """The address of a step, relative to any page; `on_path=False`: the same screen without the path."""
    step = path().step(at)
    return address(step.page, _query(step, at if on_path else None))


def _query(step: Step, at: StepId | None) -> dict[str, Any]:
    """The query parameters that open a step; without `at`, the same screen off the path."""
    return without_defaults(step.page, query(step, at, f"{info(step.page).prefix}_part"))


def shown_link(at: StepId, *, on_path: bool = True) -> str:
    """The address of a step's screen for somebody else, relative to any page: a name is theirs to type.

    >>> shown_link(StepId(1, 2))
    './tokens?guide=1.2&text='
    """
    from explorer.content.en.chapter_order import NAMED  # imported lazily, as the path is

    step = path().step(at)
    query = _query(step, at if on_path else None)
    return address(step.page, {**query, "text": ""} if at == NAMED else query)


def start_link() -> str:
    """Address of the first step, relative to any page, for "Start here" links."""
    return link(StepId(1, 1))


def after_last(own: str = "") -> str:
    """Address of the page after the last step, with the visitor's sentence.

    >>> after_last("a b")
    './?guide=end&text=a+b'
    """
    return address("home", {PARAMETER: END, **({"text": own} if own else {})})


def aside(href: str, at: str, own: str = "") -> str:
    """URL of a screen off the path, with a parameter that leads back to the step it was opened from.

    >>> aside("./check?k_part=Games", END, "a b")
    './check?k_part=Games&path=end&own=a+b'
    """
    return carried_text.carry(f"{href}{'&' if '?' in href else '?'}{LEFT}={at}", own)


def render_step(page: str) -> None:
    """Draw the step's margin; off the path, a link back to it if this browser has been there."""
    st.session_state.pop(_TAKEN, None)
    if PARAMETER not in st.query_params:
        _way_back()
        return
    if at_end():
        return
    at = current_step()
    if at and not _was_opened(at) and (now := path().present(at, st.query_params.to_dict())) != at:
        _open(now)  # a link of an earlier path
    if at is not None and (kept := path().last_of_chapter(at)):
        _open_removed(page, kept)
    if at is None or at not in path().step_ids():
        last = path().step_ids()[-1]
        st.warning(f"This link asks for a step that the path does not have. Its steps are 1.1 to {last}.")
        _way_back()
        return
    step = path().step(at)
    if (page == "home" and step.page != page) or (step.page == page and _bare(at)):  # a URL with nothing but the step
        _open(at)
    if step.page != page:
        st.html(
            f'<p class="guide-note">Step {at} of the path is on another page: '
            f'<a href="{html.escape(link(at))}">go to step {at}</a>.</p>'
        )
        return
    with st.container(key="guide_strip"):
        _strip(at)


def _bare(at: StepId) -> bool:
    """Whether the session's first URL names a step without the parameters of its screen, or with another part.

    Such a part belongs to a step that the path no longer has.
    """
    step = path().step(at)
    part = f"{info(step.page).prefix}_part"
    needed = _query(step, None).keys()
    other = st.query_params.get(part, step.part) != step.part
    return (other or (bool(needed) and needed.isdisjoint(st.query_params))) and not _was_opened(at)


def _was_opened(at: StepId) -> bool:
    """Whether this session has shown the step, or was sent to it."""
    return bool(st.session_state.get(f"_guide_opened_{at}") or st.session_state.get(f"_guide_sent_{at}"))


def _open(at: StepId) -> None:
    """Switch to a step's page and keep the other URL parameters."""
    step = path().step(at)
    st.session_state[f"_guide_sent_{at}"] = True  # once: a browser that drops parameters would loop
    asked = {**st.query_params.to_dict(), **_query(step, at)}
    asked |= {name: st.query_params[name] for name in carried_text.FIELDS if name in st.query_params}  # a link's own
    st.switch_page(info(step.page).path, query_params=asked)


def _open_removed(page: str, kept: StepId) -> None:
    """Open the screen of a step that its chapter no longer has, off the path, with a link back to the step `kept`.

    A link with nothing but the number of such a step opens `kept` itself.
    """
    if f"{info(page).prefix}_part" not in st.query_params:
        _open(kept)
    asked = {name: value for name, value in st.query_params.to_dict().items() if name != PARAMETER}
    st.switch_page(info(page).path, query_params={**asked, LEFT: str(kept)})


def show_end() -> None:
    """Draw the page after the last step."""
    path_end_page.show(path(), link, lambda at: f"{link(at)}&{LEFT}={AGAIN}", shown_link, aside)


def update_margin() -> None:
    """Rerun the page after a part has run as a fragment, if the margin's text has changed.

    One message from the browser then serves both. A rerun that changes nothing is not repeated.
    """
    state, at = st.session_state, current_step()
    settled = state.pop(_SETTLED, False)
    if at is None:  # off the path nothing is kept: to read all controls takes a twentieth of a run
        state.pop(_TAKEN, None)
        return
    state[_DRAWN] = _typed()
    if _TAKEN not in state or settled or state[_TAKEN] == (taken := _margin_state(at)):
        return
    if taken[0] and not task_done(at):
        note_task_done(at)  # a button's press is over when the page runs again
    state[_SETTLED] = True
    st.rerun()


def _margin_state(at: StepId) -> tuple[object, ...]:
    """State of the part's controls that the margin shows: the task's feedback, and the visitor's own sentence."""
    step, state = path().step(at), _state()
    own = carried_text.of(at, step)
    now = step.task is None or step.task.done(state)
    done = now or task_done(at)
    words = "" if step.task is None else step.task.seen(state) if done else step.task.not_yet(state)
    share = step.share(state) if is_answered(at) else ""
    return done, now, words, own, carried_text.is_elsewhere(step, own), carried_text.parts_shown(at, step), share


@st.fragment
def _strip(at: StepId) -> None:
    """Fragment with the step's margin; `update_margin` redraws it after a change of the part's controls.

    A click on an answer also ends the typing in a field of the part. The browser then sends both values at once, with
    the name of this fragment alone, so the page is rerun to draw the part with what was typed.
    """
    if _TAKEN in st.session_state and st.session_state.get(_DRAWN, {}) != _typed():
        st.rerun()
    st.session_state[_TAKEN] = _margin_state(at)
    chapter, step = path().chapters[at.chapter - 1], path().step(at)
    before, after = path().around(at)
    from_end = st.query_params.get(LEFT) in (END, AGAIN)
    done = step.task is None or _done(at, step.task)
    line = st.container()  # above the text, though it depends on whether the question is answered
    if at.step == 1:
        _riddle("The riddle:", chapter.riddle)
    st.header(step.title, anchor=False)
    # In the same element as the text: a browser that is still loading never shows the page unstyled or the answer.
    cover = "" if is_answered(at) else step_css.FORMULAS_LATER + step_css.masking_css(step.cover)
    look = step_css.look(step, finished=done and is_answered(at))
    glossary_markup.write(f"<style>{step_css.margin()}{look}{cover}</style>\n\n{step.text}")
    if step.shown:
        st.html(f'<p class="guide-shown">{html.escape(step.shown)}</p>')
    open_until_now = not is_answered(at) or step_state.recalled_now()
    with st.container(key="guide_ask"):
        alone = step_state.ask(at, step.question)
    if open_until_now and (step.cover or step.move) and is_answered(at):
        st.rerun()  # rerun the whole page: masks, the sticky control, and the picture's label for screen readers
    if step.task is not None:  # after the question: it may change the picture that the question is about
        # Back, or a reload, brings the step's own screen again.
        mark = "☐ **Do this:**" if not done else "☑ **Done:**" if step.task.done(_state()) else "☑ **Done before:**"
        left = is_answered(at) and not done  # guide.js brings it into view: the explanation has moved it down
        with st.container(key="guide_left" if left else "guide_task"):
            st.markdown(f"{mark} {step.task.text}")
        told = step.task.seen(_state()) if task_done_here(at) else "" if done else step.task.not_yet(_state())
        waits = bool(told) and done and not is_answered(at) and step.task.spoils
        if told:
            _tell(LATER if waits else told if done else f"Not yet. {told}")
        if done and not is_answered(at) and not waits:
            st.caption("One thing is left: answer the question above.")
    carried_text.explain_parts(at, step)
    answered, own, ends = is_answered(at), carried_text.of(at, step), at.step == len(chapter.steps)
    onwards = carried_text.carry(room.stay(link(after) if after else after_last(own)), own)
    with st.container(key="guide_after"):  # a phone shows the part's controls before it
        if answered:
            carried_text.offer(at, step, own)
            share = step.share(_state())
            if share and not st.session_state.get(shared_inputs.KEPT_OUT):
                picture_toolbar.share_button("Show a friend", share, _share_address(at))
        if ends:
            _curious(chapter, at, own)
        if done and answered:
            if ends:
                _riddle(chapter.riddle, chapter.solved(), step_css.SOLVED)
                chapter_summaries.ask(chapter, link(at))
                _play(chapter.game, str(after or END), own)
                if after:
                    minutes = max(1, round(path().chapters[at.chapter].minutes))
                    st.caption(f"The next chapter takes about {minutes} minutes. Or stop here: Home leads you back.")
            _onwards(onwards, f"{after} {path().step(after).title}" if after else "")
        elif ends:
            st.caption("The riddle’s answer waits here, with a line of your own: once question and task are done.")
        st.html('<details class="guide-door"><summary>More about this picture</summary></details>')
    with line:
        _component(
            key=step_state.NAV,
            data=json.dumps(
                {
                    "at": str(at),
                    "chapter": f"Chapter {at.chapter} of {len(path().chapters)}: {chapter.name}",
                    "step": f"Step {at.step} of {len(chapter.steps)}",
                    "chapters": [each.name for each in path().chapters],
                    "steps": [
                        {"at": str(p), "title": path().step(p).title, "href": carried_text.carry(link(p), own)}
                        for p in path().step_ids()
                    ],
                    "back": carried_text.carry(room.stay(link(before)), own) if before else "",
                    "next": onwards,
                    "last": after is None,
                    "ending": step_css.SOLVED if ends and done and answered else "",
                    "leave": after_last(own) if from_end else aside(link(at, on_path=False), str(at), own),
                    "fromEnd": from_end,
                    "fresh": st.query_params.get(LEFT) in (END, FRIEND),
                    "own": carried_text.typed(at, step),
                    "mine": _own_screen(at, step, own) if done and not answered else "",
                    "did": done,
                    "answered": answered,
                    "first": step_state.first_guess(at, step.question),
                    "alone": alone,
                    "mark": step.mark,
                    "present": style.presenting(),
                }
            ).encode(),
            height="content",
            on_kept_change=partial(step_state.recall, at, step.question),
        )


def _share_address(at: StepId) -> str:
    """Where a friend begins; "" for this screen as it is."""
    from explorer.content.en.chapter_order import NAMED

    return shown_link(at, on_path=False) if at == NAMED else ""


def _own_screen(at: StepId, step: Step, own: str) -> str:
    """The address that opens the step as the visitor has changed it: what is still to be told is about that screen."""
    if st.session_state.get(shared_inputs.KEPT_OUT) or not task_done_here(at):
        return ""
    now = {name: st.session_state[name] for name in step.state if isinstance(st.session_state.get(name), (str, int))}
    query = {**_query(step, at), **{name: str(value) for name, value in now.items()}}
    return carried_text.carry(address(step.page, query), own)


def _onwards(href: str, name: str) -> None:
    """Link to the next step, below the text: on a phone the path's progress line is far above."""
    words = html.escape(name or "what you can answer now")
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
    """Link to a chapter's game, which leads back to the next step."""
    if game:
        href = html.escape(aside(address("check", {"k_part": "Games", "k_game": game}), back, own))
        st.html(
            f'<p class="guide-seen">{_TEASER[game]} <a href="{href}" target="_self">Play two minutes: {game} →</a></p>'
        )


def _riddle(head: str, words: str, name: str = "") -> None:
    anchor = f' id="{name}"' if name else ""
    st.html(f'<p class="guide-riddle"{anchor}><b>{html.escape(head)}</b> <br>{html.escape(unbroken(words))}</p>')


def _tell(words: str) -> None:
    with st.container(key="guide_told"):
        st.text(unbroken(words))


def _done(at: StepId, task: Task) -> bool:
    """Whether the task is done, now or earlier. In a session's first run no control has its value yet."""
    opened = f"_guide_opened_{at}"
    if not st.session_state.get(opened):
        st.session_state[opened] = st.session_state[_SETTLED] = True
        return False
    if not task_done_here(at) and task.done(_state()):
        note_task_done(at)
    return task_done(at)


def _typed() -> dict[str, Any]:
    """Texts and numbers of the part's controls."""
    return {
        key: value
        for key, value in _state().items()
        if not key.startswith(("guide_", "_")) and isinstance(value, (str, int, float)) and not isinstance(value, bool)
    }


def _state() -> Mapping[str, Any]:
    return {key: st.session_state[key] for key in st.session_state if isinstance(key, str)}


def is_aside() -> bool:
    """Whether a link of the path led to this page, which has the way back."""
    left = st.query_params.get(LEFT, "")
    return left == END or StepId.read(left) in path().step_ids()


def has_picture(key: str) -> bool:
    """Whether the open step's picture is `key`."""
    at = current_step()
    return at is not None and at in path().step_ids() and path().step(at).mark == key


def _way_back() -> None:
    """Link back to the step that led here, above the page. Without one, the sidebar has a link to the step that was
    open last, which only the browser knows (path_link.js).
    """
    left, own = st.query_params.get(LEFT, ""), carried_text.url_text()
    at = StepId.read(left)
    if left == END:
        href, name = after_last(own), "its last page"
    elif at is not None and at in path().step_ids():
        href, name = carried_text.carry(link(at), own), f"step {at}, {path().step(at).title}"
    else:
        st.sidebar.html('<p class="explorer-way-back"></p>')
        return
    words = f"← Back to the path: {html.escape(name)}"
    st.html(f'<p class="quiz-back"><a href="{html.escape(href)}" target="_self">{words}</a></p>')
