"""AppTest: `open_page("positions", p_len=64)` runs a page with those URL parameters and returns it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
QUICK = "test_a_part_has_a_formula_or_a_reason"
"""Of the tests that run a page, the one that `make quick` has: a part of each."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all others to `make test`: a page takes a tenth of a second, and there are hundreds."""
    here = [item for item in items if item.path.is_relative_to(ROOT / "tests" / "pages")]
    for item in here:
        if isinstance(item, pytest.Function) and "open_page" in item.fixturenames and item.originalname != QUICK:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    monkeypatch.chdir(ROOT)

    def opened(name: str = "home", **query: object) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600)
        for key, value in query.items():
            app.query_params[key] = str(value)
        if name != "home":
            app.switch_page(f"pages/{name}.py")  # before the first run: no test of a page pays for Home
        app.run()
        assert not app.exception, app.exception
        return app

    return opened
