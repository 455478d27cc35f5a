"""The one place that calls SciPy below its public interface: the loop that adds rows to rows.

SciPy's product of a sparse matrix with a dense one, ``csr_array(…) @ values``, fills a fresh array with zeros, adds
rows of ``values`` to it with the compiled loop ``csr_matvecs``, and has spent a tenth of a millisecond on checks by
then: more than the loop itself takes for a thousand tokens. The loop alone adds to what is there already.

Seen in SciPy 1.13 to 1.17, where it stands in ``scipy.sparse._sparsetools``, outside of the public interface. Where it
is gone, NumPy's ``add.at`` does the same to the last bit, a hundred times more slowly; a test says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


@cache
def loop() -> Callable[..., None] | None:
    """SciPy's loop, None where it is gone; looked up when it is first needed, since SciPy takes a fifth of a second."""
    import scipy.sparse

    found: Callable[..., None] | None = getattr(getattr(scipy.sparse, "_sparsetools", None), "csr_matvecs", None)
    return found


def add_runs(total: NDArray[Any], bounds: NDArray[np.int64], order: NDArray[np.int64], values: NDArray[Any]) -> None:
    """Add to line g of ``total`` (G, D) the lines ``order[bounds[g]:bounds[g + 1]]`` of ``values`` (N, D), one by one.

    Both arrays are C-contiguous and of one float type. Lets go of Python's lock meanwhile.

    >>> total = np.array([[100.0], [200.0]])
    >>> add_runs(total, np.array([0, 2, 3]), np.array([0, 2, 1]), np.array([[1.0], [2.0], [3.0]]))
    >>> total.ravel().tolist()
    [104.0, 202.0]
    """
    add = loop()
    if add is None:
        first, last = bounds[0], bounds[-1]
        np.add.at(total, np.repeat(np.arange(len(total)), np.diff(bounds)), values[order[first:last]])
        return
    ones = np.ones(len(order), values.dtype)  # the sparse matrix has a 1 wherever a line is to be added
    add(len(total), len(values), values.shape[1], bounds, order, ones, values.reshape(-1), total.reshape(-1))
