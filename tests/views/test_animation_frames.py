"""Frames of a view: each equals the call at its value, and contains only what changes."""

import numpy as np
import pytest

from explorer.views import extrapolation, gradients, memory, positions, tokens
from explorer.views.animation_frames import frames_of
from explorer.views.setting import settings_of
from explorer.views.view import View

NUMBERS = settings_of(positions.arrows)["encoding"].options
OVER = [
    (positions.arrows(word="man", position=3), "position", range(12)),
    (positions.dials(position=59), "position", range(128)),
    (positions.neighbours(kind="tens"), "position", range(128)),
    (positions.similarity_matrix(length=40, dim=8), "distance", range(40)),
    (positions.similarity_curve(length=40, measure="dot product"), "distance", range(40)),
    (positions.shift_matrix(dim=16, pair=3), "k", range(1, 65)),
    (positions.shift_error(length=30), "k", range(1, 65)),
    (gradients.flowing_back(ids="5 10 10 5 1 1"), "added", range(7)),
    (tokens.picking(), "picked", range(7)),
    (tokens.adding(), "added", range(7)),
    (positions.alibi_slopes(heads=8, head=3), "head", range(8)),
    (extrapolation.rows(length=70), "length", range(60, 75)),
    (extrapolation.rows(length=70, past_the_end="clamp"), "length", range(60, 75)),
    (extrapolation.loss_by_length(), "window", (64, 128, 256, 512)),
    (gradients.before_after(), "lr", (0.01, 0.1, 1.0)),
    (gradients.step_distances().at_question(guess="They rest"), "lr", (0.01, 0.1, 1.0)),
    (memory.cards(), "vocab_size", (2, 50_257, 10**10)),
]


@pytest.mark.parametrize(("view", "setting", "values"), OVER, ids=lambda each: getattr(each, "call", None) and "view")
def test_each_frame_is_the_picture_of_its_own_call(view, setting, values):
    frames = frames_of(view.call, setting, values)
    for number in (len(values) // 2, 0, len(values) - 1):
        alone = view.call.again(**{setting: values[number]})
        data = [dict(trace) for trace in view.spec.data]
        for trace, new in zip(frames.traces, frames.data[number], strict=True):
            data[trace] |= new
        layout = dict(view.spec.layout) | frames.layout[number]
        np.testing.assert_equal(layout, alone.spec.layout)
        np.testing.assert_equal(data, alone.spec.data)
        assert frames.sentences[number] == alone.sentence


def test_what_stands_still_is_in_no_frame():
    frames = frames_of(positions.dials().call, "position", range(128))
    assert frames.traces == (2,), "the hands, and neither rims nor marks"
    assert set(frames.data[7][0]) == {"x", "y", "hovertemplate"}
    assert set(frames.layout[7]) == set()


def test_a_notebook_gets_a_slider_that_begins_at_the_views_own_value():
    figure = positions.arrows(position=3).animate(position=range(12))
    (slider,) = figure.layout.sliders
    assert [step.label for step in slider.steps] == [str(position) for position in range(12)]
    assert (slider.active, len(figure.frames), figure.frames[4].name) == (3, 12, "4")
    assert figure.layout.title.text == figure.frames[3].layout.title.text
    assert "position 4" in figure.frames[4].layout.title.text
    arrow = figure.frames[4].layout.annotations[-2]
    turned = 2 * np.pi * 4 / 12  # a hand that comes round in 12 positions
    np.testing.assert_allclose([arrow.x - arrow.ax, arrow.y - arrow.ay], [np.sin(turned), np.cos(turned)], atol=1e-6)


@pytest.mark.parametrize(
    ("view", "over", "says"),
    [
        (View(None, "Nothing is drawn."), {"position": [1]}, "Expected a view with a picture"),
        (positions.arrows(), {}, "Expected the values of one setting, .* got none"),
        (positions.arrows(), {"position": []}, "Expected at least one value of position, got none"),
        (positions.arrows(), {"encoding": NUMBERS}, "Expected pictures of the same traces at every encoding"),
    ],
)
def test_what_cannot_move_is_said(view, over, says):
    with pytest.raises(ValueError, match=says):
        view.animate(**over)
