"""“Where from”: beside a sentence's numbers, the line of the displayed code that prints each and what computed it.

Code that takes a moment is run here and now; what goes through a whole table is a job in the queue, done once
for all visitors with the same code.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.jobs.queue import Job, queue
from explorer.scripts import elsewhere, origins
from explorer.ui.frame.progress import wait_for
from explorer.wording import listed

_STYLE = """<style>
.explorer-from {font-size: .95rem; line-height: 1.45;}
.explorer-from > div {padding: .35rem 0; border-top: 1px solid var(--explorer-line);}
.explorer-from b {font-variant-numeric: tabular-nums;}
.explorer-from code {overflow-wrap: anywhere; white-space: normal;}
.explorer-from small {display: block; font-size: .85rem;}
</style>"""
NOT_RUN = (
    "This code trains models, measures times or reads a file of yours, so it is not run for this list. Open the code: "
    "its comments and names say what each line prints."
)


def where_from(key: str, sentence: str, script: str) -> None:
    """The list of a sentence's numbers; the code is run when the list is open."""
    with st.container(border=True, key=f"{key}_from_box"):
        if not origins.quick(script):
            st.caption(NOT_RUN)
            return
        printed = _printed(key, script)
        if isinstance(printed, Job):
            wait_for(
                printed,
                f"{key}_from_again",
                doing="Running the code",
                label="The run of the code",
                failed="The code could not be run.",
                again="Run it again",
            )
            return
        found = origins.origins(sentence, script, printed)
        if not found:
            st.caption("The sentence under the picture has no number.")
            return
        st.caption(
            "Each number of the sentence above, and the line of the code that prints it. The code was run for it."
        )
        by_line = itertools.groupby(sorted(found, key=_place), key=_place)
        items = "".join(_item(list(same)) for _, same in by_line)
        st.html(f'{_STYLE}<div class="explorer-from" role="list">{items}</div>')


def _printed(key: str, script: str) -> tuple[origins.Printed, ...] | Job:
    """What the code prints, or the job that is finding out; both are new where the code has changed.

    A visitor's words may be in it, so the session keeps it; a run is found only by whoever has the same code.
    """
    kept = f"_{key}_from_run"
    if st.session_state.get(kept, ("",))[0] != script:
        if elsewhere.long(script):
            job = queue().submit(elsewhere.run, elsewhere.Displayed(script), title="where from", short=True)
            if job.state == "stopped":  # this visitor asked for something else meanwhile
                job.restart()
            if job.state != "done":
                return job
            st.session_state[kept] = script, job.records[-1]
        else:
            st.session_state[kept] = script, origins.run(script)
    printed: tuple[origins.Printed, ...] = st.session_state[kept][1]
    return printed


def _place(origin: origins.Origin) -> tuple[int, str]:
    return origin.line, origin.printed


def _item(same: Sequence[origins.Origin]) -> str:
    """What one printed line has of the sentence's numbers."""
    line, printed = _place(same[0])
    behind = ", ".join(f"<code>{escape(name)}</code>" for name in same[0].functions)
    said = f"computed with {behind}" if behind else "as the code above that line has it"
    return (
        f'<div role="listitem"><b>{escape(listed(origin.number for origin in same))}</b>: '
        f"line {line} prints <code>{escape(printed)}</code><small>{said}</small></div>"
    )
