"""Animated rows and gradients: position and content of each strip at a step, and what of a long text is drawn."""

import re

import numpy as np
import pytest

from explorer.gradients import optimizer_step, text_batch, worked_example
from explorer.views import gradients, tokens
from tests.support import bare, numbers_in


def strips_of(view, wide):
    """(column, line, texts) of each strip, from the lowest to the uppermost."""
    cells = view.spec.data[0]
    lefts = np.reshape(cells["base"], (-1, wide + 1))[:, 1] / (wide + 1.5)
    lines = np.reshape(cells["y"], (-1, wide + 1))[:, 0]
    texts = np.reshape([bare(text) for text in cells.get("text", [""] * len(cells["y"]))], (-1, wide + 1))
    return [(int(left), float(line), text[1:].tolist()) for left, line, text in zip(lefts, lines, texts, strict=True)]


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
    for view in (gradients.before_after(text=text), gradients.step_distances(text=text)):
        drawn = [stands for stands in view.table["stands"] if stands == optimizer_step.YOURS]
        assert len(drawn) == min(own, 8)
        assert ({8.0, float(own)} <= numbers_in(view.left_out)) == (own > len(drawn))


def test_a_wall_without_a_chosen_token_has_no_ring_and_says_nothing_of_one() -> None:
    ringed, plain = (gradients.touched_rows(text="the cat and the dog", token=token) for token in (1, None))
    assert [trace.name for trace in ringed.figure().data].count("selected token") == 1
    assert "selected token" not in [trace.name for trace in plain.figure().data]
    assert ringed.says.startswith(plain.says) and "ring" in ringed.says.removeprefix(plain.says)
