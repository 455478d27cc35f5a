"""Pictures of the Gradients page: what they omit of a long text, against its tokens."""

import pytest

from explorer.gradients import optimizer_step, text_batch
from explorer.views import gradients
from tests.support import numbers_in


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
