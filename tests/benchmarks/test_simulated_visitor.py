"""The simulated visitor: the widgets and texts that it finds on a page, and the list of parts."""

from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import pytest

from benchmarks.app_server import Server, server
from benchmarks.part_change_cost import cost
from benchmarks.simulated_visitor import FailedPageError, Visitor, Widget, controls_of, parts
from tests.support import parts_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    with server() as found, Visitor(found.port, ""):
        yield found


@pytest.mark.nightly
def test_every_part_that_a_page_registers_is_listed(running: Server) -> None:
    names = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
    expected = [("" if name == "home" else name, part) for name in names for part in parts_of(name) or [""]]
    assert [(page, part) for page, part, _ in parts(running.port)] == expected


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
