"""Association tests, as published, on a table, with the limits of their conclusions."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection._associations import LEAST, short
from explorer.wording import listed
from explorer.words.associations import TESTS

PART = ui.Part(
    "Whose words",
    why="A [[table]] learns from what people wrote, prejudices included; a test with two lists of words asks whether "
    "that shows, and whether it could be chance.",
    look="Do the two shapes lie apart, one towards each end? Then read p: how often would blind dealing do as much?",
)

KEY = "j_weat"


def show() -> None:
    """Draw the words of two lists along their association, the effect size, and its p-value by permutation."""
    with ui.controls(KEY):
        line = ui.row()
        where = table_choice.choose(line)
        if where is None:
            return
        few = short(where)
        works = [name for name, lists in few.items() if not lists]
        first = works[0] if works else TESTS[0].name
        if st.session_state.get("_j_tested") != where.key:
            # Another table: a default test is replaced by one whose words this table has.
            if st.session_state.get("j_test", first) == st.session_state.get("_j_test_first") != first:
                st.session_state["j_test"] = first
            st.session_state["_j_tested"], st.session_state["_j_test_first"] = where.key, first
        chosen = line.selectbox("Test", list(few), list(few).index(first), key="j_test", bind="query-params")
        if works and len(works) < len(TESTS):
            without = [f"“{name}” (too few: {listed(lists)})" for name, lists in few.items() if lists]
            st.text(f"This table has fewer than {LEAST} of the words of a list of {listed(without)}.")
        nearness.explain_cosine("the published association test is defined by it")
    if few[chosen]:
        other = f"Choose “{first}”." if works else "It has too few for the other tests as well."
        st.warning(f"This table has fewer than {LEAST} of the words for: {listed(few[chosen])}. {other}")
        return
    try:
        view = views.associations(table=where, test=chosen)
    except ValueError as problem:
        st.warning("This test can't be made with this table.")
        st.text(str(problem))
        return
    ui.show(KEY, view)
    st.markdown(
        "**What it can't say:** that this is true of people, that a person thinks so, or that a program which uses the "
        "table will act so. Lists this short are somebody's choice; other lists give other numbers, and a small effect "
        "is not proof of fairness. Method and lists: Caliskan, Bryson and "
        "Narayanan, [Science 356, 2017](https://arxiv.org/abs/1608.07187); a proof that such a test "
        "overstates the bias: [Ethayarajh, Duvenaud and Hirst, 2019](https://arxiv.org/abs/1908.06361)."
    )
    ui.formulas(KEY, view.formulas)
