"""A number field bound to the address; its bounds are declared once, for the field and for the check of links."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import step_size, url_params
from explorer.views.setting import Whole


def number(
    label: str,
    least: int,
    most: int,
    start: int,
    *,
    key: str,
    container: DeltaGenerator | None = None,
    **more: Any,
) -> int:
    """A field for a whole number, bound to the URL parameter `key`; `more` goes to `st.number_input`.

    If a link has any other value, a message names it by its label. If another control's change moves the bounds past
    the value, it becomes the nearest value within them.
    """
    kept = st.session_state.get(key)
    if isinstance(kept, int) and not least <= kept <= most:
        st.session_state[key] = min(max(kept, least), most)
    if not step_size.draws(key):
        return int(st.session_state.setdefault(key, start))
    url_params.declare(key, label, Whole("", start, least, most).expects({}))
    return int((container or st).number_input(label, least, most, start, key=key, bind="query-params", **more))
