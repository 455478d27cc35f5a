"""The theme that is told with each run: as Streamlit gathers it, gathered once."""

from __future__ import annotations

import copy
import inspect

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from explorer.ui.undocumented import themes

SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar", "theme.dark.sidebar")


@pytest.fixture
def gathered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sections that Streamlit's own function was asked for."""
    asked: list[str] = []
    own = getattr(app_session._populate_theme_msg, "before", app_session._populate_theme_msg)

    def gather(msg: CustomThemeConfig, section: str = "theme") -> None:
        asked.append(section)
        own(msg, section)

    monkeypatch.setattr(app_session, "_populate_theme_msg", gather)
    themes.read_once()
    themes.read_once()  # a second call wraps nothing
    return asked


def told() -> bytes:
    """A whole theme, put together as a session does it."""
    whole = CustomThemeConfig()
    parts = (whole, whole.light, whole.dark, whole.sidebar, whole.light.sidebar, whole.dark.sidebar)
    for part, section in zip(parts, SECTIONS, strict=True):
        app_session._populate_theme_msg(part, section)
    return whole.SerializeToString(deterministic=True)


def test_it_is_what_streamlit_gathers_each_section_once(gathered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = told(), told()
    assert sorted(gathered) == sorted(SECTIONS)
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg.before)  # type: ignore[attr-defined]
    assert first == again == told()
    assert b"#4DB2EC" in first  # dark's own colour, from config.toml


def test_options_that_are_read_anew_are_gathered_anew(gathered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    told()
    options = copy.deepcopy(config.get_config_options())
    options["theme.dark.primaryColor"].set_value("#123456", "a test")
    monkeypatch.setattr(config, "get_config_options", lambda: options)
    assert b"#123456" in told()
    assert gathered == [*SECTIONS, *SECTIONS]


def test_streamlit_still_has_what_is_wrapped() -> None:
    own = getattr(app_session._populate_theme_msg, "before", app_session._populate_theme_msg)
    assert list(inspect.signature(own).parameters) == ["msg", "section"]
    assert inspect.getsource(app_session.AppSession).count("_populate_theme_msg(") == len(SECTIONS)
