"""Clusters of a table's rows by k-means in all dimensions: the map, labels from their words, and their separation."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.excerpt import Excerpt
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.figures.projection import word_map as figures
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels, to_scale
from explorer.figures.projection.map_axis_ranges import component_titles
from explorer.vectors.kmeans import kmeans, silhouettes
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import Near, comparable, directed
from explorer.views.formula import Formula
from explorer.views.projection import colouring, variance_text
from explorer.views.projection import map_dot_traces as map_dots
from explorer.views.projection.cluster_labels import column_of, named_of, names_from, short_name, title
from explorer.views.projection.map_dot_traces import SIZES
from explorer.views.projection.principal_components import ends, points, prepared_table, space
from explorer.views.projection.settings import of_table
from explorer.views.projection.similarity_settings import Nearness, compared, read
from explorer.views.projection.table_source import Source, remembered
from explorer.views.setting import Int, Others, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import all_of, count, decimal_places, fixed, listed, share, verb
from explorer.words.cluster_cache import FEWEST, MOST, USUAL, precomputed_division
from explorer.words.cluster_names import name_clusters
from explorer.words.clusters import Division, divide

CLOSEST = 5
LABEL_SPOTS = 16
"""Number of candidate dots for a cluster's label, since the first spots are often taken."""


def _most(others: Others) -> int:
    where = of_table(others)
    return min(MOST, len(where.table.words) - 1) if where else MOST


K: Any = Whole(
    "Clusters (k)", lambda others: min(USUAL, _most(others)), FEWEST, _most, key="j_clusters_k", about="their number"
)
START: Any = Whole(
    "Start",
    0,
    0,
    99,
    key="j_start",
    typed=True,
    help="The first middles are drawn at random; another start draws others, and may end elsewhere.",
    about="seed of the search's first middles",
)
ONLY: Any = Whole(
    "Only cluster (0: all)",
    0,
    0,
    lambda others: others["k"],
    key="j_only",
    typed=True,
    about="the highlighted cluster, before pale rows; 0: all",
)


@picture(divide, kmeans, silhouettes, given=("found",))
def clusters(
    *, k: Int = K, start: Int = START, only: Int = ONLY, found: Division | None = None, **shared: Unpack[Nearness]
) -> View:
    """The map in the colours of k clusters, their separation, and a table of all rows with their clusters.

    `found` is the result of a finished run, if there is one.

    >>> view = clusters(table="GloVe", k=2)
    >>> sorted(set(view.table["cluster"].tolist()))
    [1, 2]
    """
    where, recipe, by = compared(shared)
    found = found or division(where, by, k, start)
    Whole("", 0, 0, len(found.sizes)).check("only", only, {})  # fewer than k may have been found

    def draw(answered: bool, _: Any) -> View:
        how_separate = f"{_separation(found)}That k is {k} is your choice, not a finding." * answered
        return View(
            _figure(where, recipe, found, only, answered),
            f"{_summary(where, by, shared['compare'], found, k, only)} {how_separate}".strip(),
            lambda: Table(
                {
                    "row": np.arange(len(where.table.words)),
                    "word": list(where.table.words),
                    "cluster": found.labels.astype(np.int64) + 1,
                }
                | ({"silhouette": _silhouettes(where, by, found)} if answered else {}),
                "clusters",
            ),
            (_formula(found, only),) * answered,
            details=f"{_search(where, recipe, found)} {_believe(found, start) * answered}".strip(),
        )

    return with_question(draw)


@picture(name_clusters, divide, given=("found",))
def cluster_names(*, k: Int = K, start: Int = START, found: Division | None = None, **shared: Unpack[Nearness]) -> View:
    """The clusters as a list: the words nearest to their centroids, and what is frequent in them and rare elsewhere.

    `found` is the result of a finished run, if there is one.

    >>> cluster_names(table="GloVe", k=2).table["no."]
    [1, 2]
    """
    where, _, by = compared(shared)
    found = found or division(where, by, k, start)
    words, total = where.table.words, len(where.table.words)
    view = prepared_table(where, by.recipe)
    ends = [comparable(view.rows(rows[CLOSEST - 1 : CLOSEST + 1]), by.measure) for rows in found.spoken]
    tied = [
        str(at)
        for at, pair in enumerate(ends, 1)
        if len(pair) == 2 and np.allclose(pair[0], pair[1], rtol=1e-6, atol=0)
    ]
    return View(
        None,
        "The names come by counting (c-TF-IDF): a kind or value counts much for a cluster where many of its rows "
        "have it and few others do. In brackets: rows of the cluster with it, of all rows with it. Fit is the mean "
        "silhouette of the cluster's rows."
        + (
            " Pieces that begin inside a word (##…) are left out of the list and the title of a cluster that has "
            "other words. They belong to its rows and its fit."
            if not where.table.begins.all()
            else ""
        ),
        Table(
            {
                "no.": list(range(1, len(found.sizes) + 1)),
                "words nearest to its middle": [
                    ", ".join(words[row] for row in rows[:CLOSEST]) for rows in found.spoken
                ],
                f"frequent here, rare elsewhere ({names_from(where)})": [
                    ", ".join(f"{item.term} ({item.here:,} of {item.everywhere:,})" for item in items) or "–"
                    for items in named_of(where, found)
                ],
                "rows": [f"{size:,}, {share(size, total)}" for size in found.sizes],
                "fit": list(found.fits),
            },
            "cluster names",
        ),
        left_out=f"{verb(len(tied), 'Cluster', 'Clusters')} {listed(tied)}: more rows are as near to the middle as the "
        "last word listed; listed are the first in the table."
        if tied
        else "",
    )


def division(where: Source, meant: Near, k: int, start: int) -> Division:
    """The precomputed division, or one that is computed here."""
    return beforehand(where, meant, k, start) or _division(where, meant, k, start)


def beforehand(where: Source, meant: Near, k: int, start: int) -> Division | None:
    """The precomputed division; None if there is none."""
    return None if where.private else precomputed_division(where.key, meant, k, start)


@remembered
def _division(where: Source, meant: Near, k: int, start: int) -> Division:
    return divide(prepared_table(where, meant.recipe), k, start, meant.measure, words=where.table.begins)


@remembered
def dots_of(where: Source, recipe: Preprocessing, found: Division) -> dict[str, Any]:
    """Dots of all rows, each with its cluster's colour and shape."""
    spots, dots = points(where, recipe, (0, 1)), map_dots.dots_of(where, recipe, (0, 1))
    return figures.of_kinds(spots, dots, colouring.kinds_of(column_of(where.table, found), flat=True))


@remembered
def _figure(where: Source, recipe: Preprocessing, found: Division, only: int, named: bool) -> Spec:
    """Map of all clusters, `named` or not, or of one whose rows are in front of pale ones."""
    table = where.table
    spots = points(where, recipe, (0, 1))
    shown = [only - 1] if only else range(len(found.sizes))
    beside = rows_for_names(spots, found.labels)
    # The first choices of all clusters, then the second choices, and so on.
    turns = [
        (cluster, beside[cluster][turn])
        for turn in range(LABEL_SPOTS)
        for cluster in shown
        if named and turn < len(beside[cluster])
    ]
    numbers, rows = [cluster for cluster, _ in turns], [row for _, row in turns]
    texts = [title(table, found, cluster) for cluster in shown]
    short = [short_name(where, found, cluster) for cluster in numbers]
    box = ends(where, recipe, (0, 1))
    placed = place_labels(spots[rows], short, sizes=to_scale(SIZES, box), bounds=box, limit=MOST, groups=numbers)
    labels = [Label(rows[label.index], short[label.index], label.side) for label in placed]
    groups = {texts[0]: np.flatnonzero(found.labels == only - 1)} if only else {}
    marks = figures.Marks(groups, labels=labels, looks=[only - 1] if only else (), listed=True)
    spec = cluster_figure(where, recipe, marks, dots_of(where, recipe, found), pale=bool(only), window=box)
    # Each name on paper, in a frame of its group's colour: on the dots it would belong to any.
    tags = [
        note | {"bgcolor": theme.PAPER, "bordercolor": look(numbers[label.index])["color"], "borderwidth": 2}
        for note, label in zip(spec.layout["annotations"], placed, strict=True)
    ]
    return Spec(spec.data, spec.layout | {"annotations": tags})


def cluster_figure(
    where: Source,
    recipe: Preprocessing,
    marks: figures.Marks,
    dots: dict[str, Any],
    *,
    pale: bool = False,
    window: tuple[float, float, float, float] | None = None,
) -> Spec:
    """The word map with `marks`, on components 1 and 2, within `window`; `pale`: all but the marked rows."""
    return figures.word_map(
        points(where, recipe, (0, 1)),
        where.table.words,
        marks,
        titles=component_titles(space(where, recipe).pca.shares, (0, 1)),
        revision=f"{where.key}{recipe}",
        window=window,
        dots=dots,
        pale=pale,
    )


def rows_for_names(spots: NDArray[np.float32], labels: NDArray[Any]) -> list[list[int]]:
    """Candidate rows for each cluster's label: the dot nearest to the cluster's median, then others.

    The median is the lower one of each coordinate; the others are increasingly far out, in the cluster's inner half.

    >>> rows_for_names(np.array([[0, 0], [1, 1], [9, 9], [5, 5]], np.float32), np.array([0, 0, 0, 1]))
    [[1, 0], [3]]
    """
    order = np.argsort(labels, kind="stable")
    x, y = np.ascontiguousarray(spots[order].T)
    rows, first = [], 0
    for size in np.bincount(labels).tolist():
        own, half = slice(first, first + size), (size - 1) // 2
        gaps = [(each[own] - np.partition(each[own], half)[half]) ** 2 for each in (x, y)]
        outward = first + np.argsort(gaps[0] + gaps[1], kind="stable")
        rows.append(order[outward[np.unique(np.linspace(0, size // 2, LABEL_SPOTS).astype(int))]].tolist())
        first += size
    return rows


@remembered
def _silhouettes(where: Source, meant: Near, found: Division) -> NDArray[np.float32]:
    """Silhouettes of all rows for the data table, computed on demand."""
    labels = found.labels.astype(np.int64)
    return silhouettes(prepared_table(where, meant.recipe), labels, meant.measure).values.astype(np.float32)


def _summary(where: Source, meant: Near, compare: str, found: Division, k: int, only: int) -> str:
    total, sizes = len(where.table.words), found.sizes
    text = (
        f"All {total:,} rows of {where.table.name} in {count(len(sizes), 'cluster')} of {_each(sizes)}, "
        f"found in {all_of(where.table.vectors.shape[1], 'number')} of {compare} ({read(meant)}), not in the picture. "
    )
    if zeros := total - int(directed(prepared_table(where, meant.recipe), meant.measure).sum()):
        text += (
            f"{count(zeros, 'row')} of zeros {verb(zeros, 'has', 'have')} no direction and {verb(zeros, 'is', 'are')} "
        )
        text += "not made as long as the others. "
    if len(sizes) < k:
        text += f"No more than {count(len(sizes), 'cluster')} came of k = {k}. "
    if not found.settled:
        text += f"The search was ended after {found.steps} steps and had not settled. "
    if only:
        text += f"Only cluster {only} has its colour, {count(int(sizes[only - 1]), 'row')}; all others are pale. "
    return text.strip()


def _search(where: Source, recipe: Preprocessing, found: Division) -> str:
    some = _drawn(found)
    text = f"The middles were found from {some}; each row then went to the nearest. " * some.cut
    found_space = space(where, recipe)
    text += f"The picture shows components 1 and 2, which {variance_text.variance_held(found_space, (0, 1))}."
    whole = len(found.sizes) == 1 or (not recipe.remove and found_space.pca.explained([0, 1]) > 1 - 1e-9)
    return text if whole else f"{text} Clusters that lie apart may overlap here."


def _drawn(found: Division) -> Excerpt[range]:
    return Excerpt("row", range(found.drawn), len(found.labels), how="drawn at random")


def _each(sizes: NDArray[np.int64]) -> str:
    """Cluster sizes in words.

    >>> _each(np.array([4, 2])), _each(np.array([3, 3])), _each(np.array([5]))
    ('2 to 4 rows', '3 rows each', '5 rows')
    """
    low, high = int(sizes.min()), int(sizes.max())
    return f"{low:,} to {high:,} rows" if low < high else f"{count(low, 'row')}{' each' * (len(sizes) > 1)}"


def _separation(found: Division) -> str:
    if len(found.sizes) == 1:
        return "With one cluster there is no other to be apart from, so each row's silhouette counts as 0. "
    return (
        f"How separate they are, their mean silhouette, is {fixed(found.separate, 3)}, and in a shuffled table "
        f"{fixed(found.shuffled, 3)}{_beside(found)}. "
    )


def _believe(found: Division, start: int) -> str:
    total, alone = len(found.labels), int((found.sizes == 1).sum())
    if len(found.sizes) == 1:
        return ""
    counted = (
        f" {count(alone, 'row')} alone in {verb(alone, 'its', 'their')} cluster {verb(alone, 'counts', 'count')} as 0."
    )
    drawn = " (those of its rows that were drawn)" * _drawn(found).cut
    return (
        f"The silhouette would be 1 if each cluster were one point of several rows, and 0 if every row were as near to "
        f"another cluster as to its own.{counted * (alone > 0)} The shuffled table is the same one{drawn} with each "
        "column shuffled by itself, which breaks what its rows have together and keeps the clusters that a column has "
        f"alone. {_nearer(found.nearer, total)} From another start (number "
        f"{start + 1}) {share(found.again, digits=3)} of the pairs that share a cluster share one again; by chance it "
        f"would be {share(found.chance, digits=3)}."
    )


def _beside(found: Division) -> str:
    own, blind = fixed(found.separate, 3), fixed(found.shuffled, 3)
    if own == blind:
        return ", the same"
    return f": these clusters are {'more' if found.separate > found.shuffled else 'less'} separate than those"


def _nearer(nearer: int, total: int) -> str:
    """Sentence on rows that are nearest to their own centroid, but nearer to another cluster's rows on average.

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


def _formula(found: Division, only: int) -> Formula:
    cluster = max(only - 1, 0)
    row, (own, other) = int(found.typical[cluster][0]), found.examples[cluster, :2].tolist()
    if len(found.sizes) == 1:
        worked = "There is one cluster, so no row has a b, and its s counts as 0."
    elif found.sizes[cluster] == 1:
        worked = f"Row {row:,} is alone in cluster {cluster + 1}: it has no a, and its s counts as 0."
    else:
        digits = decimal_places(max(own, other), 4)
        own, other = round(own, digits), round(other, digits)
        fit = (other - own) / (max(own, other) or 1)
        worked = (
            f"Row {row:,} lies nearest to the middle of cluster {cluster + 1}: a = {fixed(own, digits)} and "
            f"b = {fixed(other, digits)}, so s = {fixed(fit, 3)}."
        )
    return Formula(
        r"s = \frac{b - a}{\max(a, b)}",
        {
            "a": "mean squared distance from a row to the other rows of its cluster",
            "b": "mean squared distance to the rows of the nearest other cluster",
            "s": "the row's silhouette, from −1 to 1; 0 for a row alone in its cluster",
        },
        f"{worked} The mean of s over all {len(found.labels):,} rows is {fixed(found.separate, 3)}.",
    )
