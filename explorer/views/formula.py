"""A formula with its symbols, and one number worked out."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from explorer.content.term_markup import plain


@dataclass(frozen=True, repr=False)
class Formula:
    """A formula, the meaning of its symbols, and one number of the picture worked out with it.

    Attributes:
        tex: the formula in KaTeX, without dollar signs.
        symbols: KaTeX of each symbol → its meaning, with its current value if it has one.
        worked: markdown that evaluates the formula with the current numbers, step by step.

    In the texts, terms of the glossary are marked: the [[loss]]. As a whole it is printed without the marks:

    >>> print(Formula("i", {"i": "its [[token id]]"}, "i = 5."))
    $$
    i
    $$
    <BLANKLINE>
    - $i$: its token id
    <BLANKLINE>
    i = 5.
    """

    tex: str
    symbols: Mapping[str, str]
    worked: str

    def __str__(self) -> str:
        """The formula as markdown."""
        return plain(self.marked)

    __repr__ = _repr_markdown_ = __str__

    def html(self) -> str:
        """The formula as HTML with MathML, which a browser draws without a network.

        Raises:
            ImportError: latex2mathml is not installed.
        """
        try:
            from latex2mathml.converter import convert
        except ImportError as problem:
            raise ImportError("A formula as HTML needs a package more: pip install latex2mathml") from problem

        def drawn(tex: str, display: str = "inline") -> str:
            return str(
                convert(re.sub(r"(\\(?:sin|cos|ln)) ?(?=[\\a-z])", r"\,\1\,", tex), display=display)
            )  # its space

        def text(markdown: str) -> str:
            parts = plain(markdown).split("$")  # every second one is TeX
            return "".join(drawn(part) if number % 2 else html.escape(part) for number, part in enumerate(parts))

        symbols = "".join(f"<li>{drawn(sign)}: {text(meaning)}</li>" for sign, meaning in self.symbols.items())
        return f"{drawn(self.tex, 'block')}<ul>{symbols}</ul><p>{text(self.worked)}</p>"

    @property
    def marked(self) -> str:
        """The formula as markdown for a page, which makes links of the marked terms."""
        symbols = "\n".join(f"- ${sign}$: {meaning}" for sign, meaning in self.symbols.items())
        return f"$$\n{self.tex}\n$$\n\n{symbols}\n\n{self.worked}"
