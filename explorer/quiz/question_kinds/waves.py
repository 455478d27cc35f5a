"""Waves: sinusoids and their hands."""

from __future__ import annotations

import math

import numpy as np

from explorer.core.functional import frequencies
from explorer.nn.attention_bias import alibi_bias, alibi_slopes
from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.questions import ORDER, Mistake, Question, Show
from explorer.quiz.question import kind, mixed, pick
from explorer.wording import fixed, number

TOPIC = "Waves"


def _state(dim: int, length: int = 256, **more: str) -> dict[str, str]:
    return {"p_dim": str(dim), "p_len": str(length), **more}


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
        answer=found,
        why=f"It turns ω = 10,000^(−2·{pair}/{dim}) = {number(float(waves.frequencies[pair]), 7)} radians per "
        "position. A "
        f"full turn is 2π: 2π ÷ ω = {number(found, 4)} positions.",
        show=Show("positions", "Clocks", _state(dim, p_hands=str(pair)), f"Pair {pair} under “Every hand’s speed”."),
        given={"D": dim, "pair": pair},
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
        answer=answer,
        why=f"Low columns turn fast, high ones slowly. A full turn takes, in positions: {turns}.",
        show=Show("positions", "Heatmap", _state(dim), "Stripes are fine on the left and coarse on the right."),
        given={"D": dim, "columns": tuple(columns)},
        form=ORDER,
        choices=mixed(rng, *answer),
        ends=("fastest", "slowest"),
        mistakes=(Mistake(answer[::-1], "Fast and slow swapped", "The exponent −2i/D makes ω smaller as i grows."),),
    )


@kind(TOPIC, "rope")
def rope(rng: np.random.Generator) -> Question:
    """Scores depend on the offset alone, with its sign."""
    m, n = int(rng.integers(8, 20)), int(rng.integers(0, 6))
    shift = pick(rng, 5, 7, 12, 30)
    query, key = query_and_key(8, int(rng.integers(1000)))

    def score(at: int, behind: int) -> float:
        (q_cos, q_sin), (k_cos, k_sin) = rotary_tables([at], 8), rotary_tables([behind], 8)
        turned = rotate(query[None], q_cos, q_sin), rotate(key[None], k_cos, k_sin)
        return float((turned[0] * turned[1]).sum())

    options = {
        f"query at {a}, key at {b}": score(a, b)
        for a, b in ((m + shift, n + shift), (m + shift, n), (2 * m, 2 * n + 1), (n, m))
    }
    target = score(m, n)
    right = min(options, key=lambda name: abs(options[name] - target))
    return Question(
        f"With RoPE, a query at position {m} and a key at position {n} have a score of {fixed(target)}. Which other "
        "pair of positions gives the same query and key the same score?",
        answer=right,
        why="RoPE turns both by their positions, so the score depends on the offset alone, with its sign: "
        f"{m} − {n} = {m - n}, and for {right} it is the same.",
        show=Show(
            "positions", "RoPE and ALiBi", {"p_kind": "RoPE: the scores"}, "Along a diagonal the score is the same."
        ),
        given={"m": m, "n": n, "shift": shift},
        choices=mixed(rng, *options),
        mistakes=(
            Mistake(
                f"query at {n}, key at {m}", "Before and after swapped", "The distance has a sign: n − m is not m − n."
            ),
            Mistake(
                f"query at {m + shift}, key at {n}",
                "Only one moved",
                "Both have to move by the same number of positions.",
            ),
        ),
    )


@kind(TOPIC, "alibi")
def alibi(rng: np.random.Generator) -> Question:
    """−slope · distance."""
    heads = 8
    head = int(rng.integers(heads))
    back = pick(rng, 2, 4, 6, 8)
    found = float(alibi_bias(heads, 16, 16)[head, 15, 15 - back])
    slope = float(alibi_slopes(heads)[head])
    return Question(
        f"ALiBi with {heads} heads has the slopes 1/2, 1/4, … 1/256. What does head {head + 1} (the first is 1) add to "
        f"the score of a key {back} positions before the query?",
        answer=found,
        why=f"Head {head + 1} has the slope 1/{2 ** (head + 1)} = {number(slope, 8)}; the penalty is "
        f"−{number(slope, 8)} × {back} = {number(found, 8)}.",
        show=Show(
            "positions",
            "RoPE and ALiBi",
            {"p_kind": "ALiBi", "p_heads": str(heads), "p_head": str(head)},
            "What is added, by distance.",
        ),
        given={"head": head + 1, "back": back},
        mistakes=(
            Mistake(-found, "The sign forgotten", "Looking back costs: the number is subtracted."),
            Mistake(
                found / 2, "One head too far", f"The first head has 1/2, so head {head + 1} has 1/{2 ** (head + 1)}."
            ),
            Mistake(-slope, "The distance forgotten", f"The slope is taken times the distance, {back}."),
        ),
    )
