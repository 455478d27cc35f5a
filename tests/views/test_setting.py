"""Declared settings: every view at the ends of each of them, what they refuse, and what follows from a declaration."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from explorer.training.skipgram import train
from explorer.vectors.similarity_measures import Near
from explorer.views.projection._map_methods import BrowserMaps
from explorer.views.projection.trained_tables import PREDICTING, request_of
from explorer.views.setting import Choice, Several, Whole, resolve, settings_of
from explorer.views.view import View, gallery, views_of
from explorer.words.cluster_cache import USUAL, precomputed_division

VIEWS = {name: views_of(name.partition(".")[0])[name.partition(".")[2]] for name in map(str, gallery()["view"])}
DECLARED = {name: view for name, view in VIEWS.items() if settings_of(view)}


@pytest.fixture(scope="module")
def made_before() -> dict[str, Any]:
    """Results by name of their argument, in the place of runs that take seconds each, and a short text to read."""
    own = " ".join("abcdefghij" * 9)
    return {
        "own": own,
        "browser_maps": BrowserMaps(),  # none that a browser has made
        "found": precomputed_division("MiniLM", Near(), USUAL, 0),
        "records": list(train(request_of((), PREDICTING, 4, 1, 1, own))),
    }


def ends_of(view: Callable[..., View]) -> list[tuple[str, Any]]:
    """Each setting at each of its ends, given the others' defaults."""
    starts: dict[str, Any] = {}
    found = []
    for name, setting in settings_of(view).items():
        found += [(name, end) for end in setting.ends(starts)]
        starts[name] = setting.start(starts)
    return found


@pytest.mark.parametrize("name", DECLARED)
def test_a_view_is_drawn_at_the_ends_of_its_settings_and_its_call_draws_it_again(
    name: str, made_before: dict[str, Any]
) -> None:
    view = DECLARED[name]
    for setting, end in ends_of(view):
        parameters = inspect.signature(view).parameters
        given = {
            each: value
            for each, value in made_before.items()
            if each in parameters and parameters[each].default in (None, "") and setting not in ("table", each)
        }
        made = view(**given, **{setting: end})
        assert made.sentence.strip(), (setting, end)
        assert made.spec is None or made.figure().data, (setting, end)
        if set(inspect.signature(view).parameters) == set(settings_of(view)):  # not a measurement
            assert made.call.again().sentence == made.sentence, (setting, end)


@pytest.mark.parametrize("name", DECLARED)
def test_what_a_setting_does_not_allow_is_refused_by_its_name(name: str) -> None:
    for setting in settings_of(DECLARED[name]):
        with pytest.raises(ValueError, match=f"Expected {setting} to be .+, got "):
            DECLARED[name](**{setting: object()})


@pytest.mark.parametrize("name", DECLARED)
def test_a_signature_and_a_docstring_know_each_setting(name: str) -> None:
    view = DECLARED[name]
    for setting, each in settings_of(view).items():
        default = inspect.signature(view).parameters[setting].default
        assert default == (None if callable(each.default) else each.default)
        assert f"    {setting}: " in (view.__doc__ or ""), setting


def test_the_bounds_of_one_setting_may_depend_on_another() -> None:
    width = Whole("Width", 8, 4, 64, step=2)
    column = Whole("Column", 0, 0, lambda others: others["width"] - 1)
    settings = {"width": width, "column": column}
    assert dict(resolve(settings, {"width": 64, "column": 63})) == {"width": 64, "column": 63}
    for given, message in (
        ({"column": 8}, "Expected column to be a whole number from 0 to 7, got 8"),
        ({"width": 7}, "Expected width to be an even number from 4 to 64, got 7"),
        ({"width": True}, "Expected width to be an even number from 4 to 64, got True"),
    ):
        with pytest.raises(ValueError, match=message):
            dict(resolve(settings, given))


@pytest.mark.parametrize("value", [(), (0, 1, 2, 3), (1, 0), (0, 0), (9,), [0], (True,)])
def test_several_are_few_enough_different_and_in_order(value: object) -> None:
    pairs = Several("Pairs", (0,), range(8), most=3)
    assert pairs.allows((0, 2, 7), {}) and not pairs.allows(value, {})


def test_two_views_do_not_declare_one_key_differently() -> None:
    """A key stands for one thing in the address: a link made on one part must not be refused by another."""
    found: dict[str, Any] = {}
    for view in DECLARED.values():
        for each in settings_of(view).values():
            if each.key and not isinstance(each, Choice):
                assert found.setdefault(each.key, each) is each, each.key
