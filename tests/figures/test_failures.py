"""Figures of the Failures page, validated by Plotly."""

from explorer.figures import bars_with_limit
from tests.support import checked


def test_bars_beyond_the_limit_are_striped_and_named():
    figure = checked(
        bars_with_limit.bars("token id", ["a", "<b>"], [5, 60], ["5", "60"], limit=49, limit_text="the last row is 49")
    )
    assert list(figure.data[0].marker.pattern.shape) == ["", "/"]
    assert figure.data[0].marker.color[0] != figure.data[0].marker.color[1]
    assert [note.text for note in figure.layout.annotations] == ["a: 5", "&lt;b>: 60", "the last row is 49"]
    assert figure.layout.shapes[0].x0 == 49
    assert figure.layout.xaxis.range[1] > 60
