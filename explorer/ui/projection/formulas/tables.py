"""The formula of the turn from one table onto another."""

from __future__ import annotations

from explorer import ui
from explorer.content.as_typed import as_typed
from explorer.ui.projection.table.both import Both
from explorer.wording import fixed


def formula(key: str, name: str, both: Both, width: int, together: float) -> None:
    """The turn of the table `name`, and how alike the two tables are by it.

    Args:
        key: of the picture.
        name: of the first table.
        both: what is known of the two.
        width: D, of the wider one.
        together: mean cosine of the words by the turn that was fitted to all of them.
    """
    ui.formula(
        key,
        r"R = U V^\top \ \text{where}\ A^\top B = U S V^\top",
        {
            "A": f"the compared words' rows of {as_typed(name)}, (n, D)",
            "B": f"those of {as_typed(both.name)}",
            "U, S, V": "the singular value decomposition of their product",
            "R": "the turn (it may mirror too) with the smallest sum of squared distances between A R and B",
        },
        f"n = {len(both.words):,} and D = {width:,}; over all these words A R and B have a mean cosine of "
        f"{fixed(together, 4)}. Schönemann 1966; for tables of "
        "different times Hamilton, Leskovec and Jurafsky 2016.",
    )
