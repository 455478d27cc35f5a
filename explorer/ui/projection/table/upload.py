"""Upload of a visitor's own file: the upload box, how the file was read, and controls to correct that."""

import hashlib
import secrets
from dataclasses import dataclass, replace

import streamlit as st

from explorer.data.cache import heavy
from explorer.data.uploads import MAX_BYTES, MAX_ROWS, Reading, UploadError, read_upload
from explorer.data.uploads.table_budget import TABLES
from explorer.ui.frame.upload_box import REFUSED, upload_box
from explorer.ui.projection.table.upload_summary import column_overview, shape_text, summary
from explorer.ui.projection.word_lists import listing
from explorer.views.projection.table_source import DIVISIONS, MEMO, RUNS, OwnFile, Source

NAME = "Your file"
ROWS = "row numbers"
UNUSABLE = "This file can't be used."
STAYS = f"{UNUSABLE} The table before it stays in use."


@dataclass(frozen=True, eq=False)
class Taken:
    """A file that was read: its identity and its contents."""

    digest: str
    reading: Reading


def _drop(*more: str) -> None:
    """Delete the settings for the last file, everything computed from its table, and the keys in `more`."""
    for name in ("j_refused", *more, MEMO, DIVISIONS, RUNS):
        st.session_state.pop(name, None)


def _refuse(what: str, problem: str) -> None:
    st.session_state["j_refused"], st.session_state["j_refusal"] = problem, what


def _forget() -> None:
    _drop("j_own", "j_of", "j_reading", "j_uploads")  # a new upload box, which is empty


def _number() -> int:
    """Number in the upload box's key.

    It is random in each session: after a restart of the server a browser would keep a box with the same key, and show
    the name of a file that the server no longer has.
    """
    return int(st.session_state.setdefault("j_uploads", secrets.randbelow(2**32)))


def _source(key: str, reading: Reading, file: OwnFile) -> Source:
    table = reading.table(aside=file.aside, word=file.word, which=file.which)
    return Source(key, replace(table, name=NAME), True, file=file, memo=st.session_state)


def _take_upload() -> None:
    """Read what was just put into the upload box.

    A browser that replaces a file empties the box first. So the current table is kept during an empty box and a file
    that can't be read, until another file is read or the visitor removes it.
    """
    state = st.session_state
    file = state.get(f"j_file_{_number()}")
    state.pop("j_refused", None)
    state.pop("j_reading", None)
    if "j_of" in state:
        state["j_reading"] = state["j_of"]
    if file is None:
        return
    data = file.getvalue()
    key = hashlib.sha256(data + b"\0" + file.name.encode()).hexdigest()[:16]
    try:
        with heavy():  # reading a large text takes several times its size in memory
            TABLES.check(len(data))
            taken = Taken(key, read_upload(file.name, data))
            TABLES.hold(taken, len(data) + taken.reading.size)
            if len(taken.reading.choices) > 1 or taken.reading.columns is not None:
                state["j_reading"] = taken  # if not so, perhaps with other settings
            if taken.reading.asks:
                return
            _use(taken, key, OwnFile(f"my_vectors.{taken.reading.kind}"))
    except UploadError as problem:
        _refuse(STAYS if "j_own" in state else UNUSABLE, str(problem))


def _use(taken: Taken, key: str, file: OwnFile) -> None:
    """Build the table and make it the current one.

    Raises:
        UploadError: it can't be put together so; nothing has changed then.
    """
    made = _source(key, taken.reading, file)
    TABLES.hold(made, made.table.vectors.nbytes)
    _drop()
    state = st.session_state
    state["j_own"] = made
    state["j_of"] = state["j_reading"] = taken


def _again() -> None:
    """Build the table again with the visitor's settings, without reading the file again."""
    state = st.session_state
    taken: Taken = state["j_reading"]
    mark = f"{_number()}_{taken.digest}"
    which = state.get(f"j_which_{mark}")
    word, aside = state.get(f"j_word_{mark}"), state.get(f"j_aside_{mark}")
    chosen = (which, "" if word == ROWS else word, None if aside is None else tuple(aside))
    key = hashlib.sha256(repr((taken.digest, *chosen)).encode()).hexdigest()[:16]
    file = OwnFile(f"my_vectors.{taken.reading.kind}", chosen[2], chosen[1], which)
    state.pop("j_refused", None)
    try:
        _use(taken, key, file)
    except UploadError as problem:
        _refuse("The table can't be put together like this.", str(problem))


def _which() -> None:
    taken: Taken | None = st.session_state.get("j_reading")
    if taken is None or len(taken.reading.choices) < 2:
        return
    reading = taken.reading
    sizes = {choice.name: f"{choice.name}: {shape_text(choice.shape)}, {choice.dtype}" for choice in reading.choices}
    st.selectbox(
        "The vectors are",
        list(sizes),
        index=None if reading.asks else 0,
        placeholder=f"None of these {len(reading.choices):,} tables is named like a table of words: choose one",
        format_func=sizes.__getitem__,
        key=f"j_which_{_number()}_{taken.digest}",
        on_change=_again,
    )


def _understood() -> None:
    taken: Taken | None = st.session_state.get("j_reading")
    if taken is None:
        return
    columns = taken.reading.columns
    if columns is None:
        return
    mark = f"{_number()}_{taken.digest}"
    left, right = st.columns(2)
    names = [ROWS, *(column.name for column in columns.columns if not column.numeric or column.aside)]
    word = left.selectbox(
        "The words are in",
        names,
        index=names.index(columns.word) if columns.word else 0,
        key=f"j_word_{mark}",
        on_change=_again,
    )
    aside = right.multiselect(
        "Columns of numbers that are no part of the vector",
        columns.numeric,
        default=columns.aside,
        key=f"j_aside_{mark}",
        on_change=_again,
    )
    st.html(listing(column_overview(columns, word, aside)))


def choose() -> Source | None:
    """Draw the upload box and return the visitor's table; None if there is none yet.

    The upload box keeps its position and key with and without a table: otherwise the browser would create a new one,
    and a file being uploaded to the old one would be lost.
    """
    state = st.session_state
    kept: Source | None = state.get("j_own")
    with st.container(key="j_read_as"):
        if kept is not None and kept.file is not None:
            st.text(summary(kept, state["j_of"].reading))
        _which()
    # Folded once a file is read, so that the picture is nearer.
    name = NAME if kept is None else f"{NAME}: what was taken for what, and another file"
    with st.container(key="j_upload"), st.expander(name, expanded=kept is None):
        with st.container(key="j_understood"):
            if kept is not None:
                _understood()
                st.button(
                    "Forget this file",
                    key="j_forget",
                    icon=":material/delete:",
                    on_click=_forget,
                )
        _box(in_use=kept is not None)
    problem = state.get("j_refused")
    if problem is not None:
        st.error(state["j_refusal"])
        st.text(problem)
    if kept is None and problem is None and "j_reading" not in state:
        st.info(f"Choose a file to see it here. {REFUSED}")
    if kept is None:
        _understood()
    return kept


def _box(*, in_use: bool) -> None:
    number = _number()
    upload_box(
        f"A table ({MAX_ROWS:,} rows and {MAX_BYTES // 1_000_000} MB at most)",
        key=f"j_file_{number}",
        on_change=_take_upload,
        max_upload_size=MAX_BYTES // 1_000_000,
        help="CSV and TSV: columns of numbers are the vector, columns of text are word and metadata. .txt and .vec: "
        "GloVe's and word2vec's text. .npy, .npz: NumPy's; an array of texts in an .npz holds the words: "
        "numpy.savez('vectors.npz', vectors=…, words=…). Safetensors: a model's two-dimensional tensors. What was "
        "understood is shown once the file is read, and can be changed; other kinds are named, with the line that "
        "converts them. Nothing is unpickled. A larger table: on your own computer, make run TABLE=path.",
    )
    if in_use and st.session_state.get(f"j_file_{number}") is None:
        st.caption("The box is empty. The table stays in use until you choose another file or forget this one.")
    st.caption("The file stays in this session only and is gone when you close the tab. A link does not carry it.")
