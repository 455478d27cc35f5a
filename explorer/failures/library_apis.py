"""The same embedding in eight libraries: creating a table, looking ids up, and positions.

Six are short programs, whose results are in `library_api_results`; two were read in public repositories.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ROWS, WIDTH = 1_000, 64  # of the measured initial table


def xavier(vocab_size: int, embed_dim: int) -> float:
    """Standard deviation of uniform numbers up to √(6 / (V + D)): the bound over √3.

    >>> round(xavier(1_000, 64), 4), round(xavier(50_257, 768), 4)
    (0.0434, 0.0063)
    """
    return float((2 / (vocab_size + embed_dim)) ** 0.5)


def _constant(spread: float) -> Callable[[int, int], float]:
    return lambda vocab_size, embed_dim: spread


@dataclass(frozen=True)
class LibraryApi:
    """A library's embedding.

    Attributes:
        name: of the library.
        package: its distribution; "" if it was only read.
        before: imports.
        make: expression for a table of {V} rows of {D} numbers.
        call: expression for the rows of ids {ids} of the table `layer`.
        table: the table itself, as an attribute of `layer`.
        numbers: expression that converts `it` to a NumPy array.
        padded: like `make`, with id 0 for padding; "" if unsupported.
        positions: its positional encodings, in words.
        layout: column layout of its sinusoids, in words.
        drawn: default initialization, in words.
        spread: its standard deviation for a table of V rows of D numbers.
        source: where it was read; "" if it was run.
        read: facts by `library_api_results.ASPECTS`, without the spread, if it was read.
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
    spread: Callable[[int, int], float]
    source: str = ""
    read: tuple[str, ...] = ()

    def snippet(self, vocab_size: int = 10, embed_dim: int = 4) -> str:
        """Program that creates a small table and looks three ids up."""
        made = self.make.format(V=vocab_size, D=embed_dim)
        call = self.call.format(ids="[[1, 2, 3]]")
        return f"{self.before}\n\nlayer = {made}\nrows = {call}\nprint(rows.shape)\n"


CORE = "this core"
LIBRARY_APIS = (
    LibraryApi(
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
        xavier,
    ),
    LibraryApi(
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
        _constant(1.0),
    ),
    LibraryApi(
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
        lambda vocab_size, embed_dim: embed_dim**-0.5,
    ),
    LibraryApi(
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
        _constant(1.0),
    ),
    LibraryApi(
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
        _constant(1.0),
    ),
    LibraryApi(
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
        _constant(0.02),
    ),
    LibraryApi(
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
        xavier,
        "https://github.com/harvard-edge/cs249r_book/blob/02805832dcb56f2bd3604ed57fb9958e565d3ad5/"
        "tinytorch/src/11_embeddings/11_embeddings.py",
        (
            "weight",
            "(V, D)",
            "float32",
            "has none",
            "ValueError",
            "ValueError",
            "ValueError",
        ),
    ),
    LibraryApi(
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
        _constant(0.987),
        "https://github.com/stanford-cs336/assignment1-basics",
        (
            "the student's choice",
            "(V, D)",
            "float32, or what `dtype` says",
            "has none",
            "what the student's indexing does",
            "what the student's indexing does",
            "what the student's indexing does",
        ),
    ),
)
NAMES = tuple(api.name for api in LIBRARY_APIS)
RUN = tuple(api for api in LIBRARY_APIS if api.package)


def find_api(name: str) -> LibraryApi:
    """LibraryApi by name."""
    return LIBRARY_APIS[NAMES.index(name)]
