"""What views drew and said when they were last recorded: numbers and looks, and no words.

After an intended change: `RECORD_VIEWS=1 python -m pytest tests/views/test_every_view.py -k record`, and read the
difference of tests/views/recorded/.
"""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.views import View
from tests.support import bare, numbers_in

FOLDER = Path(__file__).with_name("recorded")
WORDS = re.compile(r"text|name|title|template|customdata|uirevision|revision|label|meta|source|hoverinfo|annotations")
"""Properties of a figure that hold words, or whose numbers are elsewhere."""
DIGITS = 5


def short(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def values_of(node: Any) -> list[Any]:
    """Of numbers how many they are, their ends and their weighted mean; of others how many there are, and different."""
    values = np.asarray(node, dtype=None if isinstance(node, np.ndarray) else object)
    if values.dtype == object:
        try:
            values = values.astype(float)
        except (TypeError, ValueError):
            return [values.size, len({str(each) for each in values.ravel()})]
    if values.dtype.kind not in "biuf":
        return [values.size, len({*values.ravel().tolist()})]
    numbers = values.astype(float).ravel()
    numbers = numbers[np.isfinite(numbers)]
    if not len(numbers):
        return [values.size, 0]
    mean = numbers @ np.linspace(0.5, 1.5, len(numbers)) / len(numbers)
    return [values.size, *(short(float(each)) for each in (numbers.min(), numbers.max(), mean))]


def looks(node: Any) -> Any:
    """A figure's properties without its words: arrays of numbers as above, colours and signs as they are."""
    if isinstance(node, Mapping):
        found = {str(key): looks(value) for key, value in node.items() if not WORDS.search(str(key))}
        return {key: value for key, value in found.items() if value not in (None, {}, [])}
    if isinstance(node, (list, tuple)) and (not node or isinstance(node[0], (Mapping, list, tuple))):
        return [looks(each) for each in node]
    if isinstance(node, (np.ndarray, list, tuple, range)):
        return values_of(node)
    if isinstance(node, (bool, str)) or node is None:
        return node
    return short(float(node)) if isinstance(node, (int, float, np.number)) else type(node).__name__


def record_of(view: View) -> dict[str, Any]:
    drawn = {} if view.spec is None else view.spec.to_dict()
    notes = drawn.get("layout", {}).get("annotations", ())
    return {
        "said": sorted(numbers_in(view.sentence)),
        "worked": sorted(numbers_in(" ".join(each.worked for each in view.formulas))),
        "table": [values_of(column) for column in map(list, view.table.values())],
        "drawn": looks(drawn),
        "notes": [[looks(note), sorted(numbers_in(bare(str(note.get("text", "")))))] for note in notes],
    }


def differences(before: Any, now: Any, at: str = "") -> list[str]:
    """Where two records differ by more than rounding."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [
            found
            for key in sorted({*before, *now})
            for found in differences(before.get(key), now.get(key), f"{at}.{key}")
        ]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [
            found
            for number, (one, two) in enumerate(zip(before, now, strict=True))
            for found in differences(one, two, f"{at}[{number}]")
        ]
    numbers = [isinstance(each, (int, float)) and not isinstance(each, bool) for each in (before, now)]
    same = now == pytest.approx(before, rel=2e-3, abs=1e-6) if all(numbers) else before == now
    return [] if same else [f"{at}: {before!r} is now {now!r}"]


def check(name: str, made: Mapping[str, View]) -> None:
    """Compare views of one kind, by their settings, with what was recorded; or record them."""
    path, now = FOLDER / f"{name}.json", {settings: record_of(view) for settings, view in made.items()}
    if os.environ.get("RECORD_VIEWS"):
        lines = (f"{json.dumps(key)}: {json.dumps(each, ensure_ascii=False)}" for key, each in now.items())
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = differences(before, json.loads(json.dumps(now)))
    assert not found, "\n".join([f"{name} changed: see tests/views/recorded_views.py", *found[:20]])
