"""AppTest: `open_page("positions", p_len=64)` runs a page with those URL parameters and returns it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    monkeypatch.chdir(ROOT)

    def opened(name: str = "home", **query: object) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        for key, value in query.items():
            app.query_params[key] = str(value)
        if name != "home":
            app.switch_page(f"pages/{name}.py")  # before the first run: no test of a page pays for Home
        app.run()
        assert not app.exception, app.exception
        return app

    return opened
