"""The benchmark harness: ratios, the table, and updates of README sections."""

import ast

import numpy as np
import pytest

from benchmarks import Row, app_server, compare, embedding_speed, harness
from benchmarks.__main__ import main
from explorer.core import functional as F  # noqa: N812


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
