"""Word order: how far each token's vector moves when the words of a sentence are reordered."""

from __future__ import annotations

import numpy as np

from explorer.embedding_pipeline import OrderRequest, OrderResult, compare_orders
from explorer.embedding_pipeline.stages import POSITIONS, Position
from explorer.figures.tokens import word_order as figures
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.tokens._settings import colors, labels, table_of
from explorer.views.view import View, choice, picture
from explorer.wording import count, fixed

FIRST, SECOND = "The cat sat on the mat", "The mat sat on the cat"
DRAWN = 24
"""Maximum number of bars, one for each token."""


def order_request(first: str, second: str, encoding: str, position: Position, init: str, seed: int) -> OrderRequest:
    """The checked request of a view that compares two sentences.

    Raises:
        ValueError: a sentence is empty, or a setting is none of those known.
    """
    choice("position", position, POSITIONS)
    table_of(encoding, init, seed)  # which checks them
    if not first.strip() or not second.strip():
        raise ValueError("Expected two sentences, got an empty one")
    return OrderRequest(first, second, encoding, position, init, seed)


@picture(compare_orders)
def order(
    *,
    first: str = FIRST,
    second: str = SECOND,
    encoding: str = "gpt2",
    position: Position = "learned",
    init: str = "xavier_uniform",
    seed: int = 0,
) -> View:
    """Distance between the two vectors of each token that two sentences share, without and with positions.

    Args:
        first: a sentence.
        second: the other: the same words in another order.
        encoding: a name of `explorer.tokenizers.CHOICES`.
        position: what is added to the rows: "learned", "sinusoidal" or "none".
        init: how a fresh table starts, a name of `explorer.core.initializers`; no effect on a trained one.
        seed: of a fresh table.

    >>> [moved > 0 for moved in order().table["moved with positions"].tolist()]
    [False, True, False, False, False, True]
    """
    request = order_request(first, second, encoding, position, init, seed)
    result = compare_orders(request)
    if not len(result.ids):
        return View(
            None,
            "The two sentences have no token in common: there is none whose two vectors could be compared.",
            left_out=_left_out(result),
        )
    names = labels(result.ids, encoding)
    return View(
        figures.distances(
            names[:DRAWN], result.moved_plain[:DRAWN], result.moved[:DRAWN], colors(result.ids[:DRAWN], encoding)
        ),
        _sentence(request, result, names),
        lambda: Table(
            {
                "token": names,
                "id": result.ids,
                "position in the first": result.first_at,
                "position in the second": result.second_at,
                "moved without positions": result.moved_plain,
                "moved with positions": result.moved,
            },
            "order",
        ),
        (_formula(request, result),),
        left_out=_left_out(result),
    )


def _sentence(request: OrderRequest, result: OrderResult, names: list[str]) -> str:
    went = [name for name, distance in zip(names, result.moved, strict=True) if distance > 0]
    compared = f"{count(len(names), 'token')}" if result.same_words else f"{count(len(names), 'token')} that both have"
    if went:
        shown = ", ".join(f"“{name}”" for name in went[:6]) + (" and others" if len(went) > 6 else "")
        moved = f"{len(went)} of {compared} moved: {shown}, by up to {float(result.moved.max()):.3f}"
    else:
        moved = f"Of {compared} no vector moved"
    same = "Both sentences have the same tokens. " if result.same_words else ""  # otherwise the page warns
    return f"{same}Position: {request.position}. {moved}. Without positions none moves."


def _left_out(result: OrderResult) -> str:
    """Note on the tokens that are not compared, and those that are not drawn."""
    said = []
    if result.limit:
        said.append(
            f"Compared are the first {result.limit} tokens of each: the learned table has no row for those behind them."
        )
    if len(result.ids) > DRAWN:
        said.append(f"The first {DRAWN} of {len(result.ids)} tokens are drawn.")
    return " ".join(said)


def _formula(request: OrderRequest, result: OrderResult) -> Formula:
    """Formula of the largest move: the token's row cancels, so it depends on the two positions alone."""
    far = int(np.argmax(result.moved))
    here, there = int(result.first_at[far]), int(result.second_at[far])
    first, second = result.farthest.astype(np.float64)
    square = float(((first - second) ** 2).sum())
    worked = (
        f"The squares of the {len(first):,} differences between position {here} and position {there} add up to "
        f"{fixed(square, 4)}, and √{fixed(square, 4)} = {fixed(square**0.5, 3)}. The row cancels: any other token that "
        f"moves from position {here} to position {there} goes as far."
        if square
        else f"All {len(first):,} differences are 0, so d = 0: "
        + ("no position is added." if request.position == "none" else "no token changed its position.")
    )
    return Formula(
        r"\begin{aligned} d &= \lVert (E_v + P_i) - (E_v + P_j) \rVert \\ &= \lVert P_i - P_j \rVert \end{aligned}",
        {
            "d": "how far the token moved: a bar",
            "E_v": f"its [[row]], the same in both sentences: row {int(result.ids[far]):,}",
            "i": f"its position in the first sentence, counted from 0: {here}",
            "j": f"its position in the second: {there}",
            "P_i": f"what is added at position i ({request.position}): {len(first):,} numbers",
            r"\lVert\ \rVert": "the length: the root of the sum of all squares",
        },
        worked,
    )
