"""Closed lazy expanders: only controls with default values are not rendered, so nothing is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.projection import word_map as map_part
from explorer.ui.projection.on_map import axis_controls, colour_controls
from explorer.ui.projection.table import similarity_switch, table_choice
from explorer.vectors.similarity_measures import EUCLID
from explorer.views.projection import similarity_settings as views
from tests.support import plain_texts

Open = Callable[..., AppTest]
FOLDS: dict[str, dict[str, Any]] = {
    "j_map_more": map_part.BEGINS | colour_controls.BEGINS,
    "j_group_more": axis_controls.BEGINS | table_choice.BEGINS,
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
    app = open_page("projection", j_part=PARTS.get(fold, "Groups"), j_table="GloVe")
    before = set(controls(app))
    assert before.isdisjoint(FOLDS[fold])
    app.session_state[fold] = True
    app.run()
    assert {key: control.value for key, control in controls(app).items() if key not in before} == FOLDS[fold]


def test_what_is_changed_in_a_fold_stays_when_it_is_closed(open_page: Open, fold: str) -> None:
    for key, first in FOLDS[fold].items():
        app = open_page("projection", j_part=PARTS.get(fold, "Groups"), j_table="GloVe")
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
        part, said = PARTS.get(fold, "Groups"), value[0] if isinstance(value, list) else value
        said = str(said).lower() if isinstance(said, bool) else said
        app = open_page("projection", j_part=part, j_table="GloVe", **{key: said})
        assert controls(app)[key].value == value, "and its other controls are there with it"
        assert set(FOLDS[fold]) <= set(controls(app))


@pytest.mark.parametrize(("part", "folds"), [("Groups", ["j_group_more", "j_near_open"]), ("Map", ["j_map_more"])])
def test_a_picture_is_the_same_whether_its_fold_is_open(open_page: Open, part: str, folds: list[str]) -> None:
    app = open_page("projection", j_part=part, j_table="GloVe")
    closed = plain_texts(app)
    for each in folds:
        app.session_state[each] = True
    app.run()
    assert closed and plain_texts(app) == closed
