"""Tokenized text: lines, token ids, and the bytes of each token."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.data.cache import cached


@dataclass(frozen=True, eq=False)
class Tokens:
    """All tokens of a text, numbered over its lines.

    Attributes:
        encoding: the tokenizer's name.
        data: the cleaned text as UTF-8.
        ids: int64 (N,), every token of every line.
        starts: int64 (B + 1,); line b has the tokens starts[b] … starts[b + 1] − 1.
        offsets: int64 (B,), offset in `data` at which each line begins.
        replaced: number of lone surrogates replaced by U+FFFD.
        blank_lines: lines without a character; they have no tokens and are left out.
    """

    encoding: str
    data: bytes
    ids: NDArray[np.int64]
    starts: NDArray[np.int64]
    offsets: NDArray[np.int64]
    replaced: int
    blank_lines: int

    def __len__(self) -> int:
        """Number of tokens, N."""
        return len(self.ids)

    @property
    def line_count(self) -> int:
        """Number of sequences, B."""
        return len(self.offsets)

    def line_ids(self, index: int) -> NDArray[np.int64]:
        """Ids of one line."""
        return self.ids[self.starts[index] : self.starts[index + 1]]

    def locate(self, token: int) -> tuple[int, int]:
        """(line, position in the line) of a token.

        Raises:
            IndexError: the text has no such token.
        """
        if not 0 <= token < len(self):
            raise IndexError(f"The text has {len(self)} tokens; there is no token {token}")
        line = int(np.searchsorted(self.starts, token, side="right")) - 1
        return line, token - int(self.starts[line])

    def bytes_of(self, line: int) -> bytes:
        """One line as UTF-8."""
        first = int(self.offsets[line])
        return self.data[first : first + int(tokenizers.token_lengths(self.line_ids(line), self.encoding).sum())]

    def span(self, token: int) -> tuple[int, int]:
        """[first, last) byte of a token in `data`."""
        line, position = self.locate(token)
        lengths = tokenizers.token_lengths(self.line_ids(line)[: position + 1], self.encoding)
        end = int(self.offsets[line]) + int(lengths.sum())
        return end - int(lengths[-1]), end

    def word(self, token: int, *, allow_special: bool = False) -> str:
        """The word (piece before merging) that holds a token.

        >>> tokenize("The cat blorbified", "gpt2").word(3)
        ' blorbified'
        """
        line, _ = self.locate(token)
        byte = self.span(token)[0] - int(self.offsets[line])
        text = self.bytes_of(line).decode("utf-8")
        return tokenizers.word_at(text, byte, self.encoding, allow_special=allow_special)

    def at(self, byte: int) -> int:
        """Token at a byte of `data`; between lines the next one; 0 for a text without tokens."""
        if not len(self):
            return 0
        line = max(int(np.searchsorted(self.offsets, byte, side="right")) - 1, 0)
        ends = np.cumsum(tokenizers.token_lengths(self.line_ids(line), self.encoding), dtype=np.int64)
        position = int(np.searchsorted(ends, byte - int(self.offsets[line]), side="right"))
        return min(int(self.starts[line]) + position, len(self) - 1)


@cached(8, expires=True)
def tokenize(text: str, encoding: str, *, allow_special: bool = False, one_sequence: bool = False) -> Tokens:
    r"""Tokenize a text: one sequence per line, or one for all.

    >>> tokens = tokenize("The cat\n\nsat", "gpt2")
    >>> tokens.ids.tolist(), tokens.starts.tolist(), tokens.blank_lines
    ([464, 3797, 49720], [0, 2, 3], 1)
    >>> tokens.locate(2), tokens.span(1), tokens.at(4)
    ((1, 0), (3, 7), 1)
    """
    text, replaced = tokenizers.clean(text)
    spans = [(0, len(text))] if one_sequence else tokenizers.line_spans(text)
    seen: dict[str, NDArray[np.int64]] = {}  # cache for files with many equal lines
    parts, offsets = [], []
    byte = after = blank = 0
    for start, end in spans:
        byte += start - after  # line ends take one byte per character
        line = text[start:end]
        if line:
            if line not in seen:
                seen[line] = tokenizers.encode(line, encoding, allow_special)
            parts.append(seen[line])
            offsets.append(byte)
        elif text:
            blank += 1
        byte += len(line.encode("utf-8"))
        after = end
    ids = np.concatenate(parts) if parts else np.empty(0, np.int64)
    starts = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    for array in (ids, starts, placed := np.array(offsets, np.int64)):
        array.flags.writeable = False
    return Tokens(encoding, text.encode("utf-8"), ids, starts, placed, replaced, blank)
