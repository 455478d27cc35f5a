"""Reading the numbers of a sentence, and those that a displayed script prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_NAME = r"\b[A-Za-z_]\w*(?:-\d+(?:\.\d+)*\b)?|[-−+±]?\b\d+(?:\.\d+)?B\b"
_NUMBER = r"[-−+±]?(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
_EITHER = re.compile(f"{_NAME}|{_NUMBER}")
"""A name, which is passed over with the numbers in it, or a number."""
_PERCENT = re.compile(r"\s*%")


@dataclass(frozen=True)
class Number:
    """A number in a text: as written, its value without sign, digits after its point, and whether % follows."""

    text: str
    start: int
    value: float
    digits: int
    percent: bool

    def is_in(self, others: Iterable[float]) -> bool:
        """Whether one of `others` is it, or, where it has a decimal point or a %, rounds to it."""
        half = 0.5 * 10**-self.digits * (1 + 1e-9) if self.digits or self.percent else 0.0
        return any(abs(self.value - other) <= half for other in others)


def numbers(text: str) -> Iterator[Number]:
    """The numbers of a sentence or of printed lines; those within names (p50k_base, GPT-2, T5 11B) don't count.

    >>> [(found.text, found.value) for found in numbers("−0.30 of 50,257 rows, p50k_base, GPT-2, T5 11B")]
    [('0.30', 0.3), ('50,257', 50257.0)]
    """
    for found in _EITHER.finditer(text):
        if written := found["number"]:
            value = float(written.replace(",", ""))
            digits = len(written.partition(".")[2])
            yield Number(written, found.start(), value, digits, _PERCENT.match(text, found.end()) is not None)


def missing(sentence: str, printed: str) -> list[str]:
    """The numbers of a sentence that printed lines do not have.

    A number with a decimal point, or in percent, is also there where a longer one rounds to it: 1.44 is in "1.4389".

    >>> missing("1.44 at 64 of 50,257 rows, 3 %", "rows 50257: 1.4389, 2.96%")
    ['64']
    """
    there = {number.value for number in numbers(printed)}
    return [number.text for number in numbers(sentence) if not number.is_in(there)]
