"""Pure kernels: arrays in, arrays out, no state, no graph. Each file is one idea.

`lookup` is the embedding and its backward. `sinusoidal`, `rotary` and `bias` are ways to say where a token stands;
the first two read it from the clock hands of `frequencies`. What is done for speed alone stands in `fast`.
"""

from explorer.core.checks import check_ids
from explorer.core.functional.bias import alibi_bias, alibi_slopes, t5_buckets
from explorer.core.functional.frequencies import frequencies
from explorer.core.functional.lookup import embedding, embedding_backward, embedding_backward_rows
from explorer.core.functional.rotary import ntk_base, rotary_tables, rotate
from explorer.core.functional.rowsparse import RowSparse, sum_rows
from explorer.core.functional.sinusoidal import shift_matrix, sinusoidal

__all__ = [
    "RowSparse",
    "alibi_bias",
    "alibi_slopes",
    "check_ids",
    "embedding",
    "embedding_backward",
    "embedding_backward_rows",
    "frequencies",
    "ntk_base",
    "rotary_tables",
    "rotate",
    "shift_matrix",
    "sinusoidal",
    "sum_rows",
    "t5_buckets",
]
