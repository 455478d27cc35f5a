"""Progress panel of a job: bar, time left, position in the queue, stop; it polls while the job runs, and no longer."""

import uuid
from collections.abc import Callable
from typing import Any

import streamlit as st

from explorer.jobs import job_queue
from explorer.jobs.job_queue import Job
from explorer.rooms import network
from explorer.ui.frame import part_containers, step_size


def job_panel(
    job: Job,
    draw: Callable[[tuple[Any, ...]], None],
    *,
    key: str,
    every: float = 1.0,
    label: str = "Run",
) -> None:
    """Show a job and draw its records, repeatedly while it runs."""
    viewer = _viewer()
    _follow(job, key, viewer)
    polling = not job.finished and _left_at(job, key) is None

    def panel() -> None:
        with part_containers.take("controls"):
            _status(job, key, label, viewer, polling)
        _records(job, draw, key)
        if polling and job.finished:
            st.rerun()

    part_containers.fragment(panel, every if polling else None)


def wait_for(job: Job, key: str, *, doing: str, label: str, failed: str, again: str) -> None:
    """Show the wait for a job whose result is drawn elsewhere; a failed job can be submitted again."""
    _follow(job, key, _viewer())
    ended = job.finished

    def panel() -> None:
        job.watch(_viewer())
        if job.finished and not ended:
            st.rerun()
        if ended:
            st.error(failed)
            st.text(job.error or "")
            if st.button(again, key=key):
                job.restart()
                st.rerun()
        elif job.state == "queued":
            st.progress(0.0, text=describe(job, label)[1])
        else:
            st.text(f"{doing}, for {spell(job.seconds_running)} so far.")

    st.fragment(panel, run_every=None if ended else 0.5)()


def _follow(job: Job, key: str, viewer: str) -> None:
    """Watch a job, and stop the job that this session watched before, unless other sessions still watch it."""
    before = st.session_state.pop(f"_{key}_job", None)
    if before is not None and before is not job and not before.watched_by_others(viewer):
        before.stop(abandoned=True)
    job.watch(viewer)
    if not job.finished:
        st.session_state[f"_{key}_job"] = job


def _viewer() -> str:
    """Random ID of this session, by which the queue tells visitors apart.

    A session is one tab: a whole school may have one address, and all frames of a handout one browser.
    """
    return str(st.session_state.setdefault("_viewer", uuid.uuid4().hex))


job_queue.visitor = lambda: (network(st.context.ip_address), _viewer())


def _status(job: Job, key: str, label: str, viewer: str, polling: bool) -> None:
    job.watch(viewer)
    state, left_at = job.state, _left_at(job, key)
    with st.container(key=f"{key}_status", horizontal=True, vertical_alignment="center"):
        fraction, text = describe(job, label)
        if left_at is not None:
            text = "You stopped watching; other visitors keep this run going."
        st.progress(fraction, text=text)
        if left_at is not None:
            if st.button("Watch again", key=f"{key}_watch"):
                del st.session_state[f"{key}_left"]
                st.rerun()
        elif state in ("queued", "running"):
            if st.button("Stop", key=f"{key}_stop", icon=":material/stop_circle:"):
                if job.watched_by_others(viewer):
                    st.session_state[f"{key}_left"] = (job.key, len(job.records))
                else:
                    job.stop()
                st.rerun()
        elif state != "done" and st.button("Run again", key=f"{key}_again", icon=":material/restart_alt:"):
            job.restart()
            st.rerun()


def _records(job: Job, draw: Callable[[tuple[Any, ...]], None], key: str) -> None:
    # State before records: records read after a final state are complete; in the other order the last could be missed.
    state = job.state
    records = job.records[: _left_at(job, key)]
    if state == "failed":
        # The message may quote what a visitor typed: it is shown as text, never as markdown.
        st.error("The run failed. What it had until then is kept below." if records else "The run failed.")
        st.text(job.error or "")
    if records:
        with step_size.until_its_picture():
            draw(records)


def _left_at(job: Job, key: str) -> int | None:
    """Number of records at which this visitor stopped watching a run that goes on for others; None while watching."""
    left = st.session_state.get(f"{key}_left")
    return left[1] if left is not None and left[0] == job.key else None


def describe(job: Job, label: str = "Run") -> tuple[float, str]:
    """Progress between 0 and 1, and a status line in plain text.

    >>> from explorer.jobs.job_queue import Queue
    >>> queue = Queue(at_once=0)
    >>> describe(queue.submit(len, "abc"), "Training")
    (0.0, 'Training is next in line. It starts by itself.')
    """
    state, progress = job.state, job.progress
    fraction = min(1.0, max(0.0, progress[0] / progress[1])) if progress and progress[1] > 0 else 0.0
    steps = f"step {progress[0]:,} of {progress[1]:,}" if progress else "no step yet"
    if state == "queued":
        position = job.queue_position
        ahead = "next in line" if position <= 1 else f"number {position} in line"
        return fraction, f"{label} is {ahead}. It starts by itself."
    if state == "running" and progress and not progress[0]:  # what is done before the first step
        phase = getattr(job.records[-1], "phase", "")
        return fraction, f"{label}: {phase if phase not in ('', 'training') else 'starting'} …"
    if state == "running":
        left = job.seconds_left
        wait = (
            "starting" if progress is None else "working out the time left" if left is None else f"{spell(left)} left"
        )
        return fraction, f"{label}: {steps}, {wait}"
    if state == "done":
        return 1.0, f"{label}: done in {spell(job.seconds_running)}" + (f", {progress[1]:,} steps" if progress else "")
    if state == "stopped":
        why = "stopped, since nobody was watching" if job.abandoned else "stopped"
        return fraction, f"{label} {why} at {steps}"
    return fraction, f"{label} failed at {steps}"


def spell(seconds: float) -> str:
    """Format a duration.

    >>> spell(0.4), spell(42.3), spell(192)
    ('0.4 s', '42 s', '3 min 12 s')
    """
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
