"""Former names in links of earlier versions, mapped to today's.

Links in lessons, on course pages and in bookmarks outlive a renaming. Whoever renames a part, a control's key or one of
its choices, or moves a step of the path, adds a line here; `tests/pages/test_old_links.py` checks the names of each
release. A renamed page also needs a hidden page with its old name, like "home" in `explorer/ui/frame/navigation.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.content.guided_path import StepId

KEYS: Mapping[str, str] = {}
"""Former key of a control → its key. None has been renamed since 0.1.0."""

VALUES: Mapping[tuple[str, str], str] = {
    ("p_kind", "RoPE"): "RoPE: the turn",
    ("g_tied", "Tied: the token table"): "The same table (tied)",
    ("g_tied", "Untied: a matrix of its own"): "A second table (untied)",
}
"""(Current key, former value) → value, for choices, and for parts under the key of the page's parts."""

STEPS = (
    (StepId(1, 3), "t_part", "Merges", StepId(1, 5)),
    (StepId(1, 4), "text", "👍", StepId(1, 6)),
    (StepId(4, 1), "p_part", "Clocks", StepId(4, 4)),
    (StepId(4, 1), "p_part", "Counting", StepId(4, 2)),
    (StepId(4, 2), "p_part", "Clocks", StepId(4, 4)),
    (StepId(4, 2), "p_part", "Sine and cosine", StepId(4, 3)),
    (StepId(4, 3), "p_part", "Clocks", StepId(4, 4)),
    (StepId(4, 4), "p_part", "Heatmap", StepId(4, 5)),
    (StepId(5, 1), "j_part", "Map", StepId(5, 2)),
    (StepId(5, 4), "j_part", "Map", StepId(5, 3)),
    (StepId(5, 5), "j_part", "Analogies", StepId(5, 4)),
    (StepId(6, 2), "x_part", "Is there a row?", StepId(6, 1)),
    (StepId(6, 2), "x_part", "Loss by position", StepId(6, 3)),
    (StepId(6, 4), "x_part", "Loss by position", StepId(6, 3)),
)
"""Former number of a step, the parameter and value by which its link differs from the step that has the number today,
and its present number."""


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
