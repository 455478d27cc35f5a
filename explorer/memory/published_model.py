"""Published models: sizes of their embeddings, and derived numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Model:
    """A published model: sizes of its embedding, its parameters, and the source.

    `kv_width` is the size of one token's keys in a layer (the values have the same).
    """

    name: str
    vocab_size: int
    embed_dim: int
    context: int
    layers: int
    kv_width: int
    positions: str
    output: str
    others: int
    """Parameters outside token table, position table and output layer."""
    largest_matrix: int
    """Numbers in the largest matrix of a layer, to compare with the token table."""
    source: str
    url: str
    note: str = ""
    generates: bool = True
    """Whether the model generates token by token, with a key-value cache; an encoder such as BERT does not."""
    experts: tuple[int, int] | None = None
    """(Active experts per token, experts) of a layer; None without experts."""

    @property
    def token_table(self) -> int:
        """Numbers in the token table, V·D."""
        return self.vocab_size * self.embed_dim

    @property
    def position_table(self) -> int:
        """Numbers in the learned position table, L·D; 0 without one."""
        return self.context * self.embed_dim if self.positions == "Learned" else 0

    @property
    def output_layer(self) -> int:
        """Numbers in a separate output layer, V·D; 0 if it is tied or there is none."""
        return self.token_table if self.output == "Untied" else 0

    @property
    def parameters(self) -> int:
        """All parameters."""
        return self.token_table + self.position_table + self.output_layer + self.others

    @property
    def token_share(self) -> float:
        """Share of the token table in all parameters, between 0 and 1."""
        return self.token_table / self.parameters

    @property
    def embedding_share(self) -> float:
        """Share of token table, position table and output layer together."""
        return 1 - self.others / self.parameters
