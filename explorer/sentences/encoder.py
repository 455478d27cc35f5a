"""The sentence encoder all-MiniLM-L6-v2: six transformer layers, in NumPy, as BERT's paper has them.

A token's row is mixed with those of its neighbours six times; the mean of what comes out, with length 1, is the vector
of the sentence. Several sentences are laid end to end, so that each matrix is read once for all of them; only attention
looks at one sentence at a time. Left out: dropout, padding (which this needs none of), training.

Sources: Devlin et al. 2019 (the layers), Wang et al. 2020, "MiniLM" (their size), Reimers and Gurevych 2019,
"Sentence-BERT" (the mean as a sentence's vector), and the model's card (which text it was trained on).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from explorer.nn.transformer_layers import softmax
from explorer.vectors.preprocessing import unit_rows

Array = NDArray[np.float32]
HEADS = 12
EPSILON = 1e-12
"""Added to a variance before its root; of the model's configuration."""


@dataclass(frozen=True, eq=False)
class Encoder:
    """Weights of the encoder; D is 384, and each layer has the matrices that `layer` names.

    Attributes:
        table: word-piece table (V, D) in int8, as it is stored: few of its rows are needed.
        scales: what a row of it is multiplied with, (V,).
        positions: learned table (512, D), to which the row of the one segment is added already.
        norm: scale and shift (D,) of the first normalisation.
        layers: for each layer its weights by name: arrays, and matrices (inputs, outputs), which may be `Int8Matrix`.
    """

    table: NDArray[np.int8]
    scales: Array
    positions: Array
    norm: tuple[Array, Array]
    layers: Sequence[Mapping[str, Any]]

    def rows(self, ids: Sequence[int]) -> Annotated[Array, "T D"]:
        """The table's rows of these tokens."""
        found: Array = self.table[list(ids)] * self.scales[list(ids), None]
        return found

    def after_each_layer(self, *sentences: Sequence[int]) -> Iterator[Annotated[Array, "T D"]]:
        """One vector per token of all sentences: before the first layer (row plus position, normalised), after each."""
        ends = np.cumsum([len(ids) for ids in sentences]).tolist()
        parts = [slice(end - len(ids), end) for ids, end in zip(sentences, ends, strict=True)]
        x = np.concatenate([self.rows(ids) + self.positions[: len(ids)] for ids in sentences])
        yield (x := normalise(x, *self.norm))
        for weights in self.layers:
            yield (x := layer(x, weights, parts))

    def sentences(self, *sentences: Sequence[int]) -> Annotated[Array, "N D"]:
        """The sentences' vectors: of each the mean of its mixed rows, with length 1."""
        *_, last = self.after_each_layer(*sentences)
        starts = np.cumsum([0, *(len(ids) for ids in sentences[:-1])])
        sizes = np.array([[len(ids)] for ids in sentences], np.float32)
        vectors: Array = unit_rows(np.add.reduceat(last, starts) / sizes)
        return vectors


def layer(x: Annotated[Array, "T D"], w: Mapping[str, Any], parts: Sequence[slice]) -> Annotated[Array, "T D"]:
    """Attention, then two matrices at each position; what each adds is added to its input and normalised."""
    x = normalise(x + attention(x, w, parts), w["attention_scale"], w["attention_shift"])
    inner = gelu(x @ w["up"] + w["up_bias"])
    return normalise(x + inner @ w["down"] + w["down_bias"], w["scale"], w["shift"])


def attention(
    x: Annotated[Array, "T D"], w: Mapping[str, Any], parts: Sequence[slice], heads: int = HEADS
) -> Annotated[Array, "T D"]:
    """softmax(Q Kᵀ / √d) V for every sentence and head, then one matrix over all heads."""
    q, k, v = (
        (x @ w[name] + w[f"{name}_bias"]).reshape(len(x), heads, -1).transpose(1, 0, 2)
        for name in ("query", "key", "value")
    )
    mixed = np.empty_like(x)
    for part in parts:
        scores = q[:, part] @ k[:, part].transpose(0, 2, 1) / np.sqrt(np.float32(q.shape[-1]))
        mixed[part] = (softmax(scores) @ v[:, part]).transpose(1, 0, 2).reshape(-1, x.shape[1])
    found: Array = mixed @ w["out"] + w["out_bias"]
    return found


def normalise(x: Annotated[Array, "T D"], scale: Array, shift: Array) -> Annotated[Array, "T D"]:
    """Each row with mean 0 and variance 1, times `scale`, plus `shift`."""
    away = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((away * away).mean(axis=-1, keepdims=True) + np.float32(EPSILON))
    found: Array = away / spread * scale + shift
    return found


def gelu(x: Array) -> Array:
    """The number times the normal distribution's share below it (Hendrycks and Gimpel 2016)."""
    from scipy.special import erf  # imported here: it loads slowly, and Home's tasks need the tokenizer alone

    found: Array = x * (1 + erf(x / np.sqrt(np.float32(2)))) / 2
    return found
