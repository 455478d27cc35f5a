"""Claims of the Failures page, with their evidence."""

from __future__ import annotations

from explorer.claims.registry import Claim, source, tested

_CASES = "tests/failures/test_case_catalogue.py"
_RECORDED = "tests/failures/test_mistakes_in_libraries.py"

CLAIMS = (
    Claim(
        "failures-loud",
        "The four loud mistakes stop at the line that is marked, with the message that is shown.",
        tested(f"{_CASES}::test_loud_cases_stop_with_these_words_at_this_line"),
    ),
    Claim(
        "failures-silent",
        "The silent mistakes print the wrong numbers that are shown, without a message; the check named beside each "
        "stops them.",
        (
            tested(f"{_CASES}::test_silent_cases_print_wrong_numbers_worked_out_by_hand"),
            tested(f"{_CASES}::test_the_check_stops_the_faulty_lines"),
        ),
    ),
    Claim(
        "failures-fixes",
        "Of the changes to try, those that are said to pass the check do; the others stop or do not pass it.",
        (
            tested(f"{_CASES}::test_which_changes_mend"),
            tested(f"{_CASES}::test_mended_numbers_worked_out_by_hand"),
        ),
    ),
    Claim(
        "failures-layout",
        "Waves side by side and waves in halves: the same shapes, lengths of rows and distances between rows.",
        tested(f"{_CASES}::test_both_layouts_have_the_same_shapes_lengths_and_distances"),
    ),
    Claim(
        "failures-elsewhere",
        "What PyTorch and JAX do with the same mistakes, as recorded with the versions that are named.",
        (
            tested(f"{_RECORDED}::test_pytorch_still_does_what_was_recorded"),
            tested(f"{_RECORDED}::test_jax_still_does_what_was_recorded"),
            tested(f"{_RECORDED}::test_the_verdicts_that_were_recorded"),
        ),
    ),
    Claim(
        "failures-jax",
        "Indexing in JAX takes the last row for an index that is too large, since an error is hard to raise from code "
        "that runs on an accelerator.",
        (
            tested(f"{_RECORDED}::test_jax_takes_the_last_row"),
            source(
                "JAX documentation, The Sharp Bits, Out-of-bounds indexing",
                "https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html#out-of-bounds-indexing",
            ),
        ),
    ),
    Claim(
        "failures-dialects",
        "What each library that was run does with the same embedding is what was recorded, with the version named.",
        (
            tested("tests/failures/test_library_apis.py::test_what_was_recorded_is_what_the_library_does"),
            tested("tests/failures/test_library_apis.py::test_what_the_recorded_ones_do_with_odd_ids"),
        ),
    ),
)
