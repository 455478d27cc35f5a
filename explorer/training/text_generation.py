"""Text generation with the character models, letter by letter, also past the trained length."""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import shorten

import numpy as np
import numpy.typing as npt

from explorer.data.cache import cached
from explorer.nn.config import EXTENSIONS, Encoding
from explorer.nn.key_value_cache import CachedReader
from explorer.nn.transformer import Transformer
from explorer.nn.transformer_layers import Array, softmax
from explorer.training import precomputed_run_results
from explorer.training.character_corpus import char_text
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.train_transformer import LanguageRun
from explorer.wording import listed

LENGTH = 128
"""Length of the text, twice the trained length."""
AHEAD = TRAIN_LEN + 20
"""Length at which a word that is begun inside the trained length has ended: none of the book has so many letters."""
TEMPERATURE = 0.35
"""Softmax temperature; below 1 likely letters become more likely (Hinton, Vinyals and Dean 2015, section 2).
At 0.6 the model with waves wrote 36 % of its letters outside words before its trained length, so that the line was
hard to see; now 15 % (five beginnings, five draws each; past it 92 and 94 %)."""
MOST = 60
"""Maximum letters of a prompt, so that some are generated inside the trained length."""
BEGINNING = "The cat sat on the mat"
SHOWN: tuple[Encoding, ...] = ("sinusoidal", "ALiBi")
OFTEN = 30
"""Times from which on two letters count as a word of the book."""
_TYPED = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-"}
    | {"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
)
"""Signs and letters that a phone's keyboard writes, and the book has in a plainer form."""
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Written:
    """Generated text.

    Attributes:
        text: prompt and continuation.
        begun: letters of the prompt.
    """

    text: str
    begun: int

    def real(self, start: int, stop: int) -> tuple[int, int]:
        """Generated letters a to z in text[start:stop]: those within words of the book, and all.

        A word counts if it has at least two letters (`book_words`), or is "a" or "i"; the last one also as a prefix of
        a word.

        >>> Written("it was not zxq", begun=3).real(0, 14)
        (6, 9)
        """
        start = max(start, self.begun)
        found = [(min(stop, w.end()) - max(start, w.start()), self._is_known(w)) for w in _WORD.finditer(self.text)]
        return sum(here for here, known in found if here > 0 and known), sum(here for here, _ in found if here > 0)

    def real_spans(self) -> list[tuple[int, int]]:
        """Start and end of each generated word of the book, of a word that the prompt begins its generated part.

        >>> Written("it was not zxq", begun=3).real_spans()
        [(3, 6), (7, 10)]
        """
        found = [(max(w.start(), self.begun), w.end()) for w in _WORD.finditer(self.text) if self._is_known(w)]
        return [(start, end) for start, end in found if start < end]

    def _is_known(self, found: re.Match[str]) -> bool:
        word, known = found[0], book_words()
        at = bisect_left(known, word)
        nearest = known[at] if at < len(known) else ""  # the word itself, or one that begins with it if any does
        is_whole = nearest == word or (found.end() == len(self.text) and nearest.startswith(word))
        return is_whole and (len(word) > 1 or word in ("a", "i"))


@cached(max_entries=len(EXTENSIONS))
def letter_model(encoding: Encoding) -> Transformer:
    """Shipped model of an encoding: 600 steps on texts of 64 letters (`tools/run_standard_trainings.py`)."""
    model = Transformer(LanguageRun(encoding, EXTENSIONS[encoding][0]).config)
    model.flat[:] = precomputed_run_results.arrays("precomputed_run_weights")[f"weights/{encoding}/flat"][0]
    return model


def as_read(beginning: str) -> str:
    """Normalize a prompt as the models read it: lower case, no accents, plain quotes and dashes, single spaces, one at
    the end.

    >>> as_read("Lady  C"), as_read("I don’t"), as_read("Łucja, Zoë")
    ('lady c ', "i don't ", 'lucja, zoe ')
    """
    marked = unicodedata.normalize("NFD", beginning.lower().translate(_TYPED))
    return " ".join("".join(sign for sign in marked if not unicodedata.combining(sign)).split()) + " "


def first_words(text: str) -> str:
    """The words at the start of a text that fit into a prompt.

    >>> first_words("all the words of this sentence are too many for the models here")
    'all the words of this sentence are too many for the models'
    """
    return shorten(text, MOST - 1, placeholder="")


def unknown_characters(text: str) -> list[str]:
    """Distinct characters of a text that the models do not know.

    >>> unknown_characters("lady é"), unknown_characters("lady")
    (['é'], [])
    """
    return [sign for sign in dict.fromkeys(text) if sign not in char_text().symbols]


def readable(text: str) -> tuple[str, str]:
    """The words of a text whose characters the models know, and a sentence on those that are left out; "" for none.

    >>> readable("Иван said to")
    ('said to', 'Left out: “Иван”, with signs that Jane Austen’s novels don’t have.')
    """
    words = text.split()
    lacking = [word for word in words if unknown_characters(as_read(word))]
    if not lacking:
        return text, ""
    missing = listed(f"“{word}”" for word in dict.fromkeys(lacking))
    known = " ".join(word for word in words if word not in lacking)
    return known, f"Left out: {missing}, with signs that Jane Austen’s novels don’t have."


def prompt(text: str) -> str:
    """What the models begin with, where a visitor has written a text: its readable words, else `BEGINNING`.

    >>> prompt("Иван said to"), prompt("🍓")
    ('said to ', 'the cat sat on the mat ')
    """
    known, _ = readable(text)
    return as_read(BEGINNING if wrong(known) else known)


def wrong(beginning: str) -> str:
    """Reason why the models can't write on from a beginning; "" if they can.

    >>> wrong("Lady"), wrong("д").partition(",")[0]
    ('', 'These models know the 54 characters of Jane Austen’s novels')
    """
    begins = as_read(beginning)
    if not begins.strip():
        return "These models need a beginning in the letters a to z: write a few."
    if len(begins) > MOST:
        return (
            f"The beginning has {len(begins)} characters with the space that ends it. It may have {MOST}, so that the "
            f"models write something before position {TRAIN_LEN}."
        )
    if signs := unknown_characters(begins):
        return (
            f"These models know the {char_text().vocab_size} characters of Jane Austen’s novels, and not "
            f"{listed(f'“{sign}”' for sign in signs[:5])}. Write it in the letters a to z."
        )
    return ""


def write(encoding: Encoding, beginning: str, seed: int = 0) -> Written:
    """What `sample` lets one model write.

    >>> write("ALiBi", "lady ").text[:5], len(write("ALiBi", "lady ").text)
    ('lady ', 128)
    """
    return write_each((encoding,), beginning, seed)[encoding]


@cached(max_entries=64)
def write_each(
    encodings: tuple[Encoding, ...], beginning: str, seed: int = 0, length: int = LENGTH
) -> dict[Encoding, Written]:
    """What `sample` lets each of some models write, all of them at once, which takes as long as one."""
    return sample(encodings, beginning, seed, length)


def sample(
    encodings: Sequence[Encoding], beginning: str, seed: int = 0, length: int = LENGTH
) -> dict[Encoding, Written]:
    """Sample letters from each model's probabilities until there are `length`, at most `LENGTH`.

    A learned table has 64 rows: later positions get the last one.

    Raises:
        ValueError: an empty or too long prompt, or an unknown character.
    """
    if not 1 <= len(beginning) <= MOST:
        raise ValueError(f"Expected a beginning of 1 to {MOST} letters, got {len(beginning)}")
    if signs := unknown_characters(beginning):
        raise ValueError(f"The models know {char_text().vocab_size} characters, and not {', '.join(signs[:8])}")
    if not encodings:
        return {}
    symbols, reader, draws = char_text().symbols, _models(tuple(encodings)).anew(), np.random.default_rng(seed)
    ids = np.empty((len(encodings), length), np.int64)
    ids[:, : len(beginning)] = [symbols.index(sign) for sign in beginning]
    for at in range(len(beginning), length):
        chances = _chances(reader.read(ids[:, reader.length : at]))
        drawn = draws.random() * chances.sum(axis=1, keepdims=True)
        ids[:, at] = (chances.cumsum(axis=1) < drawn).sum(axis=1)
    texts = ("".join(symbols[i] for i in row) for row in ids.tolist())
    return {name: Written(text, len(beginning)) for name, text in zip(encodings, texts, strict=True)}


def probabilities(encoding: Encoding, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.floating]:
    """Probabilities (V,) of the next letter after letters (T,)."""
    found: Array = _chances(_models((encoding,)).anew().read(ids[None]))[0]
    return found


@lru_cache(maxsize=8)
def _models(encodings: tuple[Encoding, ...]) -> CachedReader:
    """Some models side by side: to put their weights together takes as long as twenty letters."""
    return CachedReader([*map(letter_model, encodings)], LENGTH, [EXTENSIONS[name][0] for name in encodings])


def _chances(scores: Array) -> npt.NDArray[np.floating]:
    return softmax(scores.astype(np.float64) / TEMPERATURE)


@cached(max_entries=1, is_heavy=True, stays=True)
def book_words() -> tuple[str, ...]:
    """All words of the training text, in order; finding them takes 50 MB for a moment, and a class asks at once.

    Of two letters only those that it has often: the others are numerals, abbreviations, and ends such as “5th”.
    """
    text = char_text()
    codes = np.array([*map(ord, text.symbols)], "<u4")[text.train]
    counts = Counter(found[0] for found in _WORD.finditer(codes.tobytes().decode("utf-32-le")))
    return tuple(sorted(word for word, count in counts.items() if len(word) != 2 or count >= OFTEN))
