"""Differences of two words as axes: she − he, good − bad, past − present, and where other words lie along them."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.projection import map as base
from explorer.figures.projection import words as figures
from explorer.figures.projection.placing import place_labels
from explorer.figures.spec import Spec
from explorer.scripts import projection as scripts
from explorer.ui.projection import source
from explorer.ui.projection.lists import beside
from explorer.ui.projection.remember import Source, remembered
from explorer.vectors.view import Recipe
from explorer.wording import count, fixed, signed, verb
from explorer.words.axes import Ruler, ruler

PART = ui.Part(
    "Word axes",
    why="The step from one word's row to another's is a direction, and any word can be placed along it: between he and "
    "she, between bad and good.",
    look="Compare a word's place with the grey band, where most rows of the table lie: inside it, a place says little.",
)

KEY = "j_ruler"
SIZES = ((700.0, 400.0), (1150.0, 400.0))
WORDS = (
    "nurse, engineer, doctor, teacher, soldier, dancer, queen, king, mother, father, uncle, aunt, hero, villain, "
    "angel, devil, friend, enemy, war, peace, disaster, success, gift, crime, joy, pain, warm, cold, boss, secretary"
)
NONE = ""


@remembered
def _ruler(where: Source, recipe: Recipe, low: int, high: int) -> Ruler:
    return ruler(source.view(where, recipe), low, high)


@remembered
def _figure(where: Source, recipe: Recipe, ends: tuple[tuple[int, int], ...], rows: tuple[int, ...]) -> Spec:
    words = where.table.words
    rulers = [_ruler(where, recipe, *pair) for pair in ends]
    second = rulers[1].places if len(rulers) > 1 else rulers[0].offset
    points = np.stack([rulers[0].places[list(rows)], second[list(rows)]], axis=1)
    box = base.extent(points)
    texts = [words[row] for row in rows]
    placed = place_labels(points, texts, sizes=SIZES, bounds=box, limit=len(rows))
    labels = [base.Label(label.index, texts[label.index], label.place) for label in placed]
    return figures.ruler(
        points,
        texts,
        labels,
        ends=[(words[low], words[high]) for low, high in ends],
        spread=[found.spread for found in rulers],
        box=box,
        revision=f"{where.key}{recipe}{ends}{rows}",
    )


@st.fragment
def show() -> None:
    """The chosen difference as an axis, words along it, and the band where most rows lie."""
    with ui.controls(KEY):
        boxes = st.columns([1.2, 1, 1])
        where = source.choose(boxes[0])
        if where is None:
            return
        across = boxes[1].text_input(
            "Axis across: from, to", "he, she", key="j_across", bind="query-params", max_chars=80
        )
        upward = boxes[2].text_input(
            "Axis up: from, to",
            "bad, good",
            key="j_up",
            bind="query-params",
            max_chars=80,
            help="Leave it empty to see how far each word lies from the first axis instead.",
        )
        chosen = st.text_area("Words to place", WORDS, key="j_place", bind="query-params", max_chars=1500, height=90)
    recipe = source.fitting(where)
    table = where.table
    ends = [pair for text in (across, upward) if text.strip() and (pair := pair_of(where, recipe, text)) is not None]
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
    first = _ruler(where, recipe, *ends[0])
    order = sorted(rows, key=lambda row: float(first.places[row]))
    low, high = (table.words[row] for row in ends[0])
    second = _ruler(where, recipe, *ends[1]) if len(ends) > 1 else None
    ui.picture(
        KEY,
        _figure(where, recipe, tuple(ends), rows),
        summary=(
            f"{count(len(rows), 'word')} by {verb(len(rows), 'its', 'their')} place between {low} and {high}: the dot "
            f"product with the step from {low} to {high}, scaled to length 1, counted from halfway. The two ends lie "
            f"at {signed(-first.half)} and {signed(first.half)}. All {len(table.words):,} rows lie at "
            f"{signed(first.spread[0], 3)} on average, with a standard deviation of {fixed(first.spread[1], 3)} (the "
            f"grey band). Furthest towards {low}: "
            f"{', '.join(table.words[row] for row in order[:3])}. "
            f"Furthest towards {high}: {', '.join(table.words[row] for row in order[:-4:-1])}."
        ),
        table=lambda: ui.Table(
            {
                "word": [table.words[row] for row in order],
                f"{low} → {high}": first.places[order],
                "distance from that axis": first.offset[order],
                **({f"{table.words[ends[1][0]]} → {table.words[ends[1][1]]}": second.places[order]} if second else {}),
            },
            "axes",
        ),
        script=lambda: scripts.ruler(
            table.name,
            recipe,
            tuple((table.words[a], table.words[b]) for a, b in ends),
            tuple(table.words[row] for row in rows),
        ),
    )
    _furthest(where, recipe, ends[0])
    st.markdown(
        "A place shows what training on the table's texts left in its rows, their prejudices included, and chance: a "
        "word inside the grey band lies where rows do that have nothing to do with either end. It doesn't say what is "
        "so."
    )
    step = ends[0]
    ui.formula(
        KEY,
        r"p(x) = \left(x - \tfrac{a + b}{2}\right) \cdot \frac{b - a}{\lVert b - a \rVert}",
        {"x": "a word's row", "a": "the row of the first end", "b": "the row of the second end", "p(x)": "its place"},
        f"The two ends are {fixed(2 * first.half, 4)} apart, so they lie at {signed(-first.half, 4)} and "
        f"{signed(first.half, 4)}: rows {step[0]:,} and {step[1]:,} of the table.",
    )


def pair_of(where: Source, recipe: Recipe, text: str) -> tuple[int, int] | None:
    """The rows of an axis's two words, typed with a comma between; None, and what is wrong on the screen, where not."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    rows = [where.table.find(part) for part in parts]
    if len(parts) != 2:
        st.warning("An axis takes two words with a comma between, such as: he, she")
        return None
    low, high = rows
    if low is None or high is None:
        st.warning("An axis needs two words of the table.")
        st.text(f"Not in this table: {', '.join(p[:40] for p, row in zip(parts, rows, strict=True) if row is None)}")
        return None
    try:
        _ruler(where, recipe, low, high)
    except ValueError as problem:
        st.warning(f"{problem}. Choose two different ones.")
        return None
    return low, high


def _furthest(where: Source, recipe: Recipe, ends: tuple[int, int]) -> None:
    """The whole words of the table that lie furthest out on either side."""
    table = where.table
    places = _ruler(where, recipe, *ends).places
    rows = np.flatnonzero(table.whole)
    if len(rows) < 20:
        return
    order = rows[np.argsort(places[rows], kind="stable")]
    low, high = (table.words[row] for row in ends)
    beside(
        *(
            {
                f"furthest towards {name}, all words": [table.words[row] for row in chosen],
                "place": [signed(float(places[row]), 3) for row in chosen],
            }
            for name, chosen in ((low, order[:10]), (high, order[::-1][:10]))
        )
    )
