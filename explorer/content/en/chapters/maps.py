"""Chapter 5: what does a projection show, and what does it hide?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer.content.en import task_hints
from explorer.content.en.task_feedback import maps as seen
from explorer.content.en.task_feedback.maps import NEAR, RINGED, TABLE, WORD
from explorer.content.guided_path import Chapter, Door, Step, Task
from explorer.data.cache import cached
from explorer.questions import Question
from explorer.vectors.line_projection import closest_shadows
from explorer.vectors.neighbours import agreement, cosine_neighbours, picture_neighbours
from explorer.vectors.pca import prepare
from explorer.vectors.preprocessing import AS_IT_IS
from explorer.wording import fixed, listed, share, signed
from explorer.words.shipped_tables import components, shipped
from explorer.words.toy_words import WORDS, points

PLAIN = "nothing"
"""The map's dots are coloured by nothing, where the rings and the marks of near rows are what one looks for."""
ANGLE, LONG = 150, 60
ALIKE, FAR = "Yes, always", "Not always"
SHARES = ("less than a tenth", "about a third", "more than half")
KEPT = ("0 or 1", "2 to 5", "more than 5")
MINILM = "Shown: MiniLM, a model that compares sentences: it has rows for whole words, ours only for pieces of “king”."


def _meeting() -> tuple[str, str, float, float]:
    one, two, far, near = closest_shadows(points(), ANGLE)
    return WORDS[one], WORDS[two], far, near


def _far_apart() -> str:
    *_, far, near = _meeting()
    return FAR if near < far / 10 else ALIKE


def _shadows() -> str:
    one, two, far, near = _meeting()
    return (
        f"On the line at {ANGLE}° the shadows of “{one}” and “{two}” lie {fixed(near)} apart, as good as on one spot. "
        f"The words themselves lie {fixed(far)} apart, in the units of the axes: in a direction that the line hides."
    )


@lru_cache(maxsize=1)
def spread_kept() -> tuple[float, int]:
    """Share of the variance on two components, and how many there are."""
    found = components(TABLE)
    return float(found.shares[:2].sum()), len(found.shares)


def _two() -> str:
    return SHARES[int(np.searchsorted([0.1, 0.5], spread_kept()[0]))]


@cached(max_entries=1, is_heavy=True)
def _kept() -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """How many of the word's nearest rows are among its nearest dots; the three nearest of each."""
    table = shipped(TABLE)
    row = table.find(WORD)
    assert row is not None
    found = components(TABLE)
    true = cosine_neighbours(prepare(table.vectors, AS_IT_IS), row, NEAR)
    drawn = picture_neighbours(found.project(table.vectors), row, NEAR)
    three = [tuple(table.words[int(i)] for i in near.ids[:3]) for near in (true, drawn)]
    return len(agreement(true, drawn)), three[0], three[1]


def neighbours_drawn() -> int:
    """How many of the word's nearest rows are among its nearest dots."""
    return _kept()[0]


def _kept_kind() -> str:
    return KEPT[int(np.searchsorted([1.5, 5.5], _kept()[0]))]


def _kept_numbers() -> str:
    both, true, drawn = _kept()
    return (
        f"It is {both} of {NEAR}. By all numbers the nearest are {listed(true)}; on this flat map {listed(drawn)}. "
        "Rows far apart can fall on one spot, as two birds at different heights can share one shadow."
    )


def _analogy_numbers() -> str:
    (first, one), (second, two) = seen.analogy(False)
    near = f"“{first}” is nearest"
    if first == WORD:
        near = f"“{first}” itself: the step ends closest to where it began"
    drawn = seen.from_the_cross(first, second)
    looks = f" The picture, a shadow, shows “{second}” nearer." * (drawn[second] < drawn[first])
    return (
        f"{near}. Its cosine with the cross is {signed(one)}. “{second}” comes second, with {signed(two)}.{looks} "
        "This sum is often shown with “queen” as its answer: the three given words are left out then, often without "
        "a word about it."
    )


RIDDLE = f"On a flat map of one model’s words “{WORD}” lies next to “pi”. Are the two alike?"


def _pi() -> str:
    return (
        "No: the flat map leaves out most directions, and words far apart can land on one spot. It keeps "
        f"{share(spread_kept()[0], 1, 2)} of the spread. By all numbers the nearest to “{WORD}” is “{_kept()[1][0]}”."
    )


CHAPTER = Chapter(
    "Maps",
    "What does a projection show, and what does it hide?",
    (
        Step(
            "A shadow",
            "projection",
            "Shadow",
            "Paper has two directions, a row of numbers has many. So a picture leaves something out. Eight words of "
            "GloVe (step 1.3), drawn by two of their 50 numbers, drop shadows straight onto a line: a [[projection]].",
            "j_shadow",
            Question(
                "Two shadows fall on the same spot. Do their words lie close together too?",
                (ALIKE, FAR),
                _far_apart,
                "Look for two shadows that touch, and follow their dotted lines back to the words.",
                _shadows,
            ),
            Task(
                f"Set “Angle of the line” to {LONG}°, and see how the shadows spread.",
                lambda state: abs(int(state.get("j_angle", ANGLE)) - LONG) <= 2,  # as exact as a finger is
                {"j_angle": LONG},
                lambda state: seen.turned(state, ANGLE),
                task_hints.angle(ANGLE, LONG),
            ),
            {"j_angle": str(ANGLE)},
            ("j_angle",),
            cover=("j_shadow_figure",),
        ),
        Step(
            "A map of words",
            "projection",
            "Map",
            "MiniLM has 384 numbers for each token. Their shadow, a dot, falls on a screen, turned so that the dots "
            "spread widest. Its axes are the [[principal component|components]]. Colours mark kinds of words. Two "
            "rings, one spot: king and pi.",
            "j_map",
            Question(
                "How far apart all tokens lie is their spread, and a shadow loses some of it. How much is left here?",
                SHARES,
                _two,
                "In step 5.1 the line kept one of two directions. The screen keeps 2 of 384.",
                lambda: (
                    f"Very little: {share(spread_kept()[0], 1, 2)} lies along the two directions drawn. The other "
                    f"{spread_kept()[1] - 2} directions cannot be seen here at all."
                ),
            ),
            Task(
                "Find your own word: type it into “Find words”, such as queen.",
                lambda state: seen.searched(state, RINGED) is not None,
                {"j_find": "queen"},
                seen.found_word,
                task_hints.unknown_word(RINGED),
                spoils=False,
            ),
            {"j_find": ", ".join(RINGED)},
            (
                "j_table",
                "j_map_more",
                "j_other_names",
                "j_near_open",
                "j_view",
                "j_colour",
                "j_near_marks",
                "j_judged",
                "j_lists",
                "j_badge",
            ),
            cover=("j_map_figure",),
            shown=MINILM,
        ),
        Step(
            "Close, or only drawn close?",
            "projection",
            "Map",
            "Two stars can look close in the sky and yet lie far apart. Can dots too? Guess first. Then diamonds mark "
            f"the rows truly nearest to {WORD}, by all 384 numbers.",
            "j_map",
            Question(
                f"Of the {NEAR} rows nearest to “{WORD}”, how many are among its {NEAR} nearest dots?",
                KEPT,
                _kept_kind,
                "This map shows 2 of 384 directions. How much of the spread was that, in step 5.2?",
                _kept_numbers,
            ),
            Task(
                "Give the map a third direction: set “View” to 3D. Do the two lists agree now?",
                lambda state: state.get("j_view") == "3D",
                {"j_view": "3D"},
                seen.third,
            ),
            {"j_find": WORD, "j_colour": PLAIN},
            (
                *("j_table", "j_map_more", "j_other_names", "j_near_open", "j_find", "j_colour"),
                *("j_judged", "j_map_said", "j_badge"),
            ),
            cover=("j_lists",),
            shown=MINILM,
        ),
        Step(
            "King − man + woman",
            "projection",
            "Analogies",
            "Walk from man to woman. Now walk the same step from king: it ends at the cross. Diamonds are the rows "
            "nearest to it; the three words are left out at first. The picture, a shadow, may mislead.",
            "j_parallel",
            Question(
                "Which row lies nearest to the cross by all 384 numbers? King, man and woman may be the answer too.",
                ("queen", "king", "woman"),
                lambda: seen.analogy(False)[0][0],
                "The picture cannot tell: a near shadow need not be a near row (step 5.3). Where did the step begin?",
                _analogy_numbers,
            ),
            Task(
                "Allow man, woman and king as answers too: switch “Leave out the three given words” off.",
                lambda state: state.get("j_exclude") is False,
                {"j_exclude": False},
                seen.all_allowed,
            ),
            hide=("j_table", "j_badge"),
            cover=("j_parallel_figure",),
            shown=MINILM,
        ),
    ),
    RIDDLE,
    _pi,
    (
        "A projection keeps a little of where the rows lie: what is near on the map may be far apart in truth.",
        "A flat map is a shadow of many numbers; what lies close on it may lie far apart in the directions it "
        "leaves out.",
    ),
    "The shadow that is as wide as can be is [[PCA]], and its spread is counted as [[variance]]. Other maps, such as "
    "[[t-SNE]], try to keep neighbours and give up distances. How often a step such as king − man + woman works "
    "is counted.",
    (
        Door("projection", "Map", "How many directions a table needs", {"j_view": "Spectrum"}),
        ("projection", "Analogies", "Analogies, counted"),
        ("projection", "Maps", "t-SNE and UMAP"),
        ("projection", "Sentences", "Whole sentences: find by meaning"),
    ),
    game="Nearest row",
)
