"""Silent mistakes with ids: the lookup returns the row of another id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from explorer.failures.failure_case import Bars, Blocks, Case, Variant
from explorer.failures.mistakes_in_libraries import SILENT as ELSEWHERE
from explorer.tokenizers import token_bytes, visible

_NEGATIVE = """\
import numpy as np

W = np.arange(12.0).reshape(6, 2)
ids = np.array([2, 0, -1])  # -1: nothing here
rows = W[ids]
print(rows[2])"""

_FRACTION = """\
import numpy as np

W = np.arange(100.0)[:, None]  # row 29 holds 29
ids = np.array([0.07, 0.29]) * 100
rows = W[ids.astype(int)]
print(ids[1], rows[1])"""

_TOKENIZER = """\
import numpy as np
from explorer.tokenizers import decode_bytes, encode

text = "The cat sat on the mat"
ids = encode(text, "cl100k_base")
W = np.zeros((50_257, 8))  # gpt2's table
rows = W[ids]
print(rows.shape)
print(decode_bytes(ids, "gpt2").decode())"""

_SHIFTED = """\
import numpy as np

W = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
words = ["<pad>", "cat", "dog", "sat"]
ids = [words.index(w) for w in ("cat", "dog")]
rows = W[ids]
print(rows[0])"""


def _negative(names: Mapping[str, Any], answered: bool) -> Blocks:
    table = ("table W", names["W"], [f"row {n}" for n in range(len(names["W"]))])
    return Blocks([table, ("W[ids]", names["rows"], [f"id {i}" for i in names["ids"]])] if answered else [table])


def _fraction(names: Mapping[str, Any], answered: bool) -> Bars:
    meant, came = [7.0, 29.0], np.asarray(names["ids"], float)
    titles = ["id meant", "id computed", "row read"] if answered else ["id meant"]
    bars = [(f"{title}, {which}", value) for title, both in _three(meant, came, names, titles) for which, value in both]
    return Bars("id", [name for name, _ in bars], [v for _, v in bars], [f"{v!r}" for _, v in bars])


def _three(
    meant: list[float], came: Any, names: Mapping[str, Any], titles: list[str]
) -> list[tuple[str, list[tuple[str, float]]]]:
    each = [meant, came.tolist(), names["rows"].ravel().tolist()]
    return [(title, [("first", a), ("second", b)]) for title, (a, b) in zip(titles, each, strict=False)]


def _tokenizer(names: Mapping[str, Any], answered: bool) -> Bars:
    ids = names["ids"].tolist()
    encoding = "gpt2" if answered else "cl100k_base"
    words = [visible(piece.decode("utf-8", "replace")) for piece in token_bytes(ids, encoding)]
    texts = [f"{i:,}: “{word}” in {encoding}" for i, word in zip(ids, words, strict=True)]
    last = len(names["W"]) - 1
    return Bars(
        "token id", [f"token {n}" for n in range(len(ids))], ids, texts, last, f"the last row of the table is {last:,}"
    )


def _shifted(names: Mapping[str, Any], answered: bool) -> Blocks:
    trained = ("as trained", np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]), ["cat", "dog", "sat"])
    return Blocks([trained, ("W[ids]", names["rows"], ["cat?", "dog?"])] if answered else [trained])


CASES = (
    Case(
        "Negative ids wrap",
        "Somebody marks an empty position with the id −1. In NumPy −1 means: count from the end.",
        _NEGATIVE,
        (
            Variant(
                "Leave out what is not an id",
                _NEGATIVE.replace("rows = W[ids]\nprint(rows[2])", "ids = ids[ids >= 0]\nrows = W[ids]\nprint(rows)"),
                "Two ids, two rows. Code further on must know that one position was dropped.",
            ),
            Variant(
                "A row of its own for “nothing here”",
                _NEGATIVE.replace(
                    "rows = W[ids]",
                    "W = np.vstack([W, [0.0, 0.0]])\nids = np.where(ids < 0, 6, ids)\nrows = W[ids]",
                ),
                "Row 6 holds zeros and stands for “nothing here”: that is what a padding row is.",
            ),
            Variant(
                "Ask the core's lookup",
                _NEGATIVE.replace(
                    "rows = W[ids]", "from explorer.core.functional import embedding\nrows = embedding(ids, W)"
                ),
                "Not fixed, but no longer silent: it stops and says where.",
            ),
        ),
        'assert ids.min() >= 0, "an id below 0"',
        "A list of numbers has no idea that they are ids. W[-1] is the last row, 5: that row's numbers go into the "
        "model, and in training its row learns from positions where there is no word.",
        "By one line before the lookup that checks the smallest id. A number that means “nothing” should be one that "
        "no lookup takes.",
        "In Python, what is the last item of a list called?",
        _negative,
        ELSEWHERE["Negative ids wrap"],
        question="What are the numbers of the third row?",
        options=("0 and 0", "10 and 11", "It stops with a message"),
        answer="10 and 11",
        mark=5,
    ),
    Case(
        "Fractions cut to ids",
        "Ids went through a spreadsheet as shares of 100 and are multiplied back: 0.29 × 100.",
        _FRACTION,
        (
            Variant(
                "Round before you cut",
                _FRACTION.replace("np.array([0.07, 0.29]) * 100", "np.rint(np.array([0.07, 0.29]) * 100)"),
                "The nearest whole number is the id that was meant, here.",
            ),
            Variant(
                "Never leave the integers",
                _FRACTION.replace("np.array([0.07, 0.29]) * 100", "np.array([7, 29])"),
                "The best way: ids are names, not amounts. Store them as integers.",
            ),
            Variant(
                "Cut with np.floor",
                _FRACTION.replace("ids.astype(int)", "np.floor(ids).astype(int)"),
                "The same cut in other words.",
            ),
        ),
        'assert (ids == np.rint(ids)).all(), "an id is a fraction"',
        "0.29 can't be written exactly with ones and zeros, so 0.29 × 100 comes out a little below 29, and turning it "
        "into an integer cuts everything after the point.",
        "By asking whether each id equals its rounded self. The core's lookup does that and stops.",
        "A computer's 0.29 is not exactly 0.29. Is the product a little above or a little below?",
        _fraction,
        ELSEWHERE["Fractions cut to ids"],
        question="Which row does the second id read?",
        options=("Row 28", "Row 29", "It stops with a message"),
        answer="Row 28",
        mark=5,
    ),
    Case(
        "Another model's tokenizer",
        "The table is gpt2's; the text was cut by cl100k_base, another tokenizer.",
        _TOKENIZER,
        (
            Variant(
                "The tokenizer that the table was trained with",
                _TOKENIZER.replace('"cl100k_base"', '"gpt2"'),
                "Decoding the ids gives the text back.",
            ),
            Variant(
                "A table as large as the other vocabulary",
                _TOKENIZER.replace("(50_257, 8))  # gpt2's table", "(100_277, 8))  # gpt2's table, and more rows"),
                "More rows, but row 791 is still the row of another word.",
            ),
        ),
        'assert decode_bytes(ids, "gpt2").decode() == text',
        "An id is a row number in one vocabulary. Here all ids of the sentence happen to be below 50,257, so each "
        "finds a row: the row of some other piece of text.",
        "By decoding the ids with the table's own tokenizer and comparing with the text. An id from 50,257 up "
        "would have brought a message: short tests with common words hide the mistake.",
        "All six ids are below 50,257. Does a lookup know which words the rows belong to?",
        _tokenizer,
        ELSEWHERE["Another model's tokenizer"],
        question="What do gpt2's rows of these ids mean?",
        options=("The same sentence", "Other pieces of text", "It stops with a message"),
        answer="Other pieces of text",
        mark=7,
    ),
    Case(
        "Ids one off",
        "The table was trained on cat, dog, sat. Later somebody puts a special token, <pad>, in front of the list.",
        _SHIFTED,
        (
            Variant(
                "The new token at the end of the list",
                _SHIFTED.replace(
                    'words = ["<pad>", "cat", "dog", "sat"]',
                    'words = ["cat", "dog", "sat", "<pad>"]\nW = np.vstack([W, [0.0, 0.0]])',
                ),
                "Old ids keep their rows; the new token gets a new row.",
            ),
            Variant(
                "A row in front as well",
                _SHIFTED.replace("words =", "W = np.vstack([[0.0, 0.0], W])\nwords ="),
                "List and table are shifted together, so they agree again.",
            ),
            Variant(
                "Wrap ids that are too large",
                _SHIFTED.replace(
                    'words.index(w) for w in ("cat", "dog")]', 'words.index(w) % 3 for w in ("cat", "dog")]'
                ),
                "That keeps the last word from stopping the program, but each word still reads another word's row.",
            ),
        ),
        'assert len(words) == len(W) and (W[words.index("cat")] == [1, 0]).all()',
        "Each word moved one position on; the rows did not: cat reads the row of dog, dog the row of sat.",
        "By comparing the length of the list with the number of rows, and by one word whose row you know. The last "
        "word alone would have stopped: id 3 has no row.",
        "What is the position of cat in the new list? Which row has that number?",
        _shifted,
        ELSEWHERE["Ids one off"],
        question="Which row does “cat” get?",
        options=("cat's row, 1 and 0", "dog's row, 0 and 1", "It stops with a message"),
        answer="dog's row, 0 and 1",
        mark=6,
    ),
)
