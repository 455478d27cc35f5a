"""Label files: one label per line, or tab-separated columns with a header, as in the Embedding Projector."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import distinct, is_number, texts_array
from explorer.data.uploads.limits import MAX_TEXTS, UploadError, check_text, label, lines_of, short
from explorer.wording import count


def read_labels(data: bytes, rows: int) -> tuple[list[str], dict[str, NDArray[Any]]]:
    r"""The first column as words, the others as metadata by name.

    Raises:
        UploadError: the number of lines is not that of rows (plus a header), or columns do not match.

    >>> read_labels(b"word\tlegs\ncat\t4\nemu\t2\n", 2)
    (['cat', 'emu'], {'legs': array([4., 2.])})
    """
    check_text(data, b"\t", " of the label file")
    lines = [(at, line.rstrip("\n").split("\t")) for at, line in enumerate(lines_of(data, "\t"), 1) if line.strip()]
    if not lines or not rows:
        raise UploadError(
            f"The label file has {count(len(lines), 'line')} for {count(rows, 'row')}: choose the file of labels that "
            "belongs to the table, or none"
        )
    width = len(lines[0][1])
    if width > MAX_TEXTS + 1:
        raise UploadError(f"The label file has {width:,} columns; at most {MAX_TEXTS + 1} can be read")
    if len(lines) == rows + 1:
        header, lines = distinct([short(name.strip()) for name in lines[0][1]]), lines[1:]
    elif len(lines) == rows:
        header = [f"column {number + 1}" for number in range(width)]
    else:
        raise UploadError(
            f"The label file has {count(len(lines), 'line')} for {count(rows, 'row')}: one line per row, or one more "
            "as header"
        )
    for at, line in lines:
        if len(line) != width:
            raise UploadError(
                f"Line {at:,} of the label file has {count(len(line), 'column')}; the first has {width:,}"
            )
    columns = list(zip(*(line for _, line in lines), strict=True))
    metadata: dict[str, NDArray[Any]] = {}
    for name, cells in zip(header[1:], columns[1:], strict=True):
        numeric = all(is_number(cell) for cell in cells)
        metadata[name] = np.array(cells, np.float64) if numeric else texts_array([label(cell) for cell in cells])
    return [label(cell) for cell in columns[0]], metadata


def header_of(data: bytes, rows: int) -> str:
    r"""The header of a label file; "" if its first line is a label.

    >>> header_of(b"word\ncat\nemu\n", 2), header_of(b"cat\nemu\n", 2)
    ('word', '')
    """
    check_text(data, b"\t", " of the label file")
    lines = [line.strip() for line in lines_of(data, "\t") if line.strip()]
    return short(lines[0]) if len(lines) == rows + 1 else ""
