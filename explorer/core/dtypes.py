"""The float type of tensors: float32, or another one for the length of a block."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from explorer.core.checks import floats

_FLOAT: ContextVar[type[np.floating[Any]]] = ContextVar("float type of tensors", default=np.float32)


def float_of_tensors() -> type[np.floating[Any]]:
    """What floats become when a tensor is made.

    >>> float_of_tensors().__name__
    'float32'
    """
    return _FLOAT.get()


@contextmanager
def float_type(dtype: type[np.floating[Any]]) -> Iterator[None]:
    """Within the block, floats become ``dtype`` instead of float32. For checking gradients in float64.

    >>> with float_type(np.float64):
    ...     float_of_tensors().__name__
    'float64'
    """
    token = _FLOAT.set(floats("Tensors", dtype).type)
    try:
        yield
    finally:
        _FLOAT.reset(token)
