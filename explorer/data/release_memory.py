"""Return memory to the system: unused pages of memory-mapped files."""

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray


def let_go(array: NDArray[Any]) -> bool:
    """Release the resident pages of a memory-mapped array (madvise); False if it is not mapped.

    Nothing is lost: the next access reads the page from the file again.

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
