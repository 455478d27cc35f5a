"""Waves: sinusoids and their hands."""

import math

import numpy as np

from explorer.core.functional import frequencies
from explorer.nn.attention_bias import alibi_bias, alibi_slopes
from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.questions import Question
from explorer.quiz.question import fill, kind, mixed, pick
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
    found, omega = float(waves.wavelengths[pair]), float(waves.frequencies[pair])
    turn = 2 * math.pi
    slips = {"turn": found / turn, "half": turn * 10_000 ** (pair / dim), "column": turn * 10_000 ** (4 * pair / dim)}
    words = {"sine": 2 * pair, "cosine": 2 * pair + 1, "omega": number(omega, 7), "turn": number(found, 4)}
    state = _state(dim, p_hands=str(pair))
    given = {"D": dim, "pair": pair}
    return fill("wavelength", found, given, {**slips, "degrees": 360 / omega}, state=state, words=words)


@kind(TOPIC, "sort-columns", "Waves")
def sort_columns(rng: np.random.Generator) -> Question:
    """Columns from fast to slow."""
    dim = pick(rng, 32, 64, 128)
    pairs = sorted(int(i) for i in rng.choice(dim // 2, 4, replace=False))
    omega = frequencies(dim)
    columns = [2 * pair + int(rng.integers(2)) for pair in pairs]
    answer = tuple(f"column {c}" for c in sorted(columns, key=lambda c: -omega[c // 2]))
    turns = ", ".join(f"column {c} every {number(2 * math.pi / float(omega[c // 2]))}" for c in columns)
    given, slips = {"D": dim, "columns": tuple(columns)}, {"swapped": answer[::-1]}
    choices = mixed(rng, *answer)
    return fill("sort-columns", answer, given, slips, state=_state(dim), words={"turns": turns}, choices=choices)


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
    slips = {"swapped": f"query at {n}, key at {m}", "one": f"query at {m + shift}, key at {n}"}
    words, choices = {"score": fixed(target), "offset": m - n}, mixed(rng, *options)
    return fill("rope", right, {"m": m, "n": n, "shift": shift}, slips, words=words, choices=choices)


@kind(TOPIC, "alibi")
def alibi(rng: np.random.Generator) -> Question:
    """−slope · distance."""
    heads = 8
    head = int(rng.integers(heads))
    back = pick(rng, 2, 4, 6, 8)
    found = float(alibi_bias(heads, 16, 16)[head, 15, 15 - back])
    slope = float(alibi_slopes(heads)[head])
    slips = {"sign": -found, "head": found / 2, "distance": -slope}
    state = {"p_kind": "ALiBi", "p_heads": str(heads), "p_head": str(head)}
    words = {"below": 2 ** (head + 1), "slope": number(slope, 8), "penalty": number(found, 8)}
    return fill("alibi", found, {"head": head + 1, "back": back}, slips, state=state, words=words)
