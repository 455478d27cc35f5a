r"""Text search over all texts of a column, by characters or regular expression, with a time limit.

Searching 30,000 words one by one takes a tenth of a second, mostly for the calls. So the texts are joined, one per
line, and searched once. This is equivalent only if the expression cannot match across line ends; others (`\s`,
`(?=…)`, references) are searched text by text. An expression of letters, with or without an anchor, is prefiltered by
these letters.

A visitor's expression could take years (catastrophic backtracking). Both methods have a time limit and let other
visitors' pages run meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import regex
from numpy.typing import NDArray

SECONDS = 2.0
LONGEST = 200
"""Maximum length of a pattern."""
FEW = 200
"""Maximum number of candidates searched one by one; beyond it, searching the joined lines is faster."""
_LETTERS = regex.compile(r"(\^?)([A-Za-z]+)(\$?)")
_TOKENS = regex.compile(
    r"""\\[bdw] | \\[^\w\s]                               # the end of a word, a digit, a letter; any other as it is
    | \(\?: | \((?!\?) | [)|.^$*+?] | \{\d+(?:,\d*)?\}    # groups, choices, anchors, repetition
    | \[(?P<not>\^?)(?:[\w .,;:'/@\#%-]|\\[dw])+\]         # one of some characters, or none of them
    | (?P<plain>[^\\()\[\]{}|.^$*+?\p{Cc}\p{Zl}\p{Zp}])   # a character""",
    regex.VERBOSE,
)


class PatternError(ValueError):
    """An invalid pattern; the message is for the visitor."""


class Texts:
    """Texts prepared for repeated searches.

    >>> Texts(["King", "sing", "go"]).rows
    ('King', 'sing', 'go')
    """

    def __init__(self, rows: Sequence[str]) -> None:
        """Store the texts; they are joined at the first search."""
        self.rows = tuple(rows)

    @cached_property
    def broken(self) -> NDArray[np.int64]:
        """Texts with a line break of their own, which are searched one by one."""
        return np.flatnonzero(np.fromiter(("\n" in text for text in self.rows), bool, len(self.rows)))

    @cached_property
    def lines(self) -> Lines:
        """The other texts joined, one per line."""
        return self._joined(self.rows)

    @cached_property
    def folded(self) -> Lines:
        """The joined lines case-folded, with a line break before the first and after the last."""
        lines = self._joined([text.casefold() for text in self.rows])
        return Lines(f"\n{lines.text}\n", lines.starts + 1, lines.numbers)

    @cached_property
    def turkish(self) -> NDArray[np.int64]:
        """Texts with an İ or ı, which regular expressions, but not `casefold`, take for an i."""
        either = ("İ" in text or "ı" in text for text in self.rows)
        return np.flatnonzero(np.fromiter(either, bool, len(self.rows)))

    def _joined(self, rows: Sequence[str]) -> Lines:
        numbers = np.delete(np.arange(len(rows)), self.broken)
        kept = [rows[number] for number in numbers.tolist()] if len(self.broken) else rows
        lengths = np.fromiter(map(len, kept), np.int64, len(kept))
        return Lines("\n".join(kept), np.cumsum(lengths + 1) - lengths - 1, numbers)


@dataclass(frozen=True, eq=False)
class Lines:
    """Joined texts: the whole string, the start of each line, and the number of its text."""

    text: str
    starts: NDArray[np.int64]
    numbers: NDArray[np.int64]

    def at(self, offsets: list[int]) -> NDArray[np.int64]:
        """Numbers of the texts at some offsets of the whole string, each once, in order."""
        lines = np.searchsorted(self.starts, np.array(offsets, np.int64), side="right") - 1
        return self.numbers[np.unique(lines)]


def matching(
    texts: Sequence[str] | Texts, pattern: str, *, expression: bool, seconds: float = SECONDS
) -> NDArray[np.int64]:
    """Numbers of the texts that contain a pattern, ignoring case.

    Args:
        texts: to search.
        pattern: characters, or a regular expression as Python writes it.
        expression: whether the pattern is a regular expression.
        seconds: time limit in CPU seconds.

    Raises:
        PatternError: invalid, too long, or too slow.

    >>> matching(["King", "sing", "ring-a", "go"], "ing$", expression=True).tolist()
    [0, 1]
    >>> matching(["a.b", "acb"], "a.b", expression=False).tolist()
    [0]
    """
    if len(pattern) > LONGEST:
        raise PatternError(f"The pattern has {len(pattern):,} characters; at most {LONGEST} can be searched for")
    texts = texts if isinstance(texts, Texts) else Texts(texts)
    if not expression:
        return _containing(texts, pattern.casefold())
    letters, whole = _LETTERS.fullmatch(pattern), within_lines(pattern)
    some = None if letters is None else _with_letters(texts, *letters.groups())
    sure, asked = (np.empty(0, np.int64), range(len(texts.rows))) if some is None else some
    if not len(asked):
        return sure
    try:
        compiled = _compiled(pattern, regex.IGNORECASE)
        in_lines = some is None and whole is not None
        over_lines = _compiled(f"(?:{whole}).*", regex.IGNORECASE | regex.MULTILINE) if in_lines else None
    except (regex.error, RecursionError, OverflowError, MemoryError) as problem:
        raise PatternError(f"This is not a regular expression: {problem}") from None
    end = time.monotonic() + seconds
    try:
        if over_lines is not None:
            sure, asked = _in_lines(texts.lines, over_lines, seconds), texts.broken.tolist()
        return np.union1d(sure, _one_by_one(texts.rows, asked, compiled, end))
    except (TimeoutError, MemoryError):
        # CPU seconds: on a busy server wall time is longer.
        raise PatternError(
            f"The search was given up after {seconds:g} seconds of computing: leave out nested repetitions"
        ) from None


def _compiled(pattern: str, flags: int) -> regex.Pattern[str]:
    """Compile without the library's cache, which would keep the last 500 expressions of visitors."""
    return regex.compile(pattern, flags, cache_pattern=False)


def within_lines(pattern: str) -> str | None:
    r"""Rewrite the expression so that no match crosses a line end; None if that can't be guaranteed.

    >>> within_lines("^[^ab]+land$"), within_lines(r"a\s"), within_lines("(?=b)")
    ('^[^ab\\n]+land$', None, None)
    """
    made, at = [], 0
    while at < len(pattern):
        token = _TOKENS.match(pattern, at)
        if token is None:
            return None
        made.append(f"{token.group()[:-1]}\\n]" if token["not"] else token.group())
        at = token.end()
    return "".join(made)


def _with_letters(texts: Texts, begins: str, letters: str, ends: str) -> tuple[NDArray[np.int64], Sequence[int]] | None:
    """Prefilter for an expression of letters, perhaps with ^ or $: texts that match, and candidates; None if many.

    Those of ASCII in one line do match where they contain the letters; others have to be asked.
    """
    wanted = letters.casefold()
    some = _containing(texts, wanted, "\n" if begins else "", "\n" if ends else "", most=FEW + 1)
    if len(some) > FEW:
        return None
    known = {row: texts.rows[row].isascii() and "\n" not in texts.rows[row] for row in some.tolist()}
    known |= dict.fromkeys(texts.turkish.tolist() if "i" in wanted else (), False)
    sure = np.array([row for row, is_sure in known.items() if is_sure], np.int64)
    return sure, [row for row, is_sure in known.items() if not is_sure]


def _containing(
    texts: Texts, wanted: str, before: str = "", after: str = "", *, most: int | None = None
) -> NDArray[np.int64]:
    """Texts that contain a case-folded one; with `most`, the search stops after about so many.

    `before` and `after`: what stands there in the lines. Texts of several lines may have it anywhere.
    """
    lines, whole = texts.folded, before + wanted + after
    if not wanted:
        return np.arange(len(texts.rows))
    more = [number for number in texts.broken.tolist() if wanted in texts.rows[number].casefold()]
    found: list[int] = []
    at = lines.text.find(whole) if "\n" not in wanted else -1
    while at >= 0 and len(found) != most:
        found.append(at + len(before))
        end = lines.text.find("\n", at + len(before))
        at = lines.text.find(whole, end)
    return np.union1d(lines.at(found), np.array(more, np.int64))


def _in_lines(lines: Lines, compiled: regex.Pattern[str], seconds: float) -> NDArray[np.int64]:
    if not len(lines.numbers):
        return lines.numbers
    # Each match consumes the rest of its line, so that a line is found once or twice at most.
    return lines.at([match.start() for match in compiled.finditer(lines.text, concurrent=True, timeout=seconds)])


def _one_by_one(
    rows: Sequence[str], numbers: Iterable[int], compiled: regex.Pattern[str], end: float
) -> NDArray[np.int64]:
    found = []
    for number in numbers:
        left = max(end - time.monotonic(), 1e-3)
        if compiled.search(rows[number], concurrent=True, timeout=left) is not None:
            found.append(number)
    return np.array(found, np.int64)
