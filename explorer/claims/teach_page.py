"""Claims of the Teach page, with their evidence."""

from __future__ import annotations

from explorer.claims.registry import Claim, source, tested

_LESSONS = "tests/content/test_lessons.py"
_LINK = "tests/content/lesson/test_lesson_link.py"

CLAIMS = (
    Claim(
        "teach-numbers",
        "What a ready lesson says of a screen in numbers is held against that screen; where the page itself asks the "
        "question, so are the question, its answers and the right one.",
        (
            tested("tests/content/test_lesson_notes.py::test_each_number_of_a_note_is_the_pictures"),
            tested(f"{_LESSONS}::test_a_step_asks_what_its_screen_asks"),
        ),
    ),
    Claim(
        "teach-notes",
        "Neither what to say nor which answer is right is on the class’s screen or on a handout.",
        (
            tested("tests/pages/test_teach.py::test_a_handout_holds_neither_notes_nor_answers"),
            tested(
                "tests/browser/test_teach.py::"
                "test_a_lesson_is_presented_by_page_down_and_the_notes_follow_in_their_own_window"
            ),
        ),
    ),
    Claim(
        "teach-kept",
        "A lesson comes back from its link and its file as it was; what is damaged, too long or not a lesson is "
        "refused with the reason.",
        (
            tested(f"{_LINK}::test_what_is_saved_comes_back"),
            tested(f"{_LINK}::test_a_bad_link_says_what_is_wrong"),
            tested(f"{_LINK}::test_a_bad_file_says_what_is_wrong"),
        ),
    ),
    Claim(
        "teach-sheets",
        "A sheet holds every question of its quiz, and answers only where they are wanted; the Moodle file follows "
        "the rules of Moodle’s documentation and importer, since there is no schema to check it against.",
        (
            tested("tests/quiz/test_printable_quiz.py::test_every_question_is_there_and_its_explanation_where_wanted"),
            tested("tests/quiz/test_moodle_xml.py::test_every_question_has_what_every_type_needs"),
            tested("tests/quiz/test_moodle_xml.py::test_moodle_and_the_screen_mark_alike"),
            source("Moodle documentation, Moodle XML format", "https://docs.moodle.org/en/Moodle_XML_format"),
        ),
    ),
)
