"""Silent mistakes with positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from explorer.failures.failure_case import Bars, Blocks, Case, Variant
from explorer.failures.mistakes_in_libraries import SILENT as ELSEWHERE
from explorer.wording import fixed

_SLICE = """\
import numpy as np

P = np.ones((64, 4))  # 64 positions
x = np.ones((128, 4))  # 128 tokens
out = [token + position for token, position in zip(x, P[:128])]
print(len(out))"""

_SCALE = """\
import numpy as np
from explorer.core.functional import sinusoidal

D = 64
token = np.full(D, 0.125)  # trained with x sqrt(D)
position = sinusoidal(4, D)[3]
kept = np.full(D, 1.0) + position  # an output kept from training
out = token + position
print(np.linalg.norm(token).round(2), np.linalg.norm(position).round(2))"""

_LAYOUT = """\
import numpy as np
from explorer.core.functional import sinusoidal

trained = sinusoidal(3, 6, layout="interleaved")
loaded = sinusoidal(3, 6, layout="concatenated")
print(trained[1].round(2))
print(loaded[1].round(2))"""


def _slice(names: Mapping[str, Any], answered: bool) -> Bars:
    sizes = {"tokens": len(names["x"]), "position rows": len(names["P"])}
    if answered:
        sizes["vectors that came out"] = len(names.get("out", ()))
    return Bars("how many", list(sizes), list(sizes.values()), [f"{n}" for n in sizes.values()])


def _scale(names: Mapping[str, Any], answered: bool) -> Bars:
    found = {"token as stored": np.full(names["D"], 0.125), "position": names["position"]}
    if answered:
        found |= {
            "token as added": names["out"] - names["position"],
            "token as trained": names["kept"] - names["position"],
        }
    lengths = [float(np.linalg.norm(vector)) for vector in found.values()]
    return Bars("length of the vector", list(found), lengths, [fixed(length) for length in lengths])


def _layout(names: Mapping[str, Any], answered: bool) -> Blocks:
    labels = [f"pos {n}" for n in range(3)]
    trained = ("as trained", names["trained"].round(2), labels)
    return Blocks([trained, ("as loaded", names["loaded"].round(2), labels)] if answered else [trained])


CASES = (
    Case(
        "64 rows for 128 positions",
        "A position table has 64 rows. Somebody takes the first 128 of them.",
        _SLICE,
        (
            Variant(
                "A table with 128 rows",
                _SLICE.replace("(64, 4))  # 64", "(128, 4))  # 128"),
                "Each token has its position.",
            ),
            Variant(
                "Let zip compare the lengths",
                _SLICE.replace("P[:128])", "P[:128], strict=True)"),
                "Not fixed, but no longer silent: it stops.",
            ),
            Variant("Ask for more rows", _SLICE.replace("P[:128]", "P[:1_000]"), "A slice gives what there is: 64."),
        ),
        "assert len(out) == len(x)",
        "A slice never complains: P[:128] of 64 rows is 64 rows. And zip stops at the shorter of the two, so the "
        "second half of the text is gone.",
        "By comparing lengths before and after, and by asking for row 127 itself, P[127], which does stop.",
        "A slice gives what there is. And what does zip do when one side ends?",
        _slice,
        ELSEWHERE["64 rows for 128 positions"],
        question="How many vectors come out?",
        options=("64", "128", "It stops with a message"),
        answer="64",
        mark=5,
    ),
    Case(
        "× √D forgotten",
        "A model was trained with token rows times √D = 8. The program that loads it leaves the factor out.",
        _SCALE,
        (
            Variant(
                "Times √D",
                _SCALE.replace("out = token", "token = token * np.sqrt(D)\nout = token"),
                "The same vector as in training.",
            ),
            Variant(
                "Times D",
                _SCALE.replace("out = token", "token = token * D\nout = token"),
                "Too much by a factor of 8: now the position hardly counts.",
            ),
        ),
        "assert np.allclose(out, kept, atol=1e-5)",
        "Shapes and types are right, so nothing complains. The token's vector is 8 times too short, so the position "
        "drowns the word.",
        "By an output that was kept from training and is compared after loading. Shapes alone prove little.",
        "The stored row has 64 numbers of 0.125. How long is that vector beside one of 32 sines and 32 cosines?",
        _scale,
        ELSEWHERE["× √D forgotten"],
        question="Without the factor, which is longer: the token's vector or the position's?",
        options=("The token's", "The position's", "They are equally long"),
        answer="The position's",
        mark=8,
    ),
    Case(
        "Waves in another order",
        "The model learned sines and cosines side by side; the loader computes all sines first, then all cosines.",
        _LAYOUT,
        (
            Variant(
                "The layout of the training", _LAYOUT.replace('"concatenated"', '"interleaved"'), "The same table."
            ),
            Variant(
                "Put the columns in order",
                _LAYOUT.replace('"concatenated")', '"concatenated")\nloaded = loaded[:, [0, 3, 1, 4, 2, 5]]'),
                "First sine, first cosine, second sine, second cosine: the same table.",
            ),
            Variant(
                "Every second column first",
                _LAYOUT.replace('"concatenated")', '"concatenated")\nloaded = loaded[:, [0, 2, 4, 1, 3, 5]]'),
                "That is the way from side by side to halves. Here the opposite was needed.",
            ),
        ),
        "assert np.allclose(loaded, trained)",
        "Both tables hold the same columns in another order. Shapes, lengths and the distances between rows are equal, "
        "so all tests of those pass; but the weights above learned what column 1 means.",
        "By comparing row 1 with a row kept from training, number by number. Row 0 shows it too: 0, 1, 0, 1 or "
        "0, 0, 0, 1.",
        "The same columns, in another order: does the number of rows or columns change?",
        _layout,
        ELSEWHERE["Waves in another order"],
        question="Which of these differs between the two tables?",
        options=("Their shape", "The distances between rows", "The order of the columns"),
        answer="The order of the columns",
        mark=5,
    ),
)
