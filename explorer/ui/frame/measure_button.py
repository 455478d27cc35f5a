"""Measurements on request: one button, one run shared by all visitors, with a cached result."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import streamlit as st

from explorer.jobs.job_queue import queue
from explorer.ui.frame import part_containers
from explorer.ui.frame.job_progress import job_panel


def run_measurement(
    key: str,
    button: str,
    fn: Callable[[Any], Iterable[Any]],
    request: Hashable,
    draw: Callable[[tuple[Any, ...]], None],
    *,
    timing: bool = False,
) -> None:
    """Draw a button that starts `fn(request)`, or the progress of a run that another visitor started; then call `draw`.

    `draw` gets the records so far, () before the first, so that the picture keeps its position on the page.
    `timing`: the run measures times, so no other run may work beside it.
    """
    job = queue().find(fn, request)
    asked = st.session_state.get(f"_{key}_asked") == request
    if job is None and not asked:
        with part_containers.take("run"):
            pressed = st.button(button, key=f"{key}_run", icon=":material/timer:")
        if not pressed:
            draw(())
            return
        st.session_state[f"_{key}_asked"] = request
        st.rerun()
    # Evicted: the queue keeps a bounded number of results, so this one is measured again.
    job = queue().submit(fn, request)
    job_panel(job, draw, key=key, label="Measurement", draw_empty=True, again="Measure again", timing=timing)
