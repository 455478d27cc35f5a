"""What a claim is: a sentence shown on a page, and what stands behind it (a test of ours, or a source)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Evidence:
    """A test in this repository (`kind="test"`, its node id) or a publication (`kind="source"`, with its address)."""

    kind: str
    name: str
    url: str = ""


@dataclass(frozen=True)
class Claim:
    """One sentence on a screen and its evidence; `evidence` may be one or several."""

    id: str
    text: str
    evidence: Evidence | tuple[Evidence, ...]

    @property
    def all_evidence(self) -> tuple[Evidence, ...]:
        """The evidence as a tuple, also where there is one piece only."""
        return self.evidence if isinstance(self.evidence, tuple) else (self.evidence,)


def tested(node: str) -> Evidence:
    """Evidence by a test of ours, `tests/room/test_file.py::test_name`; the suite checks that it exists.

    Example:
        >>> tested("tests/core/test_lookup.py::test_rows").kind
        'test'
    """
    return Evidence("test", node)


def source(name: str, url: str) -> Evidence:
    """Evidence by a publication: who, when, where in it, and its address.

    Example:
        >>> source("Vaswani et al. 2017, section 3.5", "https://arxiv.org/abs/1706.03762").name
        'Vaswani et al. 2017, section 3.5'
    """
    return Evidence("source", name, url)
