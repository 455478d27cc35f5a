"""Which numbers a typed text may mean: points, commas and spaces of several countries, digits of several scripts.

`explorer/ui/join/typed_number.js` reads the same texts on the student's screen; both pass the cases of
`tests/questions/typed_numbers.json`. Left out: numbers in words, roots, repeating decimals.
"""

import re
import unicodedata
from fractions import Fraction
from itertools import product

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
