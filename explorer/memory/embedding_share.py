"""Model pairs that test "the wider and deeper a model, the smaller the share of its embedding"."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from explorer.memory.model_catalogue import MODELS
from explorer.memory.published_model import Model


@dataclass(frozen=True)
class Pairs:
    """Pairs of models in which one is at least as wide and as deep as the other, and larger in one of the two.

    Attributes:
        all: number of pairs.
        smaller: those in which the embedding's share of the larger model is the smaller one.
        tables: of the others, those in which the larger model has the larger vocabulary, or alone an untied output.
        left: (smaller, larger) model of the remaining ones.
    """

    all: int
    smaller: int
    tables: int = 0
    left: tuple[tuple[Model, Model], ...] = field(default=(), repr=False)


def wider_and_deeper(models: Sequence[Model] = tuple(MODELS.values())) -> Pairs:
    """Count the pairs for which "the wider and deeper, the smaller the share of the embedding" holds.

    >>> wider_and_deeper([MODELS["GPT-2 small"], MODELS["GPT-3"]])
    Pairs(all=1, smaller=1, tables=0)
    """
    pairs = [
        (small, large)
        for small in models
        for large in models
        if (small.embed_dim, small.layers) != (large.embed_dim, large.layers)
        and small.embed_dim <= large.embed_dim
        and small.layers <= large.layers
    ]
    other = [(small, large) for small, large in pairs if large.embedding_share >= small.embedding_share]
    left = tuple(
        (small, large)
        for small, large in other
        if large.vocab_size <= small.vocab_size and (large.output != "Untied" or small.output == "Untied")
    )
    return Pairs(len(pairs), len(pairs) - len(other), len(other) - len(left), left)
