"""One word's neighbourhood, where it lies in the whole map and where its own directions put it."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.content.as_typed import as_typed
from explorer.data.wordtable import WordTable
from explorer.figures.projection import map as figures
from explorer.figures.projection.axes import extent
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.scripts.projection import space as scripts
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.nearness import Near, near_rows
from explorer.vectors.view import Recipe
from explorer.views.projection.finding import words_of
from explorer.views.projection.source import KEPT, MEMO, Source, remembered_briefly, remembering
from explorer.wording import share, verb
from explorer.words.isolate import Alone, isolate

PART = ui.Part(
    "Around one word",
    why="A map of a whole table serves all of its words at once, so take one word and those around it alone, and let "
    "these few choose their own directions ([[principal component|principal components]]).",
    look="Which words lie on top of each other in the whole map, and come apart when they are [[projected]] alone?",
)

KEY = "j_alone"
SIZES = ((330.0, 330.0), (520.0, 420.0))
FIVE, MOST = 5, 200
RINGED = 12
"""Pixels from the middle of a ringed word to its name, so that the ring leaves it free."""
STEPS = MOST // FIVE
"""Places of the slider: a class that looks at one word has soon been to all of them, and then nothing is computed."""


@remembered_briefly
def _nearest(where: Source, meant: Near, row: int) -> NDArray[np.int64]:
    """As many as can be asked for: the slider takes more or fewer of them, and the table is read once."""
    return near_rows(source.view(where, meant.recipe), row, MOST, meant.measure).ids


@remembering(MEMO, KEPT, STEPS, typed=True, is_heavy=True)
def _alone(where: Source, recipe: Recipe, meant: Near, row: int, around: int) -> Alone:
    view, points = source.view(where, meant.recipe), source.points(where, recipe, (0, 1))
    return isolate(view, points, row, around, meant.measure, nearest=_nearest(where, meant, row))


@remembering(MEMO, KEPT, 2 * STEPS, typed=True)
def _figure(where: Source, recipe: Recipe, meant: Near, row: int, around: int, after: bool) -> Spec:
    found = _alone(where, recipe, meant, row, around)
    words = [where.table.words[at] for at in found.rows]
    points: NDArray[np.float32] = found.after if after else found.before
    box = extent(points)
    rings = [figures.RING / 2, *[figures.DIAMOND / 2] * FIVE]
    placed = place_labels(
        points, words, sizes=to_scale(SIZES, box), bounds=box, gap=RINGED, limit=len(words), marks=rings
    )
    gaps = [RINGED] * len(rings) + [Label.gap] * (len(words) - len(rings))
    labels = [Label(label.index, words[label.index], label.place, gaps[label.index]) for label in placed]
    marks = figures.Marks({}, found=(0,), near=range(1, 1 + FIVE), labels=labels)
    titles = ("own component 1", "own component 2") if after else ("component 1 of all", "component 2 of all")
    return figures.word_map(points, words, marks, titles=titles, revision=f"{where.key}{recipe}{meant}{row}{around}")


def _row(table: WordTable, asked: str, first: str) -> int:
    """The row of the first word that was typed; of another one typed or of the table's `first`, with a note, else."""
    words = words_of(table, asked) or [""]
    rows = [row for word in words if (row := table.find(word)) is not None]
    if table.find(words[0]) is None:
        st.warning("The word is not in this table.")
        similar = ", ".join(table.closest_spelling(words[0])) or "nothing similar"
        row = rows[0] if rows else table.find(first) or 0
        st.text(
            f"{words[0][:60] or '(nothing typed)'}: {similar}. Until you write another, {table.words[row]} is shown."
        )
        return row
    return rows[0]


def show() -> None:
    """A word's neighbourhood in the whole map and projected alone, and what either keeps of it."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line, nearness=True)
        if where is None:
            return
        table = where.table
        first = "king" if table.find("king") is not None else table.words[0]
        asked = ui.typed.line("The word (of several, the first)", first, key="j_find", most=400, place=line)
        most = min(MOST, len(table.words) - 1)
        if most < FIVE:
            st.warning(f"This table has {len(table.words)} rows: too few for a neighbourhood.")
            return
        around = line.slider("Words around it", FIVE, most, min(50, most), FIVE, key="j_around", bind="query-params")
    row = _row(table, asked, first)
    recipe, meant = source.fitting(where), source.meant(where)
    found = _alone(where, recipe, meant, row, around)
    words = [table.words[at] for at in found.rows]
    k, n = found.kept_after.k, len(words)
    left, right = ui.beside(2)
    for box, after, held in ((left, False, found.kept_before), (right, True, found.kept_after)):
        with box:
            points = found.after if after else found.before
            ui.picture(
                f"{KEY}_{'after' if after else 'before'}",
                _figure(where, recipe, meant, row, around, after),
                summary=(
                    f"{'Projected alone' if after else 'In the map of the whole table'}: "
                    + (
                        f"of each word's {k} nearest among these {n} words, {share(held.share, digits=3)} are among "
                        f"its {k} nearest dots."
                        if k > 1
                        else f"for {share(held.share, digits=3)} of these {n} words, the nearest one among them is "
                        "also the nearest dot."
                    )
                ),
                table=lambda points=points: ui.Table(  # type: ignore[misc]
                    {"word": words, "across": points[:, 0], "up": points[:, 1]}, "around"
                ),
                script=lambda: scripts.isolate(where.loaded, recipe, meant, table.words[row], around),
            )
    own = found.pca.held((0, 1))
    width = table.vectors.shape[1]
    st.text(
        f"{words[0]} and the {n - 1} nearest to it by {nearness.by(meant)} in all {width:,} numbers of "
        f"{nearness.table()}. Their own first two components hold {share(own, digits=3)} of their variance. A picture "
        f"drawn by chance would keep {share(found.kept_after.by_chance, digits=3)}: k / (n − 1) = {k} / {n - 1}. The "
        f"diamonds are its {FIVE} nearest; names are written where there is room. “Own component” means a direction of "
        "these words alone, not one of the map's."
    )
    kept = found.kept_after
    ui.formula(
        KEY,
        r"\text{kept}=\frac{1}{n\,k}\sum_{i}|N_i\cap P_i|",
        {
            "n": f"words that are drawn: {n}",
            "k": f"neighbours counted of each: {k}",
            "N_i": f"the {verb(k, 'one', 'k')} nearest to word i among these words, in all {width:,} numbers",
            "P_i": f"the {verb(k, 'one dot', 'k dots')} nearest to its dot in a picture",
            r"|N_i\cap P_i|": "how many are in both",
        },
        f"Projected alone: {as_typed(words[0])} keeps {kept.shared[0]} of {k}, and all {n} words together keep "
        f"{kept.shared.sum():,} of {n} · {k} = {n * k:,}. That is {share(kept.share, digits=3)}.",
    )
