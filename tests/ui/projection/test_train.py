"""The curve of a training that is being watched: its axis ends where the run does, its sentence says the speed."""

from __future__ import annotations

import numpy as np
import pytest
import streamlit as st

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


@pytest.mark.parametrize(("seconds", "speed"), [(0.5, ": 1,800 pairs per second."), (0.0, ".")])
def test_the_sentence_says_the_speed_and_both_losses(
    monkeypatch: pytest.MonkeyPatch, seconds: float, speed: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(ui, "picture", lambda *_, **__: None)
    monkeypatch.setattr(st, "text", told.append)
    first = VectorRecord(1, 40, "training", loss=4.15888, pairs=100, seconds=seconds)
    last = VectorRecord(20, 40, "training", loss=3.2, pairs=900, seconds=seconds)
    train._loss(SkipgramRequest(Corpus(pasted="a b c d e f g h i j k " * 6)), [first, last], last)
    assert told == [
        f"900 pairs in {seconds} s of training{speed} Loss per pair, on average over the first 2.5 % of the run: "
        "4.159; since the last report: 3.200."
    ]


def test_words_that_point_nearly_the_same_way_are_said_to_and_no_others() -> None:
    fan = [[np.cos(at), np.sin(at)] for at in (0.0, 0.4, 0.8)]  # two of them: (2·cos .4 + cos .8) / 3 = .85
    assert "have a cosine of 0.85 on average" in train._too_alike(np.array(fan))
    wide = [[np.cos(at), np.sin(at)] for at in (0.0, 0.6, 1.2)]  # (2·cos .6 + cos 1.2) / 3 = .67
    assert train._too_alike(np.array(wide)) == ""
