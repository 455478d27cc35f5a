"""A formula with its symbols, and one number worked out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from explorer.content.term_markup import plain


class Formula(NamedTuple):
    """A formula, the meaning of its symbols, and one number of the picture worked out with it.

    Attributes:
        tex: the formula in KaTeX, without dollar signs.
        symbols: KaTeX of each symbol → its meaning, with its current value if it has one.
        worked: markdown that evaluates the formula with the current numbers, step by step.
    """

    tex: str
    symbols: Mapping[str, str]
    worked: str

    def _repr_markdown_(self) -> str:
        """Markdown for a notebook, without links to the glossary.

        >>> Formula("i", {"i": "its [[token id]]"}, "i = 5.")._repr_markdown_().splitlines()[4]
        '- $i$: its token id'
        """
        return plain(str(self))

    def __str__(self) -> str:
        """The formula as markdown."""
        symbols = "\n".join(f"- ${sign}$: {meaning}" for sign, meaning in self.symbols.items())
        return f"$$\n{self.tex}\n$$\n\n{symbols}\n\n{self.worked}"
