import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.wording import (
    binary,
    both,
    count,
    decimal,
    fixed,
    number,
    parse_count,
    share,
    signed,
    span,
    spell_seconds,
    tiny,
    verb,
)
from tests.support import parse_number


def test_the_units_differ_as_the_course_shows():
    size = 50_000 * 512 * 4
    assert both(size) == "102.4 MB (97.7 MiB)"
    assert size == 102_400_000


@pytest.mark.parametrize(
    ("size", "in_decimal", "in_binary"),
    [
        (0, "0 bytes", "0 bytes"),
        (1, "1 byte", "1 byte"),
        (999, "999 bytes", "999 bytes"),
        (1000, "1 kB", "1,000 bytes"),
        (999_999, "1 MB", "976.6 KiB"),
        (2_470_232_064, "2.47 GB", "2.3 GiB"),
        (10**13, "10 TB", "9.09 TiB"),
        (7 * 10**18, "7 EB", "6.07 EiB"),
        (10**25, "10,000,000 EB", "8,673,617.4 EiB"),
    ],
)
def test_sizes_as_written(size, in_decimal, in_binary):
    assert (decimal(size), binary(size)) == (in_decimal, in_binary)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50257", 50_257),
        (" 50,257 ", 50_257),
        ("50 257", 50_257),
        ("50_257", 50_257),
        ("50'257", 50_257),
        ("50k", 50_000),
        ("1.5M", 1_500_000),
        ("2e3", 2000),
        ("1b", 10**9),
        ("12.0", 12),
    ],
)
def test_counts_as_people_type_them(text, value):
    assert parse_count(text, 1, 10**10) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got ''. Write it as"),
        ("many", "got 'many'. Write it as"),
        ("-5", "got '-5'. Write it as"),
        ("1e999999", "got '1e999999'. Write it as"),
        ("9" * 50, "Write it as"),
        ("NaN", "got 'NaN'. Write it as"),
        ("٣", "got '٣'. Write it as"),
        ("1.5", "got '1.5'. Rows and numbers cannot be cut"),
        ("0", "got '0'. Choose a number in that range"),
        ("1e12", "got '1e12'. Choose a number in that range"),
        ("<b>x</b>", "Write it as"),
    ],
)
def test_nonsense_gets_a_message_that_says_what_is_expected(text, message):
    with pytest.raises(ValueError, match="Expected a whole number from 1 to 10,000,000,000") as caught:
        parse_count(text, 1, 10**10)
    assert message in str(caught.value)


@given(st.integers(1, 10**30))
def test_every_count_can_be_typed_back(size):
    assert parse_count(f"{size:,}", 1, 10**30) == size


@given(st.text(max_size=60))
def test_no_text_does_anything_but_parse_or_raise_a_value_error(text):
    try:
        assert 1 <= parse_count(text, 1, 100) <= 100
    except ValueError as error:
        assert str(error).startswith("Expected a whole number from 1 to 100, got ")


def test_one_table_has_two_sizes_in_mb_and_in_mib():
    assert both(50_000 * 512 * 4) == "102.4 MB (97.7 MiB)"
    assert (decimal(10**6), binary(2**20)) == ("1 MB", "1 MiB")


# What may stand on a screen: digits in groups of three, a point, a true minus, no exponent, no zero with a sign.
WRITTEN = re.compile(r"[−+]?(?:\d{1,3}(?:,\d{3})*|∞)(?:\.\d+)?")
NOT_ZERO = re.compile(r"[1-9]")
numbers = st.floats(-1e12, 1e12, allow_nan=False)
sizes = st.integers(0, 10**24)


def written(text: str) -> float:
    """The value of a written number; asserts that a screen may show it in this form."""
    assert WRITTEN.fullmatch(text), text
    assert text[0] not in "−+" or NOT_ZERO.search(text), text
    return parse_number(text)


@given(numbers, st.integers(0, 6))
def test_fixed_and_signed_are_the_number_rounded(value, digits):
    for text in (fixed(value, digits), signed(value, digits)):
        assert written(text) == pytest.approx(value, abs=0.5000001 * 10.0**-digits + 1e-9 * abs(value))
        whole, _, after = text.partition(".")
        assert len(after) == min(digits, max(0, 15 - sum(map(str.isdigit, whole)))) or abs(value) < 1
    assert signed(value, digits).startswith("+") == (value > 0 and bool(NOT_ZERO.search(fixed(value, digits))))


@given(st.one_of(numbers, st.floats(-1e-6, 1e-6)), st.integers(1, 6))
def test_a_number_has_its_digits_and_never_an_exponent(value, digits):
    text = number(value, digits)
    if abs(value) > 1e-300 or value == 0:
        assert written(text) == pytest.approx(value, rel=0.5000001 * 10.0 ** (1 - digits), abs=0.51 * (abs(value) >= 1))
    assert (text == "0") == (value == 0)


def test_a_sum_that_is_one_but_for_its_rounding_is_all():
    assert share(sum([0.1] * 10), digits=3) == "100 %"  # 0.9999999999999999
    assert share(1 - 1e-6) == "99.9999 %"
    assert share(0.999) == share(999, 1000) == "99.9 %"  # 100 − 99.9 is a little less than 0.1
    assert share(10**13 - 1, 10**13) != "100 %"


@given(st.integers(0, 10**9), st.integers(1, 10**9))
def test_a_share_is_0_or_100_percent_only_where_it_is(part, whole):
    part = min(part, whole)
    text = share(part, whole)
    assert text.endswith(" %")
    percent = written(text.removesuffix(" %"))
    assert (percent == 0) == (part == 0)
    assert (percent == 100) == (part == whole)
    assert percent == pytest.approx(100 * part / whole, rel=0.06)


@given(sizes)
def test_bytes_are_one_byte_or_several_and_within_half_a_percent(size):
    for spelled, base, units in (
        (decimal, 1000, ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]),
        (binary, 1024, ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]),
    ):
        value, unit = spelled(size).split(" ")
        assert (unit == "byte") == (size == 1)
        power = 0 if size == 1 else units.index(unit)
        assert written(value) * base**power == pytest.approx(size, rel=0.00501)
        assert power == len(units) - 1 or written(value) < base


@given(st.floats(1e-12, 1e9))
def test_a_time_is_in_a_unit_that_leaves_at_least_one_of_it(seconds):
    value, unit = spell_seconds(seconds).split(" ")
    size = {"ps": 1e-12, "ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "h": 3600, "days": 86_400}[unit]
    assert written(value) * size == pytest.approx(seconds, rel=0.0501 if unit == "days" else 0.00501)
    assert written(value) >= 1


@given(st.integers(0, 10**7), st.sampled_from([("row", ""), ("entry", "entries")]))
def test_one_is_singular_and_all_else_plural(number_of, noun):
    singular, plural = noun[0], noun[1] or noun[0] + "s"
    assert count(number_of, *noun) == f"{number_of:,} {singular if number_of == 1 else plural}"
    assert verb(number_of, "is", "are") == ("is" if number_of == 1 else "are")


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5), st.integers(0, 3))
def test_a_span_is_its_ends_or_the_one_number_that_they_round_to(values, digits):
    ends = [written(text) for text in span(values, digits).split(" to ")]
    assert ends == sorted(set(ends))
    assert ends[0] == pytest.approx(min(values), abs=0.5000001 * 10.0**-digits)
    assert ends[-1] == pytest.approx(max(values), abs=0.5000001 * 10.0**-digits)


def chosen_between(text: str) -> list[int]:
    """The lines of a source that choose between singular and plural by a comparison with 1."""
    found: list[int] = []
    if not re.search(r"\b1[\s)]*else\b", text):
        return found
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.IfExp) and isinstance(node.test, ast.Compare)):
            continue
        against = node.test.comparators[0]
        words = [part.value for part in (node.body, node.orelse) if isinstance(part, ast.Constant)]
        if isinstance(against, ast.Constant) and against.value == 1 and len(words) == 2:
            one, other = sorted(map(str, words), key=len)
            same = bool(one) and other in (f"{one}s", f"{one}es")
            if same or set(words) in ({"s", ""}, {"is", "are"}, {"has", "have"}):
                found.append(node.lineno)
    return found


@pytest.mark.slow
def test_singular_and_plural_are_chosen_in_one_place() -> None:
    for line in ('"s" if n > 1 else ""', '"is" if n == 1 else "are"', 'a = f(("row" if len(b) == 1 else "rows"))'):
        assert chosen_between(line) == [1]
    root = Path(__file__).resolve().parents[1] / "explorer"
    others = [file for file in sorted(root.rglob("*.py")) if file.name != "wording.py" and "core" not in file.parts]
    assert len(others) > 400
    assert {str(file): lines for file in others if (lines := chosen_between(file.read_text(encoding="utf-8")))} == {}


def test_tiny_numbers_keep_their_digits_and_are_written_with_a_power_of_ten():
    assert tiny(2.4e-14) == "2.4 × 10⁻¹⁴" and tiny(1.33e-07, 3) == "1.33 × 10⁻⁷"
    assert tiny(9.99e-5) == "1 × 10⁻⁴" and tiny(1e-4) == "0.0001"
    assert (tiny(0.0), tiny(-3e-9), tiny(-0.25)) == ("0", "−3 × 10⁻⁹", "−0.25")


# Python's `g` writes 1.1e-15 and 1e+02: what a visitor typed, or a step length out of a list, may keep it.
TYPED = {"room", "teach", "gradients", "projection"}
EXPONENT = re.compile(r":\.?\d*[ge]\}")


def test_no_computed_number_is_shown_with_pythons_exponents():
    root = Path(__file__).parents[1] / "explorer" / "ui"
    found = {
        f"{path.relative_to(root)}: {line.strip()}"
        for path in root.rglob("*.py")
        if path.relative_to(root).parts[0] not in TYPED
        for line in path.read_text(encoding="utf-8").splitlines()
        if EXPONENT.search(line)
    }
    assert {line for line in found if "bits / 8:g" not in line and "record.worst" not in line} == set()


@pytest.mark.parametrize("value", [1.9173306627636873e12, 5.778317489106267e24, -3.2e14 - 0.3, 123456.789, 0.1 + 0.2])
@pytest.mark.parametrize("digits", [0, 2, 4, 12])
def test_no_digit_is_written_that_a_float64_does_not_have(value: float, digits: int) -> None:
    written = fixed(value, digits).split(" ×")[0]
    assert sum(sign.isdigit() for sign in written.lstrip("−0.")) <= 15
