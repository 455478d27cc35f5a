"""Label placement by bit masks agrees with a simple version with sets of cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explorer.figures.projection.label_placement import (
    CORNERS,
    SIDES,
    TALL,
    WIDE,
    candidates,
    find_room,
    overlaps,
    place_labels,
)
from explorer.figures.projection.occupancy_grid import CELL


def obviously(
    points: Any,
    texts: list[str],
    sizes: list[tuple[float, float]],
    limit: int,
    groups: list[int],
    marks: list[float],
    sides: Any,
) -> list[tuple[int, str]]:
    """Labels of points in [0, 1]², computed the slow way: one label after the other, cell by cell."""
    taken: list[set[tuple[int, int]]] = [set() for _ in sizes]
    found: list[tuple[int, str]] = []
    named: set[int] = set()

    def cells(left: float, top: float, right: float, bottom: float) -> set[tuple[int, int]]:
        across, down = (
            range(int(first / CELL), int(last / CELL) + 1) for first, last in ((left, right), (top, bottom))
        )
        return {(x, y) for x in across for y in down}

    for index, (x, y) in enumerate(points):
        if len(found) == limit:
            break
        if not (0 <= x <= 1 and 0 <= y <= 1) or groups[index] in named:
            continue
        spots = [(x * width, (1 - y) * height) for width, height in sizes]
        for side in sides:
            up, end = side.split()
            boxes = []
            for across, down in spots:
                wide, tall = 14 * WIDE * len(texts[index]), 14 * TALL
                left = {"right": across + 6, "left": across - 6 - wide, "center": across - wide / 2}[end]
                top = {"middle": down - tall / 2, "top": down - 6 - tall, "bottom": down + 6}[up]
                boxes.append((left, top, left + wide, top + tall))
            inside = [
                left >= 0 and top >= 0 and right <= width and bottom <= height
                for (left, top, right, bottom), (width, height) in zip(boxes, sizes, strict=True)
            ]
            if all(inside) and not any(cells(*box) & gone for box, gone in zip(boxes, taken, strict=True)):
                for box, gone in zip(boxes, taken, strict=True):
                    gone |= cells(*box)
                found.append((index, side))
                named.add(groups[index])
                break
        for (across, down), gone, (width, height) in zip(spots, taken, sizes, strict=True):
            gone.add((int(across / CELL), int(down / CELL)))
            if index < len(marks) and (reach := marks[index]):
                left, right = max(across - reach, 0), min(across + reach, width)
                gone |= cells(left, max(down - reach, 0), right, min(down + reach, height))
    return found


@pytest.mark.parametrize("seed", range(25))
def test_the_labels_are_those_of_an_obvious_version(seed: int) -> None:
    rng = np.random.default_rng(seed)
    many = int(rng.integers(1, 90))
    points = rng.normal(0.5, rng.choice([0.1, 0.3]), (many, 2))
    texts = ["w" * int(letters) for letters in rng.integers(1, 24, many)]
    sizes = [(330.0, 330.0), (520.0, 400.0)][: int(rng.integers(1, 3))]
    limit = int(rng.integers(1, 60))
    groups = rng.integers(0, 40, many).tolist()
    marks = rng.choice([0.0, 12.0, 30.0], int(rng.integers(0, many + 1))).tolist()
    sides = CORNERS if seed % 3 == 0 else SIDES
    found = place_labels(
        points, texts, sizes=sizes, bounds=(0, 0, 1, 1), limit=limit, groups=groups, marks=marks, sides=sides
    )
    expected = obviously(points.tolist(), texts, sizes, limit, groups, marks, sides)
    assert [(label.index, label.side) for label in found] == expected and expected
    assert overlaps(found) == 0


@pytest.mark.parametrize("seed", range(8))
def test_points_that_stay_may_be_made_ready_once_whoever_comes_before_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, texts = rng.normal(0.5, 0.2, (60, 2)), ["w" * int(letters) for letters in rng.integers(1, 12, 60)]
    room: dict[str, Any] = {"sizes": [(423.0, 430.0)], "bounds": (0, 0, 1, 1)}
    stay = candidates(points, texts, **room)
    first = rng.permutation(60)[:7].tolist()
    ready = candidates(points[first], [texts[row] for row in first], **room, indices=first)
    order = list(dict.fromkeys([*first, *range(60)]))
    found = place_labels(points[order], [texts[row] for row in order], **room, limit=20)
    expected = [(order[label.index], label.side) for label in found]
    assert [(label.index, label.side) for label in find_room(ready, stay, limit=20)] == expected
    assert [label.index for label in find_room(stay, limit=20)] == [
        label.index for label in place_labels(points, texts, **room, limit=20)
    ]
