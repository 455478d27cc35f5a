"""Every view at its defaults and at the ends of its settings, read from what it says when it refuses a value."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from explorer.views import View, gallery
from explorer.views.view import QUESTION, views_of
from tests.support import facts, one_of_each, slips_in

VIEWS = [
    (page, name)
    for page, name in (each.split(".") for each in gallery()["view"])
    if page not in ("projection", "tokens")
]
"""Those of two pages are still tested by hand: at the ends of their settings they take minutes."""
TIMED = ("growth", "lookup_curve")
"""Views of what is measured in this process: no two calls agree."""
BEGIN: Mapping[str, dict[str, Any]] = {
    "before_training": {"texts": ("Moby-Dick",), "width": 10},
    "training": {"steps": 2},
    "training_loss": {},
}
"""Views that train: with these settings alone, since at the ends of theirs a training takes minutes."""
ANY = ("first", "second", "position", "row")
"""Positions of Home's words: one that the text does not have is said in the sentence."""
WITH: Mapping[str, dict[str, Any]] = {"learning": {"step": 0}}
"""A setting whose end depends on another one."""
REFUSED: Mapping[str, Any] = {"int": -(10**18), "float": -1e300, "str": "\0"}
NOTHING = re.compile(r"\b(?:nan|inf)\b|[{}\0]|[-−]0(?:\.0+)?(?![\d.])")
"""What no sentence holds but that of a program's output: no number, a field that was not filled, a zero with a sign."""


def refusal(view: Callable[..., View], name: str, value: Any) -> str:
    """What the view says of a value; "" if it takes it."""
    try:
        view(**{name: value})
    except ValueError as error:
        return str(error)
    return ""


def ends(view: Callable[..., View], begin: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Settings to try one at a time: both ends of a number, every choice, and the other of True and False."""
    given = getattr(view(**begin).call, "given", ())
    for name, parameter in inspect.signature(view).parameters.items():
        kind = str(parameter.annotation).split(" | ")[0]
        if name in given or kind.endswith("]") or (kind[0].isupper() and not kind.startswith(("Layout", "Encoding"))):
            continue
        if kind == "bool":
            yield name, not parameter.default
            continue
        value = REFUSED.get(kind, "\0")
        says = refusal(view, name, value)
        told = f"{view.__name__}({name}={value!r}) says: {says}"
        assert says or kind not in ("int", "float") or name in ANY, told
        assert not says or kind == "str" or repr(value) in says or str(value) in says, told
        if found := re.search(r"from ([−\d.,e+]+) to ([\d.,e+]*\d)", says):
            for end in found.groups():
                number = float(end.replace(",", "").replace("−", "-"))
                yield name, int(number) if kind == "int" else number
        elif found := re.search(r"at least (\d+)", says):
            yield name, int(found[1])
        elif found := re.search(r"one of (.*?)(?: or the path of a file)?, got ", says):
            try:
                yield from ((name, choice) for choice in ast.literal_eval(f"({found[1]},)"))
            except (SyntaxError, ValueError):
                yield from ((name, choice) for choice in found[1].split(", "))


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
    """The finite numbers of the picture's traces, without signs."""
    found = [np.zeros(0)]
    for trace in view.spec.data if view.spec else ():
        for axis in "xyz":
            values = np.asarray(trace.get(axis, ()))
            if values.dtype.kind in "iuf":
                found.append(np.abs(values.ravel().astype(float)))
    values: np.ndarray = np.concatenate(found)
    drawn: np.ndarray = values[np.isfinite(values) & (values != 0)]
    return drawn  # an unknown bar has the length 0


@pytest.mark.parametrize(("page", "name"), one_of_each(VIEWS, lambda view: view[0]))
def test_a_view_at_the_ends_of_its_settings(page: str, name: str) -> None:
    function = views_of(page)[name]
    begin = BEGIN.get(name, {})
    usual = function(**begin)
    whole = share_in(drawn_of(usual), numbers_of(usual)) > 0.99
    for changed in [{}, *({} if name in BEGIN else ({each: value} for each, value in ends(function, begin)))]:
        settings = {**begin, **WITH.get(name, {}), **changed}
        view = function(**settings)
        told = f"{page}.{name}({settings}): {view.sentence}"
        assert page == "failures" or not (NOTHING.search(view.sentence) or slips_in(view.sentence)), told
        assert view.figure().data or view.spec, told  # Plotly refuses properties that it does not know
        if whole and not set(changed) & set(QUESTION):
            assert share_in(drawn_of(view), numbers_of(view)) > 0.9, f"drawn, and not in the table: {told}"
        if name not in TIMED and view.call is not None:
            names: dict[str, Any] = {}
            exec(view.call.code().replace("view.show()", ""), names)
            assert facts(names["view"]) == facts(view), told
