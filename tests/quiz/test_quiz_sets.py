"""A quiz from a seed."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from explorer.content import term_markup
from explorer.content.en import chapter_order
from explorer.content.en.glossary import ENTRIES
from explorer.questions import Question
from explorer.quiz import KINDS, PATH, TOPICS, Kind, QuizRequest, quiz, short
from explorer.quiz.question import CHAPTERS


def test_there_are_many_kinds_and_every_topic_has_some() -> None:
    assert (len(KINDS), len(TOPICS)) == (46, 10)
    assert {kind.topic for kind in KINDS.values()} == set(TOPICS)


def test_the_same_seed_makes_the_same_quiz_and_another_seed_another() -> None:
    def written(seed: int) -> list[Question]:
        return [replace(question, why=question.reason) for question in quiz(QuizRequest(seed, 12))]

    first = written(7)
    quiz.cache_clear()
    assert written(7) == first
    assert written(8) != first


@pytest.mark.slow
def test_another_seed_asks_the_same_kinds_in_the_same_order() -> None:
    """Up to the longest quiz, also where few topics repeat their kinds; another set asks other kinds."""
    for topics in ((), ("Memory", "Waves"), ("Long texts",), ("Misconceptions",)):
        asked = [[q.key for q in quiz(QuizRequest(seed, 40, topics, 3))] for seed in range(6)]
        assert asked == [asked[0]] * 6
    ten = [[q.key for q in quiz(QuizRequest(1, 10, (), number))] for number in range(1, 11)]
    assert len({kind for kinds in ten for kind in kinds}) > 35


NAMED = {"other-script", "how-worse", "analogy", "share", "said-twenty-percent"}
"""Kinds whose languages, models or words vary without being quoted."""


def words_alone(question: Question) -> tuple[object, ...]:
    """A question without its numbers, and without what it quotes."""
    bare = re.sub(r"“[^”]*”|\[[\d, ]*\]|[−-]?\d[\d,.]*", "#", question.prompt)
    return (question.key if question.key in NAMED else bare, question.form, question.unit, question.wanted)


@pytest.mark.slow
def test_sheets_of_one_set_differ_in_numbers_and_names_only() -> None:
    for topics in ((), ("Memory", "Lookups"), ("Gradients",), ("Long texts",), ("Maps", "Order", "Tokenizers")):
        for number in (1, 2, 30):
            sheets = [[words_alone(q) for q in quiz(QuizRequest(seed, 40, topics, number))] for seed in range(4)]
            assert sheets == [sheets[0]] * 4
    conditions = {q.condition for number in range(1, 30) for q in quiz(QuizRequest(1, 40, (), number))}
    assert conditions > {"width", "rows", "learned", "formula", "capital", "space"}


@pytest.mark.slow
def test_a_short_quiz_asks_about_every_topic_once() -> None:
    for seed in range(5):
        assert [q.topic for q in quiz(QuizRequest(seed, len(TOPICS)))] == list(TOPICS)


def test_topics_are_kept_to_and_no_question_comes_twice() -> None:
    found = quiz(QuizRequest(3, 40, ("Memory", "Waves")))
    assert {q.topic for q in found} == {"Memory", "Waves"}
    assert len({q.asked for q in found}) == len(found) == 36


def test_too_few_different_questions_are_said() -> None:
    request = QuizRequest(1, 40, ("Misconceptions",))
    assert len(quiz(request)) < 40
    assert f"have {len(quiz(request))} different ones" in short(request)
    assert short(QuizRequest(1, 10)) == ""


@pytest.mark.slow
def test_after_the_path_only_what_a_chapter_shows_is_asked() -> None:
    """Every chapter is asked; the course still asks everything."""
    asked = {q.key for number in range(1, 30) for q in quiz(QuizRequest(1, 10, (), number, PATH))}
    assert list(CHAPTERS) == [chapter.name for chapter in chapter_order.PATH.chapters]
    assert {KINDS[name].chapter for name in asked} == set(CHAPTERS)
    assert any(not KINDS[q.key].chapter for q in quiz(QuizRequest(1, 10)))
    assert QuizRequest(level=PATH).name != QuizRequest().name


def test_after_the_path_each_chapters_riddle_comes_first_and_sums_later() -> None:
    asked = [KINDS[question.key] for question in quiz(QuizRequest(1, 10, level=PATH))]
    riddles = [kind.chapter for kind in asked if kind.riddle]
    assert [kind.riddle for kind in asked] == [True] * len(riddles) + [False] * (len(asked) - len(riddles))
    assert list(dict.fromkeys(riddles)) == list(CHAPTERS)


def test_what_went_wrong_comes_first_the_next_time() -> None:
    again = ("wider", "merge")
    request = QuizRequest(3, 10, (), 2, PATH, again)
    assert {question.key for question in quiz(request)[:2]} == set(again)
    assert len(quiz(request)) == 10 and request.name != QuizRequest(3, 10, (), 2, PATH).name


FORMS = {form: entry.term for entry in ENTRIES for form in (entry.term, *entry.forms)}
TERM = re.compile(rf"(?<!\w)({'|'.join(sorted(map(re.escape, FORMS), key=len, reverse=True))})(?!\w)")


def terms_in(words: Iterable[str]) -> set[str]:
    quotes = re.compile("“[^”]*”")  # a word that is cut may be one of the field
    return {FORMS[found] for text in words for found in TERM.findall(quotes.sub("", term_markup.plain(text)))}


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.chapter], ids=lambda kind: kind.name)
def test_a_question_after_the_path_uses_no_term_that_the_path_does_not(kind: Kind) -> None:
    steps = [step for chapter in chapter_order.PATH.chapters for step in chapter.steps]
    walked = {FORMS[term] for step in steps for term in term_markup.terms(step.text)}
    for s in steps:
        walked |= terms_in((s.text, s.shown, s.task.text))
        walked |= terms_in((s.question.prompt, *s.question.choices)) if s.question else set()
    for seed in range(5):
        question = kind(seed)
        assert terms_in((question.prompt, *question.choices, *question.ends)) <= walked


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"size": 0}, "1 to 40"),
        ({"size": 41}, "1 to 40"),
        ({"seed": -1}, "seed"),
        ({"topics": ("Cats",)}, "Cats"),
        ({"level": PATH, "topics": ("Shapes", "Misconceptions")}, "got Misconceptions"),
        ({"level": "path"}, "After the path"),
        ({"set_number": 0}, "1 to 99"),
        ({"again": ("cats",)}, "cats"),
    ],
)
def test_what_is_out_of_range_is_refused(bad: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        QuizRequest(**bad)
