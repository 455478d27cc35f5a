"""Room bar at the bottom: the student's line, or the teacher's controls; outside a room, the sidebar's form to join."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import streamlit as st

from explorer.content.en.lessons import TEXTS
from explorer.content.escape_markdown import escape_markdown
from explorer.rooms import EndedError, FullError, NotTheTeacherError, RoomQuestion, UnavailableError
from explorer.rooms.question_schema import MOST_ROUNDS, WORDS
from explorer.ui.frame import shared_inputs, text_inputs
from explorer.ui.room import (
    answer_plots,
    answer_summary,
    invitation,
    join_link,
    lesson_report,
    membership,
    response_count,
    self_paced_quiz,
    vote_chart,
)
from explorer.ui.room.class_question import EVERY
from explorer.ui.room.follow_teacher import is_at, listen, note_applied
from explorer.ui.room.membership import (
    ASK,
    ASKED,
    CARRIED,
    LESSON,
    OWN,
    WAITING,
    Participant,
    current,
    store,
    tab,
    tolerant,
)
from explorer.ui.room.teacher_question import LATER
from explorer.wording import count

_REFUSED = "_room_refused"
"""Session key of the message for somebody who could not join."""
_JOINING = "_room_join_shown"
"""Session key of whether the teacher's screen shows the invitation."""
_BRING = "_room_bring"
"""Session key of what the browser scrolls to: the container of the last revealed answer, and its round."""
SHARED = ("encoding", "token")
"""Controls of all pages that students follow too."""
_KEY = "Page Down presses this button"
RESET = "What you try here is put back when you return."
_BOUND = "_room_bound"
"""Keys of controls that have been in the URL in this session."""


def end(page: str, prefix: str) -> None:
    """Draw the room's bar, or the form to join (in the sidebar), at the end of every page."""
    note_applied()
    words, forget = membership.pop_messages()
    if words:
        st.toast(words, duration="long")
    mine = current()
    if mine is None:
        if forget:
            tab(key="explorer_room_forget", data=json.dumps({"forget": forget}).encode(), height=0)
        _menu()
        return
    keep = {"code": mine.code, "secret": mine.secret, "seat": mine.seat, "alone": mine.alone}
    st.html(f'<style>{vote_chart.CSS}{answer_plots.CSS}</style><div class="room-space"></div>')
    with st.container(key="room_bar"):
        known = {"keep": keep, "bring": st.session_state.get(_BRING, "")}
        tab(key="explorer_room_keep", data=json.dumps(known).encode(), height="content")
        if membership.away():
            st.fragment(_away_bar, run_every=EVERY)(mine.code)
        elif mine.is_teacher:
            st.fragment(_teachers_bar, run_every=EVERY)(page, prefix)
        else:
            _students_line(mine)
            listen(mine.code, mine.seat, not mine.follows)


def _away_bar(code: str) -> None:
    """Polling fragment: say why the room can't be reached, until it can."""
    try:
        with suppress(EndedError):
            store().room(code)
    except UnavailableError as error:
        st.warning(f"**Room {code}:** {error} You stay in the room.", icon=None)
    else:
        st.rerun()


def _menu() -> None:
    menu = st.sidebar.popover("A class together", key="room_menu", on_change="rerun")
    if not menu.open:
        return
    with menu:
        # The component that stores a seat is loaded before there is one, so that an immediate reload keeps it too.
        tab(key="explorer_room_ready", data=b"{}", height=0)
        st.markdown("Everybody guesses on their own screen, then all see the answer at once. No account, no name.")
        open_button()
        if refused := st.session_state.pop(_REFUSED, ""):  # above the field: a phone's screen ends below it
            st.warning(refused, icon=None)
        st.text_input("Or join: the six letters of the room, or its link", key="_room_code", on_change=_join)
        st.button("Join", key="_room_join", on_click=_join, args=(True,))


def open_button() -> None:
    """Draw the button that opens a room, in the sidebar and in the menu of a presented lesson."""
    st.button("Open a room (I teach)", key="_room_open", on_click=_open, type="primary")


def _open() -> None:
    try:
        membership.open_room()
    except (FullError, UnavailableError) as error:
        st.session_state[_REFUSED] = str(error)


def _join(pressed: bool = False) -> None:
    typed = str(st.session_state.get("_room_code") or "")
    if current() is not None:
        return
    if not typed.strip():
        if pressed:
            st.session_state[_REFUSED] = "No code came. Type the six letters that the teacher's screen shows."
        return
    try:
        membership.join(typed)
    except (EndedError, FullError, UnavailableError) as error:
        st.session_state[_REFUSED] = str(error)


def _students_line(mine: Participant) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="room_line"):
        st.markdown(f"**Room {mine.code}**")
        if mine.alone:
            with tolerant():
                moved = is_at(store().room(mine.code)) != mine.since
                st.markdown(f"{'**The class has moved on.**' if moved else 'You look around alone.'} {RESET}")
        else:
            follows = st.toggle(
                "Follow the teacher", value=mine.follows, key=f"_room_follow_{mine.follows}_{mine.shown}"
            )
            if follows != mine.follows:
                membership.update(mine, follows=follows, shown=0)
                st.rerun()
        if join_link.served.is_set():
            back = "Back to the class" if mine.alone else "Only the question"
            st.html(f'<a class="room-back" href="{join_link.link("./", mine.code)}" target="_self">{back}</a>')
        st.button("Leave", key="_room_leave", on_click=membership.leave, args=("You have left the room.",))


def _teachers_bar(page: str, prefix: str) -> None:
    """Polling fragment: send the teacher's location to the room, and show the response count."""
    mine = current()
    if mine is None:
        return
    try:
        now = store().room(mine.code)
        asked: dict[str, RoomQuestion] = dict(now.questions)
        written = now.own
        state = settings(prefix, (*asked, *st.session_state.get(OWN, ())))
        state |= {name: st.query_params[name] for name in CARRIED if name in st.query_params}
        state |= shared_text(str(st.session_state.get("text", shared_inputs.DEFAULT_TEXT)))
        # Teach shows the answers: followers stay on their page, and newcomers wait.
        shown = str(st.session_state.get(ASKED, "")), st.session_state.get(WAITING)
        where = ("", {}) if page == "teach" else (page, state, *shown)
        store().move(mine.code, mine.secret, *where)
        if st.session_state.pop(LATER, False):
            st.rerun()
    except (EndedError, NotTheTeacherError):
        st.rerun()
    except UnavailableError as error:
        st.warning(f"**Room {mine.code}:** {error}", icon=None)
        return
    except ValueError as error:  # the page's state is too large for a room: students stay on their page
        st.warning(f"**Room {mine.code}:** {error}.", icon=None)
        return
    try:
        _teachers_line(mine, asked, written)
    except UnavailableError as error:
        st.warning(str(error), icon=None)


def _teachers_line(mine: Participant, asked: dict[str, RoomQuestion], written: str) -> None:
    here, waits = store().present_seats(mine.code), bool(st.session_state.get(WAITING))
    key = "" if waits else written if written in asked else st.session_state.get(ASKED, "")
    if st.session_state.get(_JOINING) and invitation.show(mine, len(here)):
        st.session_state[_JOINING] = False
        st.rerun(scope="fragment")
    now = asked.get(key)
    pressed = store().take_press(mine.code, key if now else "", now.round if now else 0)
    if now is not None and pressed:
        _do(mine, key, now, pressed)
    if waits and pressed == "ask":
        _ask()
    if LESSON in st.query_params:
        turn = {"back": -1, "next": 1}.get(pressed, 0)
        tab(key="room_turn", data=json.dumps({"turn": turn, "id": time.time() if turn else 0}).encode(), height=0)
    with st.container(horizontal=True, vertical_alignment="center", key="room_line"):
        st.markdown(f"**Room {mine.code}** · {count(len(here), 'student')} here", width="content")
        if key in asked:
            given = set(store().answers_by_seat(mine.code, key, asked[key].round))
            st.markdown(response_count.response_text(given, here), width="stretch")
            if join_link.served.is_set() and asked[key].kind == WORDS:
                here_is = join_link.link("./", mine.code)
                st.html(f'<a href="{here_is}&amp;look=1" target="_blank">Read them first ↗</a>', width="content")
        elif st.session_state.get(self_paced_quiz.SIZE):
            _quiz(mine, here, asked)
        if st.button("Join", key="_room_joining", help="The code, for the whole screen"):
            st.session_state[_JOINING] = True
            st.rerun(scope="fragment")
        if key in asked and asked[key].revealed:
            _again(mine, key, asked[key])
        if key in asked and not asked[key].revealed:
            _main(mine, key, asked[key])
        elif waits:
            if st.button("Ask the question", key="_room_ask", type="primary", help=_KEY):
                _ask()
        elif LESSON in st.query_params:
            tab(key="room_next", data=json.dumps({"next": "Next →"}).encode(), height="content", width="content")
        end = st.popover("End the room", key="room_end", on_change="rerun")
        with end:
            if end.open:
                _results(mine, asked)
            st.markdown("Ending deletes the room with all guesses.")
            if st.button("End it now", key="_room_end", type="primary"):
                with tolerant():
                    store().end(mine.code, mine.secret)
                st.rerun()


def _ask() -> None:
    """Ask this step's question, here and in the class."""
    st.session_state[ASK] = st.query_params.get(LESSON)
    st.rerun()


def _main(mine: Participant, key: str, asked: RoomQuestion) -> None:
    """Draw the main button of a question, also pressed by Page Down: it shows the guesses, then the answer."""
    if not asked.mapped and not membership.peeks(key, asked.round):
        if st.button("Show the guesses", key="_room_peek", type="primary", help=_KEY):
            _do(mine, key, asked, "guesses")
    elif st.button(
        "End the writing" if asked.mapped else "Reveal the answer", key="_room_reveal", type="primary", help=_KEY
    ):
        _do(mine, key, asked, "reveal")


def _do(mine: Participant, key: str, asked: RoomQuestion, what: str) -> None:
    """Run a question's action, from a button here, in the teacher's other window or on the teacher's phone."""
    if what == "guesses":
        st.session_state[membership.PEEK] = f"{key} {asked.round}"
    elif what == "reveal":
        store().reveal(mine.code, mine.secret, key)
        st.session_state[_BRING] = f"{'room_written' if key.startswith('l_own_') else key} {asked.round}"
    elif what == "again":
        store().ask_again(mine.code, mine.secret, key)
    else:
        return
    st.rerun()


def _again(mine: Participant, key: str, asked: RoomQuestion) -> None:
    if asked.round == MOST_ROUNDS:
        st.markdown(f"This question has been asked {MOST_ROUNDS} times, which is the most.", width="content")
    elif st.button("Ask again", key="_room_again", help="One more round, after you have talked"):
        _do(mine, key, asked, "again")


def settings(prefix: str, own: Collection[str]) -> dict[str, object]:
    """Values of the page's controls that are, or were, in the URL: those that students follow.

    A control that is back at its default has left the URL; its key is remembered, so that students follow that too.
    Keys in `own` (guesses), keys of the frame, and texts kept out of the URL are not sent.
    """
    bound = st.session_state.setdefault(_BOUND, set[str]())
    bound |= set(st.query_params)
    keys = {key for key in bound if key.startswith(f"{prefix}_") or key in SHARED}
    kept_out = text_inputs.private_keys() if st.session_state.get(shared_inputs.KEPT_OUT) else frozenset()
    found = {}
    for key in sorted(keys - set(own) - kept_out):
        if key in st.session_state and not _is_frame(key):
            value = st.session_state[key]
            found[key] = list(value) if isinstance(value, tuple) else value
    return found


def shared_text(text: str) -> dict[str, str]:
    """The visitor's text, unless it is kept out of the URL; the text of a ready lesson's step is always sent."""
    kept_out = bool(st.session_state.get(shared_inputs.KEPT_OUT)) or len(text) > shared_inputs.URL_LIMIT
    return {} if kept_out and text not in TEXTS else {"text": text}


def _is_frame(key: str) -> bool:
    return key.endswith(("_data", "_code"))


def _quiz(mine: Participant, here: set[str], asked: dict[str, RoomQuestion]) -> None:
    size = int(st.session_state[self_paced_quiz.SIZE])
    found = self_paced_quiz.results(mine.code, asked, size)
    given, all_ = self_paced_quiz.response_count(mine.code, size, here)
    st.markdown(f"**{count(given, 'answer')}** of {all_}")
    with st.popover("The answers", key="room_quiz"):
        st.markdown(self_paced_quiz.numbers_caption(asked))
        st.html(vote_chart.quiz(found, self_paced_quiz.RESULTS))


def _today() -> date:
    """Today's date in the teacher's time zone."""
    with suppress(KeyError, ValueError):
        return datetime.now(ZoneInfo(str(st.context.timezone))).date()
    return datetime.now(UTC).date()


def _results(mine: Participant, asked: dict[str, RoomQuestion]) -> None:
    """Draw the class's results, to read and to download.

    The files are made here and not on the click: this fragment reruns every second, and a deferred file gets another
    URL in each run, so that a click at that moment would fail.
    """
    rows = answer_summary.answer_rows(store(), mine.code, asked)
    if rows:
        st.markdown("What the class believed, share of right answers:")
        st.html(vote_chart.before_and_after(rows))
    misses = answer_summary.misses(store(), mine.code, asked)
    if misses:
        st.markdown("\n".join(f"- {escape_markdown(line)}" for line in answer_summary.missed_sentences(misses)))
    words = (key for key, each in asked.items() if each.kind == WORDS)
    if rows or misses or any(store().visible_answers(mine.code, key, asked[key].round) for key in words):
        known = store(), mine.code, asked, store().steps(mine.code), _today()
        name, locale = f"lesson-{known[-1]}", st.context.locale or ""
        with st.container(horizontal=True):
            st.download_button(
                "Download the report",
                lesson_report.html(*known),
                file_name=f"{name}.html",
                mime="text/html",
                key="_room_report",
                on_click="ignore",
                help="One page to print or keep: each question, what the class said, the right answer",
            )
            st.download_button(
                "Download the table",
                answer_summary.csv_of(*known, locale),
                file_name=f"{name}.csv",
                mime="text/csv",
                key="_room_csv",
                on_click="ignore",
            )
