"""Typed answers: units, rounding, known mistakes, and invalid input."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.questions import ORDER, Mistake, Question, Show, Verdict
from explorer.questions.read_number import EXPECTED, UNITS, TwoReadingsError, read
from explorer.quiz import KINDS

CASES = Path(__file__).with_name("typed_numbers.json")
SHOW = Show("memory", "The bill", {}, "")


def size_of(answer: float, *mistakes: Mistake) -> Question:
    return Question("?", (), answer, show=SHOW, unit="bytes", mistakes=mistakes)


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("1.5 GB", "bytes", 1.5e9),
        ("1536 MB", "bytes", 1.536e9),
        ("1.536,0 MB", "bytes", 1.536e9),
        ("1,5 GB", "bytes", 1.5e9),
        ("١٢", "", 12),
        ("1 536 mb", "bytes", 1.536e9),
        ("1.43 GiB", "bytes", 1.43 * 2**30),
        ("1.5e9", "bytes", 1.5e9),
        ("1.5 × 10^9 bytes", "bytes", 1.5e9),
        ("12 byte", "bytes", 12),
        ("50k", "", 50_000),
        ("3.29 billion", "", 3.29e9),
        ("1/128", "", 1 / 128),
        ("2^20", "", 2**20),
        ("-0.5", "", -0.5),
        ("−0.5", "", -0.5),
        (".5", "", 0.5),
        ("4 times", "times", 4),
        ("4×", "times", 4),
        ("0.35 %", "%", 0.35),
        ("0.35", "%", 0.35),
        ("10.", "", 10),
        ("7 thousand", "", 7_000),
        ("7m", "", 7_000_000),
        ("7 million", "", 7_000_000),
        ("7b", "", 7_000_000_000),
        ("1.5 t", "", 1_500_000_000_000),
        ("1.5 trillion", "", 1_500_000_000_000),
        ("2 kB", "bytes", 2_000),
        ("2 KiB", "bytes", 2_048),
        ("2 TB", "bytes", 2_000_000_000_000),
        ("2 TiB", "bytes", 2 * 1024**4),
        ("2 PB", "bytes", 2 * 1000**5),
        ("2 PiB", "bytes", 2 * 1024**5),
        ("4 fold", "times", 4),
        ("4x", "times", 4),
        ("7 percent", "%", 7),
    ],
)
def test_what_people_type_is_understood(text: str, unit: str, value: float) -> None:
    assert read(text, unit).value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "unit", "message"),
    [
        ("", "bytes", "Write a number."),
        ("many", "", "Write one number."),
        ("1,23,456", "", "mixes points and commas"),
        ("3 4", "", "has spaces where numbers have none"),
        ("5 apples", "bytes", "“apples” is not a unit here"),
        ("5 GB", "", "“GB” is not a unit here"),
        ("1/0", "", "Nothing can be divided by 0."),
        ("9^999", "", "too large"),
        ("1" * 70, "", "Write it shorter."),
        ("nan", "", "Write one number."),
        ("1e99", "", "too large"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_was_expected(text: str, unit: str, message: str) -> None:
    with pytest.raises(ValueError, match="Expected a number") as problem:
        read(text, unit)
    assert message in str(problem.value)


BYTES = {"": 1, "b": 1, "byte": 1, "bytes": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12, "pb": 10**15}
BYTES |= {"kib": 2**10, "mib": 2**20, "gib": 2**30, "tib": 2**40, "pib": 2**50}


def test_the_units_of_bytes_are_those_and_no_other() -> None:
    assert UNITS["bytes"] == BYTES


@given(st.integers(0, 10**12), st.sampled_from(sorted(BYTES)), st.sampled_from(["", " ", "  "]))
def test_a_whole_number_with_a_unit_is_that_number_times_the_unit(number: int, unit: str, gap: str) -> None:
    expected = float(number * BYTES[unit])
    for written in (f"{number}{gap}{unit}", f"{number:,}".replace(",", " ") + f"{gap}{unit.upper()}"):
        assert read(written, "bytes").value == expected


@given(st.floats(1e-3, 1e12), st.integers(3, 6))
def test_what_is_rounded_to_three_digits_or_more_counts_where_a_hundredth_may_be_missing(
    value: float, digits: int
) -> None:
    question = Question("?", (), value, show=SHOW)
    assert question.judge(f"{value:.{digits - 1}e}").right


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_with_a_message(text: str) -> None:
    for unit in UNITS:
        try:
            read(text, unit)
        except ValueError as problem:
            assert f"Expected {EXPECTED[unit]}" in str(problem)


def test_the_three_ways_to_write_a_gigabyte_and_a_half_are_right() -> None:
    question = size_of(1_536_000_000)
    assert all(question.judge(text).right for text in ("1.54 GB", "1536 MB", "1.43 GiB", "1 536 MB", "1.536e9"))
    assert question.judge("1.5 GB") == Verdict(False, question.judge("1.5 GB").mistake, "1.5 GB (1.4 GiB)")
    assert question.judge("1.5 GB").mistake.name == "Rounded too far"
    assert question.judge("2 GB").mistake is None  # one digit is a guess, not a rounding
    assert not question.judge("1.43 GB").right


def test_a_mebibyte_called_a_megabyte_is_not_right_however_it_is_rounded() -> None:
    question = size_of(2**20, Mistake(10**6, "MiB written as MB", ""))
    for typed in ("1.0 MB", "1 MB", "1.00 MB"):
        assert question.judge(typed).mistake == question.mistakes[0]
    assert question.judge("1 MiB").right and question.judge("1.05 MB").right


def test_a_known_mistake_is_named() -> None:
    near, far = Mistake(97_656_250, "MiB written as MB", ""), Mistake(25_600_000, "4 bytes forgotten", "")
    question = size_of(102_400_000, near, far)
    assert question.judge("97.7 MB").mistake is near
    assert question.judge("25.6 MB").mistake is far
    assert question.judge("3 MB").mistake is None
    assert question.judge("97.7 MiB").right


def test_a_number_may_be_off_by_its_margin_and_by_no_more() -> None:
    share, slack = Question("?", (), 1000, tolerance=0.01), Question("?", (), 0.5, tolerance=0, slack=0.006)
    assert share.judge("1010").right and share.judge("990.0").right
    assert not share.judge("1011").right and not share.judge("988.9").right
    assert slack.judge("0.506").right and not slack.judge("0.5071").right
    rounded = Question("?", (), 154, tolerance=0.01)
    assert not rounded.judge("1.5e2").right and rounded.judge("1.5e2").mistake.name == "Rounded too far"
    assert rounded.judge("1.6e2").mistake is None


def test_an_exact_number_has_to_be_exact() -> None:
    question = Question("?", (), 16_384, tolerance=0)
    assert question.judge("16 384").right
    assert not question.judge("16 385").right
    assert not question.judge("16k").right


def test_choices_and_orders_are_judged_and_others_refused() -> None:
    choice = Question("?", ("a", "b"), "a", mistakes=(Mistake("b", "B", ""),))
    assert choice.judge("a").right
    assert choice.judge("b").mistake == choice.mistakes[0]
    with pytest.raises(ValueError, match="one of the choices"):
        choice.judge("c")
    order = Question("?", ("b", "a", "c"), ("a", "b", "c"), form=ORDER)
    assert order.judge(["a", "b", "c"]).right
    assert not order.judge(["c", "b", "a"]).right
    with pytest.raises(ValueError, match="all 3 items"):
        order.judge(["a", "b"])


@pytest.mark.parametrize("name", list(KINDS))
def test_every_answer_said_in_words_is_right_when_it_is_typed(name: str) -> None:
    question = KINDS[name](5)
    reply = question.text(question.answer)
    if question.form == "order":
        assert question.judge(list(question.answer)).right
    else:
        assert question.judge_stored(reply.partition(" (")[0] if question.unit == "bytes" else reply).right


@pytest.mark.parametrize(("text", "values"), json.loads(CASES.read_text(encoding="utf-8")))
def test_python_reads_what_the_students_screen_reads(text: str, values: list[float]) -> None:
    """The same cases as `tests/ui/join/js/typed_number.test.js`."""
    unit = "%" if {*"%٪"} & {*text} else ""
    try:
        found = [read(text, unit).value]
    except TwoReadingsError as problem:
        found = [read(each, unit).value for each in problem.texts]
    except ValueError:
        found = []
    assert found == values


def test_a_comma_with_two_readings_is_not_judged_until_one_is_chosen() -> None:
    question = Question("?", (), 50_257)
    with pytest.raises(TwoReadingsError) as problem:
        question.judge("50,257")
    assert [question.judge(text).right for text in problem.value.texts] == [True, False]
    assert question.judge_stored("50,257").right  # of an earlier visit
