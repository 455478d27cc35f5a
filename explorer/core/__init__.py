"""The embedding core: everything between a token id and the (B, T, D) tensor that a transformer reads.

NumPy and SciPy only. Reading order: in `functional` `lookup`, `rowsparse` (why a gradient of three rows needs no
table) and `sinusoidal` (what is computed), `operations`, `graph` and `tensor` (how gradients flow), `embedding`,
`positional`, `layer` (the modules), `optim` (one step). `initializers` says how tables start, `dtypes` what floats
become; `checks` asks what an argument has to be, and `errors` words every complaint once. `functional.fast` can be left
out.
"""

from explorer.core.embedding import Embedding
from explorer.core.functional.rowsparse import RowSparse
from explorer.core.layer import EmbeddingLayer
from explorer.core.positional import PositionalEncoding, create_sinusoidal_embeddings
from explorer.core.tensor import Tensor

__all__ = ["Embedding", "EmbeddingLayer", "PositionalEncoding", "RowSparse", "Tensor", "create_sinusoidal_embeddings"]
