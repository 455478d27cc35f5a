"""Memory estimate ("the bill"): closed forms for all that an embedding layer stores. Nothing is allocated.

With V rows, width D, L positions, B sequences of T tokens, and b(·) the bytes of a row in the chosen format:

- token table V·b(D); learned positions L·b(D); sinusoids 0 (they can be recomputed);
- output layer V·b(D) if it has its own table, 0 if it is tied to the token table or there is none;
- gradients: as many numbers as there are weights, or, row-sparse, one row and one id for each token of the batch;
- optimizer state: 0, 1 or 2 numbers in FP32 per weight (SGD; momentum; Adam, Kingma and Ba 2015), and the FP32 copy
  of mixed-precision training (Micikevicius et al. 2018, section 3.1);
- activations B·T·D, logits B·T·V, and, when training, a gradient of the same size for each of them;
- for comparison the one-hot input B·T·V and the keys and values 2·layers·B·T·K.

The layers between embedding and output are not included; `layers_bytes` computes what their parameters add.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.memory.number_formats import FORMATS, Format

POSITIONS = ("Learned", "Sinusoidal", "None")
OUTPUTS = ("Tied", "Untied", "None")
OPTIMIZERS = {"None": None, "SGD": 0, "Momentum": 1, "Adam": 2}
"""State numbers per weight; None: inference only."""
GRADIENTS = ("Dense", "Row-sparse")
_ID = 8


@dataclass(frozen=True)
class BillRequest:
    """Settings of the estimate; sizes are at least 1, without an upper limit.

    Raises:
        ValueError: a size below 1 or an unknown choice, named in the message.
    """

    vocab_size: int
    embed_dim: int
    max_seq_len: int = 1024
    batch: int = 8
    seq_len: int = 1024
    number: str = "FP32"
    positions: str = "Learned"
    output: str = "Tied"
    optimizer: str = "Adam"
    gradients: str = "Dense"
    layers: int = 12
    kv_width: int = 768

    def __post_init__(self) -> None:
        for name in ("vocab_size", "embed_dim", "max_seq_len", "batch", "seq_len", "layers", "kv_width"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ValueError(f"{name} must be a whole number of at least 1, got {value!r}")
        choices = {
            "number": tuple(FORMATS),
            "positions": POSITIONS,
            "output": OUTPUTS,
            "optimizer": tuple(OPTIMIZERS),
            "gradients": GRADIENTS,
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {getattr(self, name)!r}")

    @property
    def format(self) -> Format:
        """The storage format of the tables."""
        return FORMATS[self.number]

    @property
    def tokens(self) -> int:
        """Lookups per step, B·T."""
        return self.batch * self.seq_len

    @property
    def training(self) -> bool:
        """Whether the model is trained, so that there are gradients."""
        return self.optimizer != "None"

    @property
    def sparse(self) -> bool:
        """Whether the token table's gradient has only the touched rows.

        A tied output layer gives every row a gradient, through the softmax, so the gradient is dense.
        """
        return self.gradients == "Row-sparse" and self.output != "Tied"

    def with_(self, **changes: int | str) -> BillRequest:
        """A copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Item:
    """One item of the bill: name, bytes, formula in symbols, and whether it counts in the total."""

    name: str
    bytes: int
    formula: str
    counts: bool = True


@dataclass(frozen=True)
class Bill:
    """All items for one request."""

    request: BillRequest
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """Bytes of all items of embedding and output, without comparisons and layers."""
        return sum(item.bytes for item in self.items if item.counts)

    @property
    def parameters(self) -> int:
        """Learned parameters: token table, position table, output layer."""
        r = self.request
        rows = r.vocab_size * (2 if r.output == "Untied" else 1) + (r.max_seq_len if r.positions == "Learned" else 0)
        return rows * r.embed_dim

    def __getitem__(self, name: str) -> Item:
        """Item by name; KeyError if there is none."""
        for item in self.items:
            if item.name == name:
                return item
        raise KeyError(name)


def bill(request: BillRequest) -> Bill:
    """Compute the bill for `request`, exact to the byte.

    >>> small = bill(BillRequest(50_257, 768, batch=32, seq_len=2048))
    >>> small["Token table"].bytes, small["One-hot input"].bytes
    (154389504, 13174571008)
    >>> bill(BillRequest(10**10, 256, optimizer="None"))["Token table"].bytes
    10240000000000
    """
    r, store = request, request.format
    grad = 4 if r.number == "FP32" else 2
    wide = store.computes_in
    learned = r.positions == "Learned"
    touched = min(r.tokens, r.vocab_size)
    items = [
        Item("Token table", store.table_bytes(r.vocab_size, r.embed_dim), "V · bytes of a row"),
        Item("Position table", store.table_bytes(r.max_seq_len, r.embed_dim) * learned, "L · bytes of a row"),
        Item(
            "Output layer",
            store.table_bytes(r.vocab_size, r.embed_dim) * (r.output == "Untied"),
            "V · bytes of a row if untied, else 0",
        ),
    ]
    gradient = state = 0
    numbers = r.embed_dim * (r.vocab_size * (2 if r.output == "Untied" else 1) + r.max_seq_len * learned)
    formula = "numbers learned · bytes"
    if r.training:
        if r.sparse:
            dense_rows = r.max_seq_len * learned + r.vocab_size * (r.output == "Untied")
            gradient = dense_rows * r.embed_dim * grad + touched * (r.embed_dim * grad + _ID)
            formula = "min(B·T, V) · (D · bytes + 8), the rest dense"
        else:
            gradient = numbers * grad
        copies = (OPTIMIZERS[r.optimizer] or 0) + (r.number != "FP32")
        state = numbers * 4 * copies
    logits = (r.tokens if r.training else r.batch) * r.vocab_size * wide * (r.output != "None")
    items += [
        Item("Gradients", gradient, formula),
        Item("Optimizer state", state, "numbers learned · 4 · (0 SGD, 1 momentum, 2 Adam; + 1 if below FP32)"),
        Item("Activations", r.tokens * (r.embed_dim * wide + _ID), "B · T · (D · bytes + 8 for the id)"),
        Item("Logits", logits, "B · T · V · bytes (only the last token's when not training)"),
        Item(
            "Gradients of activations and logits",
            (r.tokens * r.embed_dim * wide + logits) * r.training,
            "B · T · (D + V) · bytes, 0 when not training",
        ),
        Item("One-hot input", r.tokens * r.vocab_size * wide, "B · T · V · bytes", counts=False),
        Item("KV cache", 2 * r.layers * r.tokens * r.kv_width * wide, "2 · layers · B · T · K · bytes", counts=False),
    ]
    return Bill(r, tuple(items))


def layers_bytes(others: int, request: BillRequest) -> int:
    """Bytes that `others` parameters outside the tables add: stored, and with gradients and optimizer state if trained.

    They are stored in the tables' format, in rows of width D. The layers' activations are not counted.

    >>> layers_bytes(1_000, BillRequest(10, 10)), layers_bytes(1_000, BillRequest(10, 10, optimizer="None"))
    (16000, 4000)
    """
    r = request
    stored = -(-others * r.format.row_bytes(r.embed_dim) // r.embed_dim)
    if not r.training:
        return stored
    gradient = 4 if r.number == "FP32" else 2
    return stored + others * (gradient + 4 * ((OPTIMIZERS[r.optimizer] or 0) + (r.number != "FP32")))
