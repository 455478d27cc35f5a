"""Return memory to the system: pages of mapped files that are not in use."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray


def let_go(array: NDArray[Any]) -> bool:
    """Take the pages of the file behind a mapped array out of this process; false if there is none.

    They are the file's as it is on the disk, so nothing is lost: whoever looks at a number again gets its page again.

    >>> let_go(np.zeros(3))
    False
    """
    behind: Any = array
    while isinstance(behind, np.ndarray):
        behind = behind.base
    if not isinstance(behind, mmap.mmap) or not hasattr(mmap, "MADV_DONTNEED"):
        return False
    behind.madvise(mmap.MADV_DONTNEED)
    return True
