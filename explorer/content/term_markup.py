"""Glossary markup: `[[token]]`, or `[[embedding|rows]]` with another text; rendered by `ui.frame.glossary_markup`."""

import re
from collections.abc import Iterator

TERM = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")


def plain(text: str) -> str:
    """Text without the markup.

    >>> plain("Each [[token]] has a row; [[embedding|rows]] are learned.")
    'Each token has a row; rows are learned.'
    """
    return TERM.sub(lambda match: match[2] or match[1], text)


def terms(text: str) -> Iterator[str]:
    """Marked terms of a text, in its spelling.

    >>> list(terms("Each [[token]] has a row; [[embedding|rows]] are learned."))
    ['token', 'embedding']
    """
    return (match[1] for match in TERM.finditer(text))
