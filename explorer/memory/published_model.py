"""A published model: the sizes of its embedding, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Model:
    """A published model: its embedding's sizes, all its parameters, and where the configuration stands.

    `kv_width` is how many numbers a layer stores for the keys of one token (the values take as many).
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
    """Numbers in the largest single matrix of any layer, to compare the token table with."""
    source: str
    url: str
    note: str = ""
    generates: bool = True
    """Whether the model generates token by token and so keeps keys and values; an encoder such as BERT doesn't."""
    experts: tuple[int, int] | None = None
    """(Experts that a token passes in a layer, all experts of that layer); None without experts."""

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
        """Numbers in an output layer of its own, V·D; 0 if it shares the token table or there is none."""
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
