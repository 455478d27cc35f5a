"""Vectors in JSON and JSON Lines: what an embeddings API answers, records with a vector each, words with their numbers.

Services give their answers many forms, so the vectors are looked for: a list whose entries are vectors, or objects with
one inside, however deep; a vector is a list of numbers, or, under a name such as embedding, float32 numbers in base64.
What stands beside it in each object becomes a column.
"""

import base64
import binascii
import json
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import ParsedColumns, distinct, one_width
from explorer.data.uploads.limits import (
    MAX_CELLS,
    MAX_ROWS,
    MAX_TEXTS,
    MAX_WIDTH,
    UploadError,
    check_shape,
    check_size,
    label,
    list_first,
    short,
)
from explorer.wording import listed

Row = dict[str, Any]
DEEPEST = 6
LONGEST_WHOLE = 400
"""Digits of a whole number, which take Python time in proportion to their square; no float has more than 309."""
_VECTOR = re.compile(r"emb|vec|values")
_NAMES = "word"


def parse(data: bytes) -> Any:
    r"""The JSON value of a file, or the list of those of its lines.

    Raises:
        UploadError: it is neither.

    >>> parse(b'{"a": 1}'), parse(b'{"a": 1}\n{"a": 2}\n')
    ({'a': 1}, [{'a': 1}, {'a': 2}])
    """
    check_size(data)
    cells, lists = data.count(b",") + data.count(b"\n") // 2, data.count(b"[") + data.count(b"{")
    if cells > MAX_CELLS or lists > 4 * MAX_ROWS:  # each becomes an object of 30 to 60 bytes
        raise UploadError(
            f"The file has about {cells:,} values in {lists:,} lists and objects; at most {MAX_CELLS:,} in "
            f"{4 * MAX_ROWS:,} can be read from JSON. Save the numbers with numpy.save, and upload the .npy file"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UploadError("This JSON is not UTF-8: save it as UTF-8") from None
    try:
        return _value(text)
    except UploadError:
        raise
    except (ValueError, RecursionError) as whole:
        found: list[Any] = []
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.strip():
                continue
            try:
                found.append(_value(line))
            except (ValueError, RecursionError):
                at = f"Line {number:,} is" if found else "This is"
                raise UploadError(
                    f"{at} not JSON ({short(str(whole).partition(': line')[0])}). It was cut off or changed: save it "
                    "again"
                ) from None
        return found


def _value(text: str) -> Any:
    """The JSON value of a text. Functions of ours make its numbers: within one call of the json module alone no other
    visitor's page would get the processor, up to a second for the largest file.
    """
    return json.loads(text, parse_float=_fraction, parse_int=_whole)


def _fraction(text: str) -> float:
    return float(text)


def _whole(text: str) -> int:
    if len(text) > LONGEST_WHOLE:
        raise UploadError(f"The number {short(text)} is too large to compute with")
    return int(text)


def _is_vector(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) > 1
        and all(type(number) in (int, float, type(None)) for number in value)
        and any(number is not None for number in value)
    )


def _from_base64(value: Any) -> NDArray[np.float32] | None:
    """Little-endian float32 numbers; None for anything else.

    >>> _from_base64("AACAPwAAAAA=").tolist(), _from_base64("plum")
    ([1.0, 0.0], None)
    """
    try:
        raw = base64.b64decode(value, validate=True) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        return None
    return np.frombuffer(raw, "<f4") if len(raw) >= 8 and len(raw) % 4 == 0 else None


def _flat(value: Row, before: str = "", depth: int = 0) -> Row:
    """One object's cells by name, those of objects inside it with both names; other lists than vectors are left out."""
    found: Row = {}
    for key, cell in value.items():
        name = f"{before}{key}"
        if isinstance(cell, dict) and depth < DEEPEST:
            found |= _flat(cell, f"{name}.", depth + 1)
        elif _is_vector(cell) or not isinstance(cell, list | dict):
            found[name] = cell
    return found


def _has_vector(row: Row) -> bool:
    return any(
        isinstance(cell, list) or (_VECTOR.search(name.lower()) and _from_base64(cell) is not None)
        for name, cell in row.items()
    )


def _rows(value: Any, depth: int = 0) -> list[Row]:
    """Rows of the vectors in a value; none if it holds none."""
    if depth > DEEPEST:
        return []
    if isinstance(value, dict):
        return _rows_of_object(value, depth)
    if not isinstance(value, list) or not value:
        return []
    if all(map(_is_vector, value)):
        return [{"vector": each} for each in value]
    if not all(isinstance(each, dict) for each in value):
        return []
    flat = [_flat(each) for each in value]
    if any(map(_has_vector, flat)):
        if all(type(row.get("index")) is int for row in flat):  # of the input, which a file of labels follows
            flat.sort(key=lambda row: row["index"])
        return flat
    inside = [_rows(each, depth + 1) for each in value]
    if any(inside):  # answers one after the other, as in a batch
        return [one | row for one, rows in zip(flat, inside, strict=True) for row in rows]
    numeric = {name for row in flat for name, cell in row.items() if type(cell) in (int, float)}
    return flat if len(numeric) > 1 else []


def _rows_of_object(value: Row, depth: int) -> list[Row]:
    cells = list(value.values())
    columns, lines = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(lines, list):  # pandas.DataFrame.to_json(orient="split")
        whole = [line for line in lines if isinstance(line, list) and len(line) == len(columns)]
        return [dict(zip(map(str, columns), line, strict=True)) for line in whole] if len(whole) == len(lines) else []
    if len(cells) > 2 and all(map(_is_vector, cells)):
        return [{_NAMES: name, "vector": cell} for name, cell in value.items()]
    if len(cells) > 1 and all(isinstance(cell, dict) and cell for cell in cells):
        columns = {name: list(cell.values()) for name, cell in value.items()}
        numbers = len({tuple(cell) for cell in cells}) == 1 and all(key.isdecimal() for key in cells[0])
        if numbers:  # pandas.DataFrame.to_json
            return [dict(zip(columns, each, strict=True)) for each in zip(*columns.values(), strict=True)]
        flat = [{_NAMES: name} | _flat(cell) for name, cell in value.items()]
        if all(map(_has_vector, flat)):
            return flat
    for name, cell in value.items():
        if rows := _rows(cell, depth + 1):
            beside = {
                other: texts
                for other, texts in value.items()
                if other != name and isinstance(texts, list) and len(texts) == len(rows) and not _is_vector(texts)
            }
            return [{other: texts[at] for other, texts in beside.items()} | row for at, row in enumerate(rows)]
    one = _flat(value)
    return [one] if _has_vector(one) else []


def read_json(value: Any) -> ParsedColumns:
    """Columns of a parsed file.

    Raises:
        UploadError: it holds no vectors, or rows that do not match.

    >>> answer = {"data": [{"text": word, "embedding": [at, 1]} for at, word in enumerate(("plum", "fig", "kale"))]}
    >>> columns = read_json(answer)
    >>> columns.texts, columns.lists["embedding"].tolist()
    ({'text': ['plum', 'fig', 'kale']}, [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    """
    rows = _rows(value)
    if not rows:
        keys = listed([short(f"“{key}”") for key in list(value)[:6]]) if isinstance(value, dict) and value else ""
        raise UploadError(
            'Expected vectors: an API\'s answer, {"data": [{"embedding": [0.5, …]}, …]}; records, [{"text": "plum", '
            '"embedding": [0.5, …]}, …], or one a line; or words with their numbers, {"plum": [0.5, …], …}'
            + (f". This JSON holds {keys}" if keys else "")
        )
    if len(rows) > MAX_ROWS:
        raise UploadError(f"{len(rows):,} rows are too many: at most {MAX_ROWS:,} can be read")
    order = list(dict.fromkeys(name for row in rows for name in row))
    if len(order) > MAX_WIDTH + MAX_TEXTS:
        raise UploadError(f"{len(order):,} names are too many: at most {MAX_WIDTH:,} numbers per row can be read")
    if len(rows) * len(order) > 20 * sum(map(len, rows)) + 100_000:
        raise UploadError(
            f"{len(rows):,} rows have {len(order):,} different names, and few of them each: too many cells"
        )
    names = distinct([label(name) for name in order])
    numeric: dict[str, NDArray[np.float64]] = {}
    whole: list[bool] = []
    texts: dict[str, list[str]] = {}
    lists: dict[str, NDArray[Any]] = {}
    for name, key in zip(names, order, strict=True):
        cells = [row.get(key) for row in rows]
        if (vectors := _vectors(name, cells)) is not None:
            lists[name] = vectors
        elif all(cell is None for cell in cells):  # "error": null in each
            continue
        elif all(type(cell) in (int, float, type(None)) for cell in cells):
            numeric[name] = _numbers(name, cells)
            whole.append(all(type(cell) is int for cell in cells))
        elif len(texts) < MAX_TEXTS and len(set(map(repr, cells))) > 1:  # not "object": "embedding" in each
            texts[name] = [
                label(cell if isinstance(cell, str) else "" if cell is None else repr(cell)) for cell in cells
            ]
    numbers = np.stack(list(numeric.values()), axis=1) if numeric else np.empty((len(rows), 0))
    if not lists:
        check_shape(*numbers.shape)
    return ParsedColumns.of(names, list(numeric), whole, texts=texts, numbers=numbers, lists=lists)


def _numbers(name: str, cells: list[Any]) -> NDArray[np.float64]:
    try:
        return np.array(cells, np.float64)
    except OverflowError:
        raise UploadError(f"{name!r} holds a number that is too large to compute with") from None


def _vectors(name: str, cells: list[Any]) -> NDArray[np.float32] | None:
    found = [cell if isinstance(cell, list) else _from_base64(cell) for cell in cells]
    coded = not any(isinstance(cell, list) for cell in cells)
    if all(each is None for each in found) or (coded and not _VECTOR.search(name.lower())):
        return None
    one_width(name, np.array([0 if each is None else len(each) for each in found]))
    if wrong := [at for at, each in enumerate(found, start=1) if isinstance(each, list) and None in each]:
        raise UploadError(f"A number is missing in {name!r} of {list_first(wrong)}: write one there, or take it out")
    with np.errstate(over="ignore"):
        rows: list[Any] = [_numbers(name, each) if isinstance(each, list) else each for each in found]
        return np.stack(rows).astype(np.float32)
