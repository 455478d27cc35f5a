"""What share of real models their embedding is; published configurations, counted to the parameter."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.memory import bill as figures
from explorer.memory import MODELS, Model
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes

PART = ui.Part("Real models")

_ORDER = sorted(MODELS.values(), key=lambda model: -model.token_share)
_SHARES = [model.embedding_share for model in _ORDER]


def _percent(share: float) -> str:
    return f"{share:.2%}" if share < 0.1 else f"{share:.1%}"


@st.cache_data(max_entries=32, show_spinner=False)
def _figure(chosen: str) -> go.Figure:
    parts = {
        "token table": [100 * model.token_table / model.parameters for model in _ORDER],
        "position table": [100 * model.position_table / model.parameters for model in _ORDER],
        "output layer of its own": [100 * model.output_layer / model.parameters for model in _ORDER],
    }
    names = [model.name for model in _ORDER]
    return figures.shares(names, parts, [_percent(model.token_share) for model in _ORDER], names.index(chosen))


def _table() -> ui.Table:
    return ui.Table(
        {
            "model": [model.name for model in _ORDER],
            "vocabulary": [model.vocab_size for model in _ORDER],
            "width": [model.embed_dim for model in _ORDER],
            "token table": [model.token_table for model in _ORDER],
            "position table": [model.position_table for model in _ORDER],
            "output layer": [model.output_layer for model in _ORDER],
            "all parameters": [model.parameters for model in _ORDER],
            "token share": [_percent(model.token_share) for model in _ORDER],
            "embedding share": [_percent(model.embedding_share) for model in _ORDER],
            "largest other matrix": [model.largest_matrix for model in _ORDER],
            "source": [f"{model.source}, {model.url}" for model in _ORDER],
        },
        "embedding_shares",
    )


def summary(model: Model) -> str:
    """One model in words."""
    ratio = model.token_table / model.largest_matrix
    parts = [
        f"{model.name}: {model.token_table:,} numbers in the token table",
        f"and {model.position_table:,} in the position table" if model.position_table else "",
        f"and {model.output_layer:,} in the output layer" if model.output_layer else "",
        f"of {model.parameters:,} parameters. The token table alone is {_percent(model.token_share)}, all of them "
        f"{_percent(model.embedding_share)}. It has {ratio:,.3g} times as many numbers as the largest other matrix of "
        "the model.",
        model.note,
    ]
    return " ".join(part for part in parts if part)


@st.fragment
def show() -> None:
    """The guess about GPT-3 first; the bars show the answer, so they come with it."""
    gpt3 = MODELS["GPT-3"]
    revealed = ui.predict(
        "m_gpt3",
        "GPT-3 has 175 billion parameters. What share of them is its token table, 50,257 rows of 12,288 numbers?",
        ("20 %", "5 %", "0.35 %", "0.01 %"),
        answer=f"{gpt3.token_share:.2%}".replace("%", " %"),
        because=f"{gpt3.vocab_size:,} × {gpt3.embed_dim:,} = {gpt3.token_table:,} numbers of {gpt3.parameters:,}. One "
        "course text says 20 %, another 0.35 %: only the second can be right. Small models are another matter.",
    )
    if not revealed:
        st.markdown("Make your guess to see the shares of all models.")
        return
    with ui.controls("m_shares"):
        chosen = st.selectbox("Model", [model.name for model in _ORDER], _ORDER.index(MODELS["GPT-2 small"]),
                              key="m_look", bind="query-params")  # fmt: skip
    model = MODELS[chosen]
    ui.picture("m_shares", _figure(chosen), summary=summary(model), table=_table, script=scripts.shares)
    smaller = [other.name for other in _ORDER if other.token_table < other.largest_matrix]
    st.markdown(
        f"**The largest tensor.** In {len(_ORDER) - len(smaller)} of these {len(_ORDER)} models no single matrix of "
        f"the "
        f"layers is as large as the token table (the exception: {', '.join(smaller)}). A step reads only the rows of "
        "its tokens; every other matrix is used in full."
    )
    least, most = min(_SHARES), max(_SHARES)
    st.markdown(
        "**No rule of thumb.** One course text says that embeddings are 30 to 40 % of a model's memory. In these "
        "models "
        f"they are between {_percent(least)} and {_percent(most)} of the parameters "
        f"({sum(0.3 <= share <= 0.4 for share in _SHARES)} of {len(_SHARES)} lie between 30 and 40 %): the wider and "
        "deeper the model, the smaller the share."
    )
    st.markdown(f"Source of the sizes: [{model.source}]({model.url}).")
    st.button(f"Use the sizes of {chosen} in all parts", key="m_use", on_click=sizes.apply_model, args=(model,))
