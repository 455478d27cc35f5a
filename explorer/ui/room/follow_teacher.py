"""Sync with the room: join from the URL, come back, follow the teacher, poll for changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer.rooms import PARAMETER, Room, UnavailableError
from explorer.ui.room.membership import (
    ASKED,
    AWAY,
    CARRIED,
    ENDED,
    OWN,
    WAITING,
    Participant,
    current,
    join_from_url,
    leave,
    room,
    store,
    sweep_once,
    update,
)

SEEN = "_room_seen"
"""Key of the room's version that this page shows; absent where the room could not be reached."""
_AT = "_room_at"
"""Session key of the class's location when this screen last followed it."""
_STARTS = "_room_starts"
"""Session key of the controls' defaults, which hold while they are absent from the URL."""
_APPLIED = "_room_applied"
"""Session key of the room's version whose settings this run has applied."""
EVERY = 2.0
"""Polling interval of a student's page, in seconds: it compares the room's version."""
PRESENT = 15.0
"""Heartbeat interval in seconds: the room learns that this seat's browser is connected."""
LATE = 3.0
"""Seconds after a teacher's navigation in which a run of the previous page counts as a late click."""


def begin(page: str, go: Callable[[str, Mapping[str, str]], Any]) -> None:
    """At the start of every page: join, come back or follow. `go` switches to a page with its URL parameters."""
    for each in (ASKED, OWN, WAITING):
        st.session_state.pop(each, None)
    st.session_state.pop("_room_quiz", None)
    st.session_state.pop(AWAY, None)
    st.session_state.pop(SEEN, None)
    st.session_state.pop(_APPLIED, None)
    sweep_once()
    mine = current()
    try:
        if mine is None:
            if PARAMETER in st.query_params:
                join_from_url()
            return
        now = room()
    except UnavailableError as error:
        st.session_state[AWAY] = str(error)
        if mine is None:
            st.warning(str(error), icon=None)
        return
    if now is None:
        leave(ENDED)
        return
    if st.query_params.get(PARAMETER) != mine.code:
        st.query_params[PARAMETER] = mine.code
    if not mine.is_teacher:
        _follow(mine, now, page, go)
    st.session_state[SEEN] = now.version


def _follow(mine: Participant, now: Room, page: str, go: Callable[[str, Mapping[str, str]], Any]) -> None:
    if mine.alone and not mine.since:
        mine = replace(mine, since=is_at(now), shown=now.version)
        update(mine)
        if page == now.page:
            _apply(now)  # start where the class is; after that the student moves alone
        return
    news = mine.follows and now.page and mine.shown != now.version
    if mine.follows:
        before = st.session_state.setdefault(_AT, is_at(now))
        st.session_state[_AT] = is_at(now)
        if before != is_at(now) and page == now.page:
            _put_back(now)
    if news and page != now.page:
        update(mine, left=page, left_at=time.monotonic())
        go(now.page, {PARAMETER: mine.code})
    if news:
        _apply(now)
        st.session_state[_APPLIED] = now.version
    elif mine.follows and now.page and page != now.page:
        if page == mine.left and time.monotonic() - mine.left_at < LATE:
            update(mine, shown=0)
            go(now.page, {PARAMETER: mine.code})
        update(mine, follows=False)  # the visitor chose another page


def is_at(now: Room) -> str:
    """Key of the class's page and question, which changes when the teacher moves on."""
    asked = now.questions.get(now.in_sight)
    return f"{now.page} {now.in_sight} {asked.round if asked is not None else 0}"


def _put_back(now: Room) -> None:
    """When the class moves on, reset controls that the teacher has not changed, with a message."""
    starts = st.session_state.get(_STARTS, {})
    tried = [key for key in st.query_params if key in starts and key not in now.settings]
    for key in tried:
        st.session_state[key] = starts[key]
    if tried:
        st.toast("The class has moved on. What you tried here is put back.")


def _apply(now: Room) -> None:
    """Copy the teacher's settings to the controls."""
    for key, value in now.settings.items():
        if key not in CARRIED:
            st.session_state[key] = value
    for name in CARRIED:
        if name in now.settings:
            st.query_params[name] = str(now.settings[name])
        elif name in st.query_params:
            del st.query_params[name]


def note_applied() -> None:
    """At the end of a page: record that its controls have the teacher's values; an interrupted run sets them again."""
    mine, version = current(), st.session_state.pop(_APPLIED, None)
    if mine is not None and not mine.is_teacher:
        starts = st.session_state.setdefault(_STARTS, {})
        new = {str(key): value for key, value in st.session_state.items() if str(key)[0] not in "_$"}
        starts |= {key: value for key, value in new.items() if key not in starts and key not in st.query_params}
    if mine is not None and version is not None:
        update(mine, shown=version)


@st.fragment(run_every=EVERY)
def listen(code: str, seat: str, elsewhere: bool) -> None:
    """Polling fragment: reruns the page when the room's version has changed or the room has ended."""
    try:
        version = store().versions().get(code, -1)
        told = "_room_told"
        when, where = st.session_state.get(told, (-PRESENT, elsewhere))
        if where != elsewhere or time.monotonic() - when >= PRESENT:
            st.session_state[told] = time.monotonic(), elsewhere
            store().mark_present(code, {seat}, elsewhere)
    except UnavailableError:
        return  # already reported by the page; the next poll tries again
    if version != st.session_state.get(SEEN):
        st.rerun()
