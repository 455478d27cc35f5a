"""Every part that a page registers has a formula, or stands on a short list that says why it has none."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from types import ModuleType
from typing import cast

import pytest

from explorer.content.pages import PAGES
from tests.support import views_of

COUNTED = "what is drawn is counted, nothing is computed by a formula"
MEASURED = "what is drawn is measured; no formula gives it"
ELSEWHERE = "its formula stands in"
WITHOUT = {
    ("tokens", "Tokens"): COUNTED,
    ("tokens", "Merges"): COUNTED,
    ("tokens", "Encodings"): COUNTED,
    ("tokens", "Order"): f"{ELSEWHERE} Pipeline",
    ("positions", "Counting"): "whole numbers come before the formula, which Clocks has",
    ("positions", "Rows"): f"{ELSEWHERE} Distance",
    ("positions", "Learned tables"): "numbers that training found: there is no formula, and that is the point",
    ("positions", "Fitted shift"): f"{ELSEWHERE} Shift",
    ("projection", "Watch it train"): MEASURED,
    ("projection", "Smaller copies"): f"{ELSEWHERE} Fewer bits, on Memory",
    ("projection", "t-SNE"): "its positions come out of a search; the Map has the formula of the one that has one",
    ("projection", "Around one word"): f"{ELSEWHERE} Map",
    ("extrapolation", "Is there a row?"): f"{ELSEWHERE} Heatmap, on Positions",
    ("extrapolation", "Why"): f"{ELSEWHERE} Loss by position",
    ("extrapolation", "Ways out"): f"{ELSEWHERE} Loss by position",
    ("extrapolation", "Small tasks"): COUNTED,
    ("extrapolation", "Inside the range"): f"{ELSEWHERE} Loss by position",
    ("extrapolation", "Train it now"): f"{ELSEWHERE} Loss by position",
    ("memory", "Real models"): f"{ELSEWHERE} The bill",
    ("memory", "MB or MiB"): "two units, and the picture is their ratio",
    ("memory", "Caches"): MEASURED,
    ("memory", "Cards"): f"{ELSEWHERE} The bill",
    ("memory", "Checked"): MEASURED,
    ("gradients", "Watch it learn"): f"{ELSEWHERE} One step",
    ("gradients", "Four ways"): f"{ELSEWHERE} Blackboard",
}
LESSONS = {"failures", "check", "teach"}
"""Mistakes, questions and plans: their formulas stand on the pages that they are about."""


@cache
def parts() -> list[tuple[str, str, ModuleType]]:
    found = []
    for page in PAGES:
        if page.name not in LESSONS | {"home", "claims"}:
            found += [(page.name, view.PART.name, cast(ModuleType, view)) for view in views_of(page.name)]
    return found


@cache
def shows_a_formula(module: ModuleType) -> bool:
    """In the view's own module, or in one beside it that is no part itself and that the view takes something from."""
    package = module.__name__.rpartition(".")[0]
    used = {getattr(value, "__module__", None) or getattr(value, "__name__", "") for value in vars(module).values()}
    beside = [sys.modules[name] for name in used if name.startswith(f"{package}.") and name in sys.modules]
    sources = [module, *(other for other in beside if not hasattr(other, "PART"))]
    calls = (
        node.func
        for source in sources
        for node in ast.walk(ast.parse(inspect.getsource(source)))
        if isinstance(node, ast.Call)
    )
    return any(ast.unparse(call) == "ui.formula" for call in calls)


@pytest.mark.parametrize(("page", "part", "module"), parts(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_part_has_a_formula_or_a_reason(page: str, part: str, module: ModuleType) -> None:
    reason = WITHOUT.get((page, part), "")
    assert shows_a_formula(module) != bool(reason), f"{page}, {part}: a formula, or a reason, and not both"
    if reason.startswith(ELSEWHERE):
        names = [name for name in (p for _, p, m in parts() if shows_a_formula(m)) if name in reason]
        assert names, f"{reason}: no part of that name has a formula"


def test_every_reason_is_about_a_part_that_exists() -> None:
    assert {(page, part) for page, part, _ in parts()} >= set(WITHOUT)
