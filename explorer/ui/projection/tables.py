"""Two tables of the same words, one turned onto the other: before and after, what agrees, and which words moved."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.figures.projection import tables as figures
from explorer.figures.projection.axes import extent
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.scripts.projection import tables as scripts
from explorer.ui.projection.formulas.tables import formula
from explorer.ui.projection.lists import beside
from explorer.ui.projection.table import both as both_tables
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import own, source
from explorer.ui.projection.table.both import MOMENT, Both, Pair
from explorer.vectors.nearness import Near
from explorer.vectors.pca import pca
from explorer.views.projection.source import Source, remembered, remembered_briefly
from explorer.wording import count, fixed, listed, share, verb
from explorer.words.two_tables import FEWEST

PART = ui.Part(
    "Two tables",
    why="Two tables may say much the same of the same words and look nothing alike, since each has axes of its own: "
    "turn one onto the other, and see what agrees and which words moved.",
    look="Before the turn a circle's place says nothing of its diamond's. After it, do the two lie on one side of the "
    "picture, and whose line stays long?",
)

KEY = "j_two"
SHIPPED = ("GloVe", "MiniLM", "Whisper")
WORDS = (
    "king, dog, horse, bird, fish, red, green, blue, two, three, seven, milk, wine, water, summer, winter, father, "
    "mother, music, war"
)
"""Words that any two of the shipped tables share."""
SIZES = ((330.0, 330.0), (520.0, 400.0))
MOST_DRAWN, MOST_NAMED = 60, 20


@remembered_briefly
def _figure(where: Pair, meant: Near, drawn: tuple[int, ...], after: bool) -> Spec:
    both, rows = both_tables.known(where, meant), list(drawn)
    places = _places(where, meant, drawn)
    one, other = places.after if after else places.before, places.target
    words = [both.words[at] for at in rows]
    box = extent(np.concatenate([one, other, places.before if after else places.after]))
    placed = place_labels(other, words, sizes=to_scale(SIZES, box), bounds=box, limit=len(words))
    labels = [Label(label.index, words[label.index], label.place) for label in placed]
    names = (where.table.name, both.name)
    return figures.twice(one, other, words, labels, names=names, box=box, revision=f"{where.key}{drawn}")


@dataclass(frozen=True, eq=False)
class Places:
    """Places (n, 2) of some words along the first two components of the second table's rows of them: by that table, and
    by the first one before and after the turn; and the mean cosine of the two before and after it.
    """

    before: NDArray[np.float32]
    after: NDArray[np.float32]
    target: NDArray[np.float32]
    means: tuple[float, float]


@remembered_briefly
def _places(where: Pair, meant: Near, drawn: tuple[int, ...]) -> Places:
    turned, rows = both_tables.known(where, meant).turned, list(drawn)
    before, after, target = turned.before(rows), turned.after(rows), turned.target(rows)
    axes = pca(target)
    which = (0, 1) if len(axes.components) > 1 else (0, 0)
    one, two = (float(np.einsum("nd,nd->n", each, target).mean()) for each in (before, after))
    return Places(
        axes.project(before, which), axes.project(after, which), axes.project(target, which), means=(one, two)
    )


@remembered
def _histogram(where: Pair, meant: Near) -> Spec:
    turned = both_tables.known(where, meant).turned
    return figures.agreement(turned.cosines, turned.chance)


def show() -> None:
    """The same words in two tables before and after the turn, how far they agree, and those that moved most."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line, nearness=True)
        if where is None:
            return
        pair = _pair(where, line)
        if pair is None:
            return
        asked = ui.typed.lines("Words to draw", WORDS, key="j_twice", most=1500, height=80)
    meant = source.meant(where)
    # A spinner has a thread of its own, which is dear where there is nothing to wait for.
    waits = st.session_state.get("_j_turned") != (pair.key, meant)
    with st.spinner("Turning one table onto the other …") if waits else nullcontext():
        both = both_tables.known(pair, meant)
    st.session_state["_j_turned"] = pair.key, meant
    if len(both.words) < FEWEST:
        st.warning(f"These two tables share {count(len(both.words), 'word')}; {FEWEST} are needed to compare them.")
        st.text(
            f"Words count as shared where both tables write them alike. {where.table.name} begins with "
            f"{_first(where.table.words)}, {both.name} with {_first(pair.second().words)}."
        )
        return
    place = both_tables.places(pair, meant)
    parts = list(dict.fromkeys(word.strip() for word in asked.split(",") if word.strip()))
    drawn = tuple(place[word] for word in parts if word in place)[:MOST_DRAWN]
    missing = [word for word in parts if word not in place]
    if missing:
        here = len(parts) - len(missing)
        beyond = [word for word in missing if word in both.others]
        st.text(
            f"{here} of the {count(len(parts), 'word')} to draw {verb(here, 'is', 'are')} among {both.said}."
            + _named("In both, but not among those that are compared", beyond)
            + _named("Missing", [word for word in missing if word not in both.others])
        )
    if len(drawn) < 3:
        drawn = tuple(range(min(20, len(both.words))))
        st.text(f"Fewer than three of the words to draw are compared, so the first {len(drawn)} of those are drawn.")
    if both.words[:2] == ("row 0", "row 1"):
        st.text("Rows go by their numbers here: row 0 of the one table is compared with row 0 of the other.")
    _twice(pair, meant, both, drawn)
    _agreement(pair, meant, both, drawn)
    _moved(pair, meant)


def _pair(where: Source, line: DeltaGenerator) -> Pair | None:
    """The controls that choose the second table; None where there is none yet."""
    shipped = [name for name in SHIPPED if name != where.table.name]
    others = [*shipped, own.SECOND.name, *([MOMENT] if both_tables.moments(where) else [])]
    if st.session_state.get("j_other", others[0]) not in others:
        st.session_state["j_other"] = others[0]
    name = str(line.selectbox("Turned onto", others, key="j_other", bind="query-params"))
    if name == MOMENT:
        moment = line.slider("Moment, % of the run", 0, 90, 10, 10, key="j_moment", bind="query-params")
        return both_tables.with_moment(where, moment)
    if name != own.SECOND.name:
        return both_tables.with_shipped(where, name)
    second = own.choose(own.SECOND)
    return None if second is None else both_tables.with_file(where, second)


def _named(what: str, words: Sequence[str]) -> str:
    """A sentence that names words, the first `MOST_NAMED` of them; "" where there are none.

    >>> _named("Missing", ["x", "y"]), _named("Missing", [])
    (' Missing: x and y.', '')
    """
    more = len(words) - MOST_NAMED
    named = [*(word[:40] for word in words[:MOST_NAMED]), *([f"{more:,} more"] if more > 0 else [])]
    return f" {what}: {listed(named)}." if words else ""


def _first(words: Sequence[str]) -> str:
    return listed([f"“{word}”" for word in words[:3]])


def _script(where: Pair, both: Both, meant: Near, drawn: tuple[int, ...]) -> str:
    words = tuple(both.words[at] for at in drawn)
    return scripts.two_tables(where.loaded, where.other, meant, words)


def _twice(where: Pair, meant: Near, both: Both, drawn: tuple[int, ...]) -> None:
    rows = list(drawn)
    boxes = ui.beside(2)
    places = _places(where, meant, drawn)
    for box, after in zip(boxes, (False, True), strict=True):
        one, other = places.after if after else places.before, places.target
        with box:
            ui.picture(
                f"{KEY}_{'after' if after else 'before'}",
                _figure(where, meant, drawn, after),
                summary=(
                    f"{'After the turn' if after else 'Before: each table in its own axes'}. The same "
                    f"{count(len(rows), 'word')} by {where.table.name} (circles) and by {both.name} (diamonds) have a "
                    f"mean cosine of {fixed(places.means[after], 3)} with themselves."
                ),
                table=lambda one=one, other=other: ui.Table(  # type: ignore[misc]
                    {
                        "word": [both.words[at] for at in rows],
                        f"{where.table.name}, across": one[:, 0],
                        f"{where.table.name}, up": one[:, 1],
                        f"{both.name}, across": other[:, 0],
                        f"{both.name}, up": other[:, 1],
                    },
                    "two tables",
                ),
                script=lambda: _script(where, both, meant, drawn),
            )


def _agreement(where: Pair, meant: Near, both: Both, drawn: tuple[int, ...]) -> None:
    turned, near = both.turned, both.near
    widths = (where.table.vectors.shape[1], both.turned.second.shape[1])
    wide = (
        f"The table of {min(widths)} numbers gets {max(widths) - min(widths):,} zeros behind them, which changes no "
        "angle in it. "
        if widths[0] != widths[1]
        else ""
    )
    ui.picture(
        KEY,
        _histogram(where, meant),
        summary=(
            f"The words that are compared are {both.said}, counted from their mean and made equally long. {wide}The "
            f"turn is found on one half of the words and judged on the other: a word's two rows then have a cosine of "
            f"{fixed(float(turned.cosines.mean()), 3)} on average. With the words of one table shuffled it is "
            f"{fixed(float(turned.chance.mean()), 3)}; judged on the very words it was fitted to, a turn for "
            f"shuffled words would reach {fixed(turned.fitted_chance, 3)}. No turn is needed for neighbours: "
            f"of a word's {near.k} nearest by {nearness.by(meant)} in {nearness.table()}, among these words, "
            f"{share(near.share, digits=3)} are the same in both tables ({near.k} of {len(both.words) - 1:,} or "
            f"{share(near.by_chance, digits=3)} by chance).{_how_many(both)}"
        ),
        table=lambda: ui.Table(
            {"word": list(both.words), "cosine after the turn": turned.cosines, "words shuffled": turned.chance},
            "agreement",
        ),
        script=lambda: _script(where, both, meant, drawn),
    )
    formula(KEY, where.table.name, both, max(widths), both_tables.together(where, meant))


def _how_many(both: Both) -> str:
    near = both.near
    if len(near.examined) == len(both.words):
        return ""
    return (
        f" For that {len(near.examined):,} words were drawn at random: the share is known to ± "
        f"{fixed(100 * near.margin, 1)} percentage points (95 %)."
    )


def _moved(where: Pair, meant: Near) -> None:
    """The words whose two rows agree least and most, with their nearest among the shared words in either table."""
    st.header("Which words moved?", anchor=False)
    beside(*both_tables.moved(where, meant))
    st.markdown(
        "A word that moved may be used differently in the texts of its two tables, or be a piece of longer words in "
        "the one and a word of its own in the other; or one of the tables had too few examples of it. Its neighbours "
        "may tell which of these it is."
    )
