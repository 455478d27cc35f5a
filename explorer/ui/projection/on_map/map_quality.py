"""Quality of the map: neighbours kept by the whole picture, after a guess, then those of one word."""

from typing import Any

import streamlit as st

from explorer import ui
from explorer.questions import Question
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.ui.projection.word_lists import beside
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import Near
from explorer.views import View
from explorer.views import projection as views
from explorer.views.projection import variance_text
from explorer.views.projection.neighbours import counted, judged
from explorer.views.projection.table_source import Source
from explorer.wording import all_of, count, number, share, verb

GUESSES = ("Yes: 6 or more", "Half: 3 to 6", "Hardly: 1 to 3", "No: fewer than 1")
BOUNDS = (6.0, 3.0, 1.0)
OF_FEW = ("half of them or more", "fewer than half")
"""Options of the question if fewer than six neighbours are counted for each row."""
Components = tuple[int, ...]


def believe(where: Source, recipe: Preprocessing, components: Components, row: int | None, neighbours: int) -> bool:
    """Draw a guess, then how many neighbours the picture keeps, and those of a word; return whether it is answered."""
    rows, width = where.table.vectors.shape
    k, near = counted(where), table_choice.page_similarity(where)
    by, axes = nearness.by(near), len(set(components))
    settings = (
        table_choice.settings(where) | nearness.settings() | {"components": tuple(each + 1 for each in components)}
    )
    one: dict[str, Any] = {} if row is None else {"word": where.table.name_of(row), "neighbours": neighbours}
    found = table_choice.space(where, recipe).pca
    part = found.explained(components)
    answered = k > 0 and ui.predict(
        Question(
            (
                f"Take any word and its {k} nearest words, by {by} in {all_of(width, 'number')}. How many of them, on "
                f"average, are among its {k} nearest dots in this picture?"
                if k > 1
                else f"Take any word and the one nearest to it, by {by} in {all_of(width, 'number')}. How often is "
                "that its nearest dot in this picture?"
            ),
            options(k),
            key="j_guess",
        ),
        answer=lambda: _answer(where, recipe, near, components, k),
        hint=f"the picture has {axes} of {count(min(rows, width), 'direction')}, and "
        f"{verb(axes, 'it holds', 'they hold')} {share(part, digits=3)} of the variance"
        f"{variance_text.removed_note(recipe)}.",
        because=lambda: (
            _believed(judged(where, recipe, near, components, k).share, k, rows)
            + projection_reason(axes, min(rows, width), float(found.shares.sum()) - part, recipe)
        ),
    )

    def show_lists() -> None:
        if k < 1:
            st.text(f"With {count(rows, 'row')} there are too few neighbours to compare.")
        elif answered:
            _show_quality(views.neighbours_kept(**settings))
        if one:
            view = views.neighbour_lists(**settings if answered else settings | {"components": ()}, **one)
            st.text(view.sentence)
            if view.table:
                beside(*(_halves(view) if answered else [view.table]))
                ui.view_toolbar("j_near_lists", view)

    ui.later("j_lists_more", "Which words are near: in all numbers, and in this picture", show_lists)
    return bool(answered)


def _believed(kept: float, k: int, rows: int) -> str:
    """What the share of neighbours kept says to the page's title.

    >>> _believed(0.003, 10, 9_000)
    '**No: of a word’s 10 nearest among 9,000 words, 0.03 on average are among its 10 nearest dots.** '
    >>> _believed(0.65, 10, 50)[:9]
    '**Mostly:'
    """
    verdict = "Mostly" if kept >= 0.6 else "In part" if kept >= 0.3 else "Hardly" if kept >= 0.1 else "No"
    return (
        f"**{verdict}: of a word’s {k} nearest among {rows:,} words, {number(k * kept)} on average are among its {k} "
        "nearest dots.** "
    )


def options(k: int) -> tuple[str, ...]:
    """Options of the question for a number of counted neighbours.

    >>> options(10)[0], options(1)
    ('Yes: 6 or more', ('half of the time or more', 'less than half of the time'))
    """
    if k == 1:
        return "half of the time or more", "less than half of the time"
    return GUESSES if k >= 6 else OF_FEW


def projection_reason(axes: int, every: int, rest: float, recipe: Preprocessing) -> str:
    """Reason why a picture along some components keeps so many neighbours; `rest`: variance share of all others.

    >>> projection_reason(2, 2, 0.0, Preprocessing())
    'The picture has room for 2 directions, and the table has no more: nothing is left out of it.'
    """
    room = f"The picture has room for {count(axes, 'direction')}"
    if axes >= every:
        return f"{room}, and the table has no more: nothing is left out of it."
    others = share(max(rest, 0.0), digits=3)
    removed = variance_text.removed_note(recipe)
    return f"{room} of {every}. The others, with {others} of the variance{removed}, are not in it."


def _show_quality(view: View) -> None:
    kept, _, trust, continuity = view.table["value"]
    first, second, third = st.columns(3)
    first.metric("Neighbours kept", share(kept, digits=3), help="Share of the true nearest also nearest here")
    second.metric("Trustworthiness", f"{trust:.3f}", help="1: no strangers among the near dots")
    third.metric("Continuity", f"{continuity:.3f}", help="1: no true neighbour was torn away")
    st.text(view.sentence)


def _answer(where: Source, recipe: Preprocessing, near: Near, components: Components, k: int) -> str:
    with st.spinner("Comparing neighbourhoods …"):
        kept = judged(where, recipe, near, components, k).share
    if k < 6:
        return options(k)[0 if kept >= 0.5 else 1]
    return next((guess for guess, bound in zip(GUESSES, BOUNDS, strict=False) if kept * k >= bound), GUESSES[-1])


def _halves(view: View) -> tuple[dict[str, Any], dict[str, Any]]:
    columns = list(view.table.items())
    half = next(at for at, (name, _) in enumerate(columns) if name == "nearest in the picture")
    return dict(columns[:half]), dict(columns[half:])
