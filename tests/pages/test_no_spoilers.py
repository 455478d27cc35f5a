"""Before a prediction a picture and its data reveal no more than its sentence."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.frame import layout, point_guess
from explorer.ui.frame.answer_feedback import SKIP
from explorer.views import Table, View
from tests.pages.captured_views import PARTS
from tests.support import one_of_each

GUESSED = {
    ("failures", "With a message"),
    ("gradients", "Whole books"),
    ("memory", "Real models"),
    ("tokens", "Encodings"),
}
"""Parts whose picture waits for a guess, one of each page."""
SWEPT = sorted(PARTS, key=lambda at: at not in GUESSED)


class Pictures:
    """Each picture of a page by its key: sentence, figure, and table."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Watch `ui.show`, `ui.view_toolbar`, `ui.predict` and `layout.choose` for as long as `patch` lasts."""
        self.seen: dict[str, tuple[Any, ...]] = {}
        self.guesses: set[str] = set()
        self.views: dict[str, list[str]] = {}
        guess_show, predict, choose = point_guess.show, ui.predict, layout.choose
        show, under_view = ui.show, ui.view_toolbar

        def watched_guess(key: str, view: View, **how: Any) -> Any:
            drawn = None if view.spec is None else pickle.dumps(view.spec.to_dict())
            self._keep(key, view.sentence, drawn, view.table)
            return guess_show(key, view, **how)

        def watched_show(key: str, view: View, **how: Any) -> Any:
            drawn = None if view.spec is None else pickle.dumps(view.spec.to_dict())
            self._keep(key, view.sentence, drawn, view.table)
            return show(key, view, **how)

        def watched_under_view(key: str, view: View, **how: Any) -> None:
            self._keep(key, view.sentence, None, view.table)
            under_view(key, view, **how)

        def watched_predict(key: str, *question: Any, **how: Any) -> Any:
            self.guesses.add(key)
            return predict(key, *question, **how)

        def watched_choose(key: str, names: Sequence[str], deeper: Sequence[str] = (), *more: Any, **how: Any) -> str:
            if not key.endswith("_part"):
                self.views[key] = [*names, *deeper]
            return choose(key, names, deeper, *more, **how)

        patch.setattr(layout, "choose", watched_choose)
        patch.setattr(ui, "show", watched_show)
        patch.setattr(ui, "view_toolbar", watched_under_view)
        patch.setattr(point_guess, "show", watched_guess)
        patch.setattr(ui, "predict", watched_predict)

    def _keep(self, key: str, sentence: str | None, figure: bytes | None, table: Table) -> None:
        self.seen[key] = sentence, figure, {name: list(map(str, cells)) for name, cells in table.items()}


def told_early(drawn: Pictures, app: AppTest) -> tuple[set[str], list[tuple[str, str]]]:
    """The pictures whose sentence waits for a prediction, and which of their contents are revealed already."""
    before = dict(drawn.seen)
    for key in drawn.guesses:
        app.session_state[key] = SKIP
    app.run()
    assert not app.exception
    waiting = {key for key in before if before[key][0] != drawn.seen[key][0]}
    return waiting, [
        (key, what)
        for key in waiting
        for what, early, late in zip(("picture", "data"), before[key][1:], drawn.seen[key][1:], strict=True)
        if early is not None and early == late
    ]


def opened(open_page: Callable[..., AppTest], page: str, part: str | None) -> AppTest:
    return open_page(page, **({f"{ui.info(page).prefix}_part": part} if part else {}))


def further(drawn: Pictures, app: AppTest) -> list[tuple[str, str]]:
    """The choices of a part that are not selected: other views, methods, kinds."""
    found = [(key, name) for key, names in drawn.views.items() for name in names[1:]]
    for control in (*app.get("button_group"), *app.get("radio")):
        key = control.key or "_"
        if key.startswith("_") or key.endswith("_part") or key in drawn.guesses | set(drawn.views):
            continue
        if isinstance(control.value, str):
            labels = [getattr(option, "content", option) for option in control.options]
            found += [(key, label) for label in labels if label != control.value]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "part"), one_of_each(SWEPT, lambda at: at[0]), ids=[f"{page}-{part}" for page, part in SWEPT]
)
def test_where_a_sentence_waits_for_a_guess_picture_and_data_wait_too(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, page: str, part: str | None
) -> None:
    """In the view that the part opens with, and in each of its others."""
    drawn = Pictures(monkeypatch)
    app = opened(open_page, page, part)
    others = further(drawn, app)
    waiting, told = told_early(drawn, app)
    assert waiting or (page, part) not in GUESSED
    early = {("", part): told} if told else {}
    for key, name in others:
        app = opened(open_page, page, part)
        drawn.seen.clear()
        drawn.guesses.clear()
        app.session_state[key] = name
        app.run()
        _, told = told_early(drawn, app)
        early |= {(key, name): told} if told else {}
    assert not early, "given away before the guess"
