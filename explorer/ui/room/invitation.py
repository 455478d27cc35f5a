"""Invitation on the teacher's screen: code, link and QR code, and a switch that closes the room to newcomers."""

from html import escape

import streamlit as st

from explorer.data.cache import cached
from explorer.ui.frame import base_url
from explorer.ui.room import join_link
from explorer.ui.room.membership import Teacher, store
from explorer.wording import count


def show(mine: Teacher, here: int) -> bool:
    """Draw QR code, address and code over the whole screen; returns whether to close it."""
    link = join_link.link(base_url.shared(), mine.code)
    with st.container(horizontal=True, key="room_join"):
        st.html(qr(link), width="content")
        with st.container(width="content"):
            st.html(
                f'<p class="room-at">Scan this, or open<br><b>{escape(link.partition("?")[0])}</b></p>', width="content"
            )
            st.html(f'<div class="room-code">{mine.code}</div>', width="content")
            st.html(f'<p class="room-at">{count(here, "student")} here</p>', width="content")
            _door(mine)
            return st.button("Back to the lesson", key="_room_join_close", type="primary")


def _door(mine: Teacher) -> None:
    closed = store().room(mine.code).closed
    let_in = st.toggle(
        "Let more students in: switch it off when all are here",
        value=not closed,
        key=f"_room_let_in_{closed}",
    )
    if let_in == closed:
        store().close_entry(mine.code, mine.secret, not let_in)
        st.rerun(scope="fragment")


@cached(8, expires=True)
def qr(text: str) -> str:
    """QR code, dark on white, made without any service; an image, since Streamlit removes SVG elements from HTML."""
    import segno

    drawn = segno.make(text, error="m").svg_data_uri(scale=6, dark="#000000", light="#FFFFFF")
    return f'<img class="room-qr" src="{drawn}" alt="QR code of {text}">'
