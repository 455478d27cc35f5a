"""Sentences with rounded numbers: the displayed numbers must agree with each other."""

import math
import re
from collections.abc import Callable
from typing import Any

import pytest

from explorer.quiz import KINDS
from explorer.training.text_generation import wrong
from explorer.views import View, gradients, home, positions, projection, tokens
from tests.support import parse_number, unmet


@pytest.mark.parametrize("seed", range(8))
def test_a_worked_line_of_the_quiz_meets_by_the_digits_it_shows(seed: int) -> None:
    slope, back, penalty = re.findall(r"−([\d.]+) × (\d+) = −([\d.]*\d)", KINDS["alibi"](seed).why)[0]
    assert float(slope) * int(back) == pytest.approx(float(penalty), rel=1e-7)
    omega, turn = re.findall(r"= ([\d.,]+) radians.*2π ÷ ω = ([\d,.]+)", KINDS["wavelength"](seed).why)[0]
    assert 2 * 3.141592653589793 / parse_number(omega) == pytest.approx(parse_number(turn), rel=6e-4)


@pytest.mark.parametrize(
    "text", ["The cat sat on the mat", "a", "\n\n", "word " * 80, "x y", "👩‍👩‍👧 To be, or not to be"]
)
def test_scores_and_shares_of_home_meet_by_the_digits_they_show(text: str) -> None:
    (first,) = home.next_token(text=text, change="No positions").formulas
    more = home.chain(text=text, change="No positions").formulas
    score, power = re.findall(r"score is ([\d.]+)\. e to that power is ([\d,.]*\d)", first.worked)[0]
    assert parse_number(power) == pytest.approx(math.exp(float(score)), rel=6e-4)
    assert parse_number(power) == float(f"{parse_number(power):.4g}"), "no more digits than the score gives"
    numbers = re.findall(r"[−\d.]+ [−\d.]+ [−\d.]+ [−\d.]+ …", home.chain(text=text).says)
    row, position, total = ([parse_number(each) for each in line.split()[:4]] for line in numbers)
    assert all(abs(a + b - c) < 1e-9 for a, b, c in zip(row, position, total, strict=True))
    for look in more:
        shares, apart = look.worked.split("%:")[0], re.findall(r"lie ([\d.]+) apart", look.worked)[0]
        most, least = re.findall(r"(?:most|least), ([\d.]+)(?: × 10(\S+))?", shares)
        exponent = int(least[1].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
        gap = math.log(float(most[0]) / (float(least[0]) * 10**exponent))
        assert gap == pytest.approx(float(apart), abs=6e-3)


ENCODED, PAIRS = ("gpt2", "o200k_base"), (0, 2, 31, 63)
TEXTS = ("a", "The cat", "7 7 7 7 7 7 7 7", "one two three four five six", "बिल्ली", "🐱")
SETTINGS: list[tuple[Callable[..., View], list[dict[str, Any]]]] = [
    (projection.shadow, [{"angle": angle} for angle in range(180)]),
    (positions.alibi_slopes, [{"heads": n, "head": head, "length": 192} for n in range(1, 33) for head in range(n)]),
    (positions.nearest_rows, [{"length": 8_192, "dim": 4}, {"length": 3, "dim": 6}, {"length": 256, "dim": 128}]),
    (positions.wavelengths, [{"base": 1e6, "dim": 1_024, "pairs": (511,)}, {"dim": 128, "pairs": (63,)}]),
    (
        positions.clocks,
        [{"position": n, "base": b, "pairs": (p,)} for n in (3, 8_191) for b in (10.0, 1e6) for p in PAIRS],
    ),
    (positions.shift_matrix, [{"k": k, "pair": pair} for k in (1, 17, 64) for pair in (0, 5, 40, 63)]),
    (positions.shift_turn, [{"k": k, "pair": pair} for k, pair in ((3, 63), (2, 1), (7, 40), (64, 20))]),
    (tokens.bags, [{"first": text} for text in TEXTS]),
    (gradients.touched_rows, [{"text": text} for text in ("cat the cat cat", " 7 7 7", " a b a b")]),
    (tokens.neighbours, [{"text": t, "components": n, "encoding": e} for t in TEXTS for n in (0, 3) for e in ENCODED]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("view", "settings"), SETTINGS, ids=[view.__name__ for view, _ in SETTINGS])
def test_what_is_written_as_an_equation_is_one_by_its_digits(view: Callable[..., View], settings: Any) -> None:
    """Also where rounding alone would break it; tests/views/test_every_view.py asks it of all views at their ends."""
    equations = 0
    for each in settings:
        made = view(**each)
        written = "\n".join([made.sentence, *(formula.worked for formula in made.formulas)])
        equations += written.count(" = ")
        assert unmet(written) == [], each
    assert equations >= len(settings) / 2


def test_a_beginning_of_60_letters_is_counted_with_the_space_that_ends_it() -> None:
    assert "61 characters" in wrong("a" * 60) and wrong("a" * 59) == ""
