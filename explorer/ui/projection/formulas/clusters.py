"""What the part Clusters says of a division in sentences and in its formula."""

from __future__ import annotations

from explorer import ui
from explorer.data.wordtable import WordTable
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.nearness import Near
from explorer.vectors.view import Recipe
from explorer.views.projection import held
from explorer.views.projection.source import Source
from explorer.wording import count, fixed, share, verb
from explorer.words.clusters import Division


def summary(where: Source, meant: Near, recipe: Recipe, found: Division, k: int) -> str:
    """What is drawn, in which numbers the clusters were found, and how much of them the picture shows."""
    total, sizes = len(where.table.words), found.sizes
    text = (
        f"All {total:,} rows of {where.table.name} in {count(len(sizes), 'cluster')} of {sizes.min():,} to "
        f"{sizes.max():,} rows, found in all {where.table.vectors.shape[1]:,} numbers of {nearness.table()} "
        f"({nearness.read(meant)}), not in the picture. "
    )
    if found.drawn < total:
        text += f"The middles were found from {found.drawn:,} rows drawn at random; each row then went to the nearest. "
    if len(sizes) < k:
        text += f"No more than {count(len(sizes), 'cluster')} came of k = {k}. "
    if not found.settled:
        text += f"The search was ended after {found.steps} steps and had not settled. "
    holds = held.holds(source.space(where, recipe), (0, 1))
    return f"{text}The picture shows components 1 and 2, which {holds}: clusters that lie apart may overlap here."


def believe(found: Division, k: int, start: int) -> str:
    """How far the division can be believed: against a shuffled table, and from another start."""
    total = len(found.labels)
    return (
        f"How separate are they? The silhouette is {fixed(found.separate, 3)} on average. It would be 1 if each "
        "cluster were one point, and 0 if every row were as near to another cluster as to its own. In the same table "
        f"with each column shuffled by itself, which breaks what its rows have together and keeps the clusters that a "
        f"column has alone, it is {fixed(found.shuffled, 3)}"
        f"{_beside(found)}. {_nearer(found.nearer, total)} From another start (number "
        f"{start + 1}) {share(found.again, digits=3)} of the pairs that share a cluster share one again; by chance it "
        f"would be {share(found.chance, digits=3)}. That there are {k} is your choice, not a finding."
    )


def _beside(found: Division) -> str:
    """Whether the clusters are more separate than those of the shuffled table, as far as the digits show it."""
    own, blind = fixed(found.separate, 3), fixed(found.shuffled, 3)
    if own == blind:
        return ", the same"
    return f": these clusters are {'more' if found.separate > found.shuffled else 'less'} separate than those"


def _nearer(nearer: int, total: int) -> str:
    """How many rows are nearer to another cluster's rows, though none is to another middle.

    >>> _nearer(0, 10)
    'Each row is nearest to the middle of its own cluster, and none is nearer to the rows of another.'
    """
    own = "Each row is nearest to the middle of its own cluster"
    if not nearer:
        return f"{own}, and none is nearer to the rows of another."
    return (
        f"{own}. But by the mean squared distance to all rows of a cluster, as the silhouette counts, {nearer:,} of "
        f"{total:,} rows ({share(nearer, total)}) {verb(nearer, 'is', 'are')} nearer to another cluster than to "
        f"{verb(nearer, 'its', 'their')} own."
    )


def formula(key: str, table: WordTable, found: Division, only: int) -> None:
    """The silhouette of one row, worked out: of the cluster in front, or of the first."""
    cluster = max(only - 1, 0)
    row, (own, other, fit) = int(found.typical[cluster][0]), found.examples[cluster].tolist()
    ui.formula(
        key,
        r"s = \frac{b - a}{\max(a, b)}",
        {
            "a": "mean squared distance from a row to the other rows of its cluster",
            "b": "mean squared distance to the rows of the nearest other cluster",
            "s": "the row's silhouette, from −1 to 1",
        },
        f"Row {row:,} lies nearest to the middle of cluster {cluster + 1}: a = {fixed(own, 4)} and "
        f"b = {fixed(other, 4)}, so s = {fixed(fit, 3)}. The number above is the mean of s over all "
        f"{len(table.words):,} rows.",
    )
