"""Chapter 6: what does a projection show, and what does it hide?"""

from explorer.content.en.task_feedback import maps as seen
from explorer.content.en.task_feedback.maps import RINGED, TABLE, WORD
from explorer.content.guided_path import Chapter, Door, State, Step, Task
from explorer.wording import listed
from explorer.words.shipped_tables import near_and_drawn_near, shipped

PLAIN = "nothing"
"""The map's dots are coloured by nothing, where the rings and the marks of near rows are what one looks for."""


def _found_by_all() -> list[str]:
    """The words of the three rows nearest to the riddle's, by all their numbers."""
    table = shipped(TABLE)
    row = table.find(WORD)
    assert row is not None
    return [f"“{table.words[int(i)]}”" for i in near_and_drawn_near(TABLE, row, 3)[0].ids]


RIDDLE = f"How is “{WORD}” like “{RINGED[1]}”?"


def _shadow(_: State) -> str:
    return (
        "Not at all, they only share a shadow: the search compared 2 numbers of a row and forgot "
        f"{shipped(TABLE).vectors.shape[1] - 2}. By all of them it finds {listed(_found_by_all())}. So ask of every "
        "map how much it leaves out."
    )


CHAPTER = Chapter(
    "Maps",
    "What does a projection show, and what does it hide?",
    (
        Step(
            "A map of words",
            "projection",
            "Map",
            "Each dot is a row of 50 numbers, pressed flat: a shadow, a [[projection]]. Two birds at different heights "
            "can share one shadow. Turn the light, and another direction is shown across.",
            "j_map",
            Task(
                f"Turn the light until “{WORD}” and “{RINGED[1]}” part. Then find a word of your own.",
                lambda state: bool(seen.parted(state) and seen.kept(state)),
                {"j_c1": 7, "j_find": "queen"},
                seen.kept,
                seen.half_done,
            ),
            {"j_find": ", ".join(RINGED), "j_colour": PLAIN, "j_table": TABLE},
            ("j_map_said",),
            shown="Shown: GloVe, a table of 30,000 common English words.",
            former=("Close, or only drawn close?",),
        ),
        Step(
            "King − man + woman",
            "projection",
            "Analogies",
            "Walk from (a) to (b). The same step from (c) ends at the cross. The diamond is the row nearest to it by "
            "[[cosine]], the number beside its name.",
            "j_parallel",
            Task(
                "Is it “queen” if all words are allowed? Switch “Leave out the three given words” off.",
                lambda state: bool(seen.all_allowed(state)),
                {"j_exclude": False},
                seen.all_allowed,
            ),
            state={"j_table": TABLE} | dict(zip(seen.KEYS, seen.GIVEN, strict=True)),
            hide=("j_parallel_said",),
            shown="Shown: GloVe.",
            share=seen.trick_shared,
        ),
    ),
    RIDDLE,
    _shadow,
    (
        "A projection keeps a little of where the rows lie: near on the map may be far apart in truth.",
        "A flat map is a shadow of many numbers; what lies close on it may lie far apart.",
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
