"""The notebooks of examples/: what they call exists, they run, and they show figures with their sentences."""

from __future__ import annotations

import ast
import html
import inspect
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from explorer.views.view import View, views_of
from tools.docs import examples, settings, view

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
GALLERIES = [path for path in NOTEBOOKS if path.stem != "quickstart"]
PLOTLY = "application/vnd.plotly.v1+json"


def parse(change: str) -> dict[str, Any]:
    """The settings of what a text says to change: the code before its colon; none where it says nothing."""
    if not change:
        return {}
    (code,) = re.findall(r"^`(.+?)`:", change)
    call = ast.parse(f"f({code})", mode="eval").body
    assert isinstance(call, ast.Call)
    return settings(call)


def content(view: View) -> tuple[Any, ...]:
    return view.sentence, view.formulas, view.figure().to_json()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs_and_begins_with_the_installation(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    assert "%pip install git+" in code[0].source


@pytest.mark.parametrize("path", GALLERIES, ids=lambda path: path.stem)
def test_a_gallery_calls_views_of_its_page_with_settings_that_it_has(path: Path) -> None:
    views = views_of(path.stem)
    named = set()
    for example in examples(path.stem):
        name = ast.unparse(example.call.func).removeprefix(f"{path.stem}.")
        named.add(name)
        allowed = set(inspect.signature(views[name]).parameters)
        assert bool(example.change) == bool(allowed), name
        assert set(settings(example.call)) | set(parse(example.change)) <= allowed, name
    waiting = {"before_clusters"}  # stands while the page looks for clusters
    assert named == set(views) - waiting


@pytest.mark.slow
@pytest.mark.parametrize("path", GALLERIES, ids=lambda path: path.stem)
def test_what_a_gallery_says_to_change_changes_what_is_shown(path: Path) -> None:
    for example in (each for each in examples(path.stem) if each.change):
        as_it_is, changed = (view(path.stem, example.call, **more) for more in ({}, parse(example.change)))
        assert content(as_it_is) != content(changed), example.heading


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_its_figures_with_their_sentences(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    shown = [
        output for cell in notebook.cells for output in cell.get("outputs", []) if PLOTLY in output.get("data", {})
    ]
    views = [output.data for output in shown if output.output_type == "execute_result"]
    if path in GALLERIES:
        assert len(views) == len(list(examples(path.stem)))
    else:
        assert (len(views), len(shown)) == (1, 3)
    for data in views:
        drawn = html.unescape(data[PLOTLY]["layout"]["annotations"][-1]["text"]).replace("<br>", " ")
        assert "".join(drawn.split()) == "".join(data["text/plain"].split())  # a long word may be broken
