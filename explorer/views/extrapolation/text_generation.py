"""Generated text of small letter models, from a prompt to past their trained length."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.nn.config import ENCODINGS, Encoding, spoken
from explorer.training.character_corpus import char_text
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.text_generation import (
    AHEAD,
    BEGINNING,
    LENGTH,
    MOST,
    OFTEN,
    SHOWN,
    TEMPERATURE,
    Written,
    as_read,
    probabilities,
    sample,
    write_each,
    wrong,
)
from explorer.views.extrapolation.settings import TOLD_PLACES
from explorer.views.formula import Formula
from explorer.views.setting import Int, Several, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed, listed, number

LINE = 32
"""Letters per line: two lines are the trained length."""

BEGINS: Any = Text(
    "Beginning",
    BEGINNING,
    3 * MOST,
    key="x_begin",
    about=f"up to {MOST - 1} characters, to which a space is added; capitals are read as small letters, the only ones "
    "that the models know",
)
WRITERS: Any = Several(
    TOLD_PLACES,
    SHOWN,
    ENCODINGS,
    least=0,
    pills=True,
    key="x_writers",
    about="the models; a learned table repeats its last row past its end",
)
DRAW: Any = Whole("Draw", 0, 0, 99, key="x_draw", typed=True, help="Other random numbers.", about="of the sampling")


@picture(sample, probabilities)
def writing(*, beginning: str = BEGINS, encodings: Sequence[Encoding] = WRITERS, seed: Int = DRAW) -> View:
    """Continuations of a prompt by models trained on 64 letters, up to position 127; the page draws them as lines.

    Raises:
        ValueError: an empty or too long beginning, or a character outside the models' alphabet.

    >>> view = writing(beginning="it was ", encodings=("ALiBi",))
    >>> view.table["positions"][:2], view.table["letters"][0][:7]
    (('0 to 31', '32 to 63'), 'it was ')
    """
    begins = as_read(beginning)
    if problem := wrong(beginning):
        raise ValueError(problem)
    formulas = (_formula(encodings[0], begins),) if encodings else ()

    def draw(answered: bool, _: Any) -> View:
        texts = write_each(tuple(encodings), begins, seed, LENGTH if answered else AHEAD)
        return View(
            None,
            _sentence(texts, answered),
            Table(lines_of(texts, LENGTH if answered else TRAIN_LEN), "writing"),
            formulas,
            details=DETAILS * bool(texts),
        )

    return with_question(draw)


def go_on(encodings: Sequence[Encoding], beginning: str, seed: int) -> list[Encoding]:
    """The models of which at least half of the letters past the trained length stand in words of the book."""
    counts = {
        name: text.real(TRAIN_LEN, LENGTH)
        for name, text in write_each(tuple(encodings), as_read(beginning), seed).items()
    }
    return [name for name, (real, every) in counts.items() if 2 * real >= every]


def lines_of(texts: dict[Encoding, Written], length: int = LENGTH) -> dict[str, tuple[str, ...]]:
    """Every line of every text up to a length, with its model and its positions, as columns."""
    rows = [
        (name, f"{at} to {at + LINE - 1}", written.text[at : at + LINE])
        for name, written in texts.items()
        for at in range(0, length, LINE)
    ]
    return dict(zip(("model", "positions", "letters"), zip(*rows, strict=True) if rows else ((), (), ()), strict=True))


def _sentence(texts: dict[Encoding, Written], answered: bool) -> str:
    if not texts:
        return "No model is chosen."

    def counted(when: str, low: int, high: int) -> str:
        each = [(spoken(name), *written.real(low, high)) for name, written in texts.items()]
        shares = listed(f"{name} {real} of {every}" for name, real, every in each)
        return f"Of the letters written {when}, so many stand in words of the book: {shares}."

    past = [counted(f"from position {TRAIN_LEN} on", TRAIN_LEN, LENGTH)] if answered else []
    return " ".join([*past, counted(f"before position {TRAIN_LEN}", 0, TRAIN_LEN)])


DETAILS = (
    f"Trained on texts of {TRAIN_LEN} letters, asked for {LENGTH}, once. Counted are a to z, in words of three letters "
    f"or more, “a”, “i”, and those of two that stand there {OFTEN} times."
)


def _formula(name: Encoding, begins: str) -> Formula:
    symbols = char_text().symbols
    chances = probabilities(name, np.array([symbols.index(sign) for sign in begins]))
    first, second = (int(i) for i in np.argsort(-chances, kind="stable")[:2])
    gap = round(TEMPERATURE * math.log(chances[first] / chances[second]), 2)
    return Formula(
        r"p_i=\frac{e^{z_i/\tau}}{\sum_j e^{z_j/\tau}}",
        {
            "p_i": "how likely the letter i is drawn next",
            "z_i": "its score: what the model computes from all letters before it",
            r"\tau": f"the temperature, {TEMPERATURE}: below 1 likely letters become likelier",
            "e": "2.718…, the base of the natural logarithm",
        },
        f"{spoken(name)}, right after the beginning: the score of “{symbols[first]}” is {fixed(gap)} above that of "
        f"“{symbols[second]}”. {fixed(gap)} / {TEMPERATURE} = {fixed(gap / TEMPERATURE)}, and e to the power of "
        f"{fixed(gap / TEMPERATURE)} is {number(math.exp(round(gap / TEMPERATURE, 2)))}: so many times as likely.",
    )
