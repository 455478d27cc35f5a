"""Chapter 6: what does a projection show, and what does it hide?"""

from functools import lru_cache

import numpy as np

from explorer.content.en.task_feedback import maps as seen
from explorer.content.en.task_feedback.maps import NEAR, RINGED, TABLE, WORD
from explorer.content.guided_path import Chapter, Door, State, Step, Task
from explorer.data.cache import cached
from explorer.questions import Question
from explorer.vectors.neighbours import agreement
from explorer.wording import listed, share, signed
from explorer.words.shipped_tables import components, near_and_drawn_near, shipped

PLAIN = "nothing"
"""The map's dots are coloured by nothing, where the rings and the marks of near rows are what one looks for."""
KEPT = ("0 or 1", "2 to 5", "more than 5")
GLOVE = "Shown: the 30,000 commonest words of GloVe, as in step 1b."


@lru_cache(maxsize=1)
def spread_kept() -> tuple[float, int]:
    """Share of the variance on two components, and how many there are."""
    found = components(TABLE)
    return float(found.shares[:2].sum()), len(found.shares)


@cached(max_entries=1, is_heavy=True)
def _kept() -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """How many of the word's nearest rows are among its nearest dots; the three nearest of each."""
    table = shipped(TABLE)
    row = table.find(WORD)
    assert row is not None
    true, drawn = near_and_drawn_near(TABLE, row, NEAR)
    three = [tuple(table.words[int(i)] for i in near.ids[:3]) for near in (true, drawn)]
    return len(agreement(true, drawn)), three[0], three[1]


def _kept_kind() -> str:
    return KEPT[int(np.searchsorted([1.5, 5.5], _kept()[0]))]


def _kept_numbers() -> str:
    both, true, drawn = _kept()
    return (
        f"It is {both} of {NEAR}: two directions hold {share(spread_kept()[0], 1, 2)} of how rows differ. By all "
        f"numbers the nearest are {listed(true)} (diamonds); on this flat map {listed(drawn)} (crosses). "
        "Rows far apart can fall on one spot, as two birds at different heights can share one shadow."
    )


def _analogy_numbers() -> str:
    (first, one), (second, two) = seen.analogy(False)
    near = f"“{first}” is nearest"
    if first == seen.GIVEN[2]:
        near = f"“{first}” itself: the step ends closest to where it began"
    drawn = seen.from_the_cross(first, second)
    looks = f" The picture, a shadow, shows “{second}” nearer." * (drawn[second] < drawn[first])
    return (
        f"{near}. Its cosine with the cross is {signed(one)}. “{second}” comes second, with {signed(two)}.{looks} "
        "This sum is often shown with “queen” as its answer: the three given words are left out then, often without "
        "a word about it."
    )


RIDDLE = f"How is “{WORD}” like “{RINGED[1]}”?"


def _shadow(_: State) -> str:
    return (
        "Not at all, they only share a shadow: the search compared 2 numbers of a row and forgot the other "
        f"{spread_kept()[1] - 2}. A search by all of them finds {listed([f'“{word}”' for word in _kept()[1]])}. So ask "
        "of every map how much it leaves out."
    )


CHAPTER = Chapter(
    "Maps",
    "What does a projection show, and what does it hide?",
    (
        Step(
            "A map of words",
            "projection",
            "Map",
            "Each dot is a row of 50 numbers, pressed flat: a shadow, a [[projection]].",
            "j_map",
            Task(
                "Find a word of your own: tap a dot, or type one.",
                lambda state: seen.searched(state, RINGED) is not None,
                {"j_find": "queen"},
                seen.kept,
            ),
            {"j_find": ", ".join(RINGED), "j_colour": PLAIN, "j_table": TABLE},
            ("j_map_said",),
            question=Question(
                f"“{WORD}” has {NEAR} rows that are truly nearest. How many are among its {NEAR} nearest dots?",
                KEPT,
                _kept_kind,
                "The map shows two directions of 50. How much of a row can that be?",
                _kept_numbers,
            ),
            cover=("j_lists",),
            shown=GLOVE,
            former=("Close, or only drawn close?",),
        ),
        Step(
            "King − man + woman",
            "projection",
            "Analogies",
            "Walk from (a) to (b). The same step from (c) ends at the cross; the diamond is the row nearest to it. The "
            "picture is a shadow: the number beside a name is its true [[cosine]] with the cross.",
            "j_parallel",
            Task(
                "Allow all words: switch “Leave out the three given words” off. Then try your own: "
                "france, paris, poland.",
                lambda state: bool(seen.all_allowed(state)),
                {"j_exclude": False},
                seen.all_allowed,
            ),
            state={"j_table": TABLE} | dict(zip(seen.KEYS, seen.GIVEN, strict=True)),
            hide=("j_parallel_said",),
            question=Question(
                "Which row is truly nearest to the cross, if all words are allowed?",
                ("queen", "king", "woman"),
                lambda: seen.analogy(False)[0][0],
                "The walk begins at king, and the picture is only a shadow. Does it really leave king behind?",
                _analogy_numbers,
            ),
            cover=("j_parallel_figure",),
            shown=GLOVE,
            share=seen.trick_shared,
        ),
    ),
    RIDDLE,
    _shadow,
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
        Door(
            "projection",
            "Other maps",
            "Turn a shadow until two words part",
            {"j_maps": "a shadow", "j_angle": "150"},
        ),
        ("projection", "Analogies", "Analogies, counted"),
        ("projection", "Other maps", "t-SNE and UMAP"),
        ("projection", "Sentences", "Whole sentences: find by meaning"),
    ),
    game="Nearest row",
    chat=(("You", f"Find words like “{WORD}”."), ("A search on a map", f"“{RINGED[1]}”!")),
)
