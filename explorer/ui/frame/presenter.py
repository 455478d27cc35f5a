"""What a back row must always be able to read: which model and tables the picture is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer.ui.frame import sentence, style
from explorer.ui.frame.badge import BADGES

_PLACE = "_presenter_place"
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
        table = str(state.get("j_table") or "MiniLM")  # a forged message may leave the choice empty
        badge = next((badge for badge in BADGES.values() if badge.name.startswith(table)), None)
        if badge is None or table not in TOKENIZERS:
            return f"{table} · V and D as the table has them · whole words"
        return f"{badge.name} · V = {badge.rows:,} · D = {badge.width} · {TOKENIZERS[table]}"
    if page == "positions":
        return _of_waves(str(state.get("p_part", "")), state)
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
    "projection": ("j_part", "Shadow"),
    "memory": ("m_part", "The bill"),
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
    if part == "One step":
        return _text("gradients", {"g_width": 8})  # whatever the part before it draws
    glove, whisper = BADGES["glove"], BADGES["whisper"]
    return {
        "Blackboard": "A table made by hand · V = 12 · D = 4 · its own words",
        "Counting": f"No model: dials that count places · D = {_dials(state)}, a number for each dial",
        "Sine and cosine": "No model: one hand · D = 2",
        "Two arrows": "No model: words by hand, places by a formula · D = 2",
        "Whole books": f"Tokens of gpt2 are counted · V = {whisper.rows:,} · D plays no part",
        "Watch it learn": "A table drawn at random, a row for each of its words · D = 8 · whole words",
        "Four ways": f"Gradients drawn at random · D = {state.get('g_d', 64)}",
        "Shadow": f"{glove.name} · some of V = {glove.rows:,} words · 2 of D = {glove.width} numbers · whole words",
        "Watch it train": f"A table trained here · D = {state.get('j_width', 50)} · whole words",
        "Real models": "Published models · V and D as each one has them",
        "Fewer bits": f"{whisper.name} · V = {whisper.rows:,} · D = {whisper.width}",
        "Caches": "Tables of ones, larger and larger · D = 64",
    }.get(part, "")


TABLES_OF_WAVES = ("Heatmap", "Rows", "Frequencies", "Distance", "Shift")
"""Parts of Positions that show a table as long and wide as the controls of all of them say."""


def _of_waves(part: str, state: Mapping[str, Any]) -> str:
    """What a part of Positions shows; of a part that is not named here no more than that there is no model.

    >>> _of_waves("Rows", {"p_len": 1024}), _of_waves("A new part", {"p_len": 1024})
    ('No model: a formula · D = 128 · positions: 1,024', 'No model: a formula')
    """
    said, width = "No model: a formula", f"D = {state.get('p_dim', 128):,}"
    length = f"positions: {state.get('p_len', 256):,}"
    kind = str(state.get("p_kind", ""))
    if part == "RoPE and ALiBi" and kind.startswith("ALiBi"):
        return f"{said} · heads: {state.get('p_heads', 8)} · {length}"  # it has no width
    if part in TABLES_OF_WAVES or (part == "RoPE and ALiBi" and kind.endswith("scores")):
        return f"{said} · {width} · {length}"
    if part in ("Clocks", "RoPE and ALiBi"):
        return f"{said} · {width}"  # one position, which its slider says
    if part == "Fitted shift":
        return f"{said} · D = {state.get('p_width', 64)} · trained on positions: {state.get('p_seen', 64)}"
    if part == "Scale":
        rows, columns = state.get("p_vocab", 50_000), state.get("p_scale_dim", 512)
        return f"Fresh tables · V = {rows:,} · D = {columns:,}, beside two trained models · D = 384"
    return said


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


def make_place() -> None:
    """Where the line will stand, in presenter mode."""
    st.session_state[_PLACE] = st.container(key="presenter_line") if style.presenting() else None


def line(page: str) -> None:
    """The line, once all controls are drawn, for a link's values are in none before; kept up to date as they change."""
    if (place := st.session_state.get(_PLACE)) is not None:
        with place:
            st.fragment(_line, run_every=EVERY)(page)


def _line(page: str) -> None:
    state = {key: st.session_state[key] for key in st.session_state if isinstance(key, str)}
    if page in PARTS:
        key, first = PARTS[page]
        state[key] = state.get(key) or st.query_params.get(key, "") or first
    if words := named(page, state):
        st.text(words)
