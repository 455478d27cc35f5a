"""Silent mistakes in sums, storage and sharing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from explorer.failures.failure_case import Bars, Blocks, Case, Variant
from explorer.failures.mistakes_in_libraries import SILENT as ELSEWHERE
from explorer.wording import number

_PADDING = """\
import numpy as np

W = np.array([[9.0, 9.0], [1.0, 3.0], [3.0, 1.0]])
ids = np.array([1, 2, 0, 0])  # 0 fills up the line
rows = W[ids]
mean = rows.mean(axis=0)
print(mean)"""

_HALF = """\
import numpy as np

row = np.full(64, 40, np.float16)
with np.errstate(over="ignore"):
    score = (row * row).sum()
print(score)"""

_TIED = """\
import numpy as np

W = np.eye(3, dtype=np.float32)
output = W.astype(np.float32)  # meant to be the same table
W[1] -= 0.5  # one step of training
print(W[1], output[1])"""

_LOST = """\
import numpy as np

g = np.zeros((4, 2))
ids = np.array([1, 1, 2])
grad = np.ones((3, 2))
g[ids] += grad
print(g[1])"""


def _padding(names: Mapping[str, Any], answered: bool) -> Blocks:
    names_of = ["token 1", "token 2", "filler 0", "filler 0"]
    rows = ("W[ids]", names["W"][np.array([1, 2, 0, 0])], names_of)
    return Blocks([rows, ("the mean", names["mean"][None], ["mean"])] if answered else [rows])


def _half(names: Mapping[str, Any], answered: bool) -> Bars:
    term = float(np.float32(names["row"][0]) ** 2)
    largest = float(np.finfo(np.float16).max)
    values, texts = [term, 64 * term], [f"{term:,.0f}", f"{64 * term:,.0f}"]
    if answered:
        texts[1] += f"; the lines give {number(float(names['score']))}"
    return Bars("value", ["one product", "the sum of 64"], values, texts, largest, f"float16 ends at {largest:,.0f}")


def _tied(names: Mapping[str, Any], answered: bool) -> Blocks:
    rows = [f"row {n}" for n in range(3)]
    inside = ("input table", names["W"], rows)
    return Blocks([inside, ("output table", np.asarray(names["output"]), rows)] if answered else [inside])


def _lost(names: Mapping[str, Any], answered: bool) -> Blocks:
    grad = ("gradient of each token", names["grad"], ["id 1", "id 1", "id 2"])
    return Blocks([grad, ("gradient of the table", names["g"], [f"row {n}" for n in range(4)])] if answered else [grad])


CASES = (
    Case(
        "Padding without a mask",
        "Two tokens were filled up to four with the filler 0; the sentence's vector is the mean of its rows.",
        _PADDING,
        (
            Variant(
                "Leave the filler out of the mean",
                _PADDING.replace("rows.mean(axis=0)", "rows[ids != 0].mean(axis=0)"),
                "The mean of the two real rows: that is what a mask is for.",
            ),
            Variant(
                "Set the filler's row to 0",
                _PADDING.replace("rows = W[ids]", "W[0] = 0\nrows = W[ids]"),
                "The filler adds nothing now, but it still counts: the sum is divided by 4, not by 2. A padding row of "
                "zeros is not a mask.",
            ),
        ),
        "assert np.allclose(mean, W[ids[ids != 0]].mean(axis=0))",
        "The lookup gives a row for the filler too, and the mean counts every row.",
        "By filling up further: the vector of a sentence must not change when two more fillers follow.",
        "Add up the four rows and divide by four. What would the two real rows alone give?",
        _padding,
        ELSEWHERE["Padding without a mask"],
        question="The two tokens are (1, 3) and (3, 1). What does it print?",
        options=("2 and 2", "5.5 and 5.5", "It stops with a message"),
        answer="5.5 and 5.5",
        mark=6,
    ),
    Case(
        "float16 overflows",
        "To save memory, a row is stored as float16, 16 bits per number. Its dot product with itself is wanted.",
        _HALF,
        (
            Variant(
                "Multiply in float32",
                _HALF.replace("score = (row * row)", "wide = row.astype(np.float32)\n    score = (wide * wide)"),
                "Store short, compute wide.",
            ),
            Variant(
                "Divide by √64 first",
                _HALF.replace("(row * row)", "(row / np.float16(8) * row)"),
                "The score is then an eighth of the product, 12,800, which float16 holds. Attention divides by √D "
                "anyway.",
            ),
            Variant(
                "Make the result float32",
                _HALF.replace("print(score)", "score = np.float32(score)\nprint(score)"),
                "Too late: infinity in a wider type is still infinity.",
            ),
        ),
        "assert np.isfinite(score)",
        "40 × 40 is 1,600, and 64 of them are 102,400. float16 ends at 65,504; beyond that comes infinity. The next "
        "subtraction, infinity minus infinity, gives “not a number”, which spreads through the whole model.",
        "By looking for infinity in the scores (np.isfinite). NumPy warns once if the warning isn't switched off, as "
        "line 4 does.",
        "64 × 40 × 40 is 102,400. What is the largest number in float16?",
        _half,
        ELSEWHERE["float16 overflows"],
        question="What does it print?",
        options=("102,400", "65,504", "inf, infinity"),
        answer="inf, infinity",
        mark=5,
    ),
    Case(
        "A tied table that isn't",
        "The input table and the table of the scores should be one and the same (tied).",
        _TIED,
        (
            Variant(
                "A second name for the same array",
                _TIED.replace("W.astype(np.float32)", "W"),
                "Two names for one table: a change made by one name is seen by the other.",
            ),
            Variant(
                "Only copy when it must",
                _TIED.replace("W.astype(np.float32)", "W.astype(np.float32, copy=False)"),
                "W is float32 already, so nothing is copied. For another type it would be, so check.",
            ),
            Variant(
                "Copy it openly",
                _TIED.replace("W.astype(np.float32)", "W.copy()"),
                "A copy is equal today and a different table after the first step.",
            ),
        ),
        "assert np.shares_memory(W, output)",
        "astype copies, even where the type stays the same. The two tables are equal at first; after one step they are "
        "not, and from then on the model reads words by one table and scores them by another.",
        "By asking whether the two share their memory, or by comparing them after one step. Before the step they are "
        "equal, so a test at the start sees nothing.",
        "Does astype give back the same array, or a new one with the same numbers?",
        _tied,
        ELSEWHERE["A tied table that isn't"],
        question="After the step, what does row 1 of the output table hold?",
        options=("−0.5, 0.5, −0.5, as the input table", "0, 1, 0, as before", "It stops with a message"),
        answer="0, 1, 0, as before",
        mark=4,
    ),
    Case(
        "A gradient that gets lost",
        "Token 1 stands twice in the text, so its row must get both gradients added up (a scatter-add).",
        _LOST,
        (
            Variant(
                "Add one by one",
                _LOST.replace("g[ids] += grad", "np.add.at(g, ids, grad)"),
                "np.add.at adds at each position, repeated ones too.",
            ),
            Variant(
                "The core's backward step",
                _LOST.replace(
                    "g[ids] += grad",
                    "from explorer.core.functional import embedding_backward\ng = embedding_backward(grad, ids, 4)",
                ),
                "It adds up repeated ids.",
            ),
            Variant(
                "Write the sum out",
                _LOST.replace("g[ids] += grad", "g[ids] = g[ids] + grad"),
                "The same thing, written longer: read both, add to both, write both; the last one stays.",
            ),
        ),
        "assert g.sum() == grad.sum()",
        "g[ids] += grad reads row 1 twice (0 and 0), adds to each, and writes both back to one place: the second "
        "overwrites the first.",
        "By comparing sums: what comes in must come out. A word that stands twice in a text learns from one position "
        "only. Nothing else looks wrong.",
        "Row 1 is read twice before anything is written. What do both copies hold then?",
        _lost,
        ELSEWHERE["A gradient that gets lost"],
        question="Each token brings a gradient of (1, 1). What does row 1 get?",
        options=("1 and 1", "2 and 2", "It stops with a message"),
        answer="1 and 1",
        mark=6,
    ),
)
