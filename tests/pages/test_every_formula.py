"""Every part of every page has a folded formula, or stands on a list that says why one would not help there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.projection.comparing import drawn
from tests.pages.shown import Watch
from tests.support import one_of_each, parts_of

ROOT = Path(__file__).resolve().parents[2]
PLACES = [(page.stem, part) for page in sorted((ROOT / "pages").glob("*.py")) for part in parts_of(page.stem) or [None]]
OPENED = {("extrapolation", "Loss by position"): {"x_shown": "true"}}
"""What a link has to say for a formula that waits for a curve of the visitor's."""
ERRORS = "What is shown is what a mistake does, and the line of code that mends it."
PLAN = "What is shown is how a lesson goes, and no number is worked out in it."
WITHOUT: dict[tuple[str, str | None], str] = {
    ("check", "Questions"): "Whoever is asked for a number has to find the formula, and the answer then works it out.",
    ("check", "Misconceptions"): "What is shown are sentences, each true or false.",
    ("check", "Sheets"): "A sheet has the questions, and the formulas are what a class has to find.",
    ("claims", None): "What is shown are sentences, and what stands behind each.",
    ("failures", "With a message"): ERRORS,
    ("failures", "Without a message"): ERRORS,
    ("failures", "Who says a word?"): "What is shown is what libraries did; none of it is worked out.",
    ("failures", "Dialects"): "What is shown is what libraries call the same thing; none of it is worked out.",
    ("teach", "The plan"): PLAN,
    ("teach", "Change it"): PLAN,
    ("teach", "Handout"): PLAN,
    ("teach", "Hosting"): PLAN,
    ("teach", "Notes"): PLAN,
    ("teach", "Course page"): PLAN,
}


def formulas(app: AppTest) -> list[str]:
    """What the folded formulas of a page say."""
    return [
        panel.markdown[0].value
        for panel in app.expander
        if str(panel.key).endswith("_formula") and panel.label.startswith("The formula")
    ]


@pytest.fixture
def all_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses are answered, and maps that the visitor's browser draws are there: both come before some formulas."""

    def places(_: str, panels: Any, rows: Any, *__: Any) -> drawn.Places:
        runs = [panel for panel in panels if panel.method]
        return drawn.Places(tuple(1 for _ in runs), tuple(rows[:, at : at + 2] for at, _ in enumerate(runs)))

    Watch(monkeypatch)
    monkeypatch.setattr(drawn, "show", places)


@pytest.mark.usefixtures("all_done")
@pytest.mark.parametrize(("page", "part"), one_of_each(PLACES, lambda place: place[0]), ids=str)
def test_a_part_has_a_formula_or_a_reason(open_page: Callable[..., AppTest], page: str, part: str | None) -> None:
    opened = OPENED.get((page, str(part)), {})
    found = formulas(open_page(page, **({f"{ui.info(page).prefix}_part": part} if part else {}), **opened))
    reason = WITHOUT.get((page, part))
    assert bool(found) != bool(reason), f"{page}, {part}: a formula, or a reason, and not both"
    assert all(said.startswith("$$\n") and "\n- $" in said for said in found)


def test_every_reason_is_a_sentence_about_a_part_that_exists() -> None:
    assert set(WITHOUT) <= set(PLACES)
    assert all(reason.endswith(".") for reason in WITHOUT.values())
