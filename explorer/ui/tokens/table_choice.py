"""The page's token table: its description, and the initializer of an untrained one."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import embedding_pipeline, tokenizers, ui
from explorer.core.initializers import Init
from explorer.embedding_pipeline import Table
from explorer.memory import MODELS
from explorer.ui.frame.ask import value_in
from explorer.ui.tokens.tokenized_text import TokenizedText
from explorer.views import tokens as views
from explorer.views.tokens.settings import INIT, SEED

WHISPER_ROWS = 51_864
"""Rows of Whisper tiny.en's own token table (`n_vocab` in its published dimensions)."""

OTHER = (
    "The rows here are not GPT-2’s, but those of a speech model that cuts text like GPT-2. GPT-2’s own have "
    f"{MODELS['GPT-2 small'].embed_dim} numbers."
)


def chosen_start() -> tuple[Init, int]:
    """Initializer and seed of untrained tables; the defaults while the controls are not on the page."""
    return value_in(INIT, st.session_state), value_in(SEED, st.session_state)


def describe(_: Mapping[str, Any]) -> str:
    """Presenter line of a part that shows rows."""
    encoding = ui.shared_inputs.current().encoding
    table = embedding_pipeline.table_for(encoding, *chosen_start())
    return f"{table.name} · V = {table.vocab_size:,} · D = {table.embed_dim} · tokenizer: {encoding}"


def settings(typed: TokenizedText) -> dict[str, Any]:
    """Settings of a view: the tokenizer, and the initializer and seed if it has no trained table."""
    init, seed = chosen_start()
    fresh = {} if typed.encoding in embedding_pipeline.TRAINED else {"init": init, "seed": seed}
    return {"encoding": typed.encoding, **fresh}


def table_of(typed: TokenizedText) -> Table:
    """The token table of the chosen encoding."""
    return embedding_pipeline.table_for(typed.encoding, *chosen_start())


def fresh_start(typed: TokenizedText, key: str) -> None:
    """Initializer and seed in an expander, for parts where they are secondary; nothing for a trained table."""
    if typed.encoding not in embedding_pipeline.TRAINED:
        ui.ask(views.rows, "init", "seed", folded=(key, "More: how the fresh table starts"))


def about(typed: TokenizedText, table: Table) -> None:
    """Introduction of the table for a first-time reader."""
    if table.trained:
        with ui.margin():
            if table.name == embedding_pipeline.OWN_MODEL:
                ui.badge("lm")
            else:
                ui.badge("whisper", OTHER)
    else:
        size = f"{table.vocab_size:,} × {table.embed_dim}"
        ui.margin().markdown(
            f"**A fresh table, {size}: random numbers.** This app has no trained table for {typed.encoding}, so this "
            f"is an `Embedding` as it is before training. Choose gpt2 or {tokenizers.SMALL} to see trained rows."
        )


def omitted_note(table: Table) -> None:
    """Note on rows of the published table that the shipped one leaves out."""
    if table.trained and table.name != embedding_pipeline.OWN_MODEL:
        st.text(
            f"The published table has {WHISPER_ROWS:,} rows: {WHISPER_ROWS - table.vocab_size:,} more, for special "
            "tokens such as time stamps, which no typed text reaches."
        )
