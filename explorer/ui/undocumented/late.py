"""What a page's part asks for when the visitor has been taken to another page meanwhile.

A press within a fragment asks for a run of that fragment, on the page where the browser was. If the server goes to
another page at the same moment, as it does with a student who follows the teacher, Streamlit 1.67 runs the fragment
late and under the old page's name: the browser takes that for a change of page, clears what it shows, and fails over
the fragment's first element. Here such a run has the page and the address that the session is on. A fragment that the
new page has too (the student's answer) gets its press; one that it does not have is passed over by Streamlit itself.
It wraps a method of Streamlit's own (`ScriptRunner._run_script`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


def follow_the_page() -> None:
    """From now on a fragment's run belongs to the page that the session is on."""
    run = ScriptRunner._run_script
    if hasattr(run, "late"):
        return

    @wraps(run)  # with the mark of `run_limit`, where that came first
    def run_here(self: ScriptRunner, rerun_data: Any) -> None:
        here = self._pages_manager.current_page_script_hash
        if rerun_data.fragment_id_queue and here and rerun_data.page_script_hash != here:
            with self._session_state.query_params() as address:
                text = urlencode({name: address.get_all(name) for name in address}, doseq=True)
            rerun_data = replace(rerun_data, page_script_hash=here, query_string=text)
        run(self, rerun_data)

    run_here.late = True  # type: ignore[attr-defined]
    ScriptRunner._run_script = run_here  # type: ignore[method-assign]
