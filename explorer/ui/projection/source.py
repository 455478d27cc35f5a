"""Which table the page works on, how it is prepared, and what is remembered of it, and for whom.

Shipped tables and those trained here are the same for everybody, so what is computed of them is kept for the whole
server. A visitor's own file, and everything computed of it, lives in that visitor's session alone and goes with it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.data.columns import Columns
from explorer.data.uploads import KINDS, MAX_BYTES, MAX_ROWS, Reading, UploadError, read_upload
from explorer.data.wordtable import WordTable
from explorer.ui.frame.badge import Name
from explorer.ui.frame.progress import job_panel
from explorer.ui.projection import training
from explorer.ui.undocumented.of_streamlit import DeltaGenerator
from explorer.vectors.pca import Pca, pca, prepare
from explorer.vectors.view import AS_IT_IS, Recipe, View
from explorer.wording import count, listed, share
from explorer.words.tables import shipped

TRAINED, OWN = "Trained here", "Your file"
BADGE: dict[str, Name] = {"MiniLM": "minilm", "GloVe": "glove", "Whisper": "whisper"}
TABLES = ("MiniLM", "GloVe", "Whisper", TRAINED, OWN)
MEMO, KEPT = "j_private", 12
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, eq=False)
class Source:
    """A table with a key that tells it from all others; `private` for a visitor's own."""

    key: str
    table: WordTable
    private: bool = False


@dataclass(frozen=True, eq=False)
class Space:
    """A table prepared as the switches say, and its principal components."""

    view: View
    pca: Pca
    recipe: Recipe


def remembered(fn: Callable[Concatenate[Source, P], R]) -> Callable[Concatenate[Source, P], R]:
    """Keep results for the server, or for the session where the source is private; arguments must be hashable."""
    shared = st.cache_resource(max_entries=24, show_spinner=False, hash_funcs={Source: lambda s: s.key})(fn)

    @wraps(fn)
    def call(source: Source, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not source.private:
            return shared(source, *args, **kwargs)
        memo: OrderedDict[Any, Any] = st.session_state.setdefault(MEMO, OrderedDict())
        key = (fn.__qualname__, fn.__module__, source.key, args, tuple(kwargs.items()))
        if key not in memo:
            memo[key] = fn(source, *args, **kwargs)
            while len(memo) > KEPT:
                memo.popitem(last=False)
        return cast(R, memo[key])

    return cast(Callable[Concatenate[Source, P], R], call)


@remembered
def view(source: Source, recipe: Recipe) -> View:
    """The table behind a recipe."""
    return prepare(source.table.vectors, recipe)


@remembered
def space(source: Source, recipe: Recipe) -> Space:
    """The table behind a recipe, with all its components."""
    prepared = view(source, recipe)
    return Space(prepared, pca(prepared, center=recipe.center), recipe)


@remembered
def points(where: Source, recipe: Recipe, components: tuple[int, ...]) -> NDArray[np.float32]:
    """Every row on the chosen components, (V, 2) or (V, 3)."""
    found = space(where, recipe)
    return found.pca.project(found.view, components)


AS_STORED, AS_SWITCHED = "the table as it is", "the table after the switches"


def judge(where: Source, recipe: Recipe) -> tuple[Recipe, str]:
    """What "near" means on this page now: cosine in all numbers of the table behind this recipe; and its words.

    One switch (under More on the map) decides for every list, share and question about neighbours.
    """
    chosen = st.session_state.get("j_compare", AS_STORED)
    words = AS_SWITCHED if chosen == AS_SWITCHED else AS_STORED
    return (recipe if words == AS_SWITCHED else AS_IT_IS), words


def holds(found: Pca, which: Sequence[int]) -> str:
    """What a picture along some components shows: "hold 3.7 % of the variance …", and of what else where off centre."""
    held = f"hold {share(found.held(which), digits=3)} of the variance (the spread about the mean row)"
    if found.mean_share <= 1e-9:
        return held
    squares = float(found.squares[list(dict.fromkeys(which))].sum())
    return (
        f"{held}. Centre is off, so they are the strongest directions of the sum of squares: they hold "
        f"{share(squares, digits=3)} of that sum, and {share(found.mean_share, digits=3)} of it is the mean row's"
    )


def choose(box: DeltaGenerator) -> Source | None:
    """The table's select box, in `box`, and what belongs to it, below; None where there is no table yet."""
    name = box.selectbox("Table", TABLES, key="j_table", bind="query-params")
    if name == OWN:
        return _own()
    if name == TRAINED:
        return _trained()
    ui.badge(BADGE[name])
    return Source(name, shipped(name))


def recipe() -> Recipe:
    """What the three switches say, wherever they are shown; the defaults while they are not."""
    state = st.session_state
    return Recipe(
        center=bool(state.get("j_center", True)),
        unit=bool(state.get("j_unit", False)),
        remove=int(state.get("j_remove", 0)),
    )


def switches(source: Source) -> Recipe:
    """The three switches with what each does; returns the recipe."""
    st.toggle(
        "Centre",
        True,
        key="j_center",
        bind="query-params",
        help="Subtract the mean row, so that directions are differences between words.",
    )
    st.toggle(
        "Unit length",
        False,
        key="j_unit",
        bind="query-params",
        help="Divide each row by its length at the end: then only directions count, as in a cosine.",
    )
    st.number_input(
        "Remove top directions",
        0,
        10,
        0,
        key="j_remove",
        bind="query-params",
        help="Take the strongest k directions out. The picture then starts at what was component k + 1, and cosines "
        "in the shown view change too.",
    )
    chosen = recipe()
    most = min(source.table.vectors.shape) - 1
    if chosen.remove > most:
        st.warning(f"This table has room for {most} removed directions, not {chosen.remove}: {most} are taken out.")
        return Recipe(chosen.center, chosen.unit, most)
    return chosen


def fitting(source: Source) -> Recipe:
    """The recipe, with no more directions removed than the table has."""
    chosen = recipe()
    return Recipe(chosen.center, chosen.unit, min(chosen.remove, min(source.table.vectors.shape) - 1))


def _trained() -> Source | None:
    """The table of the run that the settings in the address describe, whoever trained it."""
    with st.expander("Which run", key="j_which"):
        request = training.settings()
    if request is None:
        return None
    job = training.find(request)
    found = training.table_of(request, job.records) if job is not None else None
    if found is not None:
        return Source(*found)
    if job is None:
        st.info(
            "The server does not have this table yet. **Train** makes it: by counting in seconds, by skip-gram in "
            'about a minute. Its settings are under "Which run" and in the address; "Watch it train" shows it learn.'
        )
    if st.button("Train", type="primary", key="j_train_here", disabled=job is not None) or job is not None:
        job_panel(
            training.submit(request),
            _say_phase,
            key="j_run_here",
            label="Training",
        )
    return None


def _say_phase(records: tuple[Any, ...]) -> None:
    st.text(f"Now: {records[-1].phase}.")


def _drop() -> None:
    """Let go of the visitor's table and of everything that was computed of it."""
    for name in ("j_own", "j_reading", "j_chosen", MEMO, "j_board", "j_refused"):
        st.session_state.pop(name, None)


def _forget() -> None:
    _drop()
    st.session_state["j_uploads"] = st.session_state.get("j_uploads", 0) + 1  # fresh, empty upload boxes


def _read(changed: str) -> None:
    """Take what the visitor has just put into one of the two upload boxes, or taken out of it."""
    state = st.session_state
    number = state.get("j_uploads", 0)
    file, labels = state.get(f"j_file_{number}"), state.get(f"j_labels_{number}")
    if file is None and changed == "labels":
        if labels is not None:
            state["j_refused"] = "Choose the table's file as well: labels are read together with it."
        return
    _drop()
    if file is None:
        return
    data, extra = file.getvalue(), labels.getvalue() if labels else None
    digest = hashlib.sha256(data + b"\0" + (extra or b"") + file.name.encode()).hexdigest()[:16]
    try:
        reading = read_upload(file.name, data, extra)
        state["j_own"] = Source(digest, reading.table(), private=True)
        state["j_reading"] = (digest, reading)
    except UploadError as problem:
        state["j_refused"] = str(problem)


ROWS = "row numbers"
MOST_NAMED = 12


def _again() -> None:
    """Put the columns together as the visitor now says; the file is not read again."""
    state = st.session_state
    digest, reading = state["j_reading"]
    number = state.get("j_uploads", 0)
    word, aside = state[f"j_word_{number}_{digest}"], tuple(state[f"j_aside_{number}_{digest}"])
    state.pop("j_refused", None)
    try:
        table = reading.table(aside, "" if word == ROWS else word)
    except UploadError as problem:
        state["j_refused"] = str(problem)
        return
    for name in (MEMO, "j_board"):
        state.pop(name, None)
    state["j_own"] = Source(hashlib.sha256(repr((digest, word, aside)).encode()).hexdigest()[:16], table, private=True)


def _understood() -> None:
    """Which column was taken for what, with two controls to say otherwise."""
    found: tuple[str, Reading] | None = st.session_state.get("j_reading")
    if found is None or found[1].columns is None:
        return
    digest, columns = found[0], found[1].columns
    number = st.session_state.get("j_uploads", 0)
    st.text(_said(columns))
    left, right = st.columns(2)
    names = [ROWS, *(column.name for column in columns.columns if not column.numeric or column.aside)]
    left.selectbox(
        "The words are in",
        names,
        index=names.index(columns.word) if columns.word else 0,
        key=f"j_word_{number}_{digest}",
        on_change=_again,
    )
    right.multiselect(
        "Columns of numbers that are no part of the vector",
        columns.numeric,
        default=columns.aside,
        key=f"j_aside_{number}_{digest}",
        on_change=_again,
    )


def _said(columns: Columns) -> str:
    """How the columns were understood, as plain text."""
    inside = [name for name in columns.numeric if name not in columns.aside]
    shown = listed(inside) if len(inside) <= MOST_NAMED else f"{listed(inside[:3])} … {inside[-1]}"
    words = f"Words: {columns.word}." if columns.word else "Words: none, so rows are numbered."
    beside = [name for name in columns.texts if name != columns.word]
    beside += [f"{column.name} ({column.aside})" for column in columns.columns if column.aside]
    return f"Understood as: {words} Vector: {count(len(inside), 'column')} ({shown})." + (
        f" Beside it, for colours: {listed(beside)}." if beside else ""
    )


def _own() -> Source | None:
    kept: Source | None = st.session_state.get("j_own")
    number = st.session_state.get("j_uploads", 0)
    with st.expander("Your file", expanded=kept is None, key="j_upload"):
        st.file_uploader(
            f"A table: .{', .'.join(KINDS)} ({MAX_ROWS:,} rows at most)",
            type=list(KINDS),
            key=f"j_file_{number}",
            on_change=_read,
            args=("file",),
            max_upload_size=MAX_BYTES // 1_000_000,
            help="Text files: columns of numbers are the vector, columns of text are label and metadata. What was "
            "understood is shown once the file is read, and can be changed. .npz: one 2D array of numbers and, if you "
            "like, one array of strings. .txt and .vec: word2vec's or GloVe's text format. Nothing is unpickled.",
        )
        st.file_uploader(
            "Labels (if they are in a file of their own): a line a row, or tab-separated columns",
            type=["tsv", "txt"],
            key=f"j_labels_{number}",
            on_change=_read,
            args=("labels",),
            max_upload_size=MAX_BYTES // 1_000_000,
        )
        problem = st.session_state.get("j_refused")
        if problem is not None:
            st.error("This file can't be used." if kept is None else "The columns can't be put together like this.")
            st.text(problem)
        if kept is None and problem is None:
            st.info("Choose a file to see it here.")
        elif kept is not None:
            rows, width = kept.table.vectors.shape
            st.text(f"In use: {rows:,} rows of {width:,} numbers. First labels: {', '.join(kept.table.words[:5])}")
            _understood()
            st.button("Forget this file", key="j_forget", icon=":material/delete:", on_click=_forget)
        st.caption("The file stays in this session only and is gone when you close the tab. A link does not carry it.")
    return kept
