"""Watch it train: all moments on the same axes, and a loss axis that ends with the run."""

import numpy as np
import pytest

from explorer.training import skipgram
from explorer.training.word_corpus import VectorRecord
from explorer.ui.plot.animation import Moves
from explorer.vectors.pca import pca
from explorer.views import View
from explorer.views import projection as views
from explorer.views.projection.trained_tables import request_of, settings_of
from explorer.views.projection.word_vector_training import EARLY_AXES, frames, moments, too_alike
from explorer.wording import spell_seconds
from tests.support import numbers_in

SMALL = {"texts": ("Moby-Dick",), "width": 10, "passes": 1, "window": 1}


@pytest.fixture(scope="module")
def records() -> tuple[VectorRecord, ...]:
    request = request_of(SMALL["texts"], "Skip-gram", 10, 1, 1)
    assert isinstance(request, skipgram.SkipgramRequest)
    return tuple(skipgram.train(request))


def points(view: View) -> np.ndarray:
    return np.stack([view.table["first axis"], view.table["second axis"]], axis=1)


@pytest.mark.slow
def test_all_moments_are_drawn_on_the_axes_of_a_fifth_of_the_run(records: tuple[VectorRecord, ...]) -> None:
    """By hand: unit rows, minus the mean of the first moment after a fifth, on that moment's two widest directions."""
    frames = [record for record in records if record.snapshot is not None]
    early = next(record for record in frames if record.step >= 0.2 * record.steps)
    units = [
        np.asarray(r.snapshot, np.float64) / np.linalg.norm(r.snapshot.astype(np.float64), axis=1)[:, None]
        for r in (early, frames[-1])
    ]
    found = pca(units[0])
    expected = (units[1] - units[0].mean(axis=0)) @ found.components[:2].T
    view = views.training(**SMALL, records=records)
    np.testing.assert_allclose(points(view), expected, atol=1e-4)
    first = views.training(**SMALL, moment=0, records=records)
    assert not np.allclose(points(first), points(view), atol=0.05)
    assert first.spec is not None and view.spec is not None
    for axis in ("xaxis", "yaxis"):
        assert first.spec.layout[axis].get("range") == view.spec.layout[axis].get("range")
    with pytest.raises(ValueError, match="Expected moment to be a whole number from 0"):
        views.training(**SMALL, moment=len(frames), records=records)


@pytest.mark.slow
def test_a_moment_that_glides_in_is_the_moments_own_picture(records: tuple[VectorRecord, ...]) -> None:
    view = views.training(**SMALL, moment=1, axes=EARLY_AXES, records=records)
    made = frames(view, records, EARLY_AXES)
    assert frames(view, records, EARLY_AXES) is made and len(made.values) == len(moments(records))
    low, step = np.array([view.spec.data[0]["meta"][axis] for axis in "xy"]).T
    for at in (0, 7, len(made.values) - 1):
        own = views.training(**SMALL, moment=at, records=records)
        dots = low + step * np.stack([made.data[at][0][axis] for axis in "xy"], axis=1)
        np.testing.assert_allclose(dots, points(own), atol=1e-4)
        assert own.spec.data[0]["meta"]["x"] == view.spec.data[0]["meta"]["x"]
        assert made.sentences[at] == own.sentence
    names = [[note["text"] for note in changes["annotations"]] for changes in made.layout]
    assert len(names[0]) > 5 and all(each == names[0] for each in names)  # a name goes with its dot
    sent = Moves("moment", made.values, "key", "Moment", frames=lambda: made).of(view)[1].made()
    assert len(sent["packed"]) <= 300_000 and sent["step"] <= 2


@pytest.mark.parametrize(("seconds", "speed"), [(0.5, {1_800}), (0.0, set())])
def test_the_loss_is_said_with_its_beginning_and_the_speed(seconds: float, speed: set[float]) -> None:
    first = VectorRecord(1, 40, "training", loss=4.15888, pairs=100, seconds=seconds)
    last = VectorRecord(20, 40, "training", loss=3.2, pairs=900, seconds=seconds)
    said = views.training_loss(records=(first, last)).sentence
    assert {900, 2.5, 4.159, 3.2, *speed} <= numbers_in(said) and spell_seconds(seconds) in said


@pytest.mark.slow
def test_a_run_that_has_just_begun_moves_on_the_axes_of_its_beginning(records: tuple[VectorRecord, ...]) -> None:
    """By hand: unit rows, minus the mean of the first moment, on that moment's two widest directions."""
    first, second = moments(records)[:2]
    units = [
        np.asarray(r.snapshot, np.float64) / np.linalg.norm(r.snapshot.astype(np.float64), axis=1)[:, None]
        for r in (first, second)
    ]
    begin = views.before_training(**SMALL, records=records[: records.index(first) + 1])
    moved = views.before_training(**SMALL, records=records[: records.index(second) + 1])
    np.testing.assert_array_equal(points(begin), points(views.before_training(**SMALL)))
    by_hand = (units[1] - units[0].mean(axis=0)) @ pca(units[0]).components[:2].T
    np.testing.assert_allclose(points(moved), by_hand, atol=1e-4)
    assert round(second.epoch, 1) in numbers_in(moved.sentence)


def test_words_that_point_nearly_the_same_way_are_said_to_and_no_others() -> None:
    fan = [[np.cos(at), np.sin(at)] for at in (0.0, 0.4, 0.8)]  # two of them: (2·cos .4 + cos .8) / 3 = .85
    assert 0.85 in numbers_in(too_alike(np.array(fan)))
    wide = [[np.cos(at), np.sin(at)] for at in (0.0, 0.6, 1.2)]  # (2·cos .6 + cos 1.2) / 3 = .67
    assert too_alike(np.array(wide)) == ""


def test_the_settings_of_a_request_make_it_again() -> None:
    for method in ("Skip-gram", "Count and decompose"):
        request = request_of(["Jane Austen", "Shakespeare"], method, 25, 3, 4)
        assert request_of(**settings_of(request)) == request
    own = request_of([], "Skip-gram", 25, 2, 4, "a text of one's own")
    assert request_of(**settings_of(own)) == own


def test_words_that_are_too_rare_for_a_row_are_not_counted_as_words_of_the_text() -> None:
    text = " ".join(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] * 5 + ["k"])
    said = views.before_training(own=text, width=4).sentence
    assert {10, 5, 20_000} <= numbers_in(said)
    assert {4_156, 5, 20_000} <= numbers_in(views.before_training(texts=("Moby-Dick",), width=10).sentence)


def test_the_loss_of_one_report_is_said_once_and_the_blind_loss_beside_it() -> None:
    record = VectorRecord(1, 1, "training", loss=4.1589, pairs=100, seconds=0.0005)
    said = views.training_loss(records=(record,)).sentence
    assert {100, 500, 200_000, round(float(6 * np.log(2)), 3)} <= numbers_in(said)


def test_the_axis_of_the_loss_has_room_for_all_passes() -> None:
    record = VectorRecord(1, 30, "training", epoch=0.1, loss=4.0, pairs=100, seconds=0.5)
    view = views.training_loss(passes=3, records=(record,))
    assert view.spec is not None and view.spec.layout["xaxis"]["range"] == [0, 3]
    assert view.table["loss per pair"] == [4.0]
