"""Sentence means: one vector for a whole sentence, and whether it depends on word order."""

from __future__ import annotations

from typing import Any

from explorer.core.embedding_layer import PositionKind
from explorer.core.initializers import Init
from explorer.embedding_pipeline import Gap, OrderRequest, OrderResult, compare_orders
from explorer.excerpt import ranges
from explorer.figures.bars_with_limit import bars
from explorer.views.setting import Choice, Int
from explorer.views.table import Table
from explorer.views.text_settings import ENCODING, Encoding
from explorer.views.tokens.settings import FIRST, INIT, SECOND, SEED
from explorer.views.view import View, picture
from explorer.wording import number

SUMMARIES = ("mean of the vectors", "mean of ReLU(vectors)")
BLIND = (
    "A mean adds all rows and all positions, and a sum has no order: Σ(row + position) = Σ row + Σ position. So the "
    "mean alone stays blind to the order even with positions, and so does the mean of any linear map of the vectors, "
    "since a linear map of a sum is the sum of the maps. But each token's own vector now carries its position. "
)
BROUGHT_OUT = (
    "A function that bends, applied to each vector before they are added up, brings it out here: ReLU, max(0, x). "
    "Attention, which compares the vectors with one another, can see it too."
)
NOT_BROUGHT_OUT = "ReLU, max(0, x), applied to each vector before they are added up, finds no difference here."
POSITION: Any = Choice("Position", "learned", ("learned", "sinusoidal"), about="what is added to the rows")


@picture(compare_orders)
def means(
    *,
    first: str = FIRST,
    second: str = SECOND,
    encoding: Encoding = ENCODING,
    position: PositionKind = POSITION,
    init: Init = INIT,
    seed: Int = SEED,
) -> View:
    """Distance between two sentences' mean vectors, without and with positions, linear and nonlinear.

    >>> [gap < 1e-7 for gap in means().table["rows + positions: largest difference"]]
    [True, False]
    """
    if not first.strip() or not second.strip():
        raise ValueError("Expected two sentences, got an empty one")
    result = compare_orders(OrderRequest(f" {first.strip()}", f" {second.strip()}", encoding, position, init, seed))
    kinds = {"rows alone": result.plain, "rows + positions": result.positioned}
    columns: dict[str, list[str] | list[float]] = {"of each sentence": list(SUMMARIES)}
    columns |= {kind: [_verdict(gap, found) for found in (gap.mean, gap.relu_mean)] for kind, gap in kinds.items()}
    columns |= {f"{kind}: largest difference": [gap.mean, gap.relu_mean] for kind, gap in kinds.items()}
    return View(
        None,
        _meaning(result),
        Table(columns, "means"),
        left_out=ranges("Compared with positions", *result.compared),
        drawn=lambda: bars(
            "largest difference between the two sentences",
            [f"{kind}, {summary}" for kind in kinds for summary in ("mean", "mean of ReLU")],
            [found for gap in kinds.values() for found in (gap.mean, gap.relu_mean)],
            [_verdict(gap, found) for gap in kinds.values() for found in (gap.mean, gap.relu_mean)],
        ),
    )


def _verdict(gap: Gap, found: float) -> str:
    """Wording for a gap: sums in another order may differ in their last bits."""
    if found == 0:
        return "the same, bit for bit"
    if gap.same(found):
        return "the same up to rounding"
    return f"different by up to {number(found, 2)}"


def _meaning(result: OrderResult) -> str:
    if not result.same_words:
        alike = " The means of their rows are equal, though." * result.plain.same(result.plain.mean)
        return (
            f"The two sentences are not made of the same tokens, so what differs need not be the order.{alike} Write "
            "the same words in another order to see what the order alone does."
        )
    if any(each.cut for each in result.compared):
        return (
            "Both sentences have the same tokens, more than there are learned positions; those compared with positions "
            "need not be the same."
        )
    return BLIND + (NOT_BROUGHT_OUT if result.positioned.same(result.positioned.relu_mean) else BROUGHT_OUT)
