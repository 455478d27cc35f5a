"""Pure kernels: arrays in, arrays out, no state, no graph. Each file is one idea.

`lookup` is the embedding and its backward; `sinusoidal` encodes positions with the `frequencies`. Encodings that act
within attention (RoPE, ALiBi, T5) are in `explorer.nn`. Beside an array's type stands its shape:
``Annotated[NDArray[np.float64], "D D"]`` is a square matrix.
"""

from .frequencies import frequencies
from .lookup import embedding, embedding_backward, embedding_backward_rows
from .sinusoidal import shift_matrix, sinusoidal

__all__ = [
    "embedding",
    "embedding_backward",
    "embedding_backward_rows",
    "frequencies",
    "shift_matrix",
    "sinusoidal",
]
