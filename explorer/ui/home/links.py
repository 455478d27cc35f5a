"""From each step of the chain to the one part of the app that explains it, with what it has to do with this text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from explorer import wording
from explorer.claims import claims_of
from explorer.content.pages import PAGES
from explorer.lm.model import load_lm
from explorer.lm.predict import Reading
from explorer.ui.frame import navigation


@dataclass(frozen=True)
class Link:
    """A question, the page and the part of it that answers it, and a line in this text's numbers."""

    question: str
    page: str
    part: str
    here: str


def links(reading: Reading) -> list[Link]:
    """The links from the steps of the chain, in its order."""
    model = load_lm()
    (seq_len, width), table = reading.rows.shape, model.weights["tokens"]
    touched, trained = np.unique(reading.ids).size, model.config.train_len
    claims = sum(len(claims_of(page.name)) for page in PAGES)
    rows = wording.count(len(table), "row")
    return [
        Link("How is a text cut?", "tokens", "Tokens", f"1, 2: {wording.count(seq_len, 'token')} here."),
        Link("Who decides which bytes join?", "tokens", "Merges", "2: pair by pair."),
        Link("What is a row?", "tokens", "Rows", f"3, 4: {rows} of {width} numbers."),
        Link("Where do position rows come from?", "positions", "Learned tables", f"5: here {trained}, learned."),
        Link("Why positions at all?", "tokens", "Order", "6: what a sum forgets."),
        Link(
            "And a longer text?",
            "extrapolation",
            "Is there a row?",
            f"5: yours takes {wording.count(reading.total, 'place')} of {trained}.",
        ),
        Link(
            "Which rows learn?",
            "gradients",
            "Your sentence",
            f"{wording.count(touched, 'row')} through the lookup; all {len(table):,} through the output.",
        ),
        Link(
            "What does the table cost?",
            "memory",
            "The bill",
            f"{table.size:,} numbers, {wording.decimal(2 * table.size)} in float16.",
        ),
        Link("How do we know?", "claims", "", f"{wording.count(claims, 'claim')}, each with its test or its source."),
    ]


def show(reading: Reading) -> None:
    """The questions as links; each opens exactly that part, and the text and the chosen token come along."""
    st.header("Look closer at one step", anchor=False)
    with st.container(horizontal=True, key="h_links"):
        for link in links(reading):
            page = navigation.info(link.page)
            query = {f"{page.prefix}_part": link.part} if link.part else None
            # One element, not a link and a caption in a container: each costs every run as much as all these words.
            navigation.page_link(page.name, f"**{link.question}\N{NO-BREAK SPACE}→** {link.here}", query, width=270)
