"""Reads a typed number with its unit.

1.5 GB, 1536 MB, 1.43 GiB, 1,5 GB and 1.5e9 are sizes; 50 257, 50k, 3.3 billion, 1/128 and 2^20 are numbers. A text that
may mean two numbers, such as 50,257, is not read: the screen asks which one is meant (`typed_numbers`): points, commas
and spaces of several countries, digits of several scripts; left out are numbers in words, roots, repeating decimals.

`explorer/ui/join/typed_number.js` reads the same texts on the student's screen; both pass the cases of
`tests/questions/typed_numbers.json`.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

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


SPACES = " _'’\u2009\u202f\u00a0"
_RUN = re.compile(rf"[\d.][\d.,{SPACES}]*[\d.]|\d", re.ASCII)
_SIGNS = str.maketrans({"−": "-", "–": "-", "٫": ".", "٬": "’", "⁄": "/", "٪": "%"})


def readings(text: str) -> tuple[str, ...]:
    """The text with plain digits and a decimal point; two texts if a comma may be a decimal or a thousands separator.

    A point alone is a decimal point, as everywhere in this app. A comma is a decimal comma unless three digits follow
    it; then it may also separate thousands, except after 0, as in 0,125.

    >>> readings("0,125"), readings("50,257"), readings("1.234,5"), readings("1 234,5 GB"), readings("2½")
    (('0.125',), ('50257', '50.257'), ('1234.5',), ('1234.5 GB',), ('5/2',))

    Raises:
        ValueError: its points, commas and spaces belong to no way of writing numbers.
    """
    plain = _plain_digits(text.strip())
    pieces: list[tuple[str, ...]] = []
    end = 0
    for run in _RUN.finditer(plain):
        pieces += [(plain[end : run.start()],), _values(run.group())]
        end = run.end()
    pieces.append((plain[end:],))
    return tuple(dict.fromkeys("".join(each) for each in product(*pieces)))


def _plain_digits(text: str) -> str:
    """ASCII digits for those of other scripts, and n/d for a character such as ½, which may follow a whole number."""
    found = "".join(str(unicodedata.decimal(sign, sign)) for sign in text.translate(_SIGNS))
    return re.sub(r"(\d*) ?([¼½¾⅐-⅞])", _fraction, found, flags=re.ASCII)


def _fraction(match: re.Match[str]) -> str:
    part = Fraction(unicodedata.numeric(match[2])).limit_denominator(10) + int(match[1] or 0)
    return f"{part.numerator}/{part.denominator}"


def _values(run: str) -> tuple[str, ...]:
    grouped = re.sub(rf"(?<=\d)[{SPACES}](?=\d{{3}}(?!\d))", "", run)
    commas, points = grouped.count(","), grouped.count(".")
    first, last = (",", ".") if grouped.rfind(".") > grouped.rfind(",") else (".", ",")
    if re.search(rf"[{SPACES}]", grouped):
        raise ValueError(f"“{run}” has spaces where numbers have none")
    if commas and points:  # the last one is the decimal sign, the other one separates thousands
        head, _, tail = grouped.rpartition(last)
        if grouped.count(last) == 1 and _are_groups(head, first):
            return (f"{head.replace(first, '')}.{tail}",)
    elif commas == 1 and (tail := grouped.partition(",")[2]):
        head = grouped.partition(",")[0]
        decimal = f"{head}.{tail}"
        return (head + tail, decimal) if _are_groups(grouped, ",") and head[0] != "0" else (decimal,)
    elif commas + points <= 1 and not commas:
        return (grouped,)
    elif _are_groups(grouped, last):
        return (grouped.replace(last, ""),)
    raise ValueError(f"“{run}” mixes points and commas")


def _are_groups(text: str, separator: str) -> bool:
    """Whether a text is one to three digits and then groups of three, such as 1,234,567."""
    return re.fullmatch(rf"\d{{1,3}}({re.escape(separator)}\d{{3}})+", text, re.ASCII) is not None
