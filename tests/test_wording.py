import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.memory.course import COURSE, reading
from explorer.wording import binary, both, decimal, parse_count


def test_the_units_differ_as_the_course_shows():
    size = 50_000 * 512 * 4
    assert both(size) == "102.4 MB (97.7 MiB)"
    assert size == 102_400_000


@pytest.mark.parametrize(
    ("count", "in_decimal", "in_binary"),
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
def test_sizes_as_written(count, in_decimal, in_binary):
    assert (decimal(count), binary(count)) == (in_decimal, in_binary)


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
def test_every_count_can_be_typed_back(count):
    assert parse_count(f"{count:,}", 1, 10**30) == count


@given(st.text(max_size=60))
def test_no_text_does_anything_but_parse_or_raise_a_value_error(text):
    try:
        assert 1 <= parse_count(text, 1, 100) <= 100
    except ValueError as error:
        assert str(error).startswith("Expected a whole number from 1 to 100, got ")


def test_the_course_mixes_units_and_cuts_gpt3_off():
    readings = {quoted.quoted: reading(quoted) for quoted in COURSE}
    assert readings == {
        "92 MB": "MB",
        "88 MB": "MiB",
        "206 MB": "MB",
        "196 MB": "MiB",
        "2.4 GB": "neither: 2.47 GB cut off, not rounded",
        "2.3 GB": "GiB",
        "2356 MB": "MiB",
        "391 MB": "MiB",
        "410 MB": "MB",
        "97.7 MB": "MiB",
        "4.0 MB": "MiB",
        "96 MB": "MiB",
    }
