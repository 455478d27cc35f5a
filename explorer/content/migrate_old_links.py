"""Former names in links of earlier versions, mapped to today's.

Links in lessons, on course pages and in bookmarks outlive a renaming. Whoever renames a part, a control's key or one of
its choices, or moves a step of the path, adds a line here; `tests/pages/test_old_links.py` checks the names of each
release. A renamed page also needs a hidden page with its old name, like "home" in `explorer/ui/frame/navigation.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from explorer.content.guided_path import StepId
from explorer.content.pages import info
from explorer.nn.config import EXTENSIONS, Encoding

KEYS: Mapping[str, str] = {}
"""Former key of a control → its key. None has been renamed since 0.1.0."""

VALUES: Mapping[tuple[str, str], str] = {
    ("f_part", "Dialects"): "Libraries",
    ("t_part", "Encodings"): "Languages",
    ("f_silent", "Negative ids wrap"): "Negative ids",
    ("f_silent", "Fractions cut to ids"): "Ids from fractions",
    ("f_silent", "float16 overflows"): "A product in float16",
    ("f_silent", "A tied table that isn't"): "A tied table",
    ("f_silent", "A gradient that gets lost"): "A token that comes twice",
    ("p_kind", "RoPE"): "RoPE: the turn",
    ("p_view", "Over distance"): "Likeness",
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
        message: one line for the visitor of an old link: where the idea is now.
        settings: parameters that the new link gets, such as the switch under which the former picture is drawn;
            several values for a control that holds several.
        renamed: key of the removed part → key of its successor that means the same; its own where the control moved.
        instead: (key, value) of the removed part → parameters that replace `settings` where a link has that value.
    """

    page: str
    part: str
    message: str
    settings: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    instead: Mapping[tuple[str, str], Mapping[str, Sequence[str]]] = field(default_factory=dict)


def _ways(encoding: Encoding) -> tuple[str, ...]:
    """Names of a model's curves on the Extrapolation page: the usual one, and each further way to read it."""
    return encoding, *(f"{encoding} ({way})" for way in EXTENSIONS[encoding][1:])


ALIKE = {"p_cells": "which rows are alike"}
REMOVED_PARTS: Mapping[tuple[str, str], Successor] = {
    ("extrapolation", "Inside the range"): Successor(
        "extrapolation",
        "Loss by position",
        "This comparison is gone; here you train a learned table or waves yourself, for fewer steps or more.",
        {"x_train": "true", "x_renc": "learned"},
    ),
    ("extrapolation", "Loss by length"): Successor(
        "extrapolation",
        "Loss by position",
        "Loss by length is the second choice under “Loss” here.",
        {"x_measure": "by length"},
    ),
    ("extrapolation", "Small tasks"): Successor(
        "positions",
        "RoPE and ALiBi",
        "One of the small tasks stayed: copying, here as the last of RoPE and ALiBi.",
        {"p_kind": "Copying"},
    ),
    ("extrapolation", "Train it now"): Successor(
        "extrapolation", "Loss by position", "Training a model is a switch here, turned on.", {"x_train": "true"}
    ),
    ("extrapolation", "Ways out"): Successor(
        "extrapolation",
        "Loss by position",
        "Ways out are choices under “Models” here: a model with a way in brackets.",
        {"x_shown": "true", "x_enc": _ways("learned")},
        instead={("x_model", name): {"x_enc": _ways(name)} for name in ("RoPE", "sinusoidal", "none")},
    ),
    ("check", "Sheets"): Successor(
        "teach",
        "Sheets",
        "Sheets for a class are a part of Teach now.",
        renamed={key: key for key in ("k_level", "k_set", "k_seed", "k_n", "k_topics", "k_sheets", "k_answers")},
    ),
    ("failures", "Who says a word?"): Successor(
        "failures",
        "Without a message",
        "Which library says a word is told beside each mistake now.",
    ),
    ("gradients", "Four ways"): Successor(
        "gradients", "Blackboard", "Of the four ways to add up rows, Blackboard shows the idea and names NumPy’s."
    ),
    ("memory", "Caches"): Successor(
        "memory",
        "Time",
        "The measured times, with the caches of this server, are a switch of Time now.",
        {"m_times": "measured here"},
    ),
    ("memory", "Cards"): Successor(
        "memory", "The bill", "Which cards hold the table is the second picture of The bill.", {"m_see": "Does it fit?"}
    ),
    ("memory", "Checked"): Successor(
        "memory", "The bill", "A button of The bill allocates the table and measures how the process grows."
    ),
    ("memory", "MB or MiB"): Successor(
        "memory",
        "The bill",
        "MB or MiB is a switch of The bill now: the same bytes, counted in both.",
        {"m_unit": "MiB"},
    ),
    ("projection", "Two tables"): Successor(
        "projection", "Map", "Two tables are no longer turned onto each other; the Map shows each of them."
    ),
    ("positions", "Distance"): Successor(
        "positions", "Heatmap", "Which rows are alike is a picture of Heatmap now.", ALIKE
    ),
    ("positions", "Near positions"): Successor(
        "positions", "Heatmap", "Which rows are alike is a picture of Heatmap now.", ALIKE
    ),
    ("positions", "Sine and cosine"): Successor(
        "positions",
        "Clocks",
        "One hand, with its sine and cosine, is a picture of Clocks now.",
        {"p_hands_drawn": "one hand"},
    ),
    ("positions", "Fitted shift"): Successor(
        "positions",
        "Shift",
        "The fitted shift is below the exact one here, switched on.",
        {"p_fitted": "true"},
    ),
    ("positions", "Frequencies"): Successor(
        "positions",
        "Clocks",
        "Frequencies is a part of Clocks now: the speed of every hand is drawn below them.",
        {"p_speeds_more": "true"},
        renamed={"p_pairs": "p_hands"},
    ),
    ("positions", "Learned tables"): Successor(
        "positions",
        "Heatmap",
        "Which rows of learned tables are alike is a picture of Heatmap now.",
        {**ALIKE, "p_near": "learned"},
    ),
    ("positions", "Rows"): Successor(
        "positions",
        "Heatmap",
        "The first rows, with their numbers, are a picture of Heatmap now.",
        {"p_cells": "8 × 6, with numbers"},
    ),
    ("positions", "Scale"): Successor(
        "tokens",
        "Pipeline",
        "Scale’s factor √D is a switch of Pipeline now, here switched on.",
        {"t_scale": "true"},
    ),
    ("projection", "Around one word"): Successor(
        "projection", "Map", "A word and those around it are a view of Map now.", {"j_view": "Around one word"}
    ),
    ("projection", "Clusters"): Successor(
        "projection", "Groups", "Clusters are now the found groups of Groups.", {"j_groups": "found"}
    ),
    ("projection", "Other seeds"): Successor(
        "projection", "Maps", "Other seeds are now one of the two comparisons in Maps.", {"j_maps": "other seeds"}
    ),
    ("projection", "Smaller copies"): Successor(
        "memory",
        "Fewer bits",
        "Tables in fewer bits, with the neighbours that stay, are compared in Fewer bits.",
        renamed={"j_table": "m_bits_table"},
    ),
    ("projection", "Spectrum"): Successor(
        "projection", "Map", "The spectrum is a view of Map now.", {"j_view": "Spectrum"}
    ),
    ("projection", "Ways to draw a map"): Successor(
        "projection", "Maps", "Two ways to draw a map are now compared in Maps.", {"j_maps": "two methods"}
    ),
    ("projection", "Shadow"): Successor(
        "projection", "Maps", "A shadow, turned by hand, is a picture of Maps now.", {"j_maps": "a shadow"}
    ),
    ("projection", "Whose words"): Successor(
        "projection",
        "Analogies",
        "This test is gone; word axes place words between two ends, such as he and she.",
        {"j_steps": "word axes"},
    ),
    ("projection", "Word axes"): Successor(
        "projection", "Analogies", "Word axes are the second picture of Analogies now.", {"j_steps": "word axes"}
    ),
    ("projection", "t-SNE"): Successor(
        "projection", "Maps", "Runs of t-SNE are now compared in Maps.", {"j_maps": "other seeds"}
    ),
    ("teach", "Course page"): Successor(
        "teach",
        "The plan",
        "The lines for a course page come with “Copy link”, under the picture of any screen.",
    ),
    ("teach", "Hosting"): Successor(
        "teach",
        "Tomorrow morning",
        "“Ten minutes before class” is here now; the ways to host the app are in docs/teachers.md.",
    ),
    ("teach", "Notes"): Successor(
        "teach",
        "The plan",
        "The notes are a window that a button of The plan opens; here they stand above the plan.",
        {"l_notes_window": "true"},
    ),
    ("tokens", "Neighbours"): Successor(
        "tokens", "Rows", "The rows near one are the second picture of Rows now.", {"t_row_shows": "rows near it"}
    ),
    ("tokens", "Order"): Successor(
        "tokens",
        "Dog bites man",
        "Order is a part of Dog bites man now: its comparison of means is switched on here.",
        {"t_bag_means": "true"},
        {"t_first": "t_bag_first", "t_second": "t_bag_second"},
    ),
}
"""(Page, name of a removed part) → its successor."""

STEPS: Mapping[str, StepId] = {
    then: StepId(int(now[0]), int(now[1]))
    for now, all_then in {
        **{"11": "1.1 1.2", "12": "1.3 1.4", "13": "1.5", "14": "1.6"},
        **{"21": "2.1 2.2", "22": "2.3", "23": "7.1 7.2 7.3 7.4", "24": "2.4 2.5", "25": "2.6"},
        **{"31": "3.1", "32": "3.2 3.3", "33": "3.4", "41": "4.1", "42": "4.2 4.3", "43": "4.4 4.5 4d"},
        **{"51": "6.1", "52": "6.2 6.3 6.4", "61": "5.1 5.2 5.3", "62": "5.4 5.5"},
    }.items()
    for then in all_then.split()
}
"""Address of a step in an earlier path → the step that has taken over its idea."""
OFF_PATH = frozenset({"4.5", "5.1", "6.4", "7.2", "7.3", "7.4"})
"""Those whose screens are for the curious now; a link to one opens its screen, with a link back to the path."""


def present(query: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Translate query parameters to today's names; today's key takes precedence over a former one.

    >>> present({"p_kind": ["RoPE"], "p_len": ["64"]})
    {'p_kind': ['RoPE: the turn'], 'p_len': ['64']}
    """
    keys = {key: KEYS.get(key, key) for key in query}
    return {
        now: [VALUES.get((now, value), value) for value in query[key]]
        for key, now in keys.items()
        if key == now or now not in query
    }


def successor(page: str, query: Mapping[str, Sequence[str]]) -> tuple[Successor, dict[str, list[str]]] | None:
    """The successor of the removed part that a link names, and the parameters of the link to it; None without one.

    A parameter that the link has keeps its value, unless the successor's settings name it. On another page only the
    renamed parameters and those that all pages share remain.

    >>> successor("positions", {"p_part": ["Clocks"]}) is None
    True
    """
    key = f"{info(page).prefix}_part"
    found = REMOVED_PARTS.get((page, next(iter(query.get(key, ())), "")))
    if found is None:
        return None
    own = f"{info(page).prefix}_"
    kept = {
        found.renamed.get(name, name): list(values)
        for name, values in query.items()
        if (found.page == page or name in found.renamed or not name.startswith(own))
        and name not in {key for key, _ in found.instead}
    }
    given = dict(found.settings)
    for (name, value), other in found.instead.items():
        if value in query.get(name, ()):
            given |= other
    new = {name: [value] if isinstance(value, str) else [*value] for name, value in given.items()}
    return found, kept | new | {f"{info(found.page).prefix}_part": [found.part]}
