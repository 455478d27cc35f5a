"""The embedding core: everything between a token id and the (B, T, D) tensor that a transformer reads.

NumPy and SciPy only; the folder works when it is copied alone. Reading order, for one evening: `functional.lookup` (the
idea), `functional.row_sparse_gradient` (gradients of a few rows), `functional.frequencies` and `functional.sinusoidal`;
`autograd` (the backward pass) and `tensor` (rules of each operation); `initializers`, `embedding`, `position_tables`
and `embedding_layer` (the modules); `losses` and `optim` (training), at work in `examples/skip_gram.py`.
`numpy_habits`, `argument_checks` and `errors` (messages) can be skipped.
"""

from .embedding import Embedding
from .embedding_layer import EmbeddingLayer
from .functional.row_sparse_gradient import RowSparse
from .losses import cross_entropy
from .optim import SGD, Adam
from .position_tables import PositionalEncoding, create_sinusoidal_embeddings
from .tensor import Tensor, concat, stack

__all__ = [
    "SGD",
    "Adam",
    "Embedding",
    "EmbeddingLayer",
    "PositionalEncoding",
    "RowSparse",
    "Tensor",
    "concat",
    "create_sinusoidal_embeddings",
    "cross_entropy",
    "stack",
]
