"""The boxes of the Home page: a link of the chain each, or a question with the visitor's own numbers."""

from __future__ import annotations

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.chain import ChainResult
from explorer.claims import claims_of
from explorer.ui.frame.navigation import PAGES
from explorer.wording import decimal

_CSS = """
[class*=st-key-h_card] {padding: .55rem .8rem .7rem; gap: .35rem;}
[class*=st-key-h_card] [data-testid=stMarkdown] p {font-size: .95rem; line-height: 1.4;}
[class*=st-key-h_card] [data-testid=stPageLink] a {padding-top: .1rem; padding-bottom: .1rem;}
[class*=st-key-h_card] [data-testid=stPageLink] p {font-size: 1rem; line-height: 1.3;}
[class*=st-key-h_] [data-testid=stPageLink] a {max-width: 100%;}
[class*=st-key-h_] [data-testid=stPageLink] p {white-space: normal; overflow-wrap: anywhere;}
[class*=st-key-h_card] [data-testid=stCode] pre {padding: .35rem .5rem; line-height: 1.45;}
[class*=st-key-h_card] [data-testid=stCode] code {font-size: .8rem;}
.st-key-h_questions {gap: .6rem;}
"""


def style() -> None:
    """Boxes as tight as four in a row, and the picture under them, need to fit one screen."""
    st.html(f"<style>{_CSS}</style>")


def card(place: DeltaGenerator, name: str, title: str, page: str) -> DeltaGenerator:
    """A box in `place` whose title leads to a page, if there is that page."""
    box = place.container(border=True, height="stretch", key=f"h_card_{name}")
    with box:
        target = next((p for p in PAGES if p.name == page), None)
        if target is None:
            st.markdown(f"**{title}**")
        else:
            st.page_link(target.path, label=f"**{title} →**")
    return box


def questions(result: ChainResult) -> None:
    """Where to go on, each question with what this text has to do with it."""
    tokens, table = result.tokens, result.table
    touched, longest = np.unique(tokens.ids).size, int(np.diff(tokens.starts).max())
    here = st.container(key="h_questions")
    with card(here, "cost", "What does the table cost?", "memory"):
        read = len(tokens) * table.embed_dim * table.weight.itemsize
        st.markdown(f"{decimal(table.weight.nbytes)} in {table.weight.dtype}. Your tokens read **{decimal(read)}**.")
    with card(here, "learn", "Which rows learn from this?", "gradients"):
        st.markdown(f"**{touched:,}** of {table.vocab_size:,} rows: {touched / table.vocab_size * 100:.2g} %.")
    with card(here, "longer", "And a longer text?", "extrapolation"):
        st.markdown(f"Your longest line takes **{longest:,}** positions; this table has {len(table.positions)}.")
    with card(here, "know", "How do we know?", "claims"):
        claims = sum(len(claims_of(page.name)) for page in PAGES)
        st.markdown(f"**{claims} claims**, each with its test or its paper.")
