"""What a back row must always be able to read: which model and tables the picture is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer.ui.frame import sentence, style
from explorer.ui.frame.badge import BADGES

EVERY = 2.0
"""Seconds between two looks at the controls: they run by themselves, and the line stands outside of them."""


def named(page: str, state: Mapping[str, Any]) -> str:
    """Model, V, D and tokenizer of what a page shows; the page's controls say which, its part first of all.

    >>> named("projection", {"j_table": "GloVe"})
    'GloVe · V = 30,000 · D = 50 · whole words'
    >>> named("memory", {"m_v": "1000", "m_d": "64"})
    'Sizes as set · V = 1,000 · D = 64 · no tokenizer'
    >>> named("gradients", {"g_part": "Blackboard"})
    'A table made by hand · V = 12 · D = 4 · its own words'
    """
    if said := _of_part(str(state.get(PARTS.get(page, ("", ""))[0], "")), state):
        return said
    if page == "home":
        lm = BADGES["lm"]
        return f"{lm.name} · V = {lm.rows:,} · D = {lm.width} · tokenizer: gpt2, cut at {lm.rows:,}"
    if page in ("tokens", "gradients"):
        return _text(page, state)
    if page == "projection":
        table = str(state.get("j_table", "MiniLM"))
        badge = next((badge for badge in BADGES.values() if badge.name.startswith(table)), None)
        if badge is None:
            return f"{table} · V and D as the table has them · whole words"
        return f"{badge.name} · V = {badge.rows:,} · D = {badge.width} · {TOKENIZERS[table]}"
    if page == "positions":
        return f"No model: a formula · D = {state.get('p_dim', 128):,} · positions: {state.get('p_len', 256):,}"
    if page == "extrapolation":
        from explorer.nn.config import ModelConfig
        from explorer.training.text import VOCAB_SIZE

        return f"Our own small models · V = {VOCAB_SIZE} · D = {ModelConfig(VOCAB_SIZE).embed_dim} · tokens: characters"
    if page == "memory":
        rows, width = _grouped(state.get("m_v", "50257")), _grouped(state.get("m_d", "768"))
        return f"Sizes as set · V = {rows} · D = {width} · no tokenizer"
    if page == "failures":
        return "No model: a few lines of NumPy and of this project's core"
    return ""


def _grouped(raw: object) -> str:
    """A size as it came from a link or a box: digits in groups of three, anything else as it stands.

    >>> _grouped("50257"), _grouped(768), _grouped("many"), _grouped("50,257")
    ('50,257', '768', 'many', '50,257')
    """
    text = str(raw)
    return f"{int(text):,}" if text.isascii() and text.isdecimal() and len(text) <= 18 else text


PARTS = {
    "tokens": ("t_part", "Tokens"),
    "positions": ("p_part", "Counting"),
    "gradients": ("g_part", "Blackboard"),
}
"""Pages whose parts show different tables: the key of the part, and the one that a page opens with."""


def _of_part(part: str, state: Mapping[str, Any]) -> str:
    """What a part shows, where that is not what its page usually shows; "" for all others."""
    if part in ("Tokens", "Merges", "Encodings"):
        from explorer import chain

        encoding = sentence.current().encoding
        table = chain.table_for(encoding)
        return f"Tokenizer: {encoding} · V = {table.vocab_size:,} · its rows, in other parts: D = {table.embed_dim}"
    if part == "Tied or untied":
        return named("home", {})
    if part == "Learned tables":
        return f"{state.get('p_table', 'Whisper decoder (learned)')} · D = 384"
    return {
        "Blackboard": "A table made by hand · V = 12 · D = 4 · its own words",
        "Counting": f"No model: dials that count places · D = {_dials(state)}, a number for each dial",
        "Sine and cosine": "No model: one hand · D = 2",
        "Two arrows": "No model: words by hand, places by a formula · D = 2",
    }.get(part, "")


def _dials(state: Mapping[str, Any]) -> int:
    return {"tens": 3, "binary": 7}.get(str(state.get("p_kind_of_dial", "")), 2)


TOKENIZERS = {
    "MiniLM": "tokenizer: BERT's",
    "GloVe": "whole words",
    "Whisper": "tokenizer: gpt2",
}


def _text(page: str, state: Mapping[str, Any]) -> str:
    from explorer import chain, tokenizers

    encoding = sentence.current().encoding
    if page == "gradients":
        rows = tokenizers.vocab_size(encoding)
        return f"A table drawn at random · V = {rows:,} · D = {state.get('g_width', 8)} · tokenizer: {encoding}"
    table = chain.table_for(encoding)
    return f"{table.name} · V = {table.vocab_size:,} · D = {table.embed_dim} · tokenizer: {encoding}"


def line(page: str) -> None:
    """The line, in presenter mode; kept up to date while controls change."""
    if style.presenting():
        st.fragment(_line, run_every=EVERY)(page)


def _line(page: str) -> None:
    state = {key: st.session_state[key] for key in st.session_state if isinstance(key, str)}
    if page in PARTS:
        key, first = PARTS[page]
        state[key] = state.get(key) or st.query_params.get(key, "") or first
    if words := named(page, state):
        with st.container(key="presenter_line"):
            st.text(words)
