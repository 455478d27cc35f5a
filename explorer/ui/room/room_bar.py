"""Room bar at the bottom of the teacher's screen; outside a room, the sidebar's menu to open or join one."""

import json
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

import streamlit as st

from explorer.content.guided_path import address
from explorer.questions import WORDS
from explorer.rooms import PARAMETER, EndedError, FullError, NotTheTeacherError, RoomQuestion, UnavailableError
from explorer.rooms.room_state import MOST_ROUNDS
from explorer.ui.frame import base_url
from explorer.ui.room import (
    class_answers,
    invitation,
    join_link,
    lesson_report,
    membership,
    stage_picture,
    teacher_question,
)
from explorer.ui.room.class_question import EVERY, presses
from explorer.ui.room.membership import (
    ASK,
    ASKED,
    LESSON,
    OVER,
    SEEN,
    WAITING,
    Teacher,
    current,
    store,
    tab,
    tolerant,
)
from explorer.wording import count

_CSS = class_answers.CSS + Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
_REFUSED = "_room_refused"
"""Session key of the message for a teacher whose room could not be opened."""
_JOINING = "_room_join_shown"
"""Session key of whether the teacher's screen shows the invitation."""
_BRING = "_room_bring"
"""Session key of what the browser scrolls to: the container of the last revealed answer, and its round."""
_UNREAD = "_room_unread"
"""Session key of the question and round for which it was said that none of the class's words is let through."""
_LINK = "_room_link"
"""Session key of the settings with which this screen began, by the lesson's step."""
_TURN = "_room_turn"
"""Session key of the step that the other device presented, as a press of “go on here”."""
_NO_ROOMS = "This server cannot have rooms: start it by `streamlit run app.py`."
_LINKED = ("_part", "guide")
"""Ends of the keys that a link to the class's screen holds; others change with every move of a slider."""


def end(page: str, on_stage: bool = False) -> None:
    """Draw the room's bar, or the menu to open or join one (in the sidebar), at the end of every page.

    `on_stage`: a lesson is presented, which has the bar's buttons without a room, too.
    """
    words, forget = membership.pop_messages()
    if words:
        st.toast(words, duration="long")
    mine = current()
    if mine is None:
        if forget:
            tab(key="explorer_room_forget", data=json.dumps({"forget": forget}).encode(), height=0)
        if on_stage:  # the lesson's own menu opens a room
            _line_without_room()
        else:
            _menu(page)
        return
    st.html(f'<style>{_CSS}</style><div class="room-space"></div>')
    with st.container(key="room_bar"):
        known = {"keep": asdict(mine), "bring": st.session_state.get(_BRING, "")}
        tab(key="explorer_room_keep", data=json.dumps(known).encode(), height="content")
        draw = st.fragment(_away_bar if membership.away() else _teachers_bar, run_every=EVERY)
        draw(mine, page)


def _away_bar(mine: Teacher, _page: str) -> None:
    """Polling fragment: say why the room can't be reached, until it can."""
    try:
        with suppress(EndedError):
            store().room(mine.code)
    except UnavailableError as error:
        st.warning(f"**Room {mine.code}:** {error} You stay in the room.", icon=None)
    else:
        st.rerun()


def _line_without_room() -> None:
    """The main button of a lesson's step, which reveals the answer, then turns to the next step."""
    question = st.session_state.get(membership.WRITTEN)
    st.html(f"<style>{_CSS}</style>")
    with st.container(horizontal=True, vertical_alignment="center", key="room_bar"):
        over = OVER in st.session_state
        if over:
            st.markdown("The room has ended.", width="stretch")
        if question is not None and question.right != () and not teacher_question.is_revealed(question.key):
            if st.button("Show the answer" if over else "Reveal the answer", key="_room_reveal", type="primary"):
                st.session_state[membership.REVEALED] = question.key
                stage_picture.switch(answer=True)
                st.rerun()
        else:
            _evidence_button()
            _next_button()


def _next_button() -> None:
    tab(key="room_next", data=json.dumps({"next": "Next →"}).encode(), height="content", width="content")


def _evidence_button() -> None:
    """Switch between the picture of the question and that of the answer, where they differ."""
    if (shown := stage_picture.shows_answer()) is not None and st.button(
        "Picture before" if shown else "Picture after", key="_stage_picture"
    ):
        stage_picture.switch()
        st.rerun()


def _menu(page: str) -> None:
    with st.sidebar:
        if page != "teach":  # its plan has the button
            open_button()
        if join_link.served.is_set():
            st.html(f'<a href="./{join_link.PATH}" target="_self">Join a room</a>')


def open_button(kind: Literal["primary", "secondary"] = "secondary") -> None:
    """Draw the button that opens a room, in the sidebar, on the plan, and in the menu of a presented lesson."""
    if st.button(
        "Open a room",
        key="_room_open",
        type=kind,
        help="Everybody guesses on their own screen, then all see the answer at once. No account, no name.",
    ):
        _open()
        st.rerun()  # all of the page: on Teach the button stands in a part, which runs alone
    if refused := st.session_state.pop(_REFUSED, ""):
        st.warning(refused, icon=None)


def _open() -> None:
    if not join_link.served.is_set():
        st.session_state[_REFUSED] = _NO_ROOMS
        return
    try:
        membership.open_room()
        st.session_state.pop(OVER, None)
        st.session_state[_JOINING] = True
    except (FullError, UnavailableError) as error:
        st.session_state[_REFUSED] = membership.problem() or str(error)


def _teachers_bar(mine: Teacher, page: str) -> None:
    """Polling fragment: send what the class may open to the room, and show the response count."""
    try:
        now = store().room(mine.code)
        if membership.is_elsewhere(now):
            _elsewhere(mine)
            return
        if page == "teach":  # it shows the answers: students wait
            store().move(mine.code, mine.secret, "")
        else:
            question, waits = st.session_state.get(ASKED, ""), st.session_state.get(WAITING)
            store().move(mine.code, mine.secret, _link(page), question, waits)
        _teachers_line(mine, dict(now.questions), now.own)
    except (EndedError, NotTheTeacherError):
        st.rerun()
    except UnavailableError as error:
        st.warning(f"**Room {mine.code}:** {error}", icon=None)
    except ValueError as error:  # a question that waits is too large for a room
        st.warning(f"**Room {mine.code}:** {error}.", icon=None)


def _elsewhere(mine: Teacher) -> None:
    """Cover a screen that no longer presents, or its class would look at what does not change any more."""
    with st.container(key="room_join"):
        st.html(f'<p class="room-at">Room {mine.code} is shown on another device.</p>', width="content")
        if st.button("Present on this one again", key="_room_present", type="primary"):
            membership.present()
            if at := store().load_notes(mine.code).get("at"):
                st.session_state[_TURN] = f"go {at}"
            st.rerun()


def _link(page: str) -> str:
    """Link to this screen for the class's own use: the page, its part or the path's step, a quiz with its numbers.

    Of a lesson's step all settings with which it began, such as the text of its question, then those of its answer; the
    page's own question on the same matter is not asked there.
    """
    step = st.query_params.get(LESSON)
    if step is None or step not in st.session_state.get(_LINK, {}):
        own = LESSON, PARAMETER, SEEN, "present", "k_at", "k_round"
        keys = [key for key in st.query_params if step or key.endswith(_LINKED) or (page, key[:2]) == ("check", "k_")]
        st.session_state[_LINK] = {step: {key: st.query_params.get_all(key) for key in keys if key not in own}}
    shows = {**st.session_state.get(stage_picture.SHOWS, {}), SEEN: "1"} if step else {}
    return address(page, {**st.session_state[_LINK][step], **shows})


def _teachers_line(mine: Teacher, questions: dict[str, RoomQuestion], written: str) -> None:
    here, waits = store().present_seats(mine.code), bool(st.session_state.get(WAITING))
    key = "" if waits else written if written in questions else st.session_state.get(ASKED, "")
    if st.session_state.get(_JOINING) and invitation.show(mine, len(here)):
        st.session_state[_JOINING] = False
        st.rerun(scope="fragment")
    now = questions.get(key)
    step = st.query_params.get(LESSON)
    pressed = st.session_state.pop(_TURN, "") or store().take_press(
        mine.code, key if now else "", now.round if now else 0, turns=step is not None
    )
    if now is not None and pressed:
        _do(mine, key, now, pressed)
    if waits and pressed == "ask":
        _ask()
    if step is not None:
        to = pressed.removeprefix("go ")
        turn = int(to) - int(step) if to != pressed else {"back": -1, "next": 1}.get(pressed, 0)
        tab(key="room_turn", data=json.dumps({"turn": turn, "id": time.time() if turn else 0}).encode(), height=0)
    with st.container(horizontal=True, vertical_alignment="center", key="room_line"):
        if key in questions:
            given = store().answers_by_seat(mine.code, key, questions[key].round)
            sentence = class_answers.response_text(given.keys(), here, questions[key].round > 1)
            talk = class_answers.needs_talk(questions[key], given.values())
        else:
            sentence = f"{count(len(here), 'student')} here"
        # Of a narrow line the end is cut, not the code, which a late student needs.
        st.markdown(f"**Room {mine.code}**", width="content")
        st.markdown(sentence, width="stretch")
        if key in questions and questions[key].form == WORDS and join_link.served.is_set():
            _read_first(mine)
        if key in questions and not (questions[key].revealed and LESSON in st.query_params):
            _again(mine, key, questions[key], main=talk)
        if key in questions and not questions[key].revealed:
            _main(mine, key, questions[key], main=not talk)
        elif waits:
            if st.button("Ask the question", key="_room_ask", type="primary"):
                _ask()
        elif LESSON in st.query_params:
            _evidence_button()
            _next_button()
        menu = st.popover("More", key="room_end", on_change="rerun")
        with menu:
            if key in questions and questions[key].revealed and LESSON in st.query_params:
                _again(mine, key, questions[key])
            st.button(
                "How to join: the code for the whole screen", key="_room_joining", on_click=_invite, type="primary"
            )
            if join_link.served.is_set():
                _other_device(mine, "_room_pair_covered", bool(menu.open))
            holds = menu.open and _downloads(mine, questions)
            st.markdown("Ending deletes the room with all guesses.")
            ready = not holds or st.checkbox("I have kept what I need", key="_room_may_end")
            if st.button("End it now", key="_room_end", disabled=not ready):
                with tolerant():
                    store().end(mine.code, mine.secret)
                st.rerun()


def _read_first(mine: Teacher) -> None:
    """How to read the class's words where the class cannot: a projector often shows all that this screen shows."""
    menu = st.popover("Read first", key="room_read", on_change="rerun")
    with menu:
        here = f"{join_link.link('./', mine.code)}&look=1"
        st.markdown(
            "Read the words before the class sees them: on your phone, or [in a second window]"
            f"({here}) that the projector does not show."
        )
        _other_device(mine, "_room_read_covered", bool(menu.open))


def _other_device(mine: Teacher, key: str, is_open: bool) -> None:
    """QR code and link with the teacher's rights, for a phone or a second laptop; `key`: of its box, ticked each time.

    A class that saw the code could scan it, so it is drawn only once the teacher has been told so.
    """
    if not is_open:
        st.session_state[key] = False
    st.markdown(
        "A code is for your phone or another laptop. First switch the projector off: **it would show the code**."
    )
    if not st.checkbox("The projector is off: show the code on this screen", key=key):
        return
    link = f"{base_url.shared()}{join_link.PATH}#teach={mine.code}.{mine.secret}"
    st.html(invitation.qr(link))
    st.markdown(
        "It can reveal answers, turn the steps and end the lesson: keep it secret. Does this laptop fail? There press "
        "“All steps”, then “Present from this device instead”."
    )
    st.code(link, language=None, wrap_lines=True)
    tab(key=f"{key}_notes", data=json.dumps({"phone": mine.code}).encode(), height=0)


def _invite() -> None:
    st.session_state[_JOINING], st.session_state["room_end"] = True, False


def _ask() -> None:
    st.session_state[ASK] = st.query_params.get(LESSON)
    st.rerun()


def _main(mine: Teacher, key: str, question: RoomQuestion, main: bool) -> None:
    what = "reveal" if question.mapped or question.shown else "guesses"
    kind: Literal["primary", "secondary"] = "primary" if main else "secondary"
    pressed = st.button(presses(question)[what], key=f"_room_{what}", type=kind)
    if pressed and not _stops_unread(mine, key, question):
        _do(mine, key, question, what)


def _stops_unread(mine: Teacher, key: str, question: RoomQuestion) -> bool:
    """Whether none of the class's words may be seen: said once for each round, before a press that would show none."""
    seen_state = f"{key} {question.round} {question.shown}"
    given = store().answers_by_seat(mine.code, key, question.round)
    seen = store().visible_answers(mine.code, key, question.round)
    if question.form != WORDS or seen or not (given or question.mapped) or st.session_state.get(_UNREAD) == seen_state:
        return False
    st.session_state[_UNREAD] = seen_state
    st.toast(f"{count(len(given), 'answer')}, none chosen. “Read first”, or press again.", duration="long")
    return True


def _do(mine: Teacher, key: str, question: RoomQuestion, what: str) -> None:
    """Run a question's action, from a button here, in the teacher's other window or on the teacher's phone."""
    if what == "guesses":
        store().show_guesses(mine.code, mine.secret, key, question.round)
    elif what == "reveal":
        store().reveal(mine.code, mine.secret, key)
        stage_picture.switch(answer=True)
        if LESSON not in st.query_params:  # the stage has all in sight
            st.session_state[_BRING] = f"{key} {question.round}"
    elif what == "again":
        store().ask_again(mine.code, mine.secret, key, question.round)
        stage_picture.switch(answer=False)
    else:
        return
    st.rerun()


def _again(mine: Teacher, key: str, question: RoomQuestion, main: bool = False) -> None:
    """Draw the button of another round, where the class talks next, or has seen the guesses; `main`: it comes next."""
    if not (main or question.revealed or (question.form != WORDS and question.shown)):
        return
    if question.round == MOST_ROUNDS:
        st.markdown(f"Asked {MOST_ROUNDS} times: that is the most.", width="content")
    elif st.button(presses(question)["again"], key="_room_again", type="primary" if main else "secondary"):
        _do(mine, key, question, "again")


def _today() -> date:
    with suppress(KeyError, ValueError):
        return datetime.now(ZoneInfo(str(st.context.timezone))).date()
    return datetime.now(UTC).date()


def _downloads(mine: Teacher, questions: dict[str, RoomQuestion]) -> bool:
    """Draw the buttons of the report and the table; returns whether there is anything in them.

    The files are made here and not on the click: this fragment reruns every second, and a deferred file gets another
    URL in each run, so that a click at that moment would fail.
    """
    made = lesson_report.files(store(), mine.code, _today(), st.context.locale or "")
    with st.container(horizontal=True):
        for name, content in made.items():
            report = name.endswith(".html")
            st.download_button(
                "Download the report" if report else "Download the table",
                content,
                file_name=name,
                mime="text/html" if report else "text/csv",
                key="_room_report" if report else "_room_csv",
                on_click="ignore",
                help="One page to print or keep: each question, what the class said, the right answer"
                if report
                else None,
            )
    return bool(made)
