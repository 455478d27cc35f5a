"""Links of the path: Streamlit removes none of their parameters, each of which would be a history entry."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.content.pages import info
from explorer.ui.frame import guide

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("at", PATH.step_ids(), ids=str)
def test_the_link_of_a_step_is_its_address(monkeypatch: pytest.MonkeyPatch, at: StepId) -> None:
    monkeypatch.chdir(ROOT)
    page, asked = PATH.step(at).page, parse_qs(urlsplit(guide.link(at)).query)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for key, values in asked.items():
        app.query_params[key] = values
    if page != "home":
        app.switch_page(info(page).path)
    app.run()
    assert not app.exception
    held = {key: app.query_params[key] for key in app.query_params}
    assert {key: value if isinstance(value, list) else [value] for key, value in held.items()} == asked
