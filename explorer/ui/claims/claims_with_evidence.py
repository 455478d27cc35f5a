"""List of claims with their evidence, for all pages or for one."""

import streamlit as st

from explorer.claims import READ_ON, backing, claims_of
from explorer.content.pages import PAGES
from explorer.ui.frame.ask import control
from explorer.ui.frame.navigation import show_claims
from explorer.views.setting import Choice, Switch
from explorer.wording import count


def show() -> None:
    """Draw the examples and a page filter, then each claim with its tests and sources."""
    teaching = [page for page in PAGES if claims_of(page.name)]
    claims = [claim for page in teaching for claim in claims_of(page.name)]
    behind = backing(claims)
    examples = "\n".join(f"- **{claim.text}** {claim.how}" for claim in claims if claim.how)
    with st.container(key="claims_lines"):
        st.markdown(
            "Behind what a page claims stand tests, programs that compute it anew, or sources. Examples:\n\n"
            f"{examples}\n\nIn all: **{count(len(claims), 'claim')}**, **{count(behind.tests, 'test')}** that you "
            f"can run yourself (`make test`), **{count(behind.publications, 'publication')}** and "
            f"**{count(behind.pages, 'page')}** or files of makers, projects, standards bodies and a news site. Of "
            f"these {count(behind.sources, 'source')}, {behind.opened} were opened on {READ_ON} (some papers in their "
            "abstract only), and behind each stands what the place cited says; the others are marked “not opened”."
        )
        titles = ["All pages", *(page.title for page in teaching)]
        chosen = control(Choice("Page", titles[0], titles, key="c_page"))
        named = control(Switch("Names of the tests", False, key="c_tests"))
        for page in teaching:
            if chosen in (titles[0], page.title):
                st.header(page.title, anchor=False)
                show_claims(page.name, named=named)
