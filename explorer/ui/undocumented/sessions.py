"""Run another visitor's page again, by the server, and read which controls a page has: seen in Streamlit 1.67.

Streamlit has no public way to either. A room needs the first so that sixty browsers needn't ask every second, and the
second so that they follow the teacher's settings.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Collection

from streamlit.runtime import Runtime, exists
from streamlit.runtime.scriptrunner import get_script_run_ctx


def session_id() -> str:
    """The name of the session whose script runs here; "" outside of one."""
    ctx = get_script_run_ctx(suppress_warning=True)
    return ctx.session_id if ctx is not None else ""


PAUSE = 0.05  # seconds between two looks at whether a session's run is over
MOST_LOOKS = 200


def wake(session: str) -> bool:
    """Ask for a run of that session's page with the state that its browser last sent; false if it is gone.

    A run that is under way, and what its visitor has pressed meanwhile, comes first: another one in its place would
    have the state from before the press, and the press would be lost.
    """
    if not connected(session):
        return False
    runtime = Runtime.instance()
    loop = runtime._get_async_objs().eventloop
    loop.call_soon_threadsafe(_run_when_calm, runtime, loop, session, MOST_LOOKS)
    return True


def connected(session: str) -> bool:
    """Whether that session's browser is there: not closed, asleep or out of reach."""
    return exists() and Runtime.instance()._session_mgr.get_active_session_info(session) is not None


def _run_when_calm(runtime: Runtime, loop: AbstractEventLoop, session: str, looks: int) -> None:
    """On the loop's thread."""
    info = runtime._session_mgr.get_active_session_info(session)
    if info is None:
        return
    if info.session._scriptrunner is not None and looks:
        loop.call_later(PAUSE, _run_when_calm, runtime, loop, session, looks - 1)
    else:
        info.session.request_rerun(info.session._client_state)


def settings(prefix: str, shared: Collection[str]) -> dict[str, object]:
    """Values of the controls in sight that are bound to the address, by key, but for texts that somebody types.

    Only keys that begin with `prefix` and an underscore, and those in `shared`.
    """
    ctx = get_script_run_ctx(suppress_warning=True)
    if ctx is None:
        return {}
    state = ctx.session_state._state
    names = state._key_id_mapper.id_key_mapping
    found: dict[str, object] = {}
    for widget, metadata in list(state._new_widget_state.widget_metadata.items()):
        key = names.get(widget)
        typed = metadata.value_type == "string_value" and metadata.formatted_options is None
        if key is None or metadata.bind != "query-params" or typed:
            continue
        if (key.startswith(f"{prefix}_") or key in shared) and key in state:
            value = state[key]
            found[key] = list(value) if isinstance(value, tuple) else value
    return found
