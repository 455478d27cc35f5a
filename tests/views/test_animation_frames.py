"""Frames of a view: each equals the call at its value; rows and gradients that move stand where they should."""

import re

import numpy as np
import pytest

from explorer.gradients import optimizer_step, text_batch, worked_example
from explorer.views import extrapolation, gradients, memory, positions, tokens
from explorer.views.animation_frames import frames_of
from explorer.views.setting import settings_of
from explorer.views.view import View
from tests.support import bare, in_order, numbers_in

NUMBERS = settings_of(positions.arrows)["encoding"].options
OVER = [
    (positions.arrows(word="man", position=3), "position", range(12)),
    (positions.dials(position=59), "position", range(128)),
    (positions.neighbours(kind="tens"), "position", range(128)),
    (positions.similarity_matrix(length=40, dim=8), "distance", range(40)),
    (positions.similarity_curve(length=40, measure="dot product"), "distance", range(40)),
    (positions.shift_matrix(dim=16, pair=3), "k", range(1, 65)),
    (gradients.flowing_back(ids="5 10 10 5 1 1"), "added", range(7)),
    (tokens.picking(), "picked", range(7)),
    (tokens.adding(), "added", range(7)),
    (positions.alibi_slopes(heads=8, head=3), "head", range(8)),
    (extrapolation.rows(length=70), "length", range(60, 75)),
    (extrapolation.rows(length=70, past_the_end="clamp"), "length", range(60, 75)),
    (extrapolation.loss_by_length(), "window", (64, 128, 256, 512)),
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
        assert frames.sentences[number] == alone.summary


def test_what_stands_still_is_in_no_frame():
    frames = frames_of(positions.dials().call, "position", range(128))
    assert frames.traces == (2, 3), "the hands before and now, and neither rims nor marks"
    assert set(frames.data[7][1]) == {"x", "y", "hovertemplate"}
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
        (positions.arrows(), {}, "Expected the values of one setting, got none"),
        (positions.arrows(), {"position": []}, "Expected at least one value of position, got none"),
        (positions.arrows(), {"encoding": NUMBERS}, "Expected pictures of the same traces at every encoding"),
    ],
)
def test_what_cannot_move_is_said(view, over, says):
    with pytest.raises(ValueError) as caught:
        view.animate(**over)
    assert in_order(says, str(caught.value))


def strips_of(view, wide):
    """(column, line, texts) of each strip, from the lowest to the uppermost."""
    cells = view.spec.data[0]
    lefts = np.reshape(cells["base"], (-1, wide + 1))[:, 1] / (wide + 1.5)
    lines = np.reshape(cells["y"], (-1, wide + 1))[:, 0]
    texts = np.reshape([bare(text) for text in cells.get("text", [""] * len(cells["y"]))], (-1, wide + 1))
    return [(int(left), float(line), text[1:].tolist()) for left, line, text in zip(lefts, lines, texts, strict=True)]


def test_rows_leave_the_table_for_their_tokens() -> None:
    text = {"text": "the cat and the the dog"}
    ids = tokens.picking(**text).table["id"]
    home = sorted(set(ids))
    assert len(home) < len(ids)
    for picked in (0, 4, len(ids)):
        view = tokens.picking(**text, picked=picked)
        flies = [(column, line) for column, line, _ in strips_of(view, 8)[-len(ids) :]]
        assert flies == [(1, at) if at < picked else (0, home.index(i)) for at, i in enumerate(ids)]
        assert view.table["id"] == ids[:picked]


@pytest.mark.parametrize("words", [1, 30, 102])
def test_one_step_says_how_many_rows_of_the_text_it_draws(words: int) -> None:
    text = "".join(f" {number}" for number in range(words))
    mine = {int(row) for row in text_batch.read(text, "gpt2").ids}
    both = mine & {int(row) for row in text_batch.read(optimizer_step.EARLIER, "gpt2").ids}
    own = len(mine - both)
    view = gradients.step_distances(text=text)
    drawn = [stands for stands in view.table["stands"] if stands == optimizer_step.YOURS]
    assert len(drawn) == min(own, 8)
    assert ({8.0, float(own)} <= numbers_in(view.left_out)) == (own > len(drawn))


def test_a_wall_without_a_chosen_token_has_no_ring_and_says_nothing_of_one() -> None:
    ringed, plain = (gradients.touched_rows(text="the cat and the dog", token=token) for token in (1, None))
    assert [trace.name for trace in ringed.figure().data].count("selected token") == 1
    assert "selected token" not in [trace.name for trace in plain.figure().data]
    assert ringed.says.startswith(plain.says) and "ring" in ringed.says.removeprefix(plain.says)


@pytest.mark.parametrize("dim", [0, 383])
@pytest.mark.parametrize("token", [0, 17])
def test_sums_are_those_of_the_pipeline(token: int, dim: int) -> None:
    settings = {"text": "one two three four five six seven " * 3, "token": token, "position": "sinusoidal"}
    view, whole = tokens.adding(**settings, dim=dim), tokens.pipeline(**settings, dim=dim)
    at = view.table["position"]
    assert token in at and len(at) == (12 if token == 0 else 10) and f"dim {dim}" in view.table
    part = "the first 12 of 22 positions" if token == 0 else "positions 12 to 21 of 22"
    assert view.spec.layout["xaxis"]["title"]["text"] == part and part in view.sentence
    of_all = np.reshape(whole.table["sum"], (-1, 384))
    np.testing.assert_array_equal(view.table[f"dim {dim}"], of_all[at, dim])
    assert [column for column, *_ in strips_of(view, 8)[-2 * len(at) :]] == [2] * 2 * len(at)
    none = tokens.adding(**settings, added=0)
    assert [column for column, *_ in strips_of(none, 8)[-2 * len(at) :]] == [0, 1] * len(at)


@pytest.mark.parametrize("added", [0, 1, 3, 4])
@pytest.mark.parametrize("scale", [True, False])
def test_gradients_land_on_the_rows_that_were_read_and_add_up(added: int, scale: bool) -> None:
    ids = (5, 10, 10, 5)
    view = gradients.flowing_back(ids="5 10 10 5", scale=scale, added=added)
    own = worked_example.work(ids, scale=scale).rows_grad
    landed = added
    sums = np.zeros((12, 4))
    for row, gradient in zip(ids[:landed], own, strict=False):
        sums[row] += gradient
    written = lambda row: [f"{value:g}".replace("-", "−") for value in row + 0.0]  # noqa: E731
    drawn = strips_of(view, 4)
    assert [text for *_, text in drawn[:12]] == [written(row) for row in sums]
    assert [text for *_, text in drawn[12:16]] == [written(row) for row in own]
    for token, (column, line, text) in enumerate(drawn[16:]):
        assert (column, line) == ((0, ids[token]) if token < landed else (1, 4 + token))
        assert text == written(sums[ids[token]] if token < landed else own[token])
    if landed > 1:
        assert ("add up" in view.sentence) == (landed > 2)
        said = [each.replace(",", "").split() for each in re.findall(r"\(([−\d, ]+)\)", view.sentence)]
        assert said[-1] == written(sums[ids[landed - 1]])
