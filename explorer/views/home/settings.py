"""Settings of the pictures of Home: a text, and what is changed on its way through the small language model."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, get_args

from explorer.views.setting import Choice, Int, Switch, Text, Whole

BEGINS = "To be, or not to"
"""Default text of Home: everybody knows its next word, and the model ranks it first."""
FAILS = "The cat sat on the"
"""A sentence that everybody could end, and the small model can't."""
EXAMPLES = "The President of the United", "Mr. Dar", "the capital of"
SUGGESTED = BEGINS, FAILS, *EXAMPLES
"""Beginnings that one can tap, and write on by tapping."""
TRAINED = 64
"""Rows of the small model's position table."""
Change = Literal["As it is", "No positions", "Swap two tokens", "Another row", "Too long"]
Past = Literal["last", "clamp", "wrap"]
PASTS: dict[Past, str] = {
    "last": f"Read the last {TRAINED}",
    "clamp": "Give the rest the last position",
    "wrap": "Begin again at position 0",
}

TEXT: Any = Text("Your text so far", BEGINS, about="what is read")
HIDE: Any = Switch(
    "Hide the last token, let the model guess it",
    False,
    key="h_hide",
    about="whether its last token is kept from the model, to be guessed",
)
CHANGE: Any = Choice(
    "Change one thing on the way, and see what moves",
    "As it is",
    get_args(Change),
    radio=True,
    key="h_try",
    about="what is changed on the way",
)


def _position(label: str, default: int, key: str, about: str) -> Any:
    return Whole(label, default, 0, TRAINED - 1, typed=True, key=key, about=about)


FIRST = _position("Position", 1, "h_a", "the one position whose token is swapped")
SECOND = _position("changes with position", 2, "h_b", "the other")
POSITION = _position("The row at position", 1, "h_row", "the position whose row is replaced")
WORD: Any = Text("becomes the row of", "dog", 40, key="h_word", about="whose first token's row takes its place")
PAST: Any = Choice(
    f"Past {TRAINED} tokens", "last", PASTS, listed=True, key="h_past", about="what happens past the trained length"
)


class Changed(TypedDict, total=False):
    """A text, and what is changed on its way."""

    text: Annotated[str, TEXT]
    hide_last: Annotated[bool, HIDE]
    change: Annotated[Change, CHANGE]
    first: Annotated[Int, FIRST]
    second: Annotated[Int, SECOND]
    position: Annotated[Int, POSITION]
    word: Annotated[str, WORD]
    past: Annotated[Past, PAST]
