"""A run's first message: what Streamlit puts together, put together once."""

from __future__ import annotations

import copy
import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.pages_manager import PagesManager

from explorer.ui.undocumented import beginning

RUN = SimpleNamespace(script_run_id="the run", fragment_ids=["f", "g"])
PAGES: Any = {
    name[0]: {"page_name": name, "icon": icon, "page_script_hash": name[0], "script_path": ""}
    for name, icon in (("home", ""), ("two_words", ":material/home:"))
}


def session(script: str = "/app.py", name: str = "one", **more: Any) -> Any:
    made = SimpleNamespace(
        id=name,
        _script_data=SimpleNamespace(name="app", main_script_path=script, is_hello=False),
        _pages_manager=PagesManager(script),
        _run_on_save=False,
        _state=AppSessionState.APP_IS_RUNNING,
        **more,
    )
    for method in ("_populate_app_pages", "_compute_skills_nudge_state"):
        setattr(made, method, getattr(AppSession, method).__get__(made))
    return made


@pytest.fixture
def gathered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sections of the theme that Streamlit's own method gathered."""
    asked: list[str] = []
    theme = app_session._populate_theme_msg

    def gather(msg: Any, section: str = "theme") -> None:
        asked.append(section)
        theme(msg, section)

    monkeypatch.setattr(app_session, "_populate_theme_msg", gather)
    own = getattr(AppSession._create_new_session_message, "before", AppSession._create_new_session_message)
    monkeypatch.setattr(AppSession, "_create_new_session_message", own)
    beginning.put_together_once()
    beginning.put_together_once()  # a second call wraps nothing
    return asked


def ours(who: Any, page: str = "", run: Any = RUN, pages: Any = None) -> ForwardMsg:
    return AppSession._create_new_session_message(who, page, run, pages)


def theirs(who: Any, page: str = "", run: Any = RUN, pages: Any = None) -> ForwardMsg:
    made: ForwardMsg = AppSession._create_new_session_message.before(who, page, run, pages)  # type: ignore[attr-defined]
    return made


def test_it_is_what_streamlit_puts_together_and_gathered_once(gathered: list[str]) -> None:
    known, other = session(), session(name="two")
    known._pages_manager._pages = PAGES
    other._state, other._run_on_save = AppSessionState.APP_NOT_RUNNING, True
    quiet = SimpleNamespace(script_run_id="another", fragment_ids=[])
    asked = [(known, "h", RUN), (known, "t", quiet), (other, "", RUN), (other, "t", quiet, PAGES), (known, "h", RUN)]
    answers = [ours(*each) for each in asked]
    assert len(gathered) == len(set(gathered)) == 6, "each section of the theme once"
    assert answers == [theirs(*each) for each in asked]
    assert len(answers[0].new_session.app_pages) == 2 and answers[0].new_session.app_pages[1].icon
    assert answers[2].new_session.initialize.session_id == "two"
    assert answers[0].new_session.custom_theme.dark.primary_color == "#4DB2EC"  # from config.toml


def test_another_script_is_told_of_as_such(gathered: list[str]) -> None:
    for who in (session(), session("/another.py"), session()):
        assert ours(who) == theirs(who)


def test_the_name_in_a_visitors_address_is_not_kept(gathered: list[str]) -> None:
    who = session()
    who._pages_manager.set_script_intent("", "a_secret")
    beginning.told.cache_clear()
    assert ours(who).new_session.app_pages[0].page_name == "a secret"
    assert not beginning.told.cache_info().currsize
    ours(who, pages=PAGES)
    assert beginning.told.cache_info().currsize == 1


def test_options_that_are_read_anew_are_gathered_anew(gathered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    who = session()
    ours(who)
    options = copy.deepcopy(config.get_config_options())
    options["theme.dark.primaryColor"].set_value("#123456", "a test")
    monkeypatch.setattr(config, "get_config_options", lambda: options)
    assert ours(who).new_session.custom_theme.dark.primary_color == "#123456"


def test_streamlit_still_has_what_is_wrapped() -> None:
    own = getattr(AppSession._create_new_session_message, "before", AppSession._create_new_session_message)
    assert list(inspect.signature(own).parameters) == ["self", "page_script_hash", "run_descriptor", "pages"]
    text = inspect.getsource(own)
    own_alone = ("page_script_hash", "self._run_on_save", "self._state", "self.id", "app_pages(", "_set_run_identity(")
    assert all(each in text for each in own_alone)
    assert text.count("self.") - text.count("self._script_data.") - text.count("self._pages_manager.") == 5
    assert "self" not in inspect.getsource(AppSession._populate_app_pages).partition(")")[2]
