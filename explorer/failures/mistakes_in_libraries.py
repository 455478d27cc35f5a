"""The same mistakes as programs for four libraries; each sets `wrong` to whether its numbers are wrong.

NumPy and this project's core run when asked. PyTorch's and JAX's results were recorded by
`tools/record/mistakes_in_libraries.py` (`mistakes_in_libraries.json`, with versions and date); a test repeats them if
the library is installed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from explorer.data import shipped_files

NUMPY, CORE, TORCH, JAX = "NumPy", "this core", "PyTorch", "JAX"
LIBRARIES = (NUMPY, CORE, TORCH, JAX)
RECORDED = (TORCH, JAX)
FILE = Path(__file__).with_name("mistakes_in_libraries.json")

_T = "import torch\nfrom torch import nn\n\n"
_J = "import jax.numpy as jnp\n\n"
_N = "import numpy as np\n\n"
_C = "import numpy as np\nfrom explorer.core import Embedding, EmbeddingLayer, PositionalEncoding, Tensor\n\n"


@dataclass(frozen=True)
class Recorded:
    """Recorded result: version, date, message or verdict, and output."""

    version: str
    day: str
    verdict: str
    message: str
    printed: tuple[str, ...]


@lru_cache(maxsize=1)
def recorded() -> Mapping[str, Mapping[str, Recorded]]:
    """Case → library → recorded result.

    >>> sorted(recorded()["Negative ids wrap"])
    ['JAX', 'PyTorch']
    """
    with shipped_files.reading(FILE):
        made = json.loads(FILE.read_text(encoding="utf-8"))
        return {
            case: {
                library: Recorded(
                    made["versions"][library], made["day"], found["verdict"], found["message"], tuple(found["printed"])
                )
                for library, found in libraries.items()
            }
            for case, libraries in made["cases"].items()
        }


def _four(numpy: str, core: str, torch: str, jax: str) -> dict[str, str]:
    return {NUMPY: _N + numpy, CORE: _C + core, TORCH: _T + torch, JAX: _J + jax}


RAISING: Mapping[str, Mapping[str, str]] = {
    "Index out of range": _four(
        "W = np.ones((50_000, 8))\nrows = W[[15496, 50_001]]\nprint(rows.shape)\nwrong = False",
        "rows = Embedding(50_000, 8, rng=0)([15496, 50_001])\nprint(rows.shape)\nwrong = False",
        "table = nn.Embedding(50_000, 8)\nrows = table(torch.tensor([15496, 50_001]))\nprint(rows.shape)\n"
        "wrong = False",
        "W = jnp.arange(50_000.0)[:, None]\nrows = W[jnp.array([15496, 50_001])]\nprint(rows.ravel())\n"
        "wrong = rows[1, 0] != 50_001",
    ),
    "Sequence too long": _four(
        "P = np.ones((512, 8))\nrows = P[np.arange(1024)]\nprint(rows.shape)\nwrong = False",
        "out = EmbeddingLayer(1_000, 8, max_seq_len=512, rng=0)(np.zeros((1, 1024), int))\nprint(out.shape)\n"
        "wrong = False",
        "P = nn.Embedding(512, 8)\nrows = P(torch.arange(1024))\nprint(rows.shape)\nwrong = False",
        "P = jnp.arange(512.0)[:, None]\nrows = P[jnp.arange(1024)]\nprint(rows[600], rows[700])\n"
        "wrong = rows[600, 0] == rows[700, 0]",
    ),
    "Widths that don't match": _four(
        "out = np.ones((3, 512)) + np.ones((3, 768))\nwrong = False",
        "out = PositionalEncoding(128, 768, rng=0)(Tensor(np.ones((1, 3, 512))))\nwrong = False",
        "out = torch.ones(3, 512) + torch.ones(3, 768)\nwrong = False",
        "out = jnp.ones((3, 512)) + jnp.ones((3, 768))\nwrong = False",
    ),
    "2D where 3D is expected": _four(
        "out = np.ones((128, 512)) + np.ones((256, 512))[:128]\nprint(out.shape)\nwrong = out.shape != (128, 512)",
        "out = PositionalEncoding(256, 512, rng=0)(Tensor(np.ones((128, 512))))\nwrong = False",
        "out = torch.ones(128, 512) + torch.ones(256, 512)[:128]\nprint(out.shape)\nwrong = out.shape != (128, 512)",
        "out = jnp.ones((128, 512)) + jnp.ones((256, 512))[:128]\nprint(out.shape)\nwrong = out.shape != (128, 512)",
    ),
}

_ZIP = "out = [t + p for t, p in zip(x, P[:128])]\nprint(len(out))\nwrong = len(out) != 128"
_MEAN = "print(mean)\nwrong = bool(abs(mean[0] - 2) > 0.1)"
_SCALED = (
    "D = 64\nstored = {zeros}\nkept = {zeros} * 8  # with the factor\nprint(stored[0], kept[0])\n"
    "wrong = bool(stored[0] != kept[0])"
)

SILENT: Mapping[str, Mapping[str, str]] = {
    "Negative ids wrap": _four(
        "W = np.arange(6.0)[:, None]\nrow = W[-1]\nprint(row)\nwrong = row[0] == 5",
        "W = np.arange(6.0)[:, None]\nrow = Embedding.from_weight(W)([-1])\nwrong = False",
        "table = nn.Embedding(6, 1)\nrow = table(torch.tensor([-1]))\nprint(row.shape)\nwrong = False",
        "W = jnp.arange(6.0)[:, None]\nrow = W[jnp.array([-1])]\nprint(row)\nwrong = row[0, 0] == 5",
    ),
    "Fractions cut to ids": _four(
        "W = np.arange(100.0)\nids = np.array([0.29]) * 100\nprint(W[ids.astype(int)])\n"
        "wrong = W[ids.astype(int)][0] != 29",
        "table = Embedding.from_weight(np.arange(100.0)[:, None])\nrow = table(np.array([0.29]) * 100)\nwrong = False",
        "table = nn.Embedding(100, 1)\nids = torch.tensor([0.29], dtype=torch.float64) * 100\nrow = table(ids)\n"
        "wrong = False",
        "W = jnp.arange(100.0)\nids = jnp.array([28.9])\nrow = W[ids]\nwrong = False",
    ),
    "Another model's tokenizer": _four(
        'gpt2 = {791: " Un"}  # what row 791 stands for\nW = np.zeros((50_257, 2))\nrow = W[791]\nprint(row.shape)\n'
        'wrong = gpt2[791] != "The"',
        'gpt2 = {791: " Un"}\nrow = Embedding(50_257, 2, rng=0)([791])\nprint(row.shape)\nwrong = gpt2[791] != "The"',
        'gpt2 = {791: " Un"}\nrow = nn.Embedding(50_257, 2)(torch.tensor([791]))\nprint(row.shape)\n'
        'wrong = gpt2[791] != "The"',
        'gpt2 = {791: " Un"}\nW = jnp.zeros((50_257, 2))\nrow = W[jnp.array([791])]\nprint(row.shape)\n'
        'wrong = gpt2[791] != "The"',
    ),
    "Ids one off": _four(
        'words = ["<pad>", "cat", "dog"]\nW = np.array([1.0, 2.0])  # cat, dog\nrow = W[words.index("cat")]\n'
        "print(row)\nwrong = row != 1",
        'words = ["<pad>", "cat", "dog"]\ntable = Embedding.from_weight([[1.0], [2.0]])  # cat, dog\n'
        'row = table([words.index("cat")]).data\nprint(row)\nwrong = row[0, 0] != 1',
        'words = ["<pad>", "cat", "dog"]\ntable = nn.Embedding.from_pretrained(torch.tensor([[1.0], [2.0]]))\n'
        'row = table(torch.tensor([words.index("cat")]))\nprint(row)\nwrong = bool(row[0, 0] != 1)',
        'words = ["<pad>", "cat", "dog"]\nW = jnp.array([1.0, 2.0])  # cat, dog\nrow = W[words.index("cat")]\n'
        "print(row)\nwrong = bool(row != 1)",
    ),
    "64 rows for 128 positions": _four(
        f"x, P = np.ones((128, 4)), np.ones((64, 4))\n{_ZIP}",
        "out = PositionalEncoding(64, 4, rng=0)(Tensor(np.ones((1, 128, 4))))\nwrong = False",
        f"x, P = torch.ones(128, 4), torch.ones(64, 4)\n{_ZIP}",
        f"x, P = jnp.ones((128, 4)), jnp.ones((64, 4))\n{_ZIP}",
    ),
    "Padding without a mask": _four(
        f"W = np.array([[9.0, 9.0], [1.0, 3.0], [3.0, 1.0]])\nmean = W[[1, 2, 0, 0]].mean(axis=0)\n{_MEAN}",
        f"table = Embedding.from_weight([[9.0, 9.0], [1.0, 3.0], [3.0, 1.0]], padding_idx=0)\n"
        f"mean = table([1, 2, 0, 0]).data.mean(axis=0)\n{_MEAN}",
        f"W = torch.tensor([[0.0, 0.0], [1.0, 3.0], [3.0, 1.0]])\n"
        f"table = nn.Embedding.from_pretrained(W, padding_idx=0)\n"
        f"mean = table(torch.tensor([1, 2, 0, 0])).mean(dim=0)\n{_MEAN}",
        f"W = jnp.array([[9.0, 9.0], [1.0, 3.0], [3.0, 1.0]])\nmean = W[jnp.array([1, 2, 0, 0])].mean(axis=0)\n{_MEAN}",
    ),
    "× √D forgotten": _four(
        _SCALED.format(zeros="np.full(D, 0.125)"),
        "W = np.full((6, 64), 0.125)\nlayer = EmbeddingLayer.from_tables(W)  # scale_embeddings is off by default\n"
        "out = layer([5]).data\nprint(out[0, 0])\nwrong = out[0, 0] != 1",
        _SCALED.format(zeros="torch.full((D,), 0.125)"),
        _SCALED.format(zeros="jnp.full(D, 0.125)"),
    ),
    "Waves in another order": _four(
        "angle = np.outer(np.arange(3), [1.0, 0.1])\nsin, cos = np.sin(angle), np.cos(angle)\n"
        "trained = np.stack([sin, cos], axis=2).reshape(3, 4)\nloaded = np.concatenate([sin, cos], axis=1)\n"
        "print(trained.shape == loaded.shape)\nwrong = not np.allclose(trained, loaded)",
        "from explorer.core.functional import sinusoidal\n\ntrained = sinusoidal(3, 4)\n"
        'loaded = sinusoidal(3, 4, layout="concatenated")\nprint(trained.shape == loaded.shape)\n'
        "wrong = not np.allclose(trained, loaded)",
        "angle = torch.outer(torch.arange(3.0), torch.tensor([1.0, 0.1]))\nsin, cos = angle.sin(), angle.cos()\n"
        "trained = torch.stack([sin, cos], 2).reshape(3, 4)\nloaded = torch.cat([sin, cos], 1)\n"
        "print(trained.shape == loaded.shape)\nwrong = not torch.allclose(trained, loaded)",
        "angle = jnp.outer(jnp.arange(3), jnp.array([1.0, 0.1]))\nsin, cos = jnp.sin(angle), jnp.cos(angle)\n"
        "trained = jnp.stack([sin, cos], axis=2).reshape(3, 4)\nloaded = jnp.concatenate([sin, cos], axis=1)\n"
        "print(trained.shape == loaded.shape)\nwrong = not jnp.allclose(trained, loaded)",
    ),
    "float16 overflows": _four(
        'row = np.full(64, 40, np.float16)\nwith np.errstate(over="ignore"):\n    score = (row * row).sum()\n'
        "print(score)\nwrong = not np.isfinite(score)",
        "row = Tensor(np.full(64, 40, np.float16))\nscore = (row * row).sum().data\nprint(score)\n"
        "wrong = not np.isfinite(score)",
        "row = torch.full((64,), 40, dtype=torch.float16)\nscore = (row * row).sum()\nprint(score)\n"
        "wrong = not torch.isfinite(score)",
        "row = jnp.full(64, 40, jnp.float16)\nscore = (row * row).sum()\nprint(score)\nwrong = not jnp.isfinite(score)",
    ),
    "A tied table that isn't": _four(
        "W = np.eye(3, dtype=np.float32)\noutput = W.astype(np.float32)\nW[1] -= 0.5\nprint(output[1])\n"
        "wrong = not np.array_equal(W, output)",
        "W = Tensor(np.eye(3), requires_grad=True)\noutput = Tensor(W.data.copy(), requires_grad=True)\n"
        "W.data[1] -= 0.5\nprint(output.data[1])\nwrong = not np.array_equal(W.data, output.data)",
        "table, head = nn.Embedding(3, 3), nn.Linear(3, 3, bias=False)\nwith torch.no_grad():\n"
        "    head.weight.copy_(table.weight)  # equal, not tied\n    table.weight[1] -= 0.5\n"
        "print(torch.equal(table.weight, head.weight))\nwrong = not torch.equal(table.weight, head.weight)",
        "W = jnp.eye(3)\noutput = W\nW = W.at[1].add(-0.5)  # arrays of JAX never change: a new one\nprint(output[1])\n"
        "wrong = not jnp.array_equal(W, output)",
    ),
    "A gradient that gets lost": _four(
        "g = np.zeros((4, 2))\ng[[1, 1, 2]] += np.ones((3, 2))\nprint(g[1])\nwrong = g[1, 0] != 2",
        "table = Embedding(4, 2, rng=0)\ntable([1, 1, 2]).sum().backward()\ng = table.weight.grad\nprint(g[1])\n"
        "wrong = g[1, 0] != 2",
        "g = torch.zeros(4, 2)\ng[torch.tensor([1, 1, 2])] += torch.ones(3, 2)\nprint(g[1])\nwrong = bool(g[1, 0] != "
        "2)",
        "g = jnp.zeros((4, 2))\ng = g.at[jnp.array([1, 1, 2])].add(jnp.ones((3, 2)))\nprint(g[1])\n"
        "wrong = bool(g[1, 0] != 2)",
    ),
}
