"""Argument validation that several kernels share. Each function returns the checked value."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import SettingError, ShapeError, TokenIdError

Whole = int | np.integer[Any]
Real = float | np.integer[Any] | np.floating[Any]
Seed = np.random.Generator | Whole | None
LARGEST = float(np.finfo(float).max)
HELD = {
    "U": "texts",
    "S": "bytes",
    "c": "complex numbers",
    "b": "True or False (.astype(int) makes 0 and 1)",
}  # by the kind of a data type


def as_array(what: str, values: ArrayLike, error: type[ValueError] = ShapeError) -> NDArray[Any]:
    """``values`` as an array, if lists in it are equally long and nothing is masked."""
    if np.ma.is_masked(values):
        raise error(f"{what} got masked values")
    try:
        return np.asarray(values)
    except ValueError:
        raise error(f"{what} got sequences of different lengths, fill them up to one length first") from None


def check_ids(indices: ArrayLike, vocab_size: int, what: str = "Embedding index") -> NDArray[np.int64]:
    """Ids as int64, each a whole number with 0 ≤ id < ``vocab_size``; the error names the first that is not.

    Floats are accepted if they are whole and small enough to be exact in their type: float32 turns the id 16 777 217
    into 16 777 216.

    >>> check_ids([[3.0, 12.0]], vocab_size=10)
    Traceback (most recent call last):
        ...
    explorer...TokenIdError: Embedding index out of range for vocabulary size 10: got max 12 at position (0, 1)
    """
    not_ids = f"{'Embedding token IDs' if what == 'Embedding index' else f'{what} ids'} must be finite integers:"
    ids = as_array(not_ids, indices, TokenIdError)
    if ids.size == 0 and ids.dtype.kind in "iuf":
        return ids.astype(np.int64)
    if ids.dtype.kind == "f":
        strange = ~np.isfinite(ids) | (ids != np.floor(ids))
        if strange.any():
            raise TokenIdError(f"{not_ids} got {ids[strange][0]}{_position(strange)}")
        if np.abs(ids).max() >= 2.0 ** (np.finfo(ids.dtype).nmant + 1):
            raise TokenIdError(f"{not_ids} {ids.dtype} can't tell {np.abs(ids).max():.0f} from its neighbours")
    elif ids.dtype.kind not in "iu":
        raise TokenIdError(f"{not_ids} got {HELD.get(ids.dtype.kind, f'data type {ids.dtype}')}")
    for name, found, wrong in (("max", ids.max(), ids.max() >= vocab_size), ("min", ids.min(), ids.min() < 0)):
        if wrong:
            got = f"got {name} {int(found)}{_position(ids == found)}"
            raise TokenIdError(f"{what} out of range for vocabulary size {vocab_size}: {got}")
    return ids.astype(np.int64, copy=False)


def _position(where: NDArray[np.bool_]) -> str:
    return f" at position {tuple(int(at) for at in np.unravel_index(where.argmax(), where.shape))}"


def array(name: str, value: NDArray[Any]) -> NDArray[Any]:
    """``value`` if it is a NumPy array; a Tensor would lose its gradient in a kernel."""
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{name} must be a NumPy array, got {type(value).__name__}")
    return value


def is_whole(value: object) -> TypeGuard[Whole]:
    """Whether a value is one integer; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def size(name: str, value: Whole, least: int = 0) -> int:
    """``value`` as int if it is a whole number from ``least`` up."""
    if not is_whole(value) or not least <= value < 2**63:
        below = " and below 2⁶³" if is_whole(value) and value >= least else ""
        raise ShapeError(f"{name} must be an integer of at least {least}{below}, got {value!r}")
    return int(value)


def even(name: str, value: int, least: int = 0) -> int:
    """``value`` as int if it is a whole even number from ``least`` up."""
    if size(name, value, least) % 2:
        raise ShapeError(f"{name} must be even, since columns are taken in pairs, got {value}")
    return int(value)


def is_real(value: object) -> TypeGuard[Real]:
    """Whether a value is one real number; True and False are not."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def positive(name: str, value: Real) -> float:
    """``value`` as float if it is one finite number above 0."""
    return number(name, value, "positive", 0)


def number(name: str, value: Real, kind: str = "finite", above: float = -np.inf) -> float:
    """``value`` as float if it is one finite number."""
    if not (is_real(value) and above < value and -LARGEST <= value <= LARGEST):
        raise SettingError(f"{name} must be a {kind} number, got {value!r}")
    return float(value)


def within(name: str, value: Real, low: float, high: float) -> float:
    """``value`` as float if low ≤ value < high."""
    if not (is_real(value) and low <= value < high):
        raise SettingError(f"{name} must be at least {low} and below {high}, got {value!r}")
    return float(value)


def flag(name: str, value: object) -> bool:
    """``value`` as bool if it is True or False; any other text, "no" too, would count as True."""
    if not isinstance(value, (bool, np.bool_)):
        raise SettingError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def generator(seed: Seed) -> np.random.Generator:
    """A random generator: the one given, one from a number, or a fresh one for None."""
    if not (seed is None or isinstance(seed, np.random.Generator) or (is_whole(seed) and seed >= 0)):
        raise SettingError(f"seed must be a whole number from 0 up, a random generator, or None, got {seed!r}")
    return np.random.default_rng(seed)


def one_of(name: str, value: object, choices: tuple[object, ...]) -> None:
    """Check that a choice exists."""
    if isinstance(value, np.ndarray) or value not in choices:
        raise SettingError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}")


def finite(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """``values`` as float64 if all of them are real and finite."""
    array = as_array(f"{name} must be finite numbers,", values, SettingError)
    if array.dtype.kind not in "iuf" and array.size:
        raise SettingError(f"{name} must be finite numbers, got data type {array.dtype}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise SettingError(f"{name} must be finite numbers, got {array[~np.isfinite(array)][0]}")
    return array.astype(np.float64)


def floats(name: str, dtype: Any) -> np.dtype[Any]:
    """``dtype`` if it is a float type; an integer type would silently truncate."""
    kind: np.dtype[Any] = np.dtype(dtype)
    if kind.kind != "f":
        raise TypeError(f"{name} must be floats, got data type {kind}")
    return kind
