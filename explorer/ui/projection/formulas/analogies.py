"""The formula of an analogy: which row is nearest to b − a + c."""

from __future__ import annotations

from explorer import ui
from explorer.wording import fixed


def formula(key: str, best: float, *, given: bool, pieces: bool) -> None:
    """The cosine that decides.

    Args:
        key: of the picture.
        best: the answer's.
        given: whether the three words may be the answer.
        pieces: whether the table has rows that are no whole words, which are never the answer.
    """
    row = "row of a whole word" if pieces else "row"
    ui.formula(
        key,
        r"\cos(x, s) = \frac{x \cdot s}{\lVert x \rVert \, \lVert s \rVert}, \qquad s = b - a + c",
        {
            "a, b, c": "the rows of the three words, each scaled to length 1",
            "s": "their sum, the cross in the picture",
            "x": (f"any {row}, these three among them" if given else f"any other {row}")
            + "; the answer is the one with the largest cosine",
        },
        f"For the best row the cosine is {fixed(best, 4)}: 1 would be the same direction, 0 a right angle.",
    )
