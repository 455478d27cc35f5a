"""Modules that a server imports at its start and with the first pictures."""

from collections.abc import Iterator

import pytest

from benchmarks.app_server import ROOT, Server, server
from benchmarks.simulated_visitor import Visitor

NOT_BEFORE_THE_FIRST_PICTURE = {
    *("sklearn", "pandas", "pyarrow", "matplotlib", "numpy.f2py", "numpy.testing"),
    *("scipy.linalg", "scipy.sparse", "scipy.stats", "scipy.special", "scipy.optimize"),
}
"""Large modules that are needed by other pages only. (Streamlit itself imports Plotly if it is installed.)"""


@pytest.fixture(scope="module")
def fresh() -> Iterator[Server]:
    with server() as running:
        yield running


def _modules(running: Server) -> set[str]:
    with Visitor(running.port, "loaded") as visitor:
        return set(" ".join(visitor.texts).split())


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "projection"])  # NumPy has what principal components need
def test_a_page_is_drawn_without_what_it_does_not_need(page: str, fresh: Server) -> None:
    Visitor(fresh.port, page).close()
    modules = _modules(fresh)
    assert "explorer.ui.home.write_sentence_with_model" in modules
    assert sorted(modules & NOT_BEFORE_THE_FIRST_PICTURE) == []


@pytest.mark.slow
def test_the_first_visitor_of_a_page_waits_for_no_import_of_its_parts(fresh: Server) -> None:
    before = _modules(fresh)
    assert "streamlit.emojis" in before, "the pattern of all emojis is not compiled for the first message"
    for page in sorted((ROOT / "pages").glob("*.py")):
        Visitor(fresh.port, "" if page.stem == "home" else page.stem).close()
    ours = {name for name in _modules(fresh) - before if name.startswith("explorer.ui.")}
    assert ours == set()
