"""The sentence encoder all-MiniLM-L6-v2: six transformer layers, in NumPy, as BERT's paper has them.

A token's row is mixed with those of its neighbours six times; the mean of what comes out, with length 1, is the vector
of the sentence. Left out: dropout and padding (one sentence at a time needs none), training.

Sources: Devlin et al. 2019 (the layers), Wang et al. 2020, "MiniLM" (their size), Reimers and Gurevych 2019,
"Sentence-BERT" (the mean as a sentence's vector), and the model's card (which text it was trained on).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

from explorer.nn.transformer_layers import softmax
from explorer.vectors.preprocessing import unit_rows

if TYPE_CHECKING:
    from jaxtyping import Float

Array = NDArray[np.float32]
HEADS = 12
EPSILON = 1e-12
"""Added to a variance before its root; of the model's configuration."""


@dataclass(frozen=True, eq=False)
class Encoder:
    """Weights of the encoder; D is 384, and each layer has the matrices that `layer` names.

    Attributes:
        rows: word-piece table (V, D).
        positions: learned table (512, D), to which the row of the one segment is added already.
        norm: scale and shift (D,) of the first normalisation.
        layers: for each layer its weights by name: arrays, and matrices (inputs, outputs), which may be `Int8Matrix`.
    """

    rows: Array
    positions: Array
    norm: tuple[Array, Array]
    layers: Sequence[Mapping[str, Any]]

    def after_each_layer(self, ids: Sequence[int]) -> list[Float[Array, "T D"]]:
        """One vector per token: before the first layer (row plus position, normalised) and after each."""
        found = [normalise(self.rows[list(ids)] + self.positions[: len(ids)], *self.norm)]
        for weights in self.layers:
            found.append(layer(found[-1], weights))
        return found

    def sentence(self, ids: Sequence[int]) -> Float[Array, " D"]:
        """The sentence's vector: the mean of its mixed rows, with length 1."""
        vector: Array = unit_rows(self.after_each_layer(ids)[-1].mean(axis=0, keepdims=True))[0]
        return vector


def layer(x: Float[Array, "T D"], w: Mapping[str, Any]) -> Float[Array, "T D"]:
    """Attention, then two matrices at each position; what each adds is added to its input and normalised."""
    x = normalise(x + attention(x, w), w["attention_scale"], w["attention_shift"])
    inner = gelu(x @ w["up"] + w["up_bias"])
    return normalise(x + inner @ w["down"] + w["down_bias"], w["scale"], w["shift"])


def attention(x: Float[Array, "T D"], w: Mapping[str, Any], heads: int = HEADS) -> Float[Array, "T D"]:
    """softmax(Q Kᵀ / √d) V for every head, then one matrix over all heads."""
    q, k, v = (
        (x @ w[name] + w[f"{name}_bias"]).reshape(len(x), heads, -1).transpose(1, 0, 2)
        for name in ("query", "key", "value")
    )
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(q.shape[-1]))
    mixed = softmax(scores) @ v
    found: Array = mixed.transpose(1, 0, 2).reshape(x.shape) @ w["out"] + w["out_bias"]
    return found


def normalise(x: Float[Array, "T D"], scale: Array, shift: Array) -> Float[Array, "T D"]:
    """Each row with mean 0 and variance 1, times `scale`, plus `shift`."""
    away = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((away * away).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
    found: Array = away / spread * scale + shift
    return found


def gelu(x: Array) -> Array:
    """The number times the normal distribution's share below it (Hendrycks and Gimpel 2016)."""
    found: Array = x * (1 + erf(x / np.sqrt(np.float32(2)))) / 2
    return found
