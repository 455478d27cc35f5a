"""Preset matching: the published model with a request's sizes, and the request for a model's configuration."""

from typing import Any

from explorer.memory.memory_estimate import BillRequest
from explorer.memory.model_catalogue import MODELS
from explorer.memory.published_model import Model


def model_of(now: BillRequest) -> Model | None:
    """The published model with exactly these sizes, if there is one."""
    return next((model for model in MODELS.values() if fields_of(model).items() <= vars(now).items()), None)


def of_width(now: BillRequest) -> Model | None:
    """That model, or one that differs in the number of its rows alone: its layers are as large with any."""
    fixed = vars(now).items()
    near = (
        model for model in MODELS.values() if fields_of(model).items() - fixed <= {("vocab_size", model.vocab_size)}
    )
    return model_of(now) or next(near, None)


def fields_of(model: Model) -> dict[str, Any]:
    """The request fields that a published configuration sets."""
    return {
        "vocab_size": model.vocab_size,
        "embed_dim": model.embed_dim,
        "max_seq_len": model.context,
        "layers": model.layers,
        "kv_width": model.kv_width,
        "positions": model.positions,
        "output": model.output,
    }
