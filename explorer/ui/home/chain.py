"""The chain at a glance: tokens, bytes, merges, row, position, tensor; each with the page that explains it."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import tokenizers, ui
from explorer.chain import ChainRequest, ChainResult, draw, run
from explorer.figures.home import output as figures
from explorer.scripts import home as scripts
from explorer.tokenizers.graphemes import count_characters, token_label
from explorer.ui.frame import sentence
from explorer.ui.frame.navigation import PAGES
from explorer.ui.home import cards
from explorer.ui.tokens import strip

CHIPS = 40
TOKENS_DRAWN = 12
NUMBERS = 3
BYTES = 12


def show() -> None:
    """Draw the page: the visitor's text, its tokens, four cards, the picture, and the questions to go on with."""
    cards.style()
    left, middle, right = st.columns([6, 2, 2])
    with left:
        text = sentence.text_box("Your text: every number below is computed from it", height=68)
    with middle:
        encoding = sentence.encoding_box()
    result = run(ChainRequest(text, encoding, position="learned"))
    if not len(result.tokens):
        st.info("Type a sentence above: one word is enough. Its bytes, tokens and vectors appear here.")
        lessons()
        return
    with right:
        token = sentence.token_box(len(result.tokens))
    drawn = draw(result.tokens, CHIPS)
    strip.show(drawn, token, key="h_chips")
    if drawn.shown < drawn.total:
        st.caption(f"The first {drawn.shown:,} of {drawn.total:,} tokens.")
    line, position = result.tokens.place(token)
    if line >= result.shape[0] or position >= result.shape[1]:
        st.warning(
            f"Token {token:,} lies beyond what this page draws: the first {result.shape[0]} lines and "
            f"{result.shape[1]} tokens of each. Choose an earlier one, or open the Tokens page."
        )
        lessons()
        return
    links(result, token, line, position)
    wide, narrow = st.columns([3, 1])
    with wide:
        picture(result, token, line, position)
    with narrow:
        cards.questions(result)


def links(result: ChainResult, token: int, line: int, position: int) -> None:
    """Four links of the chain in the visitor's own numbers: bytes, merges, row, position."""
    tokens, table = result.tokens, result.table
    first, last = tokens.span(token)
    piece = tokens.data[first:last]
    characters = count_characters(tokens.data.decode("utf-8"))
    one, two, three, four = st.columns(4)
    with cards.card(one, "bytes", "1. Text is bytes", "tokens"):
        st.markdown(f"{characters:,} characters are **{len(tokens.data):,} bytes**. The selected token's:")
        _code(piece[:BYTES].hex(" ") + (f" … {len(piece) - BYTES} more" if len(piece) > BYTES else ""))
    with cards.card(two, "tokens", "2. Bytes become tokens", "tokens"):
        steps = tokenizers.merge_ladder(piece, tokens.encoding).steps
        merges = f"**{len(steps)} merge{'' if len(steps) == 1 else 's'}**{', the last two' if len(steps) > 2 else ''}"
        lines = f" in {tokens.lines:,} lines" if tokens.lines > 1 else ""
        st.markdown(f"**{len(tokens):,} tokens**{lines}, ids below {table.vocab_size:,}. This one took {merges}:")
        _code("\n".join(f"{token_label(s.left)} + {token_label(s.right)}" for s in steps[-2:]) or "a single byte")
    with cards.card(three, "row", "3. A number picks a row", "projection"):
        kind = "trained, Whisper tiny.en" if table.trained else "random: not trained yet"
        st.markdown(f"Row **{result.ids[line, position]}** of {table.vocab_size:,} × {table.embed_dim} ({kind}):")
        _code(_numbers(result.rows[line, position]))
    with cards.card(four, "place", "4. Its place is added", "positions"):
        learned = "Learned row" if table.trained else "Random row"
        st.markdown(f"{learned} of **position {position}**, and the sum:")
        _code(f"+ {_numbers(result.positions[position])}\n= {_numbers(result.output[line, position])}")


def picture(result: ChainResult, token: int, line: int, position: int) -> None:
    """What the transformer receives for the line of the selected token."""
    b, t, d = result.shape
    ids = result.tokens.line(line)
    count = min(len(ids), t)
    start = max(0, min(position - TOKENS_DRAWN // 2, count - TOKENS_DRAWN))
    shown = range(start, min(start + TOKENS_DRAWN, count))
    pieces = tokenizers.token_bytes(ids, result.request.encoding)
    labels = [f"{i} {token_label(pieces[i])}" for i in shown]
    drawn = result.output[line, shown.start : shown.stop]
    part = "" if len(shown) == len(ids) else f" Drawn: tokens {shown.start} to {shown.stop - 1} of {len(ids):,}."
    lines = result.tokens.lines
    which = f" Line {line + 1} of {lines:,}." if lines > 1 else ""
    if b < lines:
        which += f" Only the first {b} lines are in this array."
    st.header(f"What the transformer receives: (B, T, D) = ({b}, {t}, {d})", anchor=False)
    ui.picture(
        "h_chain",
        figures.output_heatmap(drawn, labels, position - start),
        summary=(
            f"A row for each token, {d} numbers in each, from {_minus(drawn.min())} to {_minus(drawn.max())}; "
            f"{b * t * d:,} numbers in all, {b * t * d * 4:,} bytes as float32.{which}{part}"
        ),
        table=lambda: ui.Table(
            {
                "position": list(shown),
                "token": [token_label(pieces[i]) for i in shown],
                "id": ids[shown.start : shown.stop],
                **{f"dimension {k}": drawn[:, k] for k in range(d)},
            },
            "chain",
        ),
        script=lambda: scripts.chain(result.request.text, result.request.encoding, token),
    )


def lessons() -> None:
    """The pages as a course, where there is no chain to hang them on: one question each."""
    st.header("Go on with a question", anchor=False)
    with st.container(key="h_lessons"):
        for page in PAGES:
            if page.name != "home":
                st.page_link(page.path, label=f"**{page.title}.** {page.question}")


def _code(text: str) -> None:
    st.code(text, language=None, wrap_lines=True)


def _numbers(row: NDArray[np.float32]) -> str:
    return " ".join(f"{value:+.3f}".replace("-", "−") for value in row[:NUMBERS]) + " …"


def _minus(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
