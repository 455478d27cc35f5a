"""Waves: RoPE and ALiBi, which add the position where query and key are compared."""

from __future__ import annotations

import numpy as np

from explorer.nn.attention_bias import alibi_bias, alibi_slopes
from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.quiz.question import Mistake, Question, Show, kind, mixed, pick
from explorer.quiz.question_kinds.waves import TOPIC
from explorer.wording import fixed, number


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
        right,
        "RoPE turns both by their positions, so the score depends on the offset alone, with its sign: "
        f"{m} − {n} = {m - n}, and for {right} it is the same.",
        Show("positions", "RoPE and ALiBi", {"p_kind": "RoPE: the scores"}, "Along a diagonal the score is the same."),
        {"m": m, "n": n, "shift": shift},
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
        found,
        f"Head {head + 1} has the slope 1/{2 ** (head + 1)} = {number(slope, 8)}; the penalty is "
        f"−{number(slope, 8)} × {back} = {number(found, 8)}.",
        Show(
            "positions",
            "RoPE and ALiBi",
            {"p_kind": "ALiBi", "p_heads": str(heads), "p_head": str(head)},
            "What is added, by distance.",
        ),
        {"head": head + 1, "back": back},
        mistakes=(
            Mistake(-found, "The sign forgotten", "Looking back costs: the number is subtracted."),
            Mistake(
                found / 2, "One head too far", f"The first head has 1/2, so head {head + 1} has 1/{2 ** (head + 1)}."
            ),
            Mistake(-slope, "The distance forgotten", f"The slope is taken times the distance, {back}."),
        ),
    )
