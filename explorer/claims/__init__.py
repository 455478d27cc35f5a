"""Every claim on a screen: a sentence with its evidence, tests and sources, in one file per page (`tokens.toml` …)."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from explorer.claims.computed_numbers import NUMBERS, more_sources

FOLDER = Path(__file__).parent
PAPERS = ("arxiv.org", "doi.org", "distill.pub", "projecteuclid.org", "www.jmlr.org")
"""Hosts of publications; any other URL is a page or a file of a vendor, a project or a standards body."""


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


READINGS: dict[str, str] = _load("readings")["readings"]
"""What each source that was opened says, by URL."""
READ_ON: str = _load("readings")["read_on"]


@dataclass(frozen=True)
class Source:
    """A publication, or a page or file of a vendor, a project or a standards body."""

    name: str
    url: str

    @property
    def published(self) -> bool:
        """Whether it is a publication.

        >>> Source("A", "https://arxiv.org/abs/1").published, Source("B", "https://github.com/b").published
        (True, False)
        """
        return urlsplit(self.url).netloc in PAPERS

    @property
    def reading(self) -> str:
        """What the place cited says, in short; "" for a source that was not opened."""
        return READINGS.get(self.url, "")


@dataclass(frozen=True)
class Claim:
    """One sentence on a screen and its evidence.

    Attributes:
        id: with the prefix of its page.
        text: the sentence.
        tests: node ids of tests in this repository, a path with `::` and a name.
        sources: publications, pages and files.
        how: what a test does, in words; the claims that have it are the page's examples.
    """

    id: str
    text: str
    tests: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    how: str = ""


@lru_cache(maxsize=16)
def claims_of(page: str) -> tuple[Claim, ...]:
    """The claims of a page, () where it makes none.

    Example:
        >>> claims_of("no such page")
        ()
    """
    if not (FOLDER / f"{page}.toml").exists():
        return ()
    numbers = NUMBERS[page]() if page in NUMBERS else {}
    return tuple(_claim(name, entry, numbers) for name, entry in _load(page).items())


def _claim(name: str, entry: dict[str, Any], numbers: dict[str, Any]) -> Claim:
    sources = {**entry.get("sources", {}), **(more_sources(entry["more_sources"]) if "more_sources" in entry else {})}
    text = entry["text"].format(**numbers)
    tests, how = tuple(entry.get("tests", ())), entry.get("how", "")
    return Claim(name, text, tests, tuple(Source(*each) for each in sources.items()), how)


@dataclass(frozen=True)
class Backing:
    """Number of different tests, publications, and other pages and files that support some claims.

    `opened` of the publications, pages and files were opened.
    """

    tests: int
    publications: int
    pages: int
    opened: int

    @property
    def sources(self) -> int:
        """Publications, pages and files together."""
        return self.publications + self.pages


def backing(claims: Iterable[Claim]) -> Backing:
    """Count the evidence of claims, each test and each URL once.

    >>> backing([Claim("a", "A.", ("t.py::t",)), Claim("b", "B.", ("t.py::t",), (Source("X", "https://x.y"),))])
    Backing(tests=1, publications=0, pages=1, opened=0)
    """
    claims = list(claims)
    sources = {source.url: source for claim in claims for source in claim.sources}
    papers = sum(source.published for source in sources.values())
    opened = sum(bool(source.reading) for source in sources.values())
    return Backing(len({test for claim in claims for test in claim.tests}), papers, len(sources) - papers, opened)
