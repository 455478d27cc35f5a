"""Bags of tokens ("Dog bites man" on the page): two equal sums, and one word whose vector depends on its position."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer import embedding_pipeline
from explorer.core.initializers import Init
from explorer.embedding_pipeline import table_for
from explorer.embedding_pipeline.bag_of_words import BagRequest, BagResult
from explorer.embedding_pipeline.bag_of_words import bags as bags_of
from explorer.excerpt import first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import BAR, Spec, layout
from explorer.figures.tokens.row_labels import tinted
from explorer.tokenizers import token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Int, Switch
from explorer.views.table import Table
from explorer.views.text_settings import ENCODING, Encoding
from explorer.views.tokens.settings import FIRST, INIT, SECOND, SEED, colors
from explorer.views.view import View, picture, with_question
from explorer.wording import added_up, count, fixed, in_brackets, number, verb

SUMMED = 6
"""Maximum rows whose numbers are written out below the formula."""


MOVED: Any = Switch("Moved token", True, about="whether to draw the token whose position differs")


@picture(bags_of)
def bags(
    *,
    first: str = FIRST,
    second: str = SECOND,
    encoding: Encoding = ENCODING,
    moved_token: bool = MOVED,
    init: Init = INIT,
    seed: Int = SEED,
) -> View:
    """Sums of two sentences' rows, and one token's row with each of its two positions added.

    Where the second has other words, the first's words backwards stand between the two, with an equal sum.

    >>> bags().table["sum of rows, first"][:2] == bags().table["sum of rows, second"][:2]
    array([ True,  True])
    """
    table = table_for(encoding, init, seed)
    result = bags_of(BagRequest(f" {first.strip()}", f" {second.strip()}", encoding, init, seed))
    names, rows, sentences = ["sum of rows, first", "sum of rows, second"], [*result.sums], [first, second]
    tints: list[str | None] = [None, None]
    label = ""
    if result.token is not None and moved_token:
        (label,) = token_labels([result.token], encoding)
        names += [f"{label} at position {at}" for at in result.token_positions]
        rows += [*result.vectors]
        tints += colors([result.token] * 2, encoding)

    backwards = " ".join(reversed(first.split()))
    again = bags_of(BagRequest(f" {first.strip()}", f" {backwards}", encoding, init, seed))
    pair = ""
    if not result.same_bag and again.same_bag and backwards != first.strip():  # the equal pair, then the other words
        pair = f"“{first.strip()}” and “{backwards}”: the two sums of rows differ by {number(again.gap)}. "
        names.insert(1, "sum of rows, first backwards")
        rows.insert(1, again.sums[1])
        sentences.insert(1, backwards)
        tints.insert(1, None)

    names.insert(len(sentences), "first sum − third sum" if pair else "difference of the sums")
    rows.insert(len(sentences), result.sums[0] - result.sums[1])
    tints.insert(len(sentences), None)

    def draw(answered: bool, _: object) -> View:
        if not answered:
            # Other words give nothing away: their sum joins at once.
            drawn = 1 if result.same_bag else 2
            sentence = (
                f"The rows of the first sentence, {count(len(result.ids[0]), 'token')}, are added up. The sum of the "
                "second joins the picture after your guess."
                if result.same_bag
                else _bag(result, _named(result, encoding))
            )
            shown = dict(zip(["sum of rows, first", "sum of rows, second"], result.sums[:drawn], strict=False))
            return View(
                _draw_bags(result.sums[:drawn], [first, second][:drawn], tints[:drawn]),
                sentence,
                lambda: Table({"dimension": np.arange(len(rows[0])), **shown}, "bags"),
                (_formula(result, table),),
                left_out=_left_out(result, False) + _beyond([*result.sums[:drawn]]),
            )
        return View(
            _draw_bags(np.stack(rows), [*sentences, *names[len(sentences) :]], tints, len(sentences)),
            pair + _sentence(result, label, moved_token, _named(result, encoding)),
            lambda: Table({"dimension": np.arange(len(rows[0])), **dict(zip(names, rows, strict=True))}, "bags"),
            (_formula(result, table),),
            left_out=_left_out(result, moved_token) + _beyond(rows),
        )

    return with_question(draw)


def _named(result: BagResult, encoding: str) -> str:
    if len(result.ids[0]) > SUMMED:
        return ""
    named = ", ".join(token_labels(result.ids[0], encoding))
    return f" ({named}; the first word is cut with a space before it too)"


def _bag(result: BagResult, named: str) -> str:
    same = count(len(result.ids[0]), "token").removeprefix("1 ")
    return (
        f"The same {same} in both sentences{named}, and the two sums of rows differ by {number(result.gap)}."
        if result.same_bag
        else f"Not the same tokens in the first and the second sentence ({_both(*map(len, result.ids))}), and the two "
        f"sums of rows differ, by up to {number(result.gap)}."
    )


def _sentence(result: BagResult, label: str, moved_token: bool, named: str) -> str:
    bag = _bag(result, named)
    if not moved_token:
        return bag
    if result.token is None:
        return f"{bag} With positions: no token that both have stands at another position."
    here, there = result.token_positions
    return (
        f"{bag} With positions: “{label}” stands at position {here} in the first and at position {there} in the "
        f"second; with its position added its vectors are {number(result.moved)} apart."
    )


def _left_out(result: BagResult, moved_token: bool) -> str:
    cut = ranges("Drawn", first_of("dimension", range(result.sums.shape[1]), COLUMNS))
    if moved_token and max(map(len, result.ids)) > result.positions:
        cut += f" Positions from {result.positions} on have no learned row and are not looked at."
    return cut


def _beyond(rows: list[np.ndarray[Any, Any]]) -> str:
    vectors = np.stack(rows)
    beyond = int((np.abs(vectors[:, :COLUMNS]) > _scale_of(vectors)).sum())
    return (
        f" {count(beyond, 'number')} drawn {verb(beyond, 'lies', 'lie')} beyond the scale of the first sum’s colours: "
        f"{verb(beyond, 'it has', 'they have')} the colour of its end."
        if beyond
        else ""
    )


def _both(first: int, second: int) -> str:
    """Token counts of two sentences in words.

    >>> _both(1, 1), _both(3, 4)
    ('1 in each', '3 and 4')
    """
    return f"{first} in each" if first == second else f"{first} and {second}"


def _formula(result: BagResult, table: embedding_pipeline.Table) -> Formula:
    ids, total = result.ids[0], float(result.sums[0][0])
    *first, short = added_up(embedding_pipeline.rows_of(ids[:SUMMED], table)[:, 0])
    terms = " + ".join(map(in_brackets, first)) + " + …" * (len(ids) > SUMMED)
    return Formula(
        r"s = \sum_{t=0}^{n-1} E[i_t] \qquad x_t = E[i_t] + P[t]",
        {
            "s": "the sum of all rows: the bag",
            "n": f"tokens of the sentence: {len(ids)} in the first",
            "i_t": "the [[token id]] at position t, counted from 0",
            "E[i_t]": "its [[row]] in the table",
            "P[t]": "the row of position t",
            "x_t": "the vector that knows its position",
        },
        f"The first number of the first sum: {terms}"
        + f" = {short if len(ids) <= SUMMED else fixed(total, 4)}" * (len(ids) > 1)
        + ". In another order the same numbers are added." * (len(ids) > 1),
    )


COLUMNS = 24
"""Number of dimensions drawn; the sentence is about all of them."""
LONGEST = 24
"""Most characters of a name; more would leave no room for the cells on a phone."""


def _scale_of(vectors: NDArray[np.floating[Any]]) -> float:
    """End of the colour scale: the largest number drawn of the first sum.

    >>> _scale_of(np.array([[1.0, -2.0], [3.0, 0.0]]))
    2.0
    """
    return float(np.abs(vectors[0, :COLUMNS]).max(initial=0)) or 1.0


def _draw_bags(
    vectors: NDArray[np.floating[Any]], labels: Sequence[str], colors: Sequence[str | None] = (), sums: int = 2
) -> Spec:
    """One row of cells for each of `vectors` (rows, D), the first `COLUMNS` dimensions, named and coloured by token.

    The first `sums` are those of sentences, which name them.
    """
    drawn = np.asarray(vectors[:, :COLUMNS], np.float32)
    end = _scale_of(vectors)
    cells = {
        "type": "heatmap",
        "z": drawn,
        "colorscale": theme.DIVERGING,
        "zmin": -end,
        "zmax": end,
        "xgap": 1,
        "ygap": 6,
        "colorbar": BAR,
        "hovertemplate": "dimension %{x}: %{z:.4f}<extra></extra>",
    }
    names = [tinted(label, color, LONGEST) for label, color in zip_longest(labels, colors[: len(labels)])]
    names[:sums] = [f"sum of the rows of<br>“{name}”" for name in names[:sums]]
    ticks = {"tickvals": list(range(len(labels))), "ticktext": names}
    return Spec(
        [cells],
        layout("dimension", "", 110 + 52 * len(labels), y={**ticks, "autorange": "reversed", "automargin": True}),
    )
