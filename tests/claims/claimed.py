"""The numbers of a claim, for the test that stands behind it: change a number in the sentence, and its test fails."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from tools.mutate_claims import all_claims

_NAMES = re.compile(
    r"(?:gpt2|[rp]50k_base|cl100k_base|o200k_base|FP\d+|INT\d+|T5 11B|T5|Llama 2 70B|GPT-\d|WikiText-\d+|\b\dD\b)"
)
_COUNTED = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = {word: value for value, word in enumerate(_COUNTED, start=3)} | {"dozen": 12, "tenth": 10}
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<power>\d+[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?<![\w.,])(?P<fraction>\d+/\d+)"
    r"|(?<![A-Za-z_\d.,])(?P<plain>\d[\d,]*(?:\.\d+)?|\.\d+)(?!/[a-z])|\b(?P<word>" + "|".join(_WORDS) + r")\b",
    re.IGNORECASE,
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def numbers(text: str) -> tuple[float, ...]:
    """All numbers of a sentence in their order: 12,154, .84, 1/2, 10⁹, nine; not those in names, nor one and two.

    >>> numbers("GPT-3 and T5 11B: up to 1,000 of 10⁹ rows, a slope of 1/256, shorter than L/6, six in a hundred, .84.")
    (1000, 1000000000, 0.00390625, 6, 6, 0.84)
    """
    return tuple(_value(found) for found in _NUMBER.finditer(_NAMES.sub("", text)))


def _value(found: re.Match[str]) -> float:
    if found["power"]:
        base, exponent = re.fullmatch(r"(\d+)([⁰-⁹¹²³]+)", found["power"]).groups()  # type: ignore[union-attr]
        return int(int(base) ** int(exponent.translate(_RAISED)))
    if found["word"]:
        return _WORDS[found["word"].lower()]
    value = float(Fraction(found["fraction"] or found["plain"].replace(",", "")))
    return int(value) if value.is_integer() else value


@cache
def claimed(claim: str) -> tuple[float, ...]:
    """The numbers of a claim, as it stands on the screen.

    Raises:
        KeyError: there is no such claim.
    """
    return numbers({one.id: one.text for one in all_claims()}[claim])
