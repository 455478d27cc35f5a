"""Tied and untied output: a row's gradient through the lookup and through the softmax, in a model trained here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.excerpt import Excerpt, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, log_axis
from explorer.figures.gradients.matrix_panels import LONGEST, Floats
from explorer.figures.label_text import plain, sides
from explorer.figures.theme import token_color
from explorer.gradients import tied_output as engine
from explorer.lm import shipped_model as lm
from explorer.tokenizers import SMALL, encode, token_bytes, token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.text_settings import TEXT
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, number, share, verb


@dataclass(frozen=True, eq=False)
class Found:
    """Both gradients of every row, for the picture and the sentence."""

    ends: engine.Ends
    lookup: engine.Array
    names: tuple[str, ...]
    read: Excerpt[engine.Ids]

    @cached_property
    def softmax(self) -> engine.Array:
        """Gradient lengths through the softmax, (V,), computed on demand after the guess."""
        return engine.lengths(self.ends.softmax)


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    return tuple(token_labels(range(lm.load_lm().config.vocab_size), SMALL))


@cached(2, expires=True)  # 4 MB each: both gradients of all rows
def found_of(text: str) -> Found:
    """Both gradients of a text, read by the shipped model."""
    model = lm.load_lm()
    ids = encode(text, SMALL)
    last = ids[-model.config.train_len - 1 :]
    read = Excerpt("token", last, len(ids), how="the last, as on the first page: what is read, and one to guess")
    ends = engine.both_ends(model.config, model.weights, read.values)
    return Found(ends, ends.lookup_lengths, _names(), read)


TIED: Any = Choice(
    "Table to compare with",
    True,
    {True: "The same table (tied)", False: "A second table (untied)"},
    key="g_tied",
    about="whether the output layer uses the token table, or a matrix of its own",
)


@picture(engine.both_ends)
def both_ends(*, text: str = TEXT, tied: bool = TIED) -> View:
    """The gradient of every row of a trained model's table, through the lookup and through the softmax.

    >>> both_ends(text="The cat sat").table["token"][:3]
    ['␣cat', '␣sat', 'The']
    """
    found = found_of(text)
    return with_question(
        lambda answered, _: View(
            _figure(text, answered and tied),
            _sentence(found, tied, answered),
            lambda: _table(found, answered and tied),
            (_formula(found),),
            ranges("Taken", found.read),
            _details(found) if answered and tied else "",
        )
    )


@cached(8, expires=True)
def _figure(text: str, scored: bool) -> Spec:
    found = found_of(text)
    read = np.flatnonzero(found.lookup)
    colors = [token_color(piece) for piece in token_bytes(read.tolist(), SMALL)]
    return _draw_ends(found.lookup, found.softmax if scored else None, found.names, colors)


def _sentence(found: Found, is_tied: bool, answered: bool) -> str:
    """Sentence on which rows get a gradient through which path; before the guess, through the lookup only."""
    ends = found.ends
    read, rows = len(ends.learns(tied=False)), ends.vocab_size
    start = (
        f"Through the lookup {count(read, 'row')} of {rows:,} {verb(read, 'gets', 'get')} a gradient: "
        f"{share(read, rows)}."
    )
    model = (
        f" The model reads {count(len(ends.ids), 'token')} and predicts the one after "
        f"{verb(len(ends.ids), 'it', 'each')} (mean loss {fixed(ends.loss)} nats)."
    )
    if not is_tied:
        return (
            f"{start} Untied, that is all the token table gets: the gradient through the softmax goes to the output "
            f"matrix, which has {rows:,} rows of its own.{model}"
        )
    if not answered:
        return f"{start} What comes through the softmax is shown after your guess.{model}"
    learns = len(ends.learns(tied=True))
    return f"{start[:-1]}; lookup and softmax together, {learns:,} do: {share(learns, rows)}.{model}"


def _details(found: Found) -> str:
    ends = found.ends
    half = engine.rows_for_half(ends.softmax)
    top = int(found.softmax.argmax())
    ratio = float(np.linalg.norm(found.softmax) / np.linalg.norm(found.lookup))
    return (
        f"The gradient through the softmax is {number(ratio)} times as long as the one through the lookup, and spread "
        f"unevenly: {count(half, 'row')} {verb(half, 'holds', 'hold')} at least half of the sum of its "
        "squared lengths. The longest is that of "
        f"“{found.names[top]}”, row {top:,}; the median row gets {number(float(np.median(found.softmax)), 2)}, the "
        f"longest {number(float(found.softmax[top]), 2)}."
    )


def _formula(found: Found) -> Formula:
    ends = found.ends
    read = len(ends.learns(tied=False))
    return Formula(
        r"\frac{\partial L}{\partial E_v} = \underbrace{\sum_{t: \mathrm{id}(t) = v} G_t}_{\text{through the lookup}}"
        r" + \underbrace{\frac{1}{T}\sum_t (p_{t,v} - y_{t,v})\, h_t}_{\text{through the softmax, if tied}}",
        {
            "E_v": f"row v of the table, v from 0 to {ends.vocab_size - 1:,}",
            "G_t": "the gradient that comes down to the vector looked up at position t",
            "p_{t,v}": "the chance that the model gives token v after position t, above 0 for every token",
            "y_{t,v}": "1 for the token that came, 0 for the others",
            "h_t": "what the model says at position t, the vector that is compared with every row",
            "T": f"predictions: {len(ends.ids)}",
        },
        f"The first sum is empty for {ends.vocab_size:,} − {read:,} = {ends.vocab_size - read:,} "
        "rows: nobody read them.",
    )


def _table(found: Found, answered: bool) -> Table:
    columns: dict[str, Any] = {"row": np.arange(found.ends.vocab_size), "token": found.names}
    columns["through the lookup"] = found.lookup
    if answered:
        columns["through the softmax"] = found.softmax
        columns["both together"] = engine.lengths(found.ends.gradient(tied=True))
    order = np.argsort(-found.lookup - (found.softmax if answered else 0), kind="stable")
    ordered = {name: [values[i] for i in order] for name, values in columns.items()}
    return Table(ordered, "both_ends")


NARROW, HEIGHT = 215, 200  # pixels of the plot on a phone, in the path: labels that fit there fit everywhere
BELOW, ABOVE = 0.3, 0.5  # margin of the logarithmic axis below the shortest and above the longest gradient, in decades
ABOVE_DOTS = 2.6
"""The same margin among dots, in which the names stand."""
FEW = 8
"""Squares that have their names beside them; more, or squares among dots, have them in a line above."""
LOOKUP, SOFTMAX = "rows that were read", "rows that were compared"


def _draw_ends(lookup: Floats, softmax: Floats | None, names: Sequence[str], colors: Sequence[str] = ()) -> Spec:
    """Length of each row's gradient over the number of the row, on a logarithmic axis; rows of length 0 are not drawn.

    Args:
        lookup: (V,) through the lookup.
        softmax: (V,) through the softmax; None: the table gets nothing from there (untied), or it is still covered.
        names: (V,) what to call each row.
        colors: of the tokens that were read, by ascending row; one colour for all where there are none.
    """
    both = np.concatenate([lookup, softmax if softmax is not None else lookup])
    low, high = np.log10(both[both > 0].min(initial=1.0)), np.log10(max(float(both.max(initial=0)), 1e-12))
    above = ABOVE if softmax is None else ABOVE_DOTS
    traces: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    for lengths, title, index in ((softmax, SOFTMAX, 5), (lookup, LOOKUP, 3)):
        if lengths is None:
            continue
        rows: NDArray[np.int64] = np.flatnonzero(lengths)
        read = title == LOOKUP
        shown = [plain(names[row], LONGEST) for row in rows.tolist()]
        texts, text_sides = None, None
        if read and softmax is None and len(rows) <= FEW:
            ys = (high + ABOVE - np.log10(lengths[rows])) / (high - low + BELOW + ABOVE) * HEIGHT
            xs = rows / len(lookup) * NARROW
            texts = shown
            # All squares have a label, which covers no other one where there is room.
            text_sides = sides(xs.tolist(), ys.tolist(), shown, width=NARROW, marks=[8.0] * len(rows))
        elif read:
            notes = _labels_above(rows, lengths, shown, len(lookup), float(high) + above / 2)
        look = {"color": theme.OKABE_ITO[index], "size": 5, "symbol": "circle", "opacity": 0.7}
        if read:
            named = len(texts or notes)
            entry_name = title if named == len(rows) else f"{title}; {named} of {len(rows)} named"
            edge = {"width": 1, "color": theme.INK}
            look |= {"color": list(colors) or look["color"], "size": 13, "symbol": "square", "opacity": 1, "line": edge}
            # A square's colour is its token's, so the legend has a square of no token.
            entry = {"color": theme.PAPER, "size": 13, "symbol": "square", "line": edge}
            traces.append(
                {"type": "scatter", "mode": "markers", "x": [None], "y": [None], "name": entry_name}
                | {"marker": entry, "legendgroup": title, "hoverinfo": "skip"}
            )
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text" if texts else "markers",
                "x": rows.astype(np.int32),
                "y": lengths[rows].astype(np.float32),
                "name": title,
                "legendgroup": title,
                "showlegend": not read,
                "text": texts,
                "hovertext": shown,
                "textposition": text_sides,
                "textfont": {"color": theme.INK},
                "cliponaxis": False,
                "marker": look,
                "hovertemplate": "<b>%{hovertext}</b>, row %{x:,}<br>%{y:.2g}<extra>" + title + "</extra>",
            }
        )
    across = {"range": [-len(lookup) / 40, len(lookup) * 1.04], "showgrid": False}
    upward = log_axis(float(low) - BELOW, float(high) + above, written_out=True)
    lines = sum(line <= 10 ** (float(high) + BELOW) for line in upward["tickvals"])  # none among the names
    upward |= {"tickvals": upward["tickvals"][:lines], "ticktext": upward["ticktext"][:lines]}
    made = layout("number of the row", "how hard it is pushed", 460, legend=True, x=across, y=upward)
    return Spec(traces, made | {"annotations": notes})


def _labels_above(
    rows: NDArray[np.int64], lengths: Floats, names: Sequence[str], vocab_size: int, top: float
) -> list[dict[str, Any]]:
    """Labels in one line above all squares and dots, each with a line to its square: as many as fit there on a phone,
    the largest gradients first.

    Where not all fit, no label is further aside than it is wide: a flatter line leaves it at its side, and crosses the
    next one. The offsets are pixels, so in a wider picture each label is nearer to being above its square.
    """
    places: NDArray[np.float64] = rows / vocab_size * NARROW
    wide = [8 * len(name) + 4 for name in names]
    for aside in (2, 1):  # in widths of a label
        chosen: list[int] = []
        middles = np.zeros(0)
        for at in np.argsort(-lengths[rows], kind="stable").tolist():
            more = sorted([*chosen, at])  # by row, which is from the left to the right
            found = _line_up(places[more], np.array([wide[each] for each in more]), aside)
            if found is not None:
                chosen, middles = more, found
        if len(chosen) == len(rows):
            break
    return [
        {
            "text": names[at],
            "x": int(rows[at]),
            "y": float(np.log10(lengths[rows[at]])),
            "ax": round(middle - places[at]),
            "ayref": "y",
            "ay": top,
            "arrowhead": 0,
            "arrowwidth": 1.2,
            "arrowcolor": theme.INK,
            "standoff": 7,
            "font": {"color": theme.INK},
            "borderpad": 0,
        }
        for at, middle in zip(chosen, middles.tolist(), strict=True)
    ]


def _line_up(xs: NDArray[np.float64], wide: NDArray[np.int64], aside: int) -> NDArray[np.float64] | None:
    """Middles of labels in a line of `NARROW` pixels, each at most `aside` widths from its x; None: no room.

    >>> _line_up(np.array([10.0, 20.0]), np.array([20, 20]), 1)
    array([10., 30.])
    """
    first, left = [], 0.0  # as far to the left as each may stand
    for x, width in zip(xs.tolist(), wide.tolist(), strict=True):
        first.append(max(x - aside * width, left + width / 2))
        left = first[-1] + width / 2
    middles, right = xs.copy(), float(NARROW)
    for nth in range(len(xs) - 1, -1, -1):
        middles[nth] = max(first[nth], min(xs[nth], right - wide[nth] / 2))
        right = middles[nth] - wide[nth] / 2
    fits = left <= NARROW and bool((np.abs(middles - xs) <= aside * wide).all())
    return middles if fits else None
