"""Part 1: the text as bytes, tokens and ids, and the selected token in full."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from explorer import tokenizers, ui
from explorer.chain import Tokens
from explorer.content.en import questions
from explorer.data.cache import briefly
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import typed
from explorer.ui.tokens.typed import Typed, current
from explorer.wording import count, number, verb

PART = ui.Part(
    "Tokens",
    why="A model can't read letters: a [[tokenizer]] cuts your text into pieces, the [[tokens]], and gives each a "
    "number; from then on the model sees only these numbers.",
    look="The boxes, one per token. Choose one, and you read which number it has and which [[bytes]] it is made of.",
    stations=("text", "token ids"),
    shown=typed.shown,
)

MOST_ROWS = 500_000
"""Tokens in the table below the boxes; of a longer text it has the first, and says so."""
SUMMED = 8
"""Tokens whose bytes the formula adds up one by one."""


@briefly(most=8)
def _characters(tokens: Tokens) -> int:
    return tokenizers.count_characters(tokens.data.decode("utf-8"))


def summary(typed: Typed) -> str:
    """The counts and the selected token in one sentence."""
    tokens = typed.tokens()
    first, last = tokens.span(typed.token)
    piece = tokens.data[first:last]
    line, position = tokens.place(typed.token)
    empty = f", {count(tokens.blank_lines, 'empty line')} left out" if tokens.blank_lines else ""
    return (
        f"{count(_characters(tokens), 'character')} → {count(len(tokens.data), 'byte')} → "
        f"{count(len(tokens), 'token')} in {count(tokens.lines, 'line')}{empty}. Selected: token {typed.token:,} (line "
        f"{line + 1}, position {position}), “{tokenizers.token_label(piece)}”, id {tokens.ids[typed.token]:,}, "
        f"{verb(len(piece), 'byte', 'bytes')} {piece.hex(' ').upper() if len(piece) < 40 else f'{len(piece)} of them'}."
    )


def table(typed: Typed) -> ui.Table:
    """Every token: its line, position, text, id and bytes; the first `MOST_ROWS` of a longer text."""
    tokens = typed.tokens()
    rows = min(len(tokens), MOST_ROWS)
    lines = np.searchsorted(tokens.starts, np.arange(rows), side="right") - 1

    def written(how: Callable[[bytes], str]) -> ui.Column:
        return ui.Column(rows, lambda a, b: list(map(how, tokenizers.token_bytes(tokens.ids[a:b], tokens.encoding))))

    return ui.Table(
        {
            "token": range(rows),
            "line": lines + 1,
            "position": np.arange(rows) - tokens.starts[lines],
            "text": written(tokenizers.token_label),
            "id": tokens.ids[:rows],
            "bytes": written(lambda piece: piece.hex(" ").upper()),
        },
        "tokens",
        of=len(tokens),
    )


def _formula(typed: Typed) -> None:
    """The bytes of the tokens add up to those of their line: nothing is lost, nothing is there twice."""
    tokens = typed.tokens()
    line, _ = tokens.place(typed.token)
    lengths = tokenizers.token_lengths(tokens.line(line), tokens.encoding)
    total = int(lengths.sum())
    terms = " + ".join(map(str, lengths[:SUMMED].tolist())) + " + …" * (len(lengths) > SUMMED)
    ui.formula(
        "t_cut",
        r"B = b_1 + b_2 + \dots + b_n",
        {
            "B": f"[[bytes]] of the selected token's line: {total:,}",
            "n": f"tokens that it is cut into: {len(lengths):,}",
            "b_1": f"bytes of its first token: {lengths[0]}",
        },
        f"{terms} = {count(total, 'byte')}: each byte is in one token and in no other, so the tokens put "
        f"together are the line again. Bytes per token, on average: {total:,} / {len(lengths):,} = "
        f"{number(total / len(lengths))}.",
    )


def show() -> None:
    """A guess, the counts, the table and the script."""
    typed = current()
    if not len(typed.tokens()):
        return
    with st.container(key="t_counts"):
        st.text(summary(typed))
    _formula(typed)
    ui.predict(
        *questions.CASE,
        answer=lambda: (
            "Three different tokens"
            if len({int(tokenizers.encode(word, "gpt2")[0]) for word in ("cat", " cat", "Cat")}) == 3
            else "One token for all"
        ),
        because="Spaces and capitals are bytes like any others, so these are three different rows of bytes. Type them "
        "above and look at the ids: they are names, and ids next to each other need not be alike.",
        hint="The tokenizer compares bytes, not meanings.",
    )
    with st.container(key="t_signs"):
        st.markdown(
            "**A dashed box** holds a piece of text whose characters are split between several tokens, so their bytes "
            "are shown. ␣ is a space, ↵ a line end, ⇥ a tab. Text that looks like a special token is ordinary text "
            "unless you switch *Special tokens* on under *More*."
        )
    ui.under(
        "t_strip",
        lambda: table(typed),
        lambda: scripts.tokens(typed.text, typed.encoding, typed.token, typed.allow_special, typed.one_sequence),
        chart=False,
    )
