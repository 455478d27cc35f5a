"""Attention biases, which encode position as a number added to the scores: ALiBi's slopes, T5's distance buckets.

Nothing is added to the token's vector. ALiBi lowers the score of a key in proportion to its distance from
the query, each head with a slope of its own and nothing to learn. T5 sorts distances into a few buckets,
fine near zero and coarse far away, and learns one number per bucket and head; the buckets are here, the
learned numbers belong to a model.

Sources: Press, Smith, Lewis 2022, "Train Short, Test Long", §3, https://arxiv.org/abs/2108.12409; Raffel
et al. 2020, "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer", §2.1,
https://arxiv.org/abs/1910.10683.
"""

import math

import numpy as np
import numpy.typing as npt

from explorer.core import argument_checks
from explorer.core.errors import SettingError, ShapeError


def alibi_slopes(n_heads: int) -> npt.NDArray[np.float64]:
    """One slope per head: 2^(−8/n), 2^(−16/n), …, 2^(−8) for n heads, n a power of two.

    For other numbers of heads the authors' code (github.com/ofirpress/attention_with_linear_biases) takes the slopes
    of the next lower power of two m, then every other slope of the sequence for 2m, from its first on, until there are
    enough. These slopes are not sorted.

    Returns:
        (n_heads,)

    >>> (1 / alibi_slopes(8)).tolist()
    [2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]
    >>> alibi_slopes(3).tolist()  # those of 2 heads, then the first of 4
    [0.0625, 0.00390625, 0.25]
    """
    n = argument_checks.size("n_heads", n_heads, 1)
    m = 1 << (n.bit_length() - 1)
    regular = 2.0 ** (-8.0 * np.arange(1, m + 1) / m)
    between = 2.0 ** (-8.0 * np.arange(1, 2 * m, 2) / (2 * m))
    return np.concatenate([regular, between[: n - m]])


def alibi_bias(n_heads: int, q_len: int, k_len: int) -> npt.NDArray[np.float32]:
    """ALiBi's bias on the scores: −slope · |query position − key position|.

    The last query is at the last key's position, so a cache of earlier keys (`k_len` > `q_len`) works. A causal model
    masks later keys as usual.

    Args:
        n_heads: number of attention heads H.
        q_len: number of queries Tq, at most `k_len`.
        k_len: number of keys Tk.

    Returns:
        (H, Tq, Tk)

    >>> alibi_bias(8, 3, 3)[0]
    array([[ 0. , -0.5, -1. ],
           [-0.5,  0. , -0.5],
           [-1. , -0.5,  0. ]], dtype=float32)
    """
    if argument_checks.size("q_len", q_len) > argument_checks.size("k_len", k_len):
        raise ShapeError(f"ALiBi lengths must be q_len ≤ k_len, got q_len {q_len} and k_len {k_len}")
    queries = np.arange(k_len - q_len, k_len)
    minus_distance = -np.abs(queries[:, None] - np.arange(k_len))  # as integers, so that 0 stays 0, not −0
    slopes = alibi_slopes(n_heads).astype(np.float32)
    bias: npt.NDArray[np.float32] = slopes[:, None, None] * minus_distance.astype(np.float32)
    return bias


def t5_buckets(
    relative_position: npt.ArrayLike, *, num_buckets: int = 32, max_distance: int = 128
) -> npt.NDArray[np.int64]:
    """T5's bucket of each relative position, key − query.

    The first half of the buckets holds one distance each; the second half widens logarithmically up to
    `max_distance`, and larger distances share the last bucket. Keys after the query, which are masked, count as
    distance 0.

    Args:
        relative_position: integers of any shape, key position minus query position.
        num_buckets: buckets in all.
        max_distance: the distance from which all share one bucket.

    Returns:
        Buckets in 0 … num_buckets − 1, shaped like `relative_position`.

    >>> t5_buckets([3, 0, -1, -15, -16, -20, -127, -9999]).tolist()
    [0, 0, 1, 15, 16, 17, 31, 31]
    """
    relative = np.asarray(relative_position)
    if relative.size == 0:
        return np.zeros(relative.shape, dtype=np.int64)
    if relative.dtype.kind not in "iu":
        raise SettingError(f"relative_position must be integers, got data type {relative.dtype}")
    exact = argument_checks.size("num_buckets", num_buckets, 2) // 2
    if argument_checks.positive("max_distance", max_distance) <= exact:
        raise SettingError(f"max_distance must be above the {exact} exact buckets, got {max_distance}")
    relative = relative.astype(np.int64)
    distance = np.maximum(-relative, 0)
    # log2 is exact at powers of two, where a rounding error would put a distance one bucket too low.
    steps = np.log2(np.maximum(distance, exact) / exact) / math.log2(max_distance / exact)
    coarse = np.minimum(exact + (steps * (num_buckets - exact)).astype(np.int64), num_buckets - 1)
    return np.asarray(np.where(distance < exact, distance, coarse), dtype=np.int64)
