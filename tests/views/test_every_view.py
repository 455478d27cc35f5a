"""Every view at the ends of its declared settings, what these refuse, and what follows from a declaration."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, get_args, get_type_hints

import numpy as np
import pandas as pd
import pytest

from explorer.vectors import sklearn_tsne
from explorer.views import View, gallery
from explorer.views.setting import Choice, Float, Int, Number, Several, Text, Whole, resolve, settings_of
from explorer.views.view import views_of
from tests.support import facts, one_of_each, slips_in, unmet

VIEWS = {name: views_of(name.partition(".")[0])[name.partition(".")[2]] for name in map(str, gallery()["view"])}
DECLARED = [name for name, view in VIEWS.items() if settings_of(view)]
MEASURED = ("projection.training_loss",)
"""Views of what is measured in this process: no two calls agree."""
COSTLY: Mapping[str, Mapping[str, Any]] = {
    "extrapolation.training": {"steps": 2},
    "projection.before_training": {"texts": ("Moby-Dick",), "width": 10},
    "projection.seeds": {},
    "projection.seeds_shared": {},
    "projection.training": {"texts": ("Moby-Dick",), "width": 10},
    "projection.training_loss": {"texts": ("Moby-Dick",), "width": 10},
    "projection.ways": {},
}
"""Views that train or lay out maps, with settings for a short run: at the ends of theirs it takes minutes; another view
of each page has the same settings."""
ODD = ("", "   \n\n ", "👩‍👩‍👧 日本 שלום a\x00b", "[x](http://e.com) <b> $x$ **y**")
"""Texts that a visitor may type."""
NOTHING = re.compile(r"\b(?:nan|inf)\b|[{}\0]|[-−]0(?:\.0+)?(?![\d.])")
"""What no sentence holds but that of a program's output: no number, a field that was not filled, a zero with a sign."""


@pytest.fixture(autouse=True)
def short_tsne(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sklearn_tsne, "ITERATIONS", 250)  # the fewest that scikit-learn takes


def ends_of(view: Callable[..., View]) -> Iterator[dict[str, Any]]:
    """Settings of calls that have each setting at each of its ends but its default: all settings at their first ends,
    then those with more ends at their second, and so on; and each text that a visitor may type, alone."""
    settings = settings_of(view)
    for at in count():
        chosen, moved = dict[str, Any](), dict[str, Any]()
        for name, setting in settings.items():
            chosen[name] = setting.start(chosen)
            for end in [end for end in setting.ends(chosen) if end != chosen[name]][at : at + 1]:
                chosen[name] = moved[name] = end
        if not moved:
            break
        yield moved
    yield from ({name: text} for name, each in settings.items() if isinstance(each, Text) for text in ODD)


def numbers_of(view: View) -> np.ndarray:
    """The finite numbers of a view's table, without signs, in order."""
    columns = [np.asarray(column) for column in view.table.values()]
    values = np.concatenate([np.zeros(0), *(np.abs(c.ravel().astype(float)) for c in columns if c.dtype.kind in "iuf")])
    return np.sort(values[np.isfinite(values)])


def share_in(numbers: np.ndarray, of: np.ndarray) -> float:
    """Share of `numbers` that `of` has, to single precision; 1 without numbers."""
    if not len(numbers) or not len(of):
        return float(not len(numbers))
    at = np.searchsorted(of, numbers)
    near = np.minimum(*(np.abs(of[np.clip(each, 0, len(of) - 1)] - numbers) for each in (at - 1, at)))
    return float((near <= 1e-4 * np.maximum(1, numbers)).mean())


def drawn_of(view: View) -> np.ndarray:
    """The finite numbers of the picture's traces, without signs and zeros: an unknown bar has the length 0."""
    found = [np.zeros(0)]
    for trace in view.spec.data if view.spec else ():
        for axis in "xyz":
            values = np.asarray(trace.get(axis, ()))
            if values.dtype.kind in "iuf":
                found.append(np.abs(values.ravel().astype(float)))
    values = np.concatenate(found)
    drawn: np.ndarray = values[np.isfinite(values) & (values != 0)]
    return drawn


def strays_of(figure: Any) -> list[str]:
    """Traces most of whose coordinates lie beyond the ends that their axis has: they would not be seen."""
    found = []
    for trace in figure.data:
        solid = trace.type == "scatter3d"
        home = figure.layout[trace.scene or "scene"] if solid else figure.layout
        for axis in "xyz" if solid else "xy" if "xaxis" in trace and trace.type != "heatmap" else "":
            own = None if solid else trace[f"{axis}axis"]
            at = home[f"{axis}axis{(own or axis)[1:]}"]
            values = np.asarray(() if trace[axis] is None else trace[axis])
            if at.range is None or values.dtype.kind not in "iuf":
                continue
            values = np.log10(values[values > 0]) if at.type == "log" else values[np.isfinite(values)]
            low, high = sorted(map(float, at.range))
            slack = 1e-3 * (high - low)
            # A curve may leave the picture, as losses far past the trained length do; most of it is seen.
            if len(values) and ((values < low - slack) | (values > high + slack)).mean() > 0.95:
                found.append(f"{trace.type} {trace.name}: {axis} from {values.min()} to {values.max()} on {at.range}")
    return found


def check(name: str, settings: Mapping[str, Any], *, whole: bool) -> View:
    """Draw a view; it has a sentence without slips, numbers in its table if `whole`, and a call that draws it again."""
    view = VIEWS[name](**settings)
    told = f"{name}({settings}): {view.sentence}"
    assert view.sentence.strip(), told
    said = re.sub("“[^”]*”", "“”", view.sentence)  # tokens and texts that are quoted
    assert name.startswith("failures.") or not (NOTHING.search(said) or slips_in(said)), told
    assert not [each for formula in view.formulas for each in unmet(formula.worked)], told
    figure = view.figure()  # Plotly refuses properties that it does not know
    assert figure.data, told
    assert not strays_of(figure), told
    if whole:
        drawn = drawn_of(view)
        least = 0.9 if len(drawn) > 12 else 0.5  # of a small picture, numbers of columns are many
        assert share_in(drawn, numbers_of(view)) > least, f"drawn, and not in the table: {told}"
    if name not in MEASURED and view.made_by is not None:
        names: dict[str, Any] = {}
        exec(view.call.code().replace("view.show()", ""), names)
        assert facts(names["view"]) == facts(view), told
    return view


@pytest.mark.slow
@pytest.mark.parametrize("name", one_of_each(VIEWS, lambda name: name.partition(".")[0]))
def test_a_view_at_its_defaults_and_at_the_ends_of_its_settings(name: str) -> None:
    view = check(name, COSTLY.get(name, {}), whole=False)
    whole = share_in(drawn_of(view), numbers_of(view)) > 0.99
    for moved in ends_of(VIEWS[name]) if name not in COSTLY else ():
        try:
            check(name, moved, whole=whole)
        except ValueError:
            assert set(moved.values()) <= {*ODD}, moved


CATALOGUES = ("memory.shares(model)", "failures.mistake(case)")
"""Settings that name an entry of a long list, which only the list has."""


@pytest.mark.parametrize("name", DECLARED)
def test_a_choice_has_the_type_of_its_options(name: str) -> None:
    hints = get_type_hints(inspect.unwrap(VIEWS[name]))
    for shared in get_args(hints.get("shared")):
        hints |= get_type_hints(shared)
    for setting, each in settings_of(VIEWS[name]).items():
        open_ended = isinstance(each, Choice) and (callable(each.options) or each.also or isinstance(each, Several))
        a_number = hints[setting] in (bool, Int, Float)  # of any of them
        if isinstance(each, Choice) and not open_ended and not a_number and f"{name}({setting})" not in CATALOGUES:
            assert sorted(get_args(hints[setting])) == sorted(each.labels({})), setting


@pytest.mark.slow
@pytest.mark.parametrize("name", DECLARED)
def test_a_setting_is_refused_by_its_name_and_stands_in_the_signature_and_the_docstring(name: str) -> None:
    view, starts = VIEWS[name], dict[str, Any]()
    for setting, each in settings_of(view).items():
        starts[setting] = each.start(starts)
        low, high = each.bounds(starts) if isinstance(each, Number) else (0, 0)
        for wrong in (object(), *([low - 1, high + 1] if isinstance(each, Number) else [])):
            with pytest.raises(ValueError, match=f"Expected {setting} to be .+, got "):
                view(**{setting: wrong})
        default = inspect.signature(view).parameters[setting].default
        if callable(each.default):
            view(**COSTLY.get(name, {}) | {setting: None})
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


@pytest.mark.parametrize(
    ("view", "given", "says"),
    [
        ("positions.table_similarity", {"table": np.eye(3)}, r"got ndarray of shape \(3, 3\)$"),
        ("positions.table_similarity", {"table": pd.DataFrame(np.eye(3))}, r"got DataFrame of shape \(3, 3\)$"),
        ("memory.bill", {"optimizer": "adam"}, "did you mean 'Adam'"),
        ("check.quiz", {"topics": "memory"}, r"a tuple of .*did you mean \('Memory',\)"),
        ("projection.sentences", {"lines": ["a cat", "a dog"]}, r"one text with a line for each"),
        ("projection.word_map", {"find": "king"}, r"\('a', 'b'\), got 'king'; did you mean \('king',\)"),
        ("memory.bill", {"optimizer": None}, "did you mean 'None'"),
        ("memory.bill", {"number": "fp16"}, "did you mean 'BF16 or FP16'"),
    ],
    ids=["array", "frame", "case", "text for a tuple", "list of lines", "one word", "no text", "a part of it"],
)
def test_a_value_that_is_not_like_its_setting_is_refused_with_what_is(
    view: str, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        VIEWS[view](**given)


def test_two_views_do_not_declare_one_key_differently() -> None:
    """A key stands for one thing in the address: a link made on one part must not be refused by another."""
    found: dict[str, Any] = {}
    for name in DECLARED:
        for each in settings_of(VIEWS[name]).values():
            if each.key and not isinstance(each, Choice):
                assert found.setdefault(each.key, each) is each, each.key
