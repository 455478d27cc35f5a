"""One thread for BLAS, whatever the host says.

Matrices of this size are too small to share: two BLAS threads on two shared cores spend their time waiting for each
other. Where two cores are to be used, two halves of a batch run in two Python threads instead (`explorer.nn`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[object]:
    """Within this context every BLAS call of the process runs on one thread.

    >>> with one_blas_thread():
    ...     max(pool["num_threads"] for pool in _controller().info() if pool["user_api"] == "blas")
    1
    """
    context: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return context
