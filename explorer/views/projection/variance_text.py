"""Wording for principal components of a table, and for their share of its variance."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection.principal_components import Space
from explorer.wording import count, listed, share, verb


def component_names(components: Sequence[int]) -> str:
    """Names of components counted from 0; a repeated one is named once.

    >>> component_names((0, 1)), component_names((4, 4))
    ('components 1 and 2', 'component 5')
    """
    numbers = [str(component + 1) for component in dict.fromkeys(components)]
    return f"{verb(len(numbers), 'component', 'components')} {listed(numbers)}"


def removed_note(recipe: Preprocessing) -> str:
    """Suffix of "the variance" for a table without its strongest directions; "" if none are removed.

    >>> removed_note(Preprocessing(remove=3)), removed_note(Preprocessing(remove=1)), removed_note(Preprocessing())
    (' left after 3 directions were taken out', ' left after 1 direction was taken out', '')
    """
    gone = recipe.remove
    return f" left after {count(gone, 'direction')} {verb(gone, 'was', 'were')} taken out" if gone else ""


def variance_held(space: Space, which: Sequence[int]) -> str:
    """Sentence part "hold 3.7 % of the variance …", with a note on the sum of squares if the table is not centred."""
    found, shown = space.pca, list(dict.fromkeys(which))
    if not found.shares.any():
        rows = "the rows differ by no more than rounding"
        return f"{verb(len(shown), 'holds', 'hold')} nothing of the variance{removed_note(space.recipe)}: {rows}"
    held = (
        f"{verb(len(shown), 'holds', 'hold')} {share(found.explained(shown), digits=3)} of the rows’ spread "
        f"(their variance){removed_note(space.recipe)}"
    )
    if found.mean_share <= 1e-9:
        return held
    return (
        f"{held}. Centre is off, so the components are sorted by the sum of squares: "
        f"{verb(len(shown), 'this one holds', 'these hold')} {share(float(found.squares[shown].sum()), digits=3)} of "
        f"that sum, and {share(found.mean_share, digits=3)} of it is the mean row's"
    )
