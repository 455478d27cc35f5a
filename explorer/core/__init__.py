"""The embedding core: everything between a token id and the (B, T, D) tensor that a transformer reads.

NumPy and SciPy only. Reading order: `functional` (lookup, sinusoids: what is computed), `rowsparse` (why a gradient
of three rows needs no table), `operations` and `tensor` (how gradients flow), `embedding`, `positional`, `layer` (the
modules), `optim` (one step). `errors` words every complaint once; `initializers` says how tables start.
"""

from explorer.core.embedding import Embedding
from explorer.core.layer import EmbeddingLayer
from explorer.core.positional import PositionalEncoding, create_sinusoidal_embeddings
from explorer.core.rowsparse import RowSparse
from explorer.core.tensor import Tensor

__all__ = ["Embedding", "EmbeddingLayer", "PositionalEncoding", "RowSparse", "Tensor", "create_sinusoidal_embeddings"]
