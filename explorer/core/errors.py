"""Every complaint of the core, worded once.

Each message says what was expected, what came, and where. Shapes and values that the mathematics has no answer for are
``ValueError``; what holds no numbers at all is a ``TypeError`` and a graph that can't be walked a ``RuntimeError``, as
NumPy and PyTorch have it. The functions build the exception and leave raising to the caller, so that a reader sees
``raise`` at the place where the rule is checked; rules that several places share are in `checks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class TokenIdError(ValueError):
    """Token ids that are not ids at all: fractions, NaN, text, booleans."""


class IndexRangeError(ValueError):
    """A token id that has no row in the table."""


class SequenceLengthError(ValueError):
    """More positions than the position table has rows."""


class DimensionError(ValueError):
    """Two vectors of different width were to be combined."""


class InputShapeError(ValueError):
    """An array with the wrong number of axes, or a size that cannot be one."""


class GradientShapeError(ValueError):
    """A gradient whose shape is not that of its tensor."""


class SettingError(ValueError):
    """A choice that doesn't exist, or a number outside of what makes sense."""


class OutputError(ValueError):
    """An ``out`` that the result can't be written to."""


# Token ids


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


def padding_outside(vocab_size: int, got: object) -> SettingError:
    """A filler token that is not a row of the table."""
    return SettingError(f"padding_idx must be an integer within vocabulary size {vocab_size}, got {got!r}")


# Shapes and sizes


def bad_size(name: str, value: object, least: int = 0) -> InputShapeError:
    """A vocabulary, width, length or count that is not a whole number from ``least`` up."""
    return InputShapeError(f"{name} must be an integer of at least {least}, got {value!r}")


def not_even(name: str, value: int) -> InputShapeError:
    """A width that can't be cut into pairs of columns."""
    return InputShapeError(f"{name} must be even, since columns are taken in pairs, got {value}")


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


def not_heads(shape: Sequence[int]) -> InputShapeError:
    """Queries or keys that are not (..., time, head_dim)."""
    return InputShapeError(f"Expected at least 2D input (..., time, head_dim), got shape {tuple(shape)}")


def not_a_batch(shape: Sequence[int]) -> InputShapeError:
    """Ids that are neither a batch of sequences nor one sequence."""
    return InputShapeError(f"Expected ids (batch, seq) or (seq,), got shape {tuple(shape)}")


def not_a_table(shape: Sequence[int], what: str = "weight (vocab, embed)") -> InputShapeError:
    """A table that does not have two axes."""
    return InputShapeError(f"Expected 2D {what}, got shape {tuple(shape)}")


def not_one_axis(shape: Sequence[int]) -> InputShapeError:
    """Positions that are not one line of them."""
    return InputShapeError(f"positions must be a number of rows or one axis of positions, got shape {tuple(shape)}")


def rotary_tables_of(expected: Sequence[int], cos: Sequence[int], sin: Sequence[int]) -> InputShapeError:
    """Cosines and sines that were made for other positions or another width."""
    return InputShapeError(
        f"Rotary table mismatch: expected cos and sin {tuple(expected)}, got {tuple(cos)} and {tuple(sin)}"
    )


def more_queries_than_keys(q_len: int, k_len: int) -> InputShapeError:
    """The last query stands at the last key, so the first would stand before the first key."""
    return InputShapeError(f"ALiBi lengths must be q_len ≤ k_len, got q_len {q_len} and k_len {k_len}")


# Settings and values


def not_one_of(name: str, allowed: Iterable[object], got: object) -> SettingError:
    """A choice that doesn't exist.

    >>> str(not_one_of("layout", ("interleaved", "concatenated"), "mixed"))
    "layout must be one of 'interleaved', 'concatenated', got 'mixed'"
    """
    return SettingError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {got!r}")


def not_positive(name: str, got: object) -> SettingError:
    """A base or a scale that no power can be taken of."""
    return SettingError(f"{name} must be a positive number, got {got!r}")


def not_finite(name: str, got: object) -> SettingError:
    """NaN, infinity, or no number, where a place or a distance is needed."""
    return SettingError(f"{name} must be finite numbers, got {got}")


def not_whole(name: str, got: object) -> SettingError:
    """A fraction where steps are counted."""
    return SettingError(f"{name} must be integers, got {got}")


def outside(name: str, low: float, high: float, got: object) -> SettingError:
    """A rate or a share beyond its bounds."""
    return SettingError(f"{name} must be at least {low} and below {high}, got {got}")


def nothing_coarse(exact: int, got: int) -> SettingError:
    """Distances that all have a bucket of their own leave nothing to widen."""
    return SettingError(f"max_distance must be above the {exact} exact buckets, got {got}")


# Types


def not_numbers(dtype: object) -> TypeError:
    """Text or objects where numbers are expected."""
    return TypeError(f"Tensor holds numbers, got data type {dtype}")


def not_floats(name: str, dtype: object) -> TypeError:
    """Integers, which can't hold the result, where floats are needed."""
    return TypeError(f"{name} must be floats, got data type {dtype}")


def one_tensor() -> TypeError:
    """Its rows would be copies, and the copies would learn."""
    return TypeError("parameters must be a list of tensors, got one Tensor: write [tensor]")


# Results and gradients


def bad_output(shape: Sequence[int], dtype: object, got_shape: Sequence[int], got_dtype: object) -> OutputError:
    """An ``out`` of another shape or type, that can't be written to, or that shares its memory with what is read."""
    return OutputError(
        f"`out` must be a writeable array of {dtype} and shape {tuple(shape)} that overlaps no input, "
        f"got {got_dtype} and shape {tuple(got_shape)}"
    )


def gradient_shape(expected: Sequence[int | str], got: Sequence[int]) -> GradientShapeError:
    """A gradient of shape ``got`` for a tensor of shape ``expected``."""
    return GradientShapeError(f"Gradient shape mismatch: expected {tuple(expected)}, got {tuple(got)}")


def gradient_missing(shape: Sequence[int]) -> GradientShapeError:
    """A backward pass from many elements must be told what each of them counts."""
    return GradientShapeError(
        f"backward() needs a gradient of shape {tuple(shape)}: only a tensor of one element can do without"
    )


def integers_do_not_learn(dtype: object) -> SettingError:
    """A step along a gradient is a fraction."""
    return SettingError(f"Only floats can require gradients, got data type {dtype}")


def nothing_to_learn() -> RuntimeError:
    """A backward pass from a tensor that nothing learnable went into."""
    return RuntimeError("backward() on a tensor that doesn't require gradients")


def graph_released() -> RuntimeError:
    """A graph that an earlier backward pass has used up."""
    return RuntimeError(
        "The graph was released by an earlier backward(): compute the result again, "
        "or call backward(retain_graph=True) the first time"
    )
