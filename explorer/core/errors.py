"""Every complaint of the core, worded once.

Each message says what was expected, what came, and where. All types are ``ValueError``: the caller handed over
something that the mathematics has no answer for. The functions build the exception and leave raising to the caller,
so that a reader sees ``raise`` at the place where the rule is checked.
"""

from __future__ import annotations

from collections.abc import Sequence


class TokenIdError(ValueError):
    """Token ids that are no ids at all: fractions, NaN, text, booleans."""


class IndexRangeError(ValueError):
    """A token id that has no row in the table."""


class SequenceLengthError(ValueError):
    """More positions than the position table has rows."""


class DimensionError(ValueError):
    """Two vectors of different width were to be combined."""


class InputShapeError(ValueError):
    """An array with the wrong number of axes."""


class GradientShapeError(ValueError):
    """A gradient whose shape is not that of its tensor."""


def not_integers(problem: str) -> TokenIdError:
    """Ids must be whole numbers that their data type can tell apart.

    >>> raise not_integers("got 0.5")
    Traceback (most recent call last):
        ...
    explorer.core.errors.TokenIdError: Embedding token IDs must be finite integers: got 0.5
    """
    return TokenIdError(f"Embedding token IDs must be finite integers: {problem}")


def index_out_of_range(vocab_size: int, which: str, value: int, position: Sequence[int]) -> IndexRangeError:
    """An id below 0 or not below ``vocab_size``; ``which`` is ``"min"`` or ``"max"``."""
    place = "(" + ", ".join(map(str, position)) + ("," if len(position) == 1 else "") + ")"
    return IndexRangeError(
        f"Embedding index out of range for vocabulary size {vocab_size}: got {which} {value} at position {place}"
    )


def sequence_too_long(seq_len: int, max_seq_len: int, start_pos: int = 0) -> SequenceLengthError:
    """A sequence that ends after the last row of the position table."""
    start = f" from start_pos {start_pos}" if start_pos else ""
    return SequenceLengthError(f"Sequence length {seq_len}{start} exceeds maximum {max_seq_len}")


def dimension_mismatch(expected: int, got: int) -> DimensionError:
    """Vectors of width ``got`` where width ``expected`` is needed."""
    return DimensionError(f"Embedding dimension mismatch: expected {expected}, got {got}")


def not_three_axes(shape: Sequence[int]) -> InputShapeError:
    """An input that is not (batch, seq, embed)."""
    return InputShapeError(f"Expected 3D input (batch, seq, embed), got shape {tuple(shape)}")


def not_a_table(shape: Sequence[int]) -> InputShapeError:
    """A weight that is not (vocab, embed)."""
    return InputShapeError(f"Expected 2D weight (vocab, embed), got shape {tuple(shape)}")


def gradient_shape(expected: Sequence[int], got: Sequence[int]) -> GradientShapeError:
    """A gradient of shape ``got`` for a tensor of shape ``expected``."""
    return GradientShapeError(f"Gradient shape mismatch: expected {tuple(expected)}, got {tuple(got)}")


def bad_size(name: str, value: object) -> InputShapeError:
    """A vocabulary, width or length that is not a whole number from 0 up."""
    return InputShapeError(f"{name} must be an integer of at least 0, got {value!r}")
