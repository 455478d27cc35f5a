"""Presenter line: model, V, D and tokenizer of the picture, in type large enough for the back row."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import streamlit as st

from explorer.ui.frame import shared_inputs, style
from explorer.ui.frame.ask import value_in
from explorer.ui.frame.model_badge import BADGES

Shown = str | Callable[[Mapping[str, Any]], str]
"""A part's text for this line: words, or a function of the controls' values by key."""
_CONTAINER = "_presenter_place"
TOKENIZERS = {
    "MiniLM": "tokenizer: BERT's",
    "GloVe": "whole words",
    "Whisper": "tokenizer: gpt2",
}

FORMULA = "No model: a formula"
"""Text for pages on waves; a part adds the number of positions and the width."""
_LM = BADGES["lm"]
OWN_MODEL = f"{_LM.name} · V = {_LM.rows:,} · D = {_LM.width} · tokenizer: gpt2, cut at {_LM.rows:,}"
"""The language model trained here; no control changes it."""


def presenter_text(page: str, state: Mapping[str, Any], shown: Shown = "") -> str:
    """Model, V, D and tokenizer of the picture: the part's own text, else its page's with these control values.

    >>> presenter_text("projection", {"j_table": "GloVe"})
    'GloVe · V = 30,000 · D = 50 · whole words'
    >>> presenter_text("memory", {"m_v": 1000, "m_d": 64})
    'Sizes as set · V = 1,000 · D = 64 · no tokenizer'
    >>> presenter_text("gradients", {"g_d": 16}, lambda state: f"Drawn at random · D = {state['g_d']}")
    'Drawn at random · D = 16'
    """
    if said := shown(state) if callable(shown) else shown:
        return said
    of_page = OF_PAGE.get(page, "")
    return of_page(state) if callable(of_page) else of_page


def drawn_at_random(state: Mapping[str, Any]) -> str:
    """Text for a random table with a row for each token of the tokenizer and the width set on Gradients."""
    from explorer import tokenizers
    from explorer.views.gradients.row_gradients import WIDTH

    encoding = shared_inputs.current().encoding
    rows = tokenizers.vocab_size(encoding)
    return f"A table drawn at random · V = {rows:,} · D = {value_in(WIDTH, state)} · tokenizer: {encoding}"


def _table_of_words(state: Mapping[str, Any]) -> str:
    table = str(state.get("j_table") or "MiniLM")  # a forged message may leave the choice empty
    badge = next((badge for badge in BADGES.values() if badge.name.startswith(table)), None)
    if badge is None or table not in TOKENIZERS:
        return f"{table} · V and D as the table has them · whole words"
    return f"{badge.name} · V = {badge.rows:,} · D = {badge.width} · {TOKENIZERS[table]}"


def _small_models(_: Mapping[str, Any]) -> str:
    from explorer.nn.config import ModelConfig
    from explorer.training.character_corpus import VOCAB_SIZE

    return f"Our own small models · V = {VOCAB_SIZE} · D = {ModelConfig(VOCAB_SIZE).embed_dim} · tokens: characters"


def _sizes(state: Mapping[str, Any]) -> str:
    from explorer.views.memory.settings import ROWS, WIDTH

    return f"Sizes as set · V = {value_in(ROWS, state):,} · D = {value_in(WIDTH, state):,} · no tokenizer"


OF_PAGE: Mapping[str, Shown] = {
    "home": OWN_MODEL,
    "gradients": drawn_at_random,
    "projection": _table_of_words,
    "positions": FORMULA,
    "extrapolation": _small_models,
    "memory": _sizes,
    "failures": "No model: a few lines of NumPy and of this project's core",
}
"""Page → the line of its parts; a part with another table overrides it. Pages without a picture have none, nor
has Tokens, whose parts all have their own.
"""


def make_container(width: Literal["stretch", "content"] = "stretch") -> None:
    """Container for the line, in presenter mode."""
    st.session_state[_CONTAINER] = None
    if style.presenting():
        with st.container(key="presenter_line", width=width):
            st.session_state[_CONTAINER] = st.empty()


def line(page: str, shown: Shown = "") -> None:
    """Draw the line after all controls, whose values from a link are not known before; `shown` is the part's text.

    A part that reruns as a fragment updates it: the line is outside the fragment, which may replace any element there
    but a widget.
    """
    if (container := st.session_state.get(_CONTAINER)) is not None:
        state = {key: st.session_state[key] for key in st.session_state if isinstance(key, str)}
        words = presenter_text(page, state, shown)
        container.text(words) if words else container.empty()
