"""A press that comes when its page has been left: it belongs to the page that the session is on."""

from __future__ import annotations

import inspect
from contextlib import contextmanager
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state.query_params import QueryParams

from explorer.ui.undocumented import late


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[RerunData]:
    """What Streamlit's own method is asked to run."""
    asked: list[RerunData] = []
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda self, data: asked.append(data))
    late.follow_the_page()
    late.follow_the_page()  # a second call wraps nothing
    return asked


def runner(here: str) -> Any:
    """A session on the page `here`, whose address says b=2 and c=3."""
    address = QueryParams()
    address.set_with_no_forward_msg("b", "2")
    address.set_with_no_forward_msg("c", ["3", "4"])

    @contextmanager
    def query_params() -> Any:
        yield address

    state = SimpleNamespace(query_params=query_params)
    pages = SimpleNamespace(current_page_script_hash=here)
    return SimpleNamespace(_pages_manager=pages, _session_state=state)


def test_a_fragment_of_the_page_before_runs_on_this_page_with_its_address(ran: list[RerunData]) -> None:
    asked = RerunData(query_string="a=1", page_script_hash="before", fragment_id_queue=["f"])
    ScriptRunner._run_script(runner("now"), asked)
    assert (ran[0].page_script_hash, ran[0].query_string) == ("now", "b=2&c=3&c=4")
    assert ran[0].fragment_id_queue == ["f"]


@pytest.mark.parametrize(
    ("here", "asked"),
    [
        ("now", RerunData(query_string="a=1", page_script_hash="now", fragment_id_queue=["f"])),
        ("now", RerunData(query_string="a=1", page_script_hash="other")),  # the visitor goes to another page
        ("", RerunData(query_string="a=1", page_script_hash="other", fragment_id_queue=["f"])),  # nothing has run yet
    ],
)
def test_all_else_runs_as_it_was_asked(ran: list[RerunData], here: str, asked: RerunData) -> None:
    ScriptRunner._run_script(runner(here), asked)
    assert ran == [asked]


def test_streamlit_still_has_what_is_used() -> None:
    assert list(inspect.signature(inspect.unwrap(ScriptRunner._run_script)).parameters) == ["self", "rerun_data"]
    assert "_pages_manager" in inspect.getsource(ScriptRunner.__init__)
    assert isinstance(PagesManager.current_page_script_hash, property)
    assert {"page_script_hash", "query_string", "fragment_id_queue"} <= {field.name for field in fields(RerunData)}
