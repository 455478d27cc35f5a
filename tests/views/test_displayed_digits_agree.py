"""Sentences with rounded numbers: the displayed numbers must agree with each other."""

from __future__ import annotations

import math
import re

import pytest

from explorer.quiz import KINDS
from explorer.training.text_generation import wrong
from explorer.views import gradients, home, positions, tokens
from tests.support import parse_number


@pytest.mark.parametrize("seed", range(8))
def test_a_worked_line_of_the_quiz_meets_by_the_digits_it_shows(seed: int) -> None:
    slope, back, penalty = re.findall(r"−([\d.]+) × (\d+) = −([\d.]*\d)", KINDS["alibi"](seed).why)[0]
    assert float(slope) * int(back) == pytest.approx(float(penalty), rel=1e-7)
    omega, turn = re.findall(r"= ([\d.,]+) radians.*2π ÷ ω = ([\d,.]+)", KINDS["wavelength"](seed).why)[0]
    assert 2 * 3.141592653589793 / parse_number(omega) == pytest.approx(parse_number(turn), rel=6e-4)


@pytest.mark.parametrize("dim", [4, 32, 64])
def test_the_difference_of_two_scores_is_that_of_the_scores_shown(dim: int) -> None:
    sentence = positions.rope_over_distance(dim=dim).sentence
    before, after, gap = re.findall(r"it is ([−\d.,]+), as far after it ([−\d.,]+):.*of ([\d.,]+)", sentence)[0]
    assert abs(parse_number(before) - parse_number(after)) == pytest.approx(
        parse_number(gap.rstrip(".")), abs=5e-4, rel=0.05
    )


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


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("dim", [0, 7, 100])
def test_a_sum_of_a_row_and_its_position_is_that_of_the_numbers_shown(dim: int, scale: bool) -> None:
    for token in range(6):
        view = tokens.pipeline(token=token, dim=dim, scale=scale)
        written = [view.formula.worked, view.sentence.split(f"dimension {dim}: ")[1]]
        written += [
            tokens.adding(token=token, dim=dim, scale=scale, added=token + 1).sentence.split(f"number {dim} is")[1]
        ]
        for line in written:
            row, position, total = [parse_number(each) for each in re.findall(r"−?\d+\.\d{4}", line)[:3]]
            assert row + position == pytest.approx(total, abs=1e-9), line


@pytest.mark.parametrize("text", ["a", "dog bites man", "one two three four five six", "7 7 7 7 7 7 7 7"])
def test_a_sum_of_rows_or_gradients_is_that_of_the_terms_shown(text: str) -> None:
    for worked in (tokens.bags(first=text).formula.worked, gradients.touched_rows(text=text).formula.worked):
        *terms, total = map(parse_number, re.findall(r"−?\d+\.\d{3,4}", worked))
        assert "…" in worked or not terms or sum(terms) == pytest.approx(total, abs=1e-9)


def test_the_slowest_wavelength_is_the_product_of_the_factors_written() -> None:
    for base, dim, pair in ((1_000_000.0, 1_024, 511), (10_000.0, 128, 63)):
        view = positions.wavelengths(base=base, dim=dim, pairs=(pair,))
        turn, power, result = re.search(r"= ([\d.]+) · ([\d,.]+) = ([\d,.]+) positions", str(view.formula)).groups()  # type: ignore[union-attr]
        assert round(float(turn) * float(power.replace(",", ""))) == int(result.replace(",", ""))
        assert int(result.replace(",", "")) == round(float(view.table["wavelength"][-1]))


@pytest.mark.slow
@pytest.mark.parametrize("components", [0, 3, 5])
@pytest.mark.parametrize("text", ["The cat", "7", "बिल्ली", "🐱"])
def test_a_cosine_of_neighbours_is_the_quotient_that_is_shown(text: str, components: int) -> None:
    for encoding in ("gpt2", "o200k_base"):
        worked = tokens.neighbours(text=text, components=components, encoding=encoding).formula.worked
        dot, one, two, cosine = map(parse_number, re.findall(r"[−\d.]*\d", worked)[:4])
        assert f"{dot / (one * two):.3f}" == f"{cosine:.3f}"


def test_a_beginning_of_60_letters_is_counted_with_the_space_that_ends_it() -> None:
    assert "61 characters" in wrong("a" * 60) and wrong("a" * 59) == ""
