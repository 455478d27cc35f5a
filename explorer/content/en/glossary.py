"""Glossary for pupils of 17: the terms of glossary.toml, with the numbers of their examples."""

import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from explorer.nn.config import T5_BUCKETS
from explorer.training.published_perplexities import YARN, YARN_FOR


@dataclass(frozen=True)
class Entry:
    """A term of the glossary.

    Attributes:
        term: as written within a sentence.
        meaning: one or two sentences, in everyday words.
        example: one sentence with a number in it.
        see: page and part that show it ("" for the whole app).
        forms: other spellings: plurals, capitals, abbreviations.
    """

    term: str
    meaning: str
    example: str
    see: str = ""
    forms: tuple[str, ...] = ()


_ROWS, _WIDTH = 50_257, 768  # of GPT-2 (small)
_NUMBERS = {
    "rows": _ROWS,
    "zeros": _ROWS - 1,
    "width": _WIDTH,
    "row_bytes": 4 * _WIDTH,
    "numbers": _ROWS * _WIDTH,
    "millions": _ROWS * _WIDTH / 1e6,
    "head_width": _WIDTH // 12,
    "kept": 2 * 12 * _WIDTH,
    "nats": math.log(4),
    "ln_2": math.log(2),
    "ln_3": math.log(3),
    "divergence": (math.log(2) + math.log(2 / 3)) / 2,
    "turn": 2 * math.pi,
    "degrees": math.degrees(1),
    "cosine_45": math.cos(math.pi / 4),
    "cosine_30": math.cos(math.pi / 6),
    "xavier": math.sqrt(6 / 50_512),
    "buckets": T5_BUCKETS,
    "trained_at": YARN.trained_at,
    "trained_for": YARN_FOR,
    "mebibytes": 102_400_000 / 2**20,
    "ddr5": 4.8 * 64 / 8,
}


def _entry(term: str, meaning: str, example: str, see: str = "", forms: Iterable[str] = ()) -> Entry:
    return Entry(term, meaning, example.format(**_NUMBERS), see, tuple(forms))


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
ENTRIES: tuple[Entry, ...] = tuple(_entry(term, **written) for term, written in _WRITTEN.items())
_BY_NAME = {name: entry for entry in ENTRIES for name in (entry.term, *entry.forms)}


def find(name: str) -> Entry | None:
    """Entry of a term in any of its forms, with a capital or small first letter; None without one.

    >>> find("Rows").term, find("PCA").term, find("nothing of the kind")
    ('row', 'principal component', None)
    """
    return _BY_NAME.get(name) or _BY_NAME.get(name[:1].lower() + name[1:])
