"""Every failure case: its message or wrong numbers, and its fixes, computed by hand."""

import re

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.failures.case_catalogue import CASES
from explorer.failures.case_catalogue import RAISING as RAISING_CASES
from explorer.failures.case_catalogue import SILENT as SILENT_CASES
from explorer.failures.failure_case import RIGHT, SILENT, STOPS, WRONG, Bars, changed_lines, run, verdict
from explorer.failures.mistakes_in_libraries import LIBRARIES, NUMPY
from explorer.tokenizers import decode_bytes, encode

BY_NAME = {case.name: case for case in CASES}
NAMES = list(BY_NAME)

RAISING = {
    "Index out of range": (
        6,
        "TokenIdError: Embedding index out of range for vocabulary size 50000: got max 50001 at position (0, 3)",
    ),
    "Sequence too long": (7, "ShapeError: Sequence length 1024 exceeds maximum 512"),
    "Widths that don't match": (6, "ShapeError: Embedding dimension mismatch: expected 768, got 512"),
    "2D where 3D is expected": (7, "ShapeError: Expected 3D input (batch, seq, embed), got shape (128, 512)"),
}
# By hand: W = 0 1 / 2 3 / … / 10 11; 0.29 is a little below 29/100; 6 tokens of width 8, and gpt2's pieces at
# cl100k_base's ids; cat reads row 1; zip ends with the shorter side; (1+3+9+9)/4; |0.125 · 64 ones| = 1 and √32 = 5.66;
# sin 1, cos 1, sin and cos of 1/21.5 and of 1/464; 102,400 > 65,504; row 1 stays 0 1 0; the second gradient overwrites.
SILENT_PRINTS = {
    "Negative ids wrap": ("[10. 11.]",),
    "Fractions cut to ids": ("28.999999999999996 [28.]",),
    "Another model's tokenizer": ("(6, 8)", " Un signing Did are polved"),
    "Ids one off": ("[0. 1.]",),
    "64 rows for 128 positions": ("64",),
    "× √D forgotten": ("1.0 5.66",),
    "Waves in another order": ("[0.84 0.54 0.05 1.   0.   1.  ]", "[0.84 0.05 0.   0.54 1.   1.  ]"),
    "Padding without a mask": ("[5.5 5.5]",),
    "float16 overflows": ("inf",),
    "A tied table that isn't": ("[-0.5  0.5 -0.5] [0. 1. 0.]",),
    "A gradient that gets lost": ("[1. 1.]",),
}
# Verdict of each change, in order.
CHANGES = {
    "Index out of range": (RIGHT, WRONG),
    "Sequence too long": (RIGHT, RIGHT, RIGHT),
    "Widths that don't match": (RIGHT, RIGHT, STOPS),
    "2D where 3D is expected": (RIGHT, WRONG),
    "Negative ids wrap": (RIGHT, RIGHT, STOPS),
    "Fractions cut to ids": (RIGHT, RIGHT, WRONG),
    "Another model's tokenizer": (RIGHT, WRONG),
    "Ids one off": (RIGHT, RIGHT, WRONG),
    "64 rows for 128 positions": (RIGHT, STOPS, WRONG),
    "× √D forgotten": (RIGHT, WRONG),
    "Waves in another order": (RIGHT, RIGHT, WRONG),
    "Padding without a mask": (RIGHT, WRONG),
    "float16 overflows": (RIGHT, RIGHT, WRONG),
    "A tied table that isn't": (RIGHT, RIGHT, WRONG),
    "A gradient that gets lost": (RIGHT, RIGHT, WRONG),
}
# What the first right change prints.
MENDED = {
    "Index out of range": "(1, 4, 8)",
    "Widths that don't match": "(1, 3, 512)",
    "2D where 3D is expected": "(1, 128, 512)",
    "Negative ids wrap": "[[4. 5.]\n [0. 1.]]",
    "Fractions cut to ids": "29.0 [29.]",
    "Ids one off": "[1. 0.]",
    "64 rows for 128 positions": "128",
    "× √D forgotten": "8.0 5.66",
    "Padding without a mask": "[2. 2.]",
    "float16 overflows": "102400.0",
    "A tied table that isn't": "[-0.5  0.5 -0.5] [-0.5  0.5 -0.5]",
    "A gradient that gets lost": "[2. 2.]",
}


def test_lines_that_run_to_their_end_stop_at_none() -> None:
    done = run("x = 1\nprint(x + 1)")
    assert (done.message, done.line, done.printed, done.names["x"]) == ("", 0, ("2",), 1)


def test_the_course_s_four_and_eleven_silent_ones() -> None:
    assert [case.name for case in RAISING_CASES] == list(RAISING)
    assert [case.name for case in SILENT_CASES] == list(SILENT_PRINTS)
    assert set(NAMES) == set(CHANGES)


@pytest.mark.parametrize("name", RAISING)
def test_loud_cases_stop_with_these_words_at_this_line(name: str) -> None:
    outcome, judged = verdict(BY_NAME[name], BY_NAME[name].source)
    assert (outcome.line, outcome.message, judged) == (*RAISING[name], STOPS)
    assert outcome.printed == {"Sequence too long": ("1024 ids",), "2D where 3D is expected": ("(128, 512)",)}.get(
        name, ()
    )
    assert BY_NAME[name].right_guess() == f"Line {outcome.line}"


# The line that a case points to, of those that don't raise: where the numbers become wrong.
POINTED = {
    "Negative ids wrap": "rows = W[ids]",
    "Fractions cut to ids": "rows = W[ids.astype(int)]",
    "Another model's tokenizer": "rows = W[ids]",
    "Ids one off": "rows = W[ids]",
    "64 rows for 128 positions": "out = [token + position for token, position in zip(x, P[:128])]",
    "× √D forgotten": "out = token + position",
    "Waves in another order": 'loaded = sinusoidal(3, 6, layout="concatenated")',
    "Padding without a mask": "mean = rows.mean(axis=0)",
    "float16 overflows": "    score = (row * row).sum()",
    "A tied table that isn't": "output = W.astype(np.float32)  # meant to be the same table",
    "A gradient that gets lost": "g[ids] += grad",
}


@pytest.mark.parametrize("name", POINTED)
def test_the_line_pointed_to_is_the_faulty_one(name: str) -> None:
    assert BY_NAME[name].source.splitlines()[BY_NAME[name].mark - 1] == POINTED[name]


@pytest.mark.parametrize("name", SILENT_PRINTS)
def test_silent_cases_print_wrong_numbers_worked_out_by_hand(name: str) -> None:
    outcome, judged = verdict(BY_NAME[name], BY_NAME[name].source)
    assert (outcome.message, outcome.printed, judged) == ("", SILENT_PRINTS[name], WRONG)


@pytest.mark.parametrize("name", SILENT_PRINTS)
def test_the_check_stops_the_faulty_lines(name: str) -> None:
    case = BY_NAME[name]
    stopped = run(f"{case.source}\n{case.check}")
    assert stopped.message.startswith("AssertionError")
    assert stopped.line == len(case.source.splitlines()) + 1


@pytest.mark.parametrize("name", NAMES)
def test_which_changes_mend(name: str) -> None:
    case = BY_NAME[name]
    assert tuple(verdict(case, variant.source)[1] for variant in case.variants) == CHANGES[name]
    for variant in case.variants:
        assert changed_lines(case.source, variant.source), variant.name


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_changed_line_keeps_no_remark_about_other_numbers(case) -> None:
    before = {line.partition("#")[2] for line in case.source.splitlines()}
    for variant in case.variants:
        for number in changed_lines(case.source, variant.source):
            code, _, remark = variant.source.splitlines()[number - 1].replace("_", "").partition("#")
            assert remark not in before - {""} or set(re.findall(r"\d+", remark)) <= set(re.findall(r"\d+", code))


def test_a_width_of_one_stops_here_and_is_stretched_by_numpy() -> None:
    source = BY_NAME["Widths that don't match"].source
    for width in ("(1_000, 512", "(128, 768"):
        assert "dimension mismatch" in run(source.replace(width, width.rpartition(" ")[0] + " 1")).message
    assert run("import numpy as np\nprint((np.ones((3, 512)) + np.ones((3, 1))).shape)").printed == ("(3, 512)",)


@pytest.mark.parametrize("name", MENDED)
def test_mended_numbers_worked_out_by_hand(name: str) -> None:
    case = BY_NAME[name]
    assert run(case.variants[0].source).printed[0] == MENDED[name]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_guess_has_its_answer_among_the_options(case) -> None:
    assert case.right_guess() in case.guesses()
    assert len(set(case.guesses())) == len(case.guesses()) >= 3
    for guess in case.guesses() if not case.options else ():
        line = case.source.splitlines()[int(guess.removeprefix("Line ")) - 1]
        assert line and not line.startswith(("import", "from"))
    if case.kind == SILENT:
        line = case.source.splitlines()[case.mark - 1]
        assert line
        assert not line.startswith(("import", "from"))


# The bars of each picture after the reveal, by hand: 64 · 40 · 40 against float16's end; √(64 / 64) and √32; six ids.
TOLD = {
    "Sequence too long": ([1024, 512], ["1,024: 512 without a row", "512"], 512),
    "Widths that don't match": ([512, 768], ["512", "768: 256 numbers find no partner"], None),
    "2D where 3D is expected": ([3, 2], ["(batch, seq, embed)", "(128, 512): no batch"], None),
    "float16 overflows": ([1600, 102_400], ["1,600", "102,400; the lines give ∞"], 65_504),
    "× √D forgotten": ([1, 5.657, 1, 8], ["1.00", "5.66", "1.00", "8.00"], None),
}


def test_the_further_rows_of_a_larger_position_table_are_random_and_none_of_the_512() -> None:
    names = run(BY_NAME["Sequence too long"].variants[1].source).names
    added = names["out"].data[0] - names["layer"].token_embedding.weight.data[names["ids"]]
    old, new = added[:512], added[512:]
    assert new.shape == (512, 8) and new.std() == pytest.approx(old.std(), rel=0.1)
    assert abs(np.corrcoef(old.ravel(), new.ravel())[0, 1]) < 0.1


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_same_mistake_in_four_libraries(case) -> None:
    assert tuple(case.elsewhere) == LIBRARIES
    assert "import numpy" in case.elsewhere[NUMPY]


def test_the_stories_numbers() -> None:
    ids = encode("The cat sat on the mat", "cl100k_base")
    assert ids.max() < 50_257
    assert ids[0] == 791
    assert decode_bytes([791], "gpt2") == b" Un"
    assert 0.29 * 100 < 29
    assert 64 * 40 * 40 == 102_400 > float(np.finfo(np.float16).max) == 65_504
    assert run("import numpy as np\nnp.ones((64, 4))[127]").message.startswith("IndexError")
    assert np.isinf(np.float16(np.inf))
    with np.errstate(invalid="ignore"):
        assert np.isnan(np.float16(np.inf) - np.float16(np.inf))


def test_both_layouts_have_the_same_shapes_lengths_and_distances() -> None:
    trained, loaded = sinusoidal(16, 6), sinusoidal(16, 6, layout="concatenated")
    assert trained.shape == loaded.shape
    assert np.allclose(np.linalg.norm(trained, axis=1), np.linalg.norm(loaded, axis=1))

    def gaps(table):
        return np.linalg.norm(table[:, None] - table[None], axis=2)

    assert np.allclose(gaps(trained), gaps(loaded))
    assert not np.allclose(trained, loaded)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_before_the_guess_the_picture_shows_less(case) -> None:
    names = run(case.source).names
    before, after = case.picture(names, False), case.picture(names, True)
    if isinstance(after, Bars):
        assert list(before.texts) != list(after.texts) or case.name == "Widths that don't match"
    else:
        assert len(before.panels) < len(after.panels)


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_every_bar_and_every_row_of_a_picture_has_its_name(case, told: bool) -> None:
    seen = case.picture(run(case.source).names, told)
    if isinstance(seen, Bars):
        assert len(seen.names) == len(seen.values) == len(seen.texts) >= 1
    else:
        assert [len(rows) for _, matrix, rows in seen.panels] == [len(matrix) for _, matrix, rows in seen.panels]


@pytest.mark.parametrize("name", TOLD)
def test_a_picture_has_the_lengths_of_its_story(name: str) -> None:
    case = BY_NAME[name]
    seen = case.picture(run(case.source).names, True)
    values, texts, limit = TOLD[name]
    assert list(seen.values) == pytest.approx(values, abs=1e-3)
    assert (list(seen.texts), seen.limit) == (texts, limit)


def test_rows_one_off_stand_beside_the_rows_as_trained() -> None:
    case = BY_NAME["Ids one off"]
    names = run(case.source).names
    (_, trained, _), (_, read, _) = case.picture(names, True).panels
    assert np.array_equal(trained, [[1, 0], [0, 1], [2, 2]])
    assert np.array_equal(read, names["rows"]) and not np.array_equal(read, trained[: len(read)])
