"""Reads a typed number with its unit.

1.5 GB, 1536 MB, 1.43 GiB, 1,5 GB and 1.5e9 are sizes; 50 257, 50k, 3.3 billion, 1/128 and 2^20 are numbers. A text that
may mean two numbers, such as 50,257, is not read: the screen asks which one is meant (`typed_numbers`).
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from explorer.questions.typed_numbers import readings
from explorer.wording import number

LONGEST = 60
"""Maximum characters of an answer."""
_LARGEST = 10**30
_PREFIX = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_BYTES: dict[str, int] = {"": 1, "b": 1, "byte": 1, "bytes": 1}
_BYTES |= {f"{letter}b": 1000**power for letter, power in _PREFIX.items() if letter}
_BYTES |= {f"{letter}ib": 1024**power for letter, power in _PREFIX.items() if letter}
_PLAIN: dict[str, int] = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12}
_PLAIN |= {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
UNITS: dict[str, dict[str, int]] = {
    "bytes": _BYTES,
    "": _PLAIN,
    "%": {"": 1, "%": 1, "percent": 1},
    "times": {"": 1, "x": 1, "×": 1, "time": 1, "times": 1, "fold": 1},
}
"""Units of typed numbers with their factors, by the question's unit."""
EXPECTED = {
    "bytes": "a number with its unit, such as 1.536 GB, 1536 MB, 1.43 GiB or 1536000000",
    "": "a number, such as 50257, 50k, 0.5, 1/8 or 1.5e9",
    "%": "a percentage, such as 0.35 %",
    "times": "a number, such as 4 or 4 times",
}
_NUMBER = re.compile(
    r"(?P<sign>[-−+]?)\s*(?P<digits>\d+(?:\.\d*)?|\.\d+)"
    r"(?:\s*/\s*(?P<below>\d+)|\s*\^\s*(?P<power>\d{1,3})|\s*(?:e|[x×*·]\s*10\s*\^)\s*(?P<ten>[-−+]?\d{1,2}))?"
    r"\s*(?P<unit>[a-z×%]*)\.?",
    re.ASCII | re.IGNORECASE,
)


class TwoReadingsError(ValueError):
    """A typed number may mean two numbers; `texts` has both, written without doubt."""

    def __init__(self, message: str, texts: tuple[str, ...]) -> None:
        super().__init__(message)
        self.texts = texts


@dataclass(frozen=True)
class Reading:
    """A parsed number.

    Attributes:
        value: in the base unit of the question.
        half: half a unit of its last digit, the largest rounding error.
        digits: number of significant digits.
        unit: as typed.
    """

    value: float
    half: float
    digits: int
    unit: str


def read(text: str, unit: str = "") -> Reading:
    """Parse a number with its unit.

    Raises:
        TwoReadingsError: its comma may be a decimal comma or separate thousands.
        ValueError: it is not one; the message says what was expected, what was typed and what to do.

    >>> [read(text, "bytes").value for text in ("1.5 GB", "1 536 MB", "1.5e9", "1KiB")]
    [1500000000.0, 1536000000.0, 1500000000.0, 1024.0]
    >>> read("1/128").value, read("3.29 billion").value, read("−0.5").value
    (0.0078125, 3290000000.0, -0.5)
    >>> read("1,5 GB", "bytes").value, read("0,125").value
    (1500000000.0, 0.125)
    >>> read("50,257")
    Traceback (most recent call last):
    ...
    explorer.questions.read_number.TwoReadingsError: “50,257” can mean 50257 or 50.257. Which one do you mean?
    """
    shown = repr(text if len(text) <= LONGEST else text[:LONGEST] + "…")
    wanted = f"Expected {EXPECTED[unit]}, got {shown}."
    if not text.strip() or len(text) > LONGEST:
        raise ValueError(f"{wanted} Write it shorter." if text.strip() else f"{wanted} Write a number.")
    try:
        plain, *other = readings(text)
    except ValueError as problem:
        raise ValueError(f"{wanted} {problem}: write it as 1234.5 or 1,234.5.") from None
    if other:
        raise TwoReadingsError(
            f"“{text.strip()}” can mean {plain} or {other[0]}. Which one do you mean?", (plain, *other)
        )
    match = _NUMBER.fullmatch(plain)
    if match is None:
        raise ValueError(f"{wanted} Write one number" + (" and its unit." if unit == "bytes" else "."))
    scale = UNITS[unit].get(match["unit"].lower())
    if scale is None:
        raise ValueError(f"{wanted} “{match['unit']}” is not a unit here: {_KNOWN[unit]}.")
    return _reading(match, scale, wanted)


_KNOWN = {
    "bytes": "use bytes, kB, KiB, MB, MiB, GB, GiB, TB or TiB",
    "": "write the number alone, or with thousand, million or billion",
    "%": "write the percentage, with or without %",
    "times": "write the number alone, or with “times”",
}


def _reading(match: re.Match[str], scale: int, wanted: str) -> Reading:
    digits = match["digits"]
    after = len(digits.partition(".")[2])
    value, exact = Fraction(digits.rstrip(".") if digits.endswith(".") else digits), False
    step = Fraction(1, 10**after)
    if match["below"]:
        if not int(match["below"]):
            raise ValueError(f"{wanted} Nothing can be divided by 0.")
        value, exact = value / int(match["below"]), True
    elif match["power"]:
        if value > 10**6 or value ** int(match["power"]) > _LARGEST:
            raise ValueError(f"{wanted} The number is too large: {number(float(_LARGEST))} is the most.")
        value, exact = value ** int(match["power"]), True
    elif match["ten"]:
        ten = Fraction(10) ** int(match["ten"].replace("−", "-"))
        value, step = value * ten, step * ten
    value, step = value * scale, step * scale
    if value > _LARGEST:
        raise ValueError(f"{wanted} The number is too large.")
    counting = len(digits.replace(".", "").lstrip("0"))
    sign = -1 if match["sign"] in ("-", "−") else 1
    return Reading(float(sign * value), 0.0 if exact else float(step / 2), counting, match["unit"])
