"""Alignment of two tables of the same words by a rotation: before, after, and how far they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.content.escape_markdown import escape_markdown
from explorer.figures.figure_spec import Spec
from explorer.figures.projection import two_tables as figures
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels, to_scale
from explorer.figures.projection.map_axis_ranges import extent
from explorer.vectors.pca import pca
from explorer.vectors.procrustes import rotation
from explorer.vectors.similarity_measures import COSINE, Near
from explorer.views.formula import Formula
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.principal_components import fitting
from explorer.views.projection.similarity_settings import AS_STORED
from explorer.views.projection.table_pair import Both, Pair, compare_rows, load_pair, together, word_numbers
from explorer.views.projection.table_source import Source, opened, remembered, remembered_briefly
from explorer.views.projection.word_lookup import words_of
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, fixed, listed, share, verb
from explorer.words.table_alignment import FEWEST, compare, neighbourhoods

WORDS = (
    "king, dog, horse, bird, fish, red, green, blue, two, three, seven, milk, wine, water, summer, winter, father, "
    "mother, music, war"
)
"""Default words, which all shipped tables have."""
SIZES = ((330.0, 330.0), (520.0, 400.0))
MOST_DRAWN, MOST_NAMED = 60, 20


@picture(rotation, compare)
def two_tables(
    *,
    table: str | Source = "MiniLM",
    other: str | Source = "GloVe",
    words: str = WORDS,
    after: bool = True,
) -> View:
    """Some words of two tables on the second's components, before or after the first is rotated onto it.

    Args:
        table: a shipped table's name, the path of your own, or one trained here.
        other: the table that it is rotated onto, likewise.
        words: the words drawn, separated by commas.
        after: draw the first table after the rotation.

    Raises:
        ValueError: the tables share too few words.

    >>> two_tables(table="GloVe", other="MiniLM", words="king, dog, red").table["word"]
    ['king', 'dog', 'red']
    """
    where = load_pair(opened(table), other)
    meant = Near()  # the rotation doesn't depend on the similarity measure
    both = comparable(where, meant)
    drawn, left_out = _words_to_draw(where, both, words)
    found = _coordinates(where, meant, drawn)
    one, names = found.after if after else found.before, [both.words[at] for at in drawn]
    return View(
        _figure(where, meant, drawn, after),
        f"{'After' if after else 'Before'} the turn: each word's two rows have a mean cosine of "
        f"{fixed(found.means[after], 3)}.",
        Table(
            {
                "word": names,
                f"{where.table.name}, across": one[:, 0],
                f"{where.table.name}, up": one[:, 1],
                f"{both.name}, across": found.target[:, 0],
                f"{both.name}, up": found.target[:, 1],
            },
            "two tables",
        ),
        left_out=left_out,
    )


@picture(compare, neighbourhoods)
def agreement(
    *,
    table: str | Source = "MiniLM",
    other: str | Source = "GloVe",
    center: bool = True,
    unit: bool = False,
    remove: int = 0,
    near: str = COSINE,
    compare: str = AS_STORED,
) -> View:
    """Agreement of each word's two rows after a rotation fitted to other words, beside chance, and neighbours kept.

    Args:
        table: a shipped table's name, the path of your own, or one trained here.
        other: the table that it is rotated onto, likewise.
        center: subtract the mean row (used if `compare` is "the table after the switches").
        unit: make rows equally long (likewise).
        remove: how many of the strongest directions to take out (likewise).
        near: similarity measure: "cosine", "Euclid" or "dot product".
        compare: table in which rows are compared.

    Raises:
        ValueError: the tables share too few words.

    >>> agreement(table="GloVe", other="Whisper").formula.symbols["A"]
    "the compared words' rows of GloVe, (n, D)"
    """
    first = opened(table)
    where = load_pair(first, other)
    meant = nearness.read_similarity(near, compare, fitting(first, center, unit, remove))
    both = comparable(where, meant)
    turned, found = both.turned, both.near
    width = max(where.table.vectors.shape[1], turned.second.shape[1])
    return View(
        _histogram(where, meant),
        f"Turned on one half of {both.words_text}, judged on the other: a word's two rows have a cosine of "
        f"{fixed(float(turned.cosines.mean()), 3)} on average; shuffled, {fixed(float(turned.chance.mean()), 3)}. "
        f"Without a turn, {share(found.share, digits=3)} of a word's {found.k} nearest by {nearness.by(meant)} are the "
        f"same in both (by chance {share(found.by_chance, digits=3)}).",
        lambda: Table(
            {"word": list(both.words), "cosine after the turn": turned.cosines, "words shuffled": turned.chance},
            "agreement",
        ),
        (_formula(where, both, width, meant),),
        left_out=_how_many(both),
    )


def comparable(where: Pair, meant: Near) -> Both:
    """Comparison of two tables.

    Raises:
        ValueError: they share fewer than `FEWEST` words.
    """
    both = compare_rows(where, meant)
    if len(both.words) < FEWEST:
        raise ValueError(
            f"These two tables share {count(len(both.words), 'word')}; {FEWEST} are needed to compare them.\n"
            f"Words count as shared where both tables write them alike. {where.table.name} begins with "
            f"{_first(where.table.words)}, {both.name} with {_first(where.second().words)}."
        )
    return both


def _words_to_draw(where: Pair, both: Both, words: str) -> tuple[tuple[int, ...], str]:
    """The words to draw, by index among the shared ones, and the requested words that are missing."""
    numbers = word_numbers(where, Near())
    typed = dict.fromkeys(words_of(where.table, words))
    parts = list(dict.fromkeys(_as_shared(where, numbers, word) for word in typed))
    there = tuple(numbers[word] for word in parts if word in numbers)
    drawn, missing, said = there[:MOST_DRAWN], [word for word in parts if word not in numbers], ""
    if missing:
        said = (
            f"{len(there)} of the {count(len(parts), 'word')} to draw {verb(len(there), 'is', 'are')} among "
            f"{both.words_text}."
            + _named("In both, but not among those that are compared", [w for w in missing if w in both.others])
            + _named("Missing", [word for word in missing if word not in both.others])
        )
    if len(there) > MOST_DRAWN:
        said += f" The first {MOST_DRAWN} are drawn, {len(there) - MOST_DRAWN:,} more are not."
    if len(drawn) < 3:
        drawn = tuple(range(min(20, len(both.words))))
        said += f" Fewer than three of the words to draw are compared, so the first {len(drawn)} of those are drawn."
    return drawn, said.strip()


def _as_shared(where: Pair, numbers: Mapping[str, int], word: str) -> str:
    """Spelling of a typed word in both tables, if the first has it with other capitals."""
    row = None if word in numbers else where.table.find(word)
    return word if row is None or where.table.words[row] not in numbers else where.table.words[row]


def _named(what: str, words: Sequence[str]) -> str:
    """A sentence that lists words, at most `MOST_NAMED` of them; "" for none.

    >>> _named("Missing", ["x", "y"]), _named("Missing", [])
    (' Missing: x and y.', '')
    """
    more = len(words) - MOST_NAMED
    named = [*(word[:40] for word in words[:MOST_NAMED]), *([f"{more:,} more"] if more > 0 else [])]
    return f" {what}: {listed(named)}." if words else ""


def _first(words: Sequence[str]) -> str:
    return listed([f"“{word}”" for word in words[:3]])


@remembered_briefly
def _figure(where: Pair, meant: Near, drawn: tuple[int, ...], after: bool) -> Spec:
    both, rows = compare_rows(where, meant), list(drawn)
    found = _coordinates(where, meant, drawn)
    one, other = found.after if after else found.before, found.target
    words = [both.words[at] for at in rows]
    box = extent(np.concatenate([one, other, found.before if after else found.after]))
    placed = place_labels(other, words, sizes=to_scale(SIZES, box), bounds=box, limit=len(words))
    labels = [Label(label.index, words[label.index], label.side) for label in placed]
    names = (where.table.name, both.name)
    return figures.twice(one, other, words, labels, names=names, box=box, revision=f"{where.key}{drawn}")


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Coordinates (n, 2) of some words along the first two components of the second table's rows of these words.

    `target` is of that table, `before` and `after` of the first one before and after the rotation; `means` are the mean
    cosines of the two tables' rows before and after it.
    """

    before: NDArray[np.float32]
    after: NDArray[np.float32]
    target: NDArray[np.float32]
    means: tuple[float, float]


@remembered_briefly
def _coordinates(where: Pair, meant: Near, drawn: tuple[int, ...]) -> Coordinates:
    turned, rows = compare_rows(where, meant).turned, list(drawn)
    before, after, target = turned.before(rows), turned.after(rows), turned.target(rows)
    axes = pca(target)
    which = (0, 1) if len(axes.components) > 1 else (0, 0)
    one, two = (float(np.einsum("nd,nd->n", each, target).mean()) for each in (before, after))
    return Coordinates(
        axes.project(before, which), axes.project(after, which), axes.project(target, which), means=(one, two)
    )


@remembered
def _histogram(where: Pair, meant: Near) -> Spec:
    turned = compare_rows(where, meant).turned
    return figures.agreement(turned.cosines, turned.chance)


def _how_many(both: Both) -> str:
    near = both.near
    tied = nearness.tied_rows(near.tied, len(near.examined), near.k)
    if len(near.examined) == len(both.words):
        return tied.strip()
    margin = f"± {fixed(100 * near.margin, 1)} percentage points (95 %)"
    return f"That share is of {len(near.examined):,} words, {margin}.{tied}"


def _formula(where: Pair, both: Both, width: int, meant: Near) -> Formula:
    return Formula(
        r"R = U V^\top \ \text{where}\ A^\top B = U S V^\top",
        {
            "A": f"the compared words' rows of {escape_markdown(where.table.name)}, (n, D)",
            "B": f"those of {escape_markdown(both.name)}; both are counted from their mean and made equally long, the "
            "narrower rows with zeros behind them, which change no angle",
            "U, S, V": "the singular value decomposition of their product",
            "R": "the turn (it may mirror too) with the smallest sum of squared distances between A R and B",
        },
        f"n = {len(both.words):,} and D = {width:,}; over all these words A R and B have a mean cosine of "
        f"{fixed(together(where, meant), 4)}. Schönemann 1966; for tables of "
        "different times Hamilton, Leskovec and Jurafsky 2016.",
    )
