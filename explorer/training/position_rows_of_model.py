"""Position rows that a model adds at positions 0 … T − 1, or the core's error where it has none."""

import numpy as np
import numpy.typing as npt

from explorer.core import PositionalEncoding
from explorer.core.functional import sinusoidal
from explorer.nn.config import Encoding, Extension, ModelConfig
from explorer.nn.position_inputs import position_inputs
from explorer.training.precomputed_run_results import arrays


def trained_rows() -> npt.NDArray[np.float32]:
    """The learned table (64, 64) of the shipped model with seed 0."""
    rows: npt.NDArray[np.float32] = arrays()["language/learned 0.02/rows"][0]
    return rows


def rows_at(encoding: Encoding, extension: Extension, seq_len: int) -> npt.NDArray[np.floating]:
    """Position rows (seq_len, 64).

    Raises:
        ShapeError: the learned table is too short and `extension` is "plain"; raised by `PositionalEncoding`.

    >>> rows_at("sinusoidal", "plain", 65).shape
    (65, 64)
    >>> rows_at("learned", "plain", 65)
    Traceback (most recent call last):
    explorer.core.errors.ShapeError: Sequence length 65 exceeds maximum 64
    """
    if encoding == "sinusoidal":
        return sinusoidal(seq_len, 64)
    rows = trained_rows()
    if extension == "plain":
        table = PositionalEncoding(*rows.shape)
        table.position_embeddings.data[...] = rows
        return np.asarray(table(np.zeros((1, seq_len, rows.shape[1]))).data[0])
    config = ModelConfig(1, "learned")
    added = position_inputs(config, {"tokens": rows[:1], "positions": rows}, seq_len, extension).added
    assert added is not None
    return added
