"""Clusters of a table's rows by k-means in all dimensions, labelled with their own words, and their separation."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.jobs.job_queue import Job
from explorer.ui.projection.grouping.cluster_job import division_or_job, wait
from explorer.ui.projection.grouping.shared_features import theme
from explorer.ui.projection.on_map import legend
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import View
from explorer.views import projection as views
from explorer.views.projection import colouring
from explorer.views.projection._clusters import beforehand
from explorer.views.projection.cluster_labels import KIND, sources_of_names
from explorer.views.projection.table_source import Source
from explorer.wording import count
from explorer.words.cluster_cache import FEWEST, MOST, USUAL

KEY = "j_clusters"


def show(where: Source) -> None:
    """Draw the map with a colour, a shape and a name for each cluster, their list, and how far to trust them."""
    with ui.controls(KEY):
        line = ui.row()
        most = min(MOST, len(where.table.words) - 1)
        if most < FEWEST:
            st.warning(f"This table has {count(len(where.table.words), 'row')}: too few for clusters.")
            return
        k = ui.slider("Clusters (k)", FEWEST, MOST, USUAL, key="j_clusters_k", container=line)
        start = line.number_input(
            "Start",
            0,
            99,
            0,
            key="j_start",
            bind="query-params",
            help="The first middles are drawn at random; another start draws others, and may end elsewhere.",
        )
        choices = sources_of_names(where)
        if where.private and "j_named" not in st.session_state and "j_named" not in st.query_params:
            st.session_state["j_named"] = colouring.to_begin_with(where)
        if st.session_state.get("j_named", KIND) not in choices:
            st.session_state["j_named"] = KIND
        names = line.selectbox("Names from", choices, key="j_named", bind="query-params")
        only = line.number_input("Only cluster (0: all)", 0, MOST, 0, key="j_only", bind="query-params")
    if k > most:
        st.warning(f"This table has {count(len(where.table.words), 'row')}: {most} clusters are looked for, not {k}.")
        k = most
    meant = table_choice.page_similarity(where)
    before = beforehand(where, meant, k, start)
    found = before or division_or_job(where, meant, k, start)
    if isinstance(found, Job):
        wait(found, k)
        ui.show(KEY, views.before_clusters(**table_choice.settings(where)))
        return
    if only > len(found.sizes):
        st.warning(f"There are {count(len(found.sizes), 'cluster')}; {only} is not one of them, so all are drawn.")
        only = 0
    settings = table_choice.settings(where) | nearness.settings() | {"k": k, "start": start}
    ran = None if before else found
    view = views.clusters(**settings, only=only, found=ran)
    ui.show(KEY, view)
    _list(views.cluster_names(**settings, names=str(names), found=ran), only)
    ui.formulas(KEY, view.formulas)
    if only:
        theme(f"{KEY}_only", views.cluster_shares(**settings, only=only, found=ran))


def _list(view: View, only: int) -> None:
    def take(number: int) -> None:
        st.session_state["j_only"] = number

    legend.show(
        f"{KEY}_list",
        view.table,
        range(1, view.table.rows + 1),
        pressed=only,
        label="Clusters and their colours and shapes",
        take=take,
    )
    st.caption(f"Press a number to see that cluster alone. {view.sentence}")
    ui.view_toolbar(f"{KEY}_names", view)
