"""Sync with the room at the start of every page: join from the address, come back, follow the teacher."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from explorer.rooms import PARAMETER, Room, UnavailableError
from explorer.rooms.watchers import NEVER
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
    sweep_once,
    tolerant,
    update,
    waker,
    watchers,
)
from explorer.ui.undocumented import sessions

LATE = 3.0
"""For so many seconds after the teacher's move a run of the page before it is taken for a press that the browser sent
too late, and not for a wish to go back."""


def begin(page: str, go: Callable[[str, Mapping[str, str]], Any]) -> None:
    """At the start of every page: join, come back, follow. `go` switches to a page, with what its address says."""
    st.session_state.pop(ASKED, None)
    st.session_state.pop(OWN, None)
    st.session_state.pop("_room_quiz", None)
    st.session_state.pop(AWAY, None)
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
        else:
            with tolerant():
                watchers().watch(sessions.session_id(), mine.code, NEVER, waker(), mine.seat)
        return
    if now is None:
        leave(ENDED)
        return
    if st.query_params.get(PARAMETER) != mine.code:
        st.query_params[PARAMETER] = mine.code
    if not mine.teaches:
        _follow(mine, now, page, go)
    watchers().watch(sessions.session_id(), mine.code, now.version, waker(), mine.seat)


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
        update(mine, shown=now.version)
    elif mine.follows and now.page and page != now.page:
        if page == mine.left and time.monotonic() - mine.left_at < LATE:
            update(mine, shown=0)
            go(now.page, {PARAMETER: mine.code})
        update(mine, follows=False)  # the visitor chose another page
