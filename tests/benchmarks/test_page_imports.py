"""Modules that a server imports before the first picture."""

from __future__ import annotations

import pytest

from benchmarks.app_server import server
from benchmarks.simulated_visitor import Visitor

NOT_BEFORE_THE_FIRST_PICTURE = {
    *("sklearn", "pandas", "pyarrow", "matplotlib", "numpy.f2py", "numpy.testing"),
    *("scipy.linalg", "scipy.sparse", "scipy.stats", "scipy.special", "scipy.optimize"),
    *("explorer.figures.positions", "explorer.training.ppmi"),
}
"""Modules that are large, or needed by other pages only. (Streamlit itself imports Plotly if it is installed.)"""


@pytest.mark.slow
def test_home_is_drawn_without_what_it_does_not_need() -> None:
    with server() as fresh:
        Visitor(fresh.port, "").close()
        with Visitor(fresh.port, "loaded") as visitor:
            modules = set(" ".join(visitor.texts).split())
    assert "explorer.ui.home.write_sentence_with_model" in modules
    assert sorted(modules & NOT_BEFORE_THE_FIRST_PICTURE) == []
