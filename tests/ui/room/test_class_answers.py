"""A class's answers: votes in words and as bars, numbers on a line."""

import re
from urllib.parse import unquote

from explorer.questions import ORDER, WORDS, Question
from explorer.ui.room import class_answers
from tests.support import numbers_in


def test_each_choice_has_its_number_and_the_right_one_is_named() -> None:
    drawn = class_answers.html(Question("", ("<b>", "two"), "two"), (0, 1, 1, 1))
    assert re.findall(r"(\d+) of (\d+)", drawn) == [("1", "4"), ("3", "4")]
    assert "&lt;b&gt;" in drawn and "two ✓ right" in drawn
    assert re.findall(r"width: (\d+)%", drawn) == ["25", "75"]  # of all, not of the largest
    asked = Question("", ("a", "b"), "b")
    both = class_answers.html(asked, (0, 0, 0, 1), (0, 1, 1, 1), covered=True)
    assert re.findall(r"(\d+) of 4", both) == ["3", "1", "1", "3"]  # each choice before and after the talk
    assert "right" not in both
    alone = class_answers.html(asked)
    assert alone.count('class="bar"') == 2 and " of " not in alone
    nobody = class_answers.html(asked, ())
    assert "0 of 0" in nobody and "width: 0%" in nobody and "Nobody has guessed yet." in nobody


def test_a_bar_is_as_tall_as_its_share_and_the_right_number_has_its_place() -> None:
    few = unquote(class_answers.histogram([(0.0,), (4.0,), (4.5,)], (0.0,), (10.0,), (2.5,)))
    assert (
        all(f'class="dot" d="M{at} ' in few for at in ("0.0", "40.0", "45.0")) and "bar" not in few.split("<path", 1)[1]
    )
    assert {0, 2.5, 4, 5, 7.5, 10} <= numbers_in(few.rpartition("<img")[2]) | numbers_in(few.partition("<img")[0])
    drawn = unquote(class_answers.histogram([(0.0,), *[(9.9,), (10.0,)] * 8], (0.0,), (10.0,), (2.5,)))
    assert '<path class="bar" d="M0 20v-1.1h5V20z"/><path class="bar" d="M95 20v-18.0h5V20z"/>' in drawn
    assert 'class="middle" d="M99.0 0V20"' in drawn and 'class="truth" d="M25.0 0V20"' in drawn
    assert "bar" not in unquote(class_answers.histogram([], (0.0,), (1.0,))).partition("</style>")[2]


def test_an_order_has_the_number_of_answers_at_each_place_and_nothing_right_while_it_is_covered() -> None:
    asked = Question("", ("cat", "ant"), ("ant", "cat"), form=ORDER)
    given = ((1.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    open_, shown = (class_answers.html(asked, given, covered=covered) for covered in (True, False))
    cells = [re.findall(r"<td[^>]*>([^<]+)</td>", each) for each in (open_, shown)]
    assert cells == [["1", "2", "2", "1"], ["2 ✓", "1", "1", "2 ✓"]]
    assert shown.index("ant") < shown.index("cat") and open_.index("cat") < open_.index("ant")
    assert class_answers.html(asked, covered=True).count("<li>") == 2, "no bars before there are answers"


def test_the_most_frequent_words_come_first_and_right_ones_are_marked_once_they_may_be_seen() -> None:
    asked = Question("", (), ("be",), form=WORDS)
    said = ("die", "Be!", "BE", "<b>", "be")
    assert re.findall(r"<li>(.*?)</li>", class_answers.html(asked, said))[:2] == ["<strong>be (3) ✓</strong>", "die"]
    assert re.findall(r"<li>(.*?)</li>", class_answers.html(asked, said, covered=True))[0] == "Be! (3)"
