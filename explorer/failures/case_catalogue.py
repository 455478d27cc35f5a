"""All cases, in the order of learning: those that raise, then the silent ones (cases.toml)."""

import tomllib
from pathlib import Path
from typing import Any

from explorer.failures.case_pictures import PICTURES
from explorer.failures.failure_case import Case, Variant
from explorer.failures.mistakes_in_libraries import CORE, JAX, NUMPY, TORCH

HEADS = {
    NUMPY: "import numpy as np\n\n",
    CORE: "import numpy as np\nfrom explorer.core import Embedding, EmbeddingLayer, PositionalEncoding, Tensor\n\n",
    TORCH: "import torch\nfrom torch import nn\n\n",
    JAX: "import jax.numpy as jnp\n\n",
}
"""What stands before the program of each library."""


def _case(name: str, *, source: str, variants: Any, elsewhere: Any, options: Any = (), **rest: Any) -> Case:
    changed = tuple(
        Variant(title, source.replace(each["replaced"], each["by"]), each["note"]) for title, each in variants.items()
    )
    programs = {library: HEADS[library] + program for library, program in elsewhere.items()}
    return Case(name, source, changed, programs, PICTURES[name], options=tuple(options), **rest)


_WRITTEN = tomllib.loads(Path(__file__).with_name("cases.toml").read_text(encoding="utf-8"))
CASES = tuple(_case(name, **fields) for name, fields in _WRITTEN.items())
RAISING = tuple(case for case in CASES if not case.options)
SILENT = tuple(case for case in CASES if case.options)
