"""Summary of how a visitor's file was understood, in a line, and column by column."""

from typing import Any

from explorer.data.uploads import Reading
from explorer.data.uploads.column_roles import ParsedColumns
from explorer.data.uploads.limits import LONGEST_LABEL, short
from explorer.data.uploads.parsed_upload import FORMATS
from explorer.views.projection.table_source import Source
from explorer.wording import count, listed

NAMED = 6
"""Maximum columns beside the vector that the line above a picture names."""
FEW = 4
"""Maximum columns of the vector that are listed one by one; more are shown as first … last."""


def summary(kept: Source, reading: Reading) -> str:
    """Summary of a file in a line, with the columns beside the vector."""
    rows, width = kept.table.vectors.shape
    first = [f"“{word}”" for word in kept.table.words[:3]]
    long = any(short(word) != word for word in kept.table.words[:3])  # cut, sentences with one beginning are one
    words = f"the first label is {first[0]}" if long else f"the first words are {listed(first)}"
    names = list(kept.table.metadata)
    beside = f" Beside the vector, for colours: {listed(names, most=NAMED)}." if names else ""
    return (
        f"Read as {FORMATS[reading.kind]}{_table_name(kept, reading)}: {count(rows, 'row')} of "
        f"{count(width, 'number')}; {words}.{beside}{_left_out(kept, reading)}{_cut(kept)}"
    )


def _table_name(kept: Source, reading: Reading) -> str:
    """Which table of the file this is, where the file names its tables."""
    many = len(reading.choices)
    if many < 2 and reading.kind not in ("safetensors", "npz"):
        return ""
    which = (kept.file and kept.file.which) or reading.choices[0].name
    return f", table “{which}”" + (f" of {many:,}" if many > 1 else "")


def _cut(kept: Source) -> str:
    longest = max(map(len, kept.table.words))
    return f" Labels are read up to {LONGEST_LABEL:,} letters." if longest >= LONGEST_LABEL else ""


def _left_out(kept: Source, reading: Reading) -> str:
    """Sentence on columns of numbers that are left out of the vector, and where to change that."""
    columns, file = reading.columns, kept.file
    if columns is None or file is None:
        return ""
    word = columns.word if file.word is None else file.word
    out = [name for name in columns.numeric if name not in (*columns.inside(file.aside, file.word), word)]
    return f" Numbers left out of the vector: {listed(out, most=NAMED)}; change it below." if out else ""


def shape_text(shape: tuple[int, ...]) -> str:
    """Wording for an array's shape.

    >>> shape_text((4, 2)), shape_text((3,))
    ('4 rows of 2', 'shape 3')
    """
    return f"{shape[0]:,} rows of {shape[1]:,}" if len(shape) == 2 else f"shape {' × '.join(map(str, shape))}"


def column_overview(columns: ParsedColumns, word: str, aside: list[str]) -> dict[str, list[str]]:
    """Table of all columns: their first values and their role; a long vector takes one line."""
    inside = [name for name in columns.numeric if name not in aside and name != word]
    rows: list[tuple[str, str, str]] = []
    values: list[Any]
    for column in columns.columns:
        name = column.name
        if name in inside and len(inside) > FEW:
            if name == inside[0]:
                shown = f"{inside[0]}, {inside[1]} … {inside[-1]}"
                values = [float(value) for value in columns.numbers[0, [columns.numeric.index(n) for n in inside[:3]]]]
                rows.append((shown, _values_text(values) + " …", f"the vector: {count(len(inside), 'number')}"))
            continue
        values = (
            columns.numbers[:3, columns.numeric.index(name)].tolist() if column.numeric else columns.texts[name][:3]
        )
        use = "the word" if name == word else "the vector" if name in inside else "beside it, for colours"
        why = f": {column.aside}" if column.aside and name in aside and name != word else ""
        rows.append((name, _values_text(values), use + why))
    return dict(zip(("column", "first values", "taken as"), map(list, zip(*rows, strict=True)), strict=True))


def _values_text(values: list[Any]) -> str:
    return ", ".join(f"{value:g}" if isinstance(value, float) else str(value) or "(empty)" for value in values)
