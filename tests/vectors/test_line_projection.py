import numpy as np
import pytest

from explorer.vectors.line_projection import best_angle, closest_shadows, shadow
from explorer.vectors.pca import pca
from explorer.views.projection import _line_projection as figures
from explorer.words.toy_words import WORDS, points

CLOUD = points()


def test_the_longest_shadow_lies_along_the_first_component() -> None:
    best = best_angle(CLOUD)
    shares = [shadow(CLOUD, angle).share for angle in np.arange(0, 180, 0.5)]
    assert abs(np.argmax(shares) * 0.5 - best) <= 0.5
    assert shadow(CLOUD, best).share == pytest.approx(pca(CLOUD).shares[0], rel=1e-5)
    for angle in (0, 35, 150):
        assert shadow(CLOUD, angle).share + shadow(CLOUD, angle + 90).share == pytest.approx(1)


def test_two_words_far_apart_meet_in_the_first_shadow() -> None:
    one, two, far, near = closest_shadows(CLOUD, 150)
    assert far == pytest.approx(np.linalg.norm(CLOUD[one] - CLOUD[two]))
    apart = shadow(CLOUD, 150).coordinates
    assert near == pytest.approx(abs(apart[one] - apart[two]))
    assert far > 10 * near
    every = [np.linalg.norm(a - b) for at, a in enumerate(CLOUD) for b in CLOUD[:at]]
    assert far >= np.median(every)


@pytest.mark.slow
def test_the_lines_ends_never_change_places_as_it_turns() -> None:
    """Else a picture that moves from one angle to the next draws a stump, with the shadows beyond its ends."""
    lines = [figures.shadows(CLOUD, shadow(CLOUD, angle).feet, WORDS, (0, 1)).data[0] for angle in range(180)]
    steps = np.array([[line["x"][1] - line["x"][0], line["y"][1] - line["y"][0]] for line in lines], float)
    assert ((steps[1:] * steps[:-1]).sum(axis=1) > 0).all()


@pytest.mark.parametrize("angle", [60, 150])
def test_words_cover_neither_each_other_nor_a_ring_on_a_phone(angle: int) -> None:
    found, (one, two, _, _) = shadow(CLOUD, angle), closest_shadows(CLOUD, angle)
    spec = figures.shadows(CLOUD, found.feet, WORDS, (one, two))
    low, high = spec.layout["xaxis"]["range"]
    unit = 280 / (high - low)  # pixels, where the picture is 280 wide
    boxes = []
    for (x, y), word, side in zip(CLOUD * (unit, -unit), WORDS, spec.data[2]["textposition"], strict=True):
        wide, tall = 8 * len(word), 16
        across = x + (9 if "right" in side else -9 - wide if "left" in side else -wide / 2)
        down = y + (9 if "bottom" in side else -9 - tall if "top" in side else -tall / 2)
        boxes.append((across, across + wide, down, down + tall))
    # The axis' numbers stand 10 pixels below the picture's lower edge, in which a word may not reach.
    assert max(box[3] for box in boxes) <= -spec.layout["yaxis"]["range"][0] * unit + 8
    for at, (left, right, top, bottom) in enumerate(boxes):
        for left_2, right_2, top_2, bottom_2 in boxes[:at]:
            assert min(right, right_2) <= max(left, left_2) or min(bottom, bottom_2) <= max(top, top_2)
