"""Figures of the memory bill, of devices and of transfer times. Plain dicts, see spec.

Arguments are plain numbers. Bytes are drawn in the caller's unit, for short tick labels.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from textwrap import wrap
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, upright
from explorer.wording import spell_seconds

PATTERNS = ["", "/", "\\", "x", ".", "-", "+", "|"]
_COLOURS = [*theme.OKABE_ITO, "#F0E442"]
"""Colours of a bill's eight pieces: the last is Okabe and Ito's yellow, which is too pale for lines and dots."""
BILL = "Table, with<br>what it brings"
APART = "rgba(128, 128, 128, 0.35)"
"""Colour of comparison bars, not used in the bill."""
ROOM_BEHIND = 78
"""Percent: up to here a bar's label has room behind it, on a phone too."""


def hatching(index: int) -> dict[str, object]:
    """Hatching, so that pieces differ by more than colour."""
    shape = PATTERNS[index % len(PATTERNS)]
    dark = index % len(_COLOURS) == len(theme.OKABE_ITO)
    look = {
        "fillmode": "overlay",
        "fgcolor": theme.DARK if dark else theme.PAPER,
        "fgopacity": 0.75,
        "size": 7,
        "solidity": 0.2,
    }
    return {"shape": shape, **look}


def stacked(
    parts: Sequence[tuple[str, int]],
    lines: Sequence[tuple[str, str, int]],
    unit: tuple[str, int],
    compare: Sequence[tuple[str, int]] = (),
    missing: str = "",
) -> Spec:
    """A horizontal bar of named sizes in bytes, bars to compare it with, and dashed lines for budgets.

    Args:
        parts: (name, bytes) from left to right; parts of 0 bytes are left out without changing the others' colours.
        lines: (machine, its memory, the same in bytes) of budgets; those beyond the axis are left out.
        unit: name of the axis' unit and its bytes, such as ("GB", 10**9).
        compare: (name, bytes) of a bar each, in grey.
        missing: words in place of such a bar of 0 bytes.
    """
    name, size = unit
    longest = max([sum(count for _, count in parts), *(count for _, count in compare)])
    hover = "%{fullData.name}: %{x:,.4~g} " + name + "<extra></extra>"
    traces: list[dict[str, Any]] = [
        {
            "type": "bar",
            "orientation": "h",
            "y": [BILL],
            "x": [count / size],
            "name": "<br>".join(wrap(part, 25)),  # so that the legend has two columns
            "marker": {"color": _COLOURS[index % len(_COLOURS)], "pattern": hatching(index)},
            "hovertemplate": hover,
        }
        for index, (part, count) in enumerate(parts)
        if count
    ]
    for part, count in compare:
        look = {"color": APART, "line": {"color": theme.INK, "width": 1}}
        bar = {"type": "bar", "orientation": "h", "y": [part], "x": [count / size], "name": part}
        # Its name is beside it already.
        traces.append(bar | {"showlegend": False, "marker": look, "hovertemplate": hover})
    end = _end(longest) / size
    words = {"text": missing, "xanchor": "left", "showarrow": False, "font": {"color": theme.INK}}
    instead = [{"x": 0, "y": part, "xshift": 4, **words} for part, count in compare if not count]
    # Two lines of nothing keep the room above, which lines with names need that come while a size grows.
    room = {"text": "\u00a0<br>\u00a0", "x": 0, "xref": "paper", "y": 1, "yref": "paper", "yanchor": "bottom"}
    shapes, notes = _budget_lines([(who, has, count / size) for who, has, count in lines if count / size <= end], end)
    across = {
        "range": [0, end],
        "showgrid": True,
        # The unit at the last tick only: a phone has no room for more.
        "ticksuffix": f" {name}",
        "showticksuffix": "last",
        "nticks": 6,
        "tickangle": 0,
    }
    order = [*(part for part, _ in reversed(compare)), BILL]
    upward = {"categoryorder": "array", "categoryarray": order, "ticks": "", "showgrid": False}
    made = layout("", "", 430, legend=True, x=across, y=upward, margin={"l": 8, "r": 24, "t": 44, "b": 130})
    legend = {"orientation": "h", "yref": "container", "yanchor": "bottom", "y": 0, "x": 0, "traceorder": "normal"}
    return Spec(
        traces,
        made
        | {
            "barmode": "stack",
            "bargap": 0.35,
            "legend": legend,
            "shapes": shapes,
            "annotations": [room | {"showarrow": False}, *notes, *instead],
        },
    )


def _end(longest: int) -> float:
    """End of the axis in bytes: 100, 400, 1,600, … times a power, so that it stays while a size doubles.

    >>> _end(157_000_000) == _end(316_000_000), _end(157_000_000) / 1e6
    (True, 419.4304)
    """
    return 100.0 * 4.0 ** ceil(log10(max(longest, 1) * 1.04 / 100) / log10(4))


def _budget_lines(lines: Sequence[tuple[str, str, float]], end: float) -> tuple[list[Any], list[Any]]:
    """Dashed lines and the labels above them, as shapes and annotations; `end` is the end of the axis."""
    shapes = [upright(x) for *_, x in lines]
    groups: list[list[tuple[str, str, float]]] = []
    for each in lines:
        if groups and (each[2] - groups[-1][0][2]) / end < 0.65:  # both would touch on a phone
            groups[-1].append(each)
        else:
            groups.append([each])
    notes = []
    for group in groups:
        ends = group[:1] + group[1:][-1:]
        x = sum(each[2] for each in ends) / len(ends)
        both = [name for name, _, _ in ends], [memory for _, memory, _ in ends]
        text = "<br>".join(" to ".join(dict.fromkeys(words)) for words in both)
        side = "left" if x < 0.15 * end else "right" if x > 0.85 * end else "center"
        look = {"showarrow": False, "align": side, "font": {"color": theme.INK}}
        notes.append({"x": x, "xanchor": side, "y": 1, "yref": "paper", "yanchor": "bottom", "text": text, **look})
    return shapes, notes


def cards(names: Sequence[str], percents: Sequence[float], texts: Sequence[str], chosen: int, size: str) -> Spec:
    """Fill level of each machine: a frame for its memory, and in it a bar that is never longer than the frame.

    Args:
        names: the machines.
        percents: need ÷ memory × 100; above 100 the frame is full and hatched.
        texts: label of each bar: behind it, or in it where no room is left behind it.
        chosen: the machine in bold.
        size: of what is to fit, in words.
    """
    labels = [f"<b>{name}</b>" if index == chosen else name for index, name in enumerate(names)]
    bar = {"type": "bar", "orientation": "h", "y": labels}
    outline = {"color": theme.clear("#808080", 0.12), "line": {"color": theme.INK, "width": 1}}
    memory = bar | {"x": [100] * len(names), "marker": outline, "hoverinfo": "skip"}
    # Two traces, so that only numbers change when a frame is full.
    bars = [
        bar
        | {
            "x": [min(percent, 100) if (percent > 100) == full else None for percent in percents],
            "customdata": list(percents),
            "marker": {"color": theme.OKABE_ITO[3 if full else 0], "pattern": hatching(1 if full else 0)},
            "hovertemplate": "%{y}: %{customdata:,.3~g} % of its memory<extra></extra>",
        }
        for full in (False, True)
    ]
    look = {"showarrow": False, "font": {"color": theme.INK}}
    words = [
        {"x": percent, "xanchor": "left", "xshift": 4, "y": at, "text": text, **look}
        if percent <= ROOM_BEHIND
        else {"x": 50, "y": at, "text": text, "bgcolor": theme.PAPER, **look}
        for at, (percent, text) in enumerate(zip(percents, texts, strict=True))
    ]
    across = {"range": [0, 101], "tickvals": [0, 50, 100], "showgrid": False, "fixedrange": True}
    upward = {"autorange": "reversed", "ticks": "", "showgrid": False}
    made = layout("% filled", "", 380, x=across, y=upward, margin={"l": 8, "r": 16, "t": 36, "b": 48})
    # Above the frames and not in the axis's title, which a frame can't change without a whole drawing.
    above = {"x": 1, "xref": "paper", "xanchor": "right", "y": 1, "yref": "paper", "yanchor": "bottom"}
    words.append({**above, "text": size, **look})
    return Spec(
        [memory, *bars], made | {"barmode": "overlay", "bargap": 0.35, "showlegend": False, "annotations": words}
    )


def times(names: Sequence[str], texts: Sequence[str], tables: Mapping[str, Sequence[float]]) -> Spec:
    """Time of one batch of lookups at each bandwidth, on a log axis, with the time as a label.

    Dots, since the length of a bar would mean nothing on an axis that has no 0; of a second table in `tables`, rings,
    so that both are seen where they lie in one place.
    """
    looks = (
        {"color": theme.OKABE_ITO[0], "size": 13},
        {
            "color": theme.OKABE_ITO[3],
            "size": 24,
            "symbol": "circle-open",
            "line": {"width": 2},
        },
    )
    dots = [
        {
            "type": "scatter",
            "mode": "markers" if at else "markers+text",
            "name": name,
            "y": list(names),
            "x": list(seconds),
            "marker": look,
            "text": [f"  {text}" for text in texts],
            "textposition": "middle right",
            "cliponaxis": False,
            "hovertemplate": "%{y}:%{text}<extra></extra>",
        }
        for at, ((name, seconds), look) in enumerate(zip(tables.items(), looks, strict=False))
    ]
    every = [each for seconds in tables.values() for each in seconds]
    low, high = floor(log10(min(every))), ceil(log10(max(every)))
    powers = [10.0**power for power in range(low, high + 1)]
    across = {"type": "log", "range": [low - 0.1, high + 0.3 * (high - low)], "showgrid": True}
    across |= {"tickvals": powers, "ticktext": [spell_seconds(power) for power in powers]}
    upward = {"range": [len(names) - 0.5, -0.5], "ticks": "", "showgrid": True}
    made = layout(
        "time of one batch",
        "",
        180 + 44 * len(names),
        legend=True,
        x=across,
        y=upward,
    )
    return Spec(dots, made)
