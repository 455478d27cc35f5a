"""Published models: sizes of their embeddings, and derived numbers."""

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
    windowed: tuple[int, int] | None = None
    """(Layers that look back over a window only, its tokens); None if every layer looks back over all tokens."""
    encoder: int = 0
    """Positions of an encoder whose keys and values every layer keeps as well; 0 without an encoder."""

    def kv_numbers(self, tokens: int) -> int:
        """Numbers that a text of `tokens` tokens leaves in the key-value cache.

        >>> from explorer.memory import MODELS
        >>> [MODELS[name].kv_numbers(32_768) // MODELS[name].kv_width for name in ("Llama 3 8B", "Mistral 7B")]
        [2097152, 262144]
        """
        narrow, window = self.windowed or (0, tokens)
        kept = (self.layers - narrow) * tokens + narrow * min(tokens, window) + self.layers * self.encoder
        return 2 * self.kv_width * kept

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
