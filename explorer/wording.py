"""Numbers in words: counts, bytes, seconds, shares, signs and ranges, spelled in one way on every screen.

Bytes: MB is 10⁶ bytes, MiB is 2²⁰ (IEC 80000-13), and the text says which. Bytes are Python integers until the moment
they are written, so nothing overflows. A number never shows an exponent, a hyphen for a minus, or a zero with a sign;
what is tiny is written as ×10⁻¹⁵ is on paper, by `tiny` alone.
"""

import math
import re
from collections.abc import Iterable

_DECIMAL = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")
_BINARY = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_SUFFIX = {"": 1, "k": 1_000, "m": 1_000_000, "b": 1_000_000_000, "t": 1_000_000_000_000}
_NUMBER = re.compile(r"(?P<digits>\d+(?:\.\d+)?)(?:e\+?(?P<power>\d{1,2}))?(?P<suffix>[kmbt]?)", re.ASCII)


RUN = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would run as a formula."""


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, in the singular for one.

    >>> count(1, "row"), count(2_000, "row"), count(0, "entry", "entries")
    ('1 row', '2,000 rows', '0 entries')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def positions(first: int, last: int, *, noun: str = "position") -> str:
    """Positions in a row, or other things with a number, the first and the last of them included.

    >>> positions(0, 0), positions(0, 1), positions(64, 1099, noun="row")
    ('position 0', 'positions 0 and 1', 'rows 64 to 1,099')
    """
    ends = f"{first:,} {'to' if last - first > 1 else 'and'} {last:,}"
    return f"{noun} {first:,}" if first == last else f"{noun}s {ends}"


def all_of(many: int, noun: str, plural: str = "") -> str:
    """How one says that none is missing.

    >>> all_of(1, "row"), all_of(2, "row"), all_of(3, "row")
    ('the one row', 'both rows', 'all 3 rows')
    """
    several = plural or f"{noun}s"
    return f"the one {noun}" if many == 1 else f"both {several}" if many == 2 else f"all {many:,} {several}"


def decimal_places(scale: float, least: int) -> int:
    """Digits after the point for numbers of a size: `least`, more where a visitor's small numbers would show as zeros.

    >>> decimal_places(3.0, 2), decimal_places(0.05, 2), decimal_places(2e-6, 3), decimal_places(0.0, 3)
    (2, 3, 8, 3)
    """
    return max(least, least - 1 - math.floor(math.log10(scale))) if scale > 0 else least


def verb(number: float, singular: str, plural: str) -> str:
    """The form of a verb that goes with a number: "1 row is", "2 rows are".

    >>> verb(1, "is", "are"), verb(0, "is", "are")
    ('is', 'are')
    """
    return singular if number == 1 else plural


def fixed(value: float, digits: int = 2) -> str:
    """A number with `digits` digits after the point, a true minus sign, and no signed zero.

    A float64 has fifteen digits: of a large number fewer are behind the point, and from 10¹⁵ on it is a `tiny` one's.

    >>> fixed(-0.004), fixed(-1.5, 1), fixed(8190.2, 0), fixed(1917330662763.6873, 4), fixed(5.7783e24)
    ('0.00', '−1.5', '8,190', '1,917,330,662,763.69', '5.778 × 10²⁴')
    """
    if 1e15 <= abs(value) < math.inf:
        return tiny(value, 4)
    if abs(value) >= 1:
        digits = min(digits, 14 - math.floor(math.log10(abs(value)))) if math.isfinite(value) else digits
    text = f"{value:,.{digits}f}"
    if not text.startswith("-"):
        return text
    return text.replace("-", "−" if any(digit in text for digit in "123456789") else "")


def added_up(terms: Iterable[float], digits: int = 4) -> tuple[str, ...]:
    """Terms as `fixed` writes them, and last their sum, which follows from them as they are written.

    >>> added_up([0.04, 0.04], 1), added_up([0.25, -1.26], 1)
    (('0.0', '0.0', '0.0'), ('0.2', '−1.3', '−1.1'))
    """
    rounded = [round(float(term), digits) for term in terms]
    return tuple(fixed(value, digits) for value in (*rounded, sum(rounded)))


def signed(value: float, digits: int = 2) -> str:
    """As `fixed`, with a plus in front of what is above zero once rounded.

    >>> signed(0.25), signed(-0.25), signed(0.001)
    ('+0.25', '−0.25', '0.00')
    """
    text = fixed(value, digits)
    return f"+{text}" if value > 0 and any(digit in text for digit in "123456789") else text


def number(value: float, digits: int = 3) -> str:
    """A number with `digits` significant digits, never as a power of ten: whole where it is larger than that.

    >>> number(8191.2), number(0.00123456), number(-2.5), number(100.0), number(0.0)
    ('8,191', '0.00123', '−2.5', '100', '0')
    """
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    after = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
    text = fixed(value, after)
    return text.rstrip("0").rstrip(".") if "." in text else text


def in_brackets(written: str) -> str:
    """A written number as a factor, or as what is taken off: in brackets where it has a minus of its own.

    >>> in_brackets("−0.13"), in_brackets("2")
    ('(−0.13)', '2')
    """
    return f"({written})" if written.startswith("−") else written


def number_list(values: Iterable[float]) -> str:
    """Numbers side by side, each as `number` writes it.

    >>> number_list([-1, 2.5, 0])
    '−1, 2.5, 0'
    """
    return ", ".join(number(value) for value in values)


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def tiny(value: float, digits: int = 2) -> str:
    """As `number`, but with a power of ten below a ten-thousandth, where an error of rounding has many zeros, and from
    10¹⁵ on, where a float64 doesn't know each digit.

    >>> tiny(1.07e-15), tiny(-2e-7, 3), tiny(0.25), tiny(0.0), tiny(9.96e-9), tiny(1.5e24)
    ('1.1 × 10⁻¹⁵', '−2 × 10⁻⁷', '0.25', '0', '1 × 10⁻⁸', '1.5 × 10²⁴')
    """
    if not (0 < abs(value) < 1e-4 or 1e15 <= abs(value) < math.inf):
        return number(value, digits)
    front, power = f"{value:.{digits - 1}e}".split("e")
    return f"{number(float(front), digits)} × 10{str(int(power)).translate(_RAISED)}"


def share(part: float, whole: float = 1.0, digits: int = 2) -> str:
    """`part` of `whole` in percent, with `digits` significant digits, never rounded to 0 or to 100 unless it is that.

    >>> share(6, 50257), share(1, 8), share(0, 5), share(9999, 10000), share(5, 5)
    ('0.012 %', '12 %', '0 %', '99.99 %', '100 %')
    """
    if isinstance(part, float) and math.isclose(part, whole, rel_tol=1e-12):
        part = whole  # a sum of shares that is 1 but for its rounding
    percent = 100.0 if part == whole else 100 * part / whole
    if 0 < 100 - percent < 1:
        # Three nines must not become "100": as many digits as the gap needs.
        gap = math.ceil(round(-math.log10(100 - percent), 6))  # of 99.9 it is 1, not a little more
        return f"{fixed(percent, gap)} %"
    return f"{number(percent, digits)} %"


def unbroken(text: str) -> str:
    """A text whose lines don't break between a number and its percent sign.

    >>> unbroken("It was 5.54 %.") == "It was 5.54\N{NO-BREAK SPACE}%."
    True
    """
    return re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", text)


def whole_percent(part: float) -> str:
    """A share in whole percent, for labels with little room.

    >>> whole_percent(0.018), whole_percent(0.004), whole_percent(1.0), whole_percent(0.0)
    ('2 %', '< 1 %', '100 %', '0 %')
    """
    return "< 1 %" if 0 < part < 0.005 else f"{100 * part:.0f} %"


def span(values: Iterable[float], digits: int = 2) -> str:
    """The lowest and the highest of several numbers, or the one that all of them round to.

    >>> span([0.5, 0.25, 1.0]), span([2.0, 2.001])
    ('0.25 to 1.00', '2.00')
    """
    found = list(values)
    low, high = fixed(min(found), digits), fixed(max(found), digits)
    return low if low == high else f"{low} to {high}"


def listed(items: Iterable[str], last: str = "and", most: int | None = None) -> str:
    """Words in a row as one says them; of more than `most`, the first and the number of the others.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or"), listed("abcd", most=2)
    ('a', 'a and b', 'a, b or c', 'a, b and 2 more')
    """
    every = list(items)
    *head, tail = every if most is None or len(every) <= most else [*every[:most], f"{len(every) - most:,} more"]
    return f"{', '.join(head)} {last} {tail}" if head else tail


def decimal(size: int) -> str:
    """`size` bytes in the largest decimal unit that leaves at least one.

    >>> decimal(102_400_000), decimal(999), decimal(10**13)
    ('102.4 MB', '999 bytes', '10 TB')
    """
    return _in_units(size, 1000, _DECIMAL)


def binary(size: int) -> str:
    """`size` bytes in the largest binary unit that leaves at least one.

    >>> binary(102_400_000), binary(1024)
    ('97.7 MiB', '1 KiB')
    """
    return _in_units(size, 1024, _BINARY)


def both(size: int) -> str:
    """`size` bytes in both units.

    >>> both(102_400_000)
    '102.4 MB (97.7 MiB)'
    >>> both(12)
    '12 bytes'
    """
    return decimal(size) if size < 1000 else f"{decimal(size)} ({binary(size)})"


def _in_units(size: int, base: int, names: tuple[str, ...]) -> str:
    power = 0
    # The half of the last digit decides, so that 999,999 bytes become 1 MB and not 1000 kB.
    while power + 1 < len(names) and size * 2000 >= base ** (power + 1) * 1999:
        power += 1
    if power == 0:
        return f"{size:,} {names[0]}" if size != 1 else "1 byte"
    value = size / base**power
    return f"{number(value) if value < 100 else f'{value:,.1f}'.removesuffix('.0')} {names[power]}"


def parse_count(text: str, lowest: int, highest: int) -> int:
    """A whole number as a person types it: 50257, 50,257, 50 257, 50k, 1.5M, 1e6.

    Raises:
        ValueError: the text is not a whole number, or it lies outside `lowest` … `highest`.

    >>> parse_count("50,257", 1, 10**9), parse_count("1.5M", 1, 10**9), parse_count("1e6", 1, 10**9)
    (50257, 1500000, 1000000)
    >>> parse_count("many", 1, 1000)
    Traceback (most recent call last):
    ...
    ValueError: Expected a whole number from 1 to 1,000, got 'many'. Write it as 50257, 50,257 or 50k.
    """
    plain = re.sub(r"(?<=\d)[\s,_'’](?=\d)", "", text.strip().lower())
    match = _NUMBER.fullmatch(plain) if len(plain) <= 40 else None
    shown = repr(text if len(text) <= 30 else text[:30] + "…")
    wanted = f"Expected a whole number from {lowest:,} to {highest:,}, got {shown}."
    if match is None:
        raise ValueError(f"{wanted} Write it as 50257, 50,257 or 50k.")
    whole, _, fraction = match["digits"].partition(".")
    scale = int(10 ** int(match["power"] or 0)) * _SUFFIX[match["suffix"]]
    numerator: int = int(whole + fraction) * scale
    denominator: int = 10 ** len(fraction)
    if numerator % denominator:
        raise ValueError(f"{wanted} Rows and numbers cannot be cut in pieces.")
    value = numerator // denominator
    if not lowest <= value <= highest:
        raise ValueError(f"{wanted} Choose a number in that range.")
    return value


def ended(text: str) -> str:
    """A text with a full stop, where it doesn't end like a sentence by itself.

    >>> ended("No"), ended("It has none."), ended("It says “no.”"), ended("What?")
    ('No.', 'It has none.', 'It says “no.”', 'What?')
    """
    return text if text.rstrip("’”*").endswith((".", "?", "!", "…")) else f"{text}."


def right_guess(answer: str) -> str:
    """What is said of a right guess, so that no word before the answer can be read as one: not “Yes: No.”.

    >>> right_guess("No"), right_guess("It has none.")
    ('Right: “No”.', 'Right: “It has none.”')
    """
    return f"Right: {ended(quoted(answer))}"


def quoted(text: str) -> str:
    """A text in quotation marks; those within it become single ones.

    >>> quoted("two"), quoted("a month, “June”")
    ('“two”', '“a month, ‘June’”')
    """
    return f"“{text.replace('“', '‘').replace('”', '’')}”"


def spell_seconds(seconds: float) -> str:
    """A time in the unit that leaves at least one of it.

    >>> spell_seconds(0.0105), spell_seconds(1.2e-7), spell_seconds(90), spell_seconds(90_000)
    ('10.5 ms', '120 ns', '90 s', '25 h')
    >>> spell_seconds(0.9996), spell_seconds(999.7), spell_seconds(999.7 * 3600), spell_seconds(0)
    ('1 s', '1,000 s', '1,000 h', '0 s')
    """
    if seconds == 0:
        return "0 s"
    if seconds >= 7200:
        return f"{number(seconds / 3600)} h" if seconds < 3.6e6 else f"{fixed(seconds / 86_400, 0)} days"
    for size, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if seconds >= size * 0.9995:
            return f"{number(seconds / size)} {name}"
    return f"{number(seconds * 1e12)} ps"


def byte_unit(size: int, base: int = 1000) -> tuple[str, int]:
    """The unit in which `size` bytes are a number of at most a few digits, and its bytes; `base`: 1000 or 1024.

    >>> byte_unit(154_389_504), byte_unit(154_389_504, 1024)
    (('MB', 1000000), ('MiB', 1048576))
    """
    names = _DECIMAL if base == 1000 else _BINARY
    power = max((power for power in range(len(names)) if size >= base**power), default=0)
    return names[power], base**power
