"""Test settings: hypothesis without deadlines and with fixed cases.

A deadline would measure the load of the machine. `make test` draws the same cases in each run, so that results are
reproducible; `make properties` draws more cases at random.

Caches are in a folder of this test run. Matrix products use one thread, as in the app.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from threadpoolctl import threadpool_limits

import explorer  # noqa: F401 (it sets what a BLAS reads when it is loaded)

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

settings.register_profile("explorer", deadline=None, derandomize=True)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("explorer")

# A test that fails shows the whole error; the tests of the log ask for what a server writes.
os.environ["EXPLORER_LOG"] = "whole"

os.environ["EXPLORER_CACHE"] = tempfile.mkdtemp(prefix="explorer-runs-")

# Two workers share two cores: a second OpenMP thread of scikit-learn's t-SNE would wait in a busy loop for most of its
# time (100 points, busy machine: 5.4 s of CPU with two threads, 2.3 s with one).
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# `explorer` says so to every BLAS that is loaded after it; pytest's plugins have loaded NumPy's before. With two
# threads the script of "Two tables" took 18.3 s of CPU on a busy machine, with one 1.9 s; the sums are the app's.
threadpool_limits(1, user_api="blas")


def pytest_configure(config: pytest.Config) -> None:
    """Configure `make quick`: no slow tests, and fewer cases for each property."""
    if "not slow" in config.getoption("markexpr"):
        settings.load_profile("quick")
    gc.disable()  # until collection ends


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Keep bytes out of test names: an archive holds its time of creation, and two workers that collected in different
    seconds ran no test ("Different tests were collected")."""
    return argname if isinstance(val, bytes) else None


def pytest_collection_finish() -> None:
    """Freeze modules and tests, which live to the end: each garbage collection traversed them, 7 % of the CPU time."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def one_look_for_components() -> Iterator[None]:
    """Cache the component scan: AppTest reads the metadata of all packages for each app, 0.12 of 0.18 s of CPU."""
    if "streamlit.testing.v1" not in sys.modules:
        yield
        return
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


QUICK = "test_a_part_has_a_formula"
"""Of the tests that run a page, the one that `make quick` has."""


@pytest.fixture
def open_page(monkeypatch: pytest.MonkeyPatch) -> Callable[..., "AppTest"]:
    """AppTest: `open_page("positions", p_len=64)` runs a page with those URL parameters and returns it."""
    from streamlit.testing.v1 import AppTest

    root = Path(__file__).resolve().parents[1]
    monkeypatch.chdir(root)

    def opened(name: str = "home", state: dict[str, object] | None = None, **query: object) -> AppTest:
        app = AppTest.from_file(str(root / "app.py"), default_timeout=600)
        for key, value in query.items():
            app.query_params[key] = value if isinstance(value, list) else str(value)
        for key, value in (state or {}).items():
            app.session_state[key] = value
        if name != "home":
            app.switch_page(f"pages/{name}.py")  # before the first run: no test of a page pays for Home
        app.run()
        assert not app.exception, app.exception
        return app

    return opened


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests with a browser last: Playwright's event loop then runs in the worker, which refuses `asyncio.run`.

    Leave those that run a page to `make test` but for a part of each: a page takes a tenth of a second, and there are
    hundreds.
    """
    for item in items:
        if isinstance(item, pytest.Function) and "open_page" in item.fixturenames and item.originalname != QUICK:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))
