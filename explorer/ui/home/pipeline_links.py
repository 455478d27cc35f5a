"""Links from each step of the chain to the part of the app that explains it.

They don't depend on the visitor's text, so a change of it does not redraw them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import streamlit as st

from explorer import wording
from explorer.claims import claims_of
from explorer.content.pages import PAGES, info
from explorer.lm.shipped_model import load_lm
from explorer.ui.frame import navigation


@dataclass(frozen=True)
class Link:
    """A question, the page and part that answer it, and the rows of the picture or numbers that it is about."""

    question: str
    page: str
    part: str
    here: str
    settings: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=1)
def links() -> tuple[Link, ...]:
    """The links, in the order of the chain."""
    model = load_lm()
    table, trained = model.weights["tokens"], model.config.train_len
    rows = wording.count(len(table), "row")
    return (
        Link("How is a text cut?", "tokens", "Tokens", "1, 2: the tokens of your text."),
        Link("Who decides which bytes join?", "tokens", "Merges", "2: pair by pair."),
        Link("What is a row?", "tokens", "Rows", f"3, 4: {rows} of {table.shape[1]} numbers."),
        Link(
            "Where do position rows come from?",
            "positions",
            "Near positions",
            f"5: here {trained}, learned.",
            {"p_near": "learned"},
        ),
        Link("Why positions at all?", "tokens", "Dog bites man", "6: what a sum forgets."),
        Link(
            "And a longer text?", "extrapolation", "Is there a row?", f"5: there are {trained} positions, and no more."
        ),
        Link(
            "Which rows learn?",
            "gradients",
            "Your sentence",
            f"Those of your text through the lookup; all {len(table):,} through the output.",
        ),
        Link(
            "What does the table cost?",
            "memory",
            "The bill",
            f"{table.size:,} numbers of 2 bytes each, {wording.decimal(2 * table.size)}.",
        ),
        Link("How do we know?", "claims", "", f"{_claims()}, each with its test or its source."),
    )


def _claims() -> str:
    return wording.count(sum(len(claims_of(page.name)) for page in PAGES), "claim")


def show() -> None:
    """The questions as links; each opens exactly that part, and the text and the chosen token come along."""
    st.header("Look closer at one step", anchor=False)
    with st.container(horizontal=True, key="h_links"):
        for link in links():
            page = info(link.page)
            query = {f"{page.prefix}_part": link.part, **link.settings} if link.part else None
            # One element, not a link and a caption in a container: each costs every run as much as all these words.
            navigation.page_link(page.name, f"**{link.question}\N{NO-BREAK SPACE}→** {link.here}", query, width=270)
