"""Escaping of visitors' text in Markdown: a link, a file or a lesson may contain an image, a URL, a formula.

Streamlit renders Markdown in messages, headings, labels, help texts and the options of a radio; there all text that is
not ours goes through `escape_markdown`. `st.text`, and `st.html` with `html.escape`, do not need it.
"""

import re

JOIN = "\N{WORD JOINER}"
_MEANT = re.compile(r"[\\`*_{}\[\]<>#+!|$~:&=-]|^ ?[0-9]+[.)]")
_AFTERWARDS = re.compile(r"(?<=www)(?=\.)|(?<=@)|(?<=:)(?=[\w/+-])|(?<=[<>~-])(?=[<>=-])", re.IGNORECASE)
"""Positions within bare URLs, `:material/home:` and arrows, which Streamlit replaces after parsing the Markdown, so
that backslashes have no effect."""
_SPACES = re.compile(r"[ \t\n\v\f\r]+")


def escape_markdown(text: str) -> str:
    r"""Escape a text for Markdown: no images, links or formulas; line breaks become spaces.

    Where backslashes have no effect, a zero-width character is inserted.

    >>> escape_markdown("![a](b) 2*3")
    '\\!\\[a\\](b) 2\\*3'
    >>> escape_markdown("www.example.org") == f"www{JOIN}.example.org"
    True
    """
    parted = _AFTERWARDS.sub(JOIN, _SPACES.sub(" ", text))
    return _MEANT.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", parted)
