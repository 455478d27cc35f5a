"""Animation frames of a view over one of its settings, stored as differences."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from explorer.data.cache import cached
from explorer.views.notebook_progress import with_progress

Changes = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Frames:
    """Frames of a picture, one for each value of a setting.

    Each frame holds every property that changes in any of them, so that frames can be drawn in any order.

    Attributes:
        setting: its name.
        values: of the setting, in the order of the frames.
        traces: indices of the traces that change.
        data: for each frame, the properties of those traces.
        layout: for each frame, the properties of the layout.
        sentences: the view's sentence at each frame, without its details.
    """

    setting: str
    values: tuple[Any, ...]
    traces: tuple[int, ...]
    data: tuple[tuple[Changes, ...], ...]
    layout: tuple[Changes, ...]
    sentences: tuple[str, ...]

    def only(self, numbers: Sequence[int]) -> Frames:
        """Select some of the frames."""
        return replace(
            self,
            values=tuple(self.values[n] for n in numbers),
            data=tuple(self.data[n] for n in numbers),
            layout=tuple(self.layout[n] for n in numbers),
            sentences=tuple(self.sentences[n] for n in numbers),
        )


def frames_of(call: Any, setting: str, values: Iterable[Any], **given: Any) -> Frames:
    """Make the frames of a view over one of its settings, calling its function once for each value.

    Recent results are cached, independent of the view's own value of the setting.

    Args:
        call: the `Call` of a view with a Plotly picture; its module imports this one, so its type can't be named here.
        setting: the name of one of its settings.
        values: values of the setting.
        given: arguments of its function that are not in the displayed call (`picture(given=)`).

    Raises:
        ValueError: no value, no picture, or pictures whose traces differ in number or kind.
    """
    values = tuple(values)
    if call is None or set(call.given) - set(given):
        raise ValueError("Expected a view with a picture that its displayed call makes, got one without")
    if not values:
        raise ValueError(f"Expected at least one value of {setting}, got none")
    now, others = value_of(call, setting), {**call.settings, **given}
    others.pop(setting, None)
    more = () if now in values else (now,)  # included, so that a frame can follow the view itself
    every = (*more, *values)
    try:
        frames = _compute(call.function, setting, every, tuple(others.items()), call.question)
    except TypeError:  # an unhashable setting: not cached
        frames = _compute.__wrapped__(call.function, setting, every, tuple(others.items()), call.question)
    return frames.only(range(len(more), len(every))) if more else frames


def value_of(call: Any, setting: str) -> Any:
    """Value of a setting in the `Call` of a view: its own, or the function's default."""
    start = inspect.signature(call.function).parameters.get(setting)
    return call.settings.get(setting, start and start.default)


@cached(4, expires=True)  # few and briefly: up to some MB each, and they may contain a visitor's words
def _compute(
    function: Any,
    setting: str,
    values: tuple[Any, ...],
    others: tuple[tuple[str, Any], ...],
    question: tuple[bool, Any],
) -> Frames:
    each = with_progress(values, lambda value: f"{values.index(value) + 1} of {len(values)} frames: {setting}={value}")
    made = [function(**dict(others), **{setting: value}).at_question(*question) for value in each]
    specs = [each.spec for each in made if each.spec is not None]
    kinds = [tuple(trace["type"] for trace in spec.data) for spec in specs]
    if len(specs) < len(made) or len(set(kinds)) > 1:
        raise ValueError(f"Expected pictures of the same traces at every {setting}, got others")
    by_trace = {number: changing([spec.data[number] for spec in specs]) for number in range(len(kinds[0]))}
    traces = tuple(number for number, names in by_trace.items() if names)
    names = changing([spec.layout for spec in specs])
    return Frames(
        setting,
        values,
        traces,
        tuple(tuple(only_named(spec.data[n], by_trace[n]) for n in traces) for spec in specs),
        tuple(only_named(spec.layout, names) for spec in specs),
        tuple(each.summary for each in made),
    )


def changing(parts: list[Changes]) -> list[str]:
    """Properties that differ between `parts`, or are missing in some.

    >>> changing([{"x": np.zeros(2), "y": 1, "name": "a"}, {"x": np.zeros(2), "y": 2}])
    ['y', 'name']
    """
    names = dict.fromkeys(name for part in parts for name in part)
    first = parts[0]
    return [n for n in names if any(n not in part or not _same(part[n], first.get(n)) for part in parts)]


def only_named(part: Changes, names: list[str]) -> Changes:
    """The properties of a part by name; None for one that it hasn't."""
    return {name: part.get(name) for name in names}


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=one.dtype.kind == "f"))
    return bool(one == other)
