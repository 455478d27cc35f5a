"""All cases, in the order of learning: those that raise, then the silent ones (cases.toml)."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from explorer.failures.failure_case import Bars, Blocks, Case, Variant
from explorer.failures.mistakes_in_libraries import CORE, JAX, NUMPY, TORCH
from explorer.tokenizers import token_bytes, visible
from explorer.wording import fixed, number

HEADS = {
    NUMPY: "import numpy as np\n\n",
    CORE: "import numpy as np\nfrom explorer.core import Embedding, EmbeddingLayer, PositionalEncoding, Tensor\n\n",
    TORCH: "import torch\nfrom torch import nn\n\n",
    JAX: "import jax.numpy as jnp\n\n",
}
"""What stands before the program of each library."""


def _range(names: Mapping[str, Any], answered: bool) -> Bars:
    ids = names["ids"].ravel().tolist()
    rows = names["table"].vocab_size
    texts = [f"{i:,}" + (": no such row" if answered and i >= rows else "") for i in ids]
    bars = Bars("token id", [f"token {n}" for n in range(len(ids))], ids, texts)
    return replace(bars, limit=rows - 1, limit_text=f"the last row is {rows - 1:,}") if answered else bars


def _long(names: Mapping[str, Any], answered: bool) -> Bars:
    layer, length = names["layer"], len(names["ids"])
    if layer.pos_encoding_type == "sinusoidal":
        return Bars("positions", ["the sequence needs"], [length], [f"{length:,}"])
    rows = layer.max_seq_len
    more = f": {length - rows:,} without a row" if answered and length > rows else ""
    return Bars(
        "positions",
        ["the sequence needs", "the table has"],
        [length, rows],
        [f"{length:,}{more}", f"{rows:,}"],
        rows,
        f"max_seq_len {rows:,}",
    )


def _width(names: Mapping[str, Any], answered: bool) -> Bars:
    token, position = names["tokens"].embed_dim, names["positions"].embed_dim
    gap = f": {abs(position - token)} numbers find no partner" if answered and position != token else ""
    return Bars(
        "numbers per vector", ["token row", "position row"], [token, position], [f"{token}", f"{position}{gap}"]
    )


def _axes(names: Mapping[str, Any], answered: bool) -> Bars:
    shape = names["x"].shape
    missing = ": no batch" if answered and len(shape) == 2 else ""
    return Bars("axes", ["expected", "came"], [3, len(shape)], ["(batch, seq, embed)", f"{shape}{missing}"])


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


PICTURES: Mapping[str, Callable[[Mapping[str, Any], bool], Blocks | Bars]] = {
    "Index out of range": _range,
    "Sequence too long": _long,
    "Widths that don't match": _width,
    "2D where 3D is expected": _axes,
    "Negative ids wrap": _negative,
    "Fractions cut to ids": _fraction,
    "Another model's tokenizer": _tokenizer,
    "Ids one off": _shifted,
    "64 rows for 128 positions": _slice,
    "× √D forgotten": _scale,
    "Waves in another order": _layout,
    "Padding without a mask": _padding,
    "float16 overflows": _half,
    "A tied table that isn't": _tied,
    "A gradient that gets lost": _lost,
}
"""By the name of the case."""


def _case(name: str, *, source: str, variants: Any, elsewhere: Any, options: Any = (), **rest: Any) -> Case:
    changed = tuple(
        Variant(title, source.replace(each["replaced"], each["by"]), each["note"]) for title, each in variants.items()
    )
    programs = {library: HEADS[library] + program for library, program in elsewhere.items()}
    return Case(name, source, changed, programs, PICTURES[name], options=tuple(options), **rest)


_WRITTEN = tomllib.loads(Path(__file__).with_name("cases.toml").read_text(encoding="utf-8"))
CASES = tuple(_case(name, **fields) for name, fields in _WRITTEN.items())
RAISING = tuple(case for case in CASES if not case.options)
SILENT = tuple(case for case in CASES if case.options)
