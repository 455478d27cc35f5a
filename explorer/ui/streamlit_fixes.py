"""Workaround for a bug in Streamlit 1.67; nothing else of Streamlit is patched.

A late press. A student presses a button inside a fragment while the server switches to another page
(`st.switch_page`). Streamlit reruns the fragment under the old page's name; the browser takes this for a page change,
clears the screen, and the page stays white. The same happens if a fragment of the new page answers before the browser
has drawn that page. `late_press` turns such a rerun into one of the whole current page, and changes nothing once
Streamlit's own names agree. `tests/browser/test_streamlit_fixes.py` reproduces the bug and fails without the
workaround: Streamlit's frontend then stops with "Bad delta path index".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


def late_press() -> None:
    """Install the workaround: a fragment rerun of a page that the session has left reruns the current page instead."""
    run = getattr(ScriptRunner, "_run_script", None)
    if run is None or hasattr(run, "late"):
        return

    def run_here(self: ScriptRunner, rerun_data: Any) -> None:
        here = self._pages_manager.current_page_script_hash
        if rerun_data.fragment_id_queue and here and rerun_data.page_script_hash != here:
            with self._session_state.query_params() as address:
                text = urlencode({name: address.get_all(name) for name in address}, doseq=True)
            rerun_data = replace(rerun_data, page_script_hash=here, query_string=text, fragment_id_queue=[])
        run(self, rerun_data)

    run_here.late = True  # type: ignore[attr-defined]
    ScriptRunner._run_script = run_here  # type: ignore[method-assign]
