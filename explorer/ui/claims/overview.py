"""All claims with their evidence, for all pages or for one."""

from __future__ import annotations

import streamlit as st

from explorer.claims import claims_of
from explorer.ui.frame.navigation import PAGES, show_claims


def show() -> None:
    """Draw the list: a choice of the page, then each claim with its tests and sources."""
    teaching = [page for page in PAGES if claims_of(page.name)]
    claims = [claim for page in teaching for claim in claims_of(page.name)]
    evidence = [e for claim in claims for e in claim.all_evidence]
    tests = sum(e.kind == "test" for e in evidence)
    st.markdown(
        f"The pages make **{len(claims)} claims**. Behind them stand **{tests} tests** that you can run yourself "
        f"(`make test`, or `python -m pytest` and the name of one) and **{len(evidence) - tests} publications**. "
        "A test of the suite checks that each named test exists."
    )
    titles = ["All pages", *(page.title for page in teaching)]
    chosen = st.segmented_control("Page", titles, default=titles[0], required=True, key="c_page", bind="query-params")
    for page in teaching:
        if chosen in (titles[0], page.title):
            st.header(page.title, anchor=False)
            show_claims(page.name)
