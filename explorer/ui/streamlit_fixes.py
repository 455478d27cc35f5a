"""A bug of Streamlit that a visitor meets (seen in 1.67): the only place where something of Streamlit's is replaced.

A late press. Steps: a student presses a button of a fragment in the moment in which the server takes the page to
another one (`st.switch_page`). Streamlit runs the fragment under the old page's name; the browser takes that for a
change of page, clears what it shows, and the page stays white. It does so too where a fragment of the new page answers
before the browser has drawn that page. So such a run becomes one of the whole page that the session is on. Where
Streamlit itself has the names agree, `late_press` changes nothing. `tests/browser/test_streamlit_fixes.py`
takes these steps, and fails without it: Streamlit's browser side then stops with "Bad delta path index".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


def late_press() -> None:
    """From now on a fragment of a page that the session has left runs the page that it is on, as a whole."""
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
