r"""Line splitting at ``\r\n``, ``\r`` and ``\n`` only.

Python's ``splitlines`` also splits at the form feed, U+0085, U+2028 and others, which a tokenizer, and this app, read
as ordinary characters.
"""

import regex

_line_end = regex.compile(r"\r\n|\r|\n")


def line_spans(text: str) -> list[tuple[int, int]]:
    r"""[first, last) character of each line without its end; a text with n line ends has n + 1 lines.

    >>> line_spans("a\r\n\ncat")
    [(0, 1), (3, 3), (4, 7)]
    """
    ends = [(match.start(), match.end()) for match in _line_end.finditer(text)]
    return list(zip([0, *(after for _, after in ends)], [*(before for before, _ in ends), len(text)], strict=True))


def split_lines(text: str) -> list[str]:
    r"""Texts of the lines.

    >>> split_lines("a cat\u2028sat\non\fit")
    ['a cat\u2028sat', 'on\x0cit']
    """
    return [text[first:last] for first, last in line_spans(text)]
