"""The teacher's membership in a room: opening one, coming back, leaving. Students are on `/join`.

The code is in the URL (`room=CODE`) and is public. The secrets of a seat and of the teacher are kept in the browser
only (seat_storage.js), so that everybody is back after a restart of the server or in a reopened tab.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache, partial
from secrets import token_hex
from urllib.parse import quote

import streamlit as st

from explorer.content.lesson.parse_teacher_question import Note
from explorer.questions import Question
from explorer.rooms import (
    CODE_LENGTH,
    PARAMETER,
    EndedError,
    FullError,
    NotTheTeacherError,
    RateLimit,
    Room,
    RoomStore,
    UnavailableError,
    code_letters,
    has_leftovers,
    network,
    open_backend,
    parse_code,
)
from explorer.rooms.room_store import HOURS
from explorer.rooms.wrong_code_limit import MOST_OPEN, MOST_OPENED
from explorer.ui.frame import style
from explorer.ui.plot import assets
from explorer.ui.room import join_link
from explorer.wording import count

ASKED = "_room_asked"
"""Session key of the current question's key, for the teacher's bar."""
WAITING = "_room_waiting"
"""Session key of the key of a lesson step's question that the teacher has not asked yet."""
ASK = "_room_asks"
"""Session key of the lesson step at which the teacher has asked."""
LESSON = "lesson"
"""URL parameter of the lesson step being presented."""
SEEN = "seen"
"""URL parameter of a screen whose question the class has answered: it is not asked again there, in other words."""
STEP = "_room_step"
"""Session key of the lesson step on the teacher's screen: a `Note`, for the report."""
WRITTEN = "_room_written"
"""Session key of the teacher's own question on this screen: a `Question`, or None."""
REVEALED = "_stage_revealed"
"""Session key of the key of the question whose answer the stage shows where there is no room."""
_ME, _KEPT, _NOTE, _FORGET = "_room_me", "_room_kept", "_room_note", "_room_forget"
OVER = "_room_over"
"""Session key of whether a room has ended here, and none was opened since."""
ENDED = "The room has ended. Nothing of it is kept."
_AWAY = "_room_away"  # session key of why the rooms can't be reached

tab = assets.register("room", __file__)


@dataclass(frozen=True)
class Teacher:
    """Identity of the teacher's browser in its room: the code, the secret that its rights depend on, and its screen's
    random name, by which the room knows the one that presents.
    """

    code: str
    secret: str
    screen: str = field(default_factory=partial(token_hex, 8))


@lru_cache(maxsize=1)
def store() -> RoomStore:
    """The rooms of this server.

    Raises:
        UnavailableError: the configured backend is not available.
    """
    return RoomStore(open_backend())


def problem() -> str:
    """Why no room can be opened on this server, in a sentence for a teacher; "" if one can."""
    try:
        store().is_teacher("AAAAAA", "")
    except UnavailableError as error:
        return f"Phones cannot join a room here now. Show this to whoever runs the server: {error}"
    return ""


def tolerant() -> suppress:
    """Suppress the errors of a room that has ended or can't be reached; the bar reports them."""
    return suppress(UnavailableError, EndedError, NotTheTeacherError)


@lru_cache(maxsize=1)
def sweep_once() -> None:
    """Delete expired rooms of earlier processes, once per process."""
    if has_leftovers():
        with tolerant():
            store().sweep()


@lru_cache(maxsize=1)
def wrong_codes() -> RateLimit:
    """Rate limit for wrong codes, one per process."""
    return RateLimit()


@lru_cache(maxsize=1)
def opened_rooms() -> tuple[RateLimit, RateLimit]:
    """Rate limits for rooms opened, in a minute and in the hours of a room, one pair per process."""
    return RateLimit(MOST_OPENED), RateLimit(MOST_OPEN, HOURS * 3600)


def open_room() -> None:
    """Open a room and make this browser the teacher's.

    Raises:
        FullError: the server has its maximum of rooms, or too many came from this network.
        UnavailableError: the rooms' database can't be reached.
    """
    address = here()
    if wait := max(limit.wait(address) for limit in opened_rooms()):
        minutes = count(-(-wait // 60), "minute")
        raise FullError(f"Too many rooms were opened from this network. Try again in {minutes}.")
    code, secret = store().open()
    for limit in opened_rooms():
        limit.count(address, code)
    become_teacher(code, secret)
    present()


class TooManyError(Exception):
    """This network address has tried too many wrong codes."""


def stop_guessing(address: str, code: str) -> None:
    """Refuse an address that has tried too many wrong codes, unless somebody from there is in this room.

    Raises:
        TooManyError: it must wait.
    """
    if wait := wrong_codes().wait(address, code):
        raise TooManyError(f"Too many wrong codes came from this network. Try again in {count(wait, 'second')}.")


def seat_for(rooms: RoomStore, code: str, seat: str, address: str) -> str:
    """Take a seat, or return to the earlier one, which passes before any limit.

    Raises:
        EndedError: no room has this code.
        FullError: all seats are taken, or the teacher has closed the room.
        TooManyError: this address has tried too many wrong codes.
    """
    if not code:
        raise EndedError  # nobody learns anything from it, so it is not counted
    if not seat or not rooms.has_seat(code, seat):
        stop_guessing(address, code)
    try:
        taken = rooms.join(code, seat)
    except EndedError:
        wrong_codes().count(address, code)
        raise
    wrong_codes().let_in(address, code)
    return taken


def here() -> str:
    """This visitor's network address, by which wrong codes and rooms are counted."""
    return network(st.context.ip_address)


def current() -> Teacher | None:
    """Identity of this browser as the teacher's; None outside any room."""
    found = st.session_state.get(_ME)
    return found if isinstance(found, Teacher) else None


def hold_back(now: Room, question: Question) -> bool:
    """On the teacher's screen: whether a question waits until the teacher asks it, as every lesson step's does.

    A question that was asked before this page was reloaded does not wait again.
    """
    if is_elsewhere(now):
        return True
    at, known = st.query_params.get(LESSON), now.questions.get(question.key)
    if at is None or st.session_state.get(ASK) == at or (known is not None and known.asks_like(question)):
        return False
    st.session_state[WAITING] = {question.key: question}
    return True


def note_step(key: str) -> None:
    """On the teacher's screen: record for the report at which lesson step this question was asked."""
    mine, note = current(), st.session_state.get(STEP)
    kept = f"{STEP}_{key}"
    if mine is not None and isinstance(note, Note) and st.session_state.get(kept) != note:
        store().record_step(mine.code, mine.secret, key, asdict(note))
        st.session_state[kept] = note


def begin() -> None:
    """At the start of every page: come back as the teacher, or notice that the room has ended."""
    for each in (ASKED, WAITING, _AWAY):
        st.session_state.pop(each, None)
    sweep_once()
    mine = current()
    try:
        if mine is None:
            if PARAMETER in st.query_params:
                _come_back()
            return
        store().room(mine.code)
    except EndedError:
        leave(ENDED)
    except UnavailableError as error:
        st.session_state[_AWAY] = str(error)
        if mine is None:
            st.warning(str(error), icon=None)
    else:
        if st.query_params.get(PARAMETER) != mine.code:
            st.query_params[PARAMETER] = mine.code


def away() -> str:
    """Reason why the rooms can't be reached in this run; "" if they can."""
    return str(st.session_state.get(_AWAY, ""))


def stay(address: str) -> str:
    """URL that reloads a page in this browser's room, if it is in one."""
    mine = current()
    return f"{address}{'&' if '?' in address else '?'}{PARAMETER}={mine.code}" if mine is not None else address


def _come_back() -> None:
    """From a link with a code: the browser tells the teacher's secret, and leads anybody else to `/join` (room.js)."""
    code = parse_code(st.query_params[PARAMETER])
    kept = st.session_state.get(_KEPT)
    if kept is None:
        # A class opens this link at the same moment, so the page below is not drawn until the browser has answered.
        there = join_link.link("./", quote(st.query_params[PARAMETER])) if join_link.served.is_set() else ""
        asks = {"ask": code, "join": there}
        tab(key="explorer_room", data=json.dumps(asks).encode(), height=0, on_kept_change=_remember)
        style.apply(lesson=style.presenting())  # a presented step has no sidebar meanwhile either
        st.stop()
    try:
        known = json.loads(kept)
    except ValueError:
        known = {}
    secret = str(known.get("secret", "")) if isinstance(known, dict) and known.get("code") == code else ""
    if secret and store().is_teacher(code, secret):
        become_teacher(code, secret, str(known.get("screen") or "")[:40])
        if not known.get("screen"):  # another device of the teacher's has taken over
            present()
        st.rerun()
    st.session_state.pop(_KEPT)
    del st.query_params[PARAMETER]
    if isinstance(known, dict) and known.get("elsewhere"):
        note(f"You teach in room {code} in another tab. This tab is outside it.")
    if secret:
        note(ENDED)
        st.session_state[_FORGET] = code


def _remember() -> None:
    st.session_state[_KEPT] = str(st.session_state["explorer_room"].get("kept") or "{}")[:500]


def no_room(typed: str) -> str:
    """Error message for an unknown code: what was entered, what was expected, what to do.

    >>> no_room("abc def"), no_room(" ")[:14]
    ('No room has the code “ABCDEF”. A code has six letters, without I and O.', 'A code has six')
    """
    letters = code_letters(typed)[: 2 * CODE_LENGTH]
    known = f"No room has the code “{letters}”. " if letters else ""
    return f"{known}A code has six letters, without I and O."


def leave(words: str) -> None:
    """Leave a room that has ended: this browser forgets it."""
    mine = current()
    st.session_state.pop(_ME, None)
    st.session_state[_KEPT] = "{}"
    st.session_state[OVER] = True
    st.session_state[_FORGET] = mine.code if mine is not None else ""
    if PARAMETER in st.query_params:
        del st.query_params[PARAMETER]
    note(words)


def note(words: str) -> None:
    """Queue a message to be shown once, at the end of this run."""
    st.session_state[_NOTE] = words


def become_teacher(code: str, secret: str, screen: str = "") -> None:
    """Make this browser the teacher's; `screen`: its name in the room, if it has one."""
    wrong_codes().let_in(here(), code)
    st.session_state[_ME] = Teacher(code, secret, screen) if screen else Teacher(code, secret)


def present() -> None:
    """Make this screen the one that the class follows."""
    if (mine := current()) is not None:
        with tolerant():
            store().present(mine.code, mine.secret, mine.screen)


def is_elsewhere(room: Room) -> bool:
    """Whether another screen of this room's teacher presents."""
    mine = current()
    return mine is not None and room.screen not in ("", mine.screen)


def pop_messages() -> tuple[str, str]:
    """The messages of `note`, and the code of the room whose seat this browser must delete, or ""; each once."""
    return st.session_state.pop(_NOTE, ""), st.session_state.pop(_FORGET, "")
