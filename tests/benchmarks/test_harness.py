"""The benchmarks' harness, simulated visitors, and what a page imports."""

import ast
import re
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks import Row, app_server, compare, embedding_speed, harness
from benchmarks.__main__ import main
from benchmarks.app_server import ROOT, Server, server
from benchmarks.harness import README
from benchmarks.part_change_cost import cost
from benchmarks.simulated_visitor import FailedPageError, Visitor, Widget, controls_of, parts
from explorer.core import functional as F  # noqa: N812
from explorer.ui import Pictures
from tests.support import parts_of, views_of


def test_ratio_is_time_over_the_references_time():
    slow, quick = Row("slow", 0.3, 0.1), Row("only a note", note="1e-7")
    assert slow.ratio == pytest.approx(3)
    assert quick.ratio is None
    assert harness.table([slow, quick]).splitlines()[2:] == [
        "| slow | 300 ms | 3.00 |  |",
        "| only a note |  |  | 1e-7 |",
    ]


def test_compare_times_all_beside_the_reference_and_leaves_out_what_is_not_installed():
    calls = []
    rows = list(compare({"missing": None, "counted": lambda: calls.append(1)}, ("once", int), rounds=2, seconds=0.004))
    assert [row.what for row in rows] == ["once", "counted"]
    assert rows[0].ratio == 1
    assert len(calls) > 2


def test_writing_replaces_one_section_and_keeps_the_others():
    first, second = (harness.Benchmark(name, f"Title {name}", list) for name in ("core.a", "core.b"))
    text = f"# Head\n\n{harness.section(first, 'one')}\n\n{harness.section(second, 'two')}\n"
    again = harness.write(text, first.name, harness.section(first, r"three \1"))
    assert again.startswith("# Head\n")
    assert "\none\n" not in again
    assert again.index(r"three \1") < again.index("two")
    assert again.count("<!-- begin core.a -->") == again.count("<!-- end core.a -->") == 1
    assert harness.write(text, "core.c", "new") == text


def test_command_line_lists_and_refuses(capsys):
    assert main(["--list"]) == 0
    said = capsys.readouterr().out
    for name in ("embedding_speed.lookup", "part_change_cost.changes", "class_load.opening"):
        assert name in said
    with pytest.raises(SystemExit) as stopped:
        main(["no such benchmark"])
    assert stopped.value.code == 2
    assert "no benchmark is called that" in capsys.readouterr().err


def test_what_is_compared_gives_the_same_result():
    rng = np.random.default_rng(0)
    ids = embedding_speed.zipf_ids((2, 8), rng)
    grad = rng.standard_normal((2, 8, 3), np.float32)
    assert np.array_equal(embedding_speed.add_at(grad, ids), F.embedding_backward(grad, ids, embedding_speed.V))
    table = F.sinusoidal(100, 8)
    assert np.abs(embedding_speed.direct(100, 8) - table).max() < 1e-6
    assert embedding_speed.max_error(table) < 2e-7
    assert embedding_speed.max_error(table + np.float32(0.5)) == pytest.approx(0.5, abs=1e-5)


def test_the_further_pages_are_told_of_where_the_app_begins_to_run_for_a_visitor():
    app = (app_server.ROOT / "app.py").read_text(encoding="utf-8")
    changed = ast.parse(app_server.with_more_pages(app))
    assert ast.get_docstring(changed) == ast.get_docstring(ast.parse(app)), "else Streamlit shows it on every page"
    [condition] = [node for node in changed.body if isinstance(node, ast.If)]
    first = condition.body[0]
    assert isinstance(first, ast.Import) and first.names[0].name == "more_pages"


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


ROOT_SIMULATED_VISITOR = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    with server() as found, Visitor(found.port, ""):
        yield found


@pytest.mark.nightly
def test_every_part_that_a_page_registers_is_listed(running: Server) -> None:
    names = sorted(path.stem for path in (ROOT_SIMULATED_VISITOR / "pages").glob("*.py"))
    expected = [("" if name == "home" else name, part) for name in names for part in parts_of(name) or [""]]
    found = parts(running.port)
    assert [(page, part) for page, part, query in found if len(query) < 2] == expected
    listed = {(page, part) for page, part, _ in found}
    for name in names:
        for view in views_of(name):
            pictures = list(view.views)[1:] if isinstance(view, Pictures) else []
            assert {(name, f"{view.PART.name}, {each}") for each in pictures} <= listed
    # No table names a part that has gone.
    every = {f"{page or 'home'} {part}".strip() for page, part in listed}
    for table in ("part_change_cost.changes", "class_load.changing"):
        section = README.read_text(encoding="utf-8").partition(f"<!-- begin {table} -->")[2].partition("<!-- end")[0]
        named = re.findall(r"^\| (?:\d+ visitors: )?(.+?) \| [\d.]+ m?s", section, re.MULTILINE)
        assert {each.replace(": ", " ") for each in named} - {"nothing", "empty", "framed"} <= every and named, table


@pytest.mark.slow
@pytest.mark.parametrize("page", ["empty", "framed", "loaded"])
def test_the_pages_that_only_a_benchmark_has_open(running: Server, page: str) -> None:
    with Visitor(running.port, page) as visitor:
        assert visitor.elements >= (4 if page == "framed" else 1)


@pytest.mark.slow
def test_a_change_arrives_and_is_counted(running: Server) -> None:
    with Visitor(running.port, "positions", {"p_part": "Clocks"}) as visitor:
        first, widget = visitor.received, visitor.widgets["p_pos"]
        assert visitor.main() == widget and visitor.elements > 10
        assert cost(running, lambda: visitor.ask(widget, 77)) > 0
        assert 0 < visitor.received < first
        assert any("position 77" in text.lower() for text in visitor.texts)


@pytest.mark.nightly  # it waits ten seconds
def test_an_error_box_and_a_missing_page_are_told(running: Server) -> None:
    with pytest.raises(FailedPageError, match="no page 'nonsense'"):
        Visitor(running.port, "nonsense")


def test_values_stay_in_range_and_change() -> None:
    slider = Widget("slider", "", "k", "k", "", 5, 100, 5)
    values = list(islice(slider.values(), 50))
    assert all(5 <= value <= 100 and value % 5 == 0 for value in values)
    assert all(a != b for a, b in pairwise(values))
    choice = Widget("selectbox", "", "k", "k", "", options=["a", "b"])
    assert list(islice(choice.values(), 3)) == ["b", "a", "b"]


@pytest.mark.slow
def test_memory_and_open_files_are_read(running: Server) -> None:
    assert 50 < running.memory() < 2_000
    assert running.open_files() > 5
    with Visitor(running.port, "loaded") as visitor:
        assert "streamlit" in " ".join(visitor.texts).split()


def test_a_visitor_changes_the_parts_own_control_and_not_the_part() -> None:
    def select(key: str) -> Widget:
        return Widget("selectbox", key, key, key, "", options=["a", "b"])

    number = Widget("number_input", "p_count", "p_count", "", "", 0, 9)
    slider = Widget("slider", "p_base", "p_base", "", "", 0, 9)
    found = controls_of([select("_j_part_as_list"), select("j_part"), select("j_table"), slider, number], ["p_count"])
    assert [each.key for each in found] == ["p_count", "p_base", "j_table"]
