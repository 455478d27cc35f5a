import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.ui.plot.chart import MOST_CORNERS
from explorer.words.selection_outlines import MOST, OutlineError, loop_of, read_outline, within, write_outline
from tests.support import examples


def test_a_box_includes_its_edges_whichever_corners_it_is_given_by() -> None:
    points = np.array([[0, 0], [1, 1], [1.01, 0.5], [-1, 0.5]])
    for corners in ([(0, 0), (1, 1)], [(1, 0), (0, 1)], [(1, 1), (0, 0)]):
        assert within(points, corners).tolist() == [0, 1]
    assert within(points, []).tolist() == []


def test_a_loop_with_a_bay_leaves_the_bay_out() -> None:
    bay = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]
    points = np.array([[2, 0.5], [2, 3], [0.5, 2], [3.5, 2], [5, 1]])
    assert within(points, bay).tolist() == [0, 2, 3]
    assert within(points, bay[::-1]).tolist() == [0, 2, 3]


@settings(max_examples=examples(60))
@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=8),
    st.lists(st.tuples(st.floats(-10, 10), st.floats(-10, 10)), min_size=1, max_size=20),
)
def test_inside_a_loop_is_an_odd_number_of_crossings(corners: list, coordinates: list) -> None:
    points = np.array(coordinates, np.float64)

    def crossings(x: float, y: float) -> int:
        pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
        return sum((y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in pairs)

    expected = [row for row, (x, y) in enumerate(coordinates) if crossings(x, y) % 2]
    assert within(points, corners).tolist() == expected


def test_what_is_written_is_read_again() -> None:
    corners = [["-2.46", "0.966"], ["2e-7", "1"], ["0", "−3"]]
    assert read_outline(write_outline(corners)) == ((-2.46, 0.966), (2e-7, 1.0), (0.0, -3.0))
    assert read_outline("") == read_outline("  ") == ()
    assert loop_of(((0, 0), (1, 2), (3, 3))) == [(0, 0), (1, 2), (3, 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2", "This one has 1."),
        ("; ".join(["1,2"] * 25), "2 to 24 corners with semicolons between.*This one has 25."),
        ("0,0; 1", "Corner 2 should be two numbers with a comma between.*It is “1”."),
        ("a,0; 1,2", "Corner 1 .*It is “a,0”."),
        ("0,0; 1,nan", "Corner 2"),
        ("0,0; 1,1e13", "Corner 2"),
        ("0,0; 1," + "9" * 5000, "Corner 2"),
    ],
)
def test_an_outline_that_cant_be_read_is_told(text: str, message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        read_outline(text)


def test_the_browser_may_send_as_many_corners_as_are_read() -> None:
    assert MOST_CORNERS == MOST
