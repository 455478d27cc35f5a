"""Every number of every sentence under a picture is printed by the script behind its "Code": all parts, all views."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.captured_views import PLACES, Watch, settings
from tests.sentence_numbers import missing
from tests.support import plain_texts, run_script

WAITS = {
    (
        "extrapolation",
        "Train it now",
    ): "a training of the visitor's; tests/pages/test_extrapolation.py runs it",
}
"""Parts without a picture until a button is pressed, and why."""


@pytest.fixture
def watch() -> Iterator[Watch]:
    with pytest.MonkeyPatch.context() as patch:
        yield Watch(patch)


@cache
def printed(script: str) -> str:
    """What a script prints."""
    return run_script(script) if script else ""


@pytest.mark.slow
@pytest.mark.parametrize(("page", "part"), PLACES, ids=[f"{page}-{part}" for page, part in PLACES])
def test_the_script_prints_what_the_sentence_says(
    open_page: Callable[..., AppTest], watch: Watch, page: str, part: str | None
) -> None:
    pictures = []
    for setting, app, shown in settings(watch, open_page, page, part):
        pictures.append(len(shown))
        for each in shown:
            if each.view is not None:
                continue
            others = {other.sentence for other in shown}
            sentence = each.sentence if each.sentence is not None else said_by(app, others)
            absent = missing(sentence, printed(each.script or ""))
            assert not absent, (setting, each.key, absent, sentence)
    assert not any(pictures) if (page, part) in WAITS else all(pictures), pictures


def said_by(app: AppTest, others: Collection[str | None] = ()) -> str:
    """The sentences of a part that says them itself: all but its pictures' own, and the line that names the model."""
    return "\n".join(text for text in plain_texts(app) if " · " not in text and text not in others)


def test_parts_that_wait_are_parts() -> None:
    assert set(WAITS) <= set(PLACES)
