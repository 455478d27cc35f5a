"""What several test rooms share: running a displayed script, and waiting for a Streamlit page in Chromium."""

from __future__ import annotations

import contextlib
import io
from typing import Any

READY = "[data-testid=stApp][data-test-script-state=notRunning]"


def run_script(text: str) -> str:
    """Run a script as `python script.py` would, in this process, and return what it printed."""
    out = io.StringIO()
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(out):
        exec(compile(text, "<displayed script>", "exec"), namespace)
    return out.getvalue()


def settle(page: Any, charts: int = 0) -> None:
    """Wait until the script has finished and at least `charts` charts are drawn."""
    page.wait_for_selector("[data-testid=stMain] [data-testid=stElementContainer]", state="attached", timeout=60_000)
    page.wait_for_selector(READY, timeout=60_000)
    page.wait_for_timeout(150)
    page.wait_for_selector(READY, timeout=60_000)
    if charts:
        page.wait_for_function(
            "n => document.querySelectorAll('.explorer-chart[data-drawn]').length >= n", arg=charts, timeout=60_000
        )
