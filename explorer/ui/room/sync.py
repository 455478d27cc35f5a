"""Sync with the room: join from the address, come back, follow the teacher, listen for news."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from explorer.rooms import PARAMETER, Room, UnavailableError
from explorer.ui.room.membership import (
    ASKED,
    AWAY,
    CARRIED,
    ENDED,
    OWN,
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
_APPLIED = "_room_applied"
"""Key of the room's version whose settings this run has set."""
EVERY = 2.0
"""Seconds between two looks of a student's page at the room's version."""
PRESENT = 15.0
"""Seconds between two words to the room that this seat's browser is there."""
LATE = 3.0
"""For so many seconds after the teacher's move a run of the page before it is taken for a press that the browser sent
too late, and not for a wish to go back."""


def begin(page: str, go: Callable[[str, Mapping[str, str]], Any]) -> None:
    """At the start of every page: join, come back, follow. `go` switches to a page, with what its address says."""
    st.session_state.pop(ASKED, None)
    st.session_state.pop(OWN, None)
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
    if not mine.teaches:
        _follow(mine, now, page, go)
    st.session_state[SEEN] = now.version


def _follow(mine: Participant, now: Room, page: str, go: Callable[[str, Mapping[str, str]], Any]) -> None:
    news = mine.follows and now.page and mine.shown != now.version
    if news and page != now.page:
        update(mine, left=page, left_at=time.monotonic())
        go(now.page, {PARAMETER: mine.code})
    if news:
        for key, value in now.settings.items():
            if key not in CARRIED:
                st.session_state[key] = value
        for name in CARRIED:
            if name in now.settings:
                st.query_params[name] = str(now.settings[name])
            elif name in st.query_params:
                del st.query_params[name]
        st.session_state[_APPLIED] = now.version
    elif mine.follows and now.page and page != now.page:
        if page == mine.left and time.monotonic() - mine.left_at < LATE:
            update(mine, shown=0)
            go(now.page, {PARAMETER: mine.code})
        update(mine, follows=False)  # the visitor chose another page


def note_applied() -> None:
    """At the end of a page: its controls have the teacher's values. A run that is broken off before sets them again."""
    mine, version = current(), st.session_state.pop(_APPLIED, None)
    if mine is not None and version is not None:
        update(mine, shown=version)


@st.fragment(run_every=EVERY)
def listen(code: str, seat: str) -> None:
    """Runs the page again when the room has another version than the page shows, or has ended."""
    try:
        version = store().versions().get(code, -1)
        told = "_room_told"
        if time.monotonic() - st.session_state.get(told, -PRESENT) >= PRESENT:
            st.session_state[told] = time.monotonic()
            store().saw(code, {seat})
    except UnavailableError:
        return  # the page has said so; the next look may be luckier
    if version != st.session_state.get(SEEN):
        st.rerun()
