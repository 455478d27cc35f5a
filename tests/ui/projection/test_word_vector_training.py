"""The picture of a training on the guided path, before the words can move."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from explorer.content.en.chapter_order import PATH
from explorer.content.guided_path import StepId
from explorer.ui.frame import step_size
from explorer.ui.projection import word_vector_training as part
from explorer.views import View
from explorer.views.projection.trained_tables import PREDICTING, request_of


def test_on_the_path_the_picture_stays_until_the_words_can_move(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[View] = []
    monkeypatch.setattr(part, "_map", drawn.append)
    monkeypatch.setattr(step_size, "step", lambda: PATH.step(StepId(2, 6)))
    request = request_of(("Moby-Dick",), PREDICTING, 10, 3, 5, "")
    part._draw(request, cast(Any, SimpleNamespace(finished=False)), ())
    assert [view.sentence[:16] for view in drawn] == ["Before training."]
