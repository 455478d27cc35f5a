r"""Grapheme clusters (characters as a reader counts them) and the tokens that share one.

A token is a run of bytes. An emoji or a Chinese character may be spread over several tokens, none of which can be
displayed alone. Characters are the extended grapheme clusters of Unicode Standard Annex #29 (`\X` of the regex module).
"""

from collections.abc import Sequence
from typing import Literal

import regex

# A flag is a pair of regional indicator letters. \X counts back over all letters before it to find where a pair begins,
# at each letter: 40,000 flags in a row blocked the server for 14 s. Splitting from the beginning avoids this.
_grapheme = regex.compile(r"\p{GCB=RI}{2}(?![\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}])|\X")


def group_tokens(
    tokens: Sequence[bytes], whole: Literal["characters", "code points"] = "characters"
) -> list[tuple[int, int]]:
    r"""Group tokens at boundaries that are also boundaries of characters: [start, end) of each group.

    Args:
        tokens: bytes of consecutive tokens, together a prefix of valid UTF-8.
        whole: the unit that must not be split. A character may have several code points (a letter and its accents).

    Tokens after the last such boundary are in no group.

    >>> group_tokens([b"Hi ", b"\xf0\x9f", b"\x98\x80", b"!"])
    [(0, 1), (1, 3), (3, 4)]
    """
    text = b"".join(tokens).decode("utf-8", "ignore")  # only an incomplete end is ignored
    ends = set()
    offset = 0
    for unit in text if whole == "code points" else map(regex.Match.group, _grapheme.finditer(text)):
        offset += len(unit.encode("utf-8"))
        ends.add(offset)
    groups = []
    start = position = 0
    for index, token in enumerate(tokens):
        position += len(token)
        if position in ends:
            groups.append((start, index + 1))
            start = index + 1
    return groups


_VISIBLE = {" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\x7f": "␡", "\u00a0": "⍽", "\u3000": "□"}
_INVISIBLE = regex.compile(r"[\p{Cc}\p{Cf}\p{Z}--[\u200d\ufe0f]]", regex.V1)
_MARKS_FIRST = regex.compile(r"\A\p{M}")


def visible(text: str) -> str:
    r"""Text with all characters visible: spaces as ␣, line ends as ↵, control characters as Unicode's pictures.

    Other invisible characters (direction marks, zero-width spaces) are named by their code point. A combining mark
    with nothing before it gets a dotted circle as its base.

    >>> visible(" cat\n"), visible("a\x00\u200bb"), visible("\u0301")
    ('␣cat↵', 'a␀[U+200B]b', '◌́')
    """

    if text.isascii() and text.isprintable():  # fast path for nearly every token
        return text.replace(" ", _VISIBLE[" "])

    def shown(match: regex.Match[str]) -> str:
        character = match.group()
        if character in _VISIBLE:
            return _VISIBLE[character]
        if character < " ":
            return chr(0x2400 + ord(character))
        return f"[U+{ord(character):04X}]"

    if text and not text.strip("\u200d\ufe0f"):  # emoji joiners alone
        return "".join(f"[U+{ord(character):04X}]" for character in text)
    text = _INVISIBLE.sub(shown, text)
    return "◌" + text if _MARKS_FIRST.match(text) else text


def count_characters(text: str) -> int:
    r"""Number of grapheme clusters.

    >>> count_characters("e\u0301👍🏽")
    2
    """
    if text.isascii():  # in ASCII only \r\n is one character of two code points
        return len(text) - text.count("\r\n")
    return sum(1 for _ in _grapheme.finditer(text))


def token_label(token: bytes) -> str:
    r"""Display form of a token: its text, or its bytes in hexadecimal where they are no text.

    >>> token_label(b" cat"), token_label(b"\xf0\x9f")
    ('␣cat', '⟨F0 9F⟩')
    """
    try:
        return visible(token.decode("utf-8"))
    except UnicodeDecodeError:
        return f"⟨{token.hex(' ').upper()}⟩"
