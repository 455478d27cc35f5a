"""Upload of a visitor's own file: two upload boxes, how the file was read, and controls to correct that."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from explorer.data.cache import heavy
from explorer.data.uploads import MAX_BYTES, MAX_ROWS, Reading, UploadError, read_upload
from explorer.data.uploads.parsed_upload import IN_COLUMNS
from explorer.data.uploads.table_budget import TABLES
from explorer.ui.frame.upload_box import REFUSED, upload_box
from explorer.ui.projection.table.upload_summary import column_overview, shape_text, summary
from explorer.ui.projection.word_lists import listing
from explorer.views.projection.table_source import DIVISIONS, MEMO, RUNS, OwnFile, Source

ROWS = "row numbers"
UNUSABLE = "This file can't be used."
STAYS = f"{UNUSABLE} The table before it stays in use."


@dataclass(frozen=True)
class Field:
    """An upload slot for a visitor's file.

    Attributes:
        prefix: of its keys in the session.
        name: of the table on the page.
        file: name of the file in a displayed call, without its ending.
        also: other session keys that were derived from this file and are deleted with it.
    """

    prefix: str
    name: str
    file: str
    also: tuple[str, ...] = ()

    def key(self, what: str) -> str:
        """Session key of a value that belongs to this field."""
        return f"{self.prefix}_{what}"


FIRST = Field("j", "Your file", "my_vectors", (DIVISIONS, RUNS))


@dataclass(frozen=True, eq=False)
class Taken:
    """A file that was read: its identity, its contents, and the names of the files beside it."""

    digest: str
    reading: Reading
    beside: tuple[str, ...] = ()


def _drop(field: Field, *more: str) -> None:
    """Delete the settings for the last file, everything computed from its table, and the keys in `more`."""
    for name in (*map(field.key, ("refused", *more)), MEMO, *field.also):
        st.session_state.pop(name, None)


def _refuse(field: Field, what: str, problem: str) -> None:
    st.session_state[field.key("refused")], st.session_state[field.key("refusal")] = problem, what


def _forget(field: Field) -> None:
    _drop(field, "own", "of", "reading", "uploads")  # new upload boxes, which are empty


def _number(field: Field) -> int:
    """Number in the keys of the upload boxes.

    It is random in each session: after a restart of the server a browser would keep boxes with the same key, and show
    the name of a file that the server no longer has.
    """
    return int(st.session_state.setdefault(field.key("uploads"), secrets.randbelow(2**32)))


def _source(field: Field, key: str, reading: Reading, file: OwnFile) -> Source:
    table = reading.table(aside=file.aside, word=file.word, which=file.which)
    return Source(key, replace(table, name=field.name), True, file=file, memo=st.session_state)


def _take_upload(field: Field, changed: str) -> None:
    """Read what was just put into one of the two upload boxes.

    A browser that replaces a file empties the box first. So the current table is kept during an empty box and a file
    that can't be read, until another file is read or the visitor removes it.
    """
    state = st.session_state
    number = _number(field)
    file, others = state.get(field.key(f"file_{number}")), state.get(field.key(f"labels_{number}")) or []
    if file is None and changed == "labels":
        if others:
            _refuse(field, "Labels alone can't be used.", "Choose the table's file as well: they are read together.")
        return
    state.pop(field.key("refused"), None)
    state.pop(field.key("reading"), None)
    if field.key("of") in state:
        state[field.key("reading")] = state[field.key("of")]
    if file is None:
        return
    data, beside = file.getvalue(), {other.name: other.getvalue() for other in others}
    digest = hashlib.sha256(data + b"\0" + file.name.encode())
    for name, content in sorted(beside.items()):
        digest.update(b"\0" + name.encode() + b"\0" + content)
    key = digest.hexdigest()[:16]
    try:
        with heavy():  # reading a large text takes several times its size in memory
            TABLES.check(len(data))
            taken = Taken(key, read_upload(file.name, data, beside), tuple(sorted(beside)))
            TABLES.hold(taken, len(data) + sum(map(len, beside.values())) + taken.reading.size)
            if len(taken.reading.names) > 1 or taken.reading.columns is not None:
                state[field.key("reading")] = taken  # if not so, perhaps with other settings
            if taken.reading.asks:
                return
            _use(field, taken, key, OwnFile(f"{field.file}.{taken.reading.kind}", taken.beside))
    except UploadError as problem:
        _refuse(field, STAYS if field.key("own") in state else UNUSABLE, str(problem))


def _use(field: Field, taken: Taken, key: str, file: OwnFile) -> None:
    """Build the table and make it the current one.

    Raises:
        UploadError: it can't be put together so; nothing has changed then.
    """
    made = _source(field, key, taken.reading, file)
    TABLES.hold(made, made.table.vectors.nbytes)
    _drop(field)
    state = st.session_state
    state[field.key("own")] = made
    state[field.key("of")] = state[field.key("reading")] = taken


def _again(field: Field) -> None:
    """Build the table again with the visitor's settings, without reading the file again."""
    state = st.session_state
    taken: Taken = state[field.key("reading")]
    mark = f"{_number(field)}_{taken.digest}"
    which = state.get(field.key(f"which_{mark}"))
    word, aside = state.get(field.key(f"word_{mark}")), state.get(field.key(f"aside_{mark}"))
    chosen = (which, "" if word == ROWS else word, None if aside is None else tuple(aside))
    key = hashlib.sha256(repr((taken.digest, *chosen)).encode()).hexdigest()[:16]
    file = OwnFile(f"{field.file}.{taken.reading.kind}", taken.beside, chosen[2], chosen[1], which)
    state.pop(field.key("refused"), None)
    try:
        _use(field, taken, key, file)
    except UploadError as problem:
        _refuse(field, "The table can't be put together like this.", str(problem))


def _which(field: Field) -> None:
    taken: Taken | None = st.session_state.get(field.key("reading"))
    if taken is None or len(taken.reading.names) < 2:
        return
    reading = taken.reading
    sizes = {choice.name: f"{choice.name}: {shape_text(choice.shape)}, {choice.dtype}" for choice in reading.choices}
    st.selectbox(
        "The vectors are",
        reading.names,
        index=None if reading.asks else 0,
        placeholder=f"None of these {len(reading.choices):,} tables is named like a table of words: choose one",
        format_func=lambda name: sizes.get(name, name),
        key=field.key(f"which_{_number(field)}_{taken.digest}"),
        on_change=partial(_again, field),
    )


def _understood(field: Field) -> None:
    taken: Taken | None = st.session_state.get(field.key("reading"))
    if taken is None:
        return
    reading = taken.reading
    mark = f"{_number(field)}_{taken.digest}"
    again: Callable[[], None] = partial(_again, field)
    which = st.session_state.get(field.key(f"which_{mark}"))
    columns = reading.columns
    if columns is None or not columns.columns:  # a file that holds only lists has nothing to choose
        return
    in_columns = not reading.choices or which == IN_COLUMNS
    left, right = st.columns(2)
    names = [ROWS, *(column.name for column in columns.columns if not column.numeric or column.aside)]
    word = left.selectbox(
        "The words are in",
        names,
        index=names.index(columns.word) if columns.word else 0,
        key=field.key(f"word_{mark}"),
        on_change=again,
    )
    aside = list(columns.numeric)
    if in_columns:
        aside = right.multiselect(
            "Columns of numbers that are no part of the vector",
            columns.numeric,
            default=columns.aside,
            key=field.key(f"aside_{mark}"),
            on_change=again,
        )
    st.html(listing(column_overview(columns, word, aside)))
    if columns.note:
        st.text(columns.note)


def choose(field: Field = FIRST) -> Source | None:
    """Draw the upload field and return the visitor's table; None if there is none yet.

    The upload boxes keep their position and key with and without a table: otherwise the browser would create new ones,
    and a file being uploaded to an old one would be lost.
    """
    state = st.session_state
    kept: Source | None = state.get(field.key("own"))
    with st.container(key=field.key("read_as")):
        if kept is not None and kept.file is not None:
            st.text(summary(kept, state[field.key("of")].reading))
        _which(field)
    # Folded once a file is read, so that the picture is nearer.
    name = field.name if kept is None else f"{field.name}: what was taken for what, and another file"
    with st.container(key=field.key("upload")), st.expander(name, expanded=kept is None):
        with st.container(key=field.key("understood")):
            if kept is not None:
                _understood(field)
                st.button(
                    "Forget this file",
                    key=field.key("forget"),
                    icon=":material/delete:",
                    on_click=_forget,
                    args=(field,),
                )
        _boxes(field, in_use=kept is not None)
    problem = state.get(field.key("refused"))
    if problem is not None:
        st.error(state[field.key("refusal")])
        st.text(problem)
    if kept is None and problem is None and field.key("reading") not in state:
        st.info(f"Choose a file to see it here. {REFUSED}")
    if kept is None:
        _understood(field)
    return kept


def _boxes(field: Field, *, in_use: bool) -> None:
    number = _number(field)
    upload_box(
        f"A table ({MAX_ROWS:,} rows and {MAX_BYTES // 1_000_000} MB at most)",
        key=field.key(f"file_{number}"),
        on_change=_take_upload,
        args=(field, "file"),
        max_upload_size=MAX_BYTES // 1_000_000,
        help="CSV and TSV: columns of numbers are the vector, columns of text are word and metadata. .txt, .vec "
        "and .bin: GloVe's and word2vec's formats. .npy, .npz: NumPy's. Parquet, Arrow, Feather: columns or "
        "lists. Safetensors, or a model's index: its two-dimensional tensors. JSON: what an embeddings API answers, or "
        "records. What was understood is shown once the file is read, and can be changed; other kinds are named, with "
        "the line that converts them. Nothing is unpickled. A larger table: on your own computer, make run TABLE=path.",
    )
    upload_box(
        "Files that belong to it, if any: labels (one per line, or tab-separated columns), or those that an index "
        "names",
        key=field.key(f"labels_{number}"),
        accept_multiple_files=True,
        on_change=_take_upload,
        args=(field, "labels"),
        max_upload_size=MAX_BYTES // 1_000_000,
    )
    if in_use and st.session_state.get(field.key(f"file_{number}")) is None:
        st.caption("The upper box is empty. The table stays in use until you choose another file or forget this one.")
    st.caption("The file stays in this session only and is gone when you close the tab. A link does not carry it.")
