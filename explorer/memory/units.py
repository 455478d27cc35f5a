"""Bytes and counts as people write them: MB is 10⁶ bytes, MiB is 2²⁰ (IEC 80000-13), and the screen says which.

Everything is a Python integer until the moment it is written, so nothing overflows and 10 TB is just a number.
"""

from __future__ import annotations

import re

_DECIMAL = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")
_BINARY = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_SUFFIX = {"": 1, "k": 1_000, "m": 1_000_000, "b": 1_000_000_000, "t": 1_000_000_000_000}
_NUMBER = re.compile(r"(?P<digits>\d+(?:\.\d+)?)(?:e\+?(?P<power>\d{1,2}))?(?P<suffix>[kmbt]?)", re.ASCII)


def decimal(count: int) -> str:
    """`count` bytes in the largest decimal unit that leaves at least one.

    >>> decimal(102_400_000), decimal(999), decimal(10**13)
    ('102.4 MB', '999 bytes', '10 TB')
    """
    return _written(count, 1000, _DECIMAL)


def binary(count: int) -> str:
    """`count` bytes in the largest binary unit that leaves at least one.

    >>> binary(102_400_000), binary(1024)
    ('97.7 MiB', '1 KiB')
    """
    return _written(count, 1024, _BINARY)


def both(count: int) -> str:
    """`count` bytes in both units.

    >>> both(102_400_000)
    '102.4 MB (97.7 MiB)'
    >>> both(12)
    '12 bytes'
    """
    return decimal(count) if count < 1000 else f"{decimal(count)} ({binary(count)})"


def _written(count: int, base: int, names: tuple[str, ...]) -> str:
    power = 0
    # The half of the last digit decides, so that 999,999 bytes become 1 MB and not 1000 kB.
    while power + 1 < len(names) and count * 2000 >= base ** (power + 1) * 1999:
        power += 1
    if power == 0:
        return f"{count:,} {names[0]}" if count != 1 else "1 byte"
    value = count / base**power
    return f"{value:,.3g} {names[power]}" if value < 100 else f"{value:,.1f}".removesuffix(".0") + f" {names[power]}"


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


def spell_seconds(seconds: float) -> str:
    """A time in the unit that leaves at least one of it.

    >>> spell_seconds(0.0105), spell_seconds(1.2e-7), spell_seconds(90), spell_seconds(90_000)
    ('10.5 ms', '120 ns', '90 s', '25 h')
    """
    if seconds >= 7200:
        return f"{seconds / 3600:,.3g} h" if seconds < 3.6e6 else f"{seconds / 86_400:,.0f} days"
    for size, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if seconds >= size * 0.9995:
            value = seconds / size
            return f"{value:.3g} {name}" if value < 1000 else f"{value:,.0f} {name}"
    return f"{seconds * 1e12:.3g} ps"
