"""The shipped results of the standard runs, read once.

`tools/sweep.py` makes them. Every array has the seeds along its first axis.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.training.sweep import plan

PATH = Path(__file__).parent / "results.npz"


def write(packed: dict[str, npt.NDArray[Any]]) -> None:
    """Replace the shipped file."""
    np.savez_compressed(PATH, plan=np.array(plan()), **packed)  # type: ignore[arg-type]


@cache
def arrays() -> dict[str, npt.NDArray[Any]]:
    """Every shipped array by name, read-only.

    Raises:
        ValueError: the file was made with another plan than the code has now.

    >>> arrays()["language/RoPE/plain/by position"].shape
    (3, 512)
    """
    with np.load(PATH) as stored:
        loaded = dict(stored)
    if str(loaded.pop("plan")) != plan():
        raise ValueError(f"{PATH.name} was made with another plan; run tools/sweep.py")
    for value in loaded.values():
        value.flags.writeable = False
    return loaded
