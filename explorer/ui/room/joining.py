"""What the teacher shows to those who are to join: the code, the link, its QR code; and a switch for the door."""

from __future__ import annotations

import streamlit as st

from explorer.data.cache import briefly
from explorer.rooms import PARAMETER
from explorer.ui.frame import host
from explorer.ui.room.membership import Participant, store


def how_to_join(mine: Participant) -> None:
    """The code in large letters, as a picture and as a link."""
    link = _link(mine.code)
    st.markdown("Students scan this, open the link, or type the code under “A class together”:")
    st.html(f'<div class="room-code">{mine.code}</div>{qr(link)}')
    st.code(link, language=None, wrap_lines=True)
    if host.only_you(link):
        st.warning(host.ONLY_YOU)
    closed = store().room(mine.code).closed
    let_in = st.toggle(
        "Let more students in",
        value=not closed,
        key=f"_room_let_in_{closed}",
        help="When all are here, switch it off: then nobody can take a second seat. Whoever has one keeps it.",
    )
    if let_in == closed:
        store().close_entry(mine.code, mine.secret, not let_in)
        st.rerun(scope="fragment")


def _link(code: str) -> str:
    return f"{host.base(st.context.url or '')}?{PARAMETER}={code}"


@briefly(most=8)
def qr(text: str) -> str:
    """A QR code, dark on white, made here: an image, since Streamlit takes drawings out of what it is given as HTML."""
    import segno

    drawn = segno.make(text, error="m").svg_data_uri(scale=6, dark="#000000", light="#FFFFFF")
    return f'<img class="room-qr" src="{drawn}" alt="QR code of {text}">'
