"""How far the map can be believed: the whole picture first, as a guess, then a word in its table and on it."""

from __future__ import annotations

from html import escape

import streamlit as st

from explorer import ui
from explorer.ui.frame import guide
from explorer.ui.projection.lists import beside, listing
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.distortion import Distortion, distortion
from explorer.vectors.nearness import Near
from explorer.vectors.neighbours import Neighbours, agreement, picture_neighbours
from explorer.vectors.view import Recipe
from explorer.views.projection import held
from explorer.views.projection.source import Source, remembered, remembered_briefly
from explorer.wording import count, fixed, share, verb
from explorer.words.nearby import near_row

GUESSES = ("6 or more", "3 to 6", "1 to 3", "fewer than 1")
BOUNDS = (6.0, 3.0, 1.0)
EXAMINED, OF_LARGE = 500, 100
"""Rows that are examined, and how many of a table with more than `source.LARGE` rows."""
Components = tuple[int, ...]


@remembered
def judged(where: Source, recipe: Recipe, near: Near, components: Components, k: int) -> Distortion:
    """What the picture keeps of the neighbourhoods that `near` means."""
    sample = EXAMINED if len(where.table.words) <= source.LARGE else OF_LARGE
    view, points = source.view(where, near.recipe), source.points(where, recipe, components)
    return distortion(view, points, k=k, sample=sample, measure=near.measure)


@remembered_briefly
def truly_near(where: Source, near: Near, row: int, k: int) -> Neighbours:
    """The k rows nearest to one row in all numbers, as `near` means it."""
    return near_row("" if where.private else where.key, source.view(where, near.recipe), near, row, k)


@remembered_briefly
def _drawn_near(where: Source, recipe: Recipe, components: Components, row: int, k: int) -> Neighbours:
    return picture_neighbours(source.points(where, recipe, components), row, k)


def believe(where: Source, recipe: Recipe, components: Components, row: int | None, asked: int) -> None:
    """A guess, then how many true neighbours the whole picture keeps, and those of one word."""
    if not guide.hides("j_judged"):  # the heading of what that step leaves out
        st.header("Can I believe the picture?", anchor=False)
    rows, width = where.table.vectors.shape
    k = min(10, (rows - 1) // 3)
    near, words = source.meant(where), nearness.table()
    by = nearness.by(near)
    axes = len(set(components))
    if k < 1:
        st.text(f"With {count(rows, 'row')} there are too few neighbours to compare.")
    elif ui.predict(
        "j_guess",
        f"Take any word and its {k} nearest words, by {by} in all {width:,} numbers. How many of them, on average, "
        f"are among its {k} nearest dots in this picture?",
        GUESSES,
        answer=lambda: _answer(where, recipe, near, components, k),
        hint=f"the picture has {axes} of {width:,} numbers, and {verb(axes, 'it holds', 'they hold')} "
        f"{share(source.space(where, recipe).pca.held(components), digits=3)} of the "
        f"variance{held.left(recipe)}.",
        because=f"A picture of {count(axes, 'component')} has room for {count(axes, 'direction')}; everything else is "
        "pressed on top of each other.",
    ):
        with st.container(key="j_judged"):
            _judged(where, recipe, near, components, k)
        if row is not None:
            _one(where, recipe, near, components, row, asked)
        return
    if row is not None:
        true = truly_near(where, near, row, asked)
        said = f"The nearest to {where.table.words[row]} by {by} in all {width:,} numbers of {words}:"
        st.html(f'<p style="margin:0 0 .6rem">{escape(said)}</p>{listing(_true(where, true, near))}')


def _judged(where: Source, recipe: Recipe, near: Near, components: Components, k: int) -> None:
    """How many true neighbours the whole picture keeps, in three measures."""
    rows, width = where.table.vectors.shape
    found, by, words = judged(where, recipe, near, components, k), nearness.by(near), nearness.table()
    first, second, third = st.columns(3)
    first.metric("Neighbours kept", share(found.share, digits=3), help="Share of the true nearest also nearest here")
    second.metric("Trustworthiness", f"{found.trustworthiness:.3f}", help="1: no strangers among the near dots")
    third.metric("Continuity", f"{found.continuity:.3f}", help="1: no true neighbour was torn away")
    how = (
        f"All {rows:,} rows were examined."
        if len(found.examined) == rows
        else f"{len(found.examined):,} of {rows:,} rows were examined, drawn at random, each against all rows: the "
        f"share kept is known to ± {fixed(100 * found.margin, 1)} percentage points (95 %)."
    )
    st.text(
        f"Kept: of the {k} nearest by {by} in all {width:,} numbers of {words}, the share that is also among the "
        f"{k} nearest in this picture by the length of a straight line. {how} A picture drawn by chance would keep "
        f"{share(found.by_chance)}."
    )


def _answer(where: Source, recipe: Recipe, near: Near, components: Components, k: int) -> str:
    with st.spinner("Comparing neighbourhoods …"):
        found = judged(where, recipe, near, components, k)
    average = found.share * k
    return next((guess for guess, bound in zip(GUESSES, BOUNDS, strict=False) if average >= bound), GUESSES[-1])


def _true(where: Source, true: Neighbours, near: Near) -> dict[str, list[str]]:
    name = f"nearest in all {where.table.vectors.shape[1]:,} numbers"
    return {name: [where.table.words[i] for i in true.ids], **nearness.values(true, near)}


def _one(where: Source, recipe: Recipe, near: Near, components: Components, row: int, asked: int) -> None:
    """The nearest in all numbers beside the nearest in the picture, and how many agree."""
    if guide.hides("j_lists"):  # a later step of the path asks about them
        return
    true, drawn = truly_near(where, near, row, asked), _drawn_near(where, recipe, components, row, asked)
    both = set(agreement(true, drawn).tolist())
    st.header("Who is close, and who only looks close?", anchor=False)
    with st.container(key="j_agree"):  # the path covers it: it asks how many
        st.text(
            f"{where.table.words[row]}: of its {len(true.ids)} nearest words by {nearness.by(near)} "
            f"({nearness.table()}), {len(both)} {verb(len(both), 'is', 'are')} also among the {len(drawn.ids)} nearest "
            "in the picture."
        )
    asked_still = guide.covers("j_agree")  # then the reader compares the words
    true_too, drawn_too = (["yes" if i in both else "no" for i in found.ids.tolist()] for found in (true, drawn))
    with st.container(key="j_lists"):  # the guided path frames them
        beside(
            _true(where, true, near) | ({} if asked_still else {"in the picture too": true_too}),
            {
                "nearest in the picture": [where.table.words[i] for i in drawn.ids],
                "distance here": [fixed(value, 4) for value in drawn.values],
                **({} if asked_still else {"truly near too": drawn_too}),
            },
        )
