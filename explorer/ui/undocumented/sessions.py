"""Run another visitor's page again, by the server, and read which controls a page has: seen in Streamlit 1.67.

Streamlit has no public way to either. A room needs the first so that sixty browsers needn't ask every second, and the
second so that they follow the teacher's settings.
"""

from __future__ import annotations

from collections.abc import Collection

from streamlit.runtime import Runtime, exists
from streamlit.runtime.scriptrunner import get_script_run_ctx


def session_id() -> str:
    """The name of the session whose script runs here; "" outside of one."""
    ctx = get_script_run_ctx(suppress_warning=True)
    return ctx.session_id if ctx is not None else ""


def wake(session: str) -> bool:
    """Ask for a run of that session's page with the state that its browser last sent; false if it is gone."""
    if not exists():
        return False
    runtime = Runtime.instance()
    info = runtime._session_mgr.get_active_session_info(session)
    if info is None:
        return False
    other = info.session
    runtime._get_async_objs().eventloop.call_soon_threadsafe(lambda: other.request_rerun(other._client_state))
    return True


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
