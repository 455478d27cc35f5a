"""Claims of the page "Check yourself", with their evidence."""

from __future__ import annotations

from explorer.claims.registry import Claim, tested
from explorer.quiz import KINDS, TOPICS
from explorer.quiz.misconceptions import ALL

_KINDS = "tests/quiz/test_question_kinds.py"
_SAID = "tests/quiz/test_misconceptions.py"

CLAIMS = (
    Claim(
        "check-computed",
        f"The {len(KINDS)} kinds of question on {len(TOPICS)} topics are answered by the code that the pages use; "
        "for a dozen seeds a solver that knows none of it answers from the numbers and words that are given, which "
        "stand in the question; those with a statement are settled by the measurements below.",
        (
            tested(f"{_KINDS}::test_the_answer_is_what_paper_and_pencil_give"),
            tested(f"{_KINDS}::test_what_is_given_stands_in_the_question"),
            tested(f"{_SAID}::test_its_question_quotes_the_wrong_or_the_right_statement"),
            tested("tests/quiz/test_quiz_sets.py::test_there_are_many_kinds_and_every_topic_has_some"),
        ),
    ),
    Claim(
        "check-seed",
        "The same set, seed, number of questions and topics make the same quiz for everybody; another seed asks the "
        "same kinds of question, most of them with other numbers.",
        (
            tested("tests/quiz/test_quiz_sets.py::test_the_same_seed_makes_the_same_quiz_and_another_seed_another"),
            tested("tests/quiz/test_quiz_sets.py::test_another_seed_asks_the_same_kinds_in_the_same_order"),
        ),
    ),
    Claim(
        "check-units",
        "1.536 GB, 1536 MB and 1.43 GiB are all understood; what counts is said beside each field and is the same in "
        "the Moodle file; MiB called MB does not count.",
        (
            tested("tests/questions/test_judge.py::test_the_three_ways_to_write_a_gigabyte_and_a_half_are_right"),
            tested("tests/quiz/test_moodle_xml.py::test_moodle_and_the_screen_mark_alike"),
            tested("tests/questions/test_judge.py::test_a_known_mistake_is_named"),
        ),
    ),
    Claim(
        "check-mistakes",
        "No known mistake is counted as right, and each is called by its name; where two lead to one answer, both are.",
        tested(f"{_KINDS}::test_the_answer_is_right_and_no_mistake_is"),
    ),
    Claim(
        "check-proof",
        "“Show me” opens an existing part, and every setting in its link is one of that part’s controls.",
        tested("tests/pages/test_check.py::test_every_proof_opens_as_its_link_says"),
    ),
    Claim(
        "check-private",
        "Answers are kept by this browser; the server forgets them with the session.",
        tested("tests/browser/test_check.py::test_a_quiz_is_played_with_the_keyboard_and_kept_by_the_browser"),
    ),
    Claim(
        "check-said",
        f"{len(ALL)} statements are wrong as they are often written: each is settled by a measurement.",
        (
            tested(f"{_SAID}::test_low_columns_turn_fast"),
            tested(f"{_SAID}::test_learned_positions_start_larger"),
            tested(f"{_SAID}::test_past_the_trained_length_the_sinusoids_loss_is_above_letter_counts"),
            tested(f"{_SAID}::test_batches_of_text_touch_more_than_one_percent_and_it_depends_on_their_size"),
            tested(f"{_SAID}::test_gpt3s_table_is_a_third_of_a_percent_and_a_fifth_belongs_to_much_smaller_models"),
            tested(f"{_SAID}::test_near_dots_on_the_map_are_mostly_not_near_in_the_table"),
            tested(f"{_SAID}::test_a_lookup_reads_as_much_of_a_small_table_as_of_a_large_one"),
            tested("tests/memory/test_memory_benchmarks.py::test_rows_of_a_table_beyond_the_caches_take_longer"),
        ),
    ),
)
