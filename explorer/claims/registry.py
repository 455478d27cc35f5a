"""Registry of claims: a sentence shown on a page, with its evidence (tests and sources)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from explorer.claims.readings import READINGS

PAPERS = ("arxiv.org", "doi.org", "distill.pub", "projecteuclid.org", "www.jmlr.org")
"""Hosts of publications; any other URL is a page or a file of a vendor, a project or a standards body."""


@dataclass(frozen=True)
class Evidence:
    """A test in this repository (`kind="test"`, its node id) or a publication (`kind="source"`, with its address)."""

    kind: str
    name: str
    url: str = ""

    @property
    def published(self) -> bool:
        """Whether it is a publication, and not a page, a file or a test.

        >>> source("A", "https://arxiv.org/abs/1").published, source("B", "https://github.com/b").published
        (True, False)
        """
        return urlsplit(self.url).netloc in PAPERS

    @property
    def reading(self) -> str:
        """What the place cited says, in short; "" for a test, and for a source that was not opened."""
        return READINGS.get(self.url, "")


@dataclass(frozen=True)
class Claim:
    """One sentence on a screen and its evidence.

    Attributes:
        id: with the prefix of its page.
        text: the sentence.
        evidence: one piece or several.
    """

    id: str
    text: str
    evidence: Evidence | tuple[Evidence, ...]

    @property
    def all_evidence(self) -> tuple[Evidence, ...]:
        """The evidence as a tuple, also for a single piece."""
        return self.evidence if isinstance(self.evidence, tuple) else (self.evidence,)


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

    >>> backing([Claim("a", "A.", tested("t.py::t")), Claim("b", "B.", (tested("t.py::t"), source("X", "https://x.y")))])
    Backing(tests=1, publications=0, pages=1, opened=0)
    """
    evidence = [piece for claim in claims for piece in claim.all_evidence]
    tests = {piece.name for piece in evidence if piece.kind == "test"}
    papers = {piece.url for piece in evidence if piece.published}
    pages = {piece.url for piece in evidence if piece.kind == "source" and not piece.published}
    return Backing(len(tests), len(papers), len(pages), len((papers | pages) & READINGS.keys()))


def tested(node: str) -> Evidence:
    """Evidence by one of the project's tests, `tests/folder/test_file.py::test_name`; the suite checks that it exists.

    Example:
        >>> tested("tests/core/test_lookup.py::test_rows").kind
        'test'
    """
    return Evidence("test", node)


def source(name: str, url: str) -> Evidence:
    """Evidence by a publication: authors, year, section, and URL.

    Example:
        >>> source("Vaswani et al. 2017, section 3.5", "https://arxiv.org/abs/1706.03762").name
        'Vaswani et al. 2017, section 3.5'
    """
    return Evidence("source", name, url)
