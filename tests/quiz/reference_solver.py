"""Reference solver of the quiz: parses the text of a question and solves it as on paper, without the app's code.

It uses only shipped data (texts, word tables, losses of the experiments) and tiktoken.
"""

from __future__ import annotations

import inspect
import json
import math
import os
import re
import timeit
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from explorer.data import load_corpus
from explorer.tokenizers import get
from explorer.tokenizers.vocabulary_parts import Ranks
from explorer.training.precomputed_run_results import arrays
from explorer.words.shipped_tables import shipped


def _count(text: str, encoding: str = "gpt2") -> int:
    return len(get(encoding).encode_ordinary(text))  # tiktoken's own, unpacked from what is shipped


def _cosine(a: list[float], b: list[float]) -> float:
    return (a[0] * b[0] + a[1] * b[1]) / math.hypot(*a) / math.hypot(*b)


PROMPTS: dict[str, tuple[str, Callable[..., Any]]] = {
    "embedded": (
        r"Token ids of shape \((?P<b>N), (?P<t>N)\) are looked up in a table of shape \(N, (?P<d>N)\)\. What shape .*",
        lambda b, t, d: f"({b}, {t}, {d})",
    ),
    "table-shape": (
        r"What shape is the weight of Embedding\(vocab_size=(?P<v>N), embed_dim=(?P<d>N)\)\?",
        lambda v, d: f"({v}, {d})",
    ),
    "positions-shape": (
        r"A layer has N tokens, width (?P<d>N), and learned positions for texts of up to (?P<n>N) tokens; .*",
        lambda d, n: f"({n}, {d})",
    ),
    "largest-id": (r"A table has (?P<v>N) rows\. What is the largest token id .*", lambda v: v - 1),
    "widths": (
        r"A token table has rows of (?P<a>N) numbers, the table of positions rows of (?P<b>N)\. .*adds them.*",
        lambda a, b: f"{a} numbers per token: they are added one by one" if a == b else "An error: the widths differ",
    ),
    "batch-forgotten": (
        r"The positions’ module says: “Expected 3D .* got shape \(N, (?P<d>N)\).*”\. One text of (?P<t>N) tokens .*",
        lambda t, d: f"(1, {t}, {d})",
    ),
    "numbers-out": (
        r"(?P<b>N) texts of (?P<t>N) tokens go into an embedding layer with .*width (?P<d>N) .*numbers come out\?",
        lambda b, t, d: b * t * d,
    ),
    "table": (
        r"A token table has (?P<v>N) rows of (?P<d>N) numbers, stored as FP32\. How many bytes .*",
        lambda v, d: v * d * 4,
    ),
    "positions": (
        r"A model with N tokens and width (?P<d>N) reads up to (?P<n>N) tokens\. How many more bytes .* in FP32 .*",
        lambda d, n: n * d * 4,
    ),
    "wider": (
        r"A table of N rows is made wider: (?P<to>N) numbers per row instead of (?P<d>N)\. How many times .* bytes .*",
        lambda to, d: to / d,
    ),
    "training": (
        r"A table of (?P<v>N) × (?P<d>N) FP32 numbers is trained with Adam and a dense gradient\. How many bytes .*",
        lambda v, d: v * d * 4 * (1 + 1 + 2),
    ),
    "half": (
        r"A table of (?P<v>N) rows and (?P<d>N) columns is stored in 16 bits per number \(BF16\)\. How many bytes .*",
        lambda v, d: v * d * 16 / 8,
    ),
    "untied": (
        r"The token table has (?P<v>N) × (?P<d>N) FP32 numbers, and the output layer (?P<how>is tied to it|has a "
        r"matrix of its own, of the same size)\. How many bytes .*",
        lambda v, d, how: v * d * 4 * (1 if how == "is tied to it" else 2),
    ),
    "onehot": (
        r"(?P<b>N) texts of (?P<t>N) tokens are written as one-hot vectors over a vocabulary of (?P<v>N), in FP32\. .*",
        lambda b, t, v: b * t * v * 4,
    ),
    "share": (
        r".* has (?P<v>N) tokens, a width of (?P<d>N) and (?P<n>N) parameters\. What percentage of them .*",
        lambda v, d, n: 100 * v * d / n,
    ),
    "rows-that-fit": (
        r"Rows have (?P<d>N) FP32 numbers\. How many rows fit into (?P<gb>N) GB \(1 GB = 10⁹ bytes\)\?",
        lambda d, gb: gb * 10**9 // (4 * d),
    ),
    "sort-tables": (
        r"Put these token tables in order, from the smallest to the largest\.",
        lambda items: sorted(items, key=lambda item: math.prod(_whole(n) for n in item.split(": ")[1].split(" × "))),
    ),
    "one-row": (
        r"A table has N rows of (?P<d>N) FP32 numbers\. How many bytes of it does the lookup of one token read\?",
        lambda d: d * 4,
    ),
    "context": (
        r"A text of (?P<t>N) tokens is looked up in a table of width (?P<d>N) \(FP32, N rows\)\. How many bytes .*",
        lambda t, d: t * d * 4,
    ),
    "how-many": (
        r"A batch has (?P<b>N) texts of (?P<t>N) tokens; the table has N rows\. How many lookups does one step make\?",
        lambda b, t: b * t,
    ),
    "more-rows": (
        r"A table gets (?P<to>N) instead of (?P<was>N) (?P<what>numbers per row|rows)\. How many times .* bytes .*",
        lambda to, was, what: 1 if what == "rows" else to / was,
    ),
    "multiplications": (
        r"Instead of looking .* one-hot vector \(N numbers\) by a (?P<v>N) × (?P<d>N) table\. .* multiplications .*",
        lambda v, d: v * d,
    ),
    "rows-that-learn": (
        r"A text has the ids (?P<ids>\[.*\]); the table has N rows, and is only read from\. .*",
        lambda ids: len(set(ids)),
    ),
    "repeats-add": (
        r"The ids (?P<ids>\[.*\]) are looked up, .* has the gradient (?P<g>N)\. .* numbers in row (?P<row>N)\?",
        lambda ids, g, row: sum(g for i in ids if i == row),
    ),
    "most-share": (
        r"A batch has (?P<b>N) texts of (?P<t>N) tokens, the table has (?P<v>N) rows, and .* untied\. At most .*",
        lambda b, t, v: 100 * b * t / v,
    ),
    "tied": (
        r"A model with (?P<v>N) tokens reads \[.*\] and guesses .* rows of the same table\. .*",
        lambda v: v,
    ),
    "untied-rows": (
        r"A model with N tokens reads (?P<ids>\[.*\]) and guesses .* rows of a second table\. .*",
        lambda ids: len(set(ids)),
    ),
    "one-step": (
        r"A number in a row is (?P<w>F), its gradient is (?P<g>F), the learning rate is (?P<rate>F)\. .* plain SGD\?",
        lambda w, g, rate: w - rate * g,
    ),
    "sparse-bytes": (
        r"(?P<n>N) different tokens of a table of N × (?P<d>N) FP32 numbers .* row-sparse: .* id in 8 bytes\. .*",
        lambda n, d: n * (d * 4 + 8),
    ),
    "adam-moves": (
        r"The first .* The optimizer is (?P<opt>Adam|plain SGD), .* stored (?P<way>dense|row-sparse)\. .*",
        lambda opt, way: "It moves" if (opt, way) == ("Adam", "dense") else "It stays where it is",
    ),
    "same-bag": (
        r"The rows of “(?P<a>.*)” are added up, and the rows of “(?P<b>.*)” as well, without positions\. .*",
        lambda a, b: "Yes: the two sums are equal" if sorted(a.split()) == sorted(b.split()) else "No: the sums differ",
    ),
    "orders": (
        r"The (?P<n>N) words .* can be put in different orders\. .* have the same sum .*",
        lambda n: math.factorial(n),
    ),
    "with-position": (
        r"“.*” has the row \((?P<row>.*)\), position N has \((?P<at>.*)\)\. The layer gives the row "
        r"(?P<how>times √D = 2, plus|plus) the position\. What is the number in column (?P<c>N) .*",
        lambda row, at, how, c: (2 if "2" in how else 1) * _values(row)[c] + _values(at)[c],
    ),
    "which-differ": (r"In “.*” the words “.*” and “.*” change places\. Each word is one token\. .*", lambda: 2),
    "row-zero": (
        r"A table of waves \(sinusoids\) has N columns, sine and cosine alternating .* position 0 in column (?P<c>N)\?",
        lambda c: math.cos(0) if c % 2 else math.sin(0),
    ),
    "wavelength": (
        r"In a sinusoidal table with (?P<d>N) columns and base (?P<base>N), .* pair (?P<pair>N) \(.* one full turn\?",
        lambda d, base, pair: 2 * math.pi * base ** (2 * pair / d),
    ),
    "value": (
        r"A table of waves \(sinusoids\) has 4 columns \(sin, .* (?P<p>N) in column (?P<c>N), .*",
        lambda p, c: (math.cos if c % 2 else math.sin)(p / 100 ** (c // 2 * 2 / 4)),
    ),
    "hands": (
        r"A table of waves \(sinusoids\) has (?P<d>N) columns\. How many clock hands .*",
        lambda d: len({i // 2 for i in range(d)}),
    ),
    "sort-columns": (
        r"A table of waves \(sinusoids\) has N columns, sine and cosine alternating\. .* fastest .* to the slowest\.",
        lambda items: sorted(items, key=lambda item: int(item.split()[1])),
    ),
    "base": (
        r"The base of a sinusoidal table with (?P<d>N) columns is raised from (?P<a>N) to (?P<b>N)\. .*",
        lambda d, a, b: "The fastest stays; the others get longer, the slowest most"
        if sorted(((b / a) ** (2 * i / d) for i in range(d // 2)), reverse=True)[-1] == 1 and b > a
        else "",
    ),
    "rope": (
        r"With RoPE, a query at position (?P<m>N) and a key at position (?P<n>N) have a score of .*",
        lambda m, n, items: next(
            item for item in items if m - n == int(item.split()[2].rstrip(",")) - int(item.split()[-1])
        ),
    ),
    "alibi": (
        r"ALiBi with 8 heads has the slopes 1/2, .* What does head (?P<h>N) "
        r"\(.* of a key (?P<back>N) positions before .*",
        lambda h, back: -back / 2**h,
    ),
    "how-many-tokens": (
        r"How many tokens does GPT-2’s tokenizer make of “(?P<text>.*)”\? .*",
        lambda text: _count(text),
    ),
    "bytes": (
        r"GPT-2’s tokenizer merges neighbours, beginning with bytes \(UTF-8\)\. "
        r"How many bytes does “(?P<text>.*)” have\?",
        lambda text: len(text.encode()),
    ),
    "space": (
        r"GPT-2’s tokenizer reads “.*”, and then “(?P<text>.*)” with a (?P<how>capital|space in front)\. .*",
        lambda text, how: "The same id, so the same row"
        if get("gpt2").encode_ordinary(text if how == "capital" else f" {text}")
        == get("gpt2").encode_ordinary(text.lower())
        else "Other ids, so other rows",
    ),
    "fewest": (
        r"The same sentence in \w+: “(?P<text>.*)”\. Which of these tokenizers makes the fewest tokens of it\?",
        lambda text, items: min(items, key=lambda name: _count(text, name)),
    ),
    "merge": (
        r"GPT-2’s tokenizer builds “(?P<word>.*)” out of its bytes, merge by merge\. .*",
        lambda word: _first_merge(word.replace("␣", " ")),
    ),
    "sort-texts": (
        r"Put these texts in order, from the fewest to the most tokens in gpt2\.",
        lambda items: sorted(items, key=lambda item: _count(item.split(": ", 1)[1])),
    ),
    "other-table": (
        r"“.*” becomes the ids (?P<ids>\[.*\]) in .*\. .* table made for gpt2, with (?P<v>N) rows\. .*",
        lambda ids, v: "An error: an id has no row" if max(ids) >= v else "No error, but not the rows of this text",
    ),
    "batch-shape": (
        r"Three texts have (?P<a>N), (?P<b>N) and (?P<c>N) tokens\. They become one batch .* filled with padding\?",
        lambda a, b, c: 3 * max(a, b, c) - a - b - c,
    ),
    "letters-seen": (
        r"Within a text GPT-2’s tokenizer meets “(?P<word>\w+)”, with the space before it\. .*",
        lambda word: f"{_count(f' {word}')} id{'s' if _count(f' {word}') > 1 else ''} and no letter",
    ),
    "who-tells": (
        r"Rows begin at random, .* the next word of “(?P<text>[^”]*)” To which row does that of “(?P<one>\w+)” .*",
        lambda text, one: _followed_alike(text.split(), one),
    ),
    "few-hands": (
        r"A clock counts positions\. Its three hands .* have (?P<a>N), (?P<b>N) and (?P<c>N) marks\. .*",
        lambda a, b, c: a * b * c,
    ),
    "flat-distance": (
        r"Two rows are \((?P<a>.*)\) and \((?P<b>.*)\)\. A map shows the first two numbers only\. How far .*",
        lambda a, b: math.dist(_values(a)[:2], _values(b)[:2]),
    ),
    "kept-spread": (
        r"The spread of a table along its four directions is (?P<v>.*)\. A map shows the two widest\. .*",
        lambda v: 100 * sum(sorted(_values(v.replace(" and", ",")))[2:]) / sum(_values(v.replace(" and", ","))),
    ),
    "cosine": (
        r"What is the cosine between the vectors \((?P<a>.*)\) and \((?P<b>.*)\), to two decimals\?",
        lambda a, b: _cosine(_values(a), _values(b)),
    ),
    "found-line": (
        r"A search by meaning .* vector \((?P<q>.*)\); line A has \((?P<a>.*)\), line B \((?P<b>.*)\), "
        r"line C \((?P<c>.*)\)\. .*",
        lambda q, **lines: f"line {max(lines, key=lambda name: _cosine(_values(q), _values(lines[name]))).upper()}",
    ),
    "shadow": (
        r"Four points lie at \((?P<w>N), 0\), \(−N, 0\), \(0, (?P<h>N)\) and .* the (?P<line>level|upright) line .*",
        lambda w, h, line: 100 * (w if line == "level" else h) ** 2 / (w**2 + h**2),
    ),
    "analogy": (
        r"In GloVe, which row lies nearest to (?P<b>\w+) − (?P<a>\w+) \+ (?P<c>\w+), if no word is left out, .*",
        lambda a, b, c: _nearest(a, b, c),
    ),
    "neighbours-kept": (
        r"On the flat map of GloVe’s 30,000 words .* nearest to “(?P<word>\w+)” .*",
        lambda word: _kept(word),
    ),
    "first-missing": (
        r"A model has a learned table of (?P<n>N) positions and .* from 0\. Which is the first .* without a row\?",
        lambda n: n,
    ),
    "can-it-read": (
        r"A model was trained on N tokens with (?P<how>a learned table of positions|sinusoids)\. Can it read N\?",
        lambda how: "It runs, but training never showed the model those rows"
        if how == "sinusoids"
        else "No: there are no rows, and the program refuses",
    ),
    "how-worse": (
        r"A small model with (?P<name>\w+) positions was trained on texts of 64 .* at positions (?P<a>N) to (?P<b>N)\?",
        lambda name, a, b: _worse(_mean(name, 32, 64), _mean(name, a, b + 1)),
    ),
    "sort-encodings": (
        r"Small models trained on 64 characters read positions (?P<a>N) to (?P<b>N)\. .* from the lowest loss to .*",
        lambda a, b, items: sorted(items, key=lambda name: _mean(name, a, b + 1)),
    ),
    "squeezed": (
        r"A model trained on (?P<n>N) positions reads (?P<m>N) with position interpolation: .* is (?P<p>N) moved\?",
        lambda n, m, p: p * n / m,
    ),
}
"""How each question begins and ends, and its answer, computed from its text. `N` is a whole number, `F` any number;
`items` are the choices, or the items to be put in order."""

_ROWS = r"Rows have (?P<d>N) FP32 numbers; one table has (?P<v>N) of them, another (?P<w>N)\."
TRUE: tuple[tuple[str, str, Callable[..., bool]], ...] = (
    (
        r"A table of waves \(sinusoids\) has (?P<d>N) columns, .*",
        r".*low columns change slowly .*",
        lambda d: _turns(d)[0] > _turns(d)[1],
    ),
    (
        r"A table of waves \(sinusoids\) has (?P<d>N) columns, .*",
        r"The low columns .* fast, .*",
        lambda d: _turns(d)[0] < _turns(d)[1],
    ),
    (
        r"A table of waves \(sinusoids\) has (?P<d>N) columns, .*",
        r"All columns .* equally .*",
        lambda d: _turns(d)[0] == _turns(d)[1],
    ),
    (r"A token table has (?P<v>N) rows, .* a width of (?P<d>N)\. .*", r".* smaller numbers .*", lambda v, d: v < 2 * d),
    (r"A token table has (?P<v>N) rows, .* a width of (?P<d>N)\. .*", r".* larger numbers .*", lambda v, d: v > 2 * d),
    (r"A token table has (?P<v>N) rows, .* a width of (?P<d>N)\. .*", r".* same size\.", lambda v, d: v == 2 * d),
    (
        r"Our small model with sinusoids .* positions (?P<a>N) to (?P<b>N)\.",
        r".* (as well as|can read texts longer) .*",
        lambda a, b: _mean("sinusoidal", a, b + 1) < _mean("sinusoidal", 32, 64) + 0.1,
    ),
    (
        r"Our small model with sinusoids .* positions (?P<a>N) to (?P<b>N)\.",
        r".* reads the later ones worse .*",
        lambda a, b: _mean("sinusoidal", a, b + 1) > _mean("sinusoidal", 32, 64) + 0.1,
    ),
    (
        r"Our small model with sinusoids .* positions (?P<a>N) to (?P<b>N)\.",
        r".* have no rows past .*",
        lambda a, b: not all(math.isfinite(_wave(p, i)) for p in range(a, b + 1) for i in (0, 31)),
    ),
    (
        r"A model with gpt2’s vocabulary .* batches of (?P<n>N) tokens of books\.",
        r".* about 1 % of the rows .*",
        lambda n: all(_touched(book, n) < 0.02 for book in ("austen", "mobydick")),
    ),
    (
        r"A model with gpt2’s vocabulary .* batches of (?P<n>N) tokens of books\.",
        r"Every row gets a gradient .*",
        lambda n: all(_touched(book, n) == 1 for book in ("austen", "mobydick")),
    ),
    (
        r"A model with gpt2’s vocabulary .* batches of (?P<n>N) tokens of books\.",
        r"How many rows .* depends on the batch, .*",
        lambda n: all(_touched(book, n // 2) < _touched(book, n) < _tied() for book in ("austen", "mobydick")),
    ),
    (r"GPT-3 has (?P<n>N) parameters, .*", r".* is (?P<p>F) % of its parameters.*", lambda n, p: _near(p, n)),
    (r"GPT-3 has (?P<n>N) parameters, .*", r".*about (?P<p>F) % of .*parameters.*", lambda n, p: _near(p, n)),
    (
        r"A map shows .* look around “(?P<word>\w+)”\.",
        r".* words of similar meaning\.",
        lambda word: _near_in_both(word)[0] == 10,
    ),
    (
        r"A map shows .* look around “(?P<word>\w+)”\.",
        r".* close only because .* not drawn\.",
        lambda word: _near_in_both(word)[0] < 10,
    ),
    (
        r"A map shows .* look around “(?P<word>\w+)”\.",
        r".* words of opposite meaning\.",
        lambda word: _near_in_both(word)[1] < 0,
    ),
    (_ROWS, r".* does not depend on the number of rows V\.", lambda d, v, w: _cached(d, v) == _cached(d, w)),
    (_ROWS, r".* bytes .* don’t depend on V; its time can.*", lambda d, v, w: _cached(d, v) != _cached(d, w)),
    (_ROWS, r".* grows in proportion to V\.", lambda d, v, w: _slower() > 50),
)
"""Context of a statement, how it begins and ends, and whether it holds there."""


def _whole(text: str) -> int:
    return int(text.replace(",", ""))


def _values(text: str) -> list[float]:
    return [float(part.replace("−", "-")) for part in text.split(", ")]


def _turns(dim: int) -> tuple[float, float]:
    """Positions per turn of the first and of the last columns."""
    return 2 * math.pi, 2 * math.pi * 10_000 ** ((dim - 2) / dim)


def _near(percent: float, parameters: int) -> bool:
    return abs(percent - 100 * 50_257 * 12_288 / parameters) < 0.1 * percent


def _followed_alike(words: list[str], one: str) -> str:
    """The other word that the same words follow."""
    after = {word: {b for a, b in pairwise(words) if a == word} for word in words}
    (found,) = (word for word in after if word != one and after[word] == after[one])
    return found


@cache
def _touched(book: str, tokens: int) -> float:
    """The share of gpt2's rows that the first batches of a book touch, counted one by one."""
    ids = get("gpt2").encode_ordinary(load_corpus(book))
    batches = [ids[at : at + tokens] for at in range(0, len(ids) - tokens + 1, tokens)][:4]
    return sum(len(set(batch)) for batch in batches) / len(batches) / 50_257


def _match(pattern: str, text: str) -> dict[str, Any] | None:
    """The groups that a pattern finds in a text; None if it doesn't match."""
    pattern = re.sub(r"\bN\b(?!\w)", r"[\\d,]*\\d", pattern)
    pattern = re.sub(r"\bF\b", r"[−-]?[\\d.]+", pattern)
    found = re.fullmatch(pattern, text)
    if found is None:
        return None

    def read(written: str) -> Any:
        if re.fullmatch(r"[\d,]*\d", written):
            return _whole(written)
        if re.fullmatch(r"[−-]?[\d.]+", written):
            return float(written.replace("−", "-"))
        return json.loads(written) if written.startswith("[") else written

    return {name: read(written) for name, written in found.groupdict().items()}


def solve(prompt: str, items: tuple[str, ...]) -> Any:
    """The answer, computed from the question's text alone, slowly and without the app."""
    if said := re.fullmatch(r"(?P<setting>.*) Somebody writes: “(?P<quoted>.*)” What do the numbers say\?", prompt):
        quoted = _holds(said["setting"], said["quoted"])
        right = [item for item in items[:-1] if _holds(said["setting"], item)]
        assert quoted != bool(right) and len(right) <= 1, prompt
        return items[-1] if quoted else right[0]
    fits = [(found, worked) for pattern, worked in PROMPTS.values() if (found := _match(pattern, prompt)) is not None]
    assert len(fits) == 1, (prompt, len(fits))
    found, worked = fits[0]
    more = {"items": items} if "items" in inspect.signature(worked).parameters else {}
    return worked(**found, **more)


def _holds(setting: str, statement: str) -> bool:
    fits = [
        holds(**here, **there)
        for where, words, holds in TRUE
        if (here := _match(where, setting)) is not None and (there := _match(words, statement)) is not None
    ]
    assert len(fits) == 1, (setting, statement, len(fits))
    return fits[0]


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


def _kept(word: str) -> str:
    both, _ = _near_in_both(word)
    return "0 to 2 of 10" if both <= 2 else "3 to 6 of 10" if both <= 6 else "7 to 10 of 10"


@cache
def _near_in_both(word: str) -> tuple[int, float]:
    """How many of a word's ten nearest stay so on the map, and the largest cosine of the map's ten."""
    words, rows = _glove()
    row = words.index(word)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    true = np.argsort(-(unit @ unit[row]))
    centred = rows - rows.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    flat = centred @ axes[:2].T
    drawn = np.argsort(np.linalg.norm(flat - flat[row], axis=1))
    there = drawn[drawn != row][:10]
    return len(set(true[true != row][:10]) & set(there)), float((unit[there] @ unit[row]).max())


def _wave(position: int, pair: int) -> float:
    return math.sin(position / 10_000 ** (2 * pair / 64))


@cache
def _tied() -> float:
    """The share of rows that a softmax over them gives a gradient: (p − y) h, row by row."""
    scores = np.random.default_rng(0).normal(size=1_000)
    gradient = np.exp(scores) / np.exp(scores).sum()
    gradient[7] -= 1
    return float((gradient != 0).mean())


def _cached(dim: int, rows: int) -> bool:
    """Whether an FP32 table fits into this machine's near cache; 1 MiB where the size is unknown."""
    sizes = [os.sysconf(name) for name in ("SC_LEVEL2_CACHE_SIZE",) if name in os.sysconf_names]
    return rows * dim * 4 <= max([2**20, *sizes])


@cache
def _slower() -> float:
    """How many times as long a lookup of the same number of rows takes in a table a hundred times as long."""
    rng, fastest = np.random.default_rng(0), []
    for rows in (64, 6_400):
        table, ids = np.ones((rows, 256), np.float32), rng.integers(0, rows, 2_000)
        fastest.append(min(timeit.repeat(lambda table=table, ids=ids: table[ids], number=1, repeat=20)))
    return fastest[1] / fastest[0]


def _mean(encoding: str, start: int, stop: int) -> float:
    return float(arrays()[f"language/{encoding}/plain/by position"][:, start:stop].mean())


def _worse(inside: float, beyond: float) -> str:
    if beyond > arrays()["ngrams"][0]:
        return "It gets worse than guessing by letter counts"
    return "It rises, and stays below guessing by letter counts" if beyond > inside + 0.1 else "It stays within 0.1"
