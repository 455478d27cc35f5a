"""What was read in public configurations, as numbers, to hold the presets against: address with commit, and fields.

Of the other presets the paper or page named in `models` is the source; their configuration files were not at hand.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Facts:
    """Fields of one file at one commit, under the names that the file gives them."""

    url: str
    fields: dict[str, int]


FACTS = {
    "GPT-2 small": Facts(
        "https://github.com/openai/gpt-2/blob/122c55a53a50ef625f9f4fc577ed0d59e53bf417/src/model.py",
        {"n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12},
    ),
    "Gemma 2 9B": Facts(
        "https://github.com/google/gemma_pytorch/blob/03e657582d17cb5a8617ebf333c1c16f3694670e/gemma/config.py",
        {
            "vocab_size": 256_000,
            "max_position_embeddings": 8192,
            "num_hidden_layers": 42,
            "num_attention_heads": 16,
            "num_key_value_heads": 8,
            "hidden_size": 3584,
            "intermediate_size": 14_336,
            "head_dim": 256,
        },
    ),
}
