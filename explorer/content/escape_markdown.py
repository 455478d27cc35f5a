"""Escaping of visitors' text in Markdown: a link, a file or a lesson may hold an image, an address, a formula.

What Streamlit shows is markdown in messages and headings, in a control's label and help, and in the choices of a radio;
there each word that isn't ours goes through `as_typed`. `st.text` and `st.html` with `html.escape` need it not.
"""

from __future__ import annotations

import re

JOIN = "\N{WORD JOINER}"
_MEANT = re.compile(r"[\\`*_{}\[\]<>#+!|$~:&=-]|^ ?[0-9]+[.)]")
_AFTERWARDS = re.compile(r"(?<=www)(?=\.)|(?<=@)|(?<=:)(?=[\w/+-])|(?<=[<>~-])(?=[<>=-])", re.IGNORECASE)
"""Between the characters of what Streamlit looks for once the markdown is read, so that no backslash stops it: bare
addresses, `:material/home:` and arrows."""
_SPACES = re.compile(r"[ \t\n\v\f\r]+")


def escape_markdown(text: str) -> str:
    r"""Markdown that shows a text as it was typed: no image, no link, no formula; a break is a space.

    What no backslash stops is parted by a character without width.

    >>> escape_markdown("![a](b) 2*3")
    '\\!\\[a\\](b) 2\\*3'
    >>> escape_markdown("www.example.org") == f"www{JOIN}.example.org"
    True
    """
    parted = _AFTERWARDS.sub(JOIN, _SPACES.sub(" ", text))
    return _MEANT.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", parted)
