"""Reference solver of the quiz: answers from the numbers and words given to a question, as on paper, without the core.

It uses only shipped data (word tables, losses of the experiments) and tiktoken.
"""

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from explorer.tokenizers import get
from explorer.tokenizers.vocabulary_parts import Ranks
from explorer.training.precomputed_run_results import arrays
from explorer.words.shipped_tables import shipped

Given = Mapping[str, Any]


def _count(text: str, encoding: str = "gpt2") -> int:
    return len(get(encoding).encode_ordinary(text))  # tiktoken's own, unpacked from what is shipped


def _ids(text: str) -> list[int]:
    return get("gpt2").encode_ordinary(text)


SOLVE: dict[str, Callable[[Given], Any]] = {
    "embedded": lambda g: f"({g['B']}, {g['T']}, {g['D']})",
    "table-shape": lambda g: f"({g['V']}, {g['D']})",
    "largest-id": lambda g: g["V"] - 1,
    "table": lambda g: g["V"] * g["D"] * 4,
    "wider": lambda g: g["factor"],
    "training": lambda g: g["V"] * g["D"] * 4 * (1 + 1 + 2),
    "share": lambda g: 100 * g["V"] * g["D"] / g["parameters"],
    "one-row": lambda g: g["D"] * 4,
    "more-rows": lambda g: g["factor"] if g["wider"] else 1,
    "multiplications": lambda g: g["V"] * g["D"],
    "rows-that-learn": lambda g: len(set(g["ids"])),
    "repeats-add": lambda g: sum(g["value"] for i in g["ids"] if i == g["row"]),
    "tied": lambda g: g["V"],
    "untied-rows": lambda g: len(set(g["ids"][:-1])),
    "one-step": lambda g: g["weight"] - g["rate"] * g["gradient"],
    "adam-moves": lambda g: "It moves" if (g["optimizer"], g["sparse"]) == ("Adam", False) else "It stays where it is",
    "same-bag": lambda g: (
        "Yes: the two sums are equal"
        if sorted(g["first"].split()) == sorted(g["second"].split())
        else "No: the sums differ"
    ),
    "with-position": lambda g: g["factor"] * g["row"][g["column"]] + g["position"][g["column"]],
    "which-differ": lambda g: len(g["positions"]),
    "wavelength": lambda g: 2 * math.pi * 10_000 ** (2 * g["pair"] / g["D"]),
    "sort-columns": lambda g: tuple(f"column {column}" for column in sorted(g["columns"])),
    "rope": lambda g: f"query at {g['m'] + g['shift']}, key at {g['n'] + g['shift']}",
    "alibi": lambda g: -g["back"] / 2 ** g["head"],
    "how-many-tokens": lambda g: _count(g["text"]),
    "bytes": lambda g: len(g["text"].encode()),
    "space": lambda g: (
        "The same id, so the same row" if _ids(g["word"]) == _ids(g["other"]) else "Other ids, so other rows"
    ),
    "merge": lambda g: _first_merge(g["word"]),
    "sort-texts": lambda g: tuple(sorted(g["labels"], key=lambda label: _count(label.split(": ", 1)[1]))),
    "letters-seen": lambda g: f"{_count(' ' + g['word'])} id{'s' if _count(' ' + g['word']) > 1 else ''} and no letter",
    "other-script": lambda g: _times(_count(g["text"]) / _count(g["english"])),
    "who-tells": lambda g: _followed_alike(g["text"].split(), g["word"]),
    "few-hands": lambda g: math.prod(g["marks"]),
    "flat-distance": lambda g: math.dist(g["one"][:2], g["two"][:2]),
    "cosine": lambda g: float(np.dot(g["a"], g["b"])) / math.hypot(*g["a"]) / math.hypot(*g["b"]),
    "analogy": lambda g: _nearest(g["a"], g["b"], g["c"]),
    "neighbours-kept": lambda g: _kept(g["word"]),
    "first-missing": lambda g: g["L"],
    "can-it-read": lambda g: (
        "No: there are no rows, and the program refuses"
        if g["learned"]
        else "It runs, but training never showed the model those rows"
    ),
    "how-worse": lambda g: _worse(_mean(g["encoding"], 32, 64), _mean(g["encoding"], 256, 512)),
}
"""The answer of each kind from what is given, those with a misconception aside (test_misconceptions.py)."""


def _followed_alike(words: list[str], one: str) -> str:
    """The other word that the same words follow."""
    after = {word: {b for a, b in pairwise(words) if a == word} for word in words}
    (found,) = (word for word in after if word != one and after[word] == after[one])
    return found


def _times(factor: float) -> str:
    return "as many" if factor == 1 else "more, up to twice as many" if factor <= 2 else "more than twice as many"


def _first_merge(word: str) -> str:
    """The adjacent pair whose merge has the lowest rank in tiktoken's list."""
    ranks = Ranks(get("gpt2"))
    pieces = [bytes([byte]) for byte in word.encode()]
    pairs = [(ranks[a + b], a, b) for a, b in pairwise(pieces) if a + b in ranks]
    _, a, b = min(pairs)
    return f"“{a.decode().replace(' ', '␣')}” and “{b.decode().replace(' ', '␣')}”"


def _glove() -> tuple[list[str], np.ndarray]:
    table = shipped("GloVe")
    rows = np.asarray(table.vectors, np.float64)
    return list(table.words), rows


def _nearest(a: str, b: str, c: str) -> str:
    words, rows = _glove()
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    one, two, three = (unit[words.index(word)] for word in (a, b, c))
    return words[int(np.argmax(unit @ (two - one + three)))]


def _mean(encoding: str, start: int, stop: int) -> float:
    return float(arrays()[f"language/{encoding}/plain/by position"][:, start:stop].mean())


def _worse(inside: float, beyond: float) -> str:
    if beyond > arrays()["ngrams"][0]:
        return "It gets worse than guessing by letter counts"
    return "It rises, and stays below guessing by letter counts" if beyond > inside + 0.1 else "It stays within 0.1"


def _kept(word: str) -> str:
    """How many of a word's ten nearest stay so on the map of the first two components."""
    words, rows = _glove()
    row = words.index(word)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    true = np.argsort(-(unit @ unit[row]))
    centred = rows - rows.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    flat = centred @ axes[:2].T
    drawn = np.argsort(np.linalg.norm(flat - flat[row], axis=1))
    both = len(set(true[true != row][:10]) & set(drawn[drawn != row][:10]))
    return "0 to 2 of 10" if both <= 2 else "3 to 6 of 10" if both <= 6 else "7 to 10 of 10"
