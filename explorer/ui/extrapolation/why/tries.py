"""What else was tried: whole waves and bases, and a row of other explanations, each with the rise that it left."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import reasons as dots
from explorer.figures.extrapolation import why as figures
from explorer.figures.spec import Spec
from explorer.scripts import reasons as scripts
from explorer.scripts import why as wave_scripts
from explorer.training.findings.losses import TRAIN_LEN
from explorer.training.reasons import findings, sentences
from explorer.training.reasons.items import STEPS
from explorer.training.why import Waves, waves_seen, waves_sentence
from explorer.ui.extrapolation.why.said import once
from explorer.wording import number

LENGTHS = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
WIDTHS = [16, 32, 64, 128, 256]
BASES = {f"{training.waves.base:,.0f}": training.waves.base for training in findings.BASES}


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
        "A sinusoidal row of 64 columns has 32 waves. How many make at least one whole turn within 64 positions?",
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
    slowest = f"The slowest wave needs {waves.wavelength[-1]:,.0f} positions for one turn."
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
    pair, shown = width // 2 - 1, for_the_sum(float(waves.wavelength[-1]), length)
    ui.formula(
        "x_waves",
        r"\lambda_i=2\pi\,b^{2i/D}\qquad\text{turns}=\frac{L}{\lambda_i}",
        {
            r"\lambda_i": "positions that wave i needs for one turn",
            "i": f"the pair of columns: {pair}, the slowest",
            "b": f"the [[base]]: {base:,.0f}",
            "D": f"columns of a row: {width}",
            "L": f"the trained length: {length:,}",
        },
        f"The slowest: 2π · {base:,.0f} to the power of {2 * pair}/{width} = {shown} positions. Within {length:,} it "
        f"makes {length:,} / {shown} = {number(float(waves.turns[-1]))} turns.",
    )


def for_the_sum(wavelength: float, length: int) -> str:
    """The wavelength with as many digits, 4 or more, as it takes for the turns to come out of the sum as written.

    >>> for_the_sum(16.4313, 4096), 4096 / 16.43
    ('16.43', 249.3...)
    """
    turns = number(length / wavelength)
    shown = (number(wavelength, digits) for digits in range(4, 12))
    return next(text for text in shown if number(length / float(text.replace(",", ""))) == turns)


@lru_cache(maxsize=1)
def _by_base() -> Spec:
    rises = {f"base {training.waves.base:,.0f}": findings.rows_new(training).seeds for training in findings.BASES}
    return dots.dots(rises, x_title="rise of the loss on rows 64 to 127 (nats)", x_range=(-0.2, 2.2), marked=0)


def _bases() -> None:
    """A model of each base was trained: does seeing all waves whole help?"""
    st.header("Does it help to see whole waves?", anchor=False)
    st.markdown(f"{once(_bases_trained)} {once(sentences.whole_waves_verdict)}")
    ui.picture("x_bases", _by_base(), summary=once(sentences.bases_sentence), table=_bases_table, script=scripts.bases)
    st.markdown(once(_caution))
    st.text(once(sentences.moved_sentence))


def _bases_trained() -> str:
    bases = [training.waves.base for training in findings.BASES]
    return f"Trained for this question: models of {len(bases)} bases, from {min(bases):,.0f} to {max(bases):,.0f}."


def _caution() -> str:
    return (
        "So the waves in the upper picture are a caution, not the cause. A wave that has not come round shows pairs "
        "of values, a sine with its cosine, that the model never saw; but "
        "models whose waves all came round get worse as well."
        if findings.agreed([findings.rows_new(training) for training in findings.BASES]) == "rises"
        else "The models of different bases don't agree: see the picture."
    )


def _bases_table() -> ui.Table:
    columns: dict[str, object] = {"base": list(BASES)}
    for seed in range(3):
        columns[f"rise, seed {seed}"] = [round(float(findings.rows_new(t).seeds[seed]), 4) for t in findings.BASES]
    return ui.Table(columns, "bases")


@lru_cache(maxsize=1)
def _tries() -> Spec:
    rises = {name: rise.seeds for name, rise in findings.tries().items()}
    return dots.dots(rises, x_title="rise of the loss (nats)", x_range=(-0.4, 2.9), marked=0)


def show_tries() -> None:
    """Other explanations, each with the rise it left."""
    ui.say(
        "Each line is a sinusoidal model trained or read otherwise, to test an explanation: too little training, too "
        "short a length, large numbers, rows at the end, rows and letters that never met, the order of rows. Its name "
        f"says what differs from windows of {TRAIN_LEN} and {STEPS} training steps. A dot at 0 means that the loss "
        "doesn't rise."
    )
    ui.picture("x_tries", _tries(), summary=once(sentences.tries_sentence), table=_tries_table, script=scripts.tries)
    st.markdown(once(sentences.tries_verdict))


def _tries_table() -> ui.Table:
    rises = findings.tries()
    columns: dict[str, object] = {"tried": list(rises)}
    for seed in range(3):
        columns[f"loss before, seed {seed}"] = [round(float(rise.home[seed]), 4) for rise in rises.values()]
        columns[f"loss, seed {seed}"] = [round(float(rise.away[seed]), 4) for rise in rises.values()]
    return ui.Table(columns, "also_tried")
