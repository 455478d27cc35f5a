"""Parsing of a teacher's own question from the browser: valid and rejected messages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.content.lesson.field_validation import LENGTHS, MOST_ANSWERS, LessonError
from explorer.content.lesson.parse_teacher_question import MOST_MESSAGE, read
from explorer.questions import Question
from tests.support import in_order, own

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


AB = [["a", "", True], ["b", "", False]]


def as_json(**fields: object) -> str:
    return json.dumps(fields)


def question_in(message: str) -> Question | None:
    return read(message)[0]


def test_a_question_with_answers_a_number_or_neither() -> None:
    both = question_in(as_json(question="Which?", answers=[["a", "", True], ["b", "", False], ["c", "", True]]))
    assert both == own("Which?", ("a", "b", "c"), (0, 2))
    assert question_in(as_json(question="How many?", answers=AB, number=[0, 1.5, 1])) == own(
        "How many?", number=(0.0, 1.5, 1.0)
    )
    why = question_in(as_json(question="Which?", answers=AB, kind="several", why=" So. ", covered=True))
    assert why == own("Which?", ("a", "b"), (0,), why="So.", covered=True), "a kind of earlier versions"
    assert question_in(as_json(question="What?", kind="words")) == own("What?", kind="words")
    near = question_in(as_json(question="How many?", number=[0, 9, 4], within=0.5))
    assert near == own("How many?", number=(0.0, 9.0, 4.0), within=0.5)
    ends = (0.0, 10.0, 4.0), (-1.0, 1.0, 0.5)
    order = question_in(as_json(question="Which first?", kind="order", answers=[[each, "", False] for each in "abcd"]))
    assert order is not None and order.right == tuple("abcd") != order.choices and sorted(order.choices) == [*"abcd"]
    where = question_in(as_json(question="Where?", kind="point", point=ends, answers=AB))
    assert where == own("Where?", kind="point", point=ends, within=0.1)
    assert question_in(as_json(question="Where?", kind="point")) is None  # nothing is marked as right
    assert (
        question_in(as_json(question="Talk about it.", answers=[["a", "", True]])) is None
    )  # one answer is nothing to choose from
    assert question_in(as_json(question="")) is None and question_in(as_json(question="  ", number=[0, 1, 1])) is None


def test_another_question_is_another_key() -> None:
    questions = [
        own("Which?", ("a", "b")),
        own("Which?", ("a", "c")),
        own("Which one?", ("a", "b")),
        own("Which?", kind="words"),
        own("Which?", kind="point", point=((0, 1, 1), (0, 1, 1))),
        own("Which?", kind="point", point=((0, 1, 1), (0, 2, 1))),
        own("Which?", number=(0, 1, 1)),
        own("Which?", number=(0, 2, 1)),
    ]
    assert len({question.key for question in questions}) == len(questions)
    assert own("Which?", number=(0, 2, 2)).key == questions[-1].key  # only what is right has changed


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (None, "at most 8,000 characters"),
        (7, "at most 8,000 characters"),
        ("x" * (MOST_MESSAGE + 1), "at most 8,000 characters"),
        ("{", "got something else"),
        ("[]", "got something else"),
        ("[" * 3_000, "got something else"),
        (as_json(question=3), "expected a text, got int"),
        (as_json(question="x" * (LENGTHS["question"] + 1)), "at most 400 characters"),
        (as_json(question="a\x00b"), "control character"),
        ('{"question": "a\\ud800"}', "damaged character"),
        (as_json(question="?", answers="ab"), f"at most {MOST_ANSWERS} answers"),
        (as_json(question="?", answers=[["a", "", True]] * (MOST_ANSWERS + 1)), f"at most {MOST_ANSWERS} answers"),
        (as_json(question="?", answers=[["a", "", 1], ["b", "", 0]]), "true or false"),
        (as_json(question="?", answers=[["a", True], ["b", False]]), "true or false"),
        (as_json(question="?", answers=[["x" * 161, "", True], ["b", "", False]]), "at most 160 characters"),
        (
            as_json(question="?", answers=[["a", "", True], ["a", "", False]]),
            "answers the same",
        ),
        (as_json(question="?", kind="drawing"), "got “drawing”"),
        (as_json(question="?", kind=["words"]), "one of words, point, order, map"),
        (as_json(question="?", within=-1), "0 or more"),
        (as_json(question="?", within=True), "0 or more"),
        ('{"question": "?", "within": NaN}', "0 or more"),
        (as_json(question="?", kind="words", why="x" * 601), "at most 600 characters"),
        (as_json(question="?", kind="point", point=[[0, 1, 1]]), "as two numbers, across and up"),
        (as_json(question="?", kind="point", point="ab"), "as two numbers, across and up"),
        (as_json(question="?", kind="point", point=[[0, 1, 1], []]), "as two numbers, across and up"),
        (as_json(question="?", kind="point", point=[[0, 1, 1], [0, 1, 2]]), "the right one between them"),
        ('{"question": "?", "kind": "point", "point": [[0, 1, NaN], [0, 1, 1]]}', "lowest, highest, right"),
        (as_json(question="?", number=[0, 1]), "lowest, highest, right"),
        (as_json(question="?", number=[0, "1", 1]), "lowest, highest, right"),
        (as_json(question="?", number=[0, True, 0]), "lowest, highest, right"),
        (as_json(question="?", number=[1, 0, 0.5]), "the lowest number first"),
        (as_json(question="?", number=[0, 1, 2]), "the right one between them; got 0, 1, 2."),
        ('{"question": "?", "number": [0, 1e999, 1]}', "lowest, highest, right"),
        ('{"question": "?", "number": [0, NaN, 1]}', "lowest, highest, right"),
        (as_json(question="?", number=[0, 10**20, 1]), "lowest, highest, right"),
    ],
)
def test_what_is_no_question_of_ours_is_refused_with_a_sentence(message: object, said: str) -> None:
    with pytest.raises(LessonError) as caught:
        read(message)
    assert in_order(said, str(caught.value))


@pytest.mark.slow
@given(
    json_values
    | st.dictionaries(st.sampled_from(["question", "answers", "number", "kind", "within", "why", "point"]), json_values)
)
def test_whatever_comes_it_is_a_question_or_a_sentence(value: object) -> None:
    try:
        found = read(json.dumps(value))
    except LessonError as error:
        assert str(error).endswith((".", "anew.")) and len(str(error)) < 300
        return
    question = found[0]
    assert question is None or 0 < len(question.prompt) <= LENGTHS["question"]
