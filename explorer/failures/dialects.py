"""The same embedding in eight dialects: names, numbers it starts with, padding, and what it does with odd ids.

Six are short programs: one runs here and now, the others where their library installs, and what they gave was recorded
with version and day (`tools/record_dialects.py`, `dialects.json`). Two were read in public repositories.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).with_name("dialects.json")
ROWS, WIDTH = 1_000, 64  # of the table whose first numbers are measured
ASPECTS = (
    "the table's name",
    "its shape",
    "its numbers are",
    "spread at the start",
    "row of a padding id",
    "id 10 of 10 rows",
    "id −1",
    "id 1.7",
)


@dataclass(frozen=True)
class Dialect:
    """A library's way to say "embedding".

    Attributes:
        name: of the library.
        package: its distribution; "" where it was read, not run.
        before: lines that import.
        make: an expression for a table of {V} rows of {D} numbers.
        call: an expression for the rows of the ids {ids}, with `layer` the table.
        table: the table itself, as an attribute of `layer`.
        numbers: an expression that makes `it` a NumPy array.
        padded: as `make`, with id 0 for padding; "" where there is no such thing.
        positions: what it has for positions, in words.
        layout: how its sinusoids are laid out, in words.
        drawn: what the first numbers are drawn from by default, in words.
        spread: their standard deviation by those words, for a table of `ROWS` × `WIDTH`.
        source: where it was read; "" where it was run.
        read: facts by aspect, where it was read.
    """

    name: str
    package: str
    before: str
    make: str
    call: str
    table: str
    numbers: str
    padded: str
    positions: str
    layout: str
    drawn: str
    spread: float
    source: str = ""
    read: tuple[str, ...] = ()

    def snippet(self, vocab_size: int = 10, embed_dim: int = 4) -> str:
        """A program that makes a small table and looks three ids up."""
        made = self.make.format(V=vocab_size, D=embed_dim)
        call = self.call.format(ids="[[1, 2, 3]]")
        return f"{self.before}\n\nlayer = {made}\nrows = {call}\nprint(rows.shape)\n"


CORE = "this core"
DIALECTS = (
    Dialect(
        CORE,
        "numpy",
        "import numpy as np\nfrom explorer.core import Embedding",
        "Embedding({V}, {D}, rng=np.random.default_rng(0))",
        "layer(np.array({ids}))",
        "weight",
        "it.data",
        "Embedding({V}, {D}, rng=np.random.default_rng(0), padding_idx=0)",
        "`PositionalEncoding` (learned) and `create_sinusoidal_embeddings`",
        "sine and cosine side by side, or in two halves: said by `layout`",
        "uniform, up to √(6 / (V + D)) (Xavier); `init` chooses another",
        (2 / (ROWS + WIDTH)) ** 0.5,
    ),
    Dialect(
        "PyTorch",
        "torch",
        "import torch\nfrom torch import nn",
        "nn.Embedding({V}, {D})",
        "layer(torch.tensor({ids}))",
        "weight",
        "it.detach().numpy()",
        "nn.Embedding({V}, {D}, padding_idx=0)",
        "no module of its own: another `nn.Embedding`",
        "no sinusoids",
        "normal, spread 1: N(0, 1)",
        1.0,
    ),
    Dialect(
        "Flax nnx",
        "flax",
        "import jax.numpy as jnp\nfrom flax import nnx",
        "nnx.Embed({V}, {D}, rngs=nnx.Rngs(0))",
        "layer(jnp.array({ids}))",
        "embedding",
        "np.asarray(getattr(it, 'value', it))",
        "",
        "no module of its own: another `nnx.Embed`",
        "no sinusoids",
        "normal, spread 1 / √D",
        WIDTH**-0.5,
    ),
    Dialect(
        "Equinox",
        "equinox",
        "import equinox as eqx\nimport jax\nimport jax.numpy as jnp",
        "eqx.nn.Embedding({V}, {D}, key=jax.random.key(0))",
        "jax.vmap(jax.vmap(layer))(jnp.array({ids}))",
        "weight",
        "np.asarray(it)",
        "",
        "`eqx.nn.RotaryPositionalEmbedding`",
        "no sinusoids that are added",
        "normal, spread 1: N(0, 1)",
        1.0,
    ),
    Dialect(
        "TensorWeaver",
        "tensorweaver",
        "import numpy as np\nfrom tensorweaver.autodiff.tensor import Tensor\n"
        "from tensorweaver.layers.embedding import Embedding",
        "Embedding({V}, {D})",
        "layer(Tensor(np.array({ids})))",
        "embedding_weights",
        "np.asarray(it.data)",
        "Embedding({V}, {D}, padding_idx=0)",
        "a second `Embedding`",
        "no sinusoids",
        "normal, spread 1: N(0, 1)",
        1.0,
    ),
    Dialect(
        "Hugging Face GPT-2",
        "transformers",
        "import torch\nfrom transformers import GPT2Config, GPT2Model",
        "GPT2Model(GPT2Config(vocab_size={V}, n_embd={D}, n_head=1, n_layer=1, bos_token_id=0, eos_token_id=0)).wte",
        "layer(torch.tensor({ids}))",
        "weight",
        "it.detach().numpy()",
        "",
        "`wpe`, a learned table of 1,024 rows",
        "no sinusoids",
        "normal, spread 0.02 (`initializer_range`)",
        0.02,
    ),
    Dialect(
        "TinyTorch",
        "",
        "from tinytorch.core.embeddings import Embedding\nfrom tinytorch.core.tensor import Tensor\nimport numpy as np",
        "Embedding({V}, {D})",
        "layer.forward(Tensor(np.array({ids})))",
        "weight",
        "it.data",
        "",
        "`PositionalEncoding` (learned) and `create_sinusoidal_embeddings`",
        "sine and cosine side by side",
        "uniform, up to √(6 / (V + D)) (Xavier)",
        (2 / (ROWS + WIDTH)) ** 0.5,
        "https://github.com/harvard-edge/cs249r_book/blob/02805832dcb56f2bd3604ed57fb9958e565d3ad5/"
        "tinytorch/src/11_embeddings/11_embeddings.py",
        (
            "weight",
            "(V, D)",
            "float32",
            "√(2 / (V + D))",
            "has none",
            "ValueError",
            "ValueError",
            "ValueError",
        ),
    ),
    Dialect(
        "CS336, assignment 1",
        "",
        "import torch\n# Embedding is what the assignment asks you to write",
        "Embedding({V}, {D})",
        "layer(torch.tensor({ids}))",
        "weight",
        "it.detach().numpy()",
        "",
        "rotary embeddings (RoPE), in the attention",
        "no sinusoids that are added",
        "normal, spread 1, cut at ±3",
        0.987,
        "https://github.com/stanford-cs336/assignment1-basics",
        (
            "the student's choice",
            "(V, D)",
            "float32, or what `dtype` says",
            "0.99",
            "has none",
            "what the student's indexing does",
            "what the student's indexing does",
            "what the student's indexing does",
        ),
    ),
)
NAMES = tuple(dialect.name for dialect in DIALECTS)
RUN = tuple(dialect for dialect in DIALECTS if dialect.package)


def named(name: str) -> Dialect:
    """The dialect of that name."""
    return DIALECTS[NAMES.index(name)]


def measure(dialect: Dialect) -> dict[str, str]:
    """What a dialect's programs give, by `ASPECTS`: run where its library is installed.

    >>> measure(named("this core"))["id −1"].split(":")[0]
    'IndexRangeError'
    """
    scope: dict[str, Any] = {"np": np}
    exec(dialect.before, scope)  # noqa: S102 - our own lines, above

    def table_of(made: str) -> Any:
        scope["layer"] = eval(made, scope)  # noqa: S307 - as above
        scope["it"] = eval(f"layer.{dialect.table}", scope)  # noqa: S307
        return np.asarray(eval(dialect.numbers, scope))  # noqa: S307

    start = table_of(dialect.make.format(V=ROWS, D=WIDTH))
    padding = "has none"
    if dialect.padded:
        padding = "numbers like the others" if table_of(dialect.padded.format(V=10, D=4))[0].any() else "zeros"
    table = table_of(dialect.make.format(V=10, D=4))
    shape = "(V, D)" if table.shape == (10, 4) else str(table.shape)
    facts = [dialect.table, shape, str(table.dtype), f"{start.std():.2g}", padding]
    facts += [_asked(dialect, scope, table, ids) for ids in ("[[10]]", "[[-1]]", "[[1.7]]")]
    return dict(zip(ASPECTS, facts, strict=True))


def _asked(dialect: Dialect, scope: dict[str, Any], table: Any, ids: str) -> str:
    """What the lookup of one odd id gives: a message, or which row."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            given = eval(dialect.call.format(ids=ids), scope)  # noqa: S307
    except Exception as problem:  # any library's own kind
        return f"{type(problem).__name__}: {str(problem).strip().splitlines()[0][:90]}"
    scope["it"] = given
    row = np.asarray(eval(dialect.numbers, scope)).reshape(-1, table.shape[1])[0]  # noqa: S307
    if np.isnan(row).all():
        return "not-a-numbers (NaN), no message"
    same = [number for number, other in enumerate(table) if np.allclose(other, row)]
    return f"row {same[0]}, no message" if same else "a row that is not in the table, no message"


@dataclass(frozen=True)
class Facts:
    """What is known of a dialect: by aspect, and how it is known."""

    by_aspect: Mapping[str, str]
    known: str


@cache
def recorded() -> Mapping[str, Any]:
    """What `tools/record_dialects.py` wrote."""
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def facts(name: str) -> Facts:
    """Everything about the dialect of that name."""
    dialect = named(name)
    words = {"drawn from": dialect.drawn, "positions": dialect.positions, "sinusoids": dialect.layout}
    if name == CORE:
        return Facts(measure(dialect) | words, "run here and now")
    if dialect.read:
        return Facts(dict(zip(ASPECTS, dialect.read, strict=True)) | words, "read")
    kept = recorded()[name]
    return Facts(kept["facts"] | words, f"recorded with {dialect.package} {kept['version']} on {kept['day']}")


def differences(one: str, other: str) -> list[tuple[str, str, str]]:
    """(aspect, in the one, in the other) of every aspect in which two dialects differ."""
    left, right = facts(one).by_aspect, facts(other).by_aspect
    return [(aspect, left[aspect], right[aspect]) for aspect in left if left[aspect] != right[aspect]]
