"""Former names in links of earlier versions, mapped to today's.

Links in lessons, on course pages and in bookmarks outlive a renaming. Whoever renames a part, a control's key or one of
its choices, or moves a step of the path, adds a line here; `tests/pages/test_old_links.py` checks the names of each
release. A renamed page also needs a hidden page with its old name, like "home" in `explorer/ui/frame/navigation.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from explorer.content.guided_path import StepId
from explorer.content.pages import info
from explorer.nn.config import EXTENSIONS, Encoding

KEYS: Mapping[str, str] = {}
"""Former key of a control → its key. None has been renamed since 0.1.0."""

VALUES: Mapping[tuple[str, str], str] = {
    ("f_part", "Dialects"): "Libraries",
    ("j_part", "Maps"): "Other maps",
    ("t_part", "Encodings"): "Languages",
    ("f_silent", "Negative ids wrap"): "Negative ids",
    ("f_silent", "Fractions cut to ids"): "Ids from fractions",
    ("f_silent", "float16 overflows"): "A product in float16",
    ("f_silent", "A tied table that isn't"): "A tied table",
    ("f_silent", "A gradient that gets lost"): "A token that comes twice",
    ("j_view", "Around one word"): "2D",
    ("p_kind", "RoPE: the turn"): "RoPE",
    ("p_kind", "RoPE: the scores"): "RoPE",
    ("p_kind", "Copying"): "RoPE",
    ("p_kind", "Side by side"): "ALiBi",
    ("g_tied", "Tied: the token table"): "The same table (tied)",
    ("g_tied", "Untied: a matrix of its own"): "A second table (untied)",
    ("x_why", "Seen in training"): "New rows",
}
"""(Current key, former value) → value, for choices, and for parts under the key of the page's parts."""

LESSON_STEPS = {
    "ten": "CASE NEAR BAG ARROWS",
    "twenty": "CASE HINDI NEAR BAG OWN",
    "our-map": "OUR_MAP OPPOSITE",
    "forty-five": "CASE HINDI NEAR BAG COUNTING WAVE ARROWS BEYOND OWN",
    "ninety": "CASE HINDI NEAR BOARD BAG COUNTING WAVE ARROWS TABLE BEYOND SHADOW SPECTRUM SHARE BOOKS OWN",
}
"""Names of the steps of a ready lesson, which links once named by their numbers (`ten.3`)."""


@dataclass(frozen=True)
class Successor:
    """The part that took over the idea of a removed one.

    Attributes:
        page: its page.
        part: its name.
        settings: parameters that the new link gets, such as the switch under which the former picture is drawn;
            several values for a control that holds several.
        renamed: key of the removed part → key of its successor that means the same; its own where the control moved.
        replaced: (key, value) of the removed part → parameters that replace `settings` where a link has that value.
        gone: what became of the idea, if the successor doesn't show it.
    """

    page: str
    part: str
    settings: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    replaced: Mapping[tuple[str, str], Mapping[str, Sequence[str]]] = field(default_factory=dict)
    gone: str = ""

    def message(self, former: str) -> str:
        """One line for the visitor of a link to the removed part.

        >>> Successor("memory", "Time").message("Caches")
        '“Caches” is in “Time” now, which is shown here.'
        """
        return self.gone or f"“{former}” is in “{self.part}” now, which is shown here."


def _ways(encoding: Encoding) -> tuple[str, ...]:
    """Names of a model's curves on the Extrapolation page: the usual one, and each further way to read it."""
    return encoding, *(f"{encoding} ({way})" for way in EXTENSIONS[encoding][1:])


_ALIKE = {"p_cells": "which rows are alike"}
_LOSS = "Loss by position"
_SHEET_KEYS = ("k_level", "k_set", "k_seed", "k_n", "k_topics", "k_sheets", "k_answers")
_TO_PAIR = {"t_first": "t_bag_first", "t_second": "t_bag_second"}
_WAYS_OF = {("x_model", name): {"x_enc": _ways(name)} for name in ("RoPE", "sinusoidal", "none")}
_NO_COMPARISON = "This comparison is gone; here you train a learned table or waves yourself, for fewer steps or more."
_ONE_TASK = "One of the small tasks stayed: copying, here in a fold of RoPE and ALiBi."
_ONE_WAY = "Of the four ways to add up rows, Blackboard shows the idea and names NumPy’s."
_NOT_FITTED = "No table is fitted to seen rows any more; here is the exact one, which is the same at every position."
_NOT_MEASURED = "The measurement on this server is gone; here bytes and bandwidths say how long a lookup takes."
_NOT_TURNED = "Two tables are no longer turned onto each other; the Map shows each of them."
_NOT_ALONE = "A word’s own small map is gone; the Map rings the word and marks those that are truly near it."
_NOT_MINE = (
    "Groups of your own are gone: k-means finds them here, and the Map rings words and colours kinds or columns."
)
_NO_TEST = "This test is gone; word axes place words between two ends, such as he and she."
_NO_MEANS = "Means are no longer compared; here are the sums, which know no order either."
_HOSTING = "“Ten minutes before class” is here now; the ways to host the app are in docs/teachers.md."
REMOVED_PARTS: Mapping[tuple[str, str], Successor] = {
    ("check", "Misconceptions"): Successor("check", "Questions", {"k_level": "Course", "k_topics": "Misconceptions"}),
    ("check", "Sheets"): Successor("teach", "Sheets", renamed={key: key for key in _SHEET_KEYS}),
    ("extrapolation", "Inside the range"): Successor(
        "extrapolation", _LOSS, {"x_train": "true", "x_renc": "learned"}, gone=_NO_COMPARISON
    ),
    ("extrapolation", "Loss by length"): Successor("extrapolation", _LOSS, {"x_measure": "by length"}),
    ("extrapolation", "Small tasks"): Successor(
        "positions", "RoPE and ALiBi", {"p_copying_more": "true"}, gone=_ONE_TASK
    ),
    ("extrapolation", "Train it now"): Successor("extrapolation", _LOSS, {"x_train": "true"}),
    ("extrapolation", "Ways out"): Successor(
        "extrapolation", _LOSS, {"x_shown": "true", "x_enc": _ways("learned")}, replaced=_WAYS_OF
    ),
    ("failures", "Who says a word?"): Successor("failures", "Without a message"),
    ("gradients", "Four ways"): Successor("gradients", "Blackboard", gone=_ONE_WAY),
    ("memory", "Caches"): Successor("memory", "Time", gone=_NOT_MEASURED),
    ("memory", "Cards"): Successor("memory", "The bill", {"m_see": "Does it fit?"}),
    ("memory", "Checked"): Successor("memory", "The bill"),
    ("memory", "MB or MiB"): Successor("memory", "The bill", {"m_unit": "MiB"}),
    ("positions", "Distance"): Successor("positions", "Heatmap", _ALIKE),
    ("positions", "Fitted shift"): Successor("positions", "Shift", gone=_NOT_FITTED),
    ("positions", "Frequencies"): Successor(
        "positions", "Clocks", {"p_speeds_more": "true"}, renamed={"p_pairs": "p_hands"}
    ),
    ("positions", "Learned tables"): Successor("positions", "Heatmap", {**_ALIKE, "p_near": "learned"}),
    ("positions", "Near positions"): Successor("positions", "Heatmap", _ALIKE),
    ("positions", "Rows"): Successor("positions", "Heatmap", {"p_cells": "8 × 6, with numbers"}),
    ("positions", "Scale"): Successor("tokens", "Pipeline", {"t_scale": "true"}),
    ("positions", "Sine and cosine"): Successor("positions", "Clocks", {"p_hands_drawn": "one hand"}),
    ("projection", "Around one word"): Successor("projection", "Map", gone=_NOT_ALONE),
    ("projection", "Groups"): Successor("projection", "Clusters", gone=_NOT_MINE),
    ("projection", "Other seeds"): Successor("projection", "Other maps", {"j_maps": "other seeds"}),
    ("projection", "Shadow"): Successor("projection", "Other maps", {"j_maps": "a shadow"}),
    ("projection", "Smaller copies"): Successor("memory", "Fewer bits", renamed={"j_table": "m_bits_table"}),
    ("projection", "Spectrum"): Successor("projection", "Map", {"j_view": "Spectrum"}),
    ("projection", "Two tables"): Successor("projection", "Map", gone=_NOT_TURNED),
    ("projection", "Ways to draw a map"): Successor("projection", "Other maps", {"j_maps": "two methods"}),
    ("projection", "Whose words"): Successor("projection", "Analogies", {"j_steps": "word axes"}, gone=_NO_TEST),
    ("projection", "Word axes"): Successor("projection", "Analogies", {"j_steps": "word axes"}),
    ("projection", "t-SNE"): Successor("projection", "Other maps", {"j_maps": "other seeds"}),
    ("teach", "Course page"): Successor(
        "teach", "The plan", gone="The lines for a course page come with “Copy link”, under the picture of any screen."
    ),
    ("teach", "Hosting"): Successor("teach", "Tomorrow morning", gone=_HOSTING),
    ("teach", "Notes"): Successor("teach", "The plan"),
    ("tokens", "Neighbours"): Successor("tokens", "Rows", {"t_row_shows": "rows near it"}),
    ("tokens", "Order"): Successor("tokens", "Dog bites man", renamed=_TO_PAIR, gone=_NO_MEANS),
}
"""(Page, name of a removed part) → its successor."""

STEPS: Mapping[str, StepId] = {
    then: StepId(int(now[0]), int(now[1]))
    for now, all_then in {
        **{"11": "1.1 1.2", "12": "1.3 1.4", "13": "1.5", "14": "1.6"},
        **{"21": "2.1 2.2", "22": "2.3", "23": "7.1 7.2 7.3 7.4", "24": "2.4 2.5", "25": "2.6"},
        **{"31": "3.1", "32": "3.2 3.3 3.4 3c 4.1", "41": "4.2 4.3", "42": "4.4 4.5 4c 4d"},
        **{"51": "6.1", "52": "6.2 6.3 6.4", "61": "5.1 5.2 5.3", "62": "5.4 5.5"},
    }.items()
    for then in all_then.split()
}
"""Address of a step in an earlier path → the step that has taken over its idea."""
OFF_PATH = frozenset({"3.2", "3.3", "4.1", "4.5", "5.1", "6.4", "7.2", "7.3", "7.4"})
"""Those whose screens are for the curious now; a link to one opens its screen, with a link back to the path."""


def present(query: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Translate query parameters to today's names; today's key takes precedence over a former one.

    >>> present({"p_kind": ["RoPE: the turn"], "p_len": ["64"]})
    {'p_kind': ['RoPE'], 'p_len': ['64']}
    """
    keys = {key: KEYS.get(key, key) for key in query}
    return {
        now: [VALUES.get((now, value), value) for value in query[key]]
        for key, now in keys.items()
        if key == now or now not in query
    }


def successor(page: str, query: Mapping[str, Sequence[str]]) -> tuple[Successor, str, dict[str, list[str]]] | None:
    """The successor of the removed part that a link names, that name, and the new link's parameters; None without one.

    A parameter that the link has keeps its value, unless the successor's settings name it. On another page only the
    renamed parameters and those that all pages share remain.

    >>> successor("positions", {"p_part": ["Clocks"]}) is None
    True
    """
    key = f"{info(page).prefix}_part"
    former = next(iter(query.get(key, ())), "")
    found = REMOVED_PARTS.get((page, former))
    if found is None:
        return None
    own = f"{info(page).prefix}_"
    kept = {
        found.renamed.get(name, name): list(values)
        for name, values in query.items()
        if (found.page == page or name in found.renamed or not name.startswith(own))
        and name not in {key for key, _ in found.replaced}
    }
    given = dict(found.settings)
    for (name, value), other in found.replaced.items():
        if value in query.get(name, ()):
            given |= other
    new = {name: [value] if isinstance(value, str) else [*value] for name, value in given.items()}
    return found, former, kept | new | {f"{info(found.page).prefix}_part": [found.part]}
