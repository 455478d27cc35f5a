"""A quiz from a seed."""

from __future__ import annotations

import pytest

from explorer.quiz import KINDS, TOPICS, Request, quiz, short


def test_there_are_many_kinds_and_every_topic_has_some() -> None:
    assert len(KINDS) >= 40
    assert (68, 10, 12)[:2] == (len(KINDS), len(TOPICS))
    assert {kind.topic for kind in KINDS.values()} == set(TOPICS)


def test_the_same_seed_makes_the_same_quiz_and_another_seed_another() -> None:
    first = quiz(Request(7, 12))
    quiz.cache_clear()
    assert quiz(Request(7, 12)) == first
    assert quiz(Request(8, 12)) != first


def test_another_seed_asks_the_same_kinds_in_the_same_order() -> None:
    """Up to the longest quiz, also where the kinds of few topics come several times; another set asks others."""
    for topics in ((), ("Memory", "Waves"), ("Long texts",), ("Misconceptions",)):
        asked = [[q.kind for q in quiz(Request(seed, 40, topics, 3))] for seed in range(20)]
        assert asked == [asked[0]] * 20
    ten = [[q.kind for q in quiz(Request(1, 10, (), number))] for number in range(1, 11)]
    assert len({kind for kinds in ten for kind in kinds}) > 40


def test_a_short_quiz_asks_about_every_topic_once() -> None:
    for seed in range(5):
        assert [q.topic for q in quiz(Request(seed, len(TOPICS)))] == list(TOPICS)


def test_topics_are_kept_to_and_no_question_comes_twice() -> None:
    found = quiz(Request(3, 40, ("Memory", "Waves")))
    assert {q.topic for q in found} == {"Memory", "Waves"}
    assert len({(q.prompt, frozenset(q.items)) for q in found}) == len(found) == 40


def test_too_few_different_questions_are_said() -> None:
    request = Request(1, 40, ("Misconceptions",))
    assert len(quiz(request)) < 40
    assert f"have {len(quiz(request))} different ones" in short(request)
    assert short(Request(1, 10)) == ""


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"size": 0}, "1 to 40"),
        ({"size": 41}, "1 to 40"),
        ({"seed": -1}, "seed"),
        ({"topics": ("Cats",)}, "Cats"),
        ({"set_number": 0}, "1 to 99"),
    ],
)
def test_what_is_out_of_range_is_refused(bad: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Request(**bad)
