"""Chapters 6 and 7: feedback when a task is done, with the numbers on the screen."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.content.en.example_sentence_numbers import MOST, TEXT, board_ids, tokenizer
from explorer.content.guided_path import State
from explorer.gradients import text_batch, tied_output, worked_example
from explorer.lm import shipped_model as lm
from explorer.memory import BUDGETS, FORMATS, MODELS
from explorer.tokenizers import SMALL, encode
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, first_line, inside, span
from explorer.wording import count, fixed, number, verb

GPT2 = MODELS["GPT-2 small"]
PHONE = next(each for each in BUDGETS if each.name == "Phone")
THICK, CEILING = 8, 3.0
"""A usual phone in millimetres, and metres above the floor that few rooms of a flat reach."""
LONG = 128
SAME_TABLE = "The same table (tied)"
"""Choice of the part for a table that is used twice."""
SENTENCE = f"{TEXT}."
"""Read without its full stop, which is only predicted: so each of the six words is a row that was read."""


def missing(state: State) -> str:
    """Which rows a text of this length asks for, and which there are."""
    length = int(state.get("x_len") or 0)
    if length <= TRAIN_LEN or state.get("x_kind", "learned table") != "learned table" or state.get("x_way") != "none":
        return ""
    lacking = length - TRAIN_LEN
    return (
        f"{length} letters need the rows 0 to {length - 1}, and the table ends at row {TRAIN_LEN - 1}: "
        f"{count(lacking, 'row')} {verb(lacking, 'is', 'are')} missing, the gap marked “no row”."
    )


def without() -> str:
    """The model without positions beside the waves, inside and past the trained length."""
    none, waves = first_line("none"), first_line("sinusoidal")
    here, there = inside(none), span(none, TRAIN_LEN, LONG)
    told = f"Its loss is {fixed(here)} before, {fixed(there)} after."
    if not (here > inside(waves) and there < span(waves, TRAIN_LEN, LONG)):
        return told
    return (
        f"Without positions: it has no rows for them, so past {TRAIN_LEN - 1} only the number of letters is new to it. "
        f"{told} Up to position {TRAIN_LEN - 1} the waves are better: there it helps to know where a letter stands."
    )


def none_added(state: State) -> str:
    """The curve without positions, where it is drawn and measured."""
    return without() if "none" in (state.get("x_enc") or ()) and state.get("x_shown") else ""


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
    return (
        f"One phone is too small now: cut into pieces, the table takes {count(phones, 'phone')}. Each is about "
        f"{THICK} mm thick: a pile of {_pile(phones)}."
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


def repeats(state: State) -> str:
    """Tokens and rows of another text."""
    text = str(state.get("text", TEXT))
    if len(text) > MOST or not (encoding := tokenizer(state)):
        return ""
    found = text_batch.read(text, encoding)
    tokens, rows = len(found.ids), len(found.rows)
    if not rows:
        return ""
    told = f"{count(tokens, 'token')}, {count(rows, 'row')}."
    if rows == tokens:
        return f"No token comes twice: {told}"
    return f"No: a token that comes again has the same row again, and a larger square. {told}"


def added_up(state: State) -> str:
    """What the row that is read most often gets on the worked_example."""
    typed = board_ids(state)
    if not typed or state.get("g_scale") is False or state.get("g_pos") is False:
        return ""
    board = worked_example.work(typed)
    row = max(reversed(typed), key=typed.count)  # the last of them: the sentence under the picture is about it
    at = [position for position, token in enumerate(typed) if token == row]
    total = ", ".join(number(float(x)) for x in board.weight_grad[row])
    if len(at) < 2:
        return f"Row {row} was read once, at place {at[0]}, and gets the gradient of that place: ({total})."
    every = "both gradients" if len(at) == 2 else f"all {len(at)} gradients"
    return f"Row {row} was read {len(at)} times and gets {every}, added up: ({total})."


@lru_cache(maxsize=4)
def both_ends(text: str = SENTENCE) -> tied_output.Ends:
    """Gradients of the rows of our own trained language model from a text, through the lookup and the softmax."""
    model = lm.load_lm()
    return tied_output.both_ends(model.config, model.weights, encode(text, SMALL))


def scored(state: State) -> str:
    """How the pushes of comparing are spread over the rows, beside the least pushed row that was read."""
    text = str(state.get("text", TEXT))
    if state.get("g_tied") != SAME_TABLE or len(text) > MOST:
        return ""
    if not 2 <= len(encode(text, SMALL)) <= lm.load_lm().config.train_len:
        return ""
    ends = both_ends(text)
    dots, read = tied_output.lengths(ends.softmax), ends.lookup_lengths[ends.learns(tied=False)]
    times = int(float(f"{read.min() / np.median(dots):.2g}"))
    only_guessed = "; the last is only guessed" * (int(ends.targets[-1]) not in ends.ids)
    return (
        f"{count(len(read), 'row was', 'rows were')} read: the squares{only_guessed}. "
        f"All {int(np.count_nonzero(dots)):,} were compared, so each has a dot. Most are hardly touched: a "
        f"typical dot (the median) is pushed about {times:,} times less than the lowest square."
    )
