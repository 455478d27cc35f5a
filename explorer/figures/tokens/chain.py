"""Pictures of the Tokens page: merge ladder, rows, the sum with positions, moved words, neighbours, encodings.

Labels may hold a visitor's text. Plotly reads a few HTML tags in labels, so every label goes through `plain`.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.spec import Spec, layout

LABEL = 14
"""Characters of a label; longer ones end in an ellipsis."""


def plain(text: str, most: int = LABEL) -> str:
    """A visitor's text as a label that Plotly shows letter by letter.

    Example:
        >>> plain("<b>bold</b>"), plain("a" * 20)
        ('&lt;b&gt;bold&lt;/b&gt;', 'aaaaaaaaaaaaa…')
    """
    short = text if len(text) <= most else text[: most - 1] + "…"
    return html.escape(short, quote=False)


def tinted(label: str, color: str | None, most: int = 20) -> str:
    """A label with a square of its token's colour (theme.token_color) before it.

    Example:
        >>> tinted("cat", "#8179CD"), tinted("position 0", None)
        ('<span style="color:#8179CD">■</span> cat', 'position 0')
    """
    return plain(label, most) if color is None else f'<span style="color:{color}">■</span> {plain(label, most)}'


def _ticks(labels: Sequence[str], colors: Sequence[str | None] = ()) -> dict[str, Any]:
    """An axis with one label a row, counted from the top; `colors` as far as they go."""
    return {
        "tickvals": list(range(len(labels))),
        "ticktext": [tinted(label, color) for label, color in zip_longest(labels, colors[: len(labels)])],
        "autorange": "reversed",
        "ticks": "",
        "showgrid": False,
    }


def ladder(rows: Sequence[Sequence[tuple[str, int, bool]]], names: Sequence[str]) -> Spec:
    """The merge ladder: from single bytes (top) to tokens (bottom).

    Args:
        rows: for each step its parts as (label, width in bytes, just joined).
        names: what each row is called.
    """
    traces: list[dict[str, Any]] = []
    for joined in (False, True):
        at: list[int] = []
        base: list[int] = []
        width: list[float] = []
        text: list[str] = []
        for y, parts in enumerate(rows):
            x = 0
            for label, size, is_joined in parts:
                if is_joined == joined:
                    at.append(y)
                    base.append(x)
                    width.append(size - 0.06)
                    text.append(plain(label, 3 * size + 3))
                x += size
        traces.append(
            {
                "type": "bar",
                "y": at,
                "base": base,
                "x": width,
                "orientation": "h",
                "width": 0.78,
                "text": text,
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "constraintext": "none",
                "name": "just joined" if joined else "not touched",
                "marker": {
                    "color": "rgba(213, 94, 0, .35)" if joined else "rgba(0, 114, 178, .16)",
                    "line": {"color": theme.INK, "width": 2.5 if joined else 0.8},
                },
                "textfont": {"color": theme.INK, "size": theme.FONT_SIZE},
                "hovertemplate": "%{text}<extra></extra>",
            }
        )
    total = sum(size for _, size, _ in rows[0]) if rows else 1
    across = {"range": [-0.1, total + 0.1], "dtick": max(1, total // 6), "showgrid": False}
    made = layout("byte of the word", "", 90 + 38 * max(len(rows), 3), legend=True, x=across, y=_ticks(names))
    return Spec(traces, made | {"barmode": "overlay", "bargap": 0})


def limit(*values: NDArray[np.float32]) -> float:
    """Where the colours end: 99.5 % of all numbers are smaller, so that a few large ones don't wash out the rest.

    Example:
        >>> round(limit(np.arange(-1000, 1001, dtype=np.float32)))
        995
    """
    sizes = np.concatenate([np.abs(part).ravel() for part in values]) if values else np.zeros(0)
    return float(np.quantile(sizes, 0.995)) or 1.0 if sizes.size else 1.0


def _heatmap(values: NDArray[np.float32], **extra: Any) -> dict[str, Any]:
    hover = "%{y} · dimension %{x}<br>%{z:.4f}<extra></extra>"
    return {"type": "heatmap", "z": np.ascontiguousarray(values, np.float32), "hovertemplate": hover, **extra}


_BAR = {"thickness": 12, "len": 1}


def rows(values: NDArray[np.float32], labels: Sequence[str], colors: Sequence[str | None] = ()) -> Spec:
    """Rows of a table (n, D) as a heatmap, one line a token in its colour; the cells' colours are centred at 0."""
    end = limit(values)
    cells = _heatmap(values, colorscale=theme.DIVERGING, zmid=0, zmin=-end, zmax=end, colorbar=_BAR)
    return Spec([cells], layout("dimension", "", 110 + 24 * max(len(labels), 4), y=_ticks(labels, colors)))


Part = tuple[str, NDArray[np.float32], Sequence[str], Sequence[str | None]]


def aligned(parts: Sequence[Part]) -> Spec:
    """Heatmaps one under the other on one dimension axis and one colour scale.

    Args:
        parts: (title, values (t, D), labels (t,), colours of the tokens) from top to bottom.
    """
    end = limit(*(values for _, values, _, _ in parts))
    counts = [max(len(labels), 1) for _, _, labels, _ in parts]
    gap, pixels = 46, 22
    inner = sum(counts) * pixels + gap * (len(parts) - 1)
    made, traces, titles = layout("", "", inner + 100), [], []
    top = 1.0
    for number, ((title, values, labels, colors), count) in enumerate(zip(parts, counts, strict=True), start=1):
        bottom = max(top - count * pixels / inner, 0.0)
        suffix = "" if number == 1 else str(number)
        traces.append(_heatmap(values, coloraxis="coloraxis", xaxis="x", yaxis=f"y{suffix}"))
        axis = made["yaxis"] if number == 1 else {}
        made[f"yaxis{suffix}"] = axis | _ticks(labels, colors) | {"domain": [bottom, top], "automargin": True}
        titles.append(_note(title, 0, top) | {"xanchor": "left"})
        top = bottom - gap / inner
    last = "" if len(parts) == 1 else str(len(parts))
    made["xaxis"] |= {"anchor": f"y{last}", "title": {"text": "dimension"}}
    made["margin"]["t"] = 44
    made["annotations"] = titles
    made["coloraxis"] = {"colorscale": theme.DIVERGING, "cmid": 0, "cmin": -end, "cmax": end, "colorbar": _BAR}
    return Spec(traces, made)


def _note(text: str, x: float, y: float) -> dict[str, Any]:
    """A panel's title, above `y`; both places as shares of the picture."""
    return {"text": text, "x": x, "xref": "paper", "y": y, "yref": "paper", "yanchor": "bottom", "showarrow": False}


def moved(
    labels: Sequence[str],
    plain_distance: NDArray[np.float32],
    distance: NDArray[np.float32],
    colors: Sequence[str | None] = (),
) -> Spec:
    """How far each word's vector moved when the order changed, without and with positions."""
    traces = []
    places = np.arange(len(labels), dtype=np.float32)
    for number, (name, values) in enumerate((("no position", plain_distance), ("with positions", distance))):
        look = theme.category(number)
        traces.append(
            {
                "type": "bar",
                "y": places,
                "x": np.asarray(values, np.float32),
                "orientation": "h",
                "name": name,
                "marker": {"color": look["color"], "pattern": {"shape": ["", "/"][number]}},
                "hovertemplate": "%{y} moved by %{x:.4f}<extra>" + name + "</extra>",
            }
        )
    longest = float(max(np.max(distance, initial=0), np.max(plain_distance, initial=0)))
    made = layout(
        "distance between the word's two vectors",
        "",
        130 + 40 * max(len(labels), 3),
        legend=True,
        x={"range": [0, (longest or 1) * 1.05]},
        y=_ticks(labels, colors),
    )
    return Spec(traces, made | {"barmode": "group"})


def neighbours(
    labels: Sequence[str], cosines: NDArray[np.float32], mean_cosine: float, colors: Sequence[str | None] = ()
) -> Spec:
    """Nearest tokens with their cosines, and where the mean of all tokens lies."""
    look = theme.category(0)
    near = {
        "type": "scatter",
        "y": np.arange(len(labels), dtype=np.float32),
        "x": np.asarray(cosines, np.float32),
        "mode": "markers",
        "marker": {"color": look["color"], "symbol": look["symbol"], "size": 13},
        "name": "neighbour",
        "hovertemplate": "%{x:.3f}<extra></extra>",
    }
    mean = {
        "type": "scatter",
        "x": [mean_cosine, mean_cosine],
        "y": [-0.6, len(labels) - 0.4],
        "mode": "lines",
        "line": {"color": theme.OKABE_ITO[3], "dash": "dash", "width": 2.5},
        "name": f"all tokens, mean: {mean_cosine:.3f}",
        "hoverinfo": "skip",
    }
    across = {"range": [min(0.0, float(np.min(cosines, initial=0)), mean_cosine) - 0.05, 1.02]}
    made = layout("cosine", "", 110 + 30 * len(labels), legend=True, x=across, y=_ticks(labels, colors))
    return Spec([near, mean], made)


def _log_ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers from `low` to `high`, as close together as at most `most` of them can be.

    Example:
        >>> _log_ticks(6, 34), _log_ticks(1, 2_000)
        ([7.0, 10.0, 15.0, 20.0, 30.0], [1.0, 10.0, 100.0, 1000.0])
    """
    for series in ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1,)):
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        ticks = [digit * 10.0**power for power in powers for digit in series if low <= digit * 10.0**power <= high]
        if len(ticks) <= most:
            break
    return ticks


def encodings(scripts: Sequence[str], names: Sequence[str], values: NDArray[np.float32], title: str) -> Spec:
    """One row a script, one marker an encoding; `values` (scripts, encodings) on a logarithmic axis."""
    traces = []
    places = np.arange(len(scripts), dtype=np.float32)
    spread = np.linspace(-0.36, 0.36, len(names), dtype=np.float32)
    for number, name in enumerate(names):
        look = theme.category(number)
        traces.append(
            {
                "type": "scatter",
                "x": np.asarray(values[:, number], np.float32),
                "y": places + spread[number],
                "mode": "markers",
                "name": name,
                "marker": {"color": look["color"], "symbol": look["symbol"], "size": 9},
                "hovertemplate": "%{x:.3g}<extra>" + name + "</extra>",
            }
        )
    across = {
        "type": "log",
        "tickvals": _log_ticks(float(values.min()), float(values.max())),
        "tickformat": ",",
    }
    downwards = _ticks(scripts) | {"showgrid": True}
    return Spec(traces, layout(title, "", 130 + 44 * len(scripts), legend=True, x=across, y=downwards))


def histograms(
    names: Sequence[str], edges: Sequence[NDArray[np.float32]], counts: Sequence[NDArray[np.float32]]
) -> Spec:
    """The numbers in fresh tables, one panel an initializer, each with its own scale."""
    made, traces, titles = layout("", "", 240, margin={"t": 40, "l": 12}), [], []
    width = 1 / len(names)
    hidden = {"showticklabels": False, "ticks": "", "showgrid": False}
    for number, name in enumerate(names, start=1):
        suffix = "" if number == 1 else str(number)
        left = (number - 1) * width
        middles = (edges[number - 1][1:] + edges[number - 1][:-1]) / 2
        traces.append(
            {
                "type": "bar",
                "x": np.asarray(middles, np.float32),
                "y": np.asarray(counts[number - 1], np.float32),
                "xaxis": f"x{suffix}",
                "yaxis": f"y{suffix}",
                "marker": {"color": theme.OKABE_ITO[number - 1]},
                "hovertemplate": "around %{x:.3g}: %{y:.1%}<extra></extra>",
            }
        )
        across = {"domain": [left + 0.02, left + width - 0.02], "anchor": f"y{suffix}", "nticks": 5, "zeroline": False}
        made[f"xaxis{suffix}"] = across
        made[f"yaxis{suffix}"] = hidden | {"anchor": f"x{suffix}"}
        titles.append(_note(name, left + width / 2, 1.02))
    return Spec(traces, made | {"bargap": 0, "annotations": titles})
