"""Every part of numbers has a formula; negative numbers have a true minus, and nouns the right number."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.projection.comparing import browser_maps
from explorer.views.projection.map_methods import BrowserMaps
from tests.pages.captured_views import Watch
from tests.support import one_of_each, open_folds, parts_of, plain_texts, slips_in

ROOT = Path(__file__).resolve().parents[2]
PARTS = [
    (page.stem, part)
    for page in sorted((ROOT / "pages").glob("*.py"))
    if page.stem != "claims"  # sentences, and what stands behind each
    for part in parts_of(page.stem) or [None]
]
OF_WORDS = {at for at in PARTS if at[0] in ("teach", "check") or (at[0] == "failures" and at[1] != "Libraries")}
"""Parts where nothing is computed by a formula."""
OPENED = {("home", "None"): {"h_more": "true"}, ("extrapolation", "Loss by position"): {"x_shown": "true"}}
"""Parameters needed for a formula that waits for the visitor's curve."""


TEX = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$", re.DOTALL)


def slips(app: AppTest) -> list[str]:
    """A page's texts with a hyphen for a minus or a plural after 1, TeX excluded."""
    others = [element.value for kind in ("markdown", "caption", "info") for element in app.get(kind)]
    said = [TEX.sub(" ", text) for text in (*plain_texts(app), *others)]
    plain = (re.sub(r"<[^>]*>", " ", re.sub(r"<button[^>]*>", "", text)) for text in said if "rests on" not in text)
    return [slip for text in plain for slip in slips_in(text)]


def formulas(app: AppTest) -> list[str]:
    """Texts of a page's formulas, whose expanders it opens, and those of later pictures."""
    open_folds(app, "_more")
    open_folds(app, "_formula")
    return [
        panel.markdown[0].value
        for panel in app.expander
        if str(panel.key).endswith("_formula") and panel.label.startswith("The formula")
    ]


@pytest.fixture
def all_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Predictions are answered and maps of the visitor's browser exist: some formulas wait for either."""

    def maps(_: str, panels: Any, rows: Any, *__: Any) -> BrowserMaps:
        runs = [panel for panel in panels if panel.method]
        return BrowserMaps(tuple(1 for _ in runs), tuple(rows[:, at : at + 2] for at, _ in enumerate(runs)))

    Watch(monkeypatch)
    monkeypatch.setattr(browser_maps, "show", maps)


@pytest.mark.usefixtures("all_done")
@pytest.mark.parametrize(("page", "part"), one_of_each(PARTS, lambda part: part[0]), ids=str)
def test_a_part_has_a_formula(open_page: Callable[..., AppTest], page: str, part: str | None) -> None:
    opened = OPENED.get((page, str(part)), {})
    app = open_page(page, **({f"{ui.info(page).prefix}_part": part} if part else {}), **opened)
    found = formulas(app)
    assert page == "failures" or slips(app) == []  # that page quotes program output
    assert bool(found) != ((page, part) in OF_WORDS), f"{page}, {part}: add formulas=True to its ui.show"
    assert all(said.startswith("$$\n") and "\n- $" in said for said in found)
