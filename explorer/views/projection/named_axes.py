"""Word axes: differences of words as axes (she − he, good − bad), and other words' coordinates along them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.content.escape_markdown import escape_markdown
from explorer.excerpt import Excerpt, ranges
from explorer.figures.figure_spec import Spec
from explorer.figures.projection import word_arithmetic as figures
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import CORNERS, SIDES, place_labels
from explorer.figures.projection.map_axis_ranges import extent
from explorer.vectors.neighbours import top
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.formula import Formula
from explorer.views.projection.principal_components import prepared_table
from explorer.views.projection.settings import Prepared, are_texts, prepared
from explorer.views.projection.table_source import Source, remembered_briefly
from explorer.views.projection.word_lookup import list_words, pairs_of, words_of
from explorer.views.setting import Int, Own, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, decimal_places, fixed, listed, share, signed, verb
from explorer.words.word_axes import DRAWS, LEAST, Ruler, beyond, pair_ruler, redrawn

Pairs = tuple[tuple[int, int], ...]
SIZES = ((700.0, 400.0), (1150.0, 400.0))
GAP = 5
"""Pixels between a dot's centre and its name."""
GENDER = "he, she; man, woman; boy, girl; his, her; son, daughter; brother, sister; male, female; husband, wife"
VALUE = "bad, good; worse, better; worst, best; terrible, wonderful; awful, great; negative, positive; wrong, right"
_WORDS = (
    "nurse, engineer, doctor, soldier, dancer, queen, king, mother, uncle, friend, enemy, war, disaster, success, "
    "crime, cold, boss, secretary"
)
MOST_DRAWN = 200
OBLIQUE = 0.1
"""Cosine of two axes from which the sentence says that they are no right angle."""
AN_AXIS = (
    "An axis takes two words with a comma between, such as: he, she. Between pairs stands a semicolon. "
    'A word with a comma of its own stands in quotes: "rock, paper", scissors.'
)


ENDS_NAMED: Any = Whole("Words named", 3, 1, 100, about="how many words of an end are named on the vertical axis")
AXES: Any = Own(
    "Axes",
    (GENDER, VALUE),
    lambda value, others: are_texts(value, others) and len(value) in (1, 2),
    "one or two texts",
    about="for the horizontal and the vertical axis, pairs of words (from, to), separated by commas within a pair and "
    "semicolons between pairs; with one axis only, the distance from it is drawn vertically",
)
WORDS: Any = Text(
    "Words to place", _WORDS, 3_000, key="j_place", height=90, about=f"up to {MOST_DRAWN}, separated by commas"
)


@picture(pair_ruler, redrawn)
def word_axes(
    *, named: Int = ENDS_NAMED, axes: Sequence[str] = AXES, words: str = WORDS, **shared: Unpack[Prepared]
) -> View:
    """Words by their coordinates on one word axis, and on a second one, or by their distance from the first.

    Raises:
        ValueError: an axis without a pair of the table's words, or none of the words is in the table.

    >>> view = word_axes(table="GloVe", axes=("he, she",), words="nurse, king")
    >>> view.table["word"]
    ['king', 'nurse']
    """
    where, recipe = prepared(shared)
    ends, left_out = axes_of(where, recipe, axes)
    rows, missing, beyond_most = _rows_of(where, words)
    first = ruler(where, recipe, ends[0])
    order = sorted(rows, key=lambda row: float(first.coordinates[row]))
    anew = _redrawn(where, recipe, ends[0], rows)
    if missing:
        left_out.append(f"Not in this table: {list_words(missing)}.")
    left_out.append(ranges("Placed", Excerpt("word", rows, len(rows) + beyond_most)))
    return View(
        _figure(where, recipe, ends, rows, named),
        _summary(where, ends[0], rows, first, order) + _angle([ruler(where, recipe, pairs) for pairs in ends]),
        lambda: _table(where, recipe, ends, rows, order),
        (_formula(where, ends[0], first),),
        left_out=" ".join(filter(None, left_out)),
        details=f"{_band(where, ends[0], first)} {_surely(where, ends[0], rows, first, anew)}",
    )


def _angle(axes: Sequence[Ruler]) -> str:
    """Sentence on two axes that are no right angle in the table, as they are in the picture; else ""."""
    cosine = float(axes[0].axis @ axes[-1].axis) if len(axes) > 1 else 0.0
    if abs(cosine) < OBLIQUE:
        return ""
    return (
        f" In the table the two axes have a cosine of {fixed(cosine, 2)}; the picture draws them at a right angle. So "
        f"where one grows the other {'grows' if cosine > 0 else 'falls'} by construction: that slope is no finding."
    )


@remembered_briefly
def ruler(where: Source, recipe: Preprocessing, pairs: Pairs) -> Ruler:
    """Project every row onto the mean difference of some pairs of rows."""
    return pair_ruler(prepared_table(where, recipe), pairs)


@remembered_briefly
def _redrawn(where: Source, recipe: Preprocessing, pairs: Pairs, rows: tuple[int, ...]) -> NDArray[np.float64] | None:
    return redrawn(prepared_table(where, recipe), pairs, rows)


def axes_of(where: Source, recipe: Preprocessing, axes: Sequence[str]) -> tuple[tuple[Pairs, ...], list[str]]:
    """Parse one or two typed axes to pairs of rows, with a sentence for each axis with missing pairs.

    Raises:
        ValueError: an invalid axis.
    """
    if not axes[0].strip():
        raise ValueError("Type two words for the first axis, with a comma between.")
    ends, left_out = [], []
    for text in axes:
        pairs, missing, typed = _pairs_of(where, recipe, text)
        ends.append(pairs)
        if missing:
            used = f"{count(len(pairs), 'pair')} of {typed} {verb(len(pairs), 'is', 'are')} used"
            left_out.append(f"Not in this table: {listed(missing)}; {used}.")
    return tuple(ends), left_out


def _pairs_of(where: Source, recipe: Preprocessing, text: str) -> tuple[Pairs, list[str], int]:
    typed = pairs_of(where.table, text)
    if not typed or any(len(pair) != 2 for pair in typed):
        raise ValueError(AN_AXIS)
    rows = [[where.table.find(part) for part in pair] for pair in typed]
    missing = [
        part[:40]
        for pair, found in zip(typed, rows, strict=True)
        for part, row in zip(pair, found, strict=True)
        if row is None
    ]
    pairs = tuple(dict.fromkeys((low, high) for low, high in rows if low is not None and high is not None))
    if not pairs:
        raise ValueError(f"An axis needs two words of the table. Not in this table: {listed(dict.fromkeys(missing))}.")
    try:
        ruler(where, recipe, pairs)
    except ValueError as problem:
        raise ValueError(f"{problem}. Choose two different ones.") from None
    return pairs, list(dict.fromkeys(missing)), len({tuple(pair) for pair in typed})


def _rows_of(where: Source, words: str) -> tuple[tuple[int, ...], list[str], int]:
    parts = dict.fromkeys(words_of(where.table, words))
    found = {word: where.table.find(word) for word in parts}
    rows = tuple(dict.fromkeys(row for row in found.values() if row is not None))
    missing = [word for word, row in found.items() if row is None]
    if not rows:
        none = f"None of these words is in the table: {list_words(missing)}. " if missing else ""
        raise ValueError(f"{none}Type words of the table with commas between.")
    return rows[:MOST_DRAWN], missing, len(rows[MOST_DRAWN:])


def side(where: Source, pairs: Pairs, end: int, most: int = 3) -> str:
    """The words of one end of an axis, the first few of them."""
    words = [where.table.words[pair[end]] for pair in pairs]
    return "/".join(words[:most]) + ("/…" if len(words) > most else "")


def furthest(where: Source, recipe: Preprocessing, pairs: Pairs) -> list[dict[str, list[str]]]:
    """The ten whole words of the table furthest out on either side; [] if it has few."""
    found = ruler(where, recipe, pairs)
    words, at, digits = where.table.words, found.coordinates, decimal_places(found.half, 3)
    rows = np.flatnonzero(where.table.whole)
    if len(rows) < 20:
        return []
    low, high = (side(where, pairs, end) for end in (0, 1))
    return [
        {
            f"furthest towards {name}, all words": [words[row] for row in chosen],
            "place": [signed(float(at[row]), digits) for row in chosen],
        }
        for name, chosen in ((low, rows[top(-at[rows], 10)]), (high, rows[top(at[rows], 10)]))
    ]


@remembered_briefly
def _figure(where: Source, recipe: Preprocessing, ends: tuple[Pairs, ...], rows: tuple[int, ...], most: int) -> Spec:
    words = where.table.words
    rulers = [ruler(where, recipe, pairs) for pairs in ends]
    intervals = [_redrawn(where, recipe, pairs, rows) for pairs in ends]
    second = rulers[1].coordinates if len(rulers) > 1 else rulers[0].offset
    points = np.stack([rulers[0].coordinates[list(rows)], second[list(rows)]], axis=1)
    reach = points.copy()
    for axis, found in enumerate(intervals):
        if found is not None:
            reach = np.concatenate([reach, reach[: len(rows)], reach[: len(rows)]])
            reach[-2 * len(rows) :, axis] = found.T.ravel()
    left, lowest, right, highest = extent(reach)
    # Room above the highest dot for its label, at twice the type size too.
    box = (left, lowest, right, highest + 0.06 * (highest - lowest))
    texts = [words[row] for row in rows]
    # With grey lines at the dots, labels go between the lines.
    sides = SIDES if intervals[0] is None and intervals[-1] is None else CORNERS
    placed = place_labels(points, texts, sizes=SIZES, bounds=box, limit=len(rows), gap=GAP, sides=sides)
    labels = [Label(label.index, texts[label.index], label.side, GAP) for label in placed]
    return figures.ruler(
        points,
        texts,
        labels,
        ends=[
            (side(where, pairs, 0, shown), side(where, pairs, 1, shown))
            for pairs, shown in zip(ends, (3, most), strict=False)
        ],
        spread=[found.spread for found in rulers],
        intervals=intervals,
        box=box,
        revision=f"{where.key}{recipe}{ends}{rows}",
    )


def _table(
    where: Source, recipe: Preprocessing, ends: tuple[Pairs, ...], rows: tuple[int, ...], order: list[int]
) -> Table:
    first, anew, at = (
        ruler(where, recipe, ends[0]),
        _redrawn(where, recipe, ends[0], rows),
        list(map(rows.index, order)),
    )
    columns = {
        "word": [where.table.words[row] for row in order],
        f"{side(where, ends[0], 0)} → {side(where, ends[0], 1)}": first.coordinates[order],
        "distance from that axis": first.offset[order],
    }
    if anew is not None:
        columns |= {"95 % from": anew[at, 0], "to": anew[at, 1]}
    if len(ends) > 1:
        second = ruler(where, recipe, ends[1])
        columns[f"{side(where, ends[1], 0)} → {side(where, ends[1], 1)}"] = second.coordinates[order]
    return Table(columns, "axes")


def _summary(where: Source, pairs: Pairs, rows: tuple[int, ...], found: Ruler, order: list[int]) -> str:
    low, high = (side(where, pairs, end) for end in (0, 1))
    words = where.table.words
    named = min(3, len(order) // 2)  # no word is furthest towards both ends
    furthest = (
        f"Furthest towards {high}: {', '.join(words[row] for row in order[: -named - 1 : -1])}; towards {low}: "
        f"{', '.join(words[row] for row in order[:named])}. "
        if named
        else ""
    )
    digits = decimal_places(found.half, 2)
    return (
        f"{furthest}{count(len(rows), 'word')} by {verb(len(rows), 'its', 'their')} place between {low} and {high}, "
        f"which lie at {signed(-found.half, digits)} and {signed(found.half, digits)}."
    )


def _band(where: Source, pairs: Pairs, found: Ruler) -> str:
    ends = sorted({row for pair in pairs for row in pair})
    inside, digits = int(within(found, ends).sum()), decimal_places(found.half, 3)
    return (
        f"All {len(where.table.words):,} rows lie at {signed(found.spread[0], digits)} on average, with a standard "
        f"deviation of {fixed(found.spread[1], digits)}: within one of it, in the grey band, are "
        f"{share(float(within(found, slice(None)).mean()))} of all rows, and {inside} of the {len(ends)} words that "
        "make the ends."
    )


def within(found: Ruler, rows: Sequence[int] | slice) -> NDArray[np.bool_]:
    """Mask of the rows inside the grey band.

    >>> within(Ruler(np.array([0.0, 1.0, 5.0], np.float32), 1.0, np.zeros(3, np.float32)), [0, 2]).tolist()
    [True, False]
    """
    low, high = found.band
    coordinates = found.coordinates[rows]
    inside: NDArray[np.bool_] = (coordinates >= low) & (coordinates <= high)
    return inside


def _surely(where: Source, pairs: Pairs, rows: tuple[int, ...], found: Ruler, anew: NDArray[np.float64] | None) -> str:
    if anew is None:
        return (
            f"{count(len(pairs), 'pair')} {verb(len(pairs), 'says', 'say')} too little about how much pairs differ: "
            f"name {LEAST} or more, with semicolons between, to see it."
        )
    sure, out = beyond(anew, 0, 0), beyond(anew, *found.band)
    widest, digits = int(np.argmax(anew[:, 1] - anew[:, 0])), decimal_places(found.half, 2)
    ends = len({row for pair in pairs for row in pair} & set(rows))
    sentence = (
        f"The axis is made of {len(pairs)} pairs. With these drawn anew {DRAWS:,} times, {sure} of "
        f"{count(len(rows), 'word')} {verb(sure, 'stays', 'stay')} on one side of 0 with the middle 95 % of "
        f"{verb(sure, 'its', 'their')} places (grey lines), and {out} of {len(rows)} {verb(out, 'stays', 'stay')} "
        f"outside the grey band; in these draws {where.table.words[rows[widest]]} has the widest range, from "
        f"{signed(float(anew[widest, 0]), digits)} to {signed(float(anew[widest, 1]), digits)}."
    )
    return sentence + (f" {ends} of the words {verb(ends, 'is an end itself', 'are ends themselves')}." if ends else "")


def _formula(where: Source, pairs: Pairs, found: Ruler) -> Formula:
    low, high = (escape_markdown(side(where, pairs, end)) for end in (0, 1))
    digits = decimal_places(found.half, 4)
    return Formula(
        r"p(x) = \left(x - \tfrac{a + b}{2}\right) \cdot \frac{b - a}{\lVert b - a \rVert}",
        {
            "x": "a word's row",
            "a": f"the first end: the mean row of {low}",
            "b": f"the second end: the mean row of {high}",
            "p(x)": "its place",
        },
        f"The two ends are {fixed(2 * found.half, digits)} apart, so they lie at {signed(-found.half, digits)} and "
        f"{signed(found.half, digits)}" + (f": the means of {len(pairs)} rows each." if len(pairs) > 1 else "."),
    )
