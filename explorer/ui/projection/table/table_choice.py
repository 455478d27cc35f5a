"""Choice of the page's table, its preprocessing, and its principal components."""

from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.data import memory_mapped_table
from explorer.data.uploads import UploadError
from explorer.ui.frame.ask import begins, value_in
from explorer.ui.frame.job_progress import job_panel
from explorer.ui.frame.model_badge import Name
from explorer.ui.projection.table import similarity_switch, training_runs, upload
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import Near
from explorer.views.projection import settings as prepared
from explorer.views.projection import spectrum
from explorer.views.projection import table_source as views
from explorer.views.projection.principal_components import LARGE, ends, points, prepared_table, space
from explorer.views.projection.settings import CENTER, REMOVE, UNIT
from explorer.views.projection.table_source import Source
from explorer.views.projection.trained_tables import source_of
from explorer.views.setting import Choice
from explorer.wording import count
from explorer.words.shipped_tables import shipped

__all__ = ["LARGE", "ends", "points", "space", "prepared_table"]
WAITS = "Computing with all rows of the table, once for everybody …"
TRAINED, OWN, LOCAL = "Trained here", "Your file", "Local table"
BADGE: dict[str, Name] = {"MiniLM": "minilm", "GloVe": "glove", "Whisper": "whisper"}
TABLES = ("MiniLM", "GloVe", "Whisper", TRAINED, OWN)
SWITCHES = {"center": CENTER, "unit": UNIT, "remove": REMOVE}
BEGINS = begins(spectrum, *SWITCHES)
"""Defaults of the three switches."""

views.waiting = partial(st.spinner, WAITS)


def page_similarity(where: Source) -> Near:
    """Current similarity setting of the page, for every list, share, ring and question about neighbours."""
    return similarity_switch.selected_similarity(fitting(where))


def choose(box: DeltaGenerator, *, nearness: bool = False) -> Source | None:
    """Draw the table's select box in `box`, and its controls below; None if there is no table yet.

    `nearness`: for a part that compares rows, draw the page's similarity switch beside it.
    """
    path = memory_mapped_table.local_table_path()
    names = TABLES if path is None else (*TABLES, LOCAL)
    name = ui.control(Choice("Table", names[0], names, key="j_table", listed=True), box)
    found = _open_source(name, path)
    with st.container(horizontal=True, vertical_alignment="center", key="j_table_row"):
        if nearness and found is not None and (said := similarity_switch.switch()):
            st.text(said, width="content")
        if name in BADGE:
            ui.badge(BADGE[name])
    return found


def _open_source(name: str, path: Path | None) -> Source | None:
    if name == LOCAL and path is not None:
        return _local(path)
    if name == OWN:
        return upload.choose()
    return _trained_source() if name == TRAINED else Source(name, shipped(name))


def recipe() -> Preprocessing:
    """Recipe of the three switches, on whichever part they are; their defaults while they are not drawn."""
    return Preprocessing(**{name: value_in(setting, st.session_state) for name, setting in SWITCHES.items()})


def preprocessing_switches(source: Source, at: DeltaGenerator | None = None) -> Preprocessing:
    """Draw the three switches with their descriptions; returns the recipe."""
    chosen = Preprocessing(**ui.ask(spectrum, *SWITCHES, at=at or st.container()))
    most = min(source.table.vectors.shape) - 1
    if chosen.remove > most:
        st.warning(f"This table has room for {most} removed directions, not {chosen.remove}: {most} are taken out.")
        return Preprocessing(chosen.center, chosen.unit, most)
    return chosen


def fitting(source: Source) -> Preprocessing:
    """The recipe, with at most as many directions removed as the table has."""
    return prepared.fitting(source, **vars(recipe()))


def settings(where: Source) -> dict[str, Any]:
    """The table and the three switches, as the settings of a view."""
    return {"table": where, **vars(fitting(where))}


def _local(path: Path) -> Source | None:
    with st.spinner("Opening the table …"):
        try:
            table = memory_mapped_table.open_table(path, memory_mapped_table.cache_folder())
        except UploadError as problem:
            st.error("The local table can't be used.")
            st.text(str(problem))
            return None
    rows, width = table.vectors.shape
    st.caption(f"{count(rows, 'row')} of {count(width, 'number')}, mapped from this computer's disk.")
    return Source(f"local {path}", table, path=path, written=repr(path.name))


def too_large(where: Source, what: str) -> bool:
    """Whether a table is too large to compare many words with every row; with a message if it is."""
    rows = len(where.table.words)
    if rows > LARGE:
        st.info(f"{what} compares thousands of words with every row, and is left out above {LARGE:,} rows ({rows:,}).")
    return rows > LARGE


def _trained_source() -> Source | None:
    with st.expander("Which run", key="j_which"):
        request = training_runs.settings()
    if request is None:
        return None
    job = training_runs.find(request)
    if job is not None and job.records and job.records[-1].vectors is not None:
        return source_of(request, job.records, st.session_state)
    if job is None:
        st.info(
            "The server does not have this table yet. **Train** makes it: by counting in seconds, by skip-gram in "
            'about a minute. Its settings are under "Which run" and in the address; "Watch it train" shows it learn.'
        )
    if st.button("Train", type="primary", key="j_train_here", disabled=job is not None) or job is not None:
        job_panel(
            training_runs.submit(request),
            _say_phase,
            key="j_run_here",
            label="Training",
        )
    return None


def _say_phase(records: tuple[Any, ...]) -> None:
    st.text(f"Now: {records[-1].phase}.")
