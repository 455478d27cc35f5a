"""Colours shared by all figures."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from explorer.figures.theme import (
    DASHES,
    DIVERGING,
    OKABE_ITO,
    SEQUENTIAL,
    SYMBOLS,
    in_cell,
    ink_on,
    shades,
    token_color,
)

PAPERS = ("#FFFFFF", "#10161C")
EXPLORER = Path(__file__).parents[2] / "explorer"


def luminance(color: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return sum(weight * x for weight, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.1)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("colour", OKABE_ITO)
def test_marks_stand_out_from_the_background_and_never_by_colour_alone(colour: str, paper: str) -> None:
    # WCAG requires 3:1 for marks that carry information alone; ours always have a symbol, dash, hatching or label too.
    assert contrast(colour, paper) >= 2
    assert len(set(SYMBOLS)) == len(set(DASHES)) == len(OKABE_ITO)


def test_every_tokens_colour_stands_out_from_white_and_from_the_dark_background() -> None:
    worst = min(contrast(token_color(i.to_bytes(2, "big")), paper) for i in range(0, 65536, 7) for paper in PAPERS)
    assert worst >= 3


def test_a_number_in_a_cell_is_read_on_every_colour_of_both_scales() -> None:
    found = {colour for scale in (DIVERGING, SEQUENTIAL) for colour in shades(scale, np.linspace(0, 1, 2001))}
    assert len(found) > 800
    assert min(contrast(ink_on(colour), colour) for colour in found) >= 4.5
    assert ink_on(*shades(SEQUENTIAL, np.array([np.nan]))) == "#010203"  # no cell is drawn there: the page's own ink
    assert in_cell("8", "#F2A54A") == '<span style="color:#060606">8</span>'


def test_the_tokens_of_the_first_sentence_have_hues_that_lie_apart() -> None:
    pieces = (b"The", b" cat", b" sat", b" on", b" the", b" mat")
    rgb = [[int(token_color(piece)[i : i + 2], 16) for i in (1, 3, 5)] for piece in pieces]
    apart = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in pairwise(rgb)]
    assert min(apart) > 60


def test_each_colour_stands_in_one_place() -> None:
    """Figures' colours are in `theme`, the page's light and dark pairs in the CSS that names them."""
    files = [path for kind in ("*.py", "*.css") for path in EXPLORER.rglob(kind)]
    lines = [(path, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    written = [(path.name, line) for path, line in lines if not line.lstrip().startswith((">>>", "..."))]
    for colour in OKABE_ITO:
        hexadecimal = re.compile(colour, re.IGNORECASE)
        decimal = re.compile(r"rgba?\(" + ", ?".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5)) + r"\b")
        assert {name for name, line in written if hexadecimal.search(line) or decimal.search(line)} <= {"theme.py"}
    pairs = Counter(pair for _, line in written for pair in re.findall(r"light-dark\([^)]*\)", line))
    assert pairs and not [pair for pair, times in pairs.items() if times > 1]
