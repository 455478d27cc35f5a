"""Libraries' reactions to mistakes: which raise an error, and which continue."""

from __future__ import annotations

from explorer.failures import library_verdicts
from explorer.failures.mistakes_in_libraries import JAX, LIBRARIES, RECORDED
from explorer.figures.failures import library_grid
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, listed

WORDS = ("stops", "wrong", "right")


@picture(library_verdicts.library_result, library_verdicts.verdict_table, library_verdicts.counts)
def mistakes_in_libraries(*, answered: bool = True, wide: bool = False) -> View:
    """Grid of reactions: each row is a mistake, each column a library.

    Args:
        answered: whether JAX's column is drawn; the page draws it after the guess.
        wide: names in one line, for presenter mode.

    >>> mistakes_in_libraries().sentence[:49]
    'Of 15 mistakes, NumPy: 3 × stops, 11 × wrong and '
    """
    found = library_verdicts.verdict_table()
    seen = [name for name in LIBRARIES if answered or name != JAX]
    kinds = [
        [library_verdicts.VERDICTS.index(row[name]) if name in seen else -1 for name in LIBRARIES]
        for row in found.values()
    ]
    said = []
    for library in seen:
        counted = library_verdicts.counts(found)[library].values()
        each = [f"{number} × {word}" for word, number in zip(WORDS, counted, strict=True)]
        said.append(f"{library}: {listed(each)}")
    return View(
        library_grid.grid(list(found), LIBRARIES, kinds, WORDS, wide=wide),
        f"Of {count(len(found), 'mistake')}, {'; '.join(said)}.",
        lambda: _table(found, seen),
        left_out="" if answered else f"{JAX}'s column comes after your guess.",
    )


def _table(found: dict[str, dict[str, str]], seen: list[str]) -> Table:
    columns: dict[str, list[str]] = {"mistake": list(found)}
    for library in seen:
        columns[library] = [row[library] for row in found.values()]
        if library in RECORDED:
            columns[f"{library}, its words"] = [library_verdicts.library_result(name, library)[1] for name in found]
    return Table(columns, "failures")
