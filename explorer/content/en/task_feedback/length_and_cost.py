"""Cost, and past the trained length: feedback when a task is done, with the numbers on the screen."""

import math

from explorer.content.guided_path import State
from explorer.memory import BUDGETS, FORMATS, MODELS
from explorer.tokenizers import count_characters
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.wording import count, number, share, verb

GPT2 = MODELS["GPT-2 small"]
PHONE = next(each for each in BUDGETS if each.name == "Phone")
LONG = 200_000
"""Tokens of GPT-4o's list, rounded: o200k_base."""
THICK, CEILING = 8, 3.0
"""A usual phone in millimetres, and metres above the floor that few rooms of a flat reach."""
PHONE_LONG, HOUSE, TALL = 0.16, 9, 150
"""Metres: a usual phone's length, and a house with two floors and a roof; pixels of the picture of both."""


def letters(state: State) -> int:
    """Letters of the message, with spaces and all other signs."""
    return count_characters(str(state.get("x_message") or ""))


def missing(state: State) -> str:
    """Which rows a text of this length asks for, and which there are."""
    length = letters(state)
    if length <= TRAIN_LEN or state.get("x_kind", "learned table") != "learned table" or state.get("x_way") != "none":
        return ""
    lacking = length - TRAIN_LEN
    return (
        f"None. {length} letters need the rows 0 to {length - 1}, and the table ends at row {TRAIN_LEN - 1}: "
        f"{count(lacking, 'row')} {verb(lacking, 'is', 'are')} missing."
    )


def table_bytes(state: State) -> int:
    """Bytes of the table on the screen, with rows as wide as those of GPT-2 small; 0 where its rows are no number."""
    rows = str(state.get("m_v", GPT2.vocab_size)).replace(",", "")
    return FORMATS["FP32"].table_bytes(int(rows), GPT2.embed_dim) if rows.isascii() and rows.isdigit() else 0


def too_large(state: State) -> str:
    """How large the table on the screen is, where a phone is too small for it."""
    size = table_bytes(state)
    if size <= PHONE.bytes:
        return ""
    phones = math.ceil(size / PHONE.bytes)
    real = FORMATS["FP32"].table_bytes(LONG, GPT2.embed_dim)
    return (
        f"Your table takes {count(phones, 'phone')}, each about {THICK} mm thick: a pile of {_pile(phones)}. GPT-4o’s "
        f"{LONG:,} rows, as wide as GPT-2’s, would fill {share(real, PHONE.bytes, 2)} of one."
    )


def drawn_pile(state: State) -> str:
    """The pile of phones beside a house, both to one scale, as HTML: Streamlit takes SVG out of it."""
    phones = math.ceil(table_bytes(state) / PHONE.bytes)
    if phones < 2:
        return ""
    metres = phones * THICK / 1000
    scale = TALL / max(metres, HOUSE)  # pixels a metre
    sentence = f"{_pile(phones).partition(',')[0]} of phones beside a house of {HOUSE} m"
    pile, house = (f"height: {height * scale:.1f}px; width: " for height in (metres, HOUSE))
    return (
        f'<div role="img" aria-label="{sentence}" style="display: flex; align-items: flex-end; gap: 2rem; '
        f'border-bottom: 1px solid"><div style="{pile}{max(PHONE_LONG * scale, 2):.1f}px; background: '
        f'var(--explorer-mark)"></div><div style="{house}{HOUSE * scale:.1f}px; background: var(--explorer-grey); '
        'clip-path: polygon(0 40%, 50% 0, 100% 40%, 100% 100%, 0 100%)"></div></div>'
        f'<p class="guide-seen">To one scale: {sentence}.</p>'
    )


def _pile(phones: int) -> str:
    """Height of a pile of phones, and whether it fits into a room.

    >>> _pile(3), _pile(477)
    ('2.4 cm', '3.8 m, through the ceiling of your room')
    """
    height = phones * THICK / 1000
    if height < 1:
        return f"{number(100 * height, 2)} cm"
    return f"{number(height, 2)} m" + ", through the ceiling of your room" * (height > CEILING)
