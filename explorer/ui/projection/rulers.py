"""Differences of words as axes: she − he, good − bad, past − present, and where other words lie along them."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures.projection import words as figures
from explorer.figures.projection.axes import extent
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import CORNERS, PLACES, place_labels
from explorer.figures.spec import Spec
from explorer.scripts.projection import space as scripts
from explorer.ui.frame import style
from explorer.ui.projection.formulas import rulers as told
from explorer.ui.projection.formulas.rulers import Pairs, side
from explorer.ui.projection.lists import beside
from explorer.ui.projection.table import source
from explorer.vectors.neighbours import top
from explorer.vectors.view import Recipe
from explorer.views.projection.source import Source, remembered_briefly
from explorer.wording import count, listed, signed, verb
from explorer.words.axes import Ruler, pair_ruler, redrawn

PART = ui.Part(
    "Word axes",
    why="The step from one word's [[row]] to another's is a direction along which any word can be placed, between he "
    "and she or between bad and good; of several pairs the mean step is taken.",
    look="A grey line says how far a word's place moves when other pairs are drawn. Then the grey band: most rows of "
    "the table lie there, so inside it a place says little.",
)

KEY = "j_ruler"
SIZES = ((700.0, 400.0), (1150.0, 400.0))
GAP = 5
"""Pixels between a dot's middle and its name."""
WORDS = (
    "nurse, engineer, doctor, teacher, soldier, dancer, queen, king, mother, father, uncle, aunt, hero, villain, "
    "angel, devil, friend, enemy, war, peace, disaster, success, gift, crime, joy, pain, warm, cold, boss, secretary"
)
GENDER = "he, she; man, woman; boy, girl; his, her; son, daughter; brother, sister; male, female; husband, wife"
VALUE = "bad, good; worse, better; worst, best; terrible, wonderful; awful, great; negative, positive; wrong, right"
MOST = 600
"""Characters of an axis's pairs."""
HELP = "Two words with a comma between, or several such pairs with semicolons: he, she; man, woman"


@remembered_briefly
def _ruler(where: Source, recipe: Recipe, pairs: Pairs) -> Ruler:
    return pair_ruler(source.view(where, recipe), pairs)


@remembered_briefly
def _redrawn(where: Source, recipe: Recipe, pairs: Pairs, rows: tuple[int, ...]) -> NDArray[np.float64] | None:
    return redrawn(source.view(where, recipe), pairs, rows)


@remembered_briefly
def _figure(where: Source, recipe: Recipe, ends: tuple[Pairs, ...], rows: tuple[int, ...], most: int) -> Spec:
    words = where.table.words
    rulers = [_ruler(where, recipe, pairs) for pairs in ends]
    intervals = [_redrawn(where, recipe, pairs, rows) for pairs in ends]
    second = rulers[1].places if len(rulers) > 1 else rulers[0].offset
    points = np.stack([rulers[0].places[list(rows)], second[list(rows)]], axis=1)
    reach = points.copy()
    for axis, found in enumerate(intervals):
        if found is not None:
            reach = np.concatenate([reach, reach[: len(rows)], reach[: len(rows)]])
            reach[-2 * len(rows) :, axis] = found.T.ravel()
    left, lowest, right, highest = extent(reach)
    # Above the highest dot there is room for its name, in letters twice as large too.
    box = (left, lowest, right, highest + 0.06 * (highest - lowest))
    texts = [words[row] for row in rows]
    # Where grey lines go out of the dots, names stand between them.
    places = PLACES if intervals[0] is None and intervals[-1] is None else CORNERS
    placed = place_labels(points, texts, sizes=SIZES, bounds=box, limit=len(rows), gap=GAP, places=places)
    labels = [Label(label.index, texts[label.index], label.place, GAP) for label in placed]
    return figures.ruler(
        points,
        texts,
        labels,
        ends=[
            (side(where, pairs, 0, most), side(where, pairs, 1, most))
            for pairs, most in zip(ends, (3, most), strict=False)
        ],
        spread=[found.spread for found in rulers],
        intervals=intervals,
        box=box,
        revision=f"{where.key}{recipe}{ends}{rows}",
    )


def show() -> None:
    """The chosen difference as an axis, words along it, and the band where most rows lie."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line)
        if where is None:
            return
        across = ui.typed.line("Axis across: from, to", GENDER, key="j_across", most=MOST, help=f"{HELP}.", place=line)
        upward = ui.typed.line(
            "Axis up: from, to",
            VALUE,
            key="j_up",
            most=MOST,
            place=line,
            help=f"{HELP}. Leave it empty to see how far each word lies from the first axis instead.",
        )
        chosen = ui.typed.lines("Words to place", WORDS, key="j_place", most=1500, height=90)
    recipe = source.fitting(where)
    table = where.table
    ends = [pairs for text in (across, upward) if text.strip() and (pairs := pairs_of(where, recipe, text))]
    if not across.strip() or not ends or (upward.strip() and len(ends) < 2):
        if not across.strip():
            st.warning("Type two words for the first axis, with a comma between.")
        return
    parts = dict.fromkeys(word.strip() for word in chosen.split(",") if word.strip())
    rows = tuple(dict.fromkeys(row for word in parts if (row := table.find(word)) is not None))[:200]
    missing = [word[:40] for word in parts if table.find(word) is None]
    if missing:
        st.text(f"Not in this table: {', '.join(missing[:12])}" + (" …" if len(missing) > 12 else ""))
    if not rows:
        st.warning("None of these words is in the table. Type words with commas between.")
        return
    first = _ruler(where, recipe, ends[0])
    order = sorted(rows, key=lambda row: float(first.places[row]))
    low, high = (side(where, ends[0], end) for end in (0, 1))
    second = _ruler(where, recipe, ends[1]) if len(ends) > 1 else None
    anew = _redrawn(where, recipe, ends[0], rows)
    places = [rows.index(row) for row in order]
    ui.picture(
        KEY,
        # Upwards there is no room for more in the large type.
        _figure(where, recipe, tuple(ends), rows, 1 if style.presenting() else 3),
        summary=told.summary(where, ends[0], rows, first, order) + told.surely(where, ends[0], rows, first, anew),
        table=lambda: ui.Table(
            {
                "word": [table.words[row] for row in order],
                f"{low} → {high}": first.places[order],
                "distance from that axis": first.offset[order],
                **({} if anew is None else {"95 % from": anew[places, 0], "to": anew[places, 1]}),
                **({f"{side(where, ends[1], 0)} → {side(where, ends[1], 1)}": second.places[order]} if second else {}),
            },
            "axes",
        ),
        script=lambda: scripts.ruler(
            where.loaded,
            recipe,
            tuple(tuple((table.words[a], table.words[b]) for a, b in pairs) for pairs in ends),
            tuple(table.words[row] for row in rows),
        ),
    )
    _furthest(where, recipe, ends[0])
    st.markdown(
        "A place shows what training on the table's texts left in its rows, their prejudices included, and chance: a "
        "word inside the grey band lies where rows do that have nothing to do with either end. It doesn't say what is "
        "so."
    )
    told.formula(KEY, where, ends[0], first)


def pairs_of(where: Source, recipe: Recipe, text: str) -> Pairs | None:
    """The rows of an axis's pairs, typed with commas and semicolons; None, and what is wrong on the screen, where not.

    Pairs with a word that the table lacks are left out, and said, as long as one is left.
    """
    typed = [[part.strip() for part in pair.split(",") if part.strip()] for pair in text.split(";") if pair.strip()]
    if not typed or any(len(pair) != 2 for pair in typed):
        st.warning("An axis takes two words with a comma between, such as: he, she. Between pairs stands a semicolon.")
        return None
    rows = [[where.table.find(part) for part in pair] for pair in typed]
    missing = [
        part[:40]
        for pair, found in zip(typed, rows, strict=True)
        for part, row in zip(pair, found, strict=True)
        if row is None
    ]
    pairs = tuple(dict.fromkeys((low, high) for low, high in rows if low is not None and high is not None))
    if not pairs:
        st.warning("An axis needs two words of the table.")
    if missing:
        left = f"; {count(len(pairs), 'pair')} of {len(typed)} {verb(len(pairs), 'is', 'are')} used" if pairs else ""
        st.text(f"Not in this table: {listed(missing)}{left}.")
    if not pairs:
        return None
    try:
        _ruler(where, recipe, pairs)
    except ValueError as problem:
        st.warning(f"{problem}. Choose two different ones.")
        return None
    return pairs


def _furthest(where: Source, recipe: Recipe, pairs: Pairs) -> None:
    """The whole words of the table that lie furthest out on either side."""
    table = where.table
    places = _ruler(where, recipe, pairs).places
    rows = np.flatnonzero(table.whole)
    if len(rows) < 20:
        return
    low, high = (side(where, pairs, end) for end in (0, 1))
    beside(
        *(
            {
                f"furthest towards {name}, all words": [table.words[row] for row in chosen],
                "place": [signed(float(places[row]), 3) for row in chosen],
            }
            for name, chosen in ((low, rows[top(-places[rows], 10)]), (high, rows[top(places[rows], 10)]))
        )
    )
