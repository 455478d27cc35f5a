"""Chapter 5: feedback when a task is done, with the numbers on the screen."""

from explorer.content.guided_path import State
from explorer.tokenizers import count_characters
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.wording import count, verb


def letters(state: State) -> int:
    """Letters of the message, with spaces and all other signs."""
    return count_characters(str(state.get("x_message") or ""))


def missing(state: State) -> str:
    """Which rows a text of this length asks for, and which there are."""
    length = letters(state)
    if length <= TRAIN_LEN or state.get("x_kind", "learned table") != "learned table" or state.get("x_way") != "none":
        return ""
    lacking = length - TRAIN_LEN
    return (
        f"None. {length} letters need the rows 0 to {length - 1}, and the table ends at row {TRAIN_LEN - 1}: "
        f"{count(lacking, 'row')} {verb(lacking, 'is', 'are')} missing."
    )
