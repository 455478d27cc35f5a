"""A small letter model writes on from a beginning, letter by letter, also past the length that it was trained on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from explorer.data.cache import cached
from explorer.nn.blocks import softmax
from explorer.nn.config import EXTENSIONS, Encoding
from explorer.nn.transformer import Transformer
from explorer.training import results
from explorer.training.runs import LanguageRun
from explorer.training.text import char_text

LENGTH = 128
"""Letters in all: twice the trained length."""
TEMPERATURE = 0.6
"""Scores are divided by it before the softmax: below 1 a likely letter becomes likelier still (Hinton, Vinyals and Dean
2015, section 2)."""
MOST = 60
"""Letters of a beginning, so that some are written inside the trained length."""
BEGINNING = "The cat sat on the mat"
SHOWN: tuple[Encoding, ...] = ("sinusoidal", "ALiBi")
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Written:
    """What a model wrote.

    Attributes:
        text: the beginning and what follows it, `LENGTH` letters.
        begun: how many of them were given.
    """

    text: str
    begun: int

    def real(self, start: int, stop: int) -> tuple[int, int]:
        """Of the letters a to z that the model wrote in text[start:stop]: how many stand in words of the book, and all.

        A word counts if it has two letters or more, or is "a" or "i"; the last, unfinished one if a word begins so.

        >>> Written("it was not zxq", begun=3).real(0, 14)
        (6, 9)
        """
        start = max(start, self.begun)
        found = [(min(stop, w.end()) - max(start, w.start()), self._is_known(w)) for w in _WORD.finditer(self.text)]
        return sum(here for here, known in found if here > 0 and known), sum(here for here, _ in found if here > 0)

    def _is_known(self, found: re.Match[str]) -> bool:
        word = found[0]
        if found.end() == len(self.text):
            return any(each.startswith(word) for each in book_words())
        return word in book_words() and (len(word) > 1 or word in ("a", "i"))


@lru_cache(maxsize=len(EXTENSIONS))
def letter_model(encoding: Encoding) -> Transformer:
    """The shipped model of that encoding: 600 steps on texts of 64 letters (`tools/standard_runs.py`)."""
    model = Transformer(LanguageRun(encoding, EXTENSIONS[encoding][0]).config)
    model.flat[:] = results.arrays("weights")[f"weights/{encoding}/flat"][0]
    return model


def as_read(beginning: str) -> str:
    """A beginning as the models read it: small letters, one space for any run of spaces, and one at the end.

    >>> as_read("Lady  C")
    'lady c '
    """
    return " ".join(beginning.lower().split()) + " "


def unknown_characters(text: str) -> list[str]:
    """The characters of a text that the letter models have never seen, each once.

    >>> unknown_characters("lady é"), unknown_characters("lady")
    (['é'], [])
    """
    return [sign for sign in dict.fromkeys(text) if sign not in char_text().symbols]


@cached(max_entries=64)
def write(encoding: Encoding, beginning: str, seed: int = 0) -> Written:
    """Draw letter after letter from the model's probabilities, until there are `LENGTH`.

    A learned table has 64 rows: all later positions get the last one again.

    Args:
        encoding: how the model is told where a letter stands.
        beginning: 1 to 60 letters that it knows.
        seed: of the random numbers, one for each letter; the same for every encoding.

    Raises:
        ValueError: an empty or too long beginning, or a character that the models don't know.

    >>> write("ALiBi", "lady ").text[:5], len(write("ALiBi", "lady ").text)
    ('lady ', 128)
    """
    if not 1 <= len(beginning) <= MOST:
        raise ValueError(f"Expected a beginning of 1 to {MOST} letters, got {len(beginning)}")
    if signs := unknown_characters(beginning):
        raise ValueError(f"The models know {char_text().vocab_size} characters, and not {', '.join(signs[:8])}")
    symbols, model, draws = char_text().symbols, letter_model(encoding), np.random.default_rng(seed)
    ids = [symbols.index(sign) for sign in beginning]
    while len(ids) < LENGTH:
        chances = probabilities(model, np.array(ids))
        ids.append(int(np.searchsorted(np.cumsum(chances), draws.random() * chances.sum())))
    return Written("".join(symbols[i] for i in ids), len(beginning))


def probabilities(model: Transformer, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.floating]:
    """(T,) letters → (V,), how likely each is drawn as the next."""
    encoding = model.config.encoding
    scores = model.logits(ids[None], EXTENSIONS[encoding][0])[0, -1]
    return softmax(scores.astype(np.float64) / TEMPERATURE)


@lru_cache(maxsize=1)
def book_words() -> frozenset[str]:
    """Every word of the text that the models were trained on."""
    text = char_text()
    return frozenset(_WORD.findall("".join(np.array(list(text.symbols))[text.train])))
