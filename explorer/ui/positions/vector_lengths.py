"""Vector lengths of token rows and position rows, and the reason for the paper's factor √D."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.positional_encodings.vector_lengths import UNSCALED, start_bounds
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.positions._vector_lengths import LARGEST_VOCABULARY, LEAST_VOCABULARY, SCALED, TOKEN, WAVE, fresh
from explorer.wording import number

PART = ui.Part(
    "Scale",
    why="The sum of a short and a long [[vector]] is nearly the long one: if a word's [[row]] is short beside its "
    "position, the model reads the position and hardly the word.",
    look="Compare the symbols of token and position in one group; the axis is logarithmic, each mark about three times "
    "the one before.",
    stations=("rows", "+ positions", "vectors"),
    shown=lambda state: (
        f"Fresh tables · V = {state.get('p_vocab', 50_000):,} · D = {state.get('p_scale_dim', 512):,}, "
        "beside two trained models · D = 384"
    ),
)

VOCABULARIES = tuple(sorted({*table_controls.stops(LEAST_VOCABULARY, LARGEST_VOCABULARY), 30_522, 50_257}))
LARGER = ["token rows (Xavier)", "learned positions", "neither: they start alike"]


def larger(vocab_size: int, dim: int) -> str:
    """Which table starts with the larger numbers: √(2/D) against √(6/(V + D)), equal at V = 2D.

    >>> larger(50_000, 512), larger(1_000, 512), larger(1_024, 512)
    ('learned positions', 'token rows (Xavier)', 'neither: they start alike')
    """
    if vocab_size == 2 * dim:
        return LARGER[2]
    return LARGER[1] if vocab_size > 2 * dim else LARGER[0]


def root_d(token: float, scaled: float, wave: float) -> str:
    """Sentences on the effect of × √D, from the median lengths of a token row, of it × √D, and of a sinusoidal row.

    >>> root_d(0.14, 3.2, 16.0).partition("16. ")[2]
    'After it the sinusoidal row is still 5 times as long as the token row.'
    >>> root_d(0.7, 32.0, 16.0).partition("16. ")[2]
    'After it the token row is 2 times as long as the sinusoidal row.'
    >>> root_d(0.7, 16.5, 16.0).partition("16. ")[2]
    'After it the token row is about as long as the sinusoidal row.'
    """
    after = wave / scaled
    times = number(max(after, 1 / after), 2)
    if times == "1":
        compared = "After it the token row is about as long as the sinusoidal row."
    elif after > 1:
        compared = f"After it the sinusoidal row is still {times} times as long as the token row."
    else:
        compared = f"After it the token row is {times} times as long as the sinusoidal row."
    return (
        "The paper multiplies token rows by √D and gives no reason. By the medians a fresh token row is "
        f"{number(token)} long beside a sinusoidal row of {number(wave)}. {compared}"
    )


def show() -> None:
    """Draw the lengths of token rows and position rows before and after × √D."""
    with ui.controls("p_scale"):
        line = ui.row("bottom")
        vocab = table_controls.dial(line, "Vocabulary V", VOCABULARIES, 50_000, "p_vocab", "vocabulary")
        dim = table_controls.dial(line, "Width D", table_controls.WIDTHS, 512, "p_scale_dim", "width")
        table_controls.number_boxes(
            line, {"p_vocab": ("Vocabulary", VOCABULARIES), "p_scale_dim": ("Width", table_controls.WIDTHS)}
        )
    view, bounds = views.row_lengths(vocab_size=vocab, dim=dim), start_bounds(vocab, dim)
    ui.show("p_scale", view)
    ui.formulas("p_scale", view.formulas)
    lengths = fresh(vocab, dim)
    st.markdown(root_d(lengths[TOKEN].median, lengths[SCALED].median, lengths[WAVE].median))
    st.markdown(
        "Whisper has two tables of positions: the learned one is added to text tokens, the fixed one to slices of "
        "sound and to no token. Neither of the two real models multiplies its rows by √D: see the code of "
        f"[Whisper]({UNSCALED[0]}) and of [BERT]({UNSCALED[1]}), whose layers MiniLM has."
    )
    ui.predict(
        "p_larger",
        "Both tables start at random. Which one starts with the larger numbers?",
        LARGER,
        answer=larger(vocab, dim),
        hint="Both bounds are √(a number / a size). For tokens the size counts all V words, for positions the width.",
        because=(
            f"√(2/D) = {bounds.position:.4f} for positions, √(6/(V + D)) = {bounds.token:.4f} for tokens"
            + (f", a factor of {number(bounds.ratio)}" if vocab != 2 * dim else "")
            + f". The two are equal at V = 2D, here {2 * dim:,}; above it positions start larger."
        ),
    )
