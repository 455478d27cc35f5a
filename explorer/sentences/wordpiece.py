"""WordPiece, as BERT's uncased models cut a text: words first, then from each word the longest piece that is known.

Left out: the option to keep capitals and accents, since this vocabulary has none.

Source: Devlin et al. 2019, "BERT: Pre-training of Deep Bidirectional Transformers", and the tokenizer of its code.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from explorer.excerpt import Excerpt, first_of

UNKNOWN, BEGIN, END = "[UNK]", "[CLS]", "[SEP]"
MOST = 256
"""Tokens that the model reads, [CLS] and [SEP] included; its card says so."""
LONGEST_WORD = 100
"""Characters of a word; a longer one is unknown as a whole."""
_CJK: tuple[tuple[int, int], ...] = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
)
_CJK += ((0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


@dataclass(frozen=True)
class Pieces:
    """Tokens of a text with their ids, [CLS] first and [SEP] last.

    Attributes:
        pieces: as text; one that continues a word starts with "##".
        ids: rows of the table.
        read: those of the text that the model reads, of which there are at most `MOST` with the two.
    """

    pieces: tuple[str, ...]
    ids: tuple[int, ...]
    read: Excerpt[list[str]]

    @property
    def unknown(self) -> int:
        """Number of words that the vocabulary can't spell."""
        return self.pieces.count(UNKNOWN)


def cut(text: str, vocabulary: Mapping[str, int]) -> Pieces:
    """Cut a text into pieces of the vocabulary.

    >>> known = {piece: row for row, piece in enumerate([UNKNOWN, BEGIN, END, "em", "##bed", "##ding", "."])}
    >>> cut("Embedding.", known).pieces
    ('[CLS]', 'em', '##bed', '##ding', '.', '[SEP]')
    """
    found = [piece for word in words(text) for piece in _pieces(word, vocabulary)]
    read = first_of("piece", found, MOST - 2)
    pieces = (BEGIN, *read.values, END)
    return Pieces(pieces, tuple(vocabulary[piece] for piece in pieces), read)


def words(text: str) -> list[str]:
    """Words in lower case without accents; each punctuation mark and each Chinese character is a word.

    >>> words("Don't cut the Café!")
    ['don', "'", 't', 'cut', 'the', 'cafe', '!']
    """
    spaced = "".join(map(_spaced, text))
    plain = (mark for mark in unicodedata.normalize("NFD", spaced.lower()) if unicodedata.category(mark) != "Mn")
    return "".join(f" {mark} " if _is_punctuation(mark) else mark for mark in plain).split()


def shared_words(one: str, other: str) -> list[str]:
    """Words of two texts that are the same, in the order of the first.

    >>> shared_words("The bank, the river", "a river of the bank")
    ['the', 'bank', 'river']
    """
    there = set(words(other))
    return [word for word in dict.fromkeys(words(one)) if word in there and word.isalnum()]


@lru_cache(maxsize=1024)
def _spaced(mark: str) -> str:
    """One character: white space as a space, control characters as nothing, a Chinese one between spaces."""
    if mark in "\t\n\r" or unicodedata.category(mark) == "Zs":
        return " "
    if mark in "\0\ufffd" or unicodedata.category(mark).startswith("C"):
        return ""
    return f" {mark} " if any(first <= ord(mark) <= last for first, last in _CJK) else mark


@lru_cache(maxsize=1024)
def _is_punctuation(mark: str) -> bool:
    """BERT counts all ASCII marks that are no letters or digits, such as $ and ^, as punctuation."""
    return (mark.isascii() and mark.isprintable() and not mark.isalnum() and mark != " ") or unicodedata.category(
        mark
    ).startswith("P")


def _pieces(word: str, vocabulary: Mapping[str, int]) -> list[str]:
    if len(word) > LONGEST_WORD:
        return [UNKNOWN]
    found, first = [], 0
    while first < len(word):
        for last in range(len(word), first, -1):
            piece = ("##" if first else "") + word[first:last]
            if piece in vocabulary:
                break
        else:
            return [UNKNOWN]
        found.append(piece)
        first = last
    return found
