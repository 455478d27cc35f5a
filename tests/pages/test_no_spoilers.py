"""Before a prediction a picture and its data reveal no more than its sentence."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.frame.answer_feedback import SKIP
from tests.pages.captured_views import PARTS, Watch
from tests.support import one_of_each

GUESSED = {
    ("failures", "With a message"),
    ("gradients", "Whole books"),
    ("memory", "Real models"),
    ("tokens", "Languages"),
}
"""Parts whose picture waits for a guess, one of each page."""
SWEPT = sorted(PARTS, key=lambda at: at not in GUESSED)


def contents(drawn: Watch) -> dict[str, tuple[Any, ...]]:
    """Each picture by its key: sentence, figure, and table."""
    found: dict[str, tuple[Any, ...]] = {}
    for each in drawn.shown:
        figure = None if each.view.spec is None else pickle.dumps(each.view.spec.to_dict())
        found[each.key] = (
            each.view.sentence,
            figure,
            {name: list(map(str, cells)) for name, cells in each.view.table.items()},
        )
    return found


def told_early(drawn: Watch, app: AppTest) -> tuple[set[str], list[tuple[str, str]]]:
    """The pictures whose sentence waits for a prediction, and which of their contents are revealed already."""
    before = contents(drawn)
    for key in drawn.guesses:
        app.session_state[key] = SKIP
    app.run()
    assert not app.exception
    after = contents(drawn)
    waiting = {key for key in before if before[key][0] != after[key][0]}
    return waiting, [
        (key, what)
        for key in waiting
        for what, early, late in zip(("picture", "data"), before[key][1:], after[key][1:], strict=True)
        if early is not None and early == late
    ]


def opened(open_page: Callable[..., AppTest], page: str, part: str | None) -> AppTest:
    return open_page(page, **({f"{ui.info(page).prefix}_part": part} if part else {}))


def further(drawn: Watch, app: AppTest) -> list[tuple[str, str]]:
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


@pytest.mark.parametrize(
    ("page", "part"),
    one_of_each(SWEPT, lambda at: at[0], pytest.mark.nightly),
    ids=["-".join(map(str, at)) for at in SWEPT],
)
def test_where_a_sentence_waits_for_a_guess_picture_and_data_wait_too(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, page: str, part: str | None
) -> None:
    """In the view that the part opens with, and in each of its others."""
    drawn = Watch(monkeypatch, waits=True)
    app = opened(open_page, page, part)
    others = further(drawn, app)
    waiting, told = told_early(drawn, app)
    assert waiting or (page, part) not in GUESSED
    early = {("", part): told} if told else {}
    for key, name in others:
        app = opened(open_page, page, part)
        drawn.shown.clear()
        drawn.guesses.clear()
        app.session_state[key] = name
        app.run()
        _, told = told_early(drawn, app)
        early |= {(key, name): told} if told else {}
    assert not early, "given away before the guess"
