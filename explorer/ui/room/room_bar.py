"""The way into a room (sidebar), and in a room the bar at the bottom: the student's line, or the teacher's controls."""

from __future__ import annotations

import json
from collections.abc import Collection

import streamlit as st

from explorer.content.as_typed import as_typed
from explorer.content.en.lessons import TEXTS
from explorer.rooms import EndedError, FullError, NotTheTeacherError, RoomQuestion, UnavailableError
from explorer.rooms.question_schema import MOST_ROUNDS
from explorer.ui.frame import typed
from explorer.ui.room import answer_plots, class_quiz, joining, membership, response_count, summary, vote_chart
from explorer.ui.room.membership import ASKED, CARRIED, OWN, Participant, current, store, tab, tolerant
from explorer.ui.room.questions import ClassQuestion, answers_html
from explorer.ui.room.sync import listen, note_applied
from explorer.ui.room.teacher_question import LATER
from explorer.wording import count

EVERY = 1.0
"""Seconds between two looks of the teacher's bar: the one screen of a room that asks by itself."""
_REFUSED = "_room_refused"
"""Key of the message that the way in shows to somebody who was not let in."""
_BRING = "_room_bring"
"""Key of what the browser is to bring into sight: the container of the answer that was revealed last, and its round."""
SHARED = ("encoding", "token")
"""Controls of all pages that students follow too."""
_BOUND = "_room_bound"
"""Keys that the address has held in this session: those of controls that are bound to it."""


def end(page: str, prefix: str) -> None:
    """At the end of every page: the bar of the room, or the way in (in the sidebar)."""
    note_applied()
    words, forget = membership.said()
    if words:
        st.toast(words, duration="long")
    mine, away = current(), membership.away()
    if mine is None:
        if forget:
            tab(key="explorer_room_forget", data=json.dumps({"forget": forget}).encode(), height=0)
        _menu()
        return
    keep = {"code": mine.code, "secret": mine.secret, "seat": mine.seat}
    st.html(f'<style>{vote_chart.CSS}{answer_plots.CSS}</style><div class="room-space"></div>')
    with st.container(key="room_bar"):
        known = {"keep": keep, "bring": st.session_state.get(_BRING, "")}
        tab(key="explorer_room_keep", data=json.dumps(known).encode(), height="content")
        if away:
            st.warning(f"**Room {mine.code}:** {away} You stay in the room.", icon=None)
        elif mine.teaches:
            st.fragment(_teachers_bar, run_every=EVERY)(page, prefix)
        else:
            _students_line(mine)
            listen(mine.code, mine.seat)


def _menu() -> None:
    menu = st.sidebar.popover("A class together", key="room_menu", on_change="rerun")
    if not menu.open:
        return
    with menu:
        # What keeps a place in the browser is loaded before there is one: who reloads at once keeps it too.
        tab(key="explorer_room_ready", data=b"{}", height=0)
        st.markdown("Everybody guesses on their own screen, then all see the answer at once. No account, no name.")
        st.button("Open a room (I teach)", key="_room_open", on_click=_open, type="primary")
        if refused := st.session_state.pop(_REFUSED, ""):  # above the field: a phone's screen ends below it
            st.warning(refused, icon=None)
        st.text_input("Or join: the six letters of the room, or its link", key="_room_code", on_change=_join)
        st.button("Join", key="_room_join", on_click=_join, args=(True,))


def _open() -> None:
    try:
        code, secret = store().open()
    except (FullError, UnavailableError) as error:
        st.session_state[_REFUSED] = str(error)
        return
    membership.teach(code, secret)


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
        follows = st.toggle("Follow the teacher", value=mine.follows, key=f"_room_follow_{mine.follows}_{mine.shown}")
        if follows != mine.follows:
            membership.update(mine, follows=follows, shown=0)
            st.rerun()
        st.button("Leave", key="_room_leave", on_click=membership.leave, args=("You have left the room.",))


def _teachers_bar(page: str, prefix: str) -> None:
    """Tells the room where the teacher is, and shows how many have guessed; runs again by itself."""
    mine = current()
    if mine is None:
        return
    try:
        now = store().room(mine.code)
        asked: dict[str, RoomQuestion] = dict(now.questions)
        written = now.own
        state = settings(prefix, (*asked, *st.session_state.get(OWN, ())))
        state |= {name: st.query_params[name] for name in CARRIED if name in st.query_params}
        state |= lesson_text(str(st.session_state.get("text", "")))
        # Teach has the answers: whoever follows stays where they are, and whoever joins then waits.
        store().move(mine.code, mine.secret, *(("", {}) if page == "teach" else (page, state)))
        if st.session_state.pop(LATER, False):
            st.rerun()
    except (EndedError, NotTheTeacherError):
        st.rerun()
    except UnavailableError as error:
        st.warning(f"**Room {mine.code}:** {error}", icon=None)
        return
    except ValueError as error:  # what the page holds is more than a room does: students stay where they were
        st.warning(f"**Room {mine.code}:** {error}.", icon=None)
        return
    try:
        _teachers_line(mine, asked, written)
    except UnavailableError as error:
        st.warning(str(error), icon=None)


def _teachers_line(mine: Participant, asked: dict[str, RoomQuestion], written: str) -> None:
    picture, here = st.session_state.get(ASKED, ""), store().here(mine.code)
    peeks: list[str] = []
    with st.container(horizontal=True, vertical_alignment="center", key="room_line"):
        st.markdown(f"**Room {mine.code}** · {count(len(here), 'student')} here")
        with st.popover("How to join", key="room_how"):
            joining.how_to_join(mine)
        if written in asked:
            peeks.append(_question_buttons(mine, here, written, asked[written], "Your question: "))
        if picture in asked:
            which = "The picture’s: " if written in asked else ""
            peeks.append(_question_buttons(mine, here, picture, asked[picture], which))
        if st.session_state.get(class_quiz.SIZE):
            _quiz(mine, here, asked)
        with st.popover("End the room", key="room_end"):
            _ending(mine, asked)
    if shown := "".join(peeks):
        st.html(shown)


def settings(prefix: str, own: Collection[str]) -> dict[str, object]:
    """Values of the page's controls that stand, or have stood, in the address: what students follow.

    A control that is back at its start is no longer in the address; that it was there is remembered, so that students
    go back with it. Keys in `own` (guesses), those of the frame, and what anybody typed stay here.
    """
    bound = st.session_state.setdefault(_BOUND, set[str]())
    bound |= set(st.query_params)
    keys = {key for key in bound if key.startswith(f"{prefix}_") or key in SHARED}
    found = {}
    for key in sorted(keys - set(own) - typed.keys()):
        if key in st.session_state and not _is_frame(key):
            value = st.session_state[key]
            found[key] = list(value) if isinstance(value, tuple) else value
    return found


def lesson_text(text: str) -> dict[str, str]:
    """The text of a ready lesson's step goes along, since the app itself has it; what anybody typed stays here.

    >>> lesson_text("one two seven"), lesson_text("my own words")
    ({'text': 'one two seven'}, {})
    """
    return {"text": text} if text in TEXTS else {}


def _is_frame(key: str) -> bool:
    return key.endswith(("_data", "_code"))


def _question_buttons(mine: Participant, here: set[str], key: str, asked: RoomQuestion, which: str = "") -> str:
    """How many have guessed, and what a teacher does with a question; `which` says of which, where there are two.

    Returns all guesses, as HTML, where the teacher looks at them.
    """
    st.markdown(f"{which}{response_count.said(set(store().answers(mine.code, key, asked.round)), here)}")
    name = "_own" if which.startswith("Your") else ""
    if not asked.revealed:
        peek = st.toggle("Show the guesses", key=f"_room{name}_peek")
        if st.button("Reveal the answer", key=f"_room{name}_reveal", type="primary"):
            store().reveal(mine.code, mine.secret, key)
            st.session_state[_BRING] = f"{'room_written' if name else key} {asked.round}"
            st.rerun()
        if peek:
            every = tuple(store().answers(mine.code, key, asked.round).values())
            head = f"<p>{which}</p>" if which else ""
            return head + answers_html(ClassQuestion(key, mine, asked, answers=every), covered=True)
    elif asked.round == MOST_ROUNDS:
        st.markdown(f"This question has been asked {MOST_ROUNDS} times, which is the most.")
    elif st.button("Ask again", key=f"_room{name}_again", help="One more round, after you have talked"):
        store().ask_again(mine.code, mine.secret, key)
        st.rerun()
    return ""


def _quiz(mine: Participant, here: set[str], asked: dict[str, RoomQuestion]) -> None:
    size = int(st.session_state[class_quiz.SIZE])
    found = class_quiz.results(mine.code, asked, size)
    given, all_ = class_quiz.response_count(mine.code, size, here)
    st.markdown(f"**{count(given, 'answer')}** of {all_}")
    with st.popover("The answers", key="room_quiz"):
        st.markdown(class_quiz.numbers(asked))
        st.html(vote_chart.quiz(found, class_quiz.RESULTS))


def _ending(mine: Participant, asked: dict[str, RoomQuestion]) -> None:
    rows = summary.rows(store(), mine.code, asked)
    if rows:
        st.markdown("What the class believed, share of right answers:")
        st.html(vote_chart.before_and_after(rows))
    misses = summary.misses(store(), mine.code, asked)
    if misses:
        st.markdown("\n".join(f"- {as_typed(line)}" for line in summary.missed_sentences(misses)))
    if rows or misses:
        st.download_button(
            "Download the table",
            summary.csv_of(rows, misses),
            file_name="room.csv",
            mime="text/csv",
            key="_room_csv",
            on_click="ignore",
        )
    st.markdown("Ending deletes the room with all guesses.")
    if st.button("End it now", key="_room_end", type="primary"):
        with tolerant():
            store().end(mine.code, mine.secret)
        st.rerun()
