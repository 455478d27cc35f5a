"""Pure kernels: arrays in, arrays out, no state, no graph. Each file is one idea.

`lookup` is the embedding and its backward; `sinusoidal` encodes positions with the `frequencies`. Encodings that act
within attention (RoPE, ALiBi, T5) are in `explorer.nn`. Beside an array's type stands its shape:
``Annotated[NDArray[np.float64], "D D"]`` is a square matrix.
"""

from ..argument_checks import check_ids
from .frequencies import frequencies
from .lookup import embedding, embedding_backward, embedding_backward_rows
from .row_sparse_gradient import RowSparse, sum_rows
from .sinusoidal import shift_matrix, sinusoidal

__all__ = [
    "RowSparse",
    "check_ids",
    "embedding",
    "embedding_backward",
    "embedding_backward_rows",
    "frequencies",
    "shift_matrix",
    "sinusoidal",
    "sum_rows",
]
