"""The chain at a glance: bytes, tokens, a row, its position, and the tensor, each with the page that explains it."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from explorer import tokenizers, ui
from explorer.chain import ChainRequest, ChainResult, run
from explorer.figures import home as figures
from explorer.scripts import home as scripts
from explorer.tokenizers.graphemes import count_characters, token_label
from explorer.ui import sentence
from explorer.ui.navigation import PAGES

TOKENS_DRAWN = 12
NUMBERS = 4


def show() -> None:
    """Draw the page: the visitor's text, four cards, the picture, and the way on."""
    left, right = st.columns([3, 1])
    with left:
        text = sentence.text_box(height=104)
    with right:
        encoding = sentence.encoding_box()
    result = run(ChainRequest(text, encoding, position="learned"))
    if not len(result.tokens):
        st.info("Type a sentence above: one word is enough. Its bytes, tokens and vectors appear here.")
        lessons()
        return
    with right:
        token = sentence.token_box(len(result.tokens))
    line, position = result.tokens.place(token)
    if line < result.shape[0] and position < result.shape[1]:
        cards(result, token, line, position)
        picture(result, token, line, position)
    else:
        st.warning(
            f"Token {token:,} lies beyond what this page draws: the first {result.shape[0]} lines and "
            f"{result.shape[1]} tokens of each. Choose an earlier one, or open the Tokens page."
        )
    lessons()


def cards(result: ChainResult, token: int, line: int, position: int) -> None:
    """Four links of the chain in the visitor's own numbers."""
    data, tokens, table = result.tokens.data, result.tokens, result.table
    first, last = tokens.span(token)
    piece = token_label(data[first:last])
    ids, encoding = tokens.line(line), result.request.encoding
    columns = st.columns(4)
    with _card(columns[0], "1", "Text is bytes", "tokens"):
        st.markdown(f"{count_characters(data.decode('utf-8')):,} characters are **{len(data):,} bytes** of UTF-8:")
        st.code(_cut([f"{byte:02x}" for byte in data[:12]], 12, len(data)), language=None, wrap_lines=True)
    with _card(columns[1], "2", "Bytes become tokens", "tokens"):
        of = f" in {tokens.lines} lines" if tokens.lines > 1 else ""
        st.markdown(f"**{len(tokens):,} tokens**{of}, each a number below {table.vocab_size:,}:")
        words = [token_label(piece) for piece in tokenizers.token_bytes(ids[:5], encoding)]
        pairs = [f"{word}={i}" for word, i in zip(words, ids, strict=False)]
        st.code(_cut(pairs, 5, len(ids)), language=None, wrap_lines=True)
    with _card(columns[2], "3", "A number picks a row", "projection"):
        kind = "trained, Whisper tiny.en" if table.trained else "random: not trained yet"
        st.markdown(f"Row **{ids[position]}** of {table.vocab_size:,} × {table.embed_dim} ({kind}):")
        st.code(f"{piece}\n{_numbers(result.rows[line, position])}", language=None, wrap_lines=True)
    with _card(columns[3], "4", "Its place is added", "positions"):
        learned = "Learned row" if table.trained else "Random row"
        st.markdown(f"{learned} of **position {position}**, and the sum:")
        st.code(
            f"+ {_numbers(result.positions[position])}\n= {_numbers(result.output[line, position])}",
            language=None,
            wrap_lines=True,
        )


def picture(result: ChainResult, token: int, line: int, position: int) -> None:
    """What the transformer receives for the line of the selected token."""
    b, t, d = result.shape
    ids = result.tokens.line(line)
    count = min(len(ids), t)
    start = max(0, min(position - TOKENS_DRAWN // 2, count - TOKENS_DRAWN))
    shown = range(start, min(start + TOKENS_DRAWN, count))
    pieces = tokenizers.token_bytes(ids, result.request.encoding)
    labels = [f"{i} {token_label(pieces[i])[:12]}" for i in shown]
    drawn = result.output[line, shown.start : shown.stop]
    part = "" if len(shown) == len(ids) else f" Drawn: tokens {shown.start} to {shown.stop - 1} of {len(ids):,}."
    which = f" Line {line + 1} of {result.tokens.lines:,}." if result.tokens.lines > 1 else ""
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
    """The pages as a course: one question each."""
    st.header("Go on with a question", anchor=False)
    others = [page for page in PAGES if page.name != "home"]
    columns = st.columns(2)
    for number, page in enumerate(others):
        with columns[number % 2]:
            st.page_link(page.path, label=f"**{page.title}.** {page.question}")


def _card(column: DeltaGenerator, number: str, title: str, page: str) -> DeltaGenerator:
    box = column.container(border=True, height="stretch")
    with box:
        target = next((p for p in PAGES if p.name == page), None)
        if target is None:
            st.markdown(f"**{number}. {title}**")
        else:
            st.page_link(target.path, label=f"**{number}. {title} →**")
    return box


def _cut(items: list[str], most: int, count: int) -> str:
    rest = count - most
    return " ".join(items[:most]) + (f" … and {rest:,} more" if rest > 0 else "")


def _numbers(row: NDArray[np.float32]) -> str:
    return " ".join(f"{value:+.3f}".replace("-", "−") for value in row[:NUMBERS]) + " …"


def _minus(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
