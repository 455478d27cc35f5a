"""Terms in a text: `[[token]]`, or `[[embedding|rows]]` to show other words; `ui.frame.glossary_markup` draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator

TERM = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")


def plain(text: str) -> str:
    """A text without the marks of its terms.

    >>> plain("Each [[token]] has a row; [[embedding|rows]] are learned.")
    'Each token has a row; rows are learned.'
    """
    return TERM.sub(lambda match: match[2] or match[1], text)


def terms(text: str) -> Iterator[str]:
    """The terms that a text marks, as it writes them.

    >>> list(terms("Each [[token]] has a row; [[embedding|rows]] are learned."))
    ['token', 'embedding']
    """
    return (match[1] for match in TERM.finditer(text))
