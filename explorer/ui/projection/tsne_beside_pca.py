"""t-SNE with two seeds beside PCA: the same points, and what the pictures agree on."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.frame.job_progress import job_panel
from explorer.ui.projection.on_map import legend
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.vectors import sklearn_tsne
from explorer.views import projection as views
from explorer.views.projection._tsne_beside_pca import SEEDS, selected, too_few
from explorer.views.projection.point_sample import Sample
from explorer.views.projection.table_source import queue_of

PART = ui.Part(
    "t-SNE",
    why="[[PCA]] is a shadow; [[t-SNE]] bends the space instead and gives up distances to keep each word beside its "
    "nearest neighbours: run it twice, and see what of the picture is the table's.",
    look="The same kinds of words in both pictures: which stay together, and which islands change places?",
)

KEY = "j_tsne"
MANY = {"the kinds of words": 0, "500": 500, "1000": 1000, "2000": 2000, "5000": 5000}


def show() -> None:
    """Draw the map by PCA beside two runs of t-SNE, and what the runs agree on."""
    with ui.controls(KEY):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        many = line.selectbox("Points: kinds of words, and first words", MANY, key="j_points", bind="query-params")
        perplexity = line.slider(
            "Perplexity",
            5,
            100,
            30,
            key="j_perplexity",
            bind="query-params",
            help="About how many neighbours each point listens to.",
        )
    settings = table_choice.settings(where) | nearness.settings() | {"first": MANY[str(many)]}
    found = selected(**settings)[2]
    if problem := too_few(found, perplexity):
        st.warning(problem)
        return
    settings["perplexity"] = perplexity
    runs, request = queue_of(where), found.request(perplexity, SEEDS)
    clicked = st.button("Run t-SNE twice", type="primary", key="j_tsne_go")
    if clicked or runs.find(sklearn_tsne.run, request) is not None:
        job_panel(
            runs.submit(sklearn_tsne.run, request),
            lambda records: _draw(settings, found, records),
            key="j_tsne_run",
            every=2.0,
            label="t-SNE",
        )
    else:
        _pca(settings, found)


def _pca(settings: dict[str, Any], found: Sample) -> None:
    view = views.tsne_pca(**settings)
    ui.show("j_tsne_pca", view, above=lambda: _kinds(found))
    ui.formulas(KEY, view.formulas)


def _draw(settings: dict[str, Any], found: Sample, records: tuple[sklearn_tsne.TsneRecord, ...]) -> None:
    seeds = [record.seed for record in records if record.seed is not None]
    if seeds:
        _kinds(found)
    boxes = st.columns(2)
    for number, seed in enumerate(seeds):
        with boxes[number]:
            ui.show(f"j_tsne_{number}", views.tsne(**settings, seed=seed, records=records))
    if seeds == list(SEEDS):
        ui.show("j_tsne_distances", views.tsne_distances(**settings, records=records))
    _pca(settings, found)


def _kinds(found: Sample) -> None:
    """Legend of colours and shapes as text: on a phone a legend in each picture would be higher than the picture."""
    if found.groups:
        st.html(legend.row_of([*found.groups], "Kinds of words and their colours and shapes"))
