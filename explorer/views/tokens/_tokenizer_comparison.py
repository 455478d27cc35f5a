"""Encodings: token counts of each encoding for a text and for one sentence in several scripts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.embedding_pipeline import SCRIPTS, Count, counts
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.tokens.row_labels import ticks
from explorer.tokenizers.vocabularies import NAMED
from explorer.views.formula import Formula
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.text_settings import TEXT
from explorer.views.view import View, picture, with_question
from explorer.wording import listed, number

OWN = "your text"
Measure = Literal["Tokens", "Characters per token", "Bytes per token"]
MEASURES: dict[Measure, Callable[[Count], float]] = {
    "Tokens": lambda count: float(count.tokens),
    "Characters per token": lambda count: count.characters_per_token,
    "Bytes per token": lambda count: count.bytes_per_token,
}
Rows = dict[str, tuple[Count, ...]]


MEASURE: Any = Choice("Measure", "Tokens", tuple(MEASURES), key="t_measured", about="what each mark counts")


@picture(counts)
def encodings(*, text: str = TEXT, measure: Measure = MEASURE) -> View:
    """Token counts or densities of each encoding for a text, one sentence in several languages, emoji and code.

    >>> encodings(text="cat").table["tokens"][0]
    1
    """

    def draw(answered: bool, _: object) -> View:
        rows: Rows = {OWN: counts(text)} if text else {}
        rows |= {name: counts(sentence) for name, sentence in SCRIPTS.items() if answered or name != "Hindi"}
        shown = [*map(tokenizers.ENCODINGS.index, NAMED)]
        values = np.array([[MEASURES[measure](row[at]) for at in shown] for row in rows.values()], np.float32)
        return View(
            _draw_encodings(list(rows), [*NAMED.values()], values, f"{measure.lower()} (logarithmic axis)"),
            _sentence(rows, measure),
            lambda: _table(rows),
            (_cost(rows) if measure == "Tokens" else _ratio_formula(rows, measure),),
            left_out="" if answered else "Hindi is left out until you have answered.",
        )

    return with_question(draw)


def _languages(rows: Rows) -> Rows:
    return {name: row for name, row in rows.items() if name not in (OWN, "Emoji", "Python")}


def _extreme(rows: Rows, choose: Callable[[list[int]], int]) -> tuple[str, int]:
    spent = {name: row[0].tokens for name, row in _languages(rows).items()}
    end = choose(list(spent.values()))
    return listed(name for name, tokens in spent.items() if tokens == end), end


def _sentence(rows: Rows, measure: Measure) -> str:
    fewest, most = _extreme(rows, min), _extreme(rows, max)
    return (
        f"Of {len(_languages(rows))} languages GPT-2 spends the fewest tokens on {fewest[0]} ({fewest[1]}) and the "
        f"most on {most[0]} ({most[1]}). The table has p50k_base too, which is gpt2 with some runs of spaces more. A "
        f"character is what a person counts as one.{'' if measure == 'Tokens' else f' {_right(rows, measure)}'}"
    )


def _right(rows: Rows, measure: Measure) -> str:
    every = [(name, count) for name, row in _languages(rows).items() for count in row if count.encoding in NAMED]
    held = MEASURES[measure]
    (name, most), (other, least) = (
        max(every, key=lambda each: held(each[1])),
        min(every, key=lambda each: (each[1].tokens, held(each[1]))),
    )
    right = (
        f"Of the languages' marks, the one furthest right is {name} by {NAMED[most.encoding]}: {held(most):.2f} a token"
    )
    if most.tokens == least.tokens:
        return f"{right}, and no other costs less than its {most.tokens} tokens."
    return (
        f"{right}, {most.tokens} tokens in all; {other} by {NAMED[least.encoding]} has {held(least):.2f} and costs "
        + (f"{least.tokens}.")
    )


def _cost(rows: Rows) -> Formula:
    (cheap, fewest), (dear, most) = _extreme(rows, min), _extreme(rows, max)
    return Formula(
        r"f = \frac{n}{n_0}",
        {
            "n": f"tokens of the sentence in {dear}, by GPT-2: {most}",
            "n_0": f"tokens of the same sentence in {cheap}: {fewest}",
            "f": "how many times as many tokens the one costs as the other",
        },
        f"{most} / {fewest} = {number(most / fewest)}: the sentence in {dear} costs {number(most / fewest)} times as "
        f"much as in {cheap}.",
    )


def _ratio_formula(rows: Rows, measure: Measure) -> Formula:
    name, row = next(iter(rows.items()))
    first, whole = row[0], measure.split()[0].lower()
    size = first.characters if whole == "characters" else first.bytes
    return Formula(
        r"k = \frac{c}{n}",
        {
            "c": f"{whole} of {name if name == OWN else f'the sentence in {name}'}: {size:,}",
            "n": f"tokens that {first.encoding} makes of it: {first.tokens:,}",
            "k": measure.lower(),
        },
        f"{size:,} / {first.tokens:,} = {MEASURES[measure](first):.2f} {whole} per token, on average. Within one row "
        "of the picture c is the same, so the larger k, the fewer tokens; between two rows c differs, and k alone "
        "does not say which costs more.",
    )


def _table(rows: Rows) -> Table:
    flat = [(name, count) for name, row in rows.items() for count in row]
    return Table(
        {
            "text": [name for name, _ in flat],
            "sentence": [SCRIPTS.get(name, "(yours)") for name, _ in flat],
            "encoding": [count.encoding for _, count in flat],
            "tokens": [count.tokens for _, count in flat],
            "characters": [count.characters for _, count in flat],
            "bytes": [count.bytes for _, count in flat],
            "characters per token": [round(count.characters_per_token, 3) for _, count in flat],
            "bytes per token": [round(count.bytes_per_token, 3) for _, count in flat],
        },
        "encodings",
    )


def _logticks(low: float, high: float) -> list[float]:
    """Round tick values from `low` to `high`, at most 7 of them.

    Example:
        >>> _logticks(6, 34), _logticks(1, 2_000)
        ([7.0, 10.0, 15.0, 20.0, 30.0], [1.0, 10.0, 100.0, 1000.0])
    """
    for series in ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1,)):
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        ticks = [digit * 10.0**power for power in powers for digit in series if low <= digit * 10.0**power <= high]
        if len(ticks) <= 7:
            break
    return ticks


def _draw_encodings(scripts: Sequence[str], names: Sequence[str], values: NDArray[np.float32], title: str) -> Spec:
    """One row per script, one marker per encoding; `values` (scripts, encodings) on a logarithmic axis."""
    traces = []
    heights = np.arange(len(scripts), dtype=np.float32)
    spread = np.linspace(-0.15, 0.15, len(names), dtype=np.float32)
    for nth, name in enumerate(names):
        look = theme.category(nth)
        traces.append(
            {
                "type": "scatter",
                "x": np.asarray(values[:, nth], np.float32),
                "y": heights + spread[nth],
                "mode": "markers",
                "name": name,
                "marker": {"color": look["color"], "symbol": look["symbol"], "size": 9},
                "hovertemplate": "%{x:.3g}<extra>" + name + "</extra>",
            }
        )
    across = {"type": "log", "tickvals": _logticks(float(values.min()), float(values.max())), "tickformat": ","}
    downwards = ticks(scripts) | {"showgrid": True}
    return Spec(traces, layout(title, "", 130 + 44 * len(scripts), legend=True, x=across, y=downwards))
