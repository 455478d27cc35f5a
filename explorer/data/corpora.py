"""Shipped texts for training, and analogy questions for evaluation."""

import gzip
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from explorer.data import shipped_files
from explorer.data.cache import cached

Analogy = tuple[str, str, str, str]


@dataclass(frozen=True)
class CorpusInfo:
    """A shipped text: title for the screen, characters, whitespace-separated words, and licence."""

    name: str
    title: str
    characters: int
    words: int
    licence: str


CORPORA: dict[str, CorpusInfo] = {
    info.name: info
    for info in (
        CorpusInfo("austen", "Jane Austen, six novels", 4_025_032, 717_537, "public domain"),
        CorpusInfo("factbook", "CIA World Factbook, 2015", 4_350_255, 674_419, "public domain"),
        CorpusInfo("mobydick", "Herman Melville, Moby-Dick", 1_190_317, 208_160, "public domain"),
        CorpusInfo("shakespeare", "William Shakespeare, collected works", 5_057_280, 905_018, "public domain"),
        CorpusInfo("sotu", "State of the Union addresses, 1790–2021", 10_760_506, 1_794_884, "public domain"),
        CorpusInfo("wordnet_gloss", "WordNet 3.0, definitions", 11_494_709, 1_748_433, "WordNet licence"),
    )
}


@cached(max_entries=1)
def load_corpus(name: str) -> str:
    """A shipped text as one string of 1 to 22 MB, the latest of which is cached; see `read_blocks`.

    Raises:
        ValueError: no corpus has that name.

    >>> load_corpus("mobydick")[11:19]
    'Loomings'
    """
    return gzip.decompress(_path(name).read_bytes()).decode("utf-8")


def read_blocks(name: str, size: int = 1 << 18) -> Iterator[str]:
    """Stream a shipped text in blocks of about `size` characters that end at line ends.

    Raises:
        ValueError: no corpus has that name.

    >>> "".join(read_blocks("mobydick")) == load_corpus("mobydick")
    True
    """
    where = _path(name)
    with shipped_files.reading(where), gzip.open(where, "rt", encoding="utf-8", newline="\n") as stream:
        while lines := stream.readlines(size):
            yield "".join(lines)


def _path(name: str) -> Path:
    if name not in CORPORA:
        raise ValueError(f"Unknown corpus {name!r}: expected one of {', '.join(CORPORA)}")
    return shipped_files.path(f"corpora/{name}.txt.gz")


@cached(max_entries=1)
def load_analogies() -> dict[str, tuple[Analogy, ...]]:
    """Google's analogy questions (19,544 in 14 sections): section → (a, b, c, d), read "a is to b as c is to d".

    Source: Mikolov et al. 2013, "Efficient Estimation of Word Representations in Vector Space", §4.1.

    >>> load_analogies()["family"][0]
    ('boy', 'girl', 'brother', 'sister')
    """
    sections: dict[str, list[Analogy]] = {}
    current: list[Analogy] = []
    for line in shipped_files.path("questions-words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            current = sections.setdefault(line[1:].strip(), [])
        else:
            a, b, c, d = map(sys.intern, line.split())  # 905 words, each a hundred times: 4 MB less
            current.append((a, b, c, d))
    return {section: tuple(questions) for section, questions in sections.items()}
