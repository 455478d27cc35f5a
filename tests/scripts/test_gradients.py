"""Each script of the Gradients page runs and prints what the page computes."""

import re

import pytest

from explorer.gradients import toy
from explorer.scripts import gradients as scripts
from explorer.ui.gradients import training as training_view
from explorer.wording import number
from tests.support import missing_numbers, run_script


@pytest.mark.parametrize("request_", [toy.Request(output=toy.TIED, steps=60), toy.Request("a b a c", "SGD", steps=20)])
def test_training_prints_every_number_of_the_sentence(request_):
    said = run_script(scripts.training(request_.text, request_.optimizer, request_.output, request_.steps, request_.lr))
    run = toy.train(request_)
    for frame in (0, len(run.steps) // 2, -1):
        assert not missing_numbers(training_view._words(run, frame, told=True), said)
    assert re.search(rf"zebra\s+never\s+{number(float(run.distance[run.words.index('zebra')]))}", said)
