"""Model configuration: size, positional encoding, training settings."""

from dataclasses import dataclass
from typing import Literal, get_args

Encoding = Literal["learned", "sinusoidal", "none", "RoPE", "ALiBi", "T5"]
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)

Extension = Literal[
    "plain", "clamp", "wrap", "interpolate", "spare rows", "position interpolation", "NTK scaling", "window"
]

# Ways to read past the trained length without further training. A learned table has no "plain" one.
EXTENSIONS: dict[Encoding, tuple[Extension, ...]] = {
    "learned": ("clamp", "wrap", "interpolate", "spare rows"),
    "sinusoidal": ("plain", "window"),
    "none": ("plain", "window"),
    "RoPE": ("plain", "position interpolation", "NTK scaling", "window"),
    "ALiBi": ("plain",),
    "T5": ("plain",),
}

T5_BUCKETS = 32


def spoken(name: str) -> str:
    """Name of an encoding or a reading within a sentence; “none” in quotation marks, or it would read as a negation.

    >>> spoken("none"), spoken("none (window)"), spoken("RoPE")
    ('“none”', '“none” (window)', 'RoPE')
    """
    return f"“none”{name.removeprefix('none')}" if name == "none" or name.startswith("none (") else name


@dataclass(frozen=True)
class ModelConfig:
    """Shape and initialization of the model.

    Args:
        vocab_size: distinct tokens.
        encoding: the positional encoding.
        train_len: longest sequence seen in training; a learned table has this many rows.
        embed_dim: width of a token's vector.
        n_layers: blocks of attention and feed-forward.
        n_heads: attention heads; divides `embed_dim`, into an even width for RoPE.
        ff_mult: width of the feed-forward layer over `embed_dim`.
        token_std: initial standard deviation of the token rows.
        position_std: initial standard deviation of learned position rows.
        seed: of the random initialization.
        tied: whether the output uses the token rows instead of its own matrix.

    Raises:
        ValueError: the sizes don't fit together, or the encoding is not one of `ENCODINGS`.

    >>> ModelConfig(vocab_size=54).head_dim
    16
    """

    vocab_size: int
    encoding: Encoding = "sinusoidal"
    train_len: int = 64
    embed_dim: int = 64
    n_layers: int = 2
    n_heads: int = 4
    ff_mult: int = 4
    token_std: float = 0.3
    position_std: float = 0.02
    seed: int = 0
    tied: bool = False

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise ValueError(f"Encoding must be one of {', '.join(ENCODINGS)}, got {self.encoding!r}")
        if min(self.vocab_size, self.train_len, self.embed_dim, self.n_layers, self.n_heads, self.ff_mult) < 1:
            raise ValueError(f"Sizes must be at least 1, got {self}")
        if self.embed_dim % self.n_heads:
            raise ValueError(f"embed_dim {self.embed_dim} does not divide into {self.n_heads} heads")

    @property
    def head_dim(self) -> int:
        """Width of one head."""
        return self.embed_dim // self.n_heads

    @property
    def t5_max_distance(self) -> int:
        """Distance from which T5's keys share the last bucket.

        T5 trained at length 512 with 128 here, so it saw every bucket. At a trained length of 64 this must be at most
        64.
        """
        return max(self.train_len, T5_BUCKETS)
