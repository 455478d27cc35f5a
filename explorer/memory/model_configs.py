"""Public configuration files to check the presets against: URL with commit, and fields.

The authors' files where a repository has them, else those of a widely used project (nanoGPT, litgpt, whisper.cpp); `of`
says whose file it is. For the models in `WITHOUT` no such file was found: their source is the paper or page named in
`model_catalogue`. The authors' list in meta-llama/llama-models is not used for Llama 2: it gives the 7B model Llama 3's
vocabulary and 8 key heads, contrary to paper and weights.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Facts:
    """Fields of one file at one commit, under the names that the file gives them."""

    url: str
    of: str
    fields: dict[str, float]


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FACTS = {name: Facts(**entry) for name, entry in _WRITTEN.items()}
WITHOUT = ("BERT base", "BERT large", "MiniLM L6", "GPT-3")
"""Models without such a file; their sizes are from the paper, or from files beside the weights."""
