"""Two bugs of Streamlit that a visitor meets (seen in 1.67): the only place where something of Streamlit's is replaced.

A late press. Steps: a student presses a button of a fragment in the moment in which the server takes the page to
another one (`st.switch_page`). Streamlit runs the fragment under the old page's name; the browser takes that for a
change of page, clears what it shows, and the page stays white. Here such a run belongs to the page that the session is
on. Where Streamlit itself has the names agree, `late_press` changes nothing.

Back. Steps: open Tokens with other words than the usual ones, go to Memory by the sidebar, press Back once. Streamlit
writes up to three entries into the browser's history for one change of page (the old page without its parameters, the
new one, the new one with what was carried along), so Back seems to do nothing. `HISTORY` makes them one entry; where a
change of page writes one entry only, it changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


def late_press() -> None:
    """From now on a fragment's run belongs to the page that the session is on."""
    run = getattr(ScriptRunner, "_run_script", None)
    if run is None or hasattr(run, "late"):
        return

    def run_here(self: ScriptRunner, rerun_data: Any) -> None:
        here = self._pages_manager.current_page_script_hash
        if rerun_data.fragment_id_queue and here and rerun_data.page_script_hash != here:
            with self._session_state.query_params() as address:
                text = urlencode({name: address.get_all(name) for name in address}, doseq=True)
            rerun_data = replace(rerun_data, page_script_hash=here, query_string=text)
        run(self, rerun_data)

    run_here.late = True  # type: ignore[attr-defined]
    ScriptRunner._run_script = run_here  # type: ignore[method-assign]


HISTORY = """
if (!window.explorerHistory) {
  window.explorerHistory = true
  const push = history.pushState.bind(history)
  let emptied, arrived
  const isNow = (entry) => entry?.href === location.href && performance.now() - entry.time < 10000
  history.pushState = (state, title, address) => {
    const to = new URL(address, location.href)
    const stays = to.pathname === location.pathname
    const empties = stays && location.search && !to.search
    if (isNow(stays ? arrived : emptied)) history.replaceState(state, title, address)
    else push(state, title, address)
    const entry = { href: location.href, time: performance.now() }
    ;[emptied, arrived] = [empties ? entry : undefined, stays ? undefined : entry]
  }
}
"""
