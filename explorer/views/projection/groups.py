"""A group of rows, selected by a pattern, a list or an outline, and its dots on the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Unpack, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.data.word_table import WordTable
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.figures.projection import word_map as figures
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import place_labels, to_scale
from explorer.figures.projection.map_axis_ranges import component_titles
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection import variance_text
from explorer.views.projection.map_dot_traces import SIZES, names_of
from explorer.views.projection.principal_components import ends, points, space
from explorer.views.projection.settings import Prepared, are_corners, are_texts, components, of_table, prepared
from explorer.views.projection.table_source import Source, remembered, remembered_briefly
from explorer.views.projection.word_lookup import list_words
from explorer.views.setting import Choice, Ints, Others, Own, Text
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, listed, share, verb
from explorer.words.selection_outlines import Corner, loop_of, within
from explorer.words.text_search import LONGEST, Texts, matching

How = Literal["a pattern", "a list", "an outline"]
PATTERN, LIST, AREA = get_args(How)
Rest = Literal["grey", "not drawn"]
GREY, GONE = get_args(Rest)
WORD = "word"
LABELS = 40
CITIES = ("paris", "london", "berlin", "rome", "madrid", "vienna", "moscow", "tokyo")


def _columns(others: Others) -> list[str]:
    where = of_table(others)
    return [WORD, *(where.table.metadata if where else ())]


PLANE = components(2, 2)
HOW: Any = Choice(
    "Choose by", PATTERN, get_args(How), key="j_how", about="how it is selected; each setting below is for one of these"
)
COLUMN: Any = Choice(
    "Look in",
    WORD,
    _columns,
    key="j_column",
    listed=True,
    about="the column that is searched: the words, or one of the table's",
)
LIKE: Any = Text(
    "Words like",
    "*land",
    LONGEST,
    key="j_pattern",
    help="* stands for any characters and ? for one: *land ends with land, un* begins with un. Without them: what "
    "contains these characters. Upper and lower case are the same.",
    about="searched in its texts; `*` stands for any characters, `?` for one",
)
WORDS: Any = Own("Words", CITIES, are_texts, "a tuple of words", about="the list")
OUTLINE: Any = Own(
    "Outline",
    ((0.0, 0.0), (1.0, 1.0)),
    are_corners,
    "a tuple of corners, each of two numbers",
    about="around the group in the picture; two corners make a box",
)
OTHERS: Any = Choice("All other rows", GREY, (GREY, GONE), key="j_others", about="how all other rows are drawn")


@picture(matching, within)
def group(
    *,
    components: Ints = PLANE,
    how: How = HOW,
    column: str = COLUMN,
    pattern: str = LIKE,
    words: Sequence[str] = WORDS,
    outline: Sequence[Corner] = OUTLINE,
    others: Rest = OTHERS,
    **shared: Unpack[Prepared],
) -> View:
    """A group of rows on the map, and a table of them.

    Raises:
        ValueError: an invalid pattern.

    >>> group(table="GloVe", how="a list", words=("rome", "paris")).table["word"]
    ['paris', 'rome']
    """
    where, recipe = prepared(shared)
    request = request_of(components, how, column, pattern, words, outline)
    rows, table_words = rows_of(where, recipe, request), where.table.words
    missing = [word for word in words if where.table.find(word) is None] if how == LIST else []
    figure = _figure(where, recipe, request, others)
    return with_question(
        lambda answered, alike: View(
            _with_likeness(figure, alike) if answered and alike else figure,
            _summary(where, recipe, request, rows, others),
            lambda: Table(
                {"row": rows, "word": [table_words[row] for row in rows]}
                | {name: [texts_of(where.table, name)[row] for row in rows] for name in where.table.metadata},
                "group",
            ),
            left_out=f"Not in this table: {list_words(missing)}." if missing else "",
        )
    )


@dataclass(frozen=True)
class GroupRequest:
    """Request for a group: its selection (settings of other methods are empty), and the picture's components."""

    how: str
    column: str = WORD
    pattern: str = ""
    words: tuple[str, ...] = ()
    corners: tuple[Corner, ...] = ()
    components: tuple[int, int] = (0, 1)


def request_of(
    components: Sequence[int], how: str, column: str, pattern: str, words: Sequence[str], outline: Sequence[Corner]
) -> GroupRequest:
    """The request that the settings of `group` make."""
    drawn = (components[0] - 1, components[1] - 1)
    return {
        PATTERN: GroupRequest(PATTERN, column, pattern, components=drawn),
        LIST: GroupRequest(LIST, words=tuple(words), components=drawn),
        AREA: GroupRequest(AREA, corners=tuple(outline), components=drawn),
    }[how]


def texts_of(table: WordTable, column: str) -> list[str]:
    """A column as texts: the words, or one of metadata."""
    if column == WORD:
        return list(table.words)
    values = table.metadata[column]
    if values.dtype.kind not in "iuf":
        return list(map(str, values))
    return [np.format_float_positional(value, trim="-") for value in values]


@remembered
def _searched(where: Source, column: str) -> Texts:
    return Texts(texts_of(where.table, column))


@remembered_briefly
def rows_of(where: Source, recipe: Preprocessing, request: GroupRequest) -> NDArray[np.int64]:
    """The rows of the group, in the table's order.

    Raises:
        PatternError: an invalid pattern.
    """
    if request.how == PATTERN:
        return matching(_searched(where, request.column), request.pattern)
    if request.how == LIST:
        return np.array(
            sorted({row for word in request.words if (row := where.table.find(word)) is not None}), np.int64
        )
    return within(points(where, recipe, request.components), request.corners)


@remembered
def dots_of(where: Source, recipe: Preprocessing, components: tuple[int, ...]) -> dict[str, Any]:
    """Dots of all rows, cached for each table and pair of components."""
    return figures.all_dots(points(where, recipe, components), names_of(where))


@remembered_briefly
def _figure(where: Source, recipe: Preprocessing, request: GroupRequest, others: str) -> Spec:
    spots, rows = points(where, recipe, request.components), rows_of(where, recipe, request)
    words = where.table.words
    box = ends(where, recipe, request.components)
    shown = rows[: 10 * LABELS].tolist()
    texts = [words[row] for row in shown]
    placed = place_labels(spots[shown], texts, sizes=to_scale(SIZES, box), bounds=box, limit=LABELS)
    labels = [Label(shown[label.index], texts[label.index], label.side) for label in placed]
    return figures.word_map(
        spots,
        words,
        figures.Marks({"the group": rows}, labels=labels, outline=loop_of(request.corners)),
        titles=component_titles(space(where, recipe).pca.shares, request.components),
        revision=f"{where.key}{recipe}{request.components}",
        window=box,
        dots=dots_of(where, recipe, request.components),
        alone=others == GONE,
    )


def _with_likeness(figure: Spec, alike: tuple[float, float]) -> Spec:
    """The map, and on it the mean cosines of two words of the group, and of any two."""
    text = f"two of the group: cosine {fixed(alike[0])}<br>any two words: cosine {fixed(alike[1])}"
    note = {"x": 0.02, "y": 0.02, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    note |= {"text": text, "showarrow": False, "align": "left", "bgcolor": theme.PAPER, "font": {"color": theme.INK}}
    return replace(figure, layout=figure.layout | {"annotations": [*figure.layout.get("annotations", ()), note]})


def _verb(pattern: str) -> str:
    return "is like" if {*pattern} & {*"*?"} else "contains"


def _rule(request: GroupRequest) -> str:
    """By which rule the rows of a group were chosen.

    >>> _rule(GroupRequest(PATTERN, pattern="*land")), _rule(GroupRequest(LIST)), _rule(GroupRequest(AREA))
    ('whose “word” is like “*land”', 'on the list', 'inside the outline')
    """
    if request.how == PATTERN:
        return f"whose “{request.column}” {_verb(request.pattern)} “{request.pattern}”"
    return "on the list" if request.how == LIST else "inside the outline"


def _nothing(request: GroupRequest, table: str) -> str:
    """Message for an empty group, with the reason and what to do.

    >>> _nothing(GroupRequest(PATTERN, pattern="zz*q"), "GloVe")
    'Nothing in “word” is like “zz*q”, so no row of GloVe is in it. Write a shorter or another one'
    >>> _nothing(GroupRequest(LIST), "GloVe")
    'No row of GloVe is in the group yet'
    """
    if request.how == PATTERN and (pattern := request.pattern):
        other = "Write * for any characters and ? for one; ^ and $ stand for themselves"
        remedy = other if {*pattern} & {*"^$"} else "Write a shorter or another one"
        return f"Nothing in “{request.column}” {_verb(pattern)} “{pattern}”, so no row of {table} is in it. {remedy}"
    if request.how == LIST and request.words:
        word = "this word" if len(request.words) == 1 else "one of these words"
        return f"No row of {table} is in the group, since none has {word}"
    if request.how == AREA and request.corners:
        return f"No row of {table} lies inside the outline. Draw it around some dots"
    return f"No row of {table} is in the group yet"


def _summary(where: Source, recipe: Preprocessing, request: GroupRequest, rows: NDArray[np.int64], others: str) -> str:
    total, components = len(where.table.words), request.components
    held = variance_text.variance_held(space(where, recipe), components)
    shown = f"The picture shows {variance_text.component_names(components)}, which {held}."
    left = total - len(rows)
    rest = f"The other {count(left, 'row')} {verb(left, 'is', 'are')} {others}." if left else "No row is left over."
    if not len(rows):
        return f"{_nothing(request, where.table.name)}; all {total:,} are {others}."
    words = [where.table.words[row] for row in rows[:5]]
    if len(rows) == 1:
        return f"One row of {total:,} is in the group, the only one {_rule(request)}: {words[0]}. {rest} {shown}"
    first = f"The first {len(words)}" if len(rows) > len(words) else "They"
    part = f"{len(rows):,} of {total:,} rows ({share(len(rows), total)})"
    inside = any(word.startswith("##") for word in words)
    pieces = " (## begins inside a word)" * (inside and not where.table.begins.all())
    return f"{part} are in the group, those {_rule(request)}. {first} are {listed(words)}{pieces}. {rest} {shown}"
