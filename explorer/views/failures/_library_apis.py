"""Library APIs: the same embedding in eight libraries, the spread of its initial values, and other differences."""

from __future__ import annotations

from typing import Any, Literal

from explorer.failures.library_api_results import SPREAD, differences, lines
from explorer.failures.library_apis import LIBRARY_APIS, NAMES, ROWS, WIDTH, find_api, xavier
from explorer.figures import bars_with_limit
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, listed, number, verb

Library = Literal[
    "this core",
    "PyTorch",
    "Flax nnx",
    "Equinox",
    "TensorWeaver",
    "Hugging Face GPT-2",
    "TinyTorch",
    "CS336, assignment 1",
]
ONE: Any = Choice("One library", "this core", NAMES, key="f_one", listed=True, about="a library")
OTHER: Any = Choice("Another", "PyTorch", NAMES, key="f_other", listed=True, about="another")
V: Any = Whole("Rows, V", ROWS, 1, 1_000_000, key="f_rows", typed=True, about="rows of the new table")
D: Any = Whole("Width, D", WIDTH, 1, 65_536, key="f_width", typed=True, about="numbers in a row")


@picture(differences, lines, xavier)
def library_apis(*, one: Library = ONE, other: Library = OTHER, vocab_size: Int = V, embed_dim: Int = D) -> View:
    """Spread of a new table's numbers in each library, and the number of lines in which two libraries differ.

    >>> library_apis(vocab_size=50_257, embed_dim=768).sentence.partition(" least in ")[2][:28]
    'this core and TinyTorch (0.0'
    """
    spreads = [api.spread(vocab_size, embed_dim) for api in LIBRARY_APIS]
    title = f"standard deviation of {vocab_size:,} × {embed_dim:,} numbers"
    left, right = (lines(name, vocab_size, embed_dim) for name in (one, other))
    table = {"what": list(left), one: list(left.values()), f"{other} ": list(right.values())}

    def draw(answered: bool, _: object) -> View:
        drawn = {name: spread for name, spread in zip(NAMES, spreads, strict=True) if answered or name != other}
        return View(
            bars_with_limit.bars(title, list(drawn), list(drawn.values()), list(map(number, drawn.values()))),
            _sentence(one, other, vocab_size, embed_dim) if answered else "",
            Table(table if answered else {}, "library_apis"),
            (_formula(vocab_size, embed_dim),),
            left_out="" if answered else f"{other} joins after your guess.",
        )

    return with_question(draw)


def _sentence(one: str, other: str, vocab_size: int, embed_dim: int) -> str:
    spread = {name: lines(name, vocab_size, embed_dim)[SPREAD] for name in NAMES}
    value = {name: find_api(name).spread(vocab_size, embed_dim) for name in NAMES}
    wide, narrow = (
        [name for name in NAMES if spread[name] == spread[edge]]
        for edge in (max(value, key=value.__getitem__), min(value, key=value.__getitem__))
    )
    found, every = len(differences(one, other, vocab_size, embed_dim)), len(lines(one))
    alike = (
        f"Both are {one}: choose another to see what differs."
        if one == other
        else f"Of {count(every, 'property', 'properties')} compared line by line below, {found} "
        f"{verb(found, 'differs', 'differ')} between {one} and {other}."
    )
    return (
        f"By what each library says, a new table of {vocab_size:,} × {embed_dim:,} spreads most in {listed(wide)} "
        f"({spread[wide[0]]}) and least in {listed(narrow)} ({spread[narrow[0]]}). {alike}"
    )


def _formula(vocab_size: int, embed_dim: int) -> Formula:
    bound, spread = (6 / (vocab_size + embed_dim)) ** 0.5, xavier(vocab_size, embed_dim)
    return Formula(
        r"b = \sqrt{\frac{6}{V + D}} \qquad \sigma = \frac{b}{\sqrt 3} = \sqrt{\frac{2}{V + D}}",
        {
            "V": f"rows of the table: {vocab_size:,}",
            "D": f"numbers in a row: {embed_dim:,}",
            "b": "the bound of Xavier's uniform numbers, which lie from −b to b",
            r"\sigma": "their standard deviation: the bar of this core, and of TinyTorch",
        },
        f"√(6 / {vocab_size + embed_dim:,}) = {number(bound)}, and √(2 / {vocab_size + embed_dim:,}) = "
        f"{number(spread)}.",
    )
