"""Views of all parts at generated settings.

Parts are read from pages/*.py, views and controls from what a part renders, so new ones are covered automatically.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.questions import Question
from explorer.ui.frame import layout
from explorer.ui.frame.answer_feedback import SKIP
from explorer.views import View
from tests.support import open_folds, parts_of, views_of

ROOT = Path(__file__).resolve().parents[2]
PARTS = [
    (page.stem, part)
    for page in sorted((ROOT / "pages").glob("*.py"))
    if page.stem not in ("claims", "teach")
    for part in parts_of(page.stem) or [None]
]
"""Every page and part: those of pages/*.py, and a page that has none; Claims and Teach draw no picture."""
KINDS = ("selectbox", "radio", "button_group", "select_slider", "slider", "number_input", "toggle")
SENTENCE = "dog bites man\nthe 12 dogs sat"


@dataclass(frozen=True)
class Shown:
    """A picture's key and its view."""

    key: str
    view: View


class Watch:
    """Records what pages draw; unless `waits`, every prediction counts as answered by "Just show me"."""

    def __init__(self, patch: pytest.MonkeyPatch, *, waits: bool = False) -> None:
        """Watch `ui.show`, `ui.view_toolbar`, `layout.choose` and `ui.predict` for as long as `patch` lasts."""
        self.shown: list[Shown] = []
        self.views: dict[str, list[str]] = {}
        self.guesses: set[str] = set()
        choose, predict = layout.choose, ui.predict
        show, under_view = ui.show, ui.view_toolbar

        def watched_show(key: str, view: View, **how: Any) -> Any:
            self.shown.append(Shown(key, view))
            return show(key, view, **how)

        def watched_under_view(key: str, view: View, **how: Any) -> None:
            self.shown.append(Shown(key, view))
            under_view(key, view, **how)

        def watched_choose(key: str, names: Sequence[str], *more: Any, **how: Any) -> str:
            if not key.endswith("_part"):
                self.views[key] = [*names]
            return choose(key, names, *more, **how)

        def watched_predict(question: Question, **how: Any) -> Any:
            self.guesses.add(question.key)
            if not waits:
                st.session_state.setdefault(question.key, SKIP)
            return predict(question, **how)

        patch.setattr(ui, "show", watched_show)
        patch.setattr(ui, "view_toolbar", watched_under_view)
        patch.setattr(layout, "choose", watched_choose)
        patch.setattr(ui, "predict", watched_predict)

    def taken(self, prefix: str) -> list[Shown]:
        """What was drawn since the last call on the page of this prefix."""
        shown, self.shown = self.shown, []
        return [each for each in shown if each.key.startswith(f"{prefix}_")]


def settings(
    watch: Watch, open_page: Callable[..., AppTest], page: str, part: str | None
) -> Iterator[tuple[str, AppTest, list[Shown]]]:
    """A part in all of its views, each at its defaults and with every control changed: name, page, what it drew."""
    prefix = ui.info(page).prefix
    address = {f"{prefix}_part": part} if part else {"h_more": "true"}  # Home's pictures are behind a door
    watch.views.clear()
    watch.taken(prefix)
    app = open_page(page, **address)
    yield "as it opens", app, watch.taken(prefix)
    pictures = (view for view in views_of(page) if view.PART.name == part and isinstance(view, ui.Pictures))
    views = watch.views | {view.key: list(view.views) for view in pictures}
    yield "otherwise", *_otherwise(watch, prefix, app, set(views) | set(address))
    for key, names in views.items():
        for name in names[1:]:
            watch.taken(prefix)
            app = open_page(page, **address, **{key: name})
            yield name, app, watch.taken(prefix)
            yield f"{name}, otherwise", *_otherwise(watch, prefix, app, set(views) | set(address))


def _otherwise(watch: Watch, prefix: str, app: AppTest, kept: set[str]) -> tuple[AppTest, list[Shown]]:
    """Set every control to another value; a choice without a picture (an upload) is replaced by the next."""
    app.session_state["t_typed_more"] = True
    open_folds(app, "_more")
    watch.taken(prefix)
    for _ in range(4):
        for kind in KINDS:
            for control in app.get(kind):
                key = control.key or "_"
                if key.startswith("_") or key in kept | watch.guesses or control.disabled:
                    continue
                other = _other(kind, control)
                if other is not None:
                    control.set_value(other)
        for area in (*app.text_area, *(field for field in app.text_input if field.key == "text")):
            # Words with commas between: all but the last. Anything else is the visitor's text.
            area.set_value(area.value.rpartition(",")[0] if "," in area.value else SENTENCE)
        app.run()
        assert not app.exception, app.exception
        if shown := watch.taken(prefix):
            return app, shown
    return app, []


def _other(kind: str, control: Any) -> Any:
    """Another valid value of a control: the next choice, or a third of the way to its end."""
    if kind == "toggle":
        return not control.value
    if kind in ("slider", "number_input"):
        if isinstance(control.value, (list, tuple)) or control.min is None or control.max is None:
            return None
        step = control.step or 1
        third = control.min + (control.max - control.min) / 3
        value = control.min + round(min(third - control.min, 1_000 * step) / step) * step
        value = type(control.value)(value)
        return value if value != control.value else control.value + step
    options = list(control.options)
    chosen = control.value
    if isinstance(chosen, (list, tuple)):
        return None
    labels = [getattr(option, "content", option) for option in options]
    if chosen not in labels or len(labels) < 2:
        return None
    return labels[(labels.index(chosen) + 1) % len(labels)]
