"""The encoder against a slow version in float64, written position by position."""

import math
from typing import Any

import numpy as np
import pytest

from explorer.data.pretrained_tables import Int8Matrix
from explorer.sentences.encoder import HEADS, Encoder
from explorer.sentences.sentence_vectors import load_encoder, pieces


def in_float64(weight: Any) -> np.ndarray:
    if isinstance(weight, Int8Matrix):
        return (weight.integers * weight.scales.astype(np.float64)[:, None]).T
    return np.float64(weight)


def slow(encoder: Encoder, ids: tuple[int, ...]) -> np.ndarray:
    """All of it again, one position and one head at a time."""

    def norm(row: Any, scale: Any, shift: Any) -> Any:
        return (row - row.mean()) / math.sqrt(row.var() + 1e-12) * scale + shift

    rows = [norm(np.float64(encoder.rows([i])[0]) + encoder.positions[at], *encoder.norm) for at, i in enumerate(ids)]
    for weights in encoder.layers:
        w = {name: in_float64(value) for name, value in weights.items()}
        q, k, v = ([row @ w[n] + w[f"{n}_bias"] for row in rows] for n in ("query", "key", "value"))
        after = []
        for at, row in enumerate(rows):
            mixed = []
            for head in range(HEADS):
                part = slice(head * 32, head * 32 + 32)
                scores = np.array([math.exp(q[at][part] @ each[part] / math.sqrt(32)) for each in k])
                mixed.append(sum(s * each[part] for s, each in zip(scores / scores.sum(), v, strict=True)))
            row = norm(
                row + np.concatenate(mixed) @ w["out"] + w["out_bias"], w["attention_scale"], w["attention_shift"]
            )
            inner = row @ w["up"] + w["up_bias"]
            inner = np.array([x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in inner])
            after.append(norm(row + inner @ w["down"] + w["down_bias"], w["scale"], w["shift"]))
        rows = after
    return np.array(rows)


@pytest.mark.parametrize("text", ["", "bank", "She took money from the bank, न!"])
def test_the_encoder_is_what_the_formula_says(text: str) -> None:
    ids = pieces(text).ids
    expected = slow(load_encoder(), ids)
    other = pieces("Stock prices fell").ids
    *_, found = load_encoder().after_each_layer(other, ids)
    np.testing.assert_allclose(found[len(other) :], expected, atol=2e-5)
    mean = expected.mean(axis=0)
    np.testing.assert_allclose(load_encoder().sentences(other, ids)[1], mean / np.linalg.norm(mean), atol=1e-5)
