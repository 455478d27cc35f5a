"""Trained tables: Whisper tiny.en (sound to text), all-MiniLM-L6-v2 (sentences) and GloVe (words).

Quantized tables are stored as one int8 per number and one float16 scale per row: value = integer × scale. The largest
error is half a scale per number, which `tests/data` checks.
"""

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.data import shipped_files
from explorer.data.cache import cached

Number = TypeVar("Number", bound=np.generic)


def _frozen(array: NDArray[Number]) -> NDArray[Number]:
    array.flags.writeable = False
    return array


def _dequantise(token_q: NDArray[np.int8], token_scale: NDArray[np.float16]) -> NDArray[np.float32]:
    return _frozen(np.multiply(token_q, token_scale.astype(np.float32)[:, None], dtype=np.float32))


@dataclass(frozen=True, eq=False)
class WhisperTables:
    """Tables of OpenAI's Whisper tiny.en, a speech-to-text model; float16 is its own precision.

    `tokens` (50257, 384) has the ids of tiktoken's gpt2 encoding and is mapped from the file, so only the rows
    that are read take memory. `positions` (448, 384) is the decoder's learned table. `sinusoids` (1500, 384) is
    the encoder's fixed one: sine and cosine halves side by side, denominator D/2 − 1.

    Source: Radford et al. 2022, "Robust Speech Recognition via Large-Scale Weak Supervision".
    """

    tokens: NDArray[np.float16]
    positions: NDArray[np.float16]
    sinusoids: NDArray[np.float16]


@dataclass(frozen=True, eq=False)
class MiniLM:
    """Word-piece table of all-MiniLM-L6-v2, and its learned positions (512, 384).

    The table is quantized to int8 with one scale per row.

    `words[i]` is the piece with id i; a piece that continues a word starts with "##".
    """

    words: tuple[str, ...]
    token_scale: NDArray[np.float16]
    positions: NDArray[np.float16]

    @property
    def token_q(self) -> NDArray[np.int8]:
        """The stored integers (30522, 384), 12 MB; not cached, since the table is."""
        return _frozen(_read("minilm_l6.npz", "token_q"))

    def tokens(self) -> NDArray[np.float32]:
        """The table as float32 (30522, 384), 47 MB, read-only: a new copy at each call, so take it from `shipped`."""
        return _dequantise(self.token_q, self.token_scale)


@dataclass(frozen=True, eq=False)
class Glove:
    """GloVe 6B, 50 numbers per word, for the 30,000 most frequent words, quantized to int8 with one scale per row.

    Source: Pennington, Socher, Manning 2014, "GloVe: Global Vectors for Word Representation".
    """

    words: tuple[str, ...]
    token_q: NDArray[np.int8]
    token_scale: NDArray[np.float16]

    def tokens(self) -> NDArray[np.float32]:
        """The table as float32 (30000, 50), 6 MB, read-only: a new copy at each call, so take it from `shipped`."""
        return _dequantise(self.token_q, self.token_scale)


@cached(max_entries=1, stays=True)  # mapped from its file
def load_whisper() -> WhisperTables:
    """Whisper tiny.en's three tables, loaded once per process.

    >>> tables = load_whisper()
    >>> tables.tokens.shape, tables.positions.shape, tables.tokens.dtype
    ((50257, 384), (448, 384), dtype('float16'))
    """

    def mapped(name: str) -> NDArray[np.float16]:
        # np.asarray drops the memmap subclass, whose slices would all keep the file object; the map stays open.
        return np.asarray(np.load(shipped_files.path(name), mmap_mode="r"))

    return WhisperTables(
        tokens=mapped("whisper_tiny_en_tokens.npy"),
        positions=mapped("whisper_tiny_en_positions.npy"),
        sinusoids=mapped("whisper_tiny_en_sinusoids.npy"),
    )


@cached(max_entries=1)
def load_minilm() -> MiniLM:
    """The MiniLM table, loaded once per process.

    >>> table = load_minilm()
    >>> table.words[:1], table.tokens().shape
    (('[PAD]',), (30522, 384))
    """
    words = tuple(shipped_files.path("minilm_vocab.txt").read_text(encoding="utf-8").split("\n"))[:-1]
    name = "minilm_l6.npz"
    return MiniLM(words, _frozen(_read(name, "token_scale")), _frozen(_read(name, "learned_positions")))


AT_A_TIME = 1 << 16
"""Integers that are floats in memory at a time: 256 kB, which a processor's cache holds."""


@dataclass(frozen=True, eq=False)
class Int8Matrix:
    """Matrix (inputs, outputs) that is kept as integers, a quarter of float32's bytes, for products `x @ matrix`.

    Args:
        integers: (outputs, inputs) int8.
        scales: (outputs,) float32, what the integers of an output are multiplied by.

    >>> matrix = Int8Matrix(np.array([[1, 2]], np.int8), np.array([0.5], np.float32))
    >>> (np.array([[3, 4]], np.float32) @ matrix).tolist()
    [[5.5]]
    """

    integers: NDArray[np.int8]
    scales: NDArray[np.float32]
    __array_ufunc__ = None  # NumPy's documented way to leave `array @ matrix` to `__rmatmul__`

    def __rmatmul__(self, x: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product, (…, outputs) float32, some outputs at a time: fresh memory for all costs five times as much."""
        (outputs, inputs), rows = self.integers.shape, max(1, AT_A_TIME // self.integers.shape[1])
        found = np.empty((*x.shape[:-1], outputs), np.float32)
        floats = np.empty((rows, inputs), np.float32)
        for first in range(0, outputs, rows):
            some = self.integers[first : first + rows]
            floats[: len(some)] = some
            np.matmul(x, floats[: len(some)].T, out=found[..., first : first + rows])
        found *= self.scales
        return found


@cached(max_entries=1)
def load_minilm_encoder() -> dict[str, NDArray[np.float32] | Int8Matrix]:
    """The weights of all-MiniLM-L6-v2 after its table, by name, 11 MB; matrices are (inputs, outputs).

    >>> weights = load_minilm_encoder()
    >>> weights["0.query"].integers.shape, weights["5.up"].integers.shape
    ((384, 384), (1536, 384))
    """
    with np.load(shipped_files.path("minilm_encoder.npz")) as archive:
        found: dict[str, NDArray[np.float32] | Int8Matrix] = {}
        for name in archive.files:
            if name.endswith("_q"):
                matrix = name.removesuffix("_q")
                scales = archive[f"{matrix}_scale"].astype(np.float32)
                found[matrix] = Int8Matrix(_frozen(archive[name]), _frozen(scales))
            elif f"{name.removesuffix('_scale')}_q" not in archive.files:
                found[name] = _frozen(archive[name])
    return found


def _read(name: str, array: str) -> NDArray[Any]:
    with np.load(shipped_files.path(name)) as archive:
        found: NDArray[Any] = archive[array]
        return found


@cached(max_entries=1)
def load_glove() -> Glove:
    """The GloVe table, loaded once per process.

    >>> load_glove().words[:4]
    ('the', ',', '.', 'of')
    """
    with np.load(shipped_files.path("glove_6b_50d_30k.npz")) as archive:
        return Glove(
            words=tuple(str(word) for word in archive["words"]),
            token_q=_frozen(archive["token_q"]),
            token_scale=_frozen(archive["token_scale"]),
        )
