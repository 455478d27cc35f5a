"""Part 1: the text as bytes, tokens and ids, and the selected token in full."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import tokenizers, ui
from explorer.chain import Tokens
from explorer.scripts import tokens as scripts
from explorer.ui.tokens.typed import Typed, current

PART = ui.Part("Tokens")


@lru_cache(maxsize=8)
def _characters(tokens: Tokens) -> int:
    return tokenizers.count_characters(tokens.data.decode("utf-8"))


def summary(typed: Typed) -> str:
    """The counts and the selected token in one sentence."""
    tokens = typed.tokens()
    first, last = tokens.span(typed.token)
    piece = tokens.data[first:last]
    line, position = tokens.place(typed.token)
    blank = f", {tokens.blank_lines:,} blank lines left out" if tokens.blank_lines else ""
    return (
        f"{_characters(tokens):,} characters → {len(tokens.data):,} bytes → {len(tokens):,} tokens in {tokens.lines:,} "
        f"line{'s' if tokens.lines > 1 else ''}{blank}. Selected: token {typed.token:,} (line {line + 1}, position "
        f"{position}), “{tokenizers.token_label(piece)}”, id {tokens.ids[typed.token]:,}, "
        f"bytes {piece.hex(' ').upper() if len(piece) < 40 else f'{len(piece)} of them'}."
    )


def table(typed: Typed) -> ui.Table:
    """Every token: its line, position, text, id and bytes."""
    tokens = typed.tokens()
    pieces = tokenizers.token_bytes(tokens.ids, tokens.encoding)
    places = [
        (line + 1, position)
        for line in range(tokens.lines)
        for position in range(int(tokens.starts[line + 1] - tokens.starts[line]))
    ]
    return ui.Table(
        {
            "token": list(range(len(tokens))),
            "line": [line for line, _ in places],
            "position": [position for _, position in places],
            "text": [tokenizers.token_label(piece) for piece in pieces],
            "id": tokens.ids,
            "bytes": [piece.hex(" ").upper() for piece in pieces],
        },
        "tokens",
    )


@st.fragment
def show() -> None:
    """A guess, the counts, the table and the script."""
    typed = current()
    if not len(typed.tokens()):
        return
    st.text(summary(typed))
    ui.predict(
        "t_guess_case",
        'Do "cat", " cat" (with a blank before it) and "Cat" get the same token in gpt2?',
        ["One token for all", "Three different tokens"],
        answer=lambda: (
            "Three different tokens"
            if len({int(tokenizers.encode(word, "gpt2")[0]) for word in ("cat", " cat", "Cat")}) == 3
            else "One token for all"
        ),
        because="Blanks and capitals are bytes like any others. Type them above and look at the ids: "
        "ids next to each other say nothing about likeness.",
    )
    st.markdown(
        "A model sees numbers only. **Dashed boxes** hold one character that is spread over several tokens; their "
        "bytes are shown instead of a text. ␣ is a blank, ↵ a line end, ⇥ a tab. Text that looks like a special token "
        "is ordinary text unless you switch *Special tokens* on under *More*."
    )
    ui.data_panel("t_strip", lambda: table(typed))
    ui.code_panel(
        "t_strip",
        lambda: scripts.tokens(typed.text, typed.encoding, typed.token, typed.allow_special, typed.one_sequence),
    )
