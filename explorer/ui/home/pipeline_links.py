"""Links from each step of the chain to the part of the app that explains it.

They don't depend on the visitor's text, so a change of it does not redraw them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from explorer.content.pages import info
from explorer.ui.frame import navigation


@dataclass(frozen=True)
class Link:
    """A question, and the page, part and settings that answer it."""

    question: str
    page: str
    part: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


GROUPS = {
    "Text": (
        Link("What does the model see?", "tokens", "Tokens"),
        Link(
            "Why can’t it count letters?",
            "tokens",
            "Tokens",
            {"t_of": "its letters", navigation.EXAMPLE: "strawberry"},
        ),
        Link("Why does Hindi cost more?", "tokens", "Languages"),
        Link("How does a number pick a row?", "tokens", "Rows"),
    ),
    "Positions": (
        Link("Who bites whom?", "tokens", "Dog bites man"),
        Link("Why is one hand not enough?", "positions", "Clocks"),
        Link("Do near positions look alike?", "positions", "Heatmap", {"p_cells": "which rows are alike"}),
        Link("Place or distance: what counts today?", "positions", "RoPE and ALiBi"),
        Link("Does RoPE work beyond its training length?", "extrapolation", "Loss by position"),
    ),
    "Meaning and learning": (
        Link("Can I believe a map?", "projection", "Map"),
        Link("Is king − man + woman a queen?", "projection", "Analogies"),
        Link("Which words does training bring together?", "projection", "Watch it train"),
        Link("Which rows learn from this sentence?", "gradients", "Your sentence"),
        Link("How many rows does a step read?", "gradients", "Whole books"),
        Link("Can a model use a row it never saw?", "extrapolation", "Is there a row?"),
    ),
    "Cost and proof": (
        Link("What does the table cost?", "memory", "The bill"),
        Link("Does GPT-3’s table fit in a phone?", "memory", "The bill", {"m_see": "Does it fit?"}),
        Link("How do we know?", "claims"),
    ),
}
"""In the order of the chain."""


def show() -> None:
    """The questions as links; each opens exactly that part, and the text and the chosen token come along."""
    with st.container(key="h_links", gap="small"):
        st.header("Ask a question", anchor="questions")
        for heading, links in GROUPS.items():
            with st.container(gap="xxsmall"):
                st.markdown(f"**{heading}**")
                for link in links:
                    page = info(link.page)
                    query = {f"{page.prefix}_part": link.part, **link.settings} if link.part else None
                    navigation.page_link(page.name, f"{link.question}\N{NO-BREAK SPACE}→", query)
