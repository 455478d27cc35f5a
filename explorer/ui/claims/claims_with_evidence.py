"""List of claims with their evidence, for all pages or for one."""

from __future__ import annotations

import streamlit as st

from explorer.claims import READ_ON, backing, claims_of
from explorer.content.pages import PAGES
from explorer.ui.frame.navigation import show_claims
from explorer.wording import count


def show() -> None:
    """Draw a page filter, then each claim with its tests and sources."""
    teaching = [page for page in PAGES if claims_of(page.name)]
    claims = [claim for page in teaching for claim in claims_of(page.name)]
    behind = backing(claims)
    st.markdown(
        f"The pages make **{count(len(claims), 'claim')}**. Behind them stand **{count(behind.tests, 'test')}** that "
        "you can run yourself (`make test`, or `python -m pytest` and the name of one), "
        f"**{count(behind.publications, 'publication')}** and **{count(behind.pages, 'page')}** or files of makers, "
        "projects, standards bodies and a news site, each counted once. Of these "
        f"{count(behind.sources, 'source')}, {behind.opened} were opened on {READ_ON} (papers in published copies of "
        "their text, some in their abstract only), and behind each stands what the place cited says. The others could "
        "not be opened and are marked."
    )
    titles = ["All pages", *(page.title for page in teaching)]
    chosen = st.segmented_control("Page", titles, default=titles[0], required=True, key="c_page", bind="query-params")
    for page in teaching:
        if chosen in (titles[0], page.title):
            st.header(page.title, anchor=False)
            show_claims(page.name)
