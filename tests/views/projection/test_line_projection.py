"""The worked line of a shadow agrees in its displayed digits, at every angle."""

import re

import numpy as np
import pytest

from explorer.ui.plot.animation import MOST_BYTES, Moves
from explorer.views import projection
from explorer.views.animation_frames import frames_of
from explorer.words.toy_words import points


@pytest.mark.slow
def test_the_shadows_turn_with_the_line_and_its_share_follows() -> None:
    view = projection.shadow(angle=150)
    frames = frames_of(view.call, "angle", range(180))
    line, _, _, feet, _ = zip(*frames.data, strict=True)
    centred = points() - points().mean(axis=0)
    for angle in (0, 1, 59, 90, 179):
        along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        ends = np.stack([line[angle]["x"], line[angle]["y"]], axis=1)
        assert abs(np.cross(np.append(ends[1] - ends[0], 0), np.append(along, 0))[2]) < 1e-5
        there = np.stack([feet[angle]["x"], feet[angle]["y"]], axis=1)
        np.testing.assert_allclose(there, points().mean(axis=0) + np.outer(centred @ along, along), atol=1e-6)
        kept = np.square(centred @ along).sum() / np.square(centred).sum()
        said = re.search(rf"at {angle}° the shadows keep ([\d.]+) %", frames.sentences[angle])
        assert said and float(said[1]) == pytest.approx(100 * kept, rel=6e-3)
    sent = Moves("angle", range(180), "j_angle", "Angle").of(view)[1].made()
    assert len(sent["packed"]) <= MOST_BYTES and sent["step"] == 1, "a frame for every degree"


@pytest.mark.slow
def test_a_line_marks_the_angle_under_the_curve() -> None:
    frames = frames_of(projection.shadow_by_angle().at_question(guess=90.0).call, "angle", range(180))
    assert frames.traces == (), "the curve stands still"
    assert [[shape["x0"] for shape in layout["shapes"]] for layout in frames.layout] == [[n, 90] for n in range(180)]


def test_a_quarter_turn_apart_two_shares_are_all_of_it_by_their_digits() -> None:
    shares = re.findall(r"([\d.]+) %", projection.shadow_by_angle().sentence)
    assert len(shares) == 2 and sum(map(float, shares)) == pytest.approx(100, abs=1e-9)
    assert "· −" not in projection.shadow(angle=150).formula.worked
