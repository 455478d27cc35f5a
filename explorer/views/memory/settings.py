"""Settings shared by the pictures of memory: the sizes of a table, and how it is stored and trained."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict, get_type_hints

from explorer.memory import FORMATS, MODELS, OPTIMIZERS, OUTPUTS, POSITIONS
from explorer.memory.memory_estimate import GRADIENTS
from explorer.views.setting import Choice, Int, Setting, Whole

_FILL = (*range(10**5, 10**6, 10**5), *range(10**6, 10**7, 10**6))
"""Rows between which the memory of a phone or a laptop fills up: close together, so that one sees it fill."""
_ROUND = tuple(digit * 10**power for power in range(11) for digit in (1, 2, 5))
_POWERS = tuple(2**power for power in range(21))


def _size(
    label: str, default: int, low: int, high: int, stops: tuple[int, ...], attribute: str, key: str, about: str
) -> Any:
    """A size whose slider stops at `stops`, and at what published models have in their field `attribute`."""
    models = {getattr(model, attribute) for model in MODELS.values()} if attribute else set()
    inside = sorted(stop for stop in {low, high, *stops, *models} if low <= stop <= high)
    return Whole(label, default, low, high, tuple(inside), key=key, about=about)


ROWS = _size(
    "Vocabulary (rows)", 50_257, 2, 10**10, (*_ROUND, *_FILL), "vocab_size", "m_v", about="rows of the token table"
)
WIDTH = _size("Width (numbers per row)", 768, 4, 65_536, _POWERS, "embed_dim", "m_d", about="numbers in a row")
LONGEST = _size(
    "Longest text (positions)", 1024, 2, 2**20, _POWERS, "context", "m_l", about="rows of a learned position table"
)
BATCH = _size("Texts per batch", 8, 1, 65_536, _POWERS, "", "m_b", about="texts in a batch")
TOKENS = _size("Tokens per text", 1024, 1, 2**20, _POWERS, "", "m_t", about="tokens in a text")
LAYERS = _size("Layers", 12, 1, 1000, _ROUND, "layers", "m_layers", about="of the model, for the KV cache")
KEYS = _size(
    "Key width (numbers per token and layer)",
    768,
    4,
    65_536,
    _POWERS,
    "kv_width",
    "m_kv",
    about="numbers that a layer keeps for the keys of one token",
)
Number = Literal["FP32", "BF16 or FP16", "INT8", "INT4"]
Optimizer = Literal["None", "SGD", "Momentum", "Adam"]
Position = Literal["Learned", "Sinusoidal", "None"]
Output = Literal["Tied", "Untied", "None"]
Gradient = Literal["Dense", "Row-sparse"]
Card = Literal["1 GB", "6 GB", "8 GB", "16 GB", "24 GB", "80 GB"]
NUMBER: Any = Choice(
    "Stored as",
    "FP32",
    tuple(FORMATS),
    key="m_number",
    terms=("FP32", "FP16", "BF16", "INT8"),
    about="how a number is stored",
)
OPTIMIZER: Any = Choice(
    "Optimizer (None: used, not trained)",
    "Adam",
    tuple(OPTIMIZERS),
    key="m_optimizer",
    terms=("SGD", "momentum", "Adam"),
    about="whose state is stored with each row; None for a table that is used, not trained",
)
POSITION: Any = Choice("Positions", "Learned", POSITIONS, key="m_positions", about="the position table")
OUTPUT: Any = Choice("Output layer", "Tied", OUTPUTS, key="m_output", about="the output matrix")
GRADIENT: Any = Choice(
    "Gradient of the token table", "Dense", GRADIENTS, key="m_gradients", about="the gradient of the token table"
)


class OfRequest(TypedDict, total=False):
    """The fields of `BillRequest`."""

    vocab_size: Annotated[Int, ROWS]
    embed_dim: Annotated[Int, WIDTH]
    max_seq_len: Annotated[Int, LONGEST]
    batch: Annotated[Int, BATCH]
    seq_len: Annotated[Int, TOKENS]
    number: Annotated[Number, NUMBER]
    positions: Annotated[Position, POSITION]
    output: Annotated[Output, OUTPUT]
    optimizer: Annotated[Optimizer, OPTIMIZER]
    gradients: Annotated[Gradient, GRADIENT]
    layers: Annotated[Int, LAYERS]
    kv_width: Annotated[Int, KEYS]


OF_REQUEST: dict[str, Setting] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(OfRequest, include_extras=True).items()
}
"""Setting of each field of `BillRequest`."""
