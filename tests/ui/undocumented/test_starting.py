"""The server's loop goes on at once when it has begun a run, whenever the new thread comes to work."""

from __future__ import annotations

import inspect
import threading
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from explorer.ui.undocumented import starting


def test_nobody_waits_until_a_thread_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    may, ran = threading.Event(), threading.Event()
    begin = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]

    def late(self: threading.Thread) -> None:
        may.wait(60)
        begin(self)

    monkeypatch.setattr(starting.Prompt, "_bootstrap_inner", late, raising=False)
    thread = starting.Prompt(target=ran.set, daemon=True)
    thread.start()  # `threading.Thread` would wait here for ever
    assert not ran.is_set() and not thread.is_alive()
    may.set()
    thread.join(60)
    assert ran.is_set() and not thread.is_alive()


def test_a_run_has_its_thread_once() -> None:
    ran = threading.Event()
    run = SimpleNamespace(_script_thread=None, _run_script_thread=ran.set)
    starting.start(run)  # type: ignore[arg-type]
    run._script_thread.join(60)
    assert ran.is_set()
    with pytest.raises(RuntimeError, match="already started"):
        starting.start(run)  # type: ignore[arg-type]


def test_streamlit_starts_a_run_as_it_did() -> None:
    starting.at_once()
    starting.at_once()
    assert ScriptRunner.start is starting.start
    plain = inspect.getsource(starting.start.before)  # type: ignore[attr-defined]
    code = plain[plain.index("if self._script_thread") :]
    lines = [line.strip() for line in code.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert " ".join(lines) == (
        'if self._script_thread is not None: raise RuntimeError("ScriptRunner was already started") '
        "self._script_thread = threading.Thread( target=self._run_script_thread, "
        'name="ScriptRunner.scriptThread", daemon=True, ) self._script_thread.start()'
    ), "explorer/ui/undocumented/starting.py does what Streamlit's ScriptRunner.start did; compare them"
    assert "self._started.wait()" in inspect.getsource(threading.Thread.start)
