"""Which table the page shows, said in words, and the choices for a fresh one."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import chain, ui
from explorer.chain import Table
from explorer.core.initializers import initializer
from explorer.figures.tokens import tables as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens.typed import Typed
from explorer.wording import number

STARTS = {
    "Xavier uniform": "xavier_uniform",
    "Normal 0.02": "normal",
    "Normal 1": "standard_normal",
    "Truncated normal": "truncated_normal",
}
WHISPER_ROWS = 51_864
"""Rows of Whisper tiny.en's own token table (`n_vocab` in its published dimensions)."""
DEFAULT = "Xavier uniform"
BINS = 48


def chosen_start() -> tuple[str, int]:
    """The initializer and the seed chosen for fresh tables (defaults where the controls are not on the page)."""
    state = st.session_state
    return STARTS.get(state.get("t_init", DEFAULT), "xavier_uniform"), int(state.get("t_seed") or 0)


def table_of(typed: Typed) -> Table:
    """The table behind the chosen encoding."""
    return chain.table_for(typed.encoding, *chosen_start())


def start_controls() -> None:
    """Initializer and seed, for encodings without a trained table."""
    left, right = st.columns([3, 1])
    left.segmented_control(
        "Start of the fresh table",
        list(STARTS),
        default=DEFAULT,
        required=True,
        key="t_init",
        bind="query-params",
    )
    ui.number("Seed", 0, 9_999, 0, key="t_seed", called="seed", place=right)


def fresh_start(typed: Typed, key: str) -> None:
    """The same controls folded away, on parts where the start is a side issue; nothing for a trained table."""
    if typed.encoding not in chain.TRAINED:
        with ui.more(key, "More: how the fresh table starts"):
            start_controls()


def about(typed: Typed, table: Table) -> None:
    """What the table is, for a person who meets it for the first time."""
    if table.trained:
        ui.badge("whisper")
    else:
        size = f"{table.vocab_size:,} × {table.embed_dim}"
        st.markdown(
            f"**A fresh table, {size}: random numbers.** This app has no trained table for {typed.encoding}, so this "
            "is an `Embedding` as it is before training. Choose gpt2 to see trained rows."
        )


def left_out(table: Table) -> None:
    """Which rows of the published table are not in the shipped one."""
    if table.trained:
        st.caption(
            f"The published table has {WHISPER_ROWS:,} rows: {WHISPER_ROWS - table.vocab_size:,} more, for special "
            "tokens such as time stamps, which no typed text reaches."
        )


@st.cache_data(max_entries=8, show_spinner=False)
def _histogram(start: str, vocab_size: int, seed: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    sample = initializer(start)((vocab_size, chain.FRESH_DIM), rng=np.random.default_rng(seed))[:2_000]
    counts, edges = np.histogram(sample, bins=BINS)
    return (counts / counts.sum()).astype(np.float32), edges.astype(np.float32)


def starts(typed: Typed) -> None:
    """The initializers side by side, drawn from the numbers themselves."""
    table, seed = table_of(typed), chosen_start()[1]
    made = [_histogram(start, table.vocab_size, seed) for start in STARTS.values()]
    ranges = [
        f"{name}: within ±{number(float(np.abs(edges).max()))}" for name, (_, edges) in zip(STARTS, made, strict=True)
    ]
    ui.picture(
        "t_starts",
        figures.histograms(list(STARTS), [edges for _, edges in made], [counts for counts, _ in made]),
        summary=f"How large the numbers of a fresh {table.vocab_size:,} × {table.embed_dim} table are "
        f"(its first 2,000 rows). {'; '.join(ranges)}. Mind the different scales. Normal 1 is PyTorch's own start, "
        f"Normal 0.02 GPT-2's.",
        table=lambda: ui.Table(
            {
                "start": [name for name in STARTS for _ in range(BINS)],
                "from": np.concatenate([edges[:-1] for _, edges in made]),
                "to": np.concatenate([edges[1:] for _, edges in made]),
                "share": np.concatenate([counts for counts, _ in made]),
            },
            "starts",
        ),
        script=lambda: scripts.starts(table.vocab_size, table.embed_dim, seed),
    )
