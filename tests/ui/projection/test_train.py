"""The curve of a training that is being watched: its axis ends where the run does."""

from __future__ import annotations

import pytest

from explorer import ui
from explorer.figures.spec import Spec
from explorer.training.skipgram import SkipgramRequest
from explorer.training.wordvec import Corpus, VectorRecord
from explorer.ui.projection import train


def test_the_axis_of_the_loss_has_room_for_all_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Spec] = []
    monkeypatch.setattr(ui, "picture", lambda _, figure, **__: drawn.append(figure))
    record = VectorRecord(1, 30, "training", epoch=0.1, loss=4.0, pairs=100, seconds=0.5)
    train._loss(SkipgramRequest(Corpus(pasted="a b c d e f g h i j k " * 6), epochs=3), [record], record)
    assert drawn[0].layout["xaxis"]["range"] == [0, 3]
