"""Waves seen whole: which of them training showed come round, and which of them do the harm on new rows."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import reasons as dots
from explorer.figures.extrapolation import why as figures
from explorer.figures.spec import Spec
from explorer.scripts import reasons as scripts
from explorer.scripts import why as wave_scripts
from explorer.training.findings.losses import TRAIN_LEN
from explorer.training.reasons import findings, sentences
from explorer.training.reasons.items import SEEDS
from explorer.training.why import Waves, waves_seen, waves_sentence
from explorer.wording import number

LENGTHS = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
WIDTHS = [16, 32, 64, 128, 256]
BASES = {f"{training.base:,.0f}": training.base for training in findings.BASES}


@lru_cache(maxsize=64)
def _waves(embed_dim: int, train_len: int, base: float, marked: bool) -> tuple[Waves, Spec]:
    waves = waves_seen(embed_dim, train_len, base=base)
    return waves, figures.waves(waves.wavelength, waves.turns, train_len=train_len, marked=marked)


def show_waves() -> None:
    """Wavelength of every pair against the trained length, then the models of each base."""
    waves, _ = _waves(64, TRAIN_LEN, 10_000.0, False)
    right = str(waves.whole)
    guess = ui.predict(
        "x_guess_waves",
        "A sinusoidal row has 32 waves. How many of them make a whole turn from position 0 to 63?",
        sorted({right, "16", "24", "32"}, key=int),
        answer=right,
        because=f"The next slower wave needs {waves.wavelength[waves.whole]:.0f} positions for its first turn.",
        hint="count the dots below the dashed line.",
    )
    width, length, base = 64, TRAIN_LEN, 10_000.0
    if guess:
        with ui.controls("x_waves"):
            left, middle, third = st.columns(3, gap="large")
            length = left.select_slider("Trained length", LENGTHS, 64, key="x_wl", bind="query-params")
            width = middle.select_slider("Columns of a row", WIDTHS, 64, key="x_wd", bind="query-params")
            base = BASES[third.select_slider("Base", list(BASES), "10,000", key="x_wb", bind="query-params")]
    waves, figure = _waves(width, length, base, bool(guess))
    slowest = f"The slowest wave needs {number(float(waves.wavelength[-1]), 4)} positions for one turn."
    ui.picture(
        "x_waves",
        figure,
        summary=waves_sentence(waves, length) if guess else slowest,
        table=(
            lambda: ui.Table(
                {
                    "pair": list(range(len(waves.wavelength))),
                    "positions in one turn": waves.wavelength.round(2),
                    "turns seen": waves.turns.round(4),
                    "share of the sine's values seen": waves.sine_seen.round(4),
                    "share of the cosine's values seen": waves.cosine_seen.round(4),
                },
                "waves_seen",
            )
        )
        if guess
        else None,
        script=lambda: wave_scripts.waves(width, length, base, turns=bool(guess)),
    )
    _formula(waves, width, length, base)
    if guess:
        _bases()


def _formula(waves: Waves, width: int, length: int, base: float) -> None:
    pair, shown = width // 2 - 1, for_the_sum(float(waves.wavelength[-1]), length - 1)
    ui.formula(
        "x_waves",
        r"\lambda_i=2\pi\,b^{2i/D}\qquad\text{turns}=\frac{L-1}{\lambda_i}",
        {
            r"\lambda_i": "positions that wave i needs for one turn",
            "i": f"the pair of columns: {pair}, the slowest",
            "b": f"the [[base]]: {base:,.0f}",
            "D": f"columns of a row: {width}",
            "L": f"the trained length: {length:,}; from the first position to the last it is {length - 1:,} steps",
        },
        f"The slowest: 2π · {base:,.0f} to the power of {2 * pair}/{width} = {shown} positions. From position 0 to "
        f"{length - 1:,} it makes {length - 1:,} / {shown} = {number(float(waves.turns[-1]))} turns.",
    )


def for_the_sum(wavelength: float, steps: int) -> str:
    """The wavelength with as many digits, 4 or more, as it takes for the turns to come out of the sum as written.

    >>> for_the_sum(16.4313, 4096), 4096 / 16.43
    ('16.43', 249.3...)
    """
    turns = number(steps / wavelength)
    shown = (number(wavelength, digits) for digits in range(4, 12))
    return next(text for text in shown if number(steps / float(text.replace(",", ""))) == turns)


@lru_cache(maxsize=1)
def _by_base() -> Spec:
    rises = {f"base {training.base:,.0f}": findings.rows_new(training).seeds for training in findings.BASES}
    return dots.dots(rises, x_title="rise of the loss on rows 64 to 127 (nats)", x_range=(-0.2, 2.2))


def _bases() -> None:
    """Which waves do the harm, and whether it helps to have seen all of them whole."""
    st.header("Are unseen waves what does the harm?", anchor=False)
    st.markdown(_told())
    ui.picture("x_bases", _by_base(), summary=_sentences()[0], table=_bases_table, script=scripts.bases)
    st.text(_sentences()[1])


@cache
def _told() -> str:
    """Of the shipped trainings, which stay as they are: put together once."""
    bases = [training.base for training in findings.BASES]
    return (
        f"{sentences.unseen_waves_verdict()}\n\n"
        f"Trained for this question: models of {len(bases)} bases, from {min(bases):,.0f} to {max(bases):,.0f}. "
        f"{sentences.whole_waves_verdict()}\n\n**{sentences.conclusion()}**"
    )


@cache
def _sentences() -> tuple[str, str]:
    return sentences.bases_sentence(), sentences.moved_sentence()


def _bases_table() -> ui.Table:
    rises = {f"base {training.base:,.0f}": findings.rows_new(training) for training in findings.BASES}
    rises |= {f"base 10,000, {name} moved": rise for name, rise in findings.moved().items()}
    columns: dict[str, object] = {"rows 64 to 127": list(rises)}
    for seed in range(len(SEEDS)):
        columns[f"rise, seed {seed}"] = np.array([rise.seeds[seed] for rise in rises.values()]).round(4)
    return ui.Table(columns, "bases")
