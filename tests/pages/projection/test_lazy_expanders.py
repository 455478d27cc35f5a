"""Projection by AppTest: folds that are drawn when open, and results that are empty."""

from collections.abc import Callable
from html import escape
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.data.word_table import WordTable
from explorer.ui import Point
from explorer.ui.projection import word_map as map_part
from explorer.ui.projection.on_map import colour_controls, word_search
from explorer.ui.projection.table import similarity_switch
from explorer.vectors.similarity_measures import EUCLID
from explorer.views.projection import similarity_settings as views
from tests.support import plain_texts

Open = Callable[..., AppTest]
FOLDS: dict[str, dict[str, Any]] = {
    "j_map_more": map_part.BEGINS | colour_controls.BEGINS,
    "j_near_open": similarity_switch.BEGINS,
}
PARTS = {"j_map_more": "Map"}
OTHER = {
    "j_kinds": ["animals"],
    "j_labelled": 3,
    "j_k": 5,
    "j_kind": "family",
    "j_c1": 3,
    "j_c2": 5,
    "j_center": False,
    "j_unit": True,
    "j_remove": 1,
    "j_near": EUCLID,
    "j_compare": views.CENTRED,
}


def controls(app: AppTest) -> dict[str, Any]:
    fields = [field for field in app.text_input if field.key == "j_kind"]  # others stand outside of the folds
    found = [*app.number_input, *app.toggle, *app.segmented_control, *app.slider, *app.multiselect, *fields]
    return {control.key: control for control in found if control.key is not None}


@pytest.fixture(params=FOLDS)
def fold(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_closed_fold_draws_none_of_its_controls_and_an_open_one_each_as_it_begins(open_page: Open, fold: str) -> None:
    app = open_page("projection", j_part=PARTS.get(fold, "Clusters"), j_table="GloVe")
    before = set(controls(app))
    assert before.isdisjoint(FOLDS[fold])
    app.session_state[fold] = True
    app.run()
    assert {key: control.value for key, control in controls(app).items() if key not in before} == FOLDS[fold]


def test_what_is_changed_in_a_fold_stays_when_it_is_closed(open_page: Open, fold: str) -> None:
    for key, first in FOLDS[fold].items():
        app = open_page("projection", j_part=PARTS.get(fold, "Clusters"), j_table="GloVe")
        app.session_state[fold] = True
        app.run()
        controls(app)[key].set_value(OTHER[key]).run()
        app.session_state[fold] = False
        app.run()
        assert controls(app)[key].value == OTHER[key]
        controls(app)[key].set_value(first).run()
        assert key not in controls(app)
        assert not app.exception


def test_a_link_brings_back_what_a_closed_fold_holds(open_page: Open, fold: str) -> None:
    for key in FOLDS[fold]:
        value = OTHER[key]
        part, said = PARTS.get(fold, "Clusters"), value[0] if isinstance(value, list) else value
        said = str(said).lower() if isinstance(said, bool) else said
        app = open_page("projection", j_part=part, j_table="GloVe", **{key: said})
        assert controls(app)[key].value == value, "and its other controls are there with it"
        assert set(FOLDS[fold]) <= set(controls(app))


@pytest.mark.parametrize(("part", "folds"), [("Clusters", ["j_near_open"]), ("Map", ["j_map_more"])])
def test_a_picture_is_the_same_whether_its_fold_is_open(open_page: Open, part: str, folds: list[str]) -> None:
    app = open_page("projection", j_part=part, j_table="GloVe")
    closed = plain_texts(app)
    for each in folds:
        app.session_state[each] = True
    app.run()
    assert closed and plain_texts(app) == closed


def test_a_word_with_a_comma_is_found_as_it_stands_and_in_quotes(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="Your file")
    rows = [f"w{chr(97 + at)}q,{at}.5,{at % 5}.25,{at % 7}.75" for at in range(20)]
    content = "\n".join(["word,x,y,z", '"He said ""hi"", ok",1.5,2.5,3.5', *rows]).encode()
    app.get("file_uploader")[0].upload("own.csv", content, "text/csv").run()
    word = 'He said "hi", ok'
    for asked in (word, f'"{word}"', f"“{word}”, waq", f'"{word}", waq'):
        app.text_input("j_find").set_value(asked).run()
        assert not app.exception and not app.warning, asked
        assert escape(word) in "".join(each.proto.body for each in app.get("html"))
    app.text_input("j_find").set_value(f"waq, “{word}”, nosuch").run()
    assert ["“nosuch”" in each.value for each in app.warning] == [True]


def test_words_of_nearly_a_thousand_letters_are_found_by_their_labels(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="Your file")
    labels = [f"{'ประโยคนี้ยาวมาก ' * 55}{at}" for at in range(10)]
    content = "\n".join(["word,x,y", *(f"{label},{at}.5,{at * at % 7}.25" for at, label in enumerate(labels))])
    app.get("file_uploader")[0].upload("own.csv", content.encode(), "text/csv").run()
    app.text_input("j_find").set_value(", ".join(labels[3:5])).run()
    assert not app.exception and not app.warning


def test_a_click_on_a_word_with_a_comma_looks_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Event:
        view, click = None, Point(0, 1, 0, 0, None, None)

    session: dict[str, object] = {}
    monkeypatch.setattr(word_search.st, "session_state", session)
    monkeypatch.setattr(word_search, "rerun_part", lambda: None)
    word_search.follow(Event(), WordTable("mine", ("a", "b, c"), np.eye(2)), None, None)  # type: ignore[arg-type]
    assert session == {"j_clicked": "b, c"}
