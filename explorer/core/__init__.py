"""The embedding core: everything between a token id and the (B, T, D) tensor that a transformer reads.

NumPy and SciPy only; the folder works when it is copied alone. Reading order, for one evening: `functional.lookup` (the
idea), `functional.rowsparse` (gradients of a few rows), `functional.sinusoidal`, `operations` and `graph` (automatic
differentiation), `embedding`, `layer`, `optim` (one step). `functional.large_inputs` can be skipped.
"""

from .embedding import Embedding
from .functional.rowsparse import RowSparse
from .layer import EmbeddingLayer
from .position_tables import PositionalEncoding, create_sinusoidal_embeddings
from .tensor import Tensor

__all__ = ["Embedding", "EmbeddingLayer", "PositionalEncoding", "RowSparse", "Tensor", "create_sinusoidal_embeddings"]
