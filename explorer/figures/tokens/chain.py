"""Pictures of the Tokens page: merge ladder, rows, the sum with positions, moved words, neighbours, encodings.

Labels may hold a visitor's text. Plotly reads a few HTML tags in labels, so every label goes through `plain`.
"""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

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


def _ticks(labels: Sequence[str], colors: Sequence[str | None] = ()) -> dict[str, object]:
    """An axis with one label a row, counted from the top; `colors` as far as they go."""
    return {
        "tickvals": list(range(len(labels))),
        "ticktext": [tinted(label, color) for label, color in zip_longest(labels, colors[: len(labels)])],
        "autorange": "reversed",
        "ticks": "",
        "showgrid": False,
    }


def ladder(rows: Sequence[Sequence[tuple[str, int, bool]]], names: Sequence[str]) -> go.Figure:
    """The merge ladder: from single bytes (top) to tokens (bottom).

    Args:
        rows: for each step its parts as (label, width in bytes, just joined).
        names: what each row is called.
    """
    figure = theme.base("byte of the word", "", height=90 + 38 * max(len(rows), 3), legend=True)
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
        figure.add_bar(
            y=at,
            base=base,
            x=width,
            orientation="h",
            width=0.78,
            text=text,
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            constraintext="none",
            name="just joined" if joined else "not touched",
            marker={
                "color": "rgba(213, 94, 0, .35)" if joined else "rgba(0, 114, 178, .16)",
                "line": {"color": theme.INK, "width": 2.5 if joined else 0.8},
            },
            textfont={"color": theme.INK, "size": theme.FONT_SIZE},
            hovertemplate="%{text}<extra></extra>",
        )
    total = sum(size for _, size, _ in rows[0]) if rows else 1
    figure.update_layout(barmode="overlay", yaxis=_ticks(names), bargap=0)
    figure.update_xaxes(range=[-0.1, total + 0.1], dtick=max(1, total // 6), showgrid=False)
    return figure


def limit(*values: NDArray[np.float32]) -> float:
    """Where the colours end: 99.5 % of all numbers are smaller, so that a few large ones don't wash out the rest.

    Example:
        >>> round(limit(np.arange(-1000, 1001, dtype=np.float32)))
        995
    """
    sizes = np.concatenate([np.abs(part).ravel() for part in values]) if values else np.zeros(0)
    return float(np.quantile(sizes, 0.995)) or 1.0 if sizes.size else 1.0


def _heatmap(values: NDArray[np.float32], labels: Sequence[str], **extra: object) -> go.Heatmap:
    return go.Heatmap(
        z=np.ascontiguousarray(values, np.float32),
        customdata=None,
        hovertemplate="%{y} · dimension %{x}<br>%{z:.4f}<extra></extra>",
        **extra,
    )


def rows(values: NDArray[np.float32], labels: Sequence[str], colors: Sequence[str | None] = ()) -> go.Figure:
    """Rows of a table (n, D) as a heatmap, one line a token in its colour; the cells' colours are centred at 0."""
    end = limit(values)
    figure = theme.base("dimension", "", height=110 + 24 * max(len(labels), 4), legend=False)
    figure.add_trace(
        _heatmap(
            values,
            labels,
            colorscale=theme.DIVERGING,
            zmid=0,
            zmin=-end,
            zmax=end,
            colorbar={"thickness": 12, "len": 1},
        )
    )
    figure.update_yaxes(**_ticks(labels, colors))
    return figure


Part = tuple[str, NDArray[np.float32], Sequence[str], Sequence[str | None]]


def aligned(parts: Sequence[Part]) -> go.Figure:
    """Heatmaps one under the other on one dimension axis and one colour scale.

    Args:
        parts: (title, values (t, D), labels (t,), colours of the tokens) from top to bottom.
    """
    end = limit(*(values for _, values, _, _ in parts))
    counts = [max(len(labels), 1) for _, _, labels, _ in parts]
    gap, pixels = 46, 22
    inner = sum(counts) * pixels + gap * (len(parts) - 1)
    figure = theme.base("", "", height=inner + 100, legend=False)
    top = 1.0
    for number, ((title, values, labels, colors), count) in enumerate(zip(parts, counts, strict=True), start=1):
        bottom = max(top - count * pixels / inner, 0.0)
        suffix = "" if number == 1 else str(number)
        figure.add_trace(_heatmap(values, labels, coloraxis="coloraxis", xaxis="x", yaxis=f"y{suffix}"))
        figure.update_layout(
            {f"yaxis{suffix}": {**_ticks(labels, colors), "domain": [bottom, top], "automargin": True}}
        )
        figure.add_annotation(
            text=title, x=0, xref="paper", xanchor="left", y=top, yref="paper", yanchor="bottom", showarrow=False
        )
        top = bottom - gap / inner
    last = "" if len(parts) == 1 else str(len(parts))
    figure.update_layout(
        xaxis={"anchor": f"y{last}", "title": {"text": "dimension"}},
        margin={"t": 44},
        coloraxis={
            "colorscale": theme.DIVERGING,
            "cmid": 0,
            "cmin": -end,
            "cmax": end,
            "colorbar": {"thickness": 12, "len": 1},
        },
    )
    return figure


def moved(labels: Sequence[str], plain_distance: NDArray[np.float32], distance: NDArray[np.float32]) -> go.Figure:
    """How far each word's vector moved when the order changed, without and with positions."""
    figure = theme.base("distance between the word's two vectors", "", height=130 + 40 * max(len(labels), 3))
    places = np.arange(len(labels), dtype=np.float32)
    for number, (name, values) in enumerate((("no position", plain_distance), ("with positions", distance))):
        look = theme.category(number)
        figure.add_bar(
            y=places,
            x=np.asarray(values, np.float32),
            orientation="h",
            name=name,
            marker={"color": look["color"], "pattern": {"shape": ["", "/"][number]}},
            hovertemplate="%{y} moved by %{x:.4f}<extra>" + name + "</extra>",
        )
    longest = float(max(np.max(distance, initial=0), np.max(plain_distance, initial=0)))
    figure.update_layout(barmode="group", yaxis=_ticks(labels))
    figure.update_xaxes(range=[0, (longest or 1) * 1.05])
    return figure


def neighbours(labels: Sequence[str], cosines: NDArray[np.float32], mean_cosine: float) -> go.Figure:
    """Nearest tokens with their cosines, and where the mean of all tokens lies."""
    figure = theme.base("cosine", "", height=110 + 30 * len(labels))
    look = theme.category(0)
    figure.add_scatter(
        y=np.arange(len(labels), dtype=np.float32),
        x=np.asarray(cosines, np.float32),
        mode="markers",
        marker={"color": look["color"], "symbol": look["symbol"], "size": 13},
        name="neighbour",
        hovertemplate="%{x:.3f}<extra></extra>",
    )
    figure.add_scatter(
        x=[mean_cosine, mean_cosine],
        y=[-0.6, len(labels) - 0.4],
        mode="lines",
        line={"color": theme.OKABE_ITO[3], "dash": "dash", "width": 2.5},
        name=f"all tokens, mean: {mean_cosine:.3f}",
        hoverinfo="skip",
    )
    figure.update_yaxes(**_ticks(labels))
    figure.update_xaxes(range=[min(0.0, float(np.min(cosines, initial=0)), mean_cosine) - 0.05, 1.02])
    return figure


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


def encodings(scripts: Sequence[str], names: Sequence[str], values: NDArray[np.float32], title: str) -> go.Figure:
    """One row a script, one marker an encoding; `values` (scripts, encodings) on a logarithmic axis."""
    figure = theme.base(title, "", height=130 + 44 * len(scripts))
    places = np.arange(len(scripts), dtype=np.float32)
    spread = np.linspace(-0.36, 0.36, len(names), dtype=np.float32)
    for number, name in enumerate(names):
        look = theme.category(number)
        figure.add_scatter(
            x=np.asarray(values[:, number], np.float32),
            y=places + spread[number],
            mode="markers",
            name=name,
            marker={"color": look["color"], "symbol": look["symbol"], "size": 9},
            hovertemplate="%{x:.3g}<extra>" + name + "</extra>",
        )
    figure.update_yaxes(**{**_ticks(scripts), "showgrid": True})
    figure.update_xaxes(type="log", tickvals=_log_ticks(float(values.min()), float(values.max())), tickformat=",")
    return figure


def histograms(
    names: Sequence[str], edges: Sequence[NDArray[np.float32]], counts: Sequence[NDArray[np.float32]]
) -> go.Figure:
    """The numbers in fresh tables, one panel an initializer, each with its own scale."""
    figure = theme.base("", "", height=240, legend=False)
    width = 1 / len(names)
    hidden = {"showticklabels": False, "ticks": "", "showgrid": False}
    for number, name in enumerate(names, start=1):
        suffix = "" if number == 1 else str(number)
        left = (number - 1) * width
        middles = (edges[number - 1][1:] + edges[number - 1][:-1]) / 2
        figure.add_bar(
            x=np.asarray(middles, np.float32),
            y=np.asarray(counts[number - 1], np.float32),
            xaxis=f"x{suffix}",
            yaxis=f"y{suffix}",
            marker={"color": theme.OKABE_ITO[number - 1]},
            hovertemplate="around %{x:.3g}: %{y:.1%}<extra></extra>",
        )
        figure.layout[f"xaxis{suffix}"] = {
            "domain": [left + 0.02, left + width - 0.02],
            "anchor": f"y{suffix}",
            "nticks": 5,
            "zeroline": False,
        }
        figure.layout[f"yaxis{suffix}"] = hidden | {"anchor": f"x{suffix}"}
        figure.add_annotation(
            text=name, x=left + width / 2, xref="paper", y=1.02, yref="paper", yanchor="bottom", showarrow=False
        )
    figure.update_layout(bargap=0, margin={"t": 40, "l": 12})
    return figure
