"""What "Code" shows under a picture makes that picture: run in a fresh process, at every part's settings."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.views import View
from tests.pages.shown import PLACES, Watch, settings

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import json, sys
from tests.pages.test_views import facts
for code in json.load(sys.stdin):
    names = {}
    exec(code, names)
    print(json.dumps(facts(names["view"])))
"""
WAITS = {("extrapolation", "Train it now"), ("projection", "Watch it train")}
"""Parts whose pictures are made by a training that the visitor starts."""


def plain(node: Any) -> Any:
    """Arrays as lists, for JSON."""
    if isinstance(node, np.ndarray):
        return node.tolist()
    if isinstance(node, np.generic):
        return node.item()
    if isinstance(node, dict):
        return {str(name): plain(value) for name, value in node.items()}
    return [plain(value) for value in node] if isinstance(node, list | tuple) else node


def facts(view: View) -> dict[str, Any]:
    """What a view says, its table, its formulas and its picture, for comparison."""
    drawn = None if view.spec is None else json.dumps(plain(view.spec.to_dict()), sort_keys=True, default=repr)
    return {
        "sentence": view.sentence,
        "table": view.table.csv(),
        "formulas": [*map(str, view.formulas)],
        "drawn": drawn,
    }


@pytest.fixture
def watch() -> Iterator[Watch]:
    with pytest.MonkeyPatch.context() as patch:
        yield Watch(patch)


@pytest.mark.slow
@pytest.mark.parametrize(("page", "part"), PLACES, ids=[f"{page}-{part}" for page, part in PLACES])
def test_the_displayed_call_makes_the_view_on_the_screen(
    open_page: Callable[..., AppTest], watch: Watch, page: str, part: str | None
) -> None:
    shown = [
        each.view for _, _, shown in settings(watch, open_page, page, part) for each in shown if each.view is not None
    ]
    if not shown:
        pytest.skip("no view here yet")
    codes = [view.call.code().replace("view.show()", "") for view in shown]
    assert all(len(view.call.code().splitlines()) <= 8 for view in shown)
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(codes), capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    for view, code, line in zip(shown, codes, done.stdout.splitlines(), strict=True):
        got, expected = json.loads(line), facts(view)
        if view.call.given:  # a measurement or a training, which the call makes anew
            assert got["formulas"] == expected["formulas"], code
        else:
            assert got == expected, code
