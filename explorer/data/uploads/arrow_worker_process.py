"""Worker process that parses a Parquet or Arrow file: bytes on stdin, a JSON header and raw arrays on stdout.

`python -m explorer.data.uploads.arrow_worker_process parquet < file`. Output: 8 bytes with the header's length, the
header, then the arrays that it lists. The header has "error" (a message), "unreadable" (no such file) or "memory" where
the file can't be read, and "lacking" where this server can't read any; anything worse ends the process.
"""

import importlib
import io
import json
import os
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import distinct, is_list, numbers_in, one_width
from explorer.data.uploads.limits import (
    ARROW_MEMORY,
    ARROW_SECONDS,
    LONGEST_LABEL,
    MAX_BYTES,
    MAX_CELLS,
    MAX_ROWS,
    MAX_TEXTS,
    MAX_VALUES,
    MAX_WIDTH,
    UploadError,
    label,
    short,
)
from explorer.platform_differences import limit_memory_and_time
from explorer.wording import listed

AT_ONCE = 2_048
"""Rows of a Parquet file that are decoded at a time."""


def read(data: bytes, kind: str) -> tuple[dict[str, Any], list[list[NDArray[Any]]]]:
    """Header and arrays: (V, n) of all numeric columns, then (V, D) float32 or float16 for each column of lists.

    The first is float64, so that long integers are exact; float32 for more than 4 million numbers. Each array is a list
    of consecutive parts, which are views of Arrow's memory.

    Raises:
        UploadError: too large, or no numbers in it.
    """
    table = _table(data, kind)
    pa, pc = _arrow()
    if not table.num_rows:
        raise UploadError(f"The file holds no rows; its columns are {listed(table.column_names[:8])}")
    numeric: dict[str, NDArray[Any]] = {}
    whole: list[bool] = []
    texts: dict[str, list[str]] = {}
    lists: dict[str, list[NDArray[Any]]] = {}
    left: list[str] = []
    letters = 0
    number, remaining = pa.float64() if table.num_rows * table.num_columns <= MAX_CELLS else pa.float32(), MAX_VALUES
    order = distinct([short(name) for name in table.column_names])
    for name, column in zip(order, table.columns, strict=True):
        form = column.type
        if pa.types.is_dictionary(form):
            column, form = column.cast(form.value_type), form.value_type
        if pa.types.is_integer(form) or pa.types.is_floating(form) or pa.types.is_decimal(form):
            numeric[name] = column.cast(number, safe=False).to_numpy(zero_copy_only=False)
            remaining -= len(column)
            whole.append(pa.types.is_integer(form))
        elif pa.types.is_list(form) or pa.types.is_large_list(form) or pa.types.is_fixed_size_list(form):
            parts = _parts(name, column, form.value_type)
            if parts is None:
                left.append(f"{name} ({_form(column)})")
            else:
                lists[name] = parts
                remaining -= sum(part.size for part in parts)
        elif pa.types.is_nested(form) or pa.types.is_binary(form) or pa.types.is_large_binary(form):
            left.append(f"{name} ({_form(column)})")
        elif (first := column.cast(pa.string()).drop_null()) and is_list(first[0].as_py()):
            lists[name] = [_from_texts(name, column.cast(pa.string()).to_pylist())]
            remaining -= lists[name][0].size
        elif len(texts) < MAX_TEXTS:
            cut = pc.utf8_slice_codeunits(column.cast(pa.string()), 0, LONGEST_LABEL + 1)
            letters += cut.nbytes
            if letters > MAX_BYTES:
                raise UploadError(f"The texts have more than {MAX_BYTES // 1_000_000} MB together: save fewer of them")
            texts[name] = [label(text or "") for text in cut.to_pylist()]
        else:
            left.append(name)
        if remaining < 0:
            raise UploadError(
                f"The columns hold more than {MAX_VALUES // 1_000_000} million numbers together: save fewer of them"
            )
    if not lists and not numeric:
        there = [*(f"{name} (text)" for name in texts), *left]
        raise UploadError(f"No column holds numbers or lists of numbers; there are {listed(there[:8])}")
    rows = table.num_rows
    block = np.stack(list(numeric.values()), axis=1) if numeric else np.empty((rows, 0))
    arrays = [[np.ascontiguousarray(block)], *lists.values()]
    note = f"Left out, for they hold neither numbers nor short texts: {listed(left[:8])}." if left else ""
    header = {
        "numeric": list(numeric),
        "whole": whole,
        "texts": texts,
        "lists": list(lists),
        "order": order,
        "note": note,
        "arrays": [(rows, parts[0].shape[1], parts[0].dtype.str) for parts in arrays],
    }
    return header, arrays


def _arrow() -> tuple[Any, Any]:
    """Import pyarrow (a dependency of Streamlit) and its functions, after memory is limited."""
    importlib.import_module("pyarrow.parquet")
    return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.compute")


def _table(data: bytes, kind: str) -> Any:
    pa, _ = _arrow()
    pa.set_cpu_count(1)
    if kind == "parquet":
        file = pa.parquet.ParquetFile(io.BytesIO(data))
        _check(file.metadata.num_rows, len(file.schema_arrow))
        # Reading the whole file at once would need its unpacked size three times.
        some = file.iter_batches(AT_ONCE, use_threads=False)
        return pa.Table.from_batches(some, file.schema_arrow)
    try:
        reader: Any = pa.ipc.open_file(data)
        batches = (reader.get_batch(at) for at in range(reader.num_record_batches))
    except pa.ArrowInvalid:
        reader = pa.ipc.open_stream(data)
        batches = iter(reader)
    kept, rows = [], 0
    for batch in batches:
        rows += batch.num_rows
        _check(rows, len(batch.schema))
        kept.append(batch)
    return pa.Table.from_batches(kept, reader.schema)


def _check(rows: int, columns: int) -> None:
    if rows > MAX_ROWS or columns > MAX_WIDTH + MAX_TEXTS or rows * columns > MAX_VALUES:
        raise UploadError(
            f"{rows:,} rows of {columns:,} columns are too many: at most {MAX_ROWS:,} rows, {MAX_WIDTH:,} numbers per "
            f"row and {MAX_VALUES // 1_000_000} million numbers in all"
        )


def _parts(name: str, column: Any, inner: Any) -> list[NDArray[Any]] | None:
    """A column of lists of equal length as parts (n, D); None if the lists do not hold numbers."""
    pa, pc = _arrow()
    if not (pa.types.is_integer(inner) or pa.types.is_floating(inner)):
        return None
    lengths = pc.fill_null(pc.list_value_length(column), 0).to_numpy().copy()
    first = 0
    for chunk in column.chunks:
        if (empty := pc.is_null(chunk.flatten(), nan_is_null=False)).true_count:
            lengths[first + np.repeat(np.arange(len(chunk)), lengths[first : first + len(chunk)])[empty]] = 0
        first += len(chunk)
    high = one_width(name, lengths)
    _check(len(lengths), high)
    # The table's own type (`validate.EXACT`): float16 is exact for 8-bit integers.
    small = pa.types.is_int8(inner) or pa.types.is_uint8(inner) or pa.types.is_float16(inner)
    number = pa.float16() if small else pa.float32()
    chunks = [chunk.flatten().cast(number, safe=False) for chunk in column.chunks if len(chunk)]
    return [chunk.to_numpy(zero_copy_only=False).reshape(-1, high) for chunk in chunks]


def _from_texts(name: str, texts: list[str | None]) -> NDArray[np.float32]:
    """Parse vectors in text form, such as "[0.5, 1]"."""
    found = []
    for text in texts:
        try:
            found.append(numbers_in(text or ""))
        except ValueError:
            found.append([])
    one_width(name, np.array([len(each) for each in found]))
    return np.array(found, np.float32)


def _form(column: Any) -> str:
    pa, _ = _arrow()
    form, shape = column.type, []
    if pa.types.is_binary(form) or pa.types.is_large_binary(form):
        return "binary: numpy.frombuffer makes numbers of it, if you know their type"
    value = column.drop_null()[0].as_py() if column.null_count < len(column) else None
    while isinstance(value, list):
        shape.append(f"{len(value):,}")
        value = value[0] if value else None
    what = "numbers" if isinstance(value, int | float) else "values"
    return f"an array of {' × '.join(shape)} {what} in each row: save it flat" if len(shape) > 1 else str(form)


def main() -> None:
    """Read stdin, write stdout, within bounded memory and time."""
    # Arrow's default pool reserves address space in bulk; the system's can be limited.
    os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
    limit_memory_and_time(ARROW_MEMORY, ARROW_SECONDS)
    data = sys.stdin.buffer.read()
    try:
        header, arrays = read(data, sys.argv[1])
    except UploadError as problem:
        header, arrays = {"error": str(problem)}, []
    except ImportError as problem:
        header, arrays = {"lacking": short(str(problem))}, []
    except MemoryError:  # Arrow's own too
        header, arrays = {"memory": True}, []
    except Exception:  # Arrow raises many types for a file that is none
        header, arrays = {"unreadable": True}, []
    text = json.dumps(header).encode()
    out = sys.stdout.buffer
    out.write(len(text).to_bytes(8, "little"))
    out.write(text)
    for part in (part for parts in arrays for part in parts):
        out.write(part.data)
    out.flush()


if __name__ == "__main__":
    main()
    # All is written. A normal exit aborts if Arrow's threads are still starting: once in eighty runs on two busy cores.
    os._exit(0)
