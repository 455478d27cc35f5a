"""Figures in notebooks: HTML for exports, with plotly.js once; saved files."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import plotly.io
import pytest

from explorer.figures import theme
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.point_cloud import SVG, cloud, unpacked
from explorer.figures.projection.word_map import Marks, word_map
from explorer.memory import MODELS, fields_of
from explorer.views import (
    View,
    check,
    extrapolation,
    gallery,
    memory,
    notebook_progress,
    plotly_figures,
    positions,
    projection,
)
from explorer.views.table import Table

SCRIPT = "explorerPlotly ??="


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A notebook before its first picture."""
    running = SimpleNamespace(cell="a", execution_count=1)
    running.get_parent = lambda: {"metadata": {"cellId": running.cell}}
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: running))
    monkeypatch.setattr(plotly_figures, "_script_at", ())
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    return running


@pytest.mark.slow
def test_plotly_is_in_the_first_picture_of_a_notebook_and_again_when_its_cell_runs_again(shell: Any) -> None:
    held = []
    for cell, count in [("a", 1), ("a", 1), ("b", 2), (None, 3), ("a", 4), ("a", 4), ("b", 5)]:
        shell.cell, shell.execution_count = cell, count
        bundle = positions.arrows()._repr_mimebundle_()
        assert positions.arrows().says[:20] in bundle["text/html"]
        held.append(SCRIPT in bundle["text/html"])
    assert held == [True, False, False, False, True, False, False]


@pytest.mark.slow
def test_moving_and_bare_figures_are_in_exports_too(shell: Any) -> None:
    for figure in (positions.arrows().figure(), positions.arrows().animate(position=range(3))):
        assert {"text/html", plotly_figures.PLOTLY} == set(figure._repr_mimebundle_())


def test_a_renderer_with_html_of_its_own_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plotly.io.renderers, "default", "colab")
    assert SCRIPT not in positions.arrows()._repr_mimebundle_()["text/html"]


def test_figures_stand_on_white_on_a_dark_page_too() -> None:
    layout = positions.arrows().figure().layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == plotly_figures.LIGHT[theme.PAPER]


def test_a_dark_picture_is_dark_to_its_edge_with_light_letters(tmp_path: Path) -> None:
    figure = positions.arrows().figure(dark=True)
    ink, paper = (plotly_figures.DARK[each] for each in (theme.INK, theme.PAPER))
    assert figure.layout.paper_bgcolor == figure.layout.plot_bgcolor == paper and figure.layout.font.color == ink
    said = figure.to_json().lower()
    assert not any(other.lower() in said for other in (theme.INK, theme.PAPER, plotly_figures.LIGHT[theme.INK]))
    for values in ({}, {"position": range(2)}):
        positions.arrows().save(tmp_path / "a.html", offline=False, dark=True, **values)
        text = (tmp_path / "a.html").read_text(encoding="utf-8")
        assert f"background: {paper}" in text and f'"paper_bgcolor":"{paper}"' in text


@pytest.fixture(scope="module")
def own_table() -> pd.DataFrame:
    return pd.DataFrame(np.random.default_rng(0).normal(size=(60, 4)), index=[f"w<{row}" for row in range(60)])


def test_dots_of_a_map_lie_where_the_table_has_them_with_names_and_colours(own_table: pd.DataFrame) -> None:
    view = projection.word_map(table=own_table)
    dots = view.figure().data[0]
    for axis, component in (("x", "component 1"), ("y", "component 2")):
        np.testing.assert_allclose(dots[axis], view.table[component], atol=1e-3)
    assert dots.text[3] == "w&lt;3" and dots.type == "scatter"
    kinds = projection.clusters(table=own_table)
    marked = kinds.figure().data[0]
    assert len(marked.marker.color) == len(marked.marker.symbol) == 60
    assert len(set(marked.marker.color)) > 1 and all(name.startswith("w&lt;") and " · " in name for name in marked.text)
    solid = projection.word_map(table=own_table, components=(1, 2, 3)).figure().data[0]
    assert solid.type == "scatter3d" and len(np.unique(solid.z)) == 60


@pytest.mark.parametrize(("kinds", "components"), [(3, (1, 2)), (10, (1, 2, 3)), (11, (1, 2))])
def test_few_values_of_an_own_column_have_a_legend_and_the_sentence_names_the_column(
    own_table: pd.DataFrame, kinds: int, components: tuple[int, ...]
) -> None:
    values = [f"<{row % kinds:02}>" for row in range(60)]
    view = projection.word_map(table=own_table.assign(sort=values), colour="sort", components=components)
    dots, *key = view.figure().data
    assert {trace.name for trace in key} == ({f"&lt;{n:02}>" for n in range(kinds)} if kinds <= 10 else set())
    on_page = [trace for trace in view.spec.data if trace.get("legendrank") == 999]  # as a picture that the page saves
    assert len(on_page) == len(key) and not any(trace["showlegend"] for trace in on_page)
    assert "“sort”" in view.sentence
    for row, value in enumerate(values):
        for entry in (trace for trace in key if trace.name == value.replace("<", "&lt;")):
            assert (entry.marker.color, entry.marker.symbol) == (dots.marker.color[row], dots.marker.symbol[row])


def test_a_name_beside_a_mark_of_another_kind_is_left_out_and_a_found_word_keeps_its_own() -> None:
    spots = np.array([[0, 0], [0.02, 0], [1, 1], [0, 1]], np.float32)  # the second mark lies on the first one's name
    kinds = {"animals": np.array([0, 2]), "numbers": np.array([1, 3])}
    labels = [Label(row, word) for row, word in enumerate(["dog", "one", "cat", "two"])]
    for found, named in (((), {"one", "cat", "two"}), ((0,), {"dog", "one", "cat", "two"})):
        marks = Marks(kinds, found=found, labels=labels)
        spec = word_map(spots, ["dog", "one", "cat", "two"], marks, titles=["1", "2"], revision="r")
        assert {note["text"] for note in spec.layout["annotations"]} == {"dog", "one", "cat", "two"}
        assert {note.text for note in View(spec, "").figure().layout.annotations} == named


def test_frames_of_a_map_move_its_dots(own_table: pd.DataFrame) -> None:
    views = [projection.word_map(table=own_table, remove=number) for number in (0, 1)]
    frames = views[0].animate(remove=[0, 1]).frames
    for view, frame in zip(views, frames, strict=True):
        np.testing.assert_allclose(frame.data[0].x, view.table["component 1"], atol=1e-3)


@pytest.mark.parametrize("beyond", [0, 1])
def test_marks_are_drawn_like_the_dots_and_so_on_top_of_them(beyond: int) -> None:
    dots = cloud(np.zeros((SVG + beyond, 2), np.float32), None, size=3, opacity=1)
    made = unpacked([dots, {"type": "scatter", "mode": "markers", "x": [0], "y": [0]}])
    assert {trace["type"] for trace in made} == {"scattergl" if beyond else "scatter"}


def test_numbers_colour_dots_and_one_without_is_grey() -> None:
    values = np.array([0.0, 1.0, np.nan])
    (dots,) = unpacked([cloud(np.eye(3, 2, dtype=np.float32), None, size=3, opacity=1, values=values)])
    assert dots["marker"]["color"] == [0, 1, theme.GREY] and dots["hoverinfo"] == "skip"


@pytest.mark.parametrize("rows", [3, 104])
def test_a_drawn_table_is_rounded_and_says_what_it_leaves_out(rows: int) -> None:
    figure = View(None, "", Table({"share": np.full(rows, 1 / 3), "name": ["a"] * rows}, "t")).figure()
    shares, names = figure.data[0].cells["values"]
    assert shares[0] == "0.333333" and names[0] == "a" and len(names) == min(rows, plotly_figures.ROWS)
    assert len(figure.layout.annotations) == (rows > plotly_figures.ROWS)


def test_the_list_of_all_views_is_shown_whole() -> None:
    assert gallery()._repr_html_().count("<tr>") == gallery().rows + 1


def test_frames_have_equally_many_notes_and_lines() -> None:
    figure = memory.bill().animate(embed_dim=[64, 4096])
    for name in ("annotations", "shapes"):
        (length,) = {len(frame.layout[name]) for frame in figure.frames}
        assert len(figure.layout[name]) == length


@pytest.mark.parametrize(
    ("settings", "wordless"),
    [
        ({"embed_dim": 64}, "Layers"),
        ({"embed_dim": 768}, ""),
        ({"optimizer": "None", "embed_dim": 64}, "Layers"),
        ({"optimizer": "None"} | fields_of(MODELS["BERT base"]), "KV cache"),
    ],
)
def test_a_row_of_the_bill_without_a_bar_says_why(settings: dict[str, Any], wordless: str) -> None:
    view = memory.bill(**settings)
    figure = view.figure()
    bars = {bar.y[0]: bar.x[0] for bar in figure.data if bar.showlegend is False}
    said = [note.y for note in figure.layout.annotations if note.y in bars and note.text]
    assert said == [name for name, length in bars.items() if not length] == [wordless] * bool(wordless)
    assert ("without layers" in view.sentence) == (wordless == "Layers")
    parts = sum(bar.x[0] for bar in figure.data) - bars["All together"]
    assert bars["All together"] == pytest.approx(parts)


@pytest.mark.parametrize("values", [{}, {"position": range(3)}])
def test_saved_html_holds_the_picture_its_sentence_and_plotly(tmp_path: Path, values: dict[str, Any]) -> None:
    path = tmp_path / "view.html"
    positions.arrows().save(path, **values)
    page = path.read_text(encoding="utf-8")
    assert "3.67" in page and len(page) > 1e6 and ('"Play"' in page) == bool(values)


def test_a_saved_formula_is_mathml_with_its_symbols_and_its_number(tmp_path: Path) -> None:
    pytest.importorskip("latex2mathml")  # of requirements-dev.txt; an installation without it is asked for it below
    view = positions.heatmap()
    page = view.save(tmp_path / "view.html", formula=True, offline=False).read_text("utf-8")
    said = page.partition("<section>")[2].partition("</section>")[0]
    assert said.count("<math") > said.count("<li>") == len(view.formulas[0].symbols)
    assert "0.9996" in said and "in radians; 2π" in said and not {"$", "\\", "["} & set(said)
    assert "<math" not in view.save(tmp_path / "view.html", offline=False).read_text("utf-8")


@pytest.mark.parametrize(
    "view",
    [projection.before_training, lambda: extrapolation.rows(positions="sinusoidal formula"), positions.shift_turn],
)
def test_the_rows_of_a_formula_stand_below_each_other(view: Callable[[], View]) -> None:
    pytest.importorskip("latex2mathml")
    assert view().formulas[0].html().partition("</math>")[0].count("<mtr>") >= 2


def test_a_formula_without_its_package_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    with pytest.raises(ImportError, match="pip install latex2mathml"):
        memory.bill().save(tmp_path / "view.html", formula=True)
    assert not (tmp_path / "view.html").exists()


def test_a_figure_is_as_wide_as_asked() -> None:
    assert memory.bill().figure(pixels=560).layout.width == 560 and memory.bill().figure().layout.width is None


def test_a_page_for_the_network_loads_plotly(tmp_path: Path) -> None:
    positions.arrows().save(tmp_path / "view.html", offline=False)
    page = (tmp_path / "view.html").read_text(encoding="utf-8")
    assert "https://cdn.plot.ly/" in page and len(page) < 1e5


@pytest.mark.parametrize(
    ("name", "values", "says"),
    [
        ("view.tif", {}, "ends in .html, .* got 'view.tif'"),
        ("view.gif", {}, "Expected values of a setting for a GIF"),
        ("view.png", {"position": [1]}, "ends in .html or .gif"),
        ("view.gif", {"position": 5}, r"several values of position, such as \[5\]"),
        ("view.png", {"pixels": "big"}, "Expected pixels to be a whole number from 100 to 10,000, got 'big'"),
        ("view.html", {"seconds": 0}, "Expected seconds to be a number"),
        ("view.html", {"dark": "yes"}, "Expected dark to be True or False"),
        ("view.html", {"theme": "dark"}, "got theme; did you mean dark=True?"),
        ("view.html", {"foo": [1]}, "got foo; it has word, position, .*pixels"),
        ("view.html", {"width": 560}, "got width; did you mean pixels=600?"),
        ("view.png", {"formula": True}, "formula=True for a page of one picture"),
        ("view.html", {"formula": True, "position": [1, 2]}, "formula=True for a page of one picture"),
    ],
)
def test_what_cannot_be_saved_is_said(tmp_path: Path, name: str, values: dict[str, Any], says: str) -> None:
    with pytest.raises((ValueError, TypeError), match=says):
        positions.arrows().save(tmp_path / name, **values)


def test_saving_returns_the_path_and_refuses_what_is_none(tmp_path: Path) -> None:
    saved = positions.arrows().save(str(tmp_path / "view.html"), offline=False)
    assert saved == tmp_path / "view.html" and saved.is_file()
    with pytest.raises(ValueError, match=r"folder that exists, got .*nowhere"):
        positions.arrows().save(tmp_path / "nowhere" / "view.html")
    with pytest.raises(TypeError, match=r"such as 'picture\.html', got 3"):
        positions.arrows().save(3)  # type: ignore[arg-type]


def test_a_misspelt_attribute_is_told_of_a_view() -> None:
    with pytest.raises(AttributeError, match="'View' object has no attribute 'tabel'"):
        memory.bill().tabel  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(("name", "values"), [("view.png", {}), ("view.gif", {"position": [1, 2]})])
def test_an_image_without_kaleido_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, values: dict[str, Any]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install kaleido"):
        positions.arrows().save(tmp_path / name, **values)


def test_an_image_without_chrome_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("Kaleido requires Google Chrome")

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(plotly.io, "write_images", fail)
    with pytest.raises(RuntimeError, match="plotly_get_chrome"):
        positions.arrows().save(tmp_path / "view.png")


def test_a_picture_of_a_gif_names_the_value_that_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []

    def draw(figures: list[Any], *_: Any, **__: Any) -> None:
        drawn.extend(figures)
        raise RuntimeError("no Chrome")

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(plotly.io, "write_images", draw)
    with pytest.raises(RuntimeError):
        positions.arrows().save(tmp_path / "view.gif", position=[1, 2])
    assert [f"position = {at}." in str(figure.layout) for at, figure in enumerate(drawn, start=1)] == [True, True]


@pytest.mark.parametrize("kernel", [True, False])
def test_what_takes_long_tells_a_notebook_alone_and_leaves_nothing(
    kernel: bool, shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs: dict[str, list[str]] = {}

    def display(page: dict[str, str], raw: bool, display_id: str, update: bool) -> None:
        assert raw and update == (display_id in outputs)
        outputs.setdefault(display_id, []).append(page["text/html"])

    if kernel:
        shell.kernel = None
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    monkeypatch.setattr(notebook_progress, "QUIET", -1.0)
    assert list(notebook_progress.with_progress([10, 2], str)) == [10, 2]
    assert list(outputs.values()) == ([["10", "2", ""]] if kernel else [])


def test_a_view_without_a_picture_is_a_table_in_a_notebook_whose_answers_are_folded() -> None:
    page = check.quiz(size=4)._repr_mimebundle_()["text/html"]
    assert page.count("<tr>") == 5 and page.count("<details>") == 8
    assert set(check.quiz(size=4).table) - set(check.quiz(size=4, replies={}).table) == set()
    assert "right" not in check.quiz(size=4).table  # of nobody's answers


@pytest.mark.parametrize("view", [memory.bill, check.quiz])
def test_a_notebook_has_the_sentence_below_the_picture_as_a_text_of_any_width(
    view: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs: list[dict[str, Any]] = []
    display = SimpleNamespace(display=lambda bundle, raw: outputs.append(bundle))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    view()._ipython_display_()
    *pictures, says = outputs
    assert says["text/plain"] == view().sentence and "<br>" not in says["text/html"]
    assert all("title" not in picture[plotly_figures.PLOTLY]["layout"] for picture in pictures)
    assert len(pictures) == (view is memory.bill)


def test_no_button_of_a_picture_sends_its_numbers_away() -> None:
    assert "sendChartToCloud" in memory.bill().figure().layout.modebar.remove


def test_an_image_is_as_wide_as_asked_and_its_sentence_has_fewer_or_more_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = {}

    def write(figures: Any, paths: Any, width: int, **_: Any) -> None:
        lines[width] = figures[0].layout.title.text.count("<br>") + 1
        paths[0].write_bytes(b"")

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(plotly.io, "write_images", write)
    memory.bill().save(tmp_path / "view.png")
    memory.bill().save(tmp_path / "view.png", pixels=500)
    assert list(lines) == [900, 500] and lines[500] > lines[900]
