"""Known mistakes of the questions, each computed by hand."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from explorer.quiz import KINDS
from explorer.tokenizers import get

SEEDS = range(12)
Given = Mapping[str, Any]


def _learn(g: Given, ids: int) -> int:
    """How many rows get a gradient from the first `ids` ids, with tied and untied confused."""
    return len(set(g["ids"][:ids]))


def _slow(g: Given) -> float:
    """Positions per radian of a pair."""
    return float(10_000 ** (2 * g["pair"] / g["D"]))


_SAME_UNITS: Mapping[str, Callable[[float], float]] = {
    "KiB written as kB": lambda right: right / 1024 * 1000,
    "kB written as KiB": lambda right: right / 1000 * 1024,
    "MiB written as MB": lambda right: right / 1024**2 * 1000**2,
    "MB written as MiB": lambda right: right / 1000**2 * 1024**2,
    "GiB written as GB": lambda right: right / 1024**3 * 1000**3,
    "GB written as GiB": lambda right: right / 1000**3 * 1024**3,
    "Bits instead of bytes": lambda right: 8 * right,
    "The 4 bytes of a number forgotten": lambda right: right / 4,
    "A share, not a percentage": lambda right: right / 100,
    "A sign lost": lambda right: -right,
    "The sign forgotten": lambda right: -right,
}
"""Mistakes that follow from the right answer alone."""
WRONG: Mapping[str, Mapping[str, Callable[[Given], float]]] = {
    "few-hands": {"Added": lambda g: sum(g["marks"]), "One hand only": lambda g: max(g["marks"])},
    "alibi": {
        "One head too far": lambda g: -g["back"] / 2 ** (g["head"] + 1),
        "The distance forgotten": lambda g: -1 / 2 ** g["head"],
    },
    "rows-that-learn": {"Repeats counted": lambda g: len(g["ids"]), "All rows": lambda g: g["V"]},
    "repeats-add": {
        "One of the repeats kept": lambda g: g["value"],
        "Shared out among the repeats": lambda g: g["value"] / g["ids"].count(g["row"]),
        "All ids added": lambda g: g["value"] * len(g["ids"]),
    },
    "untied-rows": {
        "Tied instead of untied": lambda g: g["V"],
        "The last token counted": lambda g: _learn(g, len(g["ids"])),
        "Repeats counted": lambda g: len(g["ids"]) - 1,
    },
    "how-many-tokens": {
        "Words counted": lambda g: len(g["text"].split()),
        "Characters counted": lambda g: len(g["text"]),
    },
    "bytes": {
        "Characters counted": lambda g: len(g["text"]),
        "Two bytes each": lambda g: 2 * len(g["text"]),
        "Tokens counted": lambda g: len(get("gpt2").encode_ordinary(g["text"])),
    },
    "first-missing": {"Counted from 1": lambda g: g["L"] + 1, "The last that is there": lambda g: g["L"] - 1},
    "table": {"2 bytes per number": lambda g: 2 * g["V"] * g["D"]},
    "wider": {"Squared": lambda g: g["factor"] ** 2, "The width left out": lambda g: 1},
    "training": {
        "Gradient and Adam forgotten": lambda g: 4 * g["V"] * g["D"],
        "The gradient forgotten": lambda g: 12 * g["V"] * g["D"],
        "Adam forgotten": lambda g: 8 * g["V"] * g["D"],
    },
    "one-row": {"The whole table": lambda g: 4 * g["V"] * g["D"], "A column instead of a row": lambda g: 4 * g["V"]},
    "multiplications": {"Only those that count": lambda g: g["D"], "The width forgotten": lambda g: g["V"]},
    "flat-distance": {
        "The true distance": lambda g: math.dist(g["one"], g["two"]),
        "Steps added": lambda g: sum(abs(a - b) for a, b in zip(g["one"][:2], g["two"][:2], strict=True)),
        "The hidden direction alone": lambda g: abs(g["one"][2] - g["two"][2]),
    },
    "cosine": {
        "The lengths forgotten": lambda g: float(np.dot(g["a"], g["b"])),
        "Squares for lengths": lambda g: float(np.dot(g["a"], g["b"]))
        / math.hypot(*g["a"]) ** 2
        / math.hypot(*g["b"]) ** 2,
    },
    "share": {"Bytes over numbers": lambda g: 400 * g["V"] * g["D"] / g["parameters"]},
    "which-differ": {"Positions forgotten": lambda g: 0, "All of them": lambda g: g["n"]},
    "with-position": {
        "√D forgotten": lambda g: g["row"][g["column"]] + g["position"][g["column"]],
        "√D times the position too": lambda g: g["factor"] * (g["row"][g["column"]] + g["position"][g["column"]]),
        "D instead of √D": lambda g: g["factor"] ** 2 * g["row"][g["column"]] + g["position"][g["column"]],
        "The position forgotten": lambda g: g["factor"] * g["row"][g["column"]],
        "The row forgotten": lambda g: g["position"][g["column"]],
    },
    "one-step": {
        "Along the gradient": lambda g: g["weight"] + g["rate"] * g["gradient"],
        "The learning rate forgotten": lambda g: g["weight"] - g["gradient"],
        "The step alone": lambda g: -g["rate"] * g["gradient"],
    },
    "wavelength": {
        "2π forgotten": lambda g: _slow(g),
        "Degrees": lambda g: 360 * _slow(g),
        "i instead of 2i": lambda g: 2 * math.pi * _slow(g) ** 0.5,
        "The column instead of the pair": lambda g: 2 * math.pi * _slow(g) ** 2,
    },
}
"""The answer that a mistake leads to, from the question's numbers."""


@pytest.mark.parametrize("name", list(WRONG))
def test_a_named_mistake_is_what_somebody_gets_who_makes_it(name: str) -> None:
    met = set()
    for question in map(KINDS[name], SEEDS):
        for mistake in question.mistakes:
            right = float(question.answer)
            if mistake.name in WRONG[name]:
                expected = WRONG[name][mistake.name](question.given)
            elif mistake.name in _SAME_UNITS:
                expected = _SAME_UNITS[mistake.name](right)
            else:
                continue
            met.add(mistake.name)
            assert mistake.reply == pytest.approx(expected, rel=1e-6), (question.given, mistake.name)
    assert met >= set(WRONG[name])
