"""Waves: sinusoids and their hands."""

from __future__ import annotations

import math

import numpy as np

from explorer.core.functional import frequencies, sinusoidal
from explorer.positional_encodings.position_similarity import Waves
from explorer.quiz.question import Mistake, Question, Show, kind, mixed, pick
from explorer.wording import fixed, number, verb

TOPIC = "Waves"


def _state(dim: int, length: int = 256, **more: str) -> dict[str, str]:
    return {"p_dim": str(dim), "p_len": str(length), **more}


@kind(TOPIC, "row-zero", "Waves")
def row_zero(rng: np.random.Generator) -> Question:
    """0, 1, 0, 1, …"""
    dim = pick(rng, 8, 16, 32, 64)
    column = int(rng.integers(dim))
    found = float(sinusoidal(1, dim)[0, column])
    return Question(
        f"A table of waves (sinusoids) has {dim} columns, sine and cosine alternating (column 0 is a sine). What "
        f"stands at position 0 in column {column}?",
        found,
        f"At position 0 every angle is 0. Column {column} is a {'cosine' if column % 2 else 'sine'}, and "
        f"{'cos' if column % 2 else 'sin'} 0 = {number(found)}.",
        Show("positions", "Heatmap", _state(dim), "The first row: 0, 1, 0, 1 and so on."),
        {"column": column, "D": dim},
        tolerance=0,
        mistakes=(Mistake(1 - found, "Sine and cosine confused", "sin 0 is 0, cos 0 is 1; even columns are sines."),),
    )


@kind(TOPIC, "wavelength")
def wavelength(rng: np.random.Generator) -> Question:
    """2π · base^(2i/D)."""
    dim = pick(rng, 8, 16, 32, 64, 128)
    pair = int(rng.integers(1, dim // 2))
    waves = Waves(256, dim)
    found = float(waves.wavelengths[pair])
    return Question(
        f"In a sinusoidal table with {dim} columns and base 10,000, after how many positions has pair {pair} (columns "
        f"{2 * pair} and {2 * pair + 1}; the first pair is 0) made one full turn?",
        found,
        f"It turns ω = 10,000^(−2·{pair}/{dim}) = {number(float(waves.frequencies[pair]), 7)} radians per position. A "
        f"full turn is 2π: 2π ÷ ω = {number(found, 4)} positions.",
        Show("positions", "Clocks", _state(dim, p_hands=str(pair)), f"Pair {pair} under “Every hand’s speed”."),
        {"D": dim, "pair": pair},
        tolerance=0.02,
        mistakes=(
            Mistake(found / (2 * math.pi), "2π forgotten", "A full turn is 2π radians."),
            Mistake(
                2 * math.pi * 10_000 ** (pair / dim),
                "i instead of 2i",
                "The exponent is 2i/D: it runs from 0 up to nearly 1 over the pairs.",
            ),
            Mistake(
                2 * math.pi * 10_000 ** (4 * pair / dim),
                "The column instead of the pair",
                "Two columns share one frequency: i counts pairs.",
            ),
            Mistake(360 / float(waves.frequencies[pair]), "Degrees", "Angles are in radians: 2π per turn, not 360."),
        ),
    )


@kind(TOPIC, "value")
def value(rng: np.random.Generator) -> Question:
    """One number of the table."""
    dim, position = 4, int(rng.integers(1, 13))
    column = int(rng.integers(4))
    table = sinusoidal([position], dim, base=100.0, dtype=np.float64)[0]
    found, other = float(table[column]), float(table[column ^ 1])
    omega = float(frequencies(dim, base=100.0)[column // 2])
    name = ("sin", "cos")[column % 2]
    degrees = math.radians(position * omega)
    wrong = math.sin(degrees) if name == "sin" else math.cos(degrees)
    return Question(
        f"A table of waves (sinusoids) has 4 columns (sin, cos, sin, cos) and base 100. What is the number at "
        f"position {position} in column {column}, to two decimals?",
        found,
        f"Pair {column // 2} turns 100^(−{2 * (column // 2)}/4) = {number(omega)} {verb(omega, 'radian', 'radians')} "
        f"per position; at position {position} the angle is {number(position * omega)}. {name} "
        f"{number(position * omega)} = {fixed(found)}.",
        Show("positions", "Heatmap", _state(4, p_base="100"), f"Row {position}, column {column}; Data has the number."),
        {"position": position, "column": column},
        tolerance=0,
        slack=0.006,
        mistakes=(
            Mistake(other, "Sine and cosine confused", "Even columns are sines, odd ones cosines."),
            Mistake(wrong, "Degrees", "The angle is in radians: switch the calculator over."),
        ),
    )


@kind(TOPIC, "hands", "Waves")
def hands(rng: np.random.Generator) -> Question:
    """D / 2 clock hands."""
    dim = pick(rng, 64, 128, 256, 512, 768)
    found = len(frequencies(dim))
    return Question(
        f"A table of waves (sinusoids) has {dim} columns. How many clock hands does it have?",
        found,
        f"A sine and a cosine share each frequency: {dim} ÷ 2 = {found} hands.",
        Show(
            "positions",
            "Clocks",
            {"p_dim": str(dim)},
            "Each clock has two columns: how far its hand points up, and to the side.",
        ),
        {"D": dim},
        tolerance=0,
        mistakes=(
            Mistake(dim, "Columns counted", "A sine and its cosine turn together: they are one hand."),
            Mistake(dim * 2, "Doubled", "Two columns make one hand, not one column two."),
        ),
    )


@kind(TOPIC, "sort-columns", "Waves")
def sort_columns(rng: np.random.Generator) -> Question:
    """Columns from fast to slow."""
    dim = pick(rng, 32, 64, 128)
    pairs = sorted(int(i) for i in rng.choice(dim // 2, 4, replace=False))
    omega = frequencies(dim)
    columns = [2 * pair + int(rng.integers(2)) for pair in pairs]
    answer = tuple(f"column {c}" for c in sorted(columns, key=lambda c: -omega[c // 2]))
    turns = ", ".join(f"column {c} every {number(2 * math.pi / float(omega[c // 2]))}" for c in columns)
    return Question(
        f"A table of waves (sinusoids) has {dim} columns, sine and cosine alternating. Put these columns in order, "
        "from the one that changes fastest along the positions to the slowest.",
        answer,
        f"Low columns turn fast, high ones slowly. A full turn takes, in positions: {turns}.",
        Show("positions", "Heatmap", _state(dim), "Stripes are fine on the left and coarse on the right."),
        {"D": dim, "columns": tuple(columns)},
        items=mixed(rng, *answer),
        ends=("fastest", "slowest"),
        mistakes=(Mistake(answer[::-1], "Fast and slow swapped", "The exponent −2i/D makes ω smaller as i grows."),),
    )


@kind(TOPIC, "base")
def base(rng: np.random.Generator) -> Question:
    """What a larger base does."""
    dim, factor = pick(rng, 16, 64, 128), pick(rng, 2, 10, 100)
    before, after = (Waves(256, dim, b).wavelengths for b in (10_000.0, 10_000.0 * factor))
    first, last = float(after[0] / before[0]), float(after[-1] / before[-1])
    slow, all_, fast, none = (
        "The fastest stays; the others get longer, the slowest most",
        f"All get {factor} times as long",
        "The slowest stays; the others get longer",
        "None changes",
    )
    assert abs(first - 1) < 1e-12 and last > 1
    return Question(
        f"The base of a sinusoidal table with {dim} columns is raised from 10,000 to {10_000 * factor:,}. What happens "
        "to the lengths of the waves?",
        slow,
        f"The length is 2π · base^(2i/D). For the first pair i is 0, and the base does not enter: 2π. The slowest gets "
        f"{number(last)} times as long.",
        Show("positions", "Clocks", _state(dim, p_base=str(min(10_000 * factor, 1_000_000))), "The left end stays."),
        {"D": dim, "factor": factor},
        choices=mixed(rng, slow, all_, fast, none),
        mistakes=(
            Mistake(
                all_, "The exponent forgotten", "The base stands under an exponent, which is 0 for the first pair."
            ),
            Mistake(fast, "Fast and slow swapped", "The exponent 2i/D is 0 for the fastest pair."),
        ),
    )
