"""Part 2: how byte-pair encoding built the selected word."""

from __future__ import annotations

import streamlit as st

from explorer import tokenizers, ui
from explorer.figures.tokens import merges as figures
from explorer.scripts import tokens as scripts
from explorer.tokenizers import Ladder
from explorer.ui.tokens import typed
from explorer.ui.tokens.typed import Typed, current
from explorer.wording import count, verb

PART = ui.Part(
    "Merges",
    why="[[byte-pair encoding|Byte-pair encoding]] made the list of tokens: it glued frequent neighbours together, "
    "pair by pair, and here you see it glue the word that you chose.",
    look="From the top row, single [[bytes]], downwards: each row joins one pair, marked with a thick frame.",
    stations=("text", "token ids"),
    shown=typed.shown,
)

DRAWN = 40
"""Bytes of a word up to which its ladder is drawn."""
STEPS = 24


def selected_word(typed: Typed) -> str:
    """The word (piece before merging) that holds the selected token."""
    tokens = typed.tokens()
    line, _ = tokens.place(typed.token)
    first, _ = tokens.span(typed.token)
    return tokenizers.word_at(tokens.bytes_of(line).decode("utf-8"), first - int(tokens.offsets[line]), tokens.encoding)


def _rows(ladder: Ladder) -> tuple[list[list[tuple[str, int, bool]]], list[str]]:
    label = tokenizers.token_label
    rows = [[(label(part), len(part), False) for part in ladder.start]]
    names = ["bytes"]
    for number, step in enumerate(ladder.steps, start=1):
        rows.append([(label(part), len(part), i == step.index) for i, part in enumerate(step.parts)])
        names.append(f"{number}. rank {step.rank:,}")
    return rows, names


def _summary(word: str, ladder: Ladder) -> str:
    shown = tokenizers.visible(word)
    number = len(ladder.ids)
    ids = f"{verb(number, 'id', 'ids')} {', '.join(map(str, ladder.ids))}"
    if not ladder.steps:
        if number == 1:
            return f"“{shown}” is a single byte, so there is nothing to merge: 1 token ({ids})."
        return f"“{shown}”: {number} bytes, and no pair of them is in the vocabulary: {number} tokens ({ids})."
    first, steps = ladder.steps[0], len(ladder.steps)
    label = tokenizers.token_label
    return (
        f"“{shown}”: {count(len(ladder.start), 'byte')}, {count(steps, 'merge')}, {count(number, 'token')} ({ids}). "
        f"The first merge joins “{label(first.left)}” and “{label(first.right)}”: "
        f"no pair of its bytes has a lower rank than {first.rank:,}."
    )


def _table(ladder: Ladder) -> ui.Table:
    label = tokenizers.token_label
    return ui.Table(
        {
            "step": list(range(1, len(ladder.steps) + 1)),
            "rank": [step.rank for step in ladder.steps],
            "left": [label(step.left) for step in ladder.steps],
            "right": [label(step.right) for step in ladder.steps],
            "word after it": [" | ".join(label(part) for part in step.parts) for step in ladder.steps],
        },
        "merges",
    )


def _formula(ladder: Ladder) -> None:
    """Each merge makes one piece of two."""
    start, steps, end = len(ladder.start), len(ladder.steps), len(ladder.ids)
    ui.formula(
        "t_ladder",
        "n = B - m",
        {
            "B": f"[[bytes]] of the word, the pieces to begin with: {start}",
            "m": f"merges, each of which makes one piece of two: {steps}",
            "n": f"tokens at the end: {end}",
        },
        f"{start} − {steps} = {count(end, 'token')}. Every merge saves the model one piece to read, and every token "
        "that a merge makes has a row of its own in the table.",
    )


def show() -> None:
    """The ladder as a picture, or a sentence where there is none."""
    typed = current()
    if not len(typed.tokens()):
        return
    data = tokenizers.token_bytes([typed.tokens().ids[typed.token]], typed.encoding)[0]
    if typed.allow_special and data.decode("utf-8", "replace") in tokenizers.special_tokens(typed.encoding):
        st.info("A special token is not built by merges: it is in the vocabulary as a whole. Select another token.")
        return
    word = selected_word(typed)
    size = len(word.encode("utf-8"))
    if size > DRAWN:
        st.info(f"The selected word has {size:,} bytes. A ladder is drawn for up to {DRAWN}: select a shorter word.")
        return
    ladder = tokenizers.merge_ladder(word, typed.encoding)
    rows, names = _rows(ladder)
    if len(rows) > STEPS + 1:
        rows, names = [*rows[:STEPS], rows[-1]], [*names[:STEPS], names[-1]]
        st.caption(f"The first {STEPS - 1} of {len(ladder.steps)} merges and the last one; the table has all.")
    ui.picture(
        "t_ladder",
        figures.ladder(rows, names),
        summary=_summary(word, ladder),
        table=lambda: _table(ladder),
        script=lambda: scripts.merges(word, typed.encoding),
    )
    _formula(ladder)
    st.markdown(
        "The tokenizer first cuts the text into words, then starts each word from its **bytes**. Of all neighbouring "
        "pairs it joins the one with the **lowest rank** (the pair that was joined earliest when the vocabulary was "
        "made), again and again, until no pair is in the vocabulary. A token's rank is its id; the first 256 are the "
        "single bytes."
    )
