"""The notebooks of examples/: they run and show figures with their sentences."""

import ast
import html
import inspect
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import plotly.io
import pytest
from nbclient import NotebookClient

from examples.skip_gram import train
from explorer.training import skipgram
from explorer.vectors import sklearn_tsne
from explorer.views.view import View, views_of
from tests.support import numbers_in
from tools.build_docs import examples, settings, view
from tools.run_notebooks import traces

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
GALLERIES = [path for path in NOTEBOOKS if path.stem != "quickstart"]
TRAINING = ("extrapolation", "projection")
ONCE_A_NIGHT = [pytest.param(path, marks=[pytest.mark.nightly] * (path.stem in TRAINING)) for path in GALLERIES]
"""Galleries; those with pictures of trainings, which take most of the time, in `make nightly`."""
PLOTLY = "application/vnd.plotly.v1+json"
VARIES = {
    *("extrapolation.training", "projection.training", "projection.training_loss"),  # trained here
    *(
        "projection.ways",
        "projection.ways_kept",
        "projection.seeds",
        "projection.seeds_shared",
    ),  # shorter runs in a test
}
"""Views whose numbers differ from run to run or from machine to machine."""


def parse(change: str) -> dict[str, Any]:
    """The settings that a text says to change, from the code before its colon; empty without one."""
    if not change:
        return {}
    (code,) = re.findall(r"^`(.+?)`:", change)
    call = ast.parse(f"f({code})", mode="eval").body
    assert isinstance(call, ast.Call)
    return settings(call)


def content(view: View) -> tuple[Any, ...]:
    return view.sentence, view.formulas, view.figure().to_json()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_with_pictures_that_need_no_script_and_begins_with_the_installation(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    first, *others = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert "%pip install git+" in first.source
    kinds = {kind for cell in others for output in cell.outputs for kind in output.get("data", {})}
    assert "text/plain" in kinds <= {"image/png", "text/html", "text/plain", "text/markdown"}
    pages = [output.get("data", {}).get("text/html", "") for cell in others for output in cell.outputs]
    assert not any("<script" in page for page in pages)
    assert all(cell.outputs for cell in others)
    assert not any(output.output_type == "error" for cell in others for output in cell.outputs)


def test_the_stored_pictures_take_little_of_a_clone() -> None:
    assert sum(path.stat().st_size for path in NOTEBOOKS) < 1_500_000


@pytest.mark.parametrize("path", GALLERIES, ids=lambda path: path.stem)
def test_a_gallery_calls_views_of_its_page_with_settings_that_it_has(path: Path) -> None:
    views = views_of(path.stem)
    named = set()
    for example in examples(path.stem):
        name = ast.unparse(example.call.func).removeprefix(f"{path.stem}.")
        named.add(name)
        allowed = set(inspect.signature(views[name]).parameters) - {"records"}  # of a measurement, not a setting
        assert bool(example.change) == bool(allowed), name
        assert set(settings(example.call)) | set(parse(example.change)) <= allowed, name
    assert named == set(views)


def shown(cell: Any) -> tuple[Any, str]:
    """What a cell's stored picture is made of, or its table, and the sentence stored below it."""
    picture, says = cell.outputs[0], cell.outputs[-1]
    return picture.data.get("text/html") or list(picture.metadata["traces"]), says.data["text/plain"]


def has_sentence(data: dict[str, Any]) -> bool:
    """Whether a notebook's output of a view has the sentence below its figure or table; a long word may be broken."""
    if PLOTLY not in data:
        return html.escape(data["text/plain"]) in data["text/html"]
    drawn = html.unescape(data[PLOTLY]["layout"]["title"]["text"]).replace("<br>", " ")
    return "".join(drawn.split()) == "".join(data["text/plain"].split())


def steady(sentence: str) -> object:
    """The numbers of a sentence but for errors of rounding, which differ with the processor."""
    return numbers_in(re.sub("[0-9.]+ × 10⁻¹[0-9⁰¹²³⁴-⁹]", "", sentence))


@pytest.mark.slow
@pytest.mark.parametrize("path", ONCE_A_NIGHT, ids=lambda path: path.stem)
def test_a_gallery_shows_figures_with_their_sentences_and_what_it_says_to_change_changes_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cells run in this process: a Jupyter kernel per gallery would compute everything twice.

    Pictures of a training or of t-SNE are of a short run, and equal requests are run once.
    """
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    monkeypatch.setattr(sklearn_tsne, "ITERATIONS", 250)  # the fewest that scikit-learn takes
    monkeypatch.setattr(skipgram, "train", cache(lambda request, train=skipgram.train: tuple(train(request))))
    names: dict[str, Any] = {}
    first, *cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    exec(first.source, names)
    for example, cell in zip(examples(path.stem), cells, strict=True):
        as_it_is = eval(ast.unparse(example.call), names)
        bundle = as_it_is._repr_mimebundle_()
        assert has_sentence(bundle), example.heading
        if ast.unparse(example.call.func) not in VARIES:
            kinds, says = shown(cell)
            now = traces(bundle[PLOTLY]) if PLOTLY in bundle else bundle["text/html"], steady(as_it_is.sentence)
            assert (kinds, steady(says)) == now, f"{path.name} is old: tools/run_notebooks.py"
        if example.change:
            changed = view(path.stem, example.call, **parse(example.change))
            assert content(as_it_is) != content(changed), example.heading


@pytest.mark.slow
def test_a_notebook_runs_in_jupyter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    path = ROOT / "examples" / "quickstart.ipynb"
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [number for number, output in enumerate(outputs) if PLOTLY in output.get("data", {})]
    assert len(shown) == 3 and all(has_sentence(outputs[number + 1].data) for number in shown[:2])
    exported = [outputs[number].data["text/html"] for number in shown]
    assert ["explorerPlotly ??=" in part for part in exported] == [True, False, False]


def test_the_core_trains_a_skip_gram_whose_words_used_alike_end_up_alike() -> None:
    words, rows, losses = train()
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    cosines = unit[words.index("cat")] @ unit.T
    cosines[words.index("cat")] = -1
    assert words[int(cosines.argmax())] == "dog"
    assert losses[-1] < 0.7 * losses[0]
