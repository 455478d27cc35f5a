"""The lines with which the scripts of the Projection page begin: the table, and what counts as near in it."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.vectors.nearness import COSINE, Near

LOAD = {
    "MiniLM": 'shipped("MiniLM")',
    "GloVe": 'shipped("GloVe")',
    "Whisper": 'shipped("Whisper")',
}


@dataclass(frozen=True)
class OwnFile:
    """A visitor's own file and how it was put together, so that a script does the same.

    Attributes:
        file: what the script calls it, without its ending.
        kind: its ending.
        beside: names of the files of labels, or of those a config names.
        aside: columns of numbers left out of the vector; None as the reader understood them.
        word: the column of words; None likewise.
        which: the array, or the columns; None likewise.
    """

    file: str
    kind: str
    beside: tuple[str, ...] = ()
    aside: tuple[str, ...] | None = None
    word: str | None = None
    which: str | None = None


def load(name: str | OwnFile, variable: str = "table") -> str:
    """Lines that make a `WordTable` of the name that the page gives it, or of a visitor's own file.

    >>> print(load(OwnFile("mine", "csv", aside=("year",)), "other").splitlines()[-1])
    other = read_table(path.name, path.read_bytes(), aside=('year',))
    """
    if isinstance(name, OwnFile):
        return _own(name, variable)
    if name in LOAD:
        return f"from explorer.words.tables import shipped\n\n{variable} = {LOAD[name]}\n"
    if name == "Local table":
        return (
            "import os\nfrom pathlib import Path\n\nfrom explorer.data.local import open_table\n\n"
            "# The table that the app was started with; text is written once as .npy into the second folder.\n"
            f'{variable} = open_table(Path(os.environ["EXPLORER_TABLE"]), Path.cwd())\n'
        )
    return (
        "from pathlib import Path\n\nfrom explorer.data.uploads import read_table\n\n"
        '# Vectors saved from a run on the page.\npath = Path("my_vectors.tsv")\n'
        f"{variable} = read_table(path.name, path.read_bytes())\n"
    )


def _own(file: OwnFile, variable: str) -> str:
    beside = "".join(f"{name!r}: Path({name!r}).read_bytes(), " for name in file.beside).removesuffix(", ")
    chosen = [f", {{{beside}}}"] if beside else []
    for what in ("aside", "word", "which"):
        value = getattr(file, what)
        chosen += [f", {what}={value!r}"] if value is not None else []
    return (
        "from pathlib import Path\n\nfrom explorer.data.uploads import read_table\n\n"
        f'# Your own file: write its name here.\npath = Path("{file.file}.{file.kind}")\n'
        f"{variable} = read_table(path.name, path.read_bytes(){''.join(chosen)})\n"
    )


def truth(near: Near) -> str:
    """Lines that make `truth`, all numbers of each of `rows` as `near` compares them, and `measure`."""
    made = f"truth = prepare(table.vectors, {near.recipe!r}).rows(rows)"
    if near.measure == COSINE:
        made = made.replace("= ", "= unit_rows(", 1) + ")  # each of length 1, so that distances order them as cosines"
    return f"{made}\nmeasure = {near.measure!r}"
